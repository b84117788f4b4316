package pages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/andybalholm/brotli"

	"boardcircle/pb_hooks/internal/languages"
)

// How the pages are rendered:
//
//	requested (at the start, and by each refresh) -> all pages rendered in one pass -> cached
//
// Any number of refreshes during a pass request one more pass. A page whose state has not changed is not rendered
// again. If a rendering fails, the error is logged and the last good page stays; without one, the empty shell is
// served and the browser renders the page. A retry is scheduled with a growing delay, because the machine may only
// have been busy.

const (
	// renderLimit is much longer than needed (a page of 200 sections takes 110 ms), in case the machine stalls for
	// seconds.
	renderLimit = 30 * time.Second
	// retryMinDelay is the delay of the first retry after a failed rendering. Each further failure doubles it, up to
	// retryMaxDelay, so that a change is soon visible.
	retryMinDelay = time.Second
	retryMaxDelay = time.Minute
	// renderWaitLimit is how long a request waits for the current pass, so that a reload shows the text that was just
	// saved.
	renderWaitLimit = 2 * time.Second
	// firstWaitLimit is the same for the first pass, before which there is only the empty shell. On a busy machine it
	// takes several seconds, and the first visitor after a start may be a search engine.
	firstWaitLimit = 20 * time.Second
	// notFoundPath is rendered once in each language for all unknown paths.
	notFoundPath = "/404"
)

// pageCache holds the rendered pages.
type pageCache struct {
	log        *slog.Logger
	template   template
	title      string
	state      func(path string) (any, error)
	retryDelay time.Duration
	// expand replaces each route that has a page for each record, such as /sessions/:id, by the addresses of the
	// records. It also returns the replaced patterns. It may be nil.
	expand func([]webRoute) (routes []webRoute, patterns []string, err error)
	// localeOf returns the locale of the page at a path, such as hi-IN.
	localeOf func(path string) string
	// emptyPages has the pages without content, by status and locale.
	emptyPages sync.Map

	current atomic.Pointer[pageSet]

	mu           sync.Mutex
	wake         chan struct{}
	passDone     chan struct{} // closed when the last requested pass has ended
	isPassQueued bool          // a requested pass has not started yet

	// onDemand allows one rendering on demand at a time, and guards its last result.
	onDemand  sync.Mutex
	lastDraft draftPage
}

// pageSet is the result of a pass. During the first pass, pages that are not rendered yet get the shell.
type pageSet struct {
	routes   []webRoute
	pages    map[string]page
	notFound page
	// patterns are the routes that expand has replaced. Their other addresses get a page without content, and the web
	// app says what is missing, because only it knows the route.
	patterns []string
	// empty returns the page without content for a path.
	empty func(status int, path string) page
	// isComplete is true after the first pass.
	isComplete bool
}

// page is one rendered page with the state that it was rendered from.
type page struct {
	status int
	body   document
	state  string
	// styles are the CSP hashes of its style attributes.
	styles string
}

func newPageCache(log *slog.Logger, t template, title string, state func(string) (any, error)) *pageCache {
	p := &pageCache{
		log:        log,
		template:   t,
		title:      title,
		state:      state,
		retryDelay: retryMinDelay,
		wake:       make(chan struct{}, 1),
		localeOf:   func(string) string { return languages.Find(languages.English).Locale },
	}
	p.current.Store(&pageSet{empty: p.empty})
	p.refresh()
	return p
}

// refresh requests a pass that starts after this call.
func (p *pageCache) refresh() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isPassQueued {
		return
	}
	p.isPassQueued = true
	p.passDone = make(chan struct{})
	p.wake <- struct{}{}
}

// startPass starts the requested pass. Later requests need another pass.
func (p *pageCache) startPass() (done chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isPassQueued = false
	return p.passDone
}

