// Package offline sells memberships that are paid by transfer, cheque or cash and entered by an admin.
//
// An offline payment has a pending transaction and receipts. One admin enters a receipt, and an admin who has seen the
// money on the bank's statement confirms it. Above the limit of the settings (package approvals) that must be a second
// admin. The list value counts, however the sum is split, discounted or reduced by TDS. The receipts that one
// admin both enters and confirms add up, also those that do not complete a payment.
//
//	(new)      -> proforma, awaiting
//	proforma   -> lapsed, awaiting, cancelled
//	awaiting   -> part-paid, cleared, bounced
//	lapsed     -> awaiting, cancelled
//	cancelled  is final
//	part-paid  -> awaiting, cleared, bounced, cancelled
//	cleared    -> bounced, cancelled
//	bounced    is final
//
// An offline payment awaits confirmation while a receipt is not confirmed. It is part-paid while the confirmed receipts
// do not cover the price, and cleared when they do or when the rest was written off. A proforma lapses after its
// last day (proformas.go). Clearing completes the transaction as any other payment does.
//
// A receipt has these states. Only a cheque can be deposited:
//
//	(new)      -> received
//	received   -> deposited, cleared, bounced
//	deposited  -> cleared, bounced
//	cleared    -> bounced
//	bounced    is final
//
// An amount that has to be returned has these states. When the purchase ends, one over all that is left replaces those
// that are open:
//
//	(new)        -> open
//	open         -> returned, replaced, written-off
//	returned     is final
//	replaced     is final
//	written-off  is final
//
// Only a claim, which is what the payer has to return, can be written off.
//
// These rules always hold, and the nightly check of the ledger compares them:
//
//   - While a purchase is valid, the money and the TDS of its confirmed receipts are what counts towards the price
//     (received) and what was too much. After its end, the money is what was returned or has to be,
//     less what the payer has to return or has returned to us, or what was written off.
//   - A cleared purchase has received its price, less what was written off (writeoffs.go).
//
// The whole price is invoiced when the first part is confirmed, because the tax is due then. The membership, or the
// seats of a company, begin after full payment. TDS that the payer has deducted counts as paid, with a part of the
// money or alone (tds.go). What exceeds the price has to be returned and is not part of the sale. A completed payment
// can be partly refunded (refunds.go). If a confirmed receipt bounces, which an admin chooses, or the purchase is
// cancelled, everything is reversed: a credit note over the whole price is issued and the membership ends. The money
// from other receipts has to be returned, and the return is recorded too (returns.go).
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
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/coupons"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/tiers"
)

// Approvals decides which grants need a second admin.
type Approvals interface {
	Register(kind approvals.Kind)
	Run(by audit.Actor, describe func(tx core.App) (approvals.Request, error),
		apply func(tx core.App) error) (*approvals.View, error)
	NeedsSecondAdmin(tx core.App, r approvals.Request, by audit.Actor) (bool, error)
	CountAlone(tx core.App, r approvals.Request, by audit.Actor) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Ledger    *ledger.Ledger
	Approvals Approvals
	Proformas Proformas
	Jobs      *jobs.Runner
	Audit     *audit.Log
	// FindConfirmers returns the addresses of all admins who may confirm a payment, except the admin with exceptID. If
	// it is nil, no admin is emailed.
	FindConfirmers func(app core.App, exceptID string) ([]string, error)
	Clock          clock.Clock
}

// Offline handles the routes of the feature.
type Offline struct {
	Proformas
	app            core.App
	jobs           *jobs.Runner
	ledger         *ledger.Ledger
	approvals      Approvals
	audit          *audit.Log
	findConfirmers func(app core.App, exceptID string) ([]string, error)
	now            clock.Clock
}

