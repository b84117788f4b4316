package routetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// moneyModel is our bank account, as the statement shows it, beside the program's records of two purchases.
type moneyModel struct {
	*fixture
	staff  *testapp.Visitor
	buyers []*core.Record
	sales  []testapp.Response
	// bank is the sum of the account in paise.
	bank int
	// entered numbers the receipts.
	entered int
}

// moneyOf sums a column of the records of an offline payment, or of all.
func (m *moneyModel) moneyOf(column, collection, where string) (sum int) {
	m.Helper()
	m.must(m.PB.DB().Select("COALESCE(SUM(" + column + "), 0)").From(collection).Where(dbx.NewExp(where)).Row(&sum))
	return sum
}

// step takes one step on purchase n, and books in the account what the bank would. It returns the answer.
func (m *moneyModel) step(r *rapid.T, n int, name string) testapp.Response {
	m.Helper()
	sale, id := m.sales[n], m.sales[n].JSON["id"].(string)
	amount := rapid.SampledFrom([]string{"14750", "29500", "29499.99", "0.01", "40000"}).Draw(r, "amount")
	m.entered++
	utr := fmt.Sprintf("%s%d", id, m.entered)
	of := "offlinePaymentId = '" + id + "'"
	switch name {
	case "paid":
		form := receipt("neft", utr, amount)
		form["isExcessConfirmed"] = true
		if answer := m.staff.Post(offlineStep(sale, "receipts"), form); answer.Status != 200 {
			return answer
		}
		answer := m.staff.Post(offlineStep(sale, "confirm"), body{})
		m.bank += m.moneyOf("amount", "offline_receipts", "utr = '"+strings.ToUpper(utr)+"'")
		return answer
	case "receipt", "cheque", "tds":
		form := receipt(map[bool]string{true: "cheque", false: "neft"}[name == "cheque"], utr, amount)
		form["isExcessConfirmed"] = true
		if name == "tds" {
			form = withTDS(form, "1000")
		}
		return m.staff.Post(offlineStep(sale, "receipts"), form)
	case "divide":
		form := transfer(rapid.SampledFrom([]string{"neft", "cheque"}).Draw(r, "mode"), utr, "40000",
			partOf(m.sales[0], "14750"), partOf(m.sales[1], "25250"))
		form["isExcessConfirmed"] = true
		return m.staff.Post(transfersPath, form)
	case "deposit":
		return m.staff.Post(offlineStep(sale, "deposit"), nil)
	case "confirm", "bounce":
		receipts := m.listRecords("offline_receipts", "createdAt", dbx.And(dbx.HashExp{"offlinePaymentId": id},
			dbx.Not(dbx.HashExp{"state": "bounced"})))
		form := body{"reason": "Funds insufficient"}
		if len(receipts) > 0 && name == "bounce" {
			form["receiptId"] = receipts[m.entered%len(receipts)].Id
		}
		before := m.moneyOf("amount", "offline_receipts", "state = 'cleared'")
		answer := m.staff.Post(offlineStep(sale, name), form)
		// The bank credits or debits whole transfers, of which these parts are the sum.
		m.bank += m.moneyOf("amount", "offline_receipts", "state = 'cleared'") - before
		return answer
	case "cancel":
		return m.staff.Post(offlineStep(sale, "cancel"), body{"reason": "Changed their mind"})
	case "refund":
		return m.staff.Post(offlineStep(sale, "refund"), body{"amount": "1000.50", "reason": "A discount"})
	case "write-off":
		return m.staff.Post(offlineStep(sale, "write-off"), body{"reason": "Bank charges"})
	case "write-off-claim":
		form := body{"reason": "Moved abroad", "returnId": "missing"}
		for _, claim := range m.listRecords("offline_returns", "createdAt",
			dbx.HashExp{"offlinePaymentId": id, "state": "open", "kind": "claim"}) {
			form["returnId"] = claim.Id
		}
		return m.staff.Post(offlineStep(sale, "write-off"), form)
	case "return":
		owed := m.moneyOf("amount", "offline_returns", of+" AND state = 'open' AND kind != 'claim'")
		claimed := m.moneyOf("amount", "offline_returns", of+" AND state = 'open' AND kind = 'claim'")
		answer := m.staff.Post(offlineStep(sale, "returned"), body{"utr": utr, "bankDate": "2026-08-01"})
		switch {
		case answer.Status != 200:
		case owed > 0:
			m.bank -= owed
		default:
			m.bank += claimed
		}
		return answer
	case "online":
		buyer := withOwnAddress(m.SignedInAs(m.buyers[n]))
		answer := m.callback(buyer, m.pay(m.order(buyer, m.tier), fakerazorpay.Success))
		m.Drain()
		return answer
	}
	m.Clock.Advance(31 * day) // "wait"
	m.Drain()
	m.staff = withOwnAddress(m.SignedIn(core.CollectionNameSuperusers, nil))
	return testapp.Response{Status: 200}
}

