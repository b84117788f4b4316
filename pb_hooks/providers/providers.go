// Package providers tells the office how the payment and the mail provider are doing: what is
// configured, when a call last succeeded, and what went wrong last.
//
// Each call to a provider passes through here and leaves its outcome in memory; once a minute, and
// when the program ends, what has changed is written down, so that it outlives a restart and a call
// costs no write. A process that is killed forgets a minute.
package providers

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

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

const (
	collection     = "provider_states"
	maxErrorLength = 300
)

// Providers is the room. Safe for concurrent use.
type Providers struct {
	app   core.App
	cfg   config.Config
	audit *audit.Log
	now   clock.Clock

	mu     sync.Mutex
	states map[string]*callState
}

// callState is what a provider's calls came to.
type callState struct {
	lastSuccess, lastFailure time.Time
	lastError                string
	// dirty is set until the database knows it.
	dirty bool
}

// New opens the room with what the database remembers.
func New(app core.App, cfg config.Config, log *audit.Log, now clock.Clock) (*Providers, error) {
	p := &Providers{app: app, cfg: cfg, audit: log, now: now, states: map[string]*callState{Razorpay: {}, Brevo: {}}}
	for name, state := range p.states {
		row, err := app.FindFirstRecordByData(collection, "provider", name)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		state.lastSuccess, state.lastFailure = row.GetDateTime("lastSuccessAt").Time(), row.GetDateTime("lastErrorAt").Time()
		state.lastError = row.GetString("lastError")
	}
	return p, nil
}

// WrapSender passes letters on to the mail provider and notes what came of each.
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

// RecordRazorpay notes what a call to the payment provider came to. That it knows no such thing, or
// says no to it, is an answer like any other.
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

// sanitize makes a provider's words fit to be shown: one line, without any of our secrets.
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

// Flush writes down what has changed since the last time.
func (p *Providers) Flush() error {
	var errs []error
	for provider, state := range p.takeDirty() {
		row, err := p.app.FindFirstRecordByData(collection, "provider", provider)
		if errors.Is(err, sql.ErrNoRows) {
			all, err := p.app.FindCachedCollectionByNameOrId(collection)
			if err != nil {
				return err
			}
			row = core.NewRecord(all)
		} else if err != nil {
			return err
		}
		row.Load(map[string]any{
			"provider": provider, "lastSuccessAt": toDateTime(state.lastSuccess), "lastErrorAt": toDateTime(state.lastFailure), "lastError": state.lastError,
		})
		errs = append(errs, p.app.Save(row))
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

func toDateTime(t time.Time) types.DateTime {
	at, _ := types.ParseDateTime(t) // a time.Time is always understood
	return at
}
