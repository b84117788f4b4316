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
	EmailSummary
	DeliveredAt   httpx.Time `json:"deliveredAt"`
	OpenedAt      httpx.Time `json:"openedAt"`
	ClickedAt     httpx.Time `json:"clickedAt"`
	NextAttemptAt httpx.Time `json:"nextAttemptAt"`
	ExpiresAt     httpx.Time `json:"expiresAt"`
	// Text and HTML are the letter as it would be written now, its secrets hidden; Unreadable says why
	// they are empty.
	Text        string       `json:"text"`
	HTML        string       `json:"html"`
	RenderError string       `json:"unreadable"`
	Events      []EmailEvent `json:"events"`
	// ResendCheck says whether the letter can be sent again.
	Resend ResendCheck `json:"again"`
}

// EmailEvent is something that the provider told of a letter.
type EmailEvent struct {
	ID         string     `db:"id" json:"id"`
	Event      string     `db:"event" json:"event"`
	Reason     string     `db:"reason" json:"reason"`
	OccurredAt httpx.Time `db:"occurredAt" json:"occurredAt"`
}

// Read is GET /api/emails/{id}.
func (d *Console) Read(e *core.RequestEvent) error {
	row, err := findEmail(e.App, e.Request.PathValue("id"))
	if err != nil {
		return readError(err)
	}
	detail, err := d.detail(e.App, row)
	if err != nil {
		return readError(err)
	}
	return e.JSON(http.StatusOK, detail)
}

func (d *Console) detail(app core.App, row *core.Record) (EmailDetail, error) {
	at := func(name string) httpx.Time { return httpx.Time(row.GetDateTime(name)) }
	detail := EmailDetail{
		EmailSummary: EmailSummary{
			ID: row.Id, EmailAddress: row.GetString("emailAddress"), RecipientName: row.GetString("recipientName"),
			Kind: row.GetString("kind"), Subject: row.GetString("subject"), Status: row.GetString("status"),
			ErrorMessage: row.GetString("errorMessage"), Attempts: row.GetInt("attempts"),
			SentAt: at("sentAt"), CreatedAt: at("createdAt"),
		},
		DeliveredAt: at("deliveredAt"), OpenedAt: at("openedAt"), ClickedAt: at("clickedAt"),
		NextAttemptAt: at("nextAttemptAt"), ExpiresAt: at("expiresAt"), Events: []EmailEvent{},
	}
	rendered, err := d.outbox.renderRedacted(app, row)
	if err != nil {
		detail.RenderError = "The letter can't be shown any more: what it told of is gone."
	}
	detail.Text, detail.HTML = rendered.Text, rendered.HTML
	if detail.Resend, err = d.outbox.checkResend(app, row); err != nil {
		return detail, err
	}
	return detail, app.DB().Select("id", "event", "reason", "occurredAt").From("email_events").
		Where(dbx.NewExp(`(letterId = {:id} AND letterId != '') OR (brevoMessageId = {:message} AND brevoMessageId != '')`,
			dbx.Params{"id": row.Id, "message": row.GetString("brevoMessageId")})).
		OrderBy("occurredAt", "id").Limit(200).All(&detail.Events)
}

const redacted = "hidden"

// secretPattern finds what a link's token looks like; keys.Random and keys.Derive make 43 characters.
var secretPattern = regexp.MustCompile(`[A-Za-z0-9_-]{40,}`)

// renderRedacted writes a letter for somebody who is not its reader: whatever its resolver adds that could
// open a door is hidden, so that an administrator can't use another person's link.
func (o *Outbox) renderRedacted(app core.App, row *core.Record) (Rendered, error) {
	params := map[string]string{}
	if err := json.Unmarshal([]byte(row.GetString("params")), &params); err != nil || params == nil {
		params = map[string]string{}
	}
	if k := o.kinds[row.GetString("kind")]; k != nil && k.Params != nil {
		resolved, err := k.Params(app, maps.Clone(params))
		if err != nil && !errors.Is(err, ErrObsolete) {
			return Rendered{}, err
		}
		for name, value := range resolved {
			params[name] = secretPattern.ReplaceAllString(value, redacted)
		}
	}
	for _, name := range []string{"token", "code"} {
		params[name] = redacted
	}
	return o.Render(row.GetString("kind"), params)
}

func findEmail(app core.App, id string) (*core.Record, error) {
	return app.FindRecordById("email_logs", id)
}

func readError(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "This letter was not found.", nil)
	}
	return httpx.NewError(http.StatusInternalServerError, "The letter could not be read.", err)
}
