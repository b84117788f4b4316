package books_test

import (
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

const cancelledIRN = "2026-08-03 15:00"

func (s *fixture) cancelIRN(document string, changes fields) testapp.Response {
	s.Helper()
	body := fields{
		"cancelledAt":  cancelledIRN,
		"cancelReason": "2",
		"cancelNote":   "Wrong address",
		"password":     testapp.Password,
	}
	for name, value := range changes {
		body[name] = value
	}
	return s.owner.Post("/api/documents/"+document+"/irn/cancel", body)
}

// buyRegistered makes a company buy and registers its invoice. It returns the buyer and the invoice as the buyer sees
// it.
func (s *fixture) buyRegistered() (*testapp.Visitor, fields) {
	s.Helper()
	buyer := s.buyWith(company)
	document := s.documentsOf(buyer)[0].(fields)
	entered := s.owner.Post("/api/books/e-invoices", answerOf(document["number"].(string), portalIRN))
	if entered.Status != 200 {
		s.Fatalf("%d %s", entered.Status, entered.Body)
	}
	s.at(time.Date(2026, 8, 3, 10, 0, 0, 0, time.UTC)) // 15:30 in India, three and a half hours later
	return buyer, document
}

func TestACancelledIRNVoidsItsInvoiceAndTheNextNumberReplacesIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer, first := s.buyRegistered()
	id, number := first["id"].(string), first["number"].(string)
	before := s.stored(id)
	moved := fields{
		"kind":      "company",
		"legalName": "Sea Shipping Ltd",
		"gstin":     maharashtra,
		"address":   "4 Ballard Estate",
		"state":     "27",
		"pin":       "400001",
	}
	answer := s.cancelIRN(id, fields{"billing": moved})
	if answer.Status != 200 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.expect("the cancelled row", s.stored(id), before)
	documents := s.documentsOf(buyer)
	s.expect("her documents", len(documents), 2)
	next, old := documents[0].(fields), documents[1].(fields)
	s.expect("the next number", next["number"], "BC/26-27/000002")
	s.expect("it waits for its own IRN", next["isAwaitingIRN"], true)
	s.expect("the old one", old["number"], number)
	s.expect("is cancelled", old["cancelledAt"], "2026-08-03T09:30:00.000Z")
	s.expect("her PDF of the old one", buyer.Get("/api/documents/"+id).Status, 200)
	if m := s.sent("document-replaced"); len(m) != 1 || len(m[0].Attachments) != 0 ||
		!strings.Contains(m[0].Text, number) || !strings.Contains(m[0].Text, "is being registered") {
		t.Errorf("she was told %+v", m)
	}

	// The state of the buyer has changed, so IGST became CGST and SGST of the same amount.
	registers := s.registers("?month=2026-08")
	s.expect("documents", sum(registers, "invoices")["documents"], 2.0)
	s.expect("what they come to", sum(registers, "invoices")["total"], "29500")
	rows := registers.JSON["invoices"].([]any)
	s.expect("the old row", rows[0].(fields)["cancelledAt"], "2026-08-03T09:30:00.000Z")
	s.expect("the new row's IGST and SGST", rows[1].(fields)["igst"].(string)+" "+rows[1].(fields)["sgst"].(string),
		"0 2250")
	csv := s.accountant.Get("/api/books/registers?month=2026-08&format=csv")
	s.expect("its amounts in the file", strings.Contains(csv.Body, "29500.00,29500.00,,,"), true)
	s.expect("the amounts of the cancelled one", strings.Count(csv.Body, "29500.00,29500.00,,,"), 1)

	zip := s.accountant.Get("/api/books/gstr1?month=2026-08").Body
	b2b := csvOf(t, zip, "b2b,sez,de")
	s.expect("rows of b2b", len(b2b), 2)
	s.expect("its document", b2b[1][2], "BC/26-27/000002")
	s.expect("its buyer", b2b[1][0], maharashtra)
	s.expect("table 13", lines(csvOf(t, zip, "docs")),
		"Invoices for outward supply|BC/26-27/000001|BC/26-27/000002|2|1\n")

	// A refund is credited against the replacement.
	s.refund(s.paymentOf(buyer), 1000000)
	notes := s.registers("?month=2026-08").JSON["creditNotes"].([]any)
	s.expect("credit notes", len(notes), 1)
	s.expect("what it corrects", notes[0].(fields)["corrects"], "BC/26-27/000002")
	entries := list(s.owner.Get("/api/audit?action=document.irn-cancelled"))
	s.expect("entries in the audit log", len(entries), 1)
	s.expect("a second time", s.cancelIRN(id, nil).Status, 409)
}

