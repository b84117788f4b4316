package delivery

import (
	"context"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/brevo"
	"boardcircle/pb_hooks/mail/outbox"
)

// AccountReader returns the plans and the remaining credits of the provider's account.
type AccountReader interface {
	Account(context.Context) ([]brevo.Plan, error)
}

// Checks are the external checks of the sending health.
type Checks struct {
	// Domain checks the DNS records of the sender's domain.
	Domain func(context.Context) []DomainCheck
	// Account is nil without a provider.
	Account AccountReader
}

const (
	// checkTimeout limits the DNS queries and the call to the provider.
	checkTimeout = 8 * time.Second
	// healthTTL is how long the results are cached. A refresh repeats the checks, but not within refreshPause.
	healthTTL    = 10 * time.Minute
	refreshPause = 5 * time.Second
)

// Limits of large mail providers, in per cent. Google and Yahoo require a complaint rate below 0.1%, and never 0.3%.
// A rate of permanent bounces below 2% is normal for a maintained list; from 5%, providers suspend accounts.
const (
	bounceWarning, bounceLimit       = 2.0, 5.0
	complaintWarning, complaintLimit = 0.1, 0.3
	// minSentForRate is the number of emails below which a rate is not judged.
	minSentForRate = 50
)

// HealthStatus is the result of a check of the sending health. A status is unknown if there is too little to judge by.
type HealthStatus string

// The statuses of a check.
const (
	healthOK      HealthStatus = "ok"
	healthWarning HealthStatus = "warning"
	healthProblem HealthStatus = "problem"
	healthUnknown HealthStatus = "unknown"
)

// Values returns all statuses.
func (HealthStatus) Values() []string {
	return rules.Options(healthOK, healthWarning, healthProblem, healthUnknown)
}

// DomainCheck is the result of one check of the sender's domain, with the action to take.
type DomainCheck struct {
	Check   string       `json:"check"`
	Status  HealthStatus `json:"status"`
	Message string       `json:"message"`
	Advice  string       `json:"advice"`
}

// Rate is how many emails of the last days bounced or were reported as spam.
type Rate struct {
	Days int `json:"days"`
	// Sent counts the emails that the provider has accepted.
	Sent int64 `json:"sent"`
	// Bounced counts permanent bounces; Complained counts reports as spam.
	Bounced    int64 `json:"bounced"`
	Complained int64 `json:"complained"`
	// The rates are in per cent of Sent.
	BounceRate      float64      `json:"bounceRate"`
	ComplaintRate   float64      `json:"complaintRate"`
	BounceStatus    HealthStatus `json:"bounceStatus"`
	ComplaintStatus HealthStatus `json:"complaintStatus"`
}

// Credits are the remaining credits of the provider's account.
type Credits struct {
	// Status is a warning if few credits are left, and a problem without credits.
	Status HealthStatus `json:"status"`
	Plan   string       `json:"plan"`
	Left   int64        `json:"left"`
}

// SendingHealth is the state of sending and how mail providers receive the emails.
type SendingHealth struct {
	Configured bool `json:"configured"`
	// PausedUntil is when sending continues, "" while it is not paused. PauseReason says why it is paused.
	PausedUntil httpx.Time    `json:"pausedUntil"`
	PauseReason string        `json:"pauseReason"`
	CheckedAt   httpx.Time    `json:"checkedAt"`
	From        string        `json:"from"`
	Domain      []DomainCheck `json:"domain"`
	Rates       []Rate        `json:"rates"`
	// The rates from which the status is a warning.
	BounceLimit    float64 `json:"bounceLimit"`
	ComplaintLimit float64 `json:"complaintLimit"`
	Credits        Credits `json:"credits"`
	FaultyTexts    int     `json:"faultyTexts"`
}

// healthCache caches the results of the checks. Concurrent callers wait for the same check.
type healthCache struct {
	mu        sync.Mutex
	checkedAt time.Time
	domain    []DomainCheck
	credits   Credits
	rates     []Rate
}

// GetHealth is GET /api/emails/health.
func (t *Tracker) GetHealth() httpx.Endpoint {
	return httpx.Get(t.getHealth, httpx.Doc{
		Tag: "mail", Summary: "Read the health of sending",
		Description: "The answers of the DNS and of the provider are cached for ten minutes.",
	})
}

func (t *Tracker) getHealth(e *core.RequestEvent) (SendingHealth, error) {
	return t.readHealth(e, healthTTL)
}

// RefreshHealth is POST /api/emails/health. It repeats the checks.
func (t *Tracker) RefreshHealth() httpx.Endpoint {
	return httpx.DoJSON(t.refreshHealth, httpx.Doc{
		Tag: "mail", Summary: "Check the DNS and the provider again", Unaudited: "it changes nothing",
	})
}

func (t *Tracker) refreshHealth(e *core.RequestEvent) (SendingHealth, error) {
	return t.readHealth(e, refreshPause)
}

