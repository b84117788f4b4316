package mail

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
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

// ResendCheck says whether a letter can be sent again.
type ResendCheck struct {
	Possible bool `json:"possible"`
	// Question is the question to answer first, "" for none: the letter may have arrived.
	Question string `json:"ask"`
	// Reason says why it can't be sent again, or need not be.
	Reason string `json:"reason"`
}

// checkResend tells what a person may do with a letter.
func (o *Outbox) checkResend(app core.App, row *core.Record) (ResendCheck, error) {
	check := checkResendStatus(row.GetString("status"))
	if !check.Possible {
		return check, nil
	}
	no := func(reason string) (ResendCheck, error) { return ResendCheck{Reason: reason}, nil }
	if expires := row.GetDateTime("expiresAt"); !expires.IsZero() && !expires.Time().After(o.now()) {
		return no("It has expired: what it told of holds no longer. A new letter is needed.")
	}
	suppressed, err := o.suppressed(app, row.GetString("emailAddress"))
	if err != nil {
		return ResendCheck{}, err
	}
	if suppressed {
		return no("The address is on the suppression list: it wants no mail at all.")
	}
	if k := o.kinds[row.GetString("kind")]; k != nil && k.Params != nil {
		params := map[string]string{}
		if err := json.Unmarshal([]byte(row.GetString("params")), &params); err != nil {
			return no("It can't be written any more: its facts are damaged.")
		}
		if _, err := k.Params(app, maps.Clone(params)); errors.Is(err, ErrObsolete) {
			return no("It is no longer needed: what it told of has been used, replaced or removed.")
		} else if err != nil {
			return ResendCheck{}, err
		}
	}
	return check, nil
}

// checkResendStatus is what the state alone says.
func checkResendStatus(status string) ResendCheck {
	switch status {
	case "queued":
		return ResendCheck{Reason: "It is waiting for its turn, and goes out by itself."}
	case "sending":
		return ResendCheck{Reason: "It is being handed to the provider right now."}
	case "spam":
		return ResendCheck{Reason: "The reader reported it as spam. Please reach her in another way."}
	case "uncertain":
		return ResendCheck{Possible: true, Question: "It may have arrived: the provider gave no clear answer. Send it again all the same?"}
	case "sent", "delivered", "opened", "clicked":
		return ResendCheck{Possible: true, Question: "It has gone out already. Send it a second time?"}
	}
	return ResendCheck{Possible: true}
}

// Resend is POST /api/emails/{id}/send-again; confirmed answers Ask.
func (d *Console) Resend(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	row, err := findEmail(e.App, e.Request.PathValue("id"))
	if err != nil {
		return readError(err)
	}
	status := row.GetString("status")
	if status != "queued" && status != "sending" {
		check, err := d.outbox.checkResend(e.App, row)
		switch confirmed := body["confirmed"] == true || body["confirmed"] == "true"; {
		case err != nil:
			return readError(err)
		case !check.Possible:
			return httpx.NewError(http.StatusConflict, check.Reason, nil)
		case check.Question != "" && !confirmed:
			return httpx.NewError(http.StatusConflict, check.Question, nil)
		}
		if err := d.outbox.Throttle(row.GetString("kind"), row.GetString("emailAddress")); err != nil {
			return err
		}
		if err := d.requeue(e, row); err != nil {
			return readError(err)
		}
	}
	if row, err = findEmail(e.App, row.Id); err != nil {
		return readError(err)
	}
	detail, err := d.detail(e.App, row)
	if err != nil {
		return readError(err)
	}
	return e.JSON(http.StatusOK, detail)
}

// requeue puts one letter back into the queue, unless somebody was quicker.
func (d *Console) requeue(e *core.RequestEvent, row *core.Record) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		moved, err := d.outbox.requeue(tx, dbx.HashExp{"id": row.Id, "status": row.GetString("status")})
		if err != nil || moved == 0 {
			return err
		}
		subject := audit.Subject{Collection: "email_logs", ID: row.Id, Label: row.GetString("subject")}
		return d.audit.Record(tx, audit.RequestActor(e), "email.resent", subject, map[string]any{
			"to": row.GetString("emailAddress"), "kind": row.GetString("kind"), "was": row.GetString("status"),
		})
	})
	d.outbox.Wake()
	d.outbox.onChange()
	return err
}

// ResendResult tells how many letters were queued again.
type ResendResult struct {
	Queued int64 `json:"queued"`
}

// ResendFailed is POST /api/emails/send-again: every failed letter that is still worth sending. One
// that has become obsolete is cancelled when its turn comes.
func (d *Console) ResendFailed(e *core.RequestEvent) error {
	var result ResendResult
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		result.Queued, err = d.outbox.requeue(tx, dbx.NewExp(
			`status = 'failed' AND (expiresAt = '' OR expiresAt > {:now})`, dbx.Params{"now": formatTime(d.outbox.now())}))
		if err != nil || result.Queued == 0 {
			return err
		}
		return d.audit.Record(tx, audit.RequestActor(e), "emails.resent", audit.Subject{Label: "all failed letters"},
			map[string]any{"letters": result.Queued})
	})
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The letters could not be queued. Please try again.", err)
	}
	d.outbox.Wake()
	d.outbox.onChange()
	return e.JSON(http.StatusOK, result)
}

// requeue queues the letters of a condition, each at its kind's place. What befell the last
// sending is told by its events.
func (o *Outbox) requeue(tx core.App, condition dbx.Expression) (int64, error) {
	now := formatTime(o.now())
	result, err := tx.NonconcurrentDB().Update("email_logs", dbx.Params{
		"status": "queued", "batchId": "", "leaseUntil": "", "errorMessage": "", "nextAttemptAt": now, "updatedAt": now,
		"sentAt": "", "deliveredAt": "", "openedAt": "", "clickedAt": "",
		"priority": dbx.NewExp(o.prioritySQL()),
	}, condition).Execute()
	if err != nil {
		return 0, fmt.Errorf("queueing letters again: %w", err)
	}
	return result.RowsAffected()
}

// prioritySQL is priority as SQL; the kinds are our own words.
func (o *Outbox) prioritySQL() string {
	sql := "CASE kind"
	for _, kind := range o.Kinds() {
		sql += fmt.Sprintf(" WHEN '%s' THEN %d", kind, o.storedPriority(kind))
	}
	return sql + fmt.Sprintf(" ELSE %d END", o.storedPriority(""))
}

// storedPriority is the priority of a kind as the column holds it.
func (o *Outbox) storedPriority(kind string) int {
	switch o.priority(kind) {
	case jobs.Urgent, jobs.High:
		return 1
	case jobs.Low:
		return 50
	}
	return 5
}
