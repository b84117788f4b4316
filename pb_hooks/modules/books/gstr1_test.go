package books_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/invoices"
)

var company = fields{
	"kind":      "company",
	"legalName": "=cmd|' /C calc'!A0 Textiles",
	"gstin":     "29AAGCB7383J1Z4",
	"address":   "12 Residency Road, Bengaluru",
	"state":     "29",
	"pin":       "560025",
}

// billingIn is the billing of an individual in a state.
func billingIn(state, pin string) fields { return fields{"state": state, "pin": pin} }

// billingAt is billingIn with an address, which an invoice of ₹50,000 or more needs.
func billingAt(address, state, pin string) fields {
	return fields{"address": address, "state": state, "pin": pin}
}

// The headings and formats are those of the government's offline tool.
func TestTheReturnHasEachDocumentInItsTable(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	large := s.createTier("large", fields{"price": 10000000}) // ₹1,18,000 with tax
	s.buy(s.tier, company)
	s.refund(s.buy(s.tier, company), 1180000)
	s.buy(large, billingAt("12 Residency Road", "29", "560025"))                    // b2cl
	s.refund(s.buy(large, billingAt("12 Residency Road", "29", "560025")), 2360000) // b2cl and its credit note
	s.buy(large, billingAt("4 Ballard Estate", "27",
		"400001")) // in our own state, so b2cs despite its size
	s.refund(s.buy(s.tier, billingIn("29", "560025")), 590000) // b2cs, refunded in part
	s.refund(s.buy(s.tier, billingIn("33", "600001")), 0)      // b2cs, refunded in full
	s.buy(s.tier, fields{"country": "US"})                     // an export with tax
	s.register(fields{"lutNumber": "AD270426000001X", "lutYear": "2026-27"})
	s.refund(s.buy(s.tier, fields{"country": "US"}), 0) // an export under a letter of undertaking, and its credit note

	answer := s.accountant.Get("/api/books/gstr1?month=2026-08")
	s.expect("the status", answer.Status, 200)
	s.expect("Content-Type", answer.Header.Get("Content-Type"), "application/zip")
	s.expect("Content-Disposition", answer.Header.Get("Content-Disposition"),
		`attachment; filename="gstr1-2026-08.zip"`)
	archive, err := zip.NewReader(bytes.NewReader([]byte(answer.Body)), int64(len(answer.Body)))
	s.must(err)
	var names []string
	for _, file := range archive.File {
		names = append(names, file.Name)
	}
	s.expect("the files", strings.Join(names, " "),
		"b2b,sez,de.csv b2cl.csv b2cs.csv cdnr.csv cdnur.csv exp.csv at.csv atadj.csv hsn(b2b).csv hsn(b2c).csv docs.csv",
	)

	for name, want := range map[string]string{
		"b2b,sez,de": "GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount",
		"b2cl":       "Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN",
		"b2cs":       "Type,Place Of Supply,Rate,Applicable % of Tax Rate,Taxable Value,Cess Amount,E-Commerce GSTIN",
		"cdnr":       "GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount",
		"cdnur":      "UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount",
		"exp":        "Export Type,Invoice Number,Invoice date,Invoice Value,Port Code,Shipping Bill Number,Shipping Bill Date,Rate,Taxable Value,Cess Amount",
		"hsn(b2b)":   "HSN,Description,UQC,Total Quantity,Total Value,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount,Rate",
		"hsn(b2c)":   "HSN,Description,UQC,Total Quantity,Total Value,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount,Rate",
		"docs":       "Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled",
	} {
		s.expect("the headings of "+name, strings.Join(csvOf(t, answer.Body, name)[0], ","), want)
	}
	const name = "'=cmd|' /C calc'!A0 Textiles" // the quote keeps spreadsheets from running it as a formula
	for file, want := range map[string]string{
		"b2b,sez,de": "29AAGCB7383J1Z4|" + name + "|BC/26-27/000001|03-Aug-2026|29500.00|29-Karnataka|N||Regular B2B||18.00|25000.00|0.00\n" +
			"29AAGCB7383J1Z4|" + name + "|BC/26-27/000002|03-Aug-2026|29500.00|29-Karnataka|N||Regular B2B||18.00|25000.00|0.00\n",
		"cdnr": "29AAGCB7383J1Z4|" + name + "|BN/26-27/000001|03-Aug-2026|C|29-Karnataka|N|Regular B2B|11800.00||18.00|10000.00|0.00\n",
		"b2cl": "BC/26-27/000003|03-Aug-2026|118000.00|29-Karnataka||18.00|100000.00|0.00|\n" +
			"BC/26-27/000004|03-Aug-2026|118000.00|29-Karnataka||18.00|100000.00|0.00|\n",
		"b2cs": "OE|27-Maharashtra|18.00||100000.00|0.00|\nOE|29-Karnataka|18.00||20000.00|0.00|\n",
		"cdnur": "B2CL|BN/26-27/000002|03-Aug-2026|C|29-Karnataka|23600.00||18.00|20000.00|0.00\n" +
			"EXPWOP|BN/26-27/000005|03-Aug-2026|C||25000.00||0.00|25000.00|0.00\n",
		"exp": "WPAY|BC/26-27/000008|03-Aug-2026|29500.00||||18.00|25000.00|0.00\n" +
			"WOPAY|BC/26-27/000009|03-Aug-2026|25000.00||||0.00|25000.00|0.00\n",
		"hsn(b2b)": "999512|Services furnished by professional organisations|NA|0|47200.00|40000.00|7200.00|0.00|0.00|0.00|18.00\n",
		"hsn(b2c)": "999512|Services furnished by professional organisations|NA|0|383500.00|325000.00|40500.00|9000.00|9000.00|0.00|18.00\n",
		"docs":     "Invoices for outward supply|BC/26-27/000001|BC/26-27/000009|9|0\nCredit Note|BN/26-27/000001|BN/26-27/000005|5|0\n",
	} {
		if got := lines(csvOf(t, answer.Body, file)); got != want {
			t.Errorf("%s =\n%swant\n%s", file, got, want)
		}
	}
	registers := s.registers("?month=2026-08")
	s.expect("invoices", len(registers.JSON["invoices"].([]any)), 9)
	s.expect("credit notes", len(registers.JSON["creditNotes"].([]any)), 5)
	s.expect("the total of the invoices", sum(registers, "invoices")["total"], "526500")
	net := registers.JSON["net"].(fields)
	s.expect("the net sums", net["taxableValue"].(string)+" "+net["igst"].(string)+" "+net["cgst"].(string)+" "+
		net["sgst"].(string)+" "+net["total"].(string),
		"365000 47700 9000 9000 430700")
	s.expect("hasReturn", registers.JSON["hasReturn"], true)
	var totals []string
	for _, row := range registers.JSON["totals"].([]any) {
		total := row.(fields)
		totals = append(totals, fmt.Sprintf("%v at %v: %v", total["place"], total["gstRate"], total["taxableValue"]))
	}
	s.expect("the totals by place and rate", strings.Join(totals, "; "),
		"27-Maharashtra at 18: 100000; 29-Karnataka at 18: 240000; 33-Tamil Nadu at 18: 0; 96-Other Countries at 0: 0; 96-Other Countries at 18: 25000",
	)
	notes := registers.JSON["notes"].([]any)
	s.expect("the last note asks the accountant to check the return", strings.HasPrefix(notes[len(notes)-1].(string),
		"Before the GSTR-1 is filed, the accountant checks it in the offline tool, above all the columns of cdnur",
	), true)
}

