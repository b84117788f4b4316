// Package views stores saved views of the console's lists. A view is a name for a search with filters, sort order and
// columns, stored as the query of the list's URL.
//
// A view belongs to the admin who saved it. A shared view is visible to every admin whose role includes the list.
// Only its author can change it. Owners can delete it.
package views

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// maxViews is the largest number of views of a list that an admin can save, and that an admin sees of others.
const maxViews = 50

// ListName is the name of a list that has views.
type ListName string

const (
	users        ListName = "users"
	leads        ListName = "leads"
	paid         ListName = "paid"
	nominations  ListName = "nominations"
	transactions ListName = "transactions"
)

// Values returns the names of all lists that have views.
func (ListName) Values() []string {
	return rules.Options(users, leads, paid, nominations, transactions)
}

// routes maps a list to its route.
var routes = map[ListName]string{
	users:        "GET /api/members/registered-users",
	leads:        "GET /api/members/leads",
	paid:         "GET /api/paid-members",
	nominations:  "GET /api/nominations",
	transactions: "GET /api/transactions",
}

// maxQuery is the length of a query, also in the column.
const maxQuery = 2000

// updateForm is the body of PUT /api/views/{id}.
type updateForm struct {
	_        struct{} `wire:"savedView"`
	Name     string   `json:"name"`
	Query    string   `json:"query"`
	IsShared bool     `json:"shared"`
}

// Rules returns the rules of the form.
func (updateForm) Rules() rules.Form { return updateRules }

var updateRules = rules.Form{
	{
		Name:     "name",
		Label:    "Name",
		Kind:     rules.Line,
		Required: true,
		Max:      60,
		Messages: rules.Messages{Required: "Please enter a name"},
	},
	{Name: "query", Label: "Query", Kind: rules.Line, Max: maxQuery},
	{Name: "shared", Label: "Shared", Kind: rules.Flag, Default: "false"},
}

// createForm is the body of POST /api/views.
type createForm struct {
	_    struct{} `wire:"-"`
	List ListName `json:"list"`
	updateForm
}

// Rules returns the rules of the form.
func (createForm) Rules() rules.Form { return append(rules.Form{listRule}, updateRules...) }

var listRule = rules.Field{Name: "list", Label: "List", Kind: rules.Choice, Required: true,
	Options: ListName("").Values()}

// View is a saved view, as JSON.
type View struct {
	ID   string   `json:"id"`
	List ListName `json:"list"`
	Name string   `json:"name"`
	// Query is the query string of the list's URL, without the page.
	Query    string `json:"query"`
	IsShared bool   `json:"shared"`
	// Actor is the view's author. IsOwn reports whether that is the caller.
	Actor string `json:"actor"`
	IsOwn bool   `json:"isOwn"`
}

const (
	readFailed = "The views could not be read."
	saveFailed = "The view could not be saved. Please try again."
)

var (
	errNotFound      = apperr.NotFound("view-not-found", "This view was not found.")
	errListForbidden = apperr.Forbidden("list-not-read", "Your role does not include this list.")
	errNotOwn        = apperr.Forbidden("view-not-own",
		"This view belongs to another admin. Only that admin can change it.")
	errTooMany = apperr.Conflict("too-many-views",
		"You have 50 saved views of this list, which is the maximum. Delete one first.")
	errTaken = &apperr.Error{
		Code:    "taken",
		Status:  http.StatusConflict,
		Field:   "name",
		Message: "You already have a view with this name",
	}
)

// Access knows the routes that an account may call.
type Access interface {
	// RoutesFor returns the routes that an account may call now, such as "GET /api/transactions".
	RoutesFor(app core.App, account *core.Record) (names, off []string, err error)
}

// Views is the feature. Its methods are the handlers of the route table.
type Views struct {
	audit  *audit.Log
	access Access
}

// New returns the feature.
func New(log *audit.Log, access Access) *Views { return &Views{log, access} }

// checkMayRead returns an error if the caller's role does not include a list.
func (v *Views) checkMayRead(e *core.RequestEvent, list ListName) error {
	callable, _, err := v.access.RoutesFor(e.App, e.Auth)
	if err == nil && !slices.Contains(callable, routes[list]) {
		err = errListForbidden
	}
	return err
}

// List is GET /api/views.
func (v *Views) List() httpx.Endpoint {
	return httpx.Get(v.list, httpx.Doc{
		Tag: "people", Summary: "List the saved views of a list: your own first, then the shared ones",
		Query:  []httpx.Parameter{{Name: "list", Description: "The list.", Options: ListName("").Values()}},
		Errors: []*apperr.Error{errListForbidden},
	})
}

