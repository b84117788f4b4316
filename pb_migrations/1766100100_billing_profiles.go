package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// To whom a member's invoices are made out, which decides the place of supply; each transaction keeps what it was
// ordered with, and what a coupon took off its price.
func init() {
	m.Register(func(app core.App) error {
		profiles := core.NewBaseCollection("billing_profiles")
		profiles.Fields.Add(
			&core.RelationField{Name: "userId", CollectionId: "_pb_users_auth_", MaxSelect: 1, Required: true, CascadeDelete: true},
			selectField("kind", true, "individual", "company"),
			lineField("legalName", 200, false),
			lineField("gstin", 15, false),
			textField("address", 500, false),
			lineField("state", 2, false),
			lineField("pinCode", 12, false),
			lineField("country", 2, true),
		)
		profiles.AddIndex("idx_billing_profiles_userId", true, "userId", "")
		if err := saveCollection(app, profiles); err != nil {
			return err
		}
		return changeCollection(app, "transactions", func(transactions *core.Collection) {
			transactions.Fields.Add(
				&core.JSONField{Name: "billing", MaxSize: 8192, Help: "To whom it is invoiced, as it was ordered."},
				paiseField("discountAmount", "What was taken off the price before tax, in minor units."),
			)
		})
	}, func(app core.App) error {
		profiles, err := app.FindCollectionByNameOrId("billing_profiles")
		if err != nil {
			return err
		}
		if err := app.Delete(profiles); err != nil {
			return err
		}
		return changeCollection(app, "transactions", func(transactions *core.Collection) {
			transactions.Fields.RemoveByName("billing")
			transactions.Fields.RemoveByName("discountAmount")
		})
	})
}
