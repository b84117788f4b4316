package routetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// The tests in this file deliver the events of a purchase in every order. The buyer fails once, pays, and gets a
// refund. The ledger must be the same in the end, even if events arrive late or twice.

// callback is the browser's callback in a list of events.
const callback = "callback"

// paymentLifecycle is one buyer's purchase at the provider.
type paymentLifecycle struct {
	buyer  *testapp.Visitor
	order  string
	paid   fakerazorpay.CheckoutResult
	events map[string]fakerazorpay.Delivery
}

// newLifecycle makes a purchase at the provider. Its events are not delivered.
func (s *fixture) newLifecycle(refund bool) paymentLifecycle {
	s.Helper()
	buyer := s.member()
	order := s.order(buyer, s.tier)
	_, err := s.Razorpay.Fail(order)
	s.must(err)
	purchase := paymentLifecycle{
		buyer:  buyer,
		order:  order,
		paid:   s.pay(order, fakerazorpay.Success),
		events: map[string]fakerazorpay.Delivery{},
	}
	if refund {
		_, err := s.Razorpay.Refund(purchase.paid.PaymentID, 0)
		s.must(err)
	}
	for _, event := range s.Razorpay.Events(order) {
		purchase.events[event.Event] = event
	}
	return purchase
}

// deliverInOrder delivers events of a purchase, and its callback, in the given order.
func (s *fixture) deliverInOrder(lifecycle paymentLifecycle, order []string) {
	s.Helper()
	for _, name := range order {
		if name != callback {
			s.deliver(lifecycle.events[name])
			continue
		}
		if answer := s.callback(lifecycle.buyer, lifecycle.paid); answer.Status != 200 {
			s.Fatalf("callback: status = %d, want 200: %s", answer.Status, answer.Body)
		}
	}
}

