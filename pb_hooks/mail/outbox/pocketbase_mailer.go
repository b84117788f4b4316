package outbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/mailer"

	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/texts"
)

// noSecretsHeader marks an email of PocketBase that contains no secret.
const noSecretsHeader = "X-Boardcircle-Harmless"

// bindPocketBaseMailer sends PocketBase's own emails through our provider.
//
// Nearly all of them (password reset, verification, change of address, one-time password) contain a token or code
// that opens an account, and the outbox must not store secrets. These emails are sent directly, within the request.
// If one fails, the superuser requests another. The sign-in alert has no secret and uses the outbox. A test app keeps
// its own mailer, so that tests can count the emails.
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

// SyncSiteURL sets PocketBase's application URL to the site's URL, now and after each change in the dashboard.
// PocketBase uses it for the links in its own emails; in a new database it is http://localhost:8090.
func SyncSiteURL(app core.App, siteURL string) error {
	app.OnSettingsUpdateRequest().BindFunc(func(e *core.SettingsUpdateRequestEvent) error {
		e.NewSettings.Meta.AppURL = siteURL
		return e.Next()
	})
	if app.Settings().Meta.AppURL == siteURL {
		return nil
	}
	settings, err := app.Settings().Clone()
	if err != nil {
		return fmt.Errorf("read PocketBase's settings: %w", err)
	}
	settings.Meta.AppURL = siteURL
	if err := app.Save(settings); err != nil {
		return fmt.Errorf("set the site's address in PocketBase's settings: %w", err)
	}
	return nil
}

// pocketBaseMailer implements PocketBase's mailer with the outbox.
type pocketBaseMailer struct{ outbox *Outbox }

// Send sends an email that PocketBase has written.
func (p pocketBaseMailer) Send(m *mailer.Message) error {
	if len(m.Attachments) > 0 || len(m.InlineAttachments) > 0 || len(m.Cc) > 0 || len(m.Bcc) > 0 {
		return errors.New("attachments and copies are not supported")
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

// sendDirectly makes one call, and a second one if the first got no clear answer. It stores no copy.
func (o *Outbox) sendDirectly(m *mailer.Message, to Address) error {
	if o.sender == nil {
		return errors.New("email is not configured: set BREVO_API_KEY")
	}
	message := brevo.Message{
		From:    brevo.Address{Email: o.cfg.Mail.From, Name: o.cfg.Mail.FromName},
		To:      toBrevo(to),
		Subject: texts.EscapeTemplateText(texts.OneLine(m.Subject, texts.MaxSubject)),
		HTML:    texts.EscapeTemplateHTML(m.HTML), Text: texts.EscapeTemplateText(m.Text),
		Tags:           []string{KindPocketBase},
		IdempotencyKey: uuid.NewString(),
	}
	result := o.sender.Send(context.Background(), message)
	if result.Status == brevo.Uncertain {
		result = o.sender.Send(context.Background(), message)
	}
	if !result.IsAccepted() {
		return fmt.Errorf("the email provider did not accept the email: %s: %s", result.Status, result.Reason)
	}
	return nil
}
