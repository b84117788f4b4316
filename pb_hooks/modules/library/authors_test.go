package library_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
)

func (f *fixture) ok(answer testapp.Response) testapp.Response {
	f.Helper()
	if answer.Status >= http.StatusBadRequest {
		f.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return answer
}

// listed returns a signed-in member whose profile is published, and the id of the account.
func (f *fixture) listed(name, email string) (*testapp.Visitor, string) {
	f.Helper()
	account := f.CreateMember(fields{"name": name, "email": email})
	v := f.SignedInAs(account)
	saved := f.ok(v.Send(http.MethodPut, "/api/profile", fields{
		"designation": "Independent Director", "city": "Pune", "sectors": []string{"technology"},
		"emailVisibility": "introduced", "phoneVisibility": "introduced", "linkedinVisibility": "introduced",
	}))
	wording := saved.JSON["consent"].(fields)["wording"]
	f.ok(v.Post("/api/profile/publish", fields{"wording": wording, "agree": true}))
	return v, account.Id
}

// author returns what a member sees of an author of an item.
func (f *fixture) author(v *testapp.Visitor, id string, n int) (name, personID string) {
	f.Helper()
	author := f.ok(v.Get(path + "/" + id)).JSON["authors"].([]any)[n].(fields)
	return author["name"].(string), author["personId"].(string)
}

func TestAnAuthorIsLinkedForMembersWhoSeeTheProfile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	bina, _ := f.listed("Bina", "bina@example.com")
	f.CreateMember(fields{"name": "Devi", "email": "devi@example.com"}) // is not listed
	id := f.add(fields{"authors": []fields{
		{"name": "Bina Shah", "email": "Bina@example.com"}, {"name": "Devi Rao", "email": "devi@example.com"},
		{"name": "Asha Rao"},
	}})
	name, person := f.author(f.member, id, 0)
	if profile := f.member.Get("/api/directory/" + person); name != "Bina Shah" || profile.JSON["name"] != "Bina" {
		t.Errorf("%s leads to %q: %d %s", name, person, profile.Status, profile.Body)
	}
	for n, want := range map[int]string{1: "Devi Rao", 2: "Asha Rao"} {
		if name, person := f.author(f.member, id, n); name != want || person != "" {
			t.Errorf("author %d is %s, linked to %q", n, name, person)
		}
	}
	for _, answer := range []testapp.Response{f.member.Get(path), f.member.Get(path + "/" + id)} {
		if strings.Contains(answer.Body, "@example.com") || strings.Contains(answer.Body, "userId") {
			t.Errorf("an answer names the account: %s", answer.Body)
		}
	}
	f.expect("a search for an author", f.titles("?words=shah"), "A note")

	// The editor changes other fields, and the authors stay.
	changed := f.ok(f.editor.Send(http.MethodPut, path+"/"+id, fields{"abstract": "Of boards."}))
	if !strings.Contains(changed.Body, `{"name":"Bina Shah","email":"bina@example.com"}`) {
		t.Errorf("the form has %s", changed.Body)
	}
	if _, again := f.author(f.member, id, 0); again != person {
		t.Errorf("the name leads to %q", again)
	}
	other := f.SignedInAs(f.CreateMember(nil))
	f.ok(other.Post("/api/directory/"+person+"/block", nil))
	collection := f.ok(f.editor.Post("/api/library-collections", fields{"title": "Start here", "items": []string{id}}))
	if name, again := f.author(other, id, 0); name != "Bina Shah" || again != "" {
		t.Errorf("a member who has blocked the author sees %s, linked to %q", name, again)
	}
	for _, list := range []string{path, "/api/library-collections/" + collection.JSON["id"].(string)} {
		if body := f.ok(other.Get(list)).Body; !strings.Contains(body, "Bina") || strings.Contains(body, person) ||
			!strings.Contains(body, "Devi Rao") {
			t.Errorf("a member who has blocked the author reads in %s: %s", list, body)
		}
	}
	f.ok(bina.Post("/api/profile/withdraw", nil))
	if name, again := f.author(f.member, id, 0); name != "Bina Shah" || again != "" {
		t.Errorf("a profile that is withdrawn: %s, linked to %q", name, again)
	}
	f.ok(f.editor.Send(http.MethodPut, path+"/"+id, fields{"authors": []fields{{"name": "Asha Rao"}}}))
	if rows, err := f.PB.CountRecords("library_authors", dbx.HashExp{"version": ""}); rows != 0 || err != nil {
		t.Errorf("%d accounts are stored: %v", rows, err)
	}
	f.expect("a search for a former author", f.titles("?words=shah"))
}

