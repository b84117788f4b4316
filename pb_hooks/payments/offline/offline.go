// Package offline sells memberships that are paid by transfer, cheque or cash and entered by an admin.
//
// An offline payment has a pending transaction and receipts. One admin enters a receipt, and an admin who has seen the
// money on the bank's statement confirms it. Above the limit of the settings (package approvals) that must be a second
// admin. The list value counts, however the sum is split, discounted or reduced by TDS.
//
//	(new)      -> proforma, awaiting
//	proforma   -> awaiting, cancelled
//	awaiting   -> part-paid, cleared, bounced
//	cancelled  is final
//	part-paid  -> awaiting, bounced, cancelled
//	cleared    -> bounced, cancelled
//	bounced    is final
//
// An offline payment awaits confirmation while a receipt is not confirmed. It is part-paid while the confirmed receipts
// do not cover the price, and cleared when they do. Clearing completes the transaction as any other payment does.
//
// A receipt has these states. Only a cheque can be deposited:
//
//	(new)      -> received
//	received   -> deposited, cleared, bounced
//	deposited  -> cleared, bounced
//	cleared    -> bounced
//	bounced    is final
//
// The whole price is invoiced when the first part is confirmed, because the tax is due then. The membership, or the
// seats of a company, begin after full payment. TDS that the payer has deducted counts as paid, with a part of the
// money or alone. A completed payment can be partly refunded (refunds.go). If a confirmed receipt bounces, or
// the purchase is cancelled, everything is reversed: a credit note over the whole price is issued and the membership
// ends. The money from other receipts has to be returned, and the return is recorded too.
package offline

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/tiers"
)

// Approvals decides which grants need a second admin.
type Approvals interface {
	NeedsSecondAdmin(tx core.App, r approvals.Request, by audit.Actor) (bool, error)
	CountAlone(tx core.App, r approvals.Request, by audit.Actor) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Ledger    *ledger.Ledger
	Approvals Approvals
	Outbox    ledger.Outbox
	Audit     *audit.Log
	// FindConfirmers returns the addresses of all admins who may confirm a payment, except the admin with exceptID. If
	// it is nil, no admin is emailed.
	FindConfirmers func(app core.App, exceptID string) ([]string, error)
	Clock          clock.Clock
}

// Offline handles the routes of the feature.
type Offline struct {
	app            core.App
	ledger         *ledger.Ledger
	approvals      Approvals
	outbox         ledger.Outbox
	audit          *audit.Log
	findConfirmers func(app core.App, exceptID string) ([]string, error)
	now            clock.Clock
}

// New returns the feature and registers its emails.
func New(app core.App, d Deps) *Offline {
	f := &Offline{
		app:            app,
		ledger:         d.Ledger,
		approvals:      d.Approvals,
		outbox:         d.Outbox,
		audit:          d.Audit,
		findConfirmers: d.FindConfirmers,
		now:            d.Clock,
	}
	f.outbox.Register(
		outbox.Kind{
			Name:        emails.KindOfflinePayment,
			Texts:       emails.Texts,
			Params:      emailParams,
			Attachments: f.attachments,
		},
		outbox.Kind{Name: emails.KindOfflineConfirmation, Texts: emails.Texts},
	)
	return f
}

// The kinds of requests.
const (
	// kindOffline only counts towards the limit: offline payments are confirmed on their own page.
	kindOffline = "offline-payment.confirm"
)

// Mode is how an offline payment reached us.
type Mode string

const (
	modeNEFT   Mode = "neft"
	modeUPI    Mode = "upi"
	modeCheque Mode = "cheque"
	modeCash   Mode = "cash"
)

// Values returns all modes.
func (Mode) Values() []string { return rules.Options(modeNEFT, modeUPI, modeCheque, modeCash) }

