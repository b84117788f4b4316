package openapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Handler serves a document that is rendered once, when it is first asked for: whoever starts the program seldom does.
type Handler struct {
	render func() (rendered, error)
}

type rendered struct {
	body []byte
	etag string
}

// NewHandler returns the handler of the routes' document.
func NewHandler(info Info, routes []httpx.Route, operations Operations) *Handler {
	return &Handler{render: sync.OnceValues(func() (rendered, error) { return render(info, routes, operations) })}
}

func render(info Info, routes []httpx.Route, operations Operations) (rendered, error) {
	document, err := Document(info, routes, operations)
	if err != nil {
		return rendered{}, err
	}
	body, err := json.Marshal(document)
	if err != nil {
		return rendered{}, fmt.Errorf("openapi: render: %w", err)
	}
	sum := sha256.Sum256(body)
	return rendered{body: body, etag: `"` + hex.EncodeToString(sum[:12]) + `"`}, nil
}

// Get is GET /api/openapi.json. Whoever has the document already is answered 304.
func (h *Handler) Get(e *core.RequestEvent) error {
	document, err := h.render()
	if err != nil {
		return err
	}
	header := e.Response.Header()
	header.Set("Content-Type", jsonMedia)
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", document.etag)
	http.ServeContent(e.Response, e.Request, "", time.Time{}, bytes.NewReader(document.body))
	return nil
}
