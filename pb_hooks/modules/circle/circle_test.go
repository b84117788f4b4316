package circle_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
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

func TestTheHomeNamesAFewMembersWhoAreGoing(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha")
	f.lists(asha, nil)
	f.expect("without a session", f.home(asha)["attendees"], []any{})
	session := f.session("Reading the audit report", 2*day)
	going := func(name string, isListed bool) *testapp.Visitor {
		m := f.member(name)
		if isListed {
			f.lists(m, nil)
		}
		f.ok(m.Post(session+"/answer", fields{"answer": "going"}))
		return m
	}
	going("Hidden", false)
	f.ok(asha.Post(session+"/answer", fields{"answer": "going"}))
	bina := going("Bina", true)
	declines := going("Chitra", true)
	f.ok(declines.Post(session+"/answer", fields{"answer": "cancelled"}))
	f.expect("without members who are hidden, have cancelled or look themselves",
		texts(f.home(asha)["attendees"], "name"), []string{"Bina"})
	for _, name := range []string{"Devi", "Esha", "Farah"} {
		going(name, true)
	}
	f.expect("the first three", texts(f.home(asha)["attendees"], "name"), []string{"Bina", "Devi", "Esha"})
	f.session("An earlier session", day)
	f.expect("who goes to the session to which Asha goes, which is not the next one",
		texts(f.home(asha)["attendees"], "name"), []string{"Bina", "Devi", "Esha"})
	policy := f.Visitor().Get("/api/site/texts/privacy")
	if !strings.Contains(policy.Body, "members also see that you are going to a session") {
		t.Error("the privacy policy does not say where members see who is going")
	}
	f.ok(bina.Post("/api/directory/"+f.person(asha)+"/block", nil))
	f.expect("without the member who has blocked Asha",
		texts(f.home(asha)["attendees"], "name"), []string{"Devi", "Esha", "Farah"})
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
	f.ok(f.office.Post("/api/library", fields{"kind": "note", "title": "A note", "abstract": "About boards.",
		"publishAt": f.Clock.Now().Format(time.RFC3339)}))
	f.ok(f.office.Post("/api/library", fields{"kind": "note", "title": "A draft", "abstract": "About boards."}))
	f.Clock.Advance(time.Minute)
	f.ok(f.office.Post("/api/admin/board-seats", fields{"title": "Independent director", "company": "Deccan Steel",
		"sector": "technology", "city": "Pune", "closesOn": india.Day(f.Clock.Now().Add(40 * day)),
		"description": "A board of seven members in Pune.", "isConfidential": false}))
	f.Clock.Advance(time.Minute)
	f.ok(f.office.Post(poll+"/open", fields{"votingEndsAt": f.Clock.Now().Add(3 * day).Format(time.RFC3339)}))
	f.Clock.Advance(time.Hour)
	home := f.home(asha)
	f.expect("after the vote was opened", texts(home["news"], "kind"), []string{"vote", "board-seat", "library"})
	f.expect("the open consultations", texts(home["consultations"], "state"), []string{"voting"})
	f.ok(f.office.Post(poll+"/withdraw", fields{"reason": "The regulator has withdrawn its draft."}))
	home = f.home(asha)
	f.expect("after the withdrawal", texts(home["news"], "kind"), []string{"withdrawal", "board-seat", "library"})
	f.expect("the open consultations after it", texts(home["consultations"], "state"), []string{})
}

func TestTheHomeShowsTheBoardTermThatEndsNext(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha")
	f.expect("without boards", f.home(asha)["nextTerm"], nil)
	day := func(years, days int) string { return f.Clock.Now().UTC().AddDate(years, 0, days).Format(time.DateOnly) }
	f.ok(asha.Send(http.MethodPatch, "/api/user", fields{"boards": []fields{
		{"company": "Late Ltd", "category": "independent", "appointedOn": day(-1, 0)},
		{"company": "Left Ltd", "category": "independent", "appointedOn": day(-4, 0), "lastDay": day(0, -30)},
		{"company": "Next Ltd", "category": "independent", "appointedOn": day(-4, 0)},
		{"company": "Endless Ltd", "category": "executive"},
	}}))
	term := f.home(asha)["nextTerm"].(fields)
	f.expect("the term that ends next", []any{term["company"], term["endsOn"]}, []any{"Next Ltd", day(1, -1)})
	f.expect("the home of another member", f.home(f.member("Banu"))["nextTerm"], nil)
	f.ok(f.SignedIn("admins", fields{"role": "owner"}).Send(http.MethodPut, "/api/admin/modules/board-seats",
		fields{"isOn": false}))
	f.expect("without the module", f.home(asha)["nextTerm"], nil)
}

