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

// errRender marks an email that can't be rendered, so that retrying is useless.
var errRender = errors.New("the e-mail can't be rendered")

// The functions that templates can call. In HTML, breakLines turns line breaks into <br>.
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
		panic(err) // the files are embedded, so the kind was declared without its text
	}
	return string(data)
}

// Rendered is an email as it is sent.
type Rendered struct {
	Subject, HTML, Text string
}

// Render renders an email of a kind. The params must be complete, as the kind's Params returns them.
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

// renderStored renders an email with the text that it was sent with. If that text is not stored or can't be used, it uses
// the text in force.
func (o *Outbox) renderStored(kind, sentTextID string, params map[string]string) (Rendered, error) {
	k, err := o.findKind(kind)
	if err != nil || k.declaration == nil || sentTextID == "" {
		return o.Render(kind, params)
	}
	v, err := k.declaration.find(params)
	if err != nil {
		return Rendered{}, err
	}
	stored, err := findSentText(o.app, sentTextID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && stored == o.textInForce(k, v) {
		return o.Render(kind, params)
	}
	if err != nil {
		return Rendered{}, err
	}
	t, err := o.texts.compile(textKey{textVersion{id: "sent:" + sentTextID}, o.frame()}, k.declaration, stored)
	if err == nil {
		if rendered, err := o.renderText(k.declaration, t, params); err == nil {
			return rendered, nil
		}
	}
	return o.Render(kind, params) // the merge fields have changed since
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

// subject renders only the subject, from the stored params. It returns an error for an unknown kind.
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

// templateData adds the site's facts to the params.
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

// siteSettings returns the settings, or the defaults if they can't be read, so that the email is still sent.
func (o *Outbox) siteSettings() settings.Settings {
	current, err := settings.Read(o.app)
	if err != nil {
		o.app.Logger().Error("An e-mail is rendered with the default settings", "error", err)
		return settings.Defaults()
	}
	return current
}

// compose builds the provider's message of a claimed email.
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
	if id, err := strconv.ParseInt(params[TemplateParam], 10, 64); err == nil && k.declaration == nil {
		message.TemplateID, message.Params, message.HTML, message.Text = id, templateParams(params), "", ""
	}
	return message, nil
}

// undeclaredSecret returns the name of a hidden param that looks like a token but is not declared as a secret, or "".
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

// TemplateParam is the param with the id of a Brevo template, for a kind without its own text.
const TemplateParam = "templateId"

// templateParams returns the facts about a reader that a Brevo template can use. We don't know where the template
// inserts them, so HTML and template syntax are removed.
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

// formatIST formats an RFC 3339 time for readers in India.
func formatIST(instant string) (string, error) {
	t, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		return "", err
	}
	return india.TimeText(t) + " IST", nil
}

// wordJoiner is U+2060 WORD JOINER. It is invisible and separates two braces.
const wordJoiner = "\u2060"

var templateOpeners = []string{"{{", "{%", "{#"}

// escapeTemplateText escapes Brevo's template syntax. It must be applied to a finished subject or text, because two
// harmless facts next to each other can form an opening delimiter.
func escapeTemplateText(s string) string { return escapeTemplate(s, wordJoiner) }

// escapeTemplateHTML does the same for HTML with character references, which do not change the visible text.
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