// The index compares words without case and accents, split at punctuation, and by the start of the last word. A member
// who has blocked the author finds the item in the same ways as everyone else.
func TestANameFindsAnItemHoweverItIsSpelt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.listed("Zoë", "zoe@example.com")
	id := f.add(fields{"abstract": "Of boards.", "tags": []string{"Audit"}, "authors": []fields{
		{"name": "Zoë D'Souza-Šāh", "email": "zoe@example.com"}, {"name": "Zara Rao"},
	}})
	_, person := f.author(f.member, id, 0)
	other := f.SignedInAs(f.CreateMember(nil))
	f.ok(other.Post("/api/directory/"+person+"/block", nil))
	find := func(v *testapp.Visitor, words string) bool {
		f.Helper()
		return strings.Contains(f.ok(v.Get(path+"?words="+url.QueryEscape(words))).Body, id)
	}
	for _, words := range []string{
		"zoe", "ZOE", "zoë", "ZOË", "zoe\u0308", "zóé", "zo", "souza", "d'souza", "D’Souza", "d-souza", "sah", "Šāh", "šah", "SAH",
		"souza-sah", "(zoe)", "zoe,", "\"zoe\"", "zoe.", "note zoë", "zoe audit", "zoë/d", "audit zo",
	} {
		if !find(f.member, words) {
			t.Errorf("%q does not find the item", words)
		}
		if !find(other, words) {
			t.Errorf("a member who has blocked the author does not find the item by %q", words)
		}
	}
	for _, words := range []string{"z", "zara", "rao", "audit", "boards &", "note za", "b"} {
		if !find(other, words) {
			t.Errorf("a member who has blocked the author does not find the item by %q", words)
		}
	}
	for _, words := range []string{"audit-zoe", "zoe-d-souza-sah-zara", "&", "--"} { // no text has these words in a row
		if find(other, words) {
			t.Errorf("%q finds the item", words)
		}
	}
	collected := strings.Repeat("audit ", 30)
	if !find(other, collected) {
		t.Error("a long search does not find the item")
	}
}

func TestAMergeMovesTheAuthor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, first := f.listed("Bina", "bina@example.com")
	_, second := f.listed("Bina Shah", "bina.shah@example.com")
	id := f.add(fields{"authors": []fields{{"name": "Bina Shah", "email": "bina.shah@example.com"}}})
	_, before := f.author(f.member, id, 0)
	office := f.SignedIn("admins", fields{"role": "office"})
	merges := "/api/people/" + first + "/merge"
	merged := f.ok(office.Post(merges, fields{"otherId": second, "password": testapp.Password}))
	_, person := f.author(f.member, id, 0)
	if profile := f.member.Get("/api/directory/" + person); person == before || profile.JSON["name"] != "Bina" {
		t.Errorf("the author leads to %q: %d %s", person, profile.Status, profile.Body)
	}
	changed := f.ok(f.editor.Send(http.MethodPut, path+"/"+id, fields{"abstract": "Of boards."}))
	if !strings.Contains(changed.Body, `"email":"bina@example.com"`) {
		t.Errorf("the form has %s", changed.Body)
	}
	f.ok(office.Post(merges+"s/"+merged.JSON["mergeId"].(string)+"/undo", nil))
	if _, again := f.author(f.member, id, 0); again != before {
		t.Errorf("after the merge was undone the author leads to %q, not %q", again, before)
	}
}

func TestAnAuthorIsRefusedWithoutAnAccountOrAName(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for field, author := range map[string]fields{
		"authors.0.email": {"name": "Bina", "email": "no.one@example.com"},
		"authors.0.name":  {"email": "bina@example.com"},
	} {
		answer := f.editor.Post(path, fields{"kind": "note", "title": "A note", "abstract": "What it is about.",
			"authors": []fields{author}})
		if answer.Status != http.StatusBadRequest || answer.Field(field) == "" {
			t.Errorf("%s: %d %s", field, answer.Status, answer.Body)
		}
	}
}
