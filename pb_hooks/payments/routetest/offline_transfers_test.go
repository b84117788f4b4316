package routetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
)

const transfersPath = "/api/offline-transfers"

// transfer is the body of a divided transfer.
func transfer(mode, utr, amount string, parts ...body) body {
	return body{"mode": mode, "utr": utr, "bankDate": "2026-08-01", "amount": amount, "parts": parts}
}

func partOf(sale testapp.Response, amount string) body {
	return body{"offlinePaymentId": sale.JSON["id"], "amount": amount}
}

// state returns the stored state of an offline payment.
func (s *fixture) state(sale testapp.Response) string {
	s.Helper()
	record, err := s.PB.FindRecordById("offline_payments", sale.JSON["id"].(string))
	s.must(err)
	return record.GetString("state")
}

// twoProformas sells to two members.
func (s *fixture) twoProformas(admin *testapp.Visitor) (first, second testapp.Response) {
	s.Helper()
	first = s.sell(admin, s.tier, nil, 201)
	s.buyer = s.member()
	return first, s.sell(admin, s.tier, nil, 201)
}

func TestOneTransferPaysSeveralProformas(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("60000") // the admin confirms both sales alone
	admin := s.SignedIn("admins", nil)
	first, second := s.twoProformas(admin)
	for name, c := range map[string]struct {
		values body
		field  string
	}{
		"parts that are not the sum": {transfer("neft", "N1", "60000", partOf(first, "29500"), partOf(second, "29500")), "amount"},
		"one payment twice":          {transfer("neft", "N1", "29500", partOf(first, "9500"), partOf(first, "20000")), "parts.1.offlinePaymentId"},
		"an unknown payment": {transfer("neft", "N1", "29500", partOf(first, "9500"),
			body{"offlinePaymentId": "nosuchpayment00", "amount": "20000"}), "parts.1.offlinePaymentId"},
		"TDS without a TAN": {transfer("neft", "N1", "29500", body{"offlinePaymentId": first.JSON["id"], "amount": "29500",
			"tds": "1"}), "parts.0.tan"},
		"too much":  {transfer("neft", "N1", "60000", partOf(first, "29500"), partOf(second, "30500")), "isExcessConfirmed"},
		"no parts":  {transfer("neft", "N1", "60000"), "parts"},
		"no number": {transfer("neft", "", "59000", partOf(first, "29500"), partOf(second, "29500")), "utr"},
		"cash":      {transfer("cash", "", "59000", partOf(first, "29500"), partOf(second, "29500")), "mode"},
	} {
		answer := admin.Post(transfersPath, c.values)
		s.expect(name+": the status", answer.Status, 400)
		s.expect(name+": the error is at the field", answer.Field(c.field) != "", true)
	}
	s.expect("receipts after the refusals", len(s.listAllRecords("offline_receipts")), 0)

	withDeduction := withTDS(partOf(first, "27000"), "2500")
	excess := transfer("neft", "hdfc n1", "57000", withDeduction, partOf(second, "30000"))
	excess["isExcessConfirmed"] = true
	entered := s.post(admin, transfersPath, excess, 201)
	s.expect("the payments", len(entered.JSON["payments"].([]any)), 2)
	s.expect("the states", s.state(first)+" "+s.state(second), "awaiting awaiting")
	s.expect("the register", s.receipts(admin, "?search=HDFCN1"), "HDFCN1 HDFCN1")
	s.expect("the status of the same number", admin.Post(transfersPath, excess).Status, 409)
	s.buyer = s.member()
	s.sell(admin, s.tier, receipt("neft", "HDFCN1", "29500"), 409)

	// Confirming one part confirms the transfer.
	s.post(admin, offlineStep(second, "confirm"), withPassword, 200)
	s.expect("the states after the confirmation", s.state(first)+" "+s.state(second), "cleared cleared")
	s.expect("valid memberships", len(s.listRecords("memberships", "createdAt", dbx.HashExp{"revokedAt": ""})), 2)
	s.expect("documents", len(s.listAllRecords("invoices")), 2)
	s.expect("what is owed back", s.listAllRecords("offline_returns")[0].GetInt("amount"), 50000)
}

