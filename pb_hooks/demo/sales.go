package demo

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/payments"
	provider "boardcircle/pb_hooks/payments/razorpay"
)

// sampleSale is a purchase of a sample member. End is what became of it: captured, failed, refunded,
// or "" for one that nobody has paid yet.
type sampleSale struct {
	name, location, tier, method, end string
	ago                               time.Duration
}

// sampleSales are in the order of their time, the oldest first. Who has no nomination among the
// samples was a member before the form was there.
var sampleSales = []sampleSale{
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
	// checkoutTime is how long a buyer takes to pay.
	checkoutTime = 3 * time.Minute
	refundAfter  = 6 * day
	bankRefused  = "Your payment was declined by the bank. Please try again or use another method."
)

// saleIDs are the ids of the n-th sample sale, which are the same at each start.
func saleIDs(n int, s sampleSale) fakerazorpay.Past {
	ids := fakerazorpay.Past{Receipt: fmt.Sprintf("samplesale%05d", n), OrderID: fmt.Sprintf("order_Sample%08d", n), Status: "created"}
	if s.end != "" {
		ids.PaymentID, ids.Status, ids.Method = fmt.Sprintf("pay_Sample%08d", n), s.end, s.method
	}
	if s.end == "failed" {
		ids.Failure = bankRefused
	}
	if s.end == "refunded" {
		ids.RefundID = fmt.Sprintf("rfnd_Sample%08d", n)
	}
	if s.tier == "annual-membership" {
		ids.PlanID, ids.SubscriptionID, ids.InvoiceID = annualPlan, fmt.Sprintf("sub_Sample%08d", n), fmt.Sprintf("inv_Sample%08d", n)
	}
	return ids
}

// happenings are what befell the n-th sample sale: her order, her payment, and the money given back.
func (s sampleSale) happenings(n int, now time.Time) []happening {
	// not all at the same time of the day
	made, ids := now.Add(-s.ago-time.Duration(n%9)*53*time.Minute), saleIDs(n, s)
	list := []happening{{made, func(p *past) error { return p.begin(s, ids) }}}
	if s.end != "" {
		list = append(list, happening{made.Add(checkoutTime), func(p *past) error { return p.pay(ids, made) }})
	}
	if s.end == "refunded" {
		list = append(list, happening{made.Add(refundAfter), func(p *past) error { return p.giveBack(ids, made) }})
	}
	return list
}

func (p *past) begin(s sampleSale, ids fakerazorpay.Past) error {
	buyer, err := p.tx.FindAuthRecordByEmail("users", addressOf(s.name))
	if err != nil {
		return err
	}
	tier, err := p.tx.FindFirstRecordByData("membership_tiers", "slug", s.tier)
	if err != nil {
		return err
	}
	_, err = p.payments.BeginPast(p.tx, payments.Past{
		ID: ids.Receipt, Buyer: buyer, TierID: tier.Id, OrderID: ids.OrderID, SubscriptionID: ids.SubscriptionID,
	})
	return err
}

func (p *past) pay(ids fakerazorpay.Past, made time.Time) error {
	payment, err := p.paymentOf(ids, made)
	if err != nil {
		return err
	}
	return p.payments.EndPast(p.tx, ids.Receipt, []provider.Payment{payment}, nil)
}

func (p *past) giveBack(ids fakerazorpay.Past, made time.Time) error {
	payment, err := p.paymentOf(ids, made)
	if err != nil {
		return err
	}
	payment.Status, payment.AmountRefunded, payment.RefundStatus = "refunded", payment.Amount, "full"
	refund := provider.Refund{
		ID: ids.RefundID, PaymentID: ids.PaymentID, Status: "processed", Currency: payment.Currency, Amount: payment.Amount,
		CreatedAt: made.Add(refundAfter),
	}
	return p.payments.EndPast(p.tx, ids.Receipt, []provider.Payment{payment}, map[string][]provider.Refund{ids.PaymentID: {refund}})
}

// paymentOf is her payment as the provider would tell of it.
func (p *past) paymentOf(ids fakerazorpay.Past, made time.Time) (provider.Payment, error) {
	t, err := p.tx.FindRecordById("transactions", ids.Receipt)
	if err != nil {
		return provider.Payment{}, err
	}
	payment := provider.Payment{
		ID: ids.PaymentID, OrderID: ids.OrderID, InvoiceID: ids.InvoiceID, Currency: t.GetString("currency"),
		Amount: int64(t.GetInt("amount")), Status: "captured", Captured: true, Method: ids.Method, CreatedAt: made.Add(checkoutTime),
	}
	if ids.Status == "failed" {
		payment.Status, payment.Captured, payment.ErrorDescription = "failed", false, ids.Failure
	}
	return payment, nil
}

// rememberSales tells the provider's stand-in of the sample sales, as the ledger has them.
func (s *Sandbox) rememberSales(app core.App) error {
	for n, sale := range sampleSales {
		ids := saleIDs(n, sale)
		t, err := app.FindRecordById("transactions", ids.Receipt)
		if errors.Is(err, sql.ErrNoRows) {
			continue // a demo from before there were any, or one that was cleared
		}
		if err != nil {
			return err
		}
		ids.Amount, ids.Currency, ids.At = int64(t.GetInt("amount")), t.GetString("currency"), t.GetDateTime("createdAt").Time()
		ids.Buyer = fakerazorpay.Buyer{Email: t.GetString("customerEmail"), Contact: t.GetString("customerPhone")}
		ids.Notes = map[string]string{"transactionId": t.Id, "membershipTierId": t.GetString("membershipTierId")}
		if err := s.till.Remember(ids); err != nil {
			return err
		}
	}
	return nil
}
