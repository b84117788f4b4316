package queryplan

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

// Fill adds rows to a collection, so that SQLite has a reason to use an index.
func Fill(t testing.TB, app core.App, collection string, count int, values func(i int) dbx.Params) {
	t.Helper()
	err := app.RunInTransaction(func(tx core.App) error {
		for i := range count {
			row := values(i)
			row["id"] = fmt.Sprintf("id%013d", i)
			if _, err := tx.NonconcurrentDB().Insert(collection, row).Execute(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// RequireIndexes runs queries and fails for each step of their plans that reads a whole table, with and without
// statistics. Steps that contain one of the texts small are allowed.
func RequireIndexes(t testing.TB, app core.App, queries map[string]func() error, small ...string) {
	t.Helper()
	isSmall := func(step string) bool {
		return slices.ContainsFunc(small, func(text string) bool { return strings.Contains(step, text) })
	}
	WithAndWithoutStatistics(t, app, func(statistics string) {
		for _, name := range slices.Sorted(maps.Keys(queries)) {
			query := queries[name]
			statements := Capture(app, func() {
				if err := query(); database.IgnoreMissing(err) != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
			if len(statements) == 0 {
				t.Errorf("%s runs no statement", name)
			}
			for _, statement := range statements {
				for _, step := range Explain(t, app, statement) {
					if strings.HasPrefix(step, "SCAN ") && step != "SCAN CONSTANT ROW" && !isSmall(step) {
						t.Errorf("%s with %s statistics: %s\n%s", name, statistics, step, statement)
					}
				}
			}
		}
	})
}
