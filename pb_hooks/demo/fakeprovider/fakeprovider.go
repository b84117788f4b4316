// Package standin is what the stand-ins of the providers are made of alike: a journal that outlives
// a restart, pages for people, and calls that take long or never end.
package fakeprovider

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"sync"
	"time"
)

// Delayer is the line over which a stand-in is called. Hang up when the stand-in ends.
type Delayer struct {
	closed chan struct{}
	once   sync.Once
}

// NewDelayer opens a line.
func NewDelayer() *Delayer { return &Delayer{closed: make(chan struct{})} }

// Close ends the calls that rest and hang.
func (l *Delayer) Close() { l.once.Do(func() { close(l.closed) }) }

// Delay holds a call for a while, or until the caller gives up.
func (l *Delayer) Delay(r *http.Request, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-time.After(d):
	case <-r.Context().Done():
	case <-l.closed:
	}
}

// Hang holds a call until the caller gives up.
func (l *Delayer) Hang(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-l.closed:
	}
}

// Drop cuts the connection without an answer.
func Drop(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
		return
	}
	panic(http.ErrAbortHandler)
}

// WaitUntil waits until there is nothing left to do, or until the time is up; it tells which. The
// condition's lock guards what settled looks at, and the condition is told when that changes.
func WaitUntil(changed *sync.Cond, atMost time.Duration, done func() bool) bool {
	deadline := time.Now().Add(atMost)
	timer := time.AfterFunc(atMost, func() {
		changed.L.Lock()
		defer changed.L.Unlock()
		changed.Broadcast()
	})
	defer timer.Stop()
	changed.L.Lock()
	defer changed.L.Unlock()
	for !done() && time.Now().Before(deadline) {
		changed.Wait()
	}
	return done()
}

//go:embed pages/frame.html pages/style.css
var sharedFiles embed.FS

// Frame is what stands around each page of a stand-in.
type Frame struct {
	// Name is the stand-in's, Home leads to its first page, About says what it is.
	Name, Home, About string
}

// Pages are a stand-in's pages for people.
type Pages struct{ templates *template.Template }

// NewPages reads the templates and the style of a stand-in from its folder "pages". A page begins
// with {{template "top" TITLE}} and ends with {{template "bottom"}}.
func NewPages(files fs.FS, frame Frame, functions template.FuncMap) *Pages {
	style := readStyle(sharedFiles) + readStyle(files)
	templates := template.New("").Funcs(functions).Funcs(template.FuncMap{
		"frame": func() Frame { return frame },
		"style": func() template.CSS { return template.CSS(style) },
	})
	template.Must(templates.ParseFS(sharedFiles, "pages/frame.html"))
	return &Pages{template.Must(templates.ParseFS(files, "pages/*.html"))}
}

func readStyle(files fs.FS) string {
	style, err := fs.ReadFile(files, "pages/style.css")
	if err != nil {
		panic(err) // the files are embedded: only a broken build gets here
	}
	return string(style)
}

// Render answers with a page. The policy is what the page may load and run.
func (p *Pages) Render(w http.ResponseWriter, status int, policy, name string, data any) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "same-origin")
	w.WriteHeader(status)
	if err := p.templates.ExecuteTemplate(w, name, data); err != nil {
		panic(err) // the templates are embedded: only a broken build or a gone reader gets here
	}
}
