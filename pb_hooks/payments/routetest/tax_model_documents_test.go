package routetest

import (
	"archive/zip"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/payments/invoices"
)

// financialYear returns the Indian financial year of a time, such as 2026-27.
func financialYear(at time.Time) string {
	at = at.In(time.FixedZone("IST", 5*3600+1800))
	year := at.Year()
	if at.Month() < time.April {
		year--
	}
	return fmt.Sprintf("%d-%02d", year, (year+1)%100)
}

// placeOf returns the code of the place of supply of a billing.
func placeOf(billing map[string]any) string {
	switch country, _ := billing["country"].(string); {
	case country != "" && country != "IN":
		return "96"
	case billing["gstin"] != nil:
		return billing["gstin"].(string)[:2]
	}
	return billing["state"].(string)
}

// documentText describes the facts of a document as a line of text for failure messages.
func documentText(kind, supplier, place string, taxable, total int64, heads []string) string {
	taxes := strings.Join(heads, " + ")
	return fmt.Sprintf("%s of %q, place %s: %d + %s = %d", kind, supplier, place, taxable, taxes, total)
}

// wantDocument returns the text that the document of a payment must have. The rate is the one at the time of the
// payment, because the service starts with the payment (section 14 of the CGST Act). The registration, the letter of
// undertaking and the state are those of today, when the document is issued.
func (l *taxCase) wantDocument(paidAt time.Time, amount int64, place string) string {
	now, rate := l.now(), l.history[0].rate
	if len(l.history) > 1 {
		rate = l.history[1].rate // the first saved rate; the settings had no rate before
	}
	for _, saved := range l.history[min(1, len(l.history)-1):] {
		if !saved.since.After(paidAt) {
			rate = saved.rate
		}
	}
	kind := "tax-invoice"
	if now.gstin == "" {
		kind = "receipt"
	}
	isUnderLetter := place == "96" && now.lut != "" && financialYear(now.since) == financialYear(paidAt)
	if now.status == "unregistered" || isUnderLetter {
		rate = 0
	}
	taxable := (amount*100*2 + int64(100+rate)) / (2 * int64(100+rate))
	tax := amount - taxable
	var heads []string
	head := func(name string, percent float64, amount int64) {
		heads = append(heads, fmt.Sprintf("%s %g %% %d", name, percent, amount))
	}
	switch {
	case rate == 0:
	case now.gstin == "":
		head("GST", float64(rate), tax)
	case place != now.gstin[:2]:
		head("IGST", float64(rate), tax)
	default:
		head("CGST", float64(rate)/2, tax-tax/2)
		head("SGST", float64(rate)/2, tax/2)
	}
	return documentText(kind, now.gstin, place, taxable, amount, heads)
}

// textOf describes a document.
func textOf(d invoices.Document) string {
	var heads []string
	for _, tax := range d.Taxes {
		heads = append(heads, fmt.Sprintf("%s %s %% %d", tax.Name, tax.Rate, tax.Amount))
	}
	return documentText(string(d.Kind), d.Supplier.GSTIN, d.PlaceOfSupply.Code, d.TaxableValue, d.Total, heads)
}