var (
	errOfflineNotFound = apperr.NotFound("offline-payment-not-found", "This offline payment was not found.")
	errOfflineState    = apperr.Conflict("offline-state",
		"This step is not possible now. Another admin may have changed this payment. Please check it again.")
	errReceiptOpen = apperr.Conflict(
		"receipt-open",
		"A receipt of this payment is waiting for confirmation. Please confirm it, or record that it bounced, before "+
			"you enter another.",
	)
	errNotDeposited = apperr.Conflict("cheque-not-deposited",
		"This cheque has not been deposited yet. Please record its deposit first.")
	errNoCheque    = apperr.Conflict("no-cheque", "Only a cheque can be deposited.")
	errSecondAdmin = apperr.Forbidden("second-admin-needed",
		"You have entered this receipt yourself. A payment of this size must be confirmed by another administrator.")
	errReceiptTaken = &apperr.Error{
		Code:    "receipt-known",
		Status:  http.StatusConflict,
		Field:   "utr",
		Message: "A receipt with this mode and number has already been entered.",
	}
	errNothingToReturn = apperr.Conflict("nothing-to-return", "There is nothing to return for this payment.")
	errOfflineFree     = apperr.Invalid("offline-free", "couponCode",
		"With this code there is nothing left to pay. Please give a complimentary membership instead.")
	errOpenOfflineForLife = apperr.Conflict("offline-open",
		"This member already has an open offline payment for a membership for life. Please enter the receipt there.")
	errBankDateInFuture = apperr.Invalid("bank-date-future", "bankDate", "This day is in the future.")
	errBankDateTooOld   = apperr.Invalid("bank-date-too-old", "bankDate", "This day is more than two years ago.")
)

// OfflineStep is an action of an admin on an offline payment.
type OfflineStep string

const (
	stepReceipt OfflineStep = "receipt"
	stepDeposit OfflineStep = "deposit"
	stepConfirm OfflineStep = "confirm"
	stepBounce  OfflineStep = "bounce"
	stepCancel  OfflineStep = "cancel"
	stepReturn  OfflineStep = "return"
	stepRefund  OfflineStep = "refund"
)

// Values returns all steps.
func (OfflineStep) Values() []string {
	return rules.Options(stepReceipt, stepDeposit, stepConfirm, stepBounce, stepCancel, stepReturn, stepRefund)
}

// nextSteps returns the steps that an offline payment allows. The step that it waits for is the first. open is the
// receipt that waits for confirmation, or nil.
func nextSteps(state OfflineState, isToReturn bool, open *OfflineReceipt) []OfflineStep {
	switch state {
	case OfflineProforma:
		return []OfflineStep{stepReceipt, stepCancel}
	case OfflinePartPaid:
		return []OfflineStep{stepReceipt, stepBounce, stepCancel}
	case OfflineAwaiting:
		if open != nil && open.Mode() == modeCheque && open.State() == ReceiptReceived {
			return []OfflineStep{stepDeposit, stepBounce}
		}
		return []OfflineStep{stepConfirm, stepBounce}
	case OfflineCleared:
		steps := []OfflineStep{stepRefund, stepBounce, stepCancel}
		if isToReturn {
			return append([]OfflineStep{stepReturn}, steps...)
		}
		return steps
	}
	if isToReturn {
		return []OfflineStep{stepReturn}
	}
	return []OfflineStep{}
}

func (o *OfflinePayment) allows(step OfflineStep, open *OfflineReceipt) bool {
	return slices.Contains(nextSteps(o.State(), o.ToReturn() > 0 && !o.isReturned(), open), step)
}

