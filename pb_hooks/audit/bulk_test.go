package audit_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestReadOfMoreRowsThanAPageIsAudited(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, fields{"username": "kavita"})
	fillDrafts(t, h, 0, 500)
	before := rows(t, h)
	expect(t, admin.Get("/api/drafts"), 200)
	if rows(t, h) != before {
		t.Errorf("newest entry = %v, want none for 500 rows", newest(t, h).PublicExport())
	}
	fillDrafts(t, h, 500, 501)
	expect(t, admin.Get("/api/drafts?sort=email"), 200)
	row := newest(t, h)
	if rows(t, h) != before+1 || row.GetString("action") != "list.read" || row.GetString("actor") != "kavita" ||
		row.GetString("label") != "/api/drafts" ||
		row.after["rows"] != 501.0 || fmt.Sprint(row.after["filters"]) != "[sort]" {
		t.Errorf("newest entry = %v %v, want one of the read", row.PublicExport(), row.after)
	}
	expect(t, admin.Get("/api/drafts?page=1&perPage=500"), 200)
	if rows(t, h) != before+1 {
		t.Error("a read of a page has an entry in the audit log")
	}
}

func TestReadOfSelectedFieldsOfAllRowsIsAudited(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, nil)
	fillDrafts(t, h, 0, 501)
	before := rows(t, h)
	answer := admin.Get("/api/drafts?fields=id,email&search=asha")
	expect(t, answer, 200)
	row := newest(t, h)
	if rows(t, h) != before+1 || row.GetString("action") != "list.read" || row.after["rows"] != 501.0 ||
		fmt.Sprint(row.after["filters"]) != "[fields search]" {
		t.Errorf("newest entry = %v %v, want one of the read", row.PublicExport(), row.after)
	}
}

func TestReadOfMoreRecordsThanAPageByASuperuserIsAudited(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	superuser := h.SignedIn(core.CollectionNameSuperusers, fields{"email": "root@boardcircle.example"})
	fillDrafts(t, h, 0, 501)
	const list = "/api/collections/draft_registrations/records"
	before := rows(t, h)
	expect(t, superuser.Get(list+"?perPage=500"), 200)
	if rows(t, h) != before {
		t.Errorf("newest entry = %v, want none for 500 records", newest(t, h).PublicExport())
	}
	expect(t, superuser.Get(list+"?perPage=1000&skipTotal=1&filter=email!%3D%27kavita%40example.com%27"), 200)
	row := newest(t, h)
	if rows(t, h) != before+1 || row.GetString("action") != "list.read" || row.GetString("actor") != "root@boardcircle.example" ||
		row.GetString("label") != list || row.after["rows"] != 501.0 ||
		fmt.Sprint(row.after["filters"]) != "[filter perPage skipTotal]" {
		t.Errorf("newest entry = %v %v, want one of the read", row.PublicExport(), row.after)
	}
	expect(t, superuser.Get(list+"?perPage=1000&filter=email%3D%27asha1%40example.com%27"), 200)
	if rows(t, h) != before+1 {
		t.Error("a read of one record has an entry in the audit log")
	}
}

func TestListOfTheConsoleReturnsAPageByDefault(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, nil)
	for i := range 30 {
		h.CreateAccount(httpx.Admins, fields{"username": fmt.Sprintf("admin%02d", i)})
	}
	for query, want := range map[string]int{"": 25, "?sort=username&fields=id": 25, "?page=2": 6, "?perPage=30": 30} {
		answer := admin.Get("/api/admins" + query)
		expect(t, answer, 200)
		var list []fields
		if err := json.Unmarshal([]byte(answer.Body), &list); err != nil {
			t.Fatal(err)
		}
		if len(list) != want || answer.Header.Get("X-Total-Count") != "31" {
			t.Errorf("%q: %d admins, total = %s, want %d and 31", query, len(list), answer.Header.Get("X-Total-Count"), want)
		}
	}
}

// fillDrafts stores drafts with the numbers from "from" to "to" (exclusive).
func fillDrafts(t *testing.T, h *testapp.App, from, to int) {
	t.Helper()
	_, err := h.PB.DB().
		NewQuery("WITH RECURSIVE n(i) AS (SELECT {:from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {:to}) " +
			"INSERT INTO draft_registrations (id, email, tokenHash, formData, createdAt) SELECT printf('draft%010d', i), " +
			"'asha' || i || '@example.com', 'hash' || i, '{}', '2026-08-03 06:30:00.000Z' FROM n").
		Bind(map[string]any{"from": from, "to": to}).Execute()
	if err == nil {
		err = readmodel.Rebuild(h.PB) // The insert does not update the counter.
	}
	if err != nil {
		t.Fatal(err)
	}
}
