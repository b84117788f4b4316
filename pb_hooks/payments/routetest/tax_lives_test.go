package routetest

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// taxedLives are the lives of some members who pay by mandate while an owner changes the tax settings and the members
// move. wanted derives each document from this history, without the code that prices.
type taxedLives struct {
	*fixture
	drawn   *rapid.T
	owner   *testapp.Visitor
	tier    *core.Record
	members []*taxedMember
	// history lists the tax settings, oldest first, with the time from which they applied.
	history []settledTax
	// checked are the documents that were compared with what they must say.
	checked map[string]bool
	// counts counts the acts of all cases, by their names.
	counts map[string]int
}

type settledTax struct {
	situation
	since time.Time
}

// taxedMember is a subscriber with the billing profile that they have saved last.
type taxedMember struct {
	*subscriber
	profile map[string]any
	// ordered is the billing of the latest order. It is that of the first charge if this was made at once.
	ordered       map[string]any
	isFirstAtOnce bool
}

// homes are the places in which members live: in the supplier's state, other states, a union territory and abroad, and a
// company with a GSTIN.
var homes = []map[string]any{
	living("27", "400001"), living("29", "560025"), living("33", "600001"), living("04", "160017"), {"country": "US"},
	companyBilling(),
}

// taxStates are what an owner may settle.
var taxStates = []situation{
	{gstin: maharashtra, status: "registered", rate: 18}, {gstin: maharashtra, status: "registered", rate: 12},
	{gstin: maharashtra, status: "registered", rate: 5}, {gstin: inKarnataka.gstin, status: "registered", rate: 18},
	{gstin: maharashtra, status: "registered", rate: 18, lut: "AD270426000001X"},
	{status: "unregistered", rate: 18}, {status: "unregistered", rate: 12},
}

// Mandates are charged, fail, are paused, cancelled, refunded and disputed, and their events come late, twice and in any
// order, while the supplier registers, the rate changes and the members move. After each step all documents say what the
// law wants, and the ledger, the registers and the returns agree with them.
func TestLivesOfMandatesAgreeWithTheirDocumentsWhileTaxChanges(t *testing.T) {
	t.Parallel()
	steps, documents, counts := 0, 0, map[string]int{}
	testdb.Check(t, func(c *testdb.Case) {
		l := newTaxedLives(c, counts)
		c.Repeat(map[string]func(*rapid.T){"step": func(*rapid.T) {
			l.step()
			steps++
		}})
		l.agreeWithAllBooks()
		documents += len(l.checked)
	})
	t.Logf("%d documents after %d steps: %v", documents, steps, counts)
	if documents < steps/2 {
		t.Errorf("%d documents after %d steps", documents, steps)
	}
}

func newTaxedLives(c *testdb.Case, counts map[string]int) *taxedLives {
	c.Helper()
	s := newFixture(c)
	l := &taxedLives{
		fixture: s, drawn: c.T, owner: s.SignedIn("admins", nil),
		tier: s.renewing("renewing", "monthly", 600), checked: map[string]bool{}, counts: counts,
		history: []settledTax{{situation: situation{rate: 18}}},
	}
	for i := range l.number("members", 1, 5) {
		buyer := s.SignedIn("users", nil)
		m := &taxedMember{subscriber: &subscriber{
			Visitor: buyer, id: buyer.Get("/api/user").JSON["id"].(string),
			below:   func(n int) int { return l.number("event", 0, n-1) },
			apiIsUp: i%3 != 1, hearsLess: i%3 == 2,
		}}
		l.members = append(l.members, m)
		l.move(m)
	}
	return l
}

// number draws a number from least to most.
func (l *taxedLives) number(name string, least, most int) int {
	return rapid.IntRange(least, most).Draw(l.drawn, name)
}