// A cheque is one paper, whatever it pays for.
func TestAChequeThatPaysSeveralProformasBouncesAsAWhole(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("60000")
	admin := s.SignedIn("admins", nil)
	first, second := s.twoProformas(admin)
	s.post(admin, transfersPath, transfer("cheque", "000123", "59000", partOf(first, "29500"), partOf(second, "29500")), 201)
	s.expect("the status before the deposit", admin.Post(offlineStep(first, "confirm"), withPassword).Status, 409)
	s.post(admin, offlineStep(first, "deposit"), nil, 200)
	s.expect("the status of a second deposit", admin.Post(offlineStep(second, "deposit"), nil).Status, 409)
	s.post(admin, offlineStep(first, "confirm"), withPassword, 200)
	s.expect("the states", s.state(first)+" "+s.state(second), "cleared cleared")

	// One purchase is cancelled before the cheque bounces: its money is then not owed any more.
	cancelled := s.post(admin, offlineStep(second, "cancel"),
		body{"reason": "Changed their mind", "password": testapp.Password}, 200)
	s.expect("amountToReturn", cancelled.JSON["amountToReturn"], "29500")
	s.expect("the steps of the cancelled payment", fmt.Sprint(cancelled.JSON["nextSteps"]), "[return bounce]")
	bounced := s.post(admin, offlineStep(first, "bounce"), body{"reason": "Funds insufficient"}, 200)
	s.expect("the steps of the bounced payment", fmt.Sprint(bounced.JSON["nextSteps"]), "[]")
	s.expect("the states after the bounce", s.state(first)+" "+s.state(second), "bounced cancelled")
	s.expect("bounced receipts", len(s.listRecords("offline_receipts", "createdAt", dbx.HashExp{"state": "bounced"})), 2)
	s.expect("open returns", len(s.listRecords("offline_returns", "createdAt", dbx.HashExp{"state": "open"})), 0)
	s.expect("valid memberships", len(s.listRecords("memberships", "createdAt", dbx.HashExp{"revokedAt": ""})), 0)
	s.expect("open payments", strings.Contains(admin.Get(offlinePath+"?state=open").Body, second.JSON["id"].(string)), false)

	third := s.sell(admin, s.tier, receipt("cheque", "000123", "29500"), 201) // the cheque is presented again
	s.expect("the state of a new payment with the cheque", third.JSON["state"], "awaiting")
}

// The parts count together, so that a large transfer is not confirmed alone by dividing it.
func TestADividedTransferNeedsASecondAdminByItsSum(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("50000") // each sale is ₹29,500
	admin := s.SignedIn("admins", map[string]any{"email": "enterer@example.com"})
	s.CreateAccount("admins", map[string]any{"email": "owner@example.com", "role": "owner"})
	first, second := s.twoProformas(admin)
	entered := s.post(admin, transfersPath, transfer("neft", "N1", "59000", partOf(first, "29500"), partOf(second, "29500")), 201)
	for _, payment := range entered.JSON["payments"].([]any) {
		s.expect("canConfirm", payment.(body)["canConfirm"], false)
	}
	s.expect("the other admin is asked", len(s.Inbox("owner@example.com")) > 0, true)
	s.expect("the status of the admin who entered it", admin.Post(offlineStep(first, "confirm"), withPassword).Status, 403)
	s.expect("the states", s.state(first)+" "+s.state(second), "awaiting awaiting")
	s.post(s.SignedIn("admins", nil), offlineStep(first, "confirm"), withPassword, 200)
	s.expect("the states after another admin", s.state(first)+" "+s.state(second), "cleared cleared")
}
