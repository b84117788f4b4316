package rules

import (
	"iter"
	"reflect"
	"strings"
)

// StructFields returns the fields of a struct by their JSON names, including those of embedded structs. A field without
// a JSON name is left out.
func StructFields(value reflect.Value) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		for i := range value.NumField() {
			field := value.Type().Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			switch {
			case field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct:
				for name, embedded := range StructFields(value.Field(i)) {
					if !yield(name, embedded) {
						return
					}
				}
			case field.IsExported() && name != "" && name != "-":
				if !yield(name, value.Field(i)) {
					return
				}
			}
		}
	}
}
