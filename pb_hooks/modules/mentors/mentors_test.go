package mentors_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/states/statestest"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/modules/mentors"
)

const (
	notFound = "This mentorship was not found."
	noMentor = "This member has no free place"
	full     = "You already mentor as many members"
	one      = "You have a mentor, or a request that waits."
	over     = "The mentorship has changed since you opened the page."
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "mentors.go", mentors.Transitions, mentors.Waiting)
}

func TestAMentorAcceptsAMember(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao", nil), f.mentor("Bina Shah", 2)
	f.expect("the first steps", f.ok(asha.Get("/api/circle"))["firstSteps"].(fields)["hasMentor"], false)
	f.expect("who is suggested", f.suggested(asha, ""), []string{"Bina Shah"})
	at := f.ask(asha, bina)
	f.expect("what Asha sees", f.status(asha), "waiting")
	f.expect("the first steps", f.ok(asha.Get("/api/circle"))["firstSteps"].(fields)["hasMentor"], true)
	f.expect("on Bina's home", len(f.ok(bina.Get("/api/circle"))["mentees"].([]any)), 1)
	f.expect("while it waits", f.suggested(asha, ""), []string(nil))
	f.refused(asha.Post(path, request(f.mentor("Chitra", 1))), http.StatusConflict, one)
	mail := f.Inbox(bina.account.Email())[0]
	f.expect("Bina's email", mail.Subject, "Asha Rao asks you to be their mentor")
	if text := mail.Text + mail.HTML; strings.Contains(text, "audit committee") || strings.Contains(text, asha.account.Email()) {
		t.Errorf("%+v", mail)
	}
	f.refused(asha.Post(at+"/accept", nil), http.StatusConflict, over)
	f.refused(f.member("Devi", nil).Post(at+"/accept", nil), http.StatusNotFound, notFound)
	f.expect("the answer", f.ok(bina.Post(at+"/accept", nil))["status"], "active")
	f.refused(bina.Post(at+"/accept", nil), http.StatusConflict, over)
	f.expect("Asha's email", f.subjects(asha), []string{"Bina Shah is your mentor now"})
	with := f.ok(asha.Get("/api/directory/" + bina.person + "/introduction"))["introduction"].(fields)
	f.expect("they are introduced", with["status"], "open")
	f.ok(asha.Post("/api/introductions/"+with["id"].(string)+"/messages", fields{"text": "Thank you."}))
	own := f.ok(bina.Get(path))
	f.expect("Bina's mentees", len(own["mentees"].([]any)), 1)
	f.expect("Bina's offer", own["offer"], fields{"capacity": 2, "isPaused": false, "active": 1})
	f.expect("the end", f.ok(asha.Post(at+"/end", nil))["status"], "ended")
	f.refused(bina.Post(at+"/end", nil), http.StatusConflict, over)
	f.expect("what Bina sees", len(f.ok(bina.Get(path))["mentees"].([]any)), 0)
	f.expect("Bina can be asked again", len(f.suggested(asha, "")), 2)
}

