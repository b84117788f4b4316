package mail

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/readmodel"
)

// KindCount is how many emails of a kind were sent since a time, and when the last one was sent.
type KindCount struct {
	Sent   int64      `db:"sent" json:"sent"`
	LastAt httpx.Time `db:"lastAt" json:"lastAt"`
}

// CountKindSince counts the sent emails of a kind among those enqueued since a time. It uses the index of kinds.
func CountKindSince(app core.App, kind string, since time.Time) (count KindCount, err error) {
	err = app.DB().NewQuery(`SELECT count(CASE WHEN sentAt != '' THEN 1 END) AS sent, coalesce(max(sentAt), '') AS lastAt
		FROM email_logs WHERE kind = {:kind} AND createdAt >= {:since}`).
		Bind(dbx.Params{"kind": kind, "since": database.FormatTime(since)}).One(&count)
	return count, database.Wrap("count e-mails of kind "+kind, err)
}

// KindList is the list of the emails of one kind, newest first. The kind must be a constant, because it is put into
// the SQL.
func KindList(kind string) httpx.List {
	return httpx.List{
		From:        emailsCollection,
		Columns:     emailColumns,
		Where:       "kind = '" + kind + "'",
		Search:      []string{"emailAddress", "subject"},
		Sort:        map[string]string{"createdAt": "createdAt"},
		Filters:     map[string]map[string]string{"status": equals("status", Statuses)},
		DefaultSort: "-createdAt",
		Index:       readmodel.Emails,
		Count: func(app core.App, filters map[string]string) (int64, bool, error) {
			return countList(app, map[string]string{"kind": kind, "status": filters["status"]})
		},
	}
}
