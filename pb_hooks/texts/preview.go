package texts

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

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
		Description: "The link is valid for 7 days, unless it is revoked. Without a path it leads to the first address " +
			"of the page. It shows no drafts of other pages.",
		Errors: []*apperr.Error{errPageNotFound}, Example: map[string]any{},
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
	expires, token := t.Clock().Add(previewTTL).Truncate(time.Second), keys.Random()
	err := e.App.RunInTransaction(func(tx core.App) error {
		return errors.Join(deleteExpiredPreviews(tx, t.Clock()),
			createPreview(tx, page, keys.Hash(token), expires, t.Clock()),
			t.Audit.Record(tx, audit.RequestActor(e), "text.shared", subjectOf(page),
				map[string]any{"expires": httpx.TimeOf(expires)}))
	})
	link := t.SiteURL + (&url.URL{Path: path}).EscapedPath() + "?preview=" + token
	return PreviewLink{link, httpx.TimeOf(expires)}, apperr.SaveFailed("share preview", err)
}

// RevokePreviews is DELETE /api/texts/{page}/preview.
func (t *Texts) RevokePreviews() httpx.Endpoint {
	return httpx.Do(t.revokePreviews, httpx.Doc{
		Tag: tag, Summary: "Revoke all links that show the drafts of a page",
		Errors: []*apperr.Error{errPageNotFound},
	})
}

func (t *Texts) revokePreviews(e *core.RequestEvent) error {
	page := pageOf(e)
	if t.pages[page] == nil {
		return errPageNotFound
	}
	err := e.App.RunInTransaction(func(tx core.App) error {
		return errors.Join(deletePreviews(tx, page),
			t.Audit.Record(tx, audit.RequestActor(e), "text.unshared", subjectOf(page), nil))
	})
	return apperr.SaveFailed("revoke previews", err)
}

func subjectOf(page Page) audit.Subject {
	return audit.Subject{Collection: textsCollection, Label: page.name()}
}

// PreviewOf returns the page whose drafts the token of a link shows at a path in English, or "".
func (t *Texts) PreviewOf(app core.App, token, path string) (Page, error) {
	page, err := findPreview(app, keys.Hash(token), t.Clock())
	if err != nil || !slices.Contains(t.Of(path), page) {
		return "", err
	}
	return page, nil
}
