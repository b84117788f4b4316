package books

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sheets"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/settings"
)

// The GSTR-1 is filed with CSV files that the government's offline tool reads. The government refuses a JSON file that
// was made in another way. A document is in one of the tables 4 to 9, and all documents are in 12 and 13:
//
//	to a GSTIN                                    b2b,sez,de   its credit and debit notes: cdnr
//	abroad                                        exp          its credit and debit notes: cdnur
//	to another state, above ₹1 lakh, no GSTIN     b2cl         its credit and debit notes: cdnur
//	all other                                     b2cs, a row a place and rate, less credit notes, plus debit notes
//
// Money that arrived in a month before its invoice is an advance (payments/invoices/advances.go). It is in "at" of the
// month of its arrival, and in "atadj" of the month of the invoice, with one row for each place and rate, without tax.
//
// A document whose IRN was cancelled is only in table 13, among the cancelled documents.
//
// The total of the corrected document, in rupees, decides whether a credit note belongs to b2cl. A month in which the
// supplier's GSTIN has changed has one return for each GSTIN. A credit note is in the return of the GSTIN of its
// invoice.

// largeInvoice is the amount, in paise, above which an invoice to another state has its own row: one lakh since August
// 2024.
const largeInvoice = 1_00_000_00

const (
	headPlace, headRate, headTaxable, headCess = "Place Of Supply", "Rate", "Taxable Value", "Cess Amount"
	headApplicable, headECommerce              = "Applicable % of Tax Rate", "E-Commerce GSTIN"
)

// returnFile is a file of the return.
type returnFile struct {
	name     string
	headings []string
	rows     [][]any
}

func (f *returnFile) add(cells ...any) { f.rows = append(f.rows, cells) }

// gstr1 is the return of a month.
type gstr1 struct {
	b2b, b2cl, cdnr, cdnur, exp returnFile
	// b2cs and hsn are sums.
	b2cs map[supplyKey]*amounts
	// at are the advances of the month, and atadj the earlier advances that its invoices adjust, without tax, in paise.
	at, atadj      map[supplyKey]int64
	hsnB2B, hsnB2C map[hsnKey]*amounts
	// Each kind of document has its own numbers.
	invoices, notes, debitNotes []numbered
	documents                   int
	gstins, unrated             map[string]bool
	descriptionOfHSN            map[string]string
}

type supplyKey struct {
	place string
	rate  money.Amount
}

func (k supplyKey) compare(other supplyKey) int {
	return cmp.Or(cmp.Compare(k.place, other.place), cmp.Compare(k.rate, other.rate))
}

type hsnKey struct {
	code string
	rate money.Amount
}

// numbered is a document's number with its position in the series.
type numbered struct {
	year             string
	series, sequence int
	number           string
	// isCancelled reports whether the IRN was cancelled.
	isCancelled bool
}

// isBefore reports whether the next document has the next number of the same series.
func (d numbered) isBefore(next numbered) bool {
	return d.year == next.year && d.series == next.series && d.sequence+1 == next.sequence
}

// run is a range of documents with consecutive numbers.
type run struct {
	first, last numbered
	cancelled   int
}

func (r *run) add(d numbered) {
	r.last = d
	if d.isCancelled {
		r.cancelled++
	}
}

func newGSTR1() *gstr1 {
	return &gstr1{
		b2b: returnFile{
			name: "b2b,sez,de",
			headings: []string{"GSTIN/UIN of Recipient", "Receiver Name", "Invoice Number", "Invoice date",
				"Invoice Value", headPlace, "Reverse Charge", headApplicable, "Invoice Type", headECommerce, headRate,
				headTaxable, headCess},
		},
		b2cl: returnFile{
			name: "b2cl",
			headings: []string{"Invoice Number", "Invoice date", "Invoice Value", headPlace, headApplicable, headRate,
				headTaxable, headCess, headECommerce},
		},
		cdnr: returnFile{
			name: "cdnr",
			headings: []string{"GSTIN/UIN of Recipient", "Receiver Name", "Note Number", "Note Date", "Note Type",
				headPlace, "Reverse Charge", "Note Supply Type", "Note Value", headApplicable, headRate, headTaxable,
				headCess},
		},
		cdnur: returnFile{
			name: "cdnur",
			headings: []string{"UR Type", "Note Number", "Note Date", "Note Type", headPlace, "Note Value",
				headApplicable,
				headRate, headTaxable, headCess},
		},
		exp: returnFile{
			name: "exp",
			headings: []string{"Export Type", "Invoice Number", "Invoice date", "Invoice Value", "Port Code",
				"Shipping Bill Number", "Shipping Bill Date", headRate, headTaxable, headCess},
		},
		at:               map[supplyKey]int64{},
		atadj:            map[supplyKey]int64{},
		b2cs:             map[supplyKey]*amounts{},
		hsnB2B:           map[hsnKey]*amounts{},
		hsnB2C:           map[hsnKey]*amounts{},
		gstins:           map[string]bool{},
		unrated:          map[string]bool{},
		descriptionOfHSN: map[string]string{},
	}
}

