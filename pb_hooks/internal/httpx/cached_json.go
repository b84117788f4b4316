package httpx

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// CachedJSON caches a response that is the same for all callers until the data behind it changes:
//
//	empty ──Get──> filled ──Invalidate──> empty
//
// Each change starts a new generation. A response that was read in one generation is not cached in the next, so a slow
// reader cannot restore old data. Safe for concurrent use. The zero value is empty.
type CachedJSON struct {
	mu         sync.Mutex
	generation int
	answer     *JSONAnswer
}

// JSONAnswer is an encoded response.
type JSONAnswer struct {
	Body json.RawMessage
	etag string
}

// Get returns the cached response. If the cache is empty, it calls read and encodes the result.
func (c *CachedJSON) Get(read func() (any, error)) (*JSONAnswer, error) {
	c.mu.Lock()
	answer, generation := c.answer, c.generation
	c.mu.Unlock()
	if answer != nil {
		return answer, nil
	}
	value, err := read()
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	answer = &JSONAnswer{Body: body, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation == c.generation {
		c.answer = answer
	}
	return answer, nil
}

// Invalidate empties the cache. Call it after the change is committed.
func (c *CachedJSON) Invalidate() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	c.answer = nil
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
