package outbox

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/mail/texts"
)

// The statements that claim emails and store the outcome of a batch. A batch has one email or many.

// claimedEmail holds the columns that sending needs.
type claimedEmail struct {
	ID            string         `db:"id"`
	Kind          string         `db:"kind"`
	EmailAddress  string         `db:"emailAddress"`
	RecipientName string         `db:"recipientName"`
	Params        string         `db:"params"`
	BatchID       string         `db:"batchId"`
	ExpiresAt     types.DateTime `db:"expiresAt"`
	Attempts      int            `db:"attempts"`
	Subject       string         `db:"subject"`
	Variant       string         `db:"variant"`
}

const claimedColumns = "id, kind, emailAddress, recipientName, params, batchId, expiresAt, attempts, subject, variant"

// notSentAlone leaves out the emails of a campaign that an admin has sent again: the job mail.send has claimed them.
const notSentAlone = `NOT EXISTS (SELECT 1 FROM email_batches b WHERE b.id = batchId AND b.campaignId = '')`

// claim moves the emails of a condition to sending and counts the attempt.
func claim(tx core.App, condition string, params dbx.Params, now time.Time) (emails []claimedEmail, err error) {
	params["now"] = database.FormatTime(now)
	// NonconcurrentDB, because DB would treat this as a read.
	err = tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET status = 'sending', attempts = attempts + 1, updatedAt = {:now}
		WHERE ` + condition + ` RETURNING ` + claimedColumns).Bind(params).All(&emails)
	return emails, database.Wrap("claim emails", err)
}

// claimEmail claims the email of a job, and no other email of its batch. It returns nil if the row does not exist, has
// another status, or is in a batch that a campaign is sending.
func claimEmail(tx core.App, id string, now time.Time) (*claimedEmail, error) {
	emails, err := claim(tx, `id = {:id} AND status IN `+originList(Sending)+`
			AND NOT (status = 'sending' AND EXISTS (
				SELECT 1 FROM email_batches b WHERE b.id = batchId AND b.campaignId != ''))`,
		dbx.Params{"id": id}, now)
	if err != nil || len(emails) == 0 {
		return nil, err
	}
	return &emails[0], nil
}

// claimCampaignEmails claims the next queued emails of a variant.
func claimCampaignEmails(tx core.App, campaignID, variant string, limit int, now time.Time) ([]claimedEmail, error) {
	// campaignId != '' lets SQLite use the partial index.
	return claim(tx, `id IN (SELECT id FROM email_logs
			WHERE campaignId = {:campaign} AND campaignId != '' AND status = 'queued' AND variant = {:variant}
				AND `+notSentAlone+` LIMIT `+strconv.Itoa(limit)+`)`,
		dbx.Params{"campaign": campaignID, "variant": variant}, now)
}

// claimOpenBatch claims a batch of a campaign whose emails are sending already, or returns nil.
func claimOpenBatch(tx core.App, campaignID string, now time.Time) (*claimedBatch, error) {
	var id string
	err := tx.NonconcurrentDB().NewQuery(`SELECT batchId FROM email_logs
			WHERE campaignId = {:campaign} AND campaignId != '' AND status = 'sending'
			AND ` + notSentAlone + ` LIMIT 1`).
		Bind(dbx.Params{"campaign": campaignID}).Row(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find open batch of campaign: %w", err)
	}
	open := &claimedBatch{}
	if open.batch, err = findBatch(tx, id); err != nil {
		return nil, err
	}
	open.mayBeSent = !open.FirstAttemptAt.IsZero()
	open.emails, err = claim(tx, "batchId = {:batch} AND batchId != '' AND status = 'sending'",
		dbx.Params{"batch": id}, now)
	return open, err
}

// batchState is the state of a batch.
type batchState string

const (
	batchOpen      batchState = "open"
	batchAccepted  batchState = "accepted"
	batchFailed    batchState = "failed"
	batchUncertain batchState = "uncertain"
)

// batch is a row of email_batches. It has the idempotency key for all calls of its emails.
type batch struct {
	ID             string
	IdempotencyKey string
	// State is "" for a batch that is not stored yet.
	State batchState
	// FirstAttemptAt is the time of the first call that the provider may have accepted.
	FirstAttemptAt time.Time
	// CampaignID is the campaign that sends the batch, "" for the batch of a single email.
	CampaignID string
	// Text is the id of the stored text that the email is rendered with, "" if no text is stored.
	Text string
}

// hasEnded reports whether no call with the batch's key is made any more.
func (b batch) hasEnded() bool { return b.State == batchAccepted || b.State == batchFailed }

// findBatch returns the zero batch if no batch has the id.
func findBatch(tx core.App, id string) (batch, error) {
	var row struct {
		Key      string         `db:"idempotencyKey"`
		State    string         `db:"state"`
		First    types.DateTime `db:"firstAttemptAt"`
		Campaign string         `db:"campaignId"`
		Text     string         `db:"text"`
	}
	err := tx.NonconcurrentDB().Select("idempotencyKey", "state", "firstAttemptAt", "campaignId", "text").
		From(batchesCollection).Where(dbx.HashExp{"id": id}).One(&row)
	if errors.Is(err, sql.ErrNoRows) {
		return batch{}, nil
	}
	found := batch{id, row.Key, batchState(row.State), row.First.Time(), row.Campaign, row.Text}
	return found, database.Wrap("find batch", err)
}

func insertBatch(tx core.App, b batch, now time.Time) error {
	record, err := database.NewRecord(tx, batchesCollection)
	if err != nil {
		return err
	}
	record.Load(map[string]any{
		"id":             b.ID,
		"idempotencyKey": b.IdempotencyKey,
		"firstAttemptAt": database.DateTime(b.FirstAttemptAt),
		"state":          string(b.State),
		"campaignId":     b.CampaignID,
		"text":           b.Text,
	})
	record.SetRaw("createdAt", database.DateTime(now)) // Set ignores an automatic date
	record.SetRaw("updatedAt", database.DateTime(now))
	return database.Wrap("insert batch", tx.SaveNoValidate(record))
}

// setFirstAttempt sets the time of the first call that may have been accepted. Zero means that certainly nothing was
// sent.
func setFirstAttempt(tx core.App, id string, at, now time.Time) error {
	_, err := tx.NonconcurrentDB().Update(batchesCollection,
		dbx.Params{"firstAttemptAt": database.FormatTime(at), "updatedAt": database.FormatTime(now)},
		dbx.HashExp{"id": id}).Execute()
	return database.Wrap("set first attempt of batch", err)
}

func setBatchState(tx core.App, id string, state batchState, now time.Time) error {
	_, err := tx.NonconcurrentDB().Update(batchesCollection,
		dbx.Params{"state": string(state), "updatedAt": database.FormatTime(now)}, dbx.HashExp{"id": id}).Execute()
	return database.Wrap("set state of batch", err)
}

// moveToBatch assigns claimed emails to a batch.
func moveToBatch(tx core.App, emails []claimedEmail, batchID string, now time.Time) error {
	_, err := tx.NonconcurrentDB().
		Update(emailsCollection, dbx.Params{"batchId": batchID, "updatedAt": database.FormatTime(now)},
			dbx.And(dbx.In("id", idsOf(emails)...), dbx.HashExp{"status": string(Sending)})).Execute()
	return database.Wrap("move emails to batch", err)
}

// endEmails moves claimed emails that are not sent out of their batch and to another status.
func endEmails(tx core.App, emails []claimedEmail, status Status, reason string, now time.Time) error {
	_, err := tx.NonconcurrentDB().Update(emailsCollection,
		dbx.Params{
			"status":       string(status),
			"errorMessage": reason,
			"batchId":      "",
			"updatedAt":    database.FormatTime(now),
		},
		dbx.And(dbx.In("id", idsOf(emails)...), dbx.HashExp{"status": string(Sending)})).Execute()
	return database.Wrap("move claimed emails to "+string(status), err)
}

func idsOf(emails []claimedEmail) []any {
	ids := make([]any, len(emails))
	for i, email := range emails {
		ids[i] = email.ID
	}
	return ids
}

// endBatch moves the emails of a batch that are still sending to another status.
func endBatch(tx core.App, batchID string, status Status, reason string, now time.Time) error {
	if !Sending.CanMoveTo(status) {
		return fmt.Errorf("an email that is sending can't become %s", status)
	}
	return updateSending(tx, batchID,
		dbx.Params{"status": string(status), "errorMessage": texts.OneLine(reason, 500)}, now)
}

// delayBatch stores the time of the next attempt for the emails of a batch, and its reason.
func delayBatch(tx core.App, b batch, out outcome, now time.Time) error {
	status := Queued
	if b.CampaignID != "" && out.mayBeSent {
		status = Sending
	}
	return updateSending(tx, b.ID, dbx.Params{
		"status":        string(status),
		"errorMessage":  texts.OneLine(out.reason, 500),
		"nextAttemptAt": database.FormatTime(out.retryAt),
	}, now)
}

// updateSending updates the emails of a batch whose status the webhook has not changed since the claim.
func updateSending(tx core.App, batchID string, values dbx.Params, now time.Time) error {
	values["updatedAt"] = database.FormatTime(now)
	_, err := tx.NonconcurrentDB().Update(emailsCollection, values,
		dbx.And(dbx.HashExp{"batchId": batchID, "status": string(Sending)}, dbx.NewExp("batchId != ''"))).Execute()
	return database.Wrap("update emails of batch", err)
}

// markBatchSent stores that the provider has accepted a batch. The webhook may have come first. With an empty
// messageID, the webhook stores the id later.
func markBatchSent(tx core.App, batchID, messageID string, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET
			errorMessage = CASE WHEN status IN ('queued', 'sending') THEN '' ELSE errorMessage END,
			status = CASE WHEN status IN ` + originList(Sent) + ` THEN 'sent' ELSE status END,
			brevoMessageId = CASE WHEN {:message} <> '' THEN {:message} ELSE brevoMessageId END,
			sentAt = CASE WHEN sentAt = '' THEN {:now} ELSE sentAt END, updatedAt = {:now}
		WHERE batchId = {:batch} AND batchId != ''`).
		Bind(dbx.Params{"batch": batchID, "message": messageID, "now": database.FormatTime(now)}).Execute()
	return database.Wrap("mark batch as sent", err)
}

// releaseBatch queues the emails of a batch whose call was not made, and does not count the attempt.
func releaseBatch(tx core.App, batchID string, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET status = 'queued', batchId = '', attempts = max(attempts - 1, 0), updatedAt = {:now}
		WHERE batchId = {:batch} AND batchId != '' AND status = 'sending'`).
		Bind(dbx.Params{"batch": batchID, "now": database.FormatTime(now)}).Execute()
	if err == nil {
		_, err = tx.NonconcurrentDB().Delete(batchesCollection, dbx.HashExp{"id": batchID}).Execute()
	}
	return database.Wrap("release batch", err)
}
