package main

import (
	"errors"
	"reflect"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

type costsRequest struct {
	Schema *v1.JSONSchemaProps `json:"schema"`
	Rules  []string            `json:"rules"`
}

type costsAnswer struct {
	Error string  `json:"error,omitempty"`
	Costs []int64 `json:"costs,omitempty"` // -1 if the rule does not compile, -2 for 2^63 and more
}

// costs estimates rules on the root of a schema, each separately, as the validation of new CRDs does. It
// builds with the code of every server.
func costs(request costsRequest) (answer costsAnswer) {
	structural, err := structuralOfProps(request.Schema)
	if err != nil {
		return costsAnswer{Error: err.Error()}
	}
	declared := model.SchemaDeclType(structural, false)
	if declared == nil {
		return costsAnswer{Error: "the schema has no CEL type"}
	}
	envs := newExpressions()
	for _, rule := range request.Rules {
		answer.Costs = append(answer.Costs, costOf(structural, func(s *schema.Structural) ([]cel.CompilationResult, error) {
			s.XValidations = v1.ValidationRules{{Rule: rule}}
			return cel.Compile(s, declared, celconfig.PerCallLimit, envs, cel.NewExpressionsEnvLoader())
		}))
	}
	return answer
}

func costOf(structural *schema.Structural, compile func(*schema.Structural) ([]cel.CompilationResult, error)) (cost int64) {
	defer func() {
		if recover() != nil {
			cost = -1
		}
	}()
	one := *structural
	results, err := compile(&one)
	if err != nil || len(results) != 1 || results[0].Error != nil {
		return -1
	}
	if results[0].MaxCost > 1<<63-1 {
		return -2
	}
	return int64(results[0].MaxCost)
}

// newExpressions is the environment of this server.
func newExpressions() *environment.EnvSet {
	return expressionsOf(environment.DefaultCompatibilityVersion())
}

// expressionsOf is the environment of a compatibility version. Some servers take a second argument, which validation
// sets.
func expressionsOf(compat *version.Version) *environment.EnvSet {
	make := reflect.ValueOf(environment.MustBaseEnvSet)
	arguments := []reflect.Value{reflect.ValueOf(compat)}
	if make.Type().NumIn() == 2 {
		arguments = append(arguments, reflect.ValueOf(true))
	}
	return make.Call(arguments)[0].Interface().(*environment.EnvSet)
}

func structuralOfProps(props *v1.JSONSchemaProps) (*schema.Structural, error) {
	if props == nil {
		return nil, errors.New("there is no schema")
	}
	var internal apiextensions.JSONSchemaProps
	if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(props, &internal, nil); err != nil {
		return nil, err
	}
	return schema.NewStructural(&internal)
}
