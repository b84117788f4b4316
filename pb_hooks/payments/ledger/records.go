package ledger

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keymutex"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/pricing"
)

// Outbox queues the emails about a payment in the payment's database transaction.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
	EnqueueToOffice(tx core.App, email outbox.Email) error
}

// Records stores transactions and terms with the jobs and notices that follow from them. It decides nothing about
// money, so the packages that the ledger itself calls can use it.
type Records struct {
	jobs   *jobs.Runner
	outbox Outbox
	now    clock.Clock

	// buyers serializes the requests of one buyer, for example after a double click. transactions serializes the events
	// of one transaction.
	buyers, transactions keymutex.Mutex
}

// NewRecords returns the records.
func NewRecords(runner *jobs.Runner, outbox Outbox, now clock.Clock) *Records {
	return &Records{jobs: runner, outbox: outbox, now: now}
}

// LockBuyer waits for the other requests of a buyer, and returns the function that lets the next one continue.
func (r *Records) LockBuyer(userID string) (unlock func()) { return r.buyers.Lock(userID) }

// LockTransaction waits for the other events of a transaction, and returns the function that lets the next one
// continue.
func (r *Records) LockTransaction(id string) (unlock func()) { return r.transactions.Lock(id) }

// Save stores a transaction and schedules its next check. Every change of nextCheckAt must be saved with it.
func (r *Records) Save(tx core.App, t *Transaction) error {
	if err := saveTransaction(tx, t); err != nil {
		return err
	}
	if t.NextCheckAt().IsZero() {
		return r.jobs.Cancel(tx, SyncJob, t.Id)
	}
	return r.jobs.Enqueue(tx, jobs.Job{Type: SyncJob, Key: t.Id, RunAt: t.NextCheckAt().Time(), Replace: true})
}

// CheckSoon makes the job of a transaction ask the provider again in two minutes.
func (r *Records) CheckSoon(tx core.App, t *Transaction) error {
	t.setNextCheckAt(r.now().Add(earlyCheckAges[0]))
	return r.Save(tx, t)
}

// SetProviderID stores the id of the order, the subscription or the link of a transaction.
func (r *Records) SetProviderID(tx core.App, t *Transaction, id string) error {
	t.setProviderID(id)
	return r.Save(tx, t)
}

// SetBilling stores a corrected buyer, and keeps the price.
func (r *Records) SetBilling(tx core.App, t *Transaction, billing pricing.Billing) error {
	t.setBilling(billing)
	return r.Save(tx, t)
}

// Flag flags a transaction and notifies the admin, once for each id and reason.
func (r *Records) Flag(tx core.App, t *Transaction, reason Attention, id, note string) error {
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	if err := r.flag(tx, t, &facts, reason, id, note); err != nil {
		return err
	}
	t.setFacts(facts)
	return r.Save(tx, t)
}

// FlagBeside is Flag, but a flag with another reason remains.
func (r *Records) FlagBeside(tx core.App, t *Transaction, reason Attention, id, note string) error {
	former, formerNote := t.Attention(), t.attentionNote()
	if err := r.Flag(tx, t, reason, id, note); err != nil || former == "" {
		return err
	}
	t.SetAttention(former, formerNote)
	return r.Save(tx, t)
}

// flag flags a transaction and notifies the admin, once for each payment and reason. The caller saves the
// transaction and its facts.
func (r *Records) flag(tx core.App, t *Transaction, facts *Facts, reason Attention, paymentID, note string) error {
	if !facts.markNotified(string(reason) + ":" + paymentID) {
		return nil
	}
	t.SetAttention(reason, note)
	return r.NotifyAdmin(tx, emails.PaymentAttention{PaymentID: paymentID, Reason: string(reason), Note: note,
		TransactionID: t.Id})
}

// NotifyAdmin asks the office to review a payment.
func (r *Records) NotifyAdmin(tx core.App, attention emails.PaymentAttention) error {
	return r.EmailOffice(tx, attention.Build())
}

// EmailOffice queues an email to the office, if it has an address.
func (r *Records) EmailOffice(tx core.App, email outbox.Email) error {
	return r.outbox.EnqueueToOffice(tx, email)
}

// AddressToAccount replaces the email addresses that were typed with an account's orders by the account's own address.
// The emails that are sent after the account is deleted go to that address.
func (r *Records) AddressToAccount(tx core.App, account *core.Record) error {
	list, err := ListTransactionsOfUser(tx, account.Id)
	if err != nil {
		return err
	}
	for _, t := range list {
		customer := t.Customer()
		if customer.Email == account.Email() {
			continue
		}
		customer.Email = account.Email()
		t.setCustomer(customer)
		if err := saveTransaction(tx, t); err != nil {
			return err
		}
	}
	return nil
}

// bindMovedTermsHook registers a hook that reschedules the terms of two people when a term moves from one person to the
// other, because two accounts are merged or a merge is undone. The terms that a person has paid for follow one another
// without overlap.
func (r *Records) bindMovedTermsHook(app core.App) {
	app.OnRecordUpdate(Memberships).
		Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcircleMovedTerms", Func: func(e *core.RecordEvent) error {
			from, to := userOf(e.Record.Original()), userOf(e.Record)
			if err := e.Next(); err != nil || from == to {
				return err
			}
			for _, userID := range []string{from, to} {
				terms, err := ListTerms(e.App, userID)
				if err != nil {
					return err
				}
				if err := r.saveTerms(e.App, terms); err != nil {
					return err
				}
			}
			return nil
		}})
}
