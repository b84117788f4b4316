package outbox

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/mail/texts"
)

// Recipient is a recipient of a campaign.
type Recipient struct {
	Email, Name string
	// Params are the values of the merge fields and of the kind's Params. They must not hold secrets.
	Params map[string]string
}

// recipientRow is a recipient in the JSON argument of the INSERT statement.
type recipientRow struct {
	ID     string            `json:"id"`
	Email  string            `json:"email"`
	Name   string            `json:"name"`
	Key    string            `json:"key"`
	Params map[string]string `json:"params"`
}

// InsertRecipients stores the queued emails of a campaign within the caller's transaction. It skips people who have
// an email of this campaign already, so that an interrupted start can be repeated.
func (o *Outbox) InsertRecipients(tx core.App, campaignID, kind, subject string, recipients []Recipient) error {
	rows := make([]recipientRow, len(recipients))
	// A common prefix keeps the rows of a campaign together in the indexes that end with the id, which makes claiming
	// and updating a batch cheap.
	prefix := core.GenerateDefaultRandomId()[:10]
	for i, r := range recipients {
		rows[i] = recipientRow{
			ID:     fmt.Sprintf("%s%05d", prefix, i),
			Email:  r.Email,
			Name:   texts.OneLine(r.Name, texts.MaxName),
			Key:    campaignKey(campaignID, r.Email),
			Params: r.Params,
		}
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	var inserted []struct {
		ID    string `db:"id"`
		Email string `db:"emailAddress"`
	}
	err = tx.NonconcurrentDB().NewQuery(`INSERT OR IGNORE INTO email_logs
		(id, campaignId, kind, emailAddress, recipientName, dedupeKey, subject, params, status, nextAttemptAt,
		createdAt, updatedAt)
		SELECT value->>'id', {:campaign}, {:kind}, value->>'email', value->>'name', value->>'key', {:subject},
		value->'params', 'queued', {:now}, {:now}, {:now}
		FROM json_each({:rows}) RETURNING id, emailAddress`).
		Bind(dbx.Params{
			"campaign": campaignID,
			"kind":     kind,
			"subject":  texts.OneLine(subject, texts.MaxSubject),
			"rows":     string(data),
			"now":      database.FormatTime(o.now()),
		}).All(&inserted)
	if err != nil {
		return fmt.Errorf("insert recipients: %w", err)
	}
	documents := make([]readmodel.Document, len(inserted))
	for i, row := range inserted {
		documents[i] = readmodel.Document{Record: row.ID, Text: readmodel.Text(row.Email, subject)}
	}
	return readmodel.AddTexts(tx, readmodel.Emails, documents)
}

// campaignKey returns the dedupe key of a campaign's email to a person.
func campaignKey(campaignID, email string) string {
	email = identity.EmailKey(email)
	if len(email) > 150 {
		sum := sha256.Sum256([]byte(email))
		email = hex.EncodeToString(sum[:])
	}
	return "camp:" + campaignID + ":" + email
}

// DrawTest randomly assigns a share of a campaign's emails, in per cent, to two variants of equal size. A test has at
// least two people.
func (o *Outbox) DrawTest(tx core.App, campaignID string, share int) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET variant = drawn.variant, params = json_set(params, '$.variant', drawn.variant)
		FROM (
			SELECT id, CASE WHEN row_number() OVER () % 2 = 1 THEN 'a' ELSE 'b' END AS variant FROM (
				SELECT id FROM email_logs WHERE campaignId = {:campaign} AND campaignId != '' ORDER BY random()
				LIMIT max(2, (SELECT count(*) FROM email_logs WHERE campaignId = {:campaign}
				AND campaignId != '') * {:share} / 100))
		) AS drawn
		WHERE email_logs.id = drawn.id`).
		Bind(dbx.Params{"campaign": campaignID, "share": share}).Execute()
	return database.Wrap("draw a campaign's test", err)
}

// VariantResult counts the results of a variant's emails. Opens by mail programs' proxies do not count.
type VariantResult struct {
	Variant    string `db:"variant" json:"-"`
	Recipients int64  `db:"recipients" json:"recipients"`
	Sent       int64  `db:"sent" json:"sent"`
	Opened     int64  `db:"opened" json:"opened"`
	Clicked    int64  `db:"clicked" json:"clicked"`
}

// VariantResults returns the results of a campaign's variants by name.
func (o *Outbox) VariantResults(app core.App, campaignID string) (map[string]VariantResult, error) {
	var rows []VariantResult
	err := app.DB().NewQuery(`SELECT variant, count(*) AS recipients, count(CASE WHEN sentAt != '' THEN 1 END) AS sent,
			count(CASE WHEN openedAt != '' THEN 1 END) AS opened, count(CASE WHEN clickedAt != '' THEN 1 END) AS clicked
		FROM email_logs WHERE campaignId = {:campaign} AND campaignId != '' AND variant != '' GROUP BY variant`).
		Bind(dbx.Params{"campaign": campaignID}).All(&rows)
	results := map[string]VariantResult{}
	for _, row := range rows {
		results[row.Variant] = row
	}
	return results, database.Wrap("count results of variants", err)
}

// SentTimes returns when the given addresses were sent their email of a campaign.
func (o *Outbox) SentTimes(app core.App, campaignID string, emails []string) (map[string]types.DateTime, error) {
	asked, err := json.Marshal(emails)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		Email string         `db:"emailAddress"`
		At    types.DateTime `db:"sentAt"`
	}
	err = app.DB().NewQuery(`SELECT l.emailAddress, l.sentAt FROM json_each({:asked}) asked
		CROSS JOIN email_logs l ON l.emailAddress = asked.value AND +l.campaignId = {:campaign} WHERE l.sentAt != ''`).
		Bind(dbx.Params{"asked": string(asked), "campaign": campaignID}).All(&rows)
	times := map[string]types.DateTime{}
	for _, row := range rows {
		times[row.Email] = row.At
	}
	return times, database.Wrap("find when emails of a campaign were sent", err)
}

// storeSubject stores the subject with which emails are sent.
func storeSubject(tx core.App, rows []claimedEmail, subject string) error {
	subject = texts.OneLine(subject, texts.MaxSubject)
	for _, row := range rows {
		if row.Subject == subject {
			continue
		}
		_, err := tx.NonconcurrentDB().NewQuery("UPDATE email_logs SET subject = {:subject} WHERE id = {:id}").
			Bind(dbx.Params{"subject": subject, "id": row.ID}).Execute()
		if err != nil {
			return database.Wrap("change subject of email", err)
		}
		if err := readmodel.SetText(tx, readmodel.Emails, row.ID, readmodel.Text(row.EmailAddress, row.Subject),
			readmodel.Text(row.EmailAddress, subject)); err != nil {
			return err
		}
	}
	return nil
}

// CancelCampaign cancels the queued emails of a campaign within the caller's transaction.
func (o *Outbox) CancelCampaign(tx core.App, campaignID string) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET status = 'cancelled', errorMessage = 'The campaign was cancelled.', updatedAt = {:now}
		WHERE campaignId = {:campaign} AND campaignId != '' AND status = 'queued'`).
		Bind(dbx.Params{"campaign": campaignID, "now": database.FormatTime(o.now())}).Execute()
	return database.Wrap("cancel emails of campaign", err)
}

