package fakerazorpay

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"boardcircle/pb_hooks/internal/india"
)

var periods = []string{"daily", "weekly", "monthly", "quarterly", "yearly"}

func (b *Server) createPlan(r *http.Request) (any, error) {
	var input Plan
	if err := decode(r, &input); err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains(periods, input.Period):
		return nil, badRequestField("period", "The selected period is invalid.")
	case input.Interval < 1:
		return nil, badRequestField("interval", "The interval must be at least 1.")
	case input.Item.Name == "":
		return nil, badRequestField("name", "The name field is required.")
	}
	if apiErr := checkMoney(&input.Item.Amount, input.Item.Currency); apiErr != nil {
		return nil, apiErr
	}
	if apiErr := checkNotes(input.Notes); apiErr != nil {
		return nil, apiErr
	}
	input.ID = ""
	plan := b.completePlan(input)
	return plan, b.store.save(journalEntry{Plan: plan})
}

// completePlan sets the fields that Razorpay adds to a plan.
func (b *Server) completePlan(p Plan) *Plan {
	p.ID, p.Entity, p.CreatedAt = cmp.Or(p.ID, newID("plan_")), "plan", b.now().Unix()
	p.Interval = cmp.Or(p.Interval, 1)
	p.Item.ID, p.Item.Active, p.Item.UnitAmount, p.Item.Type = newID("item_"), true, p.Item.Amount, "plan"
	return &p
}

func (b *Server) listPlans(r *http.Request) (any, error) {
	return paginate(r, b.store.plans.newestFirst(matchAll), func(p Plan) int64 { return p.CreatedAt })
}

func (b *Server) fetchPlan(r *http.Request) (any, error) {
	return entityOrError(b.store.plans.byID[r.PathValue("id")])
}

func (b *Server) createSubscription(r *http.Request) (any, error) {
	var input struct {
		PlanID     string `json:"plan_id"`
		TotalCount int    `json:"total_count"`
		Quantity   int    `json:"quantity"`
		StartAt    int64  `json:"start_at"`
		ExpireBy   int64  `json:"expire_by"`
		Notes      notes  `json:"notes"`
	}
	if err := decode(r, &input); err != nil {
		return nil, err
	}
	now := b.now().Unix()
	switch {
	case b.store.plans.byID[input.PlanID] == nil:
		return nil, unknownIDError()
	case input.TotalCount < 1:
		return nil, badRequestField("total_count", "The total count must be at least 1.")
	case input.StartAt != 0 && input.StartAt <= now:
		return nil, badRequestField("start_at", "The start time must be in the future.")
	case input.ExpireBy != 0 && input.ExpireBy <= now:
		return nil, badRequestField("expire_by", "The expiry time must be in the future.")
	}
	if apiErr := checkNotes(input.Notes); apiErr != nil {
		return nil, apiErr
	}
	s := &Subscription{
		ID:             newID("sub_"),
		Entity:         "subscription",
		PlanID:         input.PlanID,
		Status:         "created",
		Quantity:       max(1, input.Quantity),
		Notes:          input.Notes,
		TotalCount:     input.TotalCount,
		RemainingCount: input.TotalCount,
		CustomerNotify: true,
		CreatedAt:      now,
		StartAt:        number(input.StartAt),
		ExpireBy:       number(input.ExpireBy),
	}
	return s, b.store.save(journalEntry{Subscription: s})
}

func (b *Server) listSubscriptions(r *http.Request) (any, error) {
	plan := r.URL.Query().Get("plan_id")
	found := b.store.subscriptions.newestFirst(func(s *Subscription) bool { return plan == "" || s.PlanID == plan })
	return paginate(r, found, func(s Subscription) int64 { return s.CreatedAt })
}

func (b *Server) fetchSubscription(r *http.Request) (any, error) {
	s := b.store.subscriptions.byID[r.PathValue("id")]
	if s != nil {
		if err := b.passTime(s); err != nil {
			return nil, err
		}
	}
	return entityOrError(s)
}

// passTime ends a subscription whose time has passed. If it was not authenticated in time, it expires without an event.
// If it was to end with its period, it is cancelled. A halted subscription continues to issue the invoices of its
// cycles, but they are not charged.
func (b *Server) passTime(s *Subscription) error {
	now := number(b.now().Unix())
	switch {
	case s.Status == "created" && (s.ExpireBy != 0 && s.ExpireBy <= now || s.StartAt != 0 && s.StartAt <= now):
		s.Status, s.EndedAt = "expired", now
		return b.store.save(journalEntry{Subscription: s})
	case s.Status == "active" && s.CancelAtCycleEnd && s.CurrentEnd <= now:
		return b.endSubscription(s)
	case s.Status == "halted":
		return b.issueMissedInvoices(s)
	}
	return nil
}

