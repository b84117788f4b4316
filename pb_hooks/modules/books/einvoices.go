package books

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/settings"
)

// E-invoices are documents to a GSTIN or abroad that wait for their registration (payments/invoices/registrations.go).
// An admin uploads a file with them to the invoice registration portal, and enters the portal's answers.

// maxWaitingRows is the maximum number of waiting documents in an answer or a file.
const maxWaitingRows = 1000

var (
	errNothingWaits = apperr.Conflict("nothing-waits", "No document is waiting for its IRN.")
	errAnswerUnread = apperr.Invalid(
		"answer-unreadable",
		"answer",
		"This is not the portal's answer. Please paste its JSON text unchanged, with Irn, AckNo, AckDt and "+
			"SignedQRCode.",
	)
	errNoSuchDocument = apperr.Invalid("no-such-document", "signedQr",
		"No document here has the number that the QR code names.")
	errOtherDocument = apperr.Invalid("other-document", "signedQr", "The QR code belongs to another document.")
)

// EInvoices are the documents that wait for their registration.
type EInvoices struct {
	IsOn httpx.Bool `json:"isOn"`
	// Waiting counts all of them; Documents are the oldest 1,000.
	Waiting   int   `json:"waiting"`
	Documents []Row `json:"documents"`
}

// ListEInvoices is GET /api/books/e-invoices.
func (b *Books) ListEInvoices() httpx.Endpoint {
	return httpx.Get(listEInvoices,
		httpx.Doc{Tag: "books", Summary: "List the documents that wait for their registration (IRN)"})
}

func listEInvoices(e *core.RequestEvent) (EInvoices, error) {
	list, err := readEInvoices(e.App)
	return list, apperr.Fail("The waiting documents could not be read.", err)
}

func readEInvoices(app core.App) (EInvoices, error) {
	list := EInvoices{Documents: []Row{}}
	site, err := settings.Read(app)
	if err != nil {
		return list, err
	}
	list.IsOn = httpx.Bool(site.HasEInvoicing)
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

// ExportEInvoices is GET /api/books/e-invoices/file: the waiting documents of a month, or one document, in the format
// of the portal's bulk upload.
func (b *Books) ExportEInvoices() httpx.Endpoint {
	return httpx.File(b.exportEInvoices, []string{"application/octet-stream"}, httpx.Doc{
		Tag: "books", Summary: "Export the waiting documents for the bulk upload of the registration portal",
		Query: []httpx.Parameter{
			{Name: "month", Description: "Exports the documents of this month only, such as 2026-11."},
			{Name: "document", Description: "Exports the document with this id only."},
		},
		Errors: []*apperr.Error{errNothingWaits},
	})
}

func (b *Books) exportEInvoices(e *core.RequestEvent) error {
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
	if err := b.audit.RecordExport(
		e, "books.e-invoices-exported", name, map[string]any{"documents": len(documents)},
	); err != nil {
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

// registerForm has the portal's answers as JSON for any number of documents, or the fields of one answer.
type registerForm struct {
	_          struct{} `wire:"registerEInvoice"`
	Answer     string   `json:"answer"`
	DocumentID string   `json:"documentId"`
	IRN        string   `json:"irn"`
	AckNumber  string   `json:"ackNumber"`
	AckDate    string   `json:"ackDate"`
	SignedQR   string   `json:"signedQr"`
}

func (registerForm) Rules() rules.Form { return registerRules }

var registerRules = rules.Form{
	{Name: "answer", Label: "Answer of the portal", Kind: rules.Text, Max: 500_000},
	{Name: "documentId", Label: "Document", Kind: rules.Line, Max: 15},
	{
		Name: "irn", Label: "IRN", Kind: rules.Line, Max: 64, Pattern: `^[0-9a-fA-F]{64}$`,
		Messages: rules.Messages{Invalid: "An IRN has 64 digits, 0 to 9 and a to f"},
	},
	{
		Name: "ackNumber", Label: "Acknowledgement number", Kind: rules.Line, Max: 20, Pattern: ackNumberPattern,
		Messages: rules.Messages{Invalid: "Please enter the digits of the acknowledgement number"},
	},
	{
		Name:     "ackDate",
		Label:    "Acknowledged on",
		Kind:     rules.Line,
		Max:      19,
		Messages: rules.Messages{Invalid: wrongAckDate},
	},
	{Name: "signedQr", Label: "Text of the signed QR code", Kind: rules.Text, Max: 4000},
}

// RegisterEInvoices is POST /api/books/e-invoices: it stores the IRNs and QR codes of the documents and emails them to
// their buyers. If one answer is invalid, none is stored.
func (b *Books) RegisterEInvoices() httpx.Endpoint {
	return httpx.JSON(b.registerEInvoices, httpx.Doc{
		Tag: "books", Summary: "Enter the answers of the registration portal",
		Description: "answer is the portal's JSON, for any number of documents. Without it, the other fields are " +
			"those of one answer. The document is found by the number in the signed QR code, and is emailed to its " +
			"buyer.",
		Errors: []*apperr.Error{errNoSuchDocument, errOtherDocument}, Statuses: []int{http.StatusConflict},
		Example: map[string]any{"ackNumber": "112610036563310", "ackDate": "2026-08-03 12:00:00"},
	})
}

func (b *Books) registerEInvoices(e *core.RequestEvent, form registerForm) (EInvoices, error) {
	answers, err := form.answers()
	if err != nil {
		return EInvoices{}, err
	}
	by := audit.RequestActor(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		for _, answer := range answers {
			if err := b.registerEInvoice(tx, answer, form.DocumentID, by); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return EInvoices{}, apperr.Fail("The answer could not be entered. Please try again.", err)
	}
	b.notify()
	return listEInvoices(e)
}

func (b *Books) registerEInvoice(tx core.App, answer invoices.Answer, documentID string, by audit.Actor) error {
	signed, err := invoices.ReadSignedQR(answer.SignedQR)
	if err != nil {
		return err
	}
	invoice, err := invoices.FindByNumber(tx, signed.Number)
	if err != nil {
		return database.IfMissing(err, errNoSuchDocument)
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

// answers returns the answers of a form: the portal's JSON, or the fields of one document.
func (f registerForm) answers() ([]invoices.Answer, error) {
	if f.Answer != "" {
		return parseAnswers(f.Answer)
	}
	var problems []rules.Problem
	for _, field := range []struct{ name, value string }{
		{"irn", f.IRN}, {"ackNumber", f.AckNumber}, {"ackDate", f.AckDate}, {"signedQr", f.SignedQR},
	} {
		if field.value == "" {
			problems = append(problems, rules.Missing(field.name, "Please enter the portal's answer"))
		}
	}
	if len(problems) > 0 {
		return nil, httpx.Invalid(problems...)
	}
	at, err := parseAckDate(f.AckDate)
	if err != nil {
		return nil, err
	}
	return []invoices.Answer{{IRN: f.IRN, AckNumber: f.AckNumber, AckAt: at, SignedQR: f.SignedQR}}, nil
}
