package routetest

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

// setTax changes the tax settings.
func (s *fixture) setTax(values map[string]any) {
	s.Helper()
	record, err := s.PB.FindFirstRecordByData("settings", "key", "site")
	if err != nil {
		collection, err := s.PB.FindCollectionByNameOrId("settings")
		s.must(err)
		record = core.NewRecord(collection)
		record.Load(map[string]any{"key": "site", "gstRate": 18})
	}
	record.Load(map[string]any{"taxAdviser": "S. Iyer, FCA", "taxSettledOn": "2026-08-01"})
	record.Load(values)
	s.must(s.PB.Save(record))
}

// register saves the settings of a registered supplier.
func (s *fixture) register(gstin, state string) {
	s.Helper()
	s.setTax(map[string]any{"taxStatus": "registered", "supplierGstin": gstin, "supplierState": state})
}

const maharashtra = "27AAPFU0939F1ZV"

// billingIn is the billing of an individual in a state.
func billingIn(state, pin string) map[string]any { return map[string]any{"state": state, "pin": pin} }

func orderFor(tier *core.Record, billing map[string]any) map[string]any {
	body := orderBody(tier)
	if billing != nil {
		body["billing"] = billing
	}
	return body
}

func taxLines(taxes any) string {
	text := ""
	list, _ := taxes.([]any)
	for _, entry := range list {
		tax := entry.(map[string]any)
		text += fmt.Sprintf("%v %v%% %v; ", tax["name"], tax["rate"], tax["amount"])
	}
	return text
}

// issuedDocument returns the latest stored document of a kind of a transaction.
func (s *fixture) issuedDocument(transactionID, kind string) map[string]any {
	s.Helper()
	records := s.listRecords("invoices", "issuedAt", dbx.HashExp{"transactionId": transactionID, "kind": kind})
	if len(records) == 0 {
		s.Fatalf("the transaction has no %s", kind)
	}
	var document map[string]any
	s.must(json.Unmarshal([]byte(records[len(records)-1].GetString("document")), &document))
	return document
}

func TestQuoteOrderAndInvoiceAreTheSameInEveryPlaceOfSupply(t *testing.T) {
	t.Parallel()
	company := map[string]any{
		"kind":      "company",
		"legalName": "Rao Textiles Private Limited",
		"gstin":     "29AAGCB7383J1Z4",
		"address":   "12 Residency Road, Bengaluru",
		"state":     "27",
		"pin":       "560025",
	}
	for name, c := range map[string]struct {
		gstin, state string
		billing      map[string]any
		taxes, total string
		place        string
	}{
		"the same state":              {maharashtra, "27", billingIn("27", "400001"), "CGST 9% 89.92; SGST 9% 89.91; ", "1178.87", "27 Maharashtra"},
		"another state":               {maharashtra, "27", billingIn("29", "560025"), "IGST 18% 179.83; ", "1178.87", "29 Karnataka"},
		"another state by its name":   {maharashtra, "27", billingIn("Karnataka", "560025"), "IGST 18% 179.83; ", "1178.87", "29 Karnataka"},
		"a union territory elsewhere": {maharashtra, "27", billingIn("04", "160017"), "IGST 18% 179.83; ", "1178.87", "04 Chandigarh"},
		"the same union territory":    {"04AAPFU0939F1Z3", "04", billingIn("04", "160017"), "CGST 9% 89.92; UTGST 9% 89.91; ", "1178.87", "04 Chandigarh"},
		"a company in another state":  {maharashtra, "27", company, "IGST 18% 179.83; ", "1178.87", "29 Karnataka"},
		"abroad":                      {maharashtra, "27", map[string]any{"country": "US"}, "IGST 18% 179.83; ", "1178.87", "96 Other Countries"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.register(c.gstin, c.state)
			tier := s.createTier("odd", "lifetime", map[string]any{"price": 99904}) // 18 % is 17982.72
			quote := s.Visitor().
				Post("/api/payments/quote", map[string]any{"membershipTierId": tier.Id, "billing": c.billing})
			if quote.Status != 200 {
				t.Fatalf("quote: status = %d, want 200: %s", quote.Status, quote.Body)
			}
			s.expect("the taxes of the quote", taxLines(quote.JSON["taxes"]), c.taxes)
			s.expect("the place of supply of the quote", quote.JSON["placeOfSupply"], c.place)
			s.expect("renews", quote.JSON["renews"], false)
			s.expect("the mandate text", quote.JSON["mandate"], "")
			s.expect("the total of the quote", quote.JSON["breakdown"].(map[string]any)["totalAmount"], c.total)

			order := s.buyer.Post("/api/payments/create-order", orderFor(tier, c.billing))
			if order.Status != 201 {
				t.Fatalf("order: status = %d, want 201: %s", order.Status, order.Body)
			}
			s.expect("the amount of the order", order.JSON["amount"], quote.JSON["amount"])
			s.expect("the breakdown of the order", fmt.Sprint(order.JSON["breakdown"]),
				fmt.Sprint(quote.JSON["breakdown"]))
			s.callback(s.buyer, s.pay(order.JSON["orderId"].(string), fakerazorpay.Success))

			invoice := s.issuedDocument(order.JSON["notes"].(map[string]any)["transactionId"].(string), "tax-invoice")
			s.expect("the place of supply of the invoice",
				fmt.Sprint(invoice["placeOfSupply"].(map[string]any)["code"]), c.place[:2])
			lines := ""
			for _, entry := range invoice["taxes"].([]any) {
				tax := entry.(map[string]any)
				lines += fmt.Sprintf("%v %v%% %v; ", tax["name"], tax["rate"], tax["amount"].(float64)/100)
			}
			s.expect("the taxes of the invoice", lines, c.taxes)
			s.expect("the total of the invoice", invoice["total"], order.JSON["amount"])
		})
	}
}

