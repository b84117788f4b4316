package directory_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/states/statestest"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/modules/directory"
)

const line = "Chaired the committee that I learned most in."

func TestTheStatesOfAVouchAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "vouches.go", directory.VouchTransitions, directory.VouchWaiting)
}

// vouch lets a member vouch for another, and returns the id.
func (f *fixture) vouch(by, about *member) string {
	f.Helper()
	return f.expect(by.Post("/api/directory/"+about.person+"/vouch", fields{"text": line}),
		http.StatusCreated).JSON["id"].(string)
}

// shown returns the vouches that a viewer sees on a profile.
func (f *fixture) shown(viewer, about *member) (texts []string) {
	f.Helper()
	var person struct{ Vouches []struct{ Text string } }
	answer := f.expect(viewer.Get("/api/directory/"+about.person), http.StatusOK)
	if err := json.Unmarshal([]byte(answer.Body), &person); err != nil {
		f.Fatal(err)
	}
	for _, v := range person.Vouches {
		texts = append(texts, v.Text)
	}
	return texts
}

func TestAVouchIsShownOnceThePersonHasApprovedIt(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, meera, zoya := f.listed("Asha Rao"), f.listed("Meera Iyer"), f.listed("Zoya Khan")
	id := f.vouch(meera, asha)
	mails := f.Inbox(asha.account.Email())
	if !slices.ContainsFunc(mails, func(m fakebrevo.Message) bool {
		return m.Subject == "Meera Iyer has vouched for you" && !strings.Contains(m.Text, line)
	}) {
		t.Errorf("%+v", mails)
	}
	if got := f.shown(zoya, asha); len(got) != 0 {
		t.Errorf("a member sees %v before the approval", got)
	}
	for _, by := range []*member{meera, zoya} { // only the person approves
		f.expect(by.Post("/api/vouches/"+id+"/approve", nil), http.StatusNotFound)
	}
	f.expect(zoya.Send(http.MethodDelete, "/api/vouches/"+id, nil), http.StatusNotFound)
	f.expect(asha.Post("/api/vouches/"+id+"/approve", nil), http.StatusNoContent)
	f.expect(asha.Post("/api/vouches/"+id+"/approve", nil), http.StatusConflict)
	if got := f.shown(zoya, asha); len(got) != 1 || got[0] != line {
		t.Errorf("a member sees %v", got)
	}
	if own := f.expect(asha.Get("/api/vouches"), http.StatusOK); !strings.Contains(own.Body, `"name":"Meera Iyer"`) ||
		!strings.Contains(own.Body, `"given":[]`) {
		t.Errorf("%s", own.Body)
	}
	if own := f.expect(meera.Get("/api/vouches"), http.StatusOK); !strings.Contains(own.Body, `"name":"Asha Rao"`) ||
		!strings.Contains(own.Body, `"received":[]`) {
		t.Errorf("%s", own.Body)
	}
	// A viewer who may not see the author does not see the vouch.
	f.expect(zoya.Post("/api/directory/"+meera.person+"/block", nil), http.StatusNoContent)
	if got := f.shown(zoya, asha); len(got) != 0 {
		t.Errorf("a viewer who has blocked the author sees %v", got)
	}
	f.expect(meera.Post("/api/profile/withdraw", nil), http.StatusOK)
	if got := f.shown(asha, asha); len(got) != 0 {
		t.Errorf("the vouch of an author without a profile is shown: %v", got)
	}
	// Either side ends it, also the author without a profile. The row stays.
	f.expect(meera.Send(http.MethodDelete, "/api/vouches/"+id, nil), http.StatusNoContent)
	if row, err := f.PB.FindRecordById("vouches", id); err != nil || row.GetString("state") != "withdrawn" {
		t.Errorf("%v, %v", row, err)
	}
}

func TestAVouchHasNoLinks(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, meera := f.listed("Asha Rao"), f.listed("Meera Iyer")
	for _, text := range []string{"See उदाहरण.भारत for more", "See example[.]com for more", "See 10.20.30.40 for more"} {
		answer := meera.Post("/api/directory/"+asha.person+"/vouch", fields{"text": text})
		if answer.Status != http.StatusBadRequest || answer.Field("text") == "" {
			t.Errorf("%q: %d %s", text, answer.Status, answer.Body)
		}
	}
}

func TestAFormerMemberReadsOnlyTheNamesOfAuthors(t *testing.T) {
	t.Parallel()
	f := open(t)
	account := f.CreateAccount("users", fields{"name": "Asha Rao", "verified": true})
	f.GrantTerm(account.Id, f.Clock.Now().Add(-time.Hour), f.Clock.Now().AddDate(0, 0, 10))
	asha := &member{f.SignedInAs(account), account, f.fresh(account).GetString("person")}
	f.publish(asha, nil)
	meera, zoya := f.listed("Meera Iyer"), f.listed("Zoya Khan")
	received, given := f.vouch(meera, asha), f.vouch(asha, zoya)
	read := func(hasFields bool) {
		t.Helper()
		own := f.expect(asha.Get("/api/vouches"), http.StatusOK).Body
		for _, part := range []string{received, given, "Meera Iyer", "Zoya Khan"} {
			if !strings.Contains(own, part) {
				t.Errorf("%q is not in %s", part, own)
			}
		}
		for _, field := range []string{"Deccan Capital", "Independent Director", "Pune", "technology", "finance"} {
			if strings.Contains(own, field) != hasFields {
				t.Errorf("%q: want %v in %s", field, hasFields, own)
			}
		}
	}
	read(true)
	f.Clock.Advance(11 * 24 * time.Hour)
	read(false)
	f.expect(asha.Post("/api/vouches/"+received+"/decline", nil), http.StatusNoContent)
	f.expect(asha.Send(http.MethodDelete, "/api/vouches/"+given, nil), http.StatusNoContent)
}

