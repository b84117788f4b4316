package payments

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/identity"
)

// followAccounts ends the mandates of an account that is deactivated or deleted: whoever cannot sign in can neither use
// what is charged nor cancel it. What is paid stays.
func (p *Payments) followAccounts() {
	// The ids replace the hooks of a ledger that was built before on the same app, as the demo's history builds one.
	p.app.OnRecordUpdate(identity.Users).Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcircleAccountMandates", Func: func(e *core.RecordEvent) error {
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
	}})
	p.app.OnRecordDelete(identity.Users).Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcircleAccountMandates", Func: func(e *core.RecordEvent) error {
		list, err := listSubscriptions(e.App, e.Record.Id)
		if err != nil {
			return err
		}
		if err := p.addressToAccount(e.App, e.Record); err != nil {
			return err
		}
		if err := e.Next(); err != nil { // an account that has terms stays
			return err
		}
		return p.cancelMandates(e.App, list)
	}})
}

// addressToAccount replaces the addresses that were typed with the orders of an account by its own. Once the account is
// deleted, what is still to be sent about them goes there.
func (p *Payments) addressToAccount(tx core.App, account *core.Record) error {
	list, err := listTransactionsOfUser(tx, account.Id)
	if err != nil {
		return err
	}
	for _, t := range list {
		customer := t.Customer()
		if customer.Email == account.Email() {
			continue
		}
		customer.Email = account.Email()
		t.SetCustomer(customer)
		if err := saveTransaction(tx, t); err != nil {
			return err
		}
	}
	return nil
}

// followMoves schedules the terms of two people again when one of them gets a term of the other's, as two accounts are merged or
// come apart again: what both have paid runs one after the other.
func (p *Payments) followMoves() {
	p.app.OnRecordUpdate(membershipsCollection).Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcircleMovedTerms", Func: func(e *core.RecordEvent) error {
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
	}})
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
