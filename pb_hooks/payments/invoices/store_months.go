package invoices

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
)

const monthsCollection = "closed_months"

// ClosedMonth is the record of a month of closed books.
type ClosedMonth struct{ core.BaseRecordProxy }

func (m *ClosedMonth) Month() Month { return Month(m.GetString("month")) }

// ClosedBy returns the admin who has closed the month.
func (m *ClosedMonth) ClosedBy() string { return m.GetString("closedBy") }

// ClosedAt returns when the month was closed.
func (m *ClosedMonth) ClosedAt() time.Time { return m.GetDateTime("createdAt").Time() }

// NewClosedMonth returns the record of a month without saving it.
func NewClosedMonth(tx core.App, month Month, by string) (*ClosedMonth, error) {
	m, err := database.New[ClosedMonth](tx, monthsCollection)
	if err != nil {
		return nil, err
	}
	m.Load(map[string]any{"month": string(month), "closedBy": by})
	return m, nil
}

// LastClosed returns the last month that is closed, or sql.ErrNoRows.
func LastClosed(app core.App) (*ClosedMonth, error) {
	return database.First[ClosedMonth](app, monthsCollection, nil, "month DESC")
}

// ClosedThrough returns the last closed month, or the zero Month if no month is closed. All earlier months are closed
// too.
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

// FindClosed returns the record of a month, or sql.ErrNoRows. A month that was closed together with a later one has no
// record.
func FindClosed(app core.App, month Month) (*ClosedMonth, error) {
	return database.First[ClosedMonth](app, monthsCollection, dbx.HashExp{"month": string(month)})
}

// Entry is a document in the books. OriginalTotal is the total of the document that a credit note corrects, in minor
// units. CancelledAt is when its IRN was cancelled, or zero. A cancelled document counts nothing.
type Entry struct {
	ID, TransactionID, RefundID string
	Kind                        Kind
	FinancialYear               string
	// Series is the number of the series, and Sequence the position in it.
	Series, Sequence int
	OriginalTotal    int64
	CancelledAt      time.Time
	// AdvanceMonth is the month in which the payment arrived and its tax was due, or "" if that is the document's own
	// month.
	AdvanceMonth Month
	Document     Document
}

// OriginalRupees returns the total in rupees, in paise, of an invoice, or of the invoice that a credit note corrects.
// rupees is the total of the entry's own document; both documents have the same rate.
func (e Entry) OriginalRupees(rupees int64) int64 {
	if e.Kind != CreditNote && e.Kind != DebitNote || e.Document.Total == 0 {
		return rupees
	}
	return proportion(e.OriginalTotal, rupees, e.Document.Total)
}

// IsCancelled reports whether the document's IRN was cancelled.
func (e Entry) IsCancelled() bool { return !e.CancelledAt.IsZero() }

type entryRow struct {
	ID            string `db:"id"`
	TransactionID string `db:"transactionId"`
	RefundID      string `db:"refundId"`
	Kind          Kind   `db:"kind"`
	FinancialYear string `db:"financialYear"`
	Series        int    `db:"series"`
	Sequence      int    `db:"sequence"`
	OriginalTotal int64  `db:"originalTotal"`
	// CancelledAt is NULL for a document without a registration.
	CancelledAt  types.DateTime `db:"cancelledAt"`
	AdvanceMonth Month          `db:"advanceMonth"`
	Document     string         `db:"document"`
}

func (row entryRow) entry() (Entry, error) {
	entry := Entry{
		ID:            row.ID,
		TransactionID: row.TransactionID,
		RefundID:      row.RefundID,
		Kind:          row.Kind,
		FinancialYear: row.FinancialYear,
		Series:        row.Series,
		Sequence:      row.Sequence,
		OriginalTotal: row.OriginalTotal,
		CancelledAt:   row.CancelledAt.Time(),
		AdvanceMonth:  row.AdvanceMonth,
	}
	var err error
	if entry.Document, err = decodeDocument(row.Document); err != nil {
		return entry, fmt.Errorf("read document %s: %w", row.ID, err)
	}
	return entry, nil
}

