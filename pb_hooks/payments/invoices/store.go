package invoices

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
)

const collection = "invoices"

// Kind is the kind of a document.
type Kind string

// The kinds of documents.
const (
	Receipt    Kind = "receipt"
	TaxInvoice Kind = "tax-invoice"
	CreditNote Kind = "credit-note"
	DebitNote  Kind = "debit-note"
)

// Values returns all kinds.
func (Kind) Values() []string { return rules.Options(Receipt, TaxInvoice, CreditNote, DebitNote) }

// Invoice is the record of an issued document of any kind.
type Invoice struct{ core.BaseRecordProxy }

// Number returns the document's number in its series, such as "BC/26-27/000123".
func (i *Invoice) Number() string { return i.GetString("number") }

// Kind returns Receipt, TaxInvoice, CreditNote or DebitNote.
func (i *Invoice) Kind() Kind { return Kind(i.GetString("kind")) }

// RefundID returns the refund of a credit note or its reversal by a debit note, or "" for invoices and receipts.
func (i *Invoice) RefundID() string { return i.GetString("refundId") }

// TransactionID returns the transaction of the document.
func (i *Invoice) TransactionID() string { return i.GetString("transactionId") }

// IssuedAt returns the date of the document.
func (i *Invoice) IssuedAt() types.DateTime { return i.GetDateTime("issuedAt") }

// Title returns the name of the kind, such as "Tax invoice".
func (i *Invoice) Title() string { return kindTitles[i.Kind()] }

// FileName returns the name of the document's PDF, such as "tax-invoice-BC-26-27-000123.pdf".
func (i *Invoice) FileName() string {
	return string(i.Kind()) + "-" + strings.ReplaceAll(i.Number(), "/", "-") + ".pdf"
}

func decodeDocument(text string) (d Document, err error) {
	return d, json.Unmarshal([]byte(text), &d)
}

// Document returns the content of the issued document.
func (i *Invoice) Document() (Document, error) {
	var d Document
	if err := i.UnmarshalJSONField("document", &d); err != nil {
		return d, fmt.Errorf("read document of invoice %s: %w", i.Id, err)
	}
	return d, nil
}

// Find returns an invoice by its id, or sql.ErrNoRows.
func Find(app core.App, id string) (*Invoice, error) {
	return database.Find[Invoice](app, collection, id)
}

// revision returns the number of cancelled documents of the same transaction or refund before this one.
func (i *Invoice) revision() int { return i.GetInt("revision") }

// AdvanceMonth returns the month in which the payment arrived and its tax was due, or "" if that is not before the
// document's month.
func (i *Invoice) AdvanceMonth() Month { return Month(i.GetString("advanceMonth")) }

// findLatest returns the latest document of a transaction or a refund, or sql.ErrNoRows.
func findLatest(app core.App, transactionID, refundID string) (*Invoice, error) {
	if refundID != "" {
		return FindByRefund(app, refundID)
	}
	return FindByTransaction(app, transactionID)
}

// FindByTransaction returns the latest invoice or receipt of a transaction, or sql.ErrNoRows. Earlier ones were
// cancelled.
func FindByTransaction(app core.App, transactionID string) (*Invoice, error) {
	// The condition of a partial index must be a literal, because SQLite does not use the index for a bound value.
	return findLast(app, dbx.NewExp("transactionId = {:transaction} AND refundId = ''",
		dbx.Params{"transaction": transactionID}))
}

// ListByTransaction returns the documents of a transaction: its invoice or receipt, then the cancelled ones that it has
// replaced, then the credit and debit notes, oldest first.
func ListByTransaction(app core.App, transactionID string) ([]*Invoice, error) {
	var list []*Invoice
	// There is one query for each partial index, because SQLite uses such an index only for a literal condition.
	for _, kind := range []struct {
		where string
		order []string
	}{{"refundId = ''", []string{"revision DESC"}}, {"refundId != ''", []string{"issuedAt", "id"}}} {
		var part []*Invoice
		err := app.RecordQuery(collection).
			AndWhere(dbx.NewExp("transactionId = {:transaction} AND "+kind.where,
				dbx.Params{"transaction": transactionID})).
			OrderBy(kind.order...).All(&part)
		if err != nil {
			return nil, fmt.Errorf("list documents of transaction %s: %w", transactionID, err)
		}
		list = append(list, part...)
	}
	return list, nil
}

// FindByRefund returns the latest note of a refund or of its reversal, or sql.ErrNoRows. Earlier ones were cancelled.
func FindByRefund(app core.App, refundID string) (*Invoice, error) {
	return findLast(app, dbx.NewExp("refundId = {:refund} AND refundId != ''", dbx.Params{"refund": refundID}))
}

func findLast(app core.App, where dbx.Expression) (*Invoice, error) {
	return database.First[Invoice](app, collection, where, "revision DESC")
}

