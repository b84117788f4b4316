package routetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/ledgercheck"
)

// checkCaptured checks that what the provider has captured is what was sold, was returned or is listed as unmatched, in
// paise, and that the nightly check finds no difference from the provider.
func (s *fixture) checkCaptured() {
	s.Helper()
	var captured, refunded int64
	for _, p := range s.Razorpay.State().Payments {
		if p.Captured {
			captured += p.Amount
		}
	}
	for _, r := range s.Razorpay.State().Refunds {
		if r.Status == "processed" {
			refunded += r.Amount
		}
	}
	var sums struct {
		Sold      int64 `db:"sold"`
		Returned  int64 `db:"returned"`
		Unmatched int64 `db:"unmatched"`
		Listed    int64 `db:"listed"`
		Net       int64 `db:"net"`
	}
	s.must(s.PB.DB().NewQuery(`SELECT
		(SELECT COALESCE(SUM(amount - refundedAmount), 0) FROM captured_payments WHERE isSold) AS sold,
		(SELECT COALESCE(SUM(refundedAmount), 0) FROM captured_payments) AS returned,
		(SELECT COALESCE(SUM(amount - refundedAmount), 0) FROM captured_payments WHERE NOT isSold) AS unmatched,
		(SELECT COALESCE(SUM(amount - refundedAmount), 0) FROM payments_unknown WHERE needsAttention) AS listed,
		(SELECT COALESCE(SUM(amount - refundedAmount), 0) FROM transactions WHERE status IN ('completed', 'refunded')
			AND NOT isSecondPayment) AS net`).One(&sums))
	s.expect("captured, less what is sold, returned and unmatched",
		captured-sums.Sold-sums.Returned-sums.Unmatched, int64(0))
	s.expect("returned", sums.Returned, refunded)
	s.expect("the unmatched payments in the list", sums.Listed, sums.Unmatched)
	s.expect("sold according to the transactions", sums.Net, sums.Sold)
	s.expect("differences from the provider", fmt.Sprint(s.comparePayments()), "[]")
}

func (s *fixture) comparePayments() []ledgercheck.Discrepancy {
	s.Helper()
	now := s.Clock.Now()
	found, err := s.Books.CheckPayments(s.Context(), now.Add(-60*day), now.Add(day))
	s.must(err)
	return found
}

func TestTwoHalvesAreThePriceAndCanBeRefundedOneByOne(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"callbacks", "events", "late events", "a reconciliation"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			order := s.order(s.buyer, s.tier)
			first := s.pay(order, fakerazorpay.Half)
			if how == "callbacks" {
				s.callback(s.buyer, first)
				s.checkCaptured()
				s.expect("the status after one half", s.onlyTransaction().GetString("status"), "pending")
			}
			s.Clock.Advance(time.Minute)
			second := s.pay(order, fakerazorpay.Half)
			switch how {
			case "callbacks":
				s.callback(s.buyer, second)
			case "events":
				s.deliver(s.Razorpay.Events(order)...)
			case "late events":
				s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
				s.deliver(s.Razorpay.Events(second.PaymentID)...)
				s.deliver(s.Razorpay.Events(first.PaymentID)...)
				s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			}
			s.reconcile()
			s.checkCaptured()
			transaction := s.onlyTransaction()
			s.expect("the status", transaction.GetString("status"), "completed")
			s.expect("attention", transaction.GetString("attention"), "")
			s.expect("the payment", transaction.GetString("razorpayPaymentId"), second.PaymentID)
			s.expect("memberships", len(s.listAllRecords("memberships")), 1)
			s.expect("documents", len(s.listAllRecords("invoices")), 1)

			s.Clock.Advance(time.Hour)
			admin := s.SignedIn("admins", nil)
			page := admin.Get("/api/transactions/" + transaction.Id)
			s.expect("payments on the page of the transaction", len(page.JSON["payments"].([]any)), 2)
			path := "/api/transactions/" + transaction.Id + "/refund"
			s.expect("the status of a refund of one payment", admin.Post(path, map[string]any{
				"reason": "Half", "paymentId": first.PaymentID, "password": testapp.Password}).Status, 201)
			s.must(s.Jobs.Drain(s.Context()))
			s.reconcile()
			s.checkCaptured()
			s.expect("the status after one half was refunded", s.onlyTransaction().GetString("status"), "completed")
			s.expect("the status of the refund of the rest", admin.Post(path, map[string]any{
				"reason": "The rest", "password": testapp.Password}).Status, 201)
			s.must(s.Jobs.Drain(s.Context()))
			s.reconcile()
			s.checkCaptured()
			s.expect("the status after all was refunded", s.onlyTransaction().GetString("status"), "refunded")
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
		})
	}
}

