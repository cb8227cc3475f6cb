package main

import (
	"encoding/json"
	"reflect"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/kube-openapi/pkg/handler"
	"k8s.io/kube-openapi/pkg/spec3"
)

type publishRequest struct {
	CRD     text   `json:"crd"`
	Version string `json:"version"` // every version when empty
	// The gate of selectable fields is off, as it is by default in 1.30.
	NoSelectableFields bool `json:"noSelectableFields"`
}

type publishAnswer struct {
	Versions map[string]*published `json:"versions,omitempty"`
	// The schemas by which server-side apply types and merges objects.
	Apply json.RawMessage `json:"apply,omitempty"`
	Error string          `json:"error,omitempty"`
	Panic string          `json:"panic,omitempty"`
}

// published is what one version adds to /openapi/v2 and serves at /openapi/v3.
type published struct {
	V2    json.RawMessage `json:"v2,omitempty"`
	V3    json.RawMessage `json:"v3,omitempty"`
	Error string          `json:"error,omitempty"`
}

// publish builds the documents with the options of the two publishing controllers.
func publish(request publishRequest) (answer publishAnswer) {
	var v verdict
	defer func() { answer.Panic = v.Panic }()
	defer caught(&v)
	crd, ok := v1CRD(createRequest{CRD: request.CRD}, &v)
	if !ok {
		return publishAnswer{Error: v.Decode}
	}
	answer.Versions = map[string]*published{}
	for _, version := range crd.Spec.Versions {
		if request.Version != "" && request.Version != version.Name {
			continue
		}
		of := &published{}
		answer.Versions[version.Name] = of
		v2, err := builder.BuildOpenAPIV2(crd, version.Name, publishing(true, !request.NoSelectableFields))
		if err == nil {
			v2.Definitions = handler.PruneDefaults(v2.Definitions)
			of.V2, err = json.Marshal(v2)
		}
		if err != nil {
			of.Error = err.Error()
			continue
		}
		v3, err := builder.BuildOpenAPIV3(crd, version.Name, publishing(false, !request.NoSelectableFields))
		if err == nil {
			of.V3, err = json.Marshal(v3)
		}
		if err != nil {
			of.Error = err.Error()
		}
	}
	if request.Version != "" {
		return answer
	}
	var err error
	if answer.Apply, err = applied(crd); err != nil {
		answer.Error = err.Error()
	}
	return answer
}

// applied returns the schemas of all versions, as the handler of custom resources merges them for server-side apply.
func applied(crd *apiextensionsv1.CustomResourceDefinition) (json.RawMessage, error) {
	var specs []*spec3.OpenAPI
	for _, version := range crd.Spec.Versions {
		of, err := builder.BuildOpenAPIV3(crd, version.Name, builder.Options{})
		if err != nil {
			return nil, err
		}
		specs = append(specs, of)
	}
	merged, err := builder.MergeSpecsV3(specs...)
	if err != nil {
		return nil, err
	}
	// No server has a CRD without versions.
	if merged.Components == nil {
		return json.RawMessage("{}"), nil
	}
	return json.Marshal(merged.Components.Schemas)
}

// publishing returns the options of the two publishing controllers. Servers before 1.30 do not support selectable fields.
func publishing(v2, selectable bool) builder.Options {
	options := builder.Options{V2: v2}
	if field := reflect.ValueOf(&options).Elem().FieldByName("IncludeSelectableFields"); field.IsValid() {
		field.SetBool(selectable)
	}
	return options
}
