package routetest

import (
	"fmt"
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

// linkTier puts a tier of ₹1,00,000 on sale that is paid with a payment link.
func (s *fixture) linkTier() *core.Record {
	s.Helper()
	return s.createTier("patron", "lifetime", map[string]any{"price": 10000000, "razorpayPaymentLink": staticPage})
}

// buyByLink orders a tier that is paid with a payment link and returns the answer.
func (s *fixture) buyByLink(buyer *testapp.Visitor, tier *core.Record) map[string]any {
	s.Helper()
	answer := buyer.Post("/api/payments/create-order", orderBody(tier))
	if answer.Status != 201 {
		s.Fatalf("create-order: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	return answer.JSON
}

// linkOf returns the id of the payment link of an order.
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

func TestATierWithAPaymentLinkIsPaidWithALinkForTheBuyer(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.buyByLink(s.buyer, s.linkTier())
	transaction := s.onlyTransaction()
	link := s.Razorpay.State().Links[0]
	s.expect("orderId", order["orderId"], "")
	s.expect("paymentUrl", order["paymentUrl"], link.ShortURL)
	s.expect("isConfirmedByHand", order["isConfirmedByHand"], nil)
	s.expect("transactionId in the notes", order["notes"].(map[string]any)["transactionId"], transaction.Id)
	s.expect("the reference of the link", link.ReferenceID, transaction.Id)
	s.expect("the amount of the link", link.Amount, int64(11800000))
	s.expect("the customer of the link", link.Customer.Email, "asha@example.com")
	s.expect("the expiry of the link", time.Unix(link.ExpireBy, 0).UTC(), s.Clock.Now().Add(7*day))
	s.expect("the callback goes to /thank-you", strings.HasSuffix(link.CallbackURL, "/thank-you"), true)

	again := s.buyByLink(s.buyer, s.tierBySlug("patron"))
	s.expect("paymentUrl of a second order", again["paymentUrl"], order["paymentUrl"])
	s.expect("payment links", len(s.Razorpay.State().Links), 1)

	paid := s.payLink(link.ID, fakerazorpay.Success)
	// The callback works without a session, because the link may be paid on another device.
	answer := testapp.NewVisitor(s, s.URL).Post("/api/payments/verify-link", paid.Link)
	s.expect("the status of the payment", answer.JSON["status"], "completed")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("the buyer's emails", s.subjects(), "Your payment has been received")
	s.expect("the status of another order", s.buyer.Post("/api/payments/create-order",
		orderBody(s.tierBySlug("patron"))).Status, 409)
}

func (s *fixture) tierBySlug(slug string) *core.Record {
	s.Helper()
	return s.listRecords("membership_tiers", "slug", dbx.HashExp{"slug": slug})[0]
}

func TestTheCallbackOfALinkIsRefusedWithoutTheProvidersSignature(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linkTier()
	link := linkOf(s.buyByLink(s.buyer, tier))
	other := linkOf(s.buyByLink(s.member(), tier))
	fields := *s.payLink(other, fakerazorpay.Success).Link
	transaction := s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayPaymentLinkId": link})[0]
	for name, change := range map[string]func(f *fakerazorpay.LinkFields){
		"another buyer's transaction": func(f *fakerazorpay.LinkFields) { f.ReferenceID = transaction.Id },
		"another link":                func(f *fakerazorpay.LinkFields) { f.LinkID = link },
		"another status":              func(f *fakerazorpay.LinkFields) { f.Status = "created" },
		"another payment":             func(f *fakerazorpay.LinkFields) { f.PaymentID = "pay_AAAAAAAAAAAAAA" },
		"no signature":                func(f *fakerazorpay.LinkFields) { f.Signature = "" },
	} {
		forged := fields
		change(&forged)
		s.expect("the status with "+name, testapp.NewVisitor(s, s.URL).Post("/api/payments/verify-link", forged).Status,
			400)
	}
	s.expect("the status of the transaction", s.listRecords("transactions", "createdAt",
		dbx.HashExp{"id": transaction.Id})[0].GetString("status"), "pending")
}

func TestAnUnpaidLinkIsReplacedAndALatePaymentIsAccepted(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linkTier()
	first := linkOf(s.buyByLink(s.buyer, tier))
	s.Clock.Advance(8 * day)
	second := linkOf(s.buyByLink(s.buyer, tier))
	if first == second {
		t.Fatal("the expired link is offered again")
	}
	s.must(s.Jobs.Drain(s.Context()))
	transaction := s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayPaymentLinkId": first})[0]
	s.expect("the state of the first transaction",
		transaction.GetString("status")+" "+transaction.GetString("paymentLinkState"),
		"failed expired")

	// After a change of the price a new link is created, and the link before it is cancelled.
	tier.Set("price", 12000000)
	s.must(s.PB.Save(tier))
	third := linkOf(s.buyByLink(s.buyer, tier))
	s.must(s.Jobs.Drain(s.Context()))
	for _, link := range s.Razorpay.State().Links {
		s.expect("the status of link "+link.ID, link.Status,
			map[string]string{first: "expired", second: "cancelled", third: "created"}[link.ID])
	}
	s.deliver(s.Razorpay.Events(second)...)
	s.expect("the status of the second transaction", s.listRecords("transactions", "createdAt",
		dbx.HashExp{"razorpayPaymentLinkId": second})[0].GetString("status"), "failed")

	s.payLink(third, fakerazorpay.LateAuthorisation)
	s.Clock.Advance(2 * day)
	s.must(s.Razorpay.Authorise(s.Razorpay.State().Payments[0].ID))
	s.Clock.Advance(6 * time.Hour)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
}

func TestABuyerIsSentToTheStaticPageIfNoLinkCanBeCreated(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakerazorpay.Switches{
		"the API is down": {Fault: fakerazorpay.BadGateway}, "the connection drops": {Fault: fakerazorpay.Drop}, "the API refuses": {Fault: fakerazorpay.Unauthorised},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			tier := s.linkTier()
			s.Razorpay.SetSwitches(fault)
			order := s.buyByLink(s.buyer, tier)
			s.expect("paymentUrl", order["paymentUrl"], staticPage)
			s.expect("isConfirmedByHand", order["isConfirmedByHand"], true)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			again := s.buyByLink(s.buyer, tier)
			s.expect("paymentUrl when the API is up", again["paymentUrl"], s.Razorpay.State().Links[0].ShortURL)
			s.expect("transactions", len(s.listAllRecords("transactions")), 1)
		})
	}
	t.Run("no API key", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = config.Razorpay{} }))
		order := s.buyByLink(s.buyer, s.linkTier())
		s.expect("paymentUrl", order["paymentUrl"], staticPage)
		s.expect("the status for a tier without a page", s.buyer.Post("/api/payments/create-order",
			orderBody(s.tier)).Status, 503)
	})
}

