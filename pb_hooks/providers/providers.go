// Package providers shows in the console how well the payment and mail providers work: what is configured, when a call
// last succeeded, and the last error.
//
//	call ──> recorded in memory ──Flush, each minute and at shutdown──> provider_states ──New──> memory
//
// So a call does not write to the database, and the state survives a restart. A process that is killed loses the last
// minute.
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
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/razorpay"
)

// Provider is the name of a provider.
type Provider string

// The providers.
const (
	Razorpay Provider = "razorpay"
	Brevo    Provider = "brevo"
)

// Values returns all providers.
func (Provider) Values() []string { return rules.Options(Razorpay, Brevo) }

// maxErrorLength is the maximum length of a stored error, in characters.
const maxErrorLength = 300

// Providers records the results of the calls to the providers. Safe for concurrent use.
type Providers struct {
	app   core.App
	cfg   config.Config
	audit *audit.Log
	now   clock.Clock

	mu     sync.Mutex
	states map[Provider]*callState
}

// callState is the result of a provider's latest calls.
type callState struct {
	lastSuccess, lastFailure time.Time
	lastError                string
	// dirty is true until the state is saved.
	dirty bool
}

// New returns the feature with the stored states.
func New(app core.App, cfg config.Config, log *audit.Log, now clock.Clock) (*Providers, error) {
	p := &Providers{app: app, cfg: cfg, audit: log, now: now, states: map[Provider]*callState{Razorpay: {}, Brevo: {}}}
	for name, state := range p.states {
		record, err := findState(app, name)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		*state = record.callState()
	}
	return p, nil
}

// WrapSender returns a sender that records the result of each email.
func (p *Providers) WrapSender(sender outbox.Sender) outbox.Sender { return recordingSender{p, sender} }

type recordingSender struct {
	providers *Providers
	next      outbox.Sender
}

func (w recordingSender) Send(ctx context.Context, m brevo.Message) brevo.Result {
	return w.record(w.next.Send(ctx, m))
}

func (w recordingSender) SendBatch(ctx context.Context, b brevo.Batch) brevo.Result {
	return w.record(w.next.SendBatch(ctx, b))
}

func (w recordingSender) record(result brevo.Result) brevo.Result {
	if result.IsAccepted() {
		w.providers.record(Brevo, "")
	} else {
		w.providers.record(Brevo, result.Status.String()+": "+result.Reason)
	}
	return result
}

// RecordRazorpay records the result of a call to the payment provider. A refusal or an unknown id counts as a success,
// because the provider has responded. A call that its caller cancelled has no result, for example because a visitor has
// left the page.
func (p *Providers) RecordRazorpay(err error) {
	switch {
	case errors.Is(err, context.Canceled):
	case err == nil, errors.Is(err, razorpay.ErrNotFound), errors.Is(err, razorpay.ErrRefused):
		p.record(Razorpay, "")
	default:
		p.record(Razorpay, err.Error())
	}
}

func (p *Providers) record(provider Provider, message string) {
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

// sanitize makes a provider's error safe to show: one line, without our secrets.
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

// Flush saves the states that have changed since the last Flush. It saves a state again later if that fails.
func (p *Providers) Flush() error {
	var errs []error
	for provider, state := range p.takeDirty() {
		if err := saveState(p.app, provider, state); err != nil {
			p.markDirty(provider)
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (p *Providers) markDirty(provider Provider) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.states[provider].dirty = true
}

// takeDirty returns the unsaved states and marks them as saved.
func (p *Providers) takeDirty() map[Provider]callState {
	p.mu.Lock()
	defer p.mu.Unlock()
	found := map[Provider]callState{}
	for provider, state := range p.states {
		if state.dirty {
			state.dirty = false
			found[provider] = *state
		}
	}
	return found
}

func (p *Providers) state(provider Provider) callState {
	p.mu.Lock()
	defer p.mu.Unlock()
	return *p.states[provider]
}
