// Package redirects has the redirects of addresses that the site no longer has, such as /about-us of an earlier site.
// An editor enters the old address and the new one, and visitors get 301.
//
// The pages decide first: a redirect applies only to an address without a page (Find is called before a 404). A
// redirect leads to a page of this site, never to another site, and never to another redirect, so there are no loops.
package redirects

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/pages"
)

// maxRedirects is far above what a site needs. The list is read as a whole.
const maxRedirects = 500

// Pages are the pages of the site.
type Pages interface {
	// Serves reports whether the site has a page or a file at a path.
	Serves(ctx context.Context, path string) bool
	// HasPage reports the same, but returns true for a path that looks like a file, and while the pages are unknown.
	HasPage(ctx context.Context, path string) bool
}

// Redirects has the console's routes for redirects.
type Redirects struct {
	audit  *audit.Log
	pages  Pages
	routes func() []httpx.Route
}

// New returns the console's routes for redirects. An address cannot be redirected if its first part is that of one of the
// routes.
func New(log *audit.Log, site Pages, routes func() []httpx.Route) *Redirects {
	return &Redirects{log, site, routes}
}

// Find returns the address to which a path redirects, or "".
func Find(app core.App, path string) (string, error) {
	found, err := findBySource(app, pages.NormalizePath(path))
	// A target that was stored before a rule was added must follow the rule too.
	if found == nil || err != nil || !isPlain(found.target()) {
		return "", err
	}
	return found.target(), nil
}

// isPlain reports whether the path of an address has no part that a browser or a proxy resolves: empty and dot parts, a
// backslash, a control character, or one of these in encoded form. "/.//evil.example" and "/%2f/evil.example" become
// "//evil.example", which is another site.
func isPlain(address string) bool {
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	decoded, err := url.PathUnescape(address)
	if err != nil || strings.ContainsFunc(decoded, func(r rune) bool { return r == '\\' || unicode.IsControl(r) }) {
		return false
	}
	return path.Clean("/"+decoded) == strings.TrimSuffix(decoded, "/") || decoded == "/"
}

// pathOf returns the normalized path of an address of this site.
func pathOf(address string) string {
	path, _, _ := strings.Cut(address, "#")
	path, _, _ = strings.Cut(path, "?")
	return pages.NormalizePath(path)
}

// unlisted are the first parts of addresses that the server answers without a page and without a route of ours: the
// dashboard, the files of the web app, and the demo's providers.
var unlisted = []string{"_", "assets", "sandbox"}

var (
	errNotFound = apperr.NotFound("redirect-not-found", "This redirect was not found.")
	errTaken    = &apperr.Error{Code: "redirect-taken", Status: http.StatusConflict, Field: "from",
		Message: "This address has a redirect already"}
	errHasPage = apperr.Invalid("has-page", "from", "This address has a page, so it cannot be redirected")
	errIsEnd   = apperr.Invalid("is-end", "from", "Another redirect leads to this address. Change that one first")
	errNoPage  = apperr.Invalid("no-page", "to", "The site has no page at this address")
	errItself  = apperr.Invalid("loop", "to", "An address cannot lead to itself")
	errMoved   = apperr.Invalid("chain", "to",
		"This address is redirected too. Please enter the address that it leads to")
	errFull = apperr.Invalid("full", "from", "There are 500 redirects. Please delete one that is no longer needed")
)

const (
	readFailed = "The redirects could not be read."
	saveFailed = "The redirect could not be saved. Please try again."
)

// Redirect is a redirect in the console.
type Redirect struct {
	ID        string     `json:"id"`
	From      string     `json:"from"`
	To        string     `json:"to"`
	CreatedAt httpx.Time `json:"createdAt"`
	// Version is the version of the form.
	Version string `json:"version"`
}

// Form is what an editor enters for a redirect.
type Form struct {
	_ struct{} `wire:"redirect"`
	// From is a path of this site.
	From string `json:"from"`
	// To is the address of a page of this site. It may have a query and a section.
	To string `json:"to"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form {
	return rules.Form{
		{Name: "from", Label: "Old address", Kind: rules.Line, Required: true, Max: 300, Pattern: `^/[^?#\\]+$`,
			Messages: rules.Messages{Invalid: "Please enter an address of this site, such as /about-us"}},
		{Name: "to", Label: "New address", Kind: rules.Line, Required: true, Max: 600, Pattern: `^/([^/\\][^\\]*)?$`,
			Messages: rules.Messages{Invalid: invalidTarget}},
	}
}

const invalidTarget = "Please enter an address of this site, such as /#about"

// CheckFields implements httpx.Checker. It stores the old address in the form in which Find looks it up: decoded,
// normalized and without a language.
func (f *Form) CheckFields() []rules.Problem {
	from := f.From
	if decoded, err := url.PathUnescape(from); err == nil {
		from = decoded
	}
	from = pages.NormalizePath(from)
	first, rest, _ := strings.Cut(from[1:], "/")
	if first != languages.English && slices.Contains(languages.Codes(), first) {
		from = "/" + rest
	}
	f.From = from
	if _, problem := f.Rules().Field("from").Check(from); problem != nil && from != "/" {
		return []rules.Problem{*problem}
	}
	if !isPlain(f.To) {
		return []rules.Problem{rules.Invalid("to", invalidTarget)}
	}
	return nil
}

