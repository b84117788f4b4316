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
	collection   = "provider_states"
	longestError = 300
)

// Providers is the room. Safe for concurrent use.
type Providers struct {
	app   core.App
	cfg   config.Config
	audit *audit.Log
	now   clock.Clock

	mu     sync.Mutex
	states map[string]*outcome
}

// outcome is what a provider's calls came to.
type outcome struct {
	success, failure time.Time
	problem          string
	// unwritten is set until the database knows it.
	unwritten bool
}

// New opens the room with what the database remembers.
func New(app core.App, cfg config.Config, log *audit.Log, now clock.Clock) (*Providers, error) {
	p := &Providers{app: app, cfg: cfg, audit: log, now: now, states: map[string]*outcome{Razorpay: {}, Brevo: {}}}
	for name, state := range p.states {
		row, err := app.FindFirstRecordByData(collection, "provider", name)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		state.success, state.failure = row.GetDateTime("lastSuccessAt").Time(), row.GetDateTime("lastErrorAt").Time()
		state.problem = row.GetString("lastError")
	}
	return p, nil
}

// Watch passes letters on to the mail provider and notes what came of each.
func (p *Providers) Watch(sender mail.Sender) mail.Sender { return watched{p, sender} }

type watched struct {
	room *Providers
	next mail.Sender
}

func (w watched) Send(ctx context.Context, m brevo.Message) brevo.Outcome {
	got := w.next.Send(ctx, m)
	switch got.Verdict {
	case brevo.Accepted, brevo.Duplicate:
		w.room.note(Brevo, "")
	default:
		w.room.note(Brevo, got.Verdict.String()+": "+got.Reason)
	}
	return got
}

// HeardRazorpay notes what a call to the payment provider came to. That it knows no such thing, or
// says no to it, is an answer like any other.
func (p *Providers) HeardRazorpay(err error) {
	if err == nil || errors.Is(err, razorpay.ErrNotFound) || errors.Is(err, razorpay.ErrRefused) {
		p.note(Razorpay, "")
		return
	}
	p.note(Razorpay, err.Error())
}

func (p *Providers) note(provider, problem string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	state := p.states[provider]
	state.unwritten = true
	if problem == "" {
		state.success = p.now()
		return
	}
	state.failure, state.problem = p.now(), p.harmless(problem)
}

// harmless makes a provider's words fit to be shown: one line, without any of our secrets.
func (p *Providers) harmless(words string) string {
	for _, secret := range p.cfg.Secrets() {
		words = strings.ReplaceAll(words, secret, "…")
	}
	clean := []rune(strings.Join(strings.Fields(words), " "))
	if len(clean) > longestError {
		clean = append(clean[:longestError-1], '…')
	}
	return string(clean)
}

// Keep writes down what has changed since the last time.
func (p *Providers) Keep() error {
	var errs []error
	for provider, state := range p.changed() {
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
			"provider": provider, "lastSuccessAt": stamp(state.success), "lastErrorAt": stamp(state.failure), "lastError": state.problem,
		})
		errs = append(errs, p.app.Save(row))
	}
	return errors.Join(errs...)
}

func (p *Providers) changed() map[string]outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	found := map[string]outcome{}
	for provider, state := range p.states {
		if state.unwritten {
			state.unwritten = false
			found[provider] = *state
		}
	}
	return found
}

func (p *Providers) state(provider string) outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	return *p.states[provider]
}

func stamp(t time.Time) types.DateTime {
	at, _ := types.ParseDateTime(t) // a time.Time is always understood
	return at
}