// ledgerAfter describes the ledger entries of a purchase, one line each.
func (s *fixture) ledgerAfter(lifecycle paymentLifecycle) string {
	s.Helper()
	var lines []string
	for _, t := range s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayOrderId": lifecycle.order}) {
		lines = append(lines, fmt.Sprintf(
			"transaction %s, %d of %d refunded, paid by %t through %s, attention %q, %s",
			t.GetString("status"), t.GetInt("refundedAmount"), t.GetInt("amount"),
			t.GetString("razorpayPaymentId") == lifecycle.paid.PaymentID, t.GetString("paymentMethod"),
			t.GetString("attention"), summarize(t)))
		for _, m := range s.listRecords("memberships", "startsAt", dbx.HashExp{"transactionId": t.Id}) {
			lines = append(lines, fmt.Sprintf("membership of that payment %t, from %s to %q, revoked %t",
				m.GetString("razorpayPaymentId") == lifecycle.paid.PaymentID,
				m.GetString("startsAt"), m.GetString("endsAt"), !m.GetDateTime("revokedAt").IsZero()))
		}
		for _, i := range s.listRecords("invoices", "kind", dbx.HashExp{"transactionId": t.Id}) {
			lines = append(lines, "document "+i.GetString("kind"))
		}
		emails := s.listRecords("email_logs", "kind",
			dbx.NewExp("json_extract(params, '$.transactionId') = {:id}", dbx.Params{"id": t.Id}))
		for _, l := range emails {
			lines = append(lines, "email "+l.GetString("kind"))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

var (
	completed = "document receipt\nemail payment-confirmed\nmembership of that payment true, from 2026-08-03 06:30:00.000Z to \"\", revoked false\n" +
		`transaction completed, 0 of 2950000 refunded, paid by true through upi, attention "", paid at 1785738600, failure "", 0 refunds`
	refunded = "document credit-note\ndocument receipt\nemail payment-confirmed\nemail refund-recorded\n" +
		"membership of that payment true, from 2026-08-03 06:30:00.000Z to \"\", revoked true\n" +
		`transaction refunded, 2950000 of 2950000 refunded, paid by true through upi, attention "", paid at 1785738600, failure "", 1 refunds`
)

// permutations returns all orders of the names.
func permutations(names []string) [][]string {
	if len(names) == 0 {
		return [][]string{nil}
	}
	var all [][]string
	for i, name := range names {
		rest := slices.Concat(names[:i:i], names[i+1:])
		for _, tail := range permutations(rest) {
			all = append(all, slices.Concat([]string{name}, tail))
		}
	}
	return all
}

// duplicated repeats some names at the end of an order, where retries arrive. The bits of the mask select the names.
func duplicated(order []string, mask int) []string {
	all := slices.Clone(order)
	for i, name := range order {
		if mask&(1<<i) != 0 {
			all = append(all, name)
		}
	}
	return all
}

// deliveryOrders returns all orders of the names, each with some names repeated.
func deliveryOrders(names []string) [][]string {
	all := permutations(names)
	for i, order := range all {
		all[i] = duplicated(order, i%(1<<len(order)))
	}
	return all
}

// sampleOrders returns four of the delivery orders, always the same.
func sampleOrders(names []string) [][]string {
	all := deliveryOrders(names)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:4]
}

func TestEveryOrderOfEventsLeadsToTheSameLedger(t *testing.T) {
	testdb.Long(t)
	t.Parallel()
	testSameLedger(t, deliveryOrders)
}

func TestSomeOrdersOfEventsLeadToTheSameLedger(t *testing.T) {
	t.Parallel()
	testSameLedger(t, sampleOrders)
}

func testSameLedger(t *testing.T, orders func(names []string) [][]string) {
	for _, c := range []struct {
		name   string
		names  []string
		refund bool
		want   string
	}{
		{"a transaction", []string{"payment.failed", "payment.authorized", "payment.captured", "order.paid"}, false, completed},
		{"a transaction with the callback", []string{"payment.failed", "payment.authorized", "payment.captured", "order.paid", callback}, false, completed},
		{"a refund", []string{"payment.authorized", "payment.captured", "order.paid", "refund.created", "refund.processed"}, true, refunded},
		{"a refund with the callback", []string{"payment.failed", "payment.captured", "order.paid", "refund.processed", callback}, true, refunded},
	} {
		for _, apiIsUp := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, the API up: %t", c.name, apiIsUp), func(t *testing.T) {
				t.Parallel()
				s := newFixture(t)
				orders := orders(c.names)
				purchases := make([]paymentLifecycle, len(orders))
				for i := range purchases {
					purchases[i] = s.newLifecycle(c.refund)
				}
				if !apiIsUp {
					s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
				}
				for i, purchase := range purchases {
					s.deliverInOrder(purchase, orders[i])
					if got := s.ledgerAfter(purchase); got != c.want {
						t.Fatalf("ledger after the order %v:\n%s\nwant\n%s", orders[i], got, c.want)
					}
				}
				s.Razorpay.SetSwitches(fakerazorpay.Switches{})
				s.reconcile()
				for i, purchase := range purchases {
					if got := s.ledgerAfter(purchase); got != c.want {
						t.Fatalf("ledger after the order %v and a reconciliation:\n%s\nwant\n%s", orders[i], got,
							c.want)
					}
				}
			})
		}
	}
}

// While the API is up, any single event is enough, and all others may be lost.
func TestAnySingleEventCompletesTheTransaction(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	for _, refund := range []bool{false, true} {
		want := map[bool]string{false: completed, true: refunded}[refund]
		for name := range s.newLifecycle(refund).events {
			purchase := s.newLifecycle(refund)
			s.deliverInOrder(purchase, []string{name})
			if got := s.ledgerAfter(purchase); got != want {
				t.Errorf("ledger after only %s:\n%s\nwant\n%s", name, got, want)
			}
		}
		purchase := s.newLifecycle(refund)
		s.deliverInOrder(purchase, []string{callback})
		if got := s.ledgerAfter(purchase); got != want {
			t.Errorf("ledger after only the callback:\n%s\nwant\n%s", got, want)
		}
		purchase = s.newLifecycle(refund)
		s.reconcile()
		if got := s.ledgerAfter(purchase); got != want {
			t.Errorf("ledger after only a reconciliation:\n%s\nwant\n%s", got, want)
		}
	}
}
