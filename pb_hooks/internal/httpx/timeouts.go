package httpx

import (
	"io"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/clock"
)

// Timeouts limit how long a client may take. A client that sends slowly or stops sending holds a connection and memory
// that others need.
type Timeouts struct {
	// Header is for the header of a request, Body for header and body together.
	Header, Body time.Duration
	// Upload is for the body of a file upload or an import.
	Upload time.Duration
	// Subscribe is how long a realtime stream may wait for its subscription.
	Subscribe time.Duration
}

// DefaultTimeouts returns the timeouts of the server. An upload of 12 MB finishes within five minutes at 400 kbit/s.
func DefaultTimeouts() Timeouts {
	return Timeouts{
		Header:    10 * time.Second,
		Body:      30 * time.Second,
		Upload:    5 * time.Minute,
		Subscribe: 10 * time.Second,
	}
}

// idleTimeout is how long an idle connection waits for its next request.
const idleTimeout = 2 * time.Minute

// Limit sets a server's initial timeouts. Middlewares change them once they know the route. net/http removes the read
// timeout after the request is read, so the response may take longer.
func (t Timeouts) Limit(server *http.Server) {
	server.ReadHeaderTimeout, server.ReadTimeout, server.IdleTimeout = t.Header, t.Body, idleTimeout
}

// closeUnread closes the connection of a request whose body was not read to the end. PocketBase closes the body before
// net/http can see the unread rest, so net/http would read the rest as the next request, which a proxy might attribute
// to another client.
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

// limitUpload extends the read deadline for large bodies after the caller is authenticated.
func (r Route) limitUpload(timeouts Timeouts) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if (r.IsUpload() || r.Body >= largeBody) && e.Auth != nil && r.hasBody(e.Request) {
			setReadDeadline(e, timeouts.Upload)
		}
		return e.Next()
	}
}

// largeBody is the limit in bytes from which the body of a route counts as an upload.
const largeBody = 1 << 20

// limitSuperuser extends the read deadline for uploads in PocketBase's dashboard.
func (g *Middleware) limitSuperuser(e *core.RequestEvent) error {
	if e.HasSuperuserAuth() && e.Request.ContentLength != 0 {
		setReadDeadline(e, g.timeouts.Upload)
	}
	return e.Next()
}

// setReadDeadline limits the time for reading the body. A test's recorder has no connection and ignores it.
func setReadDeadline(e *core.RequestEvent, limit time.Duration) {
	_ = http.NewResponseController(e.Response).SetReadDeadline(clock.System().Add(limit))
}

// watchedBody notices when a body has been read to the end.
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
