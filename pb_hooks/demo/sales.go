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

// sampleTransaction is a purchase of a sample member. End is what became of it: captured, failed, refunded,
// or "" for one that nobody has paid yet.
type sampleTransaction struct {
	name, location, tier, method, outcome string
	ago                                   time.Duration
}

// sampleTransactions are in the order of their time, the oldest first. Who has no nomination among the
// samples was a member before the form was there.
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
	// checkoutDuration is how long a buyer takes to pay.
	checkoutDuration = 3 * time.Minute
	refundAfter      = 6 * day
	declineMessage   = "Your payment was declined by the bank. Please try again or use another method."
)

// providerRecord are the ids of the n-th sample sale, which are the same at each start.
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

// events are what befell the n-th sample sale: her order, her payment, and the money given back.
func (s sampleTransaction) events(n int, now time.Time) []historyEvent {
	// not all at the same time of the day
	createdAt, ids := now.Add(-s.ago-time.Duration(n%9)*53*time.Minute), providerRecord(n, s)
	list := []historyEvent{{createdAt, func(p *history) error { return p.createTransaction(s, ids) }}}
	if s.outcome != "" {
		list = append(list, historyEvent{createdAt.Add(checkoutDuration), func(p *history) error { return p.completePayment(ids, createdAt) }})
	}
	if s.outcome == "refunded" {
		list = append(list, historyEvent{createdAt.Add(refundAfter), func(p *history) error { return p.refundPayment(ids, createdAt) }})
	}
	return list
}

func (p *history) createTransaction(s sampleTransaction, ids fakerazorpay.PastTransaction) error {
	customer, err := p.tx.FindAuthRecordByEmail("users", sampleEmail(s.name))
	if err != nil {
		return err
	}
	tier, err := findTierBySlug(p.tx, s.tier)
	if err != nil {
		return err
	}
	buyer := identity.NewUser(customer)
	p.provider.orderID, p.provider.subscriptionID = ids.OrderID, ids.SubscriptionID
	t, err := p.payments.PlaceOrder(context.Background(), buyer, tier.Id,
		payments.Customer{Name: buyer.Name(), Email: buyer.Email(), Contact: buyer.Phone()})
	p.transactions[ids.OrderID] = t
	return err
}

func (p *history) completePayment(ids fakerazorpay.PastTransaction, made time.Time) error {
	t := p.transactions[ids.OrderID]
	payment := provider.Payment{
		ID: ids.PaymentID, OrderID: ids.OrderID, InvoiceID: ids.InvoiceID, Currency: t.Currency(),
		Amount: int64(t.Amount()), Status: "captured", Captured: true, Method: ids.Method, CreatedAt: made.Add(checkoutDuration),
	}
	if ids.Status == "failed" {
		payment.Status, payment.Captured, payment.ErrorDescription = "failed", false, ids.Failure
	}
	return p.syncPayment(ids, payment)
}

func (p *history) refundPayment(ids fakerazorpay.PastTransaction, made time.Time) error {
	payment := p.provider.byOrder[cmp.Or(ids.SubscriptionID, ids.OrderID)][0]
	return p.syncPayment(ids, p.provider.refund(payment, ids.RefundID, made.Add(refundAfter)))
}

// syncPayment lets the ledger find a payment at the provider.
func (p *history) syncPayment(ids fakerazorpay.PastTransaction, payment provider.Payment) error {
	p.provider.byOrder[cmp.Or(ids.SubscriptionID, ids.OrderID)] = []provider.Payment{payment}
	_, err := p.payments.SyncTransaction(context.Background(), p.transactions[ids.OrderID].Id)
	return err
}

// addPastTransactions tells the provider's stand-in of the sample sales, as the ledger has them.
func (s *Demo) addPastTransactions(app core.App) error {
	for n, transaction := range sampleTransactions {
		ids := providerRecord(n, transaction)
		t, err := app.FindFirstRecordByFilter("transactions",
			"(razorpayOrderId != '' && razorpayOrderId = {:order}) || (razorpaySubscriptionId != '' && razorpaySubscriptionId = {:subscription})",
			dbx.Params{"order": ids.OrderID, "subscription": ids.SubscriptionID})
		if errors.Is(err, sql.ErrNoRows) {
			continue // a demo from before there were any, or one that was cleared
		}
		if err != nil {
			return err
		}
		ids.Receipt = t.Id
		ids.Amount, ids.Currency, ids.At = int64(t.GetInt("amount")), t.GetString("currency"), t.GetDateTime("createdAt").Time()
		ids.Payer = fakerazorpay.Payer{Email: t.GetString("customerEmail"), Contact: t.GetString("customerPhone")}
		ids.Notes = map[string]string{"transactionId": t.Id, "membershipTierId": t.GetString("membershipTierId")}
		if err := s.razorpay.AddPastTransaction(ids); err != nil {
			return err
		}
	}
	return nil
}
