package offline

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/sheets"
	"boardcircle/pb_hooks/payments/invoices"
)

// The register of receipts lists all money and cheques that were entered for offline payments, so that the bank's
// statement can be checked against it line by line.

// ReceiptRow is a receipt in the register. TDS is the tax that the payer deducted. Amount does not include it.
type ReceiptRow struct {
	ID       string       `json:"id" db:"id"`
	Mode     Mode         `json:"mode" db:"mode"`
	UTR      string       `json:"utr" db:"utr"`
	BankDate httpx.Time   `json:"bankDate" db:"bankDate"`
	Amount   money.Amount `json:"amount" db:"amount"`
	TDS      money.Amount `json:"tds" db:"tds"`
	Deductor
	// TransferAmount is the amount of the divided transfer that the receipt is a part of, or 0.
	TransferAmount money.Amount `json:"transferAmount" db:"transferAmount"`
	Currency       string       `json:"currency" db:"currency"`
	Payer          string       `json:"payer" db:"payer"`
	CustomerName   string       `json:"customerName" db:"customerName"`
	CustomerEmail  string       `json:"customerEmail" db:"customerEmail"`
	TierName       string       `json:"tierName" db:"tierName"`
	TransactionID  string       `json:"transactionId" db:"transactionId"`
	// Reason is why the receipt bounced.
	State       ReceiptState `json:"state" db:"state"`
	Reason      string       `json:"reason" db:"reason"`
	EnteredBy   string       `json:"enteredBy" db:"enteredBy"`
	CreatedAt   httpx.Time   `json:"createdAt" db:"createdAt"`
	ConfirmedBy string       `json:"confirmedBy" db:"confirmedBy"`
	ConfirmedAt httpx.Time   `json:"confirmedAt" db:"confirmedAt"`
}

// receiptList is the register. The receipt with the latest bank date comes first.
var receiptList = lists.List{
	From: "payments_receipts",
	Columns: []string{"id", "mode", "utr", "bankDate", "amount", "tds", "tan", "tdsSection", "tdsCertificate",
		"tdsCertificateDate", "transferAmount", "currency", "payer", "customerName",
		"customerEmail", "tierName", "transactionId", "state", "reason", "enteredBy", "createdAt", "confirmedBy",
		"confirmedAt"},
	Search: []string{"utr", "payer", "customerName", "customerEmail"},
	Sort:   map[string]string{"bankDate": "bankDate"},
	Filters: map[string]map[string]string{
		"mode": {"neft": "mode = 'neft'", "upi": "mode = 'upi'", "cheque": "mode = 'cheque'", "cash": "mode = 'cash'"},
		"state": {
			"received":  "state = 'received'",
			"deposited": "state = 'deposited'",
			"cleared":   "state = 'cleared'",
			"bounced":   "state = 'bounced'",
		},
		// This condition matches that of the partial index.
		"certificate": {"missing": "tds > 0 AND state = 'cleared' AND tdsCertificate = ''"},
	},
	ValueFilters: map[string]func(string) (dbx.Expression, bool){"month": bankMonthFilter},
	DefaultSort:  "-bankDate",
}

// bankMonthFilter selects the receipts with a bank date in a month such as "2026-11".
func bankMonthFilter(value string) (dbx.Expression, bool) {
	month, err := invoices.ParseMonth(value)
	return dbx.NewExp("bankDate >= {:from} AND bankDate < {:to}", dbx.Params{
		"from": database.FormatTime(month.Start()), "to": database.FormatTime(month.Next().Start()),
	}), err == nil
}

var receiptSheet = exports.Sheet[ReceiptRow]{
	File:   "receipts",
	Title:  "Receipts",
	Action: "offline-receipts.exported",
	List:   receiptList,
	Headings: []string{"Mode", "UTR or cheque number", "Bank date", "Amount", "TDS", "TAN",
		"Section", "Certificate", "Certificate date", "Amount of the divided transfer", "Currency", "Payer", "Member",
		"Email", "Membership", "Transaction", "State", "Reason", "Entered by", "Entered at (IST)", "Confirmed by",
		"Confirmed at (IST)"},
	Cells: func(r ReceiptRow) []any {
		return []any{string(r.Mode), r.UTR, india.Day(types.DateTime(r.BankDate).Time()),
			sheets.Number(r.Amount.String()), sheets.Number(r.TDS.String()), r.TAN, r.Section, r.Certificate,
			certificateDay(r.CertificateDate), sheets.Number(r.TransferAmount.String()), r.Currency, r.Payer, r.CustomerName,
			r.CustomerEmail, r.TierName, r.TransactionID, string(r.State), r.Reason, r.EnteredBy,
			types.DateTime(r.CreatedAt).Time(), r.ConfirmedBy, types.DateTime(r.ConfirmedAt).Time()}
	},
}

func certificateDay(at httpx.Time) string {
	if at == (httpx.Time{}) {
		return ""
	}
	return india.Day(types.DateTime(at).Time())
}

// receiptFilters describes the filters of the register.
var receiptFilters = []httpx.Parameter{
	{Name: "month", Description: "Lists the receipts with a bank date in this month, such as 2026-11."},
	{Name: "mode", Description: "Lists the receipts of this mode."},
	{Name: "state", Description: "Lists the receipts in this state."},
	{Name: "certificate", Description: "Lists the confirmed receipts with TDS whose certificate has not come (missing)."},
}

// ListReceipts is GET /api/offline-receipts.
func (f *Offline) ListReceipts() httpx.Endpoint {
	return lists.Rows[ReceiptRow](receiptList, httpx.Doc{
		Tag: "payments", Summary: "List the receipts of offline payments",
		Description: "A search looks into the UTR or cheque number, the payer and the member.", Query: receiptFilters,
	})
}

// ExportReceipts is GET /api/offline-receipts/export.
func (f *Offline) ExportReceipts() httpx.Endpoint {
	return receiptSheet.Endpoint(func(e *core.RequestEvent) error {
		return receiptSheet.WriteResponse(e, f.audit, f.now)
	}, httpx.Doc{Tag: "payments", Summary: "Export the receipts of offline payments", Query: receiptFilters})
}
