package audit

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/search"
	"github.com/pocketbase/pocketbase/tools/subscriptions"

	"boardcircle/pb_hooks/internal/httpx"
)

// PocketBase shows a superuser the fields that a schema hides from everybody else. Here a protected field is one that
// nobody is shown, sorts or filters by: what it holds lets its reader sign in as somebody else, or brings them nearer to it.

// hideSecrets takes the protected fields out of a record wherever PocketBase sends one: lists, single records, expanded
// ones, what a change answers, and realtime events. PocketBase unhides them for superusers in e.Next().
func hideSecrets(e *core.RecordEnrichEvent) error {
	err := e.Next()
	for _, field := range e.Record.Collection().Fields {
		if isSecret(field) {
			e.Record.Hide(field.GetName())
		}
	}
	return err
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
	names.addFilters(query[search.FilterQueryParam]...)
	for _, sort := range query[search.SortQueryParam] {
		for _, field := range search.ParseSortFromString(sort) {
			names.add(field.Name)
		}
	}
	return names.check(e.App)
}

// checkSubscriptions refuses a subscription that is filtered by a protected field: which events arrive compares it.
func checkSubscriptions(e *core.RealtimeSubscribeRequestEvent) error {
	wanted := subscriptions.NewDefaultClient() // parses them as PocketBase will
	wanted.Subscribe(e.Subscriptions...)
	names := &fieldNames{}
	for _, options := range wanted.Subscriptions() {
		names.addFilters(options.Query[search.FilterQueryParam])
	}
	if err := names.check(e.App); err != nil {
		return err
	}
	return e.Next()
}

// fieldNames collects the names of the fields in filters, as PocketBase reads them.
type fieldNames struct{ parts []string }

// add takes a name such as @collection.users.tokenKey:lower apart.
func (n *fieldNames) add(name string) {
	n.parts = append(n.parts, strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '.' || r == ':' })...)
}

// addFilters adds the fields of filters. PocketBase answers what it does not understand of them.
func (n *fieldNames) addFilters(filters ...string) {
	for _, filter := range filters {
		_, _ = search.FilterData(filter).BuildExpr(n)
	}
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
	for _, rule := range append(rulesOf(collection), &collection.MFA.Rule) {
		if rule != nil {
			names.addFilters(*rule)
		}
	}
	return names.check(app)
}

// rulesOf returns the rules that decide who may use a collection; nil is nobody but superusers.
func rulesOf(c *core.Collection) []*string {
	return []*string{c.ListRule, c.ViewRule, c.CreateRule, c.UpdateRule, c.DeleteRule, c.AuthRule, c.ManageRule}
}

func isSecret(field core.Field) bool {
	return field.GetHidden() || field.Type() == core.FieldTypePassword
}

// protectSecrets refuses a rule that compares a protected field, and a hidden field that is to be shown.
func protectSecrets(e *core.CollectionEvent) error {
	if err := checkRules(e.App, e.Collection); err != nil {
		return err
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
