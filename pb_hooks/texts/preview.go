package texts

import (
	"crypto/subtle"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// previewPurpose is the purpose of the tokens of previews.
const previewPurpose = "preview of texts"

// previewForm names the address that a preview shows.
type previewForm struct {
	_ struct{} `wire:"-"`
	// Path is an address of the page. It may be "".
	Path string `json:"path"`
}

// Rules returns the rules of the form.
func (previewForm) Rules() rules.Form {
	return rules.Form{{Name: "path", Label: "Address", Kind: rules.Line, Max: 200}}
}

// PreviewLink is a link that shows the drafts of a page to people without an account.
type PreviewLink struct {
	URL     string     `json:"url"`
	Expires httpx.Time `json:"expires"`
}

// Preview is POST /api/texts/{page}/preview.
func (t *Texts) Preview() httpx.Endpoint {
	return httpx.JSON(t.preview, httpx.Doc{
		Tag: tag, Summary: "Create a link that shows the drafts of a page to a colleague",
		Description: "The link is valid for 7 days. Without a path it leads to the first address of the page.",
		Errors:      []*apperr.Error{errPageNotFound}, Example: map[string]any{},
	})
}

func (t *Texts) preview(e *core.RequestEvent, form previewForm) (PreviewLink, error) {
	page := pageOf(e)
	if t.pages[page] == nil {
		return PreviewLink{}, errPageNotFound
	}
	path := form.Path
	_, inEnglish := t.SplitAddress(path)
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || !slices.Contains(t.Of(inEnglish), page) {
		path = addressOf(page)
	}
	expires := t.Clock().Add(previewTTL).Truncate(time.Second)
	link := t.SiteURL + (&url.URL{Path: path}).EscapedPath() + "?preview=" + t.previewToken(page, expires)
	err := t.Audit.Record(e.App, audit.RequestActor(e), "text.shared",
		audit.Subject{Collection: textsCollection, Label: string(page)},
		map[string]any{"expires": httpx.TimeOf(expires)})
	return PreviewLink{link, httpx.TimeOf(expires)}, apperr.SaveFailed("share preview", err)
}

func (t *Texts) previewToken(page Page, expires time.Time) string {
	at := strconv.FormatInt(expires.Unix(), 36)
	return at + "-" + t.Key.Derive(previewPurpose, string(page), at)
}

// IsPreview reports whether a token shows the drafts of the page at a path in English.
func (t *Texts) IsPreview(token, path string) bool {
	at, _, _ := strings.Cut(token, "-")
	seconds, err := strconv.ParseInt(at, 36, 64)
	if err != nil || !t.Clock().Before(time.Unix(seconds, 0)) {
		return false
	}
	return slices.ContainsFunc(t.Of(path), func(page Page) bool {
		return subtle.ConstantTimeCompare([]byte(token),
			[]byte(t.previewToken(page, time.Unix(seconds, 0)))) == 1
	})
}
