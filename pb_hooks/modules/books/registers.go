package books

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sheets"
	"boardcircle/pb_hooks/payments/invoices"
)

// RegisterName is the name of a register.
type RegisterName string

// The registers, one for each kind of document.
const (
	registerInvoices    RegisterName = "invoices"
	registerCreditNotes RegisterName = "credit-notes"
	registerDebitNotes  RegisterName = "debit-notes"
	registerReceipts    RegisterName = "receipts"
)

var registerNames = []RegisterName{registerInvoices, registerCreditNotes, registerDebitNotes, registerReceipts}

// Values returns the names of all registers.
func (RegisterName) Values() []string { return rules.Options(registerNames...) }

var registerOf = map[invoices.Kind]RegisterName{
	invoices.TaxInvoice: registerInvoices, invoices.CreditNote: registerCreditNotes, invoices.Receipt: registerReceipts,
	invoices.DebitNote: registerDebitNotes,
}

// Row is a document in a register. Amounts are in its currency.
type Row struct {
	ID            string     `json:"id"`
	TransactionID string     `json:"transactionId"`
	Number        string     `json:"number"`
	IssuedAt      httpx.Time `json:"issuedAt"`
	// HappenedAt is the real date of a document that was booked later because the books of its month were closed, or
	// "".
	HappenedAt httpx.Time `json:"happenedAt"`
	// CancelledAt is when the IRN was cancelled, or "". The amounts of a cancelled document are in no sum.
	CancelledAt  httpx.Time   `json:"cancelledAt"`
	CustomerName string       `json:"customerName"`
	GSTIN        string       `json:"gstin"`
	Place        string       `json:"place"`
	SAC          string       `json:"sac"`
	Description  string       `json:"description"`
	Currency     string       `json:"currency"`
	Discount     money.Amount `json:"discount"`
	TaxableValue money.Amount `json:"taxableValue"`
	// GSTRate is in percent, such as "18". OtherTax is the tax on a receipt of a supplier whose tax settings are not
	// complete.
	GSTRate  money.Amount `json:"gstRate"`
	IGST     money.Amount `json:"igst"`
	CGST     money.Amount `json:"cgst"`
	SGST     money.Amount `json:"sgst"`
	OtherTax money.Amount `json:"otherTax"`
	Total    money.Amount `json:"total"`
	// RupeeTotal is the total in rupees, or "" if the rate is not known.
	RupeeTotal string `json:"rupeeTotal"`
	// Corrects is the number of the document that a credit or debit note corrects.
	Corrects  string     `json:"corrects"`
	Method    string     `json:"method"`
	PaymentID string     `json:"paymentId"`
	PaidAt    httpx.Time `json:"paidAt"`
	// TDS is the tax that the payer of an offline payment had deducted when the document was issued.
	TDS money.Amount `json:"tds"`
}

func (l line) row() Row {
	d := l.Document
	row := Row{
		ID:            l.ID,
		TransactionID: l.TransactionID,
		Number:        d.Number,
		IssuedAt:      httpx.TimeOf(d.IssuedAt),
		CustomerName:  d.Recipient.Name,
		GSTIN:         d.Recipient.GSTIN,
		Place:         l.place(),
		SAC:           d.SAC,
		Description:   d.Description,
		Currency:      d.Currency,
		Discount:      money.Amount(d.Discount),
		TaxableValue:  money.Amount(l.own.taxable),
		GSTRate:       l.rate,
		IGST:          money.Amount(l.own.igst),
		CGST:          money.Amount(l.own.cgst),
		SGST:          money.Amount(l.own.sgst),
		OtherTax:      money.Amount(l.own.other),
		Total:         money.Amount(l.own.total),
		Method:        d.Payment.Method,
		PaymentID:     d.Payment.ID,
		PaidAt:        httpx.TimeOf(d.Payment.PaidAt),
	}
	if d.HappenedAt != nil {
		row.HappenedAt = httpx.TimeOf(*d.HappenedAt)
	}
	if l.IsCancelled() {
		row.CancelledAt = httpx.TimeOf(l.CancelledAt)
	}
	if l.isRated {
		row.RupeeTotal = money.Amount(l.rupees.total).String()
	}
	if d.Corrects != nil {
		row.Corrects = d.Corrects.Number
	}
	if d.Part != nil {
		row.TDS = money.Amount(d.Part.TDS)
	}
	return row
}

