package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/coupons"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// ListValue returns the list value of a number of terms of a tier, in paise with tax. It is 0 for a deleted tier.
func (l *Ledger) ListValue(tx core.App, tierID string, terms int) (money.Amount, error) {
	value, err := tiers.ListValue(tx, tierID, l.now())
	if err != nil {
		return 0, database.IgnoreMissing(err)
	}
	return value * money.Amount(terms), nil
}

// Order is an order at today's price.
type Order struct {
	Buyer    *identity.User
	Tier     tiers.Tier
	Kind     Kind
	Site     settings.Settings
	Price    pricing.Price
	Billing  pricing.Billing
	Customer pricing.Customer
	// Coupon is the quote of the code that has reduced the amount. It is zero if none exists.
	Coupon coupons.Quote
	// Seats is the number of memberships for others, or 0 for a membership of the buyer. Seats are paid once and never
	// by a subscription.
	Seats int
	// StartAt is when a subscription charges first. Zero means immediately.
	StartAt time.Time
}

// Create returns the pending transaction of an order without saving it.
func (l *Ledger) Create(tx core.App, o Order) (*Transaction, error) {
	nomination, err := l.findNomination(tx, o.Buyer.Email())
	if err != nil {
		return nil, err
	}
	now := l.now()
	v := transactionValues{
		kind:           o.Kind,
		userID:         o.Buyer.Id,
		registrationID: nomination,
		tier:           o.Tier,
		price:          o.Price,
		billing:        o.Billing,
		coupon:         o.Coupon,
		seats:          o.Seats,
		customer:       o.Customer,
		createdAt:      now,
	}
	if o.Kind != KindOffline { // the provider does not know an offline payment
		v.nextCheckTime = nextOrderCheck(now, now, o.Kind.checkWindow())
	}
	return createTransaction(tx, v)
}

// Place stores a transaction that was created or found for an order, at the price of the order. It stores the billing
// for the buyer's next order and reserves a use of the coupon.
func (l *Ledger) Place(tx core.App, o Order, t *Transaction) error {
	t.setCustomer(o.Customer)
	if !t.Status().IsPaid() {
		t.setPrice(o.Price, o.Billing)
	}
	if o.Billing != (pricing.Billing{}) {
		if err := l.SaveBilling(tx, o.Buyer.Id, o.Billing); err != nil {
			return err
		}
	}
	if err := l.Save(tx, t); err != nil {
		return err
	}
	return l.ReserveCoupon(tx, o, t)
}

// CreateFromLink stores a transaction for a payment through a payment link that was created elsewhere.
func (l *Ledger) CreateFromLink(tx core.App, o Order, payment Payment, link Link) (*Transaction, error) {
	t, err := l.Create(tx, o)
	if err != nil {
		return nil, err
	}
	t.setLinkPayment(payment)
	t.setLink(link)
	return t, l.Save(tx, t)
}

// OrderNotes are stored with an order at the provider, so that its payment can be traced back.
func OrderNotes(t *Transaction) map[string]string {
	return map[string]string{"transactionId": t.Id, "membershipTierId": t.TierID()}
}

// InRupees returns the amount that counts towards the approval limit as paid. It is 0 for a payment in another
// currency, which does not reduce a price in rupees.
func InRupees(amount int64, currency string) money.Amount {
	if currency != "INR" {
		return 0
	}
	return money.Amount(amount)
}

// Part is a part of a price that was paid outside the provider.
type Part struct {
	// Reference names the receipt on the document.
	Reference, Method   string
	PaidAt              time.Time
	Received, TDS, Left money.Amount
}

