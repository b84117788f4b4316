package mail

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// maxWebhookBody bounds a webhook call; Brevo puts up to 500 events into one.
const maxWebhookBody = 1 << 20

// Webhook is POST /api/webhooks/brevo. Brevo signs nothing, so the bearer token is the whole door.
// It throws an event away after any refusal but 429: what can't be stored now has to answer 429.
func (o *Outbox) Webhook(e *core.RequestEvent) error {
	if !o.hasWebhookToken(e.Request.Header.Get("Authorization")) {
		return e.UnauthorizedError("The webhook's token is missing or wrong.", nil)
	}
	body, err := io.ReadAll(http.MaxBytesReader(e.Response, e.Request.Body, maxWebhookBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return e.Error(http.StatusRequestEntityTooLarge, "The webhook's body is too large.", nil)
	}
	events, parseErr := parseEvents(body, o.now())
	if err := errors.Join(err, parseErr); err != nil {
		return e.BadRequestError("The webhook's body is no list of events.", err)
	}
	count, err := o.record(events)
	if err != nil {
		o.app.Logger().Error("Mail events could not be stored", "events", len(events), "error", err)
		e.Response.Header().Set("Retry-After", "30")
		return e.TooManyRequestsError("The events can't be stored right now. Please send them again.", nil)
	}
	if count > 0 {
		o.onChange()
	}
	return e.JSON(http.StatusOK, map[string]int{"stored": count})
}

func (o *Outbox) hasWebhookToken(authorization string) bool {
	token, isBearer := strings.CutPrefix(authorization, "Bearer ")
	given, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(o.cfg.Brevo.WebhookToken))
	return isBearer && o.cfg.Brevo.WebhookToken != "" && subtle.ConstantTimeCompare(given[:], want[:]) == 1
}

// record stores events that are new, and moves their letters, all in one transaction. An event of
// an unknown message is stored as well.
func (o *Outbox) record(events []event) (count int, err error) {
	err = o.app.RunInTransaction(func(tx core.App) error {
		count = 0
		for _, ev := range events {
			isNew, err := o.store(tx, ev)
			if err != nil {
				return err
			}
			if !isNew {
				continue
			}
			count++
			if err := errors.Join(o.applyEvent(tx, ev), o.suppress(tx, ev)); err != nil {
				return err
			}
		}
		return nil
	})
	return count, err
}

func (o *Outbox) store(tx core.App, ev event) (bool, error) {
	now := formatTime(o.now())
	result, err := tx.NonconcurrentDB().NewQuery(`
		INSERT OR IGNORE INTO email_events
			(id, hash, event, emailAddress, brevoMessageId, letterId, link, reason, occurredAt, payload, createdAt, updatedAt)
		VALUES ({:id}, {:hash}, {:event}, {:email}, {:message}, {:letter}, {:link}, {:reason}, {:at}, {:payload}, {:now}, {:now})`).
		Bind(dbx.Params{
			"id": core.GenerateDefaultRandomId(), "hash": ev.hash, "event": ev.name, "email": ev.email,
			"message": ev.messageID, "letter": ev.emailID(), "link": ev.link, "reason": ev.reason, "at": formatTime(ev.at),
			"payload": ev.payload, "now": now,
		}).Execute()
	if err != nil {
		return false, fmt.Errorf("storing a mail event: %w", err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// applyEvent folds an event into its letter's row.
func (o *Outbox) applyEvent(tx core.App, ev event) error {
	var rows []deliveryStatus
	// By our own row id, which each mail carries as X-Mailin-custom, for the event may come before
	// the answer that names the message. The condition <> '' lets SQLite use the partial index.
	for _, where := range []string{
		"id = {:custom}",
		"brevoMessageId = {:message} AND brevoMessageId <> ''",
	} {
		err := tx.NonconcurrentDB().NewQuery(`
			SELECT id, status, errorMessage, brevoMessageId, sentAt, deliveredAt, openedAt, clickedAt FROM email_logs
			WHERE ` + where + ` AND emailAddress = {:email} COLLATE NOCASE LIMIT 1`).
			Bind(dbx.Params{"custom": ev.custom, "message": ev.messageID, "email": ev.email}).All(&rows)
		if err != nil {
			return fmt.Errorf("finding an event's letter: %w", err)
		}
		if len(rows) > 0 {
			break
		}
	}
	if len(rows) == 0 {
		return nil
	}
	row := rows[0]
	row.applyEvent(ev)
	_, err := tx.NonconcurrentDB().Update("email_logs", dbx.Params{
		"status": row.Status, "errorMessage": row.Error, "brevoMessageId": row.MessageID,
		"sentAt": row.Sent, "deliveredAt": row.Delivered, "openedAt": row.Opened, "clickedAt": row.Clicked,
		"updatedAt": formatTime(o.now()),
	}, dbx.HashExp{"id": row.ID}).Execute()
	if err != nil {
		return fmt.Errorf("moving a letter: %w", err)
	}
	return nil
}

// suppress keeps campaigns from people who want none, or whose address is dead. A receipt or a
// reset still reaches them.
func (o *Outbox) suppress(tx core.App, ev event) error {
	switch ev.name {
	case "hard_bounce", "spam", "unsubscribed":
	default:
		return nil
	}
	if ev.email == "" {
		return nil
	}
	now := formatTime(o.now())
	_, err := tx.NonconcurrentDB().NewQuery(`
		INSERT OR IGNORE INTO suppressions (id, email, scope, reason, createdAt, updatedAt)
		VALUES ({:id}, {:email}, 'campaigns', {:reason}, {:now}, {:now})`).
		Bind(dbx.Params{"id": core.GenerateDefaultRandomId(), "email": ev.email, "reason": ev.name, "now": now}).Execute()
	if err != nil {
		return fmt.Errorf("suppressing an address: %w", err)
	}
	return nil
}

// eventRetention is how long the provider's events are kept.
const eventRetention = 180 * 24 * time.Hour

// Purge removes old events; the letters keep their state and times.
func (o *Outbox) Purge() error {
	_, err := o.app.NonconcurrentDB().Delete("email_events",
		dbx.NewExp("createdAt < {:before}", dbx.Params{"before": formatTime(o.now().Add(-eventRetention))})).Execute()
	return err
}
