package routetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
)

// An admin enters what the bank statement shows, also if it is too much.
func TestMoneyAboveThePriceIsRecordedAndOwedBack(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, nil, 201)
	s.post(admin, offlineStep(sale, "receipts"), receipt("neft", "N1", "9500"), 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	late := receipt("neft", "N2", "20500.50")
	refused := admin.Post(offlineStep(sale, "receipts"), late)
	s.expect("the status without the confirmation", refused.Status, 400)
	s.expect("the warning has both amounts", strings.Contains(refused.Field("isExcessConfirmed"), "₹20,000 is due") &&
		strings.Contains(refused.Field("isExcessConfirmed"), "₹500.50 is too much"), true)
	late["isExcessConfirmed"] = true
	s.post(admin, offlineStep(sale, "receipts"), late, 200)
	cleared := s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("the state", cleared.JSON["state"], "cleared")
	s.expect("received", cleared.JSON["received"], "29500")
	s.expect("left", cleared.JSON["left"], "0")
	s.expect("amountToReturn", cleared.JSON["amountToReturn"], "500.50")
	s.expect("nextAction", cleared.JSON["nextAction"], "return")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("credit notes, because the excess was never sold", len(s.creditNotes()), 0)
	s.expect("the buyer is told", strings.Contains(s.emailsToBuyer(), "You paid more than was due"), true)
	s.expect("the sale is in the list of open sales",
		strings.Contains(admin.Get(offlinePath+"?state=open").Body, sale.JSON["id"].(string)), true)

	// A refund of a part and the excess are two amounts. One transfer may return one of them or both.
	refunded := s.post(admin, offlineStep(sale, "refund"),
		body{"amount": "1000", "reason": "A discount", "password": testapp.Password}, 200)
	s.expect("amountToReturn with a refund", refunded.JSON["amountToReturn"], "1500.50")
	excess := refunded.JSON["returns"].([]any)[0].(body)
	s.expect("the first return", excess["kind"], "overpaid")
	returned := s.post(admin, offlineStep(sale, "returned"),
		body{"returnId": excess["id"], "utr": "R1", "bankDate": "2026-08-01"}, 200)
	s.expect("amountToReturn after the excess was returned", returned.JSON["amountToReturn"], "1000")
	s.expect("who returned it", returned.JSON["returns"].([]any)[0].(body)["returnedBy"] != "", true)
	s.expect("the status of the same return", admin.Post(offlineStep(sale, "returned"),
		body{"returnId": excess["id"], "utr": "R2", "bankDate": "2026-08-01"}).Status, 409)

	// The end of the purchase owes the rest: 30,000.50 less the 500.50 that was returned.
	cancelled := s.post(admin, offlineStep(sale, "cancel"),
		body{"reason": "Left the country", "password": testapp.Password}, 200)
	s.expect("amountToReturn after the end", cancelled.JSON["amountToReturn"], "29500")
	s.post(admin, offlineStep(sale, "returned"), body{"utr": "R3", "bankDate": "2026-08-01"}, 200)
	s.Drain()
	if text := s.textsToBuyer(); !strings.Contains(text, "We have returned ₹29,500 of what was paid") || !strings.Contains(text, "R3") {
		t.Errorf("the buyer is not told that the money was returned: %s", text)
	}
	s.expect("entries about returns in the audit log",
		strings.Count(admin.Get("/api/audit?action=offline-payment.return-owed").Body, `"id"`), 3)
}

