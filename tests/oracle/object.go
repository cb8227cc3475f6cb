//go:build !verdicts

package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apihelpers"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	gvk "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kjson "sigs.k8s.io/json"
)

type objectRequest struct {
	CRD     text   `json:"crd"`
	Strip   bool   `json:"strip"`
	Version string `json:"version"` // the storage version when empty
	Object  text   `json:"object"`
	Old     text   `json:"old"`    // asks about an update of this object
	Status  bool   `json:"status"` // the update goes to the status subresource
}

type objectAnswer struct {
	Pruned      json.RawMessage `json:"pruned,omitempty"`
	Defaulted   json.RawMessage `json:"defaulted,omitempty"`
	PrunedPaths []string        `json:"prunedPaths,omitempty"`
	Strict      []string        `json:"strict,omitempty"`
	Errors      []cause         `json:"errors"`
	Warnings    []string        `json:"warnings,omitempty"`
	Decode      string          `json:"decode,omitempty"` // the object was not read
	CRD         string          `json:"crd,omitempty"`    // the CRD cannot serve objects
	Panic       string          `json:"panic,omitempty"`
}

// object asks what becomes of a custom resource: decoding with pruning, then defaulting, then the
// strategy's validation. The CRD itself is not validated first.
func object(request objectRequest) (answer objectAnswer) {
	answer.Errors = []cause{}
	var v verdict
	defer func() { answer.Panic = v.Panic }()
	defer caught(&v)
	crd, ok := v1CRD(createRequest{request.CRD, request.Strip}, &v)
	if !ok {
		answer.CRD = v.Decode
		return answer
	}
	served, err := serving(crd, request.Version)
	if err != nil {
		answer.CRD = err.Error()
		return answer
	}
	sent, err := served.read(request.Object, &answer)
	if err != nil {
		answer.Decode = err.Error()
		return answer
	}
	var old *unstructured.Unstructured
	if len(request.Old) > 0 && string(request.Old) != "null" {
		if old, err = served.read(request.Old, &objectAnswer{}); err != nil {
			answer.Decode = "old: " + err.Error()
			return answer
		}
	}
	errs, warnings := served.validate(sent, old, request.Status)
	answer.Errors, answer.Warnings = causes(errs), warnings
	return answer
}

// resource is one served version of a CRD.
type resource struct {
	kind            gvk.GroupVersionKind
	namespaced      bool
	structural      *schema.Structural
	validator       validation.SchemaValidator
	statusValidator validation.SchemaValidator
	status          *apiextensions.CustomResourceSubresourceStatus
	scale           *apiextensions.CustomResourceSubresourceScale
	selectable      []v1.SelectableField
}

func serving(crd *v1.CustomResourceDefinition, name string) (*resource, error) {
	if name == "" {
		storage, err := apihelpers.GetCRDStorageVersion(crd)
		if err != nil {
			return nil, err
		}
		name = storage
	}
	of, err := versionNamed(crd, name)
	if err != nil {
		return nil, err
	}
	served := &resource{
		kind:       gvk.GroupVersionKind{Group: crd.Spec.Group, Version: name, Kind: crd.Spec.Names.Kind},
		namespaced: crd.Spec.Scope == v1.NamespaceScoped,
		selectable: of.SelectableFields,
	}
	var props *apiextensions.JSONSchemaProps
	if of.Schema != nil && of.Schema.OpenAPIV3Schema != nil {
		if props, err = internalSchema(of.Schema); err != nil {
			return nil, err
		}
		structural, err := schema.NewStructural(props)
		if err != nil {
			return nil, err
		}
		served.structural = structural.DeepCopy()
		if err := defaulting.PruneDefaults(served.structural); err != nil {
			return nil, err
		}
	}
	if served.validator, _, err = validation.NewSchemaValidator(props); err != nil {
		return nil, err
	}
	if of.Subresources == nil {
		return served, nil
	}
	if of.Subresources.Status != nil {
		served.status = &apiextensions.CustomResourceSubresourceStatus{}
		if props != nil {
			if status, has := props.Properties["status"]; has {
				if served.statusValidator, _, err = validation.NewSchemaValidator(&status); err != nil {
					return nil, err
				}
			}
		}
	}
	if of.Subresources.Scale != nil {
		served.scale = &apiextensions.CustomResourceSubresourceScale{}
		if err := scheme.Convert(of.Subresources.Scale, served.scale, nil); err != nil {
			return nil, err
		}
	}
	return served, nil
}