// issueMissedInvoices issues the invoices of the cycles that have started since the charge that halted a subscription.
func (b *Server) issueMissedInvoices(s *Subscription) error {
	plan := b.store.plans.byID[s.PlanID]
	start := plan.periodEnd(time.Unix(int64(s.CurrentEnd), 0), s.Anchor)
	for _, i := range b.store.invoices.list {
		if string(i.SubscriptionID) == s.ID && int64(i.BillingStart) >= start.Unix() {
			start = plan.periodEnd(time.Unix(int64(i.BillingStart), 0), s.Anchor)
		}
	}
	for ; !start.After(b.now()); start = plan.periodEnd(start, s.Anchor) {
		p := b.newCharge(s)
		p.invoice.BillingStart = number(start.Unix())
		if err := b.store.save(journalEntry{Order: p.order}, journalEntry{Invoice: p.invoice}); err != nil {
			return err
		}
	}
	return nil
}

func (b *Server) cancelSubscription(r *http.Request) (any, error) {
	var input struct {
		CancelAtCycleEnd flag `json:"cancel_at_cycle_end"`
	}
	if err := decode(r, &input); err != nil {
		return nil, err
	}
	return b.cancel(r.PathValue("id"), bool(input.CancelAtCycleEnd))
}

func (b *Server) cancel(id string, atCycleEnd bool) (*Subscription, error) {
	s := b.store.subscriptions.byID[id]
	switch {
	case s == nil:
		return nil, unknownIDError()
	case s.hasEnded():
		return nil, badRequest("Subscription is not cancellable in " + s.Status + " status.")
	case atCycleEnd && s.Status != "active":
		return nil, badRequest("Subscription cannot be cancelled since no billing cycle is going on")
	case atCycleEnd:
		s.CancelAtCycleEnd, s.ChargeAt = true, 0
		return s, b.store.save(journalEntry{Subscription: s})
	}
	return s, b.endSubscription(s)
}

func (b *Server) endSubscription(s *Subscription) error {
	s.Status, s.EndedAt, s.ChargeAt = "cancelled", number(b.now().Unix()), 0
	return b.moved(s, "subscription.cancelled")
}

// moved saves a subscription's new state and emits its event.
func (b *Server) moved(s *Subscription, event string) error {
	if err := b.emitEvent(event, []string{s.ID}, payloadPart{"subscription", s}); err != nil {
		return err
	}
	return b.store.save(journalEntry{Subscription: s})
}

func (b *Server) pauseSubscription(r *http.Request) (any, error) { return b.pause(r.PathValue("id")) }

// pause pauses an active subscription. If its first charge is still to come, it is cancelled.
func (b *Server) pause(id string) (*Subscription, error) {
	s := b.store.subscriptions.byID[id]
	switch {
	case s == nil:
		return nil, unknownIDError()
	case s.Status == "authenticated":
		return s, b.endSubscription(s)
	case s.Status != "active":
		return nil, badRequest("Subscription cannot be paused in " + s.Status + " status.")
	}
	s.Status, s.ChargeAt = "paused", 0
	return s, b.moved(s, "subscription.paused")
}

func (b *Server) resumeSubscription(r *http.Request) (any, error) { return b.resume(r.PathValue("id")) }

func (b *Server) resume(id string) (*Subscription, error) {
	s := b.store.subscriptions.byID[id]
	switch {
	case s == nil:
		return nil, unknownIDError()
	case s.Status != "paused":
		return nil, badRequest("Subscription cannot be resumed in " + s.Status + " status.")
	}
	s.Status, s.ChargeAt = "active", max(s.CurrentEnd, number(b.now().Unix()))
	return s, b.moved(s, "subscription.resumed")
}

func (s *Subscription) hasEnded() bool {
	return s.Status == "cancelled" || s.Status == "completed" || s.Status == "expired"
}

func (b *Server) listInvoices(r *http.Request) (any, error) {
	id := r.URL.Query().Get("subscription_id")
	found := b.store.invoices.newestFirst(func(i *Invoice) bool { return id == "" || string(i.SubscriptionID) == id })
	return paginate(r, found, func(i Invoice) int64 { return i.CreatedAt })
}

