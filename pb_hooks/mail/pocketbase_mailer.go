package mail

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/mailer"

	"boardcircle/pb_hooks/mail/brevo"
)

// noSecretsHeader marks a mail of PocketBase's that holds no secret.
const noSecretsHeader = "X-Boardcircle-Harmless"

// bindPocketBaseMailer sends PocketBase's own mail through our provider.
//
// Nearly each of its mails (password reset, verification, change of address, one-time password)
// carries a token or code that opens an account, and no secret may stand in the outbox. Those go
// straight to the provider, in the request that asked for them: a superuser who gets no mail asks
// again. The sign-in alert has no secret and goes through the outbox. A test app keeps its own
// mailer, so that scenarios can count the mails.
func (o *Outbox) bindPocketBaseMailer() {
	o.app.OnMailerRecordAuthAlertSend().Bind(&hook.Handler[*core.MailerRecordEvent]{
		Id: "boardcircleAuthAlert",
		Func: func(e *core.MailerRecordEvent) error {
			if e.Message.Headers == nil {
				e.Message.Headers = map[string]string{}
			}
			e.Message.Headers[noSecretsHeader] = "yes"
			return e.Next()
		},
	})
	o.app.OnMailerSend().Bind(&hook.Handler[*core.MailerEvent]{
		Id: "boardcircleMailer",
		Func: func(e *core.MailerEvent) error {
			switch e.Mailer.(type) {
			case *mailer.SMTPClient, *mailer.Sendmail:
				e.Mailer = pocketBaseMailer{o}
			}
			return e.Next()
		},
	})
}

// pocketBaseMailer is PocketBase's view of the mail room.
type pocketBaseMailer struct{ outbox *Outbox }

// Send sends a mail that PocketBase has written.
func (p pocketBaseMailer) Send(m *mailer.Message) error {
	if len(m.Attachments) > 0 || len(m.InlineAttachments) > 0 || len(m.Cc) > 0 || len(m.Bcc) > 0 {
		return errors.New("the mail room takes no attachments and no copies")
	}
	var errs []error
	for _, to := range m.To {
		address := Address{Email: to.Address, Name: to.Name}
		if m.Headers[noSecretsHeader] != "" {
			errs = append(errs, p.outbox.Enqueue(p.outbox.app, Email{
				Kind: KindPocketBase, To: address,
				Params: map[string]string{"subject": m.Subject, "html": m.HTML, "text": m.Text},
			}))
			continue
		}
		errs = append(errs, p.outbox.sendDirectly(m, address))
	}
	return errors.Join(errs...)
}

// sendDirectly makes one call and one more when the first gave no answer, and keeps no copy.
func (o *Outbox) sendDirectly(m *mailer.Message, to Address) error {
	if o.sender == nil {
		return errors.New("mail is not configured: set BREVO_API_KEY")
	}
	message := brevo.Message{
		From:    brevo.Address{Email: o.cfg.Mail.From, Name: o.cfg.Mail.FromName},
		To:      brevo.Address{Email: to.Email, Name: escapeTemplateText(oneLine(to.Name, maxName))},
		Subject: escapeTemplateText(oneLine(m.Subject, maxSubject)),
		HTML:    escapeTemplateHTML(m.HTML), Text: escapeTemplateText(m.Text),
		Tags:           []string{KindPocketBase},
		IdempotencyKey: uuid.NewString(),
	}
	result := o.sender.Send(context.Background(), message)
	if result.Status == brevo.Uncertain {
		result = o.sender.Send(context.Background(), message)
	}
	if result.Status != brevo.Accepted && result.Status != brevo.Duplicate {
		return fmt.Errorf("the mail provider did not take the mail: %s: %s", result.Status, result.Reason)
	}
	return nil
}
