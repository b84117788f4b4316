package nominations_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/testapp"
)

// stepsTo has the steps that lead to each status.
var stepsTo = map[string][]string{
	"submitted": {}, "in_review": {"take"}, "info_requested": {"take", "ask"},
	"approved": {"take", "approve"}, "declined": {"take", "decline"},
}

// allowedSteps has the steps that each status allows, with the status that follows.
var allowedSteps = map[string]map[string]string{
	"submitted":      {"take": "in_review"},
	"in_review":      {"ask": "info_requested", "approve": "approved", "decline": "declined"},
	"info_requested": {"answer": "in_review", "resume": "in_review"},
}

func TestEveryStepFromEveryStatus(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	number := 0
	for status, path := range stepsTo {
		for _, step := range []string{"take", "ask", "answer", "resume", "approve", "decline"} {
			number++
			email := fmt.Sprintf("n%d@example.com", number)
			id := o.nominate(email)
			o.takeSteps(id, path...)
			before := o.nomination(id)
			emailsBefore := len(o.Inbox(email))
			a := o.step(o.staff, id, step, form{"vote": "yes"})
			want, allowed := allowedSteps[status][step]
			if !allowed {
				if a.Status != http.StatusConflict || !strings.HasPrefix(a.Message(), "This nomination") ||
					!strings.HasSuffix(a.Message(), ".") {
					t.Errorf("%s in %s: status = %d, want 409 with a message; body: %s", step, status, a.Status, a.Body)
				}
				after := o.nomination(id)
				for _, field := range []string{"status", "version", "steps", "votes", "dueAt", "pausedAt", "decidedAt"} {
					o.expect(field+" after a refused "+step+" in "+status, after[field], before[field])
				}
				o.expect("the number of emails after a refused "+step+" in "+status, len(o.Inbox(email)), emailsBefore)
				continue
			}
			if a.Status != http.StatusOK {
				t.Errorf("%s in %s: status = %d, want 200; body: %s", step, status, a.Status, a.Body)
				continue
			}
			o.expect("the status after "+step+" in "+status, a.JSON["status"], want)
			steps := a.JSON["steps"].([]any)
			last := steps[len(steps)-1].(map[string]any)
			o.expect("the number of steps", len(steps), len(path)+1)
			o.expect("the last step", fmt.Sprint(last["step"], last["newStatus"], last["actor"], last["at"]),
				fmt.Sprint(step, want, "kavita", "2026-08-03T06:30:00.000Z"))
		}
	}
}

func TestAStepValidatesItsFields(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	for field, body := range map[string]form{
		"step": {"version": 0, "step": "burn"}, "version": {"step": "take"},
	} {
		if a := o.staff.Post("/api/nominations/"+id+"/steps", body); a.Status != 400 || a.Field(field) == "" {
			t.Errorf("%v: status = %d, body = %s, want 400 with an error for %s", body, a.Status, a.Body, field)
		}
	}
	o.takeSteps(id, "take")
	o.expect("the error for an empty question", o.step(o.staff, id, "ask", form{"words": " "}).Field("words"),
		"Please write what you would like to ask")
	o.expect("the error for an empty reason", o.step(o.staff, id, "decline", form{"why": ""}).Field("why"),
		"Please give a reason for the record. The applicant does not see it.")
	o.expect("the status for a long reason", o.step(o.staff, id, "approve", form{"why": strings.Repeat("x", 2001)}).Status, 400)
	o.expect("the status for an unknown vote", o.step(o.staff, id, "approve", form{"vote": "maybe"}).Status, 400)
	for _, unknown := range []string{"00000000-0000-4000-8000-000000000000", "unknown"} {
		o.expect("the status for an unknown nomination", o.staff.Get("/api/nominations/"+unknown).Status, 404)
		o.expect("the status for a step of an unknown nomination",
			o.staff.Post("/api/nominations/"+unknown+"/steps", form{"step": "take", "version": 0}).Status, 404)
	}
	o.expect("the status", o.nomination(id)["status"], "in_review")
}

