package books_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
)

var abroad = fields{"kind": "individual", "legalName": "Asha Rao", "address": "1 High Street", "country": "GB"}

// switchEInvoices switches e-invoices on or off for a registered supplier.
func (s *fixture) switchEInvoices(on bool) {
	s.Helper()
	s.register(fields{
		"eInvoices":       on,
		"supplierPlace":   "Mumbai",
		"supplierPin":     "400001",
		"supplierAddress": "Nariman Point\nMumbai",
	})
	s.must(s.Jobs.Drain(s.Context()))
}

// unregistered returns the documents that wait for their IRN, as the accountant sees them.
func (s *fixture) unregistered() (count int, documents []fields) {
	s.Helper()
	answer := s.accountant.Get("/api/books/e-invoices")
	if answer.Status != 200 {
		s.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
	}
	for _, row := range answer.JSON["documents"].([]any) {
		documents = append(documents, row.(fields))
	}
	return int(answer.JSON["waiting"].(float64)), documents
}

const portalIRN = testapp.IRN

// signedQR returns the text of a QR code in the portal's format, with additional fields.
func signedQR(number, irn string, additional fields) string {
	document := fields{"DocNo": number, "Irn": irn}
	maps.Copy(document, additional)
	return testapp.SignedQR(document)
}

// answerOf returns the body that enters a registration.
func answerOf(number, irn string) fields {
	return fields{
		"irn":       irn,
		"ackNumber": "112610036563310",
		"ackDate":   "2026-08-03 12:00:00",
		"signedQr":  signedQR(number, irn, nil),
	}
}

// sent returns the emails of a kind to the buyers.
func (s *fixture) sent(kind string) []fakebrevo.Message {
	s.Helper()
	var found []fakebrevo.Message
	for _, address := range s.addresses {
		for _, m := range s.Inbox(address) {
			if strings.Contains(strings.Join(m.Tags, " "), kind) {
				found = append(found, m)
			}
		}
	}
	return found
}

// buyWith lets a new buyer pay for a membership, and returns the buyer.
func (s *fixture) buyWith(billing fields) *testapp.Visitor {
	s.Helper()
	buyer := s.buyer()
	body := fields{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": s.tier.Id,
		"billing":          billing,
	}
	order := buyer.Post("/api/payments/create-order", body)
	if order.Status != 201 {
		s.Fatalf("create-order: status = %d, want 201: %s", order.Status, order.Body)
	}
	s.pay(order.JSON["orderId"].(string))
	return buyer
}

// documentsOf returns the documents of a buyer's first purchase.
func (s *fixture) documentsOf(buyer *testapp.Visitor) []any {
	s.Helper()
	return buyer.Get("/api/memberships/mine").JSON["transactions"].([]any)[0].(fields)["documents"].([]any)
}

func TestDocumentsForCompaniesAndBuyersAbroadWaitForTheirRegistration(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		on      bool
		billing fields
		waits   bool
	}{
		{"a company, e-invoices on", true, company, true},
		{"an individual, e-invoices on", true, billingIn("27", "400001"), false},
		{"an individual in another state, e-invoices on", true, billingIn("29", "560025"), false},
		{"a buyer abroad, e-invoices on", true, abroad, true},
		{"a company, e-invoices off", false, company, false},
		{"a buyer abroad, e-invoices off", false, abroad, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.switchEInvoices(c.on)
			buyer := s.buyWith(c.billing)
			s.refund(s.paymentOf(buyer), 100000)

			for i, document := range s.documentsOf(buyer) {
				row := document.(fields)
				s.expect(fmt.Sprint("isAwaitingIRN of the ", row["kind"]), row["isAwaitingIRN"], c.waits)
				answer := buyer.Get("/api/documents/" + row["id"].(string))
				if c.waits {
					s.expect("the status of the download", answer.Status, 409)
					if !strings.Contains(answer.Message(), "waits for its IRN") {
						t.Errorf("message = %q, want that it waits for its IRN", answer.Message())
					}
				} else {
					s.expect("the status of the download", answer.Status, 200)
				}
				if row["number"] == "" || i > 1 {
					t.Errorf("document %d = %v, want two documents with a number", i, row)
				}
			}
			count, listed := s.unregistered()
			want := map[bool]int{true: 2}[c.waits]
			s.expect("the count of waiting documents", count, want)
			s.expect("listed documents", len(listed), want)
			for kind, follows := range map[string]string{"payment-confirmed": "follows by email", "refund-recorded": "credit note follows by email"} {
				m := s.sent(kind)
				if len(m) != 1 {
					t.Fatalf("%d emails of the kind %s, want 1", len(m), kind)
				}
				s.expect("attachments of "+kind, len(m[0].Attachments), map[bool]int{false: 1}[c.waits])
				s.expect(kind+" says that the document follows", strings.Contains(m[0].Text, follows), c.waits)
			}
		})
	}
}