// latest returns the newest pages. It waits for the last requested pass, up to renderWaitLimit or firstWaitLimit.
func (p *pageCache) latest(ctx context.Context) *pageSet {
	p.mu.Lock()
	done := p.passDone
	p.mu.Unlock()
	select {
	case <-done:
	default:
		limit := renderWaitLimit
		if !p.current.Load().isComplete {
			limit = firstWaitLimit
		}
		timer := time.NewTimer(limit)
		defer timer.Stop()
		select {
		case <-done:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	return p.current.Load()
}

// run renders the pages each time a pass is requested.
func (p *pageCache) run(ctx context.Context, script func() (fs.File, error)) {
	wait := p.retryDelay
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		}
		done := p.startPass()
		if p.renderAll(ctx, script) {
			wait = p.retryDelay
		} else {
			time.AfterFunc(wait, p.refresh)
			wait = min(2*wait, retryMaxDelay)
		}
		close(done)
		// Passes are rare, so the memory of this pass and of the start is returned to the system.
		debug.FreeOSMemory()
	}
}

// renderAll renders the pages that have changed and replaces the set of pages. It returns false if something must be
// retried.
func (p *pageCache) renderAll(ctx context.Context, script func() (fs.File, error)) bool {
	console := func(message string) { p.log.Warn("The page renderer printed a message", "message", message) }
	r, err := p.startRenderer(script, console)
	if err != nil {
		p.log.Error("The page renderer did not start", "error", err)
		return false
	}
	defer r.close()
	last := p.current.Load()
	var patterns []string
	known, err := r.listRoutes(ctx)
	if err == nil && p.expand != nil {
		known, patterns, err = p.expand(known)
	}
	if err != nil {
		if ctx.Err() == nil {
			p.log.Error("The pages could not be listed, and are sent as empty shells until they are", "error", err)
		}
		return errors.Is(err, errScript)
	}
	allOK, compressor := true, brotli.NewWriterLevel(io.Discard, brotliLevel)
	render := func(k webRoute, last page, status int) page {
		page, ok := p.renderPage(ctx, r, compressor, k, last, status)
		allOK = allOK && ok
		return page
	}
	first := last.routes == nil
	if first {
		p.current.Store(p.placeholders(known, patterns))
	}
	fresh := &pageSet{routes: known, pages: map[string]page{}, patterns: patterns, empty: p.empty}
	for _, k := range known {
		former := last.pages[NormalizePath(k.Path)]
		rendered := render(k, former, http.StatusOK)
		fresh.pages[NormalizePath(k.Path)] = rendered
		// A changed page is published at once, because a pass takes seconds.
		if first || rendered.state != former.state {
			p.current.Store(p.current.Load().withPage(k, rendered))
		}
	}
	fresh.notFound = render(webRoute{Path: notFoundPath, Mode: "rendered"}, last.notFound, http.StatusNotFound)
	fresh.isComplete = true
	p.current.Store(fresh)
	return allOK
}

func (p *pageCache) startRenderer(script func() (fs.File, error), console func(string)) (*rendererProcess, error) {
	file, err := script()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return startRenderer(file, renderLimit, console)
}

// placeholders returns the pages that are served during the first pass. Unknown paths already get a 404.
func (p *pageCache) placeholders(known []webRoute, patterns []string) *pageSet {
	d := &pageSet{
		routes: known, pages: map[string]page{}, patterns: patterns, notFound: p.empty(http.StatusNotFound, "/"),
		empty: p.empty,
	}
	for _, k := range known {
		status := http.StatusOK
		if strings.HasSuffix(k.Path, notFoundPath) {
			status = http.StatusNotFound
		}
		d.pages[NormalizePath(k.Path)] = p.empty(status, k.Path)
	}
	return d
}

// withPage returns a copy of the set with one more rendered page.
func (d *pageSet) withPage(k webRoute, rendered page) *pageSet {
	next := *d
	next.pages = maps.Clone(d.pages)
	next.pages[NormalizePath(k.Path)] = rendered
	return &next
}

