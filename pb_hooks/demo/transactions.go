package demo

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

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail/outbox"
	provider "boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// sampleTransaction is an order of a sample member. Its outcome is captured, failed, refunded, or "" if it is not paid
// yet.
type sampleTransaction struct {
	name, location, tier, method, outcome string
	ago                                   time.Duration
}

// sampleTransactions are in chronological order. Customers without a sample nomination joined before nominations
// existed.
var sampleTransactions = []sampleTransaction{
	{"Zarine Mistry", "Mumbai, Maharashtra", "founding-membership", "netbanking", "captured", 348 * day},
	{"Hema Raghavan", "Chennai, Tamil Nadu", "founding-membership", "card", "captured", 331 * day},
	{"Sunita Deshmukh", "Nagpur, Maharashtra", "founding-membership", "upi", "captured", 296 * day},
	{"Prabha Nambiar", "Kochi, Kerala", "founding-membership", "upi", "captured", 262 * day},
	{"Alka Mathur", "Jaipur, Rajasthan", "annual-membership", "card", "captured", 219 * day},
	{"Anjali Saxena", "Mumbai, Maharashtra", "lifetime-membership", "netbanking", "captured", 158 * day},
	{"Geeta Malhotra", "New Delhi, Delhi", "patron-membership", "netbanking", "captured", 152 * day},
	{"Farah Siddiqui", "Hyderabad, Telangana", "annual-membership", "card", "captured", 141 * day},
	{"Urmila Thakur", "Indore, Madhya Pradesh", "lifetime-membership", "upi", "refunded", 139 * day},
	{"Swati Joshi", "Pune, Maharashtra", "lifetime-membership", "upi", "captured", 129 * day},
	{"Daksha Patel", "Ahmedabad, Gujarat", "lifetime-membership", "netbanking", "captured", 96 * day},
	{"Revathi Iyer", "Bengaluru, Karnataka", "annual-membership", "card", "captured", 88 * day},
	{"Padma Reddy", "Hyderabad, Telangana", "lifetime-membership", "card", "failed", 66 * day},
	{"Padma Reddy", "Hyderabad, Telangana", "lifetime-membership", "upi", "captured", 65 * day},
	{"Aditi Chatterjee", "Kolkata, West Bengal", "lifetime-membership", "netbanking", "captured", 58 * day},
	{"Neelam Agarwal", "New Delhi, Delhi", "lifetime-membership", "upi", "captured", 43 * day},
	{"Kavita Menon", "Kochi, Kerala", "annual-membership", "card", "captured", 29 * day},
	{"Sarojini Pillai", "Chennai, Tamil Nadu", "lifetime-membership", "card", "failed", 16 * day},
	{"Meera Krishnan", "Mumbai, Maharashtra", "lifetime-membership", "upi", "captured", 12 * day},
	{"Shirin Irani", "Mumbai, Maharashtra", "lifetime-membership", "card", "captured", 2 * day},
	{"Vidya Kulkarni", "Pune, Maharashtra", "lifetime-membership", "", "", 26 * hour},
	{"Tara Fernandes", "Mumbai, Maharashtra", "annual-membership", "", "", 3 * hour},
}

const (
	// checkoutDuration is the time from an order to its payment.
	checkoutDuration = 3 * time.Minute
	refundAfter      = 6 * day
	declineMessage   = "Your payment was declined by the bank. Please try again or use another method."
)

// providerRecord returns Razorpay's ids of the n-th sample transaction. They are the same at each start.
func providerRecord(n int, s sampleTransaction) fakerazorpay.PastTransaction {
	ids := fakerazorpay.PastTransaction{OrderID: fmt.Sprintf("order_Sample%08d", n), Status: "created"}
	if s.outcome != "" {
		ids.PaymentID, ids.Status, ids.Method = fmt.Sprintf("pay_Sample%08d", n), s.outcome, s.method
	}
	if s.outcome == "failed" {
		ids.Failure = declineMessage
	}
	if s.outcome == "refunded" {
		ids.RefundID = fmt.Sprintf("rfnd_Sample%08d", n)
	}
	if s.tier == "annual-membership" {
		ids.PlanID, ids.SubscriptionID, ids.InvoiceID = annualPlan, fmt.Sprintf("sub_Sample%08d",
			n), fmt.Sprintf("inv_Sample%08d", n)
	}
	return ids
}

