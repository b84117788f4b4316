package overview

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/companyseats"
	"boardcircle/pb_hooks/payments/documents"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/reconcile"
	"boardcircle/pb_hooks/payments/refunds"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/tiers"
)

// TransactionDetail is a transaction with everything that is related to it.
type TransactionDetail struct {
	ledger.LedgerRow
	Kind       ledger.Kind    `json:"kind"`
	Duration   tiers.Duration `json:"duration"`
	BaseAmount money.Amount   `json:"baseAmount"`
	// CouponCode is the code that was used, or "". DiscountAmount is its discount, or "0".
	CouponCode     string       `json:"couponCode"`
	DiscountAmount money.Amount `json:"discountAmount"`
	GSTRate        int          `json:"gstRate"`
	GSTAmount      money.Amount `json:"gstAmount"`
	BillingState   string       `json:"billingState"`
	// Billing is the buyer on the invoice, or null if no billing was stated.
	Billing *pricing.Billing `json:"billing"`
	// User is the buyer's account, or null if it was deleted.
	User *TransactionUser `json:"user"`
	// Failure is the reason why the last attempt to pay failed.
	Failure string `json:"failure"`
	// NextCheckAt is when the provider is asked next, or "" if no check is scheduled.
	NextCheckAt  httpx.Time               `json:"nextCheckAt"`
	PaymentLink  *TransactionLink         `json:"paymentLink"`
	Subscription *TransactionSubscription `json:"subscription"`
	Membership   *ledger.MembershipTerm   `json:"membership"`
	Payments     []TransactionPayment     `json:"payments"`
	// SeatViews are the seats that a company has bought with this transaction, in their order.
	SeatViews []companyseats.SeatView  `json:"seatList"`
	Refunds   []refunds.RefundRow      `json:"refunds"`
	Reversals []ReversalRow            `json:"reversals"`
	Disputes  []DisputeRow             `json:"disputes"`
	Documents []documents.DocumentRow  `json:"documents"`
	Events    []reconcile.EventRow     `json:"events"`
	Notes     []ledger.TransactionNote `json:"notes"`
	History   []audit.HistoryRow       `json:"history"`
	NextSteps []TransactionStep        `json:"nextSteps"`
	// Refundable is the amount that can still be refunded, or "0".
	Refundable money.Amount `json:"refundable"`
	// Restorable is the amount of a lost dispute that was won after all, or "0".
	Restorable money.Amount `json:"restorable"`
	// IsTaxReliefOver is true if a refund is too late to lower the tax. Its credit note is then without tax.
	IsTaxReliefOver bool `json:"isTaxReliefOver"`
	// DisputeDraft is a suggested answer to the open dispute, or "" if no dispute is open.
	DisputeDraft string `json:"disputeDraft"`
}

// TransactionUser is the account of a transaction's buyer.
type TransactionUser struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// TransactionLink is the payment link of a transaction. The state is "" if the provider has not reported one.
type TransactionLink struct {
	ID       string           `json:"id"`
	URL      string           `json:"url"`
	State    ledger.LinkState `json:"state" wire:"orEmpty"`
	ExpireBy httpx.Time       `json:"expireBy"`
}

// TransactionSubscription is the subscription that made the charge.
type TransactionSubscription struct {
	RazorpaySubscriptionID string                     `json:"razorpaySubscriptionId"`
	State                  subscriptions.State        `json:"state" wire:"orEmpty"`
	PaidCount              int                        `json:"paidCount"`
	ChargeAt               httpx.Time                 `json:"chargeAt"`
	CancelAtPeriodEnd      bool                       `json:"cancelAtPeriodEnd"`
	CancelReason           subscriptions.CancelReason `json:"cancelReason" wire:"orEmpty"`
	// Arrears is the amount that is overdue.
	Arrears money.Amount `json:"arrears"`
	// IsEnding reports whether the subscription has ended or will end with its period.
	IsEnding bool `json:"isEnding"`
}

