// Package refunds gives money back: the refunds that admins request, payments of a wrong amount (differences.go), the
// deadlines of disputes, and purchases whose dispute was lost and then won (restore.go).
//
// An admin requests a refund:
//
//	requested ──> pending ──> processed: the ledger, the credit note and the buyer's email (Refund)
//	        ╰────────┴─────> failed ──> processed: the office has returned the money by bank transfer (transfers.go)
//	                             ╰───── the transaction asks for attention until then
//
// The record is stored first. Its id is the idempotency key and the receipt, so the provider makes the refund once. A
// payment has at most one refund in progress, and none while a dispute is open, because a lost dispute would pay the
// buyer twice. A dispute that opens before the refund is made fails it.
package refunds

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// Approvals stores the requests that need a second admin.
type Approvals interface {
	Register(kind approvals.Kind)
	Run(by audit.Actor, describe func(tx core.App) (approvals.Request, error),
		apply func(tx core.App) error) (*approvals.View, error)
}

// Provider makes refunds.
type Provider interface {
	provider.PaymentFinder
	Refund(ctx context.Context, paymentID string, amount int64, key string, notes map[string]string) (razorpay.Refund,
		error)
}

// Mandates cancels subscriptions.
type Mandates interface {
	// CancelRefunded cancels the subscription of a transaction immediately, because an admin refunds its charge.
	CancelRefunded(tx core.App, t *ledger.Transaction) error
}

// Requests stores the requests for refunds.
type Requests struct {
	audit *audit.Log
	jobs  *jobs.Runner
	now   clock.Clock
}

// NewRequests returns the requests.
func NewRequests(log *audit.Log, runner *jobs.Runner, now clock.Clock) *Requests {
	return &Requests{audit: log, jobs: runner, now: now}
}

// Deps are the dependencies of the feature.
type Deps struct {
	Requests *Requests
	Ledger   *ledger.Ledger
	Mandates Mandates
	// Provider is nil if no key is configured.
	Provider  Provider
	Approvals Approvals
	// FindProcessedTime returns when the provider reported a refund as processed, or sql.ErrNoRows.
	FindProcessedTime func(app core.App, paymentID, refundID string) (time.Time, error)
}

// Refunds handles the routes and the jobs of the feature.
type Refunds struct {
	*Requests
	app               core.App
	ledger            *ledger.Ledger
	mandates          Mandates
	provider          Provider
	approvals         Approvals
	findProcessedTime func(app core.App, paymentID, refundID string) (time.Time, error)
}

// New returns the feature. It registers its job types and what a second admin confirms.
func New(app core.App, d Deps) *Refunds {
	rs := &Refunds{
		Requests:          d.Requests,
		app:               app,
		ledger:            d.Ledger,
		mandates:          d.Mandates,
		provider:          d.Provider,
		approvals:         d.Approvals,
		findProcessedTime: d.FindProcessedTime,
	}
	rs.jobs.Register(rs.refundJobType())
	rs.jobs.Register(rs.disputeJobType())
	rs.approvals.Register(approvals.Kind{Name: kindAcceptDifference, Confirm: rs.confirmDifference})
	rs.approvals.Register(approvals.Kind{Name: kindRestore, Confirm: rs.confirmRestore})
	rs.approvals.Register(approvals.Kind{Name: kindRefund, Confirm: rs.confirmRefund})
	return rs
}

// errRefundOffline is the answer for a payment that did not come through Razorpay.
var errRefundOffline = apperr.Conflict("refund-offline",
	"This payment did not come through Razorpay. Cancel it on the page of the offline payments, and return the "+
		"money yourself.")