// InvoicePart issues the document over the whole price when a part is paid, because the tax is due then. If the
// document was issued with an earlier part, it stays the same.
func (l *Ledger) InvoicePart(tx core.App, t *Transaction, part Part) (*invoices.Invoice, error) {
	service := l.now() // the earliest possible time, because the membership starts with the last part
	paid := Facts{PaidAt: part.PaidAt.Unix()}
	if part.Left == 0 {
		service = paid.paidTime()
	}
	suppliedAt := gst.TimeOfSupply(service, l.now(), paid.paidTime())
	if err := l.priceSupply(tx, t, suppliedAt); err != nil {
		return nil, err
	}
	if err := l.Save(tx, t); err != nil {
		return nil, err
	}
	req, err := invoiceRequest(t, paid, suppliedAt)
	if err != nil {
		return nil, err
	}
	req.PaymentID, req.Method = part.Reference, part.Method
	if part.Left > 0 || part.TDS > 0 {
		req.Part = &invoices.PartPayment{Received: int64(part.Received), TDS: int64(part.TDS), Left: int64(part.Left)}
	}
	return invoices.Issue(tx, req, l.now())
}

// ProformaPDF draws the proforma invoice of a transaction, priced as the document would be if the money arrived now.
// validUntil is zero if it has no end.
func (l *Ledger) ProformaPDF(app core.App, transactionID string, validUntil time.Time) ([]byte, error) {
	t, err := FindTransaction(app, transactionID)
	if err != nil {
		return nil, err
	}
	if err := l.priceSupply(app, t, l.now()); err != nil {
		return nil, err
	}
	req, err := invoiceRequest(t, Facts{}, l.now())
	if err != nil {
		return nil, err
	}
	return invoices.ProformaPDF(app, req, t.CreatedAt().Time(), validUntil)
}

// invoiceRequest returns the content of the document of a transaction, at the price that priceSupply has fixed.
func invoiceRequest(t *Transaction, facts Facts, suppliedAt time.Time) (invoices.IssueRequest, error) {
	billing, err := t.Billing()
	amount := t.Breakdown()
	return invoices.IssueRequest{
		TransactionID: t.Id,
		Recipient:     billing.Recipient(t.Customer()),
		Place:         billing.Place(),
		Description:   t.ItemText(),
		Quantity:      t.Quantity(),
		Currency:      t.Currency(),
		Base:          int64(amount.TaxableAmount),
		Discount:      int64(amount.DiscountAmount),
		GST:           int64(amount.GSTAmount),
		Total:         int64(amount.TotalAmount),
		RupeeTotal:    facts.RupeeAmount,
		GSTRate:       amount.GSTRate,
		CouponCode:    t.appliedCode(),
		PaymentID:     t.PaymentID(),
		Method:        t.PaymentMethod(),
		PaidAt:        facts.paidTime(),
		SuppliedAt:    suppliedAt,
	}, err
}

// termRequest returns the content of the document of a completed transaction, with the membership that it has granted.
func termRequest(tx core.App, t *Transaction, facts Facts) (invoices.IssueRequest, error) {
	req, err := invoiceRequest(t, facts, facts.timeOfSupply())
	if err != nil {
		return req, err
	}
	term, err := FindTermByTransaction(tx, t.Id)
	if err != nil {
		return req, database.IgnoreMissing(err)
	}
	req.Term = &invoices.Term{From: term.StartsAt().Time().In(india.Zone)}
	if end := term.EndsAt(); !end.IsZero() {
		until := end.Time().In(india.Zone)
		req.Term.Until = &until
	}
	return req, nil
}

// ItemText describes the purchase of a transaction on its documents.
func (t *Transaction) ItemText() string {
	durations := map[tiers.Duration]string{
		tiers.Lifetime: "lifetime membership",
		tiers.Annual:   "membership for one year",
		tiers.Monthly:  "membership for one month",
	}
	text := t.TierName() + ", " + durations[t.Duration()]
	if t.Seats() > 0 {
		text += ", " + emails.SeatsText(t.Seats())
	}
	return text
}

var errTaxUnsettled = apperr.Unavailable("tax-not-settled",
	"Memberships cannot be bought yet, because our tax settings are not complete. Please write to us.")

