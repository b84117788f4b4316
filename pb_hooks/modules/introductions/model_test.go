package introductions_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/states/statestest"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/modules/introductions"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "introductions.go", introductions.Transitions, introductions.Waiting)
	statestest.CheckDrawing(t, "introductions.go", introductions.Answers, introductions.Pending)
}

// model is an introduction with what must be true of it.
type model struct {
	path           string
	people         [2]*member // the first has asked, unless the office has suggested it
	isOffices      bool
	state          introductions.State
	answers        [2]introductions.Answer
	expires, ended time.Time
}

// status is what one of the two sees.
func (m *model) status(n int, now time.Time) introductions.Status {
	switch {
	case m.state == introductions.Open:
		return introductions.StatusOpen
	case m.state == introductions.Closed:
		return introductions.StatusClosed
	case m.answers[n] == introductions.Declined:
		return introductions.StatusDeclined
	case m.state == introductions.Withdrawn:
		return introductions.StatusWithdrawn
	case !now.Before(m.expires):
		return introductions.StatusUnanswered
	case m.answers[n] == introductions.Pending:
		return introductions.StatusAsked
	}
	return introductions.StatusWaiting
}

// apply returns whether an action of one of the two succeeds, and changes the model if it does.
func (m *model) apply(action string, n int, now time.Time) bool {
	status := m.status(n, now)
	switch action {
	case "accept", "decline":
		if status != introductions.StatusAsked {
			return false
		}
		m.answers[n] = introductions.Declined
		if action == "accept" {
			m.answers[n] = introductions.Agreed
			if m.answers[1-n] == introductions.Agreed {
				m.state = introductions.Open
			}
		}
		return true
	case "withdraw":
		if m.isOffices || n != 0 || status != introductions.StatusWaiting {
			return false
		}
		m.state, m.ended = introductions.Withdrawn, now
		return true
	case "close":
		if m.state != introductions.Open {
			return false
		}
		m.state, m.ended = introductions.Closed, now
		return true
	}
	return m.state == introductions.Open // a message
}

// TestAnIntroductionMovesAsItsStatesAllow plays random histories through the routes and compares each answer, and what
// both people see, with the model.
func TestAnIntroductionMovesAsItsStatesAllow(t *testing.T) {
	t.Parallel()
	f := open(t)
	rapid.Check(t, func(r *rapid.T) {
		people := [2]*member{f.member("Asha Rao"), f.member("Bina Shah")}
		now := f.Clock.Now()
		m := &model{people: people, state: introductions.Waiting, expires: now.AddDate(0, 0, 14),
			isOffices: rapid.Bool().Draw(r, "by the office"),
			answers:   [2]introductions.Answer{introductions.Agreed, introductions.Pending}}
		if m.isOffices {
			m.answers[0] = introductions.Pending
			m.path = path + "/" + f.ok(f.office.Post("/api/admin/introductions", fields{"userId": people[0].account.Id,
				"otherId": people[1].account.Id, "reason": reason}))["id"].(string)
		} else {
			m.path = f.ask(people[0], people[1])
		}
		for range rapid.IntRange(6, 16).Draw(r, "steps") {
			f.Clock.Advance(time.Duration(rapid.SampledFrom([]int{1, 1, 1, 24 * 5}).Draw(r, "hours")) * time.Hour)
			n := rapid.IntRange(0, 1).Draw(r, "member")
			action := rapid.SampledFrom([]string{"accept", "accept", "decline", "withdraw", "close", "message"}).Draw(r, "action")
			was := *m
			isHidden := n == 1 && m.status(1, f.Clock.Now()) == introductions.StatusWithdrawn
			var answer testapp.Response
			if action == "message" {
				answer = people[n].Post(m.path+"/messages", fields{"text": "Hello"})
			} else {
				answer = people[n].Post(m.path+"/"+action, nil)
			}
			want := http.StatusConflict
			if m.apply(action, n, f.Clock.Now()) {
				want = http.StatusOK
				if action == "message" {
					want = http.StatusCreated
				}
			} else if isHidden {
				want = http.StatusNotFound
			}
			if answer.Status != want {
				r.Fatalf("%s of %d from %+v: %d %s", action, n, was, answer.Status, answer.Body)
			}
			for n, p := range people {
				status := m.status(n, f.Clock.Now())
				if n == 1 && status == introductions.StatusWithdrawn {
					continue
				}
				if seen := p.Get(m.path); seen.JSON["status"] != string(status) {
					r.Fatalf("after %s of %+v, %d sees %s", action, was, n, seen.Body)
				}
			}
		}
	})
}

