package texts

import (
	"bytes"
	"embed"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"
	texttemplate "text/template"

	"github.com/vanng822/go-premailer/premailer"
)

//go:embed layout
var layoutFiles embed.FS

// Frame has the colours and the logo of the page around every text. They come from the settings.
type Frame struct {
	Accent, Link, LogoURL string
}

// Layout is the page around every text, compiled for a frame.
type Layout struct {
	frame Frame
	// page and text include the template "body", which each email defines.
	page *template.Template
	// occasion is the page of an email that is an occasion. It includes the template "title" too.
	occasion *template.Template
	text     *texttemplate.Template
	facts    *template.Template
	// draft and draftText have the field body as their body.
	draft     *template.Template
	draftText *texttemplate.Template
}

const (
	// siteLogo is the ring of the site with its name as text, so that it works without pictures. The colours of the
	// ring are visible on light and on dark.
	siteLogo = `<td valign="middle"><img src="{{.SiteURL}}/email-logo.png" alt="" width="32" height="32" style="display:block;width:32px;height:32px;border:0;"></td>
<td class="ink" valign="middle" style="padding-left:10px;font-family:'Fraunces Variable',Fraunces,Georgia,'Times New Roman',serif;font-size:21px;line-height:32px;color:#2a1a26;">{{.F.siteName}}</td>`
	pictureLogo = `<td valign="middle"><img src="%logoURL%" alt="{{.F.siteName}}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0;font-family:Georgia,'Times New Roman',serif;font-size:19px;line-height:28px;font-weight:600;color:#2a1a26;"></td>`

	bandRing = `<img src="{{.SiteURL}}/email-logo-light.png" alt="" width="72" height="72" style="display:block;width:72px;height:72px;margin:0 auto 24px;border:0;">
`

	// factsTable has its actions in comments, because a table can't have text between its rows.
	factsTable = `<table role="presentation" class="facts" cellpadding="0" cellspacing="0" border="0"><tbody><!--{{range .}}--><tr><th scope="row">{{.Label}}</th><td>{{.Value}}</td></tr><!--{{end}}--></tbody></table>`

	buttonHTML = `<table role="presentation" class="pressable" cellpadding="0" cellspacing="0" border="0"><tbody><tr><td class="button"><a class="pressed" href="$1">$2</a></td></tr></tbody></table>`
)

// buttonPattern matches a link with the title "button" that is alone in its paragraph.
var buttonPattern = regexp.MustCompile(`<p><a href="([^"]*)" title="button">(.*?)</a></p>`)

// Buttons turns links with the title "button" into buttons if they are alone in their paragraph. Other links stay
// links. The HTML must be safe.
func Buttons(page string) string {
	return strings.ReplaceAll(buttonPattern.ReplaceAllString(page, buttonHTML), ` title="button"`, "")
}

// NewLayout compiles the layout for a frame.
func NewLayout(f Frame) (*Layout, error) {
	l := &Layout{frame: f}
	// The band has the heading of an occasion.
	logo, band := siteLogo, strings.Replace(readLayout("band.html"), "%ring%", bandRing, 1)
	if f.LogoURL != "" {
		logo, band = pictureLogo, strings.Replace(readLayout("band.html"), "%ring%", "", 1)
	}
	var err error
	if l.page, err = l.newPage(logo, ""); err != nil {
		return nil, err
	}
	if l.occasion, err = l.newPage(logo, band); err != nil {
		return nil, err
	}
	page, err := l.inlineFragment("content", factsTable)
	if err != nil {
		return nil, err
	}
	if l.facts, err = newTemplate(
		"facts", strings.NewReplacer("<!--{{", "{{", "}}-->", "}}").Replace(page),
	); err != nil {
		return nil, err
	}
	if l.text, err = texttemplate.New("text").Option("missingkey=error").Parse(readLayout("layout.txt")); err != nil {
		return nil, err
	}
	if l.draft, err = l.compile("{{.body}}", false); err != nil {
		return nil, err
	}
	if l.draftText, err = l.text.Clone(); err == nil {
		_, err = l.draftText.New("body").Parse("{{.body}}")
	}
	return l, err
}

// newPage compiles the page around an email with a logo and a title, which is "" if the heading stays in the text.
func (l *Layout) newPage(logo, title string) (*template.Template, error) {
	page := strings.NewReplacer("%logo%", logo, "%title%", title,
		"</head>", "<style>"+readLayout("style.css")+"</style>\n</head>").Replace(readLayout("layout.html"))
	page, err := inlineStyles(l.colours().Replace(page))
	if err != nil {
		return nil, err
	}
	return newTemplate("page", page)
}

func readLayout(name string) string {
	data, err := layoutFiles.ReadFile("layout/" + name)
	if err != nil {
		panic(err) // the files are embedded
	}
	return string(data)
}

func newTemplate(name, source string) (*template.Template, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"lines": breakLines}).Option("missingkey=error").Parse(source)
	if err != nil {
		return nil, fmt.Errorf("parse %s of emails: %w", name, err)
	}
	return t, nil
}