// New returns the feature. It registers its emails, its type of jobs and what a second admin confirms.
func New(app core.App, d Deps) *Offline {
	f := &Offline{
		Proformas:      d.Proformas,
		app:            app,
		jobs:           d.Jobs,
		ledger:         d.Ledger,
		approvals:      d.Approvals,
		audit:          d.Audit,
		findConfirmers: d.FindConfirmers,
		now:            d.Clock,
	}
	f.Outbox.Register(outbox.Kind{
		Name:        emails.KindOfflinePayment,
		Texts:       emails.Texts,
		Params:      emailParams,
		Attachments: f.attachments,
	})
	f.Outbox.Register(outbox.In([]modules.ID{modules.Offline},
		outbox.Kind{Name: emails.KindOfflineConfirmation, Texts: emails.Texts})...)
	f.jobs.Register(f.proformaJobType())
	f.approvals.Register(approvals.Kind{Name: kindWriteOff, Confirm: f.confirmWriteOff})
	f.approvals.Register(approvals.Kind{Name: kindRefund, Confirm: f.confirmRefund})
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
	errReceiptOpenFirst = apperr.Conflict("receipt-open-first",
		"Another receipt of this payment is waiting for confirmation. Please confirm it, or record that it bounced, first.")
	errReceiptNotChosen = apperr.Invalid("receipt-not-chosen", "receiptId", "Please choose the receipt that bounced")
	errNothingToReturn  = apperr.Conflict("nothing-to-return", "There is nothing to return for this payment.")
	errOfflineFree      = apperr.Invalid("offline-free", "couponCode",
		"With this code there is nothing left to pay. Please give a complimentary membership instead.")
	errOpenOfflineForLife = apperr.Conflict("offline-open",
		"This member already has an open offline payment for a membership for life. Please enter the receipt there.")
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
	// stepWriteOff completes a part-paid purchase whose rest is within the limit of the settings.
	stepWriteOff OfflineStep = "write-off"
	// stepWriteOffClaim gives up money that the payer has to return.
	stepWriteOffClaim OfflineStep = "write-off-claim"
)

// Values returns all steps.
func (OfflineStep) Values() []string {
	return rules.Options(stepReceipt, stepDeposit, stepConfirm, stepBounce, stepCancel, stepReturn, stepRefund,
		stepWriteOff, stepWriteOffClaim)
}

