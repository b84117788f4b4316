package pages

import (
	"context"
	"encoding/json"
	"errors"
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
)

// How a page comes to be:
//
//	asked for (at the start, and by each refresh) -> rendered, all pages in one pass -> kept
//
// A refresh during a pass asks for one more pass, however many there are. A page whose state is
// the same as last time is not rendered again. A rendering that fails is logged: the last good
// one stays, or the empty shell, which the browser fills in, where there is none yet; the next
// pass tries again, and comes by itself after a while: the machine may only have been busy.

const (
	// renderLimit is far above the 110 ms that a page of 200 sections took, also on a machine
	// that stalls for seconds.
	renderLimit = 30 * time.Second
	// retryMinDelay is how long after a failed rendering the next pass comes by itself; each failure after
	// that doubles the wait, up to retryMaxDelay. A change must not stay unseen for longer than it has to.
	retryMinDelay = time.Second
	retryMaxDelay = time.Minute
	// renderWaitLimit is how long a request waits for the pass that is under way, so that a reload
	// shows the text that was saved just before it.
	renderWaitLimit = 2 * time.Second
	// notFoundPath is rendered once, for every path that the web app does not know.
	notFoundPath = "/404"
)

// pageCache keeps the rendered pages.
type pageCache struct {
	log        *slog.Logger
	template   template
	title      string
	state      func(path string) (any, error)
	retryDelay time.Duration

	current atomic.Pointer[pageSet]

	mu           sync.Mutex
	wake         chan struct{}
	passDone     chan struct{} // closed when the pass that was asked for last has ended
	noPassQueued bool          // no pass is waiting to begin
}

// pageSet is the outcome of a pass. Until the first one has ended the paths get the shell.
type pageSet struct {
	routes   []webRoute
	pages    map[string]page
	notFound page
	shell    page
}

// render is one page as it is sent, and the state that it was made of.
type page struct {
	status int
	body   document
	state  string
	// styles are the hashes of its style attributes.
	styles string
}

func newPageCache(log *slog.Logger, t template, title string, state func(string) (any, error)) *pageCache {
	p := &pageCache{log: log, template: t, title: title, state: state, retryDelay: retryMinDelay, wake: make(chan struct{}, 1), noPassQueued: true}
	p.current.Store(&pageSet{shell: p.shell(http.StatusOK, "{}")})
	p.refresh()
	return p
}

// refresh asks for a pass that begins after this moment.
func (p *pageCache) refresh() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.noPassQueued {
		return
	}
	p.noPassQueued = false
	p.passDone = make(chan struct{})
	p.wake <- struct{}{}
}

// startPass takes the request for a pass; what is asked for from here on needs another one.
func (p *pageCache) startPass() (done chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.noPassQueued = true
	return p.passDone
}

// latest waits, but not for long, for the pass that was asked for last.
func (p *pageCache) latest(ctx context.Context) *pageSet {
	p.mu.Lock()
	done := p.passDone
	p.mu.Unlock()
	select {
	case <-done:
	default:
		timer := time.NewTimer(renderWaitLimit)
		defer timer.Stop()
		select {
		case <-done:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	return p.current.Load()
}

// run runs a pass each time that one is asked for.
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
		// passes are rare: what this one took, and the start before it, is the machine's
		debug.FreeOSMemory()
	}
}

// renderAll renders what has changed and swaps the new set of pages for the old one. It reports whether
// there is nothing to try again.
func (p *pageCache) renderAll(ctx context.Context, script func() (fs.File, error)) bool {
	console := func(message string) { p.log.Warn("The page renderer said something", "message", message) }
	r, err := p.startRenderer(script, console)
	if err != nil {
		p.log.Error("The page renderer did not start", "error", err)
		return false
	}
	defer r.close()
	last := p.current.Load()
	known, err := r.listRoutes(ctx)
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
		p.current.Store(p.placeholders(known, last.shell))
	}
	fresh := &pageSet{routes: known, pages: map[string]page{}, shell: last.shell}
	for _, k := range known {
		one := render(k, last.pages[normalizePath(k.Path)], http.StatusOK)
		fresh.pages[normalizePath(k.Path)] = one
		if first { // nobody waits for the other pages to read this one
			p.current.Store(p.current.Load().withPage(k, one))
		}
	}
	fresh.notFound = render(webRoute{Path: notFoundPath, Mode: "rendered"}, last.notFound, http.StatusNotFound)
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

// placeholders are what is served until the first pass has rendered; unknown paths are recognised already.
func (p *pageCache) placeholders(known []webRoute, shell page) *pageSet {
	d := &pageSet{routes: known, pages: map[string]page{}, notFound: p.shell(http.StatusNotFound, "{}"), shell: shell}
	for _, k := range known {
		d.pages[normalizePath(k.Path)] = shell
	}
	return d
}

// withPage is the set with one more page rendered.
func (d *pageSet) withPage(k webRoute, rendered page) *pageSet {
	next := *d
	next.pages = maps.Clone(d.pages)
	next.pages[normalizePath(k.Path)] = rendered
	return &next
}

// renderPage renders one page; where that fails it returns the last good one, and false.
func (p *pageCache) renderPage(ctx context.Context, r *rendererProcess, compressor *brotli.Writer, k webRoute, last page, status int) (page, bool) {
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
			return p.shell(status, state), false
		}
		return last, false
	}
	if !k.isRendered() {
		result.HTML, result.Status = "", status
	}
	rendered := p.newPage(result, state)
	rendered.body, rendered.state = rendered.body.withCompression(compressor), state
	return rendered, true
}

// shell is the page without content. It is made of no state, so that the next pass tries again, and stands
// in for too short a time to be worth compressing.
func (p *pageCache) shell(status int, state string) page {
	head := "<title>" + html.EscapeString(p.title) + "</title>"
	return p.newPage(rendering{Status: status, Head: head}, state)
}

func (p *pageCache) newPage(result rendering, state string) page {
	text := p.template.render(result.Head, result.HTML, state)
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

// find returns the page of a path: its own, a wildcard's, or the not-found screen.
func (d *pageSet) find(path string) page {
	if d.routes == nil {
		return d.shell
	}
	wanted := normalizePath(path)
	if found, ok := d.pages[wanted]; ok {
		return found
	}
	for _, k := range d.routes {
		if base, ok := strings.CutSuffix(normalizePath(k.Path), "/*"); ok && (wanted == base || strings.HasPrefix(wanted, base+"/")) {
			return d.pages[normalizePath(k.Path)]
		}
	}
	return d.notFound
}

// normalizePath folds what the web app's router holds for the same path: case and a slash at the end.
func normalizePath(path string) string {
	return "/" + strings.Trim(strings.ToLower(path), "/")
}
