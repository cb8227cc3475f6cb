package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"k8s.io/apiextensions-apiserver/pkg/apihelpers"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	gvk "k8s.io/apimachinery/pkg/runtime/schema"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"
	kjson "sigs.k8s.io/json"
)

type objectsRequest struct {
	CRD     text            `json:"crd"`
	Version string          `json:"version"` // the storage version when empty
	Objects []objectRequest `json:"objects"`
}

type objectRequest struct {
	Op     string `json:"op"` // create, update, status
	Object text   `json:"object"`
	Old    text   `json:"old"`
}

type objectsAnswer struct {
	CRD     string         `json:"crd,omitempty"` // the CRD cannot serve objects
	Answers []objectAnswer `json:"answers"`
}

type objectAnswer struct {
	Object   json.RawMessage `json:"object,omitempty"`
	Strict   []string        `json:"strict,omitempty"`
	Errors   []cause         `json:"errors"`
	Warnings []string        `json:"warnings,omitempty"`
	Decode   string          `json:"decode,omitempty"` // the object was not decoded
	Panic    string          `json:"panic,omitempty"`
}

// objects processes custom resources: decoding with pruning, defaulting, and the steps of the generic registry and the
// strategy before an object is stored. The CRD itself is not validated first.
func objects(request objectsRequest) (answer objectsAnswer) {
	var v verdict
	defer func() {
		if v.Panic != "" {
			answer.CRD = v.Panic
		}
	}()
	defer caught(&v)
	answer.Answers = []objectAnswer{}
	crd, ok := v1CRD(createRequest{CRD: request.CRD}, &v)
	if !ok {
		answer.CRD = v.Decode
		return answer
	}
	served, err := serving(crd, request.Version)
	if err != nil {
		answer.CRD = err.Error()
		return answer
	}
	for _, one := range request.Objects {
		answer.Answers = append(answer.Answers, served.admit(one))
	}
	return answer
}

// admit runs one request.
func (served *resource) admit(request objectRequest) (answer objectAnswer) {
	answer.Errors = []cause{}
	var v verdict
	defer func() { answer.Panic = v.Panic }()
	defer caught(&v)
	sent, err := served.read(request.Object, fromRequest, &answer)
	if err != nil {
		answer.Decode = err.Error()
		return answer
	}
	var old *unstructured.Unstructured
	if request.Op != "create" {
		if old, err = served.read(request.Old, fromStore, &objectAnswer{}); err != nil {
			answer.Decode = "old: " + err.Error()
			return answer
		}
	}
	served.judge(request.Op, sent, old, &answer)
	answer.Object, err = json.Marshal(sent.Object)
	if err != nil {
		answer.Decode = err.Error()
	}
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
	create          rest.RESTCreateStrategy
	update          rest.RESTUpdateStrategy
	updateStatus    rest.RESTUpdateStrategy
}