// ids are what differs between two members in otherwise equal answers.
var ids = regexp.MustCompile(`[a-z0-9]{15}`)

// TestADeclineCannotBeToldFromSilence lets two members do the same in the same time. The person whom the first asks
// declines at some time, the person whom the second asks never answers. Each answer that the two members get, and each
// email, is the same.
func TestADeclineCannotBeToldFromSilence(t *testing.T) {
	t.Parallel()
	f := open(t)
	rapid.Check(t, func(r *rapid.T) {
		f.office = f.SignedIn("admins", fields{"role": "office"}) // the time of the cases adds up
		asked := [2]*member{f.member("Bina Shah"), f.member("Bina Shah")}
		askers := [2]*member{f.member("Asha Rao"), f.member("Asha Rao")}
		isOffices := rapid.Bool().Draw(r, "by the office")
		var paths [2]string
		for n, m := range askers {
			if isOffices {
				paths[n] = path + "/" + f.ok(f.office.Post("/api/admin/introductions", fields{"userId": m.account.Id,
					"otherId": asked[n].account.Id, "reason": reason}))["id"].(string)
			} else {
				paths[n] = f.ask(m, asked[n])
			}
		}
		steps := rapid.IntRange(6, 16).Draw(r, "steps")
		declinesAt := rapid.IntRange(0, steps-1).Draw(r, "the decline")
		actions := []func(n int) testapp.Response{
			func(n int) testapp.Response { return askers[n].Get(path) },
			func(n int) testapp.Response { return askers[n].Get(paths[n]) },
			func(n int) testapp.Response { return askers[n].Get("/api/circle") },
			func(n int) testapp.Response { return askers[n].Get(paths[n] + "/messages") },
			func(n int) testapp.Response { return askers[n].Get("/api/directory/" + asked[n].person) },
			func(n int) testapp.Response {
				return askers[n].Get("/api/directory/" + asked[n].person + "/introduction")
			},
			func(n int) testapp.Response { return askers[n].Post("/api/directory/"+asked[n].person+"/contact", nil) },
			func(n int) testapp.Response {
				return askers[n].Post(path, fields{"person": asked[n].person, "reason": reason})
			},
			func(n int) testapp.Response { return askers[n].Post(paths[n]+"/messages", fields{"text": "Hello"}) },
			func(n int) testapp.Response { return askers[n].Post(paths[n]+"/accept", nil) },
			func(n int) testapp.Response { return askers[n].Post(paths[n]+"/withdraw", nil) },
		}
		isDeclined := false
		for step := range steps {
			f.Clock.Advance(time.Duration(rapid.SampledFrom([]int{1, 24, 24 * 13, 24 * 60}).Draw(r, "hours")) * time.Hour)
			if step == declinesAt {
				isDeclined = asked[0].Post(paths[0]+"/decline", nil).Status == http.StatusOK
			}
			action := rapid.SampledFrom(actions).Draw(r, "action")
			var answers [2]string
			for n := range askers {
				answer := action(n)
				answers[n] = fmt.Sprint(answer.Status, answer.Header["X-Total-Count"], ids.ReplaceAllString(answer.Body, "id"))
				// The suggestions of the home and the addresses of the two people differ.
				answers[n], _, _ = strings.Cut(answers[n], `"suggestions"`)
				answers[n] = strings.ReplaceAll(answers[n], asked[n].account.Email(), "address")
			}
			if answers[0] != answers[1] {
				r.Fatalf("declined %v:\n%s\n%s", isDeclined, answers[0], answers[1])
			}
		}
		if inboxes := [2][]string{f.subjects(askers[0]), f.subjects(askers[1])}; !slices.Equal(inboxes[0], inboxes[1]) {
			r.Fatalf("emails: %v", inboxes)
		}
	})
}
