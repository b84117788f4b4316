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

// CachedJSON keeps an answer that is the same for everybody between changes of what it shows:
//
//	empty ──Get──> filled ──Invalidate──> empty
//
// Each change begins a new generation. What was read in one generation is not kept in the next, so a slow
// reader cannot bring back what a change has replaced. Safe for concurrent use; the zero value is empty.
type CachedJSON struct {
	mu         sync.Mutex
	generation int
	answer     *JSONAnswer
}

// JSONAnswer is an answer as it is sent.
type JSONAnswer struct {
	Body json.RawMessage
	etag string
}

// Get returns the answer, which it makes of what read returns unless it is kept.
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

// Invalidate empties the cache. Call it after the commit of a change.
func (c *CachedJSON) Invalidate() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	c.answer = nil
}

// Write sends the answer, or 304 to a request with its ETag.
func (a *JSONAnswer) Write(e *core.RequestEvent) error {
	header := e.Response.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", a.etag)
	http.ServeContent(e.Response, e.Request, "", time.Time{}, bytes.NewReader(a.Body))
	return nil
}
