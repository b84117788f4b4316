package demo

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
)

// history has the features with a clock that is set back. The events of the sample data are replayed through
// them in chronological order, so that invoices are numbered, e-mails queued and the audit log written as
// they would have been.
type history struct {
	tx          core.App
	clock       *clock.Fake
	auditLog    *audit.Log
	outbox      *recordingOutbox
	nominations *nominations.Nominations
	payments    *payments.Payments
	provider    *pastProvider
	// transactions are the sample transactions by the ids of their orders.
	transactions map[string]*payments.Transaction
	actors       map[string]audit.Actor
}

// historyEvent is an event of the sample history.
type historyEvent struct {
	at    time.Time
	apply func(*history) error
}

// reviewerAddress is the sample reviewers' IP address, from a range reserved for documentation.
const reviewerAddress = "203.0.113.24"

// replayHistory replays the sample history, and records its e-mails as sent.
func replayHistory(app core.App, cfg config.Config, now time.Time) error {
	events := sampleEvents(now)
	slices.SortStableFunc(events, func(a, b historyEvent) int { return a.at.Compare(b.at) })
	h, err := newHistory(app, cfg, events[0].at)
	if err != nil {
		return err
	}
	for _, event := range events {
		h.clock.Advance(event.at.Sub(h.clock.Now()))
		if err := event.apply(h); err != nil {
			return err
		}
	}
	return h.markEmailsSent()
}

func newHistory(app core.App, cfg config.Config, first time.Time) (*history, error) {
	key, err := keys.Load(app.DataDir())
	if err != nil {
		return nil, err
	}
	h := &history{
		tx: app, clock: clock.NewFake(first), actors: map[string]audit.Actor{},
		provider: newPastProvider(), transactions: map[string]*payments.Transaction{},
	}
	for _, account := range demoAccounts() {
		if account.collection == core.CollectionNameSuperusers {
			continue
		}
		record, err := app.FindFirstRecordByData(account.collection, account.field, account.name)
		if err != nil {
			return nil, err
		}
		by := audit.ActorOf(record)
		by.Address = reviewerAddress
		h.actors[account.name] = by
	}
	// distinct times keep the entries of one step in order
	h.auditLog = audit.New(func() time.Time {
		h.clock.Advance(40 * time.Millisecond)
		return h.clock.Now()
	})
	runner := jobs.New(app, h.clock.Now, jobs.Options{})
	h.outbox = &recordingOutbox{mail.New(app, mail.Options{Config: cfg, Clock: h.clock.Now, Jobs: runner}), map[string]string{}}
	h.nominations = nominations.New(app, nominations.Options{
		Middleware: httpx.New(cfg, h.clock.Now), Outbox: h.outbox, Jobs: runner, Audit: h.auditLog, Key: key, Clock: h.clock.Now,
	})
	h.payments = payments.New(app, payments.Options{
		Jobs: runner, Provider: h.provider, Outbox: h.outbox, Audit: h.auditLog, Clock: h.clock.Now,
		// Some sample members joined before there were nominations.
		IsApproved: func(core.App, *core.Record) (bool, error) { return true, nil },
		FindNomination: func(app core.App, email string) (payments.Nomination, error) {
			id, state, err := nominations.FindForBilling(app, email)
			return payments.Nomination{ID: id, State: state}, err
		},
	})
	return h, nil
}

// sampleEvents returns the events of the sample history, from the receipt of the nominations on.
func sampleEvents(now time.Time) []historyEvent {
	reviewers := []string{demoUsername, sampleUsers[1].email}
	list := []historyEvent{{now.Add(-foundingTierClosed), closeFoundingTier}}
	customers := map[string]bool{}
	for n, s := range sampleTransactions {
		customers[s.name] = true
		list = append(list, s.events(n, now)...)
	}
	for _, n := range sampleNominations {
		email := n.form["email"].(string)
		list = append(list, nominationReceived(email, now.Add(-n.ago)))
		list = append(list, reviewEvents(email, now.Add(-n.ago), demoUsername, sampleReviews[email])...)
	}
	for n, p := range nominees {
		email, sent := sampleEmail(p.name), now.Add(-p.ago)
		list = append(list, nominationReceived(email, sent))
		list = append(list, reviewEvents(email, sent, reviewers[n%len(reviewers)], p.reviewSteps(n))...)
		if customers[p.name] {
			list = append(list, acceptanceEvent(email, now.Add(acceptanceDelay-p.decidedAgo(n))))
		}
	}
	return list
}

// nominationReceived enqueues the e-mail that confirms a nomination.
func nominationReceived(email string, at time.Time) historyEvent {
	return historyEvent{at, func(h *history) error {
		nomination, err := nominations.FindByEmail(h.tx, email)
		if err != nil {
			return err
		}
		return h.outbox.Enqueue(h.tx, nominations.ReceivedEmail(nomination.Id, nomination.Name(), email))
	}}
}

var (
	deliveredEvents = []string{"request", "delivered"}
	openedEvents    = []string{"request", "delivered", "opened"}
	clickedEvents   = []string{"request", "delivered", "opened", "click"}
	bouncedEvents   = []string{"request", "soft_bounce"}
	// eventDelays are the times of an e-mail's events, after it was queued.
	eventDelays = []time.Duration{5 * time.Second, 11 * time.Second, 3 * time.Hour, 3*time.Hour + 2*time.Minute}
)