func TestEachGSTINOfAMonthHasItsOwnReturn(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	const karnataka = "29AAGCB7383J1Z4"
	before := s.buy(s.tier, billingIn("27", "400001"))
	s.register(fields{"supplierGstin": karnataka, "supplierState": "29"})
	s.buy(s.tier, billingIn("29", "560025"))
	s.refund(before, 590000)
	path := "/api/books/gstr1?month=2026-08"
	both := s.accountant.Get(path)
	s.expect("the status without a GSTIN", both.Status, 409)
	s.expect("the message", both.Message(),
		"The documents of August 2026 were issued under more than one GSTIN, and each has its own return. Please choose one: 27AAPFU0939F1ZV or 29AAGCB7383J1Z4.",
	)
	first, second := s.accountant.Get(path+"&gstin="+maharashtra), s.accountant.Get(path+"&gstin="+karnataka)
	s.expect("Content-Disposition", first.Header.Get("Content-Disposition"),
		`attachment; filename="gstr1-2026-08-27AAPFU0939F1ZV.zip"`)
	s.expect("b2cs of the first GSTIN, with a later credit note", lines(csvOf(t, first.Body, "b2cs")),
		"OE|27-Maharashtra|18.00||20000.00|0.00|\n")
	s.expect("docs of the first GSTIN", lines(csvOf(t, first.Body, "docs")),
		"Invoices for outward supply|BC/26-27/000001|BC/26-27/000001|1|0\nCredit Note|BN/26-27/000001|BN/26-27/000001|1|0\n",
	)
	s.expect("b2cs of the second GSTIN", lines(csvOf(t, second.Body, "b2cs")),
		"OE|29-Karnataka|18.00||25000.00|0.00|\n")
	s.expect("the summary of the second GSTIN", lines(csvOf(t, second.Body, "hsn(b2c)")),
		"999512|Services furnished by professional organisations|NA|0|29500.00|25000.00|0.00|2250.00|2250.00|0.00|18.00\n")
	s.expect("docs of the second GSTIN", lines(csvOf(t, second.Body, "docs")),
		"Invoices for outward supply|BC2/26-27/000001|BC2/26-27/000001|1|0\n")
	s.register(nil) // the first GSTIN again
	s.buy(s.tier, billingIn("27", "400001"))
	s.expect("docs after the first GSTIN has come back", lines(csvOf(t, s.accountant.Get(path+"&gstin="+maharashtra).Body, "docs")),
		"Invoices for outward supply|BC/26-27/000001|BC/26-27/000002|2|0\nCredit Note|BN/26-27/000001|BN/26-27/000001|1|0\n")
	s.expect("the status for a GSTIN without documents", s.accountant.Get(path+"&gstin=07AAGCB7383J1ZA").Status, 409)
	s.expect("the status for an invalid GSTIN", s.accountant.Get(path+"&gstin=mine").Status, 400)
	registers := s.registers("?month=2026-08")
	s.expect("the GSTINs", fmt.Sprint(registers.JSON["gstins"]), "["+maharashtra+" "+karnataka+"]")
	s.expect("the note", registers.JSON["notes"].([]any)[0],
		"Documents of this month were issued under more than one GSTIN. Each has its own GSTR-1.")
}

