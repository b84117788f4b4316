package nominations_test

import (
	"net/http"
	"testing"

	"github.com/pocketbase/dbx"
)

func TestANominationTakesTwoHundredNotes(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id, other := o.nominee("asha@example.com"), o.nominee("bina@example.com")
	_, err := o.PB.NonconcurrentDB().NewQuery(`
		WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 199)
		INSERT INTO review_notes (id, nomination, actorKind, actorId, actor, at, text)
		SELECT printf('note%011d', i), {:id}, 'admin', 'somebody', 'Somebody', '2026-08-01 10:00:00.000Z', 'A note' FROM numbers`).
		Bind(dbx.Params{"id": id}).Execute()
	if err != nil {
		t.Fatal(err)
	}
	path := "/api/nominations/" + id + "/notes"
	a := o.staff.Post(path, form{"text": "The last one"})
	expect(t, a, http.StatusOK)
	last := a.JSON["notes"].([]any)[199].(map[string]any)["id"].(string)

	a = o.staff.Post(path, form{"text": "One too many"})
	expect(t, a, http.StatusConflict)
	o.expect("the sentence", a.Message(), "This nomination has 200 notes, and takes no more. Delete one of yours to write another.")
	o.expect("the notes", len(o.nomination(id)["notes"].([]any)), 200)
	expect(t, o.staff.Post("/api/nominations/"+other+"/notes", form{"text": "Another nomination's"}), http.StatusOK)

	expect(t, o.staff.Send("DELETE", path+"/"+last, nil), http.StatusOK)
	expect(t, o.staff.Post(path, form{"text": "In its place"}), http.StatusOK)
}