// The errors of a refund and of a payment of a wrong amount.
var (
	errNoDifference = apperr.Conflict("no-difference",
		"This transaction has no payment of a different amount that is waiting for a decision.")
	errOtherCurrency = apperr.Conflict("other-currency",
		"This payment is in another currency than the order, so it cannot be accepted. Please refund it.")
	errRefundUnderWay  = apperr.Conflict("refund-under-way", "A refund of this payment is in progress.")
	errNothingToRefund = apperr.Conflict("not-captured",
		"This transaction has no captured payment at Razorpay that could be refunded.")
	errRefundedAlready = apperr.Conflict("already-refunded", "This payment has been refunded in full.")
	errRefundDisputed  = apperr.Conflict(
		"dispute-open",
		"The buyer's bank disputes this payment, so it cannot be refunded until the dispute has ended. To give the "+
			"money back, accept the dispute in Razorpay's dashboard.",
	)
	errRefundChanged = apperr.Conflict("refund-changed",
		"Another refund of this payment was made in the meantime. Please refuse this request, and request the refund again.")
	errRefundPartOfOther = apperr.Invalid("refund-whole", "amount",
		"A payment of a different amount can only be refunded in full. Please leave the amount empty.")
	errDifferenceEnded = apperr.Conflict("payment-refunded",
		"This payment was refunded in the meantime, taken back by the bank, or never captured, so it cannot be accepted.")
)

// kindRefund is the kind of the requests for refunds.
const kindRefund = "transaction.refund"

// RefundJob is the type of the jobs that make a refund at the provider. The key is its record's id.
const RefundJob = "payments.refund"

// maxRefund, in major units, is far above any payment.
const maxRefund = 100_000_000

// RefundForm is the refund that an admin asks for. Without an amount, the whole rest of the payment is refunded.
type RefundForm struct {
	_       struct{}      `wire:"refund,password"`
	Amount  *money.Amount `json:"amount"`
	Reason  string        `json:"reason"`
	Mandate Mandate       `json:"mandate"`
	// PaymentID is the only payment to refund of a transaction that was paid with several, or "" for all of them.
	PaymentID string `json:"paymentId"`
}

// Rules returns the rules of the form.
func (RefundForm) Rules() rules.Form { return refundRules }

var refundRules = rules.Form{
	{
		Name: "amount", Label: "Amount", Kind: rules.Amount, Max: maxRefund,
		Messages: rules.Messages{Invalid: "Please enter an amount such as 500 or 1178.50"},
	},
	ledger.ReasonField,
	{
		Name:    "mandate",
		Label:   "Mandate",
		Kind:    rules.Choice,
		Options: []string{string(MandateEnds), string(MandateStays)},
	},
	{Name: "paymentId", Label: "Payment", Kind: rules.Line, Max: 64},
}

// RequestRefund is POST /api/transactions/{id}/refund: it refunds a captured payment in full or in part. A payment of a
// wrong amount can only be refunded in full.
func (rs *Refunds) RequestRefund() httpx.Endpoint {
	return httpx.JSON(rs.requestRefund, httpx.Doc{
		Tag: "payments", Summary: "Refund a payment in full or in part", Status: http.StatusCreated,
		Description: "Without an amount, everything that is left is refunded; a payment of another amount can only " +
			"be refunded in full. If the transaction has several payments, each is refunded, and the answer is the " +
			"first refund; paymentId refunds only one of them. mandate says whether the subscription of the charge " +
			"ends. If it is empty, the subscription ends with a full refund of a running term. A refund after which the " +
			"buyer keeps what they have bought counts as a gift.",
		Errors: []*apperr.Error{
			ledger.ErrTransactionNotFound, errRefundedAlready, errRefundOffline, errNothingToRefund, errRefundDisputed,
			errRefundUnderWay, errRefundPartOfOther, ledger.ErrRefundTooSmall, provider.ErrNotConfigured,
		},
		Example: map[string]any{"reason": "An offer"},
	})
}

func (rs *Refunds) requestRefund(e *core.RequestEvent, form RefundForm) (outcome approvals.Outcome[RefundRow],
	err error) {
	if rs.provider == nil {
		return outcome, provider.ErrNotConfigured
	}
	id, by := e.Request.PathValue("id"), audit.RequestActor(e)
	defer rs.ledger.LockTransaction(id)()
	var t *ledger.Transaction
	var requests []refundValues
	waiting, err := rs.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
		if t, err = ledger.FindTransaction(tx, id); err != nil {
			return approvals.Request{}, database.IfMissing(err, ledger.ErrTransactionNotFound)
		}
		if requests, err = RefundsFor(tx, t, form); err != nil {
			return approvals.Request{}, err
		}
		return describeRefund(tx, t, form, requests)
	}, func(tx core.App) error {
		outcome.Answer, err = rs.request(tx, t, requests, by)
		return err
	})
	if waiting != nil {
		outcome.Waiting = &approvals.Waiting{Approval: *waiting}
	}
	return outcome, apperr.Fail("The refund could not be requested. Please try again.", err)
}