// paymentOf returns the payment of a buyer's first purchase.
func (s *fixture) paymentOf(buyer *testapp.Visitor) string {
	s.Helper()
	return buyer.Get("/api/memberships/mine").JSON["transactions"].([]any)[0].(fields)["razorpayPaymentId"].(string)
}

func TestARegisteredDocumentIsEmailedToItsBuyerWithItsIRN(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer := s.buyWith(company)
	document := s.documentsOf(buyer)[0].(fields)
	number, id := document["number"].(string), document["id"].(string)
	before := s.stored(id)

	office := s.SignedIn("admins", fields{"role": "office"})
	entered := office.Post("/api/books/e-invoices", answerOf(number, portalIRN))
	if entered.Status != 200 {
		t.Fatalf("registration: status = %d, want 200: %s", entered.Status, entered.Body)
	}
	s.expect("documents that still wait", entered.JSON["waiting"], float64(0))
	pdf := buyer.Get("/api/documents/" + id)
	s.expect("the status of the PDF", pdf.Status, 200)
	m := s.sent("document-ready")
	if len(m) != 1 || len(m[0].Attachments) != 1 || string(m[0].Attachments[0].Content) != pdf.Body {
		t.Fatalf("%d emails, want one with the PDF: %+v", len(m), m)
	}
	if !strings.Contains(m[0].Text, portalIRN) || !strings.Contains(m[0].Subject, number) {
		t.Errorf("the email does not contain the number and the IRN: %s\n%s", m[0].Subject, m[0].Text)
	}
	s.expect("the record of the document", s.stored(id), before)
	s.expect("isAwaitingIRN", s.documentsOf(buyer)[0].(fields)["isAwaitingIRN"], false)
	entries := list(s.owner.Get("/api/audit?action=books.e-invoice-registered"))
	if len(entries) != 1 {
		t.Fatalf("%d rows in the audit log, want 1", len(entries))
	}
	audited := s.owner.Get("/api/audit/" + entries[0]["id"].(string))
	if entries[0]["label"] != number || !strings.Contains(audited.Body, portalIRN) {
		t.Errorf("the row in the audit log does not have the number and the IRN: %s", audited.Body)
	}
	again := office.Post("/api/books/e-invoices", answerOf(number, portalIRN))
	s.expect("the status of a second registration", again.Status, 409)
	s.expect("emails after the second registration", len(s.sent("document-ready")), 1)
}

// stored returns all fields of a document's record as JSON.
func (s *fixture) stored(id string) string {
	s.Helper()
	record, err := s.PB.FindRecordById("invoices", id)
	s.must(err)
	raw, err := json.Marshal(record.PublicExport())
	s.must(err)
	return string(raw)
}