func (v *Views) list(e *core.RequestEvent) ([]View, error) {
	list := ListName(e.Request.URL.Query().Get("list"))
	if routes[list] == "" {
		return nil, httpx.Invalid(rules.Invalid("list", listRule.ErrorMessages().Invalid))
	}
	if err := v.checkMayRead(e, list); err != nil {
		return nil, err
	}
	who := audit.RequestActor(e)
	found, err := listViews(e.App, list, who)
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	views := make([]View, len(found))
	for i, view := range found {
		views[i] = view.view(who)
	}
	return views, nil
}

// clean returns the form without the parameters of its query that do not belong to a view.
func (f updateForm) clean() (updateForm, error) {
	query, err := url.ParseQuery(f.Query)
	if err != nil {
		return f, httpx.Invalid(rules.Invalid("query", updateRules.Field("query").ErrorMessages().Invalid))
	}
	query.Del("page")
	f.Query = query.Encode()
	if len(f.Query) > maxQuery { // an encoded letter of Hindi has nine characters
		return f, httpx.Invalid(rules.Invalid("query", updateRules.Field("query").ErrorMessages().Long))
	}
	return f, nil
}

// Create is POST /api/views.
func (v *Views) Create() httpx.Endpoint {
	return httpx.JSON(v.create, httpx.Doc{
		Tag: "people", Summary: "Save a view of a list", Status: http.StatusCreated,
		Errors:  []*apperr.Error{errListForbidden, errTooMany, errTaken},
		Example: map[string]any{"list": "users", "name": "From Pune", "query": "search=pune"},
	})
}

func (v *Views) create(e *core.RequestEvent, form createForm) (View, error) {
	who := audit.RequestActor(e)
	if err := v.checkMayRead(e, form.List); err != nil {
		return View{}, err
	}
	return v.save(e, "view.saved", form.updateForm, func(tx core.App) (*SavedView, error) {
		count, err := countOwn(tx, form.List, who)
		if err == nil && count >= maxViews {
			err = errTooMany
		}
		if err != nil {
			return nil, err
		}
		return newSavedView(tx, form.List, who)
	})
}

// Update is PUT /api/views/{id}.
func (v *Views) Update() httpx.Endpoint {
	return httpx.JSON(v.update, httpx.Doc{
		Tag:     "people",
		Summary: "Rename, share or change your own view",
		Errors:  []*apperr.Error{errNotFound, errNotOwn, errTaken},
		Example: map[string]any{"name": "Pune", "query": "search=pune", "shared": true},
	})
}

func (v *Views) update(e *core.RequestEvent, form updateForm) (View, error) {
	who := audit.RequestActor(e)
	return v.save(e, "view.changed", form, func(tx core.App) (*SavedView, error) {
		view, err := findView(tx, e.Request.PathValue("id"), who)
		if err == nil && !view.isBy(who) {
			err = errNotOwn
		}
		return view, err
	})
}

func (v *Views) save(
	e *core.RequestEvent, action string, form updateForm, find func(tx core.App) (*SavedView, error),
) (View, error) {
	form, err := form.clean()
	if err != nil {
		return View{}, err
	}
	who := audit.RequestActor(e)
	var saved View
	err = e.App.RunInTransaction(func(tx core.App) error {
		view, err := find(tx)
		if err != nil {
			return err
		}
		view.set(form)
		if err := v.audit.Save(tx, who, action, view.Record); err != nil {
			return err
		}
		saved = view.view(who)
		return nil
	})
	if httpx.IsUniqueViolation(err, "name") {
		err = errTaken
	}
	return saved, apperr.Fail(saveFailed, err)
}

// Delete is DELETE /api/views/{id}.
func (v *Views) Delete() httpx.Endpoint {
	return httpx.Do(v.delete, httpx.Doc{
		Tag: "people", Summary: "Delete a view", Description: "Owners can also delete the shared views of others.",
		Errors: []*apperr.Error{errNotFound, errNotOwn},
	})
}

func (v *Views) delete(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		who := audit.RequestActor(e)
		view, err := findView(tx, e.Request.PathValue("id"), who)
		if err == nil && !view.isBy(who) && !httpx.IsOwner(e) {
			err = errNotOwn
		}
		if err != nil {
			return err
		}
		return v.audit.Delete(tx, who, "view.deleted", view.Record)
	})
	return apperr.Fail("The view could not be deleted. Please try again.", err)
}