// sumCredited sums the credit notes of a transaction that are not cancelled, less its debit notes.
func sumCredited(tx core.App, transactionID string) (sum credited, err error) {
	err = tx.NonconcurrentDB().NewQuery(`
		WITH notes AS (
			SELECT document AS d, iif(kind = 'debit-note', -1, 1) AS sign,
				iif(document->>'$.isWithoutTax', 0, iif(kind = 'debit-note', -1, 1)) AS taxedSign
			FROM invoices
			WHERE transactionId = {:transaction} AND refundId != '' AND NOT EXISTS (
				SELECT 1 FROM invoice_registrations WHERE invoiceId = invoices.id AND state = 'cancelled')
		)
		SELECT COALESCE(SUM(sign * (d->>'$.total')), 0) AS total,
			COALESCE(SUM(taxedSign * (d->>'$.total')), 0) AS taxed,
			COALESCE(SUM(taxedSign * (d->>'$.taxableValue')), 0) AS taxable,
			COALESCE(SUM(taxedSign * (d->>'$.taxes[0].amount')), 0) AS firstTax,
			COALESCE(SUM(sign * (d->>'$.rupeeTotal')), 0) AS rupees FROM notes`).
		Bind(dbx.Params{"transaction": transactionID}).One(&sum)
	if err != nil {
		return sum, fmt.Errorf("sum credit notes of transaction %s: %w", transactionID, err)
	}
	return sum, nil
}

// seriesOf returns the number of the series of a GSTIN: the one of its earlier documents, or the next one. Documents
// without a GSTIN are in the first series.
func seriesOf(tx core.App, gstin string) (int, error) {
	if gstin == "" {
		return 1, nil
	}
	var series int
	err := tx.NonconcurrentDB().NewQuery(`SELECT COALESCE(
			(SELECT series FROM invoices WHERE seriesGstin = {:gstin} AND seriesGstin != '' LIMIT 1),
			(SELECT MAX(series) FROM invoices WHERE seriesGstin != '') + 1, 1)`).
		Bind(dbx.Params{"gstin": gstin}).Row(&series)
	if err != nil {
		return 0, fmt.Errorf("find the series of GSTIN %s: %w", gstin, err)
	}
	return series, nil
}

// nextSequence returns the next number of a series. SQLite has one writer at a time, and a failed transaction also
// rolls back its number, so a series has no gaps and no duplicates.
func nextSequence(tx core.App, kind Kind, series int, financialYear string) (int, error) {
	var sequence int
	err := tx.NonconcurrentDB().
		NewQuery("SELECT COALESCE(MAX(sequence), 0) + 1 FROM invoices WHERE kind = {:kind} AND series = {:series} " +
			"AND financialYear = {:year}").
		Bind(dbx.Params{"kind": string(kind), "series": series, "year": financialYear}).Row(&sequence)
	if err != nil {
		return 0, fmt.Errorf("next number of %s %d %s: %w", kind, series, financialYear, err)
	}
	return sequence, nil
}

// insert assigns a number to a document and stores it. Its date is happenedAt, unless the books of that month are
// closed.
func insert(tx core.App, d Document, transactionID, refundID string, happenedAt time.Time) (*Invoice, error) {
	at, err := Date(tx, happenedAt)
	if err != nil {
		return nil, err
	}
	if !at.Equal(happenedAt) {
		own := happenedAt.In(india.Zone).Truncate(time.Second)
		d.HappenedAt = &own
	}
	c, err := tx.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return nil, err
	}
	year := india.FinancialYear(at)[len("20"):] // as in the number: "26-27"
	series, err := seriesOf(tx, d.Supplier.GSTIN)
	if err != nil {
		return nil, err
	}
	sequence, err := nextSequence(tx, d.Kind, series, year)
	if err != nil {
		return nil, err
	}
	d.Number, d.IssuedAt = formatNumber(d.Kind, series, year, sequence), at.In(india.Zone).Truncate(time.Second)
	issuedAt, err := types.ParseDateTime(d.IssuedAt.UTC())
	if err != nil {
		return nil, err
	}
	revision, advance := 0, Month("")
	switch last, err := findLatest(tx, transactionID, refundID); {
	case err == nil: // The document that this one replaces may already be in a tax return, so its advance month stays.
		revision, advance = last.revision()+1, last.AdvanceMonth()
	case !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	if advance == "" {
		if advance, err = advanceMonth(tx, d); err != nil {
			return nil, err
		}
	}
	invoice := database.As[Invoice](core.NewRecord(c))
	invoice.Load(map[string]any{
		"number":        d.Number,
		"kind":          string(d.Kind),
		"series":        series,
		"seriesGstin":   d.Supplier.GSTIN,
		"financialYear": year,
		"sequence":      sequence,
		"transactionId": transactionID,
		"refundId":      refundID,
		"revision":      revision,
		"advanceMonth":  string(advance),
		"issuedAt":      issuedAt,
		"document":      d,
	})
	if err := tx.Save(invoice); err != nil {
		return nil, fmt.Errorf("issue %s %s: %w", d.Kind, d.Number, err)
	}
	return invoice, awaitRegistration(tx, invoice, d)
}
