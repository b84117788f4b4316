package payments

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/coupons"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

const (
	// orderTimeout bounds all provider calls of one order. The buyer waits for them.
	orderTimeout = 20 * time.Second
	// orderReuseWindow is how long an unpaid order is reused when the buyer asks for the same purchase.
	orderReuseWindow = 30 * time.Minute
)

// OrderForm is the body of POST /api/payments/create-order.
var OrderForm = rules.Form{
	{
		Name: "customerName", Label: "Full name", Kind: rules.Line, Required: true, Min: 2, Max: 120,
		Messages: rules.Messages{
			Required: "Name must be at least 2 characters",
			Short:    "Name must be at least 2 characters",
		},
	},
	{
		Name: "customerEmail", Label: "Email", Kind: rules.Email, Required: true, Max: 254,
		Messages: rules.Messages{
			Required: "Please enter a valid email address",
			Invalid:  "Please enter a valid email address",
		},
	},
	{
		Name: "customerPhone", Label: "Phone", Kind: rules.Line, Required: true, Min: 10, Max: 32,
		Messages: rules.Messages{
			Required: "Phone number must be at least 10 digits",
			Short:    "Phone number must be at least 10 digits",
		},
	},
	{
		Name: "membershipTierId", Label: "Membership plan", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership plan"},
	},
	couponField,
	seatsField,
}

// Checkout is what the browser needs to open the provider's checkout. Amount is in minor units, as the checkout
// expects; the breakdown is in major units.
type Checkout struct {
	OrderID        string `json:"orderId"`
	SubscriptionID string `json:"subscriptionId,omitempty"`
	// PaymentURL is the page on which the buyer pays instead of in the checkout. OrderID is "" then.
	PaymentURL string `json:"paymentUrl,omitempty"`
	// IsConfirmedByHand reports whether the page is shared by all buyers, so that an admin matches the payments.
	IsConfirmedByHand bool   `json:"isConfirmedByHand,omitempty"`
	KeyID             string `json:"keyId"`
	Amount            int64  `json:"amount"`
	Currency          string `json:"currency"`
	// FirstChargeAt is when a subscription charges first, unless it charges immediately.
	FirstChargeAt *httpx.Time       `json:"firstChargeAt,omitempty"`
	Customer      pricing.Customer  `json:"customer"`
	Notes         map[string]string `json:"notes"`
	Breakdown     pricing.Breakdown `json:"breakdown"`
	// CouponCode is the code that was used. DiscountAmount is its discount, in major units.
	CouponCode     string        `json:"couponCode,omitempty"`
	DiscountAmount *money.Amount `json:"discountAmount,omitempty"`
	// Seats is the number of memberships that a company buys. It is omitted for a membership of the buyer.
	Seats int `json:"seats,omitempty"`
	// Status is completed for an order that costs nothing, for which no checkout is opened.
	Status string `json:"status,omitempty"`
}

// CreateOrder is POST /api/payments/create-order.
func (p *Payments) CreateOrder(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := OrderForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	stated, err := pricing.DecodeBilling(body)
	if err != nil {
		return err
	}
	customer := pricing.Customer{Name: values.Text("customerName"), Email: values.Text("customerEmail"), Contact: values.Text("customerPhone")}
	// An order is completed even if the buyer closes the page during the request.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), orderTimeout)
	defer cancel()
	t, err := p.placeOrder(ctx, identity.NewUser(httpx.CurrentUser(e)), orderInput{
		tierID: values.Text("membershipTierId"), billing: stated, couponCode: values.Text(coupons.Field), customer: customer, findPlan: p.FindPlan,
		seats: wholeNumber(values.Text(seatsField.Name)),
	})
	if err != nil {
		return fmt.Errorf("create order: %w", withProviderError(err))
	}
	checkout, err := p.newCheckout(t)
	if err != nil {
		return apperr.Fail(messageInternal, err)
	}
	return e.JSON(http.StatusCreated, checkout)
}