// refundPayload is a refund that waits for a second admin. Total is the sum of its payments.
type refundPayload struct {
	TransactionID string  `json:"transactionId"`
	Total         int64   `json:"total"` // in paise
	Amount        *int64  `json:"amount"`
	Reason        string  `json:"reason"`
	Mandate       Mandate `json:"mandate"`
	PaymentID     string  `json:"paymentId"`
}

func (p refundPayload) form() RefundForm {
	return RefundForm{Amount: (*money.Amount)(p.Amount), Reason: p.Reason, Mandate: p.Mandate, PaymentID: p.PaymentID}
}

// describeRefund returns the request for refunds. If the buyer keeps the membership or the seats, the refund gives them
// away: its amount counts as unpaid. All other refunds give nothing.
func describeRefund(tx core.App, t *ledger.Transaction, form RefundForm, requests []refundValues) (approvals.Request,
	error) {
	buyer, err := buyerOf(tx, t)
	if err != nil {
		return approvals.Request{}, err
	}
	total := totalOf(requests)
	request := approvals.Request{
		Kind: kindRefund, Subject: buyer, Reason: form.Reason,
		Payload: refundPayload{TransactionID: t.Id, Total: int64(total), Amount: (*int64)(form.Amount), Reason: form.Reason,
			Mandate: form.Mandate, PaymentID: form.PaymentID},
		Summary: fmt.Sprintf("%s of the payment for “%s” refunded to %s, who keeps the membership",
			total.Format(t.Currency()), t.TierName(), t.Customer().Name),
	}
	if requests[0].keepsTerm {
		request.ListValue = tiers.EstimateInRupees(total, t.Currency())
		request.Unpaid = request.ListValue
	}
	return request, nil
}

func totalOf(requests []refundValues) (total money.Amount) {
	for _, r := range requests {
		total += r.Amount
	}
	return total
}

// confirmRefund requests refunds after a second admin has confirmed them.
func (rs *Refunds) confirmRefund(_ *core.RequestEvent, c approvals.Confirmed,
	run func(func(core.App) error) error) error {
	var wanted refundPayload
	if err := c.Decode(&wanted); err != nil {
		return err
	}
	by := c.Actor()
	defer rs.ledger.LockTransaction(wanted.TransactionID)()
	return run(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, wanted.TransactionID)
		if err != nil {
			return err
		}
		requests, err := RefundsFor(tx, t, wanted.form())
		if err != nil {
			return err
		}
		if int64(totalOf(requests)) != wanted.Total {
			return errRefundChanged
		}
		_, err = rs.request(tx, t, requests, by)
		return err
	})
}

// request stores refunds and enqueues the jobs that make them. It returns the first one.
func (rs *Refunds) request(tx core.App, t *ledger.Transaction, requests []refundValues, by audit.Actor) (row RefundRow,
	err error) {
	for i, request := range requests {
		request.by, request.createdAt = by.Name, rs.now()
		r, err := newRefund(tx, request)
		if err != nil {
			return row, err
		}
		if err := saveRefund(tx, r); err != nil {
			return row, err
		}
		if i == 0 {
			row = newRow(r)
		}
		if err := rs.startRefund(tx, t, r, by); err != nil {
			return row, err
		}
	}
	if requests[0].mandate == MandateEnds {
		return row, rs.mandates.CancelRefunded(tx, t)
	}
	return row, nil
}

