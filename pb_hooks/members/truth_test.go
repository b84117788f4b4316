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

// Record hooks update the people and the counters. After any sequence of changes they must equal what is computed
// from the records.
func TestPeopleAndCountersEqualTheRecordsAfterAnyChange(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	o := open(t)
	chance := rand.New(rand.NewPCG(20260803, 7))
	addresses := []string{"a@example.com", "b@example.com", "c@example.com", "d@example.com"}
	made := map[string][]*core.Record{}
	pick := func(name string) *core.Record {
		if len(made[name]) == 0 || chance.IntN(4) == 0 {
			return nil
		}
		return made[name][chance.IntN(len(made[name]))]
	}
	id := func(record *core.Record) string {
		if record == nil {
			return ""
		}
		return record.Id
	}
	one := func(values ...string) string { return values[chance.IntN(len(values))] }
	try := func(record *core.Record, isNew bool) {
		save := o.PB.Save
		if isNew && record.Collection().Name == "registrations" && chance.IntN(2) == 0 {
			save = o.PB.SaveNoValidate // as the form does
		}
		// a taken address is refused and must leave no trace
		if err := save(record); err == nil && isNew {
			name := record.Collection().Name
			made[name] = append(made[name], record)
		}
	}
	for step := range 240 {
		name := one("users", "registrations", "transactions", "transactions")
		record := pick(name)
		if record != nil && chance.IntN(6) == 0 {
			o.remove(record)
			made[name] = slices.DeleteFunc(made[name], func(r *core.Record) bool { return r.Id == record.Id })
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
			// our copy may still refer to records that were deleted since; the stored record does not
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
				"email":       one(addresses...),
				"requestType": one("enquiry", "membership"),
				"source":      "user",
				"isActive":    true,
			})
			if isNew {
				record.SetPassword(testapp.Password)
			}
		case "registrations":
			record.Load(fields{
				"name":                   "Nominee",
				"email":                  one(addresses...),
				"phone":                  "+919822222222",
				"city":                   one("", "Mumbai"),
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
				"status":         one("pending", "completed", "completed", "refunded"),
				"amount":         100 + chance.IntN(900),
				"currency":       one("INR", "INR", "USD"),
				"customerEmail":  one(append(addresses, "", "Z@Example.com")...),
				"attention":      one("", "", "dispute"),
				"userId":         id(pick("users")),
				"registrationId": id(pick("registrations")),
				"tierName":       one("", "Circle"),
			})
		}
		try(record, isNew)
		if step%8 == 0 {
			o.compare()
		}
	}
	o.compare()
	if people := o.kept(); len(people) < 4 {
		t.Fatalf("too little has happened: %v", people)
	}

	t.Run("and so do those that a rebuild makes", func(t *testing.T) {
		before, indexed := o.kept(), o.indexed()
		if err := readmodel.Rebuild(o.PB); err != nil {
			t.Fatal(err)
		}
		if after := o.kept(); !slices.Equal(before, after) {
			t.Errorf("\n%s\nand not\n%s", strings.Join(after, "\n"), strings.Join(before, "\n"))
		}
		if after := o.indexed(); len(after) < 100 || !slices.Equal(indexed, after) {
			t.Errorf("the search index has %d entries and had %d, or others", len(after), len(indexed))
		}
	})
}

func (o *fixture) compare() {
	o.Helper()
	if kept, told := o.kept(), o.expectedPeople(); !slices.Equal(kept, told) {
		o.Fatalf("kept:\n%s\ntold by the records:\n%s", strings.Join(kept, "\n"), strings.Join(told, "\n"))
	}
}

// kept returns the stored people and counters.
func (o *fixture) kept() []string {
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

// expectedPeople computes the same from all records.
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