// List is GET /api/redirects.
func (r *Redirects) List() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) ([]Redirect, error) {
		all, err := listAll(e.App)
		views := make([]Redirect, len(all))
		for i, redirect := range all {
			views[i] = redirect.view()
		}
		return views, apperr.Fail(readFailed, err)
	}, httpx.Doc{Tag: tag, Summary: "List the redirects of old addresses"})
}

const tag = "site"

// Create is POST /api/redirects.
func (r *Redirects) Create() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form Form) (Redirect, error) {
		return r.save(e, "redirect.created", form, newRecord)
	}, httpx.Doc{
		Tag: tag, Summary: "Redirect an old address to a page", Status: http.StatusCreated,
		Errors:  []*apperr.Error{errTaken, errHasPage, errIsEnd, errNoPage, errItself, errMoved, errFull},
		Example: map[string]any{"from": "/about-us", "to": "/#about"},
	})
}

// Update is PUT /api/redirects/{id}.
func (r *Redirects) Update() httpx.Endpoint {
	return httpx.Patch(func(e *core.RequestEvent, change httpx.Change[Form]) (Redirect, error) {
		record, err := find(e.App, e.Request.PathValue("id"))
		if err != nil {
			return Redirect{}, apperr.Fail(readFailed, err)
		}
		form, err := change.Apply(record.form())
		if err != nil {
			return Redirect{}, err
		}
		return r.save(e, "redirect.updated", form, func(tx core.App) (*redirect, error) {
			stored, err := find(tx, record.Id)
			if err != nil {
				return nil, err
			}
			return stored, change.CheckVersion(stored.form(), "redirect")
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Change a redirect", Description: "A field that is missing keeps its value.",
		Errors:  []*apperr.Error{errNotFound, errTaken, errHasPage, errIsEnd, errNoPage, errItself, errMoved},
		Example: map[string]any{"to": "/#about"}, IsVersioned: true,
	})
}

// Delete is DELETE /api/redirects/{id}.
func (r *Redirects) Delete() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error {
		err := e.App.RunInTransaction(func(tx core.App) error {
			record, err := find(tx, e.Request.PathValue("id"))
			if err != nil {
				return err
			}
			return r.audit.Delete(tx, audit.RequestActor(e), "redirect.deleted", record.Record)
		})
		return apperr.Fail("The redirect could not be deleted. Please try again.", err)
	}, httpx.Doc{Tag: tag, Summary: "Delete a redirect", Errors: []*apperr.Error{errNotFound}})
}

// save checks a form and stores it in the record that load returns in the transaction.
func (r *Redirects) save(e *core.RequestEvent, action string, form Form,
	load func(tx core.App) (*redirect, error)) (Redirect, error) {
	// This is outside of the transaction, because it may wait until the pages are rendered.
	if err := r.checkPages(e.Request.Context(), form); err != nil {
		return Redirect{}, err
	}
	var record *redirect
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		if record, err = load(tx); err != nil {
			return err
		}
		all, err := listAll(tx)
		if err != nil {
			return err
		}
		others := slices.DeleteFunc(all, func(other *redirect) bool { return other.Id == record.Id })
		if err := checkOthers(others, form); err != nil {
			return err
		}
		record.load(form)
		return r.audit.Save(tx, audit.RequestActor(e), action, record.Record)
	})
	if err != nil {
		return Redirect{}, apperr.SaveFailed("save redirect", err)
	}
	return record.view(), nil
}

// checkPages returns an error if the old address has a page, or the new one has none.
func (r *Redirects) checkPages(ctx context.Context, form Form) error {
	end := pathOf(form.To)
	switch {
	case form.From == end:
		return errItself
	case form.From == "/" || r.isReserved(form.From) || r.pages.Serves(ctx, form.From):
		return errHasPage
	case !r.pages.HasPage(ctx, end):
		return errNoPage
	}
	return nil
}

// isReserved reports whether the first part of a path belongs to addresses that the server answers without a page.
func (r *Redirects) isReserved(path string) bool {
	first := firstPart(path)
	return slices.Contains(unlisted, first) ||
		slices.ContainsFunc(r.routes(), func(route httpx.Route) bool { return firstPart(route.Path) == first })
}

// firstPart returns the first segment of a path.
func firstPart(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return first
}

func checkOthers(others []*redirect, form Form) error {
	end := pathOf(form.To)
	for _, other := range others {
		switch {
		case other.source() == form.From:
			return errTaken
		case other.source() == end:
			return errMoved
		case pathOf(other.target()) == form.From:
			return errIsEnd
		}
	}
	if len(others) >= maxRedirects {
		return errFull
	}
	return nil
}
