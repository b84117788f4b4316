// Package providers shows admins how the payment and the e-mail provider work: what is configured, when a
// call last succeeded, and what failed last.
//
// The result of each call to a provider is kept in memory. Once a minute, and when the program ends, what
// has changed is stored, so that it outlives a restart and a call costs no write. A process that is killed
// forgets a minute.
package providers

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/payments/razorpay"
)

// The providers.
const (
	Razorpay = "razorpay"
	Brevo    = "brevo"
)

const maxErrorLength = 300

// Providers keeps the state of the providers. Safe for concurrent use.
type Providers struct {
	app   core.App
	cfg   config.Config
	audit *audit.Log
	now   clock.Clock

	mu     sync.Mutex
	states map[string]*callState
}

// callState is how the calls to a provider went.
type callState struct {
	lastSuccess, lastFailure time.Time
	lastError                string
	// dirty is set until it is stored.
	dirty bool
}

// New returns the providers with the state that is stored.
func New(app core.App, cfg config.Config, log *audit.Log, now clock.Clock) (*Providers, error) {
	p := &Providers{app: app, cfg: cfg, audit: log, now: now, states: map[string]*callState{Razorpay: {}, Brevo: {}}}
	for name, state := range p.states {
		stored, err := findState(app, name)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		*state = stored.callState()
	}
	return p, nil
}

// WrapSender passes e-mails on to the provider and records the result of each call.
func (p *Providers) WrapSender(sender mail.Sender) mail.Sender { return recordingSender{p, sender} }

type recordingSender struct {
	providers *Providers
	next      mail.Sender
}

func (w recordingSender) Send(ctx context.Context, m brevo.Message) brevo.Result {
	outcome := w.next.Send(ctx, m)
	switch outcome.Status {
	case brevo.Accepted, brevo.Duplicate:
		w.providers.record(Brevo, "")
	default:
		w.providers.record(Brevo, outcome.Status.String()+": "+outcome.Reason)
	}
	return outcome
}

// RecordRazorpay records the result of a call to the payment provider. That something is not found or
// refused is a normal answer.
func (p *Providers) RecordRazorpay(err error) {
	if err == nil || errors.Is(err, razorpay.ErrNotFound) || errors.Is(err, razorpay.ErrRefused) {
		p.record(Razorpay, "")
		return
	}
	p.record(Razorpay, err.Error())
}

func (p *Providers) record(provider, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	state := p.states[provider]
	state.dirty = true
	if message == "" {
		state.lastSuccess = p.now()
		return
	}
	state.lastFailure, state.lastError = p.now(), p.sanitize(message)
}

// sanitize makes a provider's message fit to be shown: one line, without any of our secrets.
func (p *Providers) sanitize(text string) string {
	for _, secret := range p.cfg.Secrets() {
		text = strings.ReplaceAll(text, secret, "…")
	}
	clean := []rune(strings.Join(strings.Fields(text), " "))
	if len(clean) > maxErrorLength {
		clean = append(clean[:maxErrorLength-1], '…')
	}
	return string(clean)
}

// Flush stores what has changed since the last time.
func (p *Providers) Flush() error {
	var errs []error
	for provider, state := range p.takeDirty() {
		errs = append(errs, saveState(p.app, provider, state))
	}
	return errors.Join(errs...)
}

func (p *Providers) takeDirty() map[string]callState {
	p.mu.Lock()
	defer p.mu.Unlock()
	found := map[string]callState{}
	for provider, state := range p.states {
		if state.dirty {
			state.dirty = false
			found[provider] = *state
		}
	}
	return found
}

func (p *Providers) state(provider string) callState {
	p.mu.Lock()
	defer p.mu.Unlock()
	return *p.states[provider]
}