func TestMonthsStartAtMidnightInIndia(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.at(time.Date(2026, 8, 31, 18, 29, 59, 0, time.UTC)) // one second before September in India
	s.buy(s.tier, billingIn("27", "400001"))
	s.at(time.Date(2026, 8, 31, 18, 30, 0, 0, time.UTC))
	s.buy(s.tier, billingIn("27", "400001"))
	for month, date := range map[string]string{"2026-08": "2026-08-31T18:29:59.000Z", "2026-09": "2026-08-31T18:30:00.000Z"} {
		rows := s.registers("?month=" + month).JSON["invoices"].([]any)
		if len(rows) != 1 || rows[0].(fields)["issuedAt"] != date {
			t.Errorf("invoices of %s = %v, want only the one of %s", month, rows, date)
		}
	}
}

func TestAnUnregisteredSupplierHasNoReturn(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(fields{"taxStatus": "unregistered", "supplierGstin": "", "gstRate": 0})
	s.refund(s.buy(s.tier, nil), 1000000)
	const message = "There is no GSTR-1 for this month, because nothing was issued under a GSTIN and tax is not settled as registered."
	answer := s.accountant.Get("/api/books/gstr1?month=2026-08")
	s.expect("the message", answer.Message(), message)
	s.expect("the status", answer.Status, 409)
	registers := s.registers("?month=2026-08")
	s.expect("the total of the receipts", sum(registers, "receipts")["total"], "25000")
	s.expect("the total of the credit notes", sum(registers, "credit-notes")["total"], "10000")
	s.expect("the net total", registers.JSON["net"].(fields)["total"], "15000")
	s.expect("the note", registers.JSON["notes"].([]any)[0],
		"No document of this month was issued under a GSTIN, so there is no GSTR-1.")

	// The return must not contain a receipt from before the registration or its credit note.
	s.register(fields{"gstRate": 18})
	s.expect("the status after the registration", s.accountant.Get("/api/books/gstr1?month=2026-08").Status, 409)
	s.expect("the status for a month without documents", s.accountant.Get("/api/books/gstr1?month=2026-09").Status, 200)
	s.buy(s.tier, billingIn("27", "400001"))
	mixed := s.accountant.Get("/api/books/gstr1?month=2026-08")
	s.expect("b2cs of a month with a receipt and an invoice", lines(csvOf(t, mixed.Body, "b2cs")),
		"OE|27-Maharashtra|18.00||25000.00|0.00|\n")
	s.expect("docs of that month", lines(csvOf(t, mixed.Body, "docs")),
		"Invoices for outward supply|BC/26-27/000001|BC/26-27/000001|1|0\n")
}

