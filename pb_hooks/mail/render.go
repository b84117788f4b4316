package mail

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	texttemplate "text/template"
	"time"

	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/settings"
)

//go:embed letters/*.html letters/*.txt
var templateFiles embed.FS

// errRender is a letter that no later attempt can write either.
var errRender = errors.New("no words for this letter")

// templatePair is the two templates of a kind: the text one also defines subject, preheader and
// footnote, which the HTML one takes over.
type templatePair struct {
	html *template.Template
	text *texttemplate.Template
}

var templatesByKind = parseTemplates(templateFiles)

// parseTemplates reads the templates: each pair of files but the layout's is a kind of letter.
func parseTemplates(files fs.FS) map[string]templatePair {
	parsed := map[string]templatePair{}
	names, err := fs.Glob(files, "letters/*.txt")
	if err != nil {
		panic(err) // the pattern is ours
	}
	for _, name := range names {
		kind := strings.TrimSuffix(path.Base(name), ".txt")
		if kind == "layout" {
			continue
		}
		layout, body := readTemplate(files, "layout.html"), readTemplate(files, kind+".html")
		parsed[kind] = templatePair{
			html: template.Must(template.New("letter").Funcs(template.FuncMap{"when": formatIST, "lower": strings.ToLower}).
				Option("missingkey=error").Parse(inlineStyles(layout) + inlineStyles(body))),
			text: texttemplate.Must(texttemplate.New("letter").Funcs(texttemplate.FuncMap{"when": formatIST, "lower": strings.ToLower}).
				Option("missingkey=error").Parse(readTemplate(files, "layout.txt") + readTemplate(files, kind+".txt"))),
		}
	}
	return parsed
}

func readTemplate(files fs.FS, name string) string {
	data, err := fs.ReadFile(files, "letters/"+name)
	if err != nil {
		panic(err) // embedded: only a build without its templates gets here
	}
	return string(data)
}

// inlineStyles gives each plain tag its style. Many mail programs drop a style sheet, and an inliner
// such as premailer parses a template as HTML and mauls its actions; run on every finished letter
// it would be slow. The tags that our letters use are few, so we write their styles here, once.
func inlineStyles(source string) string {
	return strings.NewReplacer(
		"<h1>", `<h1 class="ink" style="margin:0 0 20px;font-family:Georgia,'Times New Roman',serif;font-size:28px;line-height:34px;font-weight:600;color:#2a1a26;">`,
		"<h2>", `<h2 class="ink" style="margin:28px 0 12px;font-family:Georgia,'Times New Roman',serif;font-size:19px;line-height:26px;font-weight:600;color:#2a1a26;">`,
		"<p>", `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:26px;color:#2a1a26;">`,
		`<p class="small">`, `<p class="quiet" style="margin:0 0 12px;font-size:13px;line-height:20px;color:#6b5a66;">`,
		`<p class="quoted">`, `<p class="ink rule" style="margin:0 0 20px;padding:0 0 0 16px;border-left:3px solid #f99f1b;font-size:16px;line-height:26px;color:#2a1a26;white-space:pre-line;word-break:break-word;">`,
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

// Rendered is a letter as it goes out.
type Rendered struct {
	Subject, HTML, Text string
}

// Render writes a letter of a kind from its params, as a resolver would complete them.
func (o *Outbox) Render(kind string, params map[string]string) (Rendered, error) {
	if kind == KindPocketBase {
		return Rendered{
			Subject: escapeTemplateText(oneLine(params["subject"], maxSubject)),
			HTML:    escapeTemplateHTML(params["html"]), Text: escapeTemplateText(params["text"]),
		}, nil
	}
	pair, known := templatesByKind[kind]
	if !known {
		return Rendered{}, fmt.Errorf("%w: unknown kind %q", errRender, kind)
	}
	data := o.templateData(params)
	for _, name := range []string{"subject", "preheader", "footnote"} {
		block, err := renderBlock(pair, name, data)
		if err != nil {
			return Rendered{}, err
		}
		data[name] = block
	}
	var text, html bytes.Buffer
	if err := pair.text.ExecuteTemplate(&text, "layout", data); err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", errRender, err)
	}
	if err := pair.html.ExecuteTemplate(&html, "layout", data); err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", errRender, err)
	}
	return Rendered{
		Subject: escapeTemplateText(data["subject"]), HTML: escapeTemplateHTML(html.String()), Text: escapeTemplateText(text.String()),
	}, nil
}

