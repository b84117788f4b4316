package database

import (
	"container/list"
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
)

// Limits of a connection's cache, which keeps the most recently used statements.
const (
	maxStatements   = 100
	maxStatementLen = 4000
)

type connector struct {
	driver driver.Driver
	dsn    string
	note   func(error)
}

func (c connector) Driver() driver.Driver { return c.driver }

func (c connector) Connect(context.Context) (driver.Conn, error) {
	inner, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	full, ok := inner.(sqliteConn)
	if !ok {
		return nil, fmt.Errorf("the driver's connection is a %T", inner)
	}
	return &conn{sqliteConn: full, note: c.note, statements: map[string]*statement{}, byUse: list.New()}, nil
}

// sqliteConn lists the methods of the driver's connection that conn uses.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// conn is a connection that caches its compiled statements. database/sql makes sure that one goroutine at a time uses
// it.
type conn struct {
	sqliteConn
	note       func(error)
	statements map[string]*statement
	// byUse lists the statements, most recently used first.
	byUse *list.List
}

type statement struct {
	compiled driver.Stmt
	text     string
	place    *list.Element
	// isOpen is true while rows are read from the statement.
	isOpen bool
}

// ExecContext runs a statement.
func (c *conn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (_ driver.Result, err error) {
	defer func() { c.watch(err) }()
	s, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.ExecContext(ctx, text, args)
	}
	return s.compiled.(driver.StmtExecContext).ExecContext(ctx, args)
}

// QueryContext runs a statement that returns rows.
func (c *conn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (_ driver.Rows, err error) {
	defer func() { c.watch(err) }()
	s, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.QueryContext(ctx, text, args)
	}
	inner, err := s.compiled.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	full, ok := inner.(sqliteRows)
	if !ok {
		return nil, fmt.Errorf("the driver's rows are a %T", inner)
	}
	s.isOpen = true
	return &rows{sqliteRows: full, statement: s}, nil
}

// Close closes the statements and the connection.
func (c *conn) Close() error {
	for _, s := range c.statements {
		_ = s.compiled.Close() // the connection is closed in any case
	}
	c.statements, c.byUse = map[string]*statement{}, list.New()
	return c.sqliteConn.Close()
}

// take returns a compiled statement from the cache, or compiles it. It returns nil if the statement is not cached or
// its rows are still being read.
func (c *conn) take(ctx context.Context, text string) (*statement, error) {
	if s := c.statements[text]; s != nil {
		if s.isOpen {
			return nil, nil
		}
		c.byUse.MoveToFront(s.place)
		return s, nil
	}
	if !isCacheable(text) {
		return nil, nil
	}
	compiled, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	c.makeRoom()
	s := &statement{compiled: compiled, text: text}
	s.place = c.byUse.PushFront(s)
	c.statements[text] = s
	return s, nil
}

// makeRoom removes the least recently used statement that is not open.
func (c *conn) makeRoom() {
	if len(c.statements) < maxStatements {
		return
	}
	for place := c.byUse.Back(); place != nil; place = place.Prev() {
		s := place.Value.(*statement)
		if s.isOpen {
			continue
		}
		c.byUse.Remove(place)
		delete(c.statements, s.text)
		_ = s.compiled.Close() // Close returns the error of the statement's last run
		return
	}
}

// isCacheable reports whether a text is one statement that reads or writes rows. Schema changes run once and are not
// cached.
func isCacheable(text string) bool {
	if len(text) > maxStatementLen || strings.Contains(text, ";") {
		return false
	}
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch strings.ToUpper(strings.TrimSpace(word)) {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
		return true
	}
	return false
}

// sqliteRows lists the methods of the driver's rows that rows uses.
type sqliteRows interface {
	driver.Rows
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

type rows struct {
	sqliteRows
	statement *statement
}

// Close closes the rows and returns the statement to the cache.
func (r *rows) Close() error {
	err := r.sqliteRows.Close()
	r.statement.isOpen = false
	return err
}
