mod modules;
mod stable_spans;
