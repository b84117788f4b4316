package mail

import (
	"cmp"
	"html"
	"html/template"
	"net/http"
	"strings"
	texttemplate "text/template"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// frame is the layout around the text of every email: colours and logo. It comes from the settings.
type frame struct {
	Accent, Link, LogoURL string
}

// frame returns the frame of the current settings.
func (o *Outbox) frame() frame { return o.frameOf(o.siteSettings()) }

func (o *Outbox) frameOf(s settings.Settings) frame {
	f := frame{Accent: s.EmailAccent, Link: s.EmailLink}
	if s.EmailLogo != "" {
		f.LogoURL = o.cfg.SiteURL + s.EmailLogo
	}
	return f
}

// frameData returns the data of the frame without a text.
func frameData(s settings.Settings, raw map[string]string) emailData {
	return emailData{
		PreferencesURL: raw["preferencesURL"], FooterLine: s.EmailFooter, PostalAddress: cmp.Or(s.EmailAddress, s.ContactPlace),
	}
}

// FrameForm is the body of POST /api/email-frame/preview.
var FrameForm = rules.Form{
	settings.Form.Field("emailAccent"), settings.Form.Field("emailLink"), settings.Form.Field("emailLogo"),
	settings.Form.Field("emailFooter"), settings.Form.Field("emailAddress"),
}

// PreviewFrame is POST /api/email-frame/preview: it shows a sample email in a frame that need not be saved. Empty
// fields use the built-in values.
func (c *Console) PreviewFrame(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, FrameForm)
	if err != nil {
		return err
	}
	current, defaults := c.outbox.siteSettings(), settings.Defaults()
	current.EmailAccent = cmp.Or(values.Text("emailAccent"), defaults.EmailAccent)
	current.EmailLink = cmp.Or(values.Text("emailLink"), defaults.EmailLink)
	current.EmailLogo, current.EmailFooter, current.EmailAddress = values.Text("emailLogo"), values.Text("emailFooter"), values.Text("emailAddress")
	t, err := c.outbox.findText(frameSample)
	if err != nil {
		return err
	}
	rendered, err := c.outbox.renderFramed(t, t.variant.Wording, current)
	if err != nil {
		return apperr.Fail("The preview could not be made.", err)
	}
	return e.JSON(http.StatusOK, c.previewOf(e, rendered))
}

// frameSample is the kind of the sample email.
const frameSample = KindTest

const (
	ringLogo = `<td valign="middle"><div style="width:18px;height:18px;border:5px solid %accent%;border-radius:50%;font-size:1px;line-height:1px;">&nbsp;</div></td>
<td class="ink" valign="middle" style="padding-left:12px;font-family:Georgia,'Times New Roman',serif;font-size:19px;line-height:28px;font-weight:600;color:#2a1a26;">{{.F.siteName}}</td>`
	pictureLogo = `<td valign="middle"><img src="%logoURL%" alt="{{.F.siteName}}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0;font-family:Georgia,'Times New Roman',serif;font-size:19px;line-height:28px;font-weight:600;color:#2a1a26;"></td>`
)

// layout returns the HTML page of an email with its style sheet, in the frame's colours.
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

// inlineFragment adds inline styles to the tags of a body.
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

// framed holds the compiled frame without a text.
type framed struct {
	html *template.Template
	text *texttemplate.Template
}

// compileDraft compiles the frame for drafts. Frame inserts the body later.
func (f frame) compileDraft() (framed, error) {
	page, err := f.compile(bodyMark, nil)
	if err != nil {
		return framed{}, err
	}
	text, err := texttemplate.New("text").Funcs(textFuncs).Option("missingkey=error").
		Parse(strings.Replace(mustRead(emailFiles, "layout.txt"), "%body%", bodyMark, 1))
	return framed{page, text}, err
}