func (l *Layout) colours() *strings.Replacer {
	return strings.NewReplacer("%accent%", l.frame.Accent, "%link%", l.frame.Link, "%logoURL%",
		html.EscapeString(l.frame.LogoURL))
}

// headingPattern matches the heading at the start of a body.
var headingPattern = regexp.MustCompile(`(?s)^\s*(<h1>.*?</h1>)`)

// compile returns the page with the HTML of a body, which may have template actions. The heading of an occasion is
// moved to its title.
func (l *Layout) compile(body string, isOccasion bool) (*template.Template, error) {
	source, parts := l.page, map[string]string{}
	if isOccasion {
		heading := ""
		if found := headingPattern.FindString(body); found != "" {
			heading, body = strings.TrimSpace(found), strings.TrimPrefix(body, found)
		}
		title, err := l.inlineFragment("band", heading)
		if err != nil {
			return nil, err
		}
		source, parts["title"] = l.occasion, title
	}
	body, err := l.inlineFragment("content", Buttons(body))
	if err != nil {
		return nil, err
	}
	parts["body"] = body
	page, err := source.Clone()
	for name, part := range parts {
		if err == nil {
			_, err = page.New(name).Parse(part)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("parse body of email: %w", err)
	}
	return page, nil
}

func (l *Layout) factsHTML(facts []fact) (template.HTML, error) {
	var out strings.Builder
	err := l.facts.Execute(&out, facts)
	return template.HTML(out.String()), err //nolint:gosec // html/template has escaped it
}

const fragmentBegin, fragmentEnd = "<!--fragment-->", "<!--/fragment-->"

// inlineFragment adds inline styles to the tags of a part of the page, which is in an element with a class.
func (l *Layout) inlineFragment(class, body string) (string, error) {
	page, err := inlineStyles("<html><head><style>" + l.colours().Replace(readLayout("style.css")) +
		`</style></head><body><div class="` + class + `">` +
		fragmentBegin + body + fragmentEnd + "</div></body></html>")
	if err != nil {
		return "", err
	}
	_, page, _ = strings.Cut(page, fragmentBegin)
	page, _, _ = strings.Cut(page, fragmentEnd)
	return page, nil
}

// inlineStyles moves the CSS rules of a page into style attributes, because many mail programs drop style sheets.
func inlineStyles(page string) (string, error) {
	p, err := premailer.NewPremailerFromString(page, premailer.NewOptions(premailer.WithCssToAttributes(false)))
	if err == nil {
		page, err = p.Transform()
	}
	if err != nil {
		return "", fmt.Errorf("inline styles: %w", err)
	}
	return page, nil
}

// pageData is the data of the templates "page" and "text". F has the values of the fields, in the form that the
// template needs.
type pageData struct {
	F                                                  map[string]any
	Subject, Preheader, Footnote                       string
	PreferencesURL, FooterLine, PostalAddress, SiteURL string
	// Language is the page's attribute lang, and PreferencesWords are the words of the link to the preferences.
	Language, PreferencesWords string
}

func (d Data) page() pageData {
	return pageData{PreferencesURL: d.PreferencesURL, FooterLine: d.FooterLine, PostalAddress: d.PostalAddress,
		SiteURL: d.SiteURL, Language: d.dictionary.LanguageOrEnglish().Locale,
		PreferencesWords: d.dictionary.Word("Choose which emails you get, or unsubscribe")}
}

var blankLines = regexp.MustCompile(`\n{3,}`)

// render executes the templates of an email.
func (p pageData) render(page *template.Template, inHTML map[string]any, text *texttemplate.Template,
	inText map[string]any) (Rendered, error) {
	var code, plain bytes.Buffer
	p.F = inHTML
	err := page.Execute(&code, p)
	if err == nil {
		p.F = inText
		err = text.Execute(&plain, p)
	}
	if err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", ErrRender, err)
	}
	return Rendered{
		Subject: EscapeTemplateText(p.Subject), HTML: EscapeTemplateHTML(code.String()),
		Text: EscapeTemplateText(blankLines.ReplaceAllString(plain.String(), "\n\n")),
	}, nil
}

// Draft is an email that a person has written. Body is safe HTML with simple tags, and Text is the same as plain text.
type Draft struct {
	Subject, Preheader, Body, Text, Footnote string
}

// RenderDraft renders a draft in the layout.
func (l *Layout) RenderDraft(d Draft, data Data) (Rendered, error) {
	body, err := l.inlineFragment("content", d.Body)
	if err != nil {
		return Rendered{}, err
	}
	inText, inHTML := map[string]any{"body": d.Text}, map[string]any{
		"body": template.HTML(body),
	} //nolint:gosec // its author has sanitised it
	for name, value := range data.Params {
		inText[name], inHTML[name] = value, value
	}
	page := data.page()
	page.Subject, page.Preheader = OneLine(d.Subject, MaxSubject), OneLine(d.Preheader, MaxSubject)
	page.Footnote = d.Footnote
	return page.render(l.draft, inHTML, l.draftText, inText)
}