func TestOnlyVisibleMentorsWithAFreePlaceAreSuggested(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha Rao", fields{"sectors": []string{"technology"}, "city": "Pune"})
	topic, sector := f.member("Topic", fields{"sectors": []string{"energy"}, "city": "Kochi", "canHelpWith": []string{"strategy"}}),
		f.member("Sector", fields{"city": "Kochi"})
	city, far := f.member("City", fields{"sectors": []string{"energy"}}), f.member("Far", fields{"sectors": []string{"energy"}, "city": "Kochi"})
	for _, m := range []*member{topic, sector, city, far} {
		f.offer(m, 1, false)
	}
	f.expect("for a topic", f.suggested(asha, "?topic=strategy"), []string{"Topic", "Sector", "City"})
	f.expect("without a topic", f.suggested(asha, "")[:2], []string{"Sector", "City"})
	paused, blocked, taken, mentee := f.mentor("Paused", 1), f.mentor("Blocked", 1), f.mentor("Taken", 1), f.member("Mentee", nil)
	f.offer(paused, 1, true)
	f.ok(blocked.Post("/api/directory/"+asha.person+"/block", nil))
	f.ok(taken.Post(f.ask(mentee, taken)+"/accept", nil))
	f.ok(sector.Post("/api/profile/withdraw", nil))
	left := f.suggested(asha, "")
	slices.Sort(left)
	f.expect("without those who cannot be asked", left, []string{"City", "Far", "Topic"})
	for _, m := range []*member{paused, blocked, taken, sector, mentee, asha} {
		f.refused(asha.Post(path, request(m)), http.StatusNotFound, noMentor)
	}
	f.ok(asha.Post("/api/profile/withdraw", nil))
	f.expect("without a profile", f.ok(asha.Get(path))["isListed"], false)
	f.refused(asha.Send(http.MethodPut, path+"/offer", fields{"capacity": 1}), http.StatusConflict, "Please publish your profile")
}

func TestOnePlaceIsGivenOnce(t *testing.T) {
	t.Parallel()
	f := open(t)
	mentor := f.mentor("Bina Shah", 1)
	var paths []string
	for n := range 20 {
		paths = append(paths, f.ask(f.member(fmt.Sprintf("Member %d", n), nil), mentor))
	}
	statuses := make([]int, len(paths))
	var wait sync.WaitGroup
	for n, at := range paths {
		wait.Go(func() { statuses[n] = mentor.Post(at+"/accept", nil).Status })
	}
	wait.Wait()
	counts := map[int]int{}
	for _, status := range statuses {
		counts[status]++
	}
	f.expect("the answers", counts, map[int]int{http.StatusOK: 1, http.StatusConflict: 19})
	f.offer(mentor, 2, false)
	for n, at := range paths {
		if statuses[n] == http.StatusConflict {
			f.ok(mentor.Post(at+"/accept", nil))
			break
		}
	}
	f.expect("the mentees", len(f.ok(mentor.Get(path))["mentees"].([]any)), 2)
}

func TestARequestIsNudgedAndReleased(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao", nil), f.mentor("Bina Shah", 1)
	at := f.ask(asha, bina)
	remind := func(wantMentor, wantMentee int) {
		t.Helper()
		f.RunScheduled("boardcircleMentors")
		f.RunScheduled("boardcircleMentors")
		f.expect("the mentor's emails", len(f.subjects(bina)), wantMentor)
		f.expect("the mentee's emails", len(f.subjects(asha)), wantMentee)
	}
	f.Drain()
	f.Clock.Advance(6 * day)
	remind(1, 0)
	waiting := func() (list []string) {
		for _, item := range f.ok(f.office.Get("/api/admin/this-week"))["waiting"].([]any) {
			list = append(list, fmt.Sprint(item.(fields)["kind"], " ", item.(fields)["label"]))
		}
		return list
	}
	f.expect("what the office sees in time", waiting(), []string(nil))
	f.Clock.Advance(day)
	remind(2, 0)
	f.expect("the reminder", f.subjects(bina)[0], "Asha Rao is waiting for your answer")
	f.Clock.Advance(time.Hour)
	f.expect("what the office sees after seven days", waiting(), []string{"mentor Asha Rao"})
	f.Clock.Advance(7 * day)
	f.refused(bina.Post(at+"/accept", nil), http.StatusConflict, over) // before the job has run
	remind(2, 1)
	f.expect("what Asha sees", f.status(asha), "unanswered")
	f.expect("who is suggested", f.suggested(asha, ""), []string(nil))
	f.refused(asha.Post(path, request(bina)), http.StatusNotFound, noMentor)
	f.Clock.Advance(91 * day)
	f.ask(asha, bina)
}

