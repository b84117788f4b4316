package texts

import (
	"cmp"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// frame returns the frame of the current settings.
func (l *Library) frame() Frame { return l.frameOf(settings.ReadOrDefaults(l.app)) }

func (l *Library) frameOf(s settings.Settings) Frame {
	f := Frame{Accent: s.EmailAccent, Link: s.EmailLink}
	if s.EmailLogo != "" {
		f.LogoURL = l.cfg.SiteURL + s.EmailLogo
	}
	return f
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
	current, defaults := settings.ReadOrDefaults(c.library.app), settings.Defaults()
	current.EmailAccent = cmp.Or(values.Text("emailAccent"), defaults.EmailAccent)
	current.EmailLink = cmp.Or(values.Text("emailLink"), defaults.EmailLink)
	current.EmailLogo, current.EmailFooter, current.EmailAddress = values.Text("emailLogo"), values.Text(
		"emailFooter"), values.Text("emailAddress")
	t, err := c.library.findText(frameSample)
	if err != nil {
		return err
	}
	rendered, err := c.library.renderFramed(t, t.text.Wording, current)
	if err != nil {
		return apperr.Fail("The preview could not be made.", err)
	}
	return e.JSON(http.StatusOK, c.previewOf(e, rendered))
}

// frameSample is the kind of the sample email.
const frameSample = "test"