// renderPage renders one page. If that fails, it returns the last good page and false.
func (p *pageCache) renderPage(ctx context.Context, r *rendererProcess, compressor *brotli.Writer, k webRoute,
	last page, status int) (page, bool) {
	path := strings.TrimSuffix(k.Path, "/*")
	state, err := p.stateJSON(path)
	if err == nil && state == last.state {
		return last, true
	}
	var result rendering
	if err == nil {
		result, err = r.render(ctx, path, state)
	}
	if err != nil {
		if ctx.Err() == nil {
			p.log.Error("A page could not be rendered", "page", path, "error", err)
		}
		if last.body.plain.size == 0 {
			return p.shell(status, state, path), false
		}
		return last, false
	}
	if !k.isRendered() {
		result.HTML, result.Status = "", status
	}
	rendered := p.newPage(result, state, path)
	rendered.body, rendered.state = rendered.body.withCompression(compressor), state
	return rendered, true
}

// empty returns the page without content and state for a path.
func (p *pageCache) empty(status int, path string) page {
	key := fmt.Sprint(status, p.localeOf(path))
	found, isKnown := p.emptyPages.Load(key)
	if !isKnown {
		found, _ = p.emptyPages.LoadOrStore(key, p.shell(status, "{}", path))
	}
	return found.(page)
}

// shell returns a page without content. Its stored state is empty, so the next pass renders the page again. It is not
// compressed, because it is served only for a short time.
func (p *pageCache) shell(status int, state, path string) page {
	head := "<title>" + html.EscapeString(p.title) + "</title>"
	return p.newPage(rendering{Status: status, Head: head}, state, path)
}

func (p *pageCache) newPage(result rendering, state, path string) page {
	text := p.template.render(p.localeOf(path), result.Head, result.HTML, state)
	return page{
		status: result.Status, body: newDocument("text/html; charset=utf-8", cacheRevalidate, []byte(text)),
		styles: hashes(result.HTML, styleAttribute, nil),
	}
}

func (p *pageCache) stateJSON(path string) (string, error) {
	state, err := p.state(path)
	if err != nil {
		return "{}", err
	}
	text, err := json.Marshal(state)
	return string(text), err
}

// find returns the page of a path: its own page, the page of a route with parameters or a wildcard, the empty page of a
// pattern, or the not-found page of its language.
func (d *pageSet) find(path string) page {
	if d.routes == nil {
		return d.empty(http.StatusOK, path)
	}
	wanted := NormalizePath(path)
	if found, ok := d.pages[wanted]; ok {
		return found
	}
	for _, k := range d.routes {
		if matches(NormalizePath(k.Path), wanted) {
			return d.pages[NormalizePath(k.Path)]
		}
	}
	for _, pattern := range d.patterns {
		if matches(pattern, wanted) {
			return d.empty(http.StatusNotFound, path)
		}
	}
	language, _, _ := strings.Cut(wanted[1:], "/")
	if found, ok := d.pages["/"+language+notFoundPath]; ok {
		return found
	}
	return d.notFound
}

// matches reports whether a route leads to a path. Both are normalized. A part of the route such as ":id" matches any
// part of the path, and a last part "*" matches any number of parts.
func matches(route, path string) bool {
	base, isWildcard := strings.CutSuffix(route, "/*")
	wanted, parts := strings.Split(base, "/"), strings.Split(path, "/")
	if len(parts) < len(wanted) || len(parts) > len(wanted) && !isWildcard {
		return false
	}
	for i, part := range wanted {
		if part != parts[i] && (!strings.HasPrefix(part, ":") || parts[i] == "") {
			return false
		}
	}
	return true
}

// NormalizePath returns a path in lower case and without a slash at its end. The web app's router ignores such
// differences too.
func NormalizePath(path string) string {
	return "/" + strings.Trim(strings.ToLower(path), "/")
}
