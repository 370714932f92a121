struct D(std::path::PathBuf);
impl zug_source::Files for D { fn read(&self, p: &str) -> std::io::Result<Vec<u8>> { std::fs::read(self.0.join(p)) } }
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let t = std::time::Instant::now();
        let l = zug_lang::load(&path, &bytes, &D("".into())).unwrap();
        let e = t.elapsed();
        let t = std::time::Instant::now();
        let n = zug_lang::list_games(&path, &bytes, &D("".into())).unwrap();
        println!("{path} {:?} {:?} {:?}", e, t.elapsed(), n.iter().map(|g| (&g.title, g.players)).collect::<Vec<_>>());
        for d in l.diagnostics.iter() { println!("{}", zug_source::render(d, &l.sources, &l.symbols, false)); }
    }
}
