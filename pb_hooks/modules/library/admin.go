package library

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/events"
)

const (
	maxBodyLength = 100_000
	maxTags       = 20
	// maxCollections is how many collections an item can be in.
	maxCollections = 50
)

// Form is what the office or an editor enters for an item.
type Form struct {
	_     struct{} `wire:"libraryItem"`
	Kind  Kind     `json:"kind"`
	Title string   `json:"title"`
	// Abstract is shown in lists.
	Abstract string `json:"abstract"`
	// Body is Markdown.
	Body string   `json:"body"`
	Tags []string `json:"tags"`
	// Authors are the authors in their order.
	Authors []AuthorForm `json:"authors"`
	// Collections are the ids of the collections that contain the item.
	Collections []string `json:"collections"`
	Link        string   `json:"link"`
	// SessionID is the session that the item belongs to, or "".
	SessionID string `json:"sessionId"`
	// PublishAt is a day, which means its start, or a time. It is empty for a draft.
	PublishAt string `json:"publishAt"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return formRules }

var formRules = rules.Form{
	{Name: "kind", Label: "Kind", Kind: rules.Choice, Required: true, Options: Kind("").Values()},
	{Name: "title", Label: "Title", Kind: rules.Line, Required: true, Max: 200},
	{Name: "abstract", Label: "Abstract", Kind: rules.Text, Required: true, Max: 1000},
	{Name: "body", Label: "Text", Kind: rules.Text, Max: maxBodyLength},
	{Name: "tags", Label: "Tags", Kind: rules.List, Max: maxTags},
	{Name: "authors", Label: "Authors", Kind: rules.Rows, Max: maxAuthors, Row: authorRules},
	{Name: "collections", Label: "Collections", Kind: rules.List, Max: maxCollections},
	{Name: "link", Label: "Link", Kind: rules.Link, Max: 1000},
	{Name: "sessionId", Label: "Session", Kind: rules.Line, Max: 15},
	{
		Name: "publishAt", Label: "Publish on", Kind: rules.Line, Max: 40, Pattern: india.DayOrTimePattern,
		Messages: rules.Messages{Invalid: india.NoSuchDay},
	},
}

// CheckFields checks that a recording has a link, and that the text can be rendered.
func (f *Form) CheckFields() (problems []rules.Problem) {
	if f.Kind == Recording && f.Link == "" {
		problems = append(problems, rules.Missing("link", "Please enter the link of the recording"))
	}
	if message := markdown.Problem(f.Body); message != "" {
		problems = append(problems, rules.Invalid("body", message))
	}
	return problems
}

// AdminView is an item in the console.
type AdminView struct {
	View
	// Form has the values as they were entered.
	Form Form `json:"form"`
	// Version is the version of the form.
	Version string `json:"version"`
}

func (l *Library) adminView(app core.App, i *item) (AdminView, error) {
	v, err := l.view(app, i)
	if err != nil {
		return AdminView{}, err
	}
	form, err := findForm(app, i)
	return AdminView{v, form, httpx.VersionOf(form)}, err
}

// findForm returns the values of an item as an admin would enter them.
func findForm(app core.App, i *item) (form Form, err error) {
	form = i.form()
	if form.Authors, err = authorForms(app, i.Id, "", i.authors()); err != nil {
		return Form{}, err
	}
	collections, err := listCollectionsWith(app, i.Id)
	form.Collections = make([]string, len(collections))
	for n, c := range collections {
		form.Collections[n] = c.Id
	}
	return form, err
}

// ListAll is GET /api/admin/library.
func (l *Library) ListAll() httpx.Endpoint {
	return lists.MappedRows(consoleList, func(_ *core.RequestEvent, r row) Summary { return r.view(l.now()) },
		httpx.Doc{Tag: tag, Summary: "List the library in the console", Description: "Drafts are listed too."})
}

// GetForOffice is GET /api/admin/library/{id}.
func (l *Library) GetForOffice() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (AdminView, error) {
		i, err := find(e.App, e.Request.PathValue("id"))
		if err != nil {
			return AdminView{}, apperr.Fail(readFailed, err)
		}
		v, err := l.adminView(e.App, i)
		return v, apperr.Fail(readFailed, err)
	}, httpx.Doc{Tag: tag, Summary: "Read an item of the library in the console", Errors: []*apperr.Error{errNotFound}})
}

// Create is POST /api/library.
func (l *Library) Create() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form Form) (AdminView, error) {
		return l.change(e, func(tx core.App) (*item, error) {
			i, err := newItem(tx)
			if err != nil {
				return nil, err
			}
			return i, l.save(tx, audit.RequestActor(e), "library.created", i, form)
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Add an item to the library", Status: http.StatusCreated,
		Example: map[string]any{"kind": "note", "title": "The new LODR amendments",
			"abstract": "What changes in April.", "body": "## What changes\n\nThe limit falls.", "tags": []any{"LODR"},
			"authors": []any{map[string]any{"name": "Asha Rao"}}, "publishAt": "2026-08-01"},
	})
}

// Update is PUT /api/library/{id}.
func (l *Library) Update() httpx.Endpoint {
	return httpx.Patch(func(e *core.RequestEvent, change httpx.Change[Form]) (AdminView, error) {
		return l.change(e, func(tx core.App) (*item, error) {
			i, err := find(tx, e.Request.PathValue("id"))
			if err != nil {
				return nil, err
			}
			before, err := findForm(tx, i)
			if err != nil {
				return nil, err
			}
			if err := change.CheckVersion(before, "item"); err != nil {
				return nil, err
			}
			form, err := change.Apply(before)
			if err != nil {
				return nil, err
			}
			by := audit.RequestActor(e)
			if !stateOf(before).equal(stateOf(form)) {
				if err := l.saveVersion(tx, i.Id, before, by.Name); err != nil {
					return nil, err
				}
			}
			return i, l.save(tx, by, "library.updated", i, form)
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Change an item of the library",
		Description: "A field that is missing keeps its value. An empty publishAt makes the item a draft again.",
		Errors:      []*apperr.Error{errNotFound}, Example: map[string]any{"title": "The LODR amendments"},
		IsVersioned: true,
	})
}

// change changes an item in a transaction and returns it.
func (l *Library) change(e *core.RequestEvent, do func(tx core.App) (*item, error)) (v AdminView, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		i, err := do(tx)
		if err == nil {
			v, err = l.adminView(tx, i)
		}
		return err
	})
	if err != nil {
		return AdminView{}, apperr.SaveFailed("save library item", err)
	}
	return v, nil
}

func (l *Library) save(tx core.App, by audit.Actor, action string, i *item, form Form) error {
	publishAt, err := india.ParseStart(form.PublishAt)
	if err != nil {
		return httpx.Invalid(rules.Invalid("publishAt", india.NoSuchDay))
	}
	if form.SessionID != "" {
		if _, err := events.Find(tx, form.SessionID); errors.Is(err, sql.ErrNoRows) {
			return errUnknownSession
		} else if err != nil {
			return err
		}
	}
	authors, err := findAuthors(tx, form.Authors)
	if err != nil {
		return err
	}
	i.load(form, publishAt)
	if err := l.audit.Save(tx, by, action, i.Record); err != nil {
		return err
	}
	if err := l.saveAuthors(tx, i.Id, authors); err != nil {
		return err
	}
	return l.setCollections(tx, by, i.Id, form.Collections)
}

// Delete is DELETE /api/library/{id}.
func (l *Library) Delete() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error {
		err := e.App.RunInTransaction(func(tx core.App) error {
			i, err := find(tx, e.Request.PathValue("id"))
			if err != nil {
				return err
			}
			return l.audit.Delete(tx, audit.RequestActor(e), "library.deleted", i.Record)
		})
		return apperr.Fail("The item could not be deleted. Please try again.", err)
	}, httpx.Doc{Tag: tag, Summary: "Delete an item of the library", Errors: []*apperr.Error{errNotFound}})
}
