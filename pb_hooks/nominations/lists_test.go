package nominations_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

func list(t *testing.T, v *testapp.Visitor, path string) ([]map[string]any, string) {
	t.Helper()
	a := v.Get(path)
	expect(t, a, http.StatusOK)
	var rows []map[string]any
	if err := json.Unmarshal([]byte(a.Body), &rows); err != nil || rows == nil {
		t.Fatalf("%s is no array: %s", path, a.Body)
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

func TestTheListsAreForAdminsOnly(t *testing.T) {
	t.Parallel()
	s := house(t)
	plain, _ := member(t, s, "plain@example.com", false)
	for _, path := range []string{"/api/registrations", "/api/drafts"} {
		expect(t, visitor(s).Get(path), http.StatusUnauthorized)
		expect(t, plain.Get(path), http.StatusForbidden)
	}
}

func TestTheListOfNominations(t *testing.T) {
	t.Parallel()
	s := house(t)
	staff := admin(t, s)
	if rows, total := list(t, staff, "/api/registrations"); len(rows) != 0 || total != "0" {
		t.Fatalf("an empty list answers %v of %s", rows, total)
	}
	for i, name := range []string{"Cora", "anita", "Bina 100%", `Dev_i \ Co`, "Esha"} {
		body := nomination(form{"name": name, "email": fmt.Sprintf("n%d@example.com", i), "companyName": fmt.Sprintf("Company %d", i)})
		expect(t, visitor(s).Post("/api/registrations", body), http.StatusCreated)
	}
	t.Run("without parameters it is whole, newest first, and tells the spec's fields", func(t *testing.T) {
		rows, total := list(t, staff, "/api/registrations")
		if len(rows) != 5 || total != "5" || len(rows[0]) != 9 {
			t.Fatalf("%d rows of %s: %v", len(rows), total, rows)
		}
		for _, field := range []string{"id", "name", "email", "phone", "companyName", "directorType", "yearsOfExperience", "status", "createdAt"} {
			if rows[0][field] == "" || rows[0][field] == nil {
				t.Errorf("no %s", field)
			}
		}
		for i := 1; i < len(rows); i++ {
			if rows[i-1]["createdAt"].(string) < rows[i]["createdAt"].(string) {
				t.Error("not newest first")
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
		{"search=nobody", "", "0"},
		{"search=%27+OR+1=1+--", "", "0"},
	} {
		rows, total := list(t, staff, "/api/registrations?"+c.query)
		if names(rows) != c.want || total != c.total {
			t.Errorf("%s: %q of %s, want %q of %s", c.query, names(rows), total, c.want, c.total)
		}
	}
	for query, field := range map[string]string{
		"page=0": "page", "page=-1": "page", "page=x": "page", "perPage=0": "perPage", "page=99999999999": "page",
		"sort=id": "sort", "sort=whyInterested": "sort", "sort=name%3B--": "sort", "sort=--name": "sort",
		"search=" + url.QueryEscape(strings.Repeat("x", 201)): "search",
	} {
		if a := staff.Get("/api/registrations?" + query); a.Status != http.StatusBadRequest || a.Field(field) == "" {
			t.Errorf("%s: answered %d %s", query, a.Status, a.Body)
		}
	}
}

func TestTheListOfDraftsTellsTheirProgress(t *testing.T) {
	t.Parallel()
	s := house(t)
	staff := admin(t, s)
	expect(t, visitor(s).Post("/api/drafts", draft(form{"name": "Nameless"})), http.StatusOK)
	s.Clock.Advance(1e9)
	expect(t, visitor(s).Post("/api/drafts", form{"email": "a@example.com", "formData": form{"name": "Anita", "companyName": "Teesta Tea", "phone": "1"}}), http.StatusOK)
	rows, total := list(t, staff, "/api/drafts")
	if len(rows) != 2 || total != "2" {
		t.Fatalf("%d of %s", len(rows), total)
	}
	if rows[0]["email"] != "a@example.com" || rows[0]["progress"] != float64(20) || rows[0]["lastSaved"] != "2026-08-03T06:30:01.000Z" || len(rows[0]) != 5 {
		t.Errorf("the newest is %v", rows[0])
	}
	if data, _ := rows[0]["formData"].(map[string]any); data["companyName"] != "Teesta Tea" {
		t.Errorf("the newest is %v", rows[0])
	}
	if email, told := rows[1]["email"]; !told || email != nil || rows[1]["progress"] != float64(7) {
		t.Errorf("the older is %v", rows[1])
	}
	for _, search := range []string{"teesta", "ANITA", "a@example"} {
		if rows, total := list(t, staff, "/api/drafts?search="+search); len(rows) != 1 || total != "1" {
			t.Errorf("%s finds %d of %s", search, len(rows), total)
		}
	}
}
