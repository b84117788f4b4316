// Package ledger stores what was sold and paid: transactions, the terms that they grant, and their documents. It is the
// only code that completes, refunds or revokes. It does not know the payment provider: the packages above it translate
// an order, a transfer or a cheque into the ledger's Payment, and a refund or a lost dispute into its Return.
//
// A row of the collection transactions is one order, subscription charge, payment link or offline payment:
//
//	(new)       -> pending, completed
//	pending     -> failed, authorized, completed
//	completed   -> refunded
//	failed      -> authorized, completed
//	authorized  -> completed, failed
//	refunded    -> completed
//
// A transaction is stored as pending before the provider gets the order. A failed one can still be paid: the buyer may
// try again in the same checkout, and a bank may authorize a payment days later. It becomes refunded when the whole
// amount has gone back. The term is then revoked, unless its mandate continues. It becomes completed again only when an
// admin restores it after a lost dispute was won. terms.go has the states of a term.
//
// Each operation runs in the caller's database transaction and stores everything that follows from it there:
//
//   - Apply applies a payment that belongs to a transaction. It completes the transaction, or records an attempt, a
//     second payment or a payment of a wrong amount. Several payments of one order that together are its price complete
//     it, too.
//   - Complete stores the status, the term or the seats, the document with its number, and the email.
//   - SaveBilling and EnterBilling store a buyer's billing details, and issue the documents that waited for the
//     buyer's state.
//   - Refund, RefundPart and Reverse store money that went back, with the credit note and the end of the term.
//   - Dispute records the states of a dispute, and the reversal of one that was lost. Restore takes that back after the
//     dispute was won.
//   - Accept and Attach complete a transaction with a payment of another amount or without an order.
//
// All of them can be repeated, in any order: a status only moves on, and a payment, a refund and a dispute count once.
// Effects on the packages above go through the interfaces of Deps. What a provider has to do is a job that the ledger
// enqueues and a package above handles: SyncJob, CancelLinkJob, TermJob and DisputeJob.
//
// We never guess about money that matches no order: a wrong amount does not complete an order, a second payment grants
// nothing and has no document while the first one is valid, and a payment without a transaction is an orphan payment.
// store_payments.go has a record of each captured payment, so that each of them is listed until it is sold or returned.
// Each of them is flagged for attention, and an admin gets an email.
package ledger

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/money"
)

// Payment is money that a buyer has paid or tried to pay, by whatever means.
type Payment struct {
	// ID is the provider's id, or the reference of a transfer or cheque. OrderID is the provider's order, or "".
	ID, OrderID      string
	Amount           money.Amount
	Currency, Method string
	// PaidAt is when the buyer started the payment.
	PaidAt time.Time
	// RupeeAmount is the provider's conversion of a foreign-currency payment, in paise. It is 0 if none exists.
	RupeeAmount money.Amount
	// IsCaptured reports whether the money has arrived, even if it was returned later.
	IsCaptured bool
	// Status is the provider's word for the state of the payment. Failed and Authorized payments are recorded as
	// attempts. Failure is why the payment failed.
	Status, Failure string
	// Email, Contact and Description are what the payer has typed. They do not identify a person.
	Email, Contact, Description string
	// WrittenOff is the part of Amount that an offline payment has left due and that was written off.
	WrittenOff money.Amount
	// Others are the ids of the other payments that are counted with this one, because they were made for one order and
	// are its price only together. Amount and RupeeAmount are then the sum of all.
	Others []string
}

// TransferID is the start of the id of a Return by bank transfer that replaces a refund at the provider.
const TransferID = "transfer_"

// Return is money that goes back to a buyer.
type Return struct {
	// ID is the provider's id of the refund, or our own for an offline payment. PaymentID is the payment that it
	// returns.
	ID, PaymentID string
	// Amount is the returned part of the payment in the payment's currency.
	Amount money.Amount
	// At is when the money went back. Refund replaces a missing or future time by the current time. MadeAt is when the
	// provider created the refund or the dispute.
	At, MadeAt time.Time
	// KeepsMandate reports whether the subscription, and with it the term, continues after a refund in full.
	KeepsMandate bool
}

