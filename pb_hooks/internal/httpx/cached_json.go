package httpx

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/cache"
)

// CachedJSON caches a response that is the same for all callers until the data behind it changes.
type CachedJSON struct{ cache.Value[*JSONAnswer] }

// JSONAnswer is an encoded response.
type JSONAnswer struct {
	Body json.RawMessage
	etag string
}

// Get returns the cached response. If the cache is empty, it calls read and encodes the result.
func (c *CachedJSON) Get(read func() (any, error)) (*JSONAnswer, error) {
	return c.Value.Get(func() (*JSONAnswer, error) {
		value, err := read()
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(body)
		return &JSONAnswer{Body: body, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}, nil
	})
}

// Write sends the response, or 304 if the request has its ETag.
func (a *JSONAnswer) Write(e *core.RequestEvent) error {
	header := e.Response.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", a.etag)
	http.ServeContent(e.Response, e.Request, "", time.Time{}, bytes.NewReader(a.Body))
	return nil
}
