package mail

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/readmodel"
)

// Recipient is a person whom a campaign writes to.
type Recipient struct {
	Email, Name string
	// Params are what the merge fields and the kind's Params need; no secrets.
	Params map[string]string
}

// recipientChunk is how many recipients one statement stores: each has a dozen values.
const recipientChunk = 500

// InsertRecipients stores the e-mails of a campaign, queued, within the caller's transaction. A person who has one of this
// campaign already is left out, so that a start that was cut off can be made again.
func (o *Outbox) InsertRecipients(tx core.App, campaignID, kind, subject string, recipients []Recipient) error {
	now := formatTime(o.now())
	for len(recipients) > 0 {
		chunk := recipients[:min(len(recipients), recipientChunk)]
		recipients = recipients[len(chunk):]
		params, values := dbx.Params{"campaign": campaignID, "kind": kind, "subject": oneLine(subject, maxSubject), "now": now}, []string{}
		for i, r := range chunk {
			facts, err := json.Marshal(r.Params)
			if err != nil {
				return err
			}
			n := strconv.Itoa(i)
			params["i"+n], params["e"+n], params["n"+n] = core.GenerateDefaultRandomId(), r.Email, oneLine(r.Name, maxName)
			params["k"+n], params["p"+n] = campaignKey(campaignID, r.Email), string(facts)
			values = append(values, "({:i"+n+"}, {:campaign}, {:kind}, {:e"+n+"}, {:n"+n+"}, {:k"+n+"}, {:subject}, {:p"+n+"}, 'queued', {:now}, {:now}, {:now})")
		}
		var inserted []struct {
			ID    string `db:"id"`
			Email string `db:"emailAddress"`
		}
		err := tx.NonconcurrentDB().NewQuery(`INSERT OR IGNORE INTO email_logs
			(id, campaignId, kind, emailAddress, recipientName, dedupeKey, subject, params, status, nextAttemptAt, createdAt, updatedAt)
			VALUES ` + strings.Join(values, ", ") + ` RETURNING id, emailAddress`).Bind(params).All(&inserted)
		if err != nil {
			return fmt.Errorf("insert recipients: %w", err)
		}
		for _, row := range inserted {
			if err := readmodel.SetText(tx, readmodel.Emails, row.ID, "", readmodel.Text(row.Email, subject)); err != nil {
				return err
			}
		}
	}
	return nil
}

// campaignKey is the dedupe key of a campaign's e-mail to a person.
func campaignKey(campaignID, email string) string {
	email = identity.EmailKey(email)
	if len(email) > 150 {
		sum := sha256.Sum256([]byte(email))
		email = hex.EncodeToString(sum[:])
	}
	return "camp:" + campaignID + ":" + email
}

const claimedColumns = "id, kind, emailAddress, recipientName, params, batchId, expiresAt, attempts"

