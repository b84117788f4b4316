package members

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
)

// The tables of the read model. They are not PocketBase collections, so no hook runs for them and no API exposes
// them.
const (
	peopleTable   = "members_people"
	paymentsTable = "members_payments"
)

// person is a row of members_people: a lead or a person who has paid.
type person struct {
	Key         string `db:"person"`
	ID          string `db:"id"`
	Email       string `db:"email"`
	Name        string `db:"name"`
	Phone       string `db:"phone"`
	Location    string `db:"location"`
	City        string `db:"city"`
	State       string `db:"state"`
	Industry    string `db:"industry"`
	CompanyName string `db:"companyName"`
	TierName    string `db:"tierName"`
	Source      string `db:"source"`
	IsLead      bool   `db:"isLead"`
	Payments    int64  `db:"payments"`
	Amount      int64  `db:"amount"`
	AmountUSD   int64  `db:"amountUSD"`
	CreatedAt   string `db:"createdAt"`
}

// payment is a row of members_payments: a completed transaction with the person who paid.
type payment struct {
	ID       string `db:"id"`
	Person   string `db:"person"`
	Name     string `db:"name"`
	Phone    string `db:"phone"`
	TierName string `db:"tierName"`
	Amount   int64  `db:"amount"`
	Currency string `db:"currency"`
	PaidAt   string `db:"paidAt"`
}

func (p payment) params() dbx.Params {
	return dbx.Params{"id": p.ID, "person": p.Person, "name": p.Name, "phone": p.Phone, "tierName": p.TierName,
		"amount": p.Amount, "currency": p.Currency, "paidAt": p.PaidAt}
}

// savePayment stores a payment. It returns the key of the person who had the payment before, or "".
func savePayment(tx core.App, p payment) (before string, err error) {
	if before, err = payerOf(tx, p.ID); err != nil {
		return "", err
	}
	if before == "" {
		_, err = tx.NonconcurrentDB().Insert(paymentsTable, p.params()).Execute()
	} else {
		_, err = tx.NonconcurrentDB().Update(paymentsTable, p.params(), dbx.HashExp{"id": p.ID}).Execute()
	}
	if err != nil {
		return "", fmt.Errorf("store the completed payment %s: %w", p.ID, err)
	}
	return before, nil
}

// deletePayment deletes a payment. It returns the key of the person who had it, or "" if it was not stored.
func deletePayment(tx core.App, id string) (string, error) {
	key, err := payerOf(tx, id)
	if err != nil || key == "" {
		return "", err
	}
	if _, err := tx.NonconcurrentDB().Delete(paymentsTable, dbx.HashExp{"id": id}).Execute(); err != nil {
		return "", fmt.Errorf("remove the completed payment %s: %w", id, err)
	}
	return key, nil
}

func payerOf(app core.App, id string) (key string, err error) {
	err = app.DB().Select("person").From(paymentsTable).Where(dbx.HashExp{"id": id}).Row(&key)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("find the completed payment %s: %w", id, err)
	}
	return key, nil
}

// paymentsOf returns a person's payments, newest first.
func paymentsOf(app core.App, key string) ([]payment, error) {
	var rows []payment
	err := app.DB().Select("*").From(paymentsTable).Where(dbx.HashExp{"person": key}).OrderBy("paidAt DESC", "id DESC").All(&rows)
	return rows, database.Wrap("list payments of person", err)
}

// latestPayments returns the newest payments of all people.
func latestPayments(app core.App, limit int64) ([]payment, error) {
	var rows []payment
	err := app.DB().Select("*").From(paymentsTable).OrderBy("paidAt DESC", "id DESC").Limit(limit).All(&rows)
	return rows, database.Wrap("list latest payments", err)
}

// refresh rebuilds the rows, counters and search texts of some people. It ignores empty keys.
func refresh(tx core.App, keys ...string) error {
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if err := refreshOne(tx, key, nil); err != nil {
			return err
		}
	}
	return nil
}

// refreshOne rebuilds the row of one person. It ignores an empty key. If nomination is nil, it looks the nomination
// up.
func refreshOne(tx core.App, key string, nomination *nominations.Contact) error {
	if key == "" {
		return nil
	}
	if err := replacePerson(tx, key, sources{nomination: nomination}); err != nil {
		return fmt.Errorf("refresh the person %s: %w", key, err)
	}
	return nil
}

func replacePerson(tx core.App, key string, s sources) error {
	before, err := findPerson(tx, key)
	if err != nil {
		return err
	}
	if s.nomination == nil {
		if s.nomination, err = nominations.ContactByEmail(tx, key); err != nil {
			return err
		}
	}
	if s.account, err = accounts.ContactByEmail(tx, key); err != nil {
		return err
	}
	if s.payments, err = paymentsOf(tx, key); err != nil {
		return err
	}
	after := s.person(key)
	if before == nil && after == nil || before != nil && after != nil && *before == *after {
		return nil
	}
	switch {
	case after == nil:
		_, err = tx.NonconcurrentDB().Delete(peopleTable, dbx.HashExp{"person": key}).Execute()
	case before == nil:
		err = insertPerson(tx, after)
	default:
		_, err = tx.NonconcurrentDB().Update(peopleTable, after.params(), dbx.HashExp{"person": key}).Execute()
	}
	if err != nil {
		return err
	}
	if err := readmodel.Move(tx, before.counts(), after.counts()); err != nil {
		return err
	}
	return readmodel.SetText(tx, readmodel.People, key, before.text(), after.text())
}

func findPerson(app core.App, key string) (*person, error) {
	var p person
	err := app.DB().Select("*").From(peopleTable).Where(dbx.HashExp{"person": key}).One(&p)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &p, database.Wrap("find person", err)
}