func TestAnExportUnderALetterOfUndertakingIsNotTaxed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.setTax(map[string]any{"lutNumber": "AD270426000001X", "lutYear": "2026-27"})
	abroad := map[string]any{"country": "United States", "pin": "94105"}
	order := s.buyer.Post("/api/payments/create-order", orderFor(s.tier, abroad))
	s.expect("the amount", order.JSON["amount"], 2500000.0)
	s.callback(s.buyer, s.pay(order.JSON["orderId"].(string), fakerazorpay.Success))
	invoice := s.issuedDocument(s.onlyTransaction().Id, "tax-invoice")
	if text, _ := invoice["endorsement"].(string); !strings.Contains(text, "AD270426000001X") ||
		len(invoice["taxes"].([]any)) != 0 {
		t.Errorf("invoice = %v, want no taxes and an endorsement with the number of the letter", invoice)
	}
	s.expect("the country", invoice["recipient"].(map[string]any)["country"], "United States")

	s.step("a tier with a plan is sold without a mandate, because the plan includes tax", func(s *fixture) {
		monthly := s.renewing("monthly", "monthly", 999)
		quote := s.Visitor().
			Post("/api/payments/quote", map[string]any{"membershipTierId": monthly.Id, "billing": abroad})
		s.expect("renews", quote.JSON["renews"], false)
		s.expect("the amount", quote.JSON["amount"], 99900.0)
	})
	s.step("an export in another financial year is taxed", func(s *fixture) {
		s.setTax(map[string]any{"lutYear": "2025-26"})
		quote := s.Visitor().
			Post("/api/payments/quote", map[string]any{"membershipTierId": s.tier.Id, "billing": abroad})
		s.expect("the taxes", taxLines(quote.JSON["taxes"]), "IGST 18% 4500; ")
	})
}

