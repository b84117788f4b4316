package mail

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// CountExpiringAfter counts the letters of a kind to an address that expire after an instant, sent or
// not. Where all letters of a kind live equally long, it tells how many were written since when.
func CountExpiringAfter(app core.App, kind, email string, instant time.Time) (int, error) {
	count, err := app.CountRecords("email_logs", dbx.HashExp{"emailAddress": email, "kind": kind},
		dbx.NewExp("expiresAt > {:instant}", dbx.Params{"instant": formatTime(instant)}))
	return int(count), err
}
