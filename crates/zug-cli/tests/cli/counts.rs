//! `zug perft` and `zug bench`.

use crate::common::{Folder, RACE, slow_race, zug};
use serde_json::json;

#[test]
fn results_are_counted() {
    let json = zug(&["perft", "tic-tac-toe", "3", "--json"]).ok().json();
    assert_eq!((&json["nodes"], &json["backend"]), (&json!(504), &json!("fast")));
    assert!(json["seconds"].is_number());
    let text = zug(&["perft", "tic-tac-toe", "2", "--backend", "interp"]).ok().out;
    assert!(text.starts_with("72 nodes at depth 2") && text.trim_end().ends_with("interp"), "{text}");
    // Where there is no fast form and somebody asks for it, it is an error that says why.
    let folder = Folder::new();
    let race = folder.write("race.zrf", slow_race());
    assert_eq!(zug(&["perft", &race, "1", "--json"]).ok().json()["backend"], "interp");
    zug(&["perft", &race, "1", "--backend", "fast"])
        .fails(2, &["has no fast form: rules see their own changes"]);
    assert_eq!(zug(&["perft", "tic-tac-toe", "0", "--divide", "--json"]).ok().json()["nodes"], 1);
}

#[test]
fn each_first_move_is_counted() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let text = zug(&["perft", &race, "2", "--divide", "--moves", "a1-a2 b1-b2"]).ok().out;
    assert!(text.starts_with("a2-a3: 2\na2-a4: 0\n2 nodes"), "{text}");
    let json = zug(&["perft", &race, "1", "--divide", "--json"]).ok().json();
    assert_eq!(json["divide"], json!([{"move": "a1-a2", "nodes": 1}, {"move": "a1-a3", "nodes": 1}]));
}

#[test]
fn speeds_are_measured() {
    let folder = Folder::new();
    let race = folder.write("race.zrf", RACE);
    let args = ["bench", &race, "tic-tac-toe", "--seconds", "0.02", "--cap", "20", "--json"];
    let json = zug(&args).ok().json();
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["game"], "tic-tac-toe");
    for row in rows {
        for key in ["playouts_per_s", "moves_per_s", "perft_nodes_per_s"] {
            assert!(row[key].as_f64().unwrap() > 0.0, "{row}");
        }
        assert!(row["ready_ms"].as_f64().unwrap() >= row["load_ms"].as_f64().unwrap());
        assert_eq!(row["backend"], "fast");
    }
    assert!(zug(&["bench", &race, "--seconds", "0.02"]).ok().out.starts_with("game "));
}
