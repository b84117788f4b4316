package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

const week = 7 * 24 * time.Hour

// Findings are what a reconciliation came to.
type Findings struct {
	// Checked are the transactions that the provider was asked about, Moved those that it moved,
	// Failed those of which it told nothing.
	Checked, Moved, Failed int
	// Swept are the provider's payments that were gone through, Orphans those that nobody knows.
	Swept, Orphans int
}

// ReconcileDue looks at the transactions whose time has come; the cron calls it each minute.
func (p *Payments) ReconcileDue(ctx context.Context) (Findings, error) {
	return p.reconcile(ctx, dbx.NewExp("nextCheckAt != '' AND nextCheckAt <= {:now}", dbx.Params{"now": stamp(p.now())}))
}

// Reconcile makes the ledger equal to the provider's: it heeds the waiting events, looks at every
// transaction that is still open, and goes through the payments of the last days.
func (p *Payments) Reconcile(ctx context.Context, days int) (Findings, error) {
	if p.provider == nil {
		return Findings{}, errNotConfigured
	}
	if err := p.Drain(ctx); err != nil {
		return Findings{}, err
	}
	found, unanswered := p.reconcile(ctx, dbx.NewExp("nextCheckAt != ''"))
	swept, err := p.Sweep(ctx, time.Duration(days)*24*time.Hour)
	found.Swept, found.Orphans = swept.Swept, swept.Orphans
	found.Moved += swept.Moved
	return found, errors.Join(unanswered, err)
}

// mostFailures is how many calls may fail before a reconciliation waits for the provider to recover.
const mostFailures = 5

// reconcile resyncs the transactions that match. One that fails is put off, so that it never holds
// up the others.
func (p *Payments) reconcile(ctx context.Context, where dbx.Expression) (Findings, error) {
	var open []*core.Record
	if p.provider == nil {
		return Findings{}, nil
	}
	if err := p.app.RecordQuery(transactions).AndWhere(where).OrderBy("nextCheckAt", "id").All(&open); err != nil {
		return Findings{}, err
	}
	var found Findings
	var problems []error
	for _, t := range open {
		if ctx.Err() != nil || found.Failed >= mostFailures {
			break
		}
		found.Checked++
		after, err := p.resync(ctx, t.Id)
		if err != nil {
			found.Failed++
			problems = append(problems, fmt.Errorf("transaction %s: %w", t.Id, err), p.putOff(t.Id, err))
			continue
		}
		if after.GetString("status") != t.GetString("status") {
			found.Moved++
		}
	}
	return found, errors.Join(append(problems, ctx.Err())...)
}

// putOff sets the next look at a transaction that could not be resynced: soon while the provider
// is down, else when it would have been looked at anyway.
func (p *Payments) putOff(id string, cause error) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		t, err := byID(tx, id)
		if err != nil {
			return err
		}
		if !isDown(cause) {
			return p.schedule(tx, t)
		}
		t.Set("nextCheckAt", stamp(p.now().Add(early[0])))
		return tx.Save(t)
	})
}

// Tick is the cron's minute: what is due is looked at. A tick that finds the one before it still
// at work leaves it to it.
func (p *Payments) Tick(ctx context.Context) {
	if !p.ticking.TryLock() {
		return
	}
	defer p.ticking.Unlock()
	if _, err := p.ReconcileDue(ctx); err != nil && ctx.Err() == nil {
		p.app.Logger().Warn("Some transactions could not be reconciled", "error", err)
	}
}

// SweepDaily is the cron's day. It goes two days back, so that a missed day is made up for.
func (p *Payments) SweepDaily(ctx context.Context) {
	if _, err := p.Sweep(ctx, 2*24*time.Hour); err != nil && ctx.Err() == nil {
		p.app.Logger().Warn("The provider's payments could not be gone through", "error", err)
	}
}