// subject is the subject alone, which needs no resolver; it also refuses an unknown kind.
func (o *Outbox) subject(kind string, params map[string]string) (string, error) {
	if kind == KindPocketBase {
		return oneLine(params["subject"], maxSubject), nil
	}
	pair, known := templatesByKind[kind]
	if !known {
		return "", fmt.Errorf("%w: unknown kind %q", errRender, kind)
	}
	return renderBlock(pair, "subject", o.templateData(params))
}

// data lays the site's own facts over the letter's.
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
	return data
}

// current are the settings in force. A letter does not fail for want of them: the defaults stand in.
func (o *Outbox) siteSettings() settings.Settings {
	current, err := settings.Read(o.app)
	if err != nil {
		o.app.Logger().Error("A letter is written with the default settings", "error", err)
		return settings.Defaults()
	}
	return current
}

func renderBlock(pair templatePair, name string, data map[string]string) (string, error) {
	var out strings.Builder
	if err := pair.text.ExecuteTemplate(&out, name, data); err != nil {
		return "", fmt.Errorf("%w: %w", errRender, err)
	}
	return oneLine(out.String(), maxSubject), nil
}

// Kinds lists the kinds of letters that have templates, for previews.
func Kinds() []string { return slices.Sorted(maps.Keys(templatesByKind)) }

// compose makes the provider's message of a claimed row.
func (o *Outbox) compose(c claim) (brevo.Message, error) {
	var params map[string]string
	if err := json.Unmarshal([]byte(c.Params), &params); err != nil {
		return brevo.Message{}, fmt.Errorf("%w: %w", errRender, err)
	}
	attachments, err := o.attachments(c.Kind, params)
	if err != nil {
		return brevo.Message{}, err
	}
	if resolve := o.paramsFuncs[c.Kind]; resolve != nil {
		resolved, err := resolve(o.app, maps.Clone(params))
		if err != nil {
			return brevo.Message{}, err
		}
		if params == nil {
			params = map[string]string{}
		}
		maps.Copy(params, resolved)
	}
	rendered, err := o.Render(c.Kind, params)
	if err != nil {
		return brevo.Message{}, err
	}
	return brevo.Message{
		From:    brevo.Address{Email: o.cfg.Mail.From, Name: o.cfg.Mail.FromName},
		To:      brevo.Address{Email: c.Email, Name: escapeTemplateText(oneLine(c.Name, maxName))},
		ReplyTo: o.replyTo(c.Kind, params),
		Subject: rendered.Subject, HTML: rendered.HTML, Text: rendered.Text,
		Attachments:   attachments,
		Tags:          []string{c.Kind},
		CorrelationID: c.ID, IdempotencyKey: c.IdempotencyKey,
	}, nil
}

// attachments are the files that go with a letter.
func (o *Outbox) attachments(kind string, params map[string]string) ([]brevo.Attachment, error) {
	attach := o.attachmentFuncs[kind]
	if attach == nil {
		return nil, nil
	}
	files, err := attach(o.app, maps.Clone(params))
	var attachments []brevo.Attachment
	for _, file := range files {
		attachments = append(attachments, brevo.Attachment(file))
	}
	return attachments, err
}

// replyTo: staff answer a nomination's notice to the applicant; people answer us.
func (o *Outbox) replyTo(kind string, params map[string]string) brevo.Address {
	if kind == KindNominationNew {
		return brevo.Address{Email: params["email"], Name: escapeTemplateText(oneLine(params["name"], maxName))}
	}
	site := o.siteSettings().Site(o.cfg.Site)
	return brevo.Address{Email: site.ContactEmail, Name: escapeTemplateText(oneLine(site.Name, maxName))}
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
