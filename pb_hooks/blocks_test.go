package hooks_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// TestNoAnswerTellsAMemberOfABlock reads all that a member reads, before and after another member blocks her. The other
// is not in the directory, so the block has nothing to hide there.
func TestNoAnswerTellsAMemberOfABlock(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ok := func(r testapp.Response) fields {
		t.Helper()
		if r.Status >= http.StatusMultipleChoices {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		return r.JSON
	}
	office := app.SignedIn("admins", nil)
	account := app.CreateMember(fields{"name": "Bina Shah", "verified": true})
	bina := app.SignedInAs(account)
	devi := app.SignedInAs(app.CreateMember(fields{"name": "Devi Rao", "email": "devi@example.com", "verified": true}))
	saved := ok(bina.Send(http.MethodPut, "/api/profile", fields{
		"designation": "Independent Director", "city": "Pune", "sectors": []string{"technology"},
		"emailVisibility": "introduced", "phoneVisibility": "introduced", "linkedinVisibility": "introduced",
	}))
	ok(bina.Post("/api/profile/publish", fields{"wording": saved["consent"].(fields)["wording"], "agree": true}))

	session := ok(office.Post("/api/events", fields{
		"title": "Reading the audit report", "startsAt": "2027-03-31T18:30", "host": "Devi Rao",
		"hostEmail": "devi@example.com", "speakers": []fields{{"name": "Devi Rao", "email": "devi@example.com"}},
	}))["id"].(string)
	ok(office.Post("/api/events/"+session+"/publish", nil))
	for _, v := range []*testapp.Visitor{bina, devi} {
		ok(v.Post("/api/events/"+session+"/answer", fields{"answer": "going"}))
	}
	item := ok(office.Post("/api/library", fields{
		"kind": "note", "title": "A note", "abstract": "What it is about.", "publishAt": "2026-01-01",
		"authors": []fields{{"name": "Devi Rao", "email": "devi@example.com"}},
	}))["id"].(string)
	collection := ok(office.Post("/api/library-collections", fields{"title": "Start here", "items": []string{item}}))
	poll := ok(office.Post("/api/polls", fields{
		"title": "The LODR amendments", "text": "Shall we answer?", "question": "Do we answer?",
		"options": []string{"Yes", "No"}, "ballot": "open", "quorum": 0,
		"discussionEndsAt": app.Clock.Now().Add(10 * 24 * time.Hour).Format(time.RFC3339),
	}))["id"].(string)
	ok(office.Post("/api/polls/"+poll+"/publish", nil))
	for _, v := range []*testapp.Visitor{bina, devi} {
		ok(v.Post("/api/polls/"+poll+"/comments", fields{"paragraph": 1, "text": "I agree."}))
	}

	paths := []string{
		"/api/events/" + session, "/api/library/" + item, "/api/library?words=devi",
		"/api/library-collections/" + collection["id"].(string), "/api/polls/" + poll, "/api/polls/" + poll + "/comments",
	}
	for _, route := range app.Routes() {
		if route.Method == http.MethodGet && route.Access == httpx.Member && !strings.Contains(route.Path, "{") {
			paths = append(paths, route.Path)
		}
	}
	named := 0
	read := func() map[string]string {
		answers := map[string]string{}
		for _, path := range paths {
			answers[path] = bina.Get(path).Body
			if strings.Contains(answers[path], "Devi Rao") {
				named++
			}
		}
		return answers
	}
	before := read()
	if named < 8 {
		t.Errorf("only %d answers name the other member", named)
	}
	ok(devi.Post("/api/directory/"+account.GetString("person")+"/block", nil))
	for path, body := range read() {
		if body != before[path] {
			t.Errorf("after the block %s answers\n%s\nbefore it\n%s", path, body, before[path])
		}
	}
	if body := devi.Get("/api/polls/" + poll + "/comments").Body; strings.Contains(body, "Bina Shah") {
		t.Errorf("the member who has blocked her reads her comment: %s", body)
	}
}
