package mail

import (
	"bytes"
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

	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/settings"
)

// errRender is an e-mail that no later attempt can render either.
var errRender = errors.New("the e-mail can't be rendered")

// The templates share the layout, and the functions that theirs may call.
var (
	templateFuncs = template.FuncMap{"when": formatIST, "lower": strings.ToLower}
	htmlLayout    = template.Must(template.New("email").Funcs(templateFuncs).Option("missingkey=error").
			Parse(inlineStyles(mustRead(emailFiles, "layout.html"))))
	textLayout = texttemplate.Must(texttemplate.New("email").Funcs(texttemplate.FuncMap(templateFuncs)).Option("missingkey=error").
			Parse(mustRead(emailFiles, "layout.txt")))
)

// parseKind parses the templates of a kind over the layout.
func parseKind(k Kind) *kind {
	parsed := &kind{Kind: k}
	if k.Templates == nil {
		return parsed
	}
	parsed.html = template.Must(template.Must(htmlLayout.Clone()).Parse(inlineStyles(mustRead(k.Templates, k.Name+".html"))))
	parsed.text = texttemplate.Must(texttemplate.Must(textLayout.Clone()).Parse(mustRead(k.Templates, k.Name+".txt")))
	return parsed
}

func mustRead(files fs.FS, name string) string {
	data, err := fs.ReadFile(files, "emails/"+name)
	if err != nil {
		panic(err) // the files are embedded: only a kind declared without its templates gets here
	}
	return string(data)
}

// inlineStyles gives each plain tag its style. Many mail programs drop a style sheet, and an inliner
// such as premailer parses a template as HTML and mauls its actions; run on every rendered e-mail
// it would be slow. Our e-mails use few tags, so their styles are written here, once.
func inlineStyles(source string) string {
	return strings.NewReplacer(
		"<h1>", `<h1 class="ink" style="margin:0 0 20px;font-family:Georgia,'Times New Roman',serif;font-size:28px;line-height:34px;font-weight:600;color:#2a1a26;">`,
		"<h2>", `<h2 class="ink" style="margin:28px 0 12px;font-family:Georgia,'Times New Roman',serif;font-size:19px;line-height:26px;font-weight:600;color:#2a1a26;">`,
		"<p>", `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:26px;color:#2a1a26;">`,
		`<p class="small">`, `<p class="quiet" style="margin:0 0 12px;font-size:13px;line-height:20px;color:#6b5a66;">`,
		`<p class="quoted">`, `<p class="ink rule" style="margin:0 0 20px;padding:0 0 0 16px;border-left:3px solid #f99f1b;font-size:16px;line-height:26px;color:#2a1a26;white-space:pre-line;word-break:break-word;">`,
		"<h3>", `<h3 class="ink" style="margin:24px 0 8px;font-size:16px;line-height:24px;font-weight:600;color:#2a1a26;">`,
		"<blockquote>", `<blockquote class="rule" style="margin:0 0 20px;padding:0 0 0 16px;border-left:3px solid #f99f1b;">`,
		"<hr>", `<hr class="rule" style="margin:28px 0;border:0;border-top:1px solid #e6ddd4;">`,
		"<img ", `<img style="display:block;max-width:100%;height:auto;border:0;border-radius:8px;" `,
		"<ol>", `<ol style="margin:0 0 16px;padding:0 0 0 22px;">`,
		"<ul>", `<ul style="margin:0 0 16px;padding:0 0 0 22px;">`,
		"<li>", `<li class="ink" style="margin:0 0 8px;font-size:16px;line-height:26px;color:#2a1a26;">`,
		"<a href", `<a class="link" style="color:#9a4f00;text-decoration:underline;" href`,
		`<table class="facts">`, `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse;">`,
		"<th>", `<th class="quiet rule fact" scope="row" align="left" valign="top" width="130" style="padding:10px 12px 10px 0;border-top:1px solid #e6ddd4;font-size:14px;line-height:22px;font-weight:400;color:#6b5a66;">`,
		"<td>", `<td class="ink rule fact" valign="top" style="padding:10px 0;border-top:1px solid #e6ddd4;font-size:16px;line-height:22px;color:#2a1a26;word-break:break-word;">`,
		`<td class="step">`, `<td valign="top" width="44" style="padding:2px 0 14px;">`,
		`<td class="stepped">`, `<td class="ink" valign="top" style="padding:4px 0 14px;font-size:16px;line-height:25px;color:#2a1a26;">`,
		`<div class="number">`, `<div class="ink number" style="width:28px;height:28px;border:2px solid #f99f1b;border-radius:50%;font-family:Georgia,'Times New Roman',serif;font-size:15px;line-height:28px;text-align:center;color:#2a1a26;">`,
	).Replace(source)
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
	if k.html == nil {
		link := params["preferencesURL"]
		return Rendered{
			Subject: escapeTemplateText(oneLine(params["subject"], maxSubject)),
			HTML:    escapeTemplateHTML(FillPreferences(params["html"], link)), Text: escapeTemplateText(FillPreferences(params["text"], link)),
		}, nil
	}
	data := o.templateData(params)
	for _, name := range []string{"subject", "preheader", "footnote"} {
		block, err := k.renderBlock(name, data)
		if err != nil {
			return Rendered{}, err
		}
		data[name] = block
	}
	var text, html bytes.Buffer
	if err := k.text.ExecuteTemplate(&text, "layout", data); err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", errRender, err)
	}
	if err := k.html.ExecuteTemplate(&html, "layout", data); err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", errRender, err)
	}
	return Rendered{
		Subject: escapeTemplateText(data["subject"]), HTML: escapeTemplateHTML(html.String()), Text: escapeTemplateText(text.String()),
	}, nil
}

// subject is the subject alone, from the stored params; it also refuses an unknown kind.
func (o *Outbox) subject(kind string, params map[string]string) (string, error) {
	k, err := o.findKind(kind)
	if err != nil {
		return "", err
	}
	if k.text == nil {
		return oneLine(params["subject"], maxSubject), nil
	}
	return k.renderBlock("subject", o.templateData(params))
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
		"contactPlace": current.ContactPlace, "eventDay": current.EventDay(),
	})
	if data["preferencesURL"] == "" {
		data["preferencesURL"] = "" // the layout asks for it
	}
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

func (k *kind) renderBlock(name string, data map[string]string) (string, error) {
	var out strings.Builder
	if err := k.text.ExecuteTemplate(&out, name, data); err != nil {
		return "", fmt.Errorf("%w: %w", errRender, err)
	}
	return oneLine(out.String(), maxSubject), nil
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
	rendered, err := o.Render(d.Kind, params)
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
	if id, err := strconv.ParseInt(params[TemplateParam], 10, 64); err == nil && k.html == nil {
		message.TemplateID, message.Params, message.HTML, message.Text = id, templateParams(params), "", ""
	}
	return message, nil
}

// TemplateParam is the param in which a kind without templates names a template of the provider's.
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

var istZone = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// formatIST writes an RFC 3339 instant for readers in India.
func formatIST(instant string) (string, error) {
	t, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		return "", err
	}
	return t.In(istZone).Format("2 January 2006, 3:04 pm") + " IST", nil
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
