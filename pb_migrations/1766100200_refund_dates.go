package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A refund is booked on its own date: those of before get the date of their credit note.
func init() {
	m.Register(func(app core.App) error {
		return execute(app,
			`UPDATE transactions SET webhookData = json_set(webhookData, '$.refundedAt', json((
				SELECT json_group_object(refundId, CAST(strftime('%s', issuedAt) AS INTEGER)) FROM invoices
				WHERE transactionId = transactions.id AND refundId != '')))
			WHERE refundedAmount > 0 AND json_valid(webhookData) AND json_type(webhookData) = 'object'
				AND EXISTS (SELECT 1 FROM invoices WHERE transactionId = transactions.id AND refundId != '')`,
			staleWhereRefunded)
	}, func(app core.App) error {
		return execute(app,
			`UPDATE transactions SET webhookData = json_remove(webhookData, '$.refundedAt')
				WHERE refundedAmount > 0 AND json_valid(webhookData) AND json_type(webhookData) = 'object'`,
			staleWhereRefunded)
	})
}

// staleWhereRefunded has the derived figures made anew at the next start.
const staleWhereRefunded = `INSERT OR REPLACE INTO counters (name, value, n)
	SELECT 'stale', '', 1 WHERE EXISTS (SELECT 1 FROM transactions WHERE refundedAmount > 0)`
