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

// waiting returns the waiting documents as the accountant sees them.
func (s *fixture) waiting() (count int, documents []fields) {
	s.Helper()
	answer := s.accountant.Get("/api/books/e-invoices")
	if answer.Status != 200 {
		s.Fatalf("%d %s", answer.Status, answer.Body)
	}
	for _, row := range answer.JSON["documents"].([]any) {
		documents = append(documents, row.(fields))
	}
	return int(answer.JSON["waiting"].(float64)), documents
}

const portalIRN = testapp.IRN

// signedQR returns the text of a QR code in the portal's format.
func signedQR(number, irn string, more fields) string {
	document := fields{"DocNo": number, "Irn": irn}
	maps.Copy(document, more)
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

// sent returns the emails of a kind to the addresses of the buyers' accounts.
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

// buyWith makes a new buyer pay and returns the buyer, whose session can request the documents.
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
		s.Fatalf("%d %s", order.Status, order.Body)
	}
	s.pay(order.JSON["orderId"].(string))
	return buyer
}

// documentsOf returns the documents of a buyer's first purchase.
func (s *fixture) documentsOf(buyer *testapp.Visitor) []any {
	s.Helper()
	return buyer.Get("/api/memberships/mine").JSON["transactions"].([]any)[0].(fields)["documents"].([]any)
}

func TestDocumentsToCompaniesAndAbroadWaitForTheirRegistration(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		on      bool
		billing fields
		waits   bool
	}{
		{"a company, while it is on", true, company, true},
		{"a person, while it is on", true, living("27", "400001"), false},
		{"a person in another state, while it is on", true, living("29", "560025"), false},
		{"a buyer abroad, while it is on", true, abroad, true},
		{"a company, while it is off", false, company, false},
		{"a buyer abroad, while it is off", false, abroad, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.switchEInvoices(c.on)
			buyer := s.buyWith(c.billing)
			s.refund(s.paymentOf(buyer), 100000)

			for i, document := range s.documentsOf(buyer) {
				row := document.(fields)
				s.expect(fmt.Sprint(row["kind"], " waits"), row["isAwaitingIRN"], c.waits)
				answer := buyer.Get("/api/documents/" + row["id"].(string))
				if c.waits {
					s.expect("the download's status", answer.Status, 409)
					if !strings.Contains(answer.Message(), "waits for its IRN") {
						t.Errorf("it says %q", answer.Message())
					}
				} else {
					s.expect("the download's status", answer.Status, 200)
				}
				if row["number"] == "" || i > 1 {
					t.Errorf("%v", row)
				}
			}
			count, listed := s.waiting()
			want := map[bool]int{true: 2}[c.waits]
			s.expect("what waits", count, want)
			s.expect("what is listed", len(listed), want)
			for kind, follows := range map[string]string{"payment-confirmed": "follows by email", "refund-recorded": "credit note follows by email"} {
				m := s.sent(kind)
				if len(m) != 1 {
					t.Fatalf("%d of %s", len(m), kind)
				}
				s.expect(kind+" encloses", len(m[0].Attachments), map[bool]int{false: 1}[c.waits])
				s.expect(kind+" says that it follows", strings.Contains(m[0].Text, follows), c.waits)
			}
		})
	}
}

// paymentOf returns the payment of a buyer's first purchase.
func (s *fixture) paymentOf(buyer *testapp.Visitor) string {
	s.Helper()
	return buyer.Get("/api/memberships/mine").JSON["transactions"].([]any)[0].(fields)["razorpayPaymentId"].(string)
}

func TestARegisteredDocumentGoesToItsBuyerWithItsIRN(t *testing.T) {
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
		t.Fatalf("%d %s", entered.Status, entered.Body)
	}
	s.expect("what still waits", entered.JSON["waiting"], float64(0))
	pdf := buyer.Get("/api/documents/" + id)
	s.expect("the PDF", pdf.Status, 200)
	m := s.sent("document-ready")
	if len(m) != 1 || len(m[0].Attachments) != 1 || string(m[0].Attachments[0].Content) != pdf.Body {
		t.Fatalf("%d emails: %+v", len(m), m)
	}
	if !strings.Contains(m[0].Text, portalIRN) || !strings.Contains(m[0].Subject, number) {
		t.Errorf("%s: %s", m[0].Subject, m[0].Text)
	}
	s.expect("the document's row is as it was", s.stored(id), before)
	s.expect("it waits", s.documentsOf(buyer)[0].(fields)["isAwaitingIRN"], false)
	entries := list(s.owner.Get("/api/audit?action=books.e-invoice-registered"))
	if len(entries) != 1 {
		t.Fatalf("%d entries in the audit log", len(entries))
	}
	audited := s.owner.Get("/api/audit/" + entries[0]["id"].(string))
	if entries[0]["label"] != number || !strings.Contains(audited.Body, portalIRN) {
		t.Errorf("the audit log says %s", audited.Body)
	}
	again := office.Post("/api/books/e-invoices", answerOf(number, portalIRN))
	s.expect("a second time", again.Status, 409)
	s.expect("further emails", len(s.sent("document-ready")), 1)
}