// check compares new documents with wantDocument, and all documents with the ledger and the books of the current month.
func (l *taxCase) check() {
	l.Helper()
	created, amounts := map[string]time.Time{}, map[string]int64{}
	for _, payment := range l.Razorpay.State().Payments {
		created[payment.ID], amounts[payment.ID] = time.Unix(int64(payment.CreatedAt), 0), int64(payment.Amount)
	}
	for _, m := range l.members {
		first := map[string]bool{}
		for _, t := range l.listRecords("transactions", "processedAt", dbx.HashExp{"userId": m.id}) {
			var invoice *invoices.Document
			credited, mandate := int64(0), cmp.Or(t.GetString("razorpaySubscriptionId"), t.GetString("razorpayOrderId"))
			isFirst := !first[mandate]
			if status := t.GetString("status"); status != "completed" && status != "refunded" {
				continue
			}
			first[mandate] = true
			for _, record := range l.listRecords("invoices", "rowid", dbx.HashExp{"transactionId": t.Id}) {
				var d invoices.Document
				l.must(record.UnmarshalJSONField("document", &d))
				if d.Kind == invoices.CreditNote {
					credited += d.Total
					l.checkCreditNote(d, *invoice, credited)
					l.checked[record.Id] = true
					continue
				}
				if invoice != nil {
					l.Errorf("a payment of %d paise has two documents", t.GetInt("amount"))
				}
				invoice = &d
				if !l.checked[record.Id] {
					l.checked[record.Id] = true
					place := placeOf(m.profile)
					if isFirst && mandate == m.mandate && m.isChargedImmediately {
						place = placeOf(m.ordered)
					}
					payment := t.GetString("razorpayPaymentId")
					got, want := textOf(d), l.wantDocument(created[payment], amounts[payment], place)
					if got != want {
						l.Fatalf("paid on %s, issued on %s with the settings %+v:\n%s\nwant\n%s",
							created[payment].UTC(), d.IssuedAt.UTC(), l.now().situation, got, want)
					}
				}
				l.checkTransaction(t, d)
			}
			if invoice == nil {
				l.Fatalf("a payment of %d paise has no document", t.GetInt("amount"))
			}
			l.expect("the total of the credit notes", credited, int64(t.GetInt("refundedAmount")))
		}
	}
	l.checkBooks(india.Day(l.Clock.Now())[:len("2026-08")])
}

// checkTransaction compares a document with its transaction.
func (l *taxCase) checkTransaction(t *core.Record, d invoices.Document) {
	l.Helper()
	var tax int64
	rate := 0.0
	for _, line := range d.Taxes {
		percent, err := strconv.ParseFloat(line.Rate, 64)
		l.must(err)
		tax, rate = tax+line.Amount, rate+percent
	}
	l.expect("the total in the ledger", int64(t.GetInt("amount")), d.Total)
	l.expect("the taxable value in the ledger", int64(t.GetInt("baseAmount")-t.GetInt("discountAmount")),
		d.TaxableValue)
	l.expect("the tax in the ledger", int64(t.GetInt("gstAmount")), tax)
	l.expect("the rate in the ledger", float64(t.GetInt("gstRate")), rate)
	l.expect("the place of supply in the ledger", t.GetString("billingState"), d.PlaceOfSupply.Code)
}

// checkCreditNote compares a credit note with its invoice. credited is the total of the credit notes so far, including
// this one.
func (l *taxCase) checkCreditNote(note, invoice invoices.Document, credited int64) {
	l.Helper()
	if credited > invoice.Total {
		l.Errorf("credit notes of %d paise for an invoice of %d", credited, invoice.Total)
	}
	l.expect("the invoice of the credit note", note.Corrects.Number, invoice.Number)
	l.expect("the supplier on the credit note", note.Supplier.GSTIN, invoice.Supplier.GSTIN)
	l.expect("the place of supply of the credit note", note.PlaceOfSupply.Code, invoice.PlaceOfSupply.Code)
	l.expect("the taxes of the credit note", len(note.Taxes), len(invoice.Taxes))
	sum := note.TaxableValue
	for i, tax := range note.Taxes {
		l.expect("a tax of the credit note", tax.Name+" "+tax.Rate, invoice.Taxes[i].Name+" "+invoice.Taxes[i].Rate)
		sum += tax.Amount
	}
	l.expect("the sum of the credit note", sum, note.Total)
}

// sums are sums of documents in paise, by the names of the columns in the registers.
type sums map[string]int64

// columnOf has the column of a tax in the registers, and headingOf the heading of a column in the returns.
var (
	columnOf  = map[string]string{"IGST": "igst", "CGST": "cgst", "SGST": "sgst", "UTGST": "sgst", "GST": "otherTax"}
	headingOf = map[string]string{
		"taxableValue": "Taxable Value", "igst": "Integrated Tax Amount", "cgst": "Central Tax Amount",
		"sgst": "State/UT Tax Amount", "total": "Total Value",
	}
)

