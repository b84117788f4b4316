package routetest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// taxedLives are the lives of some members who pay by mandate while an owner changes the settings of tax and they move.
// It keeps what was in force when, from which wanted derives each document without the code that prices.
type taxedLives struct {
	*fixture
	random  *rand.Rand
	owner   *testapp.Visitor
	tier    *core.Record
	members []*taxedMember
	// history is what the settings said since when, in the order of time.
	history []settledTax
	// checked are the documents that were compared with what they must say.
	checked map[string]bool
	// counts counts what has happened, by its name.
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

// Mandates are charged, fail, are paused, cancelled, refunded and disputed at random, and their events come late, twice
// and in any order, while the supplier registers, the rate changes and the members move. After each step all documents
// say what the law wants, and the ledger, the registers and the returns agree with them. The seed is in the subtest's
// name; BOARDCIRCLE_TEST_SEED and BOARDCIRCLE_TEST_STEPS repeat a run.
func TestLivesOfMandatesAgreeWithTheirDocumentsWhileTaxChanges(t *testing.T) {
	t.Parallel()
	seeds, members, steps := 1, 3, 10
	if testdb.IsLong() {
		seeds, members, steps = 40, 5, 20
	}
	first := testdb.Number(t, "BOARDCIRCLE_TEST_SEED", 1)
	if os.Getenv("BOARDCIRCLE_TEST_SEED") != "" {
		seeds = 1
	}
	steps = int(testdb.Number(t, "BOARDCIRCLE_TEST_STEPS", uint64(steps)))
	for seed := first; seed < first+uint64(seeds); seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			l := newTaxedLives(t, seed, members)
			for range steps {
				l.step()
			}
			l.agreeWithAllBooks()
			t.Logf("%d lives, %d documents: %v", members, len(l.checked), l.counts)
			if len(l.checked) < steps/2 {
				t.Errorf("%d documents after %d steps", len(l.checked), steps)
			}
		})
	}
}

func newTaxedLives(t *testing.T, seed uint64, members int) *taxedLives {
	t.Helper()
	s := newFixture(t)
	l := &taxedLives{
		fixture: s, random: rand.New(rand.NewPCG(seed, 1)), owner: s.SignedIn("admins", nil),
		tier: s.renewing("renewing", "monthly", 600), checked: map[string]bool{}, counts: map[string]int{},
		history: []settledTax{{situation: situation{rate: 18}}},
	}
	for i := range members {
		buyer := s.SignedIn("users", nil)
		l.members = append(l.members, &taxedMember{subscriber: &subscriber{
			Visitor: buyer, id: buyer.Get("/api/user").JSON["id"].(string), random: l.random,
			apiIsUp: i%3 != 1, hearsLess: i%3 == 2,
		}})
		l.move(l.members[i])
	}
	return l
}

// step lets time pass. Each member does something at the provider. Then tax changes, or members move, before anything of
// it is heard.
func (l *taxedLives) step() {
	l.Helper()
	l.Clock.Advance(time.Duration(1+l.random.IntN(31)) * day)
	l.must(l.Razorpay.PassTime())
	for _, m := range l.members {
		l.act(m)
	}
	l.Clock.Advance(time.Minute)
	if l.random.IntN(2) == 0 {
		l.changeTax()
	}
	for _, m := range l.members {
		if l.random.IntN(3) == 0 {
			l.move(m)
		}
	}
	l.Clock.Advance(time.Minute)
	for _, m := range l.members {
		m.order = l.random.IntN(120)
		if m.mandate != "" {
			l.catchUp(m.subscriber)
		}
	}
	l.Clock.Advance(2 * time.Hour)
	l.must(l.Payments.SyncReversals(l.Context()))
	l.Drain()
	l.agree()
}

// changeTax saves settings of tax through the console. What is settled can never be unsettled.
func (l *taxedLives) changeTax() {
	l.Helper()
	save := func(now situation) testapp.Response {
		values := body{
			"password": testapp.Password, "taxStatus": now.status, "supplierGstin": now.gstin, "gstRate": strconv.Itoa(now.rate),
			"supplierState": cmp.Or(now.gstin, "27")[:2], "lutNumber": now.lut, "lutYear": "",
			"taxAdviser": "S. Iyer, FCA", "taxSettledOn": india.Day(l.Clock.Now()),
		}
		if now.lut != "" {
			values["lutYear"] = financialYear(l.Clock.Now())
		}
		return withOwnAddress(l.owner).Send(http.MethodPut, "/api/admin/settings", values)
	}
	before := l.now()
	if l.random.IntN(6) == 0 {
		unsettled := situation{rate: before.rate}
		l.counts["not settled"]++
		if want, answer := map[bool]int{true: 200, false: 400}[before.status == ""], save(unsettled); answer.Status != want {
			l.Fatalf("tax that is not settled: %d %s", answer.Status, answer.Body)
		}
		return
	}
	now := taxStates[l.random.IntN(len(taxStates))]
	if answer := save(now); answer.Status != 200 {
		l.Fatalf("%+v: %d %s", now, answer.Status, answer.Body)
	}
	l.counts["changes of tax"]++
	l.history = append(l.history, settledTax{now, l.Clock.Now()})
}