func TestAnInvalidAnswerOfThePortalIsRefusedWithTheField(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	first := s.documentsOf(s.buyWith(company))[0].(fields)["number"].(string)
	second := s.documentsOf(s.buyWith(company))[0].(fields)["number"].(string)
	unaffected := s.documentsOf(s.buyWith(billingIn("27", "400001")))[0].(fields)["number"].(string)
	s.expect("the status of registering the first document", s.owner.Post("/api/books/e-invoices", answerOf(first,
		portalIRN)).Status, 200)

	other := strings.Repeat("a", 64)
	with := func(changes fields) fields {
		body := answerOf(second, other)
		for name, value := range changes {
			body[name] = value
		}
		return body
	}
	asJSON := func(v any) string { text, _ := json.Marshal(v); return string(text) }
	for name, c := range map[string]struct {
		body   fields
		status int
		field  string
	}{
		"an empty body":                         {fields{}, 400, "irn"},
		"a short IRN":                           {with(fields{"irn": "abc"}), 400, "irn"},
		"an IRN that is not hexadecimal":        {with(fields{"irn": strings.Repeat("g", 64)}), 400, "irn"},
		"an IRN of another QR code":             {with(fields{"irn": strings.Repeat("b", 64)}), 400, "irn"},
		"no acknowledgement number":             {with(fields{"ackNumber": ""}), 400, "ackNumber"},
		"letters in the acknowledgement number": {with(fields{"ackNumber": "12AB"}), 400, "ackNumber"},
		"an invalid date":                       {with(fields{"ackDate": "yesterday"}), 400, "ackDate"},
		"a date before the document":            {with(fields{"ackDate": "2026-08-02 12:00:00"}), 400, "ackDate"},
		"a future date":                         {with(fields{"ackDate": "2027-08-02 12:00:00"}), 400, "ackDate"},
		"an invalid QR code":                    {with(fields{"signedQr": "hello"}), 400, "signedQr"},
		"a token without a document":            {with(fields{"signedQr": signedQR("", other, nil)}), 400, "signedQr"},
		"a QR code of another document":         {with(fields{"signedQr": signedQR("BC/26-27/999999", other, nil)}), 400, "signedQr"},
		"another supplier":                      {with(fields{"signedQr": signedQR(second, other, fields{"SellerGstin": "29AAGCB7383J1Z4"})}), 400, "signedQr"},
		"another total":                         {with(fields{"signedQr": signedQR(second, other, fields{"TotInvVal": 29500.01})}), 400, "signedQr"},
		"the id of another document":            {with(fields{"documentId": "doesnotexist000"}), 400, "signedQr"},
		"an IRN of another document":            {answerOf(second, portalIRN), 409, ""},
		"a document that needs no IRN":          {answerOf(unaffected, other), 409, ""},
		"an answer that is not JSON":            {fields{"answer": "IRN: 12"}, 400, "answer"},
		"an answer without documents":           {fields{"answer": "[]"}, 400, "answer"},
		"an answer without an IRN":              {fields{"answer": `{"AckNo":1,"AckDt":"2026-08-03 12:00:00"}`}, 400, "answer"},
		"an answer with one registered document": {fields{"answer": asJSON([]fields{
			{"Irn": other, "AckNo": 1, "AckDt": "2026-08-03 12:00:00", "SignedQRCode": signedQR(second, other, nil)},
			{"Irn": portalIRN, "AckNo": 2, "AckDt": "2026-08-03 12:00:00", "SignedQRCode": signedQR(first, portalIRN, nil)},
		})}, 409, ""},
	} {
		answer := s.owner.Post("/api/books/e-invoices", c.body)
		if answer.Status != c.status || c.field != "" && answer.Field(c.field) == "" {
			t.Errorf("%s: status = %d, want %d and an error of %q: %s", name, answer.Status, c.status, c.field,
				answer.Body)
		}
	}
	if count, _ := s.unregistered(); count != 1 {
		t.Errorf("%d documents wait, want 1", count)
	}
	s.expect("the status for an accountant", s.accountant.Post("/api/books/e-invoices", answerOf(second, other)).Status,
		403)
	s.expect("the status of the list for a buyer", s.buyer().Get("/api/books/e-invoices").Status, 403)
	complete := fields{
		"answer": asJSON(fields{
			"Status": 1,
			"Data": fields{
				"Irn":          other,
				"AckNo":        112610036563311,
				"AckDt":        "2026-08-03 12:00:00",
				"SignedQRCode": signedQR(second, other, nil),
			},
		}),
	}
	s.expect("the status of the portal's complete answer", s.owner.Post("/api/books/e-invoices", complete).Status, 200)
}

