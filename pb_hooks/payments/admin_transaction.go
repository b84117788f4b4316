package payments

import (
	"cmp"
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
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/pricing"
)

// TransactionDetail is a transaction with everything that is related to it.
type TransactionDetail struct {
	LedgerRow
	Kind         Kind         `json:"kind"`
	Duration     string       `json:"duration"`
	BaseAmount   money.Amount `json:"baseAmount"`
	GSTRate      int          `json:"gstRate"`
	GSTAmount    money.Amount `json:"gstAmount"`
	BillingState string       `json:"billingState"`
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
	Membership   *MembershipTerm          `json:"membership"`
	Difference   *TransactionDiff         `json:"difference"`
	// SeatViews are the seats that a company has bought with this transaction, in their order.
	SeatViews []SeatView         `json:"seatList"`
	Refunds   []RefundRow        `json:"refunds"`
	Reversals []ReversalRow      `json:"reversals"`
	Disputes  []DisputeRow       `json:"disputes"`
	Documents []DocumentRow      `json:"documents"`
	Events    []EventRow         `json:"events"`
	Notes     []TransactionNote  `json:"notes"`
	History   []audit.HistoryRow `json:"history"`
	NextSteps []TransactionStep  `json:"nextSteps"`
	// Refundable is the amount that can still be refunded, or "0".
	Refundable money.Amount `json:"refundable"`
	// DisputeDraft is a suggested answer to the open dispute, or "" if no dispute is open.
	DisputeDraft string `json:"disputeDraft"`
}

// TransactionUser is the account of a transaction's buyer.
type TransactionUser struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// TransactionLink is the payment link of a transaction. Its state is created, partially_paid, paid, expired or
// cancelled.
type TransactionLink struct {
	ID       string     `json:"id"`
	URL      string     `json:"url"`
	State    LinkState  `json:"state"`
	ExpireBy httpx.Time `json:"expireBy"`
}

// TransactionSubscription is the subscription that made the charge.
type TransactionSubscription struct {
	RazorpaySubscriptionID string            `json:"razorpaySubscriptionId"`
	State                  SubscriptionState `json:"state"`
	PaidCount              int               `json:"paidCount"`
	ChargeAt               httpx.Time        `json:"chargeAt"`
	CancelAtPeriodEnd      bool              `json:"cancelAtPeriodEnd"`
	CancelReason           CancelReason      `json:"cancelReason"`
	// Arrears is the amount that is overdue.
	Arrears money.Amount `json:"arrears"`
	// IsEnding reports whether the subscription has ended or will end with its period.
	IsEnding bool `json:"isEnding"`
}

// TransactionDiff is a payment of a wrong amount that waits for a decision.
type TransactionDiff struct {
	PaymentID string       `json:"paymentId"`
	Amount    money.Amount `json:"amount"`
	Currency  string       `json:"currency"`
}

// ReversalRow is money that went back to the buyer, by a refund or a lost dispute.
type ReversalRow struct {
	ID     string       `json:"id"`
	Amount money.Amount `json:"amount"`
}

// DisputeRow is a dispute of the payment. RespondBy is the deadline for an answer, or "" if it cannot be answered.
type DisputeRow struct {
	ID        string     `json:"id"`
	Phase     string     `json:"phase"`
	Status    string     `json:"status"`
	RespondBy httpx.Time `json:"respondBy"`
	CreatedAt httpx.Time `json:"createdAt"`
}

// DocumentRow is an issued document. Its kind is receipt, tax-invoice or credit-note. RefundID is the refund of a
// credit note.
type DocumentRow struct {
	ID       string        `json:"id"`
	Number   string        `json:"number"`
	Kind     invoices.Kind `json:"kind"`
	Title    string        `json:"title"`
	Total    money.Amount  `json:"total"`
	Currency string        `json:"currency"`
	RefundID string        `json:"refundId"`
	IssuedAt httpx.Time    `json:"issuedAt"`
	// Waits reports whether the document waits for its registration with the tax portal. It has no PDF until then.
	Waits bool `json:"waits"`
	// IRN is the document's registration number, followed by the number and the date of the acknowledgement; "" if it
	// is not registered. CancelledAt is when the IRN was cancelled, which means that another document has replaced this
	// one.
	IRN         string     `json:"irn"`
	AckNumber   string     `json:"ackNumber"`
	AckAt       httpx.Time `json:"ackAt"`
	CancelledAt httpx.Time `json:"cancelledAt"`
}

