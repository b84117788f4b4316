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

// everyQuery runs the queries of the stores that a request, a webhook or a job leads to.
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

func TestTheMigrationEnqueuesJobsForWaitingWork(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	for _, insert := range []string{
		`INSERT INTO payment_events (id, bodyHash, state) VALUES ('waiting', 'a', 'waiting'), ('done', 'b', 'done')`,
		`INSERT INTO transactions (id, status, kind, nextCheckAt) VALUES ('open', 'pending', 'order', '2026-08-03 06:32:00.000Z'), ('closed', 'completed', 'order', '')`,
	} {
		if _, err := app.NonconcurrentDB().NewQuery(insert).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	for _, migration := range core.AppMigrations.Items() {
		if migration.File == "1765300000_payment_jobs.go" {
			if err := errors.Join(migration.Down(app), migration.Up(app)); err != nil {
				t.Fatal(err)
			}
		}
	}
	var queued []string
	err := app.DB().NewQuery("SELECT type || ' ' || key || iif(type = 'payments.sync', ' ' || runAt, '') FROM jobs WHERE state = 'queued' ORDER BY type").Column(&queued)
	if err != nil || len(queued) != 2 || queued[0] != "payments.event waiting" || queued[1] != "payments.sync open 2026-08-03 06:32:00.000Z" {
		t.Errorf("%q, %v", queued, err)
	}
}

func TestTheMigrationCarriesMembershipsAndMandatesOver(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	var migration *core.Migration
	for _, m := range core.AppMigrations.Items() {
		if m.File == "1765500000_billing.go" {
			migration = m
		}
	}
	if err := migration.Down(app); err != nil {
		t.Fatal(err)
	}
	for _, insert := range []string{
		`INSERT INTO membership_tiers (id, slug, name, razorpayPlanId) VALUES ('tier1', 'monthly', 'Monthly', 'plan_1')`,
		`INSERT INTO transactions (id, userId, membershipTierId, kind, status, duration, razorpaySubscriptionId, createdAt, amount, currency) VALUES
			('t1', 'u1', 'tier1', 'subscription', 'completed', 'monthly', 'sub_1', '2020-01-31 04:30:00.000Z', 70800, 'INR'),
			('t2', 'u1', 'tier1', 'subscription', 'completed', 'monthly', 'sub_1', '2020-02-29 04:30:00.000Z', 70800, 'INR'),
			('t3', 'u1', 'tier1', 'subscription', 'completed', 'monthly', 'sub_2', '2020-03-31 04:30:00.000Z', 70800, 'INR'),
			('t4', 'u2', 'tier1', 'order', 'completed', 'lifetime', '', '2020-03-31 04:30:00.000Z', 70800, 'INR')`,
		`INSERT INTO memberships (id, userId, tierName, transactionId, razorpayPaymentId, startsAt, endsAt, revokedAt) VALUES
			('m1', 'u1', 'Monthly', 't1', 'pay_1', '2020-01-31 04:30:00.000Z', '2020-02-29 04:30:00.000Z', ''),
			('m2', 'u1', 'Monthly', 't2', 'pay_2', '2020-02-29 04:30:00.000Z', '2099-03-29 04:30:00.000Z', ''),
			('m3', 'u1', 'Monthly', 't3', 'pay_3', '2020-03-31 04:30:00.000Z', '2020-04-30 04:30:00.000Z', '2020-04-01 00:00:00.000Z'),
			('m4', 'u2', 'Lifetime', 't4', 'pay_4', '2020-03-31 04:30:00.000Z', '', '')`,
	} {
		if _, err := app.NonconcurrentDB().NewQuery(insert).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	if err := migration.Up(app); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"SELECT group_concat(id || ' ' || state || ' ' || anchorDay || ' ' || duration || ' ' || endReason, ', ') FROM (SELECT * FROM memberships ORDER BY id)": "m1 lapsed 31 monthly , m2 active 29 monthly , m3 revoked 31 monthly refund, m4 active 31 lifetime ",
		"SELECT graceUntil FROM memberships WHERE id = 'm1'": "2020-03-14 04:30:00.000Z",
		"SELECT group_concat(id || ' ' || razorpaySubscriptionId || ' ' || razorpayPlanId || ' ''' || state || '''', ', ') FROM (SELECT * FROM subscriptions ORDER BY id)": "t1 sub_1 plan_1 '', t3 sub_2 plan_1 ''",
		"SELECT group_concat(type || ' ' || key, ', ') FROM (SELECT * FROM jobs ORDER BY type, key)":                                                                       "payments.membership m2, payments.subscription t1, payments.subscription t3",
		"SELECT graceDays FROM membership_tiers": "14",
	} {
		var got string
		if err := app.DB().NewQuery(query).Row(&got); err != nil || got != want {
			t.Errorf("%s:\n%s, not\n%s (%v)", query, got, want, err)
		}
	}
}