func (s sums) add(d invoices.Document, sign int64) {
	s["taxableValue"] += sign * d.TaxableValue
	s["total"] += sign * d.Total
	for _, tax := range d.Taxes {
		s[columnOf[tax.Name]] += sign * tax.Amount
	}
}

// isTooLate reports whether a credit note lowers no tax, because its date is after the 30 November that follows the
// financial year of its invoice (section 34 of the CGST Act). The invoice number contains the year, as in
// BC/26-27/000012.
func isTooLate(note invoices.Document) bool {
	year := strings.SplitN(note.Corrects.Number, "/", 3)[1][len("26-"):]
	return india.Day(note.IssuedAt) > "20"+year+"-11-30"
}

// checkBooks compares the documents of a month with its registers, and the taxed ones with the returns of all GSTINs.
// It returns the net total of the registers.
func (l *taxCase) checkBooks(month string) int64 {
	l.Helper()
	all, taxed := sums{}, sums{}
	for _, record := range l.listAllRecords("invoices") {
		var d invoices.Document
		l.must(record.UnmarshalJSONField("document", &d))
		if india.Day(d.IssuedAt)[:len(month)] != month {
			continue
		}
		sign, isTaxed := int64(1), d.Kind == invoices.TaxInvoice
		if d.Kind == invoices.CreditNote {
			sign, isTaxed = -1, d.Corrects.Kind == invoices.TaxInvoice && !isTooLate(d)
		}
		all.add(d, sign)
		if isTaxed {
			taxed.add(d, sign)
		}
	}
	owner := withOwnAddress(l.owner)
	registers := owner.Get("/api/books/registers?month=" + month)
	if registers.Status != 200 {
		l.Fatalf("registers of %s: status = %d, want 200: %s", month, registers.Status, registers.Body)
	}
	net := registers.JSON["net"].(map[string]any)
	for _, column := range []string{"taxableValue", "igst", "cgst", "sgst", "otherTax", "total"} {
		l.expect(column+" in the registers of "+month, paiseOf(net[column].(string)), all[column])
	}
	filed := sums{}
	for _, gstin := range registers.JSON["gstins"].([]any) {
		answer := owner.Get("/api/books/gstr1?month=" + month + "&gstin=" + gstin.(string))
		if answer.Status != 200 {
			l.Fatalf("return of %s: status = %d, want 200: %s", month, answer.Status, answer.Body)
		}
		for _, file := range []string{"hsn(b2b)", "hsn(b2c)"} {
			for _, row := range l.fileOf(answer.Body, file) {
				for column, heading := range headingOf {
					filed[column] += paiseOf(row[heading])
				}
			}
		}
	}
	for column := range headingOf {
		l.expect(column+" in the returns of "+month, filed[column], taxed[column])
	}
	return paiseOf(net["total"].(string))
}

// checkAllBooks checks the books of all months and compares their sum with the ledger.
func (l *taxCase) checkAllBooks() {
	l.Helper()
	var months []map[string]any
	l.must(json.Unmarshal([]byte(withOwnAddress(l.owner).Get("/api/books/months").Body), &months))
	var sum, ledger int64
	for _, month := range months {
		sum += l.checkBooks(month["month"].(string))
	}
	for _, t := range l.listRecords("transactions", "id", dbx.In("status", "completed", "refunded")) {
		ledger += int64(t.GetInt("amount") - t.GetInt("refundedAmount"))
	}
	l.expect("the sum of the registers of all months", sum, ledger)
}

// fileOf reads the rows of a CSV file of a return as maps by heading.
func (s *fixture) fileOf(archive, name string) (rows []map[string]string) {
	s.Helper()
	lines := s.linesOf(archive, name)
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, heading := range lines[0] {
			row[heading] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// linesOf reads the lines of a CSV file of a return, the headings first.
func (s *fixture) linesOf(archive, name string) [][]string {
	s.Helper()
	reader, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	s.must(err)
	file, err := reader.Open(name + ".csv")
	s.must(err)
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	s.must(err)
	return lines
}

// paiseOf parses an amount in rupees, such as 1178.80, and returns it in paise.
func paiseOf(text string) int64 {
	whole, fraction, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	if err != nil {
		panic(text)
	}
	return n
}