func (b *Server) fetchInvoice(r *http.Request) (any, error) {
	return entityOrError(b.store.invoices.byID[r.PathValue("id")])
}

// paySubscription makes the first charge, which the customer pays in the checkout.
func (b *Server) paySubscription(id string, lifecycle Lifecycle, payer Payer) (CheckoutResult, error) {
	s := b.store.subscriptions.byID[id]
	switch {
	case s == nil:
		return CheckoutResult{}, unknownIDError()
	case s.Status != "created":
		return CheckoutResult{}, badRequest("Subscription is not payable in " + s.Status + " status.")
	}
	if err := b.passTime(s); err != nil {
		return CheckoutResult{}, err
	}
	if s.Status != "created" {
		return CheckoutResult{}, badRequest("Subscription is not payable in " + s.Status + " status.")
	}
	s.AuthAttempts++
	if s.StartAt != 0 && lifecycle != Declined {
		return b.authenticate(s)
	}
	return b.runLifecycle(lifecycle, b.createCharge(s), payer)
}

// authenticate authorises the mandate of a subscription that charges later. The payment for that is of a token amount,
// belongs to no invoice, and is refunded at once. Only an authorised subscription has a customer.
func (b *Server) authenticate(s *Subscription) (CheckoutResult, error) {
	payment := b.tokenPayment(s)
	s.Status, s.ChargeAt, s.CustomerID = "authenticated", s.StartAt, text(newID("cust_"))
	if err := b.store.save(journalEntry{Payment: payment}); err != nil {
		return CheckoutResult{}, err
	}
	return b.successResult(payment, paymentTarget{subscription: s}), b.moved(s, "subscription.authenticated")
}

// tokenPayment is the payment of a token amount that authenticates a card. It is refunded at once.
func (b *Server) tokenPayment(s *Subscription) *Payment {
	return &Payment{
		ID:             newID("pay_"),
		Entity:         "payment",
		Amount:         500,
		Currency:       b.store.plans.byID[s.PlanID].Item.Currency,
		Status:         "refunded",
		AmountRefunded: 500,
		RefundStatus:   "full",
		Method:         "card",
		Email:          "void@razorpay.com",
		Contact:        "+910000000000",
		CreatedAt:      b.now().Unix(),
	}
}

// changeMethod gives a subscription a new card. An unpaid charge is made with it at once.
func (b *Server) changeMethod(id string) (CheckoutResult, error) {
	s := b.store.subscriptions.byID[id]
	switch {
	case s == nil:
		return CheckoutResult{}, unknownIDError()
	case s.Status != "pending" && s.Status != "halted" && s.Status != "active":
		return CheckoutResult{}, badRequest("The card cannot be changed in " + s.Status + " status.")
	case s.Status == "active":
		payment := b.tokenPayment(s)
		if err := b.store.save(journalEntry{Payment: payment}); err != nil {
			return CheckoutResult{}, err
		}
		return b.successResult(payment, paymentTarget{subscription: s}), b.moved(s, "subscription.updated")
	}
	return b.chargeRenewal(id, Success)
}

// maxChargeAttempts is how often a charge is tried: when it is due, and after one, two and three days.
const maxChargeAttempts = 4

// chargeRenewal makes a later charge, as Razorpay does automatically.
func (b *Server) chargeRenewal(id string, lifecycle Lifecycle) (CheckoutResult, error) {
	s := b.store.subscriptions.byID[id]
	switch {
	case s == nil:
		return CheckoutResult{}, unknownIDError()
	case s.hasEnded() || s.Status == "created" || s.Status == "paused" || s.CancelAtCycleEnd:
		return CheckoutResult{}, badRequest("Subscription is not chargeable in " + s.Status + " status.")
	}
	if err := b.passTime(s); err != nil {
		return CheckoutResult{}, err
	}
	p := b.createCharge(s)
	result, err := b.runLifecycle(lifecycle, p, Payer{Method: "card"})
	if err != nil || lifecycle != Declined {
		return result, err
	}
	return result, b.chargeFailed(b.store.payments.byID[result.PaymentID], p)
}

// chargeFailed updates a subscription after the bank has refused a charge: pending after each attempt, halted after the
// last.
func (b *Server) chargeFailed(payment *Payment, p paymentTarget) error {
	s := p.subscription
	if s.Status != "pending" && s.Status != "halted" {
		s.AuthAttempts = 0
	}
	s.AuthAttempts++
	event := "subscription.pending"
	if s.Status = "pending"; s.AuthAttempts >= maxChargeAttempts {
		s.Status, event, s.ChargeAt = "halted", "subscription.halted", 0
	}
	return b.saveStep(payment, p, b.emitEvent(event, []string{s.ID}, payloadPart{"subscription", s}))
}

