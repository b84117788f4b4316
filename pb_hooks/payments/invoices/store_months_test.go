package invoices

import "testing"

func TestACreditNoteHasTheTotalOfItsInvoiceInRupees(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		entry        Entry
		rupees, want int64
	}{
		{"an invoice in dollars", Entry{Kind: TaxInvoice, Document: Document{Total: 1_180_00}}, 1_00_000_01, 1_00_000_01},
		{"a note over a tenth of it", Entry{Kind: CreditNote, OriginalTotal: 1_180_00, Document: Document{Total: 118_00}},
			10_000_10, 1_00_001_00},
		{"a note over nothing", Entry{Kind: CreditNote, OriginalTotal: 1_180_00}, 0, 0},
	} {
		if got := test.entry.OriginalRupees(test.rupees); got != test.want {
			t.Errorf("%s: %d paise, want %d", test.name, got, test.want)
		}
	}
}
