package mail

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// A person sends a letter again:
//
//	failed, bounced, blocked, cancelled ──────────────────────> queued
//	sent, delivered, opened, clicked, uncertain ──confirmed──> queued
//	queued, sending ──> as they are: the letter is on its way
//
// The row leaves its batch behind and keeps its number of attempts, so the next claim opens a batch
// with a key that the provider has not seen: the letter really goes again. The move is made in one
// statement that asks for the state it was decided on. Of two presses at once the second one finds
// the letter waiting, and makes no second mail.

// Again says whether a letter can be sent again.
type Again struct {
	Possible bool `json:"possible"`
	// Ask is the question to answer first, "" for none: the letter may have arrived.
	Ask string `json:"ask"`
	// Reason says why it can't be sent again, or need not be.
	Reason string `json:"reason"`
}

// mayGoAgain tells what a person may do with a letter.
func (o *Outbox) mayGoAgain(app core.App, row *core.Record) (Again, error) {
	verdict := whatState(row.GetString("status"))
	if !verdict.Possible {
		return verdict, nil
	}
	no := func(reason string) (Again, error) { return Again{Reason: reason}, nil }
	if expires := row.GetDateTime("expiresAt"); !expires.IsZero() && !expires.Time().After(o.now()) {
		return no("It has expired: what it told of holds no longer. A new letter is needed.")
	}
	suppressed, err := o.suppressed(app, row.GetString("emailAddress"))
	if err != nil {
		return Again{}, err
	}
	if suppressed {
		return no("The address is on the suppression list: it wants no mail at all.")
	}
	if resolve := o.resolvers[row.GetString("kind")]; resolve != nil {
		params := map[string]string{}
		if err := json.Unmarshal([]byte(row.GetString("params")), &params); err != nil {
			return no("It can't be written any more: its facts are damaged.")
		}
		if _, err := resolve(app, maps.Clone(params)); errors.Is(err, ErrObsolete) {
			return no("It is no longer needed: what it told of has been used, replaced or removed.")
		} else if err != nil {
			return Again{}, err
		}
	}
	return verdict, nil
}

// whatState is what the state alone says.
func whatState(status string) Again {
	switch status {
	case "queued":
		return Again{Reason: "It is waiting for its turn, and goes out by itself."}
	case "sending":
		return Again{Reason: "It is being handed to the provider right now."}
	case "spam":
		return Again{Reason: "The reader reported it as spam. Please reach her in another way."}
	case "uncertain":
		return Again{Possible: true, Ask: "It may have arrived: the provider gave no clear answer. Send it again all the same?"}
	case "sent", "delivered", "opened", "clicked":
		return Again{Possible: true, Ask: "It has gone out already. Send it a second time?"}
	}
	return Again{Possible: true}
}

// SendAgain is POST /api/emails/{id}/send-again; confirmed answers Ask.
func (d *Desk) SendAgain(e *core.RequestEvent) error {
	body, err := httpx.Object(e)
	if err != nil {
		return err
	}
	row, err := findLetter(e.App, e.Request.PathValue("id"))
	if err != nil {
		return unreadable(err)
	}
	status := row.GetString("status")
	if status != "queued" && status != "sending" {
		again, err := d.outbox.mayGoAgain(e.App, row)
		switch confirmed := body["confirmed"] == true || body["confirmed"] == "true"; {
		case err != nil:
			return unreadable(err)
		case !again.Possible:
			return httpx.Refuse(http.StatusConflict, again.Reason, nil)
		case again.Ask != "" && !confirmed:
			return httpx.Refuse(http.StatusConflict, again.Ask, nil)
		}
		if err := d.outbox.Pace(row.GetString("kind"), row.GetString("emailAddress")); err != nil {
			return err
		}
		if err := d.requeue(e, row); err != nil {
			return unreadable(err)
		}
	}
	if row, err = findLetter(e.App, row.Id); err != nil {
		return unreadable(err)
	}
	detail, err := d.detail(e.App, row)
	if err != nil {
		return unreadable(err)
	}
	return e.JSON(http.StatusOK, detail)
}

// requeue puts one letter back into the queue, unless somebody was quicker.
func (d *Desk) requeue(e *core.RequestEvent, row *core.Record) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		moved, err := d.outbox.queueAgain(tx, dbx.HashExp{"id": row.Id, "status": row.GetString("status")})
		if err != nil || moved == 0 {
			return err
		}
		about := audit.Subject{Collection: "email_logs", ID: row.Id, Label: row.GetString("subject")}
		return d.audit.Note(tx, audit.By(e), "email.resent", about, map[string]any{
			"to": row.GetString("emailAddress"), "kind": row.GetString("kind"), "was": row.GetString("status"),
		})
	})
	d.outbox.Wake()
	d.outbox.changed()
	return err
}

// Resent tells how many letters were queued again.
type Resent struct {
	Queued int64 `json:"queued"`
}

// SendAllAgain is POST /api/emails/send-again: every failed letter that is still worth sending. One
// that has become obsolete is cancelled when its turn comes.
func (d *Desk) SendAllAgain(e *core.RequestEvent) error {
	var resent Resent
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		resent.Queued, err = d.outbox.queueAgain(tx, dbx.NewExp(
			`status = 'failed' AND (expiresAt = '' OR expiresAt > {:now})`, dbx.Params{"now": stamp(d.outbox.now())}))
		if err != nil || resent.Queued == 0 {
			return err
		}
		return d.audit.Note(tx, audit.By(e), "emails.resent", audit.Subject{Label: "all failed letters"},
			map[string]any{"letters": resent.Queued})
	})
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The letters could not be queued. Please try again.", err)
	}
	d.outbox.Wake()
	d.outbox.changed()
	return e.JSON(http.StatusOK, resent)
}

// queueAgain queues the letters of a condition, each at its kind's place. What befell the last
// sending is told by its events.
func (o *Outbox) queueAgain(tx core.App, which dbx.Expression) (int64, error) {
	now := stamp(o.now())
	result, err := tx.NonconcurrentDB().Update("email_logs", dbx.Params{
		"status": "queued", "batchId": "", "leaseUntil": "", "errorMessage": "", "nextAttemptAt": now, "updatedAt": now,
		"sentAt": "", "deliveredAt": "", "openedAt": "", "clickedAt": "",
		"priority": dbx.NewExp(priorities()),
	}, which).Execute()
	if err != nil {
		return 0, fmt.Errorf("queueing letters again: %w", err)
	}
	return result.RowsAffected()
}

// priorities is priority as SQL; the kinds are our own words.
func priorities() string {
	sql := "CASE kind"
	for _, kind := range slices.Sorted(slices.Values(everyKind())) {
		sql += fmt.Sprintf(" WHEN '%s' THEN %d", kind, priority(kind))
	}
	return sql + fmt.Sprintf(" ELSE %d END", priority(""))
}
