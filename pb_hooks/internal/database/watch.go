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

// Watch opens databases and notes when the disk takes nothing any more. What SQLite then refuses is not lost: whoever
// asked for it is told. The zero value is ready. Safe for concurrent use.
type Watch struct {
	// Replicated is set before the first database is opened if the databases are replicated.
	Replicated bool

	mu      sync.Mutex
	problem string
	failing chan struct{}
}

// diskProblems are what SQLite says of a disk, by its primary result code, in words.
var diskProblems = map[int]string{
	sqlite3.SQLITE_FULL:     "the disk is full",
	sqlite3.SQLITE_IOERR:    "the disk reports errors",
	sqlite3.SQLITE_READONLY: "the data directory has become read-only",
	sqlite3.SQLITE_CORRUPT:  "the database is damaged",
	sqlite3.SQLITE_NOTADB:   "the database is damaged",
}

// Connect opens a database that is watched.
func (w *Watch) Connect(path string) (*dbx.DB, error) {
	if w.Replicated {
		return connect(path, replicated, w.note)
	}
	return connect(path, "", w.note)
}

// Problem says why nothing can be stored, "" if it can.
func (w *Watch) Problem() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.problem
}

// Failing returns a channel that has something when a problem has begun.
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

// Clear is called when something could be stored again: not every statement that succeeds has stored something.
func (w *Watch) Clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.problem = ""
}

// note looks at the result of a statement or a commit.
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

// DiskProblem says in words what an error of SQLite's means for the disk, "" if it is about something else.
func DiskProblem(err error) string {
	var failed *sqlite.Error
	if err == nil || !errors.As(err, &failed) {
		return ""
	}
	return diskProblems[failed.Code()&0xff]
}

// watchedTx notes how a transaction's commit ends: most of what is written meets the disk then.
type watchedTx struct {
	driver.Tx
	note func(error)
}

func (t watchedTx) Commit() error {
	err := t.Tx.Commit()
	t.note(err)
	return err
}

// BeginTx begins a transaction.
func (c *conn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	tx, err := c.sqliteConn.BeginTx(ctx, options)
	if err != nil || c.note == nil {
		return tx, err
	}
	return watchedTx{tx, c.note}, nil
}

// watch notes how a statement ends.
func (c *conn) watch(err error) {
	if c.note != nil && err != nil {
		c.note(err)
	}
}
