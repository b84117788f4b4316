package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

const renewalGracePeriod = 7 * 24 * time.Hour

// ReconcileStats are what a reconciliation came to.
type ReconcileStats struct {
	// Checked are the transactions that the provider was asked about, Moved those that it moved,
	// Failed those of which it told nothing.
	Checked, Updated, Failed int
	// Scanned are the provider's payments that were gone through, Orphans those that nobody knows.
	Scanned, Orphans int
}

// ReconcileDue looks at the transactions whose time has come; the cron calls it each minute.
func (p *Payments) ReconcileDue(ctx context.Context) (ReconcileStats, error) {
	return p.syncTransactions(ctx, dbx.NewExp("nextCheckAt != '' AND nextCheckAt <= {:now}", dbx.Params{"now": toDateTime(p.now())}))
}

// Reconcile makes the ledger equal to the provider's: it heeds the waiting events, looks at every
// transaction that is still open, and goes through the payments of the last days.
func (p *Payments) Reconcile(ctx context.Context, days int) (ReconcileStats, error) {
	if p.provider == nil {
		return ReconcileStats{}, errNotConfigured
	}
	if err := p.Drain(ctx); err != nil {
		return ReconcileStats{}, err
	}
	stats, syncErr := p.syncTransactions(ctx, dbx.NewExp("nextCheckAt != ''"))
	recent, err := p.SyncRecentPayments(ctx, time.Duration(days)*24*time.Hour)
	stats.Scanned, stats.Orphans = recent.Scanned, recent.Orphans
	stats.Updated += recent.Updated
	return stats, errors.Join(syncErr, err)
}

// maxFailures is how many calls may fail before a reconciliation waits for the provider to recover.
const maxFailures = 5

// syncTransactions resyncs the transactions that match. One that fails is put off, so that it never holds
// up the others.
func (p *Payments) syncTransactions(ctx context.Context, where dbx.Expression) (ReconcileStats, error) {
	var open []*core.Record
	if p.provider == nil {
		return ReconcileStats{}, nil
	}
	if err := p.app.RecordQuery(transactionsCollection).AndWhere(where).OrderBy("nextCheckAt", "id").All(&open); err != nil {
		return ReconcileStats{}, err
	}
	var stats ReconcileStats
	var errs []error
	for _, t := range open {
		if ctx.Err() != nil || stats.Failed >= maxFailures {
			break
		}
		stats.Checked++
		synced, err := p.SyncTransaction(ctx, t.Id)
		if err != nil {
			stats.Failed++
			errs = append(errs, fmt.Errorf("transaction %s: %w", t.Id, err), p.postponeCheck(t.Id, err))
			continue
		}
		if synced.GetString("status") != t.GetString("status") {
			stats.Updated++
		}
	}
	return stats, errors.Join(append(errs, ctx.Err())...)
}

// postponeCheck sets the next look at a transaction that could not be resynced: soon while the provider
// is down, else when it would have been looked at anyway.
func (p *Payments) postponeCheck(id string, cause error) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, id)
		if err != nil {
			return err
		}
		if !isProviderDown(cause) {
			return p.scheduleNextCheck(tx, t)
		}
		t.Set("nextCheckAt", toDateTime(p.now().Add(earlyCheckAges[0])))
		return tx.Save(t)
	})
}

// ReconcileTick is the cron's minute: what is due is looked at. A tick that finds the one before it still
// at work leaves it to it.
func (p *Payments) ReconcileTick(ctx context.Context) {
	if !p.tickMu.TryLock() {
		return
	}
	defer p.tickMu.Unlock()
	if _, err := p.ReconcileDue(ctx); err != nil && ctx.Err() == nil {
		p.app.Logger().Warn("Some transactions could not be reconciled", "error", err)
	}
}

// SyncRecentDaily is the cron's day. It goes two days back, so that a missed day is made up for.
func (p *Payments) SyncRecentDaily(ctx context.Context) {
	if _, err := p.SyncRecentPayments(ctx, 2*24*time.Hour); err != nil && ctx.Err() == nil {
		p.app.Logger().Warn("The provider's payments could not be gone through", "error", err)
	}
}
