package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/settings"
)

// Render renders an email of a kind. The params must be complete, as the kind's Params returns them.
func (o *Outbox) Render(kind string, params map[string]string) (texts.Rendered, error) {
	return o.renderSent(kind, "", params)
}

// renderSent renders an email with the text that it was sent with, or with the text in force for the id "".
func (o *Outbox) renderSent(kind, sentTextID string, params map[string]string) (texts.Rendered, error) {
	k, err := o.findKind(kind)
	if err != nil {
		return texts.Rendered{}, err
	}
	if k.text != nil {
		return o.texts.RenderSent(kind, sentTextID, params)
	}
	return texts.Rendered{
		Subject: texts.EscapeTemplateText(texts.OneLine(params["subject"], texts.MaxSubject)),
		HTML:    texts.EscapeTemplateHTML(params["html"]),
		Text:    texts.EscapeTemplateText(params["text"]),
	}, nil
}

// subject renders only the subject, from the stored params, as the console shows it: without private values. It returns
// an error for an unknown kind.
func (o *Outbox) subject(kind string, params map[string]string) (string, error) {
	k, err := o.findKind(kind)
	if err != nil {
		return "", err
	}
	if k.text == nil {
		return texts.OneLine(params["subject"], texts.MaxSubject), nil
	}
	return o.texts.Subject(kind, k.withoutPrivate(params))
}

// withoutPrivate returns the params with the private values hidden.
func (k *kind) withoutPrivate(params map[string]string) map[string]string {
	if k.text == nil {
		return params
	}
	params = maps.Clone(params)
	for _, field := range k.text.Fields {
		if field.IsPrivate() && params[field.Name] != "" {
			params[field.Name] = redacted
		}
	}
	return params
}

// storeText stores the text that a claimed email is about to be rendered with, and returns its id. The text belongs to
// the batch, because all calls with one key must send the same text. A resent email gets a new batch and so the current
// text. The stored subject is updated, because the text may have changed while the email waited.
func (o *Outbox) storeText(tx core.App, email claimedEmail, now time.Time) (string, error) {
	k, err := o.findKind(email.Kind)
	var params map[string]string
	if err != nil || k.text == nil || json.Unmarshal([]byte(email.Params), &params) != nil {
		return "", nil // compose reports the error
	}
	if subject, err := o.subject(email.Kind, params); err == nil {
		if err := storeSubject(tx, []claimedEmail{email}, subject); err != nil {
			return "", err
		}
	}
	return o.texts.StoreSent(tx, email.Kind, params, now)
}

// reportFaults emails the admins about changed texts that could not be used, once per version. It must be called
// outside of transactions.
func (o *Outbox) reportFaults() {
	for _, fault := range o.texts.PopFaults() {
		o.app.Logger().
			Error("A changed text of an email can't be used; the built-in text was sent", "text", fault.Text,
				"version", fault.Version)
		if err := o.enqueueFault(fault); err != nil {
			o.app.Logger().
				Error("The admins' email about a text's fault could not be enqueued", "text", fault.Text, "error", err)
		}
	}
}

func (o *Outbox) enqueueFault(fault texts.Fault) error {
	if strings.HasPrefix(fault.Text, emails.KindTextFault) {
		return nil
	}
	return o.EnqueueToOffice(o.app, Email{
		Kind:      emails.KindTextFault,
		DedupeKey: emails.KindTextFault + ":" + fault.Text + ":" + strconv.Itoa(fault.Version),
		Params:    map[string]string{"text": fault.Text},
	})
}

// compose builds the provider's message of the job's email.
func (j emailJob) compose(b *claimedBatch) (call, error) {
	message, err := j.message(b)
	return func(ctx context.Context) brevo.Result { return j.sender.Send(ctx, message) }, err
}

