package fakebrevo

import (
	"cmp"
	"embed"
	"html/template"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"

	"boardcircle/pb_hooks/demo/fakeprovider"
	"boardcircle/pb_hooks/internal/india"
)

//go:embed pages/*.html pages/style.css
var pageFiles embed.FS

// pagePolicy allows no scripts. The frame that shows an email inherits the policy, so it must allow inline styles and
// images.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// perPage is the length of a page of the list.
const perPage = 50

var frame = fakeprovider.Frame{
	Name: "Sandbox inbox", Home: "/sandbox/inbox", About: "A fake mail provider. Nothing here leaves this machine.",
}

var pages = fakeprovider.NewPages(pageFiles, frame, template.FuncMap{
	"when":    func(t time.Time) string { return t.In(india.Zone).Format("2 Jan 2006, 15:04") },
	"moment":  func(ms int64) string { return time.UnixMilli(ms).In(india.Zone).Format("2 Jan, 15:04:05") },
	"label":   func(event string) string { return strings.ReplaceAll(event, "_", " ") },
	"latest":  latestEvent,
	"tone":    tone,
	"initial": initial,
	"srcdoc":  func(html string) string { return `<base target="_blank">` + html },
})

// showList is GET /sandbox/inbox.
func (b *Server) showList(w http.ResponseWriter, r *http.Request) {
	search := strings.TrimSpace(r.URL.Query().Get("q"))
	b.mu.Lock()
	found := b.store.newestFirst(func(m Message) bool { return m.matches(search) })
	total := len(b.store.messages)
	b.mu.Unlock()
	last := max(1, (len(found)+perPage-1)/perPage)
	n, _ := strconv.Atoi(r.URL.Query().Get("page"))
	n = min(max(n, 1), last)
	renderPage(w, http.StatusOK, "list.html", map[string]any{
		"Search": search, "Total": total, "Found": len(found),
		"Messages": found[(n-1)*perPage : min(n*perPage, len(found))],
		"Page":     n, "Newer": n - 1, "Older": n + 1, "HasOlder": n < last,
	})
}

// showMessage is GET /sandbox/inbox/{id}.
func (b *Server) showMessage(w http.ResponseWriter, r *http.Request) {
	m, known := b.findMessage(r.PathValue("id"))
	if !known {
		renderPage(w, http.StatusNotFound, "missing.html", nil)
		return
	}
	renderPage(w, http.StatusOK, "message.html", map[string]any{"Message": m, "Links": links(m)})
}