// TransactionPayment is a captured payment of a transaction. It is sold if it has paid for the transaction. Otherwise it
// is of a wrong amount, or the order was paid before, and it waits for a decision until it was refunded.
type TransactionPayment struct {
	PaymentID      string       `json:"paymentId"`
	Amount         money.Amount `json:"amount"`
	RefundedAmount money.Amount `json:"refundedAmount"`
	Currency       string       `json:"currency"`
	Method         string       `json:"method"`
	IsSold         bool         `json:"isSold"`
	PaidAt         httpx.Time   `json:"paidAt"`
}

// ReversalRow is money that went back to the buyer, by a refund or a lost dispute. The amount is negative for money of
// a lost dispute that came back.
type ReversalRow struct {
	ID     string       `json:"id"`
	Amount money.Amount `json:"amount"`
}

// DisputeRow is a dispute of the payment. RespondBy is the deadline for an answer, or "" if it cannot be answered.
type DisputeRow struct {
	ID string `json:"id"`
	// Amount is the disputed amount, or 0 if it was not recorded.
	Amount    money.Amount         `json:"amount"`
	Phase     string               `json:"phase"`
	Status    ledger.DisputeStatus `json:"status"`
	RespondBy httpx.Time           `json:"respondBy"`
	CreatedAt httpx.Time           `json:"createdAt"`
}

// TransactionStep is an action that is open to an admin on a transaction.
type TransactionStep string

const (
	StepAccept         TransactionStep = "accept"
	StepRefund         TransactionStep = "refund"
	StepClearAttention TransactionStep = "clear-attention"
	StepRestore        TransactionStep = "restore"
	StepEnterBilling   TransactionStep = "enter-billing"
)

// Values returns all steps.
func (TransactionStep) Values() []string {
	return rules.Options(StepAccept, StepRefund, StepClearAttention, StepRestore, StepEnterBilling)
}

// GetTransaction is GET /api/transactions/{id}.
func (o *Overview) GetTransaction() httpx.Endpoint {
	return httpx.Get(o.getTransaction, httpx.Doc{
		Tag: "payments", Summary: "Get everything about a transaction",
		Errors: []*apperr.Error{ledger.ErrTransactionNotFound},
	})
}

func (o *Overview) getTransaction(e *core.RequestEvent) (TransactionDetail, error) {
	detail, err := o.transactionDetail(e.App, e.Request.PathValue("id"))
	return detail, apperr.Fail("The transaction could not be read.",
		database.IfMissing(err, ledger.ErrTransactionNotFound))
}

func (o *Overview) transactionDetail(app core.App, id string) (d TransactionDetail, err error) {
	if d.LedgerRow, err = ledger.FindLedgerRow(app, id); err != nil {
		return d, err
	}
	t, err := ledger.FindTransaction(app, id)
	if err != nil {
		return d, err
	}
	facts, err := t.Facts()
	if err != nil {
		return d, err
	}
	amount := t.Breakdown()
	d.Kind, d.Duration, d.BillingState, d.Failure = t.Kind(), t.Duration(), t.BillingState(), facts.Failure
	d.BaseAmount, d.GSTRate, d.GSTAmount = amount.BaseAmount, amount.GSTRate, amount.GSTAmount
	d.CouponCode, d.DiscountAmount = t.CouponCode(), amount.DiscountAmount
	d.NextCheckAt = httpx.Time(t.NextCheckAt())
	if t.LinkURL() != "" || t.LinkID() != "" {
		d.PaymentLink = &TransactionLink{
			ID:       t.LinkID(),
			URL:      t.LinkURL(),
			State:    t.LinkState(),
			ExpireBy: httpx.Time(database.DateTime(t.LinkExpireBy())),
		}
	}
	billing, err := t.Billing()
	if err != nil {
		return d, err
	}
	if billing != (pricing.Billing{}) {
		d.Billing = &billing
	}
	d.setFacts(facts)
	if err := o.readRelated(app, t, &d); err != nil {
		return d, err
	}
	if d.DisputeDraft, err = o.disputeDraft(app, t, &d); err != nil {
		return d, err
	}
	return d, d.setSteps(app, t)
}

