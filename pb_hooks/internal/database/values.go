package database

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/tools/types"
)

// DateTime returns a time as records hold it; the zero time is the empty one.
func DateTime(t time.Time) types.DateTime {
	at, _ := types.ParseDateTime(t) // a time.Time is always valid
	return at
}

// FormatTime returns a time as PocketBase stores it, so that times compare as text; "" for the zero time.
func FormatTime(t time.Time) string { return DateTime(t).String() }

// IsMissing reports whether a query has found no row.
func IsMissing(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// IgnoreMissing returns an error, unless it says that a query has found no row.
func IgnoreMissing(err error) error {
	if IsMissing(err) {
		return nil
	}
	return err
}

// Wrap says of a query's error which operation it has ended: "list notes: sql: ...". No error stays none.
func Wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}
