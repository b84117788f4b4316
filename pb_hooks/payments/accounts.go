package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
)

// followAccounts ends the mandates of an account that is deactivated or deleted: whoever cannot sign in can neither use
// what is charged nor cancel it. What is paid stays.
func (p *Payments) followAccounts() {
	p.app.OnRecordUpdate(identity.Users).BindFunc(func(e *core.RecordEvent) error {
		wasActive := identity.IsActive(e.Record.Original())
		if err := e.Next(); err != nil {
			return err
		}
		if !wasActive || identity.IsActive(e.Record) {
			return nil
		}
		list, err := listSubscriptions(e.App, e.Record.Id)
		if err != nil {
			return err
		}
		return p.cancelMandates(e.App, list)
	})
	p.app.OnRecordDelete(identity.Users).BindFunc(func(e *core.RecordEvent) error {
		list, err := listSubscriptions(e.App, e.Record.Id)
		if err != nil {
			return err
		}
		if err := e.Next(); err != nil { // an account that has terms stays
			return err
		}
		return p.cancelMandates(e.App, list)
	})
}

// followMoves schedules the terms of two people again when one of them gets a term of the other's, as two accounts are merged or
// come apart again: what both have paid runs one after the other.
func (p *Payments) followMoves() {
	p.app.OnRecordUpdate(membershipsCollection).BindFunc(func(e *core.RecordEvent) error {
		from, to := termHolder(e.Record.Original()), termHolder(e.Record)
		if err := e.Next(); err != nil || from == to {
			return err
		}
		for _, userID := range []string{from, to} {
			terms, err := listTerms(e.App, userID)
			if err != nil {
				return err
			}
			if err := p.saveTerms(e.App, terms); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *Payments) cancelMandates(tx core.App, list []*Subscription) error {
	for _, listed := range list {
		s, err := findSubscription(tx, listed.Id) // without its user, once that is deleted
		if err != nil {
			return err
		}
		if err := p.cancelSubscription(tx, s, CancelledWithAccount, false); err != nil {
			return err
		}
	}
	return nil
}
