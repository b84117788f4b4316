package circle_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

type fields = map[string]any

const day = 24 * time.Hour

// fixture is an app with an admin of the office.
type fixture struct {
	*testapp.App
	testing.TB
	office *testapp.Visitor
}

func open(t testing.TB) *fixture {
	t.Helper()
	app := testapp.New(t)
	return &fixture{app, t, app.SignedIn("admins", fields{"role": "office"})}
}

func (f *fixture) ok(r testapp.Response) fields {
	f.Helper()
	if r.Status >= 300 {
		f.Fatalf("%d %s", r.Status, r.Body)
	}
	return r.JSON
}

func (f *fixture) member(name string) *testapp.Visitor {
	f.Helper()
	return f.SignedInAs(f.CreateMember(fields{"name": name}))
}

// session publishes a session that starts after a time, and returns its path.
func (f *fixture) session(title string, in time.Duration) string {
	f.Helper()
	created := f.ok(f.office.Post("/api/events", fields{
		"title": title, "host": "Meera Krishnan", "capacity": 20, "meetingUrl": "https://meet.example.com/j/1",
		"startsAt": f.Clock.Now().Add(in + 330*time.Minute).UTC().Format("2006-01-02T15:04"),
	}))
	path := "/api/events/" + created["id"].(string)
	f.ok(f.office.Post(path+"/publish", nil))
	return path
}

// consultation publishes a consultation and returns its path.
func (f *fixture) consultation(title string) string {
	f.Helper()
	created := f.ok(f.office.Post("/api/polls", fields{
		"title": title, "text": "The regulator proposes a limit.", "question": "Shall we send this?",
		"options": []string{"Yes", "No"}, "ballot": "open", "quorum": 0,
		"discussionEndsAt": f.Clock.Now().Add(10 * day).Format(time.RFC3339),
	}))
	path := "/api/polls/" + created["id"].(string)
	f.ok(f.office.Post(path+"/publish", nil))
	return path
}

// lists publishes a member's profile in the directory.
func (f *fixture) lists(m *testapp.Visitor, changes fields) {
	f.Helper()
	profile := fields{
		"designation": "Independent Director", "company": "Deccan Capital", "city": "Pune", "boards": []any{},
		"sectors": []string{"technology"}, "languages": []string{"en"}, "canHelpWith": []string{"finance"},
		"emailVisibility": "introduced", "phoneVisibility": "introduced", "linkedinVisibility": "introduced",
	}
	for name, value := range changes {
		profile[name] = value
	}
	saved := f.ok(m.Send(http.MethodPut, "/api/profile", profile))
	f.ok(m.Post("/api/profile/publish", fields{"wording": saved["consent"].(fields)["wording"], "agree": true}))
}

func (f *fixture) home(m *testapp.Visitor) fields {
	f.Helper()
	return f.ok(m.Get("/api/circle"))
}

// texts returns a field of each item of a list.
func texts(list any, name string) (values []string) {
	for _, item := range list.([]any) {
		values = append(values, item.(fields)[name].(string))
	}
	return values
}

