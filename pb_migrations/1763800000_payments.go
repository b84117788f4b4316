package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The ledger: what a transaction was made of, what the provider reported and whether it was
// applied, the memberships that payments grant, and the documents that are issued for them.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{
			createSettings, addPaymentFields, createMemberships, createPaymentEvents, createInvoices, createOrphanPayments,
		} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, name := range []string{"orphan_payments", "invoices", "payment_events", "memberships", "settings"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		return removePaymentFields(app)
	})
}

func paiseField(name, help string) *core.NumberField {
	return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0), Help: help}
}

// createSettings: one record; an empty field means the built-in default.
func createSettings(app core.App) error {
	settings := core.NewBaseCollection("settings")
	settings.Fields.Add(
		&core.TextField{Name: "key", Max: 20, Required: true, Pattern: `^site$`, Help: "Always \"site\": there is one record."},
		&core.NumberField{Name: "gstRate", OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(100.0), Help: "In percent, on top of a tier's price."},
		lineField("supplierName", 200, false),
		textField("supplierAddress", 1000, false),
		&core.TextField{Name: "supplierState", Max: 2, Pattern: `^[0-9]{2}$`, Help: "The GST state code; 27 is Maharashtra."},
		&core.TextField{Name: "supplierGstin", Max: 15, Pattern: `^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$`, Help: "Empty: receipts are issued instead of tax invoices."},
		&core.TextField{Name: "sacCode", Max: 6, Pattern: `^[0-9]{4,6}$`},
		lineField("sacDescription", 200, false),
	)
	settings.AddIndex("idx_settings_key", true, "key", "")
	return saveCollection(app, settings)
}

func addPaymentFields(app core.App) error {
	transactions, err := app.FindCollectionByNameOrId("transactions")
	if err != nil {
		return err
	}
	transactions.Fields.Add(
		&core.RelationField{Name: "userId", CollectionId: "_pb_users_auth_", MaxSelect: 1},
		selectField("kind", true, "order", "subscription", "link", "orphan"),
		lineField("tierName", 120, false),
		selectField("duration", false, "lifetime", "annual", "monthly"),
		paiseField("baseAmount", "In minor units, GST not included."),
		integerField("gstRate"),
		paiseField("gstAmount", "In minor units."),
		paiseField("refundedAmount", "In minor units."),
		selectField("attention", false, "second-payment", "wrong-amount", "orphan", "dispute"),
		textField("attentionNote", 1000, false),
		lineField("disputeStatus", 40, false),
		&core.DateField{Name: "nextCheckAt", Help: "When the reconciler asks the provider again."},
		integerField("checks"),
		lineField("billingState", 2, false),
	)
	transactions.AddIndex("idx_transactions_userId", false, "userId, createdAt", "userId != ''")
	transactions.AddIndex("idx_transactions_membershipTierId", false, "membershipTierId", "membershipTierId != ''")
	transactions.AddIndex("idx_transactions_razorpaySubscriptionId", false, "razorpaySubscriptionId", "razorpaySubscriptionId != ''")
	transactions.AddIndex("idx_transactions_nextCheckAt", false, "nextCheckAt", "nextCheckAt != ''")
	transactions.AddIndex("idx_transactions_attention", false, "attention", "attention != ''")
	return app.Save(transactions)
}

func removePaymentFields(app core.App) error {
	transactions, err := app.FindCollectionByNameOrId("transactions")
	if err != nil {
		return err
	}
	for _, name := range []string{"userId", "membershipTierId", "razorpaySubscriptionId", "nextCheckAt", "attention"} {
		transactions.RemoveIndex("idx_transactions_" + name)
	}
	for _, name := range []string{"userId", "kind", "tierName", "duration", "baseAmount", "gstRate", "gstAmount",
		"refundedAmount", "attention", "attentionNote", "disputeStatus", "nextCheckAt", "checks", "billingState"} {
		transactions.Fields.RemoveByName(name)
	}
	return app.Save(transactions)
}