func versionNamed(crd *v1.CustomResourceDefinition, name string) (*v1.CustomResourceDefinitionVersion, error) {
	for i := range crd.Spec.Versions {
		if crd.Spec.Versions[i].Name == name {
			return &crd.Spec.Versions[i], nil
		}
	}
	return nil, fmt.Errorf("no version %q", name)
}

// read decodes, coerces and defaults an object as the handler of custom resources does.
func (served *resource) read(document text, answer *objectAnswer) (*unstructured.Unstructured, error) {
	sent, err := document.json()
	if err != nil {
		return nil, err
	}
	content := map[string]any{}
	duplicates, err := kjson.UnmarshalStrict(sent, &content)
	if err != nil {
		return nil, err
	}
	for _, duplicate := range duplicates {
		answer.Strict = append(answer.Strict, duplicate.Error())
	}
	object := &unstructured.Unstructured{Object: content}
	if err := served.coerce(object, answer); err != nil {
		return nil, err
	}
	if answer.Pruned, err = json.Marshal(object.Object); err != nil {
		return nil, err
	}
	defaulting.Default(object.Object, served.structural)
	answer.Defaulted, err = json.Marshal(object.Object)
	return object, err
}

func (served *resource) coerce(object *unstructured.Unstructured, answer *objectAnswer) error {
	kind, hasKind, err := unstructured.NestedString(object.Object, "kind")
	if err != nil {
		return err
	}
	apiVersion, hasVersion, err := unstructured.NestedString(object.Object, "apiVersion")
	if err != nil {
		return err
	}
	meta, hasMeta, unknown, err := objectmeta.GetObjectMetaWithOptions(object.Object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return err
	}
	answer.PrunedPaths = append(answer.PrunedPaths, unknown...)
	if served.structural != nil {
		pruned := pruning.PruneWithOptions(object.Object, served.structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
		answer.PrunedPaths = append(answer.PrunedPaths, pruned...)
		defaulting.PruneNonNullableNullsWithoutDefaults(object.Object, served.structural)
	}
	// The result is a *field.Error: kept apart from the error it would become.
	invalid, coerced := objectmeta.CoerceWithOptions(nil, object.Object, served.structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if invalid != nil {
		return invalid
	}
	answer.PrunedPaths = append(answer.PrunedPaths, coerced...)
	if hasKind {
		object.SetKind(kind)
	}
	if hasVersion {
		object.SetAPIVersion(apiVersion)
	}
	if hasMeta {
		return objectmeta.SetObjectMeta(object.Object, meta)
	}
	return nil
}

func (served *resource) validate(sent, old *unstructured.Unstructured, status bool) (field.ErrorList, []string) {
	ctx := context.Background()
	strategy := customresource.NewStrategy(scheme, served.namespaced, served.kind, served.validator,
		served.statusValidator, served.structural, served.status, served.scale, served.selectable)
	// A request to a namespaced resource names the namespace; documents need not.
	for _, object := range []*unstructured.Unstructured{sent, old} {
		if object != nil && served.namespaced && object.GetNamespace() == "" {
			object.SetNamespace("default")
		}
	}
	if old == nil {
		strategy.PrepareForCreate(ctx, runtime.Object(sent))
		return strategy.Validate(ctx, sent), strategy.WarningsOnCreate(ctx, sent)
	}
	for _, object := range []*unstructured.Unstructured{sent, old} {
		if object.GetResourceVersion() == "" {
			object.SetResourceVersion("1")
		}
	}
	if status {
		statusStrategy := customresource.NewStatusStrategy(strategy)
		statusStrategy.PrepareForUpdate(ctx, sent, old)
		return statusStrategy.ValidateUpdate(ctx, sent, old), statusStrategy.WarningsOnUpdate(ctx, sent, old)
	}
	strategy.PrepareForUpdate(ctx, sent, old)
	return strategy.ValidateUpdate(ctx, sent, old), strategy.WarningsOnUpdate(ctx, sent, old)
}