// OrderFor returns the order behind a payment link or page: one term of a tier at today's price for the member's
// billing profile.
func (l *Ledger) OrderFor(app core.App, member *identity.User, tier tiers.Tier) (Order, error) {
	site, err := settings.Read(app)
	if err != nil {
		return Order{}, err
	}
	billing, err := pricing.FindBilling(app, member.Id)
	return Order{
		Buyer: member, Tier: tier, Kind: KindLink, Site: site, Billing: billing,
		Price:    pricing.New(pricing.Request{Price: tier.Price, Billing: billing, Site: site, At: l.now()}),
		Customer: pricing.Customer{Name: member.Name(), Email: member.Email(), Contact: member.Phone()},
	}, err
}

// CheckTaxSettled returns an error if the provider's live keys are used before the tax settings are complete.
func (l *Ledger) CheckTaxSettled(site settings.Settings) error {
	if !site.MaySell(l.isLive) {
		return errTaxUnsettled
	}
	return nil
}

// priceSupply fixes the price of a transaction at its time of supply, just before its document is issued. So the
// transaction and the document agree even if the rate, the registration, the letter of undertaking or the place of
// supply has changed since the quote. The total stays what the buyer agreed to, and the tax is the part of it that the
// new rate gives. A transaction that has a document keeps its price.
//
// The place of supply is that of the billing details that the buyer stated with the order. Renewals, and orders without
// a state, a country or a required address, use the member's present billing profile.
func (l *Ledger) priceSupply(tx core.App, t *Transaction, at time.Time) error {
	if t.Amount() == 0 {
		return nil
	}
	switch _, err := invoices.FindByTransaction(tx, t.Id); {
	case err == nil:
		return nil
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	site, err := settings.Read(tx)
	if err != nil {
		return err
	}
	billing, err := t.Billing()
	if err != nil {
		return err
	}
	isRenewal, err := l.subscriptions.IsRenewal(tx, t)
	if err != nil {
		return err
	}
	profile, err := pricing.FindBilling(tx, t.UserID())
	if err != nil {
		return err
	}
	isBetter, err := isBetterBilling(tx, site, t, billing, profile)
	if err != nil {
		return err
	}
	if (isRenewal || isBetter) && profile != (pricing.Billing{}) {
		billing = profile
	}
	price := pricing.New(pricing.Request{
		Charge: t.Amount(), Discount: t.DiscountAmount(), Billing: billing, Site: site, At: at,
	})
	t.setPrice(price, billing)
	return nil
}

// priceDifference makes the amount of a payment the price of its transaction, after an admin has accepted the
// difference. The coupon did not lower that amount, so its use is released.
func (l *Ledger) priceDifference(tx core.App, t *Transaction, payment Payment) error {
	site, err := settings.Read(tx)
	if err != nil {
		return err
	}
	billing, err := t.Billing()
	if err != nil {
		return err
	}
	t.setPrice(pricing.New(pricing.Request{Charge: payment.Amount, Billing: billing, Site: site, At: payment.PaidAt}),
		billing)
	t.setCurrency(payment.Currency)
	return coupons.Release(tx, t.Id)
}

// A buyer may have ordered while we were not registered for GST, without a state, and be charged after the
// registration. The place of supply is then not known, and it is never guessed. The payment completes its transaction
// and grants what was bought, but the tax invoice waits:
//
//	payment without a place ──> isAwaitingPlace, flagged as place-unknown; the buyer is asked for their state
//	billing details saved ────> tax invoice with the present date, and the credit notes of what was refunded meanwhile
//
// An invoice that must show the buyer's address (invoices.NeedsAddress) waits for it in the same way.
//
// The member or an admin saves them, or a merge of two accounts brings together the payment and the details.

const placeUnknownNote = "The state of the buyer is not known, or the address that an invoice of ₹50,000 or more must " +
	"show, so there is no tax invoice yet. Please enter the billing details on the transaction, or ask the member to " +
	"enter their state and their address in their billing details. The tax invoice is then issued automatically."

// awaitPlace makes the tax invoice of a paid transaction wait for the buyer's state, and flags it for the office.
func (l *Ledger) awaitPlace(tx core.App, t *Transaction) error {
	t.setAwaitingPlace(true)
	return l.FlagBeside(tx, t, AttentionPlaceUnknown, t.PaymentID(), placeUnknownNote)
}

// CheckAwaited returns an error if a tax invoice that waits for the billing of a user would still lack the address. A
// form in which the user states the billing calls it.
func (l *Ledger) CheckAwaited(app core.App, userID string, billing pricing.Billing) error {
	site, err := settings.Read(app)
	if err != nil {
		return err
	}
	waiting, err := listAwaitingPlace(app, userID)
	for _, t := range waiting {
		if err != nil {
			return err
		}
		var lacks bool
		lacks, err = pricing.LacksAddress(app, site, billing, t.Amount(), t.Currency())
		if lacks {
			return pricing.ErrAddressOfProfile
		}
	}
	return err
}

// isBetterBilling reports whether the profile of a buyer has what the billing of their order lacks.
func isBetterBilling(app core.App, site settings.Settings, t *Transaction, stated, profile pricing.Billing) (bool,
	error) {
	if stated.Place().Code == "" {
		return true, nil
	}
	lacks, err := lacksDetails(app, site, t, stated)
	if err != nil || !lacks {
		return false, err
	}
	lacks, err = lacksDetails(app, site, t, profile)
	return !lacks, err
}

// lacksDetails reports whether a billing has no place of supply, or not the address that the tax invoice of a
// transaction must show.
func lacksDetails(app core.App, site settings.Settings, t *Transaction, billing pricing.Billing) (bool, error) {
	if billing.Place().Code == "" {
		return true, nil
	}
	return pricing.LacksAddress(app, site, billing, t.Amount(), t.Currency())
}

// SaveBilling stores the billing of a user, and issues the tax invoices that waited for it.
func (l *Ledger) SaveBilling(tx core.App, userID string, billing pricing.Billing) error {
	if err := pricing.SaveBilling(tx, userID, billing); err != nil {
		return err
	}
	return l.issueAllAwaited(tx, userID)
}

// EnterBilling stores the billing of the buyer of a transaction as SaveBilling does. It stores that of a deleted account
// with the transaction.
func (l *Ledger) EnterBilling(tx core.App, t *Transaction, billing pricing.Billing) error {
	if t.UserID() != "" {
		return l.SaveBilling(tx, t.UserID(), billing)
	}
	if err := l.SetBilling(tx, t, billing); err != nil || !t.IsAwaitingPlace() {
		return err
	}
	return l.issueAwaited(tx, t)
}

// AwaitsBilling reports whether the tax invoice of a transaction waits for details of the buyer, or will when the next
// money for an offline payment arrives.
func AwaitsBilling(app core.App, t *Transaction) (bool, error) {
	if t.IsAwaitingPlace() || t.Kind() != KindOffline || t.Status() != Pending {
		return t.IsAwaitingPlace(), nil
	}
	site, err := settings.Read(app)
	if err != nil || !site.Supplier().IsRegistered {
		return false, err
	}
	stated, err := t.Billing()
	if err != nil {
		return false, err
	}
	if lacks, err := lacksDetails(app, site, t, stated); err != nil || !lacks {
		return false, err
	}
	profile, err := pricing.FindBilling(app, t.UserID())
	if err != nil {
		return false, err
	}
	return lacksDetails(app, site, t, profile)
}

// bindMovedBillingHook registers a hook that issues the tax invoices that wait for a state, when the payment or the
// billing details move to another account, because two accounts are merged.
func (l *Ledger) bindMovedBillingHook(app core.App) {
	app.OnRecordUpdate(Transactions, pricing.BillingProfiles).
		Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcircleMovedBilling", Func: func(e *core.RecordEvent) error {
			from, to := userOf(e.Record.Original()), userOf(e.Record)
			if err := e.Next(); err != nil || from == to {
				return err
			}
			return l.issueAllAwaited(e.App, to)
		}})
}

