package demo

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"golang.org/x/crypto/bcrypt"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/automations"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/drafts"
	"boardcircle/pb_hooks/nominations/review"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/tiers"
)

// history has the features with a clock that is set back. It replays the events of the sample data in chronological
// order through the handlers that a browser calls, so that accounts, nominations, invoices, emails and the audit log
// are created as in real use.
type history struct {
	tx       core.App
	clock    *clock.Fake
	auditLog *audit.Log
	jobs     *jobs.Runner
	// sender and provider simulate the email and payment providers.
	sender       *pastSender
	webhookToken string
	provider     *pastProvider

	mail.Mail
	accounts    *accounts.Accounts
	automations *automations.Automations
	nominations *nominations.Nominations
	drafts      *drafts.Drafts
	review      *review.Review
	payments    *payments.Payments
	tiers       *tiers.Tiers

	// admins are the reviewers by account name. superuser is the account that grants rights.
	admins    map[string]*core.Record
	superuser *core.Record
	// tierIDs are the tiers by slug. nominationIDs are the nominations by email address.
	tierIDs, nominationIDs map[string]string
	// orders are the placed orders of the sample transactions.
	orders map[string]pastOrder
}

// pastOrder is a placed order as the buyer's browser receives it.
type pastOrder struct {
	Amount   int64
	Currency string
	Customer pricing.Customer
	Notes    map[string]string

	ids fakerazorpay.PastTransaction
}

// historyEvent is an event of the sample history.
type historyEvent struct {
	at    time.Time
	apply func(*history) error
}

const (
	// reviewerAddress is the IP address of the sample visitors and reviewers, from a range reserved for documentation.
	reviewerAddress = "203.0.113.24"
	// sendDelay is the time from an event to the delivery of its emails.
	sendDelay = 4 * time.Second
)

// replayHistory replays the sample history in a transaction and returns its orders.
func replayHistory(tx core.App, cfg config.Config, patronLink string, now time.Time) (map[string]pastOrder, error) {
	events := sampleEvents(patronLink, now)
	slices.SortStableFunc(events, func(a, b historyEvent) int { return a.at.Compare(b.at) })
	restore, err := hashQuickly(tx)
	if err != nil {
		return nil, err
	}
	defer restore()
	defer silence(tx)()
	h, err := newHistory(tx, cfg, patronLink, events[0].at)
	if err != nil {
		return nil, err
	}
	defer h.setBackAutodates()()
	for _, event := range events {
		h.advance(event.at)
		if err := event.apply(h); err != nil {
			return nil, err
		}
		h.advance(event.at.Add(sendDelay))
		if err := h.jobs.Drain(context.Background(), outbox.SendJob); err != nil {
			return nil, err
		}
	}
	h.advance(now)
	return h.orders, h.reportDeliveries()
}

func newHistory(tx core.App, cfg config.Config, patronLink string, first time.Time) (*history, error) {
	key, err := keys.Load(tx.DataDir())
	if err != nil {
		return nil, err
	}
	cfg.Brevo.WebhookToken = keys.Random()
	at := clock.NewFake(first)
	h := &history{
		tx:            tx,
		clock:         at,
		sender:        newPastSender(at.Now),
		webhookToken:  cfg.Brevo.WebhookToken,
		provider:      newPastProvider(),
		admins:        map[string]*core.Record{},
		tierIDs:       map[string]string{},
		nominationIDs: map[string]string{},
		orders:        map[string]pastOrder{},
	}
	// distinct times keep the entries of one event in order
	h.auditLog = audit.New(func() time.Time {
		h.clock.Advance(40 * time.Millisecond)
		return h.clock.Now()
	})
	middleware := httpx.New(cfg, h.clock.Now)
	h.jobs = jobs.New(tx, h.clock.Now, jobs.Options{})
	h.Mail = mail.New(tx, mail.Options{
		Config: cfg, Clock: h.clock.Now, Key: key, Jobs: h.jobs, Audit: h.auditLog, Sender: h.sender, OnChange: func() {},
	})
	h.drafts = drafts.New(tx, drafts.Deps{Middleware: middleware, Outbox: h.Outbox, Key: key, Clock: h.clock.Now})
	h.nominations = nominations.New(nominations.Deps{
		Middleware: middleware, Outbox: h.Outbox, Audit: h.auditLog, Drafts: h.drafts, Key: key, Clock: h.clock.Now,
	})
	h.review = review.New(review.Deps{
		Nominations: h.nominations, Middleware: middleware, Outbox: h.Outbox, Audit: h.auditLog, Clock: h.clock.Now,
	})
	h.accounts = accounts.New(tx, accounts.Deps{
		Middleware:       middleware,
		Outbox:           h.Outbox,
		Preferences:      h.Preferences,
		Jobs:             h.jobs,
		Key:              key,
		Clock:            h.clock.Now,
		Audit:            h.auditLog,
		RedeemInvitation: h.nominations.RedeemInvitation,
	})
	h.tiers = tiers.New(tx, h.auditLog, pastTiers(patronLink, pastApprovals(tx, h.auditLog, h.clock.Now), h.clock.Now))
	h.payments = payments.New(tx, payments.Options{
		Approvals: pastApprovals(tx, h.auditLog, h.clock.Now),
		Jobs:      h.jobs, Provider: h.provider, Outbox: h.Outbox, Audit: h.auditLog, Clock: h.clock.Now,
		// Some sample members joined before there were nominations.
		IsApproved:     func(core.App, *core.Record) (bool, error) { return true, nil },
		FindNomination: nominations.FindIDByEmail,
	})
	h.automations = automations.New(tx, automations.Deps{
		Outbox:      h.Outbox,
		Jobs:        h.jobs,
		Audit:       h.auditLog,
		Clock:       h.clock.Now,
		Nominations: h.nominations,
		Drafts:      h.drafts,
		Payments:    h.payments.Renewals,
	})
	return h, nil
}

