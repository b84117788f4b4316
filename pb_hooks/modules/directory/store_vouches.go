package directory

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const vouchesCollection = "vouches"

// maxListedVouches is how many vouches a list has.
const maxListedVouches = 50

// vouch is the record of a vouch.
type vouch struct{ core.BaseRecordProxy }

func (v *vouch) author() string       { return v.GetString("person") }
func (v *vouch) about() string        { return v.GetString("other") }
func (v *vouch) text() string         { return v.GetString("text") }
func (v *vouch) state() VouchState    { return VouchState(v.GetString("state")) }
func (v *vouch) createdAt() time.Time { return v.GetDateTime("createdAt").Time() }

func (v *vouch) move(to VouchState, at time.Time) {
	v.Set("state", string(to))
	if to == VouchApproved || to == VouchDeclined {
		v.Set("decidedAt", database.DateTime(at))
	}
	if to != VouchApproved {
		v.Set("endedAt", database.DateTime(at))
	}
}

func newVouch(app core.App, author, about, text string, now time.Time) (*vouch, error) {
	v, err := database.New[vouch](app, vouchesCollection)
	if err != nil {
		return nil, err
	}
	v.Load(map[string]any{"person": author, "other": about, "text": text, "state": string(VouchWaiting)})
	v.SetRaw("createdAt", database.DateTime(now)) // the limit of a year counts by our clock
	return v, nil
}

// findVouch returns sql.ErrNoRows for an unknown id.
func findVouch(app core.App, id string) (*vouch, error) {
	return database.Find[vouch](app, vouchesCollection, id)
}

// hasVouched reports whether an author has vouched for a person. A vouch that the author has withdrawn does not count.
func hasVouched(app core.App, author, about string) (bool, error) {
	var n int
	err := app.DB().Select("count(*)").From(vouchesCollection).
		Where(dbx.NewExp("person = {:author} AND other = {:about} AND state != 'withdrawn'",
			dbx.Params{"author": author, "about": about})).
		Row(&n)
	return n > 0, database.Wrap("find own vouch", err)
}

// countVouches counts the vouches that an author has written after a time, also those that have ended.
func countVouches(app core.App, author string, after time.Time) (n int, err error) {
	err = app.DB().Select("count(*)").From(vouchesCollection).
		Where(dbx.NewExp("person = {:author} AND createdAt > {:after}",
			dbx.Params{"author": author, "after": database.FormatTime(after)})).
		Row(&n)
	return n, database.Wrap("count vouches", err)
}

// listApproved returns the approved vouches about a person, the newest first.
func listApproved(app core.App, about string) (list []*vouch, err error) {
	err = app.RecordQuery(vouchesCollection).AndWhere(dbx.HashExp{"other": about, "state": string(VouchApproved)}).
		OrderBy("createdAt DESC", "id DESC").Limit(maxListedVouches).All(&list)
	return list, database.Wrap("list approved vouches", err)
}

// listReceived returns the vouches about a person that wait, and those that are approved.
func listReceived(app core.App, about string) (list []*vouch, err error) {
	err = app.RecordQuery(vouchesCollection).
		AndWhere(dbx.HashExp{"other": about, "state": []any{string(VouchWaiting), string(VouchApproved)}}).
		OrderBy("state DESC", "createdAt DESC", "id DESC").Limit(maxListedVouches).All(&list)
	return list, database.Wrap("list received vouches", err)
}

// listGiven returns the vouches by a person that wait or are approved, the newest first.
func listGiven(app core.App, author string) (list []*vouch, err error) {
	err = app.RecordQuery(vouchesCollection).AndWhere(dbx.HashExp{"person": author, "endedAt": ""}).
		OrderBy("createdAt DESC", "id DESC").Limit(maxListedVouches).All(&list)
	return list, database.Wrap("list given vouches", err)
}
