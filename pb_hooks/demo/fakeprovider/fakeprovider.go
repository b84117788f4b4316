// Package fakeprovider has the shared code of the fake providers: a journal that survives restarts, HTML pages, and
// calls that are delayed or hang.
package fakeprovider

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"sync"
	"time"
)

// Delayer delays and hangs the calls of a fake provider. Close it with the provider.
type Delayer struct {
	closed chan struct{}
	once   sync.Once
}

// NewDelayer returns a Delayer.
func NewDelayer() *Delayer { return &Delayer{closed: make(chan struct{})} }

// Close ends the delayed and hanging calls.
func (d *Delayer) Close() { d.once.Do(func() { close(d.closed) }) }

// Delay waits for the delay, or until the client disconnects.
func (d *Delayer) Delay(r *http.Request, delay time.Duration) {
	if delay <= 0 {
		return
	}
	select {
	case <-time.After(delay):
	case <-r.Context().Done():
	case <-d.closed:
	}
}

// Hang blocks a call until the client disconnects.
func (d *Delayer) Hang(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-d.closed:
	}
}

// Drop closes the connection without a response.
func Drop(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
		return
	}
	panic(http.ErrAbortHandler)
}

// WaitUntil waits until done returns true or the timeout ends. It returns the last result of done. The condition's lock
// guards the data that done reads, and changed must be signalled when that data changes.
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

// Frame is the header of each page of a fake provider.
type Frame struct {
	// Name is the provider's name, Home is the address of its first page, About is a short description.
	Name, Home, About string
}

// Pages are the HTML pages of a fake provider.
type Pages struct{ templates func() *template.Template }

// NewPages reads the templates and the style sheet from the folder "pages". A page begins with {{template "top" TITLE}}
// and ends with {{template "bottom"}}.
func NewPages(files fs.FS, frame Frame, functions template.FuncMap) *Pages {
	// Parsed on first use, because a server without the demo shows no pages.
	return &Pages{sync.OnceValue(func() *template.Template {
		style := readStyle(sharedFiles) + readStyle(files)
		templates := template.New("").Funcs(functions).Funcs(template.FuncMap{
			"frame": func() Frame { return frame },
			"style": func() template.CSS { return template.CSS(style) },
		})
		template.Must(templates.ParseFS(sharedFiles, "pages/frame.html"))
		return template.Must(templates.ParseFS(files, "pages/*.html"))
	})}
}

func readStyle(files fs.FS) string {
	style, err := fs.ReadFile(files, "pages/style.css")
	if err != nil {
		panic(err) // the files are embedded: a broken build
	}
	return string(style)
}

// Render answers with a page and a content security policy.
func (p *Pages) Render(w http.ResponseWriter, status int, policy, name string, data any) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "same-origin")
	w.WriteHeader(status)
	if err := p.templates().ExecuteTemplate(w, name, data); err != nil {
		panic(err) // the templates are embedded: a broken build, or the client has disconnected
	}
}
