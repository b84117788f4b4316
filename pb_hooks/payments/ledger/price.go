package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
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
		if err := pricing.SaveBilling(tx, o.Buyer.Id, o.Billing); err != nil {
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
func (l *Ledger) ProformaPDF(app core.App, transactionID string) ([]byte, error) {
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
	return invoices.ProformaPDF(app, req, t.CreatedAt().Time())
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
// billing details, use the member's present billing profile.
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
	if isRenewal || billing == (pricing.Billing{}) {
		profile, err := pricing.FindBilling(tx, t.UserID())
		if err != nil {
			return err
		}
		if profile != (pricing.Billing{}) {
			billing = profile
		}
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