// The bank takes back a cheque after its excess was returned, so the payer owes us that excess.
func TestAReturnedExcessOfABouncedChequeIsOwedByThePayer(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	cheque := receipt("cheque", "000123", "30000")
	cheque["isExcessConfirmed"] = true
	sale := s.sell(admin, s.tier, cheque, 201)
	s.post(admin, offlineStep(sale, "deposit"), nil, 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.post(admin, offlineStep(sale, "returned"), body{"utr": "R1", "bankDate": "2026-08-01"}, 200)
	bounced := s.post(admin, offlineStep(sale, "bounce"), body{"reason": "Funds insufficient"}, 200)
	s.expect("amountToReturn", bounced.JSON["amountToReturn"], "0")
	claim := bounced.JSON["returns"].([]any)[1].(body)
	s.expect("the claim", claim["kind"].(string)+" "+claim["amount"].(string), "claim 500")
	s.expect("nextAction", bounced.JSON["nextAction"], "return")
	emailsAboutReturns := func() int {
		s.Drain()
		return strings.Count(s.emailsToBuyer(), "We have returned money to you")
	}
	before := emailsAboutReturns()
	settled := s.post(admin, offlineStep(sale, "returned"), body{"utr": "N9", "bankDate": "2026-08-01"}, 200)
	s.expect("emails about what the payer has returned to us", emailsAboutReturns()-before, 0)
	s.expect("nextAction after the payer has returned it", settled.JSON["nextAction"], "")
}

// A claim that the payer has repaid is money that we hold, so the next bounce claims less.
func TestARepaidClaimLowersTheNextClaim(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, receipt("neft", "N1", "60"), 201)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	much := receipt("neft", "N2", "29540")
	much["isExcessConfirmed"] = true
	s.post(admin, offlineStep(sale, "receipts"), much, 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	returned := func(reference string) testapp.Response {
		return s.post(admin, offlineStep(sale, "returned"), body{"utr": reference, "bankDate": "2026-08-01"}, 200)
	}
	bounce := func(utr string) (claim string) {
		answer := s.post(admin, offlineStep(sale, "bounce"),
			body{"reason": "Funds insufficient", "receiptId": s.receiptID(sale, utr)}, 200)
		all := answer.JSON["returns"].([]any)
		last := all[len(all)-1].(body)
		return last["kind"].(string) + " " + last["state"].(string) + " " + last["amount"].(string)
	}
	returned("R1")
	s.expect("the claim of ₹100 that was returned, less ₹60", bounce("N2"), "claim open 40")
	s.expect("nextAction after it was repaid", returned("R2").JSON["nextAction"], "")
	s.expect("the claim of ₹100, less ₹40", bounce("N1"), "claim open 60")
	s.expect("nextAction after all was repaid", returned("R3").JSON["nextAction"], "")
	s.checkLedger()
}

// textsToBuyer joins the texts of the emails to the buyer.
func (s *fixture) textsToBuyer() (texts string) {
	s.Helper()
	for _, message := range s.Inbox(s.buyer.Get("/api/user").JSON["email"].(string)) {
		texts += message.Text + "\n"
	}
	return texts
}

// bouncedExcess is a sale whose cheque over ₹30,000 bounced after the excess of ₹500 was returned.
func (s *fixture) bouncedExcess(admin *testapp.Visitor, number string) (sale testapp.Response, claim string) {
	s.Helper()
	cheque := receipt("cheque", number, "30000")
	cheque["isExcessConfirmed"] = true
	sale = s.sell(admin, s.tier, cheque, 201)
	s.post(admin, offlineStep(sale, "deposit"), nil, 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.post(admin, offlineStep(sale, "returned"), body{"utr": "R" + number, "bankDate": "2026-08-01"}, 200)
	bounced := s.post(admin, offlineStep(sale, "bounce"), body{"reason": "Funds insufficient"}, 200)
	return sale, bounced.JSON["returns"].([]any)[1].(body)["id"].(string)
}

func TestAClaimAgainstAPayerIsWrittenOffWithAReason(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale, claim := s.bouncedExcess(admin, "000123")
	row := s.onlyRow(admin, offlinePath+"?state=open")
	s.expect("the step is offered", strings.Contains(fmt.Sprint(row["nextSteps"]), "write-off-claim"), true)
	writeOff := func(reason, claim string) testapp.Response {
		return admin.Post(offlineStep(sale, "write-off"), body{"reason": reason, "returnId": claim, "password": testapp.Password})
	}
	s.expect("the status without a reason", writeOff("", claim).Status, 400)
	s.expect("the status of another claim", writeOff("Moved abroad", "missing").Status, 409)
	owed := row["returns"].([]any)[0].(body)["id"].(string)
	s.expect("the status of what was owed by us", writeOff("Moved abroad", owed).Status, 409)
	done := writeOff("Moved abroad", claim)
	s.expect("the status", done.Status, 200)
	written := done.JSON["returns"].([]any)[1].(body)
	s.expect("the claim", written["state"].(string)+" "+written["writeOffReason"].(string), "written-off Moved abroad")
	s.expect("nextAction", done.JSON["nextAction"], "")
	s.expect("the status of a second write-off", writeOff("Moved abroad", claim).Status, 409)
	s.expect("the status of a return", admin.Post(offlineStep(sale, "returned"),
		body{"utr": "N9", "bankDate": "2026-08-01", "returnId": claim}).Status, 409)
	s.expect("open sales", len(s.listRecords("offline_payments", "createdAt", dbx.HashExp{"isOpen": true})), 0)
	s.expect("entries in the audit log",
		strings.Count(admin.Get("/api/audit?action=offline-payment.claim-written-off").Body, `"id"`), 1)
	s.checkLedger()
}

func TestALargeClaimIsWrittenOffByTwoAdmins(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin, other := s.SignedIn("admins", nil), s.SignedIn("admins", nil)
	sale, claim := s.bouncedExcess(admin, "000123")
	s.setApprovalLimit("499")
	waiting := admin.Post(offlineStep(sale, "write-off"), body{"reason": "Moved abroad", "returnId": claim, "password": testapp.Password})
	s.expect("the status", waiting.Status, 202)
	id := s.listRecords("approvals", "createdAt", dbx.HashExp{"state": "waiting"})[0].Id
	s.expect("the status of a confirmation by the same admin",
		admin.Post("/api/approvals/"+id+"/confirm", withPassword).Status, 403)
	s.post(other, "/api/approvals/"+id+"/confirm", withPassword, 200)
	s.expect("claims that were written off",
		len(s.listRecords("offline_returns", "createdAt", dbx.HashExp{"state": "written-off"})), 1)
	// The state is checked before a second admin is asked.
	s.expect("the status of a second write-off", admin.Post(offlineStep(sale, "write-off"),
		body{"reason": "Moved abroad", "returnId": claim, "password": testapp.Password}).Status, 409)
	s.expect("the status of a write-off of a rest that is not due", admin.Post(offlineStep(sale, "write-off"),
		body{"reason": "Moved abroad", "password": testapp.Password}).Status, 409)
	s.expect("requests that wait", len(s.listRecords("approvals", "createdAt", dbx.HashExp{"state": "waiting"})), 0)
}

// The credit note of a purchase that ends after 30 November of the following year has no tax, so the office is warned.
func TestTheOfficeIsWarnedThatACancellationDoesNotLowerTheTax(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(registeredAt(18))
	sale := s.sell(s.SignedIn("admins", nil), s.tier, receipt("neft", "N1", "29500"), 400)
	s.expect("the status without billing details", sale.Status, 400)
	s.stateOwnState()
	admin := s.SignedIn("admins", nil)
	sale = s.sell(admin, s.tier, receipt("neft", "N1", "29500"), 201)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	isOver := func() any {
		return s.onlyRow(withOwnAddress(s.SignedIn("admins", nil)), offlinePath)["isTaxReliefOver"]
	}
	s.Clock.Advance(time.Date(2027, 11, 30, 12, 0, 0, 0, india.Zone).Sub(s.Clock.Now()))
	s.expect("on 30 November 2027", isOver(), false)
	s.Clock.Advance(day)
	s.expect("on 1 December 2027", isOver(), true)
	s.post(s.SignedIn("admins", nil), offlineStep(sale, "cancel"),
		body{"reason": "Left the country", "password": testapp.Password}, 200)
	s.expect("the credit note is without tax",
		s.issuedDocument(s.onlyTransaction().Id, "credit-note")["isWithoutTax"], true)
}

// One admin alone cannot have a large excess returned for money that no one else has seen.
func TestAnExcessCountsForTheSecondAdmin(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("50000") // the sale is ₹29,500
	admin := s.SignedIn("admins", nil)
	much := receipt("neft", "N1", "60000")
	much["isExcessConfirmed"] = true
	sale := s.sell(admin, s.tier, much, 201)
	s.expect("isSecondAdminRequired", sale.JSON["isSecondAdminRequired"], true)
	s.expect("the status when the same admin confirms", admin.Post(offlineStep(sale, "confirm"), withPassword).Status, 403)
	s.expect("the state after another admin has confirmed", s.post(s.SignedIn("admins", nil), offlineStep(sale, "confirm"),
		withPassword, 200).JSON["state"], "cleared")
}

func TestASmallRestIsWrittenOffWithAReason(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, receipt("neft", "N1", "29300"), 201)
	writeOff := func(reason string) testapp.Response {
		return admin.Post(offlineStep(sale, "write-off"), body{"reason": reason, "password": testapp.Password})
	}
	s.expect("the status before the confirmation", writeOff("Bank charges").Status, 409)
	part := s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("the write-off is offered", strings.Contains(part.Body, `"write-off"`), false)
	refused := writeOff("Bank charges")
	s.expect("the status above the limit of ₹100", refused.Status, 409)
	s.expect("the error has the limit", strings.Contains(refused.Body, "At most ₹100"), true)
	s.post(admin, offlineStep(sale, "receipts"), receipt("neft", "N2", "150"), 200)
	part = s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("the write-off is offered at ₹50", strings.Contains(part.Body, `"write-off"`), true)
	s.expect("the status without a reason", writeOff("").Status, 400)
	done := writeOff("Bank charges")
	s.expect("the state", done.JSON["state"], "cleared")
	s.expect("received", done.JSON["received"], "29450")
	s.expect("writtenOff", done.JSON["writtenOff"], "50")
	s.expect("the status of a second write-off", writeOff("Bank charges").Status, 409)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.Drain()
	if text := s.textsToBuyer(); !strings.Contains(text, "received ₹29,450 of ₹29,500") ||
		!strings.Contains(text, "written off the rest of ₹50") {
		t.Errorf("the emails do not state what was paid and what was written off: %s", text)
	}
	s.expect("the transaction", s.onlyTransaction().GetInt("amount"), 2950000)
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("the invoice stays over the whole price",
		strings.Contains(s.listAllRecords("invoices")[0].GetString("document"), `"total":2950000`), true)
	audit := admin.Get("/api/audit?action=offline-payment.written-off").Body
	s.expect("entries in the audit log", strings.Count(audit, `"id"`), 1)

	// What was written off was never received, so it is not returned.
	cancelled := s.post(admin, offlineStep(sale, "cancel"),
		body{"reason": "Left the country", "password": testapp.Password}, 200)
	s.expect("amountToReturn", cancelled.JSON["amountToReturn"], "29450")
	s.expect("the refunded amount of the transaction", s.onlyTransaction().GetInt("refundedAmount"), 2950000)
}

// Write-offs of one admin count with the receipts that they confirm alone.
func TestAWriteOffAboveTheLimitOfOneAdminNeedsASecond(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("29550")
	admin, other := s.SignedIn("admins", nil), s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, receipt("neft", "N1", "29500"), 201)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.buyer = s.member()
	second := s.sell(admin, s.tier, receipt("neft", "N2", "29440"), 201)
	s.post(other, offlineStep(second, "confirm"), withPassword, 200)
	waiting := admin.Post(offlineStep(second, "write-off"), body{"reason": "Bank charges", "password": testapp.Password})
	s.expect("the status of ₹29,560 in a day", waiting.Status, 202)
	s.expect("open sales", len(s.listRecords("offline_payments", "createdAt", dbx.HashExp{"state": "part-paid"})), 1)
	id := s.listRecords("approvals", "createdAt", dbx.HashExp{"state": "waiting"})[0].Id
	s.expect("the status of a confirmation by the same admin",
		admin.Post("/api/approvals/"+id+"/confirm", withPassword).Status, 403)
	s.post(other, "/api/approvals/"+id+"/confirm", withPassword, 200)
	s.expect("cleared sales", len(s.listRecords("offline_payments", "createdAt", dbx.HashExp{"state": "cleared"})), 2)
}