func TestALinkWhoseAnswerWasLostIsFoundByItsReference(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.CommitThenDrop, Only: "POST /payment_links",
		Times: 1})
	order := s.buyByLink(s.buyer, s.linkTier())
	s.expect("paymentUrl", order["paymentUrl"], s.Razorpay.State().Links[0].ShortURL)
	s.expect("payment links", len(s.Razorpay.State().Links), 1)
}

// linkSale is a payment with a link whose events have not been delivered.
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

// syncNow is a sync of the transaction in a list of events.
const syncNow = "sync"

func (s *fixture) deliverLinkInOrder(sale linkSale, order []string) {
	s.Helper()
	for _, name := range order {
		switch name {
		case callback:
			answer := withOwnAddress(testapp.NewVisitor(s, s.URL)).Post("/api/payments/verify-link", sale.paid.Link)
			if answer.Status != 200 {
				s.Fatalf("callback: status = %d, want 200: %s", answer.Status, answer.Body)
			}
		case syncNow:
			transaction := s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayPaymentLinkId": sale.link})[0]
			_, _ = s.Payments.Reconciler.SyncTransaction(s.Context(), transaction.Id) // fails while the API is down
		default:
			if status := s.Deliver(sale.events[name]); status != 200 {
				s.Fatalf("%s: status = %d, want 200", name, status)
			}
			_ = s.Jobs.Drain(s.Context()) // while the API is down some jobs fail and are retried later
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
	reversed := strings.ReplaceAll("link paid\n"+refunded, "2950000", "11800000")
	for _, c := range []struct {
		name   string
		names  []string
		refund bool
		want   string
	}{
		{"a payment", []string{"payment.failed", "payment.captured", "order.paid", "payment_link.paid", callback}, false, paid},
		{"a payment and syncs", []string{"payment.authorized", "payment.captured", "payment_link.paid", syncNow,
			callback}, false, paid},
		{"a refund", []string{"payment.captured", "payment_link.paid", "refund.created", "refund.processed", callback},
			true, reversed},
	} {
		for _, apiIsUp := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, the API up: %t", c.name, apiIsUp), func(t *testing.T) {
				t.Parallel()
				s := newFixture(t)
				tier := s.linkTier()
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
						t.Fatalf("ledger after the order %v:\n%s\nwant\n%s", orders[i], got, c.want)
					}
				}
				s.Razorpay.SetSwitches(fakerazorpay.Switches{})
				s.reconcile()
				for i, sale := range sales {
					if got := s.ledgerOfLink(sale); got != c.want {
						t.Fatalf("ledger after the order %v and a reconciliation:\n%s\nwant\n%s", orders[i], got,
							c.want)
					}
				}
				s.expect("orphan payments", len(s.unsoldPayments()), 0)
			})
		}
	}
}

// While the API is up, a single event, callback or sync is enough to complete the payment.
func TestASingleEventOfALinkCompletesItsPayment(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.linkTier()
	want := strings.ReplaceAll("link paid\n"+completed, "2950000", "11800000")
	for _, name := range []string{"payment.captured", "order.paid", "payment_link.paid", callback, syncNow} {
		sale := s.newLinkSale(tier, false)
		s.deliverLinkInOrder(sale, []string{name})
		if got := s.ledgerOfLink(sale); got != want {
			t.Errorf("ledger after only %s:\n%s\nwant\n%s", name, got, want)
		}
	}
	sale := s.newLinkSale(tier, false)
	s.reconcile()
	s.expect("the ledger after only a reconciliation", s.ledgerOfLink(sale), want)
	s.expect("orphan payments", len(s.unsoldPayments()), 0)
}
