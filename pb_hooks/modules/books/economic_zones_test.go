package books_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/invoices"
)

// A supply to a special economic zone is inter-state even within a state, and without tax under a letter of undertaking.
func TestASupplyToASpecialEconomicZone(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	zone := fields{
		"kind": "company", "legalName": "Desai Exports", "gstin": "27AADCD4321E1Z4", "isSEZ": true,
		"address": "SEEPZ, Mumbai", "state": "27", "pin": "400096",
	}
	withoutGSTIN := maps.Clone(zone)
	delete(withoutGSTIN, "gstin")
	buyer := s.buyer()
	refused := buyer.Send("PUT", "/api/billing-profile", withoutGSTIN)
	if refused.Status != 400 || refused.Field("gstin") == "" {
		t.Errorf("without a GSTIN: status = %d, want 400 and an error of gstin: %s", refused.Status, refused.Body)
	}
	s.expect("isSEZ of an individual", buyer.Send("PUT", "/api/billing-profile",
		fields{"state": "27", "pin": "400096", "isSEZ": true}).JSON["isSEZ"], false)
	s.expect("isSEZ of the company", buyer.Send("PUT", "/api/billing-profile", zone).JSON["isSEZ"], true)
	s.expect("the stored isSEZ", buyer.Get("/api/billing-profile").JSON["isSEZ"], true)

	s.refund(s.buy(s.tier, zone), 590000) // with tax
	s.register(fields{"lutNumber": "AD270426000001X", "lutYear": "2026-27"})
	quote := s.buyer().Post("/api/payments/quote", fields{"membershipTierId": s.tier.Id, "billing": zone})
	s.expect("the total of the quote under the letter", quote.JSON["breakdown"].(fields)["totalAmount"], "25000")
	s.refund(s.buy(s.tier, zone), 0) // under the letter
	s.buy(s.tier, company)           // not in a zone

	var stored []invoices.Document
	for _, record := range s.listInvoices() {
		var d invoices.Document
		s.must(record.UnmarshalJSONField("document", &d))
		stored = append(stored, d)
	}
	const words = "Supply to SEZ unit or SEZ developer for authorised operations "
	for i, want := range []struct{ endorsement, tax string }{
		{words + "on payment of integrated tax.", "IGST 4500.00"},
		{words + "on payment of integrated tax.", "IGST 900.00"},
		{words + "under letter of undertaking AD270426000001X without payment of integrated tax.", ""},
		{words + "under letter of undertaking AD270426000001X without payment of integrated tax.", ""},
		{"", "IGST 4500.00"},
	} {
		tax := ""
		for _, line := range stored[i].Taxes {
			tax += line.Name + " " + rupees(line.Amount)
		}
		s.expect("the endorsement of "+stored[i].Number, stored[i].Endorsement, want.endorsement)
		s.expect("the tax of "+stored[i].Number, tax, want.tax)
	}

	zip := s.accountant.Get("/api/books/gstr1?month=2026-08").Body
	const sold = "27AADCD4321E1Z4|Desai Exports|"
	for table, want := range map[string]string{
		"b2b,sez,de": sold + "BC/26-27/000001|03-Aug-2026|29500.00|27-Maharashtra|N||SEZWP||18.00|25000.00|0.00\n" +
			sold + "BC/26-27/000002|03-Aug-2026|25000.00|27-Maharashtra|N||SEZWOP||0.00|25000.00|0.00\n" +
			"29AAGCB7383J1Z4|" + "'" + company["legalName"].(string) +
			"|BC/26-27/000003|03-Aug-2026|29500.00|29-Karnataka|N||Regular B2B||18.00|25000.00|0.00\n",
		"cdnr": sold + "BN/26-27/000001|03-Aug-2026|C|27-Maharashtra|N|SEZWP|5900.00||18.00|5000.00|0.00\n" +
			sold + "BN/26-27/000002|03-Aug-2026|C|27-Maharashtra|N|SEZWOP|25000.00||0.00|25000.00|0.00\n",
	} {
		s.expect(table, lines(csvOf(t, zip, table)), want)
	}
	file := strings.ReplaceAll(s.accountant.Get("/api/books/e-invoices/file").Body, ": ", ":")
	for kind, count := range map[string]int{`"SEZWP"`: 2, `"SEZWOP"`: 2, `"B2B"`: 1} {
		s.expect("documents of the type "+kind+" for the portal", strings.Count(file, `"SupTyp":`+kind), count)
	}
}

// A supply to a special economic zone is refunded in part in the next financial year, and in part when the credit note
// no longer lowers the tax. A dispute over the rest is lost, and then won.
func TestCreditNotesOfASupplyToASpecialEconomicZone(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	zone := fields{
		"kind": "company", "legalName": "Desai Exports", "gstin": "27AADCD4321E1Z4", "isSEZ": true,
		"address": "SEEPZ, Mumbai", "state": "27", "pin": "400096",
	}
	payment := s.buy(s.tier, zone)
	s.at(time.Date(2027, 4, 1, 1, 0, 0, 0, time.UTC))
	s.refund(payment, 590000)
	s.at(time.Date(2027, 12, 1, 1, 0, 0, 0, time.UTC))
	s.refund(payment, 118000)
	s.must(s.Razorpay.OpenDispute(payment, "chargeback", 2242000))
	s.must(s.Razorpay.Dispute(payment, "lost"))
	s.deliver(payment)
	s.must(s.Razorpay.NextDisputePhase(payment))
	s.must(s.Razorpay.Dispute(payment, "won"))
	s.deliver(payment)
	sale, err := s.PB.FindFirstRecordByData("transactions", "razorpayPaymentId", payment)
	s.must(err)
	s.expect("restoring", s.owner.Post("/api/transactions/"+sale.Id+"/restore",
		fields{"reason": "Won in pre-arbitration", "password": testapp.Password}).Status, 204)
	const sold = "27AADCD4321E1Z4|Desai Exports|"
	for month, want := range map[string]string{
		"2027-04": sold + "BN/27-28/000001|01-Apr-2027|C|27-Maharashtra|N|SEZWP|5900.00||18.00|5000.00|0.00\n",
		"2027-12": "",
	} {
		zip := s.accountant.Get("/api/books/gstr1?month=" + month).Body
		s.expect("cdnr of "+month, lines(csvOf(t, zip, "cdnr")), want)
	}
	var totals []string
	for _, record := range s.listInvoices() {
		var d invoices.Document
		s.must(record.UnmarshalJSONField("document", &d))
		tax := ""
		for _, line := range d.Taxes {
			tax += " " + line.Name + " " + rupees(line.Amount)
		}
		totals = append(totals, record.GetString("kind")+" "+rupees(d.Total)+tax)
	}
	s.expect("the documents", strings.Join(totals, ", "), "tax-invoice 29500.00 IGST 4500.00, "+
		"credit-note 5900.00 IGST 900.00, credit-note 1180.00, credit-note 22420.00, debit-note 22420.00")
}
