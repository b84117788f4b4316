package mail

import (
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"regexp"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// EmailDetail is one letter with its words and what befell it.
type EmailDetail struct {
	Email
	DeliveredAt   httpx.Stamp `json:"deliveredAt"`
	OpenedAt      httpx.Stamp `json:"openedAt"`
	ClickedAt     httpx.Stamp `json:"clickedAt"`
	NextAttemptAt httpx.Stamp `json:"nextAttemptAt"`
	ExpiresAt     httpx.Stamp `json:"expiresAt"`
	// Text and HTML are the letter as it would be written now, its secrets hidden; Unreadable says why
	// they are empty.
	Text       string       `json:"text"`
	HTML       string       `json:"html"`
	Unreadable string       `json:"unreadable"`
	Events     []EmailEvent `json:"events"`
	// Again says whether the letter can be sent again.
	Again Again `json:"again"`
}

// EmailEvent is something that the provider told of a letter.
type EmailEvent struct {
	ID         string      `db:"id" json:"id"`
	Event      string      `db:"event" json:"event"`
	Reason     string      `db:"reason" json:"reason"`
	OccurredAt httpx.Stamp `db:"occurredAt" json:"occurredAt"`
}

// Read is GET /api/emails/{id}.
func (d *Desk) Read(e *core.RequestEvent) error {
	row, err := findLetter(e.App, e.Request.PathValue("id"))
	if err != nil {
		return unreadable(err)
	}
	detail, err := d.detail(e.App, row)
	if err != nil {
		return unreadable(err)
	}
	return e.JSON(http.StatusOK, detail)
}

func (d *Desk) detail(app core.App, row *core.Record) (EmailDetail, error) {
	at := func(name string) httpx.Stamp { return httpx.Stamp(row.GetDateTime(name)) }
	detail := EmailDetail{
		Email: Email{
			ID: row.Id, EmailAddress: row.GetString("emailAddress"), RecipientName: row.GetString("recipientName"),
			Kind: row.GetString("kind"), Subject: row.GetString("subject"), Status: row.GetString("status"),
			ErrorMessage: row.GetString("errorMessage"), Attempts: row.GetInt("attempts"),
			SentAt: at("sentAt"), CreatedAt: at("createdAt"),
		},
		DeliveredAt: at("deliveredAt"), OpenedAt: at("openedAt"), ClickedAt: at("clickedAt"),
		NextAttemptAt: at("nextAttemptAt"), ExpiresAt: at("expiresAt"), Events: []EmailEvent{},
	}
	words, err := d.outbox.shown(app, row)
	if err != nil {
		detail.Unreadable = "The letter can't be shown any more: what it told of is gone."
	}
	detail.Text, detail.HTML = words.Text, words.HTML
	if detail.Again, err = d.outbox.mayGoAgain(app, row); err != nil {
		return detail, err
	}
	return detail, app.DB().Select("id", "event", "reason", "occurredAt").From("email_events").
		Where(dbx.NewExp(`(letterId = {:id} AND letterId != '') OR (brevoMessageId = {:message} AND brevoMessageId != '')`,
			dbx.Params{"id": row.Id, "message": row.GetString("brevoMessageId")})).
		OrderBy("occurredAt", "id").Limit(200).All(&detail.Events)
}

const hidden = "hidden"

// looksSecret finds what a link's token looks like; keys.Random and keys.Derive make 43 characters.
var looksSecret = regexp.MustCompile(`[A-Za-z0-9_-]{40,}`)

// shown writes a letter for somebody who is not its reader: whatever its resolver adds that could
// open a door is hidden, so that an administrator can't use another person's link.
func (o *Outbox) shown(app core.App, row *core.Record) (Rendered, error) {
	params := map[string]string{}
	if err := json.Unmarshal([]byte(row.GetString("params")), &params); err != nil || params == nil {
		params = map[string]string{}
	}
	if resolve := o.resolvers[row.GetString("kind")]; resolve != nil {
		resolved, err := resolve(app, maps.Clone(params))
		if err != nil && !errors.Is(err, ErrObsolete) {
			return Rendered{}, err
		}
		for name, value := range resolved {
			params[name] = looksSecret.ReplaceAllString(value, hidden)
		}
	}
	for _, name := range []string{"token", "code"} {
		params[name] = hidden
	}
	return o.Render(row.GetString("kind"), params)
}

func findLetter(app core.App, id string) (*core.Record, error) {
	return app.FindRecordById("email_logs", id)
}

func unreadable(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.Refuse(http.StatusNotFound, "This letter was not found.", nil)
	}
	return httpx.Refuse(http.StatusInternalServerError, "The letter could not be read.", err)
}
