// Package triggers defines the events that trigger automations: something has happened about which a person may get an
// email. A feature finds its events in order of time. When asked about an event, the feature says whether it still
// applies and which person it concerns.
package triggers

import (
	"strconv"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
)

// Event is one event, identified by a row and a time. If the time of the row changes, that is another event.
type Event struct {
	ID string         `db:"id"`
	At types.DateTime `db:"at"`
}

// Window limits a search: events after After and up to Until, oldest first, Limit at most.
type Window struct {
	After Event
	Until time.Time
	Limit int
}

// Person is the person whom an event concerns, with their current data.
type Person struct {
	// Key prevents duplicates: at most one email is sent for each key.
	Key         string
	Email, Name string
	// RegistrationID is the nomination that the event is about, if any.
	RegistrationID string
	// Facts holds the values of the merge fields for the email, by name.
	Facts map[string]string
	// Path is the page of the site on which the person continues.
	Path string
}

// Find returns the events of a window. rows is a query with the columns id and at that ends with an open AND. column is
// the expression of at, which must be indexed.
func Find(app core.App, w Window, rows, column string, params dbx.Params) (found []Event, err error) {
	if params == nil {
		params = dbx.Params{}
	}
	params["after"], params["afterID"], params["until"] = w.After.At.String(), w.After.ID, database.FormatTime(w.Until)
	// The first condition lets SQLite search the index. The second condition excludes events that were already seen.
	err = app.DB().
		NewQuery(rows + column + " >= {:after} AND " + column + " <= {:until} AND (" + column +
			" > {:after} OR id > {:afterID}) ORDER BY " +
			column + ", id LIMIT " + strconv.Itoa(w.Limit)).Bind(params).All(&found)
	return found, err
}
