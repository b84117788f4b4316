package people

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/readmodel"
)

// The counters over the people. Industry and city come from the nominations of paid members and are "" without one.
const (
	LeadsCounter       = "leads"
	PaidMembersCounter = "paid_members"
	IndustryCounter    = "members_industry"
	CityCounter        = "members_city"
)

// peopleSource keeps the counters and the search index of the leads and of the people who have paid.
var peopleSource = readmodel.Source{
	Collection: peopleCollection,
	Columns: []string{"name", "email", "phone", "location", "city", "companyName", "industry", "tierName", "isLead",
		"payments"},
	Counts: func(record *core.Record) []readmodel.Count { return rowOf(record).counts() },
	Index:  readmodel.People,
	Text:   func(record *core.Record) string { return rowOf(record).text() },
}

func (r row) counts() (counts []readmodel.Count) {
	if r.IsLead {
		counts = append(counts, readmodel.One(LeadsCounter, ""))
	}
	if r.Payments > 0 {
		// cities are typed by hand: "mumbai " and "Mumbai" count as the same city
		counts = append(counts, readmodel.One(PaidMembersCounter, ""), readmodel.One(IndustryCounter, r.Industry),
			readmodel.One(CityCounter, strings.ToLower(strings.TrimSpace(r.City))))
	}
	return counts
}

func (r row) text() string {
	if !r.IsLead && r.Payments == 0 {
		return ""
	}
	return readmodel.Text(r.Name, r.Email, r.Phone, r.Location, r.CompanyName, r.TierName)
}

// Leads lists the leads, newest first, because admins contact new leads first.
var Leads = httpx.List{
	Whole: true,
	From:  peopleCollection,
	Where: "isLead = 1",
	Columns: []string{"recordId AS [[id]]", "name", "email", "phone", "location", "city", "state", "source",
		"([[payments]] > 0) AS [[isPaid]]", "knownSince AS [[createdAt]]"},
	Index:  readmodel.People,
	Key:    "people.id",
	Search: []string{"name", "email", "phone", "location"},
	Sort: map[string]string{
		"name":      "[[name]] COLLATE NOCASE",
		"email":     "[[email]] COLLATE NOCASE",
		"location":  "[[location]] COLLATE NOCASE",
		"source":    "source",
		"isPaid":    "([[payments]] > 0)",
		"createdAt": "knownSince",
	},
	DefaultSort: "-createdAt",
	Counter:     LeadsCounter,
}

// paidSource is where a paid member came from. The expression must equal the one in the index for this order.
const paidSource = "iif(source = 'registration', 'registration', 'direct')"

// PaidMembers lists the people who have paid, newest first. createdAt is when they registered, as on every list of
// people. The list of transactions shows who paid last.
var PaidMembers = httpx.List{
	Whole: true,
	From:  peopleCollection,
	Where: "payments > 0",
	Columns: []string{"recordId AS [[id]]", "name", "email", "phone", "tierName AS membershipTierName", "companyName",
		"knownSince AS [[createdAt]]",
		"amount AS totalAmount", "amountUSD AS totalAmountUSD", "payments AS transactionCount",
		paidSource + " AS [[source]]"},
	Index:  readmodel.People,
	Key:    "people.id",
	Search: []string{"name", "email", "companyName", "tierName"},
	Sort: map[string]string{
		"name":               "[[name]] COLLATE NOCASE",
		"email":              "[[email]] COLLATE NOCASE",
		"companyName":        "[[companyName]] COLLATE NOCASE",
		"phone":              "phone",
		"membershipTierName": "[[tierName]] COLLATE NOCASE",
		"totalAmount":        "amount",
		"transactionCount":   "payments",
		"source":             paidSource,
		"createdAt":          "knownSince",
	},
	DefaultSort: "-createdAt",
	Counter:     PaidMembersCounter,
}

// The queries below are for campaign segments. Each returns lower-case addresses in the column person.

// ContactsSQL returns a query for the leads and paid members, with the fields that an email can insert.
func ContactsSQL() string {
	return `SELECT email AS person, name, city, companyName AS company, tierName AS tier FROM people WHERE (isLead OR payments > 0) AND email != ''`
}

// LeadsSQL returns a query for the leads.
func LeadsSQL() string { return `SELECT email AS person FROM people WHERE isLead = 1 AND email != ''` }

// PaidSQL returns a query for the paid members.
func PaidSQL() string { return `SELECT email AS person FROM people WHERE payments > 0 AND email != ''` }
