//! Embeds the migrations anew when one comes.

fn main() {
    println!("cargo::rerun-if-changed=../../../migrations");
}