// readRelated adds the records that are related to a transaction.
func (o *Overview) readRelated(app core.App, t *ledger.Transaction, d *TransactionDetail) error {
	user, err := identity.FindUser(app, t.UserID())
	if err == nil {
		d.User = &TransactionUser{user.Id, user.Name(), user.Email()}
	}
	if database.IgnoreMissing(err) != nil {
		return err
	}
	s, err := subscriptions.FindByProviderID(app, t.SubscriptionID())
	if err == nil {
		d.Subscription = &TransactionSubscription{
			RazorpaySubscriptionID: s.ProviderID(),
			State:                  s.State(),
			PaidCount:              s.PaidCount(),
			ChargeAt:               httpx.Time(database.DateTime(s.ChargeAt())),
			CancelAtPeriodEnd:      s.CancelAtPeriodEnd(),
			CancelReason:           s.CancelReason(),
			Arrears:                s.Arrears(),
			IsEnding:               s.State().IsFinal() || s.IsCancelRequested() && !s.CancelAtPeriodEnd(),
		}
	}
	if database.IgnoreMissing(err) != nil {
		return err
	}
	m, err := ledger.FindTermByTransaction(app, t.Id)
	if err == nil {
		term := ledger.NewMembershipTerm(m, o.now())
		d.Membership = &term
	}
	if database.IgnoreMissing(err) != nil {
		return err
	}
	if d.SeatViews, err = companyseats.Views(app, t, o.now(), true); err != nil {
		return err
	}
	if d.IsTaxReliefOver, err = invoices.IsTaxReliefOver(app, t.Id, o.now()); err != nil {
		return err
	}
	d.Payments = []TransactionPayment{}
	payments, err := ledger.ListCaptured(app, t.Id)
	if err != nil {
		return err
	}
	for _, p := range payments {
		d.Payments = append(d.Payments, TransactionPayment{
			PaymentID: p.PaymentID(), Amount: p.Amount(), RefundedAmount: p.Refunded(), Currency: p.Currency(),
			Method: p.Method(), IsSold: p.IsSold(), PaidAt: httpx.Time(database.DateTime(p.PaidAt())),
		})
	}
	if d.Refunds, err = refunds.ListRows(app, t); err != nil {
		return err
	}
	if d.Documents, err = documents.List(app, t); err != nil {
		return err
	}
	if d.Events, err = reconcile.ListEventsOf(app, t.PaymentID(), t.OrderID(), t.SubscriptionID()); err != nil {
		return err
	}
	if d.Notes, err = ledger.ListNotes(app, t.Id); err != nil {
		return err
	}
	d.History, err = audit.HistoryOf(app, ledger.Transactions, t.Id)
	return err
}

// setFacts adds the facts that the provider has reported.
func (d *TransactionDetail) setFacts(facts ledger.Facts) {
	d.Reversals, d.Disputes = []ReversalRow{}, []DisputeRow{}
	for id, amount := range facts.Refunds {
		d.Reversals = append(d.Reversals, ReversalRow{id, money.Amount(amount)})
	}
	slices.SortFunc(d.Reversals, func(a, b ReversalRow) int { return cmp.Compare(a.ID, b.ID) })
	for id, dispute := range facts.Disputes {
		row := DisputeRow{
			ID:        id,
			Amount:    money.Amount(cmp.Or(dispute.Amount, facts.Refunds[id])),
			Phase:     dispute.Phase,
			Status:    dispute.Status,
			CreatedAt: httpx.Time(database.DateTime(fromUnix(dispute.CreatedAt))),
		}
		if dispute.Status == ledger.DisputeOpen {
			row.RespondBy = httpx.Time(database.DateTime(fromUnix(dispute.RespondBy)))
		}
		d.Disputes = append(d.Disputes, row)
	}
	slices.SortFunc(d.Disputes, func(a, b DisputeRow) int { return cmp.Compare(a.ID, b.ID) })
}

