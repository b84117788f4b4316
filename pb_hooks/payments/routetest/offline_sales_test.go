package routetest

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

// creditNotes returns the issued credit notes, the oldest first.
func (s *fixture) creditNotes() []*core.Record {
	s.Helper()
	return s.listRecords("invoices", "number", dbx.HashExp{"kind": "credit-note"})
}

// seatStates returns the states of the buyer's seats, separated by spaces.
func (s *fixture) seatStates() string {
	s.Helper()
	var states []string
	for _, seat := range s.listRecords("seats", "number", dbx.NewExp("1 = 1")) {
		states = append(states, seat.GetString("state"))
	}
	return strings.Join(states, " ")
}

func TestSeatsAreSoldByBankTransferWithTDSDeducted(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	values := body{"seats": "3", "billing": companyBilling()}
	s.expect("the status without a company", admin.Post(offlinePath, s.saleFor(s.buyer, body{"seats": "3"})).Status,
		400)
	s.expect("the status for too many seats",
		admin.Post(offlinePath, s.saleFor(s.buyer, body{"seats": "101", "billing": companyBilling()})).Status, 400)
	second := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, values, 201) // ₹75,000 and GST
	s.expect("due", sale.JSON["due"], "88500")
	s.expect("seats", sale.JSON["seats"], 3.0)
	first := receipt("neft", "N1", "50000")
	withTDS(first, "5000")
	s.post(admin, offlineStep(sale, "receipts"), first, 200)
	s.post(second, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("the seats after a partial payment", s.seatStates(), "")
	s.post(admin, offlineStep(sale, "receipts"), receipt("neft", "N2", "31000"), 200)
	s.post(second, offlineStep(sale, "confirm"), withPassword, 200)
	// The rest is TDS. Its certificate is entered without an amount.
	s.expect("the status of a receipt without an amount", admin.Post(offlineStep(sale, "receipts"), receipt("neft",
		"N3", "0")).Status, 400)
	s.post(admin, offlineStep(sale, "receipts"),
		withTDS(body{"mode": "neft", "bankDate": "2026-08-02", "amount": "0"}, "2500"), 200)
	s.expect("the state of the sale", s.post(second, offlineStep(sale, "confirm"), withPassword, 200).JSON["state"],
		"cleared")
	s.expect("the seats after the payment", s.seatStates(), "open open open")
	s.expect("the buyer's entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
	document := s.listAllRecords("invoices")[0].GetString("document")
	s.expect("the invoice has the total and the quantity", strings.Contains(document, `"total":8850000`) &&
		strings.Contains(document, `"quantity":3`), true)
	purchases := s.buyer.Get("/api/seats")
	s.expect("the buyer's open seats", strings.Count(purchases.Body, `"state":"open"`), 3)

	s.expect("the state of a second purchase", s.sell(admin, s.tier, values, 201).JSON["state"], "proforma")
	bounced := s.post(admin, offlineStep(sale, "bounce"),
		body{"receiptId": s.receiptID(sale, ""), "reason": "Recalled by the bank"}, 200)
	s.expect("the seats after the bounce", s.seatStates(), "ended ended ended")
	s.expect("credit notes", len(s.creditNotes()), 1)
	s.expect("amountToReturn, which excludes TDS", bounced.JSON["amountToReturn"], "81000")
}

func TestACompletedOfflinePaymentIsRefundedInPart(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	first := receipt("neft", "N1", "27000")
	withTDS(first, "2500")
	sale := s.sell(admin, s.tier, first, 201)
	refund := func(amount string) testapp.Response {
		return admin.Post(offlineStep(sale, "refund"),
			body{"amount": amount, "reason": "A goodwill discount", "password": testapp.Password})
	}
	s.expect("the status before the payment is confirmed", refund("1000").Status, 409)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	for name, amount := range map[string]string{
		"zero": "0", "no amount": "", "the price": "29500", "more than was received": "27000.01",
	} {
		s.expect("the status for "+name, refund(amount).Status, 400)
	}
	s.expect("the status without the password",
		admin.Post(offlineStep(sale, "refund"), body{"amount": "1000", "reason": "A discount"}).Status, 400)
	part := refund("1000")
	s.expect("the status of a partial refund", part.Status, 200)
	s.expect("the state of the sale", part.JSON["state"], "cleared")
	s.expect("amountToReturn", part.JSON["amountToReturn"], "1000")
	s.expect("nextAction", part.JSON["nextAction"], "return")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "completed")
	s.expect("the refunded amount", s.onlyTransaction().GetInt("refundedAmount"), 100000)
	s.expect("the credit note has the total", strings.Contains(s.creditNotes()[0].GetString("document"),
		`"total":100000`), true)
	s.expect("the sale is in the list of open sales",
		strings.Contains(admin.Get(offlinePath+"?state=open").Body, sale.JSON["id"].(string)), true)
	s.expect("amountToReturn after a second refund", refund("500").JSON["amountToReturn"], "1500")
	returned := s.post(admin, offlineStep(sale, "returned"), body{"utr": "R1", "bankDate": "2026-08-01"}, 200)
	s.expect("nextAction after the money was returned", returned.JSON["nextAction"], "")
	s.expect("amountToReturn after a third refund", refund("500").JSON["amountToReturn"], "500")
	s.expect("the refunded amount after a fourth refund", refund("500").JSON["refunded"], "2500")

	// Cancelling the sale refunds the rest.
	cancelled := s.post(admin, offlineStep(sale, "cancel"),
		body{"reason": "Left the country", "password": testapp.Password}, 200)
	s.expect("amountToReturn", cancelled.JSON["amountToReturn"], "25500") // 27,000 less the 1,500 that was returned
	s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "refunded")
	s.expect("the refunded amount", s.onlyTransaction().GetInt("refundedAmount"), 2950000)
	s.expect("credit notes", len(s.creditNotes()), 5)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
}

