package members

import (
	"strconv"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/sheets"
)

// The sheets say what the screens' badges say.
var userSheet = exports.Sheet[RegisteredUser]{
	File: "registered-users", Title: "Registered users", Action: "members.exported", List: userList,
	Headings: []string{"Name", "Email", "Phone", "Location", "Source", "Request type", "Registered at (IST)"},
	Cells: func(u RegisteredUser) []any {
		source := "Account"
		if u.Source == "legacy" {
			source = "Legacy"
		}
		return []any{u.Name, u.Email, u.Phone, u.Location, source, u.RequestType, cellTime(u.CreatedAt)}
	},
}

var leadSheet = exports.Sheet[Lead]{
	File: "leads", Title: "Leads", Action: "leads.exported", List: leadList,
	Headings: []string{"Name", "Email", "Phone", "Location", "Source", "Paid", "Lead since (IST)"},
	Cells: func(l Lead) []any {
		source, paid := "User", "No"
		if l.Source == "registration" {
			source = "Registration"
		}
		if l.IsPaid {
			paid = "Yes"
		}
		return []any{l.Name, l.Email, l.Phone, l.Location, source, paid, cellTime(l.CreatedAt)}
	},
}

var paidMemberSheet = exports.Sheet[PaidMember]{
	File: "paid-members", Title: "Paid members", Action: "paid-members.exported", List: paidMemberList,
	Headings: []string{"Name", "Email", "Phone", "Membership tier", "Company", "Total paid (INR)", "Total paid (USD)",
		"Transactions", "Registered at (IST)", "Source"},
	Cells: func(p PaidMember) []any {
		source := "Direct"
		if p.Source == "registration" {
			source = "Form"
		}
		return []any{p.Name, p.Email, p.Phone, p.MembershipTierName, p.CompanyName, cellNumber(p.TotalAmount), cellNumber(p.TotalAmountUSD),
			sheets.Number(strconv.Itoa(p.TransactionCount)), cellTime(p.CreatedAt), source}
	},
}

// transactionSheet leaves out the provider's raw data, which no spreadsheet has a use for.
var transactionSheet = exports.Sheet[Transaction]{
	File: "transactions", Title: "Transactions", Action: "transactions.exported",
	List: func() httpx.List {
		list := transactionList
		list.Columns = []string{"id", "tierName", "razorpayPaymentId", "razorpayOrderId", "razorpaySubscriptionId", "amount",
			"refundedAmount", "currency", "status", "paymentMethod", "customerEmail", "customerName", "customerPhone", "attention",
			"attentionNote", "disputeStatus", "processedAt", "createdAt"}
		return list
	}(),
	Headings: []string{"Payment ID", "Order ID", "Subscription ID", "Customer", "Email", "Phone", "Membership tier", "Amount",
		"Refunded", "Currency", "Status", "Method", "Needs attention", "Note", "Dispute", "Begun at (IST)", "Processed at (IST)"},
	Cells: func(t Transaction) []any {
		return []any{t.RazorpayPaymentID, t.RazorpayOrderID, t.RazorpaySubscriptionID, t.CustomerName, t.CustomerEmail, t.CustomerPhone,
			t.TierName, cellNumber(t.Amount), cellNumber(t.RefundedAmount), t.Currency, t.Status, t.PaymentMethod, t.Attention, t.AttentionNote,
			t.DisputeStatus, cellTime(t.CreatedAt), cellTime(t.ProcessedAt)}
	},
}

// ExportUsers is GET /api/members/registered-users/export.
func (m *Members) ExportUsers(e *core.RequestEvent) error {
	return userSheet.WriteResponse(e, m.audit, m.now)
}

// ExportLeads is GET /api/members/leads/export.
func (m *Members) ExportLeads(e *core.RequestEvent) error {
	return leadSheet.WriteResponse(e, m.audit, m.now)
}

// ExportPaidMembers is GET /api/paid-members/export.
func (m *Members) ExportPaidMembers(e *core.RequestEvent) error {
	return paidMemberSheet.WriteResponse(e, m.audit, m.now)
}

// ExportTransactions is GET /api/transactions/export.
func (m *Members) ExportTransactions(e *core.RequestEvent) error {
	return transactionSheet.WriteResponse(e, m.audit, m.now)
}

func cellTime(s httpx.Time) any { return types.DateTime(s).Time() }

func cellNumber(a money.Amount) sheets.Number { return sheets.Number(a.String()) }
