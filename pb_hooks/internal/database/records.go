package database

import (
	"encoding/json"
	"reflect"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/rules"
)

// NewRecord returns a new record of a collection. It is not stored yet.
func NewRecord(app core.App, collection string) (*core.Record, error) {
	c, err := app.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return nil, err
	}
	return core.NewRecord(c), nil
}

// New returns a new record of a collection as a typed record T. It is not stored yet.
func New[T any, Typed interface {
	*T
	core.RecordProxy
}](app core.App, collection string) (Typed, error) {
	record, err := NewRecord(app, collection)
	if err != nil {
		return nil, err
	}
	typed := Typed(new(T))
	typed.SetProxyRecord(record)
	return typed, nil
}

// ReadList returns the list in a JSON field of a record. A missing or invalid value is an empty list, never nil.
func ReadList[T any](record *core.Record, field string) []T {
	list := []T{}
	if err := record.UnmarshalJSONField(field, &list); err != nil || list == nil {
		return []T{}
	}
	return list
}

// SetFields sets the fields of a record that have the JSON names of a struct's fields. If only is not nil, it chooses
// the names.
func SetFields(record *core.Record, from any, only func(name string) bool) {
	for name, field := range rules.StructFields(reflect.ValueOf(from)) {
		if only != nil && !only(name) {
			continue
		}
		switch field.Kind() {
		case reflect.String: // PocketBase ignores values of named types
			record.Set(name, field.String())
		case reflect.Int, reflect.Int64:
			record.Set(name, field.Int())
		default:
			record.Set(name, field.Interface())
		}
	}
}

// ReadFields sets the fields of a struct to the values that a record has under their JSON names. A value that does not
// fit is the zero value.
func ReadFields(record *core.Record, into any) {
	for name, field := range rules.StructFields(reflect.ValueOf(into).Elem()) {
		switch field.Kind() {
		case reflect.String:
			field.SetString(record.GetString(name))
		case reflect.Int, reflect.Int64:
			field.SetInt(int64(record.GetInt(name)))
		case reflect.Bool:
			field.SetBool(record.GetBool(name))
		default:
			// A field with several choices holds a slice, a JSON field raw JSON.
			raw, err := json.Marshal(record.Get(name))
			if err != nil || json.Unmarshal(raw, field.Addr().Interface()) != nil {
				field.SetZero()
			}
		}
	}
}
