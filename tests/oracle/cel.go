package main

import (
	"encoding/json"
	"errors"

	celgo "github.com/google/cel-go/cel"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

type celRequest struct {
	Schema *v1.JSONSchemaProps `json:"schema"`
	Nested bool                `json:"nested"` // the schema is not the root of a resource
	Rule   json.RawMessage     `json:"rule"`   // a string, or an object of x-kubernetes-validations; absent: the schema's own first
	Expr   string              `json:"expr"`   // of cel-check
	Compat string              `json:"compat"` // the server's when empty
	Stored bool                `json:"stored"` // compile as an expression that is already stored
}

type celAnswer struct {
	Error               string `json:"error"`
	MaxCost             uint64 `json:"maxCost"`
	MaxCardinality      uint64 `json:"maxCardinality"`
	UsesOldSelf         bool   `json:"usesOldSelf,omitempty"`
	MessageError        string `json:"messageError,omitempty"`
	MessageCost         uint64 `json:"messageCost,omitempty"`
	NormalizedFieldPath string `json:"fieldPath,omitempty"`
}

// rule compiles one rule of a schema and estimates its cost, as the validation of CRDs does.
func rule(request celRequest) (answer celAnswer) {
	var v verdict
	defer func() {
		if v.Panic != "" {
			answer.Error = "panic: " + v.Panic
		}
	}()
	defer caught(&v)
	structural, declared, err := request.types()
	if err != nil {
		return celAnswer{Error: err.Error()}
	}
	if len(request.Rule) > 0 {
		var rule v1.ValidationRule
		if err := json.Unmarshal(request.Rule, &rule.Rule); err != nil {
			if err := json.Unmarshal(request.Rule, &rule); err != nil {
				return celAnswer{Error: err.Error()}
			}
		}
		structural.XValidations = v1.ValidationRules{rule}
	}
	envs, err := request.environment()
	if err != nil {
		return celAnswer{Error: err.Error()}
	}
	loader := cel.NewExpressionsEnvLoader()
	if request.Stored {
		loader = cel.StoredExpressionsEnvLoader()
	}
	results, err := cel.Compile(structural, declared, celconfig.PerCallLimit, envs, loader)
	if err != nil {
		return celAnswer{Error: err.Error()}
	}
	if len(results) == 0 {
		return celAnswer{Error: "there is no rule"}
	}
	result := results[0]
	answer = celAnswer{
		MaxCost:             result.MaxCost,
		MaxCardinality:      result.MaxCardinality,
		UsesOldSelf:         result.UsesOldSelf,
		MessageCost:         result.MessageExpressionMaxCost,
		NormalizedFieldPath: result.NormalizedRuleFieldPath,
	}
	if result.Error != nil {
		answer.Error = result.Error.Detail
	}
	if result.MessageExpressionError != nil {
		answer.MessageError = result.MessageExpressionError.Detail
	}
	return answer
}

type checkAnswer struct {
	Type  string `json:"type,omitempty"`
	Error string `json:"error,omitempty"`
}

// check returns the type of any expression over self and oldSelf.
func check(request celRequest) (answer checkAnswer) {
	var v verdict
	defer func() {
		if v.Panic != "" {
			answer.Error = "panic: " + v.Panic
		}
	}()
	defer caught(&v)
	env, err := request.variables()
	if err != nil {
		return checkAnswer{Error: err.Error()}
	}
	ast, issues := env.Compile(request.Expr)
	if issues.Err() != nil {
		return checkAnswer{Error: issues.String()}
	}
	return checkAnswer{Type: ast.OutputType().String()}
}

func (request celRequest) variables() (*celgo.Env, error) {
	envs, err := request.environment()
	if err != nil {
		return nil, err
	}
	options := environment.VersionedOptions{IntroducedVersion: version.MajorMinor(1, 0)}
	if request.Schema != nil {
		_, declared, err := request.types()
		if err != nil {
			return nil, err
		}
		self := declared.MaybeAssignTypeName("selfType")
		options.DeclTypes = []*apiservercel.DeclType{self}
		options.EnvOptions = []celgo.EnvOption{
			celgo.Variable(cel.ScopedVarName, self.CelType()),
			celgo.Variable(cel.OldScopedVarName, self.CelType()),
		}
	}
	if envs, err = envs.Extend(options); err != nil {
		return nil, err
	}
	if request.Stored {
		return envs.StoredExpressionsEnv(), nil
	}
	return envs.NewExpressionsEnv(), nil
}

func (request celRequest) environment() (*environment.EnvSet, error) {
	if request.Compat == "" {
		return newExpressions(), nil
	}
	compat, err := version.ParseGeneric(request.Compat)
	if err != nil {
		return nil, err
	}
	return expressionsOf(compat), nil
}

func (request celRequest) types() (*schema.Structural, *apiservercel.DeclType, error) {
	if request.Schema == nil {
		return nil, nil, errors.New("there is no schema")
	}
	structural, err := structuralOfProps(request.Schema)
	if err != nil {
		return nil, nil, err
	}
	declared := model.SchemaDeclType(structural, structural.Type == "object" && !request.Nested)
	if declared == nil {
		return nil, nil, errors.New("the schema has no CEL type")
	}
	return structural, declared, nil
}