// RequeueFailed queues the failed emails of a campaign again within the caller's transaction, and returns their
// number.
func (o *Outbox) RequeueFailed(tx core.App, campaignID string) (int, error) {
	queued, err := requeue(tx, "campaignId = {:campaign} AND campaignId != '' AND status = 'failed'",
		dbx.Params{"campaign": campaignID}, o.now())
	return len(queued), err
}

// CampaignResults counts the results of a campaign's emails. Each sent email was delivered or has bounced, or the
// provider has not reported its delivery yet. Opens by mail programs' proxies are counted separately, because they do
// not prove that a reader opened the email.
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

// Results counts the emails of a campaign.
func (o *Outbox) Results(app core.App, campaignID string) (results CampaignResults, err error) {
	err = app.DB().NewQuery(`SELECT count(*) AS recipients,
			count(CASE WHEN status IN ('queued', 'sending') THEN 1 END) AS queued,
			count(CASE WHEN sentAt != '' THEN 1 END) AS sent,
			count(CASE WHEN sentAt != '' AND status IN ('delivered', 'opened', 'clicked', 'spam') THEN 1 END) AS delivered,
			count(CASE WHEN openedAt != '' THEN 1 END) AS opened,
			count(CASE WHEN proxyOpenedAt != '' AND openedAt = '' THEN 1 END) AS proxyOpened,
			count(CASE WHEN clickedAt != '' THEN 1 END) AS clicked,
			count(CASE WHEN sentAt != '' AND status IN ('bounced', 'blocked') THEN 1 END) AS bounced,
			count(CASE WHEN status = 'spam' THEN 1 END) AS spam,
			count(CASE WHEN unsubscribedAt != '' THEN 1 END) AS unsubscribed,
			count(CASE WHEN status = 'failed' THEN 1 END) AS failed,
			count(CASE WHEN status = 'uncertain' THEN 1 END) AS uncertain,
			count(CASE WHEN status = 'suppressed' THEN 1 END) AS suppressed,
			count(CASE WHEN status = 'cancelled' THEN 1 END) AS cancelled
		FROM email_logs WHERE campaignId = {:campaign} AND campaignId != ''`).
		Bind(dbx.Params{"campaign": campaignID}).One(&results)
	return results, database.Wrap("count results of campaign", err)
}

