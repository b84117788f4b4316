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

// financialYear is the Indian financial year of a time, such as 2026-27.
func financialYear(at time.Time) string {
	at = at.In(time.FixedZone("IST", 5*3600+1800))
	year := at.Year()
	if at.Month() < time.April {
		year--
	}
	return fmt.Sprintf("%d-%02d", year, (year+1)%100)
}

// placeOf is the place of supply of a billing.
func placeOf(billing map[string]any) string {
	switch country, _ := billing["country"].(string); {
	case country != "" && country != "IN":
		return "96"
	case billing["gstin"] != nil:
		return billing["gstin"].(string)[:2]
	}
	return billing["state"].(string)
}

// statement is what a document says, as text, so that a difference can be read.
func statement(kind, supplier, place string, taxable, total int64, heads []string) string {
	taxes := strings.Join(heads, " + ")
	return fmt.Sprintf("%s of %q, place %s: %d + %s = %d", kind, supplier, place, taxable, taxes, total)
}

// wanted is what the document of a payment must say. The rate is that of the payment's time, because the service starts
// with the payment (section 14 of the CGST Act). The registration, the letter and the state are those of today, when it
// is issued.
func (l *taxedLives) wanted(paidAt time.Time, amount int64, place string) string {
	now, rate := l.now(), l.history[0].rate
	if len(l.history) > 1 {
		rate = l.history[1].rate // the first that was saved; the settings had no rate before
	}
	for _, settled := range l.history[min(1, len(l.history)-1):] {
		if !settled.since.After(paidAt) {
			rate = settled.rate
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
	return statement(kind, now.gstin, place, taxable, amount, heads)
}

func stated(d invoices.Document) string {
	var heads []string
	for _, tax := range d.Taxes {
		heads = append(heads, fmt.Sprintf("%s %s %% %d", tax.Name, tax.Rate, tax.Amount))
	}
	return statement(string(d.Kind), d.Supplier.GSTIN, d.PlaceOfSupply.Code, d.TaxableValue, d.Total, heads)
}

// agree compares new documents with what they must say, and all documents with the ledger and the running month's books.
func (l *taxedLives) agree() {
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
					l.agreeNote(d, *invoice, credited)
					l.checked[record.Id] = true
					continue
				}
				if invoice != nil {
					l.Errorf("a payment of %d has two documents", t.GetInt("amount"))
				}
				invoice = &d
				if !l.checked[record.Id] {
					l.checked[record.Id] = true
					place := placeOf(m.profile)
					if isFirst && mandate == m.mandate && m.isFirstAtOnce {
						place = placeOf(m.ordered)
					}
					payment := t.GetString("razorpayPaymentId")
					got, want := stated(d), l.wanted(created[payment], amounts[payment], place)
					if got != want {
						l.Fatalf("paid on %s, issued on %s under %+v:\n%s\nwant\n%s",
							created[payment].UTC(), d.IssuedAt.UTC(), l.now().situation, got, want)
					}
				}
				l.agreeLedger(t, d)
			}
			if invoice == nil {
				l.Fatalf("a payment of %d has no document", t.GetInt("amount"))
			}
			l.expect("what the credit notes come to", credited, int64(t.GetInt("refundedAmount")))
		}
	}
	l.agreeWithBooks(india.Day(l.Clock.Now())[:len("2026-08")])
}

// agreeLedger compares a document with its row of the ledger.
func (l *taxedLives) agreeLedger(t *core.Record, d invoices.Document) {
	l.Helper()
	var tax int64
	rate := 0.0
	for _, line := range d.Taxes {
		percent, err := strconv.ParseFloat(line.Rate, 64)
		l.must(err)
		tax, rate = tax+line.Amount, rate+percent
	}
	l.expect("the ledger's total", int64(t.GetInt("amount")), d.Total)
	l.expect("the ledger's taxable value", int64(t.GetInt("baseAmount")-t.GetInt("discountAmount")), d.TaxableValue)
	l.expect("the ledger's tax", int64(t.GetInt("gstAmount")), tax)
	l.expect("the ledger's rate", float64(t.GetInt("gstRate")), rate)
	l.expect("the ledger's place", t.GetString("billingState"), d.PlaceOfSupply.Code)
}

// agreeNote compares a credit note with its invoice. credited is what the notes come to with this one.
func (l *taxedLives) agreeNote(note, invoice invoices.Document, credited int64) {
	l.Helper()
	if credited > invoice.Total {
		l.Errorf("%d was credited of %d", credited, invoice.Total)
	}
	l.expect("the note's invoice", note.Corrects.Number, invoice.Number)
	l.expect("the note's supplier", note.Supplier.GSTIN, invoice.Supplier.GSTIN)
	l.expect("the note's place", note.PlaceOfSupply.Code, invoice.PlaceOfSupply.Code)
	l.expect("the note's taxes", len(note.Taxes), len(invoice.Taxes))
	sum := note.TaxableValue
	for i, tax := range note.Taxes {
		l.expect("the note's tax", tax.Name+" "+tax.Rate, invoice.Taxes[i].Name+" "+invoice.Taxes[i].Rate)
		sum += tax.Amount
	}
	l.expect("the note's sum", sum, note.Total)
}

