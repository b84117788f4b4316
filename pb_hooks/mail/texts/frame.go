package texts

import (
	"cmp"

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
type FrameForm struct {
	_            struct{} `wire:"-"`
	EmailAccent  string   `json:"emailAccent"`
	EmailLink    string   `json:"emailLink"`
	EmailLogo    string   `json:"emailLogo"`
	EmailFooter  string   `json:"emailFooter"`
	EmailAddress string   `json:"emailAddress"`
}

// Rules returns the rules of the form.
func (FrameForm) Rules() rules.Form {
	all := settings.Form{}.Rules()
	return rules.Form{all.Field("emailAccent"), all.Field("emailLink"), all.Field("emailLogo"),
		all.Field("emailFooter"), all.Field("emailAddress")}
}

// PreviewFrame is POST /api/email-frame/preview: it shows a sample email in a frame that need not be saved. Empty
// fields use the built-in values.
func (c *Console) PreviewFrame() httpx.Endpoint {
	return httpx.JSON(c.previewFrame, httpx.Doc{
		Tag: "mail", Summary: "An email in a frame that is not saved",
		Description: "The frame itself is a part of the settings.", Example: map[string]any{"emailAccent": "#ffcc00"},
		Unaudited: "renders what is not saved",
	})
}

func (c *Console) previewFrame(e *core.RequestEvent, form FrameForm) (Preview, error) {
	current, defaults := settings.ReadOrDefaults(c.library.app), settings.Defaults()
	current.EmailAccent = cmp.Or(form.EmailAccent, defaults.EmailAccent)
	current.EmailLink = cmp.Or(form.EmailLink, defaults.EmailLink)
	current.EmailLogo, current.EmailFooter, current.EmailAddress = form.EmailLogo, form.EmailFooter, form.EmailAddress
	t, err := c.library.findText(frameSample)
	if err != nil {
		return Preview{}, err
	}
	rendered, err := c.library.renderFramed(t, t.text.Wording, current)
	if err != nil {
		return Preview{}, apperr.Fail("The preview could not be created.", err)
	}
	return c.previewOf(e, rendered), nil
}

// frameSample is the kind of the sample email.
const frameSample = "test"