func fromUnix(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// setSteps adds the available steps. It uses the same rules as the routes that perform them.
func (d *TransactionDetail) setSteps(app core.App, t *ledger.Transaction) error {
	d.NextSteps = []TransactionStep{}
	unmatched, err := ledger.ListUnmatched(app, t)
	if err != nil {
		return err
	}
	switch _, _, err := refunds.FindDifference(app, t.Id); {
	case err == nil:
		d.NextSteps = append(d.NextSteps, StepAccept)
	case !isDomainError(err):
		return err
	}
	requests, err := refunds.RefundsFor(app, t, refunds.RefundForm{})
	if err == nil {
		for _, request := range requests {
			d.Refundable += request.Amount
		}
		d.NextSteps = append(d.NextSteps, StepRefund)
	} else if !isDomainError(err) {
		return err
	}
	switch _, _, amount, err := refunds.FindTurnedLoss(app, t.Id); {
	case err == nil:
		d.Restorable = amount
		d.NextSteps = append(d.NextSteps, StepRestore)
	case !isDomainError(err):
		return err
	}
	awaitsBilling, err := ledger.AwaitsBilling(app, t)
	if err != nil {
		return err
	}
	if awaitsBilling {
		d.NextSteps = append(d.NextSteps, StepEnterBilling)
	}
	if t.Attention() != "" && len(unmatched) == 0 && canClear(t) {
		d.NextSteps = append(d.NextSteps, StepClearAttention)
	}
	return nil
}

type noteForm struct {
	_    struct{} `wire:"transactionNote"`
	Text string   `json:"text"`
}

func (noteForm) Rules() rules.Form { return noteRules }

var noteRules = rules.Form{{Name: "text", Label: "Note", Kind: rules.Text, Required: true, Max: 4000}}

// AddNote is POST /api/transactions/{id}/notes.
func (o *Overview) AddNote() httpx.Endpoint {
	return httpx.JSON(o.addNote, httpx.Doc{
		Tag: "payments", Summary: "Add a note to a transaction", Description: "A note cannot be changed or deleted.",
		Status: http.StatusCreated, Errors: []*apperr.Error{ledger.ErrTransactionNotFound},
		Example: map[string]any{"text": "They called."},
	})
}

func (o *Overview) addNote(e *core.RequestEvent, form noteForm) (note ledger.TransactionNote, err error) {
	by := audit.RequestActor(e)
	err = o.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, e.Request.PathValue("id"))
		if err != nil {
			return database.IfMissing(err, ledger.ErrTransactionNotFound)
		}
		if note, err = ledger.InsertNote(tx, t.Id, form.Text, by.Name, o.now()); err != nil {
			return err
		}
		return o.audit.Record(tx, by, "transaction.noted", audit.SubjectOf(t.Record), map[string]any{"text": note.Text})
	})
	return note, apperr.Fail("The note could not be saved. Please try again.", err)
}

// errDifferenceOpen is the answer if a payment of another amount has to be resolved first.
var errDifferenceOpen = apperr.Conflict("difference-open",
	"A different amount was paid. Please accept or refund it.")

// errPlaceUnknown is the answer if the tax invoice has to be issued first.
var errPlaceUnknown = apperr.Conflict("invoice-awaits-state",
	"The tax invoice waits for details of the buyer. Please enter the billing details, or ask the member to enter them.")

// canClear reports whether an admin may mark a transaction as resolved. The flag of a paid transaction without a tax
// invoice is cleared when the invoice is issued.
func canClear(t *ledger.Transaction) bool {
	return t.Attention() != ledger.AttentionPlaceUnknown || t.Status() != ledger.Completed
}

// isDomainError reports whether an error means that the request is not allowed, as opposed to a failure.
func isDomainError(err error) bool {
	var domain *apperr.Error
	return errors.As(err, &domain)
}
