package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jsonserializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	"k8s.io/apiserver/pkg/storage"
	"sigs.k8s.io/yaml"
)

// text is a document as sent: any JSON value is used byte for byte; a JSON string contains
// a document in YAML or JSON.
type text []byte

func (t *text) UnmarshalJSON(raw []byte) error {
	if len(raw) == 0 || raw[0] != '"' {
		*t = bytes.Clone(raw)
		return nil
	}
	var document string
	if err := json.Unmarshal(raw, &document); err != nil {
		return err
	}
	*t = text(document)
	return nil
}

// json returns the document as JSON, as kubectl would send it.
func (t text) json() ([]byte, error) {
	if trimmed := bytes.TrimSpace(t); len(trimmed) > 0 && trimmed[0] == '{' {
		return t, nil
	}
	return yaml.YAMLToJSON(t)
}

type createRequest struct {
	CRD   text `json:"crd"`
	Strip bool `json:"strip"`
}

type updateRequest struct {
	Old   text `json:"old"`
	New   text `json:"new"`
	Strip bool `json:"strip"`
}

type verdict struct {
	Errors   []cause  `json:"errors"`
	Decode   string   `json:"decode,omitempty"`
	Strict   []string `json:"strict,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	Panic    string   `json:"panic,omitempty"`
}

type cause struct {
	Type   string `json:"type"`
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

func causes(errs field.ErrorList) []cause {
	list := make([]cause, 0, len(errs))
	for _, err := range errs {
		list = append(list, cause{string(err.Type), err.Field, err.ErrorBody()})
	}
	return list
}

var (
	scheme        = newScheme()
	strictDecoder = jsonserializer.NewSerializerWithOptions(jsonserializer.DefaultMetaFactory, scheme, scheme,
		jsonserializer.SerializerOptions{Strict: true})
	strategy = customresourcedefinition.NewStrategy(scheme)
)

func newScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	install.Install(s)
	return s
}

func create(request createRequest) (v verdict) {
	v.Errors = []cause{}
	defer caught(&v)
	crd, ok := internalCRD(request.CRD, request.Strip, &v)
	if !ok {
		return v
	}
	ctx := context.Background()
	warnings := receive(crd, nil)
	strategy.PrepareForCreate(ctx, crd)
	v.Errors = causes(strategy.Validate(ctx, crd))
	v.Warnings = append(warnings, strategy.WarningsOnCreate(ctx, crd)...)
	if stored, err := strconv.ParseUint(crd.ResourceVersion, 10, 64); len(v.Errors) == 0 && err == nil && stored != 0 {
		v.Errors = []cause{{"InternalError", "metadata.resourceVersion", storage.ErrResourceVersionSetOnCreate.Error()}}
	}
	return v
}

func update(request updateRequest) (v verdict) {
	v.Errors = []cause{}
	defer caught(&v)
	var ofOld verdict
	old, ok := internalCRD(request.Old, request.Strip, &ofOld)
	if !ok {
		v.Decode = "old: " + ofOld.Decode
		return v
	}
	crd, ok := internalCRD(request.New, request.Strip, &v)
	if !ok {
		return v
	}
	crd.Generation = old.Generation
	ctx := context.Background()
	warnings := receive(crd, old.ManagedFields)
	strategy.PrepareForUpdate(ctx, crd, old)
	keepSystemFields(crd, old)
	v.Errors = causes(strategy.ValidateUpdate(ctx, crd, old))
	// The server checks the metadata twice; errors that both checks report are kept once.
	for _, found := range causes(validation.ValidateObjectMetaAccessor(crd, false, path.ValidatePathSegmentName, field.NewPath("metadata"))) {
		if !slices.Contains(v.Errors, found) {
			v.Errors = append(v.Errors, found)
		}
	}
	v.Warnings = append(warnings, strategy.WarningsOnUpdate(ctx, crd, old)...)
	return v
}

// receive changes the metadata of a request as the server does before anything else. Managed fields that cannot be decoded
// are replaced by those of the stored object.
func receive(crd *apiextensions.CustomResourceDefinition, managed []metav1.ManagedFieldsEntry) (warnings []string) {
	crd.Namespace = ""
	if managedfields.ValidateManagedFields(crd.ManagedFields) != nil {
		crd.ManagedFields = managed
	}
	return dropRepeatedOwners(crd)
}

// dropRepeatedOwners removes repeated owner references as the server does, and returns its warnings.
func dropRepeatedOwners(object metav1.Object) (warnings []string) {
	var owners []metav1.OwnerReference
	var repeated []string
	for _, owner := range object.GetOwnerReferences() {
		if slices.ContainsFunc(owners, func(other metav1.OwnerReference) bool { return equality.Semantic.DeepEqual(other, owner) }) {
			repeated = append(repeated, string(owner.UID))
		} else {
			owners = append(owners, owner)
		}
	}
	if len(repeated) > 0 {
		object.SetOwnerReferences(owners)
		warnings = append(warnings, fmt.Sprintf(handlers.DuplicateOwnerReferencesWarningFormat, strings.Join(repeated, ", ")))
	}
	return warnings
}

// keepSystemFields changes metadata as the server does before it validates an update, and sets the
// resource version: an update must have the version that it replaces, which files rarely contain.
func keepSystemFields(crd, old *apiextensions.CustomResourceDefinition) {
	if crd.ResourceVersion == "" {
		crd.ResourceVersion = "1"
	}
	if crd.UID == "" {
		crd.UID = old.UID
	}
	crd.CreationTimestamp = old.CreationTimestamp
	if !old.DeletionTimestamp.IsZero() {
		crd.DeletionTimestamp = old.DeletionTimestamp
	}
	if crd.DeletionGracePeriodSeconds == nil {
		crd.DeletionGracePeriodSeconds = old.DeletionGracePeriodSeconds
	}
}

// caught records a panic of the server's code: the API server would return 500.
func caught(v *verdict) {
	if cause := recover(); cause != nil {
		v.Panic = fmt.Sprint(cause)
	}
}

// externalCRD decodes a CRD as the API server does: by its apiVersion, strictly, with defaults.
func externalCRD(document text, v *verdict) (runtime.Object, bool) {
	sent, err := document.json()
	if err != nil {
		v.Decode = err.Error()
		return nil, false
	}
	object, _, err := strictDecoder.Decode(sent, nil, nil)
	if err != nil {
		strict, isStrict := runtime.AsStrictDecodingError(err)
		if !isStrict || object == nil {
			v.Decode = err.Error()
			return nil, false
		}
		for _, unknown := range strict.Errors() {
			v.Strict = append(v.Strict, unknown.Error())
		}
	}
	scheme.Default(object)
	return object, true
}

func internalCRD(document text, strip bool, v *verdict) (*apiextensions.CustomResourceDefinition, bool) {
	external, ok := externalCRD(document, v)
	if !ok {
		return nil, false
	}
	if strip {
		stripRules(reflect.ValueOf(external))
	}
	internal, err := scheme.ConvertToVersion(external, apiextensions.SchemeGroupVersion)
	if err != nil {
		v.Decode = err.Error()
		return nil, false
	}
	crd, ok := internal.(*apiextensions.CustomResourceDefinition)
	if !ok {
		v.Decode = fmt.Sprintf("not a CustomResourceDefinition but %T", internal)
		return nil, false
	}
	return crd, true
}

// stripRules empties every x-kubernetes-validations below the value.
func stripRules(value reflect.Value) {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			stripRules(value.Elem())
		}
	case reflect.Slice:
		for i := range value.Len() {
			stripRules(value.Index(i))
		}
	case reflect.Map:
		for _, key := range value.MapKeys() {
			element := reflect.New(value.Type().Elem()).Elem()
			element.Set(value.MapIndex(key))
			stripRules(element)
			value.SetMapIndex(key, element)
		}
	case reflect.Struct:
		if rules := value.FieldByName("XValidations"); rules.IsValid() && rules.CanSet() {
			rules.SetZero()
		}
		for i := range value.NumField() {
			if value.Field(i).CanSet() {
				stripRules(value.Field(i))
			}
		}
	}
}