// step lets time pass. Each member does something at the provider. Then tax changes, or members move, before any event
// arrives.
func (l *taxedLives) step() {
	l.Helper()
	l.Clock.Advance(time.Duration(l.number("days", 1, 31)) * day)
	l.must(l.Razorpay.PassTime())
	for _, m := range l.members {
		l.act(m)
	}
	l.Clock.Advance(time.Minute)
	l.changeTax()
	for _, m := range l.members {
		if l.number("moves", 0, 2) == 1 {
			l.move(m)
		}
	}
	l.Clock.Advance(time.Minute)
	for _, m := range l.members {
		m.order = l.number("order of the events", 0, 119)
		if m.mandate != "" {
			l.catchUp(m.subscriber)
		}
	}
	l.Clock.Advance(2 * time.Hour)
	l.must(l.Payments.Reconciler.SyncReversals(l.Context()))
	l.Drain()
	l.agree()
}

// changeTax leaves the tax settings alone, or saves others through the console. Settled tax can never be unsettled.
func (l *taxedLives) changeTax() {
	l.Helper()
	change := rapid.SampledFrom([]string{"none", "settled", "not settled"}).Draw(l.drawn, "change of tax")
	if change == "none" {
		return
	}
	save := func(now situation) testapp.Response {
		values := body{
			"password":      testapp.Password,
			"taxStatus":     now.status,
			"supplierGstin": now.gstin,
			"gstRate":       strconv.Itoa(now.rate),
			"supplierState": cmp.Or(now.gstin, "27")[:2],
			"lutNumber":     now.lut,
			"lutYear":       "",
			"taxAdviser":    "S. Iyer, FCA",
			"taxSettledOn":  india.Day(l.Clock.Now()),
		}
		if now.lut != "" {
			values["lutYear"] = financialYear(l.Clock.Now())
		}
		return withOwnAddress(l.owner).Send(http.MethodPut, "/api/admin/settings", values)
	}
	before := l.now()
	if change == "not settled" {
		unsettled := situation{rate: before.rate}
		answer := save(unsettled)
		if want := map[bool]int{true: 200, false: 400}[before.status == ""]; answer.Status != want {
			l.Fatalf("tax that is not settled: %d %s", answer.Status, answer.Body)
		}
		if answer.Status == 200 {
			l.history = append(l.history, settledTax{unsettled, l.Clock.Now()})
		}
		return
	}
	now := rapid.SampledFrom(taxStates).Draw(l.drawn, "tax")
	if answer := save(now); answer.Status != 200 {
		l.Fatalf("%+v: %d %s", now, answer.Status, answer.Body)
	}
	l.history = append(l.history, settledTax{now, l.Clock.Now()})
}

func (l *taxedLives) now() settledTax { return l.history[len(l.history)-1] }

// move saves another billing profile.
func (l *taxedLives) move(m *taxedMember) {
	l.Helper()
	m.profile = l.home()
	if answer := withOwnAddress(m.Visitor).Send(http.MethodPut, "/api/billing-profile",
		m.profile); answer.Status != 200 {
		l.Fatalf("the profile: %d %s", answer.Status, answer.Body)
	}
}

// home draws one of the homes.
func (l *taxedLives) home() map[string]any { return homes[l.number("home", 0, len(homes)-1)] }

