package directory_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/modules/directory"
)

// target is a person with one combination of what decides whether another member sees them.
type target struct {
	*member
	state, entitlement, block string
	isActive                  bool
	// visibility is that of the email, the phone number and the LinkedIn address, and fields that of the other fields.
	visibility, fields string
	// introduction is the state of an introduction to the viewer, or "".
	introduction string
	number       int
}

// shows repeats the rule of the package for a field of a visible person.
func (x target) shows(visibility string) bool {
	return x.showsToAll(visibility) || visibility == "introduced" && x.introduction == "open"
}

func (x target) showsContacts() bool { return x.shows(x.visibility) }

// showsToAll repeats the rule for what lists, the search and the filters use.
func (x target) showsToAll(visibility string) bool {
	return visibility == "members" || visibility == ""
}

// isVisible repeats the rule of the package.
func (x target) isVisible() bool { return x.isListed() && x.block == "" }

func (x target) isListed() bool {
	return x.state == "published" && x.isActive && (x.entitlement == "active" || x.entitlement == "grace")
}

// token is a word that occurs in one field of one person only.
func (x target) token(field string) string { return fmt.Sprintf("qx%s%03dx", field, x.number) }

// anyToken matches a token. A random id may contain "qx".
var anyToken = regexp.MustCompile(`qx[a-z]+\d{3}x`)

// choosableFields are the fields besides the contacts for which a member chooses who sees them.
var choosableFields = []string{
	"portrait", "work", "boards", "biography", "city", "sectors", "languages", "canHelpWith", "lookingFor",
}

var publicFields = []string{"name", "designation", "company", "board", "biography", "city", "looking"}

