package ledger

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// everyQuery runs the queries of the stores that requests, webhooks and jobs use.
func everyQuery(t *testing.T, app core.App) {
	t.Helper()
	now := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	buyer := identity.NewUser(core.NewRecord(core.NewBaseCollection("users")))
	buyer.Id = "user1"
	for name, query := range map[string]func() error{
		"transaction":       func() error { _, err := FindTransaction(app, "x"); return err },
		"by payment":        func() error { _, err := FindTransactionByPayment(app, "x"); return err },
		"by order":          func() error { _, err := FindTransactionByOrder(app, "x"); return err },
		"by subscription":   func() error { _, err := FindTransactionBySubscription(app, "x"); return err },
		"reusable":          func() error { _, err := FindReusableTransaction(app, Order{Buyer: buyer}, now); return err },
		"in progress":       func() error { _, err := HasPaymentInProgress(app, "x", "y", now); return err },
		"ungranted":         func() error { _, err := findUngrantedPayment(app, "x", "y"); return err },
		"by link":           func() error { _, err := FindTransactionByLink(app, "x"); return err },
		"reusable link":     func() error { _, err := FindReusableLink(app, Order{Buyer: buyer}, now); return err },
		"open links":        func() error { _, err := listOpenLinks(app, "x"); return err },
		"of a tier's page":  func() error { _, err := ListTierPageOrders(app, now, now); return err },
		"ledger row":        func() error { _, err := FindLedgerRow(app, "x"); return err },
		"of a tier":         func() error { _, err := HasTransactionsOfTier(app, "x"); return err },
		"of a user":         func() error { _, err := ListTransactionsOfUser(app, "x"); return err },
		"open sale":         func() error { _, err := HasOpenOffline(app, "x", "y"); return err },
		"notes":             func() error { _, err := ListNotes(app, "x"); return err },
		"seat purchases":    func() error { _, err := ListSeatPurchases(app, "x"); return err },
		"open":              func() error { _, err := ListOpenTransactions(app); return err },
		"membership":        func() error { _, err := FindTermByTransaction(app, "x"); return err },
		"memberships":       func() error { _, err := ListTerms(app, "x"); return err },
		"one membership":    func() error { _, err := FindTerm(app, "x"); return err },
		"captured payment":  func() error { _, err := FindCaptured(app, "x"); return err },
		"captured payments": func() error { _, err := ListCaptured(app, "x"); return err },
		"orphan payment":    func() error { _, err := FindOrphan(app, "x"); return err },
	} {
		if err := query(); err != nil && !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	tables := []string{"transactions", "memberships", "captured_payments"}
	broad := []string{"idx_transactions_status", "idx_transactions_createdAt"}
	check := func() {
		t.Helper()
		statements := queryplan.Capture(app, func() { everyQuery(t, app) })
		if n := queryplan.AssertIndexed(t, app, statements, tables, broad); n < 20 {
			t.Errorf("%d statements were checked, want at least 20", n)
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
		_, err := app.NonconcurrentDB().
			NewQuery("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) " + fill + " FROM n").
			Execute()
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