// RefundsFor returns the requested refunds, one for each payment from which money is returned, or an error if the
// payments cannot be refunded. The payments of a wrong amount come first, before the payments that have paid for the transaction.
func RefundsFor(tx core.App, t *ledger.Transaction, form RefundForm) ([]refundValues, error) {
	payments, err := ledger.ListCaptured(tx, t.Id)
	if err != nil {
		return nil, err
	}
	if form.PaymentID != "" {
		payments = slices.DeleteFunc(payments, func(p *ledger.CapturedPayment) bool {
			return p.PaymentID() != form.PaymentID
		})
		if len(payments) == 0 {
			return nil, errNothingToRefund
		}
	}
	var unmatched, sold []*ledger.CapturedPayment
	for _, p := range payments {
		switch {
		case p.Left() == 0:
		case p.IsSold() || t.IsSecondPayment():
			sold = append(sold, p)
		default:
			unmatched = append(unmatched, p)
		}
	}
	var requests []refundValues
	if len(unmatched) > 0 {
		requests, err = requestUnmatched(t, form, unmatched)
	} else {
		requests, err = requestSold(t, form, sold)
	}
	if err != nil {
		return nil, err
	}
	var free []refundValues
	for _, r := range requests {
		switch _, err := FindOpen(tx, r.paymentID); {
		case errors.Is(err, sql.ErrNoRows):
			free = append(free, r)
		case err != nil:
			return nil, err
		}
	}
	if len(free) == 0 || len(free) < len(requests) && len(unmatched) == 0 {
		return nil, errRefundUnderWay
	}
	return free, nil
}

// requestUnmatched returns the refunds of all payments of a wrong amount, each in full.
func requestUnmatched(t *ledger.Transaction, form RefundForm, payments []*ledger.CapturedPayment) ([]refundValues,
	error) {
	facts, err := t.Facts()
	if err != nil {
		return nil, err
	}
	if facts.IsDisputed() {
		return nil, errRefundDisputed
	}
	var requests []refundValues
	var sum money.Amount
	for _, p := range payments {
		requests = append(requests, refundValues{
			transactionID: t.Id, paymentID: p.PaymentID(), currency: p.Currency(), Amount: p.Left(),
			reason: form.Reason,
		})
		sum += p.Left()
	}
	if form.Amount != nil && *form.Amount != sum {
		return nil, errRefundPartOfOther
	}
	return requests, nil
}

// requestSold returns the refunds of what a transaction was paid with. The money goes back through the payments that
// were made last.
func requestSold(t *ledger.Transaction, form RefundForm, payments []*ledger.CapturedPayment) ([]refundValues, error) {
	facts, err := t.Facts()
	if err != nil {
		return nil, err
	}
	left := t.Amount() - t.RefundedAmount()
	if form.PaymentID != "" && len(payments) == 1 {
		left = min(left, payments[0].Left())
	}
	asked := left
	if form.Amount != nil {
		asked = *form.Amount
	}
	switch {
	case t.Status() == ledger.Refunded || t.Status() == ledger.Completed && t.Amount() > 0 && left <= 0:
		return nil, errRefundedAlready
	case t.Kind() == ledger.KindOffline:
		return nil, errRefundOffline
	case t.Status() != ledger.Completed || t.PaymentID() == "":
		return nil, errNothingToRefund
	case facts.IsDisputed():
		return nil, errRefundDisputed
	case asked > left:
		return nil, apperr.Invalid("refund-too-large", "amount",
			"At most "+left.Format(t.Currency())+" is left to refund.")
	case form.Amount != nil && asked < pricing.MinAmount:
		return nil, ledger.ErrRefundTooSmall
	}
	request := refundValues{
		transactionID: t.Id, paymentID: t.PaymentID(), currency: t.Currency(), Amount: asked, reason: form.Reason,
	}
	if t.SubscriptionID() != "" { // a purchase without a mandate has none that could keep its membership
		request.mandate = form.Mandate
	}
	request.keepsTerm = !t.IsSecondPayment() &&
		(asked < t.Amount()-t.RefundedAmount() || request.mandate == MandateStays)
	if len(payments) == 0 { // recorded before each payment had a record
		return []refundValues{request}, nil
	}
	var requests []refundValues
	for _, p := range slices.Backward(payments) {
		request.paymentID, request.Amount = p.PaymentID(), min(asked, p.Left())
		if rest := asked - request.Amount; rest > 0 && rest < pricing.MinAmount { // the provider refuses such a rest
			request.Amount -= pricing.MinAmount - rest
		}
		if request.Amount > 0 {
			requests = append(requests, request)
		}
		asked -= request.Amount
	}
	return requests, nil
}

