package fakerazorpay

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
)

// Fault is a way for a call of the API to go wrong.
type Fault string

// The faults. The first group strikes before anything is done, the second after.
const (
	NoFault      Fault = ""
	TooMany      Fault = "429"
	ServerError  Fault = "500"
	ServerHTML   Fault = "500-html" // a page for people, as the provider answers at times
	BadGateway   Fault = "502"      // a page too, as a proxy in between answers
	Unauthorised Fault = "401"
	Empty        Fault = "empty" // a 200 without a body
	Hang         Fault = "hang"
	Drop         Fault = "drop"

	CommitThenDrop  Fault = "commit-then-drop"
	CommitThenHang  Fault = "commit-then-hang"
	CommitThenError Fault = "commit-then-500"
	CommitThenHTML  Fault = "commit-then-502"
	CommitThenEmpty Fault = "commit-then-empty"
)

// Lifecycle is the way a payment goes.
type Lifecycle string

// The courses. Each is a story that merchants tell.
const (
	// Straight: authorised, captured, the order paid.
	Success Lifecycle = ""
	// AuthorisedOnly: the capture waits for Capture or the API.
	AuthorisedOnly Lifecycle = "authorized-only"
	// LateAuthorisation: failed to all appearance, until Authorise says otherwise.
	LateAuthorisation Lifecycle = "late-authorisation"
	// FailedThenCaptured: a failure is reported, and the same payment captured at once after it.
	FailedThenCaptured Lifecycle = "failed-then-captured"
	// TwoCaptures: the buyer pays twice for one order.
	TwoCaptures Lifecycle = "two-captures"
	// WrongAmount and WrongCurrency: something else is captured than was asked for.
	WrongAmount   Lifecycle = "wrong-amount"
	WrongCurrency Lifecycle = "wrong-currency"
	// Orphan: a captured payment that belongs to no order.
	Orphan Lifecycle = "orphan"
	// RefundFirst: captured and refunded, and the refund's events come before the capture's.
	RefundFirst Lifecycle = "refund-first"
	// Refused: the bank says no.
	Declined Lifecycle = "refused"
)

// Switches say what shall go wrong from now on.
type Switches struct {
	Fault Fault `json:"fault"`
	// Only limits the fault to calls that begin so, like "POST /orders"; "" means all calls.
	Only string `json:"only"`
	// Every strikes each nth call only; 0 strikes all.
	Every int `json:"every"`
	// Times ends the fault after so many strikes; 0 leaves it on.
	Times int `json:"times"`
	// LatencyMS delays every answer of the API.
	LatencyMS int `json:"latencyMs"`
	// Lifecycle is the way the next payments go, those of the checkout and the hosted pages.
	Lifecycle Lifecycle `json:"course"`
	// Webhooks say how events travel.
	Webhooks WebhookFaults `json:"webhooks"`
}

// WebhookFaults says how webhooks get lost and mixed up on their way.
type WebhookFaults struct {
	// Drop loses all, DropEvery each nth.
	Drop      bool `json:"drop"`
	DropEvery int  `json:"dropEvery"`
	Duplicate bool `json:"duplicate"`
	Shuffle   bool `json:"shuffle"`
	DelayMS   int  `json:"delayMs"`
	// Secret signs with another secret: "wrong" or "old".
	Secret string `json:"secret"`
	// Unknown adds an event of a kind that nobody has heard of.
	Unknown bool `json:"unknown"`
	// NoEventID leaves the event id's header out.
	NoEventID bool `json:"noEventId"`
}

// SetSwitches flips the switches.
func (b *Server) SetSwitches(s Switches) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.switches, b.calls = s, 0
}

// Calls tells how many calls of the API were made since the switches were flipped; of those that
// begin with only, if it is not empty.
func (b *Server) Calls() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.calls
}

// handleSwitches is POST /sandbox/razorpay/switches.
func (b *Server) handleSwitches(w http.ResponseWriter, r *http.Request) {
	var s Switches
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequestBody)).Decode(&s); err != nil {
		writeError(w, badRequest(err.Error()))
		return
	}
	b.SetSwitches(s)
	writeJSON(w, http.StatusOK, s)
}

// nextFault counts a call and tells which fault hits it.
func (b *Server) nextFault(r *http.Request) (Fault, time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := &b.switches
	latency := time.Duration(s.LatencyMS) * time.Millisecond
	_, path, _ := strings.Cut(r.URL.Path, "/v1")
	if !strings.HasPrefix(r.Method+" "+path, s.Only) {
		return NoFault, latency
	}
	b.calls++
	if s.Fault == NoFault || (s.Every > 1 && b.calls%s.Every != 0) {
		return NoFault, latency
	}
	fault := s.Fault
	if s.Times > 0 {
		if s.Times--; s.Times == 0 {
			s.Fault = NoFault
		}
	}
	return fault, latency
}

// serveWithFault makes a call and whatever the switches make of it.
func (b *Server) serveWithFault(w http.ResponseWriter, r *http.Request, next apiHandler) {
	fault, latency := b.nextFault(r)
	b.delayer.Delay(r, latency)
	switch fault {
	case TooMany:
		w.Header().Set("Retry-After", "1")
		writeError(w, &apiError{status: http.StatusTooManyRequests, description: "Too many requests", reason: "rate_limit_exceeded"})
	case ServerError:
		serverError(w)
	case ServerHTML:
		writeHTMLError(w, http.StatusInternalServerError)
	case BadGateway:
		writeHTMLError(w, http.StatusBadGateway)
	case Unauthorised:
		writeError(w, &apiError{status: http.StatusUnauthorized, description: "Authentication failed"})
	case Empty:
		w.WriteHeader(http.StatusOK)
	case Hang:
		b.delayer.Hang(r)
	case Drop:
		fakeprovider.Drop(w)
	default:
		b.callWithFault(w, r, next, fault)
	}
}

// callWithFault does what was asked for, and then answers or not.
func (b *Server) callWithFault(w http.ResponseWriter, r *http.Request, next apiHandler, fault Fault) {
	// Read before the lock: a slow caller keeps nobody waiting but himself.
	sent, err := io.ReadAll(io.LimitReader(r.Body, maxRequestBody))
	if err != nil {
		writeError(w, badRequest("The request could not be read"))
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	b.mu.Lock()
	body, err := next(r)
	if unsent := b.flushEvents(); err == nil {
		err = unsent
	}
	// Put into words under the lock, since the entities go on changing after it.
	response := responseFor(body, err)
	b.mu.Unlock()
	switch fault {
	case CommitThenDrop:
		fakeprovider.Drop(w)
	case CommitThenHang:
		b.delayer.Hang(r)
	case CommitThenError:
		serverError(w)
	case CommitThenHTML:
		writeHTMLError(w, http.StatusBadGateway)
	case CommitThenEmpty:
		w.WriteHeader(http.StatusOK)
	default:
		response.write(w)
	}
}

func serverError(w http.ResponseWriter) {
	writeError(w, &apiError{
		status: http.StatusInternalServerError, code: "SERVER_ERROR", reason: "server_error",
		description: "We are facing some trouble completing your request at the moment. Please try again shortly.",
	})
}

func writeHTMLError(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(status)
	_, _ = w.Write([]byte("<html><body><h1>" + http.StatusText(status) + "</h1></body></html>"))
}
