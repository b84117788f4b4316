package members_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// Record hooks update the people and the counters. After any sequence of changes, they must equal those that the test
// computes from the records.
func TestPeopleAndCountersEqualTheRecordsAfterAnyChange(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	o := open(t)
	random := rand.New(rand.NewPCG(20260803, 7))
	addresses := []string{"a@example.com", "b@example.com", "c@example.com", "d@example.com"}
	stored := map[string][]*core.Record{}
	pick := func(name string) *core.Record {
		if len(stored[name]) == 0 || random.IntN(4) == 0 {
			return nil
		}
		return stored[name][random.IntN(len(stored[name]))]
	}
	id := func(record *core.Record) string {
		if record == nil {
			return ""
		}
		return record.Id
	}
	oneOf := func(values ...string) string { return values[random.IntN(len(values))] }
	saveRecord := func(record *core.Record, isNew bool) {
		save := o.PB.Save
		if isNew && record.Collection().Name == "registrations" && random.IntN(2) == 0 {
			save = o.PB.SaveNoValidate // like the nomination form
		}
		// A used email is refused. This must not change a person or a counter.
		if err := save(record); err == nil && isNew {
			name := record.Collection().Name
			stored[name] = append(stored[name], record)
		}
	}
	for step := range 240 {
		name := oneOf("users", "registrations", "transactions", "transactions")
		record := pick(name)
		if record != nil && random.IntN(6) == 0 {
			o.remove(record)
			stored[name] = slices.DeleteFunc(stored[name], func(r *core.Record) bool { return r.Id == record.Id })
			continue
		}
		isNew := record == nil
		if isNew {
			c, err := o.PB.FindCollectionByNameOrId(name)
			if err != nil {
				t.Fatal(err)
			}
			record = core.NewRecord(c)
			record.SetRaw("createdAt", date(testapp.StartTime.Add(time.Duration(step)*time.Minute)))
		} else {
			// Our copy may refer to deleted records. The stored record does not.
			fresh, err := o.PB.FindRecordById(name, record.Id)
			if err != nil {
				t.Fatal(err)
			}
			record = fresh
		}
		switch name {
		case "users":
			record.Load(fields{
				"name":        "Account",
				"email":       oneOf(addresses...),
				"requestType": oneOf("enquiry", "membership"),
				"source":      "user",
				"isActive":    true,
			})
			if isNew {
				record.SetPassword(testapp.Password)
			}
		case "registrations":
			record.Load(fields{
				"name":                   "Nominee",
				"email":                  oneOf(addresses...),
				"phone":                  "+919822222222",
				"city":                   oneOf("", "Mumbai"),
				"currentDesignation":     "Director",
				"companyName":            "Sea Shipping",
				"industry":               "other",
				"yearsOfExperience":      "5-10",
				"directorType":           "independent",
				"currentBoards":          "Sea",
				"numberOfBoards":         "2",
				"howDidYouHear":          "linkedin",
				"whyInterested":          "x",
				"preferredMeetingFormat": "hybrid",
				"agreeTerms":             true,
			})
		case "transactions":
			record.Load(fields{
				"kind":           "order",
				"status":         oneOf("pending", "completed", "completed", "refunded"),
				"amount":         100 + random.IntN(900),
				"currency":       oneOf("INR", "INR", "USD"),
				"customerEmail":  oneOf(append(addresses, "", "Z@Example.com")...),
				"attention":      oneOf("", "", "dispute"),
				"userId":         id(pick("users")),
				"registrationId": id(pick("registrations")),
				"tierName":       oneOf("", "Circle"),
			})
		}
		saveRecord(record, isNew)
		if step%8 == 0 {
			o.compare()
		}
	}
	o.compare()
	if people := o.storedPeople(); len(people) < 4 {
		t.Fatalf("people = %v, want at least 4", people)
	}

	t.Run("after a rebuild", func(t *testing.T) {
		before, indexed := o.storedPeople(), o.indexed()
		if err := readmodel.Rebuild(o.PB); err != nil {
			t.Fatal(err)
		}
		if after := o.storedPeople(); !slices.Equal(before, after) {
			t.Errorf("people and counters after a rebuild =\n%s\nwant\n%s", strings.Join(after, "\n"),
				strings.Join(before, "\n"))
		}
		if after := o.indexed(); len(after) < 100 || !slices.Equal(indexed, after) {
			t.Errorf("the search index has %d entries after a rebuild, want the same %d", len(after), len(indexed))
		}
	})
}

