package nominations_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

func TestTheClockRunsForTwoDaysAndStandsOnlyWhileWeWaitForHer(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id := o.nominee("asha@example.com")
	left := func(what string, want time.Duration) {
		t.Helper()
		o.expect(what, o.nomination(id)["secondsLeft"], int(want.Seconds()))
	}
	left("at first", 48*time.Hour)
	o.expect("due", o.nomination(id)["dueAt"], "2026-08-05T06:30:00.000Z")
	o.Clock.Advance(8 * time.Hour)
	o.walk(id, "take")
	left("in review", 40*time.Hour)
	o.walk(id, "ask")
	o.Clock.Advance(5 * 24 * time.Hour)
	left("while we wait", 40*time.Hour)
	o.expect("due while we wait", o.nomination(id)["dueAt"], "2026-08-05T06:30:00.000Z")
	o.walk(id, "answer")
	left("after her answer", 40*time.Hour)
	o.expect("paused", o.nomination(id)["pausedAt"], "")
	o.Clock.Advance(30 * time.Hour)
	o.walk(id, "ask")
	o.Clock.Advance(time.Hour)
	o.walk(id, "resume")
	left("after a second question", 10*time.Hour)
	o.Clock.Advance(12 * time.Hour)
	left("overdue", -2*time.Hour)
	o.walk(id, "approve")
	o.Clock.Advance(90 * 24 * time.Hour)
	left("long after the decision", -2*time.Hour)
}

func TestTheQueueShowsTheMostUrgentFirst(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	var ids []string
	for _, email := range []string{"a@example.com", "b@example.com", "c@example.com", "d@example.com"} {
		ids = append(ids, o.nominee(email))
		o.Clock.Advance(time.Hour)
	}
	order := func(query string) string {
		t.Helper()
		rows, total := list(t, o.staff, "/api/nominations"+query)
		text := ""
		for _, row := range rows {
			text += row["email"].(string)[:1]
		}
		return text + " of " + total
	}
	o.expect("at first", order(""), "abcd of 4")
	o.walk(ids[0], "take", "ask") // its clock stands: it goes to the end
	o.walk(ids[1], "take", "decline")
	for query, want := range map[string]string{
		"": "cda of 3", "?sort=-due": "adc of 3", "?page=1&perPage=2": "cd of 3", "?state=all": "dcba of 4", "?state=all&sort=due": "bcda of 4", "?sort=createdAt": "acd of 3",
		"?state=submitted": "cd of 2", "?state=info_requested": "a of 1", "?state=declined": "b of 1", "?state=approved": " of 0",
		"?search=d@example": "d of 1", "?search=b@example": " of 0", "?state=all&search=b@example": "b of 1",
	} {
		o.expect(query, order(query), want)
	}
	o.expect("an unknown state", o.staff.Get("/api/nominations?state=lost").Field("state"), "This list cannot be filtered by that value")

	counts := o.staff.Get("/api/nominations/counts")
	o.expect("the counts", counts.Body, `{"submitted":2,"in_review":0,"info_requested":1,"approved":0,"declined":1}`+"\n")

	t.Run("and leads from one to the next", func(t *testing.T) {
		for query, want := range map[string][2]string{
			"":                {ids[2], ids[0]},
			"?sort=-due":      {ids[0], ids[2]},
			"?state=all":      {"", ids[2]},
			"?sort=createdAt": {ids[2], ""},
			"?search=c@":      {ids[2], ""},
		} {
			a := o.staff.Get("/api/nominations/" + ids[3] + "/neighbours" + query)
			expect(t, a, http.StatusOK)
			if a.JSON["previous"] != want[0] || a.JSON["next"] != want[1] {
				t.Errorf("%s: %s", query, a.Body)
			}
		}
		// one that is decided has its place among the open ones all the same
		a := o.staff.Get("/api/nominations/" + ids[1] + "/neighbours")
		if a.JSON["previous"] != "" || a.JSON["next"] != ids[2] {
			t.Error(a.Body)
		}
	})
}

func TestWhoeverWritesANominationItsReviewBegins(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	registrations, err := o.PB.FindCollectionByNameOrId("registrations")
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(registrations)
	record.Load(map[string]any{"id": "00000000-0000-4000-8000-000000000001", "email": "x@example.com", "name": "X"})
	created, err := types.ParseDateTime("2026-08-01 06:30:00.000Z")
	if err != nil {
		t.Fatal(err)
	}
	record.SetRaw("createdAt", created)
	if err := o.PB.SaveNoValidate(record); err != nil {
		t.Fatal(err)
	}
	row := o.nomination("00000000-0000-4000-8000-000000000001")
	o.expect("the state", row["status"], "submitted")
	o.expect("due", row["dueAt"], "2026-08-03T06:30:00.000Z")
	o.expect("left", row["secondsLeft"], 0)
	o.walk("00000000-0000-4000-8000-000000000001")
}
