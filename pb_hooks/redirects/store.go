package redirects

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
)

const redirectsCollection = "redirects"

// redirect is the record of a redirect. Its source is normalized.
type redirect struct{ core.BaseRecordProxy }

func (r *redirect) source() string { return r.GetString("source") }
func (r *redirect) target() string { return r.GetString("target") }

func (r *redirect) load(form Form) { r.Load(map[string]any{"source": form.From, "target": form.To}) }

// form returns the record's values as an editor would enter them.
func (r *redirect) form() Form { return Form{From: r.source(), To: r.target()} }

func (r *redirect) view() Redirect {
	return Redirect{ID: r.Id, From: r.source(), To: r.target(),
		CreatedAt: httpx.TimeOf(r.GetDateTime("createdAt").Time()), Version: httpx.VersionOf(r.form())}
}

func newRecord(app core.App) (*redirect, error) {
	r, err := database.New[redirect](app, redirectsCollection)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// find returns errNotFound for an unknown id.
func find(app core.App, id string) (*redirect, error) {
	found, err := database.Find[redirect](app, redirectsCollection, id)
	return found, database.IfMissing(err, errNotFound)
}

// findBySource returns the redirect of a normalized path, or nil.
func findBySource(app core.App, source string) (*redirect, error) {
	found := []*redirect{}
	err := app.RecordQuery(redirectsCollection).AndWhere(dbx.HashExp{"source": source}).Limit(1).All(&found)
	if err != nil || len(found) == 0 {
		return nil, database.Wrap("find the redirect of an address", err)
	}
	return found[0], nil
}

// listAll returns the redirects by their old address. There are at most maxRedirects.
func listAll(app core.App) (all []*redirect, err error) {
	err = app.RecordQuery(redirectsCollection).OrderBy("source").All(&all)
	return all, database.Wrap("list redirects", err)
}
