//! Laws of replay, single stories and what each model does.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod models;
#[cfg(test)]
mod support;
#[cfg(test)]
mod views;
#[cfg(test)]
mod worked_example;
