package nominations_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"boardcircle/pb_hooks/internal/testapp"
)

func list(t *testing.T, v *testapp.Visitor, path string) ([]map[string]any, string) {
	t.Helper()
	a := v.Get(path)
	expect(t, a, http.StatusOK)
	var rows []map[string]any
	if err := json.Unmarshal([]byte(a.Body), &rows); err != nil || rows == nil {
		t.Fatalf("%s: body = %s, want an array", path, a.Body)
	}
	return rows, a.Header.Get("X-Total-Count")
}

func names(rows []map[string]any) string {
	var out []string
	for _, row := range rows {
		out = append(out, row["name"].(string))
	}
	return strings.Join(out, " ")
}

func TestListsAreForAdminsOnly(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	plain, _ := newMember(t, s, "plain@example.com", false)
	for _, path := range []string{"/api/registrations", "/api/drafts"} {
		expect(t, newVisitor(s).Get(path), http.StatusUnauthorized)
		expect(t, plain.Get(path), http.StatusForbidden)
	}
}

func TestListOfNominations(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	staff := admin(t, s)
	if rows, total := list(t, staff, "/api/registrations"); len(rows) != 0 || total != "0" {
		t.Fatalf("empty list: rows = %v, total = %s", rows, total)
	}
	for i, name := range []string{"Cora", "anita", "Bina 100%", `Dev_i \ Co`, "Esha"} {
		body := nomination(form{"name": name, "email": fmt.Sprintf("n%d@example.com", i),
			"companyName": fmt.Sprintf("Company %d", i)})
		expect(t, newVisitor(s).Post("/api/registrations", body), http.StatusCreated)
	}
	t.Run("without parameters", func(t *testing.T) {
		rows, total := list(t, staff, "/api/registrations")
		if len(rows) != 5 || total != "5" || len(rows[0]) != 9 {
			t.Fatalf("%d rows, total = %s, want all five with nine fields: %v", len(rows), total, rows)
		}
		for _, field := range []string{"id", "name", "email", "phone", "companyName", "directorType", "yearsOfExperience", "status", "createdAt"} {
			if rows[0][field] == "" || rows[0][field] == nil {
				t.Errorf("%s is empty", field)
			}
		}
		for i := 1; i < len(rows); i++ {
			if rows[i-1]["createdAt"].(string) < rows[i]["createdAt"].(string) {
				t.Error("the rows are not sorted by time, newest first")
			}
		}
	})
	for _, c := range []struct{ query, want, total string }{
		{"sort=name", `anita Bina 100% Cora Dev_i \ Co Esha`, "5"},
		{"sort=-name&page=1&perPage=2", `Esha Dev_i \ Co`, "5"},
		{"sort=name&page=3&perPage=2", "Esha", "5"},
		{"sort=name&page=9&perPage=2", "", "5"},
		{"sort=name&perPage=1", "anita", "5"},
		{"sort=name&perPage=9999", `anita Bina 100% Cora Dev_i \ Co Esha`, "5"},
		{"sort=email&search=CO", `Cora anita Bina 100% Dev_i \ Co Esha`, "5"},
		{"search=cOr", "Cora", "1"},
		{"search=%25", "Bina 100%", "1"},
		{"search=_", `Dev_i \ Co`, "1"},
		{"search=%5C", `Dev_i \ Co`, "1"},
		{"search=Company+3", `Dev_i \ Co`, "1"},
		{"search=n4@example.com&page=1", "Esha", "1"},
		{"sort=name&search=a&page=2&perPage=3", `Dev_i \ Co Esha`, "5"},
		{"search=unknown", "", "0"},
		{"search=%27+OR+1=1+--", "", "0"},
	} {
		rows, total := list(t, staff, "/api/registrations?"+c.query)
		if names(rows) != c.want || total != c.total {
			t.Errorf("%s: names = %q, total = %s, want %q and %s", c.query, names(rows), total, c.want, c.total)
		}
	}
	for query, field := range map[string]string{
		"page=0": "page", "page=-1": "page", "page=x": "page", "perPage=0": "perPage", "page=99999999999": "page",
		"sort=id": "sort", "sort=whyInterested": "sort", "sort=name%3B--": "sort", "sort=--name": "sort",
		"search=" + url.QueryEscape(strings.Repeat("x", 201)): "search",
	} {
		if a := staff.Get("/api/registrations?" + query); a.Status != http.StatusBadRequest || a.Field(field) == "" {
			t.Errorf("%s: status = %d, body = %s, want 400 with an error for %s", query, a.Status, a.Body, field)
		}
	}
}

