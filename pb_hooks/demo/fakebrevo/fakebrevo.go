// Package fakebrevo is a fake Brevo for demo mode and tests: the same API with the same validation errors, delivery
// events, and an inbox that shows the emails.
//
//	POST /sandbox/brevo/v3/smtp/email               Brevo's API, with GET /smtp/emails,
//	                                                /smtp/statistics/events and /account
//	POST /sandbox/brevo/switches                    sets the faults (Switches as JSON)
//	GET  /sandbox/inbox, /sandbox/inbox/{id}        the inbox
//	GET  /sandbox/inbox/{id}/attachments/{n}        downloads an attachment
//	POST /sandbox/inbox/{id}/events                 simulates an open, a click, a bounce ...
//	GET  /sandbox/inbox.json?to=ADDRESS             the messages as JSON, for tests
package fakebrevo

import (
	"log/slog"
	"net/http"
	"sync"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
	"boardcircle/pb_hooks/internal/clock"
)

// Options configure the fake. The zero value stores everything in memory only, accepts any key and sends no webhooks.
type Options struct {
	// Dir is the folder of the journal, which survives restarts. "" stores everything in memory only.
	Dir string
	// APIKey is the only accepted key. "" accepts any key.
	APIKey string
	// WebhookURL receives every event, with WebhookToken as the bearer token. If "", no events are sent.
	WebhookURL, WebhookToken string
	// Now is the provider's clock. nil means the system clock.
	Now clock.Clock
	// Logger reports webhook events that were never accepted. nil means slog.Default().
	Logger *slog.Logger
}

// Server is the fake Brevo. Safe for concurrent use.
type Server struct {
	apiKey   string
	now      clock.Clock
	mux      *http.ServeMux
	webhooks *webhookSender
	delayer  *fakeprovider.Delayer

	mu       sync.Mutex
	store    *store
	switches Switches
	calls    int
}

// New starts the fake. Call Close to stop it.
func New(opts Options) (*Server, error) {
	if opts.Now == nil {
		opts.Now = clock.System
	}
	if opts.Logger == nil {
		opts.Logger = slog.Default()
	}
	store, err := openStore(opts.Dir)
	if err != nil {
		return nil, err
	}
	b := &Server{apiKey: opts.APIKey, now: opts.Now, store: store, delayer: fakeprovider.NewDelayer()}
	b.webhooks = newWebhookSender(opts.WebhookURL, opts.WebhookToken, opts.Logger)
	b.mux = b.routes()
	return b, nil
}

// Close ends hanging calls and the webhook sender.
func (b *Server) Close() error {
	b.delayer.Close()
	b.webhooks.close()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.store.journal.Close()
}

// ServeHTTP answers everything under /sandbox/brevo/ and /sandbox/inbox.
func (b *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.mux.ServeHTTP(w, r) }

// SetWebhook changes the webhook's URL and token.
func (b *Server) SetWebhook(url, token string) { b.webhooks.setURL(url, token) }

// WaitForWebhooks waits until every event so far has been sent to the webhook, or until the timeout. It reports whether
// all were sent.
func (b *Server) WaitForWebhooks(atMost time.Duration) bool { return b.webhooks.waitIdle(atMost) }

func (b *Server) routes() *http.ServeMux {
	const api = "/sandbox/brevo/v3"
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+api+"/smtp/email", b.requireAPIKey(b.handleSend))
	mux.HandleFunc("GET "+api+"/smtp/emails", b.requireAPIKey(b.handleEmails))
	mux.HandleFunc("GET "+api+"/smtp/statistics/events", b.requireAPIKey(b.handleStatistics))
	mux.HandleFunc("GET "+api+"/account", b.requireAPIKey(b.handleAccount))
	mux.HandleFunc("/sandbox/brevo/", func(w http.ResponseWriter, r *http.Request) {
		writeError(w, http.StatusNotFound, "document_not_found", "Not found")
	})
	mux.HandleFunc("POST /sandbox/brevo/switches", b.handleSwitches)
	mux.HandleFunc("GET /sandbox/inbox", b.showList)
	mux.HandleFunc("GET /sandbox/inbox.json", b.listJSON)
	mux.HandleFunc("GET /sandbox/inbox/{id}", b.showMessage)
	mux.HandleFunc("GET /sandbox/inbox/{id}/attachments/{n}", b.showAttachment)
	mux.HandleFunc("POST /sandbox/inbox/{id}/events", b.handleEvent)
	return mux
}

// requireAPIKey accepts only calls that contain the API key.
func (b *Server) requireAPIKey(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("api-key")
		if key == "" || (b.apiKey != "" && key != b.apiKey) {
			writeError(w, http.StatusUnauthorized, "unauthorized", "Key not found")
			return
		}
		next(w, r)
	}
}