func TestAnOrderNeedsAPlaceOfSupplyIfTheSupplierHasAGSTIN(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	if answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier)); answer.Status != 201 {
		t.Fatalf("supplier without a GSTIN: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	s.register(maharashtra, "27")
	answer := s.member().Post("/api/payments/create-order", orderBody(s.tier))
	if answer.Status != 400 || answer.Field("billing") == "" {
		t.Errorf("status = %d, want 400 and an error of billing: %s", answer.Status, answer.Body)
	}
	for field, billing := range map[string]any{
		"billing":         "Maharashtra",
		"billing.state":   map[string]any{"pin": "400001"},
		"billing.pin":     map[string]any{"state": "27", "pin": "40001"},
		"billing.gstin":   map[string]any{"kind": "company", "legalName": "Rao", "address": "Here", "state": "27", "pin": "400001", "gstin": "27AAPFU0939F1ZW"},
		"billing.address": map[string]any{"kind": "company", "legalName": "Rao", "state": "27", "pin": "400001"},
		"billing.country": map[string]any{"country": "XX"},
	} {
		body := orderBody(s.tier)
		body["billing"] = billing
		for _, path := range []string{"/api/payments/create-order", "/api/payments/quote"} {
			if answer := s.buyer.Post(path, body); answer.Status != 400 || answer.Field(field) == "" {
				t.Errorf("%s: status = %d, want 400 and an error of %s: %s", path, answer.Status, field, answer.Body)
			}
		}
	}
	s.step("the place of supply comes from the billing profile", func(s *fixture) {
		saved := s.buyer.Send("PUT", "/api/billing-profile", map[string]any{"state": "29", "pin": "560025"})
		s.expect("the status of the profile", saved.Status, 200)
		s.expect("the status of the order", s.buyer.Post("/api/payments/create-order", orderBody(s.tier)).Status, 201)
		s.expect("billingState", s.onlyTransaction().GetString("billingState"), "29")
	})
}

func TestABillingProfileBelongsToOneMember(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	empty := s.buyer.Get("/api/billing-profile")
	s.expect("the kind", empty.JSON["kind"], "individual")
	s.expect("the state", empty.JSON["state"], "") // not derived from the member's location, Mumbai
	company := map[string]any{
		"kind":      "company",
		"legalName": "Rao Textiles",
		"gstin":     " 29aagcb7383j1z4 ",
		"address":   "12 Residency Road",
		"state":     "27",
		"pin":       "560025",
		"country":   "India",
	}
	saved := s.buyer.Send("PUT", "/api/billing-profile", company)
	s.expect("the status", saved.Status, 200)
	read := s.buyer.Get("/api/billing-profile")
	s.expect("the GSTIN", read.JSON["gstin"], "29AAGCB7383J1Z4")
	s.expect("the state of the GSTIN", read.JSON["state"], "29")
	s.expect("the country", read.JSON["country"], "IN")
	s.expect("the GSTIN of another member", s.member().Get("/api/billing-profile").JSON["gstin"], "")
	refused := s.buyer.Send("PUT", "/api/billing-profile", map[string]any{"state": "Bombay", "pin": "400001"})
	if refused.Status != 400 || refused.Field("state") == "" {
		t.Errorf("unknown state: status = %d, want 400 and an error of state: %s", refused.Status, refused.Body)
	}
}

func TestARenewalIsTaxedByTheProfileAndTheRateOnItsDay(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	tier := s.renewing("monthly", "monthly", 500)
	order := s.buyer.Post("/api/payments/create-order", orderFor(tier, billingIn("27", "400001")))
	mandate, _ := order.JSON["subscriptionId"].(string)
	s.callback(s.buyer, s.pay(mandate, fakerazorpay.Success))
	s.must(s.Jobs.Drain(s.Context()))
	first := s.onlyTransaction()
	s.expect("the taxes of the first charge", fmt.Sprint(s.issuedDocument(first.Id, "tax-invoice")["taxes"]),
		"[map[amount:4500 name:CGST rate:9] map[amount:4500 name:SGST rate:9]]")

	// The buyer moves to Karnataka, and the rate changes.
	s.expect("the status of the profile", s.buyer.Send("PUT", "/api/billing-profile", billingIn("29", "560025")).Status,
		200)
	s.setTax(map[string]any{"gstRate": 12})
	s.Clock.Advance(31 * day)
	_, err := s.Razorpay.Charge(mandate)
	s.must(err)
	s.deliver(s.Razorpay.Events(mandate)...)
	charges := s.listAllRecords("transactions")
	if len(charges) != 2 {
		t.Fatalf("%d charges, want 2", len(charges))
	}
	renewal := charges[1]
	s.expect("the amount", renewal.GetInt("amount"), 59000)
	s.expect("the rate", renewal.GetInt("gstRate"), 12)
	s.expect("the taxable value", renewal.GetInt("baseAmount"), 52679)
	s.expect("the taxes", fmt.Sprint(s.issuedDocument(renewal.Id, "tax-invoice")["taxes"]),
		"[map[amount:6321 name:IGST rate:12]]")
	again, err := s.PB.FindRecordById("transactions", first.Id)
	s.must(err)
	s.expect("the rate of the first charge", again.GetInt("gstRate"), 18)
}

func TestAQuoteExplainsTheMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	monthly := s.renewing("monthly", "monthly", 500)
	quote := func(visitor *testapp.Visitor, tier *core.Record) testapp.Response {
		return visitor.Post("/api/payments/quote", map[string]any{"membershipTierId": tier.Id})
	}
	renewing := quote(s.buyer, monthly)
	s.expect("renews", renewing.JSON["renews"], true)
	s.expect("the taxes", taxLines(renewing.JSON["taxes"]), "GST 18% 90; ")
	if text, _ := renewing.JSON["mandate"].(string); !strings.HasPrefix(text,
		"By paying you set up a mandate: ₹590 is charged today, and then every month") {
		t.Errorf("mandate = %q", text)
	}
	annual := s.createTier("annual", "annual", nil) // without a plan
	once := quote(s.buyer, annual)
	s.expect("renews", once.JSON["renews"], false)
	s.expect("the mandate text", once.JSON["mandate"], "")

	s.callback(s.buyer, s.pay(s.order(s.buyer, annual), fakerazorpay.Success))
	later := quote(s.buyer, monthly)
	s.expect("firstChargeAt", later.JSON["firstChargeAt"], s.mine(s.buyer, "entitlement", "endsAt"))
	if text, _ := later.JSON["mandate"].(string); !strings.Contains(text, "charged first on 3 Aug 2027") {
		t.Errorf("mandate = %q", text)
	}
	s.expect("the status for an unknown tier", s.Visitor().Post("/api/payments/quote",
		map[string]any{"membershipTierId": "nosuchtier00000"}).Status, 404)
	coupon := s.Visitor().
		Post("/api/payments/quote", map[string]any{"membershipTierId": annual.Id, "couponCode": "WELCOME"})
	if coupon.Status != 400 || coupon.Field("couponCode") == "" {
		t.Errorf("unknown code: status = %d, want 400 and an error of couponCode: %s", coupon.Status, coupon.Body)
	}
}