func TestTheHomeShowsTheVouchesThatWaitForApproval(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha"), f.member("Bina")
	f.lists(asha, nil)
	f.lists(bina, nil)
	waiting := func() []string {
		names := []string{}
		for _, v := range f.home(asha)["vouches"].([]any) {
			names = append(names, v.(fields)["person"].(fields)["name"].(string))
		}
		return names
	}
	vouch := f.ok(bina.Post("/api/directory/"+f.person(asha)+"/vouch", fields{"text": "She chairs with great calm."}))
	f.expect("before the approval", waiting(), []string{"Bina"})
	f.expect("the author's own home", f.home(bina)["vouches"], []any{})
	f.ok(asha.Post("/api/directory/"+f.person(bina)+"/block", nil))
	f.expect("while the author is blocked", waiting(), []string{})
	f.ok(asha.Send(http.MethodDelete, "/api/directory/"+f.person(bina)+"/block", nil))
	f.ok(asha.Post("/api/vouches/"+vouch["id"].(string)+"/approve", nil))
	f.expect("after the approval", waiting(), []string{})
}

func TestTheHomeSuggestsPeopleForAReason(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.member("Asha")
	home := f.home(asha)
	f.expect("an empty directory", home["suggestions"], []any{})
	f.expect("the first steps", home["firstSteps"], fields{"hasProfile": false, "hasAnswered": false, "hasMentor": false})

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
		fields{"hasProfile": true, "hasAnswered": false, "hasMentor": false})

	f.ok(asha.Post("/api/introductions", fields{"person": f.person(other), "reason": "We both chair audit committees."}))
	for name, m := range map[string]*testapp.Visitor{"Asha, who has asked Devi": asha, "Devi": other} {
		names := texts(f.home(m)["suggestions"], "name")
		slices.Sort(names)
		f.expect("the suggestions for "+name, names, []string{"Bina", "Chitra"})
	}
	f.ok(peer.Post("/api/directory/"+f.person(asha)+"/block", nil))
	f.expect("without the person who has blocked Asha", texts(f.home(asha)["suggestions"], "name"), []string{"Chitra"})
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

