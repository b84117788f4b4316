package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Stores the facts of a transaction in columns. Until now, they were only in webhookData, which remains as the answer
// to the console and to exports.
func init() {
	added := []core.Field{
		&core.DateField{Name: "paidAt", Help: "When the payment was started, as Razorpay states it."},
		&core.DateField{Name: "bookedAt", Help: "When the payment is booked. Empty: when it was paid."},
		&core.NumberField{Name: "rupeeAmount", Help: "Razorpay's conversion of a payment in dollars, in paise.",
			OnlyInt: true},
		textField("failure", 1000, false),
		&core.JSONField{Name: "reversals", MaxSize: 1048576,
			Help: "The processed refunds and lost disputes by id, each with its amount and the time of its booking."},
		&core.JSONField{Name: "disputes", Help: "The disputes of the payment, by id.", MaxSize: 1048576},
		&core.JSONField{Name: "notified", Help: "The problems that the office was notified of.", MaxSize: 1048576},
		&core.BoolField{Name: "isAfterCancellation",
			Help: "Whether the charge was made after its subscription had been cancelled."},
	}
	m.Register(func(app core.App) error {
		c, err := app.FindCollectionByNameOrId("transactions")
		if err != nil {
			return err
		}
		c.Fields.Add(added...)
		if err := app.Save(c); err != nil {
			return err
		}
		_, err = app.DB().NewQuery(`
			UPDATE transactions SET
				paidAt = COALESCE(strftime('%Y-%m-%d %H:%M:%fZ', webhookData->>'$.paidAt', 'unixepoch'), ''),
				bookedAt = COALESCE(strftime('%Y-%m-%d %H:%M:%fZ', webhookData->>'$.bookedAt', 'unixepoch'), ''),
				rupeeAmount = CAST(COALESCE(webhookData->>'$.rupeeAmount', 0) AS INT),
				failure = substr(COALESCE(webhookData->>'$.failure', ''), 1, 1000),
				reversals = (SELECT json_group_object(r.key, json_object('amount', r.value, 'bookedAt',
						(SELECT b.value FROM json_each(webhookData, '$.refundedAt') b WHERE b.key = r.key)))
					FROM json_each(webhookData, '$.refunds') r),
				disputes = COALESCE(webhookData->'$.disputes', '{}'),
				notified = COALESCE(webhookData->'$.raised', '[]'),
				isAfterCancellation = EXISTS (SELECT 1 FROM json_each(webhookData, '$.raised') n
					WHERE n.value = 'charge-after-cancellation:' || razorpayPaymentId)
			WHERE json_valid(webhookData) AND json_type(webhookData) = 'object'`).Execute()
		return err
	}, func(app core.App) error {
		c, err := app.FindCollectionByNameOrId("transactions")
		if err != nil {
			return err
		}
		for _, field := range added {
			c.Fields.RemoveByName(field.GetName())
		}
		return app.Save(c)
	})
}
