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
)

// Handler serves the document. It renders the document at the first request, because most runs of the program never
// serve it.
type Handler struct {
	render func() (rendered, error)
}

type rendered struct {
	body []byte
	etag string
}

// NewHandler returns a handler that serves a document.
func NewHandler(document func() (map[string]any, error)) *Handler {
	return &Handler{render: sync.OnceValues(func() (rendered, error) { return render(document) })}
}

func render(describe func() (map[string]any, error)) (rendered, error) {
	document, err := describe()
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

// Get answers GET /api/openapi.json, with 304 if the client has the current document.
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
