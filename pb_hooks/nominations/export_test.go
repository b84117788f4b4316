package nominations_test

import (
	"encoding/csv"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"boardcircle/pb_hooks/internal/testapp"
)

const exportPath = "/api/registrations/export"

// nominated is a house with three nominations, one of whom means harm.
func nominated(t *testing.T) (*testapp.App, *testapp.Visitor) {
	t.Helper()
	s := house(t)
	staff := admin(t, s)
	for _, changes := range []form{
		{"name": "Cora", "email": "cora@example.com", "companyName": "Teesta Tea", "phone": "+919876543210", "yearsOfExperience": "3-5"},
		{"name": "=HYPERLINK(\"https://evil.example\")", "email": "evil@example.com", "companyName": "@SUM(A1)", "phone": "+91-98765-43210"},
		{"name": "Ānandī, \"Nandu\" Rao", "email": "anandi@example.com", "companyName": "Teesta Tea", "whyInterested": "First line\nsecond line"},
	} {
		expect(t, visitor(s).Post("/api/registrations", nomination(changes)), http.StatusCreated)
	}
	_, err := s.PB.NonconcurrentDB().NewQuery("UPDATE registrations SET createdAt = '2026-07-31 18:45:00.000Z'").Execute()
	if err != nil {
		t.Fatal(err)
	}
	return s, staff
}

// sheet reads a CSV answer.
func sheet(t *testing.T, a testapp.Response) [][]string {
	t.Helper()
	expect(t, a, http.StatusOK)
	body, marked := strings.CutPrefix(a.Body, "\ufeff")
	if !marked {
		t.Error("Excel is not told that the file is UTF-8")
	}
	rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func column(t *testing.T, rows [][]string, heading string) []string {
	t.Helper()
	for i, name := range rows[0] {
		if name != heading {
			continue
		}
		var cells []string
		for _, row := range rows[1:] {
			cells = append(cells, row[i])
		}
		return cells
	}
	t.Fatalf("no column %q in %q", heading, rows[0])
	return nil
}

func TestTheExportIsASafeAndReadableCSVFile(t *testing.T) {
	t.Parallel()
	s, staff := nominated(t)
	s.Clock.Advance(13 * time.Hour) // 3 August 2026 in UTC, the 4th in India
	answer := staff.Get(exportPath + "?sort=email")
	rows := sheet(t, answer)
	if got := answer.Header.Get("Content-Disposition"); got != `attachment; filename="registrations-2026-08-04.csv"` {
		t.Errorf("it is saved as %s", got)
	}
	if got := answer.Header.Get("Content-Type"); got != "text/csv; charset=utf-8" {
		t.Errorf("it is of type %s", got)
	}
	for heading, want := range map[string][]string{
		"Name":                  {"Ānandī, \"Nandu\" Rao", "Cora", "'=HYPERLINK(\"https://evil.example\")"},
		"Phone":                 {"+91 22 4000 9876", "+919876543210", "'+91-98765-43210"},
		"Company":               {"Teesta Tea", "Teesta Tea", "'@SUM(A1)"},
		"Experience":            {"5-10 years", "3-5 years", "5-10 years"},
		"Areas of expertise":    {"finance; strategy", "finance; strategy", "finance; strategy"},
		"Why she is interested": {"First line\nsecond line", "To learn from other directors.", "To learn from other directors."},
		"Nominated at (IST)":    {"2026-08-01 00:15", "2026-08-01 00:15", "2026-08-01 00:15"},
	} {
		if got := column(t, rows, heading); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %q", heading, got)
		}
	}
}

func TestTheExportTakesTheSearchAndTheSortOfTheList(t *testing.T) {
	t.Parallel()
	_, staff := nominated(t)
	for query, want := range map[string]string{
		"search=teesta&sort=-name":           "anandi@example.com cora@example.com",
		"search=teesta&sort=name":            "cora@example.com anandi@example.com",
		"search=%25":                         "",
		"sort=email&page=2&perPage=1":        "anandi@example.com cora@example.com evil@example.com",
		"sort=-email&format=csv&search=cora": "cora@example.com",
	} {
		if got := strings.Join(column(t, sheet(t, staff.Get(exportPath+"?"+query)), "Email"), " "); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
	for query, field := range map[string]string{"format=pdf": "format", "sort=id": "sort", "search=" + strings.Repeat("x", 201): "search"} {
		a := staff.Get(exportPath + "?" + query)
		if a.Status != http.StatusBadRequest || a.Field(field) == "" || a.Header.Get("Content-Disposition") != "" {
			t.Errorf("%s: %d %s", query, a.Status, a.Body)
		}
	}
}

func TestTheExportIsAWorkbookWhenAskedForOne(t *testing.T) {
	t.Parallel()
	_, staff := nominated(t)
	answer := staff.Get(exportPath + "?format=xlsx&sort=email")
	expect(t, answer, http.StatusOK)
	if got := answer.Header.Get("Content-Disposition"); got != `attachment; filename="registrations-2026-08-03.xlsx"` {
		t.Errorf("it is saved as %s", got)
	}
	book, err := excelize.OpenReader(strings.NewReader(answer.Body))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows("Registrations")
	if err != nil || len(rows) != 4 {
		t.Fatalf("%q, %v", rows, err)
	}
	for heading, want := range map[string]string{
		"Name":               "Ānandī, \"Nandu\" Rao|Cora|=HYPERLINK(\"https://evil.example\")",
		"Phone":              "+91 22 4000 9876|+919876543210|+91-98765-43210",
		"Nominated at (IST)": "2026-08-01 00:15|2026-08-01 00:15|2026-08-01 00:15",
	} {
		if got := strings.Join(column(t, rows, heading), "|"); got != want {
			t.Errorf("%s: %q", heading, got)
		}
	}
	if formula, err := book.GetCellFormula("Registrations", "A4"); formula != "" || err != nil {
		t.Errorf("a name became a formula: %q, %v", formula, err)
	}
}

func TestTheExportIsLoggedWithItsRowsAndItsFilter(t *testing.T) {
	t.Parallel()
	s, staff := nominated(t)
	expect(t, staff.Get(exportPath+"?search=teesta&sort=name"), http.StatusOK)
	entry, err := s.PB.FindFirstRecordByData("audit_log", "action", "nominations.exported")
	if err != nil {
		t.Fatal(err)
	}
	var details form
	if err := entry.UnmarshalJSONField("after", &details); err != nil {
		t.Fatal(err)
	}
	if details["rows"] != 2.0 || details["search"] != "teesta" || details["sort"] != "name" || entry.GetString("label") != "registrations-2026-08-03.csv" {
		t.Errorf("%v of %s", details, entry.GetString("label"))
	}
}

// A file that ends early must not look like a whole one.
func TestAnExportThatBreaksOffBreaksTheConnection(t *testing.T) {
	t.Parallel()
	s, staff := nominated(t)
	_, err := s.PB.NonconcurrentDB().NewQuery("UPDATE registrations SET areasOfExpertise = 'broken' WHERE email = 'evil@example.com'").Execute()
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"csv", "xlsx"} {
		request, err := http.NewRequest(http.MethodGet, s.URL+exportPath+"?sort=email&format="+format, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header = staff.Header
		response, err := staff.Client.Do(request)
		if err != nil {
			continue
		}
		if _, err = io.ReadAll(response.Body); err == nil {
			t.Errorf("%s: a part of the rows passes for all", format)
		}
		response.Body.Close()
	}
}
