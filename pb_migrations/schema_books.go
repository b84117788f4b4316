package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

func booksSchema() []collection {
	return []collection{
		{
			name: "invoices",
			fields: []core.Field{
				lineField("number", 16, true),
				selectField("kind", true, "receipt", "tax-invoice", "credit-note"),
				lineField("financialYear", 5, true),
				integerField("sequence"),
				&core.RelationField{Name: "transactionId", CollectionId: "transactions", MaxSelect: 1, Required: true},
				lineField("refundId", 64, false),
				&core.DateField{Name: "issuedAt", Required: true},
				&core.JSONField{Name: "document", MaxSize: 65536, Required: true},
				&core.NumberField{
					Name: "revision",
					Help: "The number of earlier, cancelled documents of the same transaction or refund.",
					Min:  types.Pointer(0.0), OnlyInt: true,
				},
				&core.TextField{
					Name: "advanceMonth",
					Help: "The month of the payment, if its tax was due before the invoice was issued.", Max: 7,
					Pattern: "^[0-9]{4}-[0-9]{2}$",
				},
			},
			indexes: []index{
				{"idx_invoices_number", true, "number", ""},
				{"idx_invoices_sequence", true, "kind, financialYear, sequence", ""},
				{"idx_invoices_creditNotes", false, "transactionId", "refundId != ''"},
				{"idx_invoices_ofTransaction", false, "transactionId, issuedAt", ""},
				{"idx_invoices_issuedAt", false, "issuedAt, kind", ""},
				{"idx_invoices_register", false, "kind, issuedAt, sequence", ""},
				{"idx_invoices_transactionId", true, "transactionId, revision", "refundId = ''"},
				{"idx_invoices_refundId", true, "refundId, revision", "refundId != ''"},
				{"idx_invoices_advanceMonth", false, "advanceMonth, issuedAt", "advanceMonth != ''"},
			},
		},
		{
			name: "closed_months",
			fields: []core.Field{
				&core.TextField{
					Name: "month", Help: "In Indian Standard Time.", Max: 7, Pattern: `^\d{4}-(0[1-9]|1[0-2])$`,
					Required: true,
				},
				lineField("closedBy", 200, false),
			},
			indexes: []index{
				{"idx_closed_months_month", true, "month", ""},
			},
		},
		{
			name: "exchange_rates",
			fields: []core.Field{
				&core.TextField{Name: "month", Max: 7, Pattern: `^\d{4}-(0[1-9]|1[0-2])$`, Required: true},
				&core.TextField{Name: "currency", Max: 3, Pattern: "^[A-Z]{3}$", Required: true},
				&core.TextField{
					Name: "rate", Help: "The rupees for one unit.", Max: 12, Pattern: `^[0-9]{1,5}(\.[0-9]{1,4})?$`,
					Required: true,
				},
			},
			indexes: []index{
				{"idx_exchange_rates_month", true, "month, currency", ""},
			},
		},
		{
			name: "settlements",
			fields: []core.Field{
				&core.TextField{
					Name: "razorpaySettlementId", Max: 40, Pattern: "^setl_[A-Za-z0-9]{1,30}$", Required: true,
				},
				lineField("utr", 64, false),
				&core.NumberField{
					Name: "amount", Help: "The amount that the bank received, in paise.", Min: types.Pointer(0.0),
					OnlyInt: true,
				},
				&core.DateField{Name: "settledAt"},
				&core.NumberField{
					Name: "credit", Help: "The sum of the items' credits.", Min: types.Pointer(0.0), OnlyInt: true,
				},
				&core.NumberField{
					Name: "debit", Help: "The sum of the items' debits.", Min: types.Pointer(0.0), OnlyInt: true,
				},
				&core.NumberField{Name: "fee", Help: "Tax included.", Min: types.Pointer(0.0), OnlyInt: true},
				&core.NumberField{Name: "tax", Min: types.Pointer(0.0), OnlyInt: true},
				&core.NumberField{Name: "items", Min: types.Pointer(0.0), OnlyInt: true},
				&core.NumberField{
					Name: "unmatched", Help: "The number of items that the ledger does not match.",
					Min: types.Pointer(0.0), OnlyInt: true,
				},
				integerField("difference"),
				selectField("state", true, "awaiting", "matched", "unmatched", "differs"),
				&core.DateField{Name: "reportedAt", Help: "When the office was told about the difference."},
			},
			indexes: []index{
				{"idx_settlements_razorpaySettlementId", true, "razorpaySettlementId", ""},
				{"idx_settlements_settledAt", false, "settledAt, id", ""},
				{"idx_settlements_state", false, "state, settledAt, id", ""},
			},
		},
		{
			name: "settlement_items",
			fields: []core.Field{
				lineField("entityId", 40, true),
				lineField("type", 20, true),
				lineField("razorpaySettlementId", 40, false),
				lineField("utr", 64, false),
				lineField("currency", 3, false),
				&core.NumberField{Name: "amount", Min: types.Pointer(0.0), OnlyInt: true},
				&core.NumberField{Name: "credit", Min: types.Pointer(0.0), OnlyInt: true},
				&core.NumberField{Name: "debit", Min: types.Pointer(0.0), OnlyInt: true},
				&core.NumberField{Name: "fee", Help: "Tax included.", Min: types.Pointer(0.0), OnlyInt: true},
				&core.NumberField{Name: "tax", Min: types.Pointer(0.0), OnlyInt: true},
				&core.BoolField{Name: "onHold"},
				&core.DateField{Name: "settledAt"},
				lineField("razorpayPaymentId", 40, false),
				lineField("disputeId", 40, false),
				lineField("description", 255, false),
				lineField("transactionId", 40, false),
				selectField("problem", false, "not-in-ledger", "amount-differs", "fee-differs", "other"),
			},
			indexes: []index{
				{"idx_settlement_items_entityId", true, "entityId, type", ""},
				{"idx_settlement_items_settlement", false, "razorpaySettlementId, entityId", ""},
				{"idx_settlement_items_problem", false, "problem", "problem != ''"},
			},
		},
		{
			name: "invoice_registrations",
			fields: []core.Field{
				&core.TextField{Name: "invoiceId", Max: 15, Pattern: "^[a-z0-9]{15}$", Required: true},
				selectField("state", true, "waiting", "registered", "released", "cancelled"),
				&core.DateField{Name: "issuedAt", Help: "The date of the document.", Required: true},
				&core.TextField{Name: "irn", Max: 64, Pattern: "^[0-9a-f]{64}$"},
				&core.TextField{Name: "ackNumber", Max: 20, Pattern: "^[0-9]{1,20}$"},
				&core.DateField{Name: "ackAt"},
				textField("signedQr", 4000, false),
				lineField("registeredBy", 200, false),
				&core.DateField{Name: "cancelledAt", Help: "When the portal cancelled the IRN."},
				selectField("cancelReason", false, "1", "2", "3", "4"),
				lineField("cancelNote", 100, false),
				lineField("cancelledBy", 200, false),
			},
			indexes: []index{
				{"idx_invoice_registrations_invoiceId", true, "invoiceId", ""},
				{"idx_invoice_registrations_irn", true, "irn", "irn != ''"},
				{"idx_invoice_registrations_state", false, "state, issuedAt, id", ""},
			},
		},
	}
}
