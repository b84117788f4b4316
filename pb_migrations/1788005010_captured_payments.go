package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The table of the payments without a transaction becomes the table of all captured payments: what is neither sold nor
// returned is listed as an unknown payment, also if its order is known.
func init() {
	const before, after = "orphan_payments", "captured_payments"
	const open = "seenAt = '' AND status != 'refunded'"
	rename := func(app core.App, from, to string, edit func(c *core.Collection), indexes []index) error {
		if _, err := app.DB().NewQuery("DROP VIEW payments_unknown").Execute(); err != nil {
			return err
		}
		c, err := app.FindCollectionByNameOrId(from)
		if err != nil {
			return err
		}
		c.Name, c.Indexes = to, nil
		edit(c)
		for _, i := range indexes {
			c.AddIndex(i.name, i.isUnique, i.columns, i.where)
		}
		return app.Save(c)
	}
	execute := func(app core.App, statements ...string) error {
		for _, statement := range statements {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	}
	m.Register(func(app core.App) error {
		transactions, err := app.FindCollectionByNameOrId("transactions")
		if err != nil {
			return err
		}
		transactions.Fields.Add(&core.BoolField{Name: "isSecondPayment",
			Help: "Whether the order had been paid before, so that this payment has bought nothing and has no document."})
		if err := app.Save(transactions); err != nil {
			return err
		}
		err = rename(app, before, after, func(c *core.Collection) {
			c.Fields.GetByName("attachedTo").SetName("transactionId")
			c.Fields.Add(
				lineField("method", 40, false),
				&core.BoolField{Name: "isSold", Help: "Whether the payment has paid for its transaction."},
				&core.NumberField{Name: "refundedAmount", Help: "In minor units.", Min: types.Pointer(0.0), OnlyInt: true},
				&core.DateField{Name: "returnedAt", Help: "When the first refund or lost dispute was made."},
			)
		}, []index{
			{"idx_captured_payments_razorpayPaymentId", true, "razorpayPaymentId", ""},
			{"idx_captured_payments_transactionId", false, "transactionId, paidAt, razorpayPaymentId",
				"transactionId != ''"},
			{"idx_captured_payments_createdAt", false, "createdAt", ""},
			{"idx_captured_payments_unsold", false, "createdAt, id", "isSold = FALSE"},
			{"idx_captured_payments_open", false, "createdAt, id",
				"isSold = FALSE AND " + open + " AND refundedAmount < amount"},
			{"idx_captured_payments_seen", false, "createdAt, id", "isSold = FALSE AND seenAt != ''"},
		})
		if err != nil {
			return err
		}
		return execute(app,
			`UPDATE captured_payments SET
				refundedAmount = min(amount, (SELECT COALESCE(SUM(r.value), 0) FROM json_each(returns) r))
				WHERE json_valid(returns)`,
			`UPDATE captured_payments SET isSold = TRUE WHERE EXISTS (
				SELECT 1 FROM transactions t WHERE t.id = captured_payments.transactionId
					AND t.razorpayPaymentId = captured_payments.razorpayPaymentId AND t.razorpayPaymentId != ''
					AND t.status IN ('completed', 'refunded'))`,
			`INSERT INTO captured_payments (id, razorpayPaymentId, razorpayOrderId, amount, currency, status, method,
					paidAt, transactionId, isSold, refundedAmount, returns, rupeeAmount, createdAt, updatedAt)
				SELECT substr(lower(hex(randomblob(8))), 1, 15), razorpayPaymentId, razorpayOrderId, amount, currency,
					CASE status WHEN 'refunded' THEN 'refunded' ELSE 'captured' END, paymentMethod,
					CASE paidAt WHEN '' THEN processedAt ELSE paidAt END, id, TRUE,
					CASE status WHEN 'refunded' THEN amount ELSE refundedAmount END,
					(SELECT json_group_object(r.key, r.value->>'$.amount') FROM json_each(reversals) r), rupeeAmount,
					createdAt, updatedAt
				FROM transactions t
				WHERE status IN ('completed', 'refunded') AND kind != 'offline' AND razorpayPaymentId != ''
					AND NOT EXISTS (SELECT 1 FROM captured_payments p WHERE p.razorpayPaymentId = t.razorpayPaymentId)`,
			`UPDATE transactions SET webhookData = json_remove(webhookData, '$.difference')
				WHERE json_valid(webhookData) AND webhookData->'$.difference' IS NOT NULL`,
			`CREATE VIEW payments_unknown AS
				SELECT id, razorpayPaymentId, razorpayOrderId, amount, refundedAmount, currency, status, email, contact,
					description, transactionId, paidAt, createdAt, seenAt,
					`+open+` AND refundedAmount < amount AS needsAttention
				FROM captured_payments WHERE isSold = FALSE`)
	}, func(app core.App) error {
		err := execute(app,
			`UPDATE transactions SET webhookData = json_set(webhookData, '$.difference', json_object(
					'paymentId', p.razorpayPaymentId, 'amount', p.amount, 'currency', p.currency))
				FROM captured_payments p WHERE p.transactionId = transactions.id AND p.isSold = FALSE
					AND p.refundedAmount < p.amount AND transactions.attention = 'wrong-amount'
					AND json_valid(transactions.webhookData)`,
			`DELETE FROM captured_payments WHERE isSold = TRUE AND email = '' AND contact = ''`)
		if err != nil {
			return err
		}
		err = rename(app, after, before, func(c *core.Collection) {
			c.Fields.GetByName("transactionId").SetName("attachedTo")
			for _, name := range []string{"method", "isSold", "refundedAmount", "returnedAt"} {
				c.Fields.RemoveByName(name)
			}
		}, []index{
			{"idx_orphan_payments_razorpayPaymentId", true, "razorpayPaymentId", ""},
			{"idx_orphan_payments_createdAt", false, "createdAt", ""},
			{"idx_orphan_payments_unattached", false, "createdAt, id", "attachedTo = ''"},
			{"idx_orphan_payments_open", false, "createdAt, id", "attachedTo = '' AND " + open},
			{"idx_orphan_payments_seen", false, "createdAt, id", "attachedTo = '' AND seenAt != ''"},
		})
		if err != nil {
			return err
		}
		err = execute(app, `CREATE VIEW payments_unknown AS
		SELECT id, razorpayPaymentId, razorpayOrderId, amount, currency, status, email, contact, description, paidAt,
			createdAt, seenAt, seenAt = '' AND status != 'refunded' AS needsAttention
		FROM orphan_payments WHERE attachedTo = ''`)
		if err != nil {
			return err
		}
		transactions, err := app.FindCollectionByNameOrId("transactions")
		if err != nil {
			return err
		}
		transactions.Fields.RemoveByName("isSecondPayment")
		return app.Save(transactions)
	})
}