func TestTheOfficeReadsHowItGoes(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina, chitra := f.member("Asha Rao", nil), f.mentor("Bina Shah", 1), f.member("Chitra", nil)
	at := f.ask(asha, bina)
	waits := f.ask(chitra, bina)
	f.ok(bina.Post(at+"/accept", nil))
	f.Drain()
	f.Clock.Advance(day)
	office := func() testapp.Response {
		answer := f.office.Get("/api/admin/mentors")
		f.ok(answer)
		return answer
	}
	answer := office()
	f.expect("who waits", len(answer.JSON["waiting"].([]any)), 1)
	f.expect("who is overloaded", answer.JSON["mentors"].([]any)[0].(fields)["isOverloaded"], true)
	f.ok(bina.Post(waits+"/decline", nil))
	f.expect("after a decline", office().Body, answer.Body)
	onHome := func(of *member) (names []string) {
		for _, due := range f.ok(of.Get("/api/circle"))["checkIns"].([]any) {
			names = append(names, due.(fields)["person"].(fields)["name"].(string))
		}
		return names
	}
	for _, days := range []int{30, 60} {
		f.expect("Asha's home before the email", onHome(asha), []string(nil))
		f.Clock.Advance(time.Duration(days) * day)
		f.RunScheduled("boardcircleMentors")
		f.RunScheduled("boardcircleMentors")
		f.expect("Asha's email", f.subjects(asha)[0], "How is it going with Bina Shah?")
		f.expect("Asha's home", onHome(asha), []string{"Bina Shah"})
		f.expect("Bina's home", onHome(bina), []string{"Asha Rao"})
		f.ok(asha.Post(at+"/check-in", fields{"answer": "well"}))
		f.expect("Asha's home after the answer", onHome(asha), []string(nil))
		f.expect("Bina's home after Asha's answer", onHome(bina), []string{"Asha Rao"})
	}
	f.expect("all of Asha's emails", len(f.subjects(asha)), 3)
	f.ok(asha.Post(at+"/check-in", fields{"answer": "not-well", "note": "We have not met."}))
	f.expect("Asha's answer", f.ok(asha.Get(path))["mentor"].(fields)["checkIn"], "not-well")
	if seen := bina.Get(path).Body; strings.Contains(seen, "not-well") || strings.Contains(seen, "have not met") {
		t.Errorf("the mentor sees %s", seen)
	}
	if body := office().Body; !strings.Contains(body, "We have not met.") {
		t.Errorf("the office sees %s", body)
	}
	f.ok(bina.Post(at+"/check-in", fields{"answer": "ended"}))
	f.expect("what Asha sees", f.status(asha), "ended")
	f.expect("Bina's home after the end", onHome(bina), []string(nil))
}

// ids are what differs between two members in otherwise equal answers.
var ids = regexp.MustCompile(`[a-z0-9]{15}`)

// TestADeclineCannotBeToldFromSilence lets two members do the same in the same time. The first one's mentor declines at
// some time, the second one's never answers.
func TestADeclineCannotBeToldFromSilence(t *testing.T) {
	t.Parallel()
	f := open(t)
	rapid.Check(t, func(r *rapid.T) {
		mentors := [2]*member{f.mentor("Bina Shah", 1), f.mentor("Bina Shah", 1)}
		askers := [2]*member{f.member("Asha Rao", nil), f.member("Asha Rao", nil)}
		f.ok(askers[0].Post("/api/directory/"+mentors[1].person+"/block", nil)) // each is suggested one mentor
		f.ok(askers[1].Post("/api/directory/"+mentors[0].person+"/block", nil))
		paths := [2]string{f.ask(askers[0], mentors[0]), f.ask(askers[1], mentors[1])}
		steps := rapid.IntRange(4, 10).Draw(r, "steps")
		declinesAt := rapid.IntRange(0, steps-1).Draw(r, "the decline")
		actions := []func(n int) testapp.Response{
			func(n int) testapp.Response { return askers[n].Get(path) },
			func(n int) testapp.Response { return askers[n].Post(path, request(mentors[n])) },
			func(n int) testapp.Response { return askers[n].Post(paths[n]+"/withdraw", nil) },
			func(n int) testapp.Response { return askers[n].Post(paths[n]+"/check-in", fields{"answer": "well"}) },
			func(n int) testapp.Response {
				return askers[n].Get("/api/directory/" + mentors[n].person + "/introduction")
			},
		}
		for step := range steps {
			f.Clock.Advance(time.Duration(rapid.SampledFrom([]int{1, 24, 24 * 8}).Draw(r, "hours")) * time.Hour)
			f.RunScheduled("boardcircleMentors")
			if step == declinesAt {
				mentors[0].Post(paths[0]+"/decline", nil)
			}
			action := rapid.SampledFrom(actions).Draw(r, "action")
			var answers [2]string
			for n := range askers {
				answer := action(n)
				answers[n] = fmt.Sprint(answer.Status, ids.ReplaceAllString(answer.Body, "id"))
			}
			if answers[0] != answers[1] {
				r.Fatalf("after a decline %v:\n%s\n%s", step >= declinesAt, answers[0], answers[1])
			}
		}
		if first, second := fmt.Sprint(f.subjects(askers[0])), fmt.Sprint(f.subjects(askers[1])); first != second {
			r.Fatalf("emails: %s, %s", first, second)
		}
		for n := range mentors { // later cases suggest others
			f.offer(mentors[n], 1, true)
		}
	})
}

