package database

import (
	"container/list"
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
)

// What a connection keeps is bounded: it keeps the statements that it has run last.
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

// sqliteConn is what the driver's connection can do.
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

// conn is a connection that keeps its compiled statements. One goroutine at a time uses it; database/sql sees
// to that.
type conn struct {
	sqliteConn
	note       func(error)
	statements map[string]*statement
	// byUse has the statements, the last used in front.
	byUse *list.List
}

type statement struct {
	compiled driver.Stmt
	text     string
	place    *list.Element
	// isOpen while rows are read from it
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

// QueryContext runs a statement that has rows.
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
		_ = s.compiled.Close() // the connection goes anyway
	}
	c.statements, c.byUse = map[string]*statement{}, list.New()
	return c.sqliteConn.Close()
}

// take finds or compiles a statement; nil is one that is not kept, or whose rows are being read.
func (c *conn) take(ctx context.Context, text string) (*statement, error) {
	if s := c.statements[text]; s != nil {
		if s.isOpen {
			return nil, nil
		}
		c.byUse.MoveToFront(s.place)
		return s, nil
	}
	if !isKept(text) {
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

// makeRoom drops the statement that was last used longest ago and is not open.
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
		_ = s.compiled.Close() // what it returns is the error of its last run
		return
	}
}

// isKept tells whether a text is one statement that reads or writes rows. A change of the schema is none, and
// runs once.
func isKept(text string) bool {
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

// sqliteRows is what the driver's rows can do.
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

// Close gives the statement back.
func (r *rows) Close() error {
	err := r.sqliteRows.Close()
	r.statement.isOpen = false
	return err
}