func TestConcurrentStepsTakeOneAndRefuseTheOthers(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	o.takeSteps(id, "take")
	other := o.SignedIn("admins", map[string]any{"username": "meera"})
	answers := make([]testapp.Response, 6)
	var race sync.WaitGroup
	for i := range answers {
		race.Go(func() {
			admin := []*testapp.Visitor{o.staff, other}[i%2]
			answers[i] = admin.Post("/api/nominations/"+id+"/steps", form{"step": "approve", "version": 1, "vote": "yes"})
		})
	}
	race.Wait()
	succeeded := 0
	for _, a := range answers {
		if a.Status == http.StatusOK {
			succeeded++
			continue
		}
		o.expect("the status of a refused request", a.Status, http.StatusConflict)
		if !strings.Contains(a.Message(), "has changed this nomination in the meantime. It is now approved.") {
			t.Errorf("message = %q, want that another admin has approved the nomination", a.Message())
		}
	}
	o.expect("the number of successful requests", succeeded, 1)
	o.expect("the number of invitations", len(records(t, o.App, "invitations")), 1)
	o.expect("the emails", o.subjects("asha@example.com"), "Your invitation to Boardcircle")

	t.Run("different steps", func(t *testing.T) {
		id := o.nominate("bina@example.com")
		o.takeSteps(id, "take")
		expect(t, o.staff.Post("/api/nominations/"+id+"/steps", form{"step": "ask", "version": 1, "words": "Which?"}),
			http.StatusOK)
		a := other.Post("/api/nominations/"+id+"/steps",
			form{"step": "decline", "version": 1, "why": "No.", "notify": true})
		expect(t, a, http.StatusConflict)
		if !strings.HasPrefix(a.Message(), "kavita has changed this nomination") {
			t.Errorf("message = %q, want the name of the other admin", a.Message())
		}
		if got := o.subjects("bina@example.com"); got != "A question about your nomination" {
			t.Errorf("emails = %q, want only the question", got)
		}
	})
}

func TestAQuestionIsMailedUnchanged(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	o.takeSteps(id, "take")
	expect(t, o.step(o.staff, id, "ask", form{"words": "Is it <b>listed</b>?\nSince when? {{ x }}"}), http.StatusOK)
	mail := o.email("asha@example.com", "A question about your nomination")
	if !strings.Contains(mail.HTML, "Is it &lt;b&gt;listed&lt;/b&gt;?<br>\nSince when?") ||
		!strings.Contains(mail.Text, "Is it <b>listed</b>?\nSince when?") {
		t.Errorf("text = %q, HTML = %q, want the question escaped in the HTML only", mail.Text, mail.HTML)
	}
	expect(t, o.step(o.staff, id, "answer", form{"why": "Since 2019."}), http.StatusOK)
	o.expect("the audit log", o.actions(id), "nomination.taken nomination.asked letter.queued nomination.answered")
}

func TestDeclineIsMailedOnlyIfTheAdminChoosesTo(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	notNotified, notified := o.nominate("notnotified@example.com"), o.nominate("notified@example.com")
	o.takeSteps(notNotified, "take", "decline")
	o.expect("the emails without a notification", o.subjects("notnotified@example.com"), "")
	o.expect("the audit log without a notification", o.actions(notNotified), "nomination.taken nomination.declined")

	o.takeSteps(notified, "take")
	words := "Please come back when the <em>merger</em> is done."
	preview := o.staff.Post("/api/nominations/"+notified+"/decline-preview", form{"words": words})
	expect(t, preview, http.StatusOK)
	o.expect("the emails after a preview", o.subjects("notified@example.com"), "")
	expect(t, o.step(o.staff, notified, "decline", form{"notify": true, "words": words, "why": "Merger."}), http.StatusOK)
	mail := o.email("notified@example.com", preview.JSON["subject"].(string))
	o.expect("the text", mail.Text, preview.JSON["text"])
	o.expect("the HTML", mail.HTML, preview.JSON["html"])
	o.expect("the recipient", preview.JSON["to"], "notified@example.com")
	frame := preview.JSON["frame"].(string)
	o.expect("the page of the preview", o.staff.Get(frame).Body, mail.HTML)
	o.expect("the status of the page of the preview for another admin", o.SignedIn("admins", nil).Get(frame).Status, http.StatusNotFound)
	o.Clock.Advance(30 * time.Minute)
	o.expect("the status of the page of the preview after half an hour", o.staff.Get(frame).Status, http.StatusNotFound)
	if !strings.Contains(mail.HTML, "the &lt;em&gt;merger&lt;/em&gt; is done.") ||
		strings.Contains(mail.Text, "Merger.") {
		t.Errorf("text = %q, want the escaped message without the reason", mail.Text)
	}
	o.expect("the audit log", o.actions(notified), "nomination.taken nomination.declined letter.queued")
}

func TestOnlyTheAuthorDeletesANote(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	path := "/api/nominations/" + id + "/notes"
	o.expect("the status for an empty note", o.staff.Post(path, form{"text": " \n"}).Status, 400)
	a := o.staff.Post(path, form{"text": "I know her.\nShe chairs well."})
	expect(t, a, http.StatusOK)
	note := a.JSON["notes"].([]any)[0].(map[string]any)
	o.expect("the note", fmt.Sprint(note["text"], note["actor"], note["at"], note["isOwn"]),
		"I know her.\nShe chairs well.kavita2026-08-03T06:30:00.000Ztrue")
	other := o.SignedIn("admins", nil)
	own := path + "/" + note["id"].(string)
	o.expect("the status for another admin", other.Send("DELETE", own, nil).Status, 403)
	otherNomination := o.nominate("bina@example.com")
	o.expect("the status below another nomination",
		o.staff.Send("DELETE", "/api/nominations/"+otherNomination+"/notes/"+note["id"].(string), nil).Status, 404)
	a = o.staff.Send("DELETE", own, nil)
	expect(t, a, http.StatusOK)
	o.expect("the number of notes", len(a.JSON["notes"].([]any)), 0)
	a = o.staff.Send("DELETE", own, nil)
	o.expect("the status for a deleted note", a.Status, 404)
	o.expect("the message for a deleted note", a.Message(), "This note was not found.")
	o.expect("the audit log", o.actions(id), "note.written note.deleted")
}

