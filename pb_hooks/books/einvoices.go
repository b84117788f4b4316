package books

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/settings"
)

// E-invoices: documents to a GSTIN or abroad that wait for their registration (payments/invoices/registrations.go). An
// admin uploads the file of them to the invoice registration portal, and enters what that answers.

// maxWaitingRows is how many waiting documents an answer lists, and a file takes.
const maxWaitingRows = 1000

var (
	errNothingWaits   = apperr.Conflict("nothing-waits", "No document waits for its IRN.")
	errAnswerUnread   = apperr.Invalid("answer-unreadable", "answer", "This is not the portal's answer: please paste the JSON text as it came, with Irn, AckNo, AckDt and SignedQRCode.")
	errNoSuchDocument = apperr.Invalid("no-such-document", "signedQr", "No document here has the number that the QR code names.")
	errOtherDocument  = apperr.Invalid("other-document", "signedQr", "The QR code is of another document.")
)

// EInvoices are the documents that wait for their registration.
type EInvoices struct {
	IsOn httpx.Bool `json:"isOn"`
	// Waiting counts all of them; Documents are the oldest 1,000.
	Waiting   int   `json:"waiting"`
	Documents []Row `json:"documents"`
}

// ListEInvoices is GET /api/books/e-invoices.
func (b *Books) ListEInvoices(e *core.RequestEvent) error {
	list, err := listEInvoices(e.App)
	if err != nil {
		return apperr.Fail("The waiting documents could not be read.", err)
	}
	return e.JSON(http.StatusOK, list)
}

func listEInvoices(app core.App) (EInvoices, error) {
	list := EInvoices{Documents: []Row{}}
	site, err := settings.Read(app)
	if err != nil {
		return list, err
	}
	list.IsOn = httpx.Bool(site.EInvoices)
	if list.Waiting, err = invoices.CountWaiting(app); err != nil {
		return list, err
	}
	lines, err := waitingLines(app, "")
	for _, l := range lines {
		list.Documents = append(list.Documents, l.row())
	}
	return list, err
}

func waitingLines(app core.App, month invoices.Month) ([]line, error) {
	known, _, err := readRates(app)
	if err != nil {
		return nil, err
	}
	entries, err := invoices.ListWaiting(app, month, maxWaitingRows)
	lines := make([]line, len(entries))
	for i, entry := range entries {
		lines[i] = newLine(entry, known)
	}
	return lines, err
}

// ExportEInvoices is GET /api/books/e-invoices/file: what waits, of a month or one document, as the portal's bulk upload
// reads it.
func (b *Books) ExportEInvoices(e *core.RequestEvent) error {
	query := e.Request.URL.Query()
	month, name := invoices.Month(""), "all"
	if query.Get("month") != "" {
		var err error
		if month, err = b.parseMonth(query.Get("month")); err != nil {
			return err
		}
		name = string(month)
	}
	content, documents, err := eInvoiceFile(e.App, month, query.Get("document"))
	if err != nil {
		return apperr.Fail("The file could not be written.", err)
	}
	if len(documents) == 1 {
		name = strings.ReplaceAll(documents[0], "/", "-")
	}
	name = "e-invoices-" + name + ".json"
	if err := b.audit.RecordExport(e, "books.e-invoices-exported", name, map[string]any{"documents": len(documents)}); err != nil {
		return apperr.Fail("The file could not be written.", err)
	}
	return sendFile(e, name, "application/octet-stream", content)
}

func eInvoiceFile(app core.App, month invoices.Month, documentID string) (content []byte, numbers []string, err error) {
	site, err := settings.Read(app)
	if err != nil {
		return nil, nil, err
	}
	lines, err := waitingLines(app, month)
	if err != nil {
		return nil, nil, err
	}
	list := []eInvoice{}
	for _, l := range lines {
		if documentID != "" && l.ID != documentID {
			continue
		}
		if !l.isRated {
			return nil, nil, apperr.Conflict("rate-missing", fmt.Sprintf(messageRateMissing, l.Document.Currency))
		}
		list = append(list, l.eInvoice(site))
		numbers = append(numbers, l.Document.Number)
	}
	if len(list) == 0 {
		return nil, nil, errNothingWaits
	}
	content, err = json.MarshalIndent(list, "", "  ")
	return content, numbers, err
}

