//go:build !verdicts

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	apiruntime "k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
)

// bench reads the YAML and JSON files at the paths as kubectl does, decodes and validates every CRD
// in them on all cores, and prints their number. It is the counterpart of `crd-gen check`.
func bench(paths []string) {
	files := make(chan string)
	var documents atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for file := range files {
				documents.Add(validateFile(file))
			}
		})
	}
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			switch filepath.Ext(file) {
			case ".yaml", ".yml", ".json":
				if err == nil && !entry.IsDir() {
					files <- file
				}
			}
			return err
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, "oracle:", err)
			os.Exit(2)
		}
	}
	close(files)
	workers.Wait()
	fmt.Println(documents.Load())
}

func validateFile(file string) (count int64) {
	content, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		return 0
	}
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), 4096)
	for {
		var document apiruntime.RawExtension
		if err := decoder.Decode(&document); err != nil {
			if !errors.Is(err, io.EOF) {
				fmt.Fprintf(os.Stderr, "oracle: %s: %v\n", file, err)
			}
			return count
		}
		if bytes.Contains(document.Raw, []byte(`"CustomResourceDefinition"`)) {
			if v := create(createRequest{CRD: document.Raw}); v.Decode == "" {
				count++
			}
		}
	}
}