func TestAPersonSeesWhatTheyHaveInTheCircleAfterTheirMembershipEnds(t *testing.T) {
	t.Parallel()
	f := open(t)
	account := f.CreateMember(fields{"name": "Asha"})
	asha, bina, chitra := f.SignedInAs(account), f.member("Bina"), f.member("Chitra")
	nothing := func(entitlement string) fields {
		return fields{"entitlement": entitlement, "conversations": 0, "hasMentor": false, "mentees": 0, "sessions": 0,
			"nextSession": nil}
	}
	own := func(m *testapp.Visitor) fields { return f.ok(m.Get("/api/user/circle")) }
	f.expect("a new member", own(asha), nothing("active"))

	for _, m := range []*testapp.Visitor{asha, bina, chitra} {
		f.lists(m, nil)
	}
	ashaID, binaID := f.person(asha), f.person(bina)
	ask := func(from *testapp.Visitor, to string) string {
		return "/api/introductions/" + f.ok(from.Post("/api/introductions",
			fields{"person": to, "reason": "You chair the committee that I join."}))["id"].(string)
	}
	f.ok(bina.Post(ask(asha, binaID)+"/accept", nil))
	f.ok(asha.Post(ask(chitra, ashaID)+"/decline", nil))
	f.ok(bina.Send(http.MethodPut, "/api/mentors/offer", fields{"capacity": 2, "isPaused": "false"}))
	asked := f.ok(asha.Post("/api/mentors", fields{"mentor": binaID, "topic": "finance", "note": "I join my first board."}))
	f.ok(bina.Post("/api/mentors/"+asked["id"].(string)+"/accept", nil))
	f.ok(asha.Post(f.session("Reading the audit report", day)+"/answer", fields{"answer": "going"}))
	f.ok(asha.Post(f.session("The work of a risk committee", 5*day)+"/answer", fields{"answer": "going"}))
	f.expect("the places in upcoming sessions", own(asha)["sessions"], 2)
	f.Clock.Advance(2 * day)
	next := own(asha)["nextSession"].(fields)
	f.expect("the next session", next["title"], "The work of a risk committee")
	all := fields{"entitlement": "active", "conversations": 1, "hasMentor": true, "mentees": 0, "sessions": 1,
		"nextSession": next}
	f.expect("what Asha has", own(asha), all)
	f.expect("the mentees of Bina", own(bina)["mentees"], 1)
	f.expect("a person who was never a member", own(f.SignedIn("users", nil)), nothing("none"))
	f.expect("a visitor", f.Visitor().Get("/api/user/circle").Status, http.StatusUnauthorized)

	if _, err := f.PB.NonconcurrentDB().Update("memberships", dbx.Params{"state": "lapsed", "endsAt": "2026-01-02 00:00:00.000Z",
		"graceUntil": "2026-01-02 00:00:00.000Z"}, dbx.HashExp{"userId": account.Id}).Execute(); err != nil {
		t.Fatal(err)
	}
	f.expect("the home", asha.Get("/api/circle").Status, http.StatusForbidden)
	answer := asha.Get("/api/user/circle")
	all["entitlement"] = "lapsed"
	f.expect("after the membership", f.ok(answer), all)
	if strings.Contains(answer.Body, "Bina") || strings.Contains(answer.Body, binaID) || strings.Contains(answer.Body, "Meera") {
		t.Errorf("another member is in %s", answer.Body)
	}
}

func TestTheHomeNamesTheEndOfTheGracePeriod(t *testing.T) {
	t.Parallel()
	f := open(t)
	account := f.CreateMember(fields{"name": "Asha"})
	asha := f.SignedInAs(account)
	f.expect("in a running membership", f.home(asha)["graceUntil"], "")

	now := f.Clock.Now()
	ended := dbx.Params{"endsAt": database.FormatTime(now.Add(-day)), "graceUntil": database.FormatTime(now.Add(6 * day))}
	_, err := f.PB.NonconcurrentDB().Update("memberships", ended, dbx.HashExp{"userId": account.Id}).Execute()
	if err != nil {
		t.Fatal(err)
	}
	f.expect("in the grace period", f.home(asha)["graceUntil"], now.Add(6*day).UTC().Format("2006-01-02T15:04:05.000Z"))
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
		"her place":   func() error { f.ok(asha.Get("/api/user/circle")); return nil },
	}, "SCAN polls", "SCAN (subquery-", "SCAN search_index", "SCAN json_each", "COVERING INDEX idx_profiles_publishedAt")
}

// choose stores which emails a member wants.
func (f *fixture) choose(m *testapp.Visitor, topics ...string) {
	f.Helper()
	f.ok(m.Send(http.MethodPut, "/api/user/email-preferences", fields{"topics": append([]string{}, topics...)}))
}

// digests returns the texts of the digests that an account has got, the newest first.
func (f *fixture) digests(account *core.Record) (list []string) {
	f.Helper()
	for _, message := range f.Inbox(account.Email()) {
		if message.Subject == "New in the circle this week" {
			list = append(list, message.Text)
		}
	}
	return list
}

// monday advances the clock to a minute after the next end of a week, as a server does that runs all the time.
func (f *fixture) monday() {
	f.Helper()
	for {
		f.RunScheduled("boardcircleDigest")
		now := f.Clock.Now()
		next := india.StartOfDay(now).Add(9*time.Hour + time.Minute)
		if !next.After(now) {
			next = next.AddDate(0, 0, 1)
		}
		f.Clock.Advance(next.Sub(now))
		if next.Weekday() == time.Monday {
			f.RunScheduled("boardcircleDigest")
			f.Drain()
			return
		}
	}
}