func TestAForeignCurrencyIsConvertedWithTheRateOfTheProviderOrTheOwner(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(fields{"lutNumber": "AD270426000001X", "lutYear": "2026-27"})
	dollars := s.createTier("dollars", fields{"price": 30001, "currency": "USD"})
	s.buy(dollars, fields{"country": "US", "address": "500 Pine Street"})
	registers := s.registers("?month=2026-08")
	row := registers.JSON["invoices"].([]any)[0].(fields)
	s.expect("the amount", row["currency"].(string)+" "+row["total"].(string), "USD 300.01")
	s.expect("rupeeTotal with the provider's rate", row["rupeeTotal"], "25500.85")
	s.expect("the export in the return", lines(csvOf(t, s.accountant.Get("/api/books/gstr1?month=2026-08").Body,
		"exp")),
		"WOPAY|BC/26-27/000001|03-Aug-2026|25500.85||||0.00|25500.85|0.00\n")

	// Without the provider's rate, the owner must enter one.
	s.at(time.Date(2026, 9, 3, 6, 30, 0, 0, time.UTC))
	s.Razorpay.SetRupeeRate(0)
	s.buy(dollars, fields{"country": "US", "address": "500 Pine Street"})
	s.Razorpay.SetRupeeRate(85)
	registers = s.registers("?month=2026-09")
	s.expect("the note", registers.JSON["notes"].([]any)[0],
		"1 document is in USD: Razorpay has not reported the rupee rate, so the totals leave it out. Please enter the rate.",
	)
	s.expect("rupeeTotal without a rate", registers.JSON["invoices"].([]any)[0].(fields)["rupeeTotal"], "")
	const message = "Please enter the rupee rate of USD first, because documents of this month use it."
	s.expect("the message of the return", s.accountant.Get("/api/books/gstr1?month=2026-09").Message(), message)
	s.at(time.Date(2026, 10, 3, 6, 30, 0, 0, time.UTC))
	s.expect("the status of closing August", s.close("2026-08").Status, 200)
	s.expect("the message of closing September without a rate", s.close("2026-09").Message(), message)
	rate := fields{"currency": "USD", "rate": "84.2537"}
	s.expect("the status of a rate from an accountant", s.accountant.Send("PUT", "/api/books/months/2026-09/rate",
		rate).Status, 403)
	s.expect("the status of a rate from an owner", s.owner.Send("PUT", "/api/books/months/2026-09/rate", rate).Status,
		200)
	s.expect("rupeeTotal with the entered rate",
		s.registers("?month=2026-09").JSON["invoices"].([]any)[0].(fields)["rupeeTotal"],
		"25276.95")
	s.expect("the status of closing September with a rate", s.close("2026-09").Status, 200)
	s.expect("the message of a rate for a closed month", s.owner.Send("PUT", "/api/books/months/2026-09/rate",
		rate).Message(),
		"This month is closed.")
	for _, invalid := range []fields{{"currency": "USD", "rate": "0"}, {"currency": "INR", "rate": "1"},
		{"currency": "usd", "rate": "84"}, {"currency": "USD", "rate": "84,2"}, {}} {
		s.expect("the status of an invalid rate", s.owner.Send("PUT", "/api/books/months/2026-10/rate", invalid).Status,
			400)
	}
}

