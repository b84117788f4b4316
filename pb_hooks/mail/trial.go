package mail

import (
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// testTTL is how long a test letter is worth sending: who waits for it has gone by then.
const testTTL = time.Hour

// TestForm is the body of POST /api/providers/brevo/test; no address means whom the site notifies.
var TestForm = rules.Form{
	{Name: "email", Label: "Send it to", Kind: rules.Email, Max: 254, Messages: rules.Messages{Invalid: "Please enter a valid email address"}},
}

// TestEmail names the letter whose fate tells the outcome.
type TestEmail struct {
	ID           string `json:"id"`
	EmailAddress string `json:"emailAddress"`
}

// SendTest is POST /api/providers/brevo/test.
func (d *Console) SendTest(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, TestForm)
	if err != nil {
		return err
	}
	to := values.Text("email")
	if to == "" {
		if to, err = settings.NotificationRecipient(e.App, d.outbox.cfg.Mail.AdminEmail); err != nil {
			return httpx.NewError(http.StatusInternalServerError, "The settings could not be read.", err)
		}
	}
	switch {
	case d.outbox.sender == nil:
		return httpx.NewError(http.StatusServiceUnavailable, "Mail is not configured: set BREVO_API_KEY and start the site again.", nil)
	case to == "":
		return httpx.Invalid(rules.Problem{Field: "email", Code: "required", Message: "Please enter an address: none is set to be notified"})
	}
	email := Email{
		Kind: KindTest, DedupeKey: KindTest + ":" + keys.Random(), To: Address{Email: to},
		Params: map[string]string{"at": d.outbox.now().UTC().Format(time.RFC3339)}, ExpiresAt: d.outbox.now().Add(testTTL),
	}
	var row *core.Record
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := d.outbox.Enqueue(tx, email); err != nil {
			return err
		}
		if row, err = tx.FindFirstRecordByData("email_logs", "dedupeKey", email.DedupeKey); err != nil {
			return err
		}
		return d.audit.Record(tx, audit.RequestActor(e), "provider.tested", audit.Subject{Label: "Brevo"}, map[string]any{"to": to})
	})
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The test letter could not be written. Please try again.", err)
	}
	return e.JSON(http.StatusAccepted, TestEmail{row.Id, to})
}