// advance moves the clock forward to a time. It does nothing if that time has passed.
func (h *history) advance(at time.Time) {
	if wait := at.Sub(h.clock.Now()); wait > 0 {
		h.clock.Advance(wait)
	}
}

// setBackAutodates makes saved records use the clock's time instead of PocketBase's, until the returned function is
// called.
func (h *history) setBackAutodates() (restore func()) {
	const id = "boardcircleDemoHistory"
	set := func(e *core.RecordEvent) error {
		at := database.DateTime(h.clock.Now())
		for _, field := range e.Record.Collection().Fields {
			date, isAutodate := field.(*core.AutodateField)
			if !isAutodate || !(e.Record.IsNew() && date.OnCreate || !e.Record.IsNew() && date.OnUpdate) {
				continue
			}
			// Keep a time that a feature has set.
			if before := e.Record.Original().GetDateTime(date.Name); e.Record.GetDateTime(date.Name).Equal(before) {
				if at.Equal(before) { // PocketBase replaces a date that does not change
					at = at.Add(time.Millisecond)
				}
				e.Record.SetRaw(date.Name, at)
			}
		}
		return e.Next()
	}
	handler := &hook.Handler[*core.RecordEvent]{Id: id, Priority: -1000, Func: set}
	h.tx.OnRecordCreate().Bind(handler)
	h.tx.OnRecordUpdate().Bind(handler)
	return func() {
		h.tx.OnRecordCreate().Unbind(id)
		h.tx.OnRecordUpdate().Unbind(id)
	}
}

// silence discards log records until the returned function is called. Some sample emails are refused by the provider,
// and the demo's console would show that as errors. Errors of the replay itself are returned.
func silence(app core.App) (restore func()) {
	log := app.Logger()
	before := *log
	*log = *slog.New(slog.DiscardHandler)
	return func() { *log = before }
}

// hashQuickly makes the hashing of users' passwords cheap, until the returned function is called. Otherwise twenty
// sign-ups would add a second to the demo's first start. The passwords are public, or random and discarded.
func hashQuickly(tx core.App) (restore func(), err error) {
	users, err := tx.FindCachedCollectionByNameOrId(identity.Users)
	if err != nil {
		return nil, err
	}
	password := users.Fields.GetByName(core.FieldNamePassword).(*core.PasswordField)
	cost := password.Cost
	password.Cost = bcrypt.MinCost
	return func() { password.Cost = cost }, nil
}

// sampleEvents returns the events of the sample history.
func sampleEvents(patronLink string, now time.Time) []historyEvent {
	reviewers := []string{demoUsername, sampleUsers[1].email}
	list := append(accountEvents(now), tierEvents(patronLink, now)...)
	customers, invited := map[string]bool{}, map[string]bool{}
	for _, s := range sampleTransactions {
		customers[s.name] = true
	}
	for _, n := range sampleNominations {
		email := n.form["email"].(string)
		list = append(list, nominationSent(n.form, now.Add(-n.ago)))
		list = append(list, reviewEvents(email, now.Add(-n.ago), demoUsername, sampleReviews[email])...)
	}
	for n, p := range nominees {
		email, sent := sampleEmail(p.name), now.Add(-p.ago)
		list = append(list, nominationSent(p.nominationForm(n), sent))
		list = append(list, reviewEvents(email, sent, reviewers[n%len(reviewers)], p.reviewSteps(n))...)
		if customers[p.name] && p.outcome == "approve" {
			invited[p.name] = true
			list = append(list, signUpByInvitation(p.name, now.Add(acceptanceDelay-p.decidedAgo(n))))
		}
	}
	for _, d := range sampleDrafts {
		list = append(list, draftSaved(d.form, now.Add(-d.ago)))
	}
	list = append(list, automationEvents(now)...)
	signedUp := map[string]bool{}
	for _, p := range sampleUsers {
		signedUp[p.name] = true // accountEvents signs them up
	}
	for n, s := range sampleTransactions {
		if !invited[s.name] && !signedUp[s.name] {
			signedUp[s.name] = true
			list = append(list, signUp(customerForm(s.name), now.Add(-s.ago-day)))
		}
		list = append(list, s.events(n, now)...)
	}
	return append(list, historyEvent{now.Add(-pagePaidAgo), (*history).payOnPage})
}

