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

// Fault is a way for an API call to fail.
type Fault string

// The faults. Those in the first group fail before the call is processed, those in the second group afterwards.
const (
	NoFault      Fault = ""
	TooMany      Fault = "429"
	ServerError  Fault = "500"
	ServerHTML   Fault = "500-html" // an HTML page, as Razorpay sometimes sends
	BadGateway   Fault = "502"      // an HTML page, as a proxy sends
	Unauthorised Fault = "401"
	Refused      Fault = "400"   // a refusal of a valid call, such as to resume a mandate that was paused in an app
	Empty        Fault = "empty" // a 200 without a body
	Hang         Fault = "hang"
	Drop         Fault = "drop"

	CommitThenDrop  Fault = "commit-then-drop"
	CommitThenHang  Fault = "commit-then-hang"
	CommitThenError Fault = "commit-then-500"
	CommitThenHTML  Fault = "commit-then-502"
	CommitThenEmpty Fault = "commit-then-empty"
)

// Lifecycle is the course of events of a payment.
type Lifecycle string

// The lifecycles, each known from merchants' reports.
const (
	// Success: authorised, captured, and the order is paid.
	Success Lifecycle = ""
	// AuthorisedOnly: authorised; Capture or the API captures it.
	AuthorisedOnly Lifecycle = "authorized-only"
	// LateAuthorisation: failed, until Authorise authorises and captures it.
	LateAuthorisation Lifecycle = "late-authorisation"
	// FailedThenCaptured: failed, then the same payment is captured immediately.
	FailedThenCaptured Lifecycle = "failed-then-captured"
	// TwoCaptures: two payments of one order are captured.
	TwoCaptures Lifecycle = "two-captures"
	// Half: the captured amount is half of the order's.
	Half Lifecycle = "half"
	// WrongAmount and WrongCurrency: the captured amount or currency is not the order's.
	WrongAmount   Lifecycle = "wrong-amount"
	WrongCurrency Lifecycle = "wrong-currency"
	// Orphan: a captured payment that belongs to no order.
	Orphan Lifecycle = "orphan"
	// RefundFirst: captured and refunded, with the refund's events before the capture's.
	RefundFirst Lifecycle = "refund-first"
	// Offer: the customer pays a tenth less, because of an offer in the merchant's dashboard.
	Offer Lifecycle = "offer"
	// CustomerFee: the customer pays a fee of two percent on top of the amount.
	CustomerFee Lifecycle = "customer-fee"
	// UPIDelayed: the payment waits at the bank; Authorise captures it, Decline ends it.
	UPIDelayed Lifecycle = "upi-delayed"
	// Declined: the bank declines the payment.
	Declined Lifecycle = "refused"
)

// Switches set the faults of the following calls.
type Switches struct {
	Fault Fault `json:"fault"`
	// Only limits the fault to calls with this prefix, like "POST /orders"; "" means all calls.
	Only string `json:"only"`
	// Every limits the fault to each nth call; 0 means all.
	Every int `json:"every"`
	// Times ends the fault after that many failures; 0 means never.
	Times int `json:"times"`
	// LatencyMS delays every answer of the API.
	LatencyMS int `json:"latencyMs"`
	// Lifecycle applies to the next payments in the checkout and on the hosted pages.
	Lifecycle Lifecycle `json:"lifecycle"`
	// HoldRefunds leaves new refunds pending, until they are processed or have failed.
	HoldRefunds bool `json:"holdRefunds"`
	// Webhooks are the faults of the webhooks.
	Webhooks WebhookFaults `json:"webhooks"`
}

// WebhookFaults are the ways in which webhooks are lost, delayed and reordered.
type WebhookFaults struct {
	// Drop drops all webhooks, DropEvery each nth.
	Drop      bool `json:"drop"`
	DropEvery int  `json:"dropEvery"`
	Duplicate bool `json:"duplicate"`
	Shuffle   bool `json:"shuffle"`
	DelayMS   int  `json:"delayMs"`
	// Secret signs with another secret: "wrong" or "old".
	Secret string `json:"secret"`
	// Unknown adds an event of an unknown kind.
	Unknown bool `json:"unknown"`
	// NoEventID omits the header with the event's id.
	NoEventID bool `json:"noEventId"`
}

// SetSwitches sets the switches and resets the count of calls.
func (b *Server) SetSwitches(s Switches) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.switches, b.calls = s, 0
}

// Calls counts the API calls since the switches were set, without those that Switches.Only excludes.
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

// nextFault counts a call and returns its fault and delay.
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

// serveWithFault handles a call with the fault from the switches.
func (b *Server) serveWithFault(w http.ResponseWriter, r *http.Request, next apiHandler) {
	fault, latency := b.nextFault(r)
	b.delayer.Delay(r, latency)
	switch fault {
	case TooMany:
		w.Header().Set("Retry-After", "1")
		writeError(w, &apiError{
			status:      http.StatusTooManyRequests,
			description: "Too many requests",
			reason:      "rate_limit_exceeded",
		})
	case ServerError:
		serverError(w)
	case ServerHTML:
		writeHTMLError(w, http.StatusInternalServerError)
	case BadGateway:
		writeHTMLError(w, http.StatusBadGateway)
	case Unauthorised:
		writeError(w, &apiError{status: http.StatusUnauthorized, description: "Authentication failed"})
	case Refused:
		writeError(w, badRequest("The request was refused"))
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

// callWithFault processes a call, and then sends the response or fails.
func (b *Server) callWithFault(w http.ResponseWriter, r *http.Request, next apiHandler, fault Fault) {
	// Read before the lock: a slow caller must not block the others.
	requestBody, err := io.ReadAll(io.LimitReader(r.Body, maxRequestBody))
	if err != nil {
		writeError(w, badRequest("The request could not be read"))
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(requestBody))
	b.mu.Lock()
	body, err := next(r)
	if flushErr := b.flushEvents(); err == nil {
		err = flushErr
	}
	// Encoded under the lock, because the entities may change after it.
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
