//go:build verdicts

package main

// modes are the modes that are also available for other servers than the default.
var modes = map[string]func(line []byte) any{
	"create":    answer(create),
	"update":    answer(update),
	"costs":     answer(costs),
	"cel":       answer(rule),
	"cel-check": answer(check),
	"objects":   answer(objects),
	"values":    answer(values),
	"publish":   answer(publish),
}

var programs = map[string]func(paths []string){}
