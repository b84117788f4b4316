package nominations

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/mail"
)

// EmailPreview is a letter as the applicant would receive it.
type EmailPreview struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
}

// PreviewDecline is POST /api/nominations/{id}/decline-preview: the very letter that a refusal with
// these words would send. Nothing is stored.
func (n *Nominations) PreviewDecline(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, PreviewForm)
	if err != nil {
		return err
	}
	r, err := e.App.FindRecordById(registrations, e.Request.PathValue("id"))
	if err != nil {
		return reviewError(err)
	}
	email := declinedEmail(r, values.Text("words"))
	rendered, err := n.outbox.Render(email.Kind, email.Params)
	if err != nil {
		return reviewError(err)
	}
	return e.JSON(http.StatusOK, EmailPreview{To: email.To.Email, Subject: rendered.Subject, HTML: rendered.HTML, Text: rendered.Text})
}

func declinedEmail(r *core.Record, words string) mail.Email {
	return nominationDeclinedEmail{RegistrationID: r.Id, Name: r.GetString("name"), Email: r.Email(), Message: words}.Build()
}