// eInvoice is a document in the portal's schema INV-01, version 1.1: what it requires, and what else is known here.
type eInvoice struct {
	Version  string     `json:"Version"`
	TranDtls tranDtls   `json:"TranDtls"`
	DocDtls  docDtls    `json:"DocDtls"`
	Seller   partyDtls  `json:"SellerDtls"`
	Buyer    partyDtls  `json:"BuyerDtls"`
	Items    []itemDtls `json:"ItemList"`
	Values   valDtls    `json:"ValDtls"`
	RefDtls  *refDtls   `json:"RefDtls,omitempty"`
	ExpDtls  *expDtls   `json:"ExpDtls,omitempty"`
}

type tranDtls struct {
	TaxSch string `json:"TaxSch"`
	SupTyp string `json:"SupTyp"`
	RegRev string `json:"RegRev"`
}

type docDtls struct {
	Typ string `json:"Typ"`
	No  string `json:"No"`
	Dt  string `json:"Dt"`
}

type partyDtls struct {
	GSTIN     string `json:"Gstin"`
	LegalName string `json:"LglNm"`
	// Pos is the place of supply, which a buyer has.
	Pos   string      `json:"Pos,omitempty"`
	Addr1 string      `json:"Addr1,omitempty"`
	Addr2 string      `json:"Addr2,omitempty"`
	Loc   string      `json:"Loc"`
	Pin   json.Number `json:"Pin,omitempty"`
	Stcd  string      `json:"Stcd"`
}

type itemDtls struct {
	SlNo       string      `json:"SlNo"`
	PrdDesc    string      `json:"PrdDesc"`
	IsServc    string      `json:"IsServc"`
	HsnCd      string      `json:"HsnCd"`
	UnitPrice  json.Number `json:"UnitPrice"`
	TotAmt     json.Number `json:"TotAmt"`
	Discount   json.Number `json:"Discount"`
	AssAmt     json.Number `json:"AssAmt"`
	GstRt      json.Number `json:"GstRt"`
	IgstAmt    json.Number `json:"IgstAmt"`
	CgstAmt    json.Number `json:"CgstAmt"`
	SgstAmt    json.Number `json:"SgstAmt"`
	TotItemVal json.Number `json:"TotItemVal"`
}

type valDtls struct {
	AssVal      json.Number `json:"AssVal"`
	CgstVal     json.Number `json:"CgstVal"`
	SgstVal     json.Number `json:"SgstVal"`
	IgstVal     json.Number `json:"IgstVal"`
	TotInvVal   json.Number `json:"TotInvVal"`
	TotInvValFc json.Number `json:"TotInvValFc,omitempty"`
}

type refDtls struct {
	PrecDocDtls []precDocDtls `json:"PrecDocDtls"`
}

type precDocDtls struct {
	InvNo string `json:"InvNo"`
	InvDt string `json:"InvDt"`
}

type expDtls struct {
	ForCur  string `json:"ForCur,omitempty"`
	CntCode string `json:"CntCode,omitempty"`
}

// The portal's words for a buyer abroad.
const (
	unregisteredPerson = "URP"
	pinAbroad          = "999999"
)

