package payments

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/razorpay"
)

// LinkState is the state of a payment link at the provider.
type LinkState string

// The states of a payment link. It is empty for a transaction without a link.
const (
	NoLink        LinkState = ""
	LinkCreated   LinkState = "created"
	LinkPart      LinkState = "partially_paid"
	LinkPaid      LinkState = "paid"
	LinkExpired   LinkState = "expired"
	LinkCancelled LinkState = "cancelled"
)

// linkTransitions are documented in links.go, where a test compares them.
var linkTransitions = states.Table[LinkState]{
	NoLink:        {LinkCreated, LinkPart, LinkPaid, LinkExpired, LinkCancelled},
	LinkCreated:   {LinkPart, LinkPaid, LinkExpired, LinkCancelled},
	LinkPart:      {LinkPaid, LinkExpired, LinkCancelled},
	LinkExpired:   {LinkPaid},
	LinkCancelled: {LinkPaid},
	LinkPaid:      {},
}

func (t *Transaction) LinkID() string { return t.GetString("razorpayPaymentLinkId") }

func (t *Transaction) LinkURL() string { return t.GetString("paymentLinkUrl") }

func (t *Transaction) LinkState() LinkState { return LinkState(t.GetString("paymentLinkState")) }

func (t *Transaction) LinkExpireBy() time.Time { return t.GetDateTime("paymentLinkExpireBy").Time() }

// setLink stores the provider's state of the transaction's link, unless the stored state is more advanced.
func (t *Transaction) setLink(link razorpay.PaymentLink) {
	t.Set("razorpayPaymentLinkId", link.ID)
	if link.ShortURL != "" {
		t.Set("paymentLinkUrl", link.ShortURL)
	}
	if !link.ExpireBy.IsZero() {
		t.Set("paymentLinkExpireBy", database.DateTime(link.ExpireBy))
	}
	if t.OrderID() == "" && link.OrderID != "" {
		t.Set("razorpayOrderId", link.OrderID)
	}
	if to := LinkState(link.Status); linkTransitions.Allows(t.LinkState(), to) {
		t.Set("paymentLinkState", string(to))
	}
}

// findTransactionByLink returns the transaction of a payment link, or sql.ErrNoRows.
func findTransactionByLink(app core.App, linkID string) (*Transaction, error) {
	return findOldestTransaction(app, "razorpayPaymentLinkId", linkID)
}

// findReusableLink returns the user's newest unpaid transaction for the same tier and amount whose link has enough time
// left, or which has no link yet. It returns sql.ErrNoRows if there is none.
func findReusableLink(app core.App, req orderRequest, now time.Time) (*Transaction, error) {
	return findOneTransaction(app, ofBuyer+` AND +status IN ('pending', 'failed') AND +kind = 'link'
			AND amount = {:amount} AND currency = {:currency} AND duration = {:duration} AND seats = {:seats} AND couponCode = {:coupon}
			AND (paymentLinkState = '' AND createdAt > {:since} OR paymentLinkState = 'created' AND paymentLinkExpireBy > {:soon})`,
		dbx.Params{
			"user": req.buyer.Id, "tier": req.tier.ID, "since": database.DateTime(now.Add(-linkLife)), "soon": database.DateTime(now.Add(minLinkLeftOf(req))),
			"amount": int64(req.price.Total), "currency": req.tier.Currency, "duration": req.tier.Duration, "seats": req.seats, "coupon": req.coupon.Code,
		}, "createdAt DESC", "id")
}

// listOpenLinks returns a user's transactions for a tier whose links can still be paid.
func listOpenLinks(app core.App, userID, tierID string) ([]*Transaction, error) {
	if userID == "" {
		return nil, nil
	}
	return listTransactions(app, ofBuyer+" AND +paymentLinkState = 'created'", dbx.Params{"user": userID, "tier": tierID}, "createdAt", "id")
}

// listLinksWithoutOne returns the unpaid transactions since a time whose buyers were sent to a tier's page because the
// provider could not create a link, newest first.
func listLinksWithoutOne(app core.App, since time.Time) ([]*Transaction, error) {
	list, err := listTransactions(app, `kind = 'link' AND createdAt > {:since} AND +status IN ('pending', 'failed') AND paymentLinkState = ''`,
		dbx.Params{"since": database.DateTime(since)}, "createdAt DESC", "rowid DESC")
	if err != nil {
		return nil, fmt.Errorf("list payments by a static page: %w", err)
	}
	return list, nil
}

// BillingState is the state code of the place of supply, or "" if it is not known.
func (t *Transaction) BillingState() string { return t.GetString("billingState") }

// Billing returns the buyer on the invoice, or the zero Billing if it was not stated.
func (t *Transaction) Billing() (b pricing.Billing, err error) {
	if text := t.GetString("billing"); text == "" || text == "null" {
		return b, nil
	}
	if err = t.UnmarshalJSONField("billing", &b); err != nil {
		err = fmt.Errorf("read billing of transaction %s: %w", t.Id, err)
	}
	return b, err
}

// setPrice stores the price and the billing of a transaction.
func (t *Transaction) setPrice(price pricing.Price, billing pricing.Billing) {
	t.Load(map[string]any{
		"amount": int64(price.Total), "baseAmount": int64(price.Base), "discountAmount": int64(price.Discount),
		"gstRate": price.Rate, "gstAmount": int64(price.Tax), "billingState": billing.Place().Code, "billing": nil,
	})
	if billing != (pricing.Billing{}) {
		t.Set("billing", billing)
	}
}

// setBilling stores the billing of a transaction and keeps its price.
func (t *Transaction) setBilling(billing pricing.Billing) {
	t.Load(map[string]any{"billingState": billing.Place().Code, "billing": billing})
}

func (t *Transaction) setCurrency(currency string) { t.Set("currency", currency) }

// Breakdown returns the split of the amount as it was when the transaction was created.
func (t *Transaction) Breakdown() pricing.Breakdown {
	base, discount := money.Amount(t.GetInt("baseAmount")), money.Amount(t.GetInt("discountAmount"))
	return pricing.Breakdown{
		BaseAmount: base, DiscountAmount: discount, TaxableAmount: base - discount,
		GSTRate: t.GetInt("gstRate"), GSTAmount: money.Amount(t.GetInt("gstAmount")), TotalAmount: t.Amount(),
	}
}
