package openapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Handler serves a document that is rendered once.
type Handler struct {
	body []byte
	etag string
}

// NewHandler renders the document of the routes.
func NewHandler(info Info, routes []httpx.Route, operations Operations) (*Handler, error) {
	document, err := Document(info, routes, operations)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("openapi: render: %w", err)
	}
	sum := sha256.Sum256(body)
	return &Handler{body: body, etag: `"` + hex.EncodeToString(sum[:12]) + `"`}, nil
}

// Get is GET /api/openapi.json. Whoever has the document already is answered 304.
func (h *Handler) Get(e *core.RequestEvent) error {
	header := e.Response.Header()
	header.Set("Content-Type", jsonMedia)
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", h.etag)
	http.ServeContent(e.Response, e.Request, "", time.Time{}, bytes.NewReader(h.body))
	return nil
}
