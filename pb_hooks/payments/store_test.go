package payments

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/payments/razorpay"
)

// everyQuery runs the queries of the stores that requests, webhooks and jobs use.
func everyQuery(t *testing.T, app core.App) {
	t.Helper()
	now := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	buyer := identity.NewUser(core.NewRecord(core.NewBaseCollection("users")))
	buyer.Id = "user1"
	var event string
	for name, query := range map[string]func() error{
		"transaction":        func() error { _, err := findTransaction(app, "x"); return err },
		"by payment":         func() error { _, err := findTransactionByPayment(app, "x"); return err },
		"by order":           func() error { _, err := findTransactionByOrder(app, "x"); return err },
		"by subscription":    func() error { _, err := findTransactionBySubscription(app, "x"); return err },
		"reusable":           func() error { _, err := findReusableTransaction(app, orderRequest{buyer: buyer}, now); return err },
		"in progress":        func() error { _, err := hasPaymentInProgress(app, "x", "y", now); return err },
		"ungranted":          func() error { _, err := findUngrantedPayment(app, "x", "y"); return err },
		"mandate":            func() error { _, err := findSubscriptionByProviderID(app, "x"); return err },
		"transaction's":      func() error { _, err := findSubscriptionOfTransaction(app, "x"); return err },
		"mandates":           func() error { _, err := listSubscriptions(app, "x"); return err },
		"open mandates":      func() error { _, err := listUnfinishedSubscriptions(app); return err },
		"by link":            func() error { _, err := findTransactionByLink(app, "x"); return err },
		"reusable link":      func() error { _, err := findReusableLink(app, orderRequest{buyer: buyer}, now); return err },
		"open links":         func() error { _, err := listOpenLinks(app, "x", "y"); return err },
		"without a link":     func() error { _, err := listLinksWithoutOne(app, now); return err },
		"refund of":          func() error { _, err := findRefundOf(app, "x", "y"); return err },
		"refunds":            func() error { _, err := listRefunds(app, "x"); return err },
		"events of":          func() error { _, err := listEventsOf(app, "x", "y", "z"); return err },
		"ledger row":         func() error { _, err := findLedgerRow(app, "x"); return err },
		"refund":             func() error { _, err := findRefund(app, "x"); return err },
		"open refund":        func() error { _, err := findOpenRefund(app, "x"); return err },
		"cursor":             func() error { _, err := findCursor(app, "x"); return err },
		"of a tier":          func() error { _, err := HasTransactionsOfTier(app, "x"); return err },
		"of a user":          func() error { _, err := listTransactionsOfUser(app, "x"); return err },
		"offline payment":    func() error { _, err := findOffline(app, "x"); return err },
		"open sale":          func() error { _, err := hasOpenOffline(app, "x", "y"); return err },
		"receipts":           func() error { _, err := listReceipts(app, "x", "y"); return err },
		"cash":               func() error { _, err := cashReceived(app, "x", "y", now, "z"); return err },
		"seat":               func() error { _, err := findSeat(app, "x"); return err },
		"notes":              func() error { _, err := listNotes(app, "x"); return err },
		"seats":              func() error { _, err := listSeats(app, "x"); return err },
		"seat purchases":     func() error { _, err := listSeatPurchases(app, "x"); return err },
		"open":               func() error { _, err := listOpenTransactions(app); return err },
		"membership":         func() error { _, err := findTermByTransaction(app, "x"); return err },
		"memberships":        func() error { _, err := listTerms(app, "x"); return err },
		"one membership":     func() error { _, err := findTerm(app, "x"); return err },
		"orphan":             func() error { _, err := findOrphan(app, "x"); return err },
		"unattached orphan":  func() error { _, err := findUnattachedOrphan(app, "x"); return err },
		"event":              func() error { _, err := findEvent(app, "x"); return err },
		"event by id":        func() error { _, err := eventExists(app, "x", ""); return err },
		"event by hash":      func() error { _, err := eventExists(app, "", "x"); return err },
		"new event":          func() (err error) { event, err = insertEvent(app, "evt_new", nil, razorpay.Event{}, now); return err },
		"waiting events":     func() error { _, err := listWaitingEvents(app); return err },
		"number of events":   func() error { _, err := CountWaitingEvents(app); return err },
		"oldest event":       func() error { _, err := OldestWaitingEvent(app); return err },
		"diagnostic":         func() error { return insertDiagnostic(app, Diagnostic{SignatureVerified: true}, now) },
		"trim":               func() error { return trimDiagnostics(app, true) },
		"last webhook":       func() error { _, err := LastWebhookAt(app); return err },
		"purged diagnostics": func() error { return deleteDiagnostics(app, now.Add(-time.Hour)) },
		"purged events":      func() error { return deleteFinishedEvents(app, now.Add(-time.Hour)) },
	} {
		if err := query(); err != nil && !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("%s: %v", name, err)
		}
	}
	stored, err := findEvent(app, event)
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Delete(stored); err != nil {
		t.Fatal(err)
	}
}

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	tables := []string{"transactions", "memberships", "subscriptions", "payment_events", "offline_payments", "offline_receipts", "orphan_payments", "webhook_diagnostics"}
	broad := []string{"idx_transactions_status", "idx_transactions_createdAt"}
	check := func() {
		t.Helper()
		statements := queryplan.Capture(app, func() { everyQuery(t, app) })
		if n := queryplan.AssertIndexed(t, app, statements, tables, broad); n < 25 {
			t.Errorf("only %d statements were checked", n)
		}
	}
	check()
	for _, fill := range []string{
		`INSERT INTO transactions (id, userId, membershipTierId, status, kind, createdAt, razorpayOrderId, razorpayPaymentId, razorpaySubscriptionId)
			SELECT 'fill' || i, 'user' || (i % 5000), 'tier' || (i % 3), iif(i % 10, 'completed', 'pending'), 'order',
				strftime('%Y-%m-%d %H:%M:%fZ', '2026-01-01', '+' || i || ' seconds'), 'order_' || i, iif(i % 10, 'pay_' || i, ''), ''`,
		`INSERT INTO memberships (id, userId, membershipTierId, transactionId, razorpayPaymentId) SELECT 'fill' || i, 'user' || i, 'tier1', 'fill' || i, 'pay_' || i`,
		`INSERT INTO payment_events (id, eventId, bodyHash, state, createdAt)
			SELECT 'fill' || i, 'evt_' || i, 'hash' || i, 'done', strftime('%Y-%m-%d %H:%M:%fZ', '2026-08-03 06:00', '+' || i || ' seconds')`,
		`INSERT INTO webhook_diagnostics (id, timestamp, signatureVerified) SELECT 'fill' || i, strftime('%Y-%m-%d %H:%M:%fZ', '2026-08-03 06:00', '+' || i || ' seconds'), i % 2`,
	} {
		_, err := app.NonconcurrentDB().NewQuery("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) " + fill + " FROM n").Execute()
		if err != nil {
			t.Fatal(err)
		}
	}
	check()
	if _, err := app.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
		t.Fatal(err)
	}
	check()
}