// createOffline stores an offline payment with its first receipt, or, if receipt is nil, as a proforma that is emailed.
func (f *Offline) createOffline(tx core.App, wanted offlineForm, receipt *receiptValues,
	by audit.Actor) (*OfflinePayment, error) {
	user, err := ledger.FindMember(tx, wanted.UserID)
	if errors.Is(err, ledger.ErrMemberNotFound) {
		return nil, ledger.ErrUserNotFound
	}
	if err != nil {
		return nil, err
	}
	tier, err := tiers.Find(tx, wanted.TierID)
	if err != nil {
		return nil, database.IfMissing(err, ledger.ErrNoSuchTier)
	}
	if wanted.Seats == 0 { // the buyer's own membership does not matter, because seats are for others
		if err := f.checkMayBuyOffline(tx, user.Id, tier); err != nil {
			return nil, err
		}
	}
	req, err := f.ledger.OrderFor(tx, user, tier) // one term at today's price for the member's billing profile
	if err != nil {
		return nil, err
	}
	if err := f.ledger.CheckTaxSettled(req.Site); err != nil {
		return nil, err
	}
	req.Kind = ledger.KindOffline
	if err := f.applyOfflineTerms(tx, wanted, &req); err != nil {
		return nil, err
	}
	t, err := f.ledger.Create(tx, req)
	if err != nil {
		return nil, err
	}
	if err := f.ledger.Save(tx, t); err != nil {
		return nil, err
	}
	if err := f.ledger.ReserveCoupon(tx, req, t); err != nil {
		return nil, err
	}
	if wanted.Billing != nil {
		if err := pricing.SaveBilling(tx, user.Id, *wanted.Billing); err != nil {
			return nil, err
		}
	}
	o, err := newOfflinePayment(tx, t, wanted.Payer, wanted.Note, by.Name)
	if err != nil {
		return nil, err
	}
	if err := f.audit.Save(tx, by, "offline-payment.created", o.ProxyRecord()); err != nil {
		return nil, err
	}
	if receipt != nil {
		return o, f.addReceipt(tx, o, *receipt, by)
	}
	return o, f.emailOffline(tx, o, t, emails.OfflinePayment{What: "proforma"})
}

// checkMayBuyOffline returns an error if the user has a lifetime membership or another open offline payment.
func (f *Offline) checkMayBuyOffline(tx core.App, userID string, tier tiers.Tier) error {
	held, err := ledger.EntitlementOf(tx, userID, f.now())
	if err != nil {
		return err
	}
	if held.IsForLife() {
		return ledger.ErrMemberForLife
	}
	if tier.Duration != tiers.Lifetime {
		return nil
	}
	open, err := ledger.HasOpenOffline(tx, userID, tier.ID)
	if err == nil && open {
		return errOpenOfflineForLife
	}
	return err
}

// applyOfflineTerms prices an offline payment with its code and its billing.
func (f *Offline) applyOfflineTerms(tx core.App, wanted offlineForm, req *ledger.Order) error {
	if wanted.Billing != nil {
		req.Billing = *wanted.Billing
	}
	if req.Seats = wanted.Seats; req.Seats > 0 && req.Billing.Kind != pricing.KindCompany {
		return ledger.ErrSeatsNeedCompany
	}
	if coupons.Normalize(wanted.CouponCode) != "" {
		coupon, err := coupons.Find(tx, wanted.CouponCode, coupons.Purchase{
			Tier: ledger.OfflineTier(req.Tier, req.Seats), Seats: req.Seats, UserID: req.Buyer.Id,
		}, f.now())
		if err != nil {
			return err
		}
		req.Coupon = coupon
	}
	whole := req.Tier.Price * money.Amount(max(1, req.Seats))
	req.Price = pricing.New(pricing.Request{Price: whole, Discount: req.Coupon.Discount, Billing: req.Billing,
		Site: req.Site, At: f.now()})
	switch {
	case req.Price.Total < pricing.MinAmount && req.Coupon.ID != "":
		return errOfflineFree
	case req.Price.Total < pricing.MinAmount:
		return ledger.ErrNoSuchTier
	}
	return pricing.CheckInvoiceable(req.Site, req.Billing, req.Price.Total, req.Tier.Currency)
}

// addReceipt stores a receipt that has to be confirmed.
func (f *Offline) addReceipt(tx core.App, o *OfflinePayment, v receiptValues, by audit.Actor) error {
	if o.State() == OfflineAwaiting {
		return errReceiptOpen
	}
	if !o.allows(stepReceipt, nil) {
		return errOfflineState
	}
	if left := o.Due() - o.Received(); v.amount+v.tds > left {
		return apperr.Invalid("receipt-too-large", "amount",
			"Only "+left.Format(o.Currency())+" is due. Please enter that amount and return the rest to the payer.")
	}
	var cashWarning map[string]any
	if v.mode == modeCash {
		var err error
		if cashWarning, err = checkCash(tx, o, v.amount, v.bankDate, "", v.isCashConfirmed); err != nil {
			return err
		}
	}
	r, err := newReceipt(tx, o, v, by)
	if err != nil {
		return err
	}
	if err := f.audit.Save(tx, by, "offline-payment.receipt-entered", r.ProxyRecord()); err != nil {
		if httpx.IsUniqueViolation(err, "utr") || httpx.IsUniqueViolation(err, "mode") {
			return errReceiptTaken
		}
		return err
	}
	if err := f.recordCash(tx, r, cashWarning, by); err != nil {
		return err
	}
	if err := f.moveOffline(tx, o, OfflineAwaiting); err != nil {
		return err
	}
	return f.emailSecondAdmin(tx, o, r, by)
}

