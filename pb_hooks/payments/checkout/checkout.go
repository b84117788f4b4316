// Package checkout sells memberships online: the price (quote.go), the order, and the callback after the payment
// (callback.go). The row is inserted first, and its id is the order's receipt: if the answer to an order is lost, the
// order is found by its receipt.
package checkout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/coupons"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// Provider creates orders and subscriptions.
type Provider interface {
	provider.OrderFinder
	CreateOrder(ctx context.Context, order razorpay.NewOrder) (razorpay.Order, error)
	CreateSubscription(ctx context.Context, subscription razorpay.NewSubscription) (razorpay.Subscription, error)
	Plan(ctx context.Context, id string) (razorpay.Plan, error)
	CreatePlan(ctx context.Context, plan razorpay.NewPlan) (razorpay.Plan, error)
}

// Syncer updates a transaction from the provider.
type Syncer interface {
	SyncTransaction(ctx context.Context, id string) (*ledger.Transaction, error)
	// PostponeCheck sets and returns the next check of a transaction that could not be synced.
	PostponeCheck(id string, cause error) (next time.Time, err error)
}

// Links creates payment links.
type Links interface {
	Create(ctx context.Context, t *ledger.Transaction, tier tiers.Tier) (*ledger.Transaction, error)
}

// Deps are the dependencies of the feature.
type Deps struct {
	// Provider is nil if no key is configured. Nothing can be bought then.
	Provider Provider
	Config   config.Razorpay
	Ledger   *ledger.Ledger
	Mandates *subscriptions.Mandates
	Links    Links
	Syncer   Syncer
	// CheckApproval returns an error if the buyer may not become a member yet.
	CheckApproval func(buyer *identity.User) error
	Clock         clock.Clock
}

// Orders handles the routes of the feature. It is safe for concurrent use.
type Orders struct {
	app           core.App
	provider      Provider
	cfg           config.Razorpay
	ledger        *ledger.Ledger
	mandates      *subscriptions.Mandates
	links         Links
	sync          Syncer
	checkApproval func(buyer *identity.User) error
	now           clock.Clock
	// plans caches the provider's plans for quotes, by their ids.
	plans sync.Map
}

// New returns the feature.
func New(app core.App, d Deps) *Orders {
	return &Orders{
		app:           app,
		provider:      d.Provider,
		cfg:           d.Config,
		ledger:        d.Ledger,
		mandates:      d.Mandates,
		links:         d.Links,
		sync:          d.Syncer,
		checkApproval: d.CheckApproval,
		now:           d.Clock,
	}
}

// orderReuseWindow is how long an unpaid order is reused when the buyer asks for the same purchase.
const orderReuseWindow = 30 * time.Minute

// OrderForm is an order. Without a billing, the buyer's profile applies.
type OrderForm struct {
	CustomerName  string           `json:"customerName"`
	CustomerEmail string           `json:"customerEmail"`
	CustomerPhone string           `json:"customerPhone"`
	TierID        string           `json:"membershipTierId"`
	CouponCode    string           `json:"couponCode"`
	Seats         int              `json:"seats"`
	Billing       *pricing.Billing `json:"billing,omitempty"`
}

// Rules returns the rules of the form.
func (OrderForm) Rules() rules.Form { return orderRules }

var orderRules = rules.Form{
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
		Name: "customerPhone", Label: "Phone", Kind: rules.Phone, Required: true, Min: 10, Max: 32,
		Messages: rules.Messages{
			Required: "Phone number must be at least 10 digits",
			Short:    "Phone number must be at least 10 digits",
			Long:     "Please enter a valid phone number",
			Invalid:  "Please enter a valid phone number",
		},
	},
	{
		Name: "membershipTierId", Label: "Membership plan", Kind: rules.Line, Required: true, Max: 15,
		Messages: rules.Messages{Required: "Please choose a membership plan"},
	},
	ledger.CouponField,
	ledger.SeatsField,
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
	Status ledger.Status `json:"status,omitempty"`
}