// issueAllAwaited issues the tax invoices that wait for the billing of a user. Those that lack more continue to wait.
func (l *Ledger) issueAllAwaited(tx core.App, userID string) error {
	billing, err := pricing.FindBilling(tx, userID)
	if err != nil || billing.Place().Code == "" {
		return err
	}
	waiting, err := listAwaitingPlace(tx, userID)
	if err != nil {
		return err
	}
	for _, t := range waiting {
		if err := l.issueAwaited(tx, t); err != nil && !invoices.AwaitsBuyer(err) {
			return err
		}
	}
	return nil
}

// issueAwaited issues the tax invoice of a transaction whose buyer has stated where they are, and emails it. It changes
// nothing if the invoice lacks more.
func (l *Ledger) issueAwaited(tx core.App, t *Transaction) error {
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	if err := l.priceSupply(tx, t, facts.timeOfSupply()); err != nil {
		return err
	}
	req, err := termRequest(tx, t, facts)
	if err != nil {
		return err
	}
	invoice, err := invoices.Issue(tx, req, l.now())
	if err != nil {
		return err
	}
	t.setAwaitingPlace(false)
	if t.Attention() == AttentionPlaceUnknown {
		t.ClearAttention()
	}
	if err := l.Save(tx, t); err != nil {
		return err
	}
	if err := l.emailDocument(tx, t, invoice); err != nil {
		return err
	}
	return l.creditReturns(tx, t, facts, func(string) time.Time { return l.now() })
}