// emailSecondAdmin emails the other admins who may confirm a receipt, if a second admin has to confirm it.
func (f *Offline) emailSecondAdmin(tx core.App, o *OfflinePayment, r *OfflineReceipt, by audit.Actor) error {
	needed, err := f.needsSecondAdmin(tx, o, r, by)
	if err != nil || !needed || f.findConfirmers == nil {
		return err
	}
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	addresses, err := f.findConfirmers(tx, by.ID)
	if err != nil {
		return fmt.Errorf("find who may confirm receipt %s: %w", r.Id, err)
	}
	for _, address := range addresses {
		err := f.outbox.Enqueue(tx, emails.OfflineConfirmation{
			ReceiptID: r.Id,
			Receipt:   receiptText(r),
			Amount:    (r.Amount() + r.TDS()).Format(o.Currency()),
			Customer:  t.Customer().Name,
			Tier:      t.TierName(),
			EnteredBy: by.Name,
			Email:     address,
		}.Build())
		if err != nil {
			return err
		}
	}
	return nil
}

// depositCheque records that a cheque was deposited at the bank.
func (f *Offline) depositCheque(tx core.App, o *OfflinePayment, by audit.Actor) error {
	r, err := openReceipt(tx, o)
	if err != nil {
		return err
	}
	if r.Mode() != modeCheque {
		return errNoCheque
	}
	if !o.allows(stepDeposit, r) {
		return errOfflineState
	}
	if err := r.setState(ReceiptDeposited); err != nil {
		return err
	}
	return f.audit.Save(tx, by, "offline-payment.deposited", r.ProxyRecord())
}

// confirmReceipt records that the money has arrived. A zero bankDate keeps the date that was entered.
func (f *Offline) confirmReceipt(tx core.App, o *OfflinePayment, bankDate time.Time, by audit.Actor) error {
	r, err := openReceipt(tx, o)
	if err != nil {
		return err
	}
	if !o.allows(stepConfirm, r) {
		return errNotDeposited
	}
	isAlone := r.entererID() == by.Key()
	if isAlone {
		switch needed, err := f.needsSecondAdmin(tx, o, r, by); {
		case err != nil:
			return err
		case needed:
			return errSecondAdmin
		}
	}
	if !bankDate.IsZero() {
		r.setBankDate(bankDate)
	}
	if err := r.setState(ReceiptCleared); err != nil {
		return err
	}
	r.setConfirmed(f.now(), by.Name)
	if err := f.audit.Save(tx, by, "offline-payment.confirmed", r.ProxyRecord()); err != nil {
		return err
	}
	o.setReceived(o.Received() + r.Amount() + r.TDS())
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	invoice, err := f.ledger.InvoicePart(tx, t, ledger.Part{
		Reference: receiptText(r),
		Method:    string(r.Mode()),
		PaidAt:    r.bankDate(),
		Received:  r.Amount(),
		TDS:       r.TDS(),
		Left:      o.Due() - o.Received(),
	})
	if err != nil {
		return err
	}
	if o.Received() < o.Due() {
		if err := f.moveOffline(tx, o, OfflinePartPaid); err != nil {
			return err
		}
		return f.emailOffline(tx, o, t, emails.OfflinePayment{What: "part", InvoiceID: invoice.Id, ReceiptID: r.Id})
	}
	if err := f.moveOffline(tx, o, OfflineCleared); err != nil {
		return err
	}
	if isAlone {
		if err := f.countOfflineAlone(tx, o, r, by); err != nil {
			return err
		}
	}
	id, err := offlinePaymentID(tx, r)
	if err != nil {
		return err
	}
	return f.ledger.Complete(tx, t, ledger.Payment{
		ID:         id,
		Method:     string(r.Mode()),
		Amount:     t.Amount(),
		Currency:   t.Currency(),
		PaidAt:     r.bankDate(),
		IsCaptured: true,
	})
}