// startRefund records which admin has requested a refund, and enqueues the job that makes it.
func (q *Requests) startRefund(tx core.App, t *ledger.Transaction, r *Refund, by audit.Actor) error {
	details := map[string]any{"reason": r.Reason(), "amount": r.Amount().Format(r.Currency()), "payment": r.PaymentID()}
	if r.Mandate() != "" {
		details["mandate"] = string(r.Mandate())
	}
	if err := q.audit.Record(tx, by, "transaction.refund-requested", audit.SubjectOf(t.Record), details); err != nil {
		return err
	}
	return q.jobs.Enqueue(tx, jobs.Job{Type: RefundJob, Key: r.Id})
}

// RefundAutomatically requests the refund of a whole payment without an admin.
func (q *Requests) RefundAutomatically(tx core.App, t *ledger.Transaction, reason string) error {
	r, err := newRefund(tx, refundValues{
		transactionID: t.Id,
		paymentID:     t.PaymentID(),
		currency:      t.Currency(),
		Amount:        t.Amount(),
		createdAt:     q.now(),
		reason:        reason,
		by:            "automatic refund",
	})
	if err != nil {
		return err
	}
	if err := saveRefund(tx, r); err != nil {
		return err
	}
	return q.startRefund(tx, t, r, audit.Actor{Kind: audit.ActorNone})
}

func (rs *Refunds) refundJobType() jobs.Type {
	t := jobs.Type{Name: RefundJob, Timeout: time.Minute}
	if rs.provider != nil {
		t.Handle = rs.handleRefundJob
	}
	return t
}

// handleRefundJob makes a refund at the provider. It is idempotent.
func (rs *Refunds) handleRefundJob(ctx context.Context, job jobs.Job) error {
	r, err := find(rs.app, job.Key)
	if err != nil || r.State() != Requested {
		return database.IgnoreMissing(err)
	}
	if job.Attempt == 1 { // a later attempt may repeat a refund that was made
		if isStopped, err := rs.stopDisputed(r); err != nil || isStopped {
			return err
		}
	}
	refund, err := rs.provider.Refund(ctx, r.PaymentID(), int64(r.Amount()), r.Id,
		map[string]string{"transactionId": r.TransactionID()})
	refused := errors.Is(err, razorpay.ErrRefused) || errors.Is(err, razorpay.ErrNotFound)
	if err != nil && !refused {
		return fmt.Errorf("refund payment %s: %w", r.PaymentID(), err)
	}
	refusal := err
	return rs.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, r.TransactionID())
		if err != nil {
			return err
		}
		if refused {
			return rs.failRefund(tx, t, r, refusal.Error())
		}
		refund.Receipt = r.Id
		return rs.Apply(tx, t, refund)
	})
}

// stopDisputed fails a refund if the buyer's bank has disputed the payment since the request, and reports whether it
// has. The flag of the dispute remains.
func (rs *Refunds) stopDisputed(r *Refund) (isStopped bool, err error) {
	err = rs.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, r.TransactionID())
		if err != nil {
			return err
		}
		facts, err := t.Facts()
		if err != nil || !facts.IsDisputed() {
			return err
		}
		isStopped = true
		r.setFailed(errRefundDisputed.Message)
		if err := saveRefund(tx, r); err != nil {
			return err
		}
		return rs.ledger.FlagBeside(tx, t, ledger.AttentionRefundFailed, r.Id, fmt.Sprintf("The refund of %s was not "+
			"made, because the buyer's bank has disputed the payment meanwhile. If the dispute ends without a loss, "+
			"please request the refund again.", r.Amount().Format(r.Currency())))
	})
	return isStopped, err
}

