package invoices

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const registrationsCollection = "invoice_registrations"

// Registration is the record of a document's registration with the portal.
type Registration struct{ core.BaseRecordProxy }

// InvoiceID returns the id of the document.
func (r *Registration) InvoiceID() string { return r.GetString("invoiceId") }

func (r *Registration) State() RegistrationState { return RegistrationState(r.GetString("state")) }

// IRN returns the invoice reference number, or "" if none exists yet.
func (r *Registration) IRN() string { return r.GetString("irn") }

// AckNumber returns the number of the portal's acknowledgement.
func (r *Registration) AckNumber() string { return r.GetString("ackNumber") }

// AckAt returns the time of the portal's acknowledgement.
func (r *Registration) AckAt() time.Time { return r.GetDateTime("ackAt").Time() }

// SignedQR returns the text of the QR code.
func (r *Registration) SignedQR() string { return r.GetString("signedQr") }

// CancelledAt returns when the portal cancelled the IRN, or zero.
func (r *Registration) CancelledAt() time.Time { return r.GetDateTime("cancelledAt").Time() }

func (r *Registration) cancel(tx core.App, c Cancellation) error {
	r.Load(map[string]any{
		"state":        string(Cancelled),
		"cancelledAt":  database.DateTime(c.At),
		"cancelReason": c.Reason,
		"cancelNote":   c.Note,
		"cancelledBy":  c.By,
	})
	if err := tx.Save(r); err != nil {
		return fmt.Errorf("cancel the registration of document %s: %w", r.InvoiceID(), err)
	}
	return nil
}

func (r *Registration) correct(tx core.App, ackNumber string, ackAt time.Time) error {
	r.Load(map[string]any{"ackNumber": ackNumber, "ackAt": database.DateTime(ackAt)})
	if err := tx.Save(r); err != nil {
		return fmt.Errorf("correct the registration of document %s: %w", r.InvoiceID(), err)
	}
	return nil
}

func insertWaiting(tx core.App, invoice *Invoice) error {
	r, err := database.New[Registration](tx, registrationsCollection)
	if err != nil {
		return err
	}
	r.Load(map[string]any{"invoiceId": invoice.Id, "state": string(Waiting), "issuedAt": invoice.IssuedAt()})
	if err := tx.Save(r); err != nil {
		return fmt.Errorf("make document %s wait: %w", invoice.Number(), err)
	}
	return nil
}

func (r *Registration) register(tx core.App, answer Answer, by string) error {
	r.Load(map[string]any{
		"state":        string(Registered),
		"irn":          answer.IRN,
		"ackNumber":    answer.AckNumber,
		"ackAt":        database.DateTime(answer.AckAt),
		"signedQr":     answer.SignedQR,
		"registeredBy": by,
	})
	if err := tx.Save(r); err != nil {
		return fmt.Errorf("register document %s: %w", r.InvoiceID(), err)
	}
	return nil
}

func (r *Registration) release(tx core.App) error {
	r.Set("state", string(Released))
	if err := tx.Save(r); err != nil {
		return fmt.Errorf("release document %s: %w", r.InvoiceID(), err)
	}
	return nil
}

// FindRegistration returns the registration of a document, or sql.ErrNoRows if it needs none.
func FindRegistration(app core.App, invoiceID string) (*Registration, error) {
	return database.First[Registration](app, registrationsCollection, dbx.HashExp{"invoiceId": invoiceID})
}

// hasIRN reports whether any document has the IRN. The condition of the partial index must be a literal.
func hasIRN(app core.App, irn string) (bool, error) {
	var found bool
	err := app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM invoice_registrations WHERE irn = {:irn} AND irn != '')").
		Bind(dbx.Params{"irn": irn}).Row(&found)
	if err != nil {
		return false, fmt.Errorf("find IRN: %w", err)
	}
	return found, nil
}

// listWaiting returns the waiting registrations, those of the oldest documents first.
func listWaiting(app core.App, limit int) ([]*Registration, error) {
	var list []*Registration
	err := app.RecordQuery(registrationsCollection).AndWhere(dbx.HashExp{"state": string(Waiting)}).OrderBy("issuedAt",
		"id").Limit(int64(limit)).All(&list)
	if err != nil {
		return nil, fmt.Errorf("list waiting documents: %w", err)
	}
	return list, nil
}

// CountWaiting counts the waiting documents.
func CountWaiting(app core.App) (int, error) {
	var n int
	err := app.DB().NewQuery("SELECT COUNT(*) FROM invoice_registrations WHERE state = {:state}").
		Bind(dbx.Params{"state": string(Waiting)}).Row(&n)
	if err != nil {
		return 0, fmt.Errorf("count waiting documents: %w", err)
	}
	return n, nil
}

// ListWaiting returns up to limit waiting documents, oldest first. If month is set, it returns only those with a date
// in that month.
func ListWaiting(app core.App, month Month, limit int) ([]Entry, error) {
	from, to := time.Time{}, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	if month != "" {
		from, to = month.Start(), month.Next().Start()
	}
	var rows []entryRow
	err := app.DB().NewQuery(`
		SELECT i.id, i.transactionId, i.refundId, i.kind, i.financialYear, i.series, i.sequence, i.document, 0 AS originalTotal
		FROM invoice_registrations r JOIN invoices i ON i.id = r.invoiceId
		WHERE r.state = {:state} AND r.issuedAt >= {:from} AND r.issuedAt < {:to}
		ORDER BY r.issuedAt, r.id LIMIT {:limit}`).
		Bind(dbx.Params{"state": string(Waiting), "from": database.FormatTime(from), "to": database.FormatTime(to),
			"limit": limit}).
		All(&rows)
	if err != nil {
		return nil, fmt.Errorf("list waiting documents: %w", err)
	}
	entries := make([]Entry, 0, len(rows))
	for _, row := range rows {
		entry, err := row.entry()
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	slices.SortStableFunc(entries, func(x, y Entry) int {
		return cmp.Or(x.Document.IssuedAt.Compare(y.Document.IssuedAt),
			cmp.Compare(x.Document.Number, y.Document.Number))
	})
	return entries, nil
}

// FindByNumber returns a document by its number, or sql.ErrNoRows.
func FindByNumber(app core.App, number string) (*Invoice, error) {
	return database.First[Invoice](app, collection, dbx.HashExp{"number": number})
}
