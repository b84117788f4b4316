package members

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
)

// RegisteredUser is an account.
type RegisteredUser struct {
	ID          string     `json:"id" db:"id"`
	Name        string     `json:"name" db:"name"`
	Email       string     `json:"email" db:"email"`
	Phone       string     `json:"phone" db:"phone"`
	Location    string     `json:"location" db:"location"`
	Source      string     `json:"source" db:"source"`
	RequestType string     `json:"requestType" db:"requestType"`
	CreatedAt   httpx.Time `json:"createdAt" db:"createdAt"`
}

var userList = httpx.List{
	From:    "members_users",
	Columns: []string{"id", "name", "email", "phone", "location", "source", "requestType", "createdAt"},
	Search:  []string{"name", "email", "phone", "location"},
	Sort: map[string]string{
		"name": "[[name]] COLLATE NOCASE", "email": "[[email]] COLLATE NOCASE", "location": "[[location]] COLLATE NOCASE",
		"phone": "phone", "source": "[[source]] COLLATE NOCASE", "requestType": "requestType", "createdAt": "createdAt",
	},
	DefaultSort: "-createdAt",
	Counter:     "users",
}

// Lead is somebody who has asked but not paid, or who has asked as an account and paid since; one
// row a person. City and State stand where she has a registration; Location always.
type Lead struct {
	ID        string     `json:"id" db:"id"`
	Name      string     `json:"name" db:"name"`
	Email     string     `json:"email" db:"email"`
	Phone     string     `json:"phone" db:"phone"`
	Location  string     `json:"location" db:"location"`
	City      string     `json:"city,omitempty" db:"city"`
	State     string     `json:"state,omitempty" db:"state"`
	Source    string     `json:"source" db:"source"`
	IsPaid    bool       `json:"isPaid" db:"isPaid"`
	CreatedAt httpx.Time `json:"createdAt" db:"createdAt"`
}

var leadList = httpx.List{
	From:    "members_leads",
	Columns: []string{"id", "name", "email", "phone", "location", "city", "state", "source", "isPaid", "createdAt"},
	Search:  []string{"name", "email", "phone", "location"},
	Sort: map[string]string{
		"name": "[[name]] COLLATE NOCASE", "email": "[[email]] COLLATE NOCASE", "location": "[[location]] COLLATE NOCASE",
		"source": "source", "isPaid": "isPaid", "createdAt": "createdAt",
	},
	DefaultSort: "-createdAt",
	Counter:     "leads",
}

// PaidMember is a person with at least one completed transaction. The total is in rupees; what she
// has paid in dollars stands beside it, because no rate would make one sum of the two.
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
	Source             string       `json:"source" db:"source"`
}

var paidMemberList = httpx.List{
	From: "members_paid",
	Columns: []string{"id", "name", "email", "phone", "membershipTierName", "companyName", "createdAt", "totalAmount",
		"totalAmountUSD", "transactionCount", "source"},
	Search: []string{"name", "email", "companyName", "membershipTierName"},
	Sort: map[string]string{
		"name": "[[name]] COLLATE NOCASE", "email": "[[email]] COLLATE NOCASE", "companyName": "[[companyName]] COLLATE NOCASE",
		"phone": "phone", "membershipTierName": "[[membershipTierName]] COLLATE NOCASE", "totalAmount": "totalAmount",
		"transactionCount": "transactionCount", "source": "source", "createdAt": "createdAt",
	},
	DefaultSort: "-createdAt",
	Counter:     "paid_members",
}

// ListRegisteredUsers is GET /api/members/registered-users.
func (m *Members) ListRegisteredUsers(e *core.RequestEvent) error {
	return httpx.WriteList[RegisteredUser](e, userList)
}

// ListLeads is GET /api/members/leads.
func (m *Members) ListLeads(e *core.RequestEvent) error { return httpx.WriteList[Lead](e, leadList) }

// ListPaidMembers is GET /api/paid-members.
func (m *Members) ListPaidMembers(e *core.RequestEvent) error {
	return httpx.WriteList[PaidMember](e, paidMemberList)
}