// Apply applies the provider's state of a refund to the record of the request, if an admin has requested it here,
// and to the ledger once it is processed. A pending refund can still fail, and the ledger never goes back.
func (rs *Refunds) Apply(tx core.App, t *ledger.Transaction, refund razorpay.Refund) error {
	requested, err := rs.applyToRequestedRefund(tx, t, refund)
	if err != nil || refund.Status != string(Processed) {
		return err
	}
	at, err := rs.refundProcessedAt(tx, refund)
	if err != nil {
		return err
	}
	hasSettled, err := rs.ledger.Refund(tx, t, ledger.Return{
		ID: refund.ID, PaymentID: refund.PaymentID, Amount: money.Amount(refund.Amount), At: at,
		MadeAt:       refund.CreatedAt,
		KeepsMandate: requested != nil && requested.Mandate() == MandateStays,
	})
	if err != nil || !hasSettled {
		return err
	}
	r, err := FindOpen(tx, refund.PaymentID)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	r.setProcessed(refund.ID)
	return saveRefund(tx, r)
}

// refundProcessedAt returns when Razorpay processed a refund: the time of its refund.processed event. If that event has
// not arrived, it is the time at which the refund was created, because the refund itself states no other.
func (rs *Refunds) refundProcessedAt(tx core.App, refund razorpay.Refund) (time.Time, error) {
	at, err := rs.findProcessedTime(tx, refund.PaymentID, refund.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return refund.CreatedAt, nil
	}
	return at, err
}

// applyToRequestedRefund applies the provider's state of a refund to the record of the requested refund, and returns
// that record. It returns nil for a refund that was made in the provider's dashboard.
func (rs *Refunds) applyToRequestedRefund(tx core.App, t *ledger.Transaction, refund razorpay.Refund) (*Refund, error) {
	r, err := findRefundOf(tx, refund.Receipt, refund.PaymentID)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	if r.State() == Processed || r.State() == Failed {
		return r, nil
	}
	switch refund.Status {
	case string(Processed):
		r.setProcessed(refund.ID)
	case string(Failed):
		return r, rs.failRefund(tx, t, r, "The provider's refund has failed.")
	default:
		r.setMade(refund.ID)
	}
	return r, saveRefund(tx, r)
}

// failRefund stores that the provider has refused a refund, and flags the transaction for the admin.
func (rs *Refunds) failRefund(tx core.App, t *ledger.Transaction, r *Refund, reason string) error {
	r.setFailed(ledger.Truncate(reason, 500))
	if err := saveRefund(tx, r); err != nil {
		return err
	}
	later, err := hasLaterRefund(tx, r)
	if err != nil || later {
		return err // the admin has requested it again since, and that refund was made
	}
	p, err := ledger.FindCaptured(tx, r.PaymentID())
	if database.IgnoreMissing(err) != nil {
		return err
	}
	if err == nil && !p.IsSold() && !t.IsSecondPayment() {
		return rs.ledger.Flag(tx, t, ledger.AttentionWrongAmount, r.Id, fmt.Sprintf("The refund of payment %s has "+
			"failed. Please check it in Razorpay's dashboard, and refund it again or accept it.", r.PaymentID()))
	}
	return rs.ledger.Flag(tx, t, ledger.AttentionRefundFailed, r.Id, fmt.Sprintf("The refund of %s has failed, and "+
		"nothing was refunded. Please check payment %s in Razorpay's dashboard, and request the refund again.",
		r.Amount().Format(r.Currency()), r.PaymentID()))
}

// RefundRow is a refund that an admin has requested.
type RefundRow struct {
	ID               string       `json:"id"`
	RazorpayRefundID string       `json:"razorpayRefundId"`
	Amount           money.Amount `json:"amount"`
	Currency         string       `json:"currency"`
	State            State        `json:"state"`
	Mandate          Mandate      `json:"mandate" wire:"orEmpty"`
	Reason           string       `json:"reason"`
	RequestedBy      string       `json:"requestedBy"`
	Failure          string       `json:"failure"`
	CreatedAt        httpx.Time   `json:"createdAt"`
	// TransferReference, TransferredAt and TransferredBy are of the bank transfer that has replaced a failed refund.
	// CanBeTransferred reports whether one can replace it.
	TransferReference string     `json:"transferReference"`
	TransferredAt     httpx.Time `json:"transferredAt"`
	TransferredBy     string     `json:"transferredBy"`
	CanBeTransferred  bool       `json:"canBeTransferred"`
}
