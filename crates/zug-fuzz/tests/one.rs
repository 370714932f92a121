#[test]
fn one() {
    let Ok(path) = std::env::var("ONE") else { return };
    let name = std::env::var("TARGET").unwrap();
    let target = zug_fuzz::TARGETS.iter().find(|t| t.name == name).unwrap();
    for p in path.split(':') {
        let bytes = std::fs::read(p).unwrap();
        let t = std::time::Instant::now();
        (target.run)(&bytes);
        println!("{p} {:?}", t.elapsed());
    }
}
