//go:build !verdicts

package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	kubernetes "k8s.io/client-go/kubernetes/scheme"
	smd "sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

var stable = regexp.MustCompile(`\.v[0-9]+\.[A-Za-z]+$`)

// types prints every type of Kubernetes' own stable APIs, one JSON object per line: its fields with their Go types
// (for numbers and bytes) and with the list types, keys and map types that server-side apply merges by; `!` after
// the name of a field means that Go always writes it. Nothing of it comes from the OpenAPI documents.
func types() error {
	merge, err := mergeSchema()
	if err != nil {
		return err
	}
	structs := map[string]reflect.Type{}
	for _, known := range kubernetes.Scheme.AllKnownTypes() {
		collect(known, structs)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	slices.SortFunc(merge.Types, func(a, b smd.TypeDef) int { return strings.Compare(a.Name, b.Name) })
	for _, definition := range merge.Types {
		of, known := structs[definition.Name]
		if !known || !stable.MatchString(definition.Name) || definition.Map == nil || len(definition.Map.Fields) == 0 {
			continue
		}
		fields := map[string]string{}
		for _, field := range definition.Map.Fields {
			found := member(of, field.Name)
			if found == nil {
				fields[field.Name] = "missing in Go"
				continue
			}
			name := field.Name
			if tag := found.Tag.Get("json"); !strings.Contains(tag, "omitempty") && !strings.Contains(tag, "omitzero") {
				name += "!"
			}
			fields[name] = describe(field.Type, found.Type)
		}
		line := map[string]any{"type": definition.Name, "fields": fields}
		if definition.Map.ElementRelationship == smd.Atomic {
			line["map"] = "atomic"
		}
		out.Write(encode(line))
	}
	return nil
}

// mergeSchema reads the schema that client-go's apply configurations are merged by out of its source.
func mergeSchema() (*smd.Schema, error) {
	binary, err := os.Executable()
	if err != nil {
		return nil, err
	}
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/client-go")
	list.Dir = filepath.Dir(filepath.Dir(binary)) // bin/oracle is below the module
	directory, err := list.Output()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(strings.TrimSpace(string(directory)), "applyconfigurations/internal/internal.go")
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return nil, err
	}
	var text string
	ast.Inspect(file, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING && len(literal.Value) > len(text) {
			text = literal.Value
		}
		return true
	})
	yaml, err := strconv.Unquote(text)
	if err != nil {
		return nil, err
	}
	parsed, err := typed.NewParser(typed.YAMLObject(yaml))
	if err != nil {
		return nil, err
	}
	return &parsed.Schema, nil
}

// collect finds the structs that a type consists of, by the names under which Kubernetes publishes them.
func collect(of reflect.Type, found map[string]reflect.Type) {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
		collect(of.Elem(), found)
	case reflect.Struct:
		name := publishedName(of)
		if _, known := found[name]; known || !strings.HasPrefix(of.PkgPath(), "k8s.io/") {
			return
		}
		found[name] = of
		for at := range of.NumField() {
			collect(of.Field(at).Type, found)
		}
	}
}

// publishedName returns the name of a type in Kubernetes' documents.
func publishedName(of reflect.Type) string {
	path := strings.TrimPrefix(of.PkgPath(), "k8s.io/")
	return "io.k8s." + strings.ReplaceAll(path, "/", ".") + "." + of.Name()
}

// member returns a field by its JSON name; nil if there is none.
func member(of reflect.Type, name string) *reflect.StructField {
	for at := range of.NumField() {
		field := of.Field(at)
		wire, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if wire == name {
			return &field
		}
		if field.Anonymous && (wire == "" || strings.Contains(options, "inline")) {
			inner := field.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == reflect.Struct {
				if found := member(inner, name); found != nil {
					return found
				}
			}
		}
	}
	return nil
}

// describe returns the type of a field, such as `int32`, `[string] set` or `[…ContainerPort] map containerPort,protocol`.
func describe(merge smd.TypeRef, of reflect.Type) string {
	if of != nil && of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	inner := func() reflect.Type {
		if of != nil && (of.Kind() == reflect.Slice || of.Kind() == reflect.Map) {
			return of.Elem()
		}
		return nil
	}
	switch {
	case merge.NamedType != nil:
		text := *merge.NamedType
		if strings.HasPrefix(text, "__untyped") && of != nil {
			text = publishedName(of)
		}
		if merge.ElementRelationship != nil {
			text += " " + string(*merge.ElementRelationship)
		}
		return text
	case merge.Inlined.Scalar != nil:
		if of == nil {
			return "missing in Go"
		}
		if of.Kind() == reflect.Slice && of.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return of.Kind().String()
	case merge.Inlined.List != nil:
		list := merge.Inlined.List
		text := "[" + describe(list.ElementType, inner()) + "]"
		switch {
		case list.ElementRelationship == smd.Atomic:
			return text + " atomic"
		case len(list.Keys) > 0:
			return text + " map " + strings.Join(list.Keys, ",")
		}
		return text + " set"
	case merge.Inlined.Map != nil:
		text := "{" + describe(merge.Inlined.Map.ElementType, inner()) + "}"
		if relation := merge.Inlined.Map.ElementRelationship; relation != "" {
			text += " " + string(relation)
		}
		return text
	}
	return fmt.Sprint("unknown ", of)
}