// Section 269ST of the Income-tax Act forbids cash of ₹2 lakh or more from one person in one day or for one
// transaction.
func TestCashOfTwoLakhOrMoreMustBeConfirmedEvenIfItIsSplit(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	patron := s.createTier("patron", "annual", map[string]any{"price": 30000000}) // ₹3,54,000 with GST
	admin, second := s.SignedIn("admins", nil), s.SignedIn("admins", nil)
	cash := func(amount, day string) body { return body{"mode": "cash", "bankDate": day, "amount": amount} }
	confirmed := func(values body) body { values["isCashConfirmed"] = "true"; return values }
	needsConfirmation := func(answer testapp.Response) bool {
		return answer.Status == 400 && strings.Contains(answer.Field("isCashConfirmed"), "269ST")
	}
	s.expect("₹2,00,000 at once needs confirmation", needsConfirmation(admin.Post(offlinePath,
		s.saleFor(s.buyer, body{"membershipTierId": patron.Id, "mode": "cash", "bankDate": "2026-08-01",
			"amount": "200000"}))), true)
	sale := s.sell(admin, patron, cash("199999.99", "2026-07-30"), 201)
	s.post(second, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("one more paisa on another day needs confirmation",
		needsConfirmation(admin.Post(offlineStep(sale, "receipts"), cash("0.01", "2026-08-01"))), true)
	s.expect("the status of a bank transfer", s.post(admin, offlineStep(sale, "receipts"), receipt("neft", "N1",
		"100000"), 200).Status,
		200)
	s.post(second, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("rows in the audit log before a confirmation",
		strings.Count(admin.Get("/api/audit?action=offline-payment.cash-limit-confirmed").Body, `"id"`), 0)
	s.post(admin, offlineStep(sale, "receipts"), confirmed(cash("1000", "2026-08-01")), 200)
	s.expect("rows in the audit log after a confirmation",
		strings.Count(admin.Get("/api/audit?action=offline-payment.cash-limit-confirmed").Body, `"id"`), 1)

	// Another purchase by the same person on the same day, and a receipt that is moved to that day.
	other := s.sell(admin, patron, cash("150000", "2026-07-31"), 201)
	s.post(second, offlineStep(other, "confirm"), withPassword, 200)
	s.expect("more than the ₹29,500 that is due needs confirmation",
		needsConfirmation(admin.Post(offlinePath, s.saleFor(s.buyer, cash("50000", "2026-07-31")))), false)
	third := s.sell(admin, patron, cash("49999", "2026-07-31"), 201)
	s.expect("the state one rupee below the limit", third.JSON["state"], "awaiting")
	moved := second.Post(offlineStep(third, "confirm"), body{"password": testapp.Password, "bankDate": "2026-07-30"})
	s.expect("a receipt moved to a day with more cash needs confirmation", needsConfirmation(moved), true)
	s.expect("the status with the confirmation", second.Post(offlineStep(third, "confirm"),
		body{"password": testapp.Password, "bankDate": "2026-07-30", "isCashConfirmed": "true"}).Status, 200)
	s.expect("the state of a sale to another person on that day",
		s.sell(admin, patron, body{"userId": s.account(s.member()), "mode": "cash", "bankDate": "2026-07-30",
			"amount": "199999"}, 201).JSON["state"], "awaiting")

	// A bounced receipt does not count.
	s.buyer = s.member()
	bounced := s.sell(admin, patron, cash("190000", "2026-07-29"), 201)
	s.post(admin, offlineStep(bounced, "bounce"), body{"reason": "Counterfeit notes"}, 200)
	s.expect("the state after a bounced receipt", s.sell(admin, patron, cash("190000", "2026-07-29"),
		201).JSON["state"], "awaiting")
}

func TestACodeForOfflineSeatsOfARenewingTierMustAllowThem(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin, monthly := s.SignedIn("admins", nil), s.renewing("monthly", "monthly", 600)
	s.coupon(map[string]any{"code": "FRIENDS", "value": 10})
	s.coupon(map[string]any{"code": "TEAMS", "value": 50, "seatsPerUse": 2, "isForRenewingSeats": true})
	seats := func(code string) body { return body{"seats": "2", "billing": companyBilling(), "couponCode": code} }
	refused := s.sell(admin, monthly, seats("FRIENDS"), 400)
	s.expect("the error gives the reason", strings.Contains(refused.Field("couponCode"), "it renews automatically"),
		true)
	// Half the price of two seats, and GST.
	s.expect("due for seats with the other code", s.sell(admin, monthly, seats("TEAMS"), 201).JSON["due"], "708")
	s.expect("due for one membership", s.sell(admin, monthly, body{"couponCode": "FRIENDS"}, 201).JSON["due"], "637.20")
}
