package demo

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/payments"
	provider "boardcircle/pb_hooks/payments/razorpay"
)

// sampleTransaction is an order of a sample member. Its outcome is captured, failed, refunded, or "" if it is
// not paid yet.
type sampleTransaction struct {
	name, location, tier, method, outcome string
	ago                                   time.Duration
}

// sampleTransactions are in chronological order, the oldest first. Customers without a sample nomination
// joined before there was a form.
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

// providerRecord returns Razorpay's ids of the n-th sample transaction, the same at each start.
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
		ids.PlanID, ids.SubscriptionID, ids.InvoiceID = annualPlan, fmt.Sprintf("sub_Sample%08d", n), fmt.Sprintf("inv_Sample%08d", n)
	}
	return ids
}

// events returns the events of the n-th sample transaction: the order, the payment and the refund.
func (s sampleTransaction) events(n int, now time.Time) []historyEvent {
	// at different times of the day
	createdAt, ids := now.Add(-s.ago-time.Duration(n%9)*53*time.Minute), providerRecord(n, s)
	list := []historyEvent{{createdAt, func(h *history) error { return h.createTransaction(s, ids) }}}
	if s.outcome != "" {
		list = append(list, historyEvent{createdAt.Add(checkoutDuration), func(h *history) error { return h.completePayment(ids, createdAt) }})
	}
	if s.outcome == "refunded" {
		list = append(list, historyEvent{createdAt.Add(refundAfter), func(h *history) error { return h.refundPayment(ids, createdAt) }})
	}
	return list
}

func (h *history) createTransaction(s sampleTransaction, ids fakerazorpay.PastTransaction) error {
	customer, err := h.tx.FindAuthRecordByEmail("users", sampleEmail(s.name))
	if err != nil {
		return err
	}
	tier, err := findTierBySlug(h.tx, s.tier)
	if err != nil {
		return err
	}
	user := identity.NewUser(customer)
	h.provider.orderID, h.provider.subscriptionID = ids.OrderID, ids.SubscriptionID
	t, err := h.payments.PlaceOrder(context.Background(), user, tier.Id,
		payments.Customer{Name: user.Name(), Email: user.Email(), Contact: user.Phone()})
	h.transactions[ids.OrderID] = t
	return err
}

func (h *history) completePayment(ids fakerazorpay.PastTransaction, createdAt time.Time) error {
	t := h.transactions[ids.OrderID]
	payment := provider.Payment{
		ID: ids.PaymentID, OrderID: ids.OrderID, InvoiceID: ids.InvoiceID, Currency: t.Currency(),
		Amount: int64(t.Amount()), Status: "captured", Captured: true, Method: ids.Method, CreatedAt: createdAt.Add(checkoutDuration),
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
	_, err := h.payments.SyncTransaction(context.Background(), h.transactions[ids.OrderID].Id)
	return err
}

// addPastTransactions adds the sample transactions to the fake Razorpay, as the ledger has them.
func (d *Demo) addPastTransactions(app core.App) error {
	for n, transaction := range sampleTransactions {
		ids := providerRecord(n, transaction)
		record, err := app.FindFirstRecordByFilter("transactions",
			"(razorpayOrderId != '' && razorpayOrderId = {:order}) || (razorpaySubscriptionId != '' && razorpaySubscriptionId = {:subscription})",
			dbx.Params{"order": ids.OrderID, "subscription": ids.SubscriptionID})
		if errors.Is(err, sql.ErrNoRows) {
			continue // deleted, or a demo of an earlier version
		}
		if err != nil {
			return err
		}
		t := &payments.Transaction{}
		t.SetProxyRecord(record)
		customer := t.Customer()
		ids.Receipt, ids.Amount, ids.Currency, ids.At = t.Id, int64(t.Amount()), t.Currency(), t.CreatedAt().Time()
		ids.Payer = fakerazorpay.Payer{Email: customer.Email, Contact: customer.Contact}
		ids.Notes = map[string]string{"transactionId": t.Id, "membershipTierId": t.TierID()}
		if err := d.razorpay.AddPastTransaction(ids); err != nil {
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
)

// sampleTiers are one of each kind: paid once, renewing yearly and monthly, with a payment page, and one that
// is no longer on sale.
var sampleTiers = []map[string]any{
	{
		"name": "Lifetime Membership", "slug": "lifetime-membership", "price": 25_000_00, "currency": "INR", "duration": "lifetime",
		"description": "A seat in the circle for good: every session, every introduction, no renewal to remember.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"Introductions to boards that are looking",
			"A mentor for your first year, or a mentee",
			"The research library, and your name on what you contribute",
			"A vote in what the circle says to the regulators",
		},
		"graceDays": 14, "isActive": true, "sortOrder": 10, "buttonText": "Join for Life", "buttonColor": "#F99F1B",
	},
	{
		"name": "Annual Membership", "slug": "annual-membership", "price": 6_000_00, "currency": "INR", "duration": "annual", "razorpayPlanId": annualPlan,
		"description": "A year at the table. It renews by itself until you say otherwise.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"Introductions to boards that are looking",
			"The research library",
		},
		"graceDays": 14, "isActive": true, "sortOrder": 20, "buttonText": "Join for a Year", "buttonColor": "#4B2745",
	},
	{
		"name": "Monthly Membership", "slug": "monthly-membership", "price": 600_00, "currency": "INR", "duration": "monthly", "razorpayPlanId": monthlyPlan,
		"description": "Come and see. A month at a time, for as long as it is useful to you.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"The research library",
		},
		"graceDays": 14, "isActive": true, "sortOrder": 30, "buttonText": "", "buttonColor": "#28605F",
	},
	{
		"name": "Patron Membership", "slug": "patron-membership", "price": 1_00_000_00, "currency": "INR", "duration": "lifetime",
		"description": "A lifetime seat, and a seat for a director who could not pay for hers.",
		"features": []string{
			"Everything in the lifetime membership",
			"One bursary seat a year, in your name or without it",
			"Dinner with the founding members, every September",
		},
		"graceDays": 14, "isActive": true, "sortOrder": 40, "buttonText": "Become a Patron", "buttonColor": "#0052CC",
	},
	{
		"name": "Founding Membership", "slug": "founding-membership", "price": 15_000_00, "currency": "INR", "duration": "lifetime",
		"description": "For the first hundred members. Closed since the launch.",
		"features":    []string{"Everything in the lifetime membership", "Your name on the founders' wall"},
		"isActive":    true, "sortOrder": 50, "buttonText": "Choose Plan", "buttonColor": "#0052CC",
	},
}

