package openapi

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
)

// fileSchema describes multipart/form-data with one file.
func fileSchema(part string) *Schema {
	return &Schema{
		Type: "object", Required: []string{part},
		Properties: map[string]*Schema{part: {Type: "string", Format: "binary"}},
	}
}

// requestSchema describes the request struct of an endpoint: the fields of its rules, and those without a rule.
func (b *builder) requestSchema(t reflect.Type, partial bool) *Schema {
	schema := formSchema(reflect.Zero(t).Interface().(httpx.Form).Rules(), partial)
	object := b.objectSchema(t)
	for name, property := range object.Properties {
		if schema.Properties[name] != nil {
			continue
		}
		if nested := nestedForm(t, name); nested != nil {
			property = b.requestSchema(nested, false)
		}
		schema.Properties[name] = property
		if !partial && slices.Contains(object.Required, name) {
			schema.Required = append(schema.Required, name)
		}
	}
	slices.Sort(schema.Required)
	return schema
}

// nestedForm returns the type of a field that is a form, or nil.
func nestedForm(t reflect.Type, name string) reflect.Type {
	for _, field := range reflect.VisibleFields(t) {
		if tag, _, _ := strings.Cut(field.Tag.Get("json"), ","); tag != name || !httpx.IsForm(field.Type) {
			continue
		}
		if field.Type.Kind() == reflect.Pointer {
			return field.Type.Elem()
		}
		return field.Type
	}
	return nil
}

// formSchema describes the fields of a form. Unknown keys are allowed, because a form ignores them.
func formSchema(form rules.Form, partial bool) *Schema {
	schema := &Schema{Type: "object", Properties: map[string]*Schema{}}
	for _, field := range form {
		schema.Properties[field.Name] = fieldSchema(field)
		if !partial && field.Default == "" && (field.Required || field.IsStated || field.Kind == rules.Consent) {
			schema.Required = append(schema.Required, field.Name)
		}
	}
	slices.Sort(schema.Required)
	return schema
}

// fieldSchema describes the values that a field accepts after trimming.
func fieldSchema(f rules.Field) *Schema {
	schema := valueSchema(f)
	schema.Title, schema.Default = f.Label, f.Default
	return schema
}

func valueSchema(f rules.Field) *Schema {
	switch f.Kind {
	case rules.Consent:
		return &Schema{Enum: []any{true, "true"}}
	case rules.Choices:
		return arraySchema(f, &Schema{Type: "string", Enum: f.Options})
	case rules.List:
		return arraySchema(f, &Schema{Type: "string", MaxLength: rules.MaxLineLength})
	case rules.Rows:
		return arraySchema(f, formSchema(f.Row, false))
	case rules.Flag:
		return orEmpty(f, &Schema{Enum: []any{"true", "false", true, false}})
	case rules.Choice:
		return orEmpty(f, &Schema{Type: "string", Enum: f.Options})
	case rules.Amount:
		return orEmpty(f, numberSchema(f, "number", money.Pattern))
	case rules.Integer:
		return orEmpty(f, numberSchema(f, "integer", rules.IntegerPattern))
	}
	return textSchema(f)
}

func arraySchema(f rules.Field, items *Schema) *Schema {
	schema := &Schema{Type: "array", Items: items, MaxItems: f.Max}
	if f.Required {
		schema.MinItems = 1
	}
	return schema
}

// numberSchema describes a number that is sent as text or as a JSON number.
func numberSchema(f rules.Field, kind, pattern string) *Schema {
	return &Schema{AnyOf: []*Schema{
		{Type: "string", Pattern: pattern},
		{Type: kind, Minimum: &f.Min, Maximum: &f.Max},
	}}
}

func textSchema(f rules.Field) *Schema {
	schema := &Schema{Type: "string", MaxLength: f.Max}
	if f.Min > 0 || f.Required {
		schema.MinLength = max(f.Min, 1)
	}
	switch f.Kind {
	case rules.Line:
		schema.Pattern = f.Pattern
	case rules.Email:
		schema.Format, schema.Description = "email", "Trimmed and lower-cased."
	case rules.Phone:
		schema.Pattern, schema.MaxLength = rules.TypedPhonePattern, 0
		schema.Description = "Stored as +919876543210. A number without a country code is an Indian one."
	case rules.Day:
		schema.Format = "date"
	case rules.GSTIN:
		schema.Pattern = gst.GSTINPattern
	case rules.PINCode:
		schema.Pattern = gst.PINPattern
	case rules.PIN:
		schema.Pattern = rules.PINPattern
		schema.Description = "Four digits, not the ones that are guessed first."
	case rules.Link:
		schema.Description = "An http or https address; https:// is added where there is no scheme."
	case rules.Password:
		schema.Format = "password"
		schema.Description = fmt.Sprintf(
			"With an upper-case letter, a lower-case letter and a digit; at most %d bytes.", f.Max)
	}
	if f.Min > 0 || schema.Pattern != "" || schema.Format != "" {
		return orEmpty(f, schema)
	}
	return schema
}

// orEmpty also allows the empty text for an optional field.
func orEmpty(f rules.Field, schema *Schema) *Schema {
	if f.Required {
		return schema
	}
	return &Schema{AnyOf: []*Schema{schema, {Const: new("")}}}
}