func TestALateCreditNoteDoesNotLowerTheTax(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	payment := s.buy(s.tier, billingIn("27", "400001"))
	s.at(time.Date(2027, 11, 30, 6, 30, 0, 0, time.UTC))
	transaction := func() fields { return s.owner.Get("/api/transactions/" + s.idOf(payment)).JSON }
	s.expect("isTaxReliefOver on 30 November", transaction()["isTaxReliefOver"], false)
	s.refund(payment, 590000)
	s.at(time.Date(2027, 12, 1, 6, 30, 0, 0, time.UTC))
	s.expect("isTaxReliefOver on 1 December", transaction()["isTaxReliefOver"], true)
	s.refund(payment, 590000)
	notes := s.listInvoices()[1:]
	for i, want := range []struct {
		taxable, taxes int
		endorsement    string
	}{
		{500000, 2, ""},
		{590000, 0, "This credit note does not reduce the tax of the original document, because it was issued after " +
			"30 Nov 2027 (section 34 of the CGST Act)."},
	} {
		var d invoices.Document
		s.must(notes[i].UnmarshalJSONField("document", &d))
		s.expect("the total of "+d.Number, d.Total, int64(590000))
		s.expect("the taxable value of "+d.Number, d.TaxableValue, int64(want.taxable))
		s.expect("the taxes of "+d.Number, len(d.Taxes), want.taxes)
		s.expect("the endorsement of "+d.Number, d.Endorsement, want.endorsement)
	}
	s.expect("b2cs with a credit note in time", lines(csvOf(t, s.accountant.Get("/api/books/gstr1?month=2027-11").Body,
		"b2cs")),
		"OE|27-Maharashtra|18.00||-5000.00|0.00|\n")
	s.expect("b2cs with a late credit note", lines(csvOf(t, s.accountant.Get("/api/books/gstr1?month=2027-12").Body,
		"b2cs")), "")
	s.expect("the note", s.registers("?month=2027-12").JSON["notes"].([]any)[0],
		"1 credit note came too late to lower the tax, after the 30 November that follows the financial year of the invoice: the GSTR-1 leaves it out.",
	)
}

// A dispute that was lost and then won: the debit note is in the tables of the credit note that it reverses.
func TestADebitNoteIsInTheReturn(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.switchEInvoices(true)
	owner := s.SignedIn("admins", nil)
	s.expect("setting the limit", owner.Send("PUT", "/api/admin/settings",
		fields{"offlineSecondAdminAbove": "1000000", "password": testapp.Password}).Status, 200)
	large := s.createTier("large", fields{"price": 10000000})
	for _, payment := range []string{
		s.buy(s.tier, company), s.buy(large, billingAt("12 Residency Road", "29", "560025")),
		s.buy(s.tier, billingIn("29", "560025")), s.buy(s.tier, fields{"country": "US"}),
	} {
		s.must(s.Razorpay.OpenDispute(payment, "chargeback", 590000))
		s.must(s.Razorpay.Dispute(payment, "lost"))
		s.deliver(payment)
		s.must(s.Razorpay.NextDisputePhase(payment))
		s.must(s.Razorpay.Dispute(payment, "won"))
		s.deliver(payment)
		row, err := s.PB.FindFirstRecordByData("transactions", "razorpayPaymentId", payment)
		s.must(err)
		answer := owner.Post("/api/transactions/"+row.Id+"/restore", fields{"reason": "Won", "password": testapp.Password})
		if answer.Status != 204 {
			s.Errorf("restore: %d %s", answer.Status, answer.Body)
		}
	}
	body := s.accountant.Get("/api/books/gstr1?month=2026-08").Body
	for file, want := range map[string]string{
		"cdnr":  "BN/26-27/000001|03-Aug-2026|C|29-Karnataka|N|Regular B2B|5900.00\nBD/26-27/000001|03-Aug-2026|D|29-Karnataka|N|Regular B2B|5900.00\n",
		"cdnur": "B2CL|BN/26-27/000002|C\nEXPWP|BN/26-27/000004|C\nB2CL|BD/26-27/000002|D\nEXPWP|BD/26-27/000004|D\n",
		"b2cs":  "OE|29-Karnataka|18.00||25000.00|0.00|\n",
	} {
		got := ""
		for _, row := range csvOf(t, body, file)[1:] {
			switch file {
			case "cdnr":
				row = row[2:9]
			case "cdnur":
				row = []string{row[0], row[1], row[3]}
			}
			got += strings.Join(row, "|") + "\n"
		}
		s.expect(file, got, want)
	}
	docs := lines(csvOf(t, body, "docs"))
	s.expect("docs", strings.Contains(docs, "Debit Note|BD/26-27/000001|BD/26-27/000004|4|0"), true)
	registers := s.registers("?month=2026-08")
	s.expect("debit notes", len(registers.JSON["debitNotes"].([]any)), 4)
	s.expect("the total of the debit notes", sum(registers, "debit-notes")["total"], "23600")
	s.expect("the net total", registers.JSON["net"].(fields)["total"], "206500")
	s.expect("the type for the portal", strings.Contains(s.accountant.Get("/api/books/e-invoices/file").Body,
		`"DBN"`), true)
	s.expect("discrepancies", len(s.discrepancies()), 0)
}
