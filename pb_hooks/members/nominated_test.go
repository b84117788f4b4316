package members_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp"
)

// nominate submits the form as a visitor.
func (o *fixture) nominate(email string) {
	o.Helper()
	a := o.Visitor().
		Post("/api/registrations", testapp.Nomination(email, fields{"name": "Nominee", "companyName": "Backwater Foods Ltd"}))
	if a.Status != http.StatusCreated {
		o.Fatalf("%d %s", a.Status, a.Body)
	}
}

// only returns the single nomination.
func (o *fixture) only() *core.Record {
	o.Helper()
	records, err := o.PB.FindAllRecords("registrations")
	if err != nil || len(records) != 1 {
		o.Fatal(records, err)
	}
	return records[0]
}

// found returns the index entries of each record, without the numbers of their documents.
func (o *fixture) found() []string {
	entries := o.indexed()
	slices.Sort(entries)
	return slices.Compact(entries)
}

func (o *fixture) rebuild() {
	o.Helper()
	if err := readmodel.Rebuild(o.PB); err != nil {
		o.Fatal(err)
	}
}

func TestANominationIsOnEveryScreenAtOnce(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]func(o *fixture) string{
		"in the list of the leads": func(o *fixture) string {
			rows, total := o.list("/api/members/leads?page=1")
			if len(rows) == 1 && rows[0]["email"] == "meera@example.com" {
				return total
			}
			return ""
		},
		"in the count of the nominations": func(o *fixture) string {
			_, total := o.list("/api/registrations?page=1")
			return total
		},
		"in the count of the review": func(o *fixture) string {
			return o.staff.Get("/api/nominations?state=open&page=1").Header.Get("X-Total-Count")
		},
		"in a search": func(o *fixture) string {
			_, total := o.list("/api/registrations?page=1&search=backwater")
			return total
		},
		"in the dashboard's numbers": func(o *fixture) string {
			return fmt.Sprint(o.staff.Get("/api/members/figures").JSON["leads"])
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			o.nominate("meera@example.com")
			if total := look(o); total != "1" {
				t.Errorf("%q are counted", total)
			}
			o.compare()
		})
	}
}

func TestWhatHappensToANominationIsCountedOnce(t *testing.T) {
	t.Parallel()
	for name, happens := range map[string]func(o *fixture){
		"its emails are sent":     func(o *fixture) { o.Drain() },
		"a nomination is saved":   func(o *fixture) { o.change(o.only(), fields{"email": "nair@example.com"}) },
		"a nomination is deleted": func(o *fixture) { o.remove(o.only()) },
		"its account is made": func(o *fixture) {
			o.account("meera@example.com", testapp.StartTime, fields{"name": "Account", "requestType": "enquiry"})
		},
		"its payment comes": func(o *fixture) {
			o.sale(testapp.StartTime.Add(time.Hour), fields{"registrationId": o.only().Id, "customerEmail": "meera@example.com"})
		},
		"all is made anew": func(o *fixture) { o.rebuild() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			o.nominate("meera@example.com")
			happens(o)
			o.compare()
			kept, found := o.kept(), o.found()
			o.rebuild()
			if rebuilt := o.kept(); !slices.Equal(kept, rebuilt) {
				t.Errorf("\n%s\nand not\n%s", strings.Join(kept, "\n"), strings.Join(rebuilt, "\n"))
			}
			if rebuilt := o.found(); !slices.Equal(found, rebuilt) {
				t.Error("the search finds something else after a rebuild")
			}
		})
	}
}