// message renders a claimed email.
func (o *Outbox) message(b *claimedBatch) (brevo.Message, error) {
	email := b.emails[0]
	k, err := o.findKind(email.Kind)
	if err != nil {
		return brevo.Message{}, err
	}
	var params map[string]string
	if err := json.Unmarshal([]byte(email.Params), &params); err != nil {
		return brevo.Message{}, fmt.Errorf("%w: %w", texts.ErrRender, err)
	}
	attachments, err := k.attach(o.app, params)
	if err != nil {
		return brevo.Message{}, err
	}
	if params == nil {
		params = map[string]string{}
	}
	var headers map[string]string
	if topic := o.topic(email.Kind, params); topic.Valid() {
		urls, err := o.preferences.URLs(preferences.Link{Email: email.EmailAddress, Topic: topic, EmailID: email.ID,
			Language: params[texts.ParamLanguage]})
		if err != nil {
			return brevo.Message{}, err
		}
		params["preferencesURL"], headers = urls.Preferences, urls.Headers()
	}
	if k.Params != nil {
		resolved, err := k.Params(o.app, maps.Clone(params))
		if err != nil {
			return brevo.Message{}, err
		}
		if name := k.undeclaredSecret(resolved); name != "" {
			return brevo.Message{}, fmt.Errorf("%w: its param %s is a secret: declare it with texts.Secret",
				texts.ErrRender, name)
		}
		maps.Copy(params, resolved)
	}
	rendered, err := o.renderSent(email.Kind, b.Text, params)
	if err != nil {
		return brevo.Message{}, err
	}
	message := brevo.Message{
		From:    brevo.Address{Email: o.cfg.Mail.From, Name: o.cfg.Mail.FromName},
		To:      toBrevo(Address{Email: email.EmailAddress, Name: email.RecipientName}),
		ReplyTo: o.replyTo(k, params),
		Subject: rendered.Subject, HTML: rendered.HTML, Text: rendered.Text,
		Attachments:   attachments,
		Tags:          []string{email.Kind},
		Headers:       headers,
		CorrelationID: email.ID, IdempotencyKey: b.IdempotencyKey,
	}
	if id, err := strconv.ParseInt(params[TemplateParam], 10, 64); err == nil && k.text == nil {
		message.TemplateID, message.Params, message.HTML, message.Text = id, templateParams(params), "", ""
	}
	return message, nil
}

// undeclaredSecret returns the name of a hidden param that looks like a token but is not declared as a secret, or "".
func (k *kind) undeclaredSecret(params map[string]string) string {
	if k.text != nil {
		for _, field := range k.text.Fields {
			if field.IsHidden() && !field.IsSecret() && secretPattern.MatchString(params[field.Name]) {
				return field.Name
			}
		}
	}
	return ""
}

// TemplateParam is the param with the id of a Brevo template, for a kind without its own text.
const TemplateParam = "templateId"

// templateParams returns the facts about a reader that a Brevo template can use. We don't know where the template
// inserts them, so HTML and template syntax are removed.
func templateParams(params map[string]string) map[string]string {
	facts := map[string]string{"preferences": params["preferencesURL"]}
	for _, name := range []string{"name", "firstName", "city", "company", "tier"} {
		if fact := strings.NewReplacer("<", "", ">", "").Replace(params[name]); fact != "" {
			facts[name] = texts.EscapeTemplateText(fact)
		}
	}
	return facts
}

func (k *kind) attach(app core.App, params map[string]string) ([]brevo.Attachment, error) {
	if k.Attachments == nil {
		return nil, nil
	}
	files, err := k.Attachments(app, maps.Clone(params))
	var attachments []brevo.Attachment
	for _, file := range files {
		attachments = append(attachments, brevo.Attachment(file))
	}
	return attachments, err
}

func (o *Outbox) replyTo(k *kind, params map[string]string) brevo.Address {
	if k.ReplyTo != nil {
		return toBrevo(k.ReplyTo(params))
	}
	site := settings.ReadOrDefaults(o.app).Site(o.cfg.Site)
	return toBrevo(Address{Email: site.ContactEmail, Name: site.Name})
}

func toBrevo(a Address) brevo.Address {
	return brevo.Address{Email: a.Email, Name: texts.EscapeTemplateText(texts.OneLine(a.Name, texts.MaxName))}
}
