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

// taxCase has some members who pay by mandate while an owner changes the tax settings and the members move. The method
// wantDocument derives each document from this history without using the code under test.
type taxCase struct {
	*fixture
	drawn   *rapid.T
	owner   *testapp.Visitor
	tier    *core.Record
	members []*taxedMember
	// history lists the tax settings with the time from which they apply, the oldest first.
	history []savedTax
	// checked has the ids of the documents that have been checked.
	checked map[string]bool
	// counts has the number of actions in all cases, by their names.
	counts map[string]int
}

type savedTax struct {
	situation
	since time.Time
}

// taxedMember is a subscriber with their current billing profile.
type taxedMember struct {
	*subscriber
	profile map[string]any
	// ordered is the billing of the latest order. It applies to the first charge if that is made with the order.
	ordered              map[string]any
	isChargedImmediately bool
}

// billings are billing profiles in the supplier's state, other states, a union territory and abroad, and of a company
// with a GSTIN.
var billings = []map[string]any{
	billingIn("27", "400001"), billingIn("29", "560025"), billingIn("33", "600001"), billingIn("04",
		"160017"), {"country": "US"},
	companyBilling(),
}

// taxSettings are the settings that an owner may save.
var taxSettings = []situation{
	{gstin: maharashtra, status: "registered", rate: 18}, {gstin: maharashtra, status: "registered", rate: 12},
	{gstin: maharashtra, status: "registered", rate: 5}, {gstin: inKarnataka.gstin, status: "registered", rate: 18},
	{gstin: maharashtra, status: "registered", rate: 18, lut: "AD270426000001X"},
	{status: "unregistered", rate: 18}, {status: "unregistered", rate: 12},
}

// Mandates are charged, fail, are paused, cancelled, refunded and disputed, and their events come late, twice and in
// any order, while the supplier registers, the rate changes and the members move. After each step, all documents are as
// the law requires, and the ledger, the registers and the returns match them.
func TestMandatesMatchTheirDocumentsWhileTaxChanges(t *testing.T) {
	t.Parallel()
	steps, documents, counts := 0, 0, map[string]int{}
	testdb.Check(t, func(c *testdb.Case) {
		l := newTaxCase(c, counts)
		c.Repeat(map[string]func(*rapid.T){"step": func(*rapid.T) {
			l.step()
			steps++
		}})
		l.checkAllBooks()
		documents += len(l.checked)
	})
	t.Logf("%d documents after %d steps: %v", documents, steps, counts)
	if documents < steps/2 {
		t.Errorf("%d documents after %d steps, want at least half as many", documents, steps)
	}
}

func newTaxCase(c *testdb.Case, counts map[string]int) *taxCase {
	c.Helper()
	s := newFixture(c)
	l := &taxCase{
		fixture: s, drawn: c.T, owner: s.SignedIn("admins", nil),
		tier: s.renewing("renewing", "monthly", 600), checked: map[string]bool{}, counts: counts,
		history: []savedTax{{situation: situation{rate: 18}}},
	}
	for i := range l.number("members", 1, 5) {
		buyer := s.SignedIn("users", nil)
		m := &taxedMember{subscriber: &subscriber{
			Visitor: buyer, id: buyer.Get("/api/user").JSON["id"].(string),
			intN:    func(n int) int { return l.number("event", 0, n-1) },
			apiIsUp: i%3 != 1, missesEvents: i%3 == 2,
		}}
		l.members = append(l.members, m)
		l.move(m)
	}
	return l
}

// number draws an integer between least and most.
func (l *taxCase) number(name string, least, most int) int {
	return rapid.IntRange(least, most).Draw(l.drawn, name)
}

// step lets time pass and lets each member act at the provider. Then the tax settings may change and members may move
// before the events are delivered.
func (l *taxCase) step() {
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
	l.check()
}

// changeTax may save other tax settings through the console. Settled tax can never become unsettled again.
func (l *taxCase) changeTax() {
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
			l.Fatalf("saving unsettled tax: status = %d, want %d: %s", answer.Status, want, answer.Body)
		}
		if answer.Status == 200 {
			l.history = append(l.history, savedTax{unsettled, l.Clock.Now()})
		}
		return
	}
	now := rapid.SampledFrom(taxSettings).Draw(l.drawn, "tax")
	if answer := save(now); answer.Status != 200 {
		l.Fatalf("saving %+v: status = %d, want 200: %s", now, answer.Status, answer.Body)
	}
	l.history = append(l.history, savedTax{now, l.Clock.Now()})
}

func (l *taxCase) now() savedTax { return l.history[len(l.history)-1] }