// nextSteps returns the steps that an offline payment allows. The step that it waits for is the first. open is the
// receipt that waits for confirmation, or nil.
func nextSteps(state OfflineState, isToReturn bool, open *OfflineReceipt) []OfflineStep {
	switch state {
	case OfflineProforma, OfflineLapsed:
		return []OfflineStep{stepReceipt, stepCancel}
	case OfflinePartPaid:
		return []OfflineStep{stepReceipt, stepWriteOff, stepBounce, stepCancel}
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
	return slices.Contains(nextSteps(o.State(), false, open), step)
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
		if err := f.ledger.SaveBilling(tx, user.Id, *wanted.Billing); err != nil {
			return nil, err
		}
	}
	o, err := newOfflinePayment(tx, t, wanted.Payer, wanted.Note, by.Name)
	if err != nil {
		return nil, err
	}
	if receipt == nil {
		end, err := f.parseValidity(tx, wanted.ValidUntil)
		if err != nil {
			return nil, err
		}
		o.setValidUntil(end)
	}
	if err := f.audit.Save(tx, by, "offline-payment.created", o.ProxyRecord()); err != nil {
		return nil, err
	}
	if receipt != nil {
		return o, f.addReceipt(tx, o, *receipt, by)
	}
	if err := f.scheduleProforma(tx, o); err != nil {
		return nil, err
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
	return pricing.CheckInvoiceable(tx, req.Site, req.Billing, req.Price.Total, req.Tier.Currency)
}

// addReceipt stores a receipt that has to be confirmed, and emails a second admin if one has to confirm it.
func (f *Offline) addReceipt(tx core.App, o *OfflinePayment, v receiptValues, by audit.Actor) error {
	r, err := f.enterReceipt(tx, o, v, by)
	if err != nil {
		return err
	}
	return f.emailSecondAdmin(tx, o, r, by)
}

func (f *Offline) enterReceipt(tx core.App, o *OfflinePayment, v receiptValues, by audit.Actor) (*OfflineReceipt,
	error) {
	if o.State() == OfflineAwaiting {
		return nil, errReceiptOpen
	}
	if !o.allows(stepReceipt, nil) {
		return nil, errOfflineState
	}
	if o.State() == OfflineLapsed {
		if err := f.reopen(tx, o, v.bankDate); err != nil {
			return nil, err
		}
	}
	if err := o.checkExcess(v); err != nil {
		return nil, err
	}
	if err := f.checkTDS(tx, o, v.tds); err != nil {
		return nil, err
	}
	var cashWarning map[string]any
	if v.mode == modeCash {
		var err error
		if cashWarning, err = checkCash(tx, o, v.amount, v.bankDate, "", v.isCashConfirmed); err != nil {
			return nil, err
		}
	}
	r, err := newReceipt(tx, o, v, by)
	if err != nil {
		return nil, err
	}
	if err := f.audit.Save(tx, by, "offline-payment.receipt-entered", r.ProxyRecord()); err != nil {
		if httpx.IsUniqueViolation(err, "utr") || httpx.IsUniqueViolation(err, "mode") {
			return nil, errReceiptTaken
		}
		return nil, err
	}
	if err := f.recordCash(tx, r, cashWarning, by); err != nil {
		return nil, err
	}
	return r, f.moveOffline(tx, o, OfflineAwaiting)
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
		err := f.Outbox.Enqueue(tx, emails.OfflineConfirmation{
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
	parts, err := partsOf(tx, o, r)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if !p.o.allows(stepDeposit, p.r) {
			return errOfflineState
		}
		if err := p.r.setState(ReceiptDeposited); err != nil {
			return err
		}
		if err := f.audit.Save(tx, by, "offline-payment.deposited", p.r.ProxyRecord()); err != nil {
			return err
		}
	}
	return nil
}

// confirmReceipt records that the money has arrived. A zero bankDate keeps the date that was entered.
func (f *Offline) confirmReceipt(tx core.App, o *OfflinePayment, bankDate time.Time, by audit.Actor) error {
	r, err := openReceipt(tx, o)
	if err != nil {
		return err
	}
	parts, err := partsOf(tx, o, r)
	if err != nil {
		return err
	}
	self, err := people.SelfOf(tx, by)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if !p.o.allows(stepConfirm, p.r) {
			return errNotDeposited
		}
		if isOwn, err := self.IsAbout(tx, audit.Subject{Collection: Collection, ID: p.o.Id}); err != nil {
			return err
		} else if isOwn {
			return approvals.ErrOwnGift
		}
	}
	request, isNeeded, hasEntered := approvals.Request{}, false, self.IsActor(r.entererID())
	if hasEntered {
		if request, err = f.describeParts(tx, parts); err != nil {
			return err
		}
		if isNeeded, err = f.approvals.NeedsSecondAdmin(tx, request, by); err != nil {
			return err
		}
	}
	for _, p := range parts {
		if err := f.confirmPart(tx, p.o, p.r, bankDate, by); err != nil {
			return err
		}
	}
	switch {
	case isNeeded: // no admin is asked to confirm what cannot be confirmed
		return errSecondAdmin
	case hasEntered:
		return f.approvals.CountAlone(tx, request, by)
	}
	return nil
}

// confirmPart confirms one receipt. It invoices the purchase, and completes it with the last receipt.
func (f *Offline) confirmPart(tx core.App, o *OfflinePayment, r *OfflineReceipt, bankDate time.Time,
	by audit.Actor) error {
	if !bankDate.IsZero() {
		r.setBankDate(bankDate)
	}
	if err := r.setState(ReceiptCleared); err != nil {
		return err
	}
	excess := max(0, r.Amount()+r.TDS()-o.left())
	r.setConfirmed(f.now(), by.Name, excess)
	if err := f.audit.Save(tx, by, "offline-payment.confirmed", r.ProxyRecord()); err != nil {
		return err
	}
	o.setReceived(o.Received() + r.Amount() + r.TDS() - excess)
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	invoice, err := f.ledger.InvoicePart(tx, t, ledger.Part{
		Reference: receiptText(r),
		Method:    string(r.Mode()),
		PaidAt:    r.bankDate(),
		Received:  r.Amount() - excess,
		TDS:       r.TDS(),
		Left:      o.left(),
	})
	if err != nil {
		return err
	}
	if o.left() > 0 {
		if err := f.moveOffline(tx, o, OfflinePartPaid); err != nil {
			return err
		}
		return f.emailOffline(tx, o, t, emails.OfflinePayment{What: "part", InvoiceID: invoice.Id, ReceiptID: r.Id})
	}
	if excess > 0 {
		if err := f.owe(tx, o, ReturnOverpaid, excess, "More was paid than was due.", by); err != nil {
			return err
		}
	}
	if err := f.moveOffline(tx, o, OfflineCleared); err != nil {
		return err
	}
	if err := f.completePurchase(tx, t, r, r.bankDate(), 0); err != nil || excess == 0 {
		return err
	}
	return f.emailOffline(tx, o, t, emails.OfflinePayment{What: "overpaid", ReceiptID: r.Id, Receipt: receiptText(r),
		Amount: r.Amount(), ToReturn: excess})
}

// checkExcess refuses a receipt over more than is due, unless the admin has confirmed that the rest is to be returned.
func (o *OfflinePayment) checkExcess(v receiptValues) error {
	left := o.left()
	excess := v.amount + v.tds - left
	switch {
	case v.tds > left:
		return apperr.Invalid("receipt-too-large", "tds", "Only "+left.Format(o.Currency())+" is due.")
	case excess > 0 && !v.isExcessConfirmed:
		return apperr.Invalid("receipt-too-large", excessField.Name, fmt.Sprintf(
			"Only %s is due. Please check the amount. If it is right, %s is too much and has to be returned to the payer.",
			left.Format(o.Currency()), excess.Format(o.Currency())))
	}
	return nil
}

// completePurchase completes the transaction of a payment. r is the receipt that identifies it, and writtenOff the rest
// of the price that was written off.
func (f *Offline) completePurchase(tx core.App, t *ledger.Transaction, r *OfflineReceipt, paidAt time.Time,
	writtenOff money.Amount) error {
	id, err := offlinePaymentID(tx, r)
	if err != nil {
		return err
	}
	return f.ledger.Complete(tx, t, ledger.Payment{
		ID:         id,
		Method:     string(r.Mode()),
		Amount:     t.Amount(),
		Currency:   t.Currency(),
		PaidAt:     paidAt,
		IsCaptured: true,
		WrittenOff: writtenOff,
	})
}

// bounceReceipt records that the bank has rejected a receipt or has taken its money back. receiptID may be "" if only
// one receipt can bounce.
func (f *Offline) bounceReceipt(tx core.App, o *OfflinePayment, receiptID, reason string, by audit.Actor) error {
	list, err := listReceipts(tx, o.Id)
	if err != nil {
		return err
	}
	r, err := chooseBounced(list, receiptID)
	if err != nil {
		return err
	}
	parts, err := partsOf(tx, o, r)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if err := f.bouncePart(tx, p.o, p.r.Id, reason, by); err != nil {
			return err
		}
	}
	return nil
}

