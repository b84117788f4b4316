package demo

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
)

// history are the rooms at an earlier time. What happened goes through their own doors, in the order of
// its time, so that documents are numbered, letters queued and the audit log written as they would
// have been.
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

// historyEvent is something of the sample past.
type historyEvent struct {
	at    time.Time
	apply func(*history) error
}

// reviewerAddress is where the sample reviewers sit: an address that belongs to nobody.
const reviewerAddress = "203.0.113.24"

// replayHistory lets the sample past happen, and then sees to it that none of its letters is sent.
func replayHistory(app core.App, cfg config.Config, now time.Time) error {
	events := sampleEvents(now)
	slices.SortStableFunc(events, func(a, b historyEvent) int { return a.at.Compare(b.at) })
	p, err := newHistory(app, cfg, events[0].at)
	if err != nil {
		return err
	}
	for _, h := range events {
		p.clock.Advance(h.at.Sub(p.clock.Now()))
		if err := h.apply(p); err != nil {
			return err
		}
	}
	return p.markEmailsSent()
}

func newHistory(app core.App, cfg config.Config, first time.Time) (*history, error) {
	key, err := keys.Load(app.DataDir())
	if err != nil {
		return nil, err
	}
	p := &history{
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
		p.actors[account.name] = by
	}
	// entries of one step stand in the order in which they were written
	p.auditLog = audit.New(func() time.Time {
		p.clock.Advance(40 * time.Millisecond)
		return p.clock.Now()
	})
	p.outbox = &recordingOutbox{mail.New(app, cfg, p.clock.Now, nil), map[string]string{}}
	p.nominations = nominations.New(app, nominations.Options{
		Edge: httpx.New(cfg, p.clock.Now), Outbox: p.outbox, Audit: p.auditLog, Key: key, Clock: p.clock.Now,
	})
	p.payments = payments.New(app, payments.Options{
		Jobs: jobs.New(app, p.clock.Now, jobs.Options{}), Provider: p.provider, Outbox: p.outbox, Audit: p.auditLog, Clock: p.clock.Now,
		// Some sample members joined before there were nominations.
		IsApproved: func(core.App, *core.Record) (bool, error) { return true, nil },
		FindNomination: func(app core.App, email string) (payments.Nomination, error) {
			id, state, err := nominations.FindForBilling(app, email)
			return payments.Nomination{ID: id, State: state}, err
		},
	})
	return p, nil
}

// sampleEvents are all that happened after the nominations were sent.
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
