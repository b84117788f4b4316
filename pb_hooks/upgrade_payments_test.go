package hooks_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/payments/ledger"
)

// The release before had the facts of a transaction in webhookData, and one payment of a wrong amount for each
// transaction. Two halves of a price were paid; one went back, and the other was in no list.
func TestAnUpgradeListsEveryPaymentThatIsNeitherSoldNorReturned(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788005000")
	sold := addRow(t, app, "transactions", map[string]any{
		"status": "completed", "kind": "order", "currency": "INR", "amount": 2950000, "refundedAmount": 100000,
		"razorpayPaymentId": "pay_sold", "razorpayOrderId": "order_1", "paymentMethod": "upi",
		"webhookData": map[string]any{
			"paidAt": 1785738600, "rupeeAmount": 7, "failure": "", "refunds": map[string]int64{"rfnd_1": 100000},
			"refundedAt": map[string]int64{"rfnd_1": 1785738700},
			"raised":     []string{"charge-after-cancellation:pay_sold"},
		},
	})
	halves := addRow(t, app, "transactions", map[string]any{
		"status": "failed", "kind": "order", "currency": "INR", "amount": 2950000, "razorpayOrderId": "order_2",
		"webhookData": map[string]any{"raised": []string{"wrong-amount:pay_half1", "wrong-amount:pay_half2"}},
	})
	for id, returns := range map[string]any{"pay_half1": map[string]int64{"rfnd_2": 1475000}, "pay_half2": nil} {
		addRow(t, app, "orphan_payments", map[string]any{
			"razorpayPaymentId": id, "amount": 1475000, "currency": "INR", "status": "captured", "attachedTo": halves,
			"returns": returns,
		})
	}
	if _, err := core.NewMigrationsRunner(app, core.AppMigrations).Up(); err != nil {
		t.Fatal(err)
	}
	transaction, err := ledger.FindTransaction(app, sold)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := transaction.Facts()
	if err != nil || facts.PaidAt != 1785738600 || facts.RupeeAmount != 7 || facts.Refunds["rfnd_1"] != 100000 ||
		facts.RefundedAt["rfnd_1"] != 1785738700 || len(facts.Notified) != 1 ||
		!transaction.IsChargeAfterCancellation() {
		t.Errorf("facts = %+v, %v", facts, err)
	}
	payment, err := ledger.FindCaptured(app, "pay_sold")
	if err != nil || !payment.IsSold() || payment.TransactionID() != sold || payment.Amount() != 2950000 ||
		payment.Refunded() != 100000 || payment.Method() != "upi" {
		t.Errorf("the payment that was sold = %v, %v", payment, err)
	}
	unmatched := func(where string) (ids []string) {
		if err := app.DB().Select("razorpayPaymentId").From("payments_unknown").
			Where(dbx.NewExp(where)).Column(&ids); err != nil {
			t.Fatal(err)
		}
		return ids
	}
	if ids := unmatched("needsAttention"); len(ids) != 1 || ids[0] != "pay_half2" {
		t.Errorf("the unmatched payments are %v, want pay_half2", ids)
	}
	reverted := 0
	for _, migration := range core.AppMigrations.Items() {
		if filepath.Base(migration.File) >= "1788005010" {
			reverted++
		}
	}
	if _, err := core.NewMigrationsRunner(app, core.AppMigrations).Down(reverted); err != nil {
		t.Fatal(err)
	}
	var orphans int
	if err := app.DB().NewQuery("SELECT count(*) FROM orphan_payments").Row(&orphans); err != nil || orphans != 2 {
		t.Errorf("after the migration was reverted: %d orphan payments, %v, want 2", orphans, err)
	}
}

// The release before had one amount to return for each offline payment, which a later one replaced.
func TestAnUpgradeKeepsWhatIsOwedForOfflinePayments(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788006200")
	payment := func(state string, values map[string]any) string {
		values["state"], values["due"], values["transactionId"] = state, 2950000, "transaction of "+state
		id := addRow(t, app, "offline_payments", values)
		addRow(t, app, "offline_receipts", map[string]any{"offlinePaymentId": id, "mode": "neft", "amount": 2950000,
			"state": "cleared"})
		return id
	}
	refunded := payment("cleared", map[string]any{"received": 2950000, "refunded": 150000, "toReturn": 50000})
	ended := payment("cancelled", map[string]any{"received": 2950000, "refunded": 150000, "toReturn": 2800000,
		"returnedAt": "2026-08-01 06:30:00.000Z", "returnReference": "R2", "endReason": "Left the country"})
	if _, err := core.NewMigrationsRunner(app, core.AppMigrations).Up(); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{
		refunded: "refund 50000 open , refund 100000 returned ",
		ended:    "ended 2800000 returned R2, refund 150000 returned ",
	} {
		var got string
		err := app.DB().NewQuery(`SELECT group_concat(kind || ' ' || amount || ' ' || state || ' ' || reference, ', ')
			FROM (SELECT * FROM offline_returns WHERE offlinePaymentId = {:id} ORDER BY id)`).
			Bind(dbx.Params{"id": id}).Row(&got)
		if err != nil || got != want {
			t.Errorf("the returns are %q, %v, want %q", got, err, want)
		}
	}
}

// Before, all GSTINs shared the numbers. Those documents stay the series of the first GSTIN; another one starts its own.
func TestAnUpgradeKeepsTheNumbersOfDocumentsInTheFirstSeries(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788006600")
	gstins := []string{"", "27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "27AAPFU0939F1ZV"}
	for i, gstin := range gstins {
		addRow(t, app, "invoices", map[string]any{
			"number": fmt.Sprintf("BN/26-27/%06d", i+1), "kind": "credit-note", "financialYear": "26-27", "sequence": i + 1,
			"transactionId": addRow(t, app, "transactions", map[string]any{
				"status": "refunded", "kind": "order", "currency": "INR", "amount": 100, "webhookData": map[string]any{},
			}),
			"refundId": fmt.Sprintf("rfnd_%d", i), "issuedAt": "2026-08-03 06:30:00.000Z",
			"document": map[string]any{"supplier": map[string]any{"gstin": gstin}},
		})
	}
	if _, err := core.NewMigrationsRunner(app, core.AppMigrations).Up(); err != nil {
		t.Fatal(err)
	}
	var rows []string
	if err := app.DB().NewQuery("SELECT series || ' ' || seriesGstin FROM invoices ORDER BY sequence").Column(&rows); err != nil {
		t.Fatal(err)
	}
	if want := []string{"1 ", "1 27AAPFU0939F1ZV", "1 ", "1 27AAPFU0939F1ZV"}; !slices.Equal(rows, want) {
		t.Errorf("the series are %q, want %q", rows, want)
	}
}
