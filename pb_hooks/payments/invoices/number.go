// Package invoices issues the documents of the ledger: a tax invoice or a receipt for each
// completed transaction, and a credit note for each refund. A document is frozen when it is
// issued; its number is taken in the caller's transaction, so that no number is lost or given out
// twice. It knows nothing of the payment provider.
package invoices

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

const collection = "invoices"

// The kinds of documents.
const (
	Receipt    = "receipt"
	TaxInvoice = "tax-invoice"
	CreditNote = "credit-note"
)

// numberPrefixes begin the numbers of each kind; a number has at most 16 characters.
var numberPrefixes = map[string]string{TaxInvoice: "BC", Receipt: "BR", CreditNote: "BN"}

var indiaTime = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// financialYear is the Indian one, April to March: "26-27".
func financialYear(at time.Time) string {
	year, month, _ := at.In(indiaTime).Date()
	if month < time.April {
		year--
	}
	return fmt.Sprintf("%02d-%02d", year%100, (year+1)%100)
}

// serialNumber is where a document stands in its series.
type serialNumber struct {
	financialYear string
	sequence      int
	number        string
}

// nextSerialNumber gives a document the next place of its kind and financial year. There is one writer at a
// time, and a transaction that fails takes its number back: the series has no gap and no repeat.
func nextSerialNumber(tx core.App, kind string, at time.Time) (serialNumber, error) {
	p := serialNumber{financialYear: financialYear(at)}
	err := tx.NonconcurrentDB().
		NewQuery("SELECT COALESCE(MAX(sequence), 0) + 1 FROM invoices WHERE kind = {:kind} AND financialYear = {:year}").
		Bind(dbx.Params{"kind": kind, "year": p.financialYear}).Row(&p.sequence)
	p.number = fmt.Sprintf("%s/%s/%06d", numberPrefixes[kind], p.financialYear, p.sequence)
	return p, err
}
