package invoices

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/gst"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// numbers returns the numbers of all documents of a kind.
func (d *fixture) numbers(kind Kind) (numbers []string) {
	d.Helper()
	d.must(d.app.DB().Select("number").From(collection).Where(dbx.HashExp{"kind": kind}).OrderBy("sequence").Column(
		&numbers))
	return numbers
}

// Every fifth transaction is rolled back once. Its number must be used by another document.
func TestFiftyConcurrentSalesGetFiftyConsecutiveNumbers(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	rollBack := errors.New("roll back")
	var sales []IssueRequest
	for range 50 {
		sales = append(sales, d.issueRequest())
	}
	var all sync.WaitGroup
	for i, sale := range sales {
		all.Go(func() {
			err := d.app.RunInTransaction(func(tx core.App) error {
				if _, err := Issue(tx, sale, noon); err != nil {
					return err
				}
				if i%5 == 0 {
					return rollBack
				}
				return nil
			})
			if i%5 == 0 && errors.Is(err, rollBack) {
				err = d.app.RunInTransaction(func(tx core.App) error {
					_, err := Issue(tx, sale, noon)
					return err
				})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got := d.numbers(Receipt)
	for i := range 50 {
		if want := fmt.Sprintf("BR/26-27/%06d", i+1); i >= len(got) || got[i] != want {
			t.Fatalf("numbers = %v, want %s at index %d", got, want, i)
		}
	}
	if len(got) != 50 {
		t.Errorf("%d documents, want 50", len(got))
	}
}

func TestNumbersRestartWithTheFinancialYearInIndia(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	last := time.Date(2027, 3, 31, 18, 29, 59, 0, time.UTC) // one second before midnight in India
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{noon, "BR/26-27/000001"}, {last, "BR/26-27/000002"}, {last.Add(time.Second), "BR/27-28/000001"},
		{last.AddDate(0, -3, 0), "BR/26-27/000003"}, {time.Date(2099, 12, 1, 0, 0, 0, 0, time.UTC), "BR/99-00/000001"},
	} {
		record := d.issue(d.issueRequest(), c.at)
		if got := record.GetString("number"); got != c.want {
			t.Errorf("number on %v = %s, want %s", c.at, got, c.want)
		}
		if document := d.stored(record); document.Number != c.want || !document.IssuedAt.Equal(c.at) {
			t.Errorf("document = %s of %v, want %s of %v", document.Number, document.IssuedAt, c.want, c.at)
		}
	}
}

func TestEachKindOfDocumentHasItsOwnNumbers(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.issueRequest()
	d.issue(first, noon)
	d.updateSettings(registeredSupplier)
	second := d.issueRequest()
	d.issue(second, noon)
	d.credit(first.TransactionID, "rfnd_1", 100)
	d.credit(second.TransactionID, "rfnd_2", 100)
	for kind, want := range map[Kind][]string{
		Receipt: {"BR/26-27/000001"}, TaxInvoice: {"BC/26-27/000001"}, CreditNote: {"BN/26-27/000001", "BN/26-27/000002"},
	} {
		if got := d.numbers(kind); !slices.Equal(got, want) {
			t.Errorf("numbers of %s = %v, want %v", kind, got, want)
		}
	}
}

// A note belongs to the GSTIN of the document that it corrects. A number has at most 16 characters.
func TestEachGSTINHasItsOwnNumbers(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	issue := func(gstin, want string) IssueRequest {
		t.Helper()
		d.updateSettings(map[string]any{
			"taxStatus": "registered", "taxAdviser": "S. Iyer, FCA", "taxSettledOn": "2026-11-20",
			"supplierState": gstin[:2], "supplierGstin": gstin,
		})
		sale := d.issueRequest()
		if got := d.issue(sale, noon).GetString("number"); got != want {
			t.Errorf("the number of GSTIN %s = %s, want %s", gstin, got, want)
		}
		return sale
	}
	d.issue(d.issueRequest(), noon) // a receipt, without a GSTIN
	const first, second, third = "27AAPFU0939F1ZV", "29AAPFU0939F1ZR", "29AAGCB7383J1Z4"
	sale := issue(first, "BC/26-27/000001")
	other := issue(second, "BC2/26-27/000001")
	issue(second, "BC2/26-27/000002")
	issue(third, "BC3/26-27/000001")
	issue(first, "BC/26-27/000002")
	d.credit(other.TransactionID, "rfnd_1", 100)
	d.credit(sale.TransactionID, "rfnd_2", 100)
	if got, want := d.numbers(CreditNote), []string{"BN2/26-27/000001", "BN/26-27/000001"}; !slices.Equal(got, want) {
		t.Errorf("credit notes = %v, want %v", got, want)
	}
	if got := formatNumber(DebitNote, 12, "26-27", 34); got != "BD12/26-27/00034" {
		t.Errorf("the number of series 12 = %s", got)
	}
}

func TestASaleAndARefundHaveOneDocumentEach(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	sale := d.issueRequest()
	if first := d.issue(sale, noon); d.issue(sale, noon.Add(time.Hour)).Id != first.Id {
		t.Error("the sale has two documents")
	}
	if note := d.credit(sale.TransactionID, "rfnd_1", 100); d.credit(sale.TransactionID, "rfnd_1", 100).Id != note.Id {
		t.Error("the refund has two credit notes")
	}
	if n, err := d.app.CountRecords(collection); err != nil || n != 2 {
		t.Errorf("%d documents, %v; want 2", n, err)
	}
}

func TestLaterSettingsDoNotChangeIssuedDocuments(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.updateSettings(registeredSupplier)
	sale := d.issueRequest()
	record := d.issue(sale, noon)
	before, pdf := d.stored(record), renderPage(t, record)
	d.updateSettings(map[string]any{
		"gstRate":         28,
		"supplierName":    "Somebody Else",
		"supplierAddress": "Elsewhere",
		"supplierGstin":   "29AAPFU0939F1ZR",
		"sacCode":         "998599",
	})
	if after := d.stored(record); asJSON(t, after) != asJSON(t, before) ||
		renderPage(t, record).String() != pdf.String() {
		t.Error("the document has changed")
	}
	note := d.stored(d.credit(sale.TransactionID, "rfnd_1", 2950000))
	if note.Supplier != before.Supplier || note.taxLines() != "CGST 9% 225000; SGST 9% 225000; " {
		t.Errorf("the credit note does not have the supplier and the taxes of its invoice: %+v", note)
	}
	unregistered := d.issueRequest()
	d.updateSettings(map[string]any{"supplierGstin": ""})
	if d.stored(d.issue(unregistered, noon)).Kind != Receipt || d.stored(record).Kind != TaxInvoice {
		t.Error("the kind does not match the settings at the time of issue")
	}
}

func TestTheTaxesDependOnTheStateOfTheBuyer(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.updateSettings(registeredSupplier)
	for _, c := range []struct {
		supplier, buyer, want, place string
		rate                         int
		gst                          int64
	}{
		{"27AAPFU0939F1ZV", "27", "CGST 9% 225001; SGST 9% 225000; ", "27 Maharashtra", 18, 450001},
		{"27AAPFU0939F1ZV", "29", "IGST 18% 450001; ", "29 Karnataka", 18, 450001},
		// The state in the GSTIN overrides the stated one.
		{"29AAPFU0939F1ZR", "29", "CGST 2.5% 1; SGST 2.5% 0; ", "29 Karnataka", 5, 1},
		{"27AAPFU0939F1ZV", "27", "", "27 Maharashtra", 0, 0},
		{"04AAPFU0939F1Z3", "04", "CGST 9% 225001; UTGST 9% 225000; ", "04 Chandigarh", 18, 450001},
		{"27AAPFU0939F1ZV", "04", "IGST 18% 450001; ", "04 Chandigarh", 18, 450001},
		{"27AAPFU0939F1ZV", "96", "IGST 18% 450001; ", "96 Other Countries", 18, 450001},
		{"27AAPFU0939F1ZV", "96", "", "96 Other Countries", 0, 0},
	} {
		d.updateSettings(map[string]any{"supplierGstin": c.supplier})
		sale := d.issueRequest()
		sale.Place, sale.GSTRate, sale.GST, sale.Total = placeOf(c.buyer), c.rate, c.gst, sale.Base+c.gst
		document := d.stored(d.issue(sale, noon))
		if document.taxLines() != c.want || document.PlaceOfSupply.String() != c.place {
			t.Errorf("%+v: taxes = %s, place of supply = %s", c, document.taxLines(), document.PlaceOfSupply)
		}
	}
	unplaced := d.issueRequest()
	unplaced.Place = gst.State{}
	if _, err := Issue(d.app, unplaced, noon); !errors.Is(err, ErrPlaceUnknown) {
		t.Errorf("without a place of supply: error = %v, want %v", err, ErrPlaceUnknown)
	}
}

func TestAmountsThatDoNotAddUpAreRefused(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for _, change := range []func(*IssueRequest){
		func(s *IssueRequest) { s.Total++ }, func(s *IssueRequest) { s.GST = -1; s.Total = s.Base - 1 }, func(s *IssueRequest) { s.Base = -1; s.Total = s.GST - 1 },
	} {
		sale := d.issueRequest()
		change(&sale)
		if _, err := Issue(d.app, sale, noon); err == nil {
			t.Errorf("a document of %d and %d with the total %d was issued", sale.Base, sale.GST, sale.Total)
		}
	}
	if n, err := d.app.CountRecords(collection); err != nil || n != 0 {
		t.Errorf("%d documents, %v; want none", n, err)
	}
}

func TestCreditNotesNeverExceedTheInvoice(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	sale := d.issueRequest()
	d.issue(sale, noon)
	d.credit(sale.TransactionID, "rfnd_1", 2949999)
	for _, c := range []struct {
		transaction, refund string
		amount              int64
	}{{sale.TransactionID, "rfnd_2", 2}, {sale.TransactionID, "rfnd_3", 0}, {sale.TransactionID, "rfnd_4", -1}, {sale.TransactionID, "", 1}, {"unknown", "rfnd_5", 1}} {
		if _, err := IssueCreditNote(d.app, c.transaction, c.refund, "Refund", c.amount, noon); err == nil {
			t.Errorf("a credit note was issued for %+v", c)
		}
	}
	d.credit(sale.TransactionID, "rfnd_6", 1)
}

func TestDocumentsCannotBeChangedOrDeleted(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	RegisterHooks(d.app)
	sale := d.issueRequest()
	record := d.issue(sale, noon)
	record.Set("document", map[string]any{"total": 1})
	if err := d.app.Save(record); err == nil {
		t.Error("a document was changed")
	}
	if err := d.app.Delete(record); err == nil {
		t.Error("a document was deleted")
	}
	c, err := d.app.FindCollectionByNameOrId(collection)
	d.must(err)
	if err := d.app.TruncateCollection(c); err == nil {
		t.Error("all documents were deleted")
	}
	transaction, err := d.app.FindRecordById("transactions", sale.TransactionID)
	d.must(err)
	if err := d.app.Delete(transaction); err == nil {
		t.Error("a transaction with a document was deleted")
	}
	if got := d.stored(record); got.Total != sale.Total {
		t.Errorf("total of the document = %d, want %d", got.Total, sale.Total)
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// placeOf returns the state with a code, or gst.Abroad.
func placeOf(code string) gst.State {
	if code == gst.Abroad.Code {
		return gst.Abroad
	}
	return gst.StateOf(code)
}
