package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	celgo "github.com/google/cel-go/cel"
	celtypes "github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
	kjson "sigs.k8s.io/json"
)

type valuesRequest struct {
	Schema   *v1.JSONSchemaProps `json:"schema"`
	Nested   bool                `json:"nested"` // the schema is not the root of a resource
	Object   json.RawMessage     `json:"object"`
	Old      json.RawMessage     `json:"old"`
	Optional bool                `json:"optional"` // oldSelf is an optional
	Unshared bool                `json:"unshared"` // lists of the objects have no spare memory that appends share
	Limit    uint64              `json:"limit"`    // the server's when 0
	Exprs    []string            `json:"exprs"`
	Seconds  bool                `json:"seconds"` // measure instead: how long one evaluation takes
}

type valuesAnswer struct {
	Error   string        `json:"error,omitempty"` // the reason if none of them can be evaluated
	Answers []valueAnswer `json:"answers"`
}

type valueAnswer struct {
	Value   string  `json:"value,omitempty"`
	Error   string  `json:"error,omitempty"`
	Compile string  `json:"compile,omitempty"` // the checker rejects the expression
	Program string  `json:"program,omitempty"` // constant folding rejects the expression
	Cost    *uint64 `json:"cost,omitempty"`
	Nanos   float64 `json:"nanos,omitempty"`
	Plan    float64 `json:"plan,omitempty"` // nanoseconds to compile it
}

// activation holds the variables of an expression.
type activation struct{ self, old ref.Val }

func (a *activation) ResolveName(name string) (any, bool) {
	switch name {
	case cel.ScopedVarName:
		return a.self, true
	case cel.OldScopedVarName:
		return a.old, a.old != nil
	}
	return nil, false
}

func (a *activation) Parent() interpreter.Activation { return nil }

// values evaluates expressions of any type over self and oldSelf as stored rules are evaluated. It builds with the code
// of every server.
func values(request valuesRequest) (answer valuesAnswer) {
	answer.Answers = []valueAnswer{}
	structural, err := structuralOfProps(request.Schema)
	if err != nil {
		return valuesAnswer{Error: err.Error()}
	}
	root := structural.Type == "object" && !request.Nested
	declared := model.SchemaDeclType(structural, root)
	if declared == nil {
		return valuesAnswer{Error: "the schema has no CEL type"}
	}
	if root {
		structural = model.WithTypeAndObjectMeta(structural)
	}
	self := declared.MaybeAssignTypeName("selfType")
	oldType := self.CelType()
	if request.Optional {
		oldType = celtypes.NewOptionalType(oldType)
	}
	envs, err := newExpressions().Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		DeclTypes:         []*apiservercel.DeclType{self},
		EnvOptions: []celgo.EnvOption{
			celgo.Variable(cel.ScopedVarName, self.CelType()),
			celgo.Variable(cel.OldScopedVarName, oldType),
		},
	})
	if err != nil {
		return valuesAnswer{Error: err.Error()}
	}
	env := envs.StoredExpressionsEnv()
	limit := request.Limit
	if limit == 0 {
		limit = celconfig.PerCallLimit
	}
	variables := func() *activation {
		var object, old any
		for raw, into := range map[*json.RawMessage]*any{&request.Object: &object, &request.Old: &old} {
			if len(*raw) > 0 {
				if err := kjson.UnmarshalCaseSensitivePreserveInts(*raw, into); err != nil {
					panic(err)
				}
				if request.Unshared {
					clip(*into)
				}
			}
		}
		a := &activation{self: cel.UnstructuredToVal(object, structural)}
		if request.Optional {
			a.old = celtypes.OptionalNone
		}
		if old != nil {
			a.old = cel.UnstructuredToVal(old, structural)
			if request.Optional {
				a.old = celtypes.OptionalOf(a.old)
			}
		}
		return a
	}
	for _, expr := range request.Exprs {
		one := valueOf(env, expr, limit, variables())
		if request.Seconds {
			one.measure(env, expr, limit, variables)
		}
		answer.Answers = append(answer.Answers, one)
	}
	return answer
}

