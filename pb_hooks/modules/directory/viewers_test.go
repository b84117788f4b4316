package directory_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/testapp"
)

// subject is a person whose values the answers of the routes are searched for.
type subject struct {
	*member
	number int
	// hidden says why no member sees the profile, or is "".
	hidden string
	// visibility is that of each field of the profile.
	visibility map[string]string
	// seat and confidential are the paths of the board seats that the subject has posted.
	seat, confidential string
}

func (s subject) token(field string) string { return fmt.Sprintf("qx%s%03dx", field, s.number) }

// value is a text that occurs in an answer only if it shows a field of a subject.
type value struct{ field, text string }

const (
	// written is the name that the office writes for the speaker of a session and the author of a library item.
	written = "written"
	// blockedName is the name of a subject until after the blocks.
	blockedName = "blockedName"
)

var (
	subjectSectors = []string{
		"healthcare", "real-estate", "energy", "pharmaceuticals", "automotive", "agriculture", "infrastructure",
	}
	subjectHelp = []string{
		"operations", "marketing", "risk-management", "legal-compliance", "sustainability", "international", "innovation",
	}
	subjectLanguages = []string{"as", "bn", "gu", "kn", "ml", "or", "pa"}
)

func (s subject) values() []value {
	quoted := func(list []string) string { return `"` + list[s.number] + `"` }
	return []value{
		{"name", s.token("name")}, {"id", s.person}, {written, s.token(written)},
		{"portrait", s.person + "/portrait?v="}, {"work", s.token("designation")}, {"work", s.token("company")},
		{"boards", s.token("board")}, {"biography", s.token("biography")}, {"city", s.token("city")},
		{"lookingFor", s.token("looking")}, {"sectors", quoted(subjectSectors)}, {"languages", quoted(subjectLanguages)},
		{"canHelpWith", quoted(subjectHelp)}, {blockedName, s.token(blockedName)}, {"seat", s.token("seat")},
		{"confidential", s.token("confidential")}, {"note", s.token("note")}, {"email", s.token("email")},
		{"phone", fmt.Sprintf("98%08d", s.number)}, {"linkedin", s.token("linkedin")},
	}
}

// viewer is a person who reads the answers.
type viewer struct {
	*testapp.Visitor
	name                                           string
	isMember, isUser, isListed, isBlocked, isIntro bool
	// seat is the path of the board seat that the viewer has posted, or "".
	seat string
}

// sees repeats the rule of the package: whether the viewer sees the profile at all.
func (v viewer) sees(s subject) bool { return s.hidden == "" && !v.isBlocked }

var cardFields = []string{"portrait", "work", "city", "sectors", "canHelpWith"}

// The kinds of answers. Each repeats the rule for a field of a subject.
func inCard(v viewer, s subject, field string) bool {
	return v.isMember && v.sees(s) && (field == "name" || field == "id" ||
		slices.Contains(cardFields, field) && s.visibility[field] == "members")
}

func inMutualCard(v viewer, s subject, field string) bool { return v.isListed && inCard(v, s, field) }

var contactFields = []string{"email", "phone", "linkedin"}

func isShared(v viewer, s subject, field string) bool {
	visibility := s.visibility[field]
	return v.isMember && v.sees(s) && (visibility == "members" || visibility == "introduced" && v.isIntro)
}

func onPage(v viewer, s subject, field string) bool {
	return inCard(v, s, field) || isShared(v, s, field) && !slices.Contains(contactFields, field)
}

func inContacts(v viewer, s subject, field string) bool {
	return isShared(v, s, field) && slices.Contains(contactFields, field)
}

// A vouch shows its author to former members by name.
func inVouches(v viewer, s subject, field string) bool {
	return inCard(v, s, field) || v.isUser && v.sees(s) && (field == "name" || field == "id")
}

func inText(v viewer, s subject, field string) bool {
	return field == written && v.isMember
}

func inLinkedText(v viewer, s subject, field string) bool {
	return inText(v, s, field) || field == "id" && v.isMember && v.sees(s)
}

// Members sign their comments and open votes with their names, whether they are listed or not.
func isSigned(v viewer, _ subject, field string) bool { return field == "name" && v.isMember }

// Only the member who has blocked the author does not read a comment.
func onComment(v viewer, s subject, field string) bool {
	return isSigned(v, s, field) && v.name != "blocking"
}

