package payments

import (
	"context"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

// heed does what an event asks for: it resyncs the sale that the event is about. The event itself
// is a snapshot of unknown age; it is laid over the provider's word only as far as it climbs, and
// stands in for it while the API is down.
func (p *Payments) heed(ctx context.Context, event *core.Record) error {
	told, err := razorpay.ParseEvent([]byte(event.GetString("body")))
	if err != nil {
		return finish(p.app, event, unmatched, err.Error())
	}
	t, err := p.match(ctx, told)
	if err != nil {
		return err
	}
	if t == nil {
		return p.unmatched(event, told)
	}
	_, asking := p.resync(ctx, t.Id)
	var down *razorpay.Error
	if asking != nil && !errors.As(asking, &down) && !errors.Is(asking, errNotConfigured) {
		return asking
	}
	return p.app.RunInTransaction(func(tx core.App) error {
		if err := p.lay(tx, t.Id, told, asking != nil); err != nil {
			return err
		}
		return finish(tx, event, done, "")
	})
}

// lay brings an event's own entities into the ledger.
func (p *Payments) lay(tx core.App, id string, told razorpay.Event, lookSoon bool) error {
	t, err := byID(tx, id)
	if err != nil {
		return err
	}
	if told.Payment != nil {
		if t, err = p.settle(tx, t, *told.Payment); err != nil {
			return err
		}
	}
	if told.Refund != nil {
		if err := p.giveBack(tx, t, *told.Refund); err != nil {
			return err
		}
	}
	if told.Dispute != nil {
		if err := p.dispute(tx, t, *told.Dispute); err != nil {
			return err
		}
	}
	if !lookSoon {
		return nil
	}
	t.Set("nextCheckAt", stamp(p.now().Add(early[0])))
	return tx.Save(t)
}

// unmatched keeps an event that no transaction knows. Money among it is an orphan.
func (p *Payments) unmatched(event *core.Record, told razorpay.Event) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		if told.Payment != nil && received(*told.Payment) {
			if err := p.orphan(tx, *told.Payment); err != nil {
				return err
			}
		}
		return finish(tx, event, unmatched, "")
	})
}
