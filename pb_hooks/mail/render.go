package mail

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/settings"
)

// parseKind reads the texts of a kind.
func parseKind(k Kind) *kind {
	parsed := &kind{Kind: k}
	if k.Texts.Kinds != nil {
		parsed.text = k.Texts.Kind(k.Name)
	}
	return parsed
}

// Render renders an email of a kind. The params must be complete, as the kind's Params returns them.
func (o *Outbox) Render(kind string, params map[string]string) (texts.Rendered, error) {
	k, err := o.findKind(kind)
	if err != nil {
		return texts.Rendered{}, err
	}
	if k.text == nil {
		link := params["preferencesURL"]
		return texts.Rendered{
			Subject: texts.EscapeTemplateText(texts.OneLine(params["subject"], texts.MaxSubject)),
			HTML:    texts.EscapeTemplateHTML(FillPreferences(params["html"], link)), Text: texts.EscapeTemplateText(FillPreferences(params["text"], link)),
		}, nil
	}
	v, err := k.text.Find(params)
	if err != nil {
		return texts.Rendered{}, err
	}
	return withText(o, k, v, func(t *texts.Compiled) (texts.Rendered, error) {
		return o.renderWith(settings.ReadOrDefaults(o.app), t, params)
	})
}

// renderStored renders an email with the text that it was sent with. If that text is not stored or can't be used, it uses
// the text in force.
func (o *Outbox) renderStored(kind, sentTextID string, params map[string]string) (texts.Rendered, error) {
	k, err := o.findKind(kind)
	if err != nil || k.text == nil || sentTextID == "" {
		return o.Render(kind, params)
	}
	v, err := k.text.Find(params)
	if err != nil {
		return texts.Rendered{}, err
	}
	stored, err := findSentText(o.app, sentTextID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && stored == o.textInForce(k, v) {
		return o.Render(kind, params)
	}
	if err != nil {
		return texts.Rendered{}, err
	}
	t, err := o.texts.compile(textKey{textVersion{id: "sent:" + sentTextID}, o.frame()}, k.text, stored)
	if err == nil {
		if rendered, err := o.renderWith(settings.ReadOrDefaults(o.app), t, params); err == nil {
			return rendered, nil
		}
	}
	return o.Render(kind, params) // the merge fields have changed since
}

// renderWith renders a compiled text with the facts and the footer of some settings.
func (o *Outbox) renderWith(s settings.Settings, t *texts.Compiled, params map[string]string) (texts.Rendered, error) {
	return t.Render(o.textData(s, params))
}

// textData returns what a text is rendered with.
func (o *Outbox) textData(s settings.Settings, params map[string]string) texts.Data {
	return texts.Data{
		Params: o.templateData(params), PreferencesURL: params["preferencesURL"],
		FooterLine: s.EmailFooter, PostalAddress: cmp.Or(s.EmailAddress, s.ContactPlace),
	}
}

// subject renders only the subject, from the stored params. It returns an error for an unknown kind.
func (o *Outbox) subject(kind string, params map[string]string) (string, error) {
	k, err := o.findKind(kind)
	if err != nil {
		return "", err
	}
	if k.text == nil {
		return texts.OneLine(params["subject"], texts.MaxSubject), nil
	}
	v, err := k.text.Find(params)
	if err != nil {
		return "", err
	}
	return withText(o, k, v, func(t *texts.Compiled) (string, error) {
		return t.Subject(o.templateData(params))
	})
}

// templateData adds the site's facts to the params.
func (o *Outbox) templateData(params map[string]string) map[string]string {
	current := settings.ReadOrDefaults(o.app)
	site := current.Site(o.cfg.Site)
	data := map[string]string{}
	maps.Copy(data, params)
	maps.Copy(data, map[string]string{
		"siteName": site.Name, "siteURL": o.cfg.SiteURL,
		"contactEmail": site.ContactEmail, "contactPhone": site.ContactPhone,
		"contactPlace": current.ContactPlace, "eventDay": current.EventDay(), "upcomingEventDay": current.UpcomingEventDay(o.now()),
	})
	return data
}

// compose builds the provider's message of a claimed email.
func (o *Outbox) compose(d delivery) (brevo.Message, error) {
	k, err := o.findKind(d.Kind)
	if err != nil {
		return brevo.Message{}, err
	}
	var params map[string]string
	if err := json.Unmarshal([]byte(d.Params), &params); err != nil {
		return brevo.Message{}, fmt.Errorf("%w: %w", texts.ErrRender, err)
	}
	attachments, err := k.attach(o.app, params)
	if err != nil {
		return brevo.Message{}, err
	}
	if k.Params != nil {
		resolved, err := k.Params(o.app, maps.Clone(params))
		if err != nil {
			return brevo.Message{}, err
		}
		if name := k.undeclaredSecret(resolved); name != "" {
			return brevo.Message{}, fmt.Errorf("%w: its param %s is a secret: declare it with texts.Secret", texts.ErrRender, name)
		}
		if params == nil {
			params = map[string]string{}
		}
		maps.Copy(params, resolved)
	}
	var headers map[string]string
	if topic := o.topic(d.Kind, params); topic.Valid() {
		urls, err := o.preferences.URLs(preferences.Link{Email: d.EmailAddress, Topic: topic, EmailID: d.ID})
		if err != nil {
			return brevo.Message{}, err
		}
		if params == nil {
			params = map[string]string{}
		}
		params["preferencesURL"], headers = urls.Preferences, urls.Headers()
	}
	rendered, err := o.renderStored(d.Kind, d.batch.Text, params)
	if err != nil {
		return brevo.Message{}, err
	}
	message := brevo.Message{
		From:    brevo.Address{Email: o.cfg.Mail.From, Name: o.cfg.Mail.FromName},
		To:      toBrevo(Address{Email: d.EmailAddress, Name: d.RecipientName}),
		ReplyTo: o.replyTo(k, params),
		Subject: rendered.Subject, HTML: rendered.HTML, Text: rendered.Text,
		Attachments:   attachments,
		Tags:          []string{d.Kind},
		Headers:       headers,
		CorrelationID: d.ID, IdempotencyKey: d.batch.IdempotencyKey,
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