func (p *Payments) newCheckout(t *Transaction) (Checkout, error) {
	c := Checkout{
		SubscriptionID: t.SubscriptionID(), KeyID: p.cfg.KeyID, Amount: int64(t.Amount()), Currency: t.Currency(),
		Customer: t.Customer(), Notes: orderNotes(t), Breakdown: t.Breakdown(), CouponCode: t.CouponCode(), Status: orderStatus(t), Seats: t.Seats(),
	}
	if discount := t.DiscountAmount(); discount > 0 {
		c.DiscountAmount = &discount
	}
	if t.Kind() == KindLink {
		return p.newLinkCheckout(c, t)
	}
	if c.SubscriptionID == "" {
		c.OrderID = t.OrderID()
		return c, nil
	}
	s, err := findSubscriptionOfTransaction(p.app, t.Id)
	if err != nil {
		return c, database.IgnoreMissing(err)
	}
	if at := httpx.Time(database.DateTime(s.StartAt())); at != (httpx.Time{}) {
		c.FirstChargeAt = &at
	}
	return c, nil
}

// placeOrder returns a transaction with an unpaid order at the provider: the buyer's recent order for the same tier and
// amount, or else a new one.
func (p *Payments) placeOrder(ctx context.Context, buyer *identity.User, wanted orderInput) (*Transaction, error) {
	if err := p.checkApproval(buyer); err != nil {
		return nil, err
	}
	defer p.buyers.Lock(buyer.Id)()
	req, err := p.priceTier(ctx, buyer.Id, wanted)
	if err != nil {
		return nil, err
	}
	req.buyer = buyer
	if err := pricing.CheckInvoiceable(req.site, req.billing, req.price.Total, req.tier.Currency); err != nil {
		return nil, err
	}
	if req.seats > 0 && req.billing.Kind != pricing.KindCompany {
		return nil, errSeatsNeedCompany
	}
	if p.provider == nil && req.kind != KindLink {
		return nil, errNotConfigured
	}
	if req.seats == 0 { // the buyer's own membership does not matter, because seats are for others
		if err := p.checkMaySell(req); err != nil {
			return nil, err
		}
		if err := p.syncOwnSubscriptions(ctx, buyer.Id); err != nil {
			return nil, err
		}
		if err := p.checkNoSuchSubscription(req); err != nil {
			return nil, err
		}
	}
	if err := p.deferFirstCharge(buyer.Id, &req); err != nil {
		return nil, err
	}
	return p.placeRequest(ctx, req)
}

// placeRequest returns a transaction with an unpaid order at the provider for a request that has passed the checks. The
// caller must hold the buyer's lock.
func (p *Payments) placeRequest(ctx context.Context, req orderRequest) (*Transaction, error) {
	t, isNew, err := p.findOrCreatePending(req)
	if err != nil {
		return nil, err
	}
	if t.Amount() == 0 {
		return p.completeFree(t.Id)
	}
	if !isNew && p.provider != nil {
		if err := p.recheckOrder(ctx, &t); err != nil {
			return nil, err
		}
		// The subscription or the payment link may have ended in the meantime. A second search does not find it then.
		if ended, err := p.hasEnded(t); err != nil {
			return nil, err
		} else if ended {
			if t, _, err = p.findOrCreatePending(req); err != nil {
				return nil, err
			}
		}
	}
	if t.providerID() != "" {
		return t, nil
	}
	return p.createProviderOrder(ctx, t, req)
}

func (p *Payments) hasEnded(t *Transaction) (bool, error) {
	if t.Kind() != KindSubscription {
		return t.LinkState() == LinkExpired || t.LinkState() == LinkCancelled, nil
	}
	s, err := findSubscriptionOfTransaction(p.app, t.Id)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	return s.State().IsFinal(), nil
}

// checkApproval returns an error if the settings require an approved nomination and the buyer has none.
func (p *Payments) checkApproval(buyer *identity.User) error {
	site, err := settings.Read(p.app)
	if err != nil || !site.PurchaseNeedsApproval {
		return err
	}
	approved, err := p.isApproved(p.app, buyer.ProxyRecord())
	if err == nil && !approved {
		return errNotApproved
	}
	return err
}

// orderInput is what a buyer asks for: a tier, and optionally the billing for the invoice.
type orderInput struct {
	tierID, couponCode string
	billing            *pricing.Billing
	customer           pricing.Customer
	// seats is the number of memberships that a company buys, or 0 for a membership of the buyer.
	seats int
	// findPlan fetches a plan from the provider.
	findPlan tiers.PlanFinder
}

