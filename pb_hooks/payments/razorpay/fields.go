package razorpay

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// fields reads an entity as it came out of encoding/json. The same field travels as null, "", 0
// or not at all, notes as {} or [], captured as true or "1": all of that is taken. What must not
// be guessed at, an amount or a time that is no whole number, becomes an error.
type fields struct {
	values map[string]any
	err    error
}

// maxExactInt is the end of the integers that a float64 holds exactly.
const maxExactInt = 1 << 53

func (f *fields) text(name string) string {
	switch value := f.values[name].(type) {
	case string:
		return value
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}

func (f *fields) boolean(name string) bool {
	switch value := f.values[name].(type) {
	case bool:
		return value
	case float64:
		return value != 0
	case string:
		return value == "1" || strings.EqualFold(value, "true")
	}
	return false
}

// integer reads an integer: of paise, of seconds, a count.
func (f *fields) integer(name string) int64 {
	switch value := f.values[name].(type) {
	case nil:
		return 0
	case float64:
		if value == math.Trunc(value) && math.Abs(value) < maxExactInt {
			return int64(value)
		}
	case string:
		if value == "" {
			return 0
		}
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > -maxExactInt && n < maxExactInt {
			return n
		}
	}
	if f.err == nil {
		f.err = fmt.Errorf("%s is %s, not a whole number", name, excerpt(f.values[name]))
	}
	return 0
}

// unixTime reads a time in Unix seconds; none is the zero time.
func (f *fields) unixTime(name string) time.Time {
	seconds := f.integer(name)
	if seconds <= 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// notes never returns nil.
func (f *fields) notes() map[string]string {
	notes := map[string]string{}
	values, _ := f.values["notes"].(map[string]any)
	of := fields{values: values}
	for name := range values {
		notes[name] = of.text(name)
	}
	return notes
}

func (f *fields) object(name string) map[string]any {
	object, _ := f.values[name].(map[string]any)
	return object
}

func (f *fields) objects(name string) []map[string]any {
	list, _ := f.values[name].([]any)
	var objects []map[string]any
	for _, item := range list {
		if object, ok := item.(map[string]any); ok {
			objects = append(objects, object)
		}
	}
	return objects
}

func excerpt(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "odd"
	}
	return string(text[:min(len(text), 40)])
}
