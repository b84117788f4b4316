package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"

	"github.com/pocketbase/dbx"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Watch opens databases and notices when the disk is full or broken. The caller of the failed statement gets the error
// as well. The zero value is ready to use. Safe for concurrent use.
type Watch struct {
	// Replicated says that the databases are replicated. Set it before the first database is opened.
	Replicated bool

	mu      sync.Mutex
	problem string
	failing chan struct{}
}

// diskProblems describes disk problems in words, by SQLite's primary result code.
var diskProblems = map[int]string{
	sqlite3.SQLITE_FULL:     "the disk is full",
	sqlite3.SQLITE_IOERR:    "the disk reports errors",
	sqlite3.SQLITE_READONLY: "the data directory has become read-only",
	sqlite3.SQLITE_CORRUPT:  "the database is damaged",
	sqlite3.SQLITE_NOTADB:   "the database is damaged",
}

// Connect opens a database and watches its errors.
func (w *Watch) Connect(path string) (*dbx.DB, error) {
	if w.Replicated {
		return connect(path, replicated, w.note)
	}
	return connect(path, "", w.note)
}

// Problem returns why nothing can be stored, or "".
func (w *Watch) Problem() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.problem
}

// Failing returns a channel that receives a value when a problem starts.
func (w *Watch) Failing() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.channel()
}

func (w *Watch) channel() chan struct{} {
	if w.failing == nil {
		w.failing = make(chan struct{}, 1)
	}
	return w.failing
}

// Clear removes the problem. Call it after a write has succeeded; a successful statement alone may not have written
// anything.
func (w *Watch) Clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.problem = ""
}

// note records a disk problem if err is one. err is the result of a statement or a commit.
func (w *Watch) note(err error) {
	problem := DiskProblem(err)
	if problem == "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.problem == "" {
		select {
		case w.channel() <- struct{}{}:
		default:
		}
	}
	w.problem = problem
}

// DiskProblem describes the disk problem that a SQLite error means, or returns "" for other errors.
func DiskProblem(err error) string {
	var failed *sqlite.Error
	if err == nil || !errors.As(err, &failed) {
		return ""
	}
	return diskProblems[failed.Code()&0xff]
}

// watchedTx records the result of a transaction's commit, because most writes reach the disk only then.
type watchedTx struct {
	driver.Tx
	note func(error)
}

func (t watchedTx) Commit() error {
	err := t.Tx.Commit()
	t.note(err)
	return err
}

// BeginTx starts a transaction.
func (c *conn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	tx, err := c.sqliteConn.BeginTx(ctx, options)
	if err != nil || c.note == nil {
		return tx, err
	}
	return watchedTx{tx, c.note}, nil
}

// watch records the result of a statement.
func (c *conn) watch(err error) {
	if c.note != nil && err != nil {
		c.note(err)
	}
}