// events returns the events of the n-th sample transaction: the order, the payment and the refund.
func (s sampleTransaction) events(n int, now time.Time) []historyEvent {
	// Spread the transactions over the day.
	createdAt, ids := now.Add(-s.ago-time.Duration(n%9)*53*time.Minute), providerRecord(n, s)
	list := []historyEvent{{createdAt, func(h *history) error { return h.placeOrder(s, ids) }}}
	if s.outcome != "" {
		list = append(list, historyEvent{createdAt.Add(checkoutDuration), func(h *history) error {
			return h.completePayment(ids, createdAt)
		}})
	}
	if s.outcome == "refunded" {
		list = append(list, historyEvent{createdAt.Add(refundAfter), func(h *history) error {
			return h.refundPayment(ids, createdAt)
		}})
	}
	return list
}

func (h *history) placeOrder(s sampleTransaction, ids fakerazorpay.PastTransaction) error {
	customer, err := identity.FindUserByEmail(h.tx, sampleEmail(s.name))
	if err != nil {
		return err
	}
	h.provider.orderID, h.provider.subscriptionID = ids.OrderID, ids.SubscriptionID
	ids.At = h.clock.Now()
	order := pastOrder{ids: ids}
	err = h.call(h.payments.Checkout.CreateOrder().Handler, request{by: customer.Record, body: map[string]any{
		"customerName": customer.Name(), "customerEmail": customer.Email(), "customerPhone": customer.Phone(),
		"membershipTierId": h.tierIDs[s.tier],
	}}, &order)
	h.orders[ids.OrderID] = order
	return err
}

func (h *history) completePayment(ids fakerazorpay.PastTransaction, createdAt time.Time) error {
	order := h.orders[ids.OrderID]
	payment := provider.Payment{
		ID:        ids.PaymentID,
		OrderID:   ids.OrderID,
		InvoiceID: ids.InvoiceID,
		Currency:  order.Currency,
		Amount:    order.Amount,
		Status:    "captured",
		Captured:  true,
		Method:    ids.Method,
		CreatedAt: createdAt.Add(checkoutDuration),
	}
	if ids.Status == "failed" {
		payment.Status, payment.Captured, payment.ErrorDescription = "failed", false, ids.Failure
	}
	return h.syncPayment(ids, payment)
}

func (h *history) refundPayment(ids fakerazorpay.PastTransaction, createdAt time.Time) error {
	payment := h.provider.byOrder[cmp.Or(ids.SubscriptionID, ids.OrderID)][0]
	return h.syncPayment(ids, h.provider.refund(payment, ids.RefundID, createdAt.Add(refundAfter)))
}

// syncPayment adds a payment at the provider and syncs the transaction.
func (h *history) syncPayment(ids fakerazorpay.PastTransaction, payment provider.Payment) error {
	h.provider.byOrder[cmp.Or(ids.SubscriptionID, ids.OrderID)] = []provider.Payment{payment}
	_, err := h.payments.Reconciler.SyncTransaction(context.Background(), h.orders[ids.OrderID].Notes["transactionId"])
	return err
}

// samplePagePayment is a payment on the patrons' page by a person whose card was declined at the checkout. It belongs
// to no transaction, so an admin must attach it to its payer.
var samplePagePayment = fakerazorpay.PastTransaction{
	OrderID: "order_SamplePage0001", PaymentID: "pay_SamplePage0001", Status: "captured", Method: "netbanking",
	Amount: patronPageAmount, Currency: "INR",
}

// pagePaidAgo is how long ago it was paid.
const pagePaidAgo = 4 * day

// pagePayment returns the sample payment as the provider reports it.
func pagePayment(at time.Time) fakerazorpay.PastTransaction {
	paid := samplePagePayment
	n := slices.IndexFunc(sampleTransactions, func(s sampleTransaction) bool { return s.name == "Sarojini Pillai" })
	paid.Payer = fakerazorpay.Payer{Email: sampleEmail(sampleTransactions[n].name), Contact: samplePhone(n)}
	paid.At = at
	return paid
}

// payOnPage makes the payment on the page. The daily comparison with the provider finds it.
func (h *history) payOnPage() error {
	paid := pagePayment(h.clock.Now())
	h.provider.onPage = []provider.Payment{{
		ID:        paid.PaymentID,
		OrderID:   paid.OrderID,
		Currency:  paid.Currency,
		Amount:    paid.Amount,
		Status:    "captured",
		Captured:  true,
		Method:    paid.Method,
		Email:     paid.Payer.Email,
		Contact:   paid.Payer.Contact,
		CreatedAt: paid.At,
	}}
	_, err := h.payments.Reconciler.SyncRecentPayments(context.Background(), day)
	return err
}