func TestTheFileForThePortalHasTheFactsOfTheDocuments(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer := s.buyWith(company)
	s.refund(s.paymentOf(buyer), 590000)
	s.buyWith(abroad)
	answer := s.accountant.Get("/api/books/e-invoices/file")
	s.expect("the status of the file", answer.Status, 200)
	var got, want any
	s.must(json.Unmarshal([]byte(answer.Body), &got))
	s.must(json.Unmarshal([]byte(`[
	{"Version":"1.1","TranDtls":{"TaxSch":"GST","SupTyp":"B2B","RegRev":"N"},"DocDtls":{"Typ":"INV","No":"BC/26-27/000001","Dt":"03/08/2026"},
	 "SellerDtls":{"Gstin":"27AAPFU0939F1ZV","LglNm":"Boardcircle","Addr1":"Nariman Point, Mumbai","Loc":"Mumbai","Pin":400001,"Stcd":"27"},
	 "BuyerDtls":{"Gstin":"29AAGCB7383J1Z4","LglNm":"=cmd|' /C calc'!A0 Textiles","Pos":"29","Addr1":"12 Residency Road, Bengaluru","Loc":"Karnataka","Pin":560025,"Stcd":"29"},
	 "ItemList":[{"SlNo":"1","PrdDesc":"The founding circle, membership for one year","IsServc":"Y","HsnCd":"999512","UnitPrice":25000.00,"TotAmt":25000.00,"Discount":0.00,
	  "AssAmt":25000.00,"GstRt":18,"IgstAmt":4500.00,"CgstAmt":0.00,"SgstAmt":0.00,"TotItemVal":29500.00}],
	 "ValDtls":{"AssVal":25000.00,"CgstVal":0.00,"SgstVal":0.00,"IgstVal":4500.00,"TotInvVal":29500.00}},
	{"Version":"1.1","TranDtls":{"TaxSch":"GST","SupTyp":"EXPWP","RegRev":"N"},"DocDtls":{"Typ":"INV","No":"BC/26-27/000002","Dt":"03/08/2026"},
	 "SellerDtls":{"Gstin":"27AAPFU0939F1ZV","LglNm":"Boardcircle","Addr1":"Nariman Point, Mumbai","Loc":"Mumbai","Pin":400001,"Stcd":"27"},
	 "BuyerDtls":{"Gstin":"URP","LglNm":"Asha Rao","Pos":"96","Addr1":"1 High Street","Loc":"United Kingdom","Pin":999999,"Stcd":"96"},
	 "ItemList":[{"SlNo":"1","PrdDesc":"The founding circle, membership for one year","IsServc":"Y","HsnCd":"999512","UnitPrice":25000.00,"TotAmt":25000.00,"Discount":0.00,
	  "AssAmt":25000.00,"GstRt":18,"IgstAmt":4500.00,"CgstAmt":0.00,"SgstAmt":0.00,"TotItemVal":29500.00}],
	 "ValDtls":{"AssVal":25000.00,"CgstVal":0.00,"SgstVal":0.00,"IgstVal":4500.00,"TotInvVal":29500.00},"ExpDtls":{"CntCode":"GB"}},
	{"Version":"1.1","TranDtls":{"TaxSch":"GST","SupTyp":"B2B","RegRev":"N"},"DocDtls":{"Typ":"CRN","No":"BN/26-27/000001","Dt":"03/08/2026"},
	 "SellerDtls":{"Gstin":"27AAPFU0939F1ZV","LglNm":"Boardcircle","Addr1":"Nariman Point, Mumbai","Loc":"Mumbai","Pin":400001,"Stcd":"27"},
	 "BuyerDtls":{"Gstin":"29AAGCB7383J1Z4","LglNm":"=cmd|' /C calc'!A0 Textiles","Pos":"29","Addr1":"12 Residency Road, Bengaluru","Loc":"Karnataka","Pin":560025,"Stcd":"29"},
	 "ItemList":[{"SlNo":"1","PrdDesc":"The founding circle, membership for one year","IsServc":"Y","HsnCd":"999512","UnitPrice":5000.00,"TotAmt":5000.00,"Discount":0.00,
	  "AssAmt":5000.00,"GstRt":18,"IgstAmt":900.00,"CgstAmt":0.00,"SgstAmt":0.00,"TotItemVal":5900.00}],
	 "ValDtls":{"AssVal":5000.00,"CgstVal":0.00,"SgstVal":0.00,"IgstVal":900.00,"TotInvVal":5900.00},
	 "RefDtls":{"PrecDocDtls":[{"InvNo":"BC/26-27/000001","InvDt":"03/08/2026"}]}}]`), &want))
	if g, w := asText(got), asText(want); g != w {
		t.Errorf("file =\n%s\nwant\n%s", g, w)
	}
	_, documents := s.unregistered()
	one := s.accountant.Get("/api/books/e-invoices/file?month=2026-08&document=" + documents[1]["id"].(string))
	if strings.Count(one.Body, `"Version"`) != 1 || !strings.Contains(one.Body, "BC/26-27/000002") {
		t.Errorf("file of one document: status = %d: %s", one.Status, one.Body)
	}
	s.expect("the status for a month without documents",
		s.accountant.Get("/api/books/e-invoices/file?month=2026-07").Status, 409)
}

