package audit_test

import (
	"fmt"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestAReadOfMoreRowsThanAPageIsRecorded(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn(httpx.Admins, fields{"username": "kavita"})
	fill := func(from, to int) {
		t.Helper()
		for i := from; i < to; i++ {
			_, err := h.PB.DB().NewQuery(fmt.Sprintf("INSERT INTO draft_registrations (id, email, tokenHash, formData, createdAt) "+
				"VALUES ('draft%010d', 'asha%d@example.com', 'hash%d', '{}', '2026-08-03 06:30:00.000Z')", i, i, i)).Execute()
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := readmodel.Rebuild(h.PB); err != nil { // the insert went past the counter
			t.Fatal(err)
		}
	}
	fill(0, 500)
	before := rows(t, h)
	expect(t, admin.Get("/api/drafts"), 200)
	if rows(t, h) != before {
		t.Errorf("500 rows left an entry: %v", newest(t, h).PublicExport())
	}
	fill(500, 501)
	expect(t, admin.Get("/api/drafts?sort=email"), 200)
	row := newest(t, h)
	if rows(t, h) != before+1 || row.GetString("action") != "list.read" || row.GetString("actor") != "kavita" || row.GetString("label") != "/api/drafts" ||
		row.after["rows"] != 501.0 || fmt.Sprint(row.after["filters"]) != "[sort]" {
		t.Errorf("%v %v", row.PublicExport(), row.after)
	}
	expect(t, admin.Get("/api/drafts?page=1&perPage=500"), 200)
	if rows(t, h) != before+1 {
		t.Error("a page left an entry")
	}
}
