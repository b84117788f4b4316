package routetest

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

// creditNotes are the credit notes that were issued, the oldest first.
func (s *fixture) creditNotes() []*core.Record {
	s.Helper()
	return s.listRecords("invoices", "sequence", dbx.HashExp{"kind": "credit-note"})
}

// seatStates are the states of the buyer's seats, in a line.
func (s *fixture) seatStates() string {
	s.Helper()
	var states []string
	for _, seat := range s.listRecords("seats", "number", dbx.NewExp("1 = 1")) {
		states = append(states, seat.GetString("state"))
	}
	return strings.Join(states, " ")
}

func TestACompanyThatDeductsTDSBuysSeatsByBankTransfer(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	wanted := body{"seats": "3", "billing": companyBilling()}
	s.expect("without a company", admin.Post(offlinePath, s.saleFor(s.buyer, body{"seats": "3"})).Status, 400)
	s.expect("more than are sold at once",
		admin.Post(offlinePath, s.saleFor(s.buyer, body{"seats": "101", "billing": companyBilling()})).Status, 400)
	second := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, wanted, 201) // ₹75,000 and GST
	s.expect("what is due", sale.JSON["due"], "88500")
	s.expect("seats", sale.JSON["seats"], 3.0)
	first := receipt("neft", "N1", "50000")
	first["tds"] = "5000"
	s.step2(admin, offlineStep(sale, "receipts"), first, 200)
	s.step2(second, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("no seats yet", s.seatStates(), "")
	s.step2(admin, offlineStep(sale, "receipts"), receipt("neft", "N2", "31000"), 200)
	s.step2(second, offlineStep(sale, "confirm"), withPassword, 200)
	// the rest is TDS, whose certificate comes alone
	s.expect("nothing at all", admin.Post(offlineStep(sale, "receipts"), receipt("neft", "N3", "0")).Status, 400)
	s.step2(admin, offlineStep(sale, "receipts"),
		body{"mode": "neft", "bankDate": "2026-08-02", "amount": "0", "tds": "2500"}, 200)
	s.expect("the state", s.step2(second, offlineStep(sale, "confirm"), withPassword, 200).JSON["state"], "cleared")
	s.expect("the seats", s.seatStates(), "open open open")
	s.expect("the buyer holds nothing", s.mine(s.buyer, "entitlement", "state"), "none")
	document := s.listAllRecords("invoices")[0].GetString("document")
	s.expect("one invoice over all", strings.Contains(document, `"total":8850000`) &&
		strings.Contains(document, `"quantity":3`), true)
	purchases := s.buyer.Get("/api/seats")
	s.expect("the buyer can give them away", strings.Count(purchases.Body, `"state":"open"`), 3)

	s.expect("a second purchase", s.sell(admin, s.tier, wanted, 201).JSON["state"], "proforma")
	bounced := s.step2(admin, offlineStep(sale, "bounce"), body{"reason": "Recalled by the bank"}, 200)
	s.expect("the seats", s.seatStates(), "ended ended ended")
	s.expect("a credit note", len(s.creditNotes()), 1)
	s.expect("money to return, without TDS", bounced.JSON["amountToReturn"], "81000")
}

func TestAPartOfACompletedOfflinePaymentIsRefunded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	first := receipt("neft", "N1", "27000")
	first["tds"] = "2500"
	sale := s.sell(admin, s.tier, first, 201)
	refund := func(amount string) testapp.Response {
		return admin.Post(offlineStep(sale, "refund"),
			body{"amount": amount, "reason": "A goodwill discount", "password": testapp.Password})
	}
	s.expect("before it is complete", refund("1000").Status, 409)
	s.step2(admin, offlineStep(sale, "confirm"), withPassword, 200)
	for name, amount := range map[string]string{"nothing": "0", "no amount": "", "the whole": "29500", "more than the money": "27000.01"} {
		s.expect(name, refund(amount).Status, 400)
	}
	s.expect("without the password",
		admin.Post(offlineStep(sale, "refund"), body{"amount": "1000", "reason": "A discount"}).Status, 400)
	part := refund("1000")
	s.expect("the refund", part.Status, 200)
	s.expect("its state", part.JSON["state"], "cleared")
	s.expect("to return", part.JSON["amountToReturn"], "1000")
	s.expect("what it waits for", part.JSON["nextAction"], "return")
	s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the ledger", s.onlyTransaction().GetString("status"), "completed")
	s.expect("refunded", s.onlyTransaction().GetInt("refundedAmount"), 100000)
	s.expect("a credit note", strings.Contains(s.creditNotes()[0].GetString("document"), `"total":100000`), true)
	s.expect("it stands among the open ones",
		strings.Contains(admin.Get(offlinePath+"?state=open").Body, sale.JSON["id"].(string)), true)
	s.expect("a second one", refund("500").JSON["amountToReturn"], "1500")
	returned := s.step2(admin, offlineStep(sale, "returned"), body{"utr": "R1", "bankDate": "2026-08-01"}, 200)
	s.expect("what it waits for then", returned.JSON["nextAction"], "")
	s.expect("a third one", refund("500").JSON["amountToReturn"], "500")
	s.expect("what was refunded", refund("500").JSON["refunded"], "2500")

	// the rest is cancelled: what is outstanding and what is left of the money goes back
	cancelled := s.step2(admin, offlineStep(sale, "cancel"),
		body{"reason": "Left the country", "password": testapp.Password}, 200)
	s.expect("to return", cancelled.JSON["amountToReturn"], "25500") // 27,000 less the 1,500 that went back
	s.expect("the ledger", s.onlyTransaction().GetString("status"), "refunded")
	s.expect("refunded", s.onlyTransaction().GetInt("refundedAmount"), 2950000)
	s.expect("credit notes", len(s.creditNotes()), 5)
	s.expect("her state", s.mine(s.buyer, "entitlement", "state"), "revoked")
}

