// Package causes has what features tell the automations of: things that have happened and that somebody may be written
// to about. A feature finds them in the order of their time, and says of each, when it is asked, whether it still holds
// and whom it is about.
package causes

import (
	"strconv"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
)

// Cause is one thing that has happened: the row and the time that make it. A row whose time has changed since is
// another cause.
type Cause struct {
	ID string         `db:"id"`
	At types.DateTime `db:"at"`
}

// Window is what a search for causes looks at: what follows a cause, up to a time, oldest first.
type Window struct {
	After Cause
	Until time.Time
	Limit int
}

// Person is whom a cause is about, as it stands now.
type Person struct {
	// Key names the cause: there is one e-mail for each key.
	Key         string
	Email, Name string
	// RegistrationID is the nomination that it is about, if any.
	RegistrationID string
	// Facts are what an e-mail may say, by the names of the merge fields.
	Facts map[string]string
	// Path is the page of the site where the person goes on.
	Path string
}

// Find selects the causes of a window. rows is a query with the columns id and at, whose condition ends with an open
// AND; column is at's expression, which an index is over.
func Find(app core.App, w Window, rows, column string, params dbx.Params) (found []Cause, err error) {
	if params == nil {
		params = dbx.Params{}
	}
	params["after"], params["afterID"], params["until"] = w.After.At.String(), w.After.ID, database.FormatTime(w.Until)
	// the first condition lets SQLite begin in the index; the second one leaves out what was seen
	err = app.DB().NewQuery(rows + column + " >= {:after} AND " + column + " <= {:until} AND (" + column + " > {:after} OR id > {:afterID}) ORDER BY " +
		column + ", id LIMIT " + strconv.Itoa(w.Limit)).Bind(params).All(&found)
	return found, err
}
