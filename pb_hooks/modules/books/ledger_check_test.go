package books_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

// damage changes the database directly, so that the ledger becomes inconsistent.
func (s *fixture) damage(statement string, params dbx.Params) {
	s.Helper()
	s.isDamaged = true
	result, err := s.PB.NonconcurrentDB().NewQuery(statement).Bind(params).Execute()
	s.must(err)
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		s.Fatalf("%s changed no row: %v", statement, err)
	}
}

// found returns the discrepancies that the check finds, one line each.
func (s *fixture) found() string {
	s.Helper()
	var lines []string
	for _, d := range s.discrepancies() {
		lines = append(lines, d.String())
	}
	return strings.Join(lines, "\n")
}

// idOf returns the id of the transaction of a payment.
func (s *fixture) idOf(payment string) (id string) {
	s.Helper()
	return s.textOf("SELECT id FROM transactions WHERE razorpayPaymentId = {:id}", payment)
}

// textOf returns the value of a query with the parameter id.
func (s *fixture) textOf(query, id string) (text string) {
	s.Helper()
	s.must(s.PB.DB().NewQuery(query).Bind(dbx.Params{"id": id}).Row(&text))
	return text
}

func TestTheLedgerCheckFindsEachKindOfDiscrepancy(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	sold := s.idOf(s.buy(s.tier, billingIn("27", "400001")))
	returned := s.buy(s.tier, billingIn("29", "560025"))
	s.refund(returned, 0)
	partly := s.buy(s.tier, billingIn("29", "560025"))
	s.refund(partly, 10000_00)
	s.confirm(s.sellOffline(billingIn("27", "400001"), "10000", "", "2026-08-02"))
	cancelled := s.sellOffline(billingIn("27", "400001"), "10000", "", "2026-08-02")
	s.confirm(cancelled)
	reason := fields{"reason": "They have changed their mind", "password": testapp.Password}
	s.expect("the status of the cancellation", s.owner.Post("/api/offline-payments/"+cancelled+"/cancel",
		reason).Status, 200)
	s.expect("discrepancies before the damage", s.found(), "")

	const ofOffline = "SELECT transactionId FROM offline_payments WHERE state = {:id}"
	offline, reversed := s.textOf(ofOffline, "part-paid"), s.textOf(ofOffline, "cancelled")
	term := s.textOf("SELECT id FROM memberships WHERE transactionId = {:id}", s.idOf(returned))
	number := s.textOf("SELECT number FROM invoices WHERE transactionId = {:id}", sold)
	whole := "₹29,500 with a taxable value of ₹25,000 and tax of ₹4,500"
	const setTotal = "UPDATE invoices SET document = json_set(document, '$.%s', %s) WHERE transactionId = {:id}"
	for name, c := range map[string]struct {
		statement, id, want string
	}{
		"a missing document": {
			"DELETE FROM invoices WHERE transactionId = {:id}", sold,
			"Transaction " + sold + ": expected exactly one invoice or receipt in effect, but found none.",
		},
		"a document with a cancelled IRN and no replacement": {
			`INSERT INTO invoice_registrations (id, invoiceId, state, cancelledAt)
				SELECT 'registration001', id, 'cancelled', '2026-08-03 06:30:00.000Z' FROM invoices
				WHERE transactionId = {:id}`, sold, // the registers leave this document out too
			"Transaction " + sold + ": expected exactly one invoice or receipt in effect, but found none.",
		},
		"a transaction with another currency": {
			"UPDATE transactions SET currency = 'USD' WHERE id = {:id}", sold,
			"Transaction " + sold + ": expected USD 29,500 with a taxable value of USD 25,000 and tax of USD 4,500, " +
				"but found " + whole + " on document " + number + ".",
		},
		"a transaction with another tax": {
			"UPDATE transactions SET gstAmount = 300000, baseAmount = 2650000 WHERE id = {:id}", sold,
			"Transaction " + sold + ": expected ₹29,500 with a taxable value of ₹26,500 and tax of ₹3,000, " +
				"but found " + whole + " on document " + number + ".",
		},
		"a refund without a credit note": {
			"UPDATE transactions SET refundedAmount = 5000 WHERE id = {:id}", sold,
			"Transaction " + sold + ": expected credit notes over ₹50, which was refunded, but found credit notes over ₹0.",
		},
		"a credit note without a refund": {
			"UPDATE transactions SET refundedAmount = 0 WHERE id = {:id}", s.idOf(partly),
			"Transaction " + s.idOf(partly) + ": expected credit notes over ₹0, which was refunded, " +
				"but found credit notes over ₹10,000.",
		},
		"a partial refund that has ended the transaction": {
			"UPDATE transactions SET status = 'refunded' WHERE id = {:id}", s.idOf(partly),
			"Transaction " + s.idOf(partly) + ": expected the state completed, because ₹10,000 of ₹29,500 was refunded, " +
				"but found the state refunded.\n" +
				"Term {term}: expected a completed transaction, or a revoked term, " +
				"but found transaction " + s.idOf(partly) + ", which is refunded.",
		},
		"a document of an unpaid order": {
			"UPDATE transactions SET status = 'failed' WHERE id = {:id}", s.idOf(returned),
			"Transaction " + s.idOf(returned) + ": expected no documents, because it was not paid, but found {documents}.",
		},
		"an invoice of an offline payment without received money": {
			"UPDATE offline_payments SET received = 0 WHERE transactionId = {:id}", offline,
			"Transaction " + offline + ": expected no documents, because it was not paid, but found {documents}.\n" +
				"Transaction " + offline + ": expected confirmed receipts of ₹0, but found ₹10,000.",
		},
		"money of a cancelled offline payment that is in no list": {
			`DELETE FROM offline_returns WHERE offlinePaymentId IN (SELECT id FROM offline_payments
				WHERE transactionId = {:id})`, reversed,
			"Transaction " + reversed + ": expected returns of ₹10,000, but found ₹0.",
		},
		"a cancelled offline payment without a credit note": {
			"DELETE FROM invoices WHERE transactionId = {:id} AND refundId != ''", reversed,
			"Transaction " + reversed + ": expected credit notes over all of ₹29,500, because the payment is cancelled, " +
				"but found credit notes over ₹0.",
		},
		"a document without a transaction": {
			"UPDATE invoices SET transactionId = 'unknown00000001' WHERE transactionId = {:id}", offline,
			"Document {documents}: expected a transaction, but found none with the id unknown00000001.",
		},
		"a payment without a term": {
			"DELETE FROM memberships WHERE transactionId = {:id}", sold,
			"Transaction " + sold + ": expected a term of a membership, but found none.",
		},
		"a revoked term without a refund": {
			`UPDATE memberships SET revokedAt = '2026-08-03 06:30:00.000Z', endReason = 'refund'
				WHERE transactionId = {:id}`, sold,
			"Transaction " + sold + ": expected a term that was not revoked with the payment, " +
				"but found term {term}, revoked with the reason \"refund\".",
		},
		"a refunded payment with a valid term": {
			"UPDATE memberships SET revokedAt = '', endReason = '' WHERE transactionId = {:id}", s.idOf(returned),
			"Term " + term + ": expected a completed transaction, or a revoked term, " +
				"but found transaction " + s.idOf(returned) + ", which is refunded.",
		},
		"a term without a transaction": {
			`UPDATE memberships SET transactionId = 'unknown00000001', revokedAt = '' WHERE transactionId = {:id}`,
			s.idOf(returned),
			"Term " + term + ": expected a completed transaction, or a revoked term, " +
				"but found no transaction with the id unknown00000001.",
		},
		"a credit note whose tax does not add up": {
			fmt.Sprintf(setTotal, "taxes[0].amount", "1") + " AND refundId != ''", s.idOf(partly),
			"August 2026, register of credit notes: " +
				"expected 3 documents over ₹69,000 with a taxable value of ₹58,474.58 and tax of ₹9,000.01, " +
				"but found 3 documents over ₹69,000 with a taxable value of ₹58,474.58 and tax of ₹10,525.42.\n" +
				"August 2026, sum of the registers: " +
				"expected ₹78,500 with a taxable value of ₹66,525.42 and tax of ₹13,499.99, " +
				"but found ₹78,500 with a taxable value of ₹66,525.42 and tax of ₹11,974.58.",
		},
	} {
		before := s.snapshot("transactions", "invoices", "memberships", "offline_payments", "offline_returns",
			"invoice_registrations")
		ofTransaction := s.textOf(`SELECT COALESCE(group_concat(number, ' and '), '')
			FROM (SELECT number FROM invoices WHERE transactionId = {:id} ORDER BY issuedAt, rowid)`, c.id)
		termID := s.textOf("SELECT COALESCE((SELECT id FROM memberships WHERE transactionId = {:id}), '')", c.id)
		s.damage(c.statement, dbx.Params{"id": c.id})
		want := strings.NewReplacer("{documents}", ofTransaction, "{term}", termID).Replace(c.want)
		if got := s.found(); got != want {
			t.Errorf("%s: discrepancies =\n%s\nwant\n%s", name, got, want)
		}
		s.restore(before)
	}
	s.isDamaged = false
}

