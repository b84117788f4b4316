package razorpay

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
)

// maxResponseSize bounds what is read of an answer: a page of 100 payments is about 200 kB.
const maxResponseSize = 8 << 20

// contextTransport is one call's way to the provider and back. The library takes no context, reads without
// end, takes a broken connection for an empty answer, and swallows the status and the error body;
// so all of that is settled here, before the library sees the answer.
type contextTransport struct {
	ctx  context.Context
	next http.RoundTripper
}

// RoundTrip returns a 2xx that was read to its end, or an error that is an *Error.
func (t contextTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := t.next.RoundTrip(r.WithContext(t.ctx))
	if err != nil {
		return nil, unavailable(0, err)
	}
	body, err := readBody(response.Body)
	if err != nil {
		return nil, unavailable(response.StatusCode, err)
	}
	// A redirect ends here too: a followed one would carry the key to another host.
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, responseError(response.StatusCode, response.Header, body)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

func readBody(from io.ReadCloser) ([]byte, error) {
	defer func() { _ = from.Close() }()
	body, err := io.ReadAll(io.LimitReader(from, maxResponseSize+1))
	if err == nil && len(body) > maxResponseSize {
		err = fmt.Errorf("the answer is longer than %d bytes", maxResponseSize)
	}
	return body, err
}