// clip removes the spare memory from the lists of a value.
func clip(value any) {
	switch v := value.(type) {
	case map[string]any:
		for key, member := range v {
			clip(member)
			if list, ok := member.([]any); ok {
				v[key] = slices.Clip(list)
			}
		}
	case []any:
		for index, item := range v {
			clip(item)
			if list, ok := item.([]any); ok {
				v[index] = slices.Clip(list)
			}
		}
	}
}

func programOf(env *celgo.Env, ast *celgo.Ast, limit uint64) (celgo.Program, error) {
	return env.Program(ast,
		celgo.CostLimit(limit),
		celgo.CostTracking(&library.CostEstimator{}),
		celgo.InterruptCheckFrequency(celconfig.CheckFrequency),
	)
}

func valueOf(env *celgo.Env, expr string, limit uint64, variables *activation) (answer valueAnswer) {
	defer func() {
		if cause := recover(); cause != nil {
			answer = valueAnswer{Error: fmt.Sprint("panic: ", cause)}
		}
	}()
	ast, issues := env.Compile(expr)
	if issues.Err() != nil {
		return valueAnswer{Compile: issues.String()}
	}
	program, err := programOf(env, ast, limit)
	if err != nil {
		return valueAnswer{Program: err.Error()}
	}
	value, details, err := program.ContextEval(context.Background(), variables)
	if details != nil {
		answer.Cost = details.ActualCost()
	}
	if err != nil {
		answer.Error = err.Error()
	} else {
		answer.Value = notation(value)
	}
	return answer
}

// measure evaluates the expression repeatedly; values of the object are created again each time, as by the server.
func (answer *valueAnswer) measure(env *celgo.Env, expr string, limit uint64, variables func() *activation) {
	start := time.Now()
	ast, issues := env.Compile(expr)
	if issues.Err() != nil {
		return
	}
	program, err := programOf(env, ast, limit)
	if err != nil {
		return
	}
	answer.Plan = float64(time.Since(start).Nanoseconds())
	one := variables()
	evaluate := func(times int) time.Duration {
		start := time.Now()
		for range times {
			_, _, _ = program.ContextEval(context.Background(), one)
		}
		return time.Since(start)
	}
	times := 1
	for evaluate(times) < 20*time.Millisecond {
		times *= 2
	}
	best := evaluate(times)
	for range 4 {
		best = min(best, evaluate(times))
	}
	answer.Nanos = float64(best.Nanoseconds()) / float64(times)
}

// notation formats a value: `int(1)`, `"text"`, `[bool(true)]`, `{"k": null}`; for library values only the type.
func notation(value ref.Val) string {
	switch v := value.(type) {
	case nil:
		return "nil"
	case *celtypes.Err:
		return "error(" + v.Error() + ")"
	case celtypes.Null:
		return "null"
	case celtypes.Bool:
		return fmt.Sprintf("bool(%t)", bool(v))
	case celtypes.Int:
		return fmt.Sprintf("int(%d)", int64(v))
	case celtypes.Uint:
		return fmt.Sprintf("uint(%d)", uint64(v))
	case celtypes.Double:
		return "double(" + strconv.FormatFloat(float64(v), 'g', -1, 64) + ")"
	case celtypes.String:
		return strconv.Quote(string(v))
	case celtypes.Bytes:
		return "bytes(" + hex.EncodeToString(v) + ")"
	case celtypes.Timestamp:
		return "timestamp(" + v.Time.Format(time.RFC3339Nano) + ")"
	case celtypes.Duration:
		return "duration(" + v.Duration.String() + ")"
	case *celtypes.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "optional(" + notation(v.GetValue()) + ")"
	case ref.Type:
		return "type(" + v.TypeName() + ")"
	case traits.Mapper:
		var entries []string
		for keys := v.Iterator(); keys.HasNext() == celtypes.True; {
			key := keys.Next()
			entries = append(entries, notation(key)+": "+notation(v.Get(key)))
		}
		slices.Sort(entries)
		return "{" + strings.Join(slices.Compact(entries), ", ") + "}"
	case traits.Lister:
		var items []string
		size, _ := v.Size().(celtypes.Int)
		for index := range int64(size) {
			items = append(items, notation(v.Get(celtypes.Int(index))))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return value.Type().TypeName()
}
