//go:build !verdicts

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"

	apiruntime "k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
)

// ruled is a node of a schema that has rules, and its type.
type ruled struct {
	node     *schema.Structural
	declared *apiservercel.DeclType
}

// benchCEL compiles the rules of every CRD at the paths, one node after the other, and prints the number of
// rules and the seconds spent in Compile. Types are created before.
func benchCEL(paths []string) {
	var nodes []ruled
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			switch filepath.Ext(file) {
			case ".yaml", ".yml", ".json":
				if err == nil && !entry.IsDir() {
					nodes = append(nodes, ruledIn(file)...)
				}
			}
			return err
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, "oracle:", err)
			os.Exit(2)
		}
	}
	envs := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	rules := 0
	start := time.Now()
	for _, found := range nodes {
		results, err := cel.Compile(found.node, found.declared, celconfig.PerCallLimit, envs, cel.NewExpressionsEnvLoader())
		if err != nil {
			fmt.Fprintln(os.Stderr, "oracle:", err)
			continue
		}
		rules += len(results)
	}
	fmt.Println(rules, time.Since(start).Seconds())
}

func ruledIn(file string) (nodes []ruled) {
	content, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		return nil
	}
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), 4096)
	for {
		var document apiruntime.RawExtension
		if decoder.Decode(&document) != nil {
			return nodes
		}
		var v verdict
		external, _ := externalCRD(document.Raw, &v)
		crd, ok := external.(*v1.CustomResourceDefinition)
		if !ok {
			continue
		}
		for _, served := range crd.Spec.Versions {
			if served.Schema == nil || served.Schema.OpenAPIV3Schema == nil {
				continue
			}
			if structural, err := structuralOf(served.Schema); err == nil {
				nodes = appendRuled(nodes, structural, true)
			}
		}
	}
}

func appendRuled(nodes []ruled, node *schema.Structural, isResource bool) []ruled {
	if len(node.XValidations) > 0 {
		if declared := model.SchemaDeclType(node, isResource); declared != nil {
			nodes = append(nodes, ruled{node, declared})
		}
	}
	for _, property := range node.Properties {
		nodes = appendRuled(nodes, &property, property.XEmbeddedResource)
	}
	if node.Items != nil {
		nodes = appendRuled(nodes, node.Items, node.Items.XEmbeddedResource)
	}
	if node.AdditionalProperties != nil && node.AdditionalProperties.Structural != nil {
		values := node.AdditionalProperties.Structural
		nodes = appendRuled(nodes, values, values.XEmbeddedResource)
	}
	return nodes
}