// LinkClicks is the number of readers who followed a link of a campaign.
type LinkClicks struct {
	Link    string `db:"link" json:"link"`
	Readers int64  `db:"readers" json:"readers"`
}

// Clicks returns the links of a campaign, sorted by the number of readers who followed them.
func (o *Outbox) Clicks(app core.App, campaignID string) ([]LinkClicks, error) {
	clicks := []LinkClicks{}
	err := app.DB().NewQuery(`SELECT e.link, count(DISTINCT e.letterId) AS readers
		FROM email_logs l JOIN email_events e ON e.letterId = l.id AND e.letterId != ''
		WHERE l.campaignId = {:campaign} AND l.campaignId != '' AND l.clickedAt != '' AND e.event = 'click'
		AND e.link != ''
		GROUP BY e.link ORDER BY readers DESC, e.link LIMIT 50`).Bind(dbx.Params{"campaign": campaignID}).All(&clicks)
	return clicks, database.Wrap("count clicks of campaign", err)
}

// CampaignEmail is one email of a campaign in its export.
type CampaignEmail struct {
	EmailAddress   string     `db:"emailAddress" json:"emailAddress"`
	Subject        string     `db:"subject" json:"subject"`
	RecipientName  string     `db:"recipientName" json:"recipientName"`
	Status         Status     `db:"status" json:"status"`
	ErrorMessage   string     `db:"errorMessage" json:"errorMessage"`
	SentAt         httpx.Time `db:"sentAt" json:"sentAt"`
	DeliveredAt    httpx.Time `db:"deliveredAt" json:"deliveredAt"`
	OpenedAt       httpx.Time `db:"openedAt" json:"openedAt"`
	ProxyOpenedAt  httpx.Time `db:"proxyOpenedAt" json:"proxyOpenedAt"`
	ClickedAt      httpx.Time `db:"clickedAt" json:"clickedAt"`
	UnsubscribedAt httpx.Time `db:"unsubscribedAt" json:"unsubscribedAt"`
	Params         string     `db:"params" json:"-"`
}

// Facts returns the reader's merge fields.
func (e CampaignEmail) Facts() map[string]string {
	var facts map[string]string
	_ = json.Unmarshal([]byte(e.Params), &facts) // unreadable params leave the fallbacks in place
	return facts
}

// CampaignEmails is the list of a campaign's emails.
func CampaignEmails(campaignID string) lists.List {
	return lists.List{
		Whole:  true,
		From:   emailsCollection,
		Where:  "campaignId = {:campaign} AND campaignId != ''",
		Params: dbx.Params{"campaign": campaignID},
		Columns: []string{"emailAddress", "recipientName", "status", "errorMessage", "sentAt", "deliveredAt",
			"openedAt", "proxyOpenedAt", "clickedAt", "unsubscribedAt", "subject", "params"},
		Sort:        map[string]string{"status": "status"},
		DefaultSort: "status",
	}
}
