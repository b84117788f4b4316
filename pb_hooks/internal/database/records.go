package database

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

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

// Typed is a pointer to a typed record T, a struct that embeds core.BaseRecordProxy.
type Typed[T any] interface {
	*T
	core.RecordProxy
}

// As returns a record as a typed record T.
func As[T any, P Typed[T]](record *core.Record) P {
	typed := P(new(T))
	typed.SetProxyRecord(record)
	return typed
}

// New returns a new record of a collection as a typed record T. It is not stored yet.
func New[T any, P Typed[T]](app core.App, collection string) (P, error) {
	record, err := NewRecord(app, collection)
	if err != nil {
		return nil, err
	}
	return As[T, P](record), nil
}

// Find returns the record with an id as a typed record T. If no record has it, the error wraps sql.ErrNoRows.
func Find[T any, P Typed[T]](app core.App, collection, id string) (P, error) {
	record, err := app.FindRecordById(collection, id)
	if err != nil {
		return nil, fmt.Errorf("find %s %q: %w", collection, id, err)
	}
	return As[T, P](record), nil
}

// First returns the first record that meets a condition, in the given order, as a typed record T. A nil condition
// matches all records. If no record matches, the error wraps sql.ErrNoRows.
func First[T any, P Typed[T]](app core.App, collection string, where dbx.Expression, order ...string) (P, error) {
	query := app.RecordQuery(collection).OrderBy(order...).Limit(1)
	if where != nil {
		query.AndWhere(where)
	}
	typed := P(new(T))
	if err := query.One(typed); err != nil {
		return nil, fmt.Errorf("find one of %s: %w", collection, err)
	}
	return typed, nil
}

// FirstOrNew returns the first record with the values as a typed record T. If no record has them, it returns a new
// record with the values, which is not stored yet. Strings must be of type string, because PocketBase ignores named
// types.
func FirstOrNew[T any, P Typed[T]](app core.App, collection string, values dbx.HashExp) (P, error) {
	typed, err := First[T, P](app, collection, values)
	if !errors.Is(err, sql.ErrNoRows) {
		return typed, err
	}
	if typed, err = New[T, P](app, collection); err != nil {
		return nil, err
	}
	typed.ProxyRecord().Load(values)
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

// UnionOfLists returns the SQL of a JSON list with all that is in a JSON field or in the parameter {:added} (JSONList).
func UnionOfLists(field string) string {
	return `(SELECT json_group_array(value) FROM (SELECT value FROM json_each(` + field + `) WHERE value IS NOT NULL
		UNION SELECT value FROM json_each({:added})))`
}

// JSONList returns a list as JSON.
func JSONList[T any](list []T) string { return types.JSONArray[T](list).String() }

// SetFields copies the fields of a struct to the fields of a record with the same JSON names. If only is not nil, it
// copies the names for which only returns true.
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

// ReadFields copies the fields of a record to the fields of a struct with the same JSON names. A value of another type
// becomes the zero value.
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
