package fakerazorpay

import (
	"cmp"
	"net/http"
	"slices"
	"time"
)

var periods = []string{"daily", "weekly", "monthly", "quarterly", "yearly"}

func (b *Razorpay) createPlan(r *http.Request) (any, error) {
	var asked Plan
	if err := decode(r, &asked); err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains(periods, asked.Period):
		return nil, badField("period", "The selected period is invalid.")
	case asked.Interval < 1:
		return nil, badField("interval", "The interval must be at least 1.")
	case asked.Item.Name == "":
		return nil, badField("name", "The name field is required.")
	}
	if no := checkMoney(&asked.Item.Amount, asked.Item.Currency); no != nil {
		return nil, no
	}
	if no := checkNotes(asked.Notes); no != nil {
		return nil, no
	}
	asked.ID = ""
	plan := b.completed(asked)
	return plan, b.store.save(entry{Plan: plan})
}

// completed fills in what the provider gives a plan.
func (b *Razorpay) completed(p Plan) *Plan {
	p.ID, p.Entity, p.CreatedAt = cmp.Or(p.ID, newID("plan_")), "plan", b.now().Unix()
	p.Interval = cmp.Or(p.Interval, 1)
	p.Item.ID, p.Item.Active, p.Item.UnitAmount, p.Item.Type = newID("item_"), true, p.Item.Amount, "plan"
	return &p
}

func (b *Razorpay) listPlans(r *http.Request) (any, error) {
	return page(r, b.store.plans.newest(everything), func(p Plan) int64 { return p.CreatedAt })
}

func (b *Razorpay) fetchPlan(r *http.Request) (any, error) {
	return fetched(b.store.plans.byID[r.PathValue("id")])
}

func (b *Razorpay) createSubscription(r *http.Request) (any, error) {
	var asked struct {
		PlanID     string `json:"plan_id"`
		TotalCount int    `json:"total_count"`
		Quantity   int    `json:"quantity"`
		Notes      notes  `json:"notes"`
	}
	if err := decode(r, &asked); err != nil {
		return nil, err
	}
	switch {
	case b.store.plans.byID[asked.PlanID] == nil:
		return nil, unknown()
	case asked.TotalCount < 1:
		return nil, badField("total_count", "The total count must be at least 1.")
	}
	if no := checkNotes(asked.Notes); no != nil {
		return nil, no
	}
	s := &Subscription{
		ID: newID("sub_"), Entity: "subscription", PlanID: asked.PlanID, Status: "created", Quantity: max(1, asked.Quantity),
		Notes: asked.Notes, TotalCount: asked.TotalCount, RemainingCount: asked.TotalCount, CustomerNotify: true, CreatedAt: b.now().Unix(),
	}
	return s, b.store.save(entry{Subscription: s})
}

func (b *Razorpay) listSubscriptions(r *http.Request) (any, error) {
	plan := r.URL.Query().Get("plan_id")
	found := b.store.subscriptions.newest(func(s *Subscription) bool { return plan == "" || s.PlanID == plan })
	return page(r, found, func(s Subscription) int64 { return s.CreatedAt })
}

func (b *Razorpay) fetchSubscription(r *http.Request) (any, error) {
	return fetched(b.store.subscriptions.byID[r.PathValue("id")])
}

func (b *Razorpay) cancelSubscription(r *http.Request) (any, error) {
	return b.cancel(r.PathValue("id"))
}

func (b *Razorpay) cancel(id string) (*Subscription, error) {
	s := b.store.subscriptions.byID[id]
	switch {
	case s == nil:
		return nil, unknown()
	case s.ended():
		return nil, bad("Subscription is not cancellable in " + s.Status + " status.")
	}
	s.Status, s.EndedAt, s.ChargeAt = "cancelled", number(b.now().Unix()), 0
	if err := b.tell("subscription.cancelled", []string{s.ID}, part{"subscription", s}); err != nil {
		return nil, err
	}
	return s, b.store.save(entry{Subscription: s})
}

func (s *Subscription) ended() bool {
	return s.Status == "cancelled" || s.Status == "completed" || s.Status == "expired"
}

func (b *Razorpay) listInvoices(r *http.Request) (any, error) {
	id := r.URL.Query().Get("subscription_id")
	found := b.store.invoices.newest(func(i *Invoice) bool { return id == "" || string(i.SubscriptionID) == id })
	return page(r, found, func(i Invoice) int64 { return i.CreatedAt })
}