// orderRequest is an order at today's price.
type orderRequest struct {
	buyer    *identity.User
	tier     tiers.Tier
	kind     Kind
	site     settings.Settings
	price    pricing.Price
	billing  pricing.Billing
	customer pricing.Customer
	// coupon is the quote of the code that has reduced the amount. It is zero if there is none.
	coupon coupons.Quote
	// seats is the number of memberships for others, or 0 for a membership of the buyer. Seats are paid once and never
	// by a subscription.
	seats int
	// startAt is when a subscription charges first. Zero means immediately.
	startAt time.Time
}

// priceTier returns the tier and its price for a user now: the stored price plus tax, or the charge of the tier's plan
// at the provider.
func (p *Payments) priceTier(ctx context.Context, userID string, wanted orderInput) (orderRequest, error) {
	site, err := settings.Read(p.app)
	if err != nil {
		return orderRequest{}, err
	}
	if err := p.checkTaxSettled(site); err != nil {
		return orderRequest{}, err
	}
	tier, err := tiers.Find(p.app, wanted.tierID)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && !bool(tier.IsActive)) {
		return orderRequest{}, errTierNotFound
	}
	if err != nil {
		return orderRequest{}, err
	}
	billing, err := p.billingOf(p.app, userID, wanted.billing)
	if err != nil {
		return orderRequest{}, err
	}
	coupon, err := p.findCoupon(wanted.couponCode, coupons.Purchase{Tier: tier, Seats: wanted.seats, UserID: userID})
	if err != nil {
		return orderRequest{}, err
	}
	req := orderRequest{tier: tier, kind: KindOrder, site: site, billing: billing, coupon: coupon, customer: wanted.customer, seats: wanted.seats}
	price := tier.Price * money.Amount(max(1, wanted.seats))
	asked := pricing.Request{Price: price, Discount: coupon.Discount, Billing: billing, Site: site, At: p.now()}
	if tier.RazorpayPaymentLink != "" {
		req.kind = KindLink
	} else if err := p.chooseMandate(ctx, &req, &asked, wanted.findPlan); err != nil {
		return orderRequest{}, err
	}
	req.price = pricing.New(asked)
	if req.price.Total < pricing.MinAmount && coupon.ID != "" { // a total below the minimum is waived
		req.coupon.Discount, asked.Discount = price, price
		req.price = pricing.New(asked)
		return req, nil
	}
	if req.price.Total < pricing.MinAmount {
		return orderRequest{}, errTierNotFound
	}
	return req, nil
}

// chooseMandate makes an order a subscription if the tier has a plan that a mandate may charge. Seats are always paid
// once. So is a membership for a buyer abroad who owes no tax, because the charge of the plan includes tax.
func (p *Payments) chooseMandate(ctx context.Context, req *orderRequest, asked *pricing.Request, findPlan tiers.PlanFinder) error {
	if req.seats > 0 || !req.tier.HasPlan() || pricing.RateOf(req.site, req.billing, asked.At) != req.site.GSTRate {
		return nil
	}
	if p.provider == nil {
		return errNotConfigured
	}
	plan, err := findPlan(ctx, req.tier.RazorpayPlanID)
	if err != nil {
		return err
	}
	// Saving a tier checks this too, but older tiers were saved before that check existed.
	if !plan.Renews(req.tier.Duration) {
		return errPlanMismatch
	}
	if !tiers.MandateMayCharge(plan.Amount, plan.Currency) {
		return nil
	}
	if req.coupon.ID != "" {
		return coupons.ErrRenews
	}
	req.kind, req.tier.Currency, asked.Charge = KindSubscription, plan.Currency, plan.Amount
	return nil
}

// checkMaySell refuses an order that would charge the buyer twice: for a second membership next to a lifetime one, or
// while another payment is in progress.
func (p *Payments) checkMaySell(req orderRequest) error {
	owned, err := holdsForLife(p.app, req.buyer.Id, req.tier.ID, time.Time{})
	if err != nil {
		return err
	}
	if owned {
		return errAlreadyOwned
	}
	if req.tier.Duration != tiers.Lifetime {
		forLife, err := holdsForLife(p.app, req.buyer.Id, "", time.Time{})
		if err != nil {
			return err
		}
		if forLife {
			return errMemberForLife
		}
	}
	inProgress, err := hasPaymentInProgress(p.app, req.buyer.Id, req.tier.ID, p.now().Add(-checkWindow))
	if err != nil {
		return err
	}
	if inProgress {
		return errPaymentInProgress
	}
	return nil
}

