// Package razorpay speaks to the payment provider: orders, payments, subscriptions, refunds and
// payment links as typed entities, one vocabulary of errors, signatures, and webhook events.
//
// A call either returns what the provider said, or an error that is one of ErrUnavailable,
// ErrNotFound, ErrUnauthorised, ErrRateLimited and ErrRefused. After ErrUnavailable nobody knows
// whether the call took effect: look the thing up before you ask for it again.
package razorpay

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	lib "github.com/razorpay/razorpay-go"
	"github.com/razorpay/razorpay-go/requests"
)

// timeout bounds a whole call, a buyer is waiting behind it.
const defaultTimeout = 10 * time.Second

// Client asks Razorpay's API. Safe for concurrent use.
type Client struct {
	lib       *lib.Client
	transport http.RoundTripper
	timeout   time.Duration
	onResult  func(error)
}

// OnResult sets who is told what each call came to; nil is no error. Call it before the first call.
func (c *Client) OnResult(fn func(error)) { c.onResult = fn }

// New returns a client for the API at baseURL (without /v1; a path prefix is fine), signing in
// with the key.
func New(baseURL, keyID, keySecret string) (*Client, error) {
	return newClient(baseURL, keyID, keySecret, defaultTimeout)
}

func newClient(baseURL, keyID, keySecret string, timeout time.Duration) (*Client, error) {
	// The library panics at the first call to an address that it can't read.
	if u, err := url.Parse(baseURL); err != nil || u.Host == "" {
		return nil, fmt.Errorf("razorpay: %q is not an address", baseURL)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	client := lib.NewClient(keyID, keySecret)
	client.SetUserAgent("boardcircle")
	client.Request.BaseURL = strings.TrimRight(baseURL, "/")
	return &Client{lib: client, transport: transport, timeout: timeout, onResult: func(error) {}}, nil
}

// do runs one call of the library on a request of its own, which carries the context, and turns
// whatever goes wrong into an *Error.
func (c *Client) do(ctx context.Context, call func(*requests.Request) (map[string]any, error)) (map[string]any, error) {
	// The deadline is the context's: http.Client.Timeout would be lost when the transport puts
	// the caller's context in the place of the request's.
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
