package demo

import (
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
)

// past are the rooms at an earlier time. What happened goes through their own doors, in the order of
// its time, so that documents are numbered, letters queued and the audit log written as they would
// have been.
type past struct {
	tx          core.App
	clock       *clock.Set
	log         *audit.Log
	outbox      *mail.Outbox
	nominations *nominations.Nominations
	payments    *payments.Payments
	staff       map[string]audit.Actor
}

// happening is something of the sample past.
type happening struct {
	at time.Time
	do func(*past) error
}

// office is where the sample reviewers sit: an address that belongs to nobody.
const office = "203.0.113.24"

// relive lets the sample past happen, and then sees to it that none of its letters is sent.
func relive(app core.App, cfg config.Config, now time.Time) error {
	happenings := sampleHappenings(now)
	slices.SortStableFunc(happenings, func(a, b happening) int { return a.at.Compare(b.at) })
	p, err := openPast(app, cfg, happenings[0].at)
	if err != nil {
		return err
	}
	for _, h := range happenings {
		p.clock.Advance(h.at.Sub(p.clock.Now()))
		if err := h.do(p); err != nil {
			return err
		}
	}
	return p.postmark()
}

func openPast(app core.App, cfg config.Config, first time.Time) (*past, error) {
	key, err := keys.Load(app.DataDir())
	if err != nil {
		return nil, err
	}
	p := &past{tx: app, clock: clock.At(first), staff: map[string]audit.Actor{}}
	for _, account := range demoAccounts() {
		if account.collection == core.CollectionNameSuperusers {
			continue
		}
		record, err := app.FindFirstRecordByData(account.collection, account.field, account.name)
		if err != nil {
			return nil, err
		}
		by := audit.As(record)
		by.Address = office
		p.staff[account.name] = by
	}
	// entries of one step stand in the order in which they were written
	p.log = audit.New(func() time.Time {
		p.clock.Advance(40 * time.Millisecond)
		return p.clock.Now()
	})
	p.outbox = mail.New(app, cfg, p.clock.Now, nil)
	p.nominations = nominations.New(app, nominations.Options{
		Edge: httpx.New(cfg, p.clock.Now), Letters: p.outbox, Audit: p.log, Key: key, Clock: p.clock.Now,
	})
	p.payments = payments.New(app, payments.Options{Letters: p.outbox, Audit: p.log, Clock: p.clock.Now})
	return p, nil
}

// sampleHappenings are all that happened after the nominations were sent.
func sampleHappenings(now time.Time) []happening {
	reviewers := []string{demoUsername, people[1].email}
	list := []happening{}
	buyers := map[string]bool{}
	for n, s := range sampleSales {
		buyers[s.name] = true
		list = append(list, s.happenings(n, now)...)
	}
	for _, n := range sampleNominations {
		email := n.form["email"].(string)
		list = append(list, thanked(email, now.Add(-n.ago)))
		list = append(list, reviewed(email, now.Add(-n.ago), demoUsername, sampleReviews[email])...)
	}
	for n, p := range nominees {
		email, sent := addressOf(p.name), now.Add(-p.ago)
		list = append(list, thanked(email, sent))
		list = append(list, reviewed(email, sent, reviewers[n%len(reviewers)], p.steps(n))...)
		if buyers[p.name] {
			list = append(list, accepted(email, now.Add(acceptedWithin-p.decided(n))))
		}
	}
	return list
}
