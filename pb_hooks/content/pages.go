package content

import (
	"context"
	"encoding/json"
	"html"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
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
	// renderLimit is far above the 110 ms that a page of 200 sections took, on a machine that stands
	// still for seconds too.
	renderLimit = 30 * time.Second
	// retrySoon is how long after a failed rendering the next pass comes by itself; each failure after
	// that doubles the wait, up to retryAtMost. A change must not stay unseen for longer than it has to.
	retrySoon   = time.Second
	retryAtMost = time.Minute
	// patience is how long a request waits for the pass that is under way, so that a reload
	// shows the text that was saved just before it.
	patience = 2 * time.Second
	// unknownPath is rendered once, and stands for every path that the web app does not know.
	unknownPath = "/404"
)

// pages keeps the rendered pages.
type pages struct {
	log      *slog.Logger
	template template
	title    string
	state    func(path string) (any, error)
	retry    time.Duration

	current atomic.Pointer[edition]

	mu   sync.Mutex
	wake chan struct{}
	next chan struct{} // closed when the pass that was asked for last has ended
	idle bool          // no pass is waiting to begin
}

// edition is the outcome of a pass. Until the first one has ended the paths get the shell.
type edition struct {
	known   []knownPage
	pages   map[string]page
	missing page
	shell   page
}

// page is one page as it is sent, and the state that it was made of.
type page struct {
	status int
	body   body
	state  string
}

func newPages(log *slog.Logger, t template, title string, state func(string) (any, error)) *pages {
	p := &pages{log: log, template: t, title: title, state: state, retry: retrySoon, wake: make(chan struct{}, 1), idle: true}
	p.current.Store(&edition{shell: p.shell(http.StatusOK, "{}")})
	p.refresh()
	return p
}

// refresh asks for a pass that begins after this moment.
func (p *pages) refresh() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.idle {
		return
	}
	p.idle = false
	p.next = make(chan struct{})
	p.wake <- struct{}{}
}

// begin takes the request for a pass; what is asked for from here on needs another one.
func (p *pages) begin() (done chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = true
	return p.next
}

// latest waits, but not for long, for the pass that was asked for last.
func (p *pages) latest(ctx context.Context) *edition {
	p.mu.Lock()
	done := p.next
	p.mu.Unlock()
	select {
	case <-done:
	default:
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case <-done:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	return p.current.Load()
}

// keepFresh runs a pass each time that one is asked for.
func (p *pages) keepFresh(ctx context.Context, script string) {
	console := func(message string) { p.log.Warn("The page renderer said something", "message", message) }
	r, err := newRenderer(script, renderLimit, console)
	if err != nil {
		p.log.Error("The web app's server script does not compile; pages are sent as empty shells", "error", err)
	}
	wait := p.retry
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		}
		done := p.begin()
		if r == nil || p.pass(ctx, r) {
			wait = p.retry
		} else {
			time.AfterFunc(wait, p.refresh)
			wait = min(2*wait, retryAtMost)
		}
		close(done)
	}
}

// pass renders what has changed and puts the new edition in the old one's place. It tells whether
// every page came out well.
func (p *pages) pass(ctx context.Context, r *renderer) bool {
	last := p.current.Load()
	known, err := r.pages(ctx)
	if err != nil {
		p.log.Error("The pages could not be listed", "error", err)
		return false
	}
	well := true
	made := func(k knownPage, last page, status int) page {
		page, ok := p.make(ctx, r, k, last, status)
		well = well && ok
		return page
	}
	first := last.known == nil
	if first {
		p.current.Store(p.shells(known, last.shell))
	}
	fresh := &edition{known: known, pages: map[string]page{}, shell: last.shell}
	for _, k := range known {
		one := made(k, last.pages[key(k.Path)], http.StatusOK)
		fresh.pages[key(k.Path)] = one
		if first { // nobody waits for the other pages to read this one
			p.current.Store(p.current.Load().with(k, one))
		}
	}
	fresh.missing = made(knownPage{Path: unknownPath, Mode: "rendered"}, last.missing, http.StatusNotFound)
	p.current.Store(fresh)
	return well
}

// shells is what stands in while the first pass renders: by now an unknown path is known for one.
func (p *pages) shells(known []knownPage, shell page) *edition {
	d := &edition{known: known, pages: map[string]page{}, missing: p.shell(http.StatusNotFound, "{}"), shell: shell}
	for _, k := range known {
		d.pages[key(k.Path)] = shell
	}
	return d
}

// with is an edition in which one page has come.
func (d *edition) with(k knownPage, made page) *edition {
	next := *d
	next.pages = maps.Clone(d.pages)
	next.pages[key(k.Path)] = made
	return &next
}

// make renders one page; where that fails it returns the last good one, and false.
func (p *pages) make(ctx context.Context, r *renderer, k knownPage, last page, status int) (page, bool) {
	path := strings.TrimSuffix(k.Path, "/*")
	state, err := p.stateOf(path)
	if err == nil && state == last.state {
		return last, true
	}
	var made rendering
	if err == nil {
		made, err = r.render(ctx, path, state)
	}
	if err != nil {
		if ctx.Err() == nil {
			p.log.Error("A page could not be rendered", "page", path, "error", err)
		}
		if last.body.identity == nil {
			return p.shell(status, state), false
		}
		return last, false
	}
	if !k.rendered() {
		made.HTML, made.Status = "", status
	}
	return p.finish(made, state, state), true
}

// shell is the page without content. It is made of no state, so that the next pass tries again.
func (p *pages) shell(status int, state string) page {
	head := "<title>" + html.EscapeString(p.title) + "</title>"
	return p.finish(rendering{Status: status, Head: head}, state, "")
}

func (p *pages) finish(made rendering, state, madeOf string) page {
	text := p.template.page(made.Head, made.HTML, state)
	return page{
		status: made.Status,
		body:   newBody("text/html; charset=utf-8", revalidate, []byte(text)).compressed(),
		state:  madeOf,
	}
}

func (p *pages) stateOf(path string) (string, error) {
	state, err := p.state(path)
	if err != nil {
		return "{}", err
	}
	text, err := json.Marshal(state)
	return string(text), err
}

// find returns the page of a path: its own, a wildcard's, or the not-found screen.
func (d *edition) find(path string) page {
	if d.known == nil {
		return d.shell
	}
	wanted := key(path)
	if found, ok := d.pages[wanted]; ok {
		return found
	}
	for _, k := range d.known {
		if base, ok := strings.CutSuffix(key(k.Path), "/*"); ok && (wanted == base || strings.HasPrefix(wanted, base+"/")) {
			return d.pages[key(k.Path)]
		}
	}
	return d.missing
}

// key folds what the web app's router holds for the same path: case and a slash at the end.
func key(path string) string {
	return "/" + strings.Trim(strings.ToLower(path), "/")
}
