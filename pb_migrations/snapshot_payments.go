package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

func createMembershipTiers(app core.App) error {
	tiers := core.NewBaseCollection("membership_tiers")
	tiers.Fields.Add(
		lineField("name", 120, true),
		&core.TextField{Name: "slug", Max: 120, Required: true, Pattern: `^[a-z0-9]+(-[a-z0-9]+)*$`},
		textField("description", 2000, false),
		&core.NumberField{Name: "price", OnlyInt: true, Min: types.Pointer(0.0), Help: "In minor units: paise or cents, GST not included."},
		selectField("currency", true, "INR", "USD"),
		selectField("duration", true, "lifetime", "annual", "monthly"),
		&core.JSONField{Name: "features", MaxSize: 32 << 10},
		lineField("razorpayPlanId", 64, false),
		&core.URLField{Name: "razorpayPaymentLink"},
		&core.BoolField{Name: "isActive", Help: "Off: not on the plans page."},
		integerField("sortOrder"),
		lineField("buttonText", 60, false),
		&core.TextField{Name: "buttonColor", Pattern: `^#[0-9a-fA-F]{6}$`},
	)
	tiers.AddIndex("idx_membership_tiers_slug", true, "slug", "")
	tiers.AddIndex("idx_membership_tiers_order", false, "isActive, sortOrder, id", "")
	return saveCollection(app, tiers)
}

func createTransactions(app core.App) error {
	tiers, err := app.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		return err
	}
	registrations, err := app.FindCollectionByNameOrId("registrations")
	if err != nil {
		return err
	}
	transactions := core.NewBaseCollection("transactions")
	transactions.Fields.Add(
		&core.RelationField{Name: "registrationId", CollectionId: registrations.Id, MaxSelect: 1},
		&core.RelationField{Name: "membershipTierId", CollectionId: tiers.Id, MaxSelect: 1},
		lineField("razorpayPaymentId", 64, false),
		lineField("razorpayOrderId", 64, false),
		lineField("razorpaySubscriptionId", 64, false),
		&core.NumberField{Name: "amount", OnlyInt: true, Min: types.Pointer(0.0), Help: "In minor units, GST included."},
		selectField("currency", true, "INR", "USD"),
		selectField("status", true, "pending", "failed", "authorized", "completed", "refunded"),
		lineField("paymentMethod", 40, false),
		&core.EmailField{Name: "customerEmail"},
		lineField("customerName", 120, false),
		lineField("customerPhone", 32, false),
		&core.JSONField{Name: "webhookData", MaxSize: 1 << 20},
		&core.DateField{Name: "processedAt"},
	)
	transactions.AddIndex("idx_transactions_razorpayPaymentId", true, "razorpayPaymentId", "razorpayPaymentId != ''")
	transactions.AddIndex("idx_transactions_razorpayOrderId", false, "razorpayOrderId", "razorpayOrderId != ''")
	transactions.AddIndex("idx_transactions_status", false, "status, createdAt", "")
	transactions.AddIndex("idx_transactions_createdAt", false, "createdAt", "")
	transactions.AddIndex("idx_transactions_customerEmail", false, "customerEmail", "")
	return saveCollection(app, transactions)
}

func createWebhookDiagnostics(app core.App) error {
	diagnostics := core.NewBaseCollection("webhook_diagnostics")
	diagnostics.Fields.Add(
		&core.DateField{Name: "timestamp", Required: true},
		lineField("contentType", 200, false),
		integerField("contentLength"),
		&core.BoolField{Name: "hasSignature"},
		&core.BoolField{Name: "signatureVerified"},
		lineField("eventType", 100, false),
		lineField("paymentId", 64, false),
		integerField("statusCode"),
		textField("errorMessage", 2000, false),
	)
	diagnostics.AddIndex("idx_webhook_diagnostics_timestamp", false, "timestamp", "")
	return saveCollection(app, diagnostics)
}
