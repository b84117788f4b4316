package httpx

import (
	"strings"

	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
)

// headers sets the security headers of every answer before anything can fail. Pages replace the
// policy with their own; the dashboard at /_/ sets PocketBase's.
func (g *Middleware) headers(e *core.RequestEvent) error {
	h := e.Response.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	// strict-origin: a reset link's token never travels in a Referer, not even to ourselves
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

// ticketKey is where a request keeps the ticket that was in its query.
const ticketKey = "boardcircleTicket"

// Ticket is the ticket of a download that a request came with, "" when it has none.
func Ticket(e *core.RequestEvent) string {
	ticket, _ := e.Get(ticketKey).(string)
	return ticket
}

// stripSecrets takes away, before a request is logged, what may carry a reset link's token: the
// query of a page, whatever the method (a form sent before its script has loaded posts to its own
// address), and the Referer. The server reads neither. A download's ticket leaves the query, too,
// and stays with the request.
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
	e.Request.URL.RawQuery = ""
	return e.Next()
}

// subresourceDestinations are the ways in which a page asks for something that is a part of it.
var subresourceDestinations = []string{"image", "iframe", "frame", "embed", "object", "script", "style", "font", "audio", "video", "track"}

// requireDirectRequest refuses an admin's request that a browser made without them: because another site's
// link led there, or because a page has the address for a picture. An export or a download changes
// nothing, yet the audit log would say that they had taken it.
func requireDirectRequest(e *core.RequestEvent) error {
	from := e.Request.Header.Get("Sec-Fetch-Site")
	if from == "cross-site" || from == "same-site" || slices.Contains(subresourceDestinations, e.Request.Header.Get("Sec-Fetch-Dest")) {
		return NewError(http.StatusForbidden, "This can be opened from the console only.", nil)
	}
	return nil
}
