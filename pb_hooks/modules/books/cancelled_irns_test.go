package books_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

const irnCancelledAt = "2026-08-03 15:00"

// cancelIRN posts the cancellation of a document's IRN at the portal, with changes of the body.
func (s *fixture) cancelIRN(document string, changes fields) testapp.Response {
	s.Helper()
	body := fields{
		"cancelledAt":  irnCancelledAt,
		"cancelReason": "2",
		"cancelNote":   "Wrong address",
		"password":     testapp.Password,
	}
	for name, value := range changes {
		body[name] = value
	}
	return s.owner.Post("/api/documents/"+document+"/irn/cancel", body)
}

// buyRegistered lets a company buy a membership and registers its invoice. It returns the buyer and the invoice as the
// buyer sees it.
func (s *fixture) buyRegistered() (*testapp.Visitor, fields) {
	s.Helper()
	buyer := s.buyWith(company)
	document := s.documentsOf(buyer)[0].(fields)
	entered := s.owner.Post("/api/books/e-invoices", answerOf(document["number"].(string), portalIRN))
	if entered.Status != 200 {
		s.Fatalf("registration: status = %d, want 200: %s", entered.Status, entered.Body)
	}
	s.at(time.Date(2026, 8, 3, 10, 0, 0, 0, time.UTC)) // 15:30 in India, three and a half hours later
	return buyer, document
}