// TestNothingIsRevealedThatWasNotAgreed compares every answer of the directory, and what the library links to, with the
// rule, for a person of every combination of state, account, entitlement, block, visibility and introduction.
func TestNothingIsRevealedThatWasNotAgreed(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer := f.listed("Viewer")
	now := f.Clock.Now()
	day := 24 * time.Hour
	terms := map[string][]time.Time{ // start, end, end of grace
		"none": nil, "active": {now.Add(-day), now.Add(30 * day), now.Add(37 * day)},
		"grace":    {now.Add(-30 * day), now.Add(-day), now.Add(30 * day)},
		"lapsed":   {now.Add(-60 * day), now.Add(-30 * day), now.Add(-20 * day)},
		"upcoming": {now.Add(10 * day), now.Add(40 * day), now.Add(47 * day)},
	}
	var targets []target
	visibilities := []string{"members", "introduced", "nobody"}
	for _, state := range []string{"", "draft", "published", "suspended"} {
		for entitlement, term := range terms {
			for _, isActive := range []bool{true, false} {
				for _, block := range []string{"", "by viewer", "by target"} {
					for _, visibility := range visibilities {
						if state != "published" && visibility != "members" { // the same for all that are not published
							continue
						}
						for _, introduction := range []string{"", "waiting", "open", "withdrawn", "closed"} {
							x := target{state: state, entitlement: entitlement, block: block, isActive: isActive,
								visibility: visibility, introduction: introduction, number: len(targets)}
							if introduction != "" && (state != "published" || !isActive) {
								continue
							}
							x.fields = []string{"", "members", "introduced", "nobody"}[x.number%4]
							account := f.CreateAccount("users", fields{
								"verified": true,
								"name":     x.token("name"), "email": x.token("email") + "@example.com", "phone": fmt.Sprintf("+9198%08d", x.number),
								"designation": x.token("designation"), "company": x.token("company"), "biography": x.token("biography"),
								"boards": []any{fields{"company": x.token("board"), "role": "Chair"}}, "isActive": isActive,
							})
							x.member = &member{account: account, person: f.fresh(account).GetString("person")}
							if state != "" {
								profile := fields{
									"userId": account.Id, "state": state, "city": x.token("city"), "sectors": []string{"technology"},
									"lookingFor": x.token("looking"), "linkedin": "https://www.linkedin.com/in/" + x.token("linkedin"),
									"emailVisibility": visibility, "phoneVisibility": visibility, "linkedinVisibility": visibility,
									"publishedAt": now,
								}
								for _, name := range choosableFields {
									profile[name+"Visibility"] = x.fields
								}
								f.save("profiles", profile)
							}
							if term != nil {
								granted := f.GrantTerm(account.Id, term[0], term[1])
								f.change(granted, fields{"graceUntil": database.DateTime(term[2])})
							}
							switch block {
							case "by viewer":
								f.save("blocks", fields{"person": viewer.person, "other": x.person})
							case "by target":
								f.save("blocks", fields{"person": x.person, "other": viewer.person})
							}
							if introduction != "" {
								person, other := viewer.person, x.person
								if x.number%2 == 0 {
									person, other = other, person
								}
								f.save("introductions", fields{"person": person, "other": other, "state": introduction, "reason": "Reason",
									"personAnswer": "agreed", "otherAnswer": "agreed", "sentAt": now, "expiresAt": now.Add(14 * day)})
							}
							targets = append(targets, x)
						}
					}
				}
			}
		}
	}
	visible, listed, inTechnology := 1, 1, 1 // the viewer
	for _, x := range targets {
		if x.isVisible() {
			visible++
		}
		if x.isListed() { // a block does not change the numbers
			listed++
			if x.showsToAll(x.fields) {
				inTechnology++
			}
		}
	}
	get := func(path string) string { return viewer.Get(path).Body }
	unknown := viewer.Get("/api/directory/nobodysperson00").Body

	for _, sort := range []string{"name", "newest"} {
		list := ""
		for page := 1; ; page++ {
			body := get(fmt.Sprintf("/api/directory?sort=%s&page=%d", sort, page))
			list += body
			if !strings.Contains(body, `"hasNext":true`) {
				break
			}
		}
		for _, x := range targets {
			if got := strings.Contains(list, x.person) || strings.Contains(list, x.token("name")); got != x.isVisible() {
				t.Errorf("sorted by %s, %+v is on the list: %v", sort, x, got)
			}
			for _, field := range []string{"designation", "company", "city"} {
				if got := strings.Contains(list, x.token(field)); got != (x.isVisible() && x.showsToAll(x.fields)) {
					t.Errorf("sorted by %s, the %s of %+v is on the list: %v", sort, field, x, got)
				}
			}
		}
	}
	page := viewer.Get("/api/directory")
	technology := page.JSON["facets"].(fields)["sector"].(fields)["technology"]
	if page.JSON["total"] != float64(listed) || technology != float64(inTechnology) {
		t.Errorf("%d people are listed, %d with their sectors, and the counts are %v and %v", listed, inTechnology,
			page.JSON["total"], technology)
	}
	ids := []string{"nobodysperson00"}
	for _, x := range targets {
		ids = append(ids, x.person)
	}
	item := f.itemBy(targets)
	read := viewer.Get("/api/library/" + item)
	authors, _ := read.JSON["authors"].([]any)
	if len(authors) != len(targets) {
		t.Fatalf("the item has %d authors: %d %.200s", len(authors), read.Status, read.Body)
	}
	for i, x := range targets {
		author, want, name := authors[i].(fields), "", fmt.Sprint("Author ", x.number)
		if x.isVisible() {
			want = x.person
		}
		if author["name"] != name || author["personId"] != want || len(author) != 2 {
			t.Errorf("the author of %+v is %v", x, author)
		}
	}
	if list := get("/api/library"); !strings.Contains(list, item) || strings.Contains(list, targets[0].person) ||
		anyToken.MatchString(list+read.Body) {
		t.Errorf("the list of the library is %.200s", list)
	}
	// FirstVisible finds the attendees of a session, VisibleMutually the people in the lists of mentors and
	// introductions, and AreVisible the hosts and speakers whose names are links.
	attendees, err := f.Directory.FirstVisible(f.PB, viewer.person, ids, len(ids))
	if err != nil {
		t.Fatal(err)
	}
	mentors, err := f.Directory.VisibleMutually(f.PB, viewer.person, ids...)
	if err != nil {
		t.Fatal(err)
	}
	linked, err := f.Directory.AreVisible(f.PB, viewer.person, ids)
	if err != nil || len(attendees) != visible-1 || len(mentors) != visible || len(linked) != visible-1 {
		t.Errorf("%d attendees, %d mentors, %d links, %v", len(attendees), len(mentors), len(linked), err)
	}
	attending := map[string]directory.Card{}
	for _, card := range attendees {
		attending[card.ID] = card
	}
	for _, x := range targets {
		f.Clock.Advance(20 * time.Second) // the rate limit
		if linked[x.person] != x.isVisible() {
			t.Errorf("other features link to %+v: %v", x, linked[x.person])
		}
		for feature, cards := range map[string]map[string]directory.Card{"attendees": attending, "mentors": mentors} {
			card, is := cards[x.person]
			shown := card.Designation != "" || card.Company != "" || card.City != "" || len(card.Sectors) > 0
			if is != x.isVisible() || shown != (is && x.showsToAll(x.fields)) {
				t.Errorf("the %s have %+v as %+v", feature, x, card)
			}
		}
		searched := publicFields
		if x.state != "published" { // no field of theirs is in the index
			searched = publicFields[:1]
		}
		for _, field := range searched {
			want := x.isVisible() && (field == "name" || x.showsToAll(x.fields))
			if got := strings.Contains(get("/api/directory?search="+x.token(field)), x.person); got != want {
				t.Errorf("a search for the %s of %+v finds it: %v", field, x, got)
			}
		}
		if got := strings.Contains(get("/api/directory?city="+x.token("city")), x.person); got != (x.isVisible() &&
			x.showsToAll(x.fields)) {
			t.Errorf("the filter by city finds %+v: %v", x, got)
		}
		opened := viewer.Get("/api/directory/" + x.person)
		shown := viewer.Post("/api/directory/"+x.person+"/contact", nil)
		if !x.isVisible() {
			if opened.Body != unknown || shown.Body != unknown || opened.Status != http.StatusNotFound {
				t.Errorf("%+v: %s %s", x, opened.Body, shown.Body)
			}
			continue
		}
		f.expect(opened, http.StatusOK)
		f.expect(shown, http.StatusOK)
		for _, field := range publicFields[1:] {
			if got := strings.Contains(opened.Body, x.token(field)); got != x.shows(x.fields) {
				t.Errorf("the page of %+v has the %s: %v", x, field, got)
			}
		}
		for _, secret := range []string{x.token("email"), fmt.Sprintf("98%08d", x.number), x.token("linkedin")} {
			if strings.Contains(get("/api/directory?search="+secret), x.person) {
				t.Errorf("a search for a contact of %+v finds it", x)
			}
		}
		for _, contact := range []string{x.token("email"), fmt.Sprintf("+9198%08d", x.number), x.token("linkedin")} {
			if strings.Contains(opened.Body, contact) {
				t.Errorf("the profile of %+v has a contact: %s", x, opened.Body)
			}
			if got := strings.Contains(shown.Body, contact); got != x.showsContacts() {
				t.Errorf("the contacts of %+v: %s", x, shown.Body)
			}
		}
	}
}

// itemBy stores a published item of the library that all these people have written, and returns its id.
func (f *fixture) itemBy(targets []target) string {
	f.Helper()
	var names []string
	for _, x := range targets {
		names = append(names, fmt.Sprint("Author ", x.number))
	}
	item := f.save("library_items", fields{
		"kind": "note", "title": "A note", "abstract": "By many.", "authors": names, "publishAt": "2020-01-01 00:00:00.000Z",
	})
	for i, x := range targets {
		f.save("library_authors", fields{"item": item.Id, "position": i, "userId": x.account.Id})
	}
	return item.Id
}