// RegisterSum is the sum of a register in rupees.
type RegisterSum struct {
	Register     RegisterName `json:"register"`
	Documents    int          `json:"documents"`
	TaxableValue money.Amount `json:"taxableValue"`
	Tax          money.Amount `json:"tax"`
	Total        money.Amount `json:"total"`
}

// TaxSum is the sum of the supplies to a place at a rate, minus the credit notes, in rupees.
type TaxSum struct {
	Place        string       `json:"place"`
	GSTRate      money.Amount `json:"gstRate"`
	Documents    int          `json:"documents"`
	TaxableValue money.Amount `json:"taxableValue"`
	IGST         money.Amount `json:"igst"`
	CGST         money.Amount `json:"cgst"`
	SGST         money.Amount `json:"sgst"`
	OtherTax     money.Amount `json:"otherTax"`
	Total        money.Amount `json:"total"`
}

// Currency is a foreign currency of the documents of a month.
type Currency struct {
	Currency  string `json:"currency"`
	Documents int    `json:"documents"`
	// Rate is the entered rate in rupees for one unit. Missing counts the documents whose rate is not known.
	Rate    string `json:"rate"`
	Missing int    `json:"missing"`
}

// Registers are the documents of a month by kind, in the order of their numbers.
type Registers struct {
	Month       string        `json:"month"`
	Title       string        `json:"title"`
	Invoices    []Row         `json:"invoices"`
	CreditNotes []Row         `json:"creditNotes"`
	DebitNotes  []Row         `json:"debitNotes"`
	Receipts    []Row         `json:"receipts"`
	Sums        []RegisterSum `json:"sums"`
	// Totals are by place of supply and rate, minus the credit notes, in rupees. Net is their sum.
	Totals     []TaxSum   `json:"totals"`
	Net        TaxSum     `json:"net"`
	Currencies []Currency `json:"currencies"`
	// HasReturn reports whether a document was issued under a GSTIN, so that there is a GSTR-1.
	HasReturn bool `json:"hasReturn"`
	// GSTINs are the GSTINs of the documents. Each has a separate GSTR-1.
	GSTINs []string `json:"gstins"`
	// Notes explain what the figures do not show.
	Notes []string `json:"notes"`
}

// rows returns the rows of a register in the answer.
func (r *Registers) rows(register RegisterName) *[]Row {
	switch register {
	case registerCreditNotes:
		return &r.CreditNotes
	case registerDebitNotes:
		return &r.DebitNotes
	case registerReceipts:
		return &r.Receipts
	}
	return &r.Invoices
}

// rowFilter selects rows of the registers.
type rowFilter struct {
	// register is the name of a register, or "" for all.
	register RegisterName
	// The rows from the position from up to, but not including, the position to are selected.
	from, to int
}

func (f rowFilter) includes(register RegisterName) bool {
	return f.register == "" || f.register == register
}

