package openapi

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
)

// fileSchema describes multipart/form-data with one file.
func fileSchema(part string) Schema {
	return Schema{
		"type": "object", "required": []string{part},
		"properties": Schema{part: Schema{"type": "string", "format": "binary"}},
	}
}

// requestSchema describes the request struct of an endpoint: the fields of its rules, and those without a rule.
func (b *builder) requestSchema(t reflect.Type, partial bool) Schema {
	form := reflect.Zero(t).Interface().(httpx.Form).Rules()
	schema := formSchema(form, partial)
	properties, required := Schema{}, []string{}
	b.addFields(t, properties, &required)
	all, _ := schema["required"].([]string)
	for name, property := range properties {
		if slices.ContainsFunc(form, func(f rules.Field) bool { return f.Name == name }) {
			continue
		}
		if nested := nestedForm(t, name); nested != nil {
			property = b.requestSchema(nested, false)
		}
		schema["properties"].(Schema)[name] = property
		if !partial && slices.Contains(required, name) {
			all = append(all, name)
		}
	}
	if len(all) > 0 {
		slices.Sort(all)
		schema["required"] = all
	}
	return schema
}

// nestedForm returns the type of a field that is a form, or nil.
func nestedForm(t reflect.Type, name string) reflect.Type {
	for _, field := range reflect.VisibleFields(t) {
		tag, _ := field.Tag.Lookup("json")
		if tag, _, _ = strings.Cut(tag, ","); tag != name || !httpx.IsForm(field.Type) {
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
func formSchema(form rules.Form, partial bool) Schema {
	properties, required := Schema{}, []string{}
	for _, field := range form {
		properties[field.Name] = fieldSchema(field)
		if !partial && field.Default == "" && (field.Required || field.Kind == rules.Consent) {
			required = append(required, field.Name)
		}
	}
	schema := Schema{"type": "object", "properties": properties}
	if len(required) > 0 {
		slices.Sort(required)
		schema["required"] = required
	}
	return schema
}

// fieldSchema describes the values that a field accepts after trimming.
func fieldSchema(f rules.Field) Schema {
	var schema Schema
	switch f.Kind {
	case rules.Consent:
		schema = Schema{"enum": []any{true, "true"}}
	case rules.Choices:
		schema = Schema{"type": "array", "items": Schema{"type": "string", "enum": f.Options}}
		if f.Required {
			schema["minItems"] = 1
		}
	case rules.List:
		schema = Schema{"type": "array", "items": Schema{"type": "string", "maxLength": rules.MaxLineLength}}
		if f.Required {
			schema["minItems"] = 1
		}
		if f.Max > 0 {
			schema["maxItems"] = f.Max
		}
	case rules.Rows:
		schema = Schema{"type": "array", "items": formSchema(f.Row, false)}
		if f.Max > 0 {
			schema["maxItems"] = f.Max
		}
	case rules.Flag:
		schema = orEmpty(f, Schema{"enum": []any{"true", "false", true, false}})
	case rules.Choice:
		schema = orEmpty(f, Schema{"type": "string", "enum": f.Options})
	case rules.Amount:
		schema = orEmpty(f, numberSchema(f, "number", money.Pattern))
	case rules.Integer:
		schema = orEmpty(f, numberSchema(f, "integer", rules.IntegerPattern))
	default:
		schema = textSchema(f)
	}
	schema["title"] = f.Label
	if f.Default != "" {
		schema["default"] = f.Default
	}
	return schema
}

// numberSchema describes a number that is sent as text or as a JSON number.
func numberSchema(f rules.Field, kind, pattern string) Schema {
	return Schema{"anyOf": []any{
		Schema{"type": "string", "pattern": pattern},
		Schema{"type": kind, "minimum": f.Min, "maximum": f.Max},
	}}
}

func textSchema(f rules.Field) Schema {
	schema := Schema{"type": "string"}
	if f.Max > 0 {
		schema["maxLength"] = f.Max
	}
	if f.Min > 0 || f.Required {
		schema["minLength"] = max(f.Min, 1)
	}
	switch f.Kind {
	case rules.Line:
		if f.Pattern != "" {
			schema["pattern"] = f.Pattern
		}
	case rules.Email:
		schema["format"] = "email"
		schema["description"] = "Trimmed and lower-cased."
	case rules.Phone:
		schema["pattern"] = rules.PhonePattern
	case rules.PIN:
		schema["pattern"] = rules.PINPattern
		schema["description"] = "Four digits, not the ones that are guessed first."
	case rules.Link:
		schema["description"] = "An http or https address; https:// is added where there is no scheme."
	case rules.Password:
		schema["format"] = "password"
		schema["description"] = fmt.Sprintf(
			"With an upper-case letter, a lower-case letter and a digit; at most %d bytes.", f.Max)
	}
	if f.Min > 0 || schema["pattern"] != nil || schema["format"] != nil {
		return orEmpty(f, schema)
	}
	return schema
}

// orEmpty also allows the empty text for an optional field.
func orEmpty(f rules.Field, schema Schema) Schema {
	if f.Required {
		return schema
	}
	return Schema{"anyOf": []any{schema, Schema{"const": ""}}}
}
