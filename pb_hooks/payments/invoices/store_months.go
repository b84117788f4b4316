package invoices

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const monthsCollection = "closed_months"

// ClosedMonth is the record of a month that takes no further documents.
type ClosedMonth struct{ core.BaseRecordProxy }

// Month is the month.
func (m *ClosedMonth) Month() Month { return Month(m.GetString("month")) }

// ClosedBy is the admin who has closed it.
func (m *ClosedMonth) ClosedBy() string { return m.GetString("closedBy") }

// ClosedAt is when they have.
func (m *ClosedMonth) ClosedAt() time.Time { return m.GetDateTime("createdAt").Time() }

// NewClosedMonth returns the record of a month, not saved yet.
func NewClosedMonth(tx core.App, month Month, by string) (*ClosedMonth, error) {
	c, err := tx.FindCachedCollectionByNameOrId(monthsCollection)
	if err != nil {
		return nil, err
	}
	m := &ClosedMonth{}
	m.SetProxyRecord(core.NewRecord(c))
	m.Load(map[string]any{"month": string(month), "closedBy": by})
	return m, nil
}

// LastClosed returns the last month that is closed, or sql.ErrNoRows.
func LastClosed(app core.App) (*ClosedMonth, error) {
	m := &ClosedMonth{}
	if err := app.RecordQuery(monthsCollection).OrderBy("month DESC").Limit(1).One(m); err != nil {
		return nil, fmt.Errorf("find the last closed month: %w", err)
	}
	return m, nil
}

// ClosedThrough is the last month that is closed: it and all before it are. The zero Month if none is.
func ClosedThrough(app core.App) (Month, error) {
	m, err := LastClosed(app)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return m.Month(), nil
}

// FindClosed returns the record of a month that was closed by itself, or sql.ErrNoRows.
func FindClosed(app core.App, month Month) (*ClosedMonth, error) {
	m := &ClosedMonth{}
	if err := app.RecordQuery(monthsCollection).AndWhere(dbx.HashExp{"month": string(month)}).Limit(1).One(m); err != nil {
		return nil, fmt.Errorf("find closed month %s: %w", month, err)
	}
	return m, nil
}

// Entry is a document as the books read it. OriginalTotal is the total of the document that a credit note corrects, in
// minor units.
type Entry struct {
	ID, TransactionID, RefundID string
	Kind                        Kind
	FinancialYear               string
	Sequence                    int
	OriginalTotal               int64
	Document                    Document
}

type entryRow struct {
	ID            string `db:"id"`
	TransactionID string `db:"transactionId"`
	RefundID      string `db:"refundId"`
	Kind          Kind   `db:"kind"`
	FinancialYear string `db:"financialYear"`
	Sequence      int    `db:"sequence"`
	OriginalTotal int64  `db:"originalTotal"`
	Document      string `db:"document"`
}

func (row entryRow) entry() (Entry, error) {
	entry := Entry{
		ID: row.ID, TransactionID: row.TransactionID, RefundID: row.RefundID, Kind: row.Kind, FinancialYear: row.FinancialYear, Sequence: row.Sequence,
		OriginalTotal: row.OriginalTotal,
	}
	var err error
	if entry.Document, err = decodeDocument(row.Document); err != nil {
		return entry, fmt.Errorf("read document %s: %w", row.ID, err)
	}
	return entry, nil
}

// EachOfMonth calls do for each document with a date in a month: by kind and date, and in the order of the numbers.
func EachOfMonth(app core.App, month Month, do func(Entry) error) error {
	for _, kind := range []Kind{TaxInvoice, CreditNote, Receipt} {
		if err := eachOfKind(app, kind, month, do); err != nil {
			return err
		}
	}
	return nil
}

func eachOfKind(app core.App, kind Kind, month Month, do func(Entry) error) error {
	rows, err := app.ConcurrentDB().NewQuery(`
		SELECT i.id, i.transactionId, i.refundId, i.kind, i.financialYear, i.sequence, i.document,
			CASE WHEN i.refundId = '' THEN 0 ELSE COALESCE((
				SELECT json_extract(o.document, '$.total') FROM invoices o
				WHERE o.transactionId = i.transactionId AND o.refundId = ''
			), 0) END AS originalTotal
		FROM invoices i WHERE i.kind = {:kind} AND i.issuedAt >= {:from} AND i.issuedAt < {:to}
		ORDER BY i.issuedAt, i.sequence`).
		Bind(dbx.Params{"kind": kind, "from": database.FormatTime(month.Start()), "to": database.FormatTime(month.Next().Start())}).Rows()
	if err != nil {
		return fmt.Errorf("list documents of %s: %w", month, err)
	}
	defer rows.Close()
	for rows.Next() {
		var row entryRow
		if err := rows.ScanStruct(&row); err != nil {
			return fmt.Errorf("read a document of %s: %w", month, err)
		}
		entry, err := row.entry()
		if err != nil {
			return err
		}
		if err := do(entry); err != nil {
			return err
		}
	}
	return rows.Err()
}

// MonthsWithDocuments are the first and the last month that have documents; the zero Months if there are none.
func MonthsWithDocuments(app core.App) (first, last Month, err error) {
	for _, end := range []struct {
		month *Month
		order string
	}{{&first, "issuedAt"}, {&last, "issuedAt DESC"}} {
		invoice := &Invoice{}
		err := app.RecordQuery(collection).OrderBy(end.order).Limit(1).One(invoice)
		if errors.Is(err, sql.ErrNoRows) {
			return "", "", nil
		}
		if err != nil {
			return "", "", fmt.Errorf("find the months with documents: %w", err)
		}
		*end.month = MonthOf(invoice.IssuedAt().Time())
	}
	return first, last, nil
}

// FirstOpenWithDocuments is the first month after the closed ones that has a document; the zero Month if none has.
func FirstOpenWithDocuments(app core.App) (Month, error) {
	closed, err := ClosedThrough(app)
	if err != nil {
		return "", err
	}
	from := time.Time{}
	if closed != "" {
		from = closed.Next().Start()
	}
	invoice := &Invoice{}
	err = app.RecordQuery(collection).AndWhere(dbx.NewExp("issuedAt >= {:from}", dbx.Params{"from": database.FormatTime(from)})).
		OrderBy("issuedAt").Limit(1).One(invoice)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find the first open month: %w", err)
	}
	return MonthOf(invoice.IssuedAt().Time()), nil
}
