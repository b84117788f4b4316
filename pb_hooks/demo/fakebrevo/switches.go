package fakebrevo

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
)

// Fault is a way for a call to fail.
type Fault string

// The faults. Those in the first group fail before the email is accepted, those in the second group afterwards.
const (
	NoFault      Fault = ""
	TooMany      Fault = "429"
	ServerError  Fault = "500"
	BadGateway   Fault = "502" // an HTML page, as a proxy sends
	Unauthorised Fault = "401"
	NoCredits    Fault = "402"
	Forbidden    Fault = "403"
	Invalid      Fault = "400"
	Hang         Fault = "hang"
	Drop         Fault = "drop"

	AcceptThenDrop  Fault = "accept-then-drop"
	AcceptThenHang  Fault = "accept-then-hang"
	AcceptThenError Fault = "accept-then-500"
	AcceptThenText  Fault = "accept-then-text" // 201 without JSON
)

// Switches set the faults of the following calls.
type Switches struct {
	Fault Fault `json:"fault"`
	// Every limits the fault to each nth call; 0 means all.
	Every int `json:"every"`
	// Times ends the fault after that many failures; 0 means never.
	Times int `json:"times"`
	// Reset is the reset time in the headers of a 429, in seconds.
	Reset int `json:"reset"`
	// LatencyMS delays every answer.
	LatencyMS int `json:"latencyMs"`
	// Webhooks are the faults of the webhooks.
	Webhooks WebhookFaults `json:"webhooks"`
}

// WebhookFaults are the ways in which webhook events are lost, delayed and reordered.
type WebhookFaults struct {
	Duplicate bool `json:"duplicate"`
	Shuffle   bool `json:"shuffle"`
	DelayMS   int  `json:"delayMs"`
	// DropEvery drops each nth event; 0 drops none.
	DropEvery int `json:"dropEvery"`
}

// SetSwitches sets the switches and resets the count of calls.
func (b *Server) SetSwitches(s Switches) {
	b.mu.Lock()
	b.switches, b.calls = s, 0
	b.mu.Unlock()
	b.webhooks.setFaults(s.Webhooks)
}

// Calls counts the calls to send since the switches were set.
func (b *Server) Calls() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.calls
}

// handleSwitches is POST /sandbox/brevo/switches.
func (b *Server) handleSwitches(w http.ResponseWriter, r *http.Request) {
	var s Switches
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&s); err != nil {
		writeError(w, http.StatusBadRequest, "bad_request", err.Error())
		return
	}
	b.SetSwitches(s)
	writeJSON(w, http.StatusOK, s)
}

// nextFault counts a call and returns its fault.
func (b *Server) nextFault() (fault Fault, latency time.Duration, reset int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls++
	s := &b.switches
	latency = time.Duration(s.LatencyMS) * time.Millisecond
	if s.Fault == NoFault || (s.Every > 1 && b.calls%s.Every != 0) {
		return NoFault, latency, 0
	}
	fault = s.Fault
	if s.Times > 0 {
		if s.Times--; s.Times == 0 {
			s.Fault = NoFault
		}
	}
	return fault, latency, s.Reset
}

// failBefore answers with a fault of the first group; it reports whether there was one.
func (b *Server) failBefore(w http.ResponseWriter, r *http.Request, fault Fault, reset int) bool {
	switch fault {
	case TooMany:
		w.Header().Set("x-sib-ratelimit-limit", "1000")
		w.Header().Set("x-sib-ratelimit-remaining", "0")
		w.Header().Set("x-sib-ratelimit-reset", strconv.Itoa(reset))
		writeError(w, http.StatusTooManyRequests, "too_many_requests", "Rate limit exceeded")
	case ServerError:
		writeError(w, http.StatusInternalServerError, "internal_error", "Something went wrong")
	case BadGateway:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		_, _ = w.Write([]byte("<html><body><h1>502 Bad Gateway</h1></body></html>"))
	case Unauthorised:
		writeError(w, http.StatusUnauthorized, "unauthorized", "Key not found")
	case NoCredits:
		writeError(w, http.StatusPaymentRequired, "not_enough_credits", "You don't have enough credits")
	case Forbidden:
		writeError(w, http.StatusForbidden, "permission_denied", "Your account is under validation")
	case Hang:
		b.delayer.Hang(r)
	case Drop:
		fakeprovider.Drop(w)
	default:
		return false
	}
	return true
}

// failAfter answers with a fault of the second group; it reports whether there was one.
func (b *Server) failAfter(w http.ResponseWriter, r *http.Request, fault Fault) bool {
	switch fault {
	case AcceptThenDrop:
		fakeprovider.Drop(w)
	case AcceptThenHang:
		b.delayer.Hang(r)
	case AcceptThenError:
		writeError(w, http.StatusInternalServerError, "internal_error", "Something went wrong")
	case AcceptThenText:
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte("Created"))
	default:
		return false
	}
	return true
}
