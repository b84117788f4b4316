// Package database opens the SQLite databases of the app.
package database

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"time"

	"github.com/pocketbase/dbx"
)

// Connect opens a database with PocketBase's settings, except for three:
//
// A commit to data.db is on the disk before it returns (synchronous FULL). With PocketBase's NORMAL, a power cut loses
// the last commits, which may include nominations and payments that were already acknowledged. FULL costs one fsync per
// commit. auxiliary.db holds only logs and stays with NORMAL.
//
// A transaction acquires the write lock when it starts. A transaction that reads first and writes later fails at its
// first write if another process has written in between, and waiting does not help. A command that runs at the same
// time as the server would cause such errors in both.
//
// A connection caches its compiled statements (statements.go), because compiling takes SQLite as long as running a
// short statement.
func Connect(path string) (*dbx.DB, error) { return connect(path, "", nil) }

// replicated turns off automatic checkpoints, because the replication worker runs them. If SQLite itself moves pages
// from the write-ahead log to the database before they are copied, the whole database must be copied again.
const replicated = "&_pragma=wal_autocheckpoint(0)"

// connect opens a database with additional parameters. It calls note with the errors of statements and commits.
func connect(path, more string, note func(error)) (*dbx.DB, error) {
	plain, err := sql.Open("sqlite", "")
	if err != nil {
		return nil, fmt.Errorf("open the driver: %w", err)
	}
	driver := plain.Driver()
	if err := plain.Close(); err != nil {
		return nil, fmt.Errorf("open the driver: %w", err)
	}
	synchronous := "FULL"
	if filepath.Base(path) == "auxiliary.db" {
		synchronous = "NORMAL"
	}
	dsn := path + "?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)" +
		"&_pragma=journal_size_limit(200000000)&_pragma=synchronous(" + synchronous + ")&_pragma=foreign_keys(ON)" +
		"&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)" + more
	db := sql.OpenDB(connector{driver: driver, note: note, dsn: dsn})
	if err := db.Ping(); err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return dbx.NewFromDB(db, "sqlite"), nil
}

// idleTime is how long an unused connection stays open. Each connection holds the whole schema, its statements and its
// pages in memory.
const idleTime = 10 * time.Second

// CloseIdle closes the read connections that a burst of requests has opened. PocketBase keeps them for minutes.
func CloseIdle(db dbx.Builder) {
	if pool, ok := db.(*dbx.DB); ok {
		pool.DB().SetConnMaxIdleTime(idleTime)
	}
}
