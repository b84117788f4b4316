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

// prefixes begin the numbers of each kind; a number has at most 16 characters.
var prefixes = map[string]string{TaxInvoice: "BC", Receipt: "BR", CreditNote: "BN"}

var india = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// financialYear is the Indian one, April to March: "26-27".
func financialYear(at time.Time) string {
	year, month, _ := at.In(india).Date()
	if month < time.April {
		year--
	}
	return fmt.Sprintf("%02d-%02d", year%100, (year+1)%100)
}

// place is where a document stands in its series.
type place struct {
	year     string
	sequence int
	number   string
}

// next gives a document the next place of its kind and financial year. There is one writer at a
// time, and a transaction that fails takes its number back: the series has no gap and no repeat.
func next(tx core.App, kind string, at time.Time) (place, error) {
	p := place{year: financialYear(at)}
	err := tx.NonconcurrentDB().
		NewQuery("SELECT COALESCE(MAX(sequence), 0) + 1 FROM invoices WHERE kind = {:kind} AND financialYear = {:year}").
		Bind(dbx.Params{"kind": kind, "year": p.year}).Row(&p.sequence)
	p.number = fmt.Sprintf("%s/%s/%06d", prefixes[kind], p.year, p.sequence)
	return p, err
}
