package content

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/pocketbase/pocketbase/core"
)

// Cache policies: a page is asked after each time, a hashed asset never again, and a file
// that keeps its name (an icon, the share picture) once an hour.
const (
	revalidate = "no-cache"
	immutable  = "public, max-age=31536000, immutable"
	anHour     = "public, max-age=3600"
)

// body is one document in the forms in which it travels. gzip and brotli are nil where they
// would gain nothing.
type body struct {
	contentType  string
	cacheControl string
	etag         string
	identity     []byte
	gzip, brotli []byte
}

// newBody keeps a document that is not compressed yet.
func newBody(contentType, cacheControl string, identity []byte) body {
	return body{contentType: contentType, cacheControl: cacheControl, etag: etagOf(identity), identity: identity}
}

// brotliLevel: 11 makes the landing page a tenth smaller in eighty times the time (680 ms), and
// whoever reloads after an edit waits for it. Assets do get 11, at build time.
const brotliLevel = 6

// compressed adds the two compressed forms of a page.
func (b body) compressed() body {
	b.gzip = smaller(b.identity, gzipped(b.identity))
	b.brotli = smaller(b.identity, brotlied(b.identity))
	return b
}

// answer sends the form that the caller accepts, or 304 when she has it already.
func (b body) answer(e *core.RequestEvent, status int) error {
	header := e.Response.Header()
	header.Set("Cache-Control", b.cacheControl)
	if b.gzip != nil || b.brotli != nil {
		header.Add("Vary", "Accept-Encoding")
	}
	if status == http.StatusOK {
		header.Set("ETag", b.etag)
		if matches(e.Request.Header.Get("If-None-Match"), b.etag) {
			e.Response.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	content := b.identity
	accepted := e.Request.Header.Get("Accept-Encoding")
	switch {
	case b.brotli != nil && accepts(accepted, "br"):
		content = b.brotli
		header.Set("Content-Encoding", "br")
	case b.gzip != nil && accepts(accepted, "gzip"):
		content = b.gzip
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Type", b.contentType)
	header.Set("Content-Length", strconv.Itoa(len(content)))
	e.Response.WriteHeader(status)
	if e.Request.Method == http.MethodHead {
		return nil
	}
	_, err := e.Response.Write(content)
	return err
}

// etagOf is weak because one tag stands for all the compressed forms of the same text.
func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// matches compares weakly, as RFC 9110 asks of If-None-Match.
func matches(header, etag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}

// accepts reads an Accept-Encoding header; a coding with q=0 is refused.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		weight, isWeight := strings.CutPrefix(strings.ReplaceAll(parameters, " ", ""), "q=")
		if !isWeight {
			return true
		}
		q, err := strconv.ParseFloat(weight, 64)
		return err == nil && q > 0
	}
	return false
}

func smaller(plain, compressed []byte) []byte {
	if len(compressed) < len(plain) {
		return compressed
	}
	return nil
}

func gzipped(content []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is a valid one
	_, _ = w.Write(content)                                 // a bytes.Buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

func brotlied(content []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotliLevel)
	_, _ = w.Write(content)
	_ = w.Close()
	return out.Bytes()
}