// snapshot copies tables for restore.
func (s *fixture) snapshot(tables ...string) []string {
	s.Helper()
	for _, table := range tables {
		_, err := s.PB.NonconcurrentDB().NewQuery("CREATE TABLE saved_" + table + " AS SELECT * FROM " +
			table).Execute()
		s.must(err)
	}
	return tables
}

func (s *fixture) restore(tables []string) {
	s.Helper()
	for _, table := range tables {
		for _, statement := range []string{
			"DELETE FROM " + table, "INSERT INTO " + table + " SELECT * FROM saved_" + table, "DROP TABLE saved_" + table,
		} {
			_, err := s.PB.NonconcurrentDB().NewQuery(statement).Execute()
			s.must(err)
		}
	}
}

// checkNightly runs the nightly check and returns all emails to the office about it.
func (s *fixture) checkNightly() (sent []fakebrevo.Message) {
	s.Helper()
	s.Clock.Advance(24 * time.Hour)
	s.RunScheduled("boardcircleLedgerCheck")
	for _, m := range s.Inbox(testapp.AdminEmail) {
		if strings.Contains(m.Subject, "ledger check") {
			sent = append(sent, m)
		}
	}
	return sent
}

// metric returns the value of a metric.
func (s *fixture) metric(name string) string {
	s.Helper()
	monitor := s.Visitor()
	monitor.Header.Set("Authorization", "Bearer "+testapp.MetricsToken)
	for line := range strings.Lines(monitor.Get("/metrics").Body) {
		if value, found := strings.CutPrefix(strings.TrimSpace(line), name+" "); found {
			return value
		}
	}
	return ""
}

