package database_test

import (
	"path/filepath"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/database"
)

func TestWatchRecordsErrorsOfAFullDisk(t *testing.T) {
	t.Parallel()
	const insert = "INSERT INTO things (id) VALUES (randomblob(100000))"
	for name, write := range map[string]func(*dbx.DB) error{
		"a statement": func(db *dbx.DB) error { _, err := db.NewQuery(insert).Execute(); return err },
		"a statement with rows": func(db *dbx.DB) error {
			var n int
			return db.NewQuery(insert + " RETURNING 1").Row(&n)
		},
		"a transaction": func(db *dbx.DB) error {
			return db.Transactional(func(tx *dbx.Tx) error {
				_, err := tx.NewQuery(insert).Execute()
				return err
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			watch := &database.Watch{}
			db, err := watch.Connect(filepath.Join(t.TempDir(), "data.db"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			db.DB().SetMaxOpenConns(1)
			run(t, db, "CREATE TABLE things (id TEXT)")
			if _, err := db.NewQuery("INSERT INTO nothing VALUES (1)").Execute(); err == nil || watch.Problem() != "" {
				t.Fatalf("another error: %v, Problem() = %q, want none", err, watch.Problem())
			}
			var pages int
			if err := db.NewQuery("PRAGMA max_page_count = 5").Row(&pages); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := write(db); err == nil || watch.Problem() != "the disk is full" {
					t.Errorf("%v, Problem() = %q, want \"the disk is full\"", err, watch.Problem())
				}
			}
			if len(watch.Failing()) != 1 {
				t.Errorf("%d notices, want one", len(watch.Failing()))
			}
			watch.Clear()
			if watch.Problem() != "" {
				t.Errorf("Problem() after Clear = %q, want none", watch.Problem())
			}
		})
	}
}
