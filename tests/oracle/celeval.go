//go:build !verdicts

package main

import (
	"context"
	"encoding/json"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	kjson "sigs.k8s.io/json"
)

type evalRequest struct {
	Schema *v1.JSONSchemaProps `json:"schema"`
	Nested bool                `json:"nested"`
	Object json.RawMessage     `json:"object"`
	Old    json.RawMessage     `json:"old"`
	Budget int64               `json:"budget"` // the server's when 0
}

type evalAnswer struct {
	Cost   int64   `json:"cost"` // -1: the budget is used up or a rule did not compile
	Errors []cause `json:"errors"`
	Panic  string  `json:"panic,omitempty"`
}

// eval evaluates the rules of a schema on a value, below the path `root`.
func eval(request evalRequest) (answer evalAnswer) {
	answer.Errors = []cause{}
	var v verdict
	defer func() { answer.Panic = v.Panic }()
	defer caught(&v)
	structural, _, err := celRequest{Schema: request.Schema, Nested: request.Nested}.types()
	if err != nil {
		panic(err)
	}
	var object, old any
	for raw, into := range map[*json.RawMessage]*any{&request.Object: &object, &request.Old: &old} {
		if len(*raw) > 0 {
			if err := kjson.UnmarshalCaseSensitivePreserveInts(*raw, into); err != nil {
				panic(err)
			}
		}
	}
	budget := request.Budget
	if budget == 0 {
		budget = celconfig.RuntimeCELCostBudget
	}
	root := structural.Type == "object" && !request.Nested
	validator := cel.NewValidator(structural, root, celconfig.PerCallLimit)
	if validator == nil {
		return answer
	}
	errs, remaining := validator.Validate(context.Background(), field.NewPath("root"), structural, object, old, budget)
	answer.Errors = causes(errs)
	answer.Cost = -1
	if remaining >= 0 {
		answer.Cost = budget - remaining
	}
	return answer
}
