package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The office grants memberships without a payment, and sets when one ends. Such a term has no transaction, but a
// reason and somebody who granted it.
func init() {
	m.Register(func(app core.App) error {
		err := changeCollection(app, "memberships", func(memberships *core.Collection) {
			requirePayment(memberships, false)
			memberships.Fields.Add(
				&core.DateField{Name: "fixedEnd", Help: "An end that the office has set; empty: the duration's."},
				textField("reason", 1000, false),
				lineField("grantedBy", 254, false),
			)
			setOptions(memberships, "endReason", "refund", "dispute", "office", "bounced")
			memberships.RemoveIndex("idx_memberships_razorpayPaymentId")
			memberships.RemoveIndex("idx_memberships_transactionId")
			memberships.AddIndex("idx_memberships_razorpayPaymentId", true, "razorpayPaymentId", "razorpayPaymentId != ''")
			memberships.AddIndex("idx_memberships_transactionId", true, "transactionId", "transactionId != ''")
		})
		if err != nil {
			return err
		}
		return changeCollection(app, "subscriptions", func(subscriptions *core.Collection) {
			setOptions(subscriptions, "cancelReason", "member", "superseded", "refund", "dispute", "office")
		})
	}, func(app core.App) error {
		err := execute(app,
			"DELETE FROM memberships WHERE transactionId = ''",
			"UPDATE memberships SET endReason = 'refund' WHERE endReason IN ('office', 'bounced')",
			"UPDATE subscriptions SET cancelReason = 'superseded' WHERE cancelReason = 'office'",
		)
		if err != nil {
			return err
		}
		err = changeCollection(app, "subscriptions", func(subscriptions *core.Collection) {
			setOptions(subscriptions, "cancelReason", "member", "superseded", "refund", "dispute")
		})
		if err != nil {
			return err
		}
		return changeCollection(app, "memberships", func(memberships *core.Collection) {
			requirePayment(memberships, true)
			setOptions(memberships, "endReason", "refund", "dispute")
			for _, name := range []string{"fixedEnd", "reason", "grantedBy"} {
				memberships.Fields.RemoveByName(name)
			}
			memberships.RemoveIndex("idx_memberships_razorpayPaymentId")
			memberships.RemoveIndex("idx_memberships_transactionId")
			memberships.AddIndex("idx_memberships_razorpayPaymentId", true, "razorpayPaymentId", "")
			memberships.AddIndex("idx_memberships_transactionId", true, "transactionId", "")
		})
	})
}

// requirePayment sets whether each term must name the payment that it was granted for.
func requirePayment(memberships *core.Collection, required bool) {
	if field, is := memberships.Fields.GetByName("transactionId").(*core.RelationField); is {
		field.Required = required
	}
	if field, is := memberships.Fields.GetByName("razorpayPaymentId").(*core.TextField); is {
		field.Required = required
	}
}

func setOptions(c *core.Collection, name string, values ...string) {
	if field, is := c.Fields.GetByName(name).(*core.SelectField); is {
		field.Values = values
	}
}
