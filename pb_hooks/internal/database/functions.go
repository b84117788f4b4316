package database

import (
	"database/sql/driver"

	"modernc.org/sqlite"

	"boardcircle/pb_hooks/internal/normal"
)

// Connections have the functions folded and phone_number, for searches and migrations, and the collation folded, for
// the orders of lists and their indexes. Other programs can read a table with such an index, but cannot add or delete
// its rows, and cannot check or vacuum the database. Triggers and views must use none of these, because other programs
// could not read the database any more.
func init() {
	for name, convert := range map[string]func(string) string{"folded": normal.Fold, "phone_number": normal.Phone} {
		sqlite.MustRegisterDeterministicScalarFunction(name, 1,
			func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
				if text, isText := args[0].(string); isText {
					return convert(text), nil
				}
				return args[0], nil
			})
	}
	sqlite.MustRegisterCollationUtf8("folded", normal.Compare)
}
