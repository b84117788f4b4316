package mail

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// ExpiringAfter counts the letters of a kind to an address that expire after an instant, sent or
// not. Where all letters of a kind live equally long, it tells how many were written since when.
func ExpiringAfter(app core.App, kind, email string, instant time.Time) (int, error) {
	letters, err := app.CountRecords("email_logs", dbx.HashExp{"emailAddress": email, "kind": kind},
		dbx.NewExp("expiresAt > {:instant}", dbx.Params{"instant": stamp(instant)}))
	return int(letters), err
}
