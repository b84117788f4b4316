package outbox

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	tools "github.com/pocketbase/pocketbase/tools/list"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/people"
)

// The collections of this package. Their queries are in this file and in the store_*.go files.
const (
	emailsCollection  = "email_logs"
	batchesCollection = "email_batches"
	eventsCollection  = "email_events"
)

// storedEmail is a record of email_logs.
type storedEmail struct{ core.BaseRecordProxy }

func (e *storedEmail) EmailAddress() string          { return e.GetString("emailAddress") }
func (e *storedEmail) RecipientName() string         { return e.GetString("recipientName") }
func (e *storedEmail) Kind() string                  { return e.GetString("kind") }
func (e *storedEmail) Subject() string               { return e.GetString("subject") }
func (e *storedEmail) BatchID() string               { return e.GetString("batchId") }
func (e *storedEmail) Status() Status                { return Status(e.GetString("status")) }
func (e *storedEmail) ErrorMessage() string          { return e.GetString("errorMessage") }
func (e *storedEmail) Attempts() int                 { return e.GetInt("attempts") }
func (e *storedEmail) MessageID() string             { return e.GetString("brevoMessageId") }
func (e *storedEmail) CreatedAt() types.DateTime     { return e.GetDateTime("createdAt") }
func (e *storedEmail) NextAttemptAt() types.DateTime { return e.GetDateTime("nextAttemptAt") }
func (e *storedEmail) ExpiresAt() types.DateTime     { return e.GetDateTime("expiresAt") }
func (e *storedEmail) SentAt() types.DateTime        { return e.GetDateTime("sentAt") }
func (e *storedEmail) DeliveredAt() types.DateTime   { return e.GetDateTime("deliveredAt") }
func (e *storedEmail) OpenedAt() types.DateTime      { return e.GetDateTime("openedAt") }
func (e *storedEmail) ClickedAt() types.DateTime     { return e.GetDateTime("clickedAt") }

// Params returns the stored params. The map is never nil without an error.
func (e *storedEmail) Params() (map[string]string, error) {
	params := map[string]string{}
	if err := json.Unmarshal([]byte(e.GetString("params")), &params); err != nil {
		return nil, fmt.Errorf("params of email %s: %w", e.Id, err)
	}
	if params == nil { // the JSON value null
		params = map[string]string{}
	}
	return params, nil
}

// findEmail returns sql.ErrNoRows if no email has the id.
func findEmail(app core.App, id string) (*storedEmail, error) {
	return database.Find[storedEmail](app, emailsCollection, id)
}

// findEmailFor returns an email that an admin may read, or sql.ErrNoRows. See Email.Concerns.
func findEmailFor(e *core.RequestEvent, id string) (*storedEmail, error) {
	email, err := findEmail(e.App, id)
	if err != nil {
		return nil, err
	}
	self, err := people.SelfOf(e.App, audit.RequestActor(e))
	if err == nil && self.IsPerson(email.GetString("concerns")) {
		err = sql.ErrNoRows
	}
	return email, err
}

// listFor returns a list without the emails that an admin must not read.
func listFor(e *core.RequestEvent, list lists.List) (lists.List, error) {
	self, err := people.SelfOf(e.App, audit.RequestActor(e))
	if err != nil {
		return list, err
	}
	concerned := dbx.In("concerns", tools.ToInterfaceSlice(self.People())...)
	var hidden int
	err = e.App.DB().Select("count(*)").From(emailsCollection).Where(dbx.And(concerned, dbx.NewExp("concerns != ''"))).
		Row(&hidden)
	if err != nil || hidden == 0 {
		return list, database.Wrap("count the emails that concern an admin", err)
	}
	ids, err := json.Marshal(self.People())
	list.Where, list.Params = "concerns NOT IN (SELECT value FROM json_each({:self}))", dbx.Params{"self": string(ids)}
	list.Count = nil // it counts the hidden emails too
	return list, err
}

// hasDedupeKey reports whether an email with the key exists. It is false for the key "".
func hasDedupeKey(tx core.App, key string) (known bool, err error) {
	// The condition dedupeKey != '' lets SQLite use the partial index.
	err = tx.NonconcurrentDB().
		NewQuery(`SELECT EXISTS (SELECT 1 FROM email_logs WHERE dedupeKey = {:key} AND dedupeKey != '')`).
		Bind(dbx.Params{"key": key}).Row(&known)
	return known, database.Wrap("find dedupe key of email", err)
}

// insertEmail stores a queued email. Enqueue has checked the values, so they are not validated again.
func insertEmail(tx core.App, email Email, subject string, now time.Time) (id string, err error) {
	collection, err := tx.FindCachedCollectionByNameOrId(emailsCollection)
	if err != nil {
		return "", err
	}
	params, err := json.Marshal(email.Params)
	if err != nil {
		return "", err
	}
	r := core.NewRecord(collection)
	r.Id = core.GenerateDefaultRandomId()
	r.Load(map[string]any{
		"emailAddress":   email.To.Email,
		"recipientName":  texts.OneLine(email.To.Name, texts.MaxName),
		"kind":           email.Kind,
		"dedupeKey":      email.DedupeKey,
		"registrationId": email.RegistrationID,
		"subject":        subject,
		"concerns":       email.Concerns,
		"params":         string(params),
		"status":         string(Queued),
		"nextAttemptAt":  database.FormatTime(now),
		"expiresAt":      database.FormatTime(email.ExpiresAt),
	})
	return r.Id, tx.SaveNoValidate(r)
}