func (b *Razorpay) fetchInvoice(r *http.Request) (any, error) {
	return fetched(b.store.invoices.byID[r.PathValue("id")])
}

// paySubscription is the first charge, which the buyer makes in the checkout.
func (b *Razorpay) paySubscription(id string, course Course, who Buyer) (Outcome, error) {
	s := b.store.subscriptions.byID[id]
	switch {
	case s == nil:
		return Outcome{}, unknown()
	case s.Status != "created":
		return Outcome{}, bad("Subscription is not payable in " + s.Status + " status.")
	}
	s.AuthAttempts++
	return b.follow(course, b.bill(s), who)
}

// chargeAgain is a later charge, which the provider makes by itself.
func (b *Razorpay) chargeAgain(id string, course Course) (Outcome, error) {
	s := b.store.subscriptions.byID[id]
	switch {
	case s == nil:
		return Outcome{}, unknown()
	case s.ended() || s.Status == "created":
		return Outcome{}, bad("Subscription is not chargeable in " + s.Status + " status.")
	}
	p := b.bill(s)
	outcome, err := b.follow(course, p, Buyer{Method: "card"})
	if err != nil || course != Refused {
		return outcome, err
	}
	event := "subscription.pending"
	s.Status = map[string]string{"pending": "halted", "halted": "halted"}[s.Status]
	if s.Status == "halted" {
		event = "subscription.halted"
	} else {
		s.Status = "pending"
	}
	return outcome, b.kept(b.store.payments.byID[outcome.PaymentID], p, b.tell(event, []string{s.ID}, part{"subscription", s}))
}

// bill gives a charge its invoice and order; an unpaid one is taken up again.
func (b *Razorpay) bill(s *Subscription) purchase {
	for _, i := range b.store.invoices.list {
		if string(i.SubscriptionID) == s.ID && i.Status == "issued" {
			return b.purchaseOf(string(i.OrderID))
		}
	}
	item := b.store.plans.byID[s.PlanID].Item
	amount := item.Amount * int64(s.Quantity)
	order := b.newOrder(amount, item.Currency, nil)
	now := b.now().Unix()
	invoice := &Invoice{
		ID: newID("inv_"), Entity: "invoice", SubscriptionID: text(s.ID), OrderID: text(order.ID), Status: "issued",
		Amount: amount, AmountDue: amount, Currency: item.Currency, IssuedAt: number(now), CreatedAt: now,
	}
	return purchase{order: order, invoice: invoice, subscription: s}
}

// tellSubscription moves a subscription on by a captured charge.
func (b *Razorpay) tellSubscription(payment *Payment, p purchase) error {
	s := p.subscription
	if s == nil || string(p.invoice.PaymentID) != payment.ID {
		return nil
	}
	first := s.PaidCount == 0
	about := p.about(payment.ID)
	if first {
		s.Status = "authenticated"
		if err := b.tell("subscription.authenticated", about, part{"subscription", s}); err != nil {
			return err
		}
	}
	b.advance(s)
	if first {
		if err := b.tell("subscription.activated", about, part{"subscription", s}, part{"payment", payment}); err != nil {
			return err
		}
	}
	if err := b.tell("subscription.charged", about, part{"subscription", s}, part{"payment", payment}); err != nil {
		return err
	}
	if s.RemainingCount > 0 {
		return nil
	}
	s.Status, s.EndedAt, s.ChargeAt = "completed", number(b.now().Unix()), 0
	return b.tell("subscription.completed", about, part{"subscription", s}, part{"payment", payment})
}

// advance gives a subscription its next term.
func (b *Razorpay) advance(s *Subscription) {
	start := b.now()
	if s.CurrentEnd != 0 {
		start = time.Unix(int64(s.CurrentEnd), 0)
	}
	end := b.store.plans.byID[s.PlanID].after(start)
	s.Status = "active"
	s.PaidCount++
	s.RemainingCount--
	s.CurrentStart, s.CurrentEnd, s.ChargeAt = number(start.Unix()), number(end.Unix()), number(end.Unix())
}

// after is a plan's period after a time.
func (p *Plan) after(t time.Time) time.Time {
	switch n := p.Interval; p.Period {
	case "daily":
		return t.AddDate(0, 0, n)
	case "weekly":
		return t.AddDate(0, 0, 7*n)
	case "quarterly":
		return t.AddDate(0, 3*n, 0)
	case "yearly":
		return t.AddDate(n, 0, 0)
	default:
		return t.AddDate(0, n, 0)
	}
}