func createMemberships(app core.App) error {
	transactions, err := app.FindCollectionByNameOrId("transactions")
	if err != nil {
		return err
	}
	tiers, err := app.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		return err
	}
	memberships := core.NewBaseCollection("memberships")
	memberships.Fields.Add(
		&core.RelationField{Name: "userId", CollectionId: "_pb_users_auth_", MaxSelect: 1, Required: true},
		&core.RelationField{Name: "membershipTierId", CollectionId: tiers.Id, MaxSelect: 1},
		lineField("tierName", 120, true),
		&core.RelationField{Name: "transactionId", CollectionId: transactions.Id, MaxSelect: 1, Required: true},
		lineField("razorpayPaymentId", 64, true),
		&core.DateField{Name: "startsAt", Required: true},
		&core.DateField{Name: "endsAt", Help: "Empty: for life."},
		&core.DateField{Name: "revokedAt", Help: "Set when the payment was refunded in full."},
	)
	memberships.AddIndex("idx_memberships_razorpayPaymentId", true, "razorpayPaymentId", "")
	memberships.AddIndex("idx_memberships_transactionId", true, "transactionId", "")
	memberships.AddIndex("idx_memberships_userId", false, "userId, startsAt", "")
	return saveCollection(app, memberships)
}

// createPaymentEvents: a webhook request is stored before it is answered, and applied after.
func createPaymentEvents(app core.App) error {
	events := core.NewBaseCollection("payment_events")
	events.Fields.Add(
		lineField("eventId", 100, false),
		&core.TextField{Name: "bodyHash", Max: 64, Required: true},
		lineField("event", 100, false),
		lineField("orderId", 64, false),
		lineField("paymentId", 64, false),
		lineField("subscriptionId", 64, false),
		&core.TextField{Name: "body", Max: 1 << 20, Help: "The request's body as it came."},
		selectField("state", true, "waiting", "done", "unmatched"),
		integerField("attempts"),
		&core.DateField{Name: "nextAttemptAt"},
		textField("errorMessage", 2000, false),
	)
	events.AddIndex("idx_payment_events_eventId", true, "eventId", "eventId != ''")
	events.AddIndex("idx_payment_events_bodyHash", true, "bodyHash", "eventId = ''")
	events.AddIndex("idx_payment_events_due", false, "state, nextAttemptAt", "")
	events.AddIndex("idx_payment_events_createdAt", false, "createdAt", "")
	return saveCollection(app, events)
}

// createInvoices: a document is frozen when it is issued; its number has no gap in its series
// and financial year.
func createInvoices(app core.App) error {
	transactions, err := app.FindCollectionByNameOrId("transactions")
	if err != nil {
		return err
	}
	invoices := core.NewBaseCollection("invoices")
	invoices.Fields.Add(
		lineField("number", 16, true),
		selectField("kind", true, "receipt", "tax-invoice", "credit-note"),
		lineField("financialYear", 5, true),
		integerField("sequence"),
		&core.RelationField{Name: "transactionId", CollectionId: transactions.Id, MaxSelect: 1, Required: true},
		lineField("refundId", 64, false),
		&core.DateField{Name: "issuedAt", Required: true},
		&core.JSONField{Name: "document", MaxSize: 64 << 10, Required: true},
	)
	invoices.AddIndex("idx_invoices_number", true, "number", "")
	invoices.AddIndex("idx_invoices_sequence", true, "kind, financialYear, sequence", "")
	invoices.AddIndex("idx_invoices_transactionId", true, "transactionId", "refundId = ''")
	invoices.AddIndex("idx_invoices_refundId", true, "refundId", "refundId != ''")
	return saveCollection(app, invoices)
}

// createOrphanPayments: payments at the provider that no transaction matches.
func createOrphanPayments(app core.App) error {
	orphans := core.NewBaseCollection("orphan_payments")
	orphans.Fields.Add(
		lineField("razorpayPaymentId", 64, true),
		lineField("razorpayOrderId", 64, false),
		paiseField("amount", "In minor units."),
		lineField("currency", 3, false),
		lineField("status", 40, false),
		lineField("email", 254, false),
		lineField("contact", 40, false),
		lineField("description", 300, false),
		&core.DateField{Name: "paidAt"},
		lineField("attachedTo", 15, false),
	)
	orphans.AddIndex("idx_orphan_payments_razorpayPaymentId", true, "razorpayPaymentId", "")
	orphans.AddIndex("idx_orphan_payments_createdAt", false, "createdAt", "")
	return saveCollection(app, orphans)
}
