package nominations_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

// ways lead to each state.
var ways = map[string][]string{
	"submitted": {}, "in_review": {"take"}, "info_requested": {"take", "ask"},
	"approved": {"take", "approve"}, "declined": {"take", "decline"},
}

// legal are the steps out of each state, and where they lead.
var legal = map[string]map[string]string{
	"submitted":      {"take": "in_review"},
	"in_review":      {"ask": "info_requested", "approve": "approved", "decline": "declined"},
	"info_requested": {"answer": "in_review", "resume": "in_review"},
}

func TestEveryStepFromEveryStateIsTakenOrRefused(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	number := 0
	for state, way := range ways {
		for _, step := range []string{"take", "ask", "answer", "resume", "approve", "decline"} {
			number++
			email := fmt.Sprintf("n%d@example.com", number)
			id := o.nominee(email)
			o.walk(id, way...)
			before := o.nomination(id)
			mails := len(o.Inbox(email))
			a := o.step(o.staff, id, step, form{"vote": "yes"})
			want, allowed := legal[state][step]
			if !allowed {
				if a.Status != http.StatusConflict || !strings.HasPrefix(a.Message(), "This nomination") || !strings.HasSuffix(a.Message(), ".") {
					t.Errorf("%s in %s: %d %s", step, state, a.Status, a.Body)
				}
				after := o.nomination(id)
				for _, field := range []string{"status", "version", "steps", "votes", "dueAt", "pausedAt", "decidedAt"} {
					o.expect(step+" in "+state+" leaves "+field, after[field], before[field])
				}
				o.expect(step+" in "+state+" leaves the mails", len(o.Inbox(email)), mails)
				continue
			}
			if a.Status != http.StatusOK {
				t.Errorf("%s in %s: %d %s", step, state, a.Status, a.Body)
				continue
			}
			o.expect(step+" in "+state, a.JSON["status"], want)
			steps := a.JSON["steps"].([]any)
			last := steps[len(steps)-1].(map[string]any)
			o.expect("the history", len(steps), len(way)+1)
			o.expect("the last step", fmt.Sprint(last["step"], last["becomes"], last["actor"], last["at"]),
				fmt.Sprint(step, want, "kavita", "2026-08-03T06:30:00.000Z"))
		}
	}
}

func TestAStepSaysWhatItNeeds(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id := o.nominee("asha@example.com")
	for field, body := range map[string]form{
		"step": {"version": 0, "step": "burn"}, "version": {"step": "take"},
	} {
		if a := o.staff.Post("/api/nominations/"+id+"/steps", body); a.Status != 400 || a.Field(field) == "" {
			t.Errorf("%v: %d %s", body, a.Status, a.Body)
		}
	}
	o.walk(id, "take")
	o.expect("a question", o.step(o.staff, id, "ask", form{"words": " "}).Field("words"), "Please write what you would like to ask")
	o.expect("a refusal", o.step(o.staff, id, "decline", form{"why": ""}).Field("why"), "Please say why, for the record. The applicant does not read it.")
	o.expect("a long reason", o.step(o.staff, id, "approve", form{"why": strings.Repeat("x", 2001)}).Status, 400)
	o.expect("an odd vote", o.step(o.staff, id, "approve", form{"vote": "maybe"}).Status, 400)
	for _, unknown := range []string{"00000000-0000-4000-8000-000000000000", "nobody"} {
		o.expect("nobody's nomination", o.staff.Get("/api/nominations/"+unknown).Status, 404)
		o.expect("a step of nobody's", o.staff.Post("/api/nominations/"+unknown+"/steps", form{"step": "take", "version": 0}).Status, 404)
	}
	o.expect("the state", o.nomination(id)["status"], "in_review")
}