func (l *taxedLives) now() settledTax { return l.history[len(l.history)-1] }

// move saves another billing profile.
func (l *taxedLives) move(m *taxedMember) {
	l.Helper()
	m.profile = homes[l.random.IntN(len(homes))]
	if answer := withOwnAddress(m.Visitor).Send(http.MethodPut, "/api/billing-profile", m.profile); answer.Status != 200 {
		l.Fatalf("the profile: %d %s", answer.Status, answer.Body)
	}
	l.counts["moves"]++
}

// act is something that a member, their bank or we do at the provider, as the state of the mandate allows.
func (l *taxedLives) act(m *taxedMember) {
	l.Helper()
	do := func(name string, err error) {
		l.Helper()
		if err != nil {
			l.Fatalf("%s: %v", name, err)
		}
		l.counts[name]++
	}
	n := l.random.IntN(100)
	if m.disputed != "" && n < 60 {
		end := []string{"won", "lost"}[l.random.IntN(2)]
		do("dispute "+end, l.Razorpay.Dispute(m.disputed, end))
		m.disputed = ""
		return
	}
	if n >= 85 && l.reverse(m, do) {
		return
	}
	switch status := l.stateOf(m.mandate); status {
	case "created":
		l.pay(m.mandate, fakerazorpay.Success)
	case "active", "authenticated":
		switch {
		case status == "active" && n < 8:
			_, err := l.Razorpay.FailCharge(m.mandate)
			do("failed charge", err)
		case status == "active" && n < 14:
			do("pause", l.Razorpay.Pause(m.mandate))
		case status == "active" && n < 24:
			late, err := l.Razorpay.ChargeByUPI(m.mandate)
			do("charge by UPI", err)
			l.must(l.Razorpay.Authorise(late.PaymentID))
		case n < 30:
			do("cancelled at the bank", l.Razorpay.Cancel(m.mandate))
		case n < 36:
			do("cancelled by the member", l.Payments.CancelOwnSubscription(l.Context(), m.id))
		default:
			_, err := l.Razorpay.Charge(m.mandate)
			do("charge", err)
		}
	case "pending", "halted":
		_, err := l.Razorpay.ChangeCard(m.mandate)
		do("new card", err)
	case "paused":
		do("end of a pause", l.Razorpay.Resume(m.mandate))
	default:
		l.buy(m)
	}
}

// reverse refunds a payment of a member in part or in full, or lets the bank dispute it.
func (l *taxedLives) reverse(m *taxedMember, do func(name string, err error)) bool {
	l.Helper()
	if m.disputed != "" {
		return false
	}
	for _, t := range l.listRecords("transactions", "createdAt DESC", dbx.HashExp{"userId": m.id, "status": "completed"}) {
		left := t.GetInt("amount") - t.GetInt("refundedAmount")
		payment := t.GetString("razorpayPaymentId")
		if left < 200 || !strings.HasPrefix(payment, "pay_") {
			continue
		}
		switch l.random.IntN(3) {
		case 0:
			_, err := l.Razorpay.Refund(payment, int64(100+l.random.IntN(left-199)))
			do("refund in part", err)
		case 1:
			_, err := l.Razorpay.Refund(payment, 0)
			do("refund in full", err)
		default:
			if t.GetInt("refundedAmount") > 0 {
				continue
			}
			do("dispute", l.Razorpay.Dispute(payment, "created"))
			m.disputed = payment
		}
		return true
	}
	return false
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

// buy orders a membership, with a billing stated or by the profile, and pays. Abroad under a letter of undertaking it is
// sold once.
func (l *taxedLives) buy(m *taxedMember) {
	l.Helper()
	if l.stateOf(m.mandate) == "ending" {
		return
	}
	order := orderBody(l.tier)
	m.ordered = m.profile
	if l.random.IntN(2) == 0 {
		m.ordered = homes[l.random.IntN(len(homes))]
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
	l.counts["purchase"]++
}