// bounceReceipt records that the bank has rejected a receipt or has taken its money back.
func (f *Offline) bounceReceipt(tx core.App, o *OfflinePayment, reason string, by audit.Actor) error {
	list, err := listReceipts(tx, o.Id)
	if err != nil {
		return err
	}
	r := bounceable(list)
	if !o.allows(stepBounce, nil) || r == nil {
		return errOfflineState
	}
	wasCleared := r.State() == ReceiptCleared
	if err := r.setState(ReceiptBounced); err != nil {
		return err
	}
	r.setReason(reason)
	if err := f.audit.Save(tx, by, "offline-payment.bounced", r.ProxyRecord()); err != nil {
		return err
	}
	if wasCleared || o.Received() == 0 {
		return f.undoOffline(tx, o, list, OfflineBounced, ledger.EndedByBounce, r, reason, by)
	}
	if err := f.moveOffline(tx, o, OfflinePartPaid); err != nil { // the parts that were confirmed before remain
		return err
	}
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	return f.emailOffline(tx, o, t,
		emails.OfflinePayment{What: "bounced", ReceiptID: r.Id, Receipt: receiptText(r), Amount: r.Amount()})
}

// bounceable returns the receipt that a bounce concerns: the receipt that waits for confirmation, or else the cheque
// that was cleared last, or else the last receipt of any mode. It returns nil for an empty list.
func bounceable(list []*OfflineReceipt) *OfflineReceipt {
	var last *OfflineReceipt
	for _, r := range list {
		switch r.State() {
		case ReceiptReceived, ReceiptDeposited:
			return r
		case ReceiptCleared:
			if last == nil || r.Mode() == modeCheque || last.Mode() != modeCheque {
				last = r
			}
		}
	}
	return last
}

// cancelOffline ends an offline payment by an admin's decision.
func (f *Offline) cancelOffline(tx core.App, o *OfflinePayment, reason string, by audit.Actor) error {
	if !o.allows(stepCancel, nil) {
		return errOfflineState
	}
	list, err := listReceipts(tx, o.Id)
	if err != nil {
		return err
	}
	if err := f.audit.Record(
		tx, by, "offline-payment.cancelled", audit.SubjectOf(o.ProxyRecord()), map[string]any{"reason": reason},
	); err != nil {
		return err
	}
	return f.undoOffline(tx, o, list, OfflineCancelled, ledger.EndedByRefund, nil, reason, by)
}

// undoOffline reverses an offline payment with all its effects.
func (f *Offline) undoOffline(tx core.App, o *OfflinePayment, receipts []*OfflineReceipt, to OfflineState,
	why ledger.EndReason, bounced *OfflineReceipt, reason string, by audit.Actor) error {
	toReturn := o.moneyHeld(receipts)
	o.setEnded(reason, toReturn+o.outstanding())
	if err := f.moveOffline(tx, o, to); err != nil {
		return err
	}
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	email := emails.OfflinePayment{What: string(to), ToReturn: toReturn}
	if bounced != nil {
		email.ReceiptID, email.Receipt, email.Amount = bounced.Id, receiptText(bounced), bounced.Amount()
	}
	left := o.Due() - t.RefundedAmount()
	if t.Status().IsPaid() {
		err = f.ledger.Reverse(tx, t, offlineReversalID(o.Id), why, by.Name)
	} else {
		err = f.ledger.Withdraw(tx, t)
	}
	if err != nil {
		return err
	}
	note, err := invoices.IssueCreditNote(tx, t.Id, offlineReversalID(o.Id), int64(left), f.now())
	switch {
	case err == nil:
		email.InvoiceID = note.Id
	case !errors.Is(err, sql.ErrNoRows): // without an invoice there is nothing to credit
		return err
	}
	return f.emailOffline(tx, o, t, email)
}

