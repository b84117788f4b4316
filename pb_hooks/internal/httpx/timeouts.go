package httpx

import (
	"io"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// Timeouts bound how long a client may take: whoever sends slowly, or nothing more, holds a connection and
// memory that others need.
type Timeouts struct {
	// Header is for a request's header, Body for header and body together.
	Header, Body time.Duration
	// Upload is for the body of a file, or of what an admin or a superuser imports.
	Upload time.Duration
	// Subscribe is how long a realtime stream may wait for its subscription.
	Subscribe time.Duration
}

// DefaultTimeouts are those of the server. An import of 12 MB has its five minutes on a line of 400 kbit/s.
func DefaultTimeouts() Timeouts {
	return Timeouts{Header: 10 * time.Second, Body: 30 * time.Second, Upload: 5 * time.Minute, Subscribe: 10 * time.Second}
}

// idleTimeout is how long a connection is kept for its next request.
const idleTimeout = 2 * time.Minute

// Limit sets a server's timeouts, which hold until a middleware knows more of the request. net/http lifts
// them once the request is read: its answer may take longer.
func (t Timeouts) Limit(server *http.Server) {
	server.ReadHeaderTimeout, server.ReadTimeout, server.IdleTimeout = t.Header, t.Body, idleTimeout
}

// closeUnread ends the connection of a request whose body is not read to its end. PocketBase closes a body before
// net/http can see what is left of it, and that would then be read as the next request, which the proxy may hold
// for somebody else's.
func closeUnread(e *core.RequestEvent) error {
	if e.Request.ContentLength == 0 {
		return e.Next()
	}
	header := e.Response.Header()
	header.Set("Connection", "close")
	body := &watchedBody{ReadCloser: e.Request.Body, atEnd: func() { header.Del("Connection") }}
	if rereadable, ok := e.Request.Body.(*router.RereadableReadCloser); ok {
		body.ReadCloser, rereadable.ReadCloser = rereadable.ReadCloser, body
	} else {
		e.Request.Body = body
	}
	return e.Next()
}

// limitUpload gives the body of a route that takes a lot the time that it needs, once the caller is let in.
func (r Route) limitUpload(timeouts Timeouts) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if (r.Upload || r.Body >= largeBody) && e.Auth != nil && r.hasBody(e.Request) {
			setReadDeadline(e, time.Now().Add(timeouts.Upload))
		}
		return e.Next()
	}
}

// largeBody is where an import begins.
const largeBody = 1 << 20

// limitSuperuser gives the uploads of PocketBase's dashboard their time.
func (g *Middleware) limitSuperuser(e *core.RequestEvent) error {
	if e.HasSuperuserAuth() && e.Request.ContentLength != 0 {
		setReadDeadline(e, time.Now().Add(g.timeouts.Upload))
	}
	return e.Next()
}

// setReadDeadline sets until when a body may be read. A test's recorder has no connection, and no deadline.
func setReadDeadline(e *core.RequestEvent, at time.Time) {
	_ = http.NewResponseController(e.Response).SetReadDeadline(at)
}

// watchedBody notices the end of a body.
type watchedBody struct {
	io.ReadCloser
	atEnd func()
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.atEnd()
	}
	return n, err
}
