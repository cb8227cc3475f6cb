//go:build !verdicts

package main

import "regexp"

type regexRequest struct {
	Pattern string   `json:"pattern"`
	Inputs  []string `json:"inputs"`
}

type regexAnswer struct {
	Error   string `json:"error,omitempty"`
	Matches []bool `json:"matches,omitempty"`
	// The start and the end of the leftmost match in each input, in bytes; empty if there is none.
	Finds [][]int `json:"finds,omitempty"`
}

// regex compiles a pattern with Go's regexp, unanchored as the API server uses it.
func regex(request regexRequest) regexAnswer {
	compiled, err := regexp.Compile(request.Pattern)
	if err != nil {
		return regexAnswer{Error: err.Error()}
	}
	matches := make([]bool, 0, len(request.Inputs))
	finds := make([][]int, 0, len(request.Inputs))
	for _, input := range request.Inputs {
		matches = append(matches, compiled.MatchString(input))
		find := compiled.FindStringIndex(input)
		if find == nil {
			find = []int{}
		}
		finds = append(finds, find)
	}
	return regexAnswer{Matches: matches, Finds: finds}
}