// claimCampaignEmails moves the next queued e-mails of a campaign to sending, in a batch.
func claimCampaignEmails(tx core.App, campaignID, batchID string, limit int, now time.Time) (rows []claimedEmail, err error) {
	// campaignId != '' lets SQLite use the partial index.
	err = tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET status = 'sending', attempts = attempts + 1, batchId = {:batch}, updatedAt = {:now}
		WHERE id IN (SELECT id FROM email_logs WHERE campaignId = {:campaign} AND campaignId != '' AND status = 'queued' LIMIT ` + strconv.Itoa(limit) + `)
		RETURNING ` + claimedColumns).
		Bind(dbx.Params{"campaign": campaignID, "batch": batchID, "now": formatTime(now)}).All(&rows)
	return rows, wrap("claim e-mails of campaign", err)
}

// openCampaignBatch is a batch of a campaign whose e-mails are sending, nil if there is none.
func openCampaignBatch(tx core.App, campaignID string) (*claimedBatch, error) {
	var ids []string
	err := tx.NonconcurrentDB().NewQuery(`SELECT batchId FROM email_logs WHERE campaignId = {:campaign} AND campaignId != '' AND status = 'sending' LIMIT 1`).
		Bind(dbx.Params{"campaign": campaignID}).Column(&ids)
	if err != nil || len(ids) == 0 {
		return nil, wrap("find open batch of campaign", err)
	}
	open := &claimedBatch{}
	if open.batch, err = findBatch(tx, ids[0]); err != nil {
		return nil, err
	}
	open.ID = ids[0]
	err = tx.NonconcurrentDB().NewQuery(`SELECT ` + claimedColumns + ` FROM email_logs WHERE batchId = {:batch} AND batchId != '' AND status = 'sending'`).
		Bind(dbx.Params{"batch": ids[0]}).All(&open.rows)
	if err != nil {
		return nil, fmt.Errorf("read open batch of campaign: %w", err)
	}
	for _, row := range open.rows {
		open.attempts = max(open.attempts, row.Attempts)
	}
	return open, nil
}

func insertCampaignBatch(tx core.App, b batch, now time.Time) error {
	_, err := tx.NonconcurrentDB().Insert(batchesCollection, dbx.Params{
		"id": b.ID, "idempotencyKey": b.IdempotencyKey, "firstAttemptAt": formatTime(b.FirstAttemptAt), "state": string(batchOpen),
		"createdAt": formatTime(now), "updatedAt": formatTime(now),
	}).Execute()
	return wrap("insert batch", err)
}

func moveToBatch(tx core.App, rows []claimedEmail, batchID string, now time.Time) error {
	ids := make([]any, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	_, err := tx.NonconcurrentDB().Update(emailsCollection, dbx.Params{"batchId": batchID, "updatedAt": formatTime(now)},
		dbx.And(dbx.In("id", ids...), dbx.HashExp{"status": string(Sending)})).Execute()
	return wrap("move e-mails to batch", err)
}

// suppressedAmong are those of some lower-case addresses that take no e-mail about a topic.
func suppressedAmong(tx core.App, emails []string, topic Topic) (found []string, err error) {
	params := dbx.Params{}
	names := make([]string, len(emails))
	for i, email := range emails {
		n := "e" + strconv.Itoa(i)
		params[n], names[i] = email, "({:"+n+"})"
	}
	err = tx.NonconcurrentDB().NewQuery(`WITH asked(email) AS (VALUES ` + strings.Join(names, ", ") + `)
		SELECT asked.email FROM asked JOIN suppressions s ON s.email = asked.email COLLATE NOCASE AND s.scope IN ` + scopesOf(topic)).
		Bind(params).Column(&found)
	return found, wrap("find suppressed addresses", err)
}

// endClaimed moves claimed e-mails that are not sent to another status.
func endClaimed(tx core.App, ids []string, status Status, reason string, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	list := make([]any, len(ids))
	for i, id := range ids {
		list[i] = id
	}
	_, err := tx.NonconcurrentDB().Update(emailsCollection,
		dbx.Params{"status": string(status), "errorMessage": reason, "batchId": "", "updatedAt": formatTime(now)},
		dbx.And(dbx.In("id", list...), dbx.HashExp{"status": string(Sending)})).Execute()
	return wrap("move claimed e-mails to "+string(status), err)
}

// endBatch moves the e-mails of a batch that are still sending to another status.
func endBatch(tx core.App, batchID string, status Status, reason string, now time.Time) error {
	if !Sending.CanMoveTo(status) {
		return fmt.Errorf("an e-mail that is sending can't become %s", status)
	}
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET status = {:status}, errorMessage = {:reason}, updatedAt = {:now}
		WHERE batchId = {:batch} AND batchId != '' AND status = 'sending'`).
		Bind(dbx.Params{"status": string(status), "reason": oneLine(reason, 500), "batch": batchID, "now": formatTime(now)}).Execute()
	return wrap("end batch", err)
}

// countBatchAttempt counts a call for the e-mails of a batch, so that the wait for the next one grows.
func countBatchAttempt(tx core.App, batchID string, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET attempts = attempts + 1, updatedAt = {:now} WHERE batchId = {:batch} AND batchId != '' AND status = 'sending'`).
		Bind(dbx.Params{"batch": batchID, "now": formatTime(now)}).Execute()
	return wrap("count attempt of batch", err)
}

// markBatchSent stores that the provider has taken a batch. The webhook may have come first.
func markBatchSent(tx core.App, batchID string, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET
			errorMessage = CASE WHEN status IN ('queued', 'sending') THEN '' ELSE errorMessage END,
			status = CASE WHEN status IN ` + originList(Sent) + ` THEN 'sent' ELSE status END,
			sentAt = CASE WHEN sentAt = '' THEN {:now} ELSE sentAt END, updatedAt = {:now}
		WHERE batchId = {:batch} AND batchId != ''`).
		Bind(dbx.Params{"batch": batchID, "now": formatTime(now)}).Execute()
	return wrap("mark batch as sent", err)
}

