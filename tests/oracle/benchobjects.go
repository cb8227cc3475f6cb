//go:build !verdicts

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"
)

// recordedObject is a line of conformance/objects.jsonl.
type recordedObject struct {
	Schema       json.RawMessage `json:"schema"`
	Subresources json.RawMessage `json:"subresources"`
	CRD          string          `json:"crd"`
	Raw          string          `json:"raw"`
	Scope        string          `json:"scope"`
	Op           string          `json:"op"`
	Object       text            `json:"object"`
	Old          text            `json:"old"`
}

// benchObjects admits every recorded object in five rounds, and prints the number of admissions in a round, the seconds of the best
// round, the seconds for building the validators of the schemas, and the number of rejected objects. Its arguments are the file and
// the number of times that a round admits an object before the next one, 1 by default. It is the counterpart of benches/objects.
func benchObjects(arguments []string) {
	fail := func(err error) {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(2)
	}
	type prepared struct {
		served  *resource
		request objectRequest
	}
	var all []prepared
	resources := map[string]*resource{}
	var built time.Duration
	if len(arguments) == 0 {
		fail(errors.New("bench-objects takes OBJECTS.JSONL [REPEATS]"))
	}
	repeats := 1
	if len(arguments) > 1 {
		var err error
		if repeats, err = strconv.Atoi(arguments[1]); err != nil {
			fail(err)
		}
	}
	file, err := os.Open(arguments[0])
	if err != nil {
		fail(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var line recordedObject
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			fail(err)
		}
		if line.CRD != "" || line.Raw != "" || line.Scope != "" {
			continue
		}
		version := map[string]any{"name": "v1", "served": true, "storage": true,
			"schema": map[string]any{"openAPIV3Schema": line.Schema}}
		if len(line.Subresources) > 0 {
			version["subresources"] = line.Subresources
		}
		document, err := json.Marshal(map[string]any{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
			"metadata": map[string]any{"name": "things.g.example.com"},
			"spec": map[string]any{"group": "g.example.com", "scope": "Namespaced",
				"names":    map[string]any{"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList"},
				"versions": []any{version}},
		})
		if err != nil {
			fail(err)
		}
		served := resources[string(document)]
		if served == nil {
			var v verdict
			crd, ok := v1CRD(createRequest{CRD: document}, &v)
			if !ok {
				fail(fmt.Errorf("%s", v.Decode))
			}
			start := time.Now()
			if served, err = serving(crd, "v1"); err != nil {
				fail(err)
			}
			built += time.Since(start)
			resources[string(document)] = served
		}
		all = append(all, prepared{served, objectRequest{line.Op, line.Object, line.Old}})
	}
	best, refused := time.Duration(1<<62), 0
	for range 5 {
		refused = 0
		start := time.Now()
		for _, one := range all {
			for range repeats {
				answer := one.served.admit(one.request)
				if len(answer.Errors) > 0 || answer.Decode != "" {
					refused++
				}
			}
		}
		best = min(best, time.Since(start))
	}
	fmt.Println(len(all)*repeats, best.Seconds(), built.Seconds()/float64(len(resources)), refused)
}