// TransactionStep is an action that is open to an admin on a transaction.
type TransactionStep string

const (
	StepAccept         TransactionStep = "accept"
	StepRefund         TransactionStep = "refund"
	StepClearAttention TransactionStep = "clear-attention"
)

// GetTransaction is GET /api/transactions/{id}.
func (p *Payments) GetTransaction(e *core.RequestEvent) error {
	detail, err := p.transactionDetail(e.App, e.Request.PathValue("id"))
	if database.IsMissing(err) {
		return errTransactionNotFound
	}
	if err != nil {
		return apperr.Fail("The transaction could not be read.", err)
	}
	return e.JSON(http.StatusOK, detail)
}

// ListDocuments is GET /api/transactions/{id}/documents.
func (p *Payments) ListDocuments(e *core.RequestEvent) error {
	t, err := findTransaction(e.App, e.Request.PathValue("id"))
	if database.IsMissing(err) {
		return errTransactionNotFound
	}
	var documents []DocumentRow
	if err == nil {
		documents, err = documentsOf(e.App, t)
	}
	if err != nil {
		return apperr.Fail("The documents could not be read.", err)
	}
	return e.JSON(http.StatusOK, documents)
}

func (p *Payments) transactionDetail(app core.App, id string) (d TransactionDetail, err error) {
	if d.LedgerRow, err = findLedgerRow(app, id); err != nil {
		return d, err
	}
	t, err := findTransaction(app, id)
	if err != nil {
		return d, err
	}
	facts, err := t.facts()
	if err != nil {
		return d, err
	}
	amount := t.Breakdown()
	d.Kind, d.Duration, d.BillingState, d.Failure = t.Kind(), t.Duration(), t.BillingState(), facts.Failure
	d.BaseAmount, d.GSTRate, d.GSTAmount = amount.BaseAmount, amount.GSTRate, amount.GSTAmount
	d.NextCheckAt = httpx.Time(t.NextCheckAt())
	if t.LinkURL() != "" || t.LinkID() != "" {
		d.PaymentLink = &TransactionLink{ID: t.LinkID(), URL: t.LinkURL(), State: t.LinkState(), ExpireBy: httpx.Time(database.DateTime(t.LinkExpireBy()))}
	}
	billing, err := t.Billing()
	if err != nil {
		return d, err
	}
	if billing != (pricing.Billing{}) {
		d.Billing = &billing
	}
	d.setFacts(facts)
	if err := p.readRelated(app, t, &d); err != nil {
		return d, err
	}
	if d.DisputeDraft, err = p.disputeDraft(app, t, &d); err != nil {
		return d, err
	}
	return d, d.setSteps(app, t, facts)
}

// readRelated adds the records that are related to a transaction.
func (p *Payments) readRelated(app core.App, t *Transaction, d *TransactionDetail) error {
	user, err := identity.FindUser(app, t.UserID())
	if err == nil {
		d.User = &TransactionUser{user.Id, user.Name(), user.Email()}
	}
	if database.IgnoreMissing(err) != nil {
		return err
	}
	s, err := findSubscriptionByProviderID(app, t.SubscriptionID())
	if err == nil {
		d.Subscription = &TransactionSubscription{
			RazorpaySubscriptionID: s.ProviderID(), State: s.State(), PaidCount: s.PaidCount(), ChargeAt: httpx.Time(database.DateTime(s.ChargeAt())),
			CancelAtPeriodEnd: s.CancelAtPeriodEnd(), CancelReason: s.CancelReason(), Arrears: s.Arrears(),
			IsEnding: s.State().IsFinal() || s.isCancelRequested() && !s.CancelAtPeriodEnd(),
		}
	}
	if database.IgnoreMissing(err) != nil {
		return err
	}
	m, err := findTermByTransaction(app, t.Id)
	if err == nil {
		term := newMembershipTerm(m, p.now())
		d.Membership = &term
	}
	if database.IgnoreMissing(err) != nil {
		return err
	}
	if d.SeatViews, err = p.seatViews(app, t, true); err != nil {
		return err
	}
	refunds, err := listRefunds(app, t.Id)
	if err != nil {
		return err
	}
	d.Refunds = []RefundRow{}
	for _, r := range refunds {
		d.Refunds = append(d.Refunds, newRefundRow(r))
	}
	if d.Documents, err = documentsOf(app, t); err != nil {
		return err
	}
	if d.Events, err = listEventsOf(app, t.PaymentID(), t.OrderID(), t.SubscriptionID()); err != nil {
		return err
	}
	if d.Notes, err = listNotes(app, t.Id); err != nil {
		return err
	}
	d.History, err = audit.HistoryOf(app, transactionsCollection, t.Id)
	return err
}