func (f *fixture) expect(what string, got, want any) {
	f.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestTheHomeShowsTheNextSessionOfTheMember(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha")
	f.expect("without a session", f.home(asha)["nextSession"], nil)

	f.session("Reading the audit report", 2*day)
	later := f.session("The work of a risk committee", 5*day)
	f.expect("the first session", f.home(asha)["nextSession"].(fields)["title"], "Reading the audit report")
	f.expect("the answer", f.home(asha)["nextSession"].(fields)["state"], "none")

	f.ok(asha.Post(later+"/answer", fields{"answer": "going"}))
	next := f.home(asha)["nextSession"].(fields)
	f.expect("the session that Asha goes to", next["title"], "The work of a risk committee")
	f.expect("her answer", next["state"], "going")
	f.expect("the session of another member", f.home(f.member("Banu"))["nextSession"].(fields)["title"],
		"Reading the audit report")

	f.ok(f.office.Post(later+"/cancel", fields{"reason": "The speaker is ill"}))
	f.expect("after it was cancelled", f.home(asha)["nextSession"].(fields)["title"], "Reading the audit report")
	f.Clock.Advance(6 * day)
	f.expect("after the last session", f.home(asha)["nextSession"], nil)
}

func TestTheHomeShowsWhatIsNewSinceTheLastVisit(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha")
	session := f.session("Reading the audit report", day)
	f.Clock.Advance(time.Minute)
	f.expect("on the first visit", texts(f.home(asha)["news"], "title"), []string{"Reading the audit report"})
	f.ok(asha.Post("/api/circle/visit", nil))
	f.expect("after a reload", texts(f.home(asha)["news"], "kind"), []string{"session"})

	f.Clock.Advance(2 * day)
	f.expect("on the next visit", texts(f.home(asha)["news"], "kind"), []string(nil))
	poll := f.consultation("The draft LODR amendments")
	f.Clock.Advance(time.Minute)
	f.ok(f.office.Send(http.MethodPut, session, fields{"slidesUrl": "https://files.example.com/slides.pdf"}))
	f.Clock.Advance(time.Minute)
	f.expect("after the office has worked", texts(f.home(asha)["news"], "kind"), []string{"materials", "discussion"})
	f.ok(asha.Post("/api/circle/visit", nil))
	f.Clock.Advance(time.Minute)
	f.ok(asha.Post("/api/circle/visit", nil)) // within the same visit
	f.expect("within the visit", texts(f.home(asha)["news"], "kind"), []string{"materials", "discussion"})

	f.Clock.Advance(10 * day)
	f.ok(f.office.Post(poll+"/open", fields{"votingEndsAt": f.Clock.Now().Add(3 * day).Format(time.RFC3339)}))
	f.Clock.Advance(time.Hour)
	home := f.home(asha)
	f.expect("after the vote was opened", texts(home["news"], "kind"), []string{"vote"})
	f.expect("the open consultations", texts(home["consultations"], "state"), []string{"voting"})
}

func TestTheHomeSuggestsPeopleForAReason(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha")
	home := f.home(asha)
	f.expect("an empty directory", home["suggestions"], []any{})
	f.expect("the first steps", home["firstSteps"], fields{"hasProfile": false, "hasAnswered": false})

	f.lists(asha, nil)
	peer, neighbour, other := f.member("Bina"), f.member("Chitra"), f.member("Devi")
	f.lists(peer, fields{"city": "Kochi"})
	f.lists(neighbour, fields{"sectors": []string{"healthcare"}})
	f.lists(other, fields{"sectors": []string{"healthcare"}, "city": "Kochi"})
	home = f.home(asha)
	reasons := map[string]string{}
	for _, s := range home["suggestions"].([]any) {
		reasons[s.(fields)["name"].(string)] = s.(fields)["reason"].(string) + " " + s.(fields)["common"].(string)
	}
	f.expect("the people with their reasons", reasons,
		map[string]string{"Bina": "sector technology", "Chitra": "city Pune", "Devi": "newcomer "})
	f.expect("the first steps after the profile", home["firstSteps"],
		fields{"hasProfile": true, "hasAnswered": false})

	f.ok(peer.Post("/api/directory/"+f.person(asha)+"/block", nil))
	f.expect("without the person who has blocked Asha", texts(f.home(asha)["suggestions"], "name"), []string{"Chitra", "Devi"})
}

// person returns the id of a member in the directory.
func (f *fixture) person(m *testapp.Visitor) string {
	f.Helper()
	for _, card := range f.ok(m.Get("/api/directory"))["people"].([]any) {
		if card.(fields)["isYou"].(bool) {
			return card.(fields)["id"].(string)
		}
	}
	f.Fatal("the member is not listed")
	return ""
}

func TestTheHomeIsForMembers(t *testing.T) {
	t.Parallel()
	f := open(t)
	visitor := f.SignedIn("users", nil)
	for _, answer := range []testapp.Response{visitor.Get("/api/circle"), visitor.Post("/api/circle/visit", nil)} {
		f.expect("without a membership", answer.Status, http.StatusForbidden)
	}
}

func TestTheHomeIsReadByIndexes(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha")
	f.lists(asha, nil)
	f.ok(asha.Post(f.session("Reading the audit report", day)+"/answer", fields{"answer": "going"}))
	f.consultation("The draft LODR amendments")
	queryplan.Fill(t, f.PB, "events", 2000, func(i int) dbx.Params {
		at := f.Clock.Now().Add(-time.Duration(i+10) * time.Hour).UTC().Format("2006-01-02 15:04:05.000Z")
		return dbx.Params{"title": "Past", "state": "published", "startsAt": at, "endsAt": at, "publishedAt": at,
			"materialsAt": at, "capacity": 10}
	})
	queryplan.RequireIndexes(t, f.PB, map[string]func() error{
		"the home":    func() error { f.home(asha); return nil },
		"the visit":   func() error { f.ok(asha.Post("/api/circle/visit", nil)); f.Clock.Advance(day / 2); return nil },
		"the profile": func() error { f.ok(asha.Get("/api/profile")); return nil },
	}, "SCAN polls", "SCAN (subquery-", "SCAN search_index", "SCAN json_each", "COVERING INDEX idx_profiles_publishedAt")
}
