package payments

import (
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

// LinkState is where a payment link stands at the provider.
type LinkState string

// The states of a payment link. A transaction that the provider has made no link for has the empty one.
const (
	NoLink        LinkState = ""
	LinkCreated   LinkState = "created"
	LinkPart      LinkState = "partially_paid"
	LinkPaid      LinkState = "paid"
	LinkExpired   LinkState = "expired"
	LinkCancelled LinkState = "cancelled"
)

// linkTransitions are the states that may follow each state: a payment that was begun in time may be captured
// after the link has ended.
var linkTransitions = map[LinkState][]LinkState{
	NoLink:        {LinkCreated, LinkPart, LinkPaid, LinkExpired, LinkCancelled},
	LinkCreated:   {LinkPart, LinkPaid, LinkExpired, LinkCancelled},
	LinkPart:      {LinkPaid, LinkExpired, LinkCancelled},
	LinkExpired:   {LinkPaid},
	LinkCancelled: {LinkPaid},
	LinkPaid:      {},
}

// CanMoveTo reports whether a payment link in this state may get another one.
func (s LinkState) CanMoveTo(to LinkState) bool { return slices.Contains(linkTransitions[s], to) }

func (t *Transaction) LinkID() string          { return t.GetString("razorpayPaymentLinkId") }
func (t *Transaction) LinkURL() string         { return t.GetString("paymentLinkUrl") }
func (t *Transaction) LinkState() LinkState    { return LinkState(t.GetString("paymentLinkState")) }
func (t *Transaction) LinkExpireBy() time.Time { return t.GetDateTime("paymentLinkExpireBy").Time() }

// setLink stores what the provider says of the transaction's link: its state only as far as that moves on.
func (t *Transaction) setLink(link razorpay.PaymentLink) {
	t.Set("razorpayPaymentLinkId", link.ID)
	if link.ShortURL != "" {
		t.Set("paymentLinkUrl", link.ShortURL)
	}
	if !link.ExpireBy.IsZero() {
		t.Set("paymentLinkExpireBy", toDateTime(link.ExpireBy))
	}
	if t.OrderID() == "" && link.OrderID != "" {
		t.Set("razorpayOrderId", link.OrderID)
	}
	if to := LinkState(link.Status); t.LinkState().CanMoveTo(to) {
		t.Set("paymentLinkState", string(to))
	}
}

// findTransactionByLink returns the transaction of a payment link, or sql.ErrNoRows.
func findTransactionByLink(app core.App, linkID string) (*Transaction, error) {
	return findOldestTransaction(app, "razorpayPaymentLinkId", linkID)
}

// findReusableLink returns the user's newest unpaid transaction for the same tier and amount whose link can be paid
// for a while yet, or that has none so far; sql.ErrNoRows if there is none.
func findReusableLink(app core.App, req orderRequest, now time.Time) (*Transaction, error) {
	return findOneTransaction(app, ofBuyer+` AND +status IN ('pending', 'failed') AND +kind = 'link'
			AND amount = {:amount} AND currency = {:currency} AND duration = {:duration} AND seats = {:seats}
			AND (paymentLinkState = '' AND createdAt > {:since} OR paymentLinkState = 'created' AND paymentLinkExpireBy > {:soon})`,
		dbx.Params{
			"user": req.buyer.Id, "tier": req.tier.ID, "since": toDateTime(now.Add(-linkLife)), "soon": toDateTime(now.Add(minLinkLeft)),
			"amount": int64(req.price.Total), "currency": req.tier.Currency, "duration": req.tier.Duration, "seats": req.seats,
		}, "createdAt DESC", "id")
}

// listOpenLinks returns a user's transactions for a tier whose links can be paid.
func listOpenLinks(app core.App, userID, tierID string) ([]*Transaction, error) {
	if userID == "" {
		return nil, nil
	}
	return listTransactions(app, ofBuyer+" AND +paymentLinkState = 'created'", dbx.Params{"user": userID, "tier": tierID}, "createdAt", "id")
}

// listLinksWithoutOne returns the unpaid transactions since a time whose buyers were sent to a static page, for the
// provider had made no link; the newest first.
func listLinksWithoutOne(app core.App, since time.Time) ([]*Transaction, error) {
	list, err := listTransactions(app, `kind = 'link' AND createdAt > {:since} AND +status IN ('pending', 'failed') AND paymentLinkState = ''`,
		dbx.Params{"since": toDateTime(since)}, "createdAt DESC", "rowid DESC")
	if err != nil {
		return nil, fmt.Errorf("list payments by a static page: %w", err)
	}
	return list, nil
}