// The board seats of a member stay open without a profile and a membership, until the account is closed.
func inSeats(v viewer, s subject, field string) bool {
	return field == "seat" && v.isMember && !v.isBlocked && s.hidden != "inactive"
}

func onSeat(v viewer, s subject, field string) bool {
	return inSeats(v, s, field) || field == "name" && inSeats(v, s, "seat")
}

// Members who are interested in a board seat send their name and a note to its poster, here the viewer. The poster can
// open the profiles that are in the directory.
func inInterests(v viewer, s subject, field string) bool {
	return (field == "name" || field == "note") && inSeats(v, s, "seat") || field == "id" && v.sees(s)
}

// A block keeps the name that the person had at the time.
func inBlocks(v viewer, _ subject, field string) bool {
	return v.name == "blocking" && (field == "id" || field == blockedName)
}

func onHome(v viewer, s subject, field string) bool {
	return inCard(v, s, field) || inText(v, s, field) || inSeats(v, s, field)
}

func nowhere(viewer, subject, string) bool { return false }

// TestNoRouteRevealsAHiddenValueToAnyViewer searches the answers of every route that names members for the values of
// subjects. The viewers are members in each relation to the subjects, people who are not members, and an admin of each
// role. Each field of the first three subjects has another visibility; no member sees the profiles of the others. The
// events of PocketBase's realtime API carry no values, and only admins receive them (TestOnlyAdminsSubscribe).
func TestNoRouteRevealsAHiddenValueToAnyViewer(t *testing.T) {
	t.Parallel()
	f := open(t)
	day := 24 * time.Hour
	office := f.SignedIn("admins", fields{"role": "office"})
	subjects := f.subjects()
	friend := f.listed("Friend")
	listed := map[string]*member{}
	for _, name := range []string{"member", "introduced", "blocked", "blocking", "former"} {
		account := f.CreateAccount("users", fields{"name": "Viewer", "verified": true})
		end := time.Time{}
		if name == "former" {
			end = f.Clock.Now().Add(20 * day)
		}
		f.GrantTerm(account.Id, f.Clock.Now().Add(-time.Hour), end)
		listed[name] = &member{f.SignedInAs(account), account, f.fresh(account).GetString("person")}
		f.publish(listed[name], nil)
	}

	// The subjects take part.
	seats := map[string]string{}
	for _, name := range []string{"member", "introduced", "blocked", "blocking"} {
		seats[name] = f.openSeat(listed[name], office, fields{"title": "A seat"})
	}
	for i := range subjects {
		s := &subjects[i]
		s.seat = f.openSeat(s.member, office, fields{"title": s.token("seat"), "company": s.token("seat")})
		s.confidential = f.openSeat(s.member, office, fields{
			"title": "A chair", "company": s.token("confidential"), "isConfidential": true,
		})
		for _, seat := range seats {
			f.Clock.Advance(time.Minute) // the rate limit
			f.expect(s.Post(seat+"/interest", fields{"note": s.token("note")}), http.StatusOK)
		}
	}
	poll := "/api/polls/" + f.expect(office.Post("/api/polls", fields{
		"title": "A consultation", "text": "One paragraph.", "question": "Shall we?", "options": []string{"Yes", "No"},
		"ballot": "open", "quorum": 0, "discussionEndsAt": f.Clock.Now().Add(10 * day).Format(time.RFC3339),
	}), http.StatusCreated).JSON["id"].(string)
	f.expect(office.Post(poll+"/publish", nil), http.StatusOK)
	var speakers []fields
	var authors []string
	for _, s := range subjects {
		speakers = append(speakers, fields{"name": s.token(written), "email": s.account.Email()})
		authors = append(authors, s.token(written))
		f.expect(s.Post(poll+"/comments", fields{"paragraph": 1, "text": "A comment."}), http.StatusCreated)
		f.expect(s.Send(http.MethodPut, "/api/mentors/offer", fields{"capacity": 2}), http.StatusOK)
		for _, about := range append([]*member{friend}, listed["member"], listed["introduced"], listed["blocked"],
			listed["blocking"], listed["former"]) {
			f.Clock.Advance(time.Minute) // the rate limit
			vouch := f.expect(s.Post("/api/directory/"+about.person+"/vouch", fields{"text": "A chair to learn from."}),
				http.StatusCreated).JSON["id"].(string)
			if about == friend {
				f.expect(friend.Post("/api/vouches/"+vouch+"/approve", nil), http.StatusNoContent)
			}
		}
	}
	f.Clock.Advance(10 * day)
	f.expect(office.Post(poll+"/open", fields{"votingEndsAt": f.Clock.Now().Add(5 * day).Format(time.RFC3339)}),
		http.StatusOK)
	session := "/api/events/" + f.expect(office.Post("/api/events", fields{
		"title": "A session", "host": subjects[0].token(written), "hostEmail": subjects[0].account.Email(), "capacity": 50,
		"startsAt": f.Clock.Now().Add(40 * day).Format("2006-01-02T15:04"), "speakers": speakers,
	}), http.StatusCreated).JSON["id"].(string)
	f.expect(office.Post(session+"/publish", nil), http.StatusOK)
	item := f.save("library_items", fields{
		"kind": "note", "title": "A note", "abstract": "By many.", "authors": authors,
		"publishAt": "2020-01-01 00:00:00.000Z",
	})
	now := f.Clock.Now()
	for i, s := range subjects {
		f.expect(s.Post(poll+"/vote", fields{"choice": 1}), http.StatusOK)
		f.expect(s.Post(session+"/answer", fields{"answer": "going"}), http.StatusOK)
		f.save("library_authors", fields{"item": item.Id, "position": i, "userId": s.account.Id})
		for name, state := range map[string]string{
			"member": "waiting", "introduced": "open", "blocked": "open", "blocking": "waiting",
		} {
			f.save("introductions", fields{"person": s.person, "other": listed[name].person, "state": state,
				"reason": "Reason", "personAnswer": "agreed",
				"otherAnswer": map[string]string{"open": "agreed", "waiting": "pending"}[state], "sentAt": now,
				"expiresAt": now.Add(60 * day)})
		}
		f.Clock.Advance(time.Minute) // the rate limit
		f.expect(s.Post("/api/directory/"+listed["blocked"].person+"/block", nil), http.StatusNoContent)
		f.expect(listed["blocking"].Post("/api/directory/"+s.person+"/block", nil), http.StatusNoContent)
		f.change(s.account, fields{"name": s.token("name")})
	}
	f.expect(office.Post(poll+"/close", fields{"reason": "All have voted."}), http.StatusOK)
	f.expect(office.Post(poll+"/result", fields{"finalText": "One paragraph."}), http.StatusOK)
	for _, s := range subjects {
		switch s.hidden {
		case "draft", "suspended":
			profile, err := f.PB.FindFirstRecordByData("profiles", "userId", s.account.Id)
			if err != nil {
				t.Fatal(err)
			}
			f.change(profile, fields{"state": s.hidden})
		case "inactive":
			f.change(s.account, fields{"isActive": false})
		}
	}
	f.Clock.Advance(15 * day) // the terms of the lapsed subject and of the former member have ended

	viewers := []viewer{{Visitor: f.Visitor(), name: "visitor"}}
	for name, m := range listed {
		isMember := name != "former"
		viewers = append(viewers, viewer{Visitor: m.Visitor, name: name, isMember: isMember, isUser: true,
			isListed: isMember, isBlocked: name == "blocked" || name == "blocking", isIntro: name == "introduced",
			seat: seats[name]})
	}
	unlisted := f.member(nil)
	viewers = append(viewers, viewer{Visitor: unlisted.Visitor, name: "unlisted", isMember: true, isUser: true})
	for _, role := range identity.Role("").Values() {
		viewers = append(viewers, viewer{Visitor: f.SignedIn("admins", fields{"role": role}), name: role})
	}

	// An exact route shows each value that it may show; the others show some of the people.
	type route struct {
		path    string
		shows   func(viewer, subject, string) bool
		isExact bool
	}
	routes := []route{
		{"/api/directory?sort=name", inCard, true}, {"/api/directory?sort=newest", inCard, true},
		{"/api/directory/" + friend.person, inCard, true}, {"/api/circle", onHome, false},
		{"/api/events", inText, true}, {session, inLinkedText, true}, {"/api/mentors", inMutualCard, true},
		{"/api/library", inText, true}, {"/api/library/" + item.Id, inLinkedText, true}, {"/api/polls", nowhere, true},
		{poll, nowhere, true}, {poll + "/comments", onComment, true}, {poll + "/ballots", isSigned, true},
		{"/api/introductions", inMutualCard, false}, {"/api/vouches", inVouches, false},
		{"/api/board-seats", inSeats, true}, {"/api/board-seats/mine", nowhere, true}, {"/api/blocks", inBlocks, true},
	}
	for _, seat := range seats {
		routes = append(routes, route{seat, func(v viewer, s subject, field string) bool {
			return v.seat == seat && inInterests(v, s, field)
		}, true})
	}
	shown := map[string]bool{}
	for _, v := range viewers {
		for _, route := range routes {
			f.Clock.Advance(time.Minute) // the rate limit
			answer := v.Get(route.path)
			isOpen := v.isMember || v.isUser && (route.path == "/api/vouches" || route.path == "/api/blocks")
			if (answer.Status == http.StatusOK) != isOpen {
				t.Errorf("%s for the viewer %s: %d", route.path, v.name, answer.Status)
			}
			for _, s := range subjects {
				for _, x := range s.values() {
					may, got := route.shows(v, s, x.field), strings.Contains(answer.Body, x.text)
					shown[route.path] = shown[route.path] || got
					if got && !may || may && !got && route.isExact {
						t.Errorf("%s shows the %s of %d (%s, %s) to the viewer %s: %v", route.path, x.field, s.number, s.hidden,
							s.visibility[x.field], v.name, got)
					}
				}
			}
		}
		for _, s := range subjects {
			f.expectPage(v, s)
		}
		if v.isMember {
			f.expectCounts(v, subjects)
		}
	}
	for _, route := range routes {
		if !shown[route.path] && !route.isExact {
			t.Errorf("%s shows no subject", route.path)
		}
	}
}