func TestCashOfTwoLakhOrMoreIsConfirmedHoweverItIsSplit(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	patron := s.createTier("patron", "annual", map[string]any{"price": 30000000}) // ₹3,54,000 with GST
	admin, second := s.SignedIn("admins", nil), s.SignedIn("admins", nil)
	cash := func(amount, day string) body { return body{"mode": "cash", "bankDate": day, "amount": amount} }
	confirmed := func(values body) body { values["isCashConfirmed"] = "true"; return values }
	asked := func(answer testapp.Response) bool {
		return answer.Status == 400 && strings.Contains(answer.Field("isCashConfirmed"), "269ST")
	}
	s.expect("at once", asked(admin.Post(offlinePath,
		s.saleFor(s.buyer, body{"membershipTierId": patron.Id, "mode": "cash", "bankDate": "2026-08-01",
			"amount": "200000"}))), true)
	sale := s.sell(admin, patron, cash("199999.99", "2026-07-30"), 201)
	s.step2(second, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("a paisa more on another day",
		asked(admin.Post(offlineStep(sale, "receipts"), cash("0.01", "2026-08-01"))), true)
	s.expect("by the bank", s.step2(admin, offlineStep(sale, "receipts"), receipt("neft", "N1", "100000"), 200).Status,
		200)
	s.step2(second, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("nothing in the audit log",
		strings.Count(admin.Get("/api/audit?action=offline-payment.cash-limit-confirmed").Body, `"id"`), 0)
	s.step2(admin, offlineStep(sale, "receipts"), confirmed(cash("1000", "2026-08-01")), 200)
	s.expect("in the audit log",
		strings.Count(admin.Get("/api/audit?action=offline-payment.cash-limit-confirmed").Body, `"id"`), 1)

	// another purchase of the same person on the same day, and one that is moved to it
	other := s.sell(admin, patron, cash("150000", "2026-07-31"), 201)
	s.step2(second, offlineStep(other, "confirm"), withPassword, 200)
	s.expect(
		"on the same day",
		asked(admin.Post(offlinePath, s.saleFor(s.buyer, cash("50000", "2026-07-31")))),
		false,
	) // ₹29,500 is due at most
	third := s.sell(admin, patron, cash("49999", "2026-07-31"), 201)
	s.expect("a rupee below", third.JSON["state"], "awaiting")
	moved := second.Post(offlineStep(third, "confirm"), body{"password": testapp.Password, "bankDate": "2026-07-30"})
	s.expect("moved to a day with more", asked(moved), true)
	s.expect("confirmed", second.Post(offlineStep(third, "confirm"),
		body{"password": testapp.Password, "bankDate": "2026-07-30", "isCashConfirmed": "true"}).Status, 200)
	s.expect("a person of their own",
		s.sell(admin, patron, body{"userId": s.account(s.member()), "mode": "cash", "bankDate": "2026-07-30",
			"amount": "199999"}, 201).JSON["state"], "awaiting")

	// what has bounced does not count
	s.buyer = s.member()
	gone := s.sell(admin, patron, cash("190000", "2026-07-29"), 201)
	s.step2(admin, offlineStep(gone, "bounce"), body{"reason": "Counterfeit notes"}, 200)
	s.expect("after it", s.sell(admin, patron, cash("190000", "2026-07-29"), 201).JSON["state"], "awaiting")
}

func TestACodeForOfflineSeatsOfARenewingTierHasToAllowThem(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin, monthly := s.SignedIn("admins", nil), s.renewing("monthly", "monthly", 600)
	s.coupon(map[string]any{"code": "FRIENDS", "value": 10})
	s.coupon(map[string]any{"code": "TEAMS", "value": 50, "seatsPerUse": 2, "isForRenewingSeats": true})
	seats := func(code string) body { return body{"seats": "2", "billing": companyBilling(), "couponCode": code} }
	refused := s.sell(admin, monthly, seats("FRIENDS"), 400)
	s.expect("why", strings.Contains(refused.Field("couponCode"), "it renews automatically"), true)
	s.expect(
		"seats with the other code",
		s.sell(admin, monthly, seats("TEAMS"), 201).JSON["due"],
		"708",
	) // half of two, and GST
	s.expect("one membership", s.sell(admin, monthly, body{"couponCode": "FRIENDS"}, 201).JSON["due"], "637.20")
}