// returnDate formats the date for the offline tool, such as "05-Nov-2026".
func (l line) returnDate() string {
	return l.Document.IssuedAt.In(india.Zone).Format("02-Jan-2006")
}

func returnAmount(paise int64) sheets.Number { return sheets.Number(decimals(paise)) }

// add adds a document to its tables. A note that does not lower the tax is only in table 13.
func (g *gstr1) add(l line) {
	d := l.Document
	g.gstins[d.Supplier.GSTIN] = true
	switch {
	case l.isCreditNote():
		g.notes = append(g.notes, l.numbered())
	case l.isNote():
		g.debitNotes = append(g.debitNotes, l.numbered())
	default:
		g.invoices = append(g.invoices, l.numbered())
	}
	if l.givesNoRelief() {
		return
	}
	g.documents++
	if !l.counts() {
		return
	}
	if !l.isRated {
		g.unrated[d.Currency] = true
	}
	rate, none := returnAmount(int64(l.rate)), returnAmount(0)
	taxable, value := returnAmount(l.rupees.taxable), returnAmount(l.rupees.total)
	b2bType := "Regular B2B"
	if d.Recipient.IsSEZ {
		b2bType = l.sezType()
	}
	isAbroad, isB2B := d.PlaceOfSupply.Code == gst.Abroad.Code, d.Recipient.GSTIN != ""
	isLarge := l.OriginalRupees(l.rupees.total) > largeInvoice &&
		d.PlaceOfSupply.Code != gst.Registered(d.Supplier.GSTIN).Code
	hsn := g.hsnB2C
	switch {
	case isAbroad && l.isNote():
		kind := "EXPWOP"
		if l.rate > 0 {
			kind = "EXPWP"
		}
		g.cdnur.add(kind, d.Number, l.returnDate(), l.noteType(), "", value, "", rate, taxable, none)
	case isAbroad:
		kind := "WOPAY"
		if l.rate > 0 {
			kind = "WPAY"
		}
		g.exp.add(kind, d.Number, l.returnDate(), value, "", "", "", rate, taxable, none)
	case isB2B && l.isNote():
		hsn = g.hsnB2B
		g.cdnr.add(d.Recipient.GSTIN, d.Recipient.Name, d.Number, l.returnDate(), l.noteType(), l.place(), "N", b2bType,
			value, "", rate, taxable, none)
	case isB2B:
		hsn = g.hsnB2B
		g.b2b.add(d.Recipient.GSTIN, d.Recipient.Name, d.Number, l.returnDate(), value, l.place(), "N", "",
			b2bType, "", rate, taxable, none)
	case isLarge && l.isNote():
		g.cdnur.add("B2CL", d.Number, l.returnDate(), l.noteType(), l.place(), value, "", rate, taxable, none)
	case isLarge:
		g.b2cl.add(d.Number, l.returnDate(), value, l.place(), "", rate, taxable, none, "")
	default:
		sumInto(g.b2cs, supplyKey{l.place(), l.rate}, l)
	}
	if advance := l.advance(); advance > 0 {
		g.atadj[supplyKey{l.place(), l.rate}] += advance
	}
	sumInto(hsn, hsnKey{d.SAC, l.rate}, l)
	g.descriptionOfHSN[d.SAC] = d.SACDescription
}

// addAdvance adds money that arrived in the month for an invoice of a later month.
func (g *gstr1) addAdvance(l line) {
	if advance := l.advance(); advance > 0 {
		g.gstins[l.Document.Supplier.GSTIN] = true
		g.at[supplyKey{l.place(), l.rate}] += advance
	}
}