func TestListOfDraftsShowsTheirProgress(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	staff := admin(t, s)
	expect(t, newVisitor(s).Post("/api/drafts", draft(form{"name": "Nameless"})), http.StatusOK)
	s.Clock.Advance(1e9)
	expect(t, newVisitor(s).Post("/api/drafts",
		form{"email": "a@example.com",
			"formData": form{"name": "Anita", "companyName": "Teesta Tea", "phone": "1"}}), http.StatusOK)
	rows, total := list(t, staff, "/api/drafts")
	if len(rows) != 2 || total != "2" {
		t.Fatalf("%d drafts, total = %s, want 2", len(rows), total)
	}
	if rows[0]["email"] != "a@example.com" || rows[0]["progress"] != float64(20) ||
		rows[0]["lastSaved"] != "2026-08-03T06:30:01.000Z" || len(rows[0]) != 5 {
		t.Errorf("newest draft = %v", rows[0])
	}
	if data, _ := rows[0]["formData"].(map[string]any); data["companyName"] != "Teesta Tea" {
		t.Errorf("newest draft = %v", rows[0])
	}
	if email, isSet := rows[1]["email"]; !isSet || email != nil || rows[1]["progress"] != float64(7) {
		t.Errorf("older draft = %v, want no email and 7 %% progress", rows[1])
	}
	for _, search := range []string{"teesta", "ANITA", "a@example"} {
		if rows, total := list(t, staff, "/api/drafts?search="+search); len(rows) != 1 || total != "1" {
			t.Errorf("search for %s: %d drafts, total = %s, want 1", search, len(rows), total)
		}
	}
}

const exportPath = "/api/registrations/export"

// newExportFixture returns an app with an admin and three nominations. One of them has spreadsheet formulas.
func newExportFixture(t *testing.T) (*testapp.App, *testapp.Visitor) {
	t.Helper()
	s := newApp(t)
	staff := admin(t, s)
	for _, changes := range []form{
		{"name": "Cora", "email": "cora@example.com", "companyName": "Teesta Tea", "phone": "+919876543210", "yearsOfExperience": "3-5"},
		{"name": "=HYPERLINK(\"https://evil.example\")", "email": "evil@example.com", "companyName": "@SUM(A1)", "phone": "+91-98765-43210"},
		{"name": "Ānandī, \"Nandu\" Rao", "email": "anandi@example.com", "companyName": "Teesta Tea", "whyInterested": "First line\nsecond line"},
	} {
		expect(t, newVisitor(s).Post("/api/registrations", nomination(changes)), http.StatusCreated)
	}
	_, err := s.PB.NonconcurrentDB().
		NewQuery("UPDATE registrations SET createdAt = '2026-07-31 18:45:00.000Z'").Execute()
	if err != nil {
		t.Fatal(err)
	}
	return s, staff
}

