//go:build !verdicts

package main

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
)

// unicodeTables prints the tables of Go's package `unicode` that the server uses, in the form of crd-cel/src/go/unicode.txt.
func unicodeTables() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintf(out, "# Unicode %s as in Go's package `unicode`. Written by `cargo xtask regenerate unicode`.\n", unicode.Version)
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts} {
		var lines []string
		for name, table := range tables {
			// `LC` is the only other name that `regexp/syntax` finds.
			if found := canonical(name); found == name || name == "LC" {
				lines = append(lines, found+ranges(table))
			}
		}
		slices.Sort(lines)
		fmt.Fprintln(out, strings.Join(lines, "\n"))
	}
	var aliases []string
	for alias, name := range unicode.CategoryAliases {
		aliases = append(aliases, fmt.Sprintf("%s =%s", canonical(alias), canonical(name)))
	}
	slices.Sort(aliases)
	fmt.Fprintln(out, strings.Join(aliases, "\n"))
	fmt.Fprintf(out, "lower%s\n", mapping(unicode.ToLower))
	fmt.Fprintf(out, "upper%s\n", mapping(unicode.ToUpper))
	fmt.Fprintf(out, "fold%s\n", folds())
}

// canonical returns a name as `regexp/syntax` looks it up.
func canonical(name string) string {
	name = strings.NewReplacer("_", "", "-", "", " ", "").Replace(name)
	if name == "" {
		return name
	}
	return strings.ToUpper(name[:1]) + strings.ToLower(name[1:])
}

// ranges returns ` 41-5A` for each range, ` 100-136/2` for every second character of one, ` AA` for one character.
func ranges(table *unicode.RangeTable) string {
	var text strings.Builder
	add := func(low, high, stride uint32) {
		fmt.Fprintf(&text, " %X", low)
		if low != high {
			fmt.Fprintf(&text, "-%X", high)
			if stride != 1 {
				fmt.Fprintf(&text, "/%d", stride)
			}
		}
	}
	for _, r := range table.R16 {
		add(uint32(r.Lo), uint32(r.Hi), uint32(r.Stride))
	}
	for _, r := range table.R32 {
		add(r.Lo, r.Hi, r.Stride)
	}
	return text.String()
}

type pair struct{ from, to rune }

// mapping returns the characters that a function maps to others, as pairs.
func mapping(mapped func(rune) rune) string {
	var pairs []pair
	for from := rune(0); from <= unicode.MaxRune; from++ {
		if to := mapped(from); to != from {
			pairs = append(pairs, pair{from, to})
		}
	}
	return joined(pairs)
}

// folds pairs the least of all characters that are equal, but for their case, with each of the others.
func folds() string {
	var pairs []pair
	for least := rune(0); least <= unicode.MaxRune; least++ {
		var others []pair
		for other := unicode.SimpleFold(least); other > least; other = unicode.SimpleFold(other) {
			others = append(others, pair{least, other})
		}
		// The last step of the orbit leads back to its least character.
		if n := len(others); n > 0 && unicode.SimpleFold(others[n-1].to) == least {
			pairs = append(pairs, others...)
		}
	}
	return joined(pairs)
}

// joined returns ` 41-5A>61` for a range of characters of which the first is paired with 0x61, the next with 0x62 …, and
// ` 100-12E/2>101` for every second character of a range.
func joined(pairs []pair) string {
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.to-a.from, b.to-b.from), cmp.Compare(a.from, b.from))
	})
	var text strings.Builder
	for i := 0; i < len(pairs); {
		first, end := pairs[i], i+1
		follows := func(stride rune) bool {
			if end == len(pairs) {
				return false
			}
			before, next := pairs[end-1], pairs[end]
			return next.from == before.from+stride && next.to == before.to+stride
		}
		stride := rune(1)
		if follows(2) {
			stride = 2
		}
		for follows(stride) {
			end++
		}
		fmt.Fprintf(&text, " %X", first.from)
		if last := pairs[end-1]; last != first {
			fmt.Fprintf(&text, "-%X", last.from)
			if stride != 1 {
				fmt.Fprintf(&text, "/%d", stride)
			}
		}
		fmt.Fprintf(&text, ">%X", first.to)
		i = end
	}
	return text.String()
}