// CancelCampaign ends the e-mails of a campaign that wait, within the caller's transaction.
func (o *Outbox) CancelCampaign(tx core.App, campaignID string) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET status = 'cancelled', errorMessage = 'The campaign was cancelled.', updatedAt = {:now}
		WHERE campaignId = {:campaign} AND campaignId != '' AND status = 'queued'`).
		Bind(dbx.Params{"campaign": campaignID, "now": formatTime(o.now())}).Execute()
	return wrap("cancel e-mails of campaign", err)
}

// RequeueFailed queues the failed e-mails of a campaign again, within the caller's transaction, and returns how many.
func (o *Outbox) RequeueFailed(tx core.App, campaignID string) (int, error) {
	queued, err := requeue(tx, "campaignId = {:campaign} AND campaignId != '' AND status = 'failed'", dbx.Params{"campaign": campaignID}, o.now())
	return len(queued), err
}

// CampaignResults is what became of the e-mails of a campaign. Opens by mail programs' proxies stand apart: they prove
// nothing about a reader.
type CampaignResults struct {
	Recipients   int64 `db:"recipients" json:"recipients"`
	Queued       int64 `db:"queued" json:"queued"`
	Sent         int64 `db:"sent" json:"sent"`
	Delivered    int64 `db:"delivered" json:"delivered"`
	Opened       int64 `db:"opened" json:"opened"`
	ProxyOpened  int64 `db:"proxyOpened" json:"proxyOpened"`
	Clicked      int64 `db:"clicked" json:"clicked"`
	Bounced      int64 `db:"bounced" json:"bounced"`
	Spam         int64 `db:"spam" json:"spam"`
	Unsubscribed int64 `db:"unsubscribed" json:"unsubscribed"`
	Failed       int64 `db:"failed" json:"failed"`
	Uncertain    int64 `db:"uncertain" json:"uncertain"`
	Suppressed   int64 `db:"suppressed" json:"suppressed"`
	Cancelled    int64 `db:"cancelled" json:"cancelled"`
}

// Results counts the e-mails of a campaign.
func (o *Outbox) Results(app core.App, campaignID string) (results CampaignResults, err error) {
	err = app.DB().NewQuery(`SELECT count(*) AS recipients,
			count(CASE WHEN status IN ('queued', 'sending') THEN 1 END) AS queued,
			count(CASE WHEN sentAt != '' THEN 1 END) AS sent,
			count(CASE WHEN deliveredAt != '' THEN 1 END) AS delivered,
			count(CASE WHEN openedAt != '' THEN 1 END) AS opened,
			count(CASE WHEN proxyOpenedAt != '' AND openedAt = '' THEN 1 END) AS proxyOpened,
			count(CASE WHEN clickedAt != '' THEN 1 END) AS clicked,
			count(CASE WHEN status IN ('bounced', 'blocked') THEN 1 END) AS bounced,
			count(CASE WHEN status = 'spam' THEN 1 END) AS spam,
			count(CASE WHEN unsubscribedAt != '' THEN 1 END) AS unsubscribed,
			count(CASE WHEN status = 'failed' THEN 1 END) AS failed,
			count(CASE WHEN status = 'uncertain' THEN 1 END) AS uncertain,
			count(CASE WHEN status = 'suppressed' THEN 1 END) AS suppressed,
			count(CASE WHEN status = 'cancelled' THEN 1 END) AS cancelled
		FROM email_logs WHERE campaignId = {:campaign} AND campaignId != ''`).Bind(dbx.Params{"campaign": campaignID}).One(&results)
	return results, wrap("count results of campaign", err)
}

// LinkClicks is how many readers have followed a link of a campaign.
type LinkClicks struct {
	Link    string `db:"link" json:"link"`
	Readers int64  `db:"readers" json:"readers"`
}

// Clicks lists the links of a campaign by how many readers have followed each.
func (o *Outbox) Clicks(app core.App, campaignID string) ([]LinkClicks, error) {
	clicks := []LinkClicks{}
	err := app.DB().NewQuery(`SELECT e.link, count(DISTINCT e.letterId) AS readers
		FROM email_logs l JOIN email_events e ON e.letterId = l.id AND e.letterId != ''
		WHERE l.campaignId = {:campaign} AND l.campaignId != '' AND l.clickedAt != '' AND e.event = 'click' AND e.link != ''
		GROUP BY e.link ORDER BY readers DESC, e.link LIMIT 50`).Bind(dbx.Params{"campaign": campaignID}).All(&clicks)
	return clicks, wrap("count clicks of campaign", err)
}

// CampaignEmail is a person's e-mail of a campaign in its export.
type CampaignEmail struct {
	EmailAddress   string     `db:"emailAddress" json:"emailAddress"`
	RecipientName  string     `db:"recipientName" json:"recipientName"`
	Status         string     `db:"status" json:"status"`
	ErrorMessage   string     `db:"errorMessage" json:"errorMessage"`
	SentAt         httpx.Time `db:"sentAt" json:"sentAt"`
	DeliveredAt    httpx.Time `db:"deliveredAt" json:"deliveredAt"`
	OpenedAt       httpx.Time `db:"openedAt" json:"openedAt"`
	ProxyOpenedAt  httpx.Time `db:"proxyOpenedAt" json:"proxyOpenedAt"`
	ClickedAt      httpx.Time `db:"clickedAt" json:"clickedAt"`
	UnsubscribedAt httpx.Time `db:"unsubscribedAt" json:"unsubscribedAt"`
}

// CampaignEmails is the list of a campaign's e-mails; the id is one of ours.
func CampaignEmails(campaignID string) httpx.List {
	return httpx.List{
		Whole: true,
		From:  emailsCollection,
		Where: "campaignId = '" + strings.ReplaceAll(campaignID, "'", "") + "' AND campaignId != ''",
		Columns: []string{"emailAddress", "recipientName", "status", "errorMessage", "sentAt", "deliveredAt", "openedAt", "proxyOpenedAt",
			"clickedAt", "unsubscribedAt"},
		Sort: map[string]string{"status": "status"}, DefaultSort: "status",
	}
}

// uncertainEmail is an e-mail of which nobody knows whether the provider has taken it.
type uncertainEmail struct {
	ID             string         `db:"id"`
	Kind           string         `db:"kind"`
	EmailAddress   string         `db:"emailAddress"`
	FirstAttemptAt types.DateTime `db:"firstAttemptAt"`
}

// listUncertain returns the uncertain e-mails whose first call was made between two instants.
func listUncertain(app core.App, after, before time.Time, limit int) (emails []uncertainEmail, err error) {
	err = app.DB().NewQuery(`SELECT l.id, l.kind, l.emailAddress, b.firstAttemptAt FROM email_logs l JOIN email_batches b ON b.id = l.batchId
		WHERE l.status = 'uncertain' AND b.firstAttemptAt > {:after} AND b.firstAttemptAt <= {:before} LIMIT ` + strconv.Itoa(limit)).
		Bind(dbx.Params{"after": formatTime(after), "before": formatTime(before)}).All(&emails)
	return emails, wrap("list uncertain e-mails", err)
}

// hasMessageID reports whether an e-mail of ours is known to be a message of the provider's.
func hasMessageID(app core.App, messageID string) (bool, error) {
	return exists(app.NonconcurrentDB().NewQuery(`SELECT 1 FROM email_logs WHERE brevoMessageId = {:id} AND brevoMessageId != '' LIMIT 1`).
		Bind(dbx.Params{"id": messageID}))
}

// resolveUncertain stores what the provider's log says of an uncertain e-mail; "" is that it does not know it.
func resolveUncertain(app core.App, id, messageID, reason string, now time.Time) error {
	values := dbx.Params{"errorMessage": reason, "updatedAt": formatTime(now)}
	if messageID != "" {
		values = dbx.Params{"status": string(Sent), "brevoMessageId": messageID, "errorMessage": "", "sentAt": formatTime(now), "updatedAt": formatTime(now)}
	}
	_, err := app.NonconcurrentDB().Update(emailsCollection, values, dbx.HashExp{"id": id, "status": string(Uncertain)}).Execute()
	return wrap("resolve uncertain e-mail", err)
}
