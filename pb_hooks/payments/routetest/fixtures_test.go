// Package routetest tests payments and their documents through the routes of the whole application. It is a package of
// its own so that the unit tests of payments compile without the application.
package routetest

import (
	"context"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/tiers"
)

// fixture is an app with one tier on sale and one buyer.
type fixture struct {
	*testapp.App
	testing.TB
	buyer *testapp.Visitor
	tier  *core.Record
	// admin is set by tests in which one admin makes many requests. See busyAdmin.
	admin *testapp.Visitor
}

func newFixture(t testing.TB, options ...testapp.Option) *fixture {
	t.Helper()
	behindProxy := testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	s := &fixture{App: testapp.New(t, append(options, behindProxy)...), TB: t}
	s.tier = s.createTier("founding", "lifetime", nil)
	s.buyer = withOwnAddress(s.SignedIn("users", map[string]any{"email": "asha@example.com"})) // as in orderBody
	t.Cleanup(s.checkLedger)
	return s
}

// checkLedger checks the ledger for inconsistencies. It runs at the end of each test.
func (s *fixture) checkLedger() {
	s.Helper()
	result, err := s.Books.CheckLedger(context.WithoutCancel(s.Context()))
	s.must(err)
	for _, d := range result.Discrepancies {
		s.Errorf("the ledger is inconsistent: %s", d)
	}
}

// member returns another signed-in member.
func (s *fixture) member() *testapp.Visitor {
	s.Helper()
	return withOwnAddress(s.SignedIn("users", body{"verified": true}))
}

// withOwnAddress gives the visitor a new IP address, because many requests from one address are rate-limited.
func withOwnAddress(v *testapp.Visitor) *testapp.Visitor {
	address := addresses.Add(1)
	v.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", address>>16&255, address>>8&255, address&255))
	return v
}

var addresses atomic.Uint32

// busyAdmin returns the fixture's admin with a new IP address.
func (s *fixture) busyAdmin() *testapp.Visitor { return withOwnAddress(s.admin) }

// createTier puts a tier of ₹25,000 on sale. values overrides its fields.
func (s *fixture) createTier(slug string, duration tiers.Duration, values map[string]any) *core.Record {
	s.Helper()
	return s.save("membership_tiers", map[string]any{
		"name":     "The " + slug + " circle",
		"slug":     slug,
		"price":    2500000,
		"currency": "INR",
		"duration": string(duration),
		"isActive": true,
		"modules":  modules.Circle(),
	}, values)
}

func (s *fixture) save(collection string, sets ...map[string]any) *core.Record {
	s.Helper()
	c, err := s.PB.FindCollectionByNameOrId(collection)
	s.must(err)
	record := core.NewRecord(c)
	for _, values := range sets {
		record.Load(values)
	}
	s.must(s.PB.Save(record))
	return record
}

// step runs a subtest with the same app.
func (s *fixture) step(name string, do func(s *fixture)) {
	s.Helper()
	s.TB.(*testing.T).Run(name, func(t *testing.T) {
		do(&fixture{App: s.App, TB: t, buyer: s.buyer, tier: s.tier, admin: s.admin})
	})
}

func (s *fixture) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func orderBody(tier *core.Record) map[string]any {
	return map[string]any{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": tier.Id,
	}
}

// order places an order for a tier and returns the id of the order or the subscription.
func (s *fixture) order(buyer *testapp.Visitor, tier *core.Record) string {
	s.Helper()
	answer := buyer.Post("/api/payments/create-order", orderBody(tier))
	if answer.Status != 201 {
		s.Fatalf("create-order: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	if id, _ := answer.JSON["subscriptionId"].(string); id != "" {
		return id
	}
	return answer.JSON["orderId"].(string)
}

// pay makes the payment at the provider. Its events are not delivered until deliver is called.
func (s *fixture) pay(id string, lifecycle fakerazorpay.Lifecycle) fakerazorpay.CheckoutResult {
	s.Helper()
	paid, err := s.Razorpay.Pay(id, lifecycle)
	s.must(err)
	return paid
}

// callback posts what the browser posts after the checkout.
func (s *fixture) callback(buyer *testapp.Visitor, paid fakerazorpay.CheckoutResult) testapp.Response {
	s.Helper()
	return buyer.Post("/api/payments/verify", paid.Fields)
}

// deliver delivers the events to the webhook and runs the due jobs after each.
func (s *fixture) deliver(events ...fakerazorpay.Delivery) {
	s.Helper()
	for _, event := range events {
		if status := s.Deliver(event); status != 200 {
			s.Fatalf("%s: %d", event.Event, status)
		}
		s.must(s.Jobs.Drain(s.Context()))
	}
}

// reconcile does the work of the command `payments reconcile` for the last week.
func (s *fixture) reconcile() {
	s.Helper()
	_, err := s.Payments.Reconciler.Reconcile(context.Background(), 7)
	s.must(err)
}

func (s *fixture) listRecords(collection, order string, where dbx.Expression) []*core.Record {
	s.Helper()
	var records []*core.Record
	s.must(s.PB.RecordQuery(collection).AndWhere(where).OrderBy(order, "id").All(&records))
	return records
}

func (s *fixture) listAllRecords(collection string) []*core.Record {
	s.Helper()
	return s.listRecords(collection, "createdAt", dbx.NewExp("1 = 1"))
}

// unsoldPayments returns the captured payments that have paid for no transaction.
func (s *fixture) unsoldPayments() []*core.Record {
	s.Helper()
	return s.listRecords("captured_payments", "createdAt", dbx.HashExp{"isSold": false})
}

// onlyTransaction returns the only transaction of the app.
func (s *fixture) onlyTransaction() *core.Record {
	s.Helper()
	transactions := s.listAllRecords("transactions")
	if len(transactions) != 1 {
		s.Fatalf("%d transactions, want 1", len(transactions))
	}
	return transactions[0]
}

// summarize describes a transaction's webhookData without the ids of the refunds.
func summarize(t *core.Record) string {
	var d struct {
		PaidAt  int64
		Failure string
		Refunds map[string]int64
	}
	_ = t.UnmarshalJSONField("webhookData", &d)
	return fmt.Sprintf("paid at %d, failure %q, %d refunds", d.PaidAt, d.Failure, len(d.Refunds))
}

func (s *fixture) expect(what string, got, want any) {
	s.Helper()
	if got != want {
		s.Errorf("%s = %v, want %v", what, got, want)
	}
}

var day = 24 * time.Hour
