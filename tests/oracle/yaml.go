//go:build !verdicts

package main

import (
	"errors"
	"io"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

type yamlRequest struct {
	Text string `json:"text"`
}

// reading is the JSON text that a parser returned for a document, or its error.
type reading struct {
	JSON  *string `json:"json,omitempty"`
	Error string  `json:"error,omitempty"`
}

type yamlAnswer struct {
	reading
	Strict    reading   `json:"strict"`
	Documents []reading `json:"documents"`
}

// readYAML parses the text as one document, and as kubectl parses a file of documents.
func readYAML(request yamlRequest) yamlAnswer {
	return yamlAnswer{
		reading:   readingOf(yaml.YAMLToJSON([]byte(request.Text))),
		Strict:    readingOf(yaml.YAMLToJSONStrict([]byte(request.Text))),
		Documents: documents(request.Text),
	}
}

func readingOf(json []byte, err error) reading {
	if err != nil {
		return reading{Error: err.Error()}
	}
	text := string(json)
	return reading{JSON: &text}
}

// documents stops at the first error, as kubectl does.
func documents(text string) []reading {
	list := []reading{}
	decoder := utilyaml.NewYAMLOrJSONDecoder(strings.NewReader(text), 4096)
	for {
		var document runtime.RawExtension
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return list
		}
		list = append(list, readingOf(document.Raw, err))
		if err != nil {
			return list
		}
	}
}