// queuedEmail is an email that was queued and needs a job.
type queuedEmail struct {
	ID   string `db:"id"`
	Kind string `db:"kind"`
}

// requeueEmail queues an email again if it still has the status from, and returns it.
func requeueEmail(tx core.App, id string, from Status, now time.Time) ([]queuedEmail, error) {
	if !from.CanMoveTo(Queued) {
		return nil, fmt.Errorf("an email that is %s can't be queued", from)
	}
	return requeue(tx, "id = {:id} AND status = {:status}", dbx.Params{"id": id, "status": string(from)}, now)
}

// requeueFailedEmails queues every failed email that has not expired.
func requeueFailedEmails(tx core.App, now time.Time) ([]queuedEmail, error) {
	return requeue(tx, "status = 'failed' AND (expiresAt = '' OR expiresAt > {:now})", dbx.Params{}, now)
}

// requeue queues emails and removes them from their batch. Their events stay as the history of earlier deliveries.
func requeue(tx core.App, condition string, params dbx.Params, now time.Time) (queued []queuedEmail, err error) {
	params["now"] = database.FormatTime(now)
	err = tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET status = 'queued', batchId = '', errorMessage = '', nextAttemptAt = {:now},
			sentAt = '', deliveredAt = '', openedAt = '', clickedAt = '', updatedAt = {:now}
		WHERE ` + condition + ` RETURNING id, kind`).Bind(params).All(&queued)
	return queued, database.Wrap("queue emails again", err)
}

// CountExpiringAfter counts the emails of a kind to an address that expire after a time, sent or not. If all emails
// of the kind have the same lifetime, this is the number of emails enqueued since a certain time.
func CountExpiringAfter(app core.App, kind, email string, after time.Time) (int, error) {
	count, err := app.CountRecords(emailsCollection, dbx.HashExp{"emailAddress": email, "kind": kind},
		dbx.NewExp("expiresAt > {:after}", dbx.Params{"after": database.FormatTime(after)}))
	return int(count), database.Wrap("count emails", err)
}

// MarkUnsubscribed marks the email whose link the reader used. The address is checked too, in case the outbox was
// changed by hand.
func MarkUnsubscribed(tx core.App, emailID, email string, now time.Time) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		UPDATE email_logs SET unsubscribedAt = {:now}, updatedAt = {:now}
		WHERE id = {:id} AND emailAddress = {:email} COLLATE NOCASE AND unsubscribedAt = ''`).
		Bind(dbx.Params{"id": emailID, "email": email, "now": database.FormatTime(now)}).Execute()
	return database.Wrap("mark email as unsubscribed", err)
}

// listEvents returns the delivery events of an email, the oldest first.
func listEvents(app core.App, email *storedEmail) ([]EmailEvent, error) {
	events := []EmailEvent{}
	err := app.DB().Select("id", "event", "reason", "occurredAt").From(eventsCollection).
		Where(dbx.NewExp(`(letterId = {:id} AND letterId != '') OR (brevoMessageId = {:message}
			AND brevoMessageId != '')`,
			dbx.Params{"id": email.Id, "message": email.MessageID()})).
		OrderBy("occurredAt", "id").Limit(200).All(&events)
	return events, database.Wrap("list delivery events of email "+email.Id, err)
}

// originList returns the statuses from which an email may move to another status, as an SQL list.
func originList(to Status) string {
	var names []string
	for _, status := range transitions.Origins(to) {
		names = append(names, "'"+string(status)+"'")
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// AddressOf returns the recipient's address of an email, or "" if the email does not exist.
func AddressOf(app core.App, id string) (address string, err error) {
	err = app.DB().Select("emailAddress").From(emailsCollection).Where(dbx.HashExp{"id": id}).Limit(1).Row(&address)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return address, database.Wrap("find address of email", err)
}

// ListTo lists the newest emails to some lower-case addresses, without those that an admin must not read.
func ListTo(app core.App, by audit.Actor, addresses []string, limit int) ([]EmailSummary, error) {
	self, err := people.SelfOf(app, by)
	if err != nil {
		return nil, err
	}

	list := []EmailSummary{}
	for _, address := range addresses {
		var found []EmailSummary
		err := app.DB().Select(emailList(nil).Columns...).From(emailsCollection).
			Where(dbx.And(dbx.HashExp{"emailAddress": address},
				dbx.NotIn("concerns", tools.ToInterfaceSlice(self.People())...))).
			OrderBy("createdAt DESC").Limit(int64(limit)).All(&found)
		if err != nil {
			return nil, database.Wrap("list emails to an address", err)
		}
		list = append(list, found...)
	}
	slices.SortStableFunc(list, func(a, b EmailSummary) int {
		return cmp.Or(types.DateTime(b.CreatedAt).Compare(types.DateTime(a.CreatedAt)), cmp.Compare(b.ID, a.ID))
	})
	return list[:min(limit, len(list))], nil
}

// findTextOfBatch returns the id of the text that a batch was rendered with, or "" if no text is stored.
func findTextOfBatch(app core.App, batchID string) (text string, err error) {
	err = app.DB().Select("text").From(batchesCollection).Where(dbx.HashExp{"id": batchID}).Row(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return text, database.Wrap("find text of batch", err)
}
