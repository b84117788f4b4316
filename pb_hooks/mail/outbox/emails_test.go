package outbox

import (
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/htmltest"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/texts"
)

// hostile is input that a person may enter in a form to manipulate an email.
const hostile = `<script>alert(1)</script>"'&{{params.secret}}{%if 1%}{#x#}`

func (r *testOutbox) render(e Email) texts.Rendered {
	r.t.Helper()
	rendered, err := r.Render(e.Kind, e.Params)
	if err != nil {
		r.t.Fatal(err)
	}
	return rendered
}

func TestEscapedTextIsShownAsTyped(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(noticeEmail(hostile, "{{company}} {"))
	r.drain()
	mail := r.provider.Messages("")[0]
	if shown := htmltest.VisibleText(t, mail.HTML); !strings.Contains(shown, hostile) ||
		!strings.Contains(shown, "{{company}}") {
		t.Errorf("visible text = %s, want the input as it was entered", shown)
	}
	if plain := strings.ReplaceAll(mail.Text, texts.WordJoiner, ""); !strings.Contains(plain, hostile) {
		t.Errorf("text = %s, want the input as it was entered", plain)
	}
	if !strings.Contains(strings.ReplaceAll(mail.Subject, texts.WordJoiner, ""), hostile) {
		t.Errorf("subject = %q, want the input as it was entered", mail.Subject)
	}
}

var _ Sender = (*brevo.Client)(nil)

func TestTheTestEmailStatesItsFacts(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	rendered := r.render(Email{Kind: emails.KindTest, Params: map[string]string{"at": noon.Format(time.RFC3339)}})
	for _, fact := range []string{"test email", "1 Sep 2026, 17:30 IST", "don’t need to do anything"} {
		if !strings.Contains(htmltest.VisibleText(t, rendered.HTML), fact) || !strings.Contains(rendered.Text, fact) {
			t.Errorf("the email does not contain %q", fact)
		}
	}
	if rendered.Subject == "" || strings.Contains(rendered.HTML+rendered.Text, "<no value>") {
		t.Errorf("subject = %q, HTML = %s, want all values", rendered.Subject, rendered.HTML)
	}
}