// newLiveFixture returns an app with live keys. The fake provider refuses live keys, so a proxy replaces them.
func newLiveFixture(t *testing.T) *fixture {
	var proxy *httptest.Server
	s := newFixture(t, testapp.WithConfig(func(c *config.Config) {
		target, err := url.Parse(c.Razorpay.APIURL)
		if err != nil {
			t.Fatal(err)
		}
		proxy = httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.SetBasicAuth(testapp.RazorpayKeys.ID, testapp.RazorpayKeys.Secret)
		}})
		t.Cleanup(proxy.Close)
		c.Razorpay.APIURL, c.Razorpay.KeyID = proxy.URL, "rzp_live_00000000000001"
	}))
	return s
}

func TestNothingIsSoldWithLiveKeysUntilTaxIsSettled(t *testing.T) {
	t.Parallel()
	s := newLiveFixture(t)
	expectRefused := func(what string) {
		t.Helper()
		for _, path := range []string{"/api/payments/create-order", "/api/payments/quote"} {
			answer := s.buyer.Post(path, orderFor(s.tier, billingIn("27", "400001")))
			if answer.Status != 503 || !strings.Contains(answer.Message(), "our tax settings are not complete") {
				t.Errorf("%s: %s: status = %d, want 503: %s", what, path, answer.Status, answer.Body)
			}
		}
		s.expect("paymentsEnabled", s.Visitor().Get("/api/config").JSON["paymentsEnabled"], false)
	}
	expectRefused("no settings")
	s.setTax(map[string]any{"supplierGstin": maharashtra})
	expectRefused("a GSTIN that no tax adviser has confirmed")
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)

	s.register(maharashtra, "27")
	s.expect("paymentsEnabled", s.Visitor().Get("/api/config").JSON["paymentsEnabled"], true)
	answer := s.buyer.Post("/api/payments/create-order", orderFor(s.tier, billingIn("27", "400001")))
	if answer.Status != 201 {
		t.Errorf("status = %d, want 201: %s", answer.Status, answer.Body)
	}
}