func (l line) eInvoice(site settings.Settings) eInvoice {
	d, figures := l.Document, l.rupees
	discount := int64(0)
	if d.Discount > 0 {
		discount = proportion(d.Discount, figures.taxable, max(1, d.TaxableValue))
		if d.Currency == "INR" {
			discount = d.Discount
		}
	}
	amount := func(paise int64) json.Number { return json.Number(decimals(paise)) }
	day := func(at time.Time) string { return at.In(india.Zone).Format("02/01/2006") }
	v := eInvoice{
		Version:  "1.1",
		TranDtls: tranDtls{TaxSch: "GST", SupTyp: "B2B", RegRev: "N"},
		DocDtls:  docDtls{Typ: "INV", No: d.Number, Dt: day(d.IssuedAt)},
		Seller: partyDtls{
			GSTIN: d.Supplier.GSTIN, LegalName: portalText(d.Supplier.Name, 100), Loc: portalText(site.SupplierPlace, 50), Pin: json.Number(site.SupplierPIN),
			Stcd: d.Supplier.State.Code,
		},
		Buyer: partyDtls{
			GSTIN: d.Recipient.GSTIN, LegalName: portalText(d.Recipient.Name, 100), Pos: d.PlaceOfSupply.Code, Loc: d.Recipient.State.Name,
			Pin: json.Number(d.Recipient.PIN), Stcd: d.Recipient.State.Code,
		},
		Items: []itemDtls{{
			SlNo: "1", PrdDesc: portalText(d.Description, 300), IsServc: "Y", HsnCd: d.SAC,
			UnitPrice: amount(figures.taxable + discount), TotAmt: amount(figures.taxable + discount), Discount: amount(discount), AssAmt: amount(figures.taxable),
			GstRt: json.Number(l.rate.String()), IgstAmt: amount(figures.igst), CgstAmt: amount(figures.cgst), SgstAmt: amount(figures.sgst), TotItemVal: amount(figures.total),
		}},
		Values: valDtls{
			AssVal: amount(figures.taxable), CgstVal: amount(figures.cgst), SgstVal: amount(figures.sgst), IgstVal: amount(figures.igst), TotInvVal: amount(figures.total),
		},
	}
	v.Seller.Addr1, v.Seller.Addr2 = portalAddress(d.Supplier.Address)
	v.Buyer.Addr1, v.Buyer.Addr2 = portalAddress(d.Recipient.Address)
	if d.IsExport() {
		v.TranDtls.SupTyp = "EXPWOP"
		if figures.igst > 0 {
			v.TranDtls.SupTyp = "EXPWP"
		}
		v.Buyer.GSTIN, v.Buyer.Stcd, v.Buyer.Pin, v.Buyer.Loc = unregisteredPerson, gst.Abroad.Code, pinAbroad, portalText(d.Recipient.Country, 100)
		v.ExpDtls = &expDtls{CntCode: gst.CountryCode(d.Recipient.Country)}
		if d.Currency != "INR" {
			v.ExpDtls.ForCur, v.Values.TotInvValFc = d.Currency, amount(d.Total)
		}
	}
	if d.Corrects != nil {
		v.DocDtls.Typ = "CRN"
		v.RefDtls = &refDtls{[]precDocDtls{{d.Corrects.Number, day(d.Corrects.IssuedAt)}}}
	}
	return v
}

// portalText is a text as the portal takes it: in one line, without quotes, and of a length.
func portalText(text string, length int) string {
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r == '"' || r == '\\' || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)), " ")
	for utf8.RuneCountInString(text) > length {
		_, size := utf8.DecodeLastRuneInString(text)
		text = strings.TrimSpace(text[:len(text)-size])
	}
	return text
}

// portalAddress is an address in the portal's two lines of a hundred characters.
func portalAddress(address string) (first, second string) {
	const length = 100
	text := portalText(strings.ReplaceAll(address, "\n", ", "), 2*length)
	first = portalText(text, length)
	if len(first) == len(text) {
		return first, ""
	}
	if space := strings.LastIndexByte(first, ' '); space > 0 {
		first = first[:space]
	}
	return first, portalText(text[len(first):], length)
}

// RegisterForm is the body of POST /api/books/e-invoices: what the portal has answered, as JSON for any number of
// documents, or field by field for one.
var RegisterForm = rules.Form{
	{Name: "answer", Label: "The portal's answer", Kind: rules.Text, Max: 500_000},
	{Name: "documentId", Label: "Document", Kind: rules.Line, Max: 15},
	{
		Name: "irn", Label: "IRN", Kind: rules.Line, Max: 64, Pattern: `^[0-9a-fA-F]{64}$`,
		Messages: rules.Messages{Invalid: "An IRN has 64 digits, 0 to 9 and a to f"},
	},
	{
		Name: "ackNumber", Label: "Acknowledgement number", Kind: rules.Line, Max: 20, Pattern: ackNumberPattern,
		Messages: rules.Messages{Invalid: "Please enter the digits of the acknowledgement's number"},
	},
	{Name: "ackDate", Label: "Acknowledged on", Kind: rules.Line, Max: 19, Messages: rules.Messages{Invalid: wrongAckDate}},
	{Name: "signedQr", Label: "Text of the signed QR code", Kind: rules.Text, Max: 4000},
}

const (
	ackNumberPattern = `^[0-9]{1,20}$`
	wrongAckDate     = "Please enter the day and time as the portal writes them, such as 2026-11-23 14:05:00"
)

var (
	irnRegexp       = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)
	ackNumberRegexp = regexp.MustCompile(ackNumberPattern)
)