func TestCancellingAnIRNVoidsTheInvoiceAndIssuesAReplacement(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer, first := s.buyRegistered()
	id, number := first["id"].(string), first["number"].(string)
	before := s.stored(id)
	corrected := fields{
		"kind":      "company",
		"legalName": "Sea Shipping Ltd",
		"gstin":     "27AADCD4321E1Z4",
		"address":   "4 Ballard Estate",
		"state":     "27",
		"pin":       "400001",
	}
	own := maps.Clone(corrected)
	own["gstin"] = maharashtra
	if refused := s.cancelIRN(id, fields{"billing": own}); refused.Status != 400 || refused.Field("billing.gstin") == "" {
		t.Errorf("our own GSTIN: status = %d, want 400 and an error of billing.gstin: %s", refused.Status, refused.Body)
	}
	answer := s.cancelIRN(id, fields{"billing": corrected})
	if answer.Status != 200 {
		t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	s.expect("the record of the cancelled invoice", s.stored(id), before)
	documents := s.documentsOf(buyer)
	s.expect("the buyer's documents", len(documents), 2)
	next, old := documents[0].(fields), documents[1].(fields)
	s.expect("the number of the replacement", next["number"], "BC/26-27/000002")
	s.expect("isAwaitingIRN of the replacement", next["isAwaitingIRN"], true)
	s.expect("the number of the cancelled invoice", old["number"], number)
	s.expect("cancelledAt", old["cancelledAt"], "2026-08-03T09:30:00.000Z")
	s.expect("the status of the PDF of the cancelled invoice", buyer.Get("/api/documents/"+id).Status, 200)
	if m := s.sent("document-replaced"); len(m) != 1 || len(m[0].Attachments) != 0 ||
		!strings.Contains(m[0].Text, number) || !strings.Contains(m[0].Text, "is being registered") {
		t.Errorf("emails about the replacement = %+v, want one without an attachment", m)
	}

	// The state of the buyer has changed, so the invoice has CGST and SGST instead of IGST.
	registers := s.registers("?month=2026-08")
	s.expect("documents in the register", sum(registers, "invoices")["documents"], 2.0)
	s.expect("the total of the register", sum(registers, "invoices")["total"], "29500")
	rows := registers.JSON["invoices"].([]any)
	s.expect("cancelledAt of the cancelled invoice", rows[0].(fields)["cancelledAt"], "2026-08-03T09:30:00.000Z")
	s.expect("the IGST and SGST of the replacement",
		rows[1].(fields)["igst"].(string)+" "+rows[1].(fields)["sgst"].(string),
		"0 2250")
	csv := s.accountant.Get("/api/books/registers?month=2026-08&format=csv")
	s.expect("the file has the amounts of the replacement", strings.Contains(csv.Body, "29500.00,29500.00,,,"), true)
	s.expect("rows with amounts in the file", strings.Count(csv.Body, "29500.00,29500.00,,,"), 1)

	zip := s.accountant.Get("/api/books/gstr1?month=2026-08").Body
	b2b := csvOf(t, zip, "b2b,sez,de")
	s.expect("rows of b2b with the headings", len(b2b), 2)
	s.expect("the document in b2b", b2b[1][2], "BC/26-27/000002")
	s.expect("the buyer in b2b", b2b[1][0], "27AADCD4321E1Z4")
	s.expect("table 13", lines(csvOf(t, zip, "docs")),
		"Invoices for outward supply|BC/26-27/000001|BC/26-27/000002|2|1\n")

	// A refund is credited against the replacement.
	s.refund(s.paymentOf(buyer), 1000000)
	notes := s.registers("?month=2026-08").JSON["creditNotes"].([]any)
	s.expect("credit notes", len(notes), 1)
	s.expect("the invoice that the credit note corrects", notes[0].(fields)["corrects"], "BC/26-27/000002")
	entries := list(s.owner.Get("/api/audit?action=document.irn-cancelled"))
	s.expect("rows in the audit log", len(entries), 1)
	s.expect("the status of a second cancellation", s.cancelIRN(id, nil).Status, 409)
}

func TestOnlyAnIRNThatWasCancelledWithinADayIsRecordedAsCancelled(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	_, document := s.buyRegistered() // acknowledged on 3 August at 12:00
	id := document["id"].(string)
	unregistered := s.documentsOf(s.buyWith(company))[0].(fields)["id"].(string)
	unaffected := s.documentsOf(s.buyWith(billingIn("27", "400001")))[0].(fields)["id"].(string)
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	for name, c := range map[string]struct {
		id      string
		changes fields
		status  int
		field   string
	}{
		"no password":                       {id, fields{"password": ""}, 400, "password"},
		"no reason":                         {id, fields{"cancelReason": ""}, 400, "cancelReason"},
		"an unknown reason":                 {id, fields{"cancelReason": "5"}, 400, "cancelReason"},
		"no remark":                         {id, fields{"cancelNote": ""}, 400, "cancelNote"},
		"an invalid date":                   {id, fields{"cancelledAt": "yesterday"}, 400, "cancelledAt"},
		"a date before the acknowledgement": {id, fields{"cancelledAt": "2026-08-03 11:59"}, 400, "cancelledAt"},
		"a future date":                     {id, fields{"cancelledAt": "2026-08-05 11:01"}, 400, "cancelledAt"},
		"a date more than a day later":      {id, fields{"cancelledAt": "2026-08-04 12:01"}, 400, "cancelledAt"},
		"a replacement for a buyer abroad":  {id, fields{"billing": abroad}, 400, "billing"},
		"a document without an IRN":         {unregistered, nil, 409, ""},
		"a document that needs no IRN":      {unaffected, nil, 409, ""},
		"an unknown document":               {"unknownrecord00", nil, 404, ""},
	} {
		answer := s.cancelIRN(c.id, c.changes)
		if answer.Status != c.status || c.field != "" && answer.Field(c.field) == "" {
			t.Errorf("%s: status = %d, want %d and an error of %q: %s", name, answer.Status, c.status, c.field,
				answer.Body)
		}
	}
	if message := s.cancelIRN(id, fields{"cancelledAt": "2026-08-04 12:01"}).Message(); !strings.Contains(message,
		"Refund the payment") {
		t.Errorf("message = %q, want the advice to refund the payment", message)
	}
	s.expect("the status of a timely cancellation that is recorded late", s.cancelIRN(id,
		fields{"cancelledAt": "2026-08-04 12:00"}).Status, 200)
	s.expect("issuedAt of the replacement",
		s.registers("?month=2026-08").JSON["invoices"].([]any)[3].(fields)["issuedAt"], "2026-08-05T05:30:00.000Z")
}

func TestAnInvoiceWithACreditNoteOrInAClosedMonthKeepsItsIRN(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer, document := s.buyRegistered()
	s.refund(s.paymentOf(buyer), 1000000)
	s.expect("the status with a credit note", s.cancelIRN(document["id"].(string), nil).Status, 409)

	s = newFixture(t)
	s.switchEInvoices(true)
	_, document = s.buyRegistered()
	s.at(time.Date(2026, 9, 1, 5, 30, 0, 0, time.UTC))
	s.expect("the status of closing August", s.owner.Post("/api/books/months/2026-08/close",
		fields{"password": testapp.Password}).Status, 200)
	answer := s.cancelIRN(document["id"].(string), nil)
	s.expect("the status in a closed month", answer.Status, 409)
	if !strings.Contains(answer.Message(), "August 2026") {
		t.Errorf("message = %q, want the month", answer.Message())
	}
}

func TestCorrectingTheAcknowledgementOfAnIRNSendsTheDocumentAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer, document := s.buyRegistered()
	id := document["id"].(string)
	before := buyer.Get("/api/documents/" + id).Body
	correct := func(number, date string) testapp.Response {
		return s.owner.Post("/api/documents/"+id+"/irn/correct", fields{"ackNumber": number, "ackDate": date})
	}
	s.expect("the status for a future date", correct("112610036563310", "2026-08-04 12:00").Status, 400)
	s.expect("the status for a date before the document", correct("112610036563310", "2026-08-02 12:00").Status, 400)
	answer := correct("112610036563399", "2026-08-03 14:20:00")
	s.expect("the status for a valid date", answer.Status, 200)
	row := s.documentsOf(buyer)[0].(fields)
	s.expect("ackNumber", row["ackNumber"], "112610036563399")
	s.expect("ackAt", row["ackAt"], "2026-08-03T08:50:00.000Z")
	s.expect("the PDF is the same", buyer.Get("/api/documents/"+id).Body == before, false)
	s.expect("emails with the document", len(s.sent("document-ready")), 2)
	s.expect("the status for a member",
		buyer.Post("/api/documents/"+id+"/irn/correct",
			fields{"ackNumber": "1", "ackDate": "2026-08-03 14:20"}).Status, 403)
	s.expect("rows in the audit log", len(list(s.owner.Get("/api/audit?action=document.irn-corrected"))), 1)
}

// The replacement for a buyer without a GSTIN must show the address from ₹50,000, as every such invoice.
func TestTheReplacementOfALargeInvoiceNeedsTheAddressOfABuyerWithoutAGSTIN(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	s.tier = s.createTier("dear", fields{"price": 5000000})
	first := s.documentsOf(s.buyWith(company))[0].(fields)
	id, number := first["id"].(string), first["number"].(string)
	answer := answerOf(number, portalIRN)
	answer["signedQr"] = signedQR(number, portalIRN, fields{"TotInvVal": 59000})
	s.expect("the status of the registration", s.owner.Post("/api/books/e-invoices", answer).Status, 200)
	s.at(time.Date(2026, 8, 3, 10, 0, 0, 0, time.UTC))
	individual := fields{"kind": "individual", "state": "27", "pin": "400001"}
	if refused := s.cancelIRN(id, fields{"billing": individual}); refused.Status != 400 || refused.Field("billing.address") == "" {
		t.Errorf("without an address: status = %d, want 400 and an error of billing.address: %s", refused.Status, refused.Body)
	}
	individual["address"] = "4 Ballard Estate"
	s.expect("the status with an address", s.cancelIRN(id, fields{"billing": individual}).Status, 200)
}
