package database_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/database"
)

func open(t *testing.T) *dbx.DB {
	t.Helper()
	db, err := database.Connect(filepath.Join(t.TempDir(), "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	run(t, db, "CREATE TABLE things (id TEXT PRIMARY KEY, n INTEGER)")
	return db
}

func run(t *testing.T, db dbx.Builder, statement string) {
	t.Helper()
	if _, err := db.NewQuery(statement).Execute(); err != nil {
		t.Fatal(statement, err)
	}
}

func TestACachedStatementSeesAChangedSchema(t *testing.T) {
	t.Parallel()
	db := open(t)
	run(t, db, "INSERT INTO things VALUES ('a', 1)")
	for _, change := range []string{"SELECT 1", "ALTER TABLE things ADD COLUMN more TEXT DEFAULT 'x'", "CREATE INDEX i ON things (n)", "ANALYZE", "VACUUM"} {
		run(t, db, change)
		row := dbx.NullStringMap{}
		if err := db.NewQuery("SELECT * FROM things WHERE id = 'a'").One(row); err != nil {
			t.Fatal(change, err)
		}
		if _, ok := row["more"]; ok != (change != "SELECT 1") {
			t.Errorf("after %s: %v", change, row)
		}
	}
	run(t, db, "DROP TABLE things")
	if err := db.NewQuery("SELECT * FROM things WHERE id = 'a'").One(dbx.NullStringMap{}); err == nil {
		t.Error("a dropped table can still be read")
	}
}

func TestAStatementRunsAgainWhileItsRowsAreRead(t *testing.T) {
	t.Parallel()
	db := open(t)
	err := db.Transactional(func(tx *dbx.Tx) error {
		for i := range 5 {
			run(t, tx, fmt.Sprintf("INSERT INTO things VALUES ('%d', %d)", i, i))
		}
		total := 0
		outer, err := tx.NewQuery("SELECT n FROM things").Rows()
		if err != nil {
			return err
		}
		defer outer.Close()
		for outer.Next() {
			var ns []int
			if err := tx.NewQuery("SELECT n FROM things").Column(&ns); err != nil {
				return err
			}
			total += len(ns)
		}
		if total != 25 {
			t.Errorf("read %d rows, want 25", total)
		}
		return outer.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAStatementRunsAgainAfterItHasFailed(t *testing.T) {
	t.Parallel()
	db := open(t)
	for range 3 {
		_, err := db.NewQuery("INSERT INTO things (id, n) VALUES ({:id}, {:n})").Bind(dbx.Params{"id": "same",
			"n": 1}).Execute()
		if err != nil {
			continue
		}
	}
	if _, err := db.NewQuery("INSERT INTO things (id, n) VALUES ({:id}, {:n})").Bind(dbx.Params{"id": "other", "n": 2}).
		Execute(); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := db.NewQuery("SELECT count(*) FROM things").Row(&n); err != nil || n != 2 {
		t.Errorf("%d rows, %v, want 2", n, err)
	}
}

func TestConnectionsReadAndWriteConcurrently(t *testing.T) {
	t.Parallel()
	db := open(t)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 200 { // more statements than a connection caches
				id := fmt.Sprintf("%d-%d", worker, i)
				if _, err := db.NewQuery(fmt.Sprintf("INSERT INTO things VALUES ({:id}, %d)",
					i)).Bind(dbx.Params{"id": id}).Execute(); err != nil {
					t.Error(err)
					return
				}
				var n int
				if err := db.NewQuery("SELECT n FROM things WHERE id = {:id}").Bind(dbx.Params{"id": id}).
					Row(&n); err != nil || n != i {
					t.Errorf("n = %d, %v, want %d", n, err, i)
					return
				}
			}
		})
	}
	all.Wait()
}