// subjects creates the subjects with published profiles.
func (f *fixture) subjects() (list []subject) {
	f.Helper()
	choices := []string{"members", "introduced", "nobody"}
	for number, hidden := range []string{"", "", "", "draft", "suspended", "lapsed", "inactive"} {
		s := subject{number: number, hidden: hidden, visibility: map[string]string{}}
		account := f.CreateAccount("users", fields{
			"verified": true,
			"name":     s.token(blockedName), "email": s.token("email") + "@example.com", "phone": fmt.Sprintf("+9198%08d", number),
			"designation": s.token("designation"), "company": s.token("company"), "biography": s.token("biography"),
			"boards": []any{fields{"company": s.token("board"), "role": "Chair"}},
		})
		end := time.Time{}
		if hidden == "lapsed" {
			end = f.Clock.Now().Add(20 * 24 * time.Hour)
		}
		f.GrantTerm(account.Id, f.Clock.Now().Add(-time.Hour), end)
		s.member = &member{f.SignedInAs(account), account, f.fresh(account).GetString("person")}
		f.uploadPortrait(s.member)
		profile := fields{
			"userId": account.Id, "state": "published", "city": s.token("city"), "lookingFor": s.token("looking"),
			"sectors": []string{subjectSectors[number], "technology"}, "languages": []string{subjectLanguages[number], "en"},
			"canHelpWith": []string{subjectHelp[number], "finance"},
			"linkedin":    "https://www.linkedin.com/in/" + s.token("linkedin"), "publishedAt": f.Clock.Now(),
		}
		for i, field := range append(slices.Clone(contactFields), choosableFields...) {
			visibility := "members"
			if hidden == "" {
				visibility = choices[(i+number)%len(choices)]
			}
			s.visibility[field], profile[field+"Visibility"] = visibility, visibility
		}
		f.save("profiles", profile)
		list = append(list, s)
	}
	return list
}

