// Package queryplan lets tests check how SQLite runs the statements of a request: whether it uses an index or scans a
// table.
package queryplan

import (
	"context"
	"database/sql"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// CaptureQueries returns the SELECT statements that run during do.
func CaptureQueries(app core.App, do func()) []string {
	return capture([]dbx.Builder{app.ConcurrentDB()}, do)
}

// Capture returns all statements that run during do, including writes.
func Capture(app core.App, do func()) []string {
	return capture([]dbx.Builder{app.ConcurrentDB(), app.NonconcurrentDB()}, do)
}

// CaptureStores returns the statements that run during do, by the store function that runs them, such as
// "payments.FindByOrder".
func CaptureStores(app core.App, do func()) map[string][]string {
	var mu sync.Mutex
	functions := map[string][]string{}
	watch([]dbx.Builder{app.ConcurrentDB(), app.NonconcurrentDB()}, func(statement string) {
		callers := make([]uintptr, 100)
		frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
		mu.Lock()
		defer mu.Unlock()
		for {
			frame, more := frames.Next()
			if strings.HasPrefix(filepath.Base(frame.File), "store") {
				name := functionName(frame.Function)
				functions[name] = append(functions[name], statement)
			}
			if !more {
				return
			}
		}
	}, do)
	return functions
}

// functionName returns the package and name of a function: "mail.find" for "a/b/mail.(*Outbox).find.func1".
func functionName(full string) string {
	pkg, rest, _ := strings.Cut(full[strings.LastIndex(full, "/")+1:], ".")
	if _, method, ok := strings.Cut(rest, ")."); ok {
		rest = method
	}
	name, _, _ := strings.Cut(rest, ".")
	return pkg + "." + strings.TrimSuffix(name, "[...]")
}

func capture(databases []dbx.Builder, do func()) []string {
	var mu sync.Mutex
	var statements []string
	watch(databases, func(statement string) {
		mu.Lock()
		defer mu.Unlock()
		statements = append(statements, statement)
	}, do)
	return statements
}

// watch calls add with each statement, in the goroutine that runs it.
func watch(databases []dbx.Builder, add func(statement string), do func()) {
	for _, builder := range databases {
		db := builder.(*dbx.DB)
		db.QueryLogFunc = func(_ context.Context, _ time.Duration, statement string, _ *sql.Rows, _ error) {
			add(statement)
		}
		db.ExecLogFunc = func(_ context.Context, _ time.Duration, statement string, _ sql.Result, _ error) {
			add(statement)
		}
		defer func() { db.QueryLogFunc, db.ExecLogFunc = nil, nil }()
	}
	do()
}

// quotedName matches a name in dbx's quotes.
var quotedName = regexp.MustCompile(`\{\{(\w+)\}\}|\[\[([\w.]+)\]\]`)

// Explain returns SQLite's query plan of a statement, step by step.
func Explain(t testing.TB, app core.App, statement string) []string {
	t.Helper()
	// dbx is not used here, because it would look for placeholders in the values.
	statement = quotedName.ReplaceAllString(statement, "$1$2")
	rows, err := app.ConcurrentDB().(*dbx.DB).DB().Query("EXPLAIN QUERY PLAN " + statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		plan = append(plan, detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return plan
}

// Walks returns the steps of a statement that scan a table of unlimited size. small names tables and indexes that have
// only a few rows, however many people there are.
func Walks(t testing.TB, app core.App, statement string, small ...string) []string {
	t.Helper()
	var walks []string
	for _, step := range Explain(t, app, statement) {
		if strings.HasPrefix(step, "SCAN ") && readsRows(step) && !isOneOf(step, small) &&
			!isIndexedPage(t, app, statement, step) {
			walks = append(walks, step)
		}
	}
	return walks
}

func isOneOf(step string, names []string) bool {
	return slices.ContainsFunc(strings.Fields(step), func(word string) bool { return slices.Contains(names, word) })
}

// SlowSteps returns the steps of a statement that read or sort many rows. smallTables names tables and indexes that
// have only a few rows, however many people there are; scanning those is allowed.
func SlowSteps(t testing.TB, app core.App, statement string, smallTables ...string) []string {
	t.Helper()
	isSmall := func(step string) bool { return isOneOf(step, smallTables) }
	plan := Explain(t, app, statement)
	sortsMany := slices.ContainsFunc(plan, func(step string) bool { return readsRows(step) && !isSmall(step) })
	var faults []string
	for _, step := range plan {
		fullScan := strings.HasPrefix(step, "SCAN ") && readsRows(step) && !isSmall(step) &&
			!isIndexedPage(t, app, statement, step)
		if fullScan || sortsMany && strings.Contains(step, "USE TEMP B-TREE") {
			faults = append(faults, step)
		}
	}
	return faults
}

// readsRows reports whether a step scans the rows of a table. The rows of a subquery were read by its own steps.
// Virtual tables do not count: the full-text index is searched by a term, and json_each has the values of a list.
func readsRows(step string) bool {
	return (strings.HasPrefix(step, "SCAN ") || strings.HasPrefix(step, "SEARCH ")) &&
		!strings.HasSuffix(step, " CONSTANT ROW") && !strings.HasSuffix(step, " VALUES CLAUSE") &&
		!strings.HasPrefix(step, "SCAN (subquery-") && !strings.Contains(step, " VIRTUAL TABLE INDEX ")
}

// A page of a whole list is read by scanning an index until the page is full. With a condition, the scan might continue
// to the end of the table if too few rows match, unless the index contains only matching rows.
func isIndexedPage(t testing.TB, app core.App, statement, step string) bool {
	t.Helper()
	_, using, found := strings.Cut(step, " USING ")
	if !found || !strings.Contains(statement, " LIMIT ") {
		return false
	}
	_, condition, hasCondition := strings.Cut(statement, " WHERE ")
	if !hasCondition {
		return true
	}
	condition, _, _ = strings.Cut(condition, " ORDER BY ")
	words := strings.Fields(using)
	return condition == indexCondition(t, app, words[len(words)-1])
}

// indexCondition returns the condition of a partial index.
func indexCondition(t testing.TB, app core.App, name string) string {
	t.Helper()
	var index string
	err := app.ConcurrentDB().Select("sql").From("sqlite_master").Where(dbx.HashExp{"type": "index", "name": name}).
		Row(&index)
	if err != nil {
		return ""
	}
	_, condition, _ := strings.Cut(index, " WHERE ")
	return condition
}

// WithAndWithoutStatistics runs a check twice, because SQLite plans differently once it has statistics about the
// values.
func WithAndWithoutStatistics(t testing.TB, app core.App, check func(statistics string)) {
	t.Helper()
	check("no")
	for _, statement := range []string{
		"ANALYZE",
		// SQLite reads a table with few rows as a whole, which says nothing about the same table in production.
		"DELETE FROM sqlite_stat1 WHERE tbl NOT IN (SELECT tbl FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) >= 100)",
		// An open connection reads statistics again only after the schema has changed.
		"CREATE TABLE statistics_read (id)",
		"DROP TABLE statistics_read",
	} {
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	check("fresh")
}

// AssertIndexed fails for each statement on one of the tables that scans the table or uses an index in broad, which are
// indexes that match a large part of the rows. It returns how many statements it has checked.
func AssertIndexed(t testing.TB, app core.App, statements, tables, broad []string) int {
	t.Helper()
	checked := 0
	for _, statement := range statements {
		if !mentions(statement, tables) || strings.HasPrefix(strings.TrimSpace(statement), "INSERT") {
			continue
		}
		checked++
		plan := Explain(t, app, statement)
		for _, step := range plan {
			isScan := strings.HasPrefix(step, "SCAN ") && mentions(step, tables)
			if isScan || mentions(step, broad) {
				t.Errorf("%s\n\t%s", statement, strings.Join(plan, "\n\t"))
				break
			}
		}
	}
	return checked
}

// mentions reports whether a text contains one of the words.
func mentions(text string, words []string) bool {
	for _, field := range strings.FieldsFunc(text,
		func(r rune) bool { return strings.ContainsRune(" \t\n`\"(),[].", r) }) {
		if slices.Contains(words, field) {
			return true
		}
	}
	return false
}