func TestTheDigestIsSentOnMondaysToTheMembersWhoHaveChosenIt(t *testing.T) {
	t.Parallel()
	f := open(t)
	account := func(name string) (*testapp.Visitor, *core.Record) {
		record := f.CreateMember(fields{"name": name, "verified": true})
		return f.SignedInAs(record), record
	}
	asha, ashas := account("Asha Rao")
	banu, banus := account("Banu Iyer")
	_, others := account("Chitra Nair")
	formers := f.CreateAccount("users", fields{"verified": true})
	f.choose(asha, "digest")
	f.choose(banu, "digest")
	f.choose(f.SignedInAs(formers), "digest")
	f.monday()
	f.expect("a week without news", len(f.digests(ashas)), 0)

	f.session("Reading the audit report", 20*day)
	poll := f.consultation("The draft LODR amendments")
	f.ok(f.office.Post("/api/library", fields{"kind": "note", "title": "A note of today", "abstract": "About boards.",
		"publishAt": f.Clock.Now().Format(time.RFC3339)}))
	f.ok(f.office.Post("/api/library", fields{"kind": "note", "title": "A draft", "abstract": "About boards."}))
	f.ok(f.office.Post("/api/library", fields{"kind": "note", "title": "A note of next week", "abstract": "Of boards.",
		"publishAt": f.Clock.Now().Add(8 * day).Format(time.RFC3339)}))
	f.choose(banu)
	f.monday()
	f.RunScheduled("boardcircleDigest")
	f.Drain()
	texts := f.digests(ashas)
	f.expect("the digests of Asha", len(texts), 1)
	for _, part := range []string{"Dear Asha Rao", "A note of today", "Reading the audit report: ",
		"The draft LODR amendments: open for comments"} {
		if !strings.Contains(texts[0], part) {
			t.Errorf("%q is not in %s", part, texts[0])
		}
	}
	for _, part := range []string{"A draft", "next week", "board-seats"} {
		if strings.Contains(texts[0], part) {
			t.Errorf("%q is in %s", part, texts[0])
		}
	}
	for _, record := range []*core.Record{banus, others, formers} {
		f.expect("the digests of "+record.GetString("name"), len(f.digests(record)), 0)
	}

	f.ok(f.office.Post(poll+"/withdraw", fields{"reason": "The regulator has withdrawn its draft."}))
	f.monday()
	texts = f.digests(ashas)
	f.expect("the digests after another week", len(texts), 2)
	if !strings.Contains(texts[0], "A note of next week") || strings.Contains(texts[0], "A note of today") ||
		!strings.Contains(texts[0], "The draft LODR amendments: withdrawn by the office") {
		t.Error(texts[0])
	}
	f.choose(asha)
	f.session("The work of a risk committee", 20*day)
	f.monday()
	f.expect("the digests after Asha has left the topic", len(f.digests(ashas)), 2)
}

func TestTheDigestFollowsAServerThatWasDownOnMonday(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateMember(fields{"name": "Asha Rao", "verified": true})
	f.choose(f.SignedInAs(asha), "digest")
	f.RunScheduled("boardcircleDigest")
	f.session("Reading the audit report", 20*day)
	f.Clock.Advance(nextMonday(f.Clock.Now()).Add(30 * time.Hour).Sub(f.Clock.Now()))
	f.Drain()
	f.expect("the digests", len(f.digests(asha)), 1)
}

func nextMonday(now time.Time) time.Time {
	day := india.StartOfDay(now).AddDate(0, 0, 1)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	return day
}