// foundingTierClosed is when the founding membership was taken off sale; the history is replayed with it
// on sale until then.
const foundingTierClosed = 240 * day

func closeFoundingTier(h *history) error {
	tier, err := findTierBySlug(h.tx, "founding-membership")
	if err != nil {
		return err
	}
	tier.Set("isActive", false)
	return h.tx.Save(tier)
}

func findTierBySlug(app core.App, slug string) (*core.Record, error) {
	return app.FindFirstRecordByData("membership_tiers", "slug", slug)
}

func addTiers(app core.App, now time.Time) error {
	for _, tier := range sampleTiers {
		if err := insert(app, "membership_tiers", now.Add(-400*day), tier, false); err != nil {
			return err
		}
	}
	return nil
}

// samplePlans are the plans of the sample tiers that are bought as subscriptions, GST included.
var samplePlans = []fakerazorpay.Plan{
	{ID: annualPlan, Period: "yearly", Item: fakerazorpay.Item{Name: "Annual Membership", Amount: 7_080_00, Currency: "INR"}},
	{ID: monthlyPlan, Period: "monthly", Item: fakerazorpay.Item{Name: "Monthly Membership", Amount: 708_00, Currency: "INR"}},
}

// SeedProviders adds the sample plans, page and transactions to the fake Razorpay, and sets the patron tier's
// payment link to the page at this start's address.
func (d *Demo) SeedProviders(app core.App, baseURL string) error {
	for _, plan := range samplePlans {
		if _, err := d.razorpay.AddPlan(plan); err != nil {
			return err
		}
	}
	_, err := d.razorpay.AddPage(fakerazorpay.Page{
		ID: patronPage, Title: "Patron Membership", Amount: 1_18_000_00, Currency: "INR", CallbackURL: baseURL + "/thank-you",
	})
	if err != nil {
		return err
	}
	if err := d.addPastTransactions(app); err != nil {
		return err
	}
	return setPaymentLink(app, "patron-membership", baseURL+razorpayPath+"/pages/"+patronPage)
}

// setPaymentLink sets a sample tier's payment link, unless an admin has set another one.
func setPaymentLink(app core.App, slug, link string) error {
	var tiers []*core.Record
	err := app.RecordQuery("membership_tiers").
		AndWhere(dbx.HashExp{"slug": slug}).
		AndWhere(dbx.Or(
			dbx.HashExp{"razorpayPaymentLink": ""},
			dbx.NewExp("razorpayPaymentLink LIKE {:ours}", dbx.Params{"ours": "%" + razorpayPath + "/pages/" + patronPage}),
		)).All(&tiers)
	if err != nil {
		return err
	}
	for _, tier := range tiers {
		tier.Set("razorpayPaymentLink", link)
		if err := app.Save(tier); err != nil {
			return err
		}
	}
	return nil
}
