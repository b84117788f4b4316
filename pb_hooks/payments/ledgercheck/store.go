package ledgercheck

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/ledger"
)

// pageSize is the number of transactions in memory at a time.
const pageSize = 500

// The statements use the read connections, so they neither wait for the writer nor delay it.

// transactionsQuery reads a page of transactions with their documents and terms. It is one statement, so that it reads
// one consistent snapshot. notified lists the problems that the office was notified of.
const transactionsQuery = `
	SELECT t.id, t.status, t.kind, t.userId, t.razorpayPaymentId AS paymentId, t.seats, t.isSecondPayment,
		t.isAwaitingPlace, t.currency,
		t.baseAmount - t.discountAmount AS taxable, t.gstAmount AS tax, t.amount AS total, t.refundedAmount AS refunded,
		COALESCE(t.notified, '[]') AS flags,
		(SELECT COALESCE(SUM(p.amount), 0) FROM captured_payments p
			WHERE p.transactionId = t.id AND p.transactionId != '' AND p.isSold) AS captured,
		(SELECT COALESCE(SUM(p.refundedAmount), 0) FROM captured_payments p
			WHERE p.transactionId = t.id AND p.transactionId != '' AND p.isSold) AS returned,
		COALESCE(m.id, '') AS termId, COALESCE(m.endReason, '') AS endReason,
		COALESCE(o.state, '') AS offlineState, COALESCE(o.received, 0) AS received, COALESCE(o.due, 0) AS due,
		COALESCE(o.writtenOff, 0) AS writtenOff, COALESCE(o.refunded, 0) AS offlineRefunded,
		(SELECT COALESCE(SUM(r.amount), 0) FROM offline_receipts r
			WHERE r.offlinePaymentId = o.id AND r.state = 'cleared') AS receiptMoney,
		(SELECT COALESCE(SUM(r.tds), 0) FROM offline_receipts r
			WHERE r.offlinePaymentId = o.id AND r.state = 'cleared') AS receiptTDS,
		(SELECT COALESCE(SUM(iif(b.kind = 'claim', -b.amount, b.amount)), 0) FROM offline_returns b
			WHERE b.offlinePaymentId = o.id AND b.state != 'replaced') AS owed,
		(SELECT COALESCE(SUM(b.amount), 0) FROM offline_returns b
			WHERE b.offlinePaymentId = o.id AND b.state != 'replaced' AND b.kind = 'overpaid') AS overpaid,
		(SELECT json_group_array(json_object('number', i.number, 'kind', i.kind,
				'currency', i.document->>'$.currency', 'taxable', i.document->>'$.taxableValue',
				'tax', (SELECT COALESCE(SUM(tax.value->>'$.amount'), 0) FROM json_each(i.document, '$.taxes') tax),
				'total', i.document->>'$.total'))
			FROM invoices i WHERE i.transactionId = t.id AND NOT EXISTS (
				SELECT 1 FROM invoice_registrations r WHERE r.invoiceId = i.id AND r.state = 'cancelled')) AS documents
	FROM transactions t
	LEFT JOIN memberships m ON m.transactionId = t.id AND m.transactionId != ''
	LEFT JOIN offline_payments o ON o.transactionId = t.id
	WHERE t.id > {:after} ORDER BY t.id LIMIT {:limit}`

type transactionRow struct {
	transaction
	Flags     string `db:"flags"`
	Documents string `db:"documents"`
}

func eachTransaction(ctx context.Context, app core.App, do func(transaction)) error {
	after := ""
	for {
		var page []transactionRow
		err := app.ConcurrentDB().NewQuery(transactionsQuery).WithContext(ctx).
			Bind(dbx.Params{"after": after, "limit": pageSize}).All(&page)
		if err != nil {
			return fmt.Errorf("read transactions after %q: %w", after, err)
		}
		for _, row := range page {
			t := row.transaction
			if err := json.Unmarshal([]byte(row.Flags), &t.flags); err != nil {
				return fmt.Errorf("read the flags of transaction %s: %w", t.ID, err)
			}
			if err := json.Unmarshal([]byte(row.Documents), &t.documents); err != nil {
				return fmt.Errorf("read the documents of transaction %s: %w", t.ID, err)
			}
			do(t)
		}
		if len(page) < pageSize {
			return nil
		}
		after = page[len(page)-1].ID
	}
}