// EachOfMonth calls do for each document with a date in a month, sorted by kind, date and number.
func EachOfMonth(app core.App, month Month, do func(Entry) error) error {
	for _, kind := range []Kind{TaxInvoice, CreditNote, DebitNote, Receipt} {
		if err := eachOfKind(app, kind, month, do); err != nil {
			return err
		}
	}
	return nil
}

func eachOfKind(app core.App, kind Kind, month Month, do func(Entry) error) error {
	rows, err := app.ConcurrentDB().NewQuery(`
		SELECT i.id, i.transactionId, i.refundId, i.kind, i.financialYear, i.series, i.sequence, i.advanceMonth, i.document,
			(SELECT r.cancelledAt FROM invoice_registrations r WHERE r.invoiceId = i.id) AS cancelledAt,
			CASE WHEN i.refundId = '' THEN 0 ELSE COALESCE((
				SELECT json_extract(o.document, '$.total') FROM invoices o
				WHERE o.transactionId = i.transactionId AND o.refundId = '' ORDER BY o.revision DESC LIMIT 1
			), 0) END AS originalTotal
		FROM invoices i WHERE i.kind = {:kind} AND i.issuedAt >= {:from} AND i.issuedAt < {:to}
		ORDER BY i.issuedAt, i.sequence`).
		Bind(dbx.Params{"kind": string(kind), "from": database.FormatTime(month.Start()),
			"to": database.FormatTime(month.Next().Start())}).
		Rows()
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

// KindSum is the sum of the documents of one kind in a month, in paise. A document whose IRN was cancelled, or whose
// rupee rate is not known, is counted with the amount 0.
type KindSum struct {
	Kind      Kind  `db:"kind"`
	Documents int   `db:"documents"`
	Taxable   int64 `db:"taxable"`
	Tax       int64 `db:"tax"`
	Total     int64 `db:"total"`
}

// SumMonth sums the documents of a month in SQL, independently of the code of the registers, to check that code. rates
// are the entered rupee rates in ten-thousandths, by month and currency, such as "2026-11USD".
func SumMonth(app core.App, month Month, rates map[string]int64) (sums []KindSum, err error) {
	known, err := json.Marshal(rates)
	if err != nil {
		return nil, err
	}
	// A document in rupees has its own amounts. Another document has the provider's total in rupees, or its total at
	// the rate of its month, or of the month of the document that a credit note corrects.
	err = app.ConcurrentDB().NewQuery(`
		WITH own AS MATERIALIZED (
			SELECT i.kind, i.document->>'$.currency' AS currency, i.document->>'$.total' AS total,
				i.document->>'$.taxableValue' AS taxable, COALESCE(i.document->>'$.rupeeTotal', 0) AS rupeeTotal,
				substr(COALESCE(i.document->>'$.corrects.issuedAt', i.document->>'$.issuedAt'), 1, 7) AS rateMonth,
				(SELECT COALESCE(SUM(tax.value->>'$.amount'), 0) FROM json_each(i.document, '$.taxes') tax) AS tax,
				NOT EXISTS (SELECT 1 FROM invoice_registrations r
					WHERE r.invoiceId = i.id AND r.cancelledAt != '') AS isInEffect
			FROM invoices i WHERE i.issuedAt >= {:from} AND i.issuedAt < {:to}
		), converted AS (
			SELECT *, CASE
				WHEN currency = 'INR' THEN total
				WHEN rupeeTotal > 0 THEN rupeeTotal
				ELSE (total * COALESCE(
					(SELECT value FROM json_each({:rates}) WHERE key = rateMonth || currency), 0) + 5000) / 10000
			END AS rupees FROM own
		), rupee AS (
			SELECT kind, isInEffect, rupees AS total,
				CASE WHEN currency = 'INR' THEN taxable WHEN total = 0 THEN 0
					ELSE (taxable * rupees + total / 2) / total END AS taxable,
				CASE WHEN currency = 'INR' THEN tax END AS tax
			FROM converted
		)
		SELECT kind, COUNT(*) AS documents, COALESCE(SUM(taxable) FILTER (WHERE isInEffect), 0) AS taxable,
			COALESCE(SUM(COALESCE(tax, total - taxable)) FILTER (WHERE isInEffect), 0) AS tax,
			COALESCE(SUM(total) FILTER (WHERE isInEffect), 0) AS total
		FROM rupee GROUP BY kind ORDER BY kind`).
		Bind(dbx.Params{"from": database.FormatTime(month.Start()), "to": database.FormatTime(month.Next().Start()),
			"rates": string(known)}).
		All(&sums)
	if err != nil {
		return nil, fmt.Errorf("sum the documents of %s: %w", month, err)
	}
	return sums, nil
}

// MonthsWithDocuments returns the first and the last month with documents or advances, or zero Months if there are
// none.
func MonthsWithDocuments(app core.App) (first, last Month, err error) {
	for _, end := range []struct {
		month *Month
		order string
	}{{&first, "issuedAt"}, {&last, "issuedAt DESC"}} {
		invoice, err := database.First[Invoice](app, collection, nil, end.order)
		if err != nil {
			return "", "", database.IgnoreMissing(err)
		}
		*end.month = MonthOf(invoice.IssuedAt().Time())
	}
	if advance, err := firstAdvanceMonth(app); err != nil || advance != "" && advance < first {
		return advance, last, err
	}
	return first, last, nil
}

// FirstOpenWithDocuments returns the first open month with a document, or the zero Month if none exists.
func FirstOpenWithDocuments(app core.App) (Month, error) {
	closed, err := ClosedThrough(app)
	if err != nil {
		return "", err
	}
	from := time.Time{}
	if closed != "" {
		from = closed.Next().Start()
	}
	invoice, err := database.First[Invoice](app, collection,
		dbx.NewExp("issuedAt >= {:from}", dbx.Params{"from": database.FormatTime(from)}), "issuedAt")
	if err != nil {
		return "", database.IgnoreMissing(err)
	}
	return MonthOf(invoice.IssuedAt().Time()), nil
}

// EachAdvance calls do for each invoice of a later month whose payment arrived in a month.
func EachAdvance(app core.App, month Month, do func(Entry) error) error {
	var rows []entryRow
	// The condition of a partial index must be a literal, because SQLite does not use the index for a bound value.
	err := app.ConcurrentDB().NewQuery(`
		SELECT i.id, i.transactionId, i.refundId, i.kind, i.financialYear, i.series, i.sequence, i.advanceMonth, i.document,
		0 AS originalTotal,
			(SELECT r.cancelledAt FROM invoice_registrations r WHERE r.invoiceId = i.id) AS cancelledAt
		FROM invoices i WHERE i.advanceMonth = {:month} AND i.advanceMonth != '' ORDER BY i.issuedAt, i.rowid`).
		Bind(dbx.Params{"month": string(month)}).All(&rows)
	if err != nil {
		return fmt.Errorf("list advances of %s: %w", month, err)
	}
	for _, row := range rows {
		entry, err := row.entry()
		if err != nil {
			return err
		}
		if err := do(entry); err != nil {
			return err
		}
	}
	return nil
}

// firstAdvanceMonth returns the first month with an advance, or "".
func firstAdvanceMonth(app core.App) (month Month, err error) {
	err = app.ConcurrentDB().
		NewQuery("SELECT COALESCE(MIN(advanceMonth), '') FROM invoices WHERE advanceMonth != ''").Row(&month)
	if err != nil {
		return "", fmt.Errorf("find the first advance: %w", err)
	}
	return month, nil
}
