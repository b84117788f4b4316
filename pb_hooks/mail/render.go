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
var letterFiles embed.FS

// errWords is a letter that no later attempt can write either.
var errWords = errors.New("no words for this letter")

// stationery is the two templates of a kind: the text one also defines subject, preheader and
// footnote, which the HTML one takes over.
type stationery struct {
	html *template.Template
	text *texttemplate.Template
}

var drawer = openDrawer(letterFiles)

// openDrawer reads the templates: each pair of files but the layout's is a kind of letter.
func openDrawer(files fs.FS) map[string]stationery {
	drawer := map[string]stationery{}
	names, err := fs.Glob(files, "letters/*.txt")
	if err != nil {
		panic(err) // the pattern is ours
	}
	for _, name := range names {
		kind := strings.TrimSuffix(path.Base(name), ".txt")
		if kind == "layout" {
			continue
		}
		layout, body := read(files, "layout.html"), read(files, kind+".html")
		drawer[kind] = stationery{
			html: template.Must(template.New("letter").Funcs(template.FuncMap{"when": when, "lower": strings.ToLower}).
				Option("missingkey=error").Parse(inlined(layout) + inlined(body))),
			text: texttemplate.Must(texttemplate.New("letter").Funcs(texttemplate.FuncMap{"when": when, "lower": strings.ToLower}).
				Option("missingkey=error").Parse(read(files, "layout.txt") + read(files, kind+".txt"))),
		}
	}
	return drawer
}

func read(files fs.FS, name string) string {
	data, err := fs.ReadFile(files, "letters/"+name)
	if err != nil {
		panic(err) // embedded: only a build without its templates gets here
	}
	return string(data)
}

// inlined gives each plain tag its style. Many mail programs drop a style sheet, and an inliner
// such as premailer parses a template as HTML and mauls its actions; run on every finished letter
// it would be slow. The tags that our letters use are few, so we write their styles here, once.
func inlined(source string) string {
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
			Subject: inertText(oneLine(params["subject"], longestSubject)),
			HTML:    inertHTML(params["html"]), Text: inertText(params["text"]),
		}, nil
	}
	paper, known := drawer[kind]
	if !known {
		return Rendered{}, fmt.Errorf("%w: unknown kind %q", errWords, kind)
	}
	facts := o.facts(params)
	for _, name := range []string{"subject", "preheader", "footnote"} {
		words, err := part(paper, name, facts)
		if err != nil {
			return Rendered{}, err
		}
		facts[name] = words
	}
	var text, html bytes.Buffer
	if err := paper.text.ExecuteTemplate(&text, "layout", facts); err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", errWords, err)
	}
	if err := paper.html.ExecuteTemplate(&html, "layout", facts); err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", errWords, err)
	}
	return Rendered{
		Subject: inertText(facts["subject"]), HTML: inertHTML(html.String()), Text: inertText(text.String()),
	}, nil
}

// subject is the subject alone, which needs no resolver; it also refuses an unknown kind.
func (o *Outbox) subject(kind string, params map[string]string) (string, error) {
	if kind == KindPocketBase {
		return oneLine(params["subject"], longestSubject), nil
	}
	paper, known := drawer[kind]
	if !known {
		return "", fmt.Errorf("%w: unknown kind %q", errWords, kind)
	}
	return part(paper, "subject", o.facts(params))
}

// facts lays the site's own facts over the letter's.
func (o *Outbox) facts(params map[string]string) map[string]string {
	office := o.office()
	site := office.Site(o.cfg.Site)
	facts := map[string]string{}
	maps.Copy(facts, params)
	maps.Copy(facts, map[string]string{
		"siteName": site.Name, "siteURL": o.cfg.SiteURL,
		"contactEmail": site.ContactEmail, "contactPhone": site.ContactPhone,
		"contactPlace": office.ContactPlace, "eventDay": office.EventDay(),
	})
	return facts
}

// office are the settings in force. A letter does not fail for want of them: the defaults stand in.
func (o *Outbox) office() settings.Settings {
	office, err := settings.Read(o.app)
	if err != nil {
		o.app.Logger().Error("A letter is written with the default settings", "error", err)
		return settings.Defaults()
	}
	return office
}

func part(paper stationery, name string, facts map[string]string) (string, error) {
	var out strings.Builder
	if err := paper.text.ExecuteTemplate(&out, name, facts); err != nil {
		return "", fmt.Errorf("%w: %w", errWords, err)
	}
	return oneLine(out.String(), longestSubject), nil
}

// Kinds lists the kinds of letters that have templates, for previews.
func Kinds() []string { return slices.Sorted(maps.Keys(drawer)) }

// compose makes the provider's message of a claimed row.
func (o *Outbox) compose(c claim) (brevo.Message, error) {
	var params map[string]string
	if err := json.Unmarshal([]byte(c.Params), &params); err != nil {
		return brevo.Message{}, fmt.Errorf("%w: %w", errWords, err)
	}
	enclosed, err := o.enclosed(c.Kind, params)
	if err != nil {
		return brevo.Message{}, err
	}
	if resolve := o.resolvers[c.Kind]; resolve != nil {
		resolved, err := resolve(o.app, maps.Clone(params))
		if err != nil {
			return brevo.Message{}, err
		}
		if params == nil {
			params = map[string]string{}
		}
		maps.Copy(params, resolved)
	}
	words, err := o.Render(c.Kind, params)
	if err != nil {
		return brevo.Message{}, err
	}
	return brevo.Message{
		From:    brevo.Address{Email: o.cfg.Mail.From, Name: o.cfg.Mail.FromName},
		To:      brevo.Address{Email: c.Email, Name: inertText(oneLine(c.Name, longestName))},
		ReplyTo: o.replyTo(c.Kind, params),
		Subject: words.Subject, HTML: words.HTML, Text: words.Text,
		Attachments:   enclosed,
		Tags:          []string{c.Kind},
		CorrelationID: c.ID, IdempotencyKey: c.Key,
	}, nil
}

// enclosed are the files that go with a letter.
func (o *Outbox) enclosed(kind string, params map[string]string) ([]brevo.Attachment, error) {
	enclose := o.enclosers[kind]
	if enclose == nil {
		return nil, nil
	}
	files, err := enclose(o.app, maps.Clone(params))
	var enclosed []brevo.Attachment
	for _, file := range files {
		enclosed = append(enclosed, brevo.Attachment(file))
	}
	return enclosed, err
}

// replyTo: staff answer a nomination's notice to the applicant; people answer us.
func (o *Outbox) replyTo(kind string, params map[string]string) brevo.Address {
	if kind == KindNominationNew {
		return brevo.Address{Email: params["email"], Name: inertText(oneLine(params["name"], longestName))}
	}
	site := o.office().Site(o.cfg.Site)
	return brevo.Address{Email: site.ContactEmail, Name: inertText(oneLine(site.Name, longestName))}
}

var india = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// when writes an RFC 3339 instant for readers in India.
func when(instant string) (string, error) {
	t, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		return "", err
	}
	return t.In(india).Format("2 January 2006, 3:04 pm") + " IST", nil
}