// A static payment page takes money without a request to us, so the check runs when the payment is attached.
func TestNoPaymentIsAttachedWithLiveKeysUntilTaxIsSettled(t *testing.T) {
	t.Parallel()
	s := newLiveFixture(t)
	tier := s.createTier("patron", "lifetime", map[string]any{"price": 10000000})
	s.setTax(map[string]any{"offlineSecondAdminAbove": "200000"})
	orphan := s.payStaticPage(fakerazorpay.Payer{})
	admin, buyer := s.SignedIn("admins", nil), s.account(s.buyer)
	attach := func() testapp.Response {
		return admin.Post("/api/payments/orphans/"+orphan+"/attach", body{
			"userId": buyer, "membershipTierId": tier.Id, "reason": "A page", "password": testapp.Password,
			"billing": body{"state": "27", "pin": "400001", "address": "14 Marine Drive, Mumbai"},
		})
	}
	if answer := attach(); answer.Status != 503 ||
		!strings.Contains(answer.Message(), "our tax settings are not complete") {
		t.Errorf("status = %d, want 503: %s", answer.Status, answer.Body)
	}
	s.expect("documents", len(s.listAllRecords("invoices")), 0)
	s.setTax(map[string]any{"taxStatus": "unregistered"})
	s.expect("the status after tax was settled", attach().Status, 201)
	s.expect("taxes of the receipt", len(s.issuedDocument(s.onlyTransaction().Id, "receipt")["taxes"].([]any)), 0)
}

func TestAnUnregisteredSupplierNeverMentionsTax(t *testing.T) {
	t.Parallel()
	s := newLiveFixture(t)
	s.setTax(map[string]any{"taxStatus": "unregistered"})
	order := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
	s.expect("the amount", order.JSON["amount"], 2500000.0)
	s.expect("isTaxCharged", s.Visitor().Get("/api/config").JSON["isTaxCharged"], false)
	paid := s.pay(order.JSON["orderId"].(string), fakerazorpay.Success)
	s.expect("the status", s.callback(s.buyer, paid).JSON["status"], "completed")
	receipt := s.issuedDocument(s.onlyTransaction().Id, "receipt")
	s.expect("taxes of the receipt", len(receipt["taxes"].([]any)), 0)
	for _, message := range s.Inbox("asha@example.com") {
		if text := message.Text + message.HTML; strings.Contains(text, "GST") ||
			strings.Contains(strings.ToLower(text), "tax") {
			t.Errorf("the email mentions tax: %s", message.Text)
		}
	}
}

func TestAnOrderPaidAfterTaxWasSettledIsInvoicedByTheNewSettings(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier) // with 18 %, the default of test keys
	s.setTax(map[string]any{"taxStatus": "unregistered"})
	s.callback(s.buyer, s.pay(order, fakerazorpay.Success))
	receipt := s.issuedDocument(s.onlyTransaction().Id, "receipt")
	s.expect("taxes of the receipt", len(receipt["taxes"].([]any)), 0)
	s.expect("the taxable value", receipt["taxableValue"], 2950000.0)
	s.expect("the tax in the ledger", s.onlyTransaction().GetInt("gstAmount"), 0)
}

func TestAMemberDownloadsTheirCreditNotes(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	paid := s.pay(order, fakerazorpay.Success)
	s.callback(s.buyer, paid)
	_, err := s.Razorpay.Refund(paid.PaymentID, 100000)
	s.must(err)
	s.deliver(s.Razorpay.Events(order)...)
	own := s.buyer.Get("/api/memberships/mine").JSON["transactions"].([]any)[0].(map[string]any)
	documents := own["documents"].([]any)
	if len(documents) != 2 {
		t.Fatalf("documents = %v, want 2", documents)
	}
	note := documents[1].(map[string]any)
	s.expect("the kind", note["kind"], "credit-note")
	s.expect("the total", note["total"], "1000")
	path := "/api/documents/" + note["id"].(string)
	for caller, visitor := range map[string]*testapp.Visitor{"the member": s.buyer, "an admin": s.SignedIn("admins",
		nil)} {
		answer := visitor.Get(path)
		if answer.Status != 200 || !strings.HasPrefix(answer.Body, "%PDF") ||
			!strings.Contains(answer.Header.Get("Content-Disposition"), "credit-note-BN-26-27-000001.pdf") {
			t.Errorf("%s: status = %d, header = %v, want 200 and the PDF", caller, answer.Status, answer.Header)
		}
	}
	s.expect("the status for another member", s.member().Get(path).Status, 404)
	s.expect("the status for a visitor", s.Visitor().Get(path).Status, 401)
	s.expect("the status of an unknown document", s.buyer.Get("/api/documents/nosuchdocument0").Status, 404)
}