// handleEvent is POST /sandbox/inbox/{id}/events. It simulates an event of the recipient.
func (b *Server) handleEvent(w http.ResponseWriter, r *http.Request) {
	if http.NewCrossOriginProtection().Check(r) != nil {
		http.Error(w, "This form belongs to the inbox page.", http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	m, known := b.findMessage(r.PathValue("id"))
	if !known {
		http.Error(w, "There is no such email.", http.StatusNotFound)
		return
	}
	if err := b.SimulateEvent(m.ID, r.PostFormValue("event"), r.PostFormValue("link")); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, "/sandbox/inbox/"+m.ID+"#events", http.StatusSeeOther)
}

// SimulateEvent emits an event, such as open or click, for each recipient of a message.
func (b *Server) SimulateEvent(id, event, link string) error {
	names, known := simulatedEvents[event]
	if !known {
		return invalidParameter("unknown event " + strconv.Quote(event))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.store.byID[id]
	if m == nil {
		return &apiError{"document_not_found", "There is no such email."}
	}
	now := b.now()
	var events []Event
	for _, to := range m.To {
		for _, name := range names {
			exists := slices.ContainsFunc(m.Events, func(e Event) bool {
				return e.Event == name && e.Email == to.Email
			})
			if strings.HasPrefix(name, "unique_") && exists {
				continue
			}
			e := m.event(name, to.Email, link, "", now)
			events = append(events, e)
		}
	}
	if err := b.store.addEvents(m, events); err != nil {
		return err
	}
	b.webhooks.enqueue(events)
	return nil
}

// simulatedEvents are the webhook events of the buttons on the inbox page.
var simulatedEvents = map[string][]string{
	"open":        {"opened", "unique_opened"},
	"proxy-open":  {"proxy_open", "unique_proxy_open"},
	"click":       {"click"},
	"hard-bounce": {"hard_bounce"},
	"soft-bounce": {"soft_bounce"},
	"spam":        {"spam"},
	"unsubscribe": {"unsubscribed"},
}

func (b *Server) findMessage(id string) (Message, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m := b.store.byID[id]; m != nil {
		return m.clone(), true
	}
	return Message{}, false
}

var urlPattern = regexp.MustCompile(`https?://[^\s<>"]+`)

// links lists the links of an email, from its HTML or, if none exists, its text.
func links(m Message) []string {
	if m.HTML == "" {
		return dedupe(urlPattern.FindAllString(m.Text, -1))
	}
	var found []string
	for z := html.NewTokenizer(strings.NewReader(m.HTML)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return dedupe(found)
		case html.StartTagToken:
			token := z.Token()
			for _, a := range token.Attr {
				if token.Data == "a" && a.Key == "href" && urlPattern.MatchString(a.Val) {
					found = append(found, a.Val)
				}
			}
		}
	}
}

func dedupe(all []string) []string {
	var out []string
	for _, s := range all {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func latestEvent(m Message) string {
	if len(m.Events) == 0 {
		return "accepted"
	}
	return m.Events[len(m.Events)-1].Event
}

// tone returns the colour group of an event.
func tone(event string) string {
	switch event {
	case "hard_bounce", "soft_bounce", "blocked", "spam", "error", "invalid_email":
		return "bad"
	case "delivered", "opened", "unique_opened", "click", "proxy_open", "unique_proxy_open":
		return "good"
	}
	return "plain"
}

func initial(a Address) string {
	for _, r := range cmp.Or(a.Name, a.Email) {
		return strings.ToUpper(string(r))
	}
	return "?"
}

func renderPage(w http.ResponseWriter, status int, name string, data any) {
	pages.Render(w, status, pagePolicy, name, data)
}

// Attachment is a file of a message, in base64 on the wire.
type Attachment struct {
	Name    string `json:"name"`
	Content []byte `json:"content"`
	// URL is where Brevo would fetch the file; the fake refuses it.
	URL string `json:"url,omitempty"`
}

// Size returns the file's size in kilobytes.
func (a Attachment) Size() string {
	return strconv.Itoa((len(a.Content)+1023)/1024) + " kB"
}

// allowedExtensions are the extensions that Brevo accepts.
var allowedExtensions = strings.Fields(
	"xlsx xls ods docx docm doc csv pdf txt gif jpg jpeg png tif tiff rtf bmp cgm css shtml html htm zip xml ppt " +
		"pptx tar ez ics mobi msg pub eps odt mp3 m4a m4v wma ogg flac wav aif aifc aiff mp4 mov avi mkv mpeg mpg " +
		"wmv pkpass xlsm",
)

func (a Attachment) validate() *apiError {
	switch {
	case a.URL != "":
		return invalidParameter("attachment url is not reachable from the sandbox")
	case len(a.Content) == 0:
		return invalidParameter("attachment content is missing")
	case a.Name == "":
		return &apiError{"missing_parameter", "attachment name is missing"}
	case !slices.Contains(allowedExtensions, strings.ToLower(strings.TrimPrefix(path.Ext(a.Name), "."))):
		return invalidParameter("unsupported file format for attachment " + a.Name)
	}
	return nil
}

// showAttachment is GET /sandbox/inbox/{id}/attachments/{n}: a download, never shown inline, because the file may be
// HTML.
func (b *Server) showAttachment(w http.ResponseWriter, r *http.Request) {
	m, known := b.findMessage(r.PathValue("id"))
	n, err := strconv.Atoi(r.PathValue("n"))
	if !known || err != nil || n < 0 || n >= len(m.Attachments) {
		renderPage(w, http.StatusNotFound, "missing.html", nil)
		return
	}
	file, header := m.Attachments[n], w.Header()
	kind := mime.TypeByExtension(path.Ext(file.Name))
	if kind == "" {
		kind = "application/octet-stream"
	}
	header.Set("Content-Type", kind)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	header.Set("Content-Length", strconv.Itoa(len(file.Content)))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Cache-Control", "no-store")
	// the client may have disconnected
	_, _ = w.Write(file.Content)
}