// CreateOrder is POST /api/payments/create-order.
func (o *Orders) CreateOrder() httpx.Endpoint {
	return httpx.JSON(o.createOrder, httpx.Doc{
		Tag: "payments", Summary: "Create an order, a subscription or a payment link at Razorpay",
		Status:      http.StatusCreated,
		Description: "With a paymentUrl, the buyer pays on that page instead of in the checkout.",
		Errors: slices.Concat(
			[]*apperr.Error{errTierNotFound, errPlanMismatch, errAlreadyOwned, errSubscriptionActive, errMemberForLife,
				errChargePending, errAlreadyPaid, ledger.ErrPaymentInProgress}, priceErrors()),
		Example: map[string]any{
			"customerName": "Asha Rao", "customerEmail": "asha@example.com", "customerPhone": "+919876543210",
		},
	})
}

func (o *Orders) createOrder(e *core.RequestEvent, form OrderForm) (Checkout, error) {
	// An order is completed even if the buyer closes the page during the request.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), provider.Timeout)
	defer cancel()
	t, err := o.placeOrder(ctx, identity.NewUser(httpx.CurrentUser(e)), orderInput{
		tierID:     form.TierID,
		billing:    form.Billing,
		couponCode: form.CouponCode,
		customer:   pricing.Customer{Name: form.CustomerName, Email: form.CustomerEmail, Contact: form.CustomerPhone},
		findPlan:   o.FindPlan,
		seats:      form.Seats,
	})
	if err != nil {
		return Checkout{}, fmt.Errorf("create order: %w", provider.WithError(err))
	}
	checkout, err := o.newCheckout(t)
	return checkout, apperr.Fail(provider.MessageInternal, err)
}