// stored returns all columns of a document's row.
func (s *fixture) stored(id string) string {
	s.Helper()
	record, err := s.PB.FindRecordById("invoices", id)
	s.must(err)
	raw, err := json.Marshal(record.PublicExport())
	s.must(err)
	return string(raw)
}

func TestAWrongAnswerOfThePortalIsRefusedWithItsField(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	first := s.documentsOf(s.buyWith(company))[0].(fields)["number"].(string)
	second := s.documentsOf(s.buyWith(company))[0].(fields)["number"].(string)
	plain := s.documentsOf(s.buyWith(living("27", "400001")))[0].(fields)["number"].(string)
	s.expect("entering the first", s.owner.Post("/api/books/e-invoices", answerOf(first, portalIRN)).Status, 200)

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
		"nothing":                       {fields{}, 400, "irn"},
		"a short IRN":                   {with(fields{"irn": "abc"}), 400, "irn"},
		"an IRN with other letters":     {with(fields{"irn": strings.Repeat("g", 64)}), 400, "irn"},
		"an IRN of another QR code":     {with(fields{"irn": strings.Repeat("b", 64)}), 400, "irn"},
		"no acknowledgement":            {with(fields{"ackNumber": ""}), 400, "ackNumber"},
		"letters in its number":         {with(fields{"ackNumber": "12AB"}), 400, "ackNumber"},
		"a wrong date":                  {with(fields{"ackDate": "yesterday"}), 400, "ackDate"},
		"a date before the document's":  {with(fields{"ackDate": "2026-08-02 12:00:00"}), 400, "ackDate"},
		"a date to come":                {with(fields{"ackDate": "2027-08-02 12:00:00"}), 400, "ackDate"},
		"a QR code that is none":        {with(fields{"signedQr": "hello"}), 400, "signedQr"},
		"a token without a document":    {with(fields{"signedQr": signedQR("", other, nil)}), 400, "signedQr"},
		"a QR code of another document": {with(fields{"signedQr": signedQR("BC/26-27/999999", other, nil)}), 400, "signedQr"},
		"another supplier":              {with(fields{"signedQr": signedQR(second, other, fields{"SellerGstin": "29AAGCB7383J1Z4"})}), 400, "signedQr"},
		"another total":                 {with(fields{"signedQr": signedQR(second, other, fields{"TotInvVal": 29500.01})}), 400, "signedQr"},
		"another row's document":        {with(fields{"documentId": "doesnotexist000"}), 400, "signedQr"},
		"an IRN that is taken":          {answerOf(second, portalIRN), 409, ""},
		"a document that never waited":  {answerOf(plain, other), 409, ""},
		"an answer that is no JSON":     {fields{"answer": "IRN: 12"}, 400, "answer"},
		"an answer without documents":   {fields{"answer": "[]"}, 400, "answer"},
		"an answer without an IRN":      {fields{"answer": `{"AckNo":1,"AckDt":"2026-08-03 12:00:00"}`}, 400, "answer"},
		"an answer, one of them wrong": {fields{"answer": asJSON([]fields{
			{"Irn": other, "AckNo": 1, "AckDt": "2026-08-03 12:00:00", "SignedQRCode": signedQR(second, other, nil)},
			{"Irn": portalIRN, "AckNo": 2, "AckDt": "2026-08-03 12:00:00", "SignedQRCode": signedQR(first, portalIRN, nil)},
		})}, 409, ""},
	} {
		answer := s.owner.Post("/api/books/e-invoices", c.body)
		if answer.Status != c.status || c.field != "" && answer.Field(c.field) == "" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	if count, _ := s.waiting(); count != 1 {
		t.Errorf("%d wait", count)
	}
	s.expect("an accountant enters nothing", s.accountant.Post("/api/books/e-invoices", answerOf(second, other)).Status,
		403)
	s.expect("nor does the buyer read", s.buyer().Get("/api/books/e-invoices").Status, 403)
	whole := fields{
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
	s.expect("the right one, as it came", s.owner.Post("/api/books/e-invoices", whole).Status, 200)
}

func TestTheFileForThePortalHasWhatIsKnownOfTheDocument(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer := s.buyWith(company)
	s.refund(s.paymentOf(buyer), 590000)
	s.buyWith(abroad)
	answer := s.accountant.Get("/api/books/e-invoices/file")
	s.expect("the file", answer.Status, 200)
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
		t.Errorf("it is\n%s\nand should be\n%s", g, w)
	}
	_, documents := s.waiting()
	one := s.accountant.Get("/api/books/e-invoices/file?month=2026-08&document=" + documents[1]["id"].(string))
	if strings.Count(one.Body, `"Version"`) != 1 || !strings.Contains(one.Body, "BC/26-27/000002") {
		t.Errorf("%d %s", one.Status, one.Body)
	}
	s.expect("a month without any", s.accountant.Get("/api/books/e-invoices/file?month=2026-07").Status, 409)
}