// addPastTransactions adds the orders of the sample history to the fake Razorpay, with the data of the ledger.
func (d *Demo) addPastTransactions(orders map[string]pastOrder) error {
	for _, id := range slices.Sorted(maps.Keys(orders)) {
		order := orders[id]
		past := order.ids
		past.Receipt, past.Amount, past.Currency = order.Notes["transactionId"], order.Amount, order.Currency
		past.Payer = fakerazorpay.Payer{Email: order.Customer.Email, Contact: order.Customer.Contact}
		past.Notes = order.Notes
		if err := d.razorpay.AddPastTransaction(past); err != nil {
			return err
		}
	}
	return nil
}

// Razorpay's ids of the sample plans and page, the same at each start.
const (
	annualPlan  = "plan_CircleAnnual01"
	monthlyPlan = "plan_CircleMonthly1"
	patronPage  = "pl_CirclePatron01"
	patronSlug  = "patron-membership"

	// patronPageAmount is the price on the page, including GST.
	patronPageAmount = 1_18_000_00
)

// sampleTiers has one tier of each kind: paid once, renewed yearly, renewed monthly, with a payment page, and no longer
// on sale.
var sampleTiers = []map[string]any{
	{
		"name":        "Lifetime Membership",
		"slug":        "lifetime-membership",
		"price":       "25000",
		"currency":    "INR",
		"duration":    "lifetime",
		"description": "A seat in the circle for good: every session, every introduction, no renewal to remember.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"Introductions to boards that are looking",
			"A mentor for your first year, or a mentee",
			"The research library, and your name on what you contribute",
			"A vote in what the circle says to the regulators",
		},
		"isActive":    true,
		"sortOrder":   "10",
		"buttonText":  "Join for Life",
		"buttonColor": "#F99F1B",
	},
	{
		"name":           "Annual Membership",
		"slug":           "annual-membership",
		"price":          "6000",
		"currency":       "INR",
		"duration":       "annual",
		"razorpayPlanId": annualPlan,
		"description":    "A year at the table. It renews automatically until you cancel.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"Introductions to boards that are looking",
			"The research library",
		},
		"isActive":    true,
		"sortOrder":   "20",
		"buttonText":  "Join for a Year",
		"buttonColor": "#4B2745",
	},
	{
		"name":           "Monthly Membership",
		"slug":           "monthly-membership",
		"price":          "600",
		"currency":       "INR",
		"duration":       "monthly",
		"razorpayPlanId": monthlyPlan,
		"description":    "Come and see. A month at a time, for as long as it is useful to you.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"The research library",
		},
		"isActive":    true,
		"sortOrder":   "30",
		"buttonText":  "",
		"buttonColor": "#28605F",
	},
	{
		"name": "Patron Membership", "slug": patronSlug, "price": "100000", "currency": "INR", "duration": "lifetime",
		"description": "A lifetime seat, and a seat for a director who could not pay for hers.",
		"features": []string{
			"Everything in the lifetime membership",
			"One bursary seat a year, in your name or without it",
			"Dinner with the founding members, every September",
		},
		"isActive": true, "sortOrder": "40", "buttonText": "Become a Patron", "buttonColor": "#0052CC",
	},
	{
		"name":        "Founding Membership",
		"slug":        "founding-membership",
		"price":       "15000",
		"currency":    "INR",
		"duration":    "lifetime",
		"description": "For the first hundred members. Closed since the launch.",
		"features":    []string{"Everything in the lifetime membership", "Your name on the founders' wall"},
		"isActive":    true,
		"sortOrder":   "50",
		"buttonText":  "Choose Plan",
		"buttonColor": "#0052CC",
	},
}

// foundingTierClosed is when the founding membership was taken off sale. In the history, it is on sale until then.
const foundingTierClosed = 240 * day