// expectPage compares the routes about one subject, the search and the filters with the rule.
func (f *fixture) expectPage(v viewer, s subject) {
	f.Helper()
	path := "/api/directory/" + s.person
	f.Clock.Advance(time.Minute) // the rate limit
	pages := []struct {
		body  string
		shows func(viewer, subject, string) bool
	}{
		{v.Get(path).Body, onPage}, {v.Post(path+"/contact", nil).Body, inContacts},
		{v.Get(path + "/introduction").Body, func(v viewer, s subject, field string) bool {
			return (v.name == "member" || v.isIntro) && inMutualCard(v, s, field)
		}},
		{v.Get(s.seat).Body, onSeat}, {v.Get(s.confidential).Body, nowhere},
	}
	for i, page := range pages {
		for _, x := range s.values() {
			if got := strings.Contains(page.body, x.text); got != page.shows(v, s, x.field) {
				f.Errorf("page %d of %d (%s) shows the %s (%s) to the viewer %s: %v", i, s.number, s.hidden, x.field,
					s.visibility[x.field], v.name, got)
			}
		}
	}
	found := v.Get("/api/board-seats?search=" + s.token("confidential")).Body
	if v.isMember && strings.TrimSpace(found) != "[]" {
		f.Errorf("a search for the company of a confidential seat finds %s for the viewer %s", found, v.name)
	}
	if got := v.Get(path+"/portrait").Status == http.StatusOK; got != isShared(v, s, "portrait") {
		f.Errorf("the viewer %s reads the portrait of %d (%s, %s): %v", v.name, s.number, s.hidden,
			s.visibility["portrait"], got)
	}
	for query, field := range map[string]string{
		"search=" + s.token("name"): "name", "search=" + s.token("designation"): "work",
		"search=" + s.token("company"): "work", "search=" + s.token("board"): "boards",
		"search=" + s.token("biography"): "biography", "search=" + s.token("city"): "city",
		"search=" + s.token("looking"): "lookingFor", "search=" + s.token("email"): "email",
		"search=" + s.token("linkedin"): "linkedin", "search=" + s.token(written): written,
		"city=" + s.token("city"): "city", "sector=" + subjectSectors[s.number]: "sectors",
		"language=" + subjectLanguages[s.number]: "languages", "canHelpWith=" + subjectHelp[s.number]: "canHelpWith",
	} {
		f.Clock.Advance(5 * time.Second) // the rate limit
		want := v.isMember && v.sees(s) && (field == "name" || s.visibility[field] == "members" &&
			!slices.Contains(contactFields, field))
		if got := strings.Contains(v.Get("/api/directory?"+query).Body, s.person); got != want {
			f.Errorf("%s finds %d (%s, %s) for the viewer %s: %v", query, s.number, s.hidden, s.visibility[field], v.name, got)
		}
	}
}

