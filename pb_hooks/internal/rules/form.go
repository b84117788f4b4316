package rules

// Form is a list of fields in the order in which people see them.
type Form []Field

// Values are the clean values of a form's fields, by name.
type Values map[string]any

// Text returns a field's text; "" when it is empty or not text.
func (v Values) Text(name string) string {
	s, _ := v[name].(string)
	return s
}

// List returns what was chosen in a Choices field.
func (v Values) List(name string) []string {
	list, _ := v[name].([]string)
	return list
}

// Check reads a decoded JSON object by the form's rules. Keys that the form does not know are
// ignored. The problems come in the form's order; where there is one, nothing may be changed.
func (f Form) Check(raw map[string]any) (Values, []Problem) {
	values := make(Values, len(f))
	var problems []Problem
	for _, field := range f {
		value, problem := field.Check(raw[field.Name])
		if problem != nil {
			problems = append(problems, *problem)
			continue
		}
		values[field.Name] = value
	}
	return values, problems
}

// Field returns the rule of one field; it panics on a name that the form does not have.
func (f Form) Field(name string) Field {
	for _, field := range f {
		if field.Name == name {
			return field
		}
	}
	panic("rules: no field " + name)
}
