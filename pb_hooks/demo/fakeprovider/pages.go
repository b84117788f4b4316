package fakeprovider

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
)

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
