package openapi

import (
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

// Schema is a JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1.
type Schema map[string]any

const schemaPrefix = "#/components/schemas/"

// scalars are the types whose JSON does not follow from their Go kind.
var scalars = map[reflect.Type]struct {
	name   string
	schema Schema
}{
	reflect.TypeFor[httpx.Bool](): {"Bool", Schema{
		"type": "string", "enum": []string{"true", "false"}, "description": "A boolean that travels as text.",
	}},
	reflect.TypeFor[httpx.Time](): {"Time", Schema{
		"type": "string", "anyOf": []any{Schema{"format": "date-time"}, Schema{"const": ""}},
		"description": `An instant in RFC 3339, UTC; "" is none.`,
	}},
	reflect.TypeFor[money.Amount](): {"Amount", Schema{
		"type":        "string",
		"pattern":     `^-?[0-9]+(\.[0-9]{2})?$`,
		"description": "Money in major units, such as 25000 or 1178.82.",
	}},
}

// Enum is a string type with a fixed set of values. A field with the tag wire:"orEmpty" may also be "", which is no
// value.
type Enum interface {
	// Values returns all values of the type.
	Values() []string
}

func (b *builder) schemaOf(t reflect.Type) Schema {
	if scalar, ok := scalars[t]; ok {
		b.schemas[scalar.name] = scalar.schema
		return Schema{"$ref": schemaPrefix + scalar.name}
	}
	if enum, ok := reflect.Zero(t).Interface().(Enum); ok && t.Kind() == reflect.String {
		name := typeName(t)
		b.schemas[name] = Schema{"type": "string", "enum": enum.Values()}
		return Schema{"$ref": schemaPrefix + name}
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return Schema{"type": "string", "format": "date-time"}
	case reflect.TypeFor[json.RawMessage](), reflect.TypeFor[types.JSONRaw]():
		return Schema{}
	}
	switch t.Kind() {
	case reflect.Bool:
		return Schema{"type": "boolean"}
	case reflect.String:
		return Schema{"type": "string"}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return Schema{"type": "integer"}
	case reflect.Float64:
		return Schema{"type": "number"}
	case reflect.Slice:
		return Schema{"type": "array", "items": b.schemaOf(t.Elem())}
	case reflect.Map:
		return Schema{"type": "object", "additionalProperties": b.schemaOf(t.Elem())}
	case reflect.Pointer:
		return nullable(b.schemaOf(t.Elem()))
	case reflect.Interface:
		return Schema{}
	case reflect.Struct:
		return b.structRef(t)
	}
	b.err = fmt.Errorf("openapi: no schema for %s", t)
	return Schema{}
}

func nullable(s Schema) Schema {
	if name, ok := s["type"].(string); ok && len(s) == 1 {
		return Schema{"type": []string{name, "null"}}
	}
	return Schema{"anyOf": []any{s, Schema{"type": "null"}}}
}

// structRef returns a reference to the shared schema of a struct, such as members.Lead. The schema of an unnamed struct
// is inlined.
func (b *builder) structRef(t reflect.Type) Schema {
	if t.Name() == "" {
		return b.objectSchema(t)
	}
	name := typeName(t)
	if _, known := b.schemas[name]; !known {
		b.schemas[name] = nil // stops the recursion for types that contain themselves
		b.schemas[name] = b.objectSchema(t)
	}
	return Schema{"$ref": schemaPrefix + name}
}

// typeName returns the name of a shared schema, such as members.Lead.
func typeName(t reflect.Type) string { return path.Base(t.PkgPath()) + "." + t.Name() }

func (b *builder) objectSchema(t reflect.Type) Schema {
	properties, required := Schema{}, []string{}
	b.addFields(t, properties, &required)
	schema := Schema{"type": "object", "properties": properties}
	if len(required) > 0 {
		slices.Sort(required)
		schema["required"] = required
	}
	return schema
}

// addFields adds the fields that encoding/json writes, including those of embedded structs.
func (b *builder) addFields(t reflect.Type, properties Schema, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, _ := f.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			b.addFields(f.Type, properties, required)
			continue
		}
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = f.Name
		}
		shape, isText := f.Type, false
		isOptional := false
		for option := range strings.SplitSeq(options, ",") {
			isOptional = isOptional || option == "omitempty" || option == "omitzero"
			isText = isText || option == "string"
		}
		if isOptional && shape.Kind() == reflect.Pointer { // omitted, never null
			shape = shape.Elem()
		}
		properties[name] = b.schemaOf(shape)
		if isText {
			properties[name] = textOf(shape)
		}
		if wire, _ := f.Tag.Lookup("wire"); wire == "orEmpty" {
			properties[name] = Schema{"anyOf": []any{properties[name], Schema{"const": ""}}}
		}
		if !isOptional {
			*required = append(*required, name)
		}
	}
}

// textOf describes a number or boolean that is sent as text.
func textOf(t reflect.Type) Schema {
	switch t.Kind() {
	case reflect.Bool:
		return Schema{"type": "string", "enum": []string{"true", "false"}}
	case reflect.Float64:
		return Schema{"type": "string"}
	}
	return Schema{"type": "string", "pattern": "^-?[0-9]+$"}
}
