package fakebrevo

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
)

// Fault is a way for a call to go wrong.
type Fault string

// The faults. The first group refuses before the mail is taken, the second strikes after.
const (
	NoFault      Fault = ""
	TooMany      Fault = "429"
	ServerError  Fault = "500"
	BadGateway   Fault = "502" // an HTML page, as a proxy in between answers
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

// Switches say what shall go wrong from now on.
type Switches struct {
	Fault Fault `json:"fault"`
	// Every strikes each nth call only; 0 strikes all.
	Every int `json:"every"`
	// Times ends the fault after so many strikes; 0 leaves it on.
	Times int `json:"times"`
	// Reset is what a 429 tells, in seconds.
	Reset int `json:"reset"`
	// LatencyMS delays every answer.
	LatencyMS int `json:"latencyMs"`
	// Webhooks say how events travel.
	Webhooks WebhookFaults `json:"webhooks"`
}

// WebhookFaults says how webhook events get lost and mixed up on their way.
type WebhookFaults struct {
	Duplicate bool `json:"duplicate"`
	Shuffle   bool `json:"shuffle"`
	DelayMS   int  `json:"delayMs"`
	// DropEvery loses each nth event; 0 loses none.
	DropEvery int `json:"dropEvery"`
}

// SetSwitches flips the switches.
func (b *Server) SetSwitches(s Switches) {
	b.mu.Lock()
	b.switches, b.calls = s, 0
	b.mu.Unlock()
	b.webhooks.setFaults(s.Webhooks)
}

// Calls tells how many sends were asked for since the switches were flipped.
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

// nextFault counts a call and tells which fault hits it.
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

// failBefore plays a fault that refuses the call; it tells whether there was one.
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
	case Invalid:
		writeError(w, http.StatusBadRequest, "invalid_parameter", "email is not valid in to")
	case Hang:
		b.delayer.Hang(r)
	case Drop:
		fakeprovider.Drop(w)
	default:
		return false
	}
	return true
}

// failAfter plays a fault on a call that was taken; it tells whether there was one.
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