// sheet parses a CSV response.
func sheet(t *testing.T, a testapp.Response) [][]string {
	t.Helper()
	expect(t, a, http.StatusOK)
	body, found := strings.CutPrefix(a.Body, "\ufeff")
	if !found {
		t.Error("the file has no byte order mark")
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

func TestExportIsASafeCSVFile(t *testing.T) {
	t.Parallel()
	s, staff := newExportFixture(t)
	s.Clock.Advance(13 * time.Hour) // 3 Aug 2026 in UTC, the 4th in India
	answer := staff.Get(exportPath + "?sort=email")
	rows := sheet(t, answer)
	if got := answer.Header.Get("Content-Disposition"); got != `attachment; filename="registrations-2026-08-04.csv"` {
		t.Errorf("Content-Disposition = %s", got)
	}
	if got := answer.Header.Get("Content-Type"); got != "text/csv; charset=utf-8" {
		t.Errorf("Content-Type = %s, want text/csv", got)
	}
	for heading, want := range map[string][]string{
		"Name":                    {"Ānandī, \"Nandu\" Rao", "Cora", "'=HYPERLINK(\"https://evil.example\")"},
		"Phone":                   {"+912240009876", "+919876543210", "+919876543210"},
		"Company":                 {"Teesta Tea", "Teesta Tea", "'@SUM(A1)"},
		"Experience":              {"5-10 years", "3-5 years", "5-10 years"},
		"Areas of expertise":      {"finance; strategy", "finance; strategy", "finance; strategy"},
		"Why they are interested": {"First line\nsecond line", "To learn from other directors.", "To learn from other directors."},
		"Nominated at (IST)":      {"2026-08-01 00:15", "2026-08-01 00:15", "2026-08-01 00:15"},
	} {
		if got := column(t, rows, heading); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("column %s = %q, want %q", heading, got, want)
		}
	}
}

func TestExportSearchesAndSortsAsTheList(t *testing.T) {
	t.Parallel()
	_, staff := newExportFixture(t)
	for query, want := range map[string]string{
		"search=teesta&sort=-name":           "cora@example.com anandi@example.com",
		"search=teesta&sort=name":            "anandi@example.com cora@example.com",
		"search=%25":                         "",
		"sort=email&page=2&perPage=1":        "anandi@example.com cora@example.com evil@example.com",
		"sort=-email&format=csv&search=cora": "cora@example.com",
	} {
		if got := strings.Join(column(t, sheet(t, staff.Get(exportPath+"?"+query)), "Email"), " "); got != want {
			t.Errorf("%s: emails = %s, want %s", query, got, want)
		}
	}
	for query, field := range map[string]string{"format=pdf": "format", "sort=id": "sort", "search=" + strings.Repeat("x", 201): "search"} {
		a := staff.Get(exportPath + "?" + query)
		if a.Status != http.StatusBadRequest || a.Field(field) == "" || a.Header.Get("Content-Disposition") != "" {
			t.Errorf("%s: status = %d, body = %s, want 400 with an error for %s", query, a.Status, a.Body, field)
		}
	}
}

func TestExportAsAWorkbook(t *testing.T) {
	t.Parallel()
	_, staff := newExportFixture(t)
	answer := staff.Get(exportPath + "?format=xlsx&sort=email")
	expect(t, answer, http.StatusOK)
	if got := answer.Header.Get("Content-Disposition"); got != `attachment; filename="registrations-2026-08-03.xlsx"` {
		t.Errorf("Content-Disposition = %s", got)
	}
	book, err := excelize.OpenReader(strings.NewReader(answer.Body))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows("Registrations")
	if err != nil || len(rows) != 4 {
		t.Fatalf("rows = %q, error = %v, want four rows", rows, err)
	}
	for heading, want := range map[string]string{
		"Name":               "Ānandī, \"Nandu\" Rao|Cora|=HYPERLINK(\"https://evil.example\")",
		"Phone":              "+912240009876|+919876543210|+919876543210",
		"Nominated at (IST)": "2026-08-01 00:15|2026-08-01 00:15|2026-08-01 00:15",
	} {
		if got := strings.Join(column(t, rows, heading), "|"); got != want {
			t.Errorf("column %s = %q, want %q", heading, got, want)
		}
	}
	if formula, err := book.GetCellFormula("Registrations", "A4"); formula != "" || err != nil {
		t.Errorf("formula of a name = %q, error = %v, want none", formula, err)
	}
}

func TestExportIsAudited(t *testing.T) {
	t.Parallel()
	s, staff := newExportFixture(t)
	expect(t, staff.Get(exportPath+"?search=teesta&sort=name"), http.StatusOK)
	entry, err := s.PB.FindFirstRecordByData("audit_log", "action", "nominations.exported")
	if err != nil {
		t.Fatal(err)
	}
	var details form
	if err := entry.UnmarshalJSONField("after", &details); err != nil {
		t.Fatal(err)
	}
	if details["rows"] != 2.0 || details["search"] != "teesta" || details["sort"] != "name" ||
		entry.GetString("label") != "registrations-2026-08-03.csv" {
		t.Errorf("details = %v, label = %s", details, entry.GetString("label"))
	}
}

// If an export fails halfway, the server closes the connection, because a truncated file must not look complete.
func TestAFailedExportBreaksTheConnection(t *testing.T) {
	t.Parallel()
	s, staff := newExportFixture(t)
	_, err := s.PB.NonconcurrentDB().
		NewQuery("UPDATE registrations SET areasOfExpertise = 'broken' WHERE email = 'evil@example.com'").Execute()
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
			t.Errorf("%s: the truncated response looks complete", format)
		}
		response.Body.Close()
	}
}

func TestDatabaseErrorsHaveAPublicMessage(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.invite("asha@example.com")
	for _, table := range []string{"invitations", "registrations"} {
		if _, err := o.PB.DB().NewQuery("DROP TABLE " + table).Execute(); err != nil {
			t.Fatal(err)
		}
		o.expect("the invitation", o.lookUp(token).Message(), "Your invitation could not be read. Please try again.")
	}
	const failed = "This could not be read. Please try again."
	for _, path := range []string{"/api/nominations/" + id, "/api/nominations/" + id + "/neighbours"} {
		o.expect(path, o.staff.Get(path).Message(), failed)
	}
	o.expect("the preview", o.staff.Post("/api/nominations/"+id+"/decline-preview", form{"words": "Sorry."}).Message(),
		failed)
}