func TestTheDeadlineIsPausedDuringAQuestion(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	expectLeft := func(when string, want time.Duration) {
		t.Helper()
		o.expect("the time left "+when, o.nomination(id)["secondsLeft"], int(want.Seconds()))
	}
	expectLeft("at first", 48*time.Hour)
	o.expect("the deadline", o.nomination(id)["dueAt"], "2026-08-05T06:30:00.000Z")
	o.Clock.Advance(8 * time.Hour)
	o.takeSteps(id, "take")
	expectLeft("in review", 40*time.Hour)
	o.takeSteps(id, "ask")
	o.Clock.Advance(5 * 24 * time.Hour)
	expectLeft("during the question", 40*time.Hour)
	o.expect("the deadline during the question", o.nomination(id)["dueAt"], "2026-08-05T06:30:00.000Z")
	o.takeSteps(id, "answer")
	expectLeft("after the answer", 40*time.Hour)
	o.expect("the pause", o.nomination(id)["pausedAt"], "")
	o.Clock.Advance(30 * time.Hour)
	o.takeSteps(id, "ask")
	o.Clock.Advance(time.Hour)
	o.takeSteps(id, "resume")
	expectLeft("after a second question", 10*time.Hour)
	o.Clock.Advance(12 * time.Hour)
	expectLeft("after the deadline", -2*time.Hour)
	o.takeSteps(id, "approve")
	o.Clock.Advance(90 * 24 * time.Hour)
	expectLeft("long after the decision", -2*time.Hour)
}

func TestQueueIsSortedByUrgency(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	var ids []string
	for _, email := range []string{"a@example.com", "b@example.com", "c@example.com", "d@example.com"} {
		ids = append(ids, o.nominate(email))
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
	o.expect("the order of new nominations", order(""), "abcd of 4")
	o.takeSteps(ids[0], "take", "ask") // Its deadline is paused, so it is the last one.
	o.takeSteps(ids[1], "take", "decline")
	for query, want := range map[string]string{
		"": "cda of 3", "?sort=-due": "adc of 3", "?page=1&perPage=2": "cd of 3", "?state=all": "dcba of 4", "?state=all&sort=due": "bcda of 4", "?sort=createdAt": "acd of 3",
		"?state=submitted": "cd of 2", "?state=info_requested": "a of 1", "?state=declined": "b of 1", "?state=approved": " of 0",
		"?search=d@example": "d of 1", "?search=b@example": " of 0", "?state=all&search=b@example": "b of 1",
	} {
		o.expect("the order for "+query, order(query), want)
	}
	o.expect("the error for an unknown state", o.staff.Get("/api/nominations?state=lost").Field("state"),
		"This list cannot be filtered by that value")

	counts := o.staff.Get("/api/nominations/counts")
	o.expect("the counts", counts.Body,
		`{"submitted":2,"in_review":0,"info_requested":1,"approved":0,"declined":1,"withdrawn":0}`+"\n")

	t.Run("neighbours", func(t *testing.T) {
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
				t.Errorf("neighbours for %q = %s, want %q", query, a.Body, want)
			}
		}
		// A decided nomination has a position among the open ones too.
		a := o.staff.Get("/api/nominations/" + ids[1] + "/neighbours")
		if a.JSON["previous"] != "" || a.JSON["next"] != ids[2] {
			t.Errorf("neighbours of a decided nomination = %s", a.Body)
		}
	})
}

func TestReviewStartsForANominationCreatedInTheDashboard(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	collection, err := o.PB.FindCollectionByNameOrId("registrations")
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(collection)
	record.Load(nomination(form{"id": "00000000-0000-4000-8000-000000000001", "email": "x@example.com", "name": "X"}))
	created, err := types.ParseDateTime("2026-08-01 06:30:00.000Z")
	if err != nil {
		t.Fatal(err)
	}
	record.SetRaw("createdAt", created)
	if err := o.PB.Save(record); err != nil {
		t.Fatal(err)
	}
	row := o.nomination("00000000-0000-4000-8000-000000000001")
	o.expect("the status", row["status"], "submitted")
	o.expect("the deadline", row["dueAt"], "2026-08-03T06:30:00.000Z")
	o.expect("the time left", row["secondsLeft"], 0)
	o.takeSteps("00000000-0000-4000-8000-000000000001")
}
