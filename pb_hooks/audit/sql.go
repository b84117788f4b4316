package audit

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/sqlguard"
)

// The dashboard's SQL console reads, and it does not read what would let its user act as somebody else, or
// open what is locked: the columns that the schema hides, and tables that belong to no collection, such as
// PocketBase's settings. Each statement is in the log, the refused ones as well.

// secretCollections are PocketBase's own that hold nothing but secrets of a sign-in.
var secretCollections = []string{core.CollectionNameOTPs, core.CollectionNameMFAs, core.CollectionNameExternalAuths}

// jsonTables are SQLite's functions that answer as tables, of the values that they are given.
var jsonTables = []string{"json_each", "json_tree"}

// recordSQL records the statement of a request to the SQL console before it runs, or refuses it.
func (l *Log) recordSQL(e *core.RequestEvent) error {
	var form struct {
		Query string `json:"query" form:"query"`
	}
	if err := e.BindBody(&form); err != nil {
		return httpx.NewError(http.StatusBadRequest, "Please send a statement.", err)
	}
	refusal := checkStatement(e.App, form.Query)
	action := "sql.read"
	if refusal != nil {
		action = "sql.refused"
	}
	details := map[string]any{"statement": truncate(form.Query, maxTextLength)}
	if err := l.Record(e.App, RequestActor(e), action, Subject{Label: e.Request.Method + " " + e.Request.URL.Path}, details); err != nil {
		return err
	}
	if refusal != nil {
		return refusal
	}
	return e.Next()
}

// checkStatement refuses what is not one SELECT of columns that a superuser may read.
func checkStatement(app core.App, statement string) error {
	schema, err := tableStatements(app)
	if err != nil {
		return err
	}
	reads, err := sqlguard.Reads(schema, statement)
	switch {
	case errors.Is(err, sqlguard.ErrNotASelect):
		return httpx.NewError(http.StatusForbidden, "Only a single SELECT can be run here.", nil)
	case errors.Is(err, sqlguard.ErrJoinByName):
		return httpx.NewError(http.StatusForbidden, "NATURAL and USING can't be checked here. Please name the columns with ON.", nil)
	case err != nil:
		return httpx.NewError(http.StatusBadRequest, "SQLite does not understand this: "+err.Error(), nil)
	}
	readable, err := readableColumns(app)
	if err != nil {
		return err
	}
	for _, read := range reads {
		if readable(read) {
			continue
		}
		name := read.Table
		if read.Column != "" {
			name += "." + read.Column
		}
		return httpx.NewError(http.StatusForbidden, name+" is protected and can't be read here.", nil)
	}
	return nil
}

// tableStatements are the CREATE statements of the database's tables and views, without those of virtual
// tables: nothing that is readable here is one.
func tableStatements(app core.App) (statements []string, err error) {
	err = app.DB().NewQuery("SELECT [[sql]] FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' " +
		"AND [[sql]] NOT LIKE 'CREATE VIRTUAL %' ORDER BY type, name").Column(&statements)
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	return statements, nil
}

// readableColumns returns the rule which columns a superuser may read with SQL.
func readableColumns(app core.App) (func(sqlguard.Read) bool, error) {
	collections, err := app.FindAllCollections()
	if err != nil {
		return nil, fmt.Errorf("read the collections: %w", err)
	}
	secrets := map[string]map[string]bool{}
	for _, collection := range collections {
		hidden := map[string]bool{}
		for _, field := range collection.Fields {
			if isSecret(field) {
				hidden[strings.ToLower(field.GetName())] = true
			}
		}
		secrets[strings.ToLower(collection.Name)] = hidden
	}
	for _, name := range secretCollections {
		delete(secrets, strings.ToLower(name))
	}
	for _, name := range jsonTables {
		secrets[name] = nil
	}
	return func(read sqlguard.Read) bool {
		hidden, known := secrets[strings.ToLower(read.Table)]
		return known && !hidden[strings.ToLower(read.Column)]
	}, nil
}
