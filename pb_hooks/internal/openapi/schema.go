package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
)

const schemaPrefix = "#/components/schemas/"

// scalars are the types whose JSON does not follow from their Go kind.
var scalars = map[reflect.Type]struct {
	name   string
	schema *Schema
}{
	reflect.TypeFor[httpx.Bool](): {"Bool", &Schema{
		Type: "string", Enum: []string{"true", "false"}, Description: "A boolean that travels as text.",
	}},
	reflect.TypeFor[httpx.Time](): {"Time", &Schema{
		Type: "string", AnyOf: []*Schema{{Format: "date-time"}, {Const: new("")}},
		Description: `An instant in RFC 3339, UTC, or "" without one.`,
	}},
	reflect.TypeFor[money.Amount](): {"Amount", &Schema{
		Type: "string", Pattern: `^-?[0-9]+(\.[0-9]{2})?$`,
		Description: "Money in major units, such as 25000 or 1178.82.",
	}},
}

// Enum is a string type with a fixed set of values. A field with the tag wire:"orEmpty" may also be "", which is no
// value.
type Enum interface {
	// Values returns all values of the type.
	Values() []string
}

// Union is a type whose JSON has one of several types.
type Union interface {
	// Types returns a value of each type.
	Types() []any
}

func (b *builder) schemaOf(t reflect.Type) *Schema {
	if scalar, ok := scalars[t]; ok {
		b.schemas[scalar.name] = scalar.schema
		return &Schema{Ref: schemaPrefix + scalar.name}
	}
	if enum, ok := reflect.Zero(t).Interface().(Enum); ok && t.Kind() == reflect.String {
		name := typeName(t)
		b.schemas[name] = &Schema{Type: "string", Enum: enum.Values()}
		return &Schema{Ref: schemaPrefix + name}
	}
	if union, ok := reflect.Zero(t).Interface().(Union); ok && t.Kind() == reflect.Struct {
		either := &Schema{}
		for _, value := range union.Types() {
			either.AnyOf = append(either.AnyOf, b.schemaOf(reflect.TypeOf(value)))
		}
		b.schemas[typeName(t)] = either
		return &Schema{Ref: schemaPrefix + typeName(t)}
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return &Schema{Type: "string", Format: "date-time"}
	case reflect.TypeFor[json.RawMessage](), reflect.TypeFor[types.JSONRaw]():
		return &Schema{}
	}
	switch t.Kind() {
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return &Schema{Type: "integer"}
	case reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Slice:
		return &Schema{Type: "array", Items: b.schemaOf(t.Elem())}
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: b.schemaOf(t.Elem())}
	case reflect.Pointer:
		return nullable(b.schemaOf(t.Elem()))
	case reflect.Interface:
		return &Schema{}
	case reflect.Struct:
		return b.structRef(t)
	}
	b.err = fmt.Errorf("openapi: no schema for %s", t)
	return &Schema{}
}

func nullable(s *Schema) *Schema {
	if name, ok := s.Type.(string); ok && reflect.DeepEqual(s, &Schema{Type: name}) {
		return &Schema{Type: []string{name, "null"}}
	}
	return &Schema{AnyOf: []*Schema{s, {Type: "null"}}}
}

// structRef returns a reference to the shared schema of a struct, such as members.Lead. The schema of an unnamed struct
// is inlined.
func (b *builder) structRef(t reflect.Type) *Schema {
	if t.Name() == "" {
		return b.objectSchema(t)
	}
	name := typeName(t)
	if _, known := b.schemas[name]; !known {
		b.schemas[name] = nil // stops the recursion for types that contain themselves
		b.schemas[name] = b.objectSchema(t)
	}
	return &Schema{Ref: schemaPrefix + name}
}

// typeName returns the name of a shared schema, such as members.Lead.
func typeName(t reflect.Type) string { return path.Base(t.PkgPath()) + "." + t.Name() }

func (b *builder) objectSchema(t reflect.Type) *Schema {
	schema := &Schema{Type: "object", Properties: map[string]*Schema{}}
	b.addFields(t, schema)
	slices.Sort(schema.Required)
	return schema
}

// addFields adds the fields that encoding/json writes, including those of embedded structs.
func (b *builder) addFields(t reflect.Type, schema *Schema) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			b.addFields(f.Type, schema)
			continue
		}
		if name == "-" || !f.IsExported() {
			continue
		}
		option := strings.Split(options, ",")
		isOptional := slices.Contains(option, "omitempty") || slices.Contains(option, "omitzero")
		property := b.propertySchema(f.Type, isOptional, slices.Contains(option, "string"))
		if f.Tag.Get("wire") == "orEmpty" {
			property = &Schema{AnyOf: []*Schema{property, {Const: new("")}}}
		}
		name = cmp.Or(name, f.Name)
		schema.Properties[name] = property
		if !isOptional {
			schema.Required = append(schema.Required, name)
		}
	}
}

func (b *builder) propertySchema(t reflect.Type, isOptional, isText bool) *Schema {
	if isOptional && t.Kind() == reflect.Pointer { // omitted, never null
		t = t.Elem()
	}
	if isText {
		return textOf(t)
	}
	return b.schemaOf(t)
}

// textOf describes a number or boolean that is sent as text.
func textOf(t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.Bool:
		return &Schema{Type: "string", Enum: []string{"true", "false"}}
	case reflect.Float64:
		return &Schema{Type: "string"}
	}
	return &Schema{Type: "string", Pattern: "^-?[0-9]+$"}
}
