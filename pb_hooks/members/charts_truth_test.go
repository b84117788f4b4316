package members_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp"
)

// Record hooks update the charts' counters. After any sequence of changes they must equal counts of the records.
func TestTheChartsCountsEqualTheRecordsAfterAnyChange(t *testing.T) {
	t.Parallel()
	o := open(t)
	chance := rand.New(rand.NewPCG(20260803, 11))
	one := func(values ...string) string { return values[chance.IntN(len(values))] }
	at := func() time.Time { return testapp.StartTime.Add(-time.Duration(chance.IntN(100*24)) * time.Hour) }
	address := func() string { return one("a", "b", "c", "d", "e") + "@example.com" }
	made := map[string][]*core.Record{}
	some := func(name string) *core.Record {
		if len(made[name]) == 0 {
			return nil
		}
		return made[name][chance.IntN(len(made[name]))]
	}
	values := func(name string) fields {
		if name == "registrations" {
			return fields{
				"email":        address(),
				"city":         one("", "Mumbai", "mumbai", "Kochi"),
				"industry":     one("energy", "technology", "other"),
				"directorType": one("independent", "advisory"),
				"name":         one("Nominee", "Another"),
			}
		}
		sale := fields{
			"customerEmail":  address(),
			"status":         one("pending", "completed", "completed", "refunded"),
			"currency":       one("INR", "USD"),
			"amount":         100 + chance.IntN(900),
			"registrationId": "",
			"processedAt":    one("", date(at()).String()),
		}
		if r := some("registrations"); r != nil && chance.IntN(2) == 0 {
			sale["registrationId"] = r.Id
		}
		return sale
	}
	for step := range 200 {
		name := one("registrations", "transactions")
		record := some(name)
		switch {
		case record == nil || chance.IntN(3) == 0:
			c, err := o.PB.FindCollectionByNameOrId(name)
			if err != nil {
				t.Fatal(err)
			}
			record = core.NewRecord(c)
			record.Load(whole[name])
			record.SetRaw("createdAt", date(at()))
			record.Load(values(name))
			if o.PB.Save(record) == nil { // a taken address is refused
				made[name] = append(made[name], record)
			}
		case chance.IntN(4) == 0:
			o.remove(record)
			made[name] = slices.DeleteFunc(made[name], func(r *core.Record) bool { return r.Id == record.Id })
		default:
			fresh, err := o.PB.FindRecordById(name, record.Id)
			if err != nil {
				t.Fatal(err)
			}
			fresh.Load(values(name))
			_ = o.PB.Save(fresh) // a taken address is refused and must leave no trace
		}
		if step%8 == 0 {
			o.compareCounts()
		}
	}
	if counts := o.compareCounts(); len(counts) < 12 {
		t.Fatalf("too little has happened: %v", counts)
	}

	t.Run("and those that a rebuild makes", func(t *testing.T) {
		before := o.compareCounts()
		if err := readmodel.Rebuild(o.PB); err != nil {
			t.Fatal(err)
		}
		if after := o.compareCounts(); !slices.Equal(before, after) {
			t.Errorf("%v and not %v", after, before)
		}
	})
}

// whole returns the fields that a record of each kind needs, besides those that the test varies.
var whole = map[string]fields{
	"registrations": {
		"phone":                  "+919822222222",
		"currentDesignation":     "Director",
		"companyName":            "Sea Shipping",
		"yearsOfExperience":      "5-10",
		"currentBoards":          "Sea",
		"numberOfBoards":         "2",
		"howDidYouHear":          "linkedin",
		"whyInterested":          "x",
		"preferredMeetingFormat": "hybrid",
		"agreeTerms":             true,
	},
	"transactions": {"kind": "order"},
}

// compareCounts checks the counters against the records and returns them.
func (o *fixture) compareCounts() []string {
	o.Helper()
	var kept []string
	err := o.PB.DB().NewQuery(`SELECT name || ' ' || value || ' ' || n FROM counters WHERE n != 0
		AND (name LIKE 'members@_%' ESCAPE '@' OR name LIKE 'revenue@____@_month' ESCAPE '@' OR name IN ('nominations_week', 'nominations_directorType'))`).Column(&kept)
	if err != nil {
		o.Fatal(err)
	}
	slices.Sort(kept)
	if told := o.toldCounts(); !slices.Equal(kept, told) {
		o.Fatalf("counted:\n%s\ntold by the records:\n%s", strings.Join(kept, "\n"), strings.Join(told, "\n"))
	}
	return kept
}

// toldCounts computes the same counts from all records.
func (o *fixture) toldCounts() []string {
	o.Helper()
	counts, ofPerson, ofID := map[string]int{}, map[string]*core.Record{}, map[string]*core.Record{}
	all := func(name string) []*core.Record {
		records, err := o.PB.FindAllRecords(name)
		if err != nil {
			o.Fatal(err)
		}
		return records
	}
	for _, r := range all("registrations") {
		ofPerson[r.GetString("email")], ofID[r.Id] = r, r
		monday := r.GetDateTime("createdAt").Time().In(india.Zone)
		for monday.Weekday() != time.Monday {
			monday = monday.AddDate(0, 0, -1)
		}
		counts["nominations_week "+monday.Format(time.DateOnly)]++
		counts["nominations_directorType "+r.GetString("directorType")]++
	}
	members := map[string]bool{}
	for _, s := range all("transactions") {
		if s.GetString("status") != "completed" {
			continue
		}
		at := s.GetDateTime("processedAt")
		if at.IsZero() {
			at = s.GetDateTime("createdAt")
		}
		counts["revenue_"+s.GetString("currency")+"_month "+
			at.Time().In(india.Zone).Format("2006-01")] += s.GetInt("amount")
		person := s.GetString("customerEmail")
		if r := ofID[s.GetString("registrationId")]; r != nil {
			person = r.GetString("email")
		}
		members[person] = true
	}
	for person := range members {
		industry, city := "", ""
		if r := ofPerson[person]; r != nil {
			industry, city = r.GetString("industry"), strings.ToLower(r.GetString("city"))
		}
		counts["members_industry "+industry]++
		counts["members_city "+city]++
	}
	var lines []string
	for name, number := range counts {
		lines = append(lines, fmt.Sprintf("%s %d", name, number))
	}
	slices.Sort(lines)
	return lines
}
