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

// maxViews is the largest number of views of a list that an admin can save, and of shared views that are shown.
const maxViews = 50

// routes maps a list that has views to its route.
var routes = map[string]string{
	"users": "GET /api/members/registered-users", "leads": "GET /api/members/leads", "paid": "GET /api/paid-members",
	"nominations": "GET /api/nominations", "transactions": "GET /api/transactions",
}

var lists = []string{"users", "leads", "paid", "nominations", "transactions"}

// UpdateForm is the body of PUT /api/views/{id}.
var UpdateForm = rules.Form{
	{Name: "name", Label: "Name", Kind: rules.Line, Required: true, Max: 60, Messages: rules.Messages{Required: "Please give the view a name"}},
	{Name: "query", Label: "Query", Kind: rules.Line, Max: 2000},
	{Name: "shared", Label: "Shared", Kind: rules.Flag, Default: "false"},
}

// Form is the body of POST /api/views.
var Form = append(rules.Form{{Name: "list", Label: "List", Kind: rules.Choice, Required: true, Options: lists}}, UpdateForm...)

// View is a saved view, as JSON.
type View struct {
	ID   string `json:"id"`
	List string `json:"list"`
	Name string `json:"name"`
	// Query is the query string of the list's URL, without the page.
	Query  string `json:"query"`
	Shared bool   `json:"shared"`
	// Actor is the view's author. IsOwn reports whether that is the caller.
	Actor string `json:"actor"`
	IsOwn bool   `json:"isOwn"`
}

const (
	readFailed = "The views could not be read."
	saveFailed = "The view could not be saved. Please try again."
)

var (
	errNotFound = apperr.NotFound("view-not-found", "This view was not found.")
	errNotRead  = apperr.Forbidden("list-not-read", "Your role does not include this list.")
	errNotOwn   = apperr.Forbidden("view-not-own", "This is the view of another administrator: save one of your own.")
	errTooMany  = apperr.Conflict("too-many-views", "You have 50 views of this list, and it takes no more. Delete one first.")
	errTaken    = &apperr.Error{Code: "taken", Status: http.StatusConflict, Field: "name", Message: "You have a view with this name already"}
)

// Access knows the routes that an account may call.
type Access interface {
	// RoutesFor returns the routes that an account may call, such as "GET /api/transactions".
	RoutesFor(account *core.Record) []string
}

// Views is the feature. Its methods are the handlers of the route table.
type Views struct {
	audit  *audit.Log
	access Access
}

// New returns the feature.
func New(log *audit.Log, access Access) *Views { return &Views{log, access} }

// checkMayRead returns an error if the caller's role does not include a list.
func (v *Views) checkMayRead(e *core.RequestEvent, list string) error {
	if slices.Contains(v.access.RoutesFor(e.Auth), routes[list]) {
		return nil
	}
	return errNotRead
}

// List is GET /api/views. It returns the views of the list in the query, with the caller's own first.
func (v *Views) List(e *core.RequestEvent) error {
	list := e.Request.URL.Query().Get("list")
	if !slices.Contains(lists, list) {
		return httpx.Invalid(rules.Problem{Field: "list", Code: "invalid", Message: Form.Field("list").ErrorMessages().Invalid})
	}
	if err := v.checkMayRead(e, list); err != nil {
		return err
	}
	who := audit.RequestActor(e)
	found, err := listViews(e.App, list, who)
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	views := make([]View, len(found))
	for i, view := range found {
		views[i] = view.view(who)
	}
	return e.JSON(http.StatusOK, views)
}

// decode reads a body and removes parameters from its query that do not belong to a view.
func decode(e *core.RequestEvent, form rules.Form) (rules.Values, error) {
	values, err := httpx.DecodeForm(e, form)
	if err != nil {
		return nil, err
	}
	query, err := url.ParseQuery(values.Text("query"))
	if err != nil {
		return nil, httpx.Invalid(rules.Problem{Field: "query", Code: "invalid", Message: form.Field("query").ErrorMessages().Invalid})
	}
	query.Del("page")
	values["query"] = query.Encode()
	return values, nil
}

// Create is POST /api/views.
func (v *Views) Create(e *core.RequestEvent) error {
	values, err := decode(e, Form)
	if err != nil {
		return err
	}
	list, who := values.Text("list"), audit.RequestActor(e)
	if err := v.checkMayRead(e, list); err != nil {
		return err
	}
	return v.save(e, http.StatusCreated, "view.saved", values, func(tx core.App) (*SavedView, error) {
		count, err := countOwn(tx, list, who)
		if err == nil && count >= maxViews {
			err = errTooMany
		}
		if err != nil {
			return nil, err
		}
		return newSavedView(tx, list, who)
	})
}

// Update is PUT /api/views/{id}.
func (v *Views) Update(e *core.RequestEvent) error {
	values, err := decode(e, UpdateForm)
	if err != nil {
		return err
	}
	who := audit.RequestActor(e)
	return v.save(e, http.StatusOK, "view.changed", values, func(tx core.App) (*SavedView, error) {
		view, err := findView(tx, e.Request.PathValue("id"), who)
		if err == nil && !view.isBy(who) {
			err = errNotOwn
		}
		return view, err
	})
}

func (v *Views) save(e *core.RequestEvent, status int, action string, values rules.Values, find func(tx core.App) (*SavedView, error)) error {
	who := audit.RequestActor(e)
	var saved View
	err := e.App.RunInTransaction(func(tx core.App) error {
		view, err := find(tx)
		if err != nil {
			return err
		}
		view.set(values)
		if err := v.audit.Save(tx, who, action, view.Record); err != nil {
			return err
		}
		saved = view.view(who)
		return nil
	})
	if httpx.IsUniqueViolation(err, "name") {
		err = errTaken
	}
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	return e.JSON(status, saved)
}

// Delete is DELETE /api/views/{id}.
func (v *Views) Delete(e *core.RequestEvent) error {
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
	if err != nil {
		return apperr.Fail("The view could not be deleted. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}
