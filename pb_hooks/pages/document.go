package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/pocketbase/pocketbase/core"
)

// Cache policies. A page is revalidated each time, a hashed asset is cached forever, and a file with a fixed name (an
// icon, the share picture) is cached for an hour.
const (
	cacheRevalidate = "no-cache"
	cacheImmutable  = "public, max-age=31536000, immutable"
	cacheOneHour    = "public, max-age=3600"
)

// document is a document with its encodings. gzip is nil, and brotli is empty, if compression gains nothing.
type document struct {
	contentType  string
	cacheControl string
	etag         string
	plain        form
	gzip         func() form
	brotli       form
}

// form is a document in one encoding. It is in memory or opened from its file for each response: the files of the web
// app are embedded in the binary, and few clients ask for uncompressed pages.
type form struct {
	size    int
	content []byte
	open    func() (io.ReadCloser, error)
}

func inMemory(content []byte) form { return form{size: len(content), content: content} }

// newDocument returns an uncompressed document.
func newDocument(contentType, cacheControl string, identity []byte) document {
	return document{
		contentType:  contentType,
		cacheControl: cacheControl,
		etag:         etagOf(identity),
		plain:        inMemory(identity),
	}
}

// brotliLevel is a compromise. Level 11 makes the landing page 10 % smaller but takes 80 times as long (680 ms), and
// an admin who reloads after an edit waits for it. Assets are compressed with level 11 at build time.
const brotliLevel = 6

// withCompression keeps only the brotli form of a page in memory, if it is smaller, because all browsers accept it.
// The other forms are made from it on request; the gzip form is cached.
func (b document) withCompression(writer *brotli.Writer) document {
	compressed := compressBrotli(writer, b.plain.content)
	if len(compressed) >= b.plain.size {
		return b
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(brotli.NewReader(bytes.NewReader(compressed))), nil }
	b.plain, b.brotli = form{size: b.plain.size, open: open}, inMemory(compressed)
	b.gzip = sync.OnceValue(
		func() form { return inMemory(compressGzip(brotli.NewReader(bytes.NewReader(compressed)))) },
	)
	return b
}

// write sends the form that the client accepts, or 304 if the client has it already.
func (b document) write(e *core.RequestEvent, status int) error {
	header := e.Response.Header()
	header.Set("Cache-Control", b.cacheControl)
	if b.gzip != nil || b.brotli.size > 0 {
		header.Add("Vary", "Accept-Encoding")
	}
	if status == http.StatusOK {
		header.Set("ETag", b.etag)
		if etagMatches(e.Request.Header.Get("If-None-Match"), b.etag) {
			e.Response.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	content := b.plain
	accepted := e.Request.Header.Get("Accept-Encoding")
	switch {
	case b.brotli.size > 0 && acceptsEncoding(accepted, "br"):
		content = b.brotli
		header.Set("Content-Encoding", "br")
	case b.gzip != nil && acceptsEncoding(accepted, "gzip"):
		content = b.gzip()
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Content-Type", b.contentType)
	header.Set("Content-Length", strconv.Itoa(content.size))
	if e.Request.Method == http.MethodHead {
		e.Response.WriteHeader(status)
		return nil
	}
	if content.open == nil {
		e.Response.WriteHeader(status)
		_, err := e.Response.Write(content.content)
		return err
	}
	reader, err := content.open()
	if err != nil {
		return fmt.Errorf("open %s: %w", e.Request.URL.Path, err)
	}
	defer reader.Close()
	e.Response.WriteHeader(status)
	_, err = io.Copy(e.Response, reader)
	return err
}

// etagOf returns a weak ETag, because all compressed forms of a document share it.
func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return etagOfSum(sum[:])
}

func etagOfSum(sum []byte) string {
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// etagMatches compares weakly, as RFC 9110 requires for If-None-Match.
func etagMatches(header, etag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}

// acceptsEncoding parses an Accept-Encoding header. A coding with q=0 is not accepted.
func acceptsEncoding(header, coding string) bool {
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

func compressGzip(content io.Reader) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is valid
	_, _ = io.Copy(w, content)                              // writing to a bytes.Buffer never fails
	_ = w.Close()
	return bytes.Clone(out.Bytes()) // frees the unused capacity of the buffer
}

// compressBrotli reuses a writer, because a new one for each page costs megabytes.
func compressBrotli(w *brotli.Writer, content []byte) []byte {
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(content)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}
