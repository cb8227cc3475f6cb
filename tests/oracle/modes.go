//go:build !verdicts

package main

import (
	"fmt"
	"os"
)

// modes maps the name of a mode to the function that processes one request line.
var modes = map[string]func(line []byte) any{
	"create":    answer(create),
	"update":    answer(update),
	"costs":     answer(costs),
	"condition": answer(condition),
	"objects":   answer(objects),
	"yaml":      answer(readYAML),
	"cel":       answer(rule),
	"cel-parse": answer(parse),
	"cel-check": answer(check),
	"cel-eval":  answer(eval),
	"values":    answer(values),
	"publish":   answer(publish),
	"regex":     answer(regex),
}

// programs read files instead of requests.
var programs = map[string]func(paths []string){
	"bench":         bench,
	"bench-cel":     benchCEL,
	"bench-objects": benchObjects,
	"unicode":       func([]string) { unicodeTables() },
	"types": func([]string) {
		if err := types(); err != nil {
			fmt.Fprintln(os.Stderr, "oracle:", err)
			os.Exit(2)
		}
	},
}