func sumInto[K comparable](sums map[K]*amounts, key K, l line) {
	if sums[key] == nil {
		sums[key] = &amounts{}
	}
	sums[key].add(l.rupees, l.sign())
}

func (l line) numbered() numbered {
	return numbered{l.FinancialYear, l.Series, l.Sequence, l.Document.Number, l.IsCancelled()}
}

// runsOf sorts documents by their numbers and groups them into runs.
func runsOf(documents []numbered) []run {
	slices.SortFunc(documents, func(x, y numbered) int {
		return cmp.Or(cmp.Compare(x.year, y.year), cmp.Compare(x.series, y.series), cmp.Compare(x.sequence, y.sequence))
	})
	var runs []run
	for _, d := range documents {
		last := len(runs) - 1
		if last < 0 || !runs[last].last.isBefore(d) {
			runs = append(runs, run{first: d})
			last++
		}
		runs[last].add(d)
	}
	return runs
}

// files returns the files of the return in the order of its tables.
func (g *gstr1) files() []returnFile {
	b2cs := returnFile{
		name:     "b2cs",
		headings: []string{"Type", headPlace, headRate, headApplicable, headTaxable, headCess, headECommerce},
	}
	for _, key := range slices.SortedFunc(maps.Keys(g.b2cs), supplyKey.compare) {
		if sum := g.b2cs[key]; sum.taxable != 0 { // fully credited
			b2cs.add("OE", key.place, returnAmount(int64(key.rate)), "", returnAmount(sum.taxable), returnAmount(0), "")
		}
	}
	docs := returnFile{
		name:     "docs",
		headings: []string{"Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"},
	}
	for _, series := range []struct {
		nature string
		runs   []run
	}{
		{"Invoices for outward supply", runsOf(g.invoices)},
		{"Credit Note", runsOf(g.notes)},
		{"Debit Note", runsOf(g.debitNotes)},
	} {
		for _, r := range series.runs {
			docs.add(series.nature, r.first.number, r.last.number,
				sheets.Number(strconv.Itoa(r.last.sequence-r.first.sequence+1)),
				sheets.Number(strconv.Itoa(r.cancelled)))
		}
	}
	return []returnFile{
		g.b2b, g.b2cl, b2cs, g.cdnr, g.cdnur, g.exp,
		advanceFile("at", "Gross Advance Received", g.at), advanceFile("atadj", "Gross Advance Adjusted", g.atadj),
		g.hsnFile("hsn(b2b)", g.hsnB2B), g.hsnFile("hsn(b2c)", g.hsnB2C),
		docs,
	}
}

func advanceFile(name, amount string, sums map[supplyKey]int64) returnFile {
	f := returnFile{name: name, headings: []string{headPlace, headApplicable, headRate, amount, headCess}}
	for _, key := range slices.SortedFunc(maps.Keys(sums), supplyKey.compare) {
		f.add(key.place, "", returnAmount(int64(key.rate)), returnAmount(sums[key]), returnAmount(0))
	}
	return f
}

func (g *gstr1) hsnFile(name string, sums map[hsnKey]*amounts) returnFile {
	f := returnFile{
		name: name,
		headings: []string{"HSN", "Description", "UQC", "Total Quantity", "Total Value", headTaxable,
			"Integrated Tax Amount", "Central Tax Amount", "State/UT Tax Amount", headCess, headRate},
	}
	for _, key := range slices.SortedFunc(maps.Keys(sums), func(x, y hsnKey) int {
		return cmp.Or(cmp.Compare(x.code, y.code), cmp.Compare(x.rate, y.rate))
	}) {
		s := sums[key]
		if *s == (amounts{}) { // fully credited
			continue
		}
		f.add(key.code, g.descriptionOfHSN[key.code], "NA", sheets.Number("0"), returnAmount(s.total),
			returnAmount(s.taxable), returnAmount(s.igst),
			returnAmount(s.cgst), returnAmount(s.sgst), returnAmount(0), returnAmount(int64(key.rate)))
	}
	return f
}

