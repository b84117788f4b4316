package library

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const authorsCollection = "library_authors"

// authorLink is the record of an author who has an account.
type authorLink struct{ core.BaseRecordProxy }

// position is the author's place in the names of the item, from 0.
func (a *authorLink) position() int    { return a.GetInt("position") }
func (a *authorLink) personID() string { return a.GetString("person") }

// listAuthors returns the authors of an item, or of an earlier version of it, who have an account.
func listAuthors(app core.App, itemID, versionID string) (links []*authorLink, err error) {
	err = app.RecordQuery(authorsCollection).
		AndWhere(dbx.NewExp("item = {:item} AND +version = {:version}",
			dbx.Params{"item": itemID, "version": versionID})).
		OrderBy("position").All(&links)
	return links, database.Wrap("list library authors", err)
}

// addAuthor stores the account of an author. A record hook sets the person.
func addAuthor(tx core.App, itemID, versionID string, position int, userID string, now time.Time) error {
	return database.Wrap("save library author", database.Create(tx, authorsCollection,
		map[string]any{"item": itemID, "version": versionID, "position": position, userField: userID}, now))
}

func deleteAuthor(tx core.App, a *authorLink) error {
	return database.Wrap("delete library author", tx.Delete(a.Record))
}