type documentRow struct {
	Number        string `db:"number"`
	TransactionID string `db:"transactionId"`
}

// listDocumentsWithoutTransaction returns the documents whose transaction does not exist.
func listDocumentsWithoutTransaction(ctx context.Context, app core.App) (list []documentRow, err error) {
	err = app.ConcurrentDB().NewQuery(`
		SELECT i.number, i.transactionId FROM invoices i
		WHERE NOT EXISTS (SELECT 1 FROM transactions t WHERE t.id = i.transactionId)
		ORDER BY i.transactionId, i.issuedAt`).WithContext(ctx).All(&list)
	if err != nil {
		return nil, fmt.Errorf("list documents without a transaction: %w", err)
	}
	return list, nil
}

type termRow struct {
	ID            string        `db:"id"`
	TransactionID string        `db:"transactionId"`
	Status        ledger.Status `db:"status"`
}

// listUnpaidTerms returns the paid terms that are not revoked, and whose transaction does not exist or is not
// completed. It leaves out terms whose charge was refunded while the mandate continues.
func listUnpaidTerms(ctx context.Context, app core.App, now time.Time) (list []termRow, err error) {
	// The condition on revokedAt matches that of an index.
	err = app.ConcurrentDB().NewQuery(`
		SELECT m.id, COALESCE(s.transactionId, m.transactionId) AS transactionId, COALESCE(t.status, '') AS status
		FROM memberships m
		LEFT JOIN seats s ON s.id = m.seatId AND m.seatId != ''
		LEFT JOIN transactions t ON t.id = COALESCE(s.transactionId, m.transactionId)
		WHERE m.revokedAt = ''
			AND (m.source IN ('payment', 'offline') OR m.source = 'seat' AND (m.graceUntil = ''
			OR m.graceUntil > {:now}))
			AND COALESCE(t.status, '') != 'completed'
			AND NOT EXISTS (SELECT 1 FROM refunds r
				WHERE r.transactionId = t.id AND r.mandate = 'keep' AND r.state = 'processed')`).
		WithContext(ctx).Bind(dbx.Params{"now": database.FormatTime(now)}).All(&list)
	if err != nil {
		return nil, fmt.Errorf("list terms without a completed transaction: %w", err)
	}
	return list, nil
}

// capturedRow is a captured payment as the ledger has it. Refunded has only the provider's refunds, and not what banks
// have taken back in disputes or the office has returned itself.
type capturedRow struct {
	ID       string       `db:"id"`
	Amount   money.Amount `db:"amount"`
	Currency string       `db:"currency"`
	Refunded money.Amount `db:"refunded"`
}

// listCaptured returns the captured payments with these ids, by id.
func listCaptured(ctx context.Context, app core.App, ids []string) (map[string]capturedRow, error) {
	found := make(map[string]capturedRow, len(ids))
	for page := range slices.Chunk(ids, pageSize) {
		var rows []capturedRow
		err := app.ConcurrentDB().Select("razorpayPaymentId AS id", "amount", "currency",
			`(SELECT COALESCE(SUM(r.value), 0) FROM json_each(returns) r WHERE r.key LIKE 'rfnd\_%' ESCAPE '\') AS refunded`).
			From("captured_payments").Where(dbx.In("razorpayPaymentId", database.ToAny(page)...)).
			WithContext(ctx).All(&rows)
		if err != nil {
			return nil, fmt.Errorf("read captured payments: %w", err)
		}
		for _, row := range rows {
			found[row.ID] = row
		}
	}
	return found, nil
}
