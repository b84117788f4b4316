package httpx

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"github.com/pocketbase/pocketbase/tools/types"
)

// Bool is a boolean that travels as the text "true" or "false"; both forms are accepted.
type Bool bool

// MarshalJSON writes the text form.
func (f Bool) MarshalJSON() ([]byte, error) {
	if f {
		return []byte(`"true"`), nil
	}
	return []byte(`"false"`), nil
}

// UnmarshalJSON accepts true, false, "true" and "false".
func (f *Bool) UnmarshalJSON(data []byte) error {
	var raw any
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	switch raw {
	case true, "true":
		*f = true
	case false, "false":
		*f = false
	default:
		return fmt.Errorf("%s is neither true nor false", data)
	}
	return nil
}

// Scan reads the boolean from a database column.
func (f *Bool) Scan(value any) error {
	flag, err := driver.Bool.ConvertValue(value)
	if err != nil {
		return err
	}
	*f = Bool(flag.(bool))
	return nil
}

// Time is an instant that travels as RFC 3339 in UTC, "" when there is none.
type Time types.DateTime

// MarshalJSON writes the instant to the millisecond.
func (s Time) MarshalJSON() ([]byte, error) {
	at := types.DateTime(s)
	if at.IsZero() {
		return []byte(`""`), nil
	}
	return json.Marshal(at.Time().UTC().Format("2006-01-02T15:04:05.000Z07:00"))
}

// Scan reads the instant from a database column.
func (s *Time) Scan(value any) error {
	return (*types.DateTime)(s).Scan(value)
}
