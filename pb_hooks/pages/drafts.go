package pages

import (
	"context"
	"encoding/json"
	"io/fs"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/texts"
)

// editParameter is the query parameter that opens a page for editing. Without an editor's session it has no effect.
const editParameter = "edit"

// shownDrafts selects the texts that a page shows with their drafts.
type shownDrafts func(page texts.Page) bool

func noDrafts(texts.Page) bool { return false }

// draftsFor returns the drafts that a request asks for and that the caller may see, or nil. An editor sees all drafts.
// A link shows those of one page, also where another page has the same address.
func (p *Pages) draftsFor(e *core.RequestEvent) (shownDrafts, error) {
	isEdit, token := e.Request.URL.Query().Has(editParameter), httpx.PreviewToken(e)
	_, path := p.texts.SplitAddress(NormalizePath(e.Request.URL.Path))
	if !isEdit && token == "" || !p.hasTexts(e.Request.Context(), path) {
		return nil, nil
	}
	if isEdit && p.mayEdit(e) {
		return func(texts.Page) bool { return true }, nil
	}
	if token == "" {
		return nil, nil
	}
	shared, err := p.texts.PreviewOf(e.App, token, path)
	if shared == "" || err != nil {
		return nil, err
	}
	return func(page texts.Page) bool { return page == shared }, p.limitPreviews(e)
}

// hasTexts reports whether the page at a path exists and has texts of its own.
func (p *Pages) hasTexts(ctx context.Context, path string) bool {
	return p.isTranslated(path) && (path == notFoundPath || p.HasPage(ctx, path))
}

// serveDrafts renders a page with drafts. Browsers do not store the page, and search engines do not index it.
func (p *Pages) serveDrafts(e *core.RequestEvent, shows shownDrafts, pictureHosts []string) error {
	path := NormalizePath(e.Request.URL.Path)
	_, inEnglish := p.texts.SplitAddress(path)
	state, err := p.pageState(path, shows)
	if err != nil {
		return apperr.Fail("The page could not be rendered.", err)
	}
	state.Editing = e.Request.URL.Query().Has(editParameter) && p.mayEdit(e)
	rendered, err := p.pages.renderOnce(e.Request.Context(), p.web.script, path, state)
	if err != nil {
		return apperr.Fail("The page could not be rendered.", err)
	}
	header := e.Response.Header()
	header.Set("Content-Security-Policy", p.web.template.policy(kindOf(inEnglish), rendered.styles, pictureHosts))
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Referrer-Policy", "no-referrer") // the address may have the token of a preview
	header.Set("Cache-Control", "no-store")
	return e.HTML(rendered.status, rendered.html)
}

// draftPage is a page with drafts, which was rendered for a path and a state.
type draftPage struct {
	path, state  string
	status       int
	html, styles string
}

// renderOnce renders one page in a process of its own. Only one such page is rendered at a time, because the renderer
// needs much memory. The last one is kept: readers of a link often open the same page.
func (p *pageCache) renderOnce(ctx context.Context, script func() (fs.File, error), path string,
	state pageState) (draftPage, error) {
	p.onDemand.Lock()
	defer p.onDemand.Unlock()
	text, err := json.Marshal(state)
	if err != nil {
		return draftPage{}, err
	}
	if last := p.lastDraft; last.path == path && last.state == string(text) {
		return last, nil
	}
	r, err := p.startRenderer(script, func(message string) {
		p.log.Warn("The page renderer printed a message", "message", message)
	})
	if err != nil {
		return draftPage{}, err
	}
	defer r.close()
	result, err := r.render(ctx, path, string(text))
	if err != nil {
		return draftPage{}, err
	}
	if !p.latest(ctx).isRendered(path) {
		result.HTML = ""
	}
	p.lastDraft = draftPage{path: path, state: string(text), status: result.Status,
		html:   p.template.render(p.localeOf(path), result.Head, result.HTML, string(text)),
		styles: hashes(result.HTML, styleAttribute, nil)}
	return p.lastDraft, nil
}

// isRendered reports whether the server renders the content of the page at a path.
func (d *pageSet) isRendered(path string) bool {
	i := slices.IndexFunc(d.routes, func(k webRoute) bool { return matches(NormalizePath(k.Path), path) })
	return i < 0 || d.routes[i].isRendered()
}
