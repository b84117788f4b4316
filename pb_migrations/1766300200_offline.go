package pb_migrations

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Payments that the office takes itself: a transfer, UPI, a cheque, cash. A sale has receipts, and one admin enters
// what another confirms above a sum of the settings.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{addOfflineKind, addOfflineSettings, createOfflinePayments, createOfflineReceipts} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, name := range []string{"offline_receipts", "offline_payments"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		err := changeCollection(app, "settings", func(settings *core.Collection) {
			settings.Fields.RemoveByName("offlineSecondAdminAbove")
			settings.Fields.RemoveByName("bankDetails")
		})
		if err != nil {
			return err
		}
		if err := execute(app, "UPDATE transactions SET kind = 'order' WHERE kind = 'offline'"); err != nil {
			return err
		}
		return changeCollection(app, "transactions", func(transactions *core.Collection) {
			if field, is := transactions.Fields.GetByName("kind").(*core.SelectField); is {
				field.Values = slices.DeleteFunc(field.Values, func(value string) bool { return value == "offline" })
			}
		})
	})
}

func addOfflineKind(app core.App) error {
	return changeCollection(app, "transactions", func(transactions *core.Collection) {
		if field, is := transactions.Fields.GetByName("kind").(*core.SelectField); is && !slices.Contains(field.Values, "offline") {
			field.Values = append(field.Values, "offline")
		}
	})
}

func addOfflineSettings(app core.App) error {
	return changeCollection(app, "settings", func(settings *core.Collection) {
		settings.Fields.Add(
			lineField("offlineSecondAdminAbove", 9, false),
			textField("bankDetails", 1000, false),
		)
	})
}

func createOfflinePayments(app core.App) error {
	transactions, err := app.FindCollectionByNameOrId("transactions")
	if err != nil {
		return err
	}
	payments := core.NewBaseCollection("offline_payments")
	payments.Fields.Add(
		&core.RelationField{Name: "transactionId", CollectionId: transactions.Id, MaxSelect: 1, Required: true},
		&core.RelationField{Name: "userId", CollectionId: "_pb_users_auth_", MaxSelect: 1},
		lineField("customerName", 120, false),
		lineField("customerEmail", 254, false),
		lineField("tierName", 120, false),
		lineField("currency", 3, false),
		selectField("state", true, "proforma", "awaiting", "part-paid", "cleared", "bounced", "cancelled"),
		paiseField("due", "In minor units, GST included."),
		paiseField("received", "What was confirmed, TDS included."),
		paiseField("toReturn", "What was received for a sale that did not stand."),
		&core.DateField{Name: "returnedAt"},
		lineField("returnReference", 64, false),
		lineField("payer", 200, false),
		textField("note", 1000, false),
		textField("endReason", 1000, false),
		lineField("enteredBy", 254, false),
		&core.BoolField{Name: "isOpen", Help: "It waits for something."},
	)
	payments.AddIndex("idx_offline_payments_transactionId", true, "transactionId", "")
	payments.AddIndex("idx_offline_payments_createdAt", false, "createdAt, id", "")
	payments.AddIndex("idx_offline_payments_state", false, "state, createdAt, id", "")
	payments.AddIndex("idx_offline_payments_open", false, "createdAt, id", "isOpen = TRUE")
	return saveCollection(app, payments)
}

func createOfflineReceipts(app core.App) error {
	payments, err := app.FindCollectionByNameOrId("offline_payments")
	if err != nil {
		return err
	}
	receipts := core.NewBaseCollection("offline_receipts")
	receipts.Fields.Add(
		&core.RelationField{Name: "offlinePaymentId", CollectionId: payments.Id, MaxSelect: 1, Required: true},
		selectField("mode", true, "neft", "upi", "cheque", "cash"),
		lineField("utr", 40, false),
		&core.DateField{Name: "bankDate", Required: true},
		paiseField("amount", "In minor units."),
		paiseField("tds", "Tax that the payer has held back, in minor units."),
		lineField("payer", 200, false),
		selectField("state", true, "received", "deposited", "cleared", "bounced"),
		lineField("enteredBy", 254, true),
		lineField("entererId", 40, true),
		lineField("confirmedBy", 254, false),
		&core.DateField{Name: "confirmedAt"},
		textField("reason", 1000, false),
	)
	receipts.AddIndex("idx_offline_receipts_offlinePaymentId", false, "offlinePaymentId, createdAt", "")
	// A cheque that has bounced may be presented again.
	receipts.AddIndex("idx_offline_receipts_utr", true, "mode, utr", "utr != '' AND state != 'bounced'")
	return saveCollection(app, receipts)
}
