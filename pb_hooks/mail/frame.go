package mail

import (
	"html"
	"strings"
	texttemplate "text/template"

	"html/template"
)

// frame is what is around the text of every e-mail: colours, logo, footer and postal address. The settings have it.
type frame struct {
	Accent, Link, LogoURL string
}

// The colours while none are set.
const (
	defaultAccent = "#f99f1b"
	defaultLink   = "#9a4f00"
)

func (o *Outbox) frame() frame {
	return frame{Accent: defaultAccent, Link: defaultLink}
}

// frameData is what the frame says, before a text is put into it.
func (o *Outbox) frameData(raw map[string]string) emailData {
	current := o.siteSettings()
	return emailData{PreferencesURL: raw["preferencesURL"], PostalAddress: current.ContactPlace}
}

const (
	ringLogo = `<td valign="middle"><div style="width:18px;height:18px;border:5px solid %accent%;border-radius:50%;font-size:1px;line-height:1px;">&nbsp;</div></td>
<td class="ink" valign="middle" style="padding-left:12px;font-family:Georgia,'Times New Roman',serif;font-size:19px;line-height:28px;font-weight:600;color:#2a1a26;">{{.F.siteName}}</td>`
	pictureLogo = `<td valign="middle"><img src="%logoURL%" alt="{{.F.siteName}}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0;font-family:Georgia,'Times New Roman',serif;font-size:19px;line-height:28px;font-weight:600;color:#2a1a26;"></td>`
)

// layout is the page of an e-mail with its style sheet, in the frame's colours.
func (f frame) layout() string {
	logo := ringLogo
	if f.LogoURL != "" {
		logo = pictureLogo
	}
	page := strings.Replace(mustRead(emailFiles, "layout.html"), "%logo%", logo, 1)
	page = strings.Replace(page, "</head>", "<style>"+mustRead(emailFiles, "style.css")+"</style>\n</head>", 1)
	return f.colours().Replace(page)
}

func (f frame) colours() *strings.Replacer {
	return strings.NewReplacer("%accent%", f.Accent, "%link%", f.Link, "%logoURL%", html.EscapeString(f.LogoURL))
}

const fragmentBegin, fragmentEnd = "<!--fragment-->", "<!--/fragment-->"

// inlineFragment gives the tags of a body their styles.
func (f frame) inlineFragment(body string) (string, error) {
	page, err := inlineStyles("<html><head><style>" + f.colours().Replace(mustRead(emailFiles, "style.css")) + `</style></head><body><div class="content">` +
		fragmentBegin + body + fragmentEnd + "</div></body></html>")
	if err != nil {
		return "", err
	}
	_, page, _ = strings.Cut(page, fragmentBegin)
	page, _, _ = strings.Cut(page, fragmentEnd)
	return page, nil
}

// framed is the frame without a text.
type framed struct {
	html *template.Template
	text *texttemplate.Template
}

// compileDraft compiles the frame of drafts, whose bodies follow when they are framed.
func (f frame) compileDraft() (framed, error) {
	page, err := f.compile(bodyMark, nil)
	if err != nil {
		return framed{}, err
	}
	text, err := texttemplate.New("text").Funcs(textFuncs).Option("missingkey=error").
		Parse(strings.Replace(mustRead(emailFiles, "layout.txt"), "%body%", bodyMark, 1))
	return framed{page, text}, err
}