func asText(v any) string {
	text, _ := json.MarshalIndent(v, "", " ")
	return string(text)
}

func TestSwitchingEInvoicesOffReleasesWhatWaits(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	buyer := s.buyWith(company)
	document := s.documentsOf(buyer)[0].(fields)
	s.switchEInvoices(false)
	count, _ := s.waiting()
	s.expect("what waits", count, 0)
	s.expect("the PDF", buyer.Get("/api/documents/"+document["id"].(string)).Status, 200)
	m := s.sent("document-ready")
	if len(m) != 1 || len(m[0].Attachments) != 1 || strings.Contains(m[0].Text, "registered") {
		t.Fatalf("%+v", m)
	}
	// A released document is not registered later.
	s.switchEInvoices(true)
	count, _ = s.waiting()
	s.expect("what waits after that", count, 0)
	s.expect("entering it", s.owner.Post("/api/books/e-invoices",
		answerOf(document["number"].(string), portalIRN)).Status, 409)
}

func TestTheSettingIsTheOwnersAndNeedsAPasswordAndAnAddress(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	put := func(v *testapp.Visitor, body fields) testapp.Response {
		return v.Send("PUT", "/api/admin/settings", body)
	}
	s.expect("off by default", s.owner.Get("/api/admin/settings").JSON["values"].(fields)["eInvoices"], "false")
	without := put(s.owner, fields{"eInvoices": "true", "password": testapp.Password})
	for _, name := range []string{"supplierPlace", "supplierPin"} {
		if without.Status != 400 || without.Field(name) == "" {
			t.Errorf("without %s: %d %s", name, without.Status, without.Body)
		}
	}
	body := fields{"eInvoices": "true", "supplierPlace": "Mumbai", "supplierPin": "400001"}
	s.expect("without a password", put(s.owner, body).Status, 400)
	body["password"] = testapp.Password
	s.expect("the accountant", put(s.accountant, body).Status, 403)
	s.expect("the owner", put(s.owner, body).Status, 200)
	body["taxStatus"], body["supplierGstin"] = "unregistered", ""
	if answer := put(s.owner, body); answer.Status != 400 || answer.Field("eInvoices") == "" {
		t.Errorf("not registered: %d %s", answer.Status, answer.Body)
	}
}

func TestTheFirstPartOfAnOfflinePaymentWaitsToo(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	member := s.CreateAccount("users", nil)
	s.addresses = append(s.addresses, member.GetString("email"))
	answer := s.owner.Post("/api/offline-payments",
		fields{"userId": member.Id, "membershipTierId": s.tier.Id, "billing": company})
	if answer.Status != 201 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	id := answer.JSON["id"].(string)
	s.receive(id, 1000000, s.Clock.Now().Format(time.DateOnly))
	count, documents := s.waiting()
	s.expect("what waits", count, 1)
	for _, m := range s.sent("offline-payment") {
		if strings.Contains(m.Subject, "part") &&
			(len(m.Attachments) != 0 || !strings.Contains(m.Text, "follows by email")) {
			t.Errorf("%s encloses %d: %s", m.Subject, len(m.Attachments), m.Text)
		}
	}
	entered := s.owner.Post("/api/books/e-invoices", answerOf(documents[0]["number"].(string), portalIRN))
	s.expect("entering it", entered.Status, 200)
	s.expect("the email with it", len(s.sent("document-ready")), 1)
}
