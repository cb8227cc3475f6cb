mod stable_spans;
