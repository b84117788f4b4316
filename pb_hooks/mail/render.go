package mail

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"strconv"
	"strings"
	texttemplate "text/template"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/settings"
)

// errRender is an e-mail that no later attempt can render either.
var errRender = errors.New("the e-mail can't be rendered")

// The functions that templates may call. In HTML each line of a text ends with a break.
var (
	templateFuncs = template.FuncMap{"when": formatIST, "lower": strings.ToLower, "lines": breakLines}
	textFuncs     = texttemplate.FuncMap{"when": formatIST, "lower": strings.ToLower, "lines": func(text string) string { return text }}
)

func breakLines(text string) template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(text), "\n", "<br>\n")) //nolint:gosec // it is escaped
}

// parseKind reads the declaration of a kind.
func parseKind(k Kind) *kind {
	parsed := &kind{Kind: k}
	if k.Templates != nil {
		parsed.declaration = parseDeclaration(k.Name, mustRead(k.Templates, k.Name+".md"))
	}
	return parsed
}

func mustRead(files fs.FS, name string) string {
	data, err := fs.ReadFile(files, "emails/"+name)
	if err != nil {
		panic(err) // the files are embedded: only a kind declared without its text gets here
	}
	return string(data)
}

// Rendered is an e-mail as it goes out.
type Rendered struct {
	Subject, HTML, Text string
}

// Render renders an e-mail of a kind from its params, completed as its Params would.
func (o *Outbox) Render(kind string, params map[string]string) (Rendered, error) {
	k, err := o.findKind(kind)
	if err != nil {
		return Rendered{}, err
	}
	if k.declaration == nil {
		link := params["preferencesURL"]
		return Rendered{
			Subject: escapeTemplateText(oneLine(params["subject"], maxSubject)),
			HTML:    escapeTemplateHTML(FillPreferences(params["html"], link)), Text: escapeTemplateText(FillPreferences(params["text"], link)),
		}, nil
	}
	v, err := k.declaration.find(params)
	if err != nil {
		return Rendered{}, err
	}
	return withText(o, k, v, func(t *compiled) (Rendered, error) { return o.renderText(k.declaration, t, params) })
}

// renderKept renders an e-mail with the text that it is kept with, and with the one in force if that can't be used.
func (o *Outbox) renderKept(kind, keptText string, params map[string]string) (Rendered, error) {
	k, err := o.findKind(kind)
	if err != nil || k.declaration == nil || keptText == "" {
		return o.Render(kind, params)
	}
	v, err := k.declaration.find(params)
	if err != nil {
		return Rendered{}, err
	}
	kept, err := findSentText(o.app, keptText)
	if errors.Is(err, sql.ErrNoRows) || err == nil && kept == o.textInForce(k, v) {
		return o.Render(kind, params)
	}
	if err != nil {
		return Rendered{}, err
	}
	t, err := o.texts.compile(textKey{textVersion{id: "sent:" + keptText}, o.frame()}, k.declaration, kept)
	if err == nil {
		if rendered, err := o.renderText(k.declaration, t, params); err == nil {
			return rendered, nil
		}
	}
	return o.Render(kind, params) // a text of a program with other merge fields
}

// renderText renders a compiled text of a kind.
func (o *Outbox) renderText(d *declaration, t *compiled, params map[string]string) (Rendered, error) {
	return o.renderWith(o.siteSettings(), d, t, params)
}

func (o *Outbox) renderWith(s settings.Settings, d *declaration, t *compiled, params map[string]string) (Rendered, error) {
	raw := o.templateData(params)
	data := frameData(s, raw)
	data.F = d.values(raw)
	return t.render(d, data, raw)
}

// subject is the subject alone, from the stored params; it also refuses an unknown kind.
func (o *Outbox) subject(kind string, params map[string]string) (string, error) {
	k, err := o.findKind(kind)
	if err != nil {
		return "", err
	}
	if k.declaration == nil {
		return oneLine(params["subject"], maxSubject), nil
	}
	v, err := k.declaration.find(params)
	if err != nil {
		return "", err
	}
	return withText(o, k, v, func(t *compiled) (string, error) {
		return executeLine(t.subject, emailData{F: k.declaration.values(o.templateData(params))})
	})
}