// tierEvents put the sample tiers on sale.
func tierEvents(patronLink string, now time.Time) []historyEvent {
	list := []historyEvent{}
	for _, tier := range sampleTiers {
		list = append(list, historyEvent{now.Add(-foundedAgo), func(h *history) error {
			return h.createTier(tier, patronLink)
		}})
	}
	return append(list, historyEvent{now.Add(-foundingTierClosed), func(h *history) error {
		body := map[string]any{"isActive": false}
		return h.call(h.tiers.Update().Handler,
			request{by: h.admins[demoUsername], id: h.tierIDs["founding-membership"], body: body}, nil)
	}})
}

func (h *history) createTier(tier map[string]any, patronLink string) error {
	tier = maps.Clone(tier)
	if tier["slug"] == patronSlug {
		tier["razorpayPaymentLink"] = patronLink
	}
	var created struct{ ID string }
	err := h.call(h.tiers.Create().Handler, request{by: h.admins[demoUsername], body: tier}, &created)
	h.tierIDs[tier["slug"].(string)] = created.ID
	return err
}

// samplePlans are the plans of the sample tiers with subscriptions, including GST.
var samplePlans = []fakerazorpay.Plan{
	{
		ID:     annualPlan,
		Period: "yearly",
		Item:   fakerazorpay.Item{Name: "Annual Membership", Amount: 7_080_00, Currency: "INR"},
	},
	{
		ID:     monthlyPlan,
		Period: "monthly",
		Item:   fakerazorpay.Item{Name: "Monthly Membership", Amount: 708_00, Currency: "INR"},
	},
}

// addPlans adds the sample plans and page to the fake Razorpay.
func (d *Demo) addPlans(baseURL string) error {
	for _, plan := range samplePlans {
		if _, err := d.razorpay.AddPlan(plan); err != nil {
			return err
		}
	}
	_, err := d.razorpay.AddPage(fakerazorpay.Page{
		ID:          patronPage,
		Title:       "Patron Membership",
		Amount:      patronPageAmount,
		Currency:    "INR",
		CallbackURL: baseURL + "/thank-you",
	})
	return err
}

// pastApprovals returns approvals without notices, because the history has no second admin.
func pastApprovals(app core.App, log *audit.Log, now clock.Clock) *approvals.Approvals {
	return approvals.New(app, approvals.Deps{
		Audit:          log,
		Outbox:         noOutbox{},
		Clock:          now,
		FindConfirmers: func(core.App, string) ([]string, error) { return nil, nil },
	})
}

// noOutbox sends nothing.
type noOutbox struct{}

func (noOutbox) Register(...outbox.Kind)              {}
func (noOutbox) Enqueue(core.App, outbox.Email) error { return nil }

// pastTiers returns tier options that accept the patrons' payment link and notify no one.
func pastTiers(patronLink string, asked *approvals.Approvals, now clock.Clock) tiers.Options {
	return tiers.Options{
		SandboxLinks: patronLink, FindPlan: findSamplePlan, Approvals: asked, Clock: now,
		NotifyAdmins: func(core.App, *core.Record, []string) error { return nil },
	}
}

// findSamplePlan returns a sample plan of the fake Razorpay.
func findSamplePlan(_ context.Context, id string) (tiers.Plan, error) {
	for _, plan := range samplePlans {
		if plan.ID == id {
			return tiers.Plan{
				Period:   plan.Period,
				Interval: 1,
				Amount:   money.Amount(plan.Item.Amount),
				Currency: plan.Item.Currency,
			}, nil
		}
	}
	return tiers.Plan{}, tiers.ErrPlanNotFound
}

// updatePatronLink sets the payment link of the patrons' tier to the current address of the page, unless an admin has
// set another link or has deleted the tier.
func updatePatronLink(app core.App, link string) error {
	admin, err := identity.FindAdminByUsername(app, demoUsername)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	log := audit.New(clock.System)
	feature := tiers.New(app, log, pastTiers(link, pastApprovals(app, log, clock.System), clock.System))
	var list []struct{ ID, Slug, RazorpayPaymentLink string }
	if err := call(app, feature.List().Handler, request{by: admin.Record}, &list); err != nil {
		return err
	}
	for _, tier := range list {
		if tier.Slug != patronSlug || tier.RazorpayPaymentLink == link ||
			!strings.HasSuffix(tier.RazorpayPaymentLink, razorpayPath+"/pages/"+patronPage) {
			continue
		}
		body := map[string]any{"razorpayPaymentLink": link}
		if err := call(app, feature.Update().Handler, request{by: admin.Record, id: tier.ID, body: body},
			nil); err != nil {
			return err
		}
	}
	return nil
}
