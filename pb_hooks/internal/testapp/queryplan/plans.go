// Package plans lets tests see how SQLite goes about the statements of a request: whether it
// searches by an index, or reads through a table.
package queryplan

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Overhear returns the statements that are read while do runs.
func Overhear(app core.App, do func()) []string {
	db := app.ConcurrentDB().(*dbx.DB)
	var mu sync.Mutex
	var heard []string
	db.QueryLogFunc = func(_ context.Context, _ time.Duration, statement string, _ *sql.Rows, _ error) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, statement)
	}
	defer func() { db.QueryLogFunc = nil }()
	do()
	return heard
}

// Of is how SQLite goes about a statement, step by step.
func Of(t testing.TB, app core.App, statement string) []string {
	t.Helper()
	var steps []struct {
		Detail string `db:"detail"`
	}
	if err := app.ConcurrentDB().NewQuery("EXPLAIN QUERY PLAN " + statement).All(&steps); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	plan := make([]string, len(steps))
	for i, step := range steps {
		plan[i] = step.Detail
	}
	return plan
}

// Faults are the steps of a statement that read through many rows or sort them. Few are the tables
// and indexes that hold a handful of rows however large the house is: those may be.
func Faults(t testing.TB, app core.App, statement string, few ...string) []string {
	t.Helper()
	ofFew := func(step string) bool {
		return slices.ContainsFunc(strings.Fields(step), func(word string) bool { return slices.Contains(few, word) })
	}
	plan := Of(t, app, statement)
	sortsMany := slices.ContainsFunc(plan, func(step string) bool { return reads(step) && !ofFew(step) })
	var faults []string
	for _, step := range plan {
		walks := strings.HasPrefix(step, "SCAN ") && reads(step) && !ofFew(step) && !isPage(statement, step)
		if walks || sortsMany && strings.Contains(step, "USE TEMP B-TREE") {
			faults = append(faults, step)
		}
	}
	return faults
}

func reads(step string) bool {
	return (strings.HasPrefix(step, "SCAN ") || strings.HasPrefix(step, "SEARCH ")) && step != "SCAN CONSTANT ROW"
}

// A page of a whole list is read by walking along an index, and the walk ends with the page; with a
// condition it might go on to the end of the table for want of rows that meet it.
func isPage(statement, step string) bool {
	return strings.Contains(step, " USING ") && strings.Contains(statement, " LIMIT ") && !strings.Contains(statement, " WHERE ")
}

// WithAndWithoutStatistics runs a check twice: SQLite plans by other rules once it has looked at
// how the values are spread.
func WithAndWithoutStatistics(t testing.TB, app core.App, check func(statistics string)) {
	t.Helper()
	check("no")
	if _, err := app.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
		t.Fatal(err)
	}
	check("fresh")
}
