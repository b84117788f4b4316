package texts

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
)

// The console shows an email in a frame with its own URL, so that the email has a stricter content security policy than
// the console.

// FramePolicy allows no scripts and only the site's own pictures, and only the console may frame the page. The policy
// withoutPictures allows no requests.
const (
	FramePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; " +
		"sandbox"
	withoutPictures = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"
)

const (
	previewTTL = 30 * time.Minute
	// maxPreviews is how many previews are stored. The oldest are dropped first.
	maxPreviews = 200
)

var errPreviewGone = apperr.NotFound("preview-not-found", "This preview is no longer stored. Please open it again.")

// ReadPreview is GET /api/email-previews/{key}: an email that is not sent yet. Only its author can open it.
// images=off shows it without pictures, as some mail programs do.
func (c *Console) ReadPreview() httpx.Endpoint {
	return httpx.File(c.readPreview, []string{"text/html"}, httpx.Doc{
		Tag: "mail", Summary: "Get the preview of an email",
		Description: "Only its author can open it, for half an hour. The console shows it in a frame.",
		Errors:      []*apperr.Error{errPreviewGone},
		Query: []httpx.Parameter{{Name: "images", Description: "Whether pictures are shown.",
			Options: []string{"off"}}},
	})
}

func (c *Console) readPreview(e *core.RequestEvent) error {
	html, known := c.library.previews.find(e.Request.PathValue("key"), httpx.AccountKey(e), c.library.now())
	if !known {
		return errPreviewGone
	}
	if e.Request.URL.Query().Get("images") == "off" {
		return WriteFrame(e, html, withoutPictures)
	}
	return WriteFrame(e, html, FramePolicy)
}

// WriteFrame writes the HTML of an email with a content security policy.
func WriteFrame(e *core.RequestEvent, html, policy string) error {
	e.Response.Header().Set("Content-Security-Policy", policy)
	return e.HTML(http.StatusOK, html)
}

// StorePreview stores an email's HTML for its author, and returns the URL for the frame.
func (l *Library) StorePreview(author, html string) string {
	return "/api/email-previews/" + l.previews.add(author, html, l.now())
}

type preview struct {
	key, author, html string
	expiresAt         time.Time
}

// previews holds previews in memory. After a restart, the author creates a new preview.
type previews struct {
	mu   sync.Mutex
	list []preview
}

func (p *previews) add(author, html string, now time.Time) (key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key = keys.Random()
	p.list = append(p.list, preview{key, author, html, now.Add(previewTTL)})
	if surplus := len(p.list) - maxPreviews; surplus > 0 {
		p.list = slices.Delete(p.list, 0, surplus)
	}
	return key
}

func (p *previews) find(key, author string, now time.Time) (html string, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = slices.DeleteFunc(p.list, func(v preview) bool { return !now.Before(v.expiresAt) })
	for _, v := range p.list {
		if v.key == key && v.author == author {
			return v.html, true
		}
	}
	return "", false
}