// syncOwnSubscriptions updates a buyer's subscriptions from the provider before the order is checked against them.
func (p *Payments) syncOwnSubscriptions(ctx context.Context, userID string) error {
	list, err := listSubscriptions(p.app, userID)
	if err != nil {
		return err
	}
	for _, s := range list {
		if s.State() != SubscriptionUnknown && s != currentSubscription(list) {
			continue
		}
		if _, err := p.SyncTransaction(ctx, s.TransactionID()); err != nil {
			return err
		}
	}
	return nil
}

// checkNoSuchSubscription returns an error if the buyer has a subscription for the same tier. A subscription that is
// halted, paused or ending with its period does not count, because a new one supersedes it.
func (p *Payments) checkNoSuchSubscription(req orderRequest) error {
	list, err := listSubscriptions(p.app, req.buyer.Id)
	if err != nil {
		return err
	}
	s := currentSubscription(list)
	if s == nil || s.isCancelRequested() || s.TierID() != req.tier.ID {
		return nil
	}
	switch s.State() {
	case SubscriptionAuthenticated, SubscriptionActive:
		return errSubscriptionActive
	case SubscriptionPending:
		return errChargePending
	}
	return nil
}

// findOrCreatePending returns the buyer's recent transaction for the same purchase, or inserts a pending one. A
// transaction is always stored before its order is created at the provider.
func (p *Payments) findOrCreatePending(req orderRequest) (t *Transaction, isNew bool, err error) {
	now := p.now()
	err = p.app.RunInTransaction(func(tx core.App) error {
		t, err = p.findReusable(tx, req, now)
		if isNew = database.IsMissing(err); isNew {
			t, err = p.newTransaction(tx, req, now)
		}
		if err != nil {
			return err
		}
		t.SetCustomer(req.customer)
		if !t.Status().IsPaid() {
			t.setPrice(req.price, req.billing)
		}
		if req.billing != (pricing.Billing{}) {
			if err := pricing.SaveBilling(tx, req.buyer.Id, req.billing); err != nil {
				return err
			}
		}
		if err := p.save(tx, t); err != nil {
			return err
		}
		if err := p.reserveCoupon(tx, req, t); err != nil || !isNew || req.kind != KindSubscription {
			return err
		}
		s, err := newSubscription(tx, t, req.tier.RazorpayPlanID, req.startAt, now.Add(authorizationWindow), now)
		if err != nil {
			return err
		}
		return p.saveSubscription(tx, s)
	})
	return t, isNew, err
}

// findReusable returns an unpaid transaction that the buyer has started for the same purchase, or sql.ErrNoRows. An
// order is reused for a limited time, and a subscription as long as it can be authorized. A subscription for another
// purchase is cancelled, so that the buyer cannot authorize two.
func (p *Payments) findReusable(tx core.App, req orderRequest, now time.Time) (*Transaction, error) {
	if req.kind == KindLink {
		return findReusableLink(tx, req, now)
	}
	if req.kind != KindSubscription {
		return findReusableTransaction(tx, req, now.Add(-orderReuseWindow))
	}
	list, err := listSubscriptions(tx, req.buyer.Id)
	if err != nil {
		return nil, err
	}
	open := openSubscription(list)
	if open == nil {
		return nil, sql.ErrNoRows
	}
	if open.TierID() == req.tier.ID && open.PlanID() == req.tier.RazorpayPlanID && open.Amount() == req.price.Total &&
		open.Currency() == req.tier.Currency && open.StartAt().Equal(req.startAt) && now.Before(open.ExpireBy().Add(-minStartDelay)) {
		return findTransaction(tx, open.TransactionID())
	}
	if err := p.cancelSubscription(tx, open, CancelSuperseded, false); err != nil {
		return nil, err
	}
	return nil, sql.ErrNoRows
}

