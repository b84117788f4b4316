package payments

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/identity"
)

// bindAccountHooks registers hooks that cancel the subscriptions of an account when it is deactivated or deleted: a
// person who cannot sign in could neither use the membership nor cancel the charges. Memberships that are already paid
// are kept.
func (p *Payments) bindAccountHooks() {
	// The handler ids make a second Payments on the same app replace these hooks. The demo's history builds such a
	// second one.
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
		if err := e.Next(); err != nil { // an account that has terms cannot be deleted
			return err
		}
		return p.cancelMandates(e.App, list)
	}})
}

// addressToAccount replaces the email addresses that were typed with an account's orders by the account's own address.
// The emails that are sent after the account is deleted go to that address.
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

// bindMovedTermsHook registers a hook that reschedules the terms of two people when a term moves from one person to the
// other, because two accounts are merged or a merge is undone. The terms that a person has paid for follow one another
// without overlap.
func (p *Payments) bindMovedTermsHook() {
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
		s, err := findSubscription(tx, listed.Id) // read it again: a deletion of the account has cleared its user
		if err != nil {
			return err
		}
		if err := p.cancelSubscription(tx, s, CancelledWithAccount, false); err != nil {
			return err
		}
	}
	return nil
}
