package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"boardcircle/pb_hooks/internal/httpx"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// request is a request that a handler is called with.
type request struct {
	// by is the account that sends the request, or nil for a visitor. id is the value of {id} in the path.
	by *core.Record
	id string
	// authorization is the Authorization header. body is sent as JSON.
	authorization string
	body          any
}

// call calls a handler without the network and decodes its response into into, unless that is nil. It returns the
// handler's error.
func (h *history) call(handler func(*core.RequestEvent) error, r request, into any) error {
	return call(h.tx, handler, r, into)
}

func call(app core.App, handler func(*core.RequestEvent) error, r request, into any) error {
	body, err := json.Marshal(r.body)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(http.MethodPost, "/", nil)
	if err != nil {
		return err
	}
	// Some handlers read the body twice, as PocketBase allows.
	req.Body = &router.RereadableReadCloser{ReadCloser: io.NopCloser(bytes.NewReader(body))}
	req.ContentLength = int64(len(body))
	req.RemoteAddr = reviewerAddress + ":443"
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", r.authorization)
	req.SetPathValue("id", r.id)
	var answer recorder
	e := &core.RequestEvent{App: app, Auth: r.by}
	e.Request, e.Response = req, &answer
	httpx.MarkReauthenticated(e) // the history has no passwords for re-authentication
	if err := handler(e); err != nil {
		return fmt.Errorf("%s: %w", body, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.body.Bytes(), into)
}

// recorder stores a response.
type recorder struct {
	header http.Header
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header {
	if r.header == nil {
		r.header = http.Header{}
	}
	return r.header
}

func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }

func (r *recorder) WriteHeader(int) {}