func (o *Orders) newCheckout(t *ledger.Transaction) (Checkout, error) {
	c := Checkout{
		SubscriptionID: t.SubscriptionID(),
		KeyID:          o.cfg.KeyID,
		Amount:         int64(t.Amount()),
		Currency:       t.Currency(),
		Customer:       t.Customer(),
		Notes:          ledger.OrderNotes(t),
		Breakdown:      t.Breakdown(),
		CouponCode:     t.CouponCode(),
		Status:         orderStatus(t),
		Seats:          t.Seats(),
	}
	if discount := t.DiscountAmount(); discount > 0 {
		c.DiscountAmount = &discount
	}
	if t.Kind() == ledger.KindLink {
		return o.newLinkCheckout(c, t)
	}
	if c.SubscriptionID == "" {
		c.OrderID = t.OrderID()
		return c, nil
	}
	s, err := subscriptions.FindOfTransaction(o.app, t.Id)
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
func (o *Orders) placeOrder(ctx context.Context, buyer *identity.User, wanted orderInput) (*ledger.Transaction, error) {
	if err := o.checkApproval(buyer); err != nil {
		return nil, err
	}
	defer o.ledger.LockBuyer(buyer.Id)()
	req, err := o.priceTier(ctx, buyer.Id, wanted)
	if err != nil {
		return nil, err
	}
	req.Buyer = buyer
	if err := pricing.CheckInvoiceable(o.app, req.Site, req.Billing, req.Price.Total, req.Tier.Currency); err != nil {
		return nil, err
	}
	if req.Seats > 0 && req.Billing.Kind != pricing.KindCompany {
		return nil, ledger.ErrSeatsNeedCompany
	}
	if o.provider == nil && req.Kind != ledger.KindLink {
		return nil, provider.ErrNotConfigured
	}
	if req.Seats == 0 { // the buyer's own membership does not matter, because seats are for others
		if err := o.checkMaySell(req); err != nil {
			return nil, err
		}
		if err := o.syncOwnSubscriptions(ctx, buyer.Id); err != nil {
			return nil, err
		}
		if err := o.checkNoSuchSubscription(req); err != nil {
			return nil, err
		}
	}
	if err := o.deferFirstCharge(buyer.Id, &req); err != nil {
		return nil, err
	}
	return o.Place(ctx, req)
}

// Place returns a transaction with an unpaid order at the provider for a request that has passed the checks. The
// caller must hold the buyer's lock.
func (o *Orders) Place(ctx context.Context, req ledger.Order) (*ledger.Transaction, error) {
	t, isNew, err := o.findOrCreatePending(req)
	if err != nil {
		return nil, err
	}
	if t.Amount() == 0 {
		return o.ledger.CompleteFree(t.Id)
	}
	if !isNew && o.provider != nil {
		if err := o.recheckOrder(ctx, &t); err != nil {
			return nil, err
		}
		// The subscription or the payment link may have ended in the meantime. A second search does not find it then.
		if ended, err := o.hasEnded(t); err != nil {
			return nil, err
		} else if ended {
			if t, _, err = o.findOrCreatePending(req); err != nil {
				return nil, err
			}
		}
	}
	if t.ProviderID() != "" {
		return t, nil
	}
	return o.createProviderOrder(ctx, t, req)
}

func (o *Orders) hasEnded(t *ledger.Transaction) (bool, error) {
	if t.Kind() != ledger.KindSubscription {
		return t.LinkState() == ledger.LinkExpired || t.LinkState() == ledger.LinkCancelled, nil
	}
	s, err := subscriptions.FindOfTransaction(o.app, t.Id)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	return s.State().IsFinal(), nil
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

// priceTier returns the tier and its price for a user now: the stored price plus tax, or the charge of the tier's plan
// at the provider.
func (o *Orders) priceTier(ctx context.Context, userID string, wanted orderInput) (ledger.Order, error) {
	site, err := settings.Read(o.app)
	if err != nil {
		return ledger.Order{}, err
	}
	if err := o.ledger.CheckTaxSettled(site); err != nil {
		return ledger.Order{}, err
	}
	tier, err := tiers.Find(o.app, wanted.tierID)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && !bool(tier.IsActive)) {
		return ledger.Order{}, errTierNotFound
	}
	if err != nil {
		return ledger.Order{}, err
	}
	billing, err := o.billingOf(o.app, userID, wanted.billing)
	if err != nil {
		return ledger.Order{}, err
	}
	coupon, err := o.ledger.FindCoupon(wanted.couponCode,
		coupons.Purchase{Tier: tier, Seats: wanted.seats, UserID: userID})
	if err != nil {
		return ledger.Order{}, err
	}
	req := ledger.Order{
		Tier:     tier,
		Kind:     ledger.KindOrder,
		Site:     site,
		Billing:  billing,
		Coupon:   coupon,
		Customer: wanted.customer,
		Seats:    wanted.seats,
	}
	price := tier.Price * money.Amount(max(1, wanted.seats))
	asked := pricing.Request{Price: price, Discount: coupon.Discount, Billing: billing, Site: site, At: o.now()}
	if tier.RazorpayPaymentLink != "" {
		req.Kind = ledger.KindLink
	} else if err := o.chooseMandate(ctx, &req, &asked, wanted.findPlan); err != nil {
		return ledger.Order{}, err
	}
	req.Price = pricing.New(asked)
	if req.Price.Total < pricing.MinAmount && coupon.ID != "" { // a total below the minimum is waived
		req.Coupon.Discount, asked.Discount = price, price
		req.Price = pricing.New(asked)
		return req, nil
	}
	if req.Price.Total < pricing.MinAmount {
		return ledger.Order{}, errTierNotFound
	}
	return req, nil
}

// chooseMandate makes an order a subscription if the tier has a plan that a mandate may charge. Seats are always paid
// once. So is a membership for a buyer abroad who owes no tax, because the charge of the plan includes tax.
func (o *Orders) chooseMandate(ctx context.Context, req *ledger.Order, asked *pricing.Request,
	findPlan tiers.PlanFinder) error {
	if req.Seats > 0 || !req.Tier.HasPlan() || pricing.RateOf(req.Site, req.Billing, asked.At) != req.Site.GSTRate {
		return nil
	}
	if o.provider == nil {
		return provider.ErrNotConfigured
	}
	plan, err := findPlan(ctx, req.Tier.RazorpayPlanID)
	if err != nil {
		return err
	}
	// Saving a tier checks this too, but older tiers were saved before that check existed.
	if !plan.Renews(req.Tier.Duration) {
		return errPlanMismatch
	}
	if !tiers.MandateMayCharge(plan.Amount, plan.Currency) {
		return nil
	}
	if req.Coupon.ID != "" {
		return coupons.ErrRenews
	}
	req.Kind, req.Tier.Currency, asked.Charge = ledger.KindSubscription, plan.Currency, plan.Amount
	return nil
}

// IsOpen reports whether the provider is configured.
func (o *Orders) IsOpen() bool { return o.provider != nil }

// checkMaySell refuses an order that would charge the buyer twice: for a second membership next to a lifetime one, or
// while another payment is in progress.
func (o *Orders) checkMaySell(req ledger.Order) error {
	owned, err := ledger.HoldsForLife(o.app, req.Buyer.Id, req.Tier.ID, time.Time{})
	if err != nil {
		return err
	}
	if owned {
		return errAlreadyOwned
	}
	if req.Tier.Duration != tiers.Lifetime {
		forLife, err := ledger.HoldsForLife(o.app, req.Buyer.Id, "", time.Time{})
		if err != nil {
			return err
		}
		if forLife {
			return errMemberForLife
		}
	}
	inProgress, err := ledger.HasPaymentInProgress(o.app, req.Buyer.Id, req.Tier.ID, o.now().Add(-ledger.CheckWindow))
	if err != nil {
		return err
	}
	if inProgress {
		return ledger.ErrPaymentInProgress
	}
	return nil
}

// syncOwnSubscriptions updates a buyer's subscriptions from the provider before the order is checked against them.
func (o *Orders) syncOwnSubscriptions(ctx context.Context, userID string) error {
	list, err := subscriptions.List(o.app, userID)
	if err != nil {
		return err
	}
	for _, s := range list {
		if s.State() != subscriptions.Unknown && s != subscriptions.Current(list) {
			continue
		}
		if _, err := o.sync.SyncTransaction(ctx, s.TransactionID()); err != nil {
			return err
		}
	}
	return nil
}

// checkNoSuchSubscription returns an error if the buyer has a subscription for the same tier. A subscription that is
// halted, paused or ending with its period does not count, because a new one supersedes it.
func (o *Orders) checkNoSuchSubscription(req ledger.Order) error {
	list, err := subscriptions.List(o.app, req.Buyer.Id)
	if err != nil {
		return err
	}
	s := subscriptions.Current(list)
	if s == nil || s.IsCancelRequested() || s.TierID() != req.Tier.ID {
		return nil
	}
	switch s.State() {
	case subscriptions.Authenticated, subscriptions.Active:
		return errSubscriptionActive
	case subscriptions.Pending:
		return errChargePending
	}
	return nil
}

// findOrCreatePending returns the buyer's recent transaction for the same purchase, or inserts a pending one. A
// transaction is always stored before its order is created at the provider.
func (o *Orders) findOrCreatePending(req ledger.Order) (t *ledger.Transaction, isNew bool, err error) {
	now := o.now()
	err = o.app.RunInTransaction(func(tx core.App) error {
		t, err = o.findReusable(tx, req, now)
		if isNew = errors.Is(err, sql.ErrNoRows); isNew {
			t, err = o.ledger.Create(tx, req)
		}
		if err != nil {
			return err
		}
		if err := o.ledger.Place(tx, req, t); err != nil || !isNew || req.Kind != ledger.KindSubscription {
			return err
		}
		s, err := subscriptions.NewRecord(tx, t, req.Tier.RazorpayPlanID, req.StartAt,
			now.Add(subscriptions.AuthorizationWindow), now)
		if err != nil {
			return err
		}
		return o.mandates.Save(tx, s)
	})
	return t, isNew, err
}

// findReusable returns an unpaid transaction that the buyer has started for the same purchase, or sql.ErrNoRows. An
// order is reused for a limited time, and a subscription as long as it can be authorized. A subscription for another
// purchase is cancelled, so that the buyer cannot authorize two.
func (o *Orders) findReusable(tx core.App, req ledger.Order, now time.Time) (*ledger.Transaction, error) {
	if req.Kind == ledger.KindLink {
		return ledger.FindReusableLink(tx, req, now)
	}
	if req.Kind != ledger.KindSubscription {
		return ledger.FindReusableTransaction(tx, req, now.Add(-orderReuseWindow))
	}
	list, err := subscriptions.List(tx, req.Buyer.Id)
	if err != nil {
		return nil, err
	}
	open := subscriptions.Open(list)
	if open == nil {
		return nil, sql.ErrNoRows
	}
	if open.TierID() == req.Tier.ID && open.PlanID() == req.Tier.RazorpayPlanID && open.Amount() == req.Price.Total &&
		open.Currency() == req.Tier.Currency && open.StartAt().Equal(req.StartAt) &&
		now.Before(open.ExpireBy().Add(-subscriptions.MinStartDelay)) {
		return ledger.FindTransaction(tx, open.TransactionID())
	}
	if err := o.mandates.Cancel(tx, open, subscriptions.CancelSuperseded, false); err != nil {
		return nil, err
	}
	return nil, sql.ErrNoRows
}

// recheckOrder asks the provider about an order before it is offered again, because it may have been paid in another
// tab. A payment link is offered even if the provider does not answer.
func (o *Orders) recheckOrder(ctx context.Context, t **ledger.Transaction) error {
	synced, err := o.sync.SyncTransaction(ctx, (*t).Id)
	if provider.IsDown(err) && (*t).Kind() == ledger.KindLink {
		return nil
	}
	if err != nil {
		return err
	}
	*t = synced
	given, err := o.mandates.IsAuthorised(o.app, synced)
	if err != nil {
		return err
	}
	switch status := synced.Status(); {
	case status.IsPaid():
		return errAlreadyPaid
	case status == ledger.Authorized:
		return ledger.ErrPaymentInProgress
	case given:
		return errSubscriptionActive
	}
	return nil
}

// createProviderOrder creates the order of a transaction at the provider and stores its id. If the answer is lost, it
// looks the order up by its receipt. If that fails too, the transaction stays unchanged, and the buyer's next attempt
// or a later sync finds the order.
func (o *Orders) createProviderOrder(ctx context.Context, t *ledger.Transaction, req ledger.Order) (*ledger.Transaction,
	error) {
	if req.Kind == ledger.KindLink {
		return o.links.Create(ctx, t, req.Tier)
	}
	if req.Kind == ledger.KindSubscription {
		s, err := subscriptions.FindOfTransaction(o.app, t.Id)
		if err != nil {
			return nil, err
		}
		subscription, err := o.provider.CreateSubscription(ctx, razorpay.NewSubscription{
			PlanID: s.PlanID(), TotalCount: subscriptionCharges(req.Tier.Duration), Notes: ledger.OrderNotes(t),
			StartAt: s.StartAt(), ExpireBy: s.ExpireBy(),
		})
		if err != nil {
			return nil, err
		}
		return o.storeProviderID(t.Id, subscription.ID)
	}
	order, err := o.provider.CreateOrder(ctx, razorpay.NewOrder{
		Amount: int64(t.Amount()), Currency: t.Currency(), Receipt: t.Id, Notes: ledger.OrderNotes(t),
	})
	if err == nil {
		return o.storeProviderID(t.Id, order.ID)
	}
	orderID, lookupErr := provider.FindOrder(ctx, o.provider, t.Id)
	if lookupErr != nil || orderID == "" {
		return nil, err
	}
	return o.storeProviderID(t.Id, orderID)
}

// storeProviderID stores the id of a transaction's order or subscription, unless the transaction already has one.
func (o *Orders) storeProviderID(id, providerID string) (t *ledger.Transaction, err error) {
	err = o.app.RunInTransaction(func(tx core.App) error {
		if t, err = ledger.FindTransaction(tx, id); err != nil || t.ProviderID() != "" {
			return err
		}
		return o.mandates.SetProviderID(tx, t, providerID)
	})
	return t, err
}

// subscriptionCharges returns the maximum number of charges of a subscription, enough for ten years.
func subscriptionCharges(duration tiers.Duration) int {
	if duration == tiers.Monthly {
		return 120
	}
	return 10
}

// newLinkCheckout adds the address of the page on which the buyer pays.
func (o *Orders) newLinkCheckout(c Checkout, t *ledger.Transaction) (Checkout, error) {
	if c.PaymentURL = t.LinkURL(); c.PaymentURL != "" {
		return c, nil
	}
	tier, err := tiers.Find(o.app, t.TierID())
	c.PaymentURL, c.IsConfirmedByHand = tier.RazorpayPaymentLink, true
	return c, err
}

// FindPlan fetches a plan from the provider for package tiers.
func (o *Orders) FindPlan(ctx context.Context, id string) (tiers.Plan, error) {
	if o.provider == nil {
		return tiers.Plan{}, tiers.ErrNoProvider
	}
	plan, err := o.provider.Plan(ctx, id)
	if errors.Is(err, razorpay.ErrNotFound) {
		return tiers.Plan{}, errors.Join(tiers.ErrPlanNotFound, err)
	}
	return tiers.Plan{
		Period:   plan.Period,
		Interval: plan.Interval,
		Amount:   money.Amount(plan.Amount),
		Currency: plan.Currency,
	}, err
}

// CreatePlan creates a plan at the provider for package tiers and returns its id.
func (o *Orders) CreatePlan(ctx context.Context, plan tiers.NewPlan) (string, error) {
	if o.provider == nil {
		return "", tiers.ErrNoProvider
	}
	created, err := o.provider.CreatePlan(ctx, razorpay.NewPlan{
		Name:     plan.Name,
		Period:   plan.Period,
		Interval: plan.Interval,
		Amount:   int64(plan.Amount),
		Currency: plan.Currency,
		Notes:    map[string]string{"membershipTierId": plan.TierID},
	})
	return created.ID, err
}

// priceErrors returns the errors of the price of an order.
func priceErrors() []*apperr.Error {
	return slices.Concat(coupons.Refusals, pricing.Errors, provider.Errors)
}

// The refusals of an order. None of them loses it: its transaction stays, and the next attempt continues with it.
var (
	errTierNotFound = apperr.NotFound("tier-not-on-sale", "This membership plan is not available.")
	errPlanMismatch = apperr.Unavailable("plan-mismatch",
		"This membership plan cannot be bought right now. Nothing was charged. Please write to us.")
	errAlreadyOwned       = apperr.Conflict("already-owned", "You already hold this membership.")
	errSubscriptionActive = apperr.Conflict("subscription-active",
		"You already have this membership, and it renews automatically.")
	errMemberForLife = apperr.Conflict(
		"member-for-life",
		"You are a member for life, so there is nothing to renew. If you would like another membership instead, "+
			"please write to us.",
	)
	errChargePending = apperr.Conflict(
		"charge-pending",
		"Your bank has not approved the last charge of this membership yet. We will try again, and your access "+
			"continues. Please don't pay a second time.",
	)
	errAlreadyPaid = apperr.Conflict("already-paid",
		"This plan has already been paid for, and your membership is active.")
)
