package database

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// InTransaction runs the handler of a record hook in a transaction. While the handler runs, e.App is the transaction.
func InTransaction(e *core.RecordEvent, do func() error) error {
	outer := e.App
	defer func() { e.App = outer }()
	return outer.RunInTransaction(func(tx core.App) error {
		e.App = tx
		return do()
	})
}

// DateTime converts a time to the type that records use. The zero time becomes the empty value.
func DateTime(t time.Time) types.DateTime {
	at, _ := types.ParseDateTime(t) // a time.Time is always valid
	return at
}

// ToAny returns a list as the conditions of dbx take it.
func ToAny[T any](list []T) []any {
	values := make([]any, len(list))
	for i, value := range list {
		values[i] = value
	}
	return values
}

// FormatTime returns a time as PocketBase stores it, so that times compare as text. The zero time is "".
func FormatTime(t time.Time) string { return DateTime(t).String() }

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// EscapeLike escapes the wildcards of a LIKE pattern. The condition must say ESCAPE '\', which dbx.Like does not.
func EscapeLike(text string) string { return likeEscaper.Replace(text) }

// IgnoreMissing returns nil if the error is sql.ErrNoRows, which says that a query found no row, else the error itself.
func IgnoreMissing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// IfMissing returns a domain error in place of sql.ErrNoRows, else the error itself.
func IfMissing(err, domain error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return domain
	}
	return err
}

// Wrap adds the name of the failed operation to a query's error: "list notes: sql: ...". It returns nil for nil.
func Wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}