// offlineReversalID returns the id that takes the place of the provider's refund id in the ledger and on the credit
// note.
func offlineReversalID(offlineID string) string { return "offline_" + offlineID }

// returnOffline records that the money of an ended or refunded offline payment was returned.
func (f *Offline) returnOffline(tx core.App, o *OfflinePayment, at time.Time, reference string, by audit.Actor) error {
	if !o.allows(stepReturn, nil) {
		return errNothingToReturn
	}
	o.setReturned(at, reference)
	return f.audit.Save(tx, by, "offline-payment.returned", o.ProxyRecord())
}

func (f *Offline) moveOffline(tx core.App, o *OfflinePayment, to OfflineState) error {
	if err := o.setState(to); err != nil {
		return errors.Join(errOfflineState, err)
	}
	if err := tx.Save(o); err != nil {
		return fmt.Errorf("save offline payment %s: %w", o.Id, err)
	}
	return nil
}

// openReceipt returns the receipt that waits for its confirmation.
func openReceipt(tx core.App, o *OfflinePayment) (*OfflineReceipt, error) {
	list, err := listReceipts(tx, o.Id)
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		if o.State() == OfflineAwaiting && r.isOpen() {
			return r, nil
		}
	}
	return nil, errOfflineState
}

// needsSecondAdmin reports whether the admin who has entered a receipt may not confirm it.
func (f *Offline) needsSecondAdmin(tx core.App, o *OfflinePayment, r *OfflineReceipt, by audit.Actor) (bool, error) {
	request, err := f.describeOffline(tx, o, r)
	if err != nil {
		return false, err
	}
	return f.approvals.NeedsSecondAdmin(tx, request, by)
}

// countOfflineAlone stores the value that an admin has sold offline without a second admin.
func (f *Offline) countOfflineAlone(tx core.App, o *OfflinePayment, r *OfflineReceipt, by audit.Actor) error {
	request, err := f.describeOffline(tx, o, r)
	if err != nil {
		return err
	}
	return f.approvals.CountAlone(tx, request, by)
}

// describeOffline returns the approval request for an offline payment. It states the whole list value, so that a split,
// a coupon or TDS does not lower it. The amount of a receipt counts as paid; TDS does not, because no bank statement
// shows it.
func (f *Offline) describeOffline(tx core.App, o *OfflinePayment, open *OfflineReceipt) (approvals.Request, error) {
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return approvals.Request{}, err
	}
	value, err := f.ledger.ListValue(tx, t.TierID(), t.Quantity())
	if err != nil {
		return approvals.Request{}, err
	}
	value = max(value, o.Due())
	receipts, err := listReceipts(tx, o.Id)
	if err != nil {
		return approvals.Request{}, err
	}
	paid := open.Amount()
	for _, r := range receipts {
		if r.Id != open.Id && r.State() == ReceiptCleared {
			paid += r.Amount()
		}
	}
	return approvals.Request{
		Kind: kindOffline, Subject: audit.Subject{Collection: httpx.Users, ID: t.UserID(), Label: t.Customer().Name},
		Summary: "An offline payment for “" + t.TierName() + "”", ListValue: value, Unpaid: max(0, value-paid),
	}, nil
}

// receiptText describes a receipt, for example "NEFT HDFCN52026112200123".
func receiptText(r *OfflineReceipt) string {
	if r.Amount() == 0 {
		return strings.TrimSpace("TDS " + r.UTR())
	}
	mode := strings.ToUpper(string(r.Mode()))
	if r.Mode() == modeCheque || r.Mode() == modeCash {
		mode = strings.ToUpper(mode[:1]) + strings.ToLower(mode[1:])
	}
	return strings.TrimSpace(mode + " " + r.UTR())
}

// offlinePaymentID returns the id that takes the place of the provider's payment id in the ledger: the text of the
// receipt. If that is already used, by an earlier cleared cheque or by cash without a number, it returns another one.
func offlinePaymentID(tx core.App, r *OfflineReceipt) (string, error) {
	id := receiptText(r)
	if r.UTR() == "" {
		return id + " " + r.Id, nil
	}
	_, err := ledger.FindTransactionByPayment(tx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return id, nil
	}
	return id + " " + r.Id, err
}