// act does something that a member, their bank or an admin can do at the provider, as the state of the mandate and of the
// last payment allows.
func (l *taxedLives) act(m *taxedMember) {
	l.Helper()
	names, acts := []string{"nothing"}, map[string]func() error{"nothing": func() error { return nil }}
	can := func(name string, do func() error) {
		names = append(names, name)
		acts[name] = do
	}
	charge := func() error {
		_, err := l.Razorpay.Charge(m.mandate)
		return err
	}
	status := l.stateOf(m.mandate)
	switch status {
	case "created":
		can("first payment", func() error {
			_, err := l.Razorpay.Pay(m.mandate, fakerazorpay.Success)
			return err
		})
	case "active", "authenticated":
		can("charge", charge)
		can("cancelled at the bank", func() error { return l.Razorpay.Cancel(m.mandate) })
		can("cancelled by the member", func() error {
			return l.Payments.Subscriptions.CancelOwn(l.Context(), m.id)
		})
	case "pending", "halted":
		can("new card", func() error {
			_, err := l.Razorpay.ChangeCard(m.mandate)
			return err
		})
	case "paused":
		can("end of a pause", func() error { return l.Razorpay.Resume(m.mandate) })
	case "ending":
	default:
		can("purchase", func() error {
			l.buy(m)
			return nil
		})
	}
	if status == "active" {
		can("failed charge", func() error {
			_, err := l.Razorpay.FailCharge(m.mandate)
			return err
		})
		can("pause", func() error { return l.Razorpay.Pause(m.mandate) })
		can("charge by UPI", func() error {
			late, err := l.Razorpay.ChargeByUPI(m.mandate)
			if err != nil {
				return err
			}
			return l.Razorpay.Authorise(late.PaymentID)
		})
	}
	if m.disputed != "" {
		for _, end := range []string{"won", "lost"} {
			can("dispute "+end, func() error {
				payment := m.disputed
				m.disputed = ""
				return l.Razorpay.Dispute(payment, end)
			})
		}
	} else if payment, left, refunded := l.reversible(m); payment != "" {
		can("refund in part", func() error {
			_, err := l.Razorpay.Refund(payment, int64(l.number("paise", 100, left-100)))
			return err
		})
		can("refund in full", func() error {
			_, err := l.Razorpay.Refund(payment, 0)
			return err
		})
		if refunded == 0 {
			can("dispute", func() error {
				m.disputed = payment
				return l.Razorpay.Dispute(payment, "created")
			})
		}
	}
	name := rapid.SampledFrom(names).Draw(l.drawn, "act")
	if err := acts[name](); err != nil {
		l.Fatalf("%s: %v", name, err)
	}
	l.counts[name]++
}

// reversible returns the newest payment of a member of which two rupees are left, or none.
func (l *taxedLives) reversible(m *taxedMember) (payment string, left, refunded int) {
	l.Helper()
	for _, t := range l.listRecords("transactions", "createdAt DESC", dbx.HashExp{"userId": m.id, "status": "completed"}) {
		payment, refunded = t.GetString("razorpayPaymentId"), t.GetInt("refundedAmount")
		if left = t.GetInt("amount") - refunded; left >= 200 && strings.HasPrefix(payment, "pay_") {
			return payment, left, refunded
		}
	}
	return "", 0, 0
}

// stateOf is the provider's state of a mandate: "" for an order, and for a mandate that is to be charged no more.
func (l *taxedLives) stateOf(mandate string) string {
	for _, subscription := range l.Razorpay.State().Subscriptions {
		if subscription.ID == mandate {
			if subscription.CancelAtCycleEnd {
				return "ending"
			}
			return subscription.Status
		}
	}
	return ""
}

// buy orders a membership, with a billing address or that of the profile, and pays. A buyer abroad under a letter of
// undertaking pays once, without a mandate.
func (l *taxedLives) buy(m *taxedMember) {
	l.Helper()
	order := orderBody(l.tier)
	m.ordered = m.profile
	if rapid.Bool().Draw(l.drawn, "states an address") {
		m.ordered = l.home()
		order["billing"], m.profile = m.ordered, m.ordered
	}
	answer := withOwnAddress(m.Visitor).Post("/api/payments/create-order", order)
	if answer.Status != 201 {
		l.Fatalf("create-order: %d %s", answer.Status, answer.Body)
	}
	id, _ := answer.JSON["subscriptionId"].(string)
	if id == "" {
		id = answer.JSON["orderId"].(string)
	}
	m.mandate, m.seen = id, 0
	l.pay(id, fakerazorpay.Success)
	m.isFirstAtOnce = l.stateOf(id) != "authenticated"
}