// portalAnswer is one document in the portal's answer.
type portalAnswer struct {
	IRN      string          `json:"Irn"`
	AckNo    json.RawMessage `json:"AckNo"`
	AckDt    string          `json:"AckDt"`
	SignedQR string          `json:"SignedQRCode"`
}

// RegisterEInvoices is POST /api/books/e-invoices: the documents get their IRN and QR code, and go to their buyers. All of
// an answer is entered, or nothing.
func (b *Books) RegisterEInvoices(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, RegisterForm)
	if err != nil {
		return err
	}
	answers, err := readAnswers(values)
	if err != nil {
		return err
	}
	by := audit.RequestActor(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		for _, answer := range answers {
			if err := b.registerEInvoice(tx, answer, values.Text("documentId"), by); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return apperr.Fail("The answer could not be entered. Please try again.", err)
	}
	b.notify("payments")
	return b.ListEInvoices(e)
}

func (b *Books) registerEInvoice(tx core.App, answer invoices.Answer, documentID string, by audit.Actor) error {
	signed, err := invoices.ReadSignedQR(answer.SignedQR)
	if err != nil {
		return err
	}
	invoice, err := invoices.FindByNumber(tx, signed.Number)
	if database.IsMissing(err) {
		return errNoSuchDocument
	}
	if err != nil {
		return err
	}
	if documentID != "" && invoice.Id != documentID {
		return errOtherDocument
	}
	if _, err := invoices.Register(tx, invoice, answer, by.Name, b.now()); err != nil {
		return err
	}
	return b.audit.Record(tx, by, "books.e-invoice-registered", audit.Subject{Label: invoice.Number()}, map[string]any{
		"irn": answer.IRN, "ackNumber": answer.AckNumber, "transactionId": invoice.TransactionID(),
	})
}

// readAnswers reads a form: the portal's JSON, or the fields of one document.
func readAnswers(values rules.Values) ([]invoices.Answer, error) {
	if text := values.Text("answer"); text != "" {
		return parseAnswers(text)
	}
	var problems []rules.Problem
	for _, name := range []string{"irn", "ackNumber", "ackDate", "signedQr"} {
		if values.Text(name) == "" {
			problems = append(problems, rules.Problem{Field: name, Code: "required", Message: "Please enter what the portal has answered"})
		}
	}
	if len(problems) > 0 {
		return nil, httpx.Invalid(problems...)
	}
	at, err := parseAckDate(values.Text("ackDate"))
	if err != nil {
		return nil, err
	}
	return []invoices.Answer{{IRN: values.Text("irn"), AckNumber: values.Text("ackNumber"), AckAt: at, SignedQR: values.Text("signedQr")}}, nil
}

// parseAnswers reads the portal's JSON: one answer or a list, each by itself or as the Data of an answer.
func parseAnswers(text string) ([]invoices.Answer, error) {
	type wrapped struct {
		portalAnswer
		Data *portalAnswer `json:"Data"`
	}
	var list []wrapped
	if trimmed := bytes.TrimSpace([]byte(text)); !bytes.HasPrefix(trimmed, []byte("[")) {
		list = make([]wrapped, 1)
		if err := json.Unmarshal(trimmed, &list[0]); err != nil {
			return nil, errAnswerUnread
		}
	} else if err := json.Unmarshal(trimmed, &list); err != nil || len(list) == 0 {
		return nil, errAnswerUnread
	}
	answers := make([]invoices.Answer, 0, len(list))
	for _, entry := range list {
		given := entry.portalAnswer
		if entry.Data != nil {
			given = *entry.Data
		}
		number := strings.Trim(string(given.AckNo), `"`)
		if !irnRegexp.MatchString(given.IRN) || !ackNumberRegexp.MatchString(number) || given.SignedQR == "" {
			return nil, errAnswerUnread
		}
		at, err := parseAckDate(given.AckDt)
		if err != nil {
			return nil, errAnswerUnread
		}
		answers = append(answers, invoices.Answer{IRN: given.IRN, AckNumber: number, AckAt: at, SignedQR: given.SignedQR})
	}
	return answers, nil
}

// parseAckDate reads a time as the portal writes it, in Indian Standard Time, or as a browser's field does.
func parseAckDate(text string) (time.Time, error) {
	for _, layout := range []string{time.DateTime, "2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, text, india.Zone); err == nil {
			return at, nil
		}
	}
	return time.Time{}, apperr.Invalid("ack-date", "ackDate", wrongAckDate)
}