// offered returns the steps that the last answer about purchase n offers.
func (m *moneyModel) offered(n int) (names []string) {
	for _, step := range m.sales[n].JSON["nextSteps"].([]any) {
		names = append(names, step.(string))
	}
	return names
}

// expectAgrees compares the account with what is sold, and what is owed to and by the payers.
func (m *moneyModel) expectAgrees(path []string) {
	m.Helper()
	const valid = "state NOT IN ('bounced', 'cancelled')"
	sold := m.moneyOf("received - refunded", "offline_payments", valid) -
		m.moneyOf("tds", "offline_receipts", "state = 'cleared' AND offlinePaymentId IN (SELECT id FROM offline_payments WHERE "+
			valid+")")
	owed := m.moneyOf("amount", "offline_returns", "state = 'open' AND kind != 'claim'")
	claimed := m.moneyOf("amount", "offline_returns", "state = 'open' AND kind = 'claim'")
	lost := m.moneyOf("amount", "offline_returns", "state = 'written-off'")
	if m.bank != sold+owed-claimed-lost {
		m.Fatalf("after %v: the account has %d, but %d is sold, %d is owed by us, %d to us, and %d is written off", path,
			m.bank, sold, owed, claimed, lost)
	}
	m.checkLedger()
}

// No sequence of receipts, divided transfers, overpayments, TDS, write-offs, refunds, returns, bounces, cancellations,
// lapses and online purchases loses or invents a paisa.
func TestNoSequenceOfOfflineStepsLosesOrInventsAPaisa(t *testing.T) {
	t.Parallel()
	names := []string{"paid", "confirm", "receipt", "refund", "write-off", "write-off-claim", "divide", "return", "tds", "cheque", "wait", "online",
		"cancel", "deposit", "bounce"}
	taken := map[string]int{}
	testdb.Check(t, func(c *testdb.Case) {
		s := newFixture(c)
		s.setApprovalLimit("99999999") // the superuser confirms all receipts alone
		s.expect("the status of the write-off limit", withOwnAddress(s.SignedIn("admins", nil)).Send("PUT",
			"/api/admin/settings", body{"offlineWriteOffUpTo": "30000", "password": testapp.Password}).Status, 200)
		s.tier = s.createTier("yearly", "annual", nil)
		m := &moneyModel{fixture: s, staff: s.SignedIn(core.CollectionNameSuperusers, nil)}
		c.Repeat(map[string]func(*rapid.T){"purchases": func(r *rapid.T) {
			m.buyers, m.sales = nil, nil
			withOwnAddress(m.staff)
			for range 2 {
				buyer := s.CreateAccount("users", body{"verified": true})
				m.buyers = append(m.buyers, buyer)
				m.sales = append(m.sales, s.post(m.staff, offlinePath,
					body{"userId": buyer.Id, "membershipTierId": s.tier.Id}, 201))
			}
			var path []string
			take := func(n int, name string) {
				path = append(path, name)
				answer := m.step(r, n, name)
				switch answer.Status {
				case 200, 201:
					taken[name]++
					if answer.JSON["nextSteps"] != nil {
						m.sales[n] = answer
					}
				case 400, 409:
				default:
					s.Fatalf("after %v: status = %d: %s", path, answer.Status, answer.Body)
				}
				m.expectAgrees(path)
			}
			for range rapid.IntRange(4, 14).Draw(r, "steps") {
				n := rapid.IntRange(0, len(m.sales)-1).Draw(r, "sale")
				take(n, rapid.SampledFrom(slices.Concat(names, m.offered(n), m.offered(n))).Draw(r, "step"))
			}
			// Random steps rarely get this far: a purchase of several receipts ends, and the bank takes back one after the
			// other. In between, we or the payer return what is owed.
			n := rapid.IntRange(0, len(m.sales)-1).Draw(r, "ended sale")
			for range rapid.IntRange(1, 2).Draw(r, "more receipts") {
				take(n, "paid")
			}
			for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"cancel", "return", "bounce"}), 1, 3).Draw(r, "ends") {
				take(n, name)
			}
			for _, isReturned := range rapid.SliceOfN(rapid.Bool(), 2, 4).Draw(r, "bounces") {
				if isReturned {
					take(n, rapid.SampledFrom([]string{"return", "return", "write-off-claim"}).Draw(r, "settled by"))
				}
				take(n, "bounce")
			}
		}})
	})
	for _, name := range names {
		if taken[name] == 0 {
			t.Errorf("the step %s was never possible", name)
		}
	}
	t.Logf("%v", taken)
}
