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

// PocketBase shows superusers the fields that the schema hides from everyone else. Here, a protected field is one
// that no one can read, sort or filter by, because its value helps to sign in as another person.

// hideSecrets removes the protected fields from every record that PocketBase sends: in lists, single records,
// expanded records, responses to changes, and realtime events. PocketBase unhides them for superusers in e.Next().
func hideSecrets(e *core.RecordEnrichEvent) error {
	err := e.Next()
	for _, field := range e.Record.Collection().Fields {
		if isSecret(field) {
			e.Record.Hide(field.GetName())
		}
	}
	return err
}

// errSecretCompared refuses to sort or filter by a protected field. By comparing values, a caller could find out the
// secret letter by letter.
var errSecretCompared = httpx.NewError(http.StatusForbidden, "Protected fields can't be sorted or filtered by.", nil)

// checkRecordQuery refuses a superuser's list of records that is filtered or sorted by a protected field, including
// fields of other collections.
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

// checkSubscriptions refuses a subscription that is filtered by a protected field, because the events that arrive
// reveal the comparison.
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

// fieldNames collects the names of the fields in filters. It implements PocketBase's field resolver.
type fieldNames struct{ parts []string }

// add splits a name such as @collection.users.tokenKey:lower into its parts.
func (n *fieldNames) add(name string) {
	n.parts = append(
		n.parts,
		strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '.' || r == ':' })...)
}

// addFilters adds the fields of filters. It ignores invalid filters, because PocketBase reports them.
func (n *fieldNames) addFilters(filters ...string) {
	for _, filter := range filters {
		_, _ = search.FilterData(filter).BuildExpr(n)
	}
}

// Resolve records the name of a field.
func (n *fieldNames) Resolve(field string) (*search.ResolverResult, error) {
	n.add(field)
	return &search.ResolverResult{Identifier: "NULL"}, nil
}

// UpdateQuery does nothing, because the filter is not run.
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

// rulesOf returns the access rules of a collection. A nil rule allows superusers only.
func rulesOf(c *core.Collection) []*string {
	return []*string{c.ListRule, c.ViewRule, c.CreateRule, c.UpdateRule, c.DeleteRule, c.AuthRule, c.ManageRule}
}

func isSecret(field core.Field) bool {
	return field.GetHidden() || field.Type() == core.FieldTypePassword
}

// protectSecrets refuses a rule that compares a protected field, and a change that would show a hidden field.
func protectSecrets(e *core.CollectionEvent) error {
	if err := checkRules(e.App, e.Collection); err != nil {
		return err
	}
	if stored, err := e.App.FindCachedCollectionByNameOrId(e.Collection.Id); err == nil {
		for _, field := range stored.Fields {
			if now := e.Collection.Fields.GetById(field.GetId()); field.GetHidden() && now != nil && !now.GetHidden() {
				return httpx.NewError(http.StatusForbidden,
					stored.Name+"."+field.GetName()+" is protected and stays hidden.", nil)
			}
		}
	}
	return e.Next()
}
