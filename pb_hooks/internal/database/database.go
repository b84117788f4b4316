// Package database opens SQLite as the app wants it.
package database

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"time"

	"github.com/pocketbase/dbx"
	_ "modernc.org/sqlite" // the driver
)

// Connect opens a database as PocketBase does, but for three things.
//
// A commit to data.db is on the disk before it returns (synchronous FULL). With PocketBase's NORMAL a power cut takes
// back the last commits, among them nominations and payments that were already acknowledged. FULL costs one fsync for
// each commit. auxiliary.db, which has the logs, stays with NORMAL.
//
// A transaction waits for the write lock when it begins. One that has read first, while another process wrote,
// fails at its own first write, and no waiting helps: so a command beside the server would cost both of them
// errors.
//
// A connection keeps the statements that it has compiled (statements.go): SQLite compiles as long as it runs a
// short statement.
func Connect(path string) (*dbx.DB, error) { return connect(path, "", nil) }

// replicated leaves a database's write-ahead log to whoever replicates it: what SQLite itself has moved into the database
// before it was copied costs a copy of the whole database.
const replicated = "&_pragma=wal_autocheckpoint(0)"

// ConnectReplicated is Connect for a database that is replicated.
func ConnectReplicated(path string) (*dbx.DB, error) { return connect(path, replicated, nil) }

// connect opens a database with more parameters; note is called with the errors of its statements and commits.
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

// idleTime is how long a connection that nobody uses stays open. Each holds the whole schema, its statements and its pages.
const idleTime = 10 * time.Second

// CloseIdle lets the reading connections go that a moment with many requests has opened. PocketBase keeps them for
// minutes.
func CloseIdle(db dbx.Builder) {
	if pool, ok := db.(*dbx.DB); ok {
		pool.DB().SetConnMaxIdleTime(idleTime)
	}
}
