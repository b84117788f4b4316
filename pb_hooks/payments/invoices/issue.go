package invoices

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/settings"
)

// Issue issues the document of a sale in the caller's transaction, or returns the one that the
// transaction has: a tax invoice when the supplier has a GSTIN, else a receipt.
func Issue(tx core.App, req IssueRequest, at time.Time) (*core.Record, error) {
	existing, err := FindByTransaction(tx, req.TransactionID)
	if !errors.Is(err, sql.ErrNoRows) {
		return existing, err
	}
	site, err := settings.Read(tx)
	if err != nil {
		return nil, err
	}
	document, err := newDocument(req, site)
	if err != nil {
		return nil, err
	}
	return saveDocument(tx, document, req.TransactionID, "", at)
}

// IssueCreditNote issues the credit note of a refund in the caller's transaction, or returns the one that
// the refund has. The notes of a transaction never give back more than its document took.
func IssueCreditNote(tx core.App, transactionID, refundID string, amountPaise int64, at time.Time) (*core.Record, error) {
	if refundID == "" {
		return nil, errors.New("a credit note needs a refund's id") // invoices have none, and would be found by it
	}
	existing, err := tx.FindFirstRecordByData(collection, "refundId", refundID)
	if !errors.Is(err, sql.ErrNoRows) {
		return existing, err
	}
	record, err := FindByTransaction(tx, transactionID)
	if err != nil {
		return nil, err
	}
	original, err := Read(record)
	if err != nil {
		return nil, err
	}
	creditedBefore, err := creditedTotal(tx, transactionID)
	if err != nil {
		return nil, err
	}
	if amountPaise <= 0 || amountPaise > original.Total-creditedBefore {
		return nil, fmt.Errorf("refund %q of %d is not within the %d that document %s leaves", refundID, amountPaise, original.Total-creditedBefore, original.Number)
	}
	note := original.creditNote(creditedBefore, amountPaise)
	note.Corrects = &CorrectedDocument{original.Kind, original.Number, original.IssuedAt, refundID}
	return saveDocument(tx, note, transactionID, refundID, at)
}

// creditedTotal is what the credit notes of a transaction have given back.
func creditedTotal(tx core.App, transactionID string) (int64, error) {
	var sum int64
	err := tx.NonconcurrentDB().
		NewQuery("SELECT COALESCE(SUM(json_extract(document, '$.total')), 0) FROM invoices WHERE transactionId = {:id} AND kind = {:kind}").
		Bind(dbx.Params{"id": transactionID, "kind": CreditNote}).Row(&sum)
	return sum, err
}

// FindByTransaction returns the invoice or receipt of a transaction, or sql.ErrNoRows.
func FindByTransaction(app core.App, transactionID string) (*core.Record, error) {
	record := &core.Record{}
	err := app.RecordQuery(collection).AndWhere(dbx.HashExp{"transactionId": transactionID, "refundId": ""}).Limit(1).One(record)
	if err != nil {
		return nil, err
	}
	return record, nil
}

// saveDocument gives a document its number and stores it.
func saveDocument(tx core.App, d Document, transactionID, refundID string, at time.Time) (*core.Record, error) {
	c, err := tx.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return nil, err
	}
	serial, err := nextSerialNumber(tx, d.Kind, at)
	if err != nil {
		return nil, err
	}
	d.Number, d.IssuedAt = serial.number, at.In(indiaTime).Truncate(time.Second)
	issued, err := types.ParseDateTime(d.IssuedAt.UTC())
	if err != nil {
		return nil, err
	}
	record := core.NewRecord(c)
	record.Load(map[string]any{
		"number": serial.number, "kind": d.Kind, "financialYear": serial.financialYear, "sequence": serial.sequence,
		"transactionId": transactionID, "refundId": refundID, "issuedAt": issued, "document": d,
	})
	return record, tx.Save(record)
}

// Title says in words what kind of document a record is: "Tax invoice".
func Title(record *core.Record) string { return kindTitles[record.GetString("kind")] }

// FileName is what a document's PDF is saved as: "tax-invoice-BC-26-27-000123.pdf".
func FileName(record *core.Record) string {
	return record.GetString("kind") + "-" + strings.ReplaceAll(record.GetString("number"), "/", "-") + ".pdf"
}
