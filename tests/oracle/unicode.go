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

// unicodeTables prints the tables of Go's package `unicode` that patterns use, in the form of crd-cel/src/regex/unicode.txt.
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

// folds returns ` 41-5A+20` where each character of a range equals, but for its case, the one that is 0x20 after it. The
// character before is the least of all that are equal.
func folds() string {
	type pair struct{ least, delta rune }
	var pairs []pair
	for least := rune(0); least <= unicode.MaxRune; least++ {
		var others []rune
		for other := unicode.SimpleFold(least); other != least; other = unicode.SimpleFold(other) {
			others = append(others, other)
		}
		for _, other := range others {
			if other > least && least == leastOf(least, others) {
				pairs = append(pairs, pair{least, other - least})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(a.delta, b.delta), cmp.Compare(a.least, b.least)) })
	var text strings.Builder
	for i := 0; i < len(pairs); {
		first, j, stride := pairs[i], i+1, rune(1)
		if j < len(pairs) && pairs[j].delta == first.delta && pairs[j].least-first.least <= 2 {
			stride = pairs[j].least - first.least
		}
		for j < len(pairs) && pairs[j].delta == first.delta && pairs[j].least-pairs[j-1].least == stride {
			j++
		}
		last := pairs[j-1]
		fmt.Fprintf(&text, " %X", first.least)
		if last != first {
			fmt.Fprintf(&text, "-%X", last.least)
			if stride != 1 {
				fmt.Fprintf(&text, "/%d", stride)
			}
		}
		fmt.Fprintf(&text, "+%X", first.delta)
		i = j
	}
	return text.String()
}

func leastOf(least rune, others []rune) rune {
	for _, other := range others {
		least = min(least, other)
	}
	return least
}
