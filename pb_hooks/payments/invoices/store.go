package invoices

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/india"
)

const collection = "invoices"

// Kind is the kind of a document.
type Kind = string

// The kinds of documents.
const (
	Receipt    Kind = "receipt"
	TaxInvoice Kind = "tax-invoice"
	CreditNote Kind = "credit-note"
)

// Invoice is the record of an issued document of any kind.
type Invoice struct{ core.BaseRecordProxy }

func newInvoice(record *core.Record) *Invoice {
	i := &Invoice{}
	i.SetProxyRecord(record)
	return i
}

// Number is the document's number in its series: "BC/26-27/000123".
func (i *Invoice) Number() string { return i.GetString("number") }

// Kind is Receipt, TaxInvoice or CreditNote.
func (i *Invoice) Kind() Kind { return i.GetString("kind") }

// RefundID is the refund that a credit note is issued for; "" for invoices and receipts.
func (i *Invoice) RefundID() string { return i.GetString("refundId") }

// TransactionID is the transaction that the document is of.
func (i *Invoice) TransactionID() string { return i.GetString("transactionId") }

// IssuedAt is the document's date.
func (i *Invoice) IssuedAt() types.DateTime { return i.GetDateTime("issuedAt") }

// Title is the kind in words: "Tax invoice".
func (i *Invoice) Title() string { return kindTitles[i.Kind()] }

// FileName is the name of the document's PDF: "tax-invoice-BC-26-27-000123.pdf".
func (i *Invoice) FileName() string {
	return i.Kind() + "-" + strings.ReplaceAll(i.Number(), "/", "-") + ".pdf"
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
	record, err := app.FindRecordById(collection, id)
	if err != nil {
		return nil, fmt.Errorf("find invoice %q: %w", id, err)
	}
	return newInvoice(record), nil
}

// FindByTransaction returns the invoice or receipt of a transaction, or sql.ErrNoRows.
func FindByTransaction(app core.App, transactionID string) (*Invoice, error) {
	// The condition of the index must be a literal: SQLite does not use a partial index for a bound value.
	return findOne(app, dbx.NewExp("transactionId = {:transaction} AND refundId = ''", dbx.Params{"transaction": transactionID}))
}

// ListByTransaction returns the documents of a transaction: its invoice or receipt, then its credit notes, the
// oldest first.
func ListByTransaction(app core.App, transactionID string) ([]*Invoice, error) {
	var list []*Invoice
	// Two indexes, one for each kind: SQLite uses a partial index only for a literal condition.
	for _, where := range []string{"refundId = ''", "refundId != ''"} {
		var part []*Invoice
		err := app.RecordQuery(collection).AndWhere(dbx.NewExp("transactionId = {:transaction} AND "+where, dbx.Params{"transaction": transactionID})).
			OrderBy("issuedAt", "id").All(&part)
		if err != nil {
			return nil, fmt.Errorf("list documents of transaction %s: %w", transactionID, err)
		}
		list = append(list, part...)
	}
	return list, nil
}

// FindByRefund returns the credit note of a refund, or sql.ErrNoRows.
func FindByRefund(app core.App, refundID string) (*Invoice, error) {
	return findOne(app, dbx.NewExp("refundId = {:refund} AND refundId != ''", dbx.Params{"refund": refundID}))
}

func findOne(app core.App, where dbx.Expression) (*Invoice, error) {
	invoice := &Invoice{}
	if err := app.RecordQuery(collection).AndWhere(where).Limit(1).One(invoice); err != nil {
		return nil, fmt.Errorf("find invoice: %w", err)
	}
	return invoice, nil
}

// creditedTotal sums the credit notes of a transaction.
func creditedTotal(tx core.App, transactionID string) (int64, error) {
	var sum int64
	err := tx.NonconcurrentDB().NewQuery(`
		SELECT COALESCE(SUM(json_extract(document, '$.total')), 0) FROM invoices
		WHERE transactionId = {:transaction} AND refundId != ''`).
		Bind(dbx.Params{"transaction": transactionID}).Row(&sum)
	if err != nil {
		return 0, fmt.Errorf("sum credit notes of transaction %s: %w", transactionID, err)
	}
	return sum, nil
}

// nextSequence returns the next place in a series. There is one writer at a time, and a transaction that
// fails takes its number back: a series has no gap and no repeat.
func nextSequence(tx core.App, kind Kind, financialYear string) (int, error) {
	var sequence int
	err := tx.NonconcurrentDB().
		NewQuery("SELECT COALESCE(MAX(sequence), 0) + 1 FROM invoices WHERE kind = {:kind} AND financialYear = {:year}").
		Bind(dbx.Params{"kind": kind, "year": financialYear}).Row(&sequence)
	if err != nil {
		return 0, fmt.Errorf("next number of %s %s: %w", kind, financialYear, err)
	}
	return sequence, nil
}

// insert gives a document its number and stores it, dated to when it happened, unless the books of that month are
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
	year := india.FinancialYear(at)[len("20"):] // as the number has it: "26-27"
	sequence, err := nextSequence(tx, d.Kind, year)
	if err != nil {
		return nil, err
	}
	d.Number, d.IssuedAt = formatNumber(d.Kind, year, sequence), at.In(india.Zone).Truncate(time.Second)
	issuedAt, err := types.ParseDateTime(d.IssuedAt.UTC())
	if err != nil {
		return nil, err
	}
	invoice := newInvoice(core.NewRecord(c))
	invoice.Load(map[string]any{
		"number": d.Number, "kind": d.Kind, "financialYear": year, "sequence": sequence,
		"transactionId": transactionID, "refundId": refundID, "issuedAt": issuedAt, "document": d,
	})
	if err := tx.Save(invoice); err != nil {
		return nil, fmt.Errorf("issue %s %s: %w", d.Kind, d.Number, err)
	}
	return invoice, awaitRegistration(tx, invoice, d)
}
