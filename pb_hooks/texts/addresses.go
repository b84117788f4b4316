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
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
)

// addresses are the addresses of the pages, as the web app's router has them. An address that ends in a slash covers
// the addresses below it. The texts of Site are on all pages.
var addresses = []struct {
	address string
	page    Page
}{
	{"/", Landing},
	{"/", "nomination"},
	{"/membership-plans", "plans"},
	{"/", "plans"},
	{"/membership-plans", "checkout"},
	{"/sessions/", "session"},
	{"/renew", "renew"},
	{"/renew", "checkout"},
	{"/seat", "seat"},
	{"/seat", "sign-in"},
	{"/thank-you", "thank-you"},
	{"/nomination", "own-nomination"},
	{"/nomination", "nomination"},
	{"/registration-success", "nomination-received"},
	{"/auth", "sign-in"},
	{"/forgot-password", "sign-in"},
	{"/reset-password", "sign-in"},
	{"/confirm-email", "sign-in"},
	{"/terms-conditions", "legal"},
	{"/terms-conditions", "terms"},
	{"/privacy-policy", "legal"},
	{"/privacy-policy", "privacy"},
	{"/cancellation-refund", "legal"},
	{"/cancellation-refund", "refund"},
	{"/404", "errors"},
}

// Of returns the pages whose texts the page at a path shows.
func (t *Texts) Of(path string) []Page {
	pages := []Page{Site}
	for _, a := range addresses {
		isBelow := a.address != "/" && strings.HasSuffix(a.address, "/") && strings.HasPrefix(path, a.address)
		if (path == a.address || isBelow) && t.pages[a.page] != nil {
			pages = append(pages, a.page)
		}
	}
	return pages
}

// addressOf returns the first address of a page. The texts of all pages, and those of pages below an address, are seen
// on the landing page.
func addressOf(page Page) string {
	for _, a := range addresses {
		if a.page == page && (a.address == "/" || !strings.HasSuffix(a.address, "/")) {
			return a.address
		}
	}
	return "/"
}

// Language is the code of a language of the public pages.
type Language string

// English is the language that all texts have. A text without a translation is shown in English.
const English Language = languages.English

// Values returns all languages.
func (Language) Values() []string { return languages.Codes() }

// Languages returns the languages that are offered to visitors, English first: those with files for the frame of all
// pages and for the landing page.
func (t *Texts) Languages() []languages.Language { return slices.Clone(t.offered) }

func (c catalogue) offered() []languages.Language {
	return slices.DeleteFunc(languages.All(), func(l languages.Language) bool {
		return c[Site][Language(l.Code)] == nil || c[Landing][Language(l.Code)] == nil
	})
}

// isOffered reports whether visitors can choose a language.
func (t *Texts) isOffered(code string) bool {
	return slices.ContainsFunc(t.offered, func(l languages.Language) bool { return l.Code == code })
}

// SplitAddress returns the language of an address and the address of the same page in English. In another language, an
// address starts with the language's code, as in /hi/membership-plans.
func (t *Texts) SplitAddress(path string) (Language, string) {
	code, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if code = strings.ToLower(code); code == languages.English || !t.isOffered(code) {
		return English, path
	}
	return Language(code), "/" + rest
}

// Chosen returns the language that a visitor has chosen, from the value of their cookie, or English.
func (t *Texts) Chosen(cookie string) Language {
	if t.isOffered(cookie) {
		return Language(cookie)
	}
	return English
}

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
