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
func TestCountsOfTheChartsEqualTheRecordsAfterAnyChange(t *testing.T) {
	t.Parallel()
	o := open(t)
	random := rand.New(rand.NewPCG(20260803, 11))
	oneOf := func(values ...string) string { return values[random.IntN(len(values))] }
	at := func() time.Time { return testapp.StartTime.Add(-time.Duration(random.IntN(100*24)) * time.Hour) }
	address := func() string { return oneOf("a", "b", "c", "d", "e") + "@example.com" }
	stored := map[string][]*core.Record{}
	pick := func(name string) *core.Record {
		if len(stored[name]) == 0 {
			return nil
		}
		return stored[name][random.IntN(len(stored[name]))]
	}
	values := func(name string) fields {
		if name == "registrations" {
			return fields{
				"email":        address(),
				"city":         oneOf("", "Mumbai", "mumbai", "Kochi"),
				"industry":     oneOf("energy", "technology", "other"),
				"directorType": oneOf("independent", "advisory"),
				"name":         oneOf("Nominee", "Another"),
			}
		}
		sale := fields{
			"customerEmail":  address(),
			"status":         oneOf("pending", "completed", "completed", "refunded"),
			"currency":       oneOf("INR", "USD"),
			"amount":         100 + random.IntN(900),
			"registrationId": "",
			"processedAt":    oneOf("", date(at()).String()),
		}
		if r := pick("registrations"); r != nil && random.IntN(2) == 0 {
			sale["registrationId"] = r.Id
		}
		return sale
	}
	for step := range 200 {
		name := oneOf("registrations", "transactions")
		record := pick(name)
		switch {
		case record == nil || random.IntN(3) == 0:
			c, err := o.PB.FindCollectionByNameOrId(name)
			if err != nil {
				t.Fatal(err)
			}
			record = core.NewRecord(c)
			record.Load(requiredFields[name])
			record.SetRaw("createdAt", date(at()))
			record.Load(values(name))
			if o.PB.Save(record) == nil { // A used email is refused.
				stored[name] = append(stored[name], record)
			}
		case random.IntN(4) == 0:
			o.remove(record)
			stored[name] = slices.DeleteFunc(stored[name], func(r *core.Record) bool { return r.Id == record.Id })
		default:
			fresh, err := o.PB.FindRecordById(name, record.Id)
			if err != nil {
				t.Fatal(err)
			}
			fresh.Load(values(name))
			_ = o.PB.Save(fresh) // A used email is refused. This must not change a counter.
		}
		if step%8 == 0 {
			o.compareCounts()
		}
	}
	if counts := o.compareCounts(); len(counts) < 10 {
		t.Fatalf("counts = %v, want at least 10", counts)
	}

	t.Run("after a rebuild", func(t *testing.T) {
		before := o.compareCounts()
		if err := readmodel.Rebuild(o.PB); err != nil {
			t.Fatal(err)
		}
		if after := o.compareCounts(); !slices.Equal(before, after) {
			t.Errorf("counts after a rebuild = %v, want %v", after, before)
		}
	})
}

// requiredFields has the fields that a record of each collection needs, in addition to those that the test varies.
var requiredFields = map[string]fields{
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

// compareCounts checks that the counters equal the counts of the records, and returns them.
func (o *fixture) compareCounts() []string {
	o.Helper()
	var counters []string
	err := o.PB.DB().NewQuery(`SELECT name || ' ' || value || ' ' || n FROM counters WHERE n != 0
		AND (name LIKE 'revenue@____@_month' ESCAPE '@' OR name IN ('nominations_week', 'nominations_directorType'))`).Column(&counters)
	if err != nil {
		o.Fatal(err)
	}
	slices.Sort(counters)
	if want := o.countRecords(); !slices.Equal(counters, want) {
		o.Fatalf("counters =\n%s\nwant the counts of the records\n%s", strings.Join(counters, "\n"),
			strings.Join(want, "\n"))
	}
	return counters
}

// countRecords computes the same counts from all records.
func (o *fixture) countRecords() []string {
	o.Helper()
	counts := map[string]int{}
	all := func(name string) []*core.Record {
		records, err := o.PB.FindAllRecords(name)
		if err != nil {
			o.Fatal(err)
		}
		return records
	}
	for _, r := range all("registrations") {
		monday := r.GetDateTime("createdAt").Time().In(india.Zone)
		for monday.Weekday() != time.Monday {
			monday = monday.AddDate(0, 0, -1)
		}
		counts["nominations_week "+monday.Format(time.DateOnly)]++
		counts["nominations_directorType "+r.GetString("directorType")]++
	}
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
	}
	var lines []string
	for name, number := range counts {
		lines = append(lines, fmt.Sprintf("%s %d", name, number))
	}
	slices.Sort(lines)
	return lines
}
