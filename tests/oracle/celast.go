//go:build !verdicts

package main

import (
	"fmt"
	"strings"

	"github.com/google/cel-go/common/ast"
)

type parseAnswer struct {
	AST   string `json:"ast,omitempty"`
	IDs   string `json:"ast_with_ids,omitempty"`
	Error string `json:"error,omitempty"`
}

// parse returns the syntax tree of an expression with its macros expanded.
func parse(request celRequest) parseAnswer {
	request.Schema = nil
	env, err := request.variables()
	if err != nil {
		return parseAnswer{Error: err.Error()}
	}
	parsed, issues := env.Parse(request.Expr)
	if issues.Err() != nil {
		return parseAnswer{Error: issues.String()}
	}
	root := parsed.NativeRep().Expr()
	return parseAnswer{AST: printer{}.expr(root), IDs: printer{ids: true}.expr(root)}
}

type printer struct{ ids bool }

func (p printer) expr(e ast.Expr) string {
	var s strings.Builder
	if p.ids {
		fmt.Fprintf(&s, "#%d", e.ID())
	}
	switch e.Kind() {
	case ast.LiteralKind:
		fmt.Fprintf(&s, "(lit %s)", e.AsLiteral().Type().TypeName())
	case ast.IdentKind:
		fmt.Fprintf(&s, "(id %s)", e.AsIdent())
	case ast.SelectKind:
		fmt.Fprintf(&s, "(sel %s %t %s)", e.AsSelect().FieldName(), e.AsSelect().IsTestOnly(), p.expr(e.AsSelect().Operand()))
	case ast.CallKind:
		fmt.Fprintf(&s, "(call %s ", e.AsCall().FunctionName())
		if e.AsCall().IsMemberFunction() {
			s.WriteString("T:" + p.expr(e.AsCall().Target()))
		}
		p.all(&s, e.AsCall().Args()...)
		s.WriteString(")")
	case ast.ListKind:
		fmt.Fprintf(&s, "(list %d", len(e.AsList().OptionalIndices()))
		p.all(&s, e.AsList().Elements()...)
		s.WriteString(")")
	case ast.MapKind:
		s.WriteString("(map")
		for _, entry := range e.AsMap().Entries() {
			pair := entry.AsMapEntry()
			fmt.Fprintf(&s, " [%t %s %s]", pair.IsOptional(), p.expr(pair.Key()), p.expr(pair.Value()))
		}
		s.WriteString(")")
	case ast.StructKind:
		fmt.Fprintf(&s, "(struct %s", e.AsStruct().TypeName())
		for _, entry := range e.AsStruct().Fields() {
			field := entry.AsStructField()
			fmt.Fprintf(&s, " [%t %s %s]", field.IsOptional(), field.Name(), p.expr(field.Value()))
		}
		s.WriteString(")")
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		fmt.Fprintf(&s, "(comp %s %s %s ", c.IterVar(), c.IterVar2(), c.AccuVar())
		p.all(&s, c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result())
		s.WriteString(")")
	default:
		s.WriteString("(unspecified)")
	}
	return s.String()
}

func (p printer) all(s *strings.Builder, list ...ast.Expr) {
	for _, e := range list {
		s.WriteString(" " + p.expr(e))
	}
}