// move saves another billing profile.
func (l *taxCase) move(m *taxedMember) {
	l.Helper()
	m.profile = l.drawBilling()
	if answer := withOwnAddress(m.Visitor).
		Send(http.MethodPut, "/api/billing-profile", m.profile); answer.Status != 200 {
		l.Fatalf("saving the profile: status = %d, want 200: %s", answer.Status, answer.Body)
	}
}

// drawBilling draws a billing profile.
func (l *taxCase) drawBilling() map[string]any { return billings[l.number("home", 0, len(billings)-1)] }

// act draws an action of a member, their bank or an admin that the state of the mandate and of the last payment allows.
func (l *taxCase) act(m *taxedMember) {
	l.Helper()
	names, actions := []string{"nothing"}, map[string]func() error{"nothing": func() error { return nil }}
	add := func(name string, do func() error) {
		names = append(names, name)
		actions[name] = do
	}
	charge := func() error {
		_, err := l.Razorpay.Charge(m.mandate)
		return err
	}
	status := l.stateOf(m.mandate)
	switch status {
	case "created":
		add("first payment", func() error {
			_, err := l.Razorpay.Pay(m.mandate, fakerazorpay.Success)
			return err
		})
	case "active", "authenticated":
		add("charge", charge)
		add("cancelled at the bank", func() error { return l.Razorpay.Cancel(m.mandate) })
		add("cancelled by the member", func() error {
			return l.Payments.Subscriptions.CancelOwn(l.Context(), m.id)
		})
	case "pending", "halted":
		add("new card", func() error {
			_, err := l.Razorpay.ChangeCard(m.mandate)
			return err
		})
	case "paused":
		add("end of a pause", func() error { return l.Razorpay.Resume(m.mandate) })
	case "ending":
	default:
		add("purchase", func() error {
			l.buy(m)
			return nil
		})
	}
	if status == "active" {
		add("failed charge", func() error {
			_, err := l.Razorpay.FailCharge(m.mandate)
			return err
		})
		add("pause", func() error { return l.Razorpay.Pause(m.mandate) })
		add("charge by UPI", func() error {
			late, err := l.Razorpay.ChargeByUPI(m.mandate)
			if err != nil {
				return err
			}
			return l.Razorpay.Authorise(late.PaymentID)
		})
	}
	if m.disputed != "" {
		for _, end := range []string{"won", "lost"} {
			add("dispute "+end, func() error {
				payment := m.disputed
				m.disputed = ""
				return l.Razorpay.Dispute(payment, end)
			})
		}
	} else if payment, left, refunded := l.reversible(m); payment != "" {
		add("refund in part", func() error {
			_, err := l.Razorpay.Refund(payment, int64(l.number("paise", 100, left-100)))
			return err
		})
		add("refund in full", func() error {
			_, err := l.Razorpay.Refund(payment, 0)
			return err
		})
		if refunded == 0 {
			add("dispute", func() error {
				m.disputed = payment
				return l.Razorpay.Dispute(payment, "created")
			})
		}
	}
	name := rapid.SampledFrom(names).Draw(l.drawn, "act")
	if err := actions[name](); err != nil {
		l.Fatalf("%s: %v", name, err)
	}
	l.counts[name]++
}

// reversible returns the newest payment of a member of which at least two rupees are not refunded, or "".
func (l *taxCase) reversible(m *taxedMember) (payment string, left, refunded int) {
	l.Helper()
	for _, t := range l.listRecords("transactions", "createdAt DESC", dbx.HashExp{"userId": m.id, "status": "completed"}) {
		payment, refunded = t.GetString("razorpayPaymentId"), t.GetInt("refundedAmount")
		if left = t.GetInt("amount") - refunded; left >= 200 && strings.HasPrefix(payment, "pay_") {
			return payment, left, refunded
		}
	}
	return "", 0, 0
}

// stateOf returns the provider's state of a mandate, "ending" if it ends with its period, or "" for an order.
func (l *taxCase) stateOf(mandate string) string {
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

// buy orders a membership with the billing of the order or of the profile, and pays. A buyer abroad pays without a
// mandate if the supplier has a letter of undertaking.
func (l *taxCase) buy(m *taxedMember) {
	l.Helper()
	order := orderBody(l.tier)
	m.ordered = m.profile
	if rapid.Bool().Draw(l.drawn, "states an address") {
		m.ordered = l.drawBilling()
		order["billing"], m.profile = m.ordered, m.ordered
	}
	answer := withOwnAddress(m.Visitor).Post("/api/payments/create-order", order)
	if answer.Status != 201 {
		l.Fatalf("create-order: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	id, _ := answer.JSON["subscriptionId"].(string)
	if id == "" {
		id = answer.JSON["orderId"].(string)
	}
	m.mandate, m.seen = id, 0
	l.pay(id, fakerazorpay.Success)
	m.isChargedImmediately = l.stateOf(id) != "authenticated"
}
