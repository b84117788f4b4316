package scale

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp"
)

// readerOrders are the lists that are sorted by a name, a title or a place: their path, the field of the answer and the
// stored column.
var readerOrders = []struct{ path, field, column string }{
	{"/api/members/registered-users?sort=name", "name", "users.name"},
	{"/api/members/registered-users?sort=location", "location", "users.location"},
	{"/api/members/leads?sort=name", "name", "people.name"},
	{"/api/members/leads?sort=location", "location", "people.location"},
	{"/api/paid-members?sort=name", "name", "people.name"},
	{"/api/paid-members?sort=companyName", "companyName", "people.companyName"},
	{"/api/paid-members?sort=membershipTierName", "membershipTierName", "people.tierName"},
	{"/api/registrations?sort=name", "name", "registrations.name"},
	{"/api/registrations?sort=companyName", "companyName", "registrations.companyName"},
	{"/api/nominations?sort=name", "name", "registrations.name"},
	{"/api/nominations?state=all&sort=name", "name", "registrations.name"},
	{"/api/nominations?state=open&sort=name", "name", "registrations.name"},
	{"/api/nominations?state=approved&sort=name", "name", "registrations.name"},
	{"/api/transactions?sort=customerName", "customerName", "transactions.customerName"},
	{"/api/admin/events?sort=title", "title", "events.title"},
	{"/api/admin/polls?sort=title", "title", "polls.title"},
	{"/api/admin/library?sort=title", "title", "library_items.title"},
	{"/api/admin/library-collections?sort=title", "title", "library_collections.title"},
	{"/api/campaigns?sort=name", "name", "email_campaigns.name"},
	{"/api/segments?sort=name", "name", "segments.name"},
}

func TestEveryListIsInTheOrderOfItsReaders(t *testing.T) {
	t.Parallel()
	want := []string{"Elan", "\u00e9lan", "\u00c9lodie", "Emma"}
	stored := [4]string{want[3], want[1], want[2], want[0]}
	c := testapp.New(t)
	staff := c.SignedIn("admins", nil)
	if err := loadtest.Fill(c.PB, 40, true); err != nil {
		t.Fatal(err)
	}
	undecided := dbx.Params{"decidedAt": ""}
	if _, err := c.PB.NonconcurrentDB().Update("registrations", undecided, nil).Execute(); err != nil {
		t.Fatal(err)
	}
	// The emails are declared in the program, so the test cannot name them.
	listed := map[string]bool{"/api/email-texts?sort=name": true, "/api/email-texts?sort=subject": true}
	for _, list := range readerOrders {
		listed[list.path] = true
		table, column, _ := strings.Cut(list.column, ".")
		setTexts(t, c.PB, table, column, stored)
		for _, direction := range []string{"", "-"} {
			path := strings.Replace(list.path, "sort=", "perPage=500&sort="+direction, 1)
			var rows []map[string]any
			answer := staff.Get(path)
			if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil || answer.Status != http.StatusOK {
				t.Errorf("%s: status = %d: %s", path, answer.Status, answer.Body)
				continue
			}
			got := make([]string, len(rows))
			for i, row := range rows {
				got[i] = fmt.Sprint(row[list.field])
			}
			if direction != "" {
				slices.Reverse(got)
			}
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", path, got, want)
			}
		}
	}
	names := namesOfReaderSorts(t)
	for _, route := range c.Routes() {
		if route.Method != http.MethodGet || !route.Endpoint.IsList || strings.Contains(route.Path, "{") {
			continue
		}
		for _, name := range names {
			path := route.Path + "?sort=" + name
			if staff.Get(path).Status == http.StatusOK && !listed[path] {
				t.Errorf("%s is not in readerOrders", path)
			}
		}
	}
}

// setTexts gives the rows of a table the texts, one after the other. It adds a row for each text to an empty table.
func setTexts(t *testing.T, app core.App, table, column string, texts [4]string) {
	t.Helper()
	rows, err := app.CountRecords(table)
	for i, text := range texts {
		if rows == 0 && err == nil {
			var record *core.Record
			if record, err = database.NewRecord(app, table); err == nil {
				record.Set(column, text)
				err = app.SaveNoValidate(record)
			}
		} else if err == nil {
			_, err = app.NonconcurrentDB().Update(table, dbx.Params{column: text},
				dbx.NewExp("rowid / 10 % 4 = {:i}", dbx.Params{"i": i})).Execute()
		}
	}
	if err != nil {
		t.Fatal(table, err)
	}
}

// readerText matches the names of sorts by texts that people read. Addresses and codes have other orders.
var readerText = regexp.MustCompile(`(?i)(^|[a-z])(name|title|subject|location|city|place|company)$`)

// namesOfReaderSorts returns the names of all such sorts in the program. Each uses the collation.
func namesOfReaderSorts(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir("../../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, sorts := range sortMap.FindAllString(string(source), -1) {
			for _, sort := range sortElement.FindAllStringSubmatch(sorts, -1) {
				name, order := sort[1], sort[2]
				if !readerText.MatchString(name) || name == "username" {
					continue
				}
				names = append(names, name)
				if !strings.HasSuffix(order, " COLLATE folded") {
					t.Errorf("%s: the sort %s lacks COLLATE folded", path, name)
				}
			}
		}
		return err
	})
	if err != nil || len(names) < len(readerOrders)-3 {
		t.Fatalf("found the sorts %v: %v", names, err)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var (
	sortMap     = regexp.MustCompile(`(?s)\bSort:\s*map\[string\]string\{.*?\}`)
	sortElement = regexp.MustCompile(`"(\w+)":\s*"([^"]*)"`)
)