func TestARefundOfASaleReturnsEveryPayment(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	s.pay(order, fakerazorpay.Half)
	s.pay(order, fakerazorpay.Half)
	s.reconcile()
	admin := s.SignedIn("admins", nil)
	s.Clock.Advance(time.Hour)
	path := "/api/transactions/" + s.onlyTransaction().Id
	s.expect("the refundable amount", admin.Get(path).JSON["refundable"], "29500")
	s.expect("the status", admin.Post(path+"/refund",
		map[string]any{"reason": "All", "amount": "20000", "password": testapp.Password}).Status, 201)
	s.must(s.Jobs.Drain(s.Context()))
	s.reconcile()
	s.checkCaptured()
	s.expect("the refunded amount", s.onlyTransaction().GetInt("refundedAmount"), 2000000)
	s.expect("refunds", len(s.Razorpay.State().Refunds), 2)
	s.expect("the status", admin.Post(path+"/refund",
		map[string]any{"reason": "The rest", "password": testapp.Password}).Status, 201)
	s.must(s.Jobs.Drain(s.Context()))
	s.reconcile()
	s.checkCaptured()
	s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "refunded")
}

// Two payments of a wrong amount: both are listed, one is refunded in Razorpay's dashboard, and the other remains listed
// until an admin resolves it.
func TestEveryPaymentOfAWrongAmountIsListedUntilItIsReturned(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	var paid []fakerazorpay.CheckoutResult
	for range 2 {
		s.Clock.Advance(time.Minute)
		paid = append(paid, s.pay(order, fakerazorpay.WrongAmount))
		s.reconcile()
		s.checkCaptured()
	}
	s.expect("unmatched payments", len(s.unsoldPayments()), 2)
	_, err := s.Razorpay.Refund(paid[1].PaymentID, 0)
	s.must(err)
	s.reconcile()
	s.checkCaptured()
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "pending")
	s.expect("attention", transaction.GetString("attention"), "wrong-amount")
	s.Clock.Advance(time.Hour)
	admin := s.SignedIn("admins", nil)
	rows := admin.Get("/api/payments/unknown?attention=any&page=1")
	s.expect("rows of the list", rows.Header.Get("X-Total-Count"), "1")
	if !strings.Contains(rows.Body, transaction.Id) {
		t.Errorf("the list does not name the transaction: %s", rows.Body)
	}
	s.expect("the status of the refund", admin.Post("/api/transactions/"+transaction.Id+"/refund",
		map[string]any{"reason": "Wrong", "password": testapp.Password}).Status, 201)
	s.must(s.Jobs.Drain(s.Context()))
	s.reconcile()
	s.checkCaptured()
	s.expect("refunds", len(s.Razorpay.State().Refunds), 2)
	s.expect("the status", s.onlyTransaction().GetString("status"), "failed")
	s.expect("attention", s.onlyTransaction().GetString("attention"), "")
}

func TestTheNightlyCheckReportsAPaymentThatTheLedgerDoesNotKnow(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	found := fmt.Sprint(s.comparePayments())
	if !strings.Contains(found, paid.PaymentID) || !strings.Contains(found, "no such payment") ||
		!strings.Contains(found, "The sum of the recent payments in INR") {
		t.Errorf("discrepancies = %s, want the payment and the sum", found)
	}
	s.reconcile()
	s.checkCaptured()
	_, err := s.Razorpay.Refund(paid.PaymentID, 100_00)
	s.must(err)
	if found := fmt.Sprint(s.comparePayments()); !strings.Contains(found, "₹100 refunded, as at Razorpay") {
		t.Errorf("discrepancies = %s, want the refund", found)
	}
}

