package httpx

import (
	"strings"

	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
)

// headers sets the security headers of every response before anything can fail. Pages replace the policy with their
// own; the dashboard at /_/ uses PocketBase's.
func (g *Middleware) headers(e *core.RequestEvent) error {
	h := e.Response.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	// With strict-origin, the token of a reset link never appears in a Referer header, not even within our own site.
	h.Set("Referrer-Policy", "strict-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()")
	if g.https(e.Request) {
		h.Set("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
	}
	if !strings.HasPrefix(e.Request.URL.Path, "/_/") {
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	}
	if strings.HasPrefix(e.Request.URL.Path, "/api/") {
		h.Set("Cache-Control", "no-store")
	}
	return e.Next()
}

// KeepPrivate keeps personal data out of the caches of the browser and of others.
func KeepPrivate(e *core.RequestEvent) {
	e.Response.Header().Set("Cache-Control", "private, no-store")
}

// ticketKey is the request's key for the ticket that was in its query.
const ticketKey = "boardcircleTicket"

// Ticket returns the download ticket of a request, or "".
func Ticket(e *core.RequestEvent) string {
	ticket, _ := e.Get(ticketKey).(string)
	return ticket
}

// stripSecrets removes what may contain the token of a reset link before a request is logged: the query of a page and
// the Referer. This applies to any method, because a form that is sent before its script has loaded posts to its own
// address. The server reads neither of them. A download ticket and the token of a preview are also removed from the
// query, but are stored with the request. Only "edit", which has no value, stays in the address of a page.
func stripSecrets(e *core.RequestEvent) error {
	e.Request.Header.Del("Referer")
	path := e.Request.URL.Path
	if query := e.Request.URL.Query(); query.Has("ticket") {
		e.Set(ticketKey, query.Get("ticket"))
		query.Del("ticket")
		e.Request.URL.RawQuery = query.Encode()
	}
	for _, prefix := range []string{"/api/", "/_/", "/sandbox/"} {
		if strings.HasPrefix(path, prefix) {
			return e.Next()
		}
	}
	query := e.Request.URL.Query()
	e.Request.URL.RawQuery = ""
	if query.Has("edit") {
		e.Request.URL.RawQuery = "edit"
	}
	if query.Has("preview") {
		e.Set(previewKey, query.Get("preview"))
	}
	return e.Next()
}

// previewKey is the request's key for the token of a preview link.
const previewKey = "boardcirclePreview"

// PreviewToken returns the token of a link that shows the drafts of a page. It is "" without one.
func PreviewToken(e *core.RequestEvent) string {
	token, _ := e.Get(previewKey).(string)
	return token
}

// subresourceDestinations are the Sec-Fetch-Dest values of requests for parts of a page.
var subresourceDestinations = []string{"image", "iframe", "frame", "embed", "object", "script", "style", "font",
	"audio", "video", "track"}

// IsOwnVisit reports whether a person opened the address from our own pages or by hand. A HEAD request, a prefetch, a
// link on another site and a part of a page are no such visits. A GET that records what a person did must check this.
func IsOwnVisit(r *http.Request) bool { return isOwnVisit(r, false) }

// isOwnVisit also accepts a frame of our own pages if inFrame is true.
func isOwnVisit(r *http.Request, inFrame bool) bool {
	from, purpose := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose")
	destination := r.Header.Get("Sec-Fetch-Dest")
	isPart := slices.Contains(subresourceDestinations, destination) && (!inFrame || destination != "iframe")
	return r.Method != http.MethodHead && from != "cross-site" && from != "same-site" && purpose == "" && !isPart
}

// requireDirectRequest refuses an admin's request that the admin did not make: another site linked to the address, a
// page uses it as an image, or a browser prefetches it. Such a request for an export or download would change nothing,
// but the audit log would say that the admin downloaded it. Routes with inFrame may be shown in a frame of our own
// pages.
func requireDirectRequest(e *core.RequestEvent, inFrame bool) error {
	if !isOwnVisit(e.Request, inFrame) {
		return NewError(http.StatusForbidden, "This can only be opened from the console.", nil)
	}
	return nil
}