// nominationSent is the event of sending a nomination.
func nominationSent(form map[string]any, at time.Time) historyEvent {
	return historyEvent{at, func(h *history) error {
		var created struct{ ID string }
		err := h.call(h.nominations.Create().Handler, request{body: form}, &created)
		h.nominationIDs[form["email"].(string)] = created.ID
		return err
	}}
}

// draftSaved is the event of saving an unfinished nomination.
func draftSaved(form map[string]any, at time.Time) historyEvent {
	return historyEvent{at, func(h *history) error {
		return h.call(h.drafts.Save().Handler, request{body: map[string]any{"email": form["email"], "formData": form}}, nil)
	}}
}

// sampleStep is one step in the review of a sample nomination, some time after it was sent.
type sampleStep struct {
	after           time.Duration
	step            string
	reason, message string
}

// sampleReviews are the review steps of the sample nominations, by the nominee's email address.
var sampleReviews = map[string][]sampleStep{
	"lakshmi.subramaniam@sample.example": {{26 * hour, "take", "", ""}},
	"rukhsana.qureshi@sample.example": {
		{3 * hour, "take", "", ""},
		{20 * hour, "ask", "",
			"Does Himalaya Grid Corporation have a board of its own, or does it report to its parent's?"},
	},
	"harpreet.gill@sample.example": {
		{5 * hour, "take", "", ""},
		{30 * hour, "decline", "An advisory seat only. They may apply again with a statutory one.", ""},
	},
	"nandini.rao@sample.example": {
		{8 * hour, "take", "", ""},
		{22 * hour, "approve", "Two listed boards, both confirmed.", ""},
	},
	"sudeshna.mukherjee@sample.example": {
		{40 * hour, "take", "", ""},
		{53 * hour, "approve", "Known to three of us.", ""},
	},
}

// reviewSteps returns the steps of the n-th nominee's review.
func (p nominee) reviewSteps(n int) []sampleStep {
	assigned := time.Duration(4+n%5*5) * hour
	switch p.outcome {
	case "approve":
		return []sampleStep{{assigned, "take", "", ""},
			{assigned + 17*hour, "approve", "Their seat is confirmed by the company.", ""}}
	case "decline":
		return []sampleStep{{assigned, "take", "", ""},
			{assigned + 9*hour, "decline", "No seat on a board so far.", ""}}
	}
	return nil
}

// reviewEvents returns the events of a nomination's review by one reviewer.
func reviewEvents(email string, sent time.Time, by string, steps []sampleStep) []historyEvent {
	list := []historyEvent{}
	for version, s := range steps {
		body := map[string]any{"step": s.step, "version": fmt.Sprint(version), "why": s.reason, "words": s.message}
		switch s.step {
		case "approve":
			body["vote"] = "yes"
		case "decline":
			body["vote"] = "no"
		}
		list = append(list,
			historyEvent{sent.Add(s.after - 5*time.Minute), func(h *history) error {
				return h.recordSignIn(h.admins[by])
			}},
			historyEvent{sent.Add(s.after), func(h *history) error {
				return h.call(h.review.ApplyStep().Handler, request{by: h.admins[by], id: h.nominationIDs[email], body: body},
					nil)
			}})
	}
	return list
}

// recordSignIn records an admin's sign-in in the audit log. It creates no session, because comparing a password for
// each sign-in would make the demo's first start slow.
func (h *history) recordSignIn(account *core.Record) error {
	actor := audit.ActorOf(account)
	actor.Address = reviewerAddress
	return h.auditLog.Record(h.tx, actor, "session.opened", audit.Subject{Label: actor.Name}, nil)
}

// decidedAgo returns how long ago the n-th nominee's review was decided.
func (p nominee) decidedAgo(n int) time.Duration {
	steps := p.reviewSteps(n)
	return p.ago - steps[len(steps)-1].after
}

// acceptanceDelay is the time from an approval to the acceptance of the invitation.
const acceptanceDelay = 8 * hour

// sampleAutomations are the automations that the demo's admin has switched on.
var sampleAutomations = []string{"question-unanswered", "invitation-unused-3", "draft-abandoned", "membership-birthday"}

const (
	// automatedAgo is how long ago the automations were switched on.
	automatedAgo = 60 * day
	// automationStep is how often the automations run in the history.
	automationStep = 12 * hour
)

// automationEvents switch the automations on and run them.
func automationEvents(now time.Time) []historyEvent {
	list := []historyEvent{}
	for i, id := range sampleAutomations {
		list = append(list, historyEvent{now.Add(-automatedAgo + time.Duration(i)*time.Minute), func(h *history) error {
			return h.call(h.automations.Update().Handler,
				request{by: h.admins[demoUsername], id: id, body: map[string]any{"isOn": true}}, nil)
		}})
	}
	for at := now.Add(automationStep - automatedAgo); at.Before(now); at = at.Add(automationStep) {
		list = append(list, historyEvent{at, func(h *history) error {
			return h.jobs.Drain(context.Background(), automations.FindJob)
		}})
	}
	return list
}
