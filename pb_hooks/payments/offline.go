package payments

import (
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
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// An offline payment has a pending transaction and receipts. One admin enters a receipt, and an admin who has seen the
// money on the bank's statement confirms it. Above the limit of the settings (package approvals) that must be another
// admin than the one who has entered it. The list value counts, however the sum is split, discounted or reduced by TDS.
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
// A receipt has these states. Only a cheque is deposited:
//
//	(new)      -> received
//	received   -> deposited, cleared, bounced
//	deposited  -> cleared, bounced
//	cleared    -> bounced
//	bounced    is final
//
// The whole price is invoiced when the first part is confirmed, because the tax is due then. The membership, or the
// seats of a company, begin after full payment. TDS that the payer has deducted counts as paid, with a part of the
// money or alone. A completed payment can be partly refunded (offline_refunds.go). If a confirmed receipt bounces, or
// the purchase is cancelled, everything is reversed: a credit note over the whole price is issued and the membership
// ends. The money from other receipts has to be returned, and the return is recorded too.

// The modes of a receipt that have special rules.
const modeCheque, modeCash = "cheque", "cash"

var (
	errOfflineNotFound    = apperr.NotFound("offline-payment-not-found", "This offline payment was not found.")
	errUserNotFound       = apperr.Invalid("member-not-found", "userId", "Please choose somebody who has an account.")
	errOfflineState       = apperr.Conflict("offline-state", "This step is not possible now. Someone else may have changed this payment. Please look at it again.")
	errReceiptOpen        = apperr.Conflict("receipt-open", "A receipt of this payment waits to be confirmed. Please confirm it, or record that it bounced, before you enter another.")
	errNotDeposited       = apperr.Conflict("cheque-not-deposited", "This cheque has not been deposited yet. Please note its deposit first.")
	errNoCheque           = apperr.Conflict("no-cheque", "Only a cheque is deposited.")
	errSecondAdmin        = apperr.Forbidden("second-admin-needed", "You have entered this receipt yourself. A payment of this size is confirmed by another administrator.")
	errReceiptTaken       = &apperr.Error{Code: "receipt-known", Status: http.StatusConflict, Field: "utr", Message: "A receipt with this mode and this number is entered already."}
	errRefundOffline      = apperr.Conflict("refund-offline", "This payment did not come through Razorpay: cancel it among the offline payments, and return the money yourself.")
	errNothingToReturn    = apperr.Conflict("nothing-to-return", "Nothing is to be returned for this payment.")
	errOfflineFree        = apperr.Invalid("offline-free", "couponCode", "With this code nothing is left to pay. Please give a complimentary membership instead.")
	errOpenOfflineForLife = apperr.Conflict("offline-open", "There is an open offline payment for a membership for life of theirs already. Please enter the receipt there.")
	errBankDateInFuture   = apperr.Invalid("bank-date-future", "bankDate", "This day is still to come.")
	errBankDateTooOld     = apperr.Invalid("bank-date-too-old", "bankDate", "This day is more than two years ago.")
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

// offlineRequest is the admin's input.
type offlineRequest struct {
	userID, tierID, payer, note, couponCode string
	// seats is the number of memberships that a company buys for others, or 0 for a membership of the member.
	seats int
	// billing is nil for the member's billing profile.
	billing *pricing.Billing
	// receipt is nil for a proforma.
	receipt *receiptValues
}

// createOffline stores an offline payment with its first receipt, or as a proforma that is emailed.
func (p *Payments) createOffline(tx core.App, wanted offlineRequest, by audit.Actor) (*OfflinePayment, error) {
	user, err := findMember(tx, wanted.userID)
	if errors.Is(err, errMemberNotFound) {
		return nil, errUserNotFound
	}
	if err != nil {
		return nil, err
	}
	tier, err := tiers.Find(tx, wanted.tierID)
	if database.IsMissing(err) {
		return nil, errNoSuchTier
	}
	if err != nil {
		return nil, err
	}
	if wanted.seats == 0 { // the buyer's own membership does not matter, because seats are for others
		if err := p.checkMayBuyOffline(tx, user.Id, tier); err != nil {
			return nil, err
		}
	}
	req, err := p.linkRequest(tx, user, tier) // one term at today's price for the member's billing profile
	if err != nil {
		return nil, err
	}
	if err := p.checkTaxSettled(req.site); err != nil {
		return nil, err
	}
	req.kind = KindOffline
	if err := p.applyOfflineTerms(tx, wanted, &req); err != nil {
		return nil, err
	}
	t, err := p.newTransaction(tx, req, p.now())
	if err != nil {
		return nil, err
	}
	t.SetNextCheckAt(time.Time{}) // the provider does not know this transaction
	if err := p.save(tx, t); err != nil {
		return nil, err
	}
	if err := p.reserveCoupon(tx, req, t); err != nil {
		return nil, err
	}
	if wanted.billing != nil {
		if err := pricing.SaveBilling(tx, user.Id, *wanted.billing); err != nil {
			return nil, err
		}
	}
	o, err := newOfflinePayment(tx, t, wanted.payer, wanted.note, by.Name)
	if err != nil {
		return nil, err
	}
	if err := p.audit.Save(tx, by, "offline-payment.created", o.ProxyRecord()); err != nil {
		return nil, err
	}
	if wanted.receipt != nil {
		return o, p.addReceipt(tx, o, *wanted.receipt, by)
	}
	return o, p.emailOffline(tx, o, t, offlineEmail{What: "proforma"})
}

// checkMayBuyOffline returns an error if the user has a lifetime membership or another open offline payment.
func (p *Payments) checkMayBuyOffline(tx core.App, userID string, tier tiers.Tier) error {
	held, err := EntitlementOf(tx, userID, p.now())
	if err != nil {
		return err
	}
	if held.IsForLife() {
		return errMemberForLifeNow
	}
	if tier.Duration != tiers.Lifetime {
		return nil
	}
	open, err := hasOpenOffline(tx, userID, tier.ID)
	if err == nil && open {
		return errOpenOfflineForLife
	}
	return err
}

// applyOfflineTerms prices an offline payment with its code and its billing.
func (p *Payments) applyOfflineTerms(tx core.App, wanted offlineRequest, req *orderRequest) error {
	if wanted.billing != nil {
		req.billing = *wanted.billing
	}
	if req.seats = wanted.seats; req.seats > 0 && req.billing.Kind != pricing.KindCompany {
		return errSeatsNeedCompany
	}
	if coupons.Normalize(wanted.couponCode) != "" {
		coupon, err := coupons.Find(tx, wanted.couponCode, coupons.Purchase{
			Tier: offlineTier(req.tier, req.seats), Seats: req.seats, UserID: req.buyer.Id,
		}, p.now())
		if err != nil {
			return err
		}
		req.coupon = coupon
	}
	whole := req.tier.Price * money.Amount(max(1, req.seats))
	req.price = pricing.New(pricing.Request{Price: whole, Discount: req.coupon.Discount, Billing: req.billing, Site: req.site, At: p.now()})
	switch {
	case req.price.Total < pricing.MinAmount && req.coupon.ID != "":
		return errOfflineFree
	case req.price.Total < pricing.MinAmount:
		return errNoSuchTier
	}
	return pricing.CheckInvoiceable(req.site, req.billing, req.price.Total, req.tier.Currency)
}

// offlineTier returns the tier for which a code is checked in an offline payment. A membership that is paid offline
// never renews automatically. For seats the tier is unchanged, as for seats that are bought online.
func offlineTier(tier tiers.Tier, seats int) tiers.Tier {
	if seats == 0 {
		tier.Renews = false
	}
	return tier
}

// addReceipt stores a receipt that has to be confirmed.
func (p *Payments) addReceipt(tx core.App, o *OfflinePayment, v receiptValues, by audit.Actor) error {
	if o.State() == OfflineAwaiting {
		return errReceiptOpen
	}
	if !o.allows(stepReceipt, nil) {
		return errOfflineState
	}
	if left := o.Due() - o.Received(); v.amount+v.tds > left {
		return apperr.Invalid("receipt-too-large", "amount", "Only "+left.Format(o.Currency())+" is due. Please enter that, and return the rest to the payer.")
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
	if err := p.audit.Save(tx, by, "offline-payment.receipt-entered", r.ProxyRecord()); err != nil {
		if httpx.IsUniqueViolation(err, "utr") || httpx.IsUniqueViolation(err, "mode") {
			return errReceiptTaken
		}
		return err
	}
	if err := p.recordCash(tx, r, cashWarning, by); err != nil {
		return err
	}
	if err := p.moveOffline(tx, o, OfflineAwaiting); err != nil {
		return err
	}
	return p.emailSecondAdmin(tx, o, r, by)
}

// emailSecondAdmin emails the other admins who may confirm a receipt, if a second admin has to confirm it.
func (p *Payments) emailSecondAdmin(tx core.App, o *OfflinePayment, r *OfflineReceipt, by audit.Actor) error {
	needed, err := p.needsSecondAdmin(tx, o, r, by)
	if err != nil || !needed || p.findConfirmers == nil {
		return err
	}
	t, err := findTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	addresses, err := p.findConfirmers(tx, by.ID)
	if err != nil {
		return fmt.Errorf("find who may confirm receipt %s: %w", r.Id, err)
	}
	for _, address := range addresses {
		err := p.outbox.Enqueue(tx, offlineConfirmationEmail{
			ReceiptID: r.Id, Receipt: receiptText(r), Amount: (r.Amount() + r.TDS()).Format(o.Currency()), Customer: t.Customer().Name, Tier: t.TierName(),
			EnteredBy: by.Name, Email: address,
		}.Build())
		if err != nil {
			return err
		}
	}
	return nil
}

// depositCheque records that a cheque was deposited at the bank.
func (p *Payments) depositCheque(tx core.App, o *OfflinePayment, by audit.Actor) error {
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
	return p.audit.Save(tx, by, "offline-payment.deposited", r.ProxyRecord())
}

// confirmReceipt records that the money has arrived. A zero bankDate keeps the date that was entered.
func (p *Payments) confirmReceipt(tx core.App, o *OfflinePayment, bankDate time.Time, by audit.Actor) error {
	r, err := openReceipt(tx, o)
	if err != nil {
		return err
	}
	if !o.allows(stepConfirm, r) {
		return errNotDeposited
	}
	isAlone := r.EntererID() == by.Key()
	if isAlone {
		switch needed, err := p.needsSecondAdmin(tx, o, r, by); {
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
	r.setConfirmed(p.now(), by.Name)
	if err := p.audit.Save(tx, by, "offline-payment.confirmed", r.ProxyRecord()); err != nil {
		return err
	}
	o.setReceived(o.Received() + r.Amount() + r.TDS())
	t, err := findTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	invoice, err := p.invoiceOffline(tx, o, t, r)
	if err != nil {
		return err
	}
	if o.Received() < o.Due() {
		if err := p.moveOffline(tx, o, OfflinePartPaid); err != nil {
			return err
		}
		return p.emailOffline(tx, o, t, offlineEmail{What: "part", InvoiceID: invoice.Id, ReceiptID: r.Id})
	}
	if err := p.moveOffline(tx, o, OfflineCleared); err != nil {
		return err
	}
	if isAlone {
		if err := p.countOfflineAlone(tx, o, r, by); err != nil {
			return err
		}
	}
	id, err := offlinePaymentID(tx, r)
	if err != nil {
		return err
	}
	return p.completeTransaction(tx, t, razorpay.Payment{ID: id, Method: r.Mode(), Status: "captured", Captured: true, CreatedAt: r.BankDate()})
}

// invoiceOffline issues the document over the whole price when the first part is confirmed, with the date of its issue.
// Later parts do not change the price.
func (p *Payments) invoiceOffline(tx core.App, o *OfflinePayment, t *Transaction, r *OfflineReceipt) (*invoices.Invoice, error) {
	paid := paymentFacts{PaidAt: r.BankDate().Unix()}
	service := p.now() // the earliest possible time, because the membership starts with the last part
	if o.Received() == o.Due() {
		service = paid.paidTime()
	}
	suppliedAt := gst.TimeOfSupply(service, p.now(), paid.paidTime())
	if err := p.priceSupply(tx, t, suppliedAt); err != nil {
		return nil, err
	}
	if err := p.save(tx, t); err != nil {
		return nil, err
	}
	req, err := invoiceRequest(t, paid, suppliedAt)
	if err != nil {
		return nil, err
	}
	req.PaymentID, req.Method = receiptText(r), r.Mode()
	if o.Received() < o.Due() || r.TDS() > 0 {
		req.Part = &invoices.PartPayment{Received: int64(r.Amount()), TDS: int64(r.TDS()), Left: int64(o.Due() - o.Received())}
	}
	return invoices.Issue(tx, req, p.now())
}

// bounceReceipt records that the bank has rejected a receipt or has taken its money back.
func (p *Payments) bounceReceipt(tx core.App, o *OfflinePayment, reason string, by audit.Actor) error {
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
	if err := p.audit.Save(tx, by, "offline-payment.bounced", r.ProxyRecord()); err != nil {
		return err
	}
	if wasCleared || o.Received() == 0 {
		return p.undoOffline(tx, o, list, OfflineBounced, EndedByBounce, r, reason, by)
	}
	if err := p.moveOffline(tx, o, OfflinePartPaid); err != nil { // the parts that were confirmed before remain
		return err
	}
	t, err := findTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	return p.emailOffline(tx, o, t, offlineEmail{What: "bounced", ReceiptID: r.Id, Receipt: receiptText(r), Amount: r.Amount()})
}

// bounceable returns the receipt that a bounce concerns: the one that waits for confirmation, or else the cheque that
// was cleared last, or else the last receipt of any mode. It returns nil if there is none.
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
func (p *Payments) cancelOffline(tx core.App, o *OfflinePayment, reason string, by audit.Actor) error {
	if !o.allows(stepCancel, nil) {
		return errOfflineState
	}
	list, err := listReceipts(tx, o.Id)
	if err != nil {
		return err
	}
	if err := p.audit.Record(tx, by, "offline-payment.cancelled", audit.SubjectOf(o.ProxyRecord()), map[string]any{"reason": reason}); err != nil {
		return err
	}
	return p.undoOffline(tx, o, list, OfflineCancelled, EndedByRefund, nil, reason, by)
}

// undoOffline reverses an offline payment with all its effects.
func (p *Payments) undoOffline(tx core.App, o *OfflinePayment, receipts []*OfflineReceipt, to OfflineState, why EndReason, bounced *OfflineReceipt, reason string, by audit.Actor) error {
	toReturn := o.moneyHeld(receipts)
	o.setEnded(reason, toReturn+o.outstanding())
	if err := p.moveOffline(tx, o, to); err != nil {
		return err
	}
	t, err := findTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	email := offlineEmail{What: string(to), ToReturn: toReturn}
	if bounced != nil {
		email.ReceiptID, email.Receipt, email.Amount = bounced.Id, receiptText(bounced), bounced.Amount()
	}
	left := o.Due() - t.RefundedAmount()
	if err := p.reverseOffline(tx, t, o.Id, why, by.Name); err != nil {
		return err
	}
	note, err := invoices.IssueCreditNote(tx, t.Id, offlineReversalID(o.Id), int64(left), p.now())
	switch {
	case err == nil:
		email.InvoiceID = note.Id
	case !database.IsMissing(err): // without an invoice there is nothing to credit
		return err
	}
	return p.emailOffline(tx, o, t, email)
}

// reverseOffline reverses the transaction of an offline payment and ends its membership.
func (p *Payments) reverseOffline(tx core.App, t *Transaction, offlineID string, why EndReason, by string) error {
	if !t.Status().IsPaid() {
		if err := t.SetStatus(Failed); err != nil {
			return err
		}
		if err := coupons.Release(tx, t.Id); err != nil {
			return err
		}
		return p.save(tx, t)
	}
	facts, err := t.facts()
	if err != nil {
		return err
	}
	facts.addRefund(offlineReversalID(offlineID), int64(t.Amount()-t.RefundedAmount()), p.now())
	t.setRefunded(facts)
	if err := t.SetStatus(Refunded); err != nil {
		return err
	}
	if err := p.save(tx, t); err != nil {
		return err
	}
	_, err = p.revokeTermsOf(tx, t, why, by)
	return err
}

// offlineReversalID returns the id that takes the place of the provider's refund id in the ledger and on the credit
// note.
func offlineReversalID(offlineID string) string { return "offline_" + offlineID }

// returnOffline records that the money of an ended or refunded offline payment was returned.
func (p *Payments) returnOffline(tx core.App, o *OfflinePayment, at time.Time, reference string, by audit.Actor) error {
	if !o.allows(stepReturn, nil) {
		return errNothingToReturn
	}
	o.setReturned(at, reference)
	return p.audit.Save(tx, by, "offline-payment.returned", o.ProxyRecord())
}

func (p *Payments) moveOffline(tx core.App, o *OfflinePayment, to OfflineState) error {
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

// needsSecondAdmin reports whether an admin other than the one who has entered a receipt must confirm it.
func (p *Payments) needsSecondAdmin(tx core.App, o *OfflinePayment, r *OfflineReceipt, by audit.Actor) (bool, error) {
	request, err := p.describeOffline(tx, o, r)
	if err != nil {
		return false, err
	}
	return p.approvals.NeedsSecondAdmin(tx, request, by)
}

// countOfflineAlone stores the value that an admin has sold offline without a second admin.
func (p *Payments) countOfflineAlone(tx core.App, o *OfflinePayment, r *OfflineReceipt, by audit.Actor) error {
	request, err := p.describeOffline(tx, o, r)
	if err != nil {
		return err
	}
	return p.approvals.CountAlone(tx, request, by)
}

// describeOffline returns the approval request for an offline payment. It states the whole list value, so that a split,
// a coupon or TDS does not lower it. The amount of a receipt counts as paid; TDS does not, because no bank statement
// shows it.
func (p *Payments) describeOffline(tx core.App, o *OfflinePayment, open *OfflineReceipt) (approvals.Request, error) {
	t, err := findTransaction(tx, o.TransactionID())
	if err != nil {
		return approvals.Request{}, err
	}
	value, err := p.listValue(tx, t.TierID(), t.Quantity())
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
	mode := strings.ToUpper(r.Mode())
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
	_, err := findTransactionByPayment(tx, id)
	if database.IsMissing(err) {
		return id, nil
	}
	return id + " " + r.Id, err
}