// newTransaction returns the pending transaction of a request without saving it.
func (p *Payments) newTransaction(tx core.App, req orderRequest, now time.Time) (*Transaction, error) {
	nomination, err := p.findNomination(tx, req.buyer.Email())
	if err != nil {
		return nil, err
	}
	return createTransaction(tx, transactionValues{
		kind: req.kind, userID: req.buyer.Id, registrationID: nomination, tier: req.tier, price: req.price,
		billing: req.billing, coupon: req.coupon, seats: req.seats, customer: req.customer, createdAt: now, nextCheckTime: nextOrderCheck(now, now, req.kind.checkWindow()),
	})
}

// recheckOrder asks the provider about an order before it is offered again, because it may have been paid in another
// tab. A payment link is offered even if the provider does not answer.
func (p *Payments) recheckOrder(ctx context.Context, t **Transaction) error {
	synced, err := p.SyncTransaction(ctx, (*t).Id)
	if isProviderDown(err) && (*t).Kind() == KindLink {
		return nil
	}
	if err != nil {
		return err
	}
	*t = synced
	given, err := isMandateAuthorised(p.app, synced)
	if err != nil {
		return err
	}
	switch status := synced.Status(); {
	case status.IsPaid():
		return errAlreadyPaid
	case status == Authorized:
		return errPaymentInProgress
	case given:
		return errSubscriptionActive
	}
	return nil
}

// createProviderOrder creates the order of a transaction at the provider and stores its id. If the answer is lost, it
// looks the order up by its receipt. If that fails too, the transaction stays unchanged, and the buyer's next attempt
// or a later sync finds the order.
func (p *Payments) createProviderOrder(ctx context.Context, t *Transaction, req orderRequest) (*Transaction, error) {
	if req.kind == KindLink {
		return p.createPaymentLink(ctx, t, req.tier)
	}
	if req.kind == KindSubscription {
		s, err := findSubscriptionOfTransaction(p.app, t.Id)
		if err != nil {
			return nil, err
		}
		subscription, err := p.provider.CreateSubscription(ctx, razorpay.NewSubscription{
			PlanID: s.PlanID(), TotalCount: subscriptionCharges(req.tier.Duration), Notes: orderNotes(t),
			StartAt: s.StartAt(), ExpireBy: s.ExpireBy(),
		})
		if err != nil {
			return nil, err
		}
		return p.storeProviderID(t.Id, subscription.ID)
	}
	order, err := p.provider.CreateOrder(ctx, razorpay.NewOrder{
		Amount: int64(t.Amount()), Currency: t.Currency(), Receipt: t.Id, Notes: orderNotes(t),
	})
	if err == nil {
		return p.storeProviderID(t.Id, order.ID)
	}
	orderID, lookupErr := p.findOrderByReceipt(ctx, t.Id)
	if lookupErr != nil || orderID == "" {
		return nil, err
	}
	return p.storeProviderID(t.Id, orderID)
}

// storeProviderID stores the id of a transaction's order or subscription, unless the transaction already has one.
func (p *Payments) storeProviderID(id, providerID string) (t *Transaction, err error) {
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransaction(tx, id); err != nil || t.providerID() != "" {
			return err
		}
		return p.setProviderID(tx, t, providerID)
	})
	return t, err
}

// findOrderByReceipt returns the id of the order whose receipt is a transaction's id. It prefers a paid order to the
// first one, and returns "" if there is none.
func (p *Payments) findOrderByReceipt(ctx context.Context, id string) (string, error) {
	orders, err := p.provider.OrdersByReceipt(ctx, id)
	if err != nil || len(orders) == 0 {
		return "", err
	}
	best := orders[0]
	for _, o := range orders[1:] {
		paid, bestPaid := o.AmountPaid > 0, best.AmountPaid > 0
		if (paid && !bestPaid) || (paid == bestPaid && o.CreatedAt.Before(best.CreatedAt)) {
			best = o
		}
	}
	return best.ID, nil
}

func orderNotes(t *Transaction) map[string]string {
	return map[string]string{"transactionId": t.Id, "membershipTierId": t.TierID()}
}

// subscriptionCharges returns the maximum number of charges of a subscription, enough for ten years.
func subscriptionCharges(duration string) int {
	if duration == tiers.Monthly {
		return 120
	}
	return 10
}