func asText(v any) string {
	text, _ := json.MarshalIndent(v, "", " ")
	return string(text)
}

func TestSwitchingEInvoicesOffReleasesWaitingDocuments(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer := s.buyWith(company)
	document := s.documentsOf(buyer)[0].(fields)
	s.switchEInvoices(false)
	count, _ := s.unregistered()
	s.expect("waiting documents", count, 0)
	s.expect("the status of the PDF", buyer.Get("/api/documents/"+document["id"].(string)).Status, 200)
	m := s.sent("document-ready")
	if len(m) != 1 || len(m[0].Attachments) != 1 || strings.Contains(m[0].Text, "registered") {
		t.Fatalf("emails = %+v, want one with the document", m)
	}
	// A released document is not registered later.
	s.switchEInvoices(true)
	count, _ = s.unregistered()
	s.expect("waiting documents after switching them on again", count, 0)
	s.expect("the status of registering the released document", s.owner.Post("/api/books/e-invoices",
		answerOf(document["number"].(string), portalIRN)).Status, 409)
}

func TestSwitchingEInvoicesOnNeedsAnOwnerAPasswordAndAnAddress(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	put := func(v *testapp.Visitor, body fields) testapp.Response {
		return v.Send("PUT", "/api/admin/settings", body)
	}
	s.expect("the default of eInvoices", s.owner.Get("/api/admin/settings").JSON["values"].(fields)["eInvoices"],
		"false")
	refused := put(s.owner, fields{"eInvoices": "true", "password": testapp.Password})
	for _, name := range []string{"supplierPlace", "supplierPin"} {
		if refused.Status != 400 || refused.Field(name) == "" {
			t.Errorf("without %s: status = %d, want 400 and an error of the field: %s", name, refused.Status,
				refused.Body)
		}
	}
	body := fields{"eInvoices": "true", "supplierPlace": "Mumbai", "supplierPin": "400001"}
	s.expect("the status without a password", put(s.owner, body).Status, 400)
	body["password"] = testapp.Password
	s.expect("the status for an accountant", put(s.accountant, body).Status, 403)
	s.expect("the status for an owner", put(s.owner, body).Status, 200)
	body["taxStatus"], body["supplierGstin"] = "unregistered", ""
	if answer := put(s.owner, body); answer.Status != 400 || answer.Field("eInvoices") == "" {
		t.Errorf("unregistered supplier: status = %d, want 400 and an error of eInvoices: %s", answer.Status,
			answer.Body)
	}
}

func TestTheDocumentOfAPartialOfflinePaymentWaitsForItsRegistration(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	member := s.CreateAccount("users", nil)
	s.addresses = append(s.addresses, member.GetString("email"))
	answer := s.owner.Post("/api/offline-payments",
		fields{"userId": member.Id, "membershipTierId": s.tier.Id, "billing": company})
	if answer.Status != 201 {
		t.Fatalf("offline sale: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	id := answer.JSON["id"].(string)
	s.receive(id, 1000000, s.Clock.Now().Format(time.DateOnly))
	count, documents := s.unregistered()
	s.expect("waiting documents", count, 1)
	for _, m := range s.sent("offline-payment") {
		if strings.Contains(m.Subject, "part") &&
			(len(m.Attachments) != 0 || !strings.Contains(m.Text, "follows by email")) {
			t.Errorf("%s has %d attachments, or does not say that the document follows: %s", m.Subject,
				len(m.Attachments), m.Text)
		}
	}
	entered := s.owner.Post("/api/books/e-invoices", answerOf(documents[0]["number"].(string), portalIRN))
	s.expect("the status of the registration", entered.Status, 200)
	s.expect("emails with the document", len(s.sent("document-ready")), 1)
}
