package nominations

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/mail"
)

// LetterPreview is a letter as the applicant would receive it.
type LetterPreview struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
}

// PreviewDecline is POST /api/nominations/{id}/decline-preview: the very letter that a refusal with
// these words would send. Nothing is stored.
func (n *Nominations) PreviewDecline(e *core.RequestEvent) error {
	values, err := httpx.Form(e, PreviewForm)
	if err != nil {
		return err
	}
	r, err := e.App.FindRecordById(registrations, e.Request.PathValue("id"))
	if err != nil {
		return reviewRefusal(err)
	}
	letter := refusalLetter(r, values.Text("words"))
	written, err := n.letters.Render(letter.Kind, letter.Params)
	if err != nil {
		return reviewRefusal(err)
	}
	return e.JSON(http.StatusOK, LetterPreview{To: letter.To.Email, Subject: written.Subject, HTML: written.HTML, Text: written.Text})
}

func refusalLetter(r *core.Record, words string) mail.Letter {
	return mail.NominationDeclined{RegistrationID: r.Id, Name: r.GetString("name"), Email: r.Email(), Words: words}.Letter()
}