// creditReturns issues and emails the credit notes of what had gone back before the invoice was issued.
func (l *Ledger) creditReturns(tx core.App, t *Transaction, facts Facts, dateOf func(id string) time.Time) error {
	for _, id := range facts.effectiveReturns() {
		note, err := invoices.IssueCreditNote(tx, t.Id, id, returnReason(id), facts.Refunds[id], dateOf(id))
		if err != nil {
			return err
		}
		if err := l.emailDocument(tx, t, note); err != nil {
			return err
		}
	}
	return nil
}

// effectiveReturns returns the ids of the refunds and the lost disputes whose money has not come back, oldest first.
func (f Facts) effectiveReturns() []string {
	ids := slices.DeleteFunc(slices.Collect(maps.Keys(f.Refunds)), func(id string) bool {
		_, isRestored := f.Refunds[id+restored]
		return isRestored || strings.HasSuffix(id, restored)
	})
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(f.RefundedAt[a], f.RefundedAt[b]), cmp.Compare(a, b))
	})
	return ids
}

// returnReason says on the credit note why the money went back. Razorpay's ids name what they identify.
func returnReason(id string) string {
	if strings.HasPrefix(id, "disp_") {
		return "The buyer’s bank has taken the payment back"
	}
	return "Refund"
}

// creditNote issues the credit note of a return and returns its id, or "" if the invoice waits for the buyer's state.
func creditNote(tx core.App, t *Transaction, r Return) (id string, err error) {
	if t.IsAwaitingPlace() {
		return "", nil
	}
	note, err := invoices.IssueCreditNote(tx, t.Id, r.ID, returnReason(r.ID), int64(r.Amount), r.At)
	if err != nil {
		return "", err
	}
	return note.Id, nil
}

// emailDocument emails a document to the buyer. A document that waits for its registration with the tax portal is
// emailed after that.
func (l *Ledger) emailDocument(tx core.App, t *Transaction, document *invoices.Invoice) error {
	waits, _, err := RegistrationParams(tx, document.Id)
	if err != nil || waits != "" {
		return err
	}
	return l.EmailReady(tx, t, document, "")
}

