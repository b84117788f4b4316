package routetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

const staticPage = "https://rzp.io/l/patron"

// linked puts a tier of ₹1,00,000 on sale that is paid by a link.
func (s *fixture) linked() *core.Record {
	s.Helper()
	return s.createTier("patron", "lifetime", map[string]any{"price": 10000000, "razorpayPaymentLink": staticPage})
}

// buyByLink orders a tier that is paid by a link, and returns what the browser gets.
func (s *fixture) buyByLink(buyer *testapp.Visitor, tier *core.Record) map[string]any {
	s.Helper()
	answer := buyer.Post("/api/payments/create-order", orderBody(tier))
	if answer.Status != 201 {
		s.Fatalf("create-order: %d %s", answer.Status, answer.Body)
	}
	return answer.JSON
}

// linkOf is the id of the link that an order leads to.
func linkOf(order map[string]any) string {
	url, _ := order["paymentUrl"].(string)
	return url[strings.LastIndex(url, "/")+1:]
}

func (s *fixture) payLink(link string, lifecycle fakerazorpay.Lifecycle) fakerazorpay.CheckoutResult {
	s.Helper()
	paid, err := s.Razorpay.PayLink(link, lifecycle)
	s.must(err)
	return paid
}

func TestATierWithAPaymentLinkIsPaidByALinkOfTheBuyersOwn(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.buyByLink(s.buyer, s.linked())
	transaction := s.onlyTransaction()
	link := s.Razorpay.State().Links[0]
	s.expect("the order", order["orderId"], "")
	s.expect("where it is paid", order["paymentUrl"], link.ShortURL)
	s.expect("by hand", order["isConfirmedByHand"], nil)
	s.expect("the transaction", order["notes"].(map[string]any)["transactionId"], transaction.Id)
	s.expect("the reference", link.ReferenceID, transaction.Id)
	s.expect("the amount", link.Amount, int64(11800000))
	s.expect("the customer", link.Customer.Email, "asha@example.com")
	s.expect("until", time.Unix(link.ExpireBy, 0).UTC(), s.Clock.Now().Add(7*day))
	s.expect("the way back", strings.HasSuffix(link.CallbackURL, "/thank-you"), true)

	again := s.buyByLink(s.buyer, s.tierBySlug("patron"))
	s.expect("asked again", again["paymentUrl"], order["paymentUrl"])
	s.expect("links", len(s.Razorpay.State().Links), 1)

	paid := s.payLink(link.ID, fakerazorpay.Success)
	answer := testapp.NewVisitor(s, s.URL).Post("/api/payments/verify-link", paid.Link)
	// also without a session, on another device
	s.expect("the callback", answer.JSON["status"], "completed")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("her emails", s.subjects(), "Your payment has been received")
	s.expect("bought again", s.buyer.Post("/api/payments/create-order", orderBody(s.tierBySlug("patron"))).Status, 409)
}

func (s *fixture) tierBySlug(slug string) *core.Record {
	s.Helper()
	return s.listRecords("membership_tiers", "slug", dbx.HashExp{"slug": slug})[0]
}

func TestTheCallbackOfALinkIsRefusedWithoutTheProvidersSignature(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linked()
	link := linkOf(s.buyByLink(s.buyer, tier))
	other := linkOf(s.buyByLink(s.member(), tier))
	fields := *s.payLink(other, fakerazorpay.Success).Link
	transaction := s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayPaymentLinkId": link})[0]
	for name, change := range map[string]func(f *fakerazorpay.LinkFields){
		"another's transaction": func(f *fakerazorpay.LinkFields) { f.ReferenceID = transaction.Id },
		"another link":          func(f *fakerazorpay.LinkFields) { f.LinkID = link },
		"another status":        func(f *fakerazorpay.LinkFields) { f.Status = "created" },
		"another payment":       func(f *fakerazorpay.LinkFields) { f.PaymentID = "pay_AAAAAAAAAAAAAA" },
		"no signature":          func(f *fakerazorpay.LinkFields) { f.Signature = "" },
	} {
		forged := fields
		change(&forged)
		s.expect(name, testapp.NewVisitor(s, s.URL).Post("/api/payments/verify-link", forged).Status, 400)
	}
	s.expect("the transaction", s.listRecords("transactions", "createdAt",
		dbx.HashExp{"id": transaction.Id})[0].GetString("status"), "pending")
}