// readRegisters reads the documents of a month once. It sums all of them and returns the selected rows.
func readRegisters(app core.App, month invoices.Month, wanted rowFilter) (Registers, error) {
	r := Registers{
		Month:       string(month),
		Title:       month.Title(),
		Invoices:    []Row{},
		CreditNotes: []Row{},
		DebitNotes:  []Row{},
		Receipts:    []Row{},
		Totals:      []TaxSum{},
		Currencies:  []Currency{},
		Notes:       []string{},
		GSTINs:      []string{},
	}
	known, entered, err := readRates(app)
	if err != nil {
		return r, err
	}
	sums, totals := map[RegisterName]*RegisterSum{}, map[string]*TaxSum{}
	for _, name := range registerNames {
		sums[name] = &RegisterSum{Register: name}
	}
	currencies := map[string]*Currency{}
	var facts noteFacts
	err = invoices.EachOfMonth(app, month, func(entry invoices.Entry) error {
		l := newLine(entry, known)
		register := registerOf[l.Kind]
		sum := sums[register]
		if wanted.includes(register) && sum.Documents >= wanted.from && sum.Documents < wanted.to {
			rows := r.rows(register)
			*rows = append(*rows, l.row())
		}
		sum.Documents++
		if !l.counts() {
			return nil
		}
		sum.TaxableValue += money.Amount(l.rupees.taxable)
		sum.Tax += money.Amount(l.rupees.tax())
		sum.Total += money.Amount(l.rupees.total)
		if gstin := l.Document.Supplier.GSTIN; l.isTaxed() && !slices.Contains(r.GSTINs, gstin) {
			r.GSTINs = append(r.GSTINs, gstin)
		}
		if l.isTaxed() && l.isCreditNote() && l.givesNoRelief() {
			facts.noRelief++
		}
		facts.adjusted += l.advance()
		if l.isPaidInClosedMonth() {
			facts.paidInClosedMonth++
		}
		if currency := l.Document.Currency; currency != "INR" {
			c := currencies[currency]
			if c == nil {
				c = &Currency{Currency: currency, Rate: entered[rateKey(month, currency)]}
				currencies[currency] = c
			}
			c.Documents++
			if !l.isRated {
				c.Missing++
				return nil
			}
		}
		key := l.place() + " " + l.rate.String()
		total := totals[key]
		if total == nil {
			total = &TaxSum{Place: l.place(), GSTRate: l.rate}
			totals[key] = total
		}
		total.add(l)
		r.Net.add(l)
		return nil
	})
	if err != nil {
		return r, err
	}
	for _, name := range registerNames {
		r.Sums = append(r.Sums, *sums[name])
	}
	for _, total := range totals {
		r.Totals = append(r.Totals, *total)
	}
	slices.SortFunc(r.Totals, func(x, y TaxSum) int {
		return cmp.Or(cmp.Compare(x.Place, y.Place), cmp.Compare(x.GSTRate, y.GSTRate))
	})
	for _, c := range currencies {
		r.Currencies = append(r.Currencies, *c)
	}
	slices.SortFunc(r.Currencies, func(x, y Currency) int { return cmp.Compare(x.Currency, y.Currency) })
	err = invoices.EachAdvance(app, month, func(entry invoices.Entry) error {
		l := newLine(entry, known)
		if gstin := l.Document.Supplier.GSTIN; l.advance() > 0 && !slices.Contains(r.GSTINs, gstin) {
			r.GSTINs = append(r.GSTINs, gstin)
		}
		facts.received += l.advance()
		return nil
	})
	if err != nil {
		return r, err
	}
	slices.Sort(r.GSTINs)
	r.HasReturn = len(r.GSTINs) > 0
	r.addNotes(facts)
	return r, nil
}

func (t *TaxSum) add(l line) {
	var a amounts
	a.add(l.rupees, l.sign())
	t.Documents++
	t.TaxableValue += money.Amount(a.taxable)
	t.IGST += money.Amount(a.igst)
	t.CGST += money.Amount(a.cgst)
	t.SGST += money.Amount(a.sgst)
	t.OtherTax += money.Amount(a.other)
	t.Total += money.Amount(a.total)
}

// returnNote asks the accountant to check the formats that are not covered by a published template.
const returnNote = "Before the GSTR-1 is filed, the accountant checks it in the offline tool, above all the columns " +
	"of cdnur (credit notes of exports and of large invoices without a GSTIN) and the exports in hsn(b2c): they " +
	"follow common practice, not the tool's own template."

// noteFacts are the facts for the notes of a month. Advances are without tax, in paise.
type noteFacts struct {
	// noRelief counts the credit notes that came too late to lower the tax.
	noRelief int
	// received are the advances of the month. adjusted are those of earlier months that its invoices adjust.
	received, adjusted int64
	// paidInClosedMonth counts the invoices whose payment arrived in a month whose books were already closed.
	paidInClosedMonth int
}

