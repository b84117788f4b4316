package invoices

import (
	"fmt"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// noon is in India's financial year 26-27.
var noon = time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)

// registered makes the supplier one of Maharashtra who has a GSTIN.
var registered = map[string]any{
	"supplierName": "Boardcircle Mentoring Private Limited", "supplierAddress": "4th floor, Nariman Bhavan\nNariman Point\nMumbai 400021",
	"supplierState": "27", "supplierGstin": "27AAPFU0939F1ZV",
}

// desk is a database with transactions to issue documents for.
type desk struct {
	*testing.T
	app *tests.TestApp
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	return &desk{t, testdb.New(t)}
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// set changes the settings.
func (d *desk) set(values map[string]any) {
	d.Helper()
	record, err := d.app.FindFirstRecordByData("settings", "key", "site")
	if err != nil {
		c, err := d.app.FindCollectionByNameOrId("settings")
		d.must(err)
		record = core.NewRecord(c)
		record.Load(map[string]any{"key": "site", "gstRate": 18})
	}
	record.Load(values)
	d.must(d.app.Save(record))
}

// sale is one of ₹25,000 and 18 % GST, with a transaction of its own.
func (d *desk) sale() Sale {
	d.Helper()
	c, err := d.app.FindCollectionByNameOrId("transactions")
	d.must(err)
	t := core.NewRecord(c)
	t.Load(map[string]any{"kind": "order", "status": "completed", "amount": 2950000, "currency": "INR"})
	d.must(d.app.Save(t))
	return Sale{
		TransactionID: t.Id, CustomerName: "Asha Rao", CustomerEmail: "asha@example.com", CustomerPhone: "+919876543210",
		BillingState: "27", Description: "Founding circle, lifetime membership", Currency: "INR",
		PaymentID: "pay_" + t.Id[:14], Method: "upi", Base: 2500000, GST: 450000, Total: 2950000, GSTRate: 18, PaidAt: noon,
	}
}

func (d *desk) issue(sale Sale, at time.Time) (record *core.Record) {
	d.Helper()
	d.must(d.app.RunInTransaction(func(tx core.App) (err error) {
		record, err = Issue(tx, sale, at)
		return err
	}))
	return record
}

func (d *desk) credit(transactionID, refundID string, amount int64) (record *core.Record) {
	d.Helper()
	d.must(d.app.RunInTransaction(func(tx core.App) (err error) {
		record, err = Credit(tx, transactionID, refundID, amount, noon.Add(24*time.Hour))
		return err
	}))
	return record
}

// stored reads a document anew.
func (d *desk) stored(record *core.Record) Document {
	d.Helper()
	again, err := d.app.FindRecordById(collection, record.Id)
	d.must(err)
	document, err := Read(again)
	d.must(err)
	return document
}

func (d Document) taxLines() string {
	lines := ""
	for _, tax := range d.Taxes {
		lines += fmt.Sprintf("%s %s%% %d; ", tax.Name, tax.Rate, tax.Amount)
	}
	return lines
}