func TestOfTwoAdminsAtOnceTheSecondIsToldAndNothingGoesOutTwice(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id := o.nominee("asha@example.com")
	o.walk(id, "take")
	other := o.SignedIn("admins", map[string]any{"username": "meera"})
	answers := make([]testapp.Response, 6)
	var race sync.WaitGroup
	for i := range answers {
		race.Go(func() {
			who := []*testapp.Visitor{o.staff, other}[i%2]
			answers[i] = who.Post("/api/nominations/"+id+"/steps", form{"step": "approve", "version": 1, "vote": "yes"})
		})
	}
	race.Wait()
	won := 0
	for _, a := range answers {
		if a.Status == http.StatusOK {
			won++
			continue
		}
		o.expect("a loser", a.Status, http.StatusConflict)
		if !strings.Contains(a.Message(), "has taken this nomination a step further meanwhile: it is approved now.") {
			t.Error(a.Message())
		}
	}
	o.expect("winners", won, 1)
	o.expect("invitations", len(records(t, o.App, "invitations")), 1)
	o.expect("letters", o.subjects("asha@example.com"), "Your invitation to Boardcircle")

	t.Run("also where both want different things", func(t *testing.T) {
		id := o.nominee("bina@example.com")
		o.walk(id, "take")
		expect(t, o.staff.Post("/api/nominations/"+id+"/steps", form{"step": "ask", "version": 1, "words": "Which?"}), http.StatusOK)
		a := other.Post("/api/nominations/"+id+"/steps", form{"step": "decline", "version": 1, "why": "No.", "notify": true})
		expect(t, a, http.StatusConflict)
		if !strings.HasPrefix(a.Message(), "kavita has taken") {
			t.Error(a.Message())
		}
		if got := o.subjects("bina@example.com"); got != "A question about your nomination" {
			t.Error(got)
		}
	})
}

func TestAQuestionIsMailedAsItWasWritten(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id := o.nominee("asha@example.com")
	o.walk(id, "take")
	expect(t, o.step(o.staff, id, "ask", form{"words": "Is it <b>listed</b>?\nSince when? {{ x }}"}), http.StatusOK)
	mail := o.letter("asha@example.com", "A question about your nomination")
	if !strings.Contains(mail.HTML, "Is it &lt;b&gt;listed&lt;/b&gt;?\nSince when?") || !strings.Contains(mail.Text, "Is it <b>listed</b>?\nSince when?") {
		t.Error(mail.HTML)
	}
	expect(t, o.step(o.staff, id, "answer", form{"why": "Since 2019."}), http.StatusOK)
	o.expect("the audit log", o.actions(id), "nomination.taken nomination.asked letter.queued nomination.answered")
}

func TestARefusalIsMailedOnlyWhenTheAdminSaysSo(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	silent, told := o.nominee("silent@example.com"), o.nominee("told@example.com")
	o.walk(silent, "take", "decline")
	o.expect("without a word", o.subjects("silent@example.com"), "")
	o.expect("its audit log", o.actions(silent), "nomination.taken nomination.declined")

	o.walk(told, "take")
	words := "Please come back when the <em>merger</em> is done."
	preview := o.staff.Post("/api/nominations/"+told+"/decline-preview", form{"words": words})
	expect(t, preview, http.StatusOK)
	o.expect("a preview stores nothing", o.subjects("told@example.com"), "")
	expect(t, o.step(o.staff, told, "decline", form{"notify": true, "words": words, "why": "Merger."}), http.StatusOK)
	mail := o.letter("told@example.com", preview.JSON["subject"].(string))
	o.expect("the text", mail.Text, preview.JSON["text"])
	o.expect("the HTML", mail.HTML, preview.JSON["html"])
	o.expect("to whom", preview.JSON["to"], "told@example.com")
	if !strings.Contains(mail.HTML, "the &lt;em&gt;merger&lt;/em&gt; is done.") || strings.Contains(mail.Text, "Merger.") {
		t.Error(mail.Text)
	}
	o.expect("its audit log", o.actions(told), "nomination.taken nomination.declined letter.queued")
}

func TestNotesAreAmongReviewersAndTheirAuthors(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id := o.nominee("asha@example.com")
	path := "/api/nominations/" + id + "/notes"
	o.expect("an empty note", o.staff.Post(path, form{"text": " \n"}).Status, 400)
	a := o.staff.Post(path, form{"text": "I know her.\nShe chairs well."})
	expect(t, a, http.StatusOK)
	note := a.JSON["notes"].([]any)[0].(map[string]any)
	o.expect("the note", fmt.Sprint(note["text"], note["actor"], note["at"], note["isOwn"]), "I know her.\nShe chairs well.kavita2026-08-03T06:30:00.000Ztrue")
	other := o.SignedIn("admins", nil)
	own := path + "/" + note["id"].(string)
	o.expect("somebody else's delete", other.Send("DELETE", own, nil).Status, 403)
	elsewhere := o.nominee("bina@example.com")
	o.expect("by another nomination", o.staff.Send("DELETE", "/api/nominations/"+elsewhere+"/notes/"+note["id"].(string), nil).Status, 404)
	a = o.staff.Send("DELETE", own, nil)
	expect(t, a, http.StatusOK)
	o.expect("the notes", len(a.JSON["notes"].([]any)), 0)
	o.expect("again", o.staff.Send("DELETE", own, nil).Status, 404)
	o.expect("the audit log", o.actions(id), "note.written note.deleted")
}