// compare checks that the people and counters equal those computed from the records.
func (o *fixture) compare() {
	o.Helper()
	if got, want := o.storedPeople(), o.expectedPeople(); !slices.Equal(got, want) {
		o.Fatalf("people and counters =\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// storedPeople returns the stored people and counters.
func (o *fixture) storedPeople() []string {
	o.Helper()
	var people, counters []string
	err := o.PB.DB().
		NewQuery(`SELECT coalesce(nullif(email, ''), recordId) || ' ' || name || ' ' || isLead || ' ' || payments || ' ' || amount || ' ' || amountUSD || ' ' || source
		FROM people WHERE isLead OR payments > 0 ORDER BY 1`).Column(&people)
	if err == nil {
		err = o.PB.DB().NewQuery(`SELECT name || ' ' || value || ' ' || n FROM counters WHERE n != 0 AND name IN (
			'draft_registrations', 'leads', 'paid_members', 'registrations', 'revenue_INR', 'revenue_USD', 'transactions',
			'transactions_status', 'users') ORDER BY 1`).Column(&counters)
	}
	if err != nil {
		o.Fatal(err)
	}
	return append(people, counters...)
}

// indexed returns the entries of the search index for each record.
func (o *fixture) indexed() []string {
	o.Helper()
	var entries []string
	err := o.PB.DB().NewQuery(`SELECT d.kind || ' ' || d.record || ' ' || t.offset || ' ' || t.term FROM search_terms t
		JOIN search_documents d ON d.doc = t.doc ORDER BY 1`).Column(&entries)
	if err != nil {
		o.Fatal(err)
	}
	return entries
}

// expectedPeople computes the same people and counters from all records.
func (o *fixture) expectedPeople() []string {
	o.Helper()
	type person struct {
		account, registration *core.Record
		payments, inr, usd    int
	}
	people := map[string]*person{}
	of := func(key string) *person {
		key = strings.ToLower(key)
		if people[key] == nil {
			people[key] = &person{}
		}
		return people[key]
	}
	all := func(name string) []*core.Record {
		records, err := o.PB.FindAllRecords(name)
		if err != nil {
			o.Fatal(err)
		}
		return records
	}
	emails := map[string]string{}
	for _, r := range all("users") {
		of(r.Email()).account, emails[r.Id] = r, r.Email()
	}
	for _, r := range all("registrations") {
		of(r.GetString("email")).registration, emails[r.Id] = r, r.GetString("email")
	}
	var inr, usd int
	for _, r := range all("transactions") {
		if r.GetString("status") != "completed" {
			continue
		}
		key := r.Id
		for _, email := range []string{r.GetString("customerEmail"), emails[r.GetString("userId")], emails[r.GetString("registrationId")]} {
			if email != "" {
				key = email
			}
		}
		p := of(key)
		p.payments++
		if r.GetString("currency") == "INR" {
			p.inr, inr = p.inr+r.GetInt("amount"), inr+r.GetInt("amount")
		} else {
			p.usd, usd = p.usd+r.GetInt("amount"), usd+r.GetInt("amount")
		}
	}
	var lines []string
	var leads, paid int
	for key, p := range people {
		isLead, name, source := 0, "", "payment"
		if p.account != nil {
			name, source = "Account", "user"
		}
		if p.registration != nil {
			name, source = "Nominee", "registration"
		}
		if p.registration != nil && p.payments == 0 ||
			p.account != nil && p.account.GetString("requestType") == "enquiry" {
			isLead = 1
		}
		if p.payments > 0 {
			paid++
		}
		if leads += isLead; isLead == 1 || p.payments > 0 {
			lines = append(lines, fmt.Sprintf("%s %s %d %d %d %d %s", key, name, isLead, p.payments, p.inr, p.usd,
				source))
		}
	}
	slices.Sort(lines)
	counters := map[string]int{
		"leads ":         leads,
		"paid_members ":  paid,
		"registrations ": len(all("registrations")),
		"revenue_INR ":   inr,
		"revenue_USD ":   usd,
		"transactions ":  len(all("transactions")),
		"users ":         len(all("users")),
	}
	for _, r := range all("transactions") {
		counters["transactions_status "+r.GetString("status")]++
	}
	var counted []string
	for name, n := range counters {
		if n != 0 {
			counted = append(counted, fmt.Sprintf("%s %d", name, n))
		}
	}
	slices.Sort(counted)
	return append(lines, counted...)
}