func (r *Registers) addNotes(facts noteFacts) {
	documents := 0
	for _, sum := range r.Sums {
		documents += sum.Documents
	}
	if documents > 0 && !r.HasReturn {
		r.Notes = append(r.Notes, "No document of this month was issued under a GSTIN, so there is no GSTR-1.")
	}
	if len(r.GSTINs) > 1 {
		r.Notes = append(r.Notes,
			"Documents of this month were issued under more than one GSTIN. Each has its own GSTR-1.")
	}
	for _, c := range r.Currencies {
		if c.Missing > 0 {
			r.Notes = append(
				r.Notes,
				fmt.Sprintf(
					"%s in %s: Razorpay has not reported the rupee rate, so the totals leave %s out. Please enter the "+
						"rate.",
					plural.Count(c.Missing, "document is", "documents are"), c.Currency, pronoun(c.Missing)))
		}
	}
	if facts.received > 0 {
		r.Notes = append(
			r.Notes,
			fmt.Sprintf(
				"%s without tax was received in this month and invoiced in a later one. Its tax is due in this "+
					"month: the GSTR-1 reports it as an advance (table 11A).",
				money.Amount(facts.received).Format("INR")))
	}
	if facts.adjusted > 0 {
		r.Notes = append(
			r.Notes,
			fmt.Sprintf(
				"The invoices of this month include %s without tax that was received in an earlier month. The "+
					"GSTR-1 adjusts that advance (table 11B).",
				money.Amount(facts.adjusted).Format("INR")))
	}
	if facts.paidInClosedMonth > 0 {
		r.Notes = append(
			r.Notes,
			fmt.Sprintf(
				"%s paid in an earlier month whose books were closed already, so the tax is reported in this month. "+
					"Please ask the accountant whether the return of that month must be amended, and about interest.",
				plural.Count(facts.paidInClosedMonth, "invoice was", "invoices were")))
	}
	if facts.noRelief > 0 {
		r.Notes = append(
			r.Notes,
			fmt.Sprintf(
				"%s too late to lower the tax, after the 30 November that follows the financial year of the "+
					"invoice: the GSTR-1 leaves %s out.",
				plural.Count(facts.noRelief, "credit note came", "credit notes came"), pronoun(facts.noRelief)))
	}
	if r.HasReturn {
		r.Notes = append(r.Notes, returnNote)
	}
}