// deliveryOutcomes are the results of the sample e-mails in turn: the webhook events, or none if the provider
// refused the e-mail for a reason.
var deliveryOutcomes = []struct {
	events []string
	reason string
}{
	{openedEvents, ""}, {deliveredEvents, ""}, {clickedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""}, {clickedEvents, ""},
	{deliveredEvents, ""}, {bouncedEvents, "The mailbox is full."}, {openedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""}, {clickedEvents, ""}, {deliveredEvents, ""},
	{openedEvents, ""}, {nil, "The provider refused the e-mail: the recipient's server does not exist."}, {deliveredEvents, ""}, {openedEvents, ""},
	{clickedEvents, ""}, {openedEvents, ""}, {deliveredEvents, ""}, {openedEvents, ""},
}

// markEmailsSent records every e-mail of the sample history as sent or refused at its time, with its delivery
// events, so that the outbox sends none of them.
func (h *history) markEmailsSent() error {
	emails, err := h.outbox.ListQueued(h.tx)
	if err != nil {
		return err
	}
	events := []map[string]any{}
	for n, email := range emails {
		outcome := deliveryOutcomes[n%len(deliveryOutcomes)]
		id, refusal := fmt.Sprintf("<sample-%d@sample.example>", n), ""
		if len(outcome.events) == 0 {
			refusal = outcome.reason
		}
		if err := h.outbox.RecordResult(h.tx, email, id, refusal); err != nil {
			return err
		}
		for i, event := range outcome.events {
			events = append(events, map[string]any{
				"event": event, "email": email.Email, "message-id": id, "reason": outcome.reason, "X-Mailin-custom": email.ID,
				"ts_epoch": email.At.Add(eventDelays[i]).UnixMilli(),
			})
		}
	}
	body, err := json.Marshal(events)
	if err != nil {
		return err
	}
	return h.outbox.RecordEvents(body)
}

// sampleStep is a step of a sample nomination's review, some time after it was sent.
type sampleStep struct {
	after           time.Duration
	step            string
	reason, message string
}

// sampleReviews are the steps taken in the reviews of the sample nominations, by the nominee's e-mail.
var sampleReviews = map[string][]sampleStep{
	"lakshmi.subramaniam@sample.example": {{26 * hour, "take", "", ""}},
	"rukhsana.qureshi@sample.example": {
		{3 * hour, "take", "", ""},
		{20 * hour, "ask", "", "Does Himalaya Grid Corporation have a board of its own, or does it report to its parent's?"},
	},
	"harpreet.gill@sample.example": {
		{5 * hour, "take", "", ""},
		{30 * hour, "decline", "An advisory seat only. She may apply again with a statutory one.", ""},
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
		return []sampleStep{{assigned, "take", "", ""}, {assigned + 17*hour, "approve", "Her seat is confirmed by the company.", ""}}
	case "decline":
		return []sampleStep{{assigned, "take", "", ""}, {assigned + 9*hour, "decline", "No seat on a board so far.", ""}}
	}
	return nil
}

// reviewEvents returns the events of a nomination's review by one reviewer.
func reviewEvents(email string, sent time.Time, by string, steps []sampleStep) []historyEvent {
	list := []historyEvent{}
	for _, s := range steps {
		values := rules.Values{"why": s.reason, "words": s.message}
		switch s.step {
		case "approve":
			values["vote"] = "yes"
		case "decline":
			values["vote"] = "no"
		}
		list = append(list,
			historyEvent{sent.Add(s.after - 5*time.Minute), func(h *history) error {
				return h.auditLog.Record(h.tx, h.actors[by], "session.opened", audit.Subject{Label: h.actors[by].Name}, nil)
			}},
			historyEvent{sent.Add(s.after), func(h *history) error {
				nomination, err := nominations.FindByEmail(h.tx, email)
				if err != nil {
					return err
				}
				return h.nominations.TakeStep(h.tx, h.actors[by], nomination, s.step, nomination.Version(), values)
			}})
	}
	return list
}

// decidedAgo returns how long ago the n-th nominee's review was decided.
func (p nominee) decidedAgo(n int) time.Duration {
	steps := p.reviewSteps(n)
	return p.ago - steps[len(steps)-1].after
}

// acceptanceDelay is the time from an approval to the acceptance of the invitation.
const acceptanceDelay = 8 * hour

func acceptanceEvent(email string, at time.Time) historyEvent {
	return historyEvent{at, func(h *history) error {
		user, err := h.tx.FindAuthRecordByEmail("users", email)
		if err != nil {
			return err
		}
		params, err := h.nominations.InvitationParams(h.tx, map[string]string{"invitationId": h.outbox.invitationIDs[email]})
		if err != nil {
			return err
		}
		return h.nominations.RedeemInvitation(h.tx, params["token"], user)
	}}
}

// recordingOutbox remembers the invitations that it has enqueued, so that their recipients can accept them.
type recordingOutbox struct {
	*mail.Outbox
	invitationIDs map[string]string
}

func (o *recordingOutbox) Enqueue(tx core.App, email mail.Email) error {
	if email.Kind == nominations.KindInvitation {
		o.invitationIDs[email.To.Email] = email.Params["invitationId"]
	}
	return o.Outbox.Enqueue(tx, email)
}