func TestARequestHasNoLinks(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao", nil), f.mentor("Bina Shah", 1)
	form := request(bina)
	form["note"] = "Please read पहला.भारत before you answer."
	f.refused(asha.Post(path, form), http.StatusBadRequest, "")
}

// TestABlockEndsAMentorship lets each of the two block the other. Both can then start again with other members.
func TestABlockEndsAMentorship(t *testing.T) {
	t.Parallel()
	f := open(t)
	for _, isByMentor := range []bool{true, false} {
		asha, bina, chitra := f.member("Asha Rao", nil), f.mentor("Bina Shah", 1), f.mentor("Chitra", 1)
		blocking, blocked := bina, asha
		if !isByMentor {
			blocking, blocked = asha, bina
		}
		at := f.ask(asha, bina)
		f.ok(bina.Post(at+"/accept", nil))
		emails := len(f.subjects(blocked))
		f.ok(blocking.Post("/api/directory/"+blocked.person+"/block", nil))
		f.expect("emails about the block", len(f.subjects(blocked)), emails)
		own := f.ok(asha.Get(path))["mentor"].(fields)
		f.expect("what Asha reads", fmt.Sprint(own["status"], " ", own["person"].(fields)["name"], own["person"].(fields)["id"]),
			"ended A member")
		f.expect("Bina's places", f.ok(bina.Get(path))["offer"].(fields)["active"], 0)
		f.refused(asha.Post(at+"/end", nil), http.StatusNotFound, notFound)
		f.ask(asha, chitra)
		f.expect("what Asha reads", f.status(asha), "waiting")
		f.ok(bina.Post(f.ask(f.member("Devi", nil), bina)+"/accept", nil))
		f.ok(blocking.Send(http.MethodDelete, "/api/directory/"+blocked.person+"/block", nil))
		f.refused(bina.Post(at+"/check-in", fields{"answer": "well"}), http.StatusConflict, over)
	}
}

func TestABlockWithdrawsARequestToAMentor(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina, chitra := f.member("Asha Rao", nil), f.mentor("Bina Shah", 1), f.mentor("Chitra", 1)
	at := f.ask(asha, bina)
	f.ok(bina.Post("/api/directory/"+asha.person+"/block", nil))
	f.expect("what Asha reads", f.status(asha), nil)
	f.expect("who is suggested", f.suggested(asha, ""), []string{"Chitra"})
	f.ok(bina.Send(http.MethodDelete, "/api/directory/"+asha.person+"/block", nil))
	f.expect("what Asha reads without the block", f.status(asha), nil)
	f.refused(bina.Post(at+"/accept", nil), http.StatusNotFound, notFound)
	f.ask(asha, chitra)
}