func TestALinkThatEndsUnpaidIsReplacedAndALatePaymentStillCounts(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linked()
	first := linkOf(s.buyByLink(s.buyer, tier))
	s.Clock.Advance(8 * day)
	second := linkOf(s.buyByLink(s.buyer, tier))
	if first == second {
		t.Fatal("the link that has expired is offered again")
	}
	s.must(s.Jobs.Drain(s.Context()))
	transaction := s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayPaymentLinkId": first})[0]
	s.expect("the first one", transaction.GetString("status")+" "+transaction.GetString("paymentLinkState"),
		"failed expired")

	// A changed price makes a new link, and the one before it is cancelled.
	tier.Set("price", 12000000)
	s.must(s.PB.Save(tier))
	third := linkOf(s.buyByLink(s.buyer, tier))
	s.must(s.Jobs.Drain(s.Context()))
	for _, link := range s.Razorpay.State().Links {
		s.expect("link "+link.ID, link.Status,
			map[string]string{first: "expired", second: "cancelled", third: "created"}[link.ID])
	}
	s.deliver(s.Razorpay.Events(second)...)
	s.expect("the second one", s.listRecords("transactions", "createdAt",
		dbx.HashExp{"razorpayPaymentLinkId": second})[0].GetString("status"), "failed")

	s.payLink(third, fakerazorpay.LateAuthorisation)
	s.Clock.Advance(2 * day)
	s.must(s.Razorpay.Authorise(s.Razorpay.State().Payments[0].ID))
	s.Clock.Advance(6 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
}

func TestABuyerIsSentToTheTiersOwnPageWhileNoLinkIsMade(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakerazorpay.Switches{
		"the API is down": {Fault: fakerazorpay.BadGateway}, "it hangs up": {Fault: fakerazorpay.Drop}, "it refuses": {Fault: fakerazorpay.Unauthorised},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			tier := s.linked()
			s.Razorpay.SetSwitches(fault)
			order := s.buyByLink(s.buyer, tier)
			s.expect("where it is paid", order["paymentUrl"], staticPage)
			s.expect("by hand", order["isConfirmedByHand"], true)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			again := s.buyByLink(s.buyer, tier)
			s.expect("later", again["paymentUrl"], s.Razorpay.State().Links[0].ShortURL)
			s.expect("transactions", len(s.listAllRecords("transactions")), 1)
		})
	}
	t.Run("no key is set", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = config.Razorpay{} }))
		order := s.buyByLink(s.buyer, s.linked())
		s.expect("where it is paid", order["paymentUrl"], staticPage)
		s.expect("another tier", s.buyer.Post("/api/payments/create-order", orderBody(s.tier)).Status, 503)
	})
}

func TestALinkWhoseAnswerWasLostIsFoundByItsReference(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.CommitThenDrop, Only: "POST /payment_links",
		Times: 1})
	order := s.buyByLink(s.buyer, s.linked())
	s.expect("where it is paid", order["paymentUrl"], s.Razorpay.State().Links[0].ShortURL)
	s.expect("links", len(s.Razorpay.State().Links), 1)
}

// linkSale is a payment by a link, whose events are not delivered yet.
type linkSale struct {
	link   string
	paid   fakerazorpay.CheckoutResult
	events map[string]fakerazorpay.Delivery
}

func (s *fixture) newLinkSale(tier *core.Record, refund bool) linkSale {
	s.Helper()
	link := linkOf(s.buyByLink(s.member(), tier))
	s.payLink(link, fakerazorpay.Declined)
	sale := linkSale{
		link:   link,
		paid:   s.payLink(link, fakerazorpay.Success),
		events: map[string]fakerazorpay.Delivery{},
	}
	if refund {
		_, err := s.Razorpay.Refund(sale.paid.PaymentID, 0)
		s.must(err)
	}
	for _, event := range s.Razorpay.Events(link) {
		sale.events[event.Event] = event
	}
	return sale
}

// syncNow stands for a check among the events.
const syncNow = "sync"