func TestTheDigestHasNoBoardSeatOfAPersonWhoHasBlockedItsReader(t *testing.T) {
	t.Parallel()
	f := open(t)
	f.monday() // so that the seats are open for the whole week
	reader := f.CreateMember(fields{"name": "Asha Rao", "verified": true})
	poster := f.CreateMember(fields{"name": "Banu Iyer", "verified": true})
	asha, banu := f.SignedInAs(reader), f.SignedInAs(poster)
	f.choose(asha, "digest")
	f.choose(banu, "digest")
	f.lists(asha, nil)
	for by, title := range map[*testapp.Visitor]string{
		banu: "Chair of the audit committee", f.office: "Independent director",
	} {
		path := "/api/board-seats"
		if by == f.office {
			path = "/api/admin/board-seats"
		}
		created := f.ok(by.Post(path, fields{"title": title, "company": "Deccan Steel", "sector": "technology",
			"city": "Pune", "closesOn": india.Day(f.Clock.Now().Add(40 * day)), "description": "A board of seven members in Pune.",
			"isConfidential": false}))
		if by == banu {
			f.ok(f.office.Post(path+"/"+created["id"].(string)+"/approve", nil))
		}
	}
	f.ok(banu.Post("/api/directory/"+f.person(asha)+"/block", nil))
	f.monday()
	f.expect("the digests of Asha", len(f.digests(reader)), 1)
	if text := f.digests(reader)[0]; strings.Contains(text, "audit committee") ||
		!strings.Contains(text, "Independent director: until ") {
		t.Error(text)
	}
	if text := f.digests(poster)[0]; !strings.Contains(text, "Chair of the audit committee") ||
		strings.Contains(text, "Deccan") || strings.Contains(text, "Banu Iyer's") {
		t.Error(text)
	}
}

func TestTheBoardSeatsOfABlockedPersonDoNotFillTheDigest(t *testing.T) {
	t.Parallel()
	f := open(t)
	f.monday() // so that the seats are open for the whole week
	reader := f.CreateMember(fields{"name": "Asha Rao", "verified": true})
	asha, banu := f.SignedInAs(reader), f.SignedInAs(f.CreateMember(fields{"name": "Banu Iyer"}))
	f.choose(asha, "digest")
	f.lists(asha, nil)
	f.lists(banu, nil)
	closesAt := f.Clock.Now().Add(40 * day)
	f.ok(f.office.Post("/api/admin/board-seats", fields{"title": "Independent director", "company": "Deccan Steel",
		"sector": "technology", "city": "Pune", "closesOn": india.Day(closesAt),
		"description": "A board of seven members in Pune.", "isConfidential": false}))
	queryplan.Fill(t, f.PB, "board_openings", 30, func(i int) dbx.Params {
		return dbx.Params{"title": "Chair of the audit committee", "state": "open", "person": f.person(banu),
			"openedAt": database.DateTime(f.Clock.Now().Add(time.Hour)).String(),
			"closesAt": database.DateTime(closesAt).String()}
	})
	f.ok(asha.Post("/api/directory/"+f.person(banu)+"/block", nil))
	f.monday()
	if text := strings.Join(f.digests(reader), ""); !strings.Contains(text, "Independent director: until ") {
		t.Errorf("the digests of Asha: %q", text)
	}
}

func TestTheDigestIsReadByIndexes(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateMember(fields{"name": "Asha Rao", "verified": true})
	f.choose(f.SignedInAs(asha), "digest")
	before := func(i int) string {
		return f.Clock.Now().Add(-time.Duration(i+200) * time.Hour).UTC().Format("2006-01-02 15:04:05.000Z")
	}
	queryplan.Fill(t, f.PB, "library_items", 2000, func(i int) dbx.Params {
		return dbx.Params{"kind": "note", "title": "Past", "abstract": "Past", "publishAt": before(i)}
	})
	queryplan.Fill(t, f.PB, "board_openings", 2000, func(i int) dbx.Params {
		return dbx.Params{"title": "Past", "state": "filled", "openedAt": before(i), "closesAt": before(i)}
	})
	statements := queryplan.Capture(f.PB, f.monday)
	checked := queryplan.AssertIndexed(t, f.PB, statements, []string{"library_items", "board_openings"}, nil)
	f.expect("the checked statements", checked, 2)
}
