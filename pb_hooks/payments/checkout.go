package payments

import (
	"context"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/tiers"
)

// orderTimeout bounds all the calls of one order; the buyer waits for it.
const orderTimeout = 20 * time.Second

// Checkout is what the browser opens the provider's checkout with. Amount is in minor units, as
// the checkout wants it; the breakdown is in major units.
type Checkout struct {
	OrderID        string            `json:"orderId"`
	SubscriptionID string            `json:"subscriptionId,omitempty"`
	KeyID          string            `json:"keyId"`
	Amount         int64             `json:"amount"`
	Currency       string            `json:"currency"`
	Customer       Customer          `json:"customer"`
	Notes          map[string]string `json:"notes"`
	Breakdown      tiers.Breakdown   `json:"breakdown"`
}

// Customer fills the checkout's form in.
type Customer struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Contact string `json:"contact"`
}

// CreateOrder is POST /api/payments/create-order.
func (p *Payments) CreateOrder(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, OrderForm)
	if err != nil {
		return err
	}
	// An order that was begun is finished, also for a buyer who has closed the page meanwhile.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), orderTimeout)
	defer cancel()
	t, err := p.findOrCreateOrder(ctx, httpx.CurrentUser(e), values)
	if err != nil {
		return toAPIError(err)
	}
	return e.JSON(http.StatusCreated, p.newCheckout(t))
}

// newCheckout is what the browser needs to know of a transaction whose order stands.
func (p *Payments) newCheckout(t *core.Record) Checkout {
	c := Checkout{
		SubscriptionID: t.GetString("razorpaySubscriptionId"),
		KeyID:          p.cfg.KeyID, Amount: amountOf(t), Currency: t.GetString("currency"),
		Customer: Customer{t.GetString("customerName"), t.GetString("customerEmail"), t.GetString("customerPhone")},
		Notes:    orderNotes(t),
		Breakdown: tiers.Breakdown{
			BaseAmount: money.Amount(t.GetInt("baseAmount")), GSTRate: t.GetInt("gstRate"),
			GSTAmount: money.Amount(t.GetInt("gstAmount")), TotalAmount: money.Amount(amountOf(t)),
		},
	}
	if c.SubscriptionID == "" {
		c.OrderID = t.GetString("razorpayOrderId")
	}
	return c
}

// newFixture returns a transaction with an unpaid order at the provider: the buyer's fresh one for the
// same tier and amount, or a new one.
func (p *Payments) findOrCreateOrder(ctx context.Context, buyer *core.Record, values rules.Values) (*core.Record, error) {
	if p.provider == nil {
		return nil, errNotConfigured
	}
	if err := p.checkPurchaseAllowed(buyer); err != nil {
		return nil, err
	}
	defer p.buyerLocks.lock(buyer.Id)()
	req, err := p.priceOrder(ctx, buyer, values)
	if err != nil {
		return nil, err
	}
	if err := p.checkNotAlreadyPaid(ctx, req); err != nil {
		return nil, err
	}
	t, isNew, err := p.findOrCreatePending(req)
	if err != nil {
		return nil, err
	}
	if !isNew {
		if t, err = p.recheckOrder(ctx, t); err != nil {
			return nil, err
		}
	}
	if hasProviderOrder(t) {
		return t, nil
	}
	return p.createProviderOrder(ctx, t, req)
}

// recheckOrder asks the provider about an order before it is offered a second time: it may have been
// paid in another tab.
func (p *Payments) recheckOrder(ctx context.Context, t *core.Record) (*core.Record, error) {
	t, err := p.SyncTransaction(ctx, t.Id)
	if err != nil {
		return nil, err
	}
	switch status := t.GetString("status"); {
	case isPaid(status):
		return nil, errAlreadyPaid
	case status == statusAuthorized:
		return nil, errPaymentInProgress
	}
	return t, nil
}