func TestTheOfficeIsEmailedOnceAboutTheSameDiscrepancies(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	var ids []string
	for range 12 {
		ids = append(ids, s.idOf(s.buy(s.tier, billingIn("27", "400001"))))
	}
	s.expect("the time of the check before the first check", s.metric("boardcircle_ledger_check_timestamp_seconds"),
		"0")
	s.expect("emails about a consistent ledger", len(s.checkNightly()), 0)
	s.expect("discrepancies", s.metric("boardcircle_ledger_discrepancies"), "0")
	if at := s.metric("boardcircle_ledger_check_timestamp_seconds"); at == "0" || at == "" {
		t.Errorf("the time of the check = %q, want a time", at)
	}

	const setRefunded = "UPDATE transactions SET refundedAmount = {:amount} WHERE id = {:id}"
	s.damage(setRefunded, dbx.Params{"amount": 100, "id": ids[0]})
	sent := s.checkNightly()
	if len(sent) != 1 || sent[0].Subject != "The ledger check found a discrepancy" ||
		strings.Contains(sent[0].Text, "The server log lists") ||
		!strings.Contains(sent[0].Text, "credit notes over ₹1, which was refunded, but found credit notes over ₹0.") ||
		!strings.Contains(sent[0].Text, "/admin/payments/transactions/"+ids[0]) {
		t.Fatalf("emails to the office = %+v, want one about the discrepancy", sent)
	}
	s.expect("discrepancies", s.metric("boardcircle_ledger_discrepancies"), "1")
	s.damage(setRefunded, dbx.Params{"amount": 200, "id": ids[0]})
	s.expect("emails after the next night", len(s.checkNightly()), 1)

	for _, id := range ids[1:] {
		s.damage(setRefunded, dbx.Params{"amount": 100, "id": id})
	}
	sent = s.checkNightly()
	if len(sent) != 2 || sent[0].Subject != "The ledger check found 12 discrepancies" ||
		!strings.Contains(sent[0].Text, "The server log lists 2 more") ||
		strings.Count(sent[0].Text, "/admin/payments/transactions/") != 10 {
		t.Fatalf("emails to the office = %+v, want a second one about 12 discrepancies", sent)
	}
	for _, id := range ids {
		s.damage(setRefunded, dbx.Params{"amount": 0, "id": id})
	}
	s.expect("emails after the ledger was repaired", len(s.checkNightly()), 2)
	s.expect("discrepancies", s.metric("boardcircle_ledger_discrepancies"), "0")
	s.damage(setRefunded, dbx.Params{"amount": 100, "id": ids[0]})
	s.expect("emails when a discrepancy returns", len(s.checkNightly()), 3)
}

func TestTheLedgerCheckReadsWithIndexesAndWritesNothing(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.refund(s.buy(s.tier, billingIn("27", "400001")), 0)
	statements := queryplan.Capture(s.PB, func() { s.discrepancies() })
	for _, statement := range statements {
		for _, word := range []string{"INSERT", "UPDATE", "DELETE", "BEGIN"} {
			if strings.HasPrefix(strings.TrimSpace(statement), word) {
				t.Errorf("the check writes: %s", statement)
			}
		}
		// These tables are scanned, because each document and each term is checked. All others need an index.
		scanned := []string{"i", "m", "tax", "json_each", "rupee", "converted", "own", "exchange_rates", "_collections"}
		if walks := queryplan.Walks(t, s.PB, statement, scanned...); len(walks) > 0 {
			t.Errorf("%s\n%s", statement, strings.Join(walks, "\n"))
		}
		for _, step := range queryplan.Explain(t, s.PB, statement) {
			if strings.Contains(step, "AUTOMATIC") {
				t.Errorf("%s\n%s", statement, step)
			}
		}
	}
}