// booked are sums of documents in paise, by the names of the registers' columns.
type booked map[string]int64

// columnOf is the registers' column of a tax, headingOf that of the returns.
var (
	columnOf  = map[string]string{"IGST": "igst", "CGST": "cgst", "SGST": "sgst", "UTGST": "sgst", "GST": "otherTax"}
	headingOf = map[string]string{
		"taxableValue": "Taxable Value", "igst": "Integrated Tax Amount", "cgst": "Central Tax Amount",
		"sgst": "State/UT Tax Amount", "total": "Total Value",
	}
)

func (b booked) add(d invoices.Document, sign int64) {
	b["taxableValue"] += sign * d.TaxableValue
	b["total"] += sign * d.Total
	for _, tax := range d.Taxes {
		b[columnOf[tax.Name]] += sign * tax.Amount
	}
}

// comesTooLate reports whether a credit note lowers no tax, because it is later than the 30 November after the financial
// year of its invoice (section 34 of the CGST Act). The invoice number names the year, as in BC/26-27/000012.
func comesTooLate(note invoices.Document) bool {
	year := strings.SplitN(note.Corrects.Number, "/", 3)[1][len("26-"):]
	return india.Day(note.IssuedAt) > "20"+year+"-11-30"
}

// agreeWithBooks compares the documents of a month with its registers, and the taxed ones with the returns of all GSTINs.
// It returns what the registers come to.
func (l *taxedLives) agreeWithBooks(month string) int64 {
	l.Helper()
	all, taxed := booked{}, booked{}
	for _, record := range l.listAllRecords("invoices") {
		var d invoices.Document
		l.must(record.UnmarshalJSONField("document", &d))
		if india.Day(d.IssuedAt)[:len(month)] != month {
			continue
		}
		sign, isTaxed := int64(1), d.Kind == invoices.TaxInvoice
		if d.Kind == invoices.CreditNote {
			sign, isTaxed = -1, d.Corrects.Kind == invoices.TaxInvoice && !comesTooLate(d)
		}
		all.add(d, sign)
		if isTaxed {
			taxed.add(d, sign)
		}
	}
	owner := withOwnAddress(l.owner)
	registers := owner.Get("/api/books/registers?month=" + month)
	if registers.Status != 200 {
		l.Fatalf("registers of %s: %d %s", month, registers.Status, registers.Body)
	}
	net := registers.JSON["net"].(map[string]any)
	for _, column := range []string{"taxableValue", "igst", "cgst", "sgst", "otherTax", "total"} {
		l.expect("the registers' "+column+" of "+month, paiseOf(net[column].(string)), all[column])
	}
	filed := booked{}
	for _, gstin := range registers.JSON["gstins"].([]any) {
		answer := owner.Get("/api/books/gstr1?month=" + month + "&gstin=" + gstin.(string))
		if answer.Status != 200 {
			l.Fatalf("the return of %s: %d %s", month, answer.Status, answer.Body)
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
		l.expect("the returns' "+column+" of "+month, filed[column], taxed[column])
	}
	return paiseOf(net["total"].(string))
}

// agreeWithAllBooks compares all months, and their sum with the ledger.
func (l *taxedLives) agreeWithAllBooks() {
	l.Helper()
	var months []map[string]any
	l.must(json.Unmarshal([]byte(withOwnAddress(l.owner).Get("/api/books/months").Body), &months))
	var sum, ledger int64
	for _, month := range months {
		sum += l.agreeWithBooks(month["month"].(string))
	}
	for _, t := range l.listRecords("transactions", "id", dbx.In("status", "completed", "refunded")) {
		ledger += int64(t.GetInt("amount") - t.GetInt("refundedAmount"))
	}
	l.expect("the registers of all months, and the ledger", sum, ledger)
}

// fileOf reads a file of a return: a map for each row, by the headings.
func (l *taxedLives) fileOf(archive, name string) (rows []map[string]string) {
	l.Helper()
	reader, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	l.must(err)
	file, err := reader.Open(name + ".csv")
	l.must(err)
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	l.must(err)
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, heading := range lines[0] {
			row[heading] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// paiseOf reads an amount in rupees, such as 1178.80.
func paiseOf(text string) int64 {
	whole, fraction, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	if err != nil {
		panic(text)
	}
	return n
}
