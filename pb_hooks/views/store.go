package views

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
)

const savedViews = "saved_views"

// SavedView is a row of saved_views.
type SavedView struct{ core.BaseRecordProxy }

// List is the name of the view's list.
func (v *SavedView) List() ListName { return ListName(v.GetString("list")) }

// IsShared reports whether other admins see the view.
func (v *SavedView) IsShared() bool { return v.GetBool("shared") }

func (v *SavedView) isBy(who audit.Actor) bool {
	return v.GetString("actorKind") == string(who.Kind) && v.GetString("actorId") == who.ID
}

func (v *SavedView) set(form updateForm) {
	v.Load(map[string]any{"name": form.Name, "query": form.Query, "shared": form.IsShared})
}

func (v *SavedView) view(who audit.Actor) View {
	return View{
		ID: v.Id, List: v.List(), Name: v.GetString("name"), Query: v.GetString("query"), IsShared: v.IsShared(),
		Actor: v.GetString("actor"), IsOwn: v.isBy(who),
	}
}

func newSavedView(app core.App, list ListName, by audit.Actor) (*SavedView, error) {
	v, err := database.New[SavedView](app, savedViews)
	if err != nil {
		return nil, err
	}
	v.Load(map[string]any{"list": string(list), "actorKind": string(by.Kind), "actorId": by.ID, "actor": by.Name})
	return v, nil
}

// findView returns errNotFound if there is no view with this id, or if the caller cannot see it.
func findView(app core.App, id string, who audit.Actor) (*SavedView, error) {
	v, err := database.Find[SavedView](app, savedViews, id)
	if err == nil && !v.IsShared() && !v.isBy(who) {
		return nil, errNotFound
	}
	return v, database.IfMissing(err, errNotFound)
}

// listViews returns an admin's own views of a list, then the views that others share. Both are sorted by name.
func listViews(app core.App, list ListName, who audit.Actor) ([]*SavedView, error) {
	var own, shared []*SavedView
	ofList, mine := dbx.HashExp{"list": list}, dbx.HashExp{"actorKind": string(who.Kind), "actorId": who.ID}
	err := app.RecordQuery(savedViews).AndWhere(ofList).AndWhere(mine).OrderBy("[[name]] COLLATE folded ASC").All(&own)
	if err != nil {
		return nil, fmt.Errorf("list own views: %w", err)
	}
	err = app.RecordQuery(savedViews).AndWhere(ofList).AndWhere(dbx.NewExp("shared = 1")).AndWhere(dbx.Not(mine)).
		OrderBy("[[name]] COLLATE folded ASC", "id").Limit(maxViews).All(&shared)
	if err != nil {
		return nil, fmt.Errorf("list shared views: %w", err)
	}
	return append(own, shared...), nil
}

// countOwn counts an admin's own views of a list.
func countOwn(app core.App, list ListName, who audit.Actor) (int64, error) {
	n, err := app.CountRecords(savedViews, dbx.HashExp{"list": list, "actorKind": string(who.Kind), "actorId": who.ID})
	if err != nil {
		return 0, fmt.Errorf("count own views: %w", err)
	}
	return n, nil
}