// EmailReady emails a document to the buyer. again distinguishes a corrected document from the document that was sent
// before.
func (l *Ledger) EmailReady(tx core.App, t *Transaction, document *invoices.Invoice, again string) error {
	customer, err := Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return l.outbox.Enqueue(tx, emails.DocumentReady{
		TransactionID: t.Id, InvoiceID: document.Id, Again: again, Document: document.Title(), Number: document.Number(),
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// CompleteFree completes a transaction that costs nothing.
func (l *Ledger) CompleteFree(id string) (t *Transaction, err error) {
	err = l.app.RunInTransaction(func(tx core.App) error {
		if t, err = FindTransaction(tx, id); err != nil || t.Status().IsPaid() {
			return err
		}
		if err := l.claimCoupon(tx, t, l.now()); err != nil {
			return err
		}
		return l.Complete(tx, t, Payment{Method: methodCoupon, PaidAt: l.now()})
	})
	return t, err
}

// methodCoupon is the payment method of a transaction with a total of 0.
const methodCoupon = "coupon"

// A coupon lowers the amount of our own order. We do not use the provider's offers. Package coupons documents the
// states of a use. An order with a total of 0 is completed immediately, without the provider and without a document.
//
// The provider's orders cannot be cancelled and never expire, so a discounted order can be paid after its use has been
// released. claimCoupon decides about such a payment when it has been captured.

// CouponField is the code in the body of an order.
var CouponField = rules.Field{Name: coupons.Field, Label: "Code", Kind: rules.Line, Max: coupons.MaxCodeLength}

// ReleaseCouponJob is the type of the jobs that release the use of an order that was not paid. The key is the
// transaction's id.
const ReleaseCouponJob = "payments.release-coupon"

const (
	// couponHold is how long a use is reserved for an order, and how long a discounted payment link can be paid. It is
	// longer than orderReuseWindow.
	couponHold = time.Hour
	// minCouponLinkLeft is the least time that a discounted payment link must have left to be offered again.
	minCouponLinkLeft = 15 * time.Minute
)

func (l *Ledger) releaseCouponJobType() jobs.Type {
	return jobs.Type{Name: ReleaseCouponJob, Handle: l.handleReleaseCouponJob}
}

// handleReleaseCouponJob releases a use, unless the bank has yet to decide about the payment.
func (l *Ledger) handleReleaseCouponJob(_ context.Context, job jobs.Job) error {
	wait := false
	err := l.app.RunInTransaction(func(tx core.App) error {
		t, err := FindTransaction(tx, job.Key)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		if wait = t.Status() == Authorized; wait {
			return nil
		}
		if err := coupons.Release(tx, t.Id); err != nil {
			return err
		}
		return l.cancelDiscountedLink(tx, t.Id)
	})
	if err == nil && wait {
		return jobs.RetryAt(l.now().Add(couponHold), "the payment is authorised but not captured yet")
	}
	return err
}

// cancelDiscountedLink enqueues the cancellation of the payment link of an order whose coupon use was released. Unlike
// orders, links can be cancelled.
func (r *Records) cancelDiscountedLink(tx core.App, transactionID string) error {
	t, err := FindTransaction(tx, transactionID)
	if err != nil || t.LinkState() != LinkCreated {
		return database.IgnoreMissing(err)
	}
	return r.jobs.Enqueue(tx, jobs.Job{Type: CancelLinkJob, Key: t.Id})
}

// FindCoupon returns the discount that a code gives on a purchase. The empty code gives none.
func (l *Ledger) FindCoupon(code string, purchase coupons.Purchase) (coupons.Quote, error) {
	if coupons.Normalize(code) == "" {
		return coupons.Quote{}, nil
	}
	return coupons.Find(l.app, code, purchase, l.now())
}

// ReserveCoupon reserves a use of the request's coupon for its transaction. It cancels the payment links of the orders
// whose uses this one replaces.
func (l *Ledger) ReserveCoupon(tx core.App, req Order, t *Transaction) error {
	if req.Coupon.ID == "" {
		return nil
	}
	order := coupons.Order{UserID: req.Buyer.Id, TransactionID: t.Id, IsKept: req.Kind == KindOffline}
	replaced, err := coupons.Reserve(tx, req.Coupon, order)
	if err != nil {
		return err
	}
	for _, id := range replaced {
		if err := l.cancelDiscountedLink(tx, id); err != nil {
			return err
		}
	}
	if order.IsKept {
		return nil
	}
	return l.jobs.Enqueue(tx, jobs.Job{Type: ReleaseCouponJob, Key: t.Id, RunAt: l.now().Add(couponHold),
		Replace: true})
}

// claimCoupon claims a coupon use for an order whose payment was captured. at is when that payment was started. If no
// use is left, claimCoupon returns the domain error of coupons.Claim.
func (l *Ledger) claimCoupon(tx core.App, t *Transaction, at time.Time) error {
	if t.CouponCode() == "" || t.DiscountAmount() == 0 {
		return nil
	}
	tier, err := tiers.Find(tx, t.TierID())
	if err != nil {
		return err
	}
	tier.Price = t.Breakdown().BaseAmount / money.Amount(t.Quantity())
	if t.Kind() == KindOffline {
		tier = OfflineTier(tier, t.Seats())
	}
	return coupons.Claim(tx, t.Id, coupons.Purchase{Tier: tier, Seats: t.Seats(), UserID: t.UserID()}, at)
}

// claimOrWithdraw claims a coupon use for an order whose payment was captured. If no use is left, it sets the order to
// the full price and returns the reason. The payment then counts as one of a wrong amount.
func (l *Ledger) claimOrWithdraw(tx core.App, t *Transaction, at time.Time) (reason string, err error) {
	err = l.claimCoupon(tx, t, at)
	var refusal *apperr.Error
	if !errors.As(err, &refusal) {
		return "", err
	}
	site, err := settings.Read(tx)
	if err != nil {
		return "", err
	}
	billing, err := t.Billing()
	if err != nil {
		return "", err
	}
	t.setPrice(pricing.New(pricing.Request{Price: t.Breakdown().BaseAmount, Billing: billing, Site: site, At: at}),
		billing)
	if err := l.Save(tx, t); err != nil {
		return "", err
	}
	return fmt.Sprintf("The code %s no longer applies to this order. %s", t.CouponCode(), refusal.Message), nil
}

// ClaimAgain claims the coupon use of a transaction that was withdrawn and is paid after all. If no use is left, the
// transaction has the full price.
func (l *Ledger) ClaimAgain(tx core.App, t *Transaction, at time.Time) error {
	_, err := l.claimOrWithdraw(tx, t, at)
	return err
}

// OfflineTier returns the tier for which a code is checked in an offline payment. A membership that is paid offline
// never renews automatically. For seats the tier is unchanged, as for seats that are bought online.
func OfflineTier(tier tiers.Tier, seats int) tiers.Tier {
	if seats == 0 {
		tier.Renews = false
	}
	return tier
}

// MaxSeats is the maximum number of seats of one order.
const MaxSeats = 100

// SeatsField is the number of memberships for others in the body of an order or a quote.
var SeatsField = rules.Field{
	Name: "seats", Label: "Number of memberships", Kind: rules.Integer, Min: 0, Max: MaxSeats,
	Messages: rules.Messages{Invalid: "Please enter a whole number from 1 to 100"},
}

// ErrSeatsNeedCompany is the answer to an order of seats that states no company.
var ErrSeatsNeedCompany = apperr.Invalid("seats-need-company", "seats",
	"Only a company can buy several memberships. Please state the company.")
