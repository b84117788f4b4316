package invoices

import (
	"fmt"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/gst"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// noon is noon in India on 3 August 2026, in the financial year 26-27.
var noon = time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)

// registeredSupplier makes the supplier a company in Maharashtra with a GSTIN.
var registeredSupplier = map[string]any{
	"supplierName":    "Boardcircle Mentoring Private Limited",
	"supplierAddress": "4th floor, Nariman Bhavan\nNariman Point\nMumbai 400021",
	"supplierState":   "27",
	"supplierGstin":   "27AAPFU0939F1ZV",
}

// fixture is a test with a database.
type fixture struct {
	*testing.T
	app *tests.TestApp
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	return &fixture{t, testdb.New(t)}
}

func (d *fixture) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *fixture) updateSettings(values map[string]any) {
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

// issueRequest stores a transaction and returns a request for its document of ₹25,000 plus 18 % GST.
func (d *fixture) issueRequest() IssueRequest {
	d.Helper()
	c, err := d.app.FindCollectionByNameOrId("transactions")
	d.must(err)
	t := core.NewRecord(c)
	t.Load(map[string]any{"kind": "order", "status": "completed", "amount": 2950000, "currency": "INR"})
	d.must(d.app.Save(t))
	return IssueRequest{
		TransactionID: t.Id,
		Recipient: Recipient{
			Name:  "Asha Rao",
			Email: "asha@example.com",
			Phone: "+919876543210",
			State: gst.StateOf("27"),
		},
		Place:       gst.StateOf("27"),
		Description: "Founding circle, lifetime membership",
		Currency:    "INR",
		PaymentID:   "pay_" + t.Id[:14],
		Method:      "upi",
		Base:        2500000,
		GST:         450000,
		Total:       2950000,
		GSTRate:     18,
		PaidAt:      noon,
		SuppliedAt:  noon,
	}
}

func (d *fixture) issue(sale IssueRequest, at time.Time) (record *Invoice) {
	d.Helper()
	d.must(d.app.RunInTransaction(func(tx core.App) (err error) {
		record, err = Issue(tx, sale, at)
		return err
	}))
	return record
}

func (d *fixture) credit(transactionID, refundID string, amount int64) (record *Invoice) {
	d.Helper()
	d.must(d.app.RunInTransaction(func(tx core.App) (err error) {
		record, err = IssueCreditNote(tx, transactionID, refundID, "Refund", amount, noon.Add(24*time.Hour))
		return err
	}))
	return record
}

// stored returns the content of a document as it is in the database.
func (d *fixture) stored(record *Invoice) Document {
	d.Helper()
	found, err := Find(d.app, record.Id)
	d.must(err)
	document, err := found.Document()
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
