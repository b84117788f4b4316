package people

import (
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/readmodel"
)

// The counters over the people.
const (
	LeadsCounter       = "leads"
	PaidMembersCounter = "paid_members"
)

// peopleSource updates the counters and the search index of the leads and of the people who have paid.
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
		counts = append(counts, readmodel.One(PaidMembersCounter, ""))
	}
	return counts
}

func (r row) text() string {
	if !r.IsLead && r.Payments == 0 {
		return ""
	}
	return readmodel.Text(r.Name, r.Email, r.Phone, r.Location, r.CompanyName, r.TierName)
}

// Leads lists the leads. The newest come first, because admins contact new leads first.
var Leads = lists.List{
	Whole: true,
	From:  peopleCollection,
	Where: "isLead = 1",
	Columns: []string{"recordId AS [[id]]", "name", "email", "phone", "location", "city", "state", "source",
		"([[payments]] > 0) AS [[isPaid]]", "knownSince AS [[createdAt]]"},
	Index:  readmodel.People,
	Key:    "people.id",
	Search: []string{"name", "email", "phone", "location"},
	Phone:  "phone",
	Sort: map[string]string{
		"name":      "[[name]] COLLATE folded",
		"email":     "[[email]] COLLATE NOCASE",
		"location":  "[[location]] COLLATE folded",
		"source":    "source",
		"isPaid":    "([[payments]] > 0)",
		"createdAt": "knownSince",
	},
	DefaultSort: "-createdAt",
	Counter:     LeadsCounter,
}

// paidSource is the SQL of where a paid member came from. It must equal the expression of the index.
const paidSource = "iif(source = 'registration', 'registration', 'direct')"

// PaidMembers lists the people who have paid, newest first. createdAt is the time since which we have known the person,
// as on every list of people. The list of transactions shows who paid last.
var PaidMembers = lists.List{
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
		"name":               "[[name]] COLLATE folded",
		"email":              "[[email]] COLLATE NOCASE",
		"companyName":        "[[companyName]] COLLATE folded",
		"phone":              "phone",
		"membershipTierName": "[[tierName]] COLLATE folded",
		"totalAmount":        "amount",
		"transactionCount":   "payments",
		"source":             paidSource,
		"createdAt":          "knownSince",
	},
	DefaultSort: "-createdAt",
	Counter:     PaidMembersCounter,
}

// Contact is an applicant, the owner of an account or a person who has paid.
type Contact struct {
	ID          string `db:"id"`
	Email       string `db:"email"`
	Name        string `db:"name"`
	Location    string `db:"location"`
	City        string `db:"city"`
	State       string `db:"state"`
	CompanyName string `db:"companyName"`
	Industry    string `db:"industry"`
	TierName    string `db:"tierName"`
	IsLead      bool   `db:"isLead"`
	Payments    int64  `db:"payments"`
}

var contactColumns = []string{"id", "email", "name", "location", "city", "state", "companyName", "industry", "tierName",
	"isLead", "payments"}

// EachContact calls do with each contact who has an email address, while it reads the rows. Two contacts can have the
// same address until the owner of an account with this address verifies it.
func EachContact(app core.App, do func(Contact) error) error {
	rows, err := app.ConcurrentDB().Select(contactColumns...).From(peopleCollection).
		Where(dbx.NewExp("source != '' AND email != ''")).Rows()
	if err != nil {
		return database.Wrap("list contacts", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c Contact
		// ScanStruct takes twice as long.
		err := rows.Scan(&c.ID, &c.Email, &c.Name, &c.Location, &c.City, &c.State, &c.CompanyName, &c.Industry,
			&c.TierName, &c.IsLead, &c.Payments)
		if err != nil {
			return database.Wrap("read contact", err)
		}
		if err := do(c); err != nil {
			return err
		}
	}
	return database.Wrap("list contacts", rows.Err())
}

// FindContact returns the contact with an id, or nil.
func FindContact(app core.App, id string) (*Contact, error) {
	var c Contact
	err := app.DB().Select(contactColumns...).From(peopleCollection).
		Where(dbx.NewExp("id = {:id} AND source != ''", dbx.Params{"id": id})).Limit(1).One(&c)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &c, database.Wrap("find contact", err)
}

// Named has the id and the name of a person.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// NamesOf returns the names of people by id. It leaves out unknown ids.
func NamesOf(app core.App, ids []string) (map[string]string, error) {
	asked, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		ID   string `db:"id"`
		Name string `db:"name"`
	}
	err = app.DB().NewQuery("SELECT id, name FROM people WHERE id IN (SELECT value FROM json_each({:ids}))").
		Bind(dbx.Params{"ids": string(asked)}).All(&rows)
	names := map[string]string{}
	for _, row := range rows {
		names[row.ID] = row.Name
	}
	return names, database.Wrap("list names of people", err)
}
