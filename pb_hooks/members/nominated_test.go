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

// nominate sends a nomination as a visitor.
func (o *fixture) nominate(email string) {
	o.Helper()
	a := o.Visitor().
		Post("/api/registrations", testapp.Nomination(email, fields{"name": "Nominee", "companyName": "Backwater Foods Ltd"}))
	if a.Status != http.StatusCreated {
		o.Fatalf("status = %d, body = %s", a.Status, a.Body)
	}
}

// nominationRecord returns the only nomination.
func (o *fixture) nominationRecord() *core.Record {
	o.Helper()
	records, err := o.PB.FindAllRecords("registrations")
	if err != nil || len(records) != 1 {
		o.Fatalf("nominations = %v, error = %v, want one", records, err)
	}
	return records[0]
}

// indexedTerms returns the entries of the search index, sorted and without duplicates.
func (o *fixture) indexedTerms() []string {
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

func TestNominationIsCountedOnEveryScreenImmediately(t *testing.T) {
	t.Parallel()
	for name, total := range map[string]func(o *fixture) string{
		"the list of leads": func(o *fixture) string {
			rows, total := o.list("/api/members/leads?page=1")
			if len(rows) == 1 && rows[0]["email"] == "meera@example.com" {
				return total
			}
			return ""
		},
		"the list of nominations": func(o *fixture) string {
			_, total := o.list("/api/registrations?page=1")
			return total
		},
		"the review": func(o *fixture) string {
			return o.staff.Get("/api/nominations?state=open&page=1").Header.Get("X-Total-Count")
		},
		"a search": func(o *fixture) string {
			_, total := o.list("/api/registrations?page=1&search=backwater")
			return total
		},
		"the figures": func(o *fixture) string {
			return fmt.Sprint(o.staff.Get("/api/members/figures").JSON["leads"])
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			o.nominate("meera@example.com")
			if got := total(o); got != "1" {
				t.Errorf("count = %q, want 1", got)
			}
			o.compare()
		})
	}
}

func TestEachChangeOfANominationIsCountedOnce(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(o *fixture){
		"the emails are sent":       func(o *fixture) { o.Drain() },
		"the nomination is changed": func(o *fixture) { o.change(o.nominationRecord(), fields{"email": "nair@example.com"}) },
		"the nomination is deleted": func(o *fixture) { o.remove(o.nominationRecord()) },
		"an account is created": func(o *fixture) {
			o.account("meera@example.com", testapp.StartTime, fields{"name": "Account", "requestType": "enquiry"})
		},
		"a payment is completed": func(o *fixture) {
			o.sale(testapp.StartTime.Add(time.Hour), fields{"registrationId": o.nominationRecord().Id, "customerEmail": "meera@example.com"})
		},
		"the counters are rebuilt": func(o *fixture) { o.rebuild() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			o.nominate("meera@example.com")
			change(o)
			o.compare()
			before, terms := o.storedPeople(), o.indexedTerms()
			o.rebuild()
			if rebuilt := o.storedPeople(); !slices.Equal(before, rebuilt) {
				t.Errorf("stored counts =\n%s\nwant those of a rebuild\n%s", strings.Join(before, "\n"),
					strings.Join(rebuilt, "\n"))
			}
			if rebuilt := o.indexedTerms(); !slices.Equal(terms, rebuilt) {
				t.Errorf("search index = %q, want the one of a rebuild %q", terms, rebuilt)
			}
		})
	}
}