// A mentorship with a member whom the mentee does not see can be ended, and gives way to another.
func TestAHiddenMentorshipIsNoObstacle(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina, chitra := f.member("Asha Rao", nil), f.mentor("Bina Shah", 1), f.mentor("Chitra", 1)
	first := f.ask(asha, bina)
	f.ok(bina.Post(first+"/accept", nil))
	f.ok(bina.Post("/api/profile/withdraw", nil))
	own := f.ok(asha.Get(path))
	f.expect("what Asha reads", own["mentor"].(fields)["status"], "hidden")
	f.expect("whose name", own["mentor"].(fields)["person"].(fields)["name"], "A member")
	f.refused(asha.Post(first+"/check-in", fields{"answer": "well"}), http.StatusNotFound, notFound)
	second := f.ask(asha, chitra)
	f.ok(chitra.Post(second+"/accept", nil))
	f.ok(asha.Post("/api/profile/withdraw", nil))
	mentees := f.ok(chitra.Get(path))["mentees"].([]any)
	f.expect("Chitra's mentees", fmt.Sprint(len(mentees), " ", mentees[0].(fields)["status"]), "1 hidden")
	f.expect("the end", f.ok(chitra.Post(second+"/end", nil))["status"], "ended")
	f.expect("Chitra's places", f.ok(chitra.Get(path))["offer"].(fields)["active"], 0)

	record, err := f.PB.FindRecordById("mentorships", strings.TrimPrefix(first, path+"/"))
	if err != nil || record.GetString("state") != "ended" {
		t.Errorf("the first mentorship: %v, %v", record, err)
	}
}

func TestAMergeWithABlockedAccountEndsTheMentorship(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, second, bina := f.member("Asha Rao", nil), f.member("Asha R.", nil), f.mentor("Bina Shah", 2)
	at := f.ask(second, bina)
	f.ok(bina.Post(at+"/accept", nil))
	f.ok(bina.Post("/api/directory/"+asha.person+"/block", nil))
	f.ok(f.SignedIn("admins", nil).Post("/api/people/"+asha.account.Id+"/merge",
		fields{"otherId": second.account.Id, "password": testapp.Password}))
	record, err := f.PB.FindRecordById("mentorships", strings.TrimPrefix(at, path+"/"))
	if err != nil || record.GetString("state") != "ended" {
		t.Errorf("%v, %v", record, err)
	}
}

func TestAClosedAccountAndAMergeLeaveNoMentorship(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, second, bina := f.member("Asha Rao", nil), f.member("Asha R.", nil), f.mentor("Bina Shah", 2)
	at := f.ask(second, bina)
	f.ok(bina.Post(at+"/accept", nil))
	f.ok(f.SignedIn("admins", nil).Post("/api/people/"+asha.account.Id+"/merge",
		fields{"otherId": second.account.Id, "password": testapp.Password}))
	record, err := f.PB.FindRecordById("mentorships", strings.TrimPrefix(at, path+"/"))
	if err != nil || record.GetString("mentee") != asha.person {
		t.Errorf("%v, %v", record, err)
	}
	bina.account.Set("isActive", false)
	if err := f.PB.Save(bina.account); err != nil {
		t.Fatal(err)
	}
	record, err = f.PB.FindRecordById("mentorships", record.Id)
	if err != nil || record.GetString("state") != "ended" {
		t.Errorf("%v, %v", record, err)
	}
	f.refused(asha.Post(at+"/end", nil), http.StatusNotFound, notFound)
}