func pronoun(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

const maxPerPage = 500

// parseRowFilter returns the requested rows: one page, or all rows.
func parseRowFilter(e *core.RequestEvent) (rowFilter, error) {
	query := e.Request.URL.Query()
	f := rowFilter{register: RegisterName(query.Get("register")), to: 1 << 40}
	var problems []rules.Problem
	if f.register != "" && !slices.Contains(registerNames, f.register) {
		problems = append(problems, rules.Invalid("register",
			"register must be one of "+strings.Join(f.register.Values(), ", ")))
	}
	if query.Has("page") || query.Has("perPage") {
		page, pageErr := strconv.Atoi(cmp.Or(query.Get("page"), "1"))
		perPage, perPageErr := strconv.Atoi(cmp.Or(query.Get("perPage"), "50"))
		if pageErr != nil || page < 1 || page > 1_000_000 {
			problems = append(problems, rules.Invalid("page", "page must be a number from 1"))
		}
		if perPageErr != nil || perPage < 1 || perPage > maxPerPage {
			problems = append(problems, rules.Invalid("perPage", "perPage must be a number from 1 to 500"))
		}
		f.from, f.to = (page-1)*perPage, page*perPage
	}
	if len(problems) > 0 {
		return f, httpx.Invalid(problems...)
	}
	return f, nil
}

// GetRegisters is GET /api/books/registers: the documents of a month as JSON, or as a file with format=csv.
func (b *Books) GetRegisters() httpx.Endpoint {
	endpoint := httpx.File(b.getRegisters, []string{"text/csv"}, httpx.Doc{
		Tag: "books", Summary: "List the documents of a month, with totals by rate and state",
		Description: "Without page and perPage, all rows are sent. With format=csv, a file with the rows is sent.",
		Query: []httpx.Parameter{
			monthParameter,
			{Name: "register", Description: "Lists the rows of this register only.",
				Options: RegisterName("").Values()},
			{Name: "format", Description: "json, or csv for a file.", Options: []string{"json", "csv"}},
			{Name: "page", Description: "The page of each register, from 1."},
			{Name: "perPage", Description: "The rows of a page, at most 500."},
		},
	})
	endpoint.Answer = reflect.TypeFor[Registers]()
	return endpoint
}

func (b *Books) getRegisters(e *core.RequestEvent) error {
	query := e.Request.URL.Query()
	month, err := b.parseMonth(query.Get("month"))
	if err != nil {
		return err
	}
	wanted, err := parseRowFilter(e)
	if err != nil {
		return err
	}
	switch query.Get("format") {
	case "", "json":
	case "csv":
		return b.exportRegisters(e, month, wanted)
	default:
		return httpx.Invalid(rules.Invalid("format", "format must be json or csv"))
	}
	registers, err := readRegisters(e.App, month, wanted)
	if err != nil {
		return apperr.Fail("The registers could not be read.", err)
	}
	return e.JSON(http.StatusOK, registers)
}

var registerHeadings = []string{"Document", "Number", "Date", "Happened on", "Cancelled on", "Customer", "GSTIN",
	"Place of supply", "SAC", "Description", "Currency", "Discount", "Taxable value", "Rate %", "IGST", "CGST",
	"SGST or UTGST", "Tax, not placed", "Total", "Total in rupees", "Corrects", "Corrected on", "Method", "Payment",
	"Paid on", "TDS", "Transaction"}

var kindWords = map[invoices.Kind]string{
	invoices.TaxInvoice: "Tax invoice",
	invoices.CreditNote: "Credit note",
	invoices.DebitNote:  "Debit note",
	invoices.Receipt:    "Receipt",
}

func (l line) cells() []any {
	d, row := l.Document, l.row()
	number := func(a money.Amount) sheets.Number {
		if !l.counts() {
			a = 0
		}
		return sheets.Number(decimals(int64(a)))
	}
	own, cancelled, corrected, paid := "", "", "", ""
	if l.IsCancelled() {
		cancelled = india.Day(l.CancelledAt)
	}
	if d.HappenedAt != nil {
		own = india.Day(*d.HappenedAt)
	}
	if d.Corrects != nil {
		corrected = india.Day(d.Corrects.IssuedAt)
	}
	if !d.Payment.PaidAt.IsZero() {
		paid = india.Day(d.Payment.PaidAt)
	}
	rupees := sheets.Number("")
	if l.isRated {
		rupees = number(money.Amount(l.rupees.total))
	}
	return []any{kindWords[l.Kind], row.Number, india.Day(d.IssuedAt), own, cancelled, row.CustomerName, row.GSTIN,
		row.Place, row.SAC, row.Description, row.Currency, number(row.Discount), number(row.TaxableValue),
		sheets.Number(row.GSTRate.String()), number(row.IGST), number(row.CGST), number(row.SGST), number(row.OtherTax),
		number(row.Total), rupees, row.Corrects, corrected, invoices.MethodLabel(row.Method), row.PaymentID, paid,
		number(row.TDS), row.TransactionID}
}

// exportRegisters answers the registers as a CSV file.
func (b *Books) exportRegisters(e *core.RequestEvent, month invoices.Month, wanted rowFilter) error {
	known, _, err := readRates(e.App)
	if err != nil {
		return apperr.Fail("The registers could not be read.", err)
	}
	var out bytes.Buffer
	rows := 0
	err = sheets.Write(&out, sheets.CSV,
		sheets.Table{Name: "Register", Headings: registerHeadings, Rows: func(yield func([]any, error) bool) {
			err := invoices.EachOfMonth(e.App, month, func(entry invoices.Entry) error {
				l := newLine(entry, known)
				if !wanted.includes(registerOf[l.Kind]) {
					return nil
				}
				rows++
				if !yield(l.cells(), nil) {
					return errStopped
				}
				return nil
			})
			if err != nil && !errors.Is(err, errStopped) {
				yield(nil, err)
			}
		}})
	name := strings.Join([]string{"register", cmp.Or(string(wanted.register), "all"), string(month)}, "-") + ".csv"
	if err == nil {
		err = b.audit.RecordExport(e, "books.register-exported", name,
			map[string]any{"month": string(month), "rows": rows})
	}
	if err != nil {
		return apperr.Fail("The register could not be written.", err)
	}
	return sendFile(e, name, sheets.CSV.ContentType(), out.Bytes())
}

// errStopped ends an iteration whose consumer has stopped.
var errStopped = errors.New("iteration stopped")