// Dispute is the reported state of a buyer's complaint at their bank.
type Dispute struct {
	ID, PaymentID, Phase string
	Status               DisputeStatus
	// Note tells the admins why the buyer disputes the payment.
	Note string
	// Amount is what the bank takes back if the dispute is lost.
	Amount               money.Amount
	CreatedAt, RespondBy time.Time
	// ReportedAt is when the provider reported this state, or zero if that is not known. A dispute has no end time.
	ReportedAt time.Time
}

// Link is the reported state of a payment link.
type Link struct {
	ID, URL, OrderID, Status string
	ExpireBy                 time.Time
}

// Cancellation is a request to cancel a subscription, which ended the buyer's consent to further charges.
type Cancellation struct {
	At time.Time
	// Reason is why it was cancelled in the words of the office, such as "by the member".
	Reason string
	// IsRefunded reports whether a later charge is refunded automatically, or else by an admin.
	IsRefunded bool
}

// Subscriptions is what the ledger needs to know of the subscriptions behind its transactions, and what it causes
// there.
type Subscriptions interface {
	// CancelledBefore returns the cancellation that was requested before a payment of a subscription was started. It
	// returns nil for any other payment.
	CancelledBefore(tx core.App, t *Transaction, paidAt time.Time) (*Cancellation, error)
	// IsRenewal reports whether a transaction is a charge that was not made in the checkout.
	IsRenewal(tx core.App, t *Transaction) (bool, error)
	// IsAuthorised reports whether a transaction only waits for the first charge of its subscription.
	IsAuthorised(tx core.App, t *Transaction) (bool, error)
	// Supersede cancels the subscriptions that a purchase replaces.
	Supersede(tx core.App, t *Transaction) error
	// Granted follows the term of a charge: no further charge is expected after a cancellation.
	Granted(tx core.App, t *Transaction) error
	// ChargedAfterCancellation follows a completed charge that ignored a cancellation.
	ChargedAfterCancellation(tx core.App, t *Transaction) error
	// Refunded follows a refund in full. revoked is the term that ended, or nil.
	Refunded(tx core.App, t *Transaction, revoked *Term) error
	// Lost follows a lost dispute.
	Lost(tx core.App, t *Transaction) error
}

// Seats are the seats of a company's purchase.
type Seats interface {
	// Open creates the seats of a completed purchase.
	Open(tx core.App, t *Transaction) error
	// End ends the seats of a purchase that was taken back, and returns the ids of the terms of their holders.
	End(tx core.App, t *Transaction, at time.Time, reason EndReason, by string) (terms []string, err error)
	// Restore takes back the end of the seats that a lost dispute has ended, and returns the ids of the terms of their
	// holders.
	Restore(tx core.App, t *Transaction) (terms []string, err error)
}

// Proformas are the offline payments that wait for their money.
type Proformas interface {
	// PaidOnline ends the open proformas of the buyer for the plan that a completed transaction has paid for.
	PaidOnline(tx core.App, t *Transaction) error
}

// Deps are the dependencies of the ledger.
type Deps struct {
	Records       *Records
	Audit         *audit.Log
	Subscriptions Subscriptions
	Seats         Seats
	Proformas     Proformas
	// IsLive reports whether the provider's live keys are used.
	IsLive bool
	// FindNomination returns the id of the nomination with an email address, or "" if none exists.
	FindNomination func(app core.App, email string) (string, error)
	// NextSession returns the params of the next session in an email to a member.
	NextSession NextSession
}

// Ledger has the operations on transactions. It is safe for concurrent use.
type Ledger struct {
	*Records
	app            core.App
	audit          *audit.Log
	subscriptions  Subscriptions
	seats          Seats
	proformas      Proformas
	isLive         bool
	findNomination func(app core.App, email string) (string, error)
}

// New returns the ledger and registers its job types and emails.
func New(app core.App, d Deps) *Ledger {
	l := &Ledger{
		Records: d.Records, app: app, audit: d.Audit, subscriptions: d.Subscriptions, seats: d.Seats,
		proformas: d.Proformas, isLive: d.IsLive, findNomination: d.FindNomination,
	}
	l.outbox.Register(emailKinds(d.NextSession)...)
	l.jobs.Register(l.releaseCouponJobType())
	l.bindMovedTermsHook(app)
	l.bindMovedBillingHook(app)
	return l
}
