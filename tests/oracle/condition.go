//go:build !verdicts

package main

import (
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

type conditionAnswer struct {
	Status  string  `json:"status,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	Message string  `json:"message,omitempty"`
	Errors  []cause `json:"errors,omitempty"`
	Decode  string  `json:"decode,omitempty"`
	Panic   string  `json:"panic,omitempty"`
}

// condition returns the condition that the NonStructuralSchema controller would set. The controller's own function
// is private, so this makes the same library calls in the same order.
func condition(request createRequest) (answer conditionAnswer) {
	var v verdict
	defer func() { answer.Decode, answer.Panic = v.Decode, v.Panic }()
	defer caught(&v)
	crd, ok := v1CRD(request, &v)
	if !ok {
		return answer
	}
	var errs field.ErrorList
	if crd.Spec.PreserveUnknownFields {
		errs = append(errs, field.Invalid(field.NewPath("spec", "preserveUnknownFields"), true, "must be false"))
	}
	for i, version := range crd.Spec.Versions {
		if version.Schema == nil || version.Schema.OpenAPIV3Schema == nil {
			continue
		}
		structural, err := structuralOf(version.Schema)
		if err != nil {
			answer.Status, answer.Reason = string(v1.ConditionUnknown), "StructuralError"
			answer.Message = "failed to check validation schema for version " + version.Name + ": " + err.Error()
			return answer
		}
		path := field.NewPath("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
		errs = append(errs, schema.ValidateStructural(path, structural)...)
	}
	if len(errs) > 0 {
		answer.Status, answer.Reason = string(v1.ConditionTrue), "Violations"
		answer.Message = errs.ToAggregate().Error()
		answer.Errors = causes(errs)
	}
	return answer
}

func structuralOf(validation *v1.CustomResourceValidation) (*schema.Structural, error) {
	props, err := internalSchema(validation)
	if err != nil {
		return nil, err
	}
	return schema.NewStructural(props)
}