// openSeat posts a board seat of a member, lets the office approve it, and returns its path.
func (f *fixture) openSeat(m *member, office *testapp.Visitor, changes fields) string {
	f.Helper()
	f.Clock.Advance(time.Minute) // the rate limit
	form := fields{
		"title": "Independent director", "company": "Konkan Steel Ltd", "sector": "manufacturing", "city": "Nagpur",
		"closesOn":    f.Clock.Now().AddDate(0, 0, 200).Format(time.DateOnly),
		"description": "The board looks for a person who can chair the audit committee.",
	}
	maps.Copy(form, changes)
	seat := "/api/board-seats/" + f.expect(m.Post("/api/board-seats", form), http.StatusCreated).JSON["id"].(string)
	f.expect(office.Post(seat+"/approve", nil), http.StatusOK)
	return seat
}

// expectCounts compares the numbers that a member reads with the rule. The listed viewers and their friend share a
// value of each filter with the subjects.
func (f *fixture) expectCounts(v viewer, subjects []subject) {
	f.Helper()
	const others = 5
	want := map[string]float64{"total": others, "sectors": others, "languages": others, "canHelpWith": others}
	interests := 0.0
	for _, s := range subjects {
		for field := range want {
			if s.hidden == "" && (field == "total" || s.visibility[field] == "members") {
				want[field]++
			}
		}
		if inInterests(v, s, "note") {
			interests++
		}
	}
	f.Clock.Advance(time.Minute) // the rate limit
	page := f.expect(v.Get("/api/directory"), http.StatusOK).JSON
	facets := page["facets"].(fields)
	got := map[string]any{
		"total": page["total"], "sectors": facets["sector"].(fields)["technology"],
		"languages": facets["language"].(fields)["en"], "canHelpWith": facets["canHelpWith"].(fields)["finance"],
	}
	for field, number := range want {
		if got[field] != number {
			f.Errorf("the viewer %s reads the number %v for %s, want %v", v.name, got[field], field, number)
		}
	}
	// A person who is blocked must not learn it.
	blocks := 0
	if v.name == "blocking" {
		blocks = len(subjects)
	}
	var listed []any
	if err := json.Unmarshal([]byte(v.Get("/api/blocks").Body), &listed); err != nil || len(listed) != blocks {
		f.Errorf("the viewer %s reads %d blocks, want %d: %v", v.name, len(listed), blocks, err)
	}
	if v.seat == "" {
		return
	}
	own := f.expect(v.Get("/api/board-seats/mine"), http.StatusOK).JSON["posted"].([]any)[0].(fields)["interests"]
	if page := f.expect(v.Get(v.seat), http.StatusOK).JSON["interestCount"]; own != interests || page != interests {
		f.Errorf("the viewer %s reads %v and %v interests, want %v", v.name, own, page, interests)
	}
}
