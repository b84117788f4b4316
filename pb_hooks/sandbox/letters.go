package sandbox

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/mail"
)

// thanked is the letter that a nomination brings.
func thanked(email string, at time.Time) happening {
	return happening{at, func(p *past) error {
		nomination, err := p.tx.FindFirstRecordByData("registrations", "email", email)
		if err != nil {
			return err
		}
		return p.outbox.Enqueue(p.tx, mail.NominationReceived{
			RegistrationID: nomination.Id, Name: nomination.GetString("name"), Email: email,
		}.Letter())
	}}
}

// fates are what became of the sample letters, one after the other, and from the start again.
var fates = []struct{ status, trouble string }{
	{"opened", ""}, {"delivered", ""}, {"clicked", ""}, {"delivered", ""}, {"opened", ""},
	{"delivered", ""}, {"opened", ""}, {"bounced", "soft_bounce: The mailbox is full."}, {"delivered", ""}, {"clicked", ""},
	{"opened", ""}, {"delivered", ""}, {"failed", "The mail provider refused the letter: the recipient's server does not answer."},
	{"opened", ""}, {"delivered", ""}, {"clicked", ""}, {"opened", ""},
}

// postmark says of every letter of the sample past that it has gone out at its time: nothing of it
// waits to be sent when the outbox starts.
func postmark(app core.App) error {
	var letters []struct {
		ID string         `db:"id"`
		At types.DateTime `db:"at"`
	}
	err := app.NonconcurrentDB().NewQuery(`SELECT id, nextAttemptAt AS at FROM email_logs ORDER BY nextAttemptAt, kind, emailAddress`).All(&letters)
	if err != nil {
		return err
	}
	for n, letter := range letters {
		fate := fates[n%len(fates)]
		values := dbx.Params{"status": fate.status, "errorMessage": fate.trouble, "attempts": 1, "nextAttemptAt": ""}
		for column, after := range map[string]time.Duration{"createdAt": 0, "updatedAt": 4 * time.Second} {
			values[column] = stored(letter.At.Time().Add(after))
		}
		if fate.status != "failed" {
			values["sentAt"], values["brevoMessageId"] = stored(letter.At.Time().Add(4*time.Second)), fmt.Sprintf("<sample-%d@sample.example>", n)
		}
		switch fate.status {
		case "clicked":
			values["clickedAt"] = stored(letter.At.Time().Add(3*time.Hour + 2*time.Minute))
			fallthrough
		case "opened":
			values["openedAt"] = stored(letter.At.Time().Add(3 * time.Hour))
			fallthrough
		case "delivered":
			values["deliveredAt"] = stored(letter.At.Time().Add(11 * time.Second))
		}
		if _, err := app.NonconcurrentDB().Update("email_logs", values, dbx.HashExp{"id": letter.ID}).Execute(); err != nil {
			return err
		}
	}
	return nil
}

// stored is an instant as the database writes it.
func stored(at time.Time) string { return at.UTC().Format(types.DefaultDateLayout) }