// bouncePart records that one receipt has bounced.
func (f *Offline) bouncePart(tx core.App, o *OfflinePayment, receiptID, reason string, by audit.Actor) error {
	list, err := listReceipts(tx, o.Id)
	if err != nil {
		return err
	}
	r, err := chooseBounced(list, receiptID)
	if err != nil {
		return err
	}
	wasCleared := r.State() == ReceiptCleared
	if err := r.setState(ReceiptBounced); err != nil {
		return err
	}
	r.setReason(reason)
	if err := f.audit.Save(tx, by, "offline-payment.bounced", r.ProxyRecord()); err != nil {
		return err
	}
	if o.State() == OfflineBounced || o.State() == OfflineCancelled { // there is less to return
		if _, err := f.oweHeld(tx, o, list, reason, by); err != nil {
			return err
		}
		return f.saveOffline(tx, o)
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

// chooseBounced returns the receipt with the id, or the only receipt that can bounce if id is "". A cleared receipt
// cannot bounce while another receipt waits for its confirmation, because a bounce then ends the payment, and the money
// of the waiting receipt would be in no list.
func chooseBounced(list []*OfflineReceipt, id string) (*OfflineReceipt, error) {
	var candidates []*OfflineReceipt
	for _, r := range list {
		if r.isOpen() {
			if id != "" && id != r.Id {
				return nil, errReceiptOpenFirst
			}
			return r, nil
		}
		if r.State() == ReceiptCleared && (id == "" || id == r.Id) {
			candidates = append(candidates, r)
		}
	}
	switch {
	case len(candidates) == 1:
		return candidates[0], nil
	case len(candidates) > 1 || id != "":
		return nil, errReceiptNotChosen
	}
	return nil, errOfflineState
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

// creditReasons say on the credit note why a payment was reversed.
var creditReasons = map[OfflineState]string{
	OfflineBounced:   "The payment was returned by the bank",
	OfflineCancelled: "The purchase was cancelled",
}

// undoOffline reverses an offline payment with all its effects.
func (f *Offline) undoOffline(tx core.App, o *OfflinePayment, receipts []*OfflineReceipt, to OfflineState,
	why ledger.EndReason, bounced *OfflineReceipt, reason string, by audit.Actor) error {
	toReturn, err := f.oweHeld(tx, o, receipts, reason, by)
	if err != nil {
		return err
	}
	o.setEnded(reason)
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
	note, err := invoices.IssueCreditNote(tx, t.Id, offlineReversalID(o.Id), creditReasons[to], int64(left), f.now())
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

func (f *Offline) moveOffline(tx core.App, o *OfflinePayment, to OfflineState) error {
	if err := o.setState(to); err != nil {
		return errors.Join(errOfflineState, err)
	}
	return f.saveOffline(tx, o)
}

// saveOffline stores a payment, and whether it waits for an action.
func (f *Offline) saveOffline(tx core.App, o *OfflinePayment) error {
	open, err := openReturns(tx, o)
	if err != nil {
		return err
	}
	o.setOpen(len(open) > 0)
	return database.Wrap("save offline payment "+o.Id, tx.Save(o))
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
	parts, err := partsOf(tx, o, r)
	if err != nil {
		return false, err
	}
	request, err := f.describeParts(tx, parts)
	if err != nil {
		return false, err
	}
	return f.approvals.NeedsSecondAdmin(tx, request, by)
}

// describeOffline returns the approval request for a receipt that is not confirmed yet. Its list value is that of the
// whole purchase, so that a split, a coupon or TDS does not lower it.
//
// The money counts as unpaid, because only the admin who entered the receipt has seen it. It counts for the day, and
// together with the other parts of the same payment for the year. TDS and what the list value exceeds the price by
// count as given to the buyer.
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
	unpaid := open.Amount() + open.TDS()
	if excess := unpaid - o.left(); excess >= 0 { // this receipt completes the purchase, and what is too much is returned
		unpaid = value - o.Received() + excess
		value += excess
	}
	return approvals.Request{
		Kind: kindOffline, Subject: audit.Subject{Collection: httpx.Users, ID: t.UserID(), Label: t.Customer().Name},
		Summary: "An offline payment for “" + t.TierName() + "”", ListValue: value, Unpaid: unpaid,
		Shares: []approvals.Share{{Subject: audit.SubjectOf(o.ProxyRecord()), Value: open.Amount()}},
	}, nil
}

// receiptText describes a receipt, for example "NEFT HDFCN52026112200123".
func receiptText(r *OfflineReceipt) string {
	if r.Amount() == 0 {
		return strings.TrimSpace("TDS " + r.UTR())
	}
	return strings.TrimSpace(invoices.MethodLabel(string(r.Mode())) + " " + r.UTR())
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
