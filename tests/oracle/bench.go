package main

func bench([]string) {}
