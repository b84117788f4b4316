package pages

import (
	"context"
	"encoding/json"
	"io/fs"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// editParameter is the query parameter that opens a page for editing. Without an editor's session it has no effect.
const editParameter = "edit"

// showsDrafts reports whether a request asks for a page's texts with their drafts, and the caller may see the drafts.
func (p *Pages) showsDrafts(e *core.RequestEvent) bool {
	isEdit, token := e.Request.URL.Query().Has(editParameter), httpx.PreviewToken(e)
	_, path := p.texts.SplitAddress(NormalizePath(e.Request.URL.Path))
	if !isEdit && token == "" || !p.hasTexts(e.Request.Context(), path) {
		return false
	}
	return isEdit && p.mayEdit(e) || token != "" && p.texts.IsPreview(token, path)
}

// hasTexts reports whether the page at a path exists and has texts of its own.
func (p *Pages) hasTexts(ctx context.Context, path string) bool {
	return p.isTranslated(path) && (path == notFoundPath || p.HasPage(ctx, path))
}

// serveDrafts renders a page with the drafts of its texts. The page is not cached, and search engines do not index it.
func (p *Pages) serveDrafts(e *core.RequestEvent, pictureHosts []string) error {
	path := NormalizePath(e.Request.URL.Path)
	_, inEnglish := p.texts.SplitAddress(path)
	state, err := p.pageState(path, true)
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

// draftPage is a page that is rendered for one request.
type draftPage struct {
	status       int
	html, styles string
}

// renderOnce renders one page in a process of its own. Only one such page is rendered at a time, because the renderer
// needs much memory.
func (p *pageCache) renderOnce(ctx context.Context, script func() (fs.File, error), path string,
	state pageState) (draftPage, error) {
	p.onDemand.Lock()
	defer p.onDemand.Unlock()
	text, err := json.Marshal(state)
	if err != nil {
		return draftPage{}, err
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
	return draftPage{result.Status, p.template.render(p.localeOf(path), result.Head, result.HTML, string(text)),
		hashes(result.HTML, styleAttribute, nil)}, nil
}

// isRendered reports whether the server renders the content of the page at a path.
func (d *pageSet) isRendered(path string) bool {
	i := slices.IndexFunc(d.routes, func(k webRoute) bool { return matches(NormalizePath(k.Path), path) })
	return i < 0 || d.routes[i].isRendered()
}