// zipFiles packs the files. The same return always gives the same bytes.
func zipFiles(files []returnFile) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, f := range files {
		w, err := archive.Create(f.name + ".csv")
		if err != nil {
			return nil, err
		}
		err = sheets.WritePlain(w, sheets.Table{Headings: f.headings, Rows: func(yield func([]any, error) bool) {
			for _, cells := range f.rows {
				if !yield(cells, nil) {
					return
				}
			}
		}})
		if err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

// readGSTR1 reads the documents of a month for the return of a GSTIN. "" means the only GSTIN of the month.
func readGSTR1(app core.App, month invoices.Month, gstin string) (*gstr1, error) {
	known, _, err := readRates(app)
	if err != nil {
		return nil, err
	}
	g := newGSTR1()
	err = invoices.EachOfMonth(app, month, func(entry invoices.Entry) error {
		switch l := newLine(entry, known); {
		case gstin != "" && l.Document.Supplier.GSTIN != gstin:
		case l.isTaxed():
			g.add(l)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = invoices.EachAdvance(app, month, func(entry invoices.Entry) error {
		if l := newLine(entry, known); gstin == "" || l.Document.Supplier.GSTIN == gstin {
			g.addAdvance(l)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(g.gstins) > 1 {
		return nil, apperr.Conflict(
			"two-registrations",
			fmt.Sprintf(
				"The documents of %s were issued under more than one GSTIN, and each has its own return. Please "+
					"choose one: %s.",
				month.Title(), strings.Join(slices.Sorted(maps.Keys(g.gstins)), " or ")))
	}
	if len(g.unrated) > 0 {
		return nil, apperr.Conflict("rate-missing",
			fmt.Sprintf(messageRateMissing, slices.Sorted(maps.Keys(g.unrated))[0]))
	}
	if g.documents == 0 && len(g.notes) == 0 && len(g.debitNotes) == 0 && len(g.at) == 0 {
		return g, checkRegistered(app, month, gstin)
	}
	return g, nil
}

// checkRegistered returns an error for a month without taxed documents. If the supplier was registered and sold
// nothing, it returns nil, because an empty return is due.
func checkRegistered(app core.App, month invoices.Month, gstin string) error {
	site, err := settings.Read(app)
	if err != nil {
		return err
	}
	if !site.Supplier().IsRegistered || gstin != "" && gstin != site.SupplierGSTIN {
		return errNoReturn
	}
	registers, err := readRegisters(app, month, rowFilter{})
	if err != nil {
		return err
	}
	for _, sum := range registers.Sums {
		if sum.Register == registerReceipts && sum.Documents > 0 {
			return errNoReturn
		}
	}
	return nil
}

// GetGSTR1 is GET /api/books/gstr1: the files of a month for the offline tool, for one GSTIN if the month has two.
func (b *Books) GetGSTR1() httpx.Endpoint {
	return httpx.File(b.getGSTR1, []string{"application/zip"}, httpx.Doc{
		Tag: "books", Summary: "Export the GSTR-1 of a month as CSV files for the offline tool",
		Query: []httpx.Parameter{monthParameter, {Name: "gstin",
			Description: "The GSTIN of the return, if the month's documents were issued under more than one."}},
		Errors: []*apperr.Error{errNoReturn},
	})
}

func (b *Books) getGSTR1(e *core.RequestEvent) error {
	month, err := b.parseMonth(e.Request.URL.Query().Get("month"))
	if err != nil {
		return err
	}
	gstin := strings.ToUpper(normal.Code(e.Request.URL.Query().Get("gstin")))
	if gstin != "" && !gst.ValidGSTIN(gstin) {
		return httpx.Invalid(rules.Invalid("gstin", "gstin must be a GSTIN"))
	}
	g, err := readGSTR1(e.App, month, gstin)
	if err != nil {
		return apperr.Fail("The return could not be read.", err)
	}
	packed, err := zipFiles(g.files())
	name := "gstr1-" + string(month) + ".zip"
	details := map[string]any{"month": string(month), "documents": g.documents}
	if gstin != "" {
		name, details["gstin"] = "gstr1-"+string(month)+"-"+gstin+".zip", gstin
	}
	if err == nil {
		err = b.audit.RecordExport(e, "books.gstr1-exported", name, details)
	}
	if err != nil {
		return apperr.Fail("The return could not be written.", err)
	}
	return sendFile(e, name, "application/zip", packed)
}
