package audit

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/search"

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

// errSecretCompared refuses to sort and filter by what must not be read: whether a value is above another tells it letter
// by letter.
var errSecretCompared = httpx.NewError(http.StatusForbidden, "Protected fields can't be sorted or filtered by.", nil)

// checkRecordQuery refuses a superuser's list of records that is filtered or sorted by a protected field, also by one of
// another collection.
func checkRecordQuery(e *core.RequestEvent) error {
	path := e.Request.URL.Path
	if !strings.HasPrefix(path, "/api/collections/") || !strings.HasSuffix(strings.TrimRight(path, "/"), "/records") {
		return nil
	}
	query := e.Request.URL.Query()
	names := &fieldNames{}
	for _, filter := range query[search.FilterQueryParam] {
		_, _ = search.FilterData(filter).BuildExpr(names) // PocketBase answers what it does not understand
	}
	for _, sort := range query[search.SortQueryParam] {
		for _, field := range search.ParseSortFromString(sort) {
			names.add(field.Name)
		}
	}
	return names.check(e.App)
}

// fieldNames collects the names of the fields in filters, as PocketBase reads them.
type fieldNames struct{ parts []string }

// add takes a name such as @collection.users.tokenKey:lower apart.
func (n *fieldNames) add(name string) {
	n.parts = append(n.parts, strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '.' || r == ':' })...)
}

// Resolve notes the name of a field.
func (n *fieldNames) Resolve(field string) (*search.ResolverResult, error) {
	n.add(field)
	return &search.ResolverResult{Identifier: "NULL"}, nil
}

// UpdateQuery does nothing: the filter is not run.
func (n *fieldNames) UpdateQuery(*dbx.SelectQuery) error { return nil }

func (n *fieldNames) check(app core.App) error {
	if len(n.parts) == 0 {
		return nil
	}
	collections, err := app.FindAllCollections()
	if err != nil {
		return fmt.Errorf("read the collections: %w", err)
	}
	for _, collection := range collections {
		for _, field := range collection.Fields {
			if isSecret(field) && slices.Contains(n.parts, strings.ToLower(field.GetName())) {
				return errSecretCompared
			}
		}
	}
	return nil
}

// checkRules refuses a rule of a collection that compares a protected field.
func checkRules(app core.App, collection *core.Collection) error {
	names := &fieldNames{}
	for _, rule := range []*string{collection.ListRule, collection.ViewRule, collection.CreateRule, collection.UpdateRule, collection.DeleteRule, collection.AuthRule, collection.ManageRule} {
		if rule != nil {
			_, _ = search.FilterData(*rule).BuildExpr(names)
		}
	}
	return names.check(app)
}

func isSecret(field core.Field) bool {
	return field.GetHidden() || field.Type() == core.FieldTypePassword
}

// protectSecrets refuses a view of what the SQL console does not read, a rule that compares it, and a hidden field that is to be shown.
func protectSecrets(e *core.CollectionEvent) error {
	if err := checkRules(e.App, e.Collection); err != nil {
		return err
	}
	if e.Collection.IsView() {
		if err := checkStatement(e.App, e.Collection.ViewQuery); err != nil {
			return err
		}
	}
	if stored, err := e.App.FindCachedCollectionByNameOrId(e.Collection.Id); err == nil {
		for _, field := range stored.Fields {
			if now := e.Collection.Fields.GetById(field.GetId()); field.GetHidden() && now != nil && !now.GetHidden() {
				return httpx.NewError(http.StatusForbidden, stored.Name+"."+field.GetName()+" is protected and stays hidden.", nil)
			}
		}
	}
	return e.Next()
}