// createCharge returns the order and invoice of a charge: those of the unpaid charge, or new ones.
func (b *Server) createCharge(s *Subscription) paymentTarget {
	for _, i := range b.store.invoices.list {
		if string(i.SubscriptionID) == s.ID && i.Status == "issued" && i.BillingStart == 0 {
			return b.findTarget(string(i.OrderID))
		}
	}
	return b.newCharge(s)
}

func (b *Server) newCharge(s *Subscription) paymentTarget {
	item := b.store.plans.byID[s.PlanID].Item
	amount := item.Amount * int64(s.Quantity)
	order := b.newOrder(amount, item.Currency, nil)
	now := b.now().Unix()
	invoice := &Invoice{
		ID: newID("inv_"), Entity: "invoice", SubscriptionID: text(s.ID), OrderID: text(order.ID), Status: "issued",
		Amount: amount, AmountDue: amount, Currency: item.Currency, IssuedAt: number(now), CreatedAt: now,
	}
	return paymentTarget{order: order, invoice: invoice, subscription: s}
}

// applySubscriptionCharge applies a captured charge to its subscription.
func (b *Server) applySubscriptionCharge(payment *Payment, p paymentTarget) error {
	s := p.subscription
	if s == nil || string(p.invoice.PaymentID) != payment.ID {
		return nil
	}
	first := s.PaidCount == 0
	about := p.entityIDs(payment.ID)
	if first && s.Status == "created" {
		s.Status, s.CustomerID = "authenticated", text(newID("cust_"))
		if err := b.emitEvent("subscription.authenticated", about, payloadPart{"subscription", s}); err != nil {
			return err
		}
	}
	b.startNextTerm(s)
	if first {
		if err := b.emitEvent(
			"subscription.activated", about, payloadPart{"subscription", s}, payloadPart{"payment", payment},
		); err != nil {
			return err
		}
	}
	if err := b.emitEvent(
		"subscription.charged", about, payloadPart{"subscription", s}, payloadPart{"payment", payment},
	); err != nil {
		return err
	}
	if s.RemainingCount > 0 {
		return nil
	}
	s.Status, s.EndedAt, s.ChargeAt = "completed", number(b.now().Unix()), 0
	return b.emitEvent("subscription.completed", about, payloadPart{"subscription", s}, payloadPart{"payment", payment})
}

// startNextTerm moves a subscription to its next term.
func (b *Server) startNextTerm(s *Subscription) {
	start := b.now()
	plan := b.store.plans.byID[s.PlanID]
	switch {
	case s.CurrentEnd != 0:
		start = time.Unix(int64(s.CurrentEnd), 0)
	case s.StartAt != 0:
		start = time.Unix(int64(s.StartAt), 0)
	}
	if s.Anchor == 0 {
		s.Anchor = start.In(india.Zone).Day()
	}
	end := plan.periodEnd(start, s.Anchor)
	// Cycles that were missed in the meantime stay unpaid.
	for !end.After(b.now()) {
		start, end = end, plan.periodEnd(end, s.Anchor)
	}
	s.Status = "active"
	s.PaidCount++
	s.RemainingCount--
	s.CurrentStart, s.CurrentEnd, s.ChargeAt = number(start.Unix()), number(end.Unix()), number(end.Unix())
}

// periodEnd returns the end of the period that starts at t. Months end on the same day of the month as the first period
// started, or on the last day of a shorter month.
func (p *Plan) periodEnd(t time.Time, anchor int) time.Time {
	switch n := p.Interval; p.Period {
	case "daily":
		return t.AddDate(0, 0, n)
	case "weekly":
		return t.AddDate(0, 0, 7*n)
	case "quarterly":
		return addMonths(t, 3*n, anchor)
	case "yearly":
		return addMonths(t, 12*n, anchor)
	default:
		return addMonths(t, n, anchor)
	}
}

func addMonths(t time.Time, months, day int) time.Time {
	local := t.In(india.Zone)
	first := time.Date(local.Year(), local.Month()+time.Month(months), 1, local.Hour(), local.Minute(), local.Second(),
		0, india.Zone)
	return first.AddDate(0, 0, min(day, first.AddDate(0, 1, -1).Day())-1)
}