func TestAMergeOfBothPeopleFreesTheMentorsPlace(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, second, chitra := f.mentor("Asha Rao", 1), f.member("Asha R.", nil), f.member("Chitra", nil)
	at := f.ask(second, asha)
	f.ok(asha.Post(at+"/accept", nil))
	f.Drain()
	f.ok(second.Post(at+"/check-in", fields{"answer": "not-well", "note": "We have not met."}))
	emails := len(f.subjects(asha))
	f.ok(f.SignedIn("admins", nil).Post("/api/people/"+asha.account.Id+"/merge",
		fields{"otherId": second.account.Id, "password": testapp.Password}))
	f.Drain()
	merged := len(f.subjects(asha))
	f.expect("the emails about the merge", merged-emails, 1)
	f.expect("Asha's mentees", f.ok(asha.Get(path))["offer"].(fields)["active"], 0)
	f.expect("who is suggested", f.suggested(chitra, ""), []string{"Asha Rao"})
	office := f.ok(f.office.Get("/api/admin/mentors"))
	f.expect("the places that the office sees", office["mentors"].([]any)[0].(fields)["active"], 0)
	f.expect("the answers that the office sees", len(office["notWell"].([]any)), 0)
	f.ok(asha.Post(f.ask(chitra, asha)+"/accept", nil))
}

func TestAnOldMentorshipIsListedAfterManyRequests(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao", nil), f.mentor("Bina Shah", 5)
	f.ok(bina.Post(f.ask(asha, bina)+"/accept", nil))
	later := database.DateTime(f.Clock.Now().Add(day)).String()
	queryplan.Fill(t, f.PB, "mentorships", 250, func(i int) dbx.Params {
		return dbx.Params{"mentor": bina.person, "mentee": fmt.Sprintf("pers%011d", i), "topic": "finance",
			"state": "released", "askedAt": later, "expiresAt": later}
	})
	f.expect("Bina's mentees", len(f.ok(bina.Get(path))["mentees"].([]any)), 1)
	bina.account.Set("isActive", false)
	if err := f.PB.Save(bina.account); err != nil {
		t.Fatal(err)
	}
	active, err := f.PB.CountRecords("mentorships", dbx.HashExp{"state": "active"})
	if err != nil || active != 0 {
		t.Errorf("active mentorships after the account is closed: %d, %v", active, err)
	}
}

func TestMentorsAreReadByIndexes(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao", nil), f.mentor("Bina Shah", 5)
	at := f.ask(asha, bina)
	f.ok(bina.Post(at+"/accept", nil))
	sent := database.DateTime(f.Clock.Now()).String()
	queryplan.Fill(t, f.PB, "mentor_offers", 500, func(i int) dbx.Params {
		return dbx.Params{"person": fmt.Sprintf("ment%011d", i), "capacity": 2, "isPaused": true}
	})
	queryplan.Fill(t, f.PB, "mentorships", 2000, func(i int) dbx.Params {
		return dbx.Params{"mentor": fmt.Sprintf("ment%011d", i%500), "mentee": fmt.Sprintf("pers%011d", i), "topic": "finance",
			"state": "ended", "askedAt": sent, "expiresAt": sent, "startedAt": sent}
	})
	queryplan.Fill(t, f.PB, "mentor_check_ins", 2000, func(i int) dbx.Params {
		return dbx.Params{"mentorship": fmt.Sprintf("id%013d", i), "person": fmt.Sprintf("pers%011d", i), "answer": "well", "answeredAt": sent}
	})
	chitra := f.member("Chitra", nil)
	queryplan.RequireIndexes(t, f.PB, map[string]func() error{
		"the page": func() error { f.ok(asha.Get(path)); return nil },
		"a request": func() error {
			f.ok(chitra.Post(f.ask(chitra, bina)+"/withdraw", nil))
			f.Clock.Advance(105 * day)
			return nil
		},
		"a check-in": func() error { f.ok(asha.Post(at+"/check-in", fields{"answer": "well"})); return nil },
		"the home":   func() error { _, _, err := f.Mentors.WaitingFor(f.PB, bina.person); return err },
		"the job":    func() error { return f.Mentors.Remind() },
		"the office": func() error { f.ok(f.office.Get("/api/admin/mentors")); return nil },
	}, "SCAN json_each", "LIST SUBQUERY", "SCAN mentor_offers", "INDEX idx_mentorships_", "INDEX idx_mentor_check_ins_not_well")
}