func (p *person) params() dbx.Params {
	return dbx.Params{
		"person": p.Key, "id": p.ID, "email": p.Email, "name": p.Name, "phone": p.Phone, "location": p.Location, "city": p.City,
		"state": p.State, "industry": p.Industry, "companyName": p.CompanyName, "tierName": p.TierName, "source": p.Source,
		"isLead": p.IsLead, "payments": p.Payments, "amount": p.Amount, "amountUSD": p.AmountUSD, "createdAt": p.CreatedAt,
	}
}

func insertPerson(tx core.App, p *person) error {
	_, err := tx.NonconcurrentDB().Insert(peopleTable, p.params()).Execute()
	return database.Wrap("store person", err)
}

// rebuildPeople rebuilds both tables. It holds the records of all people in memory meanwhile.
func rebuildPeople(tx core.App) error {
	for _, table := range []string{paymentsTable, peopleTable} {
		if _, err := tx.NonconcurrentDB().Delete(table, nil).Execute(); err != nil {
			return err
		}
	}
	people, emails := map[string]*sources{}, map[string]string{}
	known := func(id string) (string, error) { return emails[id], nil }
	of := func(key string) *sources {
		if people[key] == nil {
			people[key] = &sources{}
		}
		return people[key]
	}
	err := accounts.EachContact(tx, func(a *accounts.Contact) error {
		of(emailOf(a)).account, emails[a.ID] = a, emailOf(a)
		return nil
	})
	if err != nil {
		return err
	}
	err = nominations.EachContact(tx, func(n *nominations.Contact) error {
		of(nominationEmail(n)).nomination, emails[n.ID] = n, nominationEmail(n)
		return nil
	})
	if err != nil {
		return err
	}
	err = payments.EachCompleted(tx, func(c *payments.CompletedPayment) error {
		payer, err := payerKey(*c, known, known)
		if err != nil {
			return err
		}
		p, err := newPayment(tx, *c, payer)
		if err != nil {
			return err
		}
		if _, err := tx.NonconcurrentDB().Insert(paymentsTable, p.params()).Execute(); err != nil {
			return err
		}
		of(payer).payments = append(of(payer).payments, p)
		return nil
	})
	if err != nil {
		return err
	}
	return writePeople(tx, people)
}

// peopleChunk is the number of texts that one statement adds to the search index.
const peopleChunk = 1000

func writePeople(tx core.App, people map[string]*sources) error {
	var counts []readmodel.Count
	var documents []readmodel.Document
	for key, s := range people {
		slices.SortFunc(s.payments, newestFirst)
		p := s.person(key)
		if p == nil {
			continue
		}
		if err := insertPerson(tx, p); err != nil {
			return err
		}
		documents = append(documents, readmodel.Document{Record: key, Text: p.text()})
		counts = append(counts, p.counts()...)
	}
	for chunk := range slices.Chunk(documents, peopleChunk) {
		if err := readmodel.AddTexts(tx, readmodel.People, chunk); err != nil {
			return err
		}
	}
	return readmodel.Add(tx, counts...)
}

// leadList lists the leads, newest first, because admins contact new leads first.
var leadList = httpx.List{
	Whole:   true,
	From:    peopleTable,
	Where:   "isLead = 1",
	Columns: []string{"id", "name", "email", "phone", "location", "city", "state", "source", "([[payments]] > 0) AS [[isPaid]]", "createdAt"},
	Index:   readmodel.People,
	Key:     "person",
	Search:  []string{"name", "email", "phone", "location"},
	Sort: map[string]string{
		"name": "[[name]] COLLATE NOCASE", "email": "[[email]] COLLATE NOCASE", "location": "[[location]] COLLATE NOCASE",
		"source": "source", "isPaid": "([[payments]] > 0)", "createdAt": "createdAt",
	},
	DefaultSort: "-createdAt",
	Counter:     leadsCounter,
}

// paidSource is where a paid member came from. The expression must equal the one in the index for this order.
const paidSource = "iif(source = 'registration', 'registration', 'direct')"

// paidMemberList lists the paid members, newest first. createdAt is when they registered, as on every list of people.
// The list of transactions shows who paid last.
var paidMemberList = httpx.List{
	Whole: true,
	From:  peopleTable,
	Where: "payments > 0",
	Columns: []string{"id", "name", "email", "phone", "tierName AS membershipTierName", "companyName", "createdAt",
		"amount AS totalAmount", "amountUSD AS totalAmountUSD", "payments AS transactionCount", paidSource + " AS [[source]]"},
	Index:  readmodel.People,
	Key:    "person",
	Search: []string{"name", "email", "companyName", "tierName"},
	Sort: map[string]string{
		"name": "[[name]] COLLATE NOCASE", "email": "[[email]] COLLATE NOCASE", "companyName": "[[companyName]] COLLATE NOCASE",
		"phone": "phone", "membershipTierName": "[[tierName]] COLLATE NOCASE", "totalAmount": "amount",
		"transactionCount": "payments", "source": paidSource, "createdAt": "createdAt",
	},
	DefaultSort: "-createdAt",
	Counter:     paidMembersCounter,
}

// The queries below are for campaign segments. Each returns lower-case addresses in the column person.

// PeopleSQL returns a query for the leads and paid members, with the fields that an email can insert.
func PeopleSQL() string {
	return `SELECT person, name, city, companyName AS company, tierName AS tier FROM members_people WHERE email != ''`
}

// LeadsSQL returns a query for the leads.
func LeadsSQL() string { return `SELECT person FROM members_people WHERE isLead = 1 AND email != ''` }

// PaidSQL returns a query for the paid members.
func PaidSQL() string { return `SELECT person FROM members_people WHERE payments > 0 AND email != ''` }