func serving(crd *v1.CustomResourceDefinition, name string) (served *resource, failed error) {
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
	served = &resource{
		kind:       gvk.GroupVersionKind{Group: crd.Spec.Group, Version: name, Kind: crd.Spec.Names.Kind},
		namespaced: crd.Spec.Scope == v1.NamespaceScoped,
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
	defer func() {
		if failed == nil {
			served.create, served.update, served.updateStatus = served.strategies()
		}
	}()
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

// source is the source of a document.
type source int

const (
	fromRequest source = iota
	fromStore
)

// read decodes, coerces and defaults an object as the handler of custom resources does.
func (served *resource) read(document text, from source, answer *objectAnswer) (*unstructured.Unstructured, error) {
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
	return object, served.coerce(object, from, answer)
}

func (served *resource) coerce(object *unstructured.Unstructured, from source, answer *objectAnswer) error {
	unknown := func(paths []string) {
		for _, path := range paths {
			answer.Strict = append(answer.Strict, fmt.Sprintf("unknown field %q", path))
		}
	}
	kind, hasKind, err := unstructured.NestedString(object.Object, "kind")
	if err != nil {
		return err
	}
	apiVersion, hasVersion, err := unstructured.NestedString(object.Object, "apiVersion")
	if err != nil {
		return err
	}
	meta, hasMeta, paths, err := objectmeta.GetObjectMetaWithOptions(object.Object, objectmeta.ObjectMetaOptions{
		DropMalformedFields:     from == fromStore,
		ReturnUnknownFieldPaths: true,
	})
	if err != nil {
		return err
	}
	unknown(paths)
	gv, err := gvk.ParseGroupVersion(apiVersion)
	if err != nil {
		return err
	}
	ours := gv.Group == served.kind.Group && kind == served.kind.Kind
	if ours {
		pruned := pruning.PruneWithOptions(object.Object, served.structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
		unknown(pruned)
		defaulting.PruneNonNullableNullsWithoutDefaults(object.Object, served.structural)
		// The result is a *field.Error, which is kept separate from the error that it would become.
		invalid, coerced := objectmeta.CoerceWithOptions(nil, object.Object, served.structural, false, objectmeta.CoerceOptions{
			DropInvalidFields:       from == fromStore,
			ReturnUnknownFieldPaths: true,
		})
		if invalid != nil {
			return invalid
		}
		unknown(coerced)
		if from == fromStore && hasMeta && meta.Generation == 0 {
			meta.Generation = 1
		}
	}
	if hasKind {
		object.SetKind(kind)
	}
	if hasVersion {
		object.SetAPIVersion(apiVersion)
	}
	if hasMeta {
		if err := objectmeta.SetObjectMeta(object.Object, meta); err != nil {
			return err
		}
	}
	if ours {
		defaulting.Default(object.Object, served.structural)
	}
	return nil
}

// typer returns the resource's kind for every object.
type typer struct{ kind gvk.GroupVersionKind }

func (t typer) ObjectKinds(runtime.Object) ([]gvk.GroupVersionKind, bool, error) {
	return []gvk.GroupVersionKind{t.kind}, false, nil
}

func (t typer) Recognizes(gvk.GroupVersionKind) bool { return true }

// strategies returns the strategies for creates and updates of the object and for updates of its status. The parameters
// of the constructor, and their types, differ by server.
func (served *resource) strategies() (rest.RESTCreateStrategy, rest.RESTUpdateStrategy, rest.RESTUpdateStrategy) {
	create := reflect.ValueOf(customresource.NewStrategy)
	given := []any{typer{served.kind}, served.namespaced, served.kind, served.validator, served.statusValidator,
		served.structural, served.status, served.scale}
	arguments := make([]reflect.Value, create.Type().NumIn())
	for i := range arguments {
		arguments[i] = reflect.Zero(create.Type().In(i))
		if i < len(given) && given[i] != nil {
			arguments[i] = reflect.ValueOf(given[i])
		}
	}
	main := create.Call(arguments)[0]
	status := reflect.ValueOf(customresource.NewStatusStrategy).Call([]reflect.Value{main})[0]
	return main.Interface().(rest.RESTCreateStrategy), main.Interface().(rest.RESTUpdateStrategy),
		status.Interface().(rest.RESTUpdateStrategy)
}

// warnings collects the warnings for the client.
type warnings struct{ texts []string }

func (w *warnings) AddWarning(_, text string) { w.texts = append(w.texts, text) }

// judge performs the steps of the registry before it stores an object.
func (served *resource) judge(op string, sent, old *unstructured.Unstructured, answer *objectAnswer) {
	recorded := &warnings{texts: dropRepeatedOwners(sent)}
	ctx := warning.WithWarningRecorder(context.Background(), recorded)
	if served.namespaced {
		ctx = genericapirequest.WithNamespace(ctx, "default")
		for _, object := range []*unstructured.Unstructured{sent, old} {
			if object != nil && object.GetNamespace() == "" {
				object.SetNamespace("default")
			}
		}
		if namespace := sent.GetNamespace(); namespace != "" {
			ctx = genericapirequest.WithNamespace(ctx, namespace)
		}
	} else {
		ctx = genericapirequest.WithNamespace(ctx, metav1.NamespaceNone)
		if old != nil {
			old.SetNamespace("")
		}
	}
	create, update, status := served.create, served.update, served.updateStatus
	var err error
	switch op {
	case "create":
		rest.FillObjectMetaSystemFields(sent)
		sent.SetSelfLink("")
		if sent.GetName() == "" && sent.GetGenerateName() != "" {
			base := sent.GetGenerateName()
			if len(base) > 58 {
				base = base[:58]
			}
			sent.SetName(base + "abcde")
		}
		err = rest.BeforeCreate(create, ctx, sent) // which also warns
	default:
		strategy := update
		if op == "status" {
			strategy = status
		}
		if old.GetUID() == "" {
			old.SetUID("u")
		}
		if created := old.GetCreationTimestamp(); created.IsZero() {
			old.SetCreationTimestamp(metav1.Now())
		}
		old.SetResourceVersion("1")
		sent.SetResourceVersion("1")
		err = rest.BeforeUpdate(strategy, ctx, sent, old)
	}
	answer.Warnings = recorded.texts
	if err == nil {
		return
	}
	var asked apierrors.APIStatus
	if errors.As(err, &asked) && asked.Status().Reason == metav1.StatusReasonInvalid {
		for _, one := range asked.Status().Details.Causes {
			answer.Errors = append(answer.Errors, cause{string(one.Type), one.Field, one.Message})
		}
		return
	}
	answer.Decode = err.Error()
}

func internalSchema(validation *v1.CustomResourceValidation) (*apiextensions.JSONSchemaProps, error) {
	var internal apiextensions.CustomResourceValidation
	err := v1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(validation, &internal, nil)
	return internal.OpenAPIV3Schema, err
}