func (s *fixture) deliverLinkInOrder(sale linkSale, order []string) {
	s.Helper()
	for _, name := range order {
		switch name {
		case callback:
			answer := withOwnAddress(testapp.NewVisitor(s, s.URL)).Post("/api/payments/verify-link", sale.paid.Link)
			if answer.Status != 200 {
				s.Fatalf("the callback: %d %s", answer.Status, answer.Body)
			}
		case syncNow:
			transaction := s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayPaymentLinkId": sale.link})[0]
			_, _ = s.Payments.Reconciler.SyncTransaction(s.Context(), transaction.Id) // fails while the API is down
		default:
			if status := s.Deliver(sale.events[name]); status != 200 {
				s.Fatalf("%s: %d", name, status)
			}
			_ = s.Jobs.Drain(s.Context()) // with the API down some fail, and are tried again
		}
	}
}

func (s *fixture) ledgerOfLink(sale linkSale) string {
	s.Helper()
	transactions := s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayPaymentLinkId": sale.link})
	if len(transactions) != 1 {
		return fmt.Sprintf("%d transactions", len(transactions))
	}
	t := transactions[0]
	return "link " + t.GetString("paymentLinkState") + "\n" +
		s.ledgerAfter(paymentLifecycle{order: t.GetString("razorpayOrderId"), paid: sale.paid})
}

func TestSomeOrdersOfALinksEventsLeadToTheSameLedger(t *testing.T) {
	t.Parallel()
	testSameLinkLedger(t, sampleOrders)
}

func TestEveryOrderOfALinksEventsLeadsToTheSameLedger(t *testing.T) {
	testdb.Long(t)
	t.Parallel()
	testSameLinkLedger(t, deliveryOrders)
}

func testSameLinkLedger(t *testing.T, orders func(names []string) [][]string) {
	paid := strings.ReplaceAll("link paid\n"+completed, "2950000", "11800000")
	back := strings.ReplaceAll("link paid\n"+refunded, "2950000", "11800000")
	for _, c := range []struct {
		name   string
		names  []string
		refund bool
		want   string
	}{
		{"a payment", []string{"payment.failed", "payment.captured", "order.paid", "payment_link.paid", callback}, false, paid},
		{"a payment and checks", []string{"payment.authorized", "payment.captured", "payment_link.paid", syncNow, callback}, false, paid},
		{"a refund", []string{"payment.captured", "payment_link.paid", "refund.created", "refund.processed", callback}, true, back},
	} {
		for _, apiIsUp := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, the API up: %t", c.name, apiIsUp), func(t *testing.T) {
				t.Parallel()
				s := newFixture(t)
				tier := s.linked()
				orders := orders(c.names)
				sales := make([]linkSale, len(orders))
				for i := range sales {
					sales[i] = s.newLinkSale(tier, c.refund)
				}
				if !apiIsUp {
					s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
				}
				for i, sale := range sales {
					s.deliverLinkInOrder(sale, orders[i])
					if got := s.ledgerOfLink(sale); apiIsUp && got != c.want {
						t.Fatalf("in the order %v:\n%s\nwant\n%s", orders[i], got, c.want)
					}
				}
				s.Razorpay.SetSwitches(fakerazorpay.Switches{})
				s.reconcile()
				for i, sale := range sales {
					if got := s.ledgerOfLink(sale); got != c.want {
						t.Fatalf("in the order %v, and reconciled:\n%s\nwant\n%s", orders[i], got, c.want)
					}
				}
				s.expect("orphans", len(s.listAllRecords("orphan_payments")), 0)
			})
		}
	}
}

// With the API up one word of a captured payment is enough, whoever says it.
func TestAnySingleWordOfALinksPaymentCompletesIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linked()
	want := strings.ReplaceAll("link paid\n"+completed, "2950000", "11800000")
	for _, name := range []string{"payment.captured", "order.paid", "payment_link.paid", callback, syncNow} {
		sale := s.newLinkSale(tier, false)
		s.deliverLinkInOrder(sale, []string{name})
		if got := s.ledgerOfLink(sale); got != want {
			t.Errorf("%s alone:\n%s", name, got)
		}
	}
	sale := s.newLinkSale(tier, false)
	s.reconcile()
	s.expect("the reconciler alone", s.ledgerOfLink(sale), want)
	if slices.ContainsFunc(s.listAllRecords("orphan_payments"), func(r *core.Record) bool { return true }) {
		t.Error("there are orphans")
	}
}