// setFacts adds the facts that the provider has reported.
func (d *TransactionDetail) setFacts(facts paymentFacts) {
	d.Reversals, d.Disputes = []ReversalRow{}, []DisputeRow{}
	if f := facts.Difference; f != nil {
		d.Difference = &TransactionDiff{f.PaymentID, money.Amount(f.Amount), f.Currency}
	}
	for id, amount := range facts.Refunds {
		d.Reversals = append(d.Reversals, ReversalRow{id, money.Amount(amount)})
	}
	slices.SortFunc(d.Reversals, func(a, b ReversalRow) int { return cmp.Compare(a.ID, b.ID) })
	for id, dispute := range facts.Disputes {
		row := DisputeRow{ID: id, Phase: dispute.Phase, Status: dispute.Status, CreatedAt: httpx.Time(database.DateTime(fromUnix(dispute.CreatedAt)))}
		if dispute.Status == "open" {
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
func (d *TransactionDetail) setSteps(app core.App, t *Transaction, facts paymentFacts) error {
	d.NextSteps = []TransactionStep{}
	isOpen := facts.Difference != nil
	if isOpen {
		switch _, _, err := findDifference(app, t.Id); {
		case err == nil:
			d.NextSteps = append(d.NextSteps, StepAccept)
		case !isDomainError(err):
			return err
		}
	}
	request, err := refundRequest(app, t, nil)
	if err == nil {
		d.Refundable = request.amount
		d.NextSteps = append(d.NextSteps, StepRefund)
	} else if !isDomainError(err) {
		return err
	}
	if t.Attention() != "" && !isOpen {
		d.NextSteps = append(d.NextSteps, StepClearAttention)
	}
	return nil
}

func documentsOf(app core.App, t *Transaction) ([]DocumentRow, error) {
	list, err := invoices.ListByTransaction(app, t.Id)
	if err != nil {
		return nil, err
	}
	rows := []DocumentRow{}
	for _, i := range list {
		document, err := i.Document()
		if err != nil {
			return nil, err
		}
		row := DocumentRow{
			ID: i.Id, Number: i.Number(), Kind: i.Kind(), Title: i.Title(), Total: money.Amount(document.Total), Currency: document.Currency,
			RefundID: i.RefundID(), IssuedAt: httpx.Time(i.IssuedAt()),
		}
		switch r, err := invoices.FindRegistration(app, i.Id); {
		case err == nil:
			row.Waits, row.IRN, row.AckNumber = r.State() == invoices.Waiting, r.IRN(), r.AckNumber()
			row.AckAt, row.CancelledAt = httpx.TimeOf(r.AckAt()), httpx.TimeOf(r.CancelledAt())
		case !database.IsMissing(err):
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// NoteForm is the body of POST /api/transactions/{id}/notes.
var NoteForm = rules.Form{{Name: "text", Label: "Note", Kind: rules.Text, Required: true, Max: 4000}}

// TransactionNote is an admin's note on a transaction. Notes cannot be changed or deleted.
type TransactionNote struct {
	ID        string     `json:"id" db:"id"`
	Text      string     `json:"text" db:"text"`
	Actor     string     `json:"actor" db:"actor"`
	CreatedAt httpx.Time `json:"createdAt" db:"createdAt"`
}

// AddNote is POST /api/transactions/{id}/notes.
func (p *Payments) AddNote(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, NoteForm)
	if err != nil {
		return err
	}
	by := audit.RequestActor(e)
	var note TransactionNote
	err = p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, e.Request.PathValue("id"))
		if database.IsMissing(err) {
			return errTransactionNotFound
		}
		if err != nil {
			return err
		}
		if note, err = insertNote(tx, t.Id, values.Text("text"), by.Name, p.now()); err != nil {
			return err
		}
		return p.audit.Record(tx, by, "transaction.noted", audit.SubjectOf(t.Record), map[string]any{"text": note.Text})
	})
	if err != nil {
		return apperr.Fail("The note could not be stored. Please try again.", err)
	}
	return e.JSON(http.StatusCreated, note)
}
