package sqlguard_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver

	"boardcircle/pb_hooks/internal/sqlguard"
)

// FuzzReads holds that a statement which reads no secret, by what Reads says, answers the same whatever the
// secrets are.
func FuzzReads(f *testing.F) {
	for _, statement := range readers {
		f.Add(statement)
	}
	for _, statement := range []string{
		"SELECT id, email FROM people", "SELECT count(*) FROM seen", "SELECT name, sql FROM sqlite_master", "SELECT 1 FROM people NATURAL JOIN notes",
		"SELECT group_concat(id || text) FROM notes", "SELECT x FROM (SELECT id AS x FROM people UNION SELECT person FROM notes)",
	} {
		f.Add(statement)
	}
	one, other := openFilled(f, "secret-of-one"), openFilled(f, "a-different-secret")
	f.Fuzz(func(t *testing.T, statement string) {
		reads, err := sqlguard.Reads(fuzzSchema, statement)
		if err != nil || slices.ContainsFunc(reads, func(r sqlguard.Read) bool {
			return r.Column == "tokenKey" || r.Table != "people" && r.Table != "notes" && r.Table != "seen"
		}) {
			return
		}
		first, second := answer(one, statement), answer(other, statement)
		if first != second && first == answer(one, statement) {
			t.Errorf("%q tells of the secrets: %s, %s", statement, first, second)
		}
	})
}

// fuzzSchema has no index of the secrets, which would set the order of rows that are asked for in none.
var fuzzSchema = slices.Delete(slices.Clone(schema), 1, 2)

func openFilled(f *testing.F, secret string) *sql.DB {
	f.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		f.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	f.Cleanup(func() { _ = db.Close() })
	for _, statement := range append(slices.Clone(fuzzSchema),
		"INSERT INTO people VALUES ('1', 'asha@example.com', '"+secret+"'), ('2', 'kavita@example.com', 'b')",
		"INSERT INTO notes VALUES ('1', '1', '{\"a\":[1,2]}', '"+secret+"'), ('2', 'b', '[]', '')", "PRAGMA query_only = 1") {
		if _, err := db.Exec(statement); err != nil {
			f.Fatal(err)
		}
	}
	return db
}

func answer(db *sql.DB, statement string) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	rows, err := db.QueryContext(ctx, statement)
	if err != nil {
		return err.Error()
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err.Error()
	}
	var all []string
	for rows.Next() && len(all) < 1000 {
		values := make([]any, len(names))
		for i := range values {
			values[i] = new(sql.RawBytes)
		}
		if err := rows.Scan(values...); err != nil {
			return err.Error()
		}
		row := ""
		for _, value := range values {
			row += fmt.Sprintf("%q ", *value.(*sql.RawBytes))
		}
		all = append(all, row)
	}
	return fmt.Sprint(names, all, rows.Err())
}