func TestWhoMayVouch(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, meera := f.listed("Asha Rao"), f.listed("Meera Iyer")
	post := func(by *member, about string) testapp.Response {
		return by.Post("/api/directory/"+about+"/vouch", fields{"text": line})
	}
	f.expect(post(meera, meera.person), http.StatusConflict)
	f.expect(post(meera, "unknown"), http.StatusNotFound)
	unlisted := f.member(fields{"name": "Zoya Khan"})
	f.expect(post(unlisted, asha.person), http.StatusConflict)
	f.expect(post(meera, unlisted.person), http.StatusNotFound)
	f.expect(meera.Post("/api/directory/"+asha.person+"/vouch", fields{"text": "Good."}), http.StatusBadRequest)
	id := f.vouch(meera, asha)
	f.expect(post(meera, asha.person), http.StatusConflict)
	f.expect(asha.Post("/api/vouches/"+id+"/decline", nil), http.StatusNoContent)
	f.expect(post(meera, asha.person), http.StatusConflict) // a declined line is not sent again
	for n := range 11 {
		f.vouch(meera, f.listed(fmt.Sprintf("Member %d", n)))
	}
	last := f.listed("The last")
	if answer := f.expect(post(meera, last.person), http.StatusConflict); !strings.Contains(answer.Body, "twelve") {
		t.Errorf("%s", answer.Body)
	}
	f.Clock.Advance(366 * 24 * time.Hour)
	f.expect(post(meera, last.person), http.StatusCreated)
}

// TestAVouchMovesAsItsStatesAllow plays random histories of a vouch and compares each answer with the table.
func TestAVouchMovesAsItsStatesAllow(t *testing.T) {
	t.Parallel()
	f := open(t)
	author, about := f.listed("Asha Rao"), f.listed("Meera Iyer")
	rapid.Check(t, func(r *rapid.T) {
		id := f.save("vouches", fields{"person": author.person, "other": about.person, "text": line, "state": "waiting"}).Id
		state := directory.VouchWaiting
		for range rapid.IntRange(1, 6).Draw(r, "steps") {
			by := about
			var to directory.VouchState
			var answer testapp.Response
			switch rapid.IntRange(0, 3).Draw(r, "action") {
			case 0:
				to, answer = directory.VouchApproved, about.Post("/api/vouches/"+id+"/approve", nil)
			case 1:
				to, answer = directory.VouchDeclined, about.Post("/api/vouches/"+id+"/decline", nil)
			default:
				to = directory.VouchRemoved
				if rapid.Bool().Draw(r, "isAuthor") {
					to, by = directory.VouchWithdrawn, author
				}
				answer = by.Send(http.MethodDelete, "/api/vouches/"+id, nil)
			}
			isAllowed := directory.VouchTransitions.Allows(state, to)
			if isAllowed != (answer.Status == http.StatusNoContent) {
				r.Fatalf("from %s to %s: %d %s", state, to, answer.Status, answer.Body)
			}
			if isAllowed {
				state = to
			}
			row, err := f.PB.FindRecordById("vouches", id)
			if err != nil || row.GetString("state") != string(state) {
				r.Fatalf("%v, want %s: %v", row, state, err)
			}
		}
		if row, err := f.PB.FindRecordById("vouches", id); err == nil { // an author has one vouch about a person
			row.Set("endedAt", f.Clock.Now())
			if err := f.PB.Save(row); err != nil {
				r.Fatal(err)
			}
		}
	})
}

func TestVouchesAreReadByIndexes(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, meera := f.listed("Asha Rao"), f.listed("Meera Iyer")
	queryplan.Fill(t, f.PB, "vouches", 3000, func(i int) dbx.Params {
		return dbx.Params{"person": fmt.Sprintf("pers%011d", i), "other": fmt.Sprintf("pers%011d", i+1), "text": line,
			"state": "approved", "createdAt": "2026-01-01 00:00:00.000Z"}
	})
	statements := queryplan.Capture(f.PB, func() {
		id := f.vouch(meera, asha)
		f.expect(asha.Post("/api/vouches/"+id+"/approve", nil), http.StatusNoContent)
		f.shown(meera, asha)
		f.expect(asha.Get("/api/vouches"), http.StatusOK)
		f.expect(meera.Get("/api/vouches"), http.StatusOK)
	})
	if n := queryplan.AssertIndexed(t, f.PB, statements, []string{"vouches"}, nil); n < 5 {
		t.Errorf("only %d statements were checked", n)
	}
}
