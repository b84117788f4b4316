// Package sqlguard tells what an SQL statement reads before it runs, by SQLite's own account of it.
//
// SQLite's authorizer is told each column that a statement reads while it is compiled: behind an alias, a quoted
// identifier, a star, a view, a common table expression or a function all the same. database/sql has no access
// to it, so the statement is compiled, and never run, on a handle of our own: an empty database in memory with
// the same tables.
package sqlguard

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Read is a column that a statement reads, as the schema spells it. Column is "" for a table of which it reads
// no column, as count(*) does.
type Read struct{ Table, Column string }

var (
	// ErrNotASelect is the error of a text that is not exactly one statement that only reads.
	ErrNotASelect = errors.New("not a single SELECT")
	// ErrJoinByName is the error of a join over columns of the same name: the authorizer is not told those.
	ErrJoinByName = errors.New("a join by the names of columns")
)

// joinByName finds more than it must: a word in a text or in a name is refused, too.
var joinByName = regexp.MustCompile(`(?i)\b(natural|using)\b`)

// Reads returns what a statement reads of a schema, which is the CREATE statements of its tables and views.
// The error of a statement that SQLite does not compile is SQLite's.
func Reads(schema []string, statement string) ([]Read, error) {
	if strings.ContainsRune(statement, 0) {
		return nil, ErrNotASelect // SQLite would read no further
	}
	if joinByName.MatchString(statement) {
		return nil, ErrJoinByName
	}
	h := &handle{tls: libc.NewTLS()}
	defer h.close()
	if err := h.open(); err != nil {
		return nil, err
	}
	for _, create := range schema {
		if err := h.prepare(create, true); err != nil {
			return nil, fmt.Errorf("%s: %w", create, err)
		}
	}
	h.authorize = h.record
	sqlite3.Xsqlite3_set_authorizer(h.tls, h.db, *(*uintptr)(unsafe.Pointer(&h.authorize)), 0)
	err := h.prepare(statement, false)
	runtime.KeepAlive(h)
	if h.writes {
		return nil, ErrNotASelect
	}
	return h.reads, err
}

// handle is a connection to an empty database in memory. It is always on the heap, where SQLite finds what it
// is given the addresses of.
type handle struct {
	tls *libc.TLS
	db  uintptr
	// statement and rest are what SQLite compiled last, and the text behind it.
	statement, rest uintptr
	authorize       func(tls *libc.TLS, _ uintptr, action int32, first, second, database, inner uintptr) int32

	reads  []Read
	writes bool
}

func (h *handle) open() error {
	name, err := libc.CString(":memory:")
	if err != nil {
		return err
	}
	defer libc.Xfree(h.tls, name)
	const flags = sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_CREATE | sqlite3.SQLITE_OPEN_MEMORY
	if code := sqlite3.Xsqlite3_open_v2(h.tls, name, uintptr(unsafe.Pointer(&h.db)), flags, 0); code != sqlite3.SQLITE_OK {
		return fmt.Errorf("open a database in memory: SQLite's error %d", code)
	}
	return nil
}

func (h *handle) close() {
	if h.db != 0 {
		sqlite3.Xsqlite3_close_v2(h.tls, h.db)
	}
	h.tls.Close()
}

// prepare compiles a text that is one statement, and runs it if told to.
func (h *handle) prepare(text string, run bool) error {
	zSQL, err := libc.CString(text)
	if err != nil {
		return err
	}
	defer libc.Xfree(h.tls, zSQL)
	h.statement = 0
	code := sqlite3.Xsqlite3_prepare_v2(h.tls, h.db, zSQL, -1, uintptr(unsafe.Pointer(&h.statement)), uintptr(unsafe.Pointer(&h.rest)))
	if code != sqlite3.SQLITE_OK {
		return h.lastError()
	}
	defer sqlite3.Xsqlite3_finalize(h.tls, h.statement)
	switch {
	case h.statement == 0 || strings.Trim(libc.GoString(h.rest), "; \t\r\n") != "":
		return ErrNotASelect
	case run:
		if sqlite3.Xsqlite3_step(h.tls, h.statement) != sqlite3.SQLITE_DONE {
			return h.lastError()
		}
	case sqlite3.Xsqlite3_stmt_readonly(h.tls, h.statement) == 0:
		return ErrNotASelect
	}
	return nil
}

func (h *handle) lastError() error {
	return errors.New(libc.GoString(sqlite3.Xsqlite3_errmsg(h.tls, h.db)))
}

// record is the authorizer: it allows what a SELECT does and notes what it reads.
func (h *handle) record(_ *libc.TLS, _ uintptr, action int32, first, second, _, _ uintptr) int32 {
	switch action {
	case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE, sqlite3.SQLITE_FUNCTION:
	case sqlite3.SQLITE_READ:
		h.reads = append(h.reads, Read{Table: libc.GoString(first), Column: libc.GoString(second)})
	default:
		h.writes = true
		return sqlite3.SQLITE_DENY
	}
	return sqlite3.SQLITE_OK
}
