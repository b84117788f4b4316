package members

import (
	"net/url"
	"strconv"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sheets"
	"boardcircle/pb_hooks/people"
)

// Lead is a person who has sent an enquiry or a nomination but has not paid. A person whose account made an enquiry
// stays a lead after paying. City and State are empty without a nomination; Location is always set.
type Lead struct {
	ID        string        `json:"id" db:"id"`
	Name      string        `json:"name" db:"name"`
	Email     string        `json:"email" db:"email"`
	Phone     string        `json:"phone" db:"phone"`
	Location  string        `json:"location" db:"location"`
	City      string        `json:"city,omitempty" db:"city"`
	State     string        `json:"state,omitempty" db:"state"`
	Source    people.Origin `json:"source" db:"source"`
	IsPaid    bool          `json:"isPaid" db:"isPaid"`
	CreatedAt httpx.Time    `json:"createdAt" db:"createdAt"`
}

// PaidMember is a person with at least one completed transaction. TotalAmount is in rupees. Dollars are totalled
// separately, because the site does not convert currencies.
type PaidMember struct {
	ID                 string       `json:"id" db:"id"`
	Name               string       `json:"name" db:"name"`
	Email              string       `json:"email" db:"email"`
	Phone              string       `json:"phone" db:"phone"`
	MembershipTierName string       `json:"membershipTierName" db:"membershipTierName"`
	CompanyName        string       `json:"companyName" db:"companyName"`
	CreatedAt          httpx.Time   `json:"createdAt" db:"createdAt"`
	TotalAmount        money.Amount `json:"totalAmount" db:"totalAmount"`
	TotalAmountUSD     money.Amount `json:"totalAmountUSD" db:"totalAmountUSD"`
	TransactionCount   int          `json:"transactionCount" db:"transactionCount"`
	Source             PaidSource   `json:"source" db:"source"`
}

// PaidSource tells whether a paid member was nominated.
type PaidSource string

const (
	paidAfterNomination PaidSource = "registration"
	paidDirectly        PaidSource = "direct"
)

// Values returns all sources.
func (PaidSource) Values() []string { return rules.Options(paidAfterNomination, paidDirectly) }

// The sheets use the same labels as the badges on the screens.
var leadSheet = exports.Sheet[Lead]{
	File: "leads", Title: "Leads", Action: "leads.exported", List: people.Leads,
	Headings: []string{"Name", "Email", "Phone", "Location", "Source", "Paid", "Lead since (IST)"},
	Cells: func(l Lead) []any {
		source, paid := "User", "No"
		if l.Source == people.FromNomination {
			source = "Registration"
		}
		if l.IsPaid {
			paid = "Yes"
		}
		return []any{l.Name, l.Email, l.Phone, l.Location, source, paid, types.DateTime(l.CreatedAt).Time()}
	},
}

var paidMemberSheet = exports.Sheet[PaidMember]{
	File: "paid-members", Title: "Paid members", Action: "paid-members.exported", List: people.PaidMembers,
	Headings: []string{"Name", "Email", "Phone", "Membership tier", "Company", "Total paid (INR)", "Total paid (USD)",
		"Transactions", "Registered at (IST)", "Source"},
	Cells: func(p PaidMember) []any {
		source := "Direct"
		if p.Source == paidAfterNomination {
			source = "Form"
		}
		return []any{p.Name, p.Email, p.Phone, p.MembershipTierName, p.CompanyName,
			sheets.Number(p.TotalAmount.String()),
			sheets.Number(p.TotalAmountUSD.String()), sheets.Number(strconv.Itoa(p.TransactionCount)),
			types.DateTime(p.CreatedAt).Time(), source}
	},
}

// ListLeadIDs returns the ids of the rows that a query of GET /api/members/leads selects, at most max.
func ListLeadIDs(app core.App, query url.Values, max int64) ([]string, error) {
	return lists.IDs(app, people.Leads, query, max)
}

// ListPaidIDs returns the ids of the rows that a query of GET /api/paid-members selects, at most max.
func ListPaidIDs(app core.App, query url.Values, max int64) ([]string, error) {
	return lists.IDs(app, people.PaidMembers, query, max)
}

// ListLeads is GET /api/members/leads.
func (m *Members) ListLeads() httpx.Endpoint {
	return lists.Rows[Lead](people.Leads, httpx.Doc{Tag: "members", Summary: "List the leads, one row per person"})
}

// ExportLeads is GET /api/members/leads/export.
func (m *Members) ExportLeads() httpx.Endpoint {
	return leadSheet.Endpoint(
		func(e *core.RequestEvent) error { return leadSheet.WriteResponse(e, m.audit, m.now) },
		httpx.Doc{Tag: "members", Summary: "Export the leads"})
}

// ListPaidMembers is GET /api/paid-members.
func (m *Members) ListPaidMembers() httpx.Endpoint {
	return lists.Rows[PaidMember](people.PaidMembers,
		httpx.Doc{Tag: "members", Summary: "List the paid members, one row per person"})
}

// ExportPaidMembers is GET /api/paid-members/export.
func (m *Members) ExportPaidMembers() httpx.Endpoint {
	return paidMemberSheet.Endpoint(
		func(e *core.RequestEvent) error { return paidMemberSheet.WriteResponse(e, m.audit, m.now) },
		httpx.Doc{Tag: "members", Summary: "Export the paid members"})
}
