// Package razorpay is a client for Razorpay's API. It has typed entities for orders, payments, subscriptions, refunds
// and payment links, and kinds of errors. It verifies signatures and parses webhook events.
//
// A call returns the provider's answer, or an *Error of the kind ErrUnavailable, ErrNotFound, ErrUnauthorised,
// ErrRateLimited or ErrRefused. After ErrUnavailable the call may have taken effect: look the entity up before you
// repeat the call.
package razorpay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	lib "github.com/razorpay/razorpay-go"
	"github.com/razorpay/razorpay-go/requests"
)

// defaultTimeout bounds a whole call, because a buyer waits for it.
const defaultTimeout = 10 * time.Second

// Client calls Razorpay's API. It is safe for concurrent use.
type Client struct {
	lib       *lib.Client
	transport http.RoundTripper
	timeout   time.Duration
	onResult  func(error)
}

// New returns a client for the API at baseURL (without /v1; a path prefix is allowed). onResult is called with the
// error of each call, or nil.
func New(baseURL, keyID, keySecret string, onResult func(error)) (*Client, error) {
	return newClient(baseURL, keyID, keySecret, defaultTimeout, onResult)
}

func newClient(baseURL, keyID, keySecret string, timeout time.Duration, onResult func(error)) (*Client, error) {
	// The library panics at the first call to an address that it cannot parse.
	if u, err := url.Parse(baseURL); err != nil || u.Host == "" {
		return nil, fmt.Errorf("razorpay: %q is not an address", baseURL)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	client := lib.NewClient(keyID, keySecret)
	client.SetUserAgent("boardcircle")
	client.Request.BaseURL = strings.TrimRight(baseURL, "/")
	return &Client{lib: client, transport: transport, timeout: timeout, onResult: onResult}, nil
}

// do runs one call of the library with its own request, which has the context. Every error is an *Error.
func (c *Client) do(ctx context.Context, call func(*requests.Request) (object, error)) (object, error) {
	// The deadline is set in the context, because http.Client.Timeout would be lost when the transport replaces the
	// request's context by the caller's.
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	request := *c.lib.Request
	request.HTTPClient = &http.Client{Transport: contextTransport{ctx, c.transport}}
	response, err := call(&request)
	if err != nil {
		err = toError(err)
		response = nil
	}
	c.onResult(err)
	return response, err
}

// maxResponseSize bounds a response. A page of 100 payments has about 200 kB.
const maxResponseSize = 8 << 20

// contextTransport sends one call. The library has no context, reads without limit, treats a broken connection as an
// empty response, and drops the status and the error body. The transport handles all of this before the library sees
// the response.
type contextTransport struct {
	ctx  context.Context
	next http.RoundTripper
}

// RoundTrip returns a 2xx response that was read completely, or an error that is an *Error.
func (t contextTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := t.next.RoundTrip(r.WithContext(t.ctx))
	if err != nil {
		return nil, unavailable(0, err)
	}
	body, err := readBody(response.Body)
	if err != nil {
		return nil, unavailable(response.StatusCode, err)
	}
	// Redirects are errors too: following one would send the key to another host.
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

// The library does not escape most ids in the address, so only well-formed ids are passed to it.
var (
	orderIDPattern        = regexp.MustCompile(`^order_[A-Za-z0-9]{14}$`)
	paymentIDPattern      = regexp.MustCompile(`^pay_[A-Za-z0-9]{14}$`)
	planIDPattern         = regexp.MustCompile(`^plan_[A-Za-z0-9]{14}$`)
	subscriptionIDPattern = regexp.MustCompile(`^sub_[A-Za-z0-9]{14}$`)
	invoiceIDPattern      = regexp.MustCompile(`^inv_[A-Za-z0-9]{14}$`)
	paymentLinkIDPattern  = regexp.MustCompile(`^plink_[A-Za-z0-9]{14}$`)
)

// pageSize is the provider's maximum number of entries on a page.
const pageSize = 100

type (
	// object is a JSON object of a response, as the library decodes it.
	object = map[string]any
	// query has the parameters of a request, or its body.
	query = map[string]any
	// call is one call of the library.
	call func(*requests.Request) (object, error)
	// decoder decodes an entity of a response.
	decoder[T any] func(*fields) T
)

// fetchOne fetches an entity. A response without an id is an error, because the library reports some failures as an
// empty map.
func fetchOne[T any](ctx context.Context, c *Client, decode decoder[T], do call) (T, error) {
	var zero T
	response, err := c.do(ctx, do)
	if err != nil {
		return zero, err
	}
	f := &fields{values: response}
	if f.text("id") == "" {
		return zero, unavailable(0, errors.New("the answer names no id"))
	}
	entity := decode(f)
	if f.err != nil {
		return zero, unavailable(0, f.err)
	}
	return entity, nil
}

// fetchByID is fetchOne for an id that must match the pattern.
func fetchByID[T any](ctx context.Context, c *Client, id string, pattern *regexp.Regexp, decode decoder[T], do call) (T,
	error) {
	if !pattern.MatchString(id) {
		var zero T
		return zero, invalidRequest("%q is not an id of that kind", id)
	}
	return fetchOne(ctx, c, decode, do)
}

// pages describes the pages of a list: the field that identifies an entity, and the number of entities on a page.
type pages struct {
	id   string
	size int
}

// listAll fetches a whole list, page by page.
func listAll[T any](ctx context.Context, c *Client, filter query, decode decoder[T],
	do func(*requests.Request, query) (object, error)) ([]T, error) {
	return listPages(ctx, c, pages{"id", pageSize}, filter, decode, do)
}

// listPages is listAll for the given kind of pages. An entity that moves to another page during the calls is returned
// once.
func listPages[T any](ctx context.Context, c *Client, of pages, filter query, decode decoder[T],
	do func(*requests.Request, query) (object, error)) ([]T, error) {
	pages := collector[T]{decode: decode, entities: []T{}, seen: map[string]bool{}, id: of.id}
	for skip := 0; ; skip += of.size {
		page := query{"count": of.size, "skip": skip}
		maps.Copy(page, filter)
		response, err := c.do(ctx, func(r *requests.Request) (object, error) { return do(r, page) })
		if err != nil {
			return nil, err
		}
		before := len(pages.entities)
		length, err := pages.add(response, "items")
		if err != nil {
			return nil, err
		}
		// A page without new entities is also the last one, whatever its length.
		if length < of.size || len(pages.entities) == before {
			return pages.entities, nil
		}
	}
}

// listSinglePage fetches a list that the provider does not split into pages.
func listSinglePage[T any](ctx context.Context, c *Client, name string, decode decoder[T], do call) ([]T, error) {
	response, err := c.do(ctx, do)
	if err != nil {
		return nil, err
	}
	page := collector[T]{decode: decode, entities: []T{}, seen: map[string]bool{}, id: "id"}
	if _, err := page.add(response, name); err != nil {
		return nil, err
	}
	return page.entities, nil
}

// collector collects the entities of a list, each once.
type collector[T any] struct {
	decode   decoder[T]
	entities []T
	seen     map[string]bool
	id       string // the field that identifies an entity
}

// add decodes a page and returns its length.
func (l *collector[T]) add(response object, name string) (int, error) {
	items, isList := response[name].([]any)
	if !isList {
		return 0, unavailable(0, errors.New("the answer has no list"))
	}
	for _, item := range items {
		values, _ := item.(object)
		f := &fields{values: values}
		id := f.text(l.id)
		if id == "" {
			return 0, unavailable(0, errors.New("the answer lists something without an id"))
		}
		if l.seen[id] {
			continue
		}
		l.seen[id] = true
		l.entities = append(l.entities, l.decode(f))
		if f.err != nil {
			return 0, unavailable(0, fmt.Errorf("%s: %w", id, f.err))
		}
	}
	return len(items), nil
}
