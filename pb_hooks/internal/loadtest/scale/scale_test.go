// Package scale tests the console's lists in an app with many people: every list and the dashboard must use indexes,
// and an export must not hold its rows in memory.
//
//	go test ./pb_hooks/internal/loadtest/scale          1,000 people
//	go test ./pb_hooks/internal/loadtest/scale -long    100,000 people
package scale

import (
	"flag"
	"strconv"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

var long = flag.Bool("long", testdb.IsLong(), "100,000 people instead of 1,000")

// legacyImport is the only import in the data.
const legacyImport = "i00000000000007"

// largeApp is an app with many people, and a signed-in admin.
type largeApp struct {
	*testapp.App
	staff  *testapp.Visitor
	people int
}

func open(t *testing.T) largeApp {
	t.Helper()
	c := largeApp{App: testapp.New(t), people: 1_000}
	if *long {
		c.people = 100_000
	}
	c.staff = c.SignedIn("admins", nil)
	if err := loadtest.Fill(c.PB, c.people, true); err != nil {
		t.Fatal(err)
	}
	imports, err := c.PB.FindCollectionByNameOrId("legacy_imports")
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(imports)
	record.Load(map[string]any{
		"id":        legacyImport,
		"fileName":  "members.csv",
		"fileHash":  "hash",
		"state":     "done",
		"actorKind": "admin",
	})
	if err := c.PB.Save(record); err != nil {
		t.Fatal(err)
	}
	for list, rows := range map[string]int{
		"members/registered-users": c.people, "registrations": c.people, "transactions": 2 * c.people, "drafts": c.people / 10,
		"emails": c.people, "audit": c.people,
	} {
		total := c.staff.Get("/api/" + list + "?perPage=1").Header.Get("X-Total-Count")
		if total != strconv.Itoa(rows) {
			t.Errorf("%s has %s rows, want %d", list, total, rows)
		}
	}
	return c
}