// A buyer pays half twice and gets a part of the first half back. However the events arrive, and even if the provider's
// API is down meanwhile, the sale, its payments and its documents are the same in the end.
func TestEveryOrderOfTheEventsOfTwoHalvesLeadsToTheSameLedger(t *testing.T) {
	t.Parallel()
	for _, apiIsUp := range []bool{true, false} {
		t.Run(fmt.Sprintf("the API up: %t", apiIsUp), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			for _, order := range permutations([]string{"first", "second", "paid", "refund"}) {
				id := s.order(s.member(), s.tier)
				first := s.pay(id, fakerazorpay.Half)
				s.Clock.Advance(time.Minute)
				second := s.pay(id, fakerazorpay.Half)
				s.Clock.Advance(time.Minute)
				_, err := s.Razorpay.Refund(first.PaymentID, 100_00)
				s.must(err)
				events := map[string]fakerazorpay.Delivery{}
				for _, event := range s.Razorpay.Events(first.PaymentID) {
					switch event.Event {
					case "payment.captured":
						events["first"] = event
					case "refund.processed":
						events["refund"] = event
					}
				}
				for _, event := range s.Razorpay.Events(second.PaymentID) {
					switch event.Event {
					case "payment.captured":
						events["second"] = event
					case "order.paid":
						events["paid"] = event
					}
				}
				if !apiIsUp {
					s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
				}
				for _, name := range duplicated(order, 5) {
					if event, exists := events[name]; exists {
						s.deliver(event)
					}
				}
				s.Razorpay.SetSwitches(fakerazorpay.Switches{})
				s.reconcile()
				s.checkCaptured()
				t := s.listRecords("transactions", "id", dbx.HashExp{"razorpayOrderId": id})[0]
				got := fmt.Sprintln(t.GetString("status"), t.GetInt("amount"), t.GetInt("refundedAmount"),
					t.GetString("attention"), t.GetString("razorpayPaymentId") == second.PaymentID,
					len(s.listRecords("captured_payments", "id", dbx.HashExp{"transactionId": t.Id, "isSold": true})),
					len(s.listRecords("memberships", "id", dbx.HashExp{"transactionId": t.Id})),
					len(s.listRecords("invoices", "id", dbx.HashExp{"transactionId": t.Id})))
				s.expect(fmt.Sprint("the sale after ", order), got, "completed 2950000 10000  true 2 1 2\n")
			}
		})
	}
}

// Random payments, refunds and reports: whatever happens in whatever order, all captured money is sold, returned or
// listed after every step, and repeating everything changes nothing.
func TestAllCapturedMoneyIsSoldReturnedOrListed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			random := rand.New(rand.NewPCG(seed, 1))
			order := s.order(s.buyer, s.tier)
			lifecycles := []fakerazorpay.Lifecycle{fakerazorpay.Half, fakerazorpay.Half, fakerazorpay.WrongAmount,
				fakerazorpay.Success, fakerazorpay.LateAuthorisation}
			for range 10 {
				s.Clock.Advance(time.Duration(1+random.IntN(90)) * time.Minute)
				payments := s.Razorpay.State().Payments
				switch n := random.IntN(6); {
				case n < 3 || len(payments) == 0:
					// The provider refuses a payment of a paid order.
					_, _ = s.Razorpay.Pay(order, lifecycles[random.IntN(len(lifecycles))])
				case n < 5:
					p := payments[random.IntN(len(payments))]
					amount := (p.Amount - p.AmountRefunded) / int64(1+random.IntN(2))
					if p.Captured && amount > 0 {
						_, err := s.Razorpay.Refund(p.ID, amount)
						s.must(err)
					}
				default:
					for _, p := range payments {
						if p.Status == "failed" {
							_ = s.Razorpay.Authorise(p.ID)
						}
					}
				}
				if random.IntN(2) == 0 {
					events := s.Razorpay.Events(order)
					random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
					s.deliver(events...)
				}
				s.reconcile()
				s.checkCaptured()
				s.checkLedger()
			}
			before := s.capturedRows()
			s.deliver(s.Razorpay.Events(order)...)
			s.reconcile()
			s.expect("the payments after everything was reported again", s.capturedRows(), before)
		})
	}
}

// capturedRows describes the captured payments.
func (s *fixture) capturedRows() string {
	s.Helper()
	var lines []string
	for _, p := range s.listRecords("captured_payments", "razorpayPaymentId", dbx.NewExp("1 = 1")) {
		lines = append(lines, fmt.Sprint(p.GetString("razorpayPaymentId"), p.GetInt("amount"), p.GetInt("refundedAmount"),
			p.GetBool("isSold"), p.GetString("transactionId")))
	}
	return strings.Join(lines, "\n")
}
