package mail

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

// The console shows an e-mail in a frame, and the frame has an address of its own, so that its policy need not be
// the console's: an e-mail has styles, and may do nothing.

// framePolicy runs nothing, fetches nothing and lets nobody but the console show it. picturePolicy lets it fetch pictures of
// the site's own.
const (
	framePolicy   = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"
	picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox"
)

const (
	previewTTL = 30 * time.Minute
	// maxPreviews is how many are kept; the oldest give way.
	maxPreviews = 200
)

var errPreviewGone = apperr.NotFound("preview-not-found", "This preview is not kept any more. Please open it again.")

// ReadHTML is GET /api/emails/{id}/html: an e-mail as its reader sees it, its secrets hidden.
func (c *Console) ReadHTML(e *core.RequestEvent) error {
	email, err := findEmail(e.App, e.Request.PathValue("id"))
	if err != nil {
		return readError(err)
	}
	rendered, _, err := c.outbox.renderRedacted(e.App, email)
	if err != nil {
		return readError(err)
	}
	return writeFrame(e, rendered.HTML, framePolicy)
}

// ReadPreview is GET /api/email-previews/{key}: an e-mail that is not sent yet, for who has composed it; with images=off
// as a mail program shows it that fetches no pictures.
func (c *Console) ReadPreview(e *core.RequestEvent) error {
	html, known := c.outbox.previews.find(e.Request.PathValue("key"), httpx.AccountKey(e), c.outbox.now())
	if !known {
		return errPreviewGone
	}
	if e.Request.URL.Query().Get("images") == "off" {
		return writeFrame(e, html, framePolicy)
	}
	return writeFrame(e, html, picturePolicy)
}

func writeFrame(e *core.RequestEvent, html, policy string) error {
	e.Response.Header().Set("Content-Security-Policy", policy)
	return e.HTML(http.StatusOK, html)
}

// KeepPreview keeps an e-mail's HTML for its composer, and returns the address at which a frame shows it.
func (o *Outbox) KeepPreview(composer, html string) string {
	return "/api/email-previews/" + o.previews.keep(composer, html, o.now())
}

type preview struct {
	key, composer, html string
	expiresAt           time.Time
}

// previews are in memory: a preview that a restart takes away is composed again.
type previews struct {
	mu   sync.Mutex
	kept []preview
}

func (p *previews) keep(composer, html string, now time.Time) (key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key = keys.Random()
	p.kept = append(p.kept, preview{key, composer, html, now.Add(previewTTL)})
	if surplus := len(p.kept) - maxPreviews; surplus > 0 {
		p.kept = slices.Delete(p.kept, 0, surplus)
	}
	return key
}

func (p *previews) find(key, composer string, now time.Time) (html string, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept = slices.DeleteFunc(p.kept, func(kept preview) bool { return !now.Before(kept.expiresAt) })
	for _, kept := range p.kept {
		if kept.key == key && kept.composer == composer {
			return kept.html, true
		}
	}
	return "", false
}
