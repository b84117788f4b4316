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
	// by is the account that sends it, nil a visitor; id is the path's {id}.
	by *core.Record
	id string
	// authorization is the header of that name, body is sent as JSON.
	authorization string
	body          any
}

// call calls a handler without the network, and decodes its answer unless into is nil. The handler's error is
// returned.
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
	// Some handlers read the body twice, as PocketBase lets them.
	req.Body = &router.RereadableReadCloser{ReadCloser: io.NopCloser(bytes.NewReader(body))}
	req.ContentLength = int64(len(body))
	req.RemoteAddr = reviewerAddress + ":443"
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", r.authorization)
	req.SetPathValue("id", r.id)
	var answer recorder
	e := &core.RequestEvent{App: app, Auth: r.by}
	e.Request, e.Response = req, &answer
	httpx.MarkReauthenticated(e) // the history's callers have no password to give
	if err := handler(e); err != nil {
		return fmt.Errorf("%s: %w", body, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.body.Bytes(), into)
}

// recorder keeps an answer.
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