func (t *Tracker) readHealth(e *core.RequestEvent, maxAge time.Duration) (SendingHealth, error) {
	h, err := t.sendingHealth(e.Request.Context(), e.App, maxAge)
	if err != nil {
		return SendingHealth{}, apperr.Fail("The sending health could not be read.", err)
	}
	return h, nil
}

func (t *Tracker) sendingHealth(ctx context.Context, app core.App, maxAge time.Duration) (SendingHealth, error) {
	cache := &t.health
	cache.mu.Lock()
	defer cache.mu.Unlock()
	now := t.now()
	if cache.checkedAt.IsZero() || now.Sub(cache.checkedAt) >= maxAge {
		rates := []Rate{}
		for _, days := range []int{7, 30} {
			rate, err := rateSince(app, days, now)
			if err != nil {
				return SendingHealth{}, err
			}
			rates = append(rates, rate)
		}
		cache.domain, cache.credits = t.lookUp(ctx)
		cache.rates, cache.checkedAt = rates, now
	}
	state := t.outbox.Health()
	h := SendingHealth{
		Configured:     state.Configured,
		PauseReason:    state.Reason,
		CheckedAt:      httpx.TimeOf(cache.checkedAt),
		From:           t.cfg.Mail.From,
		Domain:         cache.domain,
		Rates:          cache.rates,
		BounceLimit:    bounceWarning,
		ComplaintLimit: complaintWarning,
		Credits:        cache.credits,
		FaultyTexts:    t.texts.CountFaults(),
		PausedUntil:    httpx.TimeOf(state.PausedUntil),
	}
	return h, nil
}

// lookUp asks the DNS and the provider concurrently. It continues if the client disconnects, because the result is
// cached.
func (t *Tracker) lookUp(ctx context.Context) (domain []DomainCheck, credits Credits) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTimeout)
	defer cancel()
	var wait sync.WaitGroup
	wait.Go(func() { domain = append([]DomainCheck{}, t.checks.Domain(ctx)...) })
	credits = t.readCredits(ctx)
	wait.Wait()
	return domain, credits
}

// lowCredits is the number of credits below which the status is a warning: a small site may need as many in a day.
const lowCredits = 50

func (t *Tracker) readCredits(ctx context.Context) Credits {
	if t.checks.Account == nil {
		return Credits{Status: healthUnknown}
	}
	plans, err := t.checks.Account.Account(ctx)
	if err != nil {
		t.app.Logger().Warn("The provider's credits could not be read", "error", err)
		return Credits{Status: healthUnknown}
	}
	for _, plan := range plans {
		if plan.CreditsType != "sendLimit" {
			continue
		}
		credits := Credits{Status: healthOK, Plan: plan.Type, Left: int64(plan.Credits)}
		switch {
		case credits.Left <= 0:
			credits.Status = healthProblem
		case credits.Left < lowCredits:
			credits.Status = healthWarning
		}
		return credits
	}
	return Credits{Status: healthUnknown}
}

// rateSince returns the rate of the last days.
func rateSince(app core.App, days int, now time.Time) (Rate, error) {
	count, err := outbox.CountReceived(app, now.AddDate(0, 0, -days))
	rate := Rate{Days: days, Sent: count.Sent, Bounced: count.Bounced, Complained: count.Complained}
	if rate.Sent > 0 {
		rate.BounceRate = 100 * float64(rate.Bounced) / float64(rate.Sent)
		rate.ComplaintRate = 100 * float64(rate.Complained) / float64(rate.Sent)
	}
	rate.BounceStatus = judge(rate.Sent, rate.BounceRate, bounceWarning, bounceLimit)
	rate.ComplaintStatus = judge(rate.Sent, rate.ComplaintRate, complaintWarning, complaintLimit)
	return rate, err
}

func judge(sent int64, rate, warning, limit float64) HealthStatus {
	switch {
	case sent < minSentForRate:
		return healthUnknown
	case rate >= limit:
		return healthProblem
	case rate >= warning:
		return healthWarning
	}
	return healthOK
}

// ResumeSending is POST /api/emails/resume. Sending continues at once, for example after the provider's account was
// paid.
func (t *Tracker) ResumeSending() httpx.Endpoint {
	return httpx.DoJSON(t.resumeSending, httpx.Doc{
		Tag: "mail", Summary: "Continue sending before a pause is over", Errors: []*apperr.Error{errNotPaused},
	})
}

func (t *Tracker) resumeSending(e *core.RequestEvent) (SendingHealth, error) {
	state := t.outbox.Health()
	if state.PausedUntil.IsZero() {
		return SendingHealth{}, errNotPaused
	}
	err := t.audit.Record(e.App, audit.RequestActor(e), "emails.resumed", audit.Subject{Label: "Brevo"},
		map[string]any{"was": state.Reason})
	if err != nil {
		return SendingHealth{}, apperr.Fail("Sending could not be resumed. Please try again.", err)
	}
	t.outbox.Resume()
	return t.readHealth(e, healthTTL)
}

var errNotPaused = apperr.Conflict("not-paused", "Sending is not paused.")
