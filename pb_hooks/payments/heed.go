package payments

import (
	"context"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

// processEvent does what an event asks for: it resyncs the sale that the event is about. The event itself
// is a snapshot of unknown age; it is laid over the provider's word only as far as it climbs, and
// stands in for it while the API is down.
func (p *Payments) processEvent(ctx context.Context, record *core.Record) error {
	event, err := razorpay.ParseEvent([]byte(record.GetString("body")))
	if err != nil {
		return completeEvent(p.app, record, eventUnmatched, err.Error())
	}
	t, err := p.findTransactionForEvent(ctx, event)
	if err != nil {
		return err
	}
	if t == nil {
		return p.saveUnmatchedEvent(record, event)
	}
	_, syncErr := p.SyncTransaction(ctx, t.Id)
	var apiErr *razorpay.Error
	if syncErr != nil && !errors.As(syncErr, &apiErr) && !errors.Is(syncErr, errNotConfigured) {
		return syncErr
	}
	return p.app.RunInTransaction(func(tx core.App) error {
		if err := p.applyEvent(tx, t.Id, event, syncErr != nil); err != nil {
			return err
		}
		return completeEvent(tx, record, eventDone, "")
	})
}

// applyEvent brings an event's own entities into the ledger.
func (p *Payments) applyEvent(tx core.App, id string, event razorpay.Event, recheckSoon bool) error {
	t, err := findTransaction(tx, id)
	if err != nil {
		return err
	}
	if event.Payment != nil {
		if t, err = p.applyPayment(tx, t, *event.Payment); err != nil {
			return err
		}
	}
	if event.Refund != nil {
		if err := p.applyRefund(tx, t, *event.Refund); err != nil {
			return err
		}
	}
	if event.Dispute != nil {
		if err := p.applyDispute(tx, t, *event.Dispute); err != nil {
			return err
		}
	}
	if !recheckSoon {
		return nil
	}
	t.Set("nextCheckAt", toDateTime(p.now().Add(earlyCheckAges[0])))
	return tx.Save(t)
}

// saveUnmatchedEvent keeps an event that no transaction knows. Money among it is an orphan.
func (p *Payments) saveUnmatchedEvent(record *core.Record, event razorpay.Event) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		if event.Payment != nil && isCaptured(*event.Payment) {
			if err := p.saveOrphanPayment(tx, *event.Payment); err != nil {
				return err
			}
		}
		return completeEvent(tx, record, eventUnmatched, "")
	})
}