// templateData lays the site's facts over the params.
func (o *Outbox) templateData(params map[string]string) map[string]string {
	current := o.siteSettings()
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

// siteSettings returns the settings. An e-mail does not fail without them: the defaults stand in.
func (o *Outbox) siteSettings() settings.Settings {
	current, err := settings.Read(o.app)
	if err != nil {
		o.app.Logger().Error("An e-mail is rendered with the default settings", "error", err)
		return settings.Defaults()
	}
	return current
}

// compose makes the provider's message of a claimed e-mail.
func (o *Outbox) compose(d delivery) (brevo.Message, error) {
	k, err := o.findKind(d.Kind)
	if err != nil {
		return brevo.Message{}, err
	}
	var params map[string]string
	if err := json.Unmarshal([]byte(d.Params), &params); err != nil {
		return brevo.Message{}, fmt.Errorf("%w: %w", errRender, err)
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
			return brevo.Message{}, fmt.Errorf("%w: its param %s is a secret: declare it with the word secret", errRender, name)
		}
		if params == nil {
			params = map[string]string{}
		}
		maps.Copy(params, resolved)
	}
	var headers map[string]string
	if topic := o.topic(d.Kind, params); topic.Valid() {
		urls, err := o.preferenceURLs(preferenceLink{Email: d.EmailAddress, Topic: topic, EmailID: d.ID})
		if err != nil {
			return brevo.Message{}, err
		}
		if params == nil {
			params = map[string]string{}
		}
		params["preferencesURL"], headers = urls.Preferences, urls.unsubscribeHeaders()
	}
	rendered, err := o.renderKept(d.Kind, d.batch.Text, params)
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
	if id, err := strconv.ParseInt(params[TemplateParam], 10, 64); err == nil && k.declaration == nil {
		message.TemplateID, message.Params, message.HTML, message.Text = id, templateParams(params), "", ""
	}
	return message, nil
}

// undeclaredSecret returns the name of a hidden param that has a token and is not declared as a secret, "" if none has.
func (k *kind) undeclaredSecret(params map[string]string) string {
	if k.declaration != nil {
		for _, field := range k.declaration.fields {
			if field.kind == hiddenField && secretPattern.MatchString(params[field.name]) {
				return field.name
			}
		}
	}
	return ""
}

// TemplateParam is the param in which a kind without a text of its own names a template of the provider's.
const TemplateParam = "templateId"

// templateParams are what a template of the provider's may ask for: the facts about its reader, by their names. Nobody knows
// where in its HTML it puts them, so that they have nothing of HTML or of the template language.
func templateParams(params map[string]string) map[string]string {
	facts := map[string]string{"preferences": params["preferencesURL"]}
	for _, name := range []string{"name", "firstName", "city", "company", "tier"} {
		if fact := strings.NewReplacer("<", "", ">", "").Replace(params[name]); fact != "" {
			facts[name] = escapeTemplateText(fact)
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
	site := o.siteSettings().Site(o.cfg.Site)
	return toBrevo(Address{Email: site.ContactEmail, Name: site.Name})
}

func toBrevo(a Address) brevo.Address {
	return brevo.Address{Email: a.Email, Name: escapeTemplateText(oneLine(a.Name, maxName))}
}

// formatIST writes an RFC 3339 instant for readers in India.
func formatIST(instant string) (string, error) {
	t, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		return "", err
	}
	return india.TimeText(t) + " IST", nil
}

// wordJoiner is invisible and keeps two braces apart: U+2060 WORD JOINER.
const wordJoiner = "\u2060"

var templateOpeners = []string{"{{", "{%", "{#"}

// escapeTemplateText breaks up whatever Brevo's template language would act on. It is run over a finished
// subject or text, not over each fact: two harmless facts side by side can make an opener.
func escapeTemplateText(s string) string { return escapeTemplate(s, wordJoiner) }

// escapeTemplateHTML is the same for HTML, where a character reference leaves the text as it was written.
func escapeTemplateHTML(s string) string { return escapeTemplate(s, "") }

func escapeTemplate(s, separator string) string {
	if !containsAny(s, templateOpeners) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if i > 0 && s[i-1] == '{' && (s[i] == '{' || s[i] == '%' || s[i] == '#') {
			if separator == "" {
				out.WriteString(charReference(s[i]))
				continue
			}
			out.WriteString(separator)
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

func charReference(c byte) string {
	switch c {
	case '{':
		return "&#123;"
	case '%':
		return "&#37;"
	}
	return "&#35;"
}

func containsAny(s string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