func TestAnIRNIsCancelledWithinADayAndOnlyThere(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	_, document := s.buyRegistered() // acknowledged on 3 August at 12:00
	id := document["id"].(string)
	waiting := s.documentsOf(s.buyWith(company))[0].(fields)["id"].(string)
	plain := s.documentsOf(s.buyWith(living("27", "400001")))[0].(fields)["id"].(string)
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	for name, c := range map[string]struct {
		id      string
		changes fields
		status  int
		field   string
	}{
		"without the password":        {id, fields{"password": ""}, 400, "password"},
		"without a reason":            {id, fields{"cancelReason": ""}, 400, "cancelReason"},
		"with a reason that is none":  {id, fields{"cancelReason": "5"}, 400, "cancelReason"},
		"without a remark":            {id, fields{"cancelNote": ""}, 400, "cancelNote"},
		"with a date that is none":    {id, fields{"cancelledAt": "yesterday"}, 400, "cancelledAt"},
		"before its acknowledgement":  {id, fields{"cancelledAt": "2026-08-03 11:59"}, 400, "cancelledAt"},
		"in the future":               {id, fields{"cancelledAt": "2026-08-05 11:01"}, 400, "cancelledAt"},
		"after a day":                 {id, fields{"cancelledAt": "2026-08-04 12:01"}, 400, "cancelledAt"},
		"made out to a buyer abroad":  {id, fields{"billing": abroad}, 400, "billing"},
		"a document without an IRN":   {waiting, nil, 409, ""},
		"a document that needed none": {plain, nil, 409, ""},
		"a document that is none":     {"nobodysrecord00", nil, 404, ""},
	} {
		answer := s.cancelIRN(c.id, c.changes)
		if answer.Status != c.status || c.field != "" && answer.Field(c.field) == "" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	if message := s.cancelIRN(id, fields{"cancelledAt": "2026-08-04 12:01"}).Message(); !strings.Contains(message,
		"Refund the payment") {
		t.Errorf("it says %q", message)
	}
	s.expect("recorded late, cancelled in time", s.cancelIRN(id, fields{"cancelledAt": "2026-08-04 12:00"}).Status, 200)
	s.expect("the replacement is of today",
		s.registers("?month=2026-08").JSON["invoices"].([]any)[3].(fields)["issuedAt"], "2026-08-05T05:30:00.000Z")
}

func TestAnInvoiceWithACreditNoteOrInAClosedMonthKeepsItsIRN(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer, document := s.buyRegistered()
	s.refund(s.paymentOf(buyer), 1000000)
	s.expect("with a credit note", s.cancelIRN(document["id"].(string), nil).Status, 409)

	s = newFixture(t)
	s.switchEInvoices(true)
	_, document = s.buyRegistered()
	s.at(time.Date(2026, 9, 1, 5, 30, 0, 0, time.UTC))
	s.expect("closing August", s.owner.Post("/api/books/months/2026-08/close",
		fields{"password": testapp.Password}).Status, 200)
	answer := s.cancelIRN(document["id"].(string), nil)
	s.expect("in a closed month", answer.Status, 409)
	if !strings.Contains(answer.Message(), "August 2026") {
		t.Errorf("it says %q", answer.Message())
	}
}

func TestTheDateOfAnIRNIsCorrectedAndItsBuyerGetsTheDocumentAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer, document := s.buyRegistered()
	id := document["id"].(string)
	before := buyer.Get("/api/documents/" + id).Body
	correct := func(number, date string) testapp.Response {
		return s.owner.Post("/api/documents/"+id+"/irn/correct", fields{"ackNumber": number, "ackDate": date})
	}
	s.expect("a date to come", correct("112610036563310", "2026-08-04 12:00").Status, 400)
	s.expect("a date before the document", correct("112610036563310", "2026-08-02 12:00").Status, 400)
	answer := correct("112610036563399", "2026-08-03 14:20:00")
	s.expect("the right date", answer.Status, 200)
	row := s.documentsOf(buyer)[0].(fields)
	s.expect("its number", row["ackNumber"], "112610036563399")
	s.expect("its date", row["ackAt"], "2026-08-03T08:50:00.000Z")
	s.expect("the PDF differs", buyer.Get("/api/documents/"+id).Body == before, false)
	s.expect("emails with the document", len(s.sent("document-ready")), 2)
	s.expect("members do not correct",
		buyer.Post("/api/documents/"+id+"/irn/correct",
			fields{"ackNumber": "1", "ackDate": "2026-08-03 14:20"}).Status, 403)
	s.expect("entries in the audit log", len(list(s.owner.Get("/api/audit?action=document.irn-corrected"))), 1)
}
