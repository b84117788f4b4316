package httpx

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
)

// Bind validates a decoded JSON object by the rules of a form. A field that breaks a rule is empty in the form.
func Bind[F Form](object map[string]any) (F, []rules.Problem) {
	var form F
	problems := bind(reflect.ValueOf(&form).Elem(), object)
	return form, problems
}

// Rebind validates the fields of a bound form again, by rules that depend on one of its values. form is a pointer to a
// struct. A field without a rule, or one that breaks its rule, becomes empty.
func Rebind(form any, fields rules.Form) []rules.Problem {
	object, err := Object(form)
	if err != nil {
		panic(err)
	}
	value := reflect.ValueOf(form).Elem()
	value.SetZero()
	return bindFields(value, fields, object)
}

// Object returns a form as the JSON object that Bind validates.
func Object(form any) (map[string]any, error) {
	object := map[string]any{}
	text, err := json.Marshal(form)
	if err == nil {
		err = json.Unmarshal(text, &object)
	}
	if err != nil {
		return object, fmt.Errorf("encode form %T: %w", form, err)
	}
	return object, nil
}

// bind validates an object by the rules of a form, and sets the form's fields. The problems are in the order of the
// rules, followed by those of fields without a rule. Nested forms and rules that involve several fields are checked
// only if there are no problems before.
func bind(form reflect.Value, object map[string]any) []rules.Problem {
	fields := form.Interface().(Form).Rules()
	problems := bindFields(form, fields, object)
	nested := map[string]reflect.Value{}
	for name, field := range rules.StructFields(form) {
		switch {
		case hasRule(fields, name):
		case IsForm(field.Type()):
			nested[name] = field
		default:
			problems = append(problems, bindUnruled(field, name, object[name])...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(nested)) {
		if len(problems) == 0 {
			problems = bindNested(nested[name], name, object[name])
		}
	}
	if checker, isChecker := form.Addr().Interface().(Checker); isChecker && len(problems) == 0 {
		problems = checker.CheckFields()
	}
	return problems
}

// bindFields validates the fields that have a rule, and sets them to their clean values.
func bindFields(form reflect.Value, fields rules.Form, object map[string]any) []rules.Problem {
	values, problems := fields.Check(object)
	for name, field := range rules.StructFields(form) {
		if value, isValid := values[name]; isValid {
			setField(field, value)
		}
	}
	return problems
}

// IsForm reports whether a type, or the type that it points to, is a struct that is a Form.
func IsForm(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && t.Implements(reflect.TypeFor[Form]())
}

// bindNested binds the object of a nested form. A missing object leaves the field as it is.
func bindNested(field reflect.Value, name string, raw any) []rules.Problem {
	if raw == nil {
		return nil
	}
	object, isObject := raw.(map[string]any)
	if !isObject {
		return []rules.Problem{rules.Invalid(name, "The "+name+" details must be an object.")}
	}
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	problems := bind(field, object)
	for i := range problems {
		problems[i].Field = name + "." + problems[i].Field
	}
	return problems
}

func hasRule(form rules.Form, name string) bool {
	for _, field := range form {
		if field.Name == name {
			return true
		}
	}
	return false
}

// bindUnruled sets a field without a rule to a value that encoding/json decodes.
func bindUnruled(field reflect.Value, name string, raw any) []rules.Problem {
	if raw == nil {
		return nil
	}
	if text, err := json.Marshal(raw); err != nil || json.Unmarshal(text, field.Addr().Interface()) != nil {
		return []rules.Problem{rules.Invalid(name, "Please send a valid value for "+name)}
	}
	return nil
}

// setField sets a field to a clean value. The function fits defines which types a field may have.
func setField(field reflect.Value, value any) {
	text, _ := value.(string)
	switch {
	case field.Kind() == reflect.Pointer: // nil for an empty value
		if text != "" {
			field.Set(reflect.New(field.Type().Elem()))
			setField(field.Elem(), value)
		}
	case field.Type() == reflect.TypeFor[money.Amount]():
		amount, _ := money.Parse(text)
		field.SetInt(int64(amount))
	case field.Kind() == reflect.String:
		field.SetString(text)
	case field.Kind() == reflect.Bool:
		field.SetBool(value == true || text == "true")
	case field.Kind() == reflect.Int:
		number, _ := strconv.ParseInt(text, 10, 64)
		field.SetInt(number)
	case field.Kind() == reflect.Slice:
		switch list := value.(type) {
		case []string:
			field.Set(reflect.MakeSlice(field.Type(), len(list), len(list)))
			for i, item := range list {
				field.Index(i).SetString(item)
			}
		case []rules.Values:
			field.Set(reflect.MakeSlice(field.Type(), len(list), len(list)))
			for i, row := range list {
				for name, cell := range rules.StructFields(field.Index(i)) {
					setField(cell, row[name])
				}
			}
		}
	}
}
