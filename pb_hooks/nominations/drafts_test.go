package nominations_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp"
)

func draft(formData form) form { return form{"email": nil, "formData": formData} }

// cookie returns the draft cookie that a response sets, or nil.
func cookie(a testapp.Response) *http.Cookie {
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		if c.Name == "draft" {
			return c
		}
	}
	return nil
}

func TestADraftIsReturnedToItsVisitor(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	expect(t, v.Get("/api/drafts/mine"), http.StatusNotFound)
	first := v.Post("/api/drafts", form{"email": "Shalini@Example.com", "formData": form{"name": "Sha"}})
	expect(t, first, http.StatusOK)
	s.Clock.Advance(10 * time.Second)
	second := v.Post("/api/drafts", form{"email": "shalini@example.com", "formData": form{
		"name": "Shalini", "areasOfExpertise": []string{"finance"}, "agreeTerms": true, "currentBoards": "One\nTwo",
	}})
	expect(t, second, http.StatusOK)
	if first.JSON["id"] != second.JSON["id"] || len(records(t, s, "draft_registrations")) != 1 {
		t.Error("the second save created a second draft")
	}
	if len(second.JSON) != 2 || second.JSON["lastSaved"] != "2026-08-03T06:30:10.000Z" {
		t.Errorf("body = %s", second.Body)
	}
	mine := v.Get("/api/drafts/mine")
	expect(t, mine, http.StatusOK)
	data, _ := mine.JSON["formData"].(map[string]any)
	if data["name"] != "Shalini" || data["agreeTerms"] != true || data["currentBoards"] != "One\nTwo" ||
		mine.JSON["email"] != "shalini@example.com" {
		t.Errorf("draft = %s, want the answers of the second save", mine.Body)
	}
	if mine.JSON["id"] != second.JSON["id"] || mine.JSON["progress"] != float64(27) ||
		mine.JSON["lastSaved"] != second.JSON["lastSaved"] {
		t.Errorf("draft = %s, want the id and time of the second save and 27 %% progress", mine.Body)
	}
}

func TestEachSaveOfADraftStoresTheLatestText(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	for i, reason := range []string{"To learn", "To learn from others", "To learn from <others> \"now\""} {
		s.Clock.Advance(time.Second)
		saved := v.Post("/api/drafts",
			form{"email": "a@example.com", "formData": form{"name": "Asha", "whyInterested": reason}})
		expect(t, saved, http.StatusOK)
		own := v.Get("/api/drafts/mine")
		data, _ := own.JSON["formData"].(map[string]any)
		if data["whyInterested"] != reason || data["name"] != "Asha" || own.JSON["email"] != "a@example.com" ||
			own.JSON["lastSaved"] != saved.JSON["lastSaved"] {
			t.Errorf("draft after save %d = %s", i, own.Body)
		}
	}
}

func TestTheDatabaseStoresOnlyTheHashOfTheDraftCookie(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	c := cookie(v.Post("/api/drafts", draft(form{"name": "Shalini"})))
	if c == nil || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.MaxAge != 30*24*60*60 ||
		len(c.Value) < 40 {
		t.Fatalf("cookie = %v", c)
	}
	stored := records(t, s, "draft_registrations")[0]
	if stored.GetString("tokenHash") != keys.Hash(c.Value) {
		t.Error("the stored hash is not the hash of the cookie")
	}
	if again := cookie(v.Post("/api/drafts", draft(form{"name": "Shalini V"}))); again == nil ||
		again.Value != c.Value || again.MaxAge != c.MaxAge {
		t.Errorf("cookie of the second save = %v, want the same value and lifetime", again)
	}
	other := newVisitor(s)
	for _, guess := range []string{stored.GetString("tokenHash"), stored.Id, "x"} {
		other.Header.Set("Cookie", "draft="+guess)
		expect(t, other.Get("/api/drafts/mine"), http.StatusNotFound)
	}
}

func TestVisitorWithTheSameEmailCannotReadOrOverwriteADraft(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	owner, other := newVisitor(s), newVisitor(s)
	expect(t, owner.Post("/api/drafts",
		form{"email": "shalini@example.com",
			"formData": form{"name": "Shalini", "email": "shalini@example.com"}}), http.StatusOK)
	a := other.Post("/api/drafts",
		form{"email": "shalini@example.com", "formData": form{"name": "Mallory", "email": "shalini@example.com"}})
	expect(t, a, http.StatusOK)
	if theirs := other.Get("/api/drafts/mine"); !strings.Contains(theirs.Body, "Mallory") ||
		strings.Contains(theirs.Body, "Shalini") {
		t.Errorf("draft of the other visitor = %s, want only their own answers", theirs.Body)
	}
	if mine := owner.Get("/api/drafts/mine"); !strings.Contains(mine.Body, "Shalini") ||
		strings.Contains(mine.Body, "Mallory") {
		t.Errorf("draft of the owner = %s, want only their own answers", mine.Body)
	}
	// When the other visitor sends a nomination with the owner's email, this does not delete the owner's draft.
	expect(t, other.Post("/api/registrations", nomination()), http.StatusCreated)
	expect(t, owner.Get("/api/drafts/mine"), http.StatusOK)
}

func TestAnUnknownCookieStartsANewDraft(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	v.Header.Set("Cookie", "draft="+strings.Repeat("A", 43))
	c := cookie(v.Post("/api/drafts", draft(form{"name": "Shalini"})))
	if c == nil || c.Value == strings.Repeat("A", 43) {
		t.Errorf("cookie = %v, want a token that the visitor did not choose", c)
	}
}

func TestConcurrentSavesCreateOneDraft(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	first := v.Post("/api/drafts", draft(form{"name": "Shalini"}))
	var saves sync.WaitGroup
	for range 8 {
		saves.Go(func() {
			if a := v.Post("/api/drafts", draft(form{"name": "Shalini Verma"})); a.Status != http.StatusOK ||
				a.JSON["id"] != first.JSON["id"] {
				t.Errorf("status = %d, body = %s", a.Status, a.Body)
			}
		})
	}
	saves.Wait()
	if len(records(t, s, "draft_registrations")) != 1 {
		t.Error("concurrent saves created more than one draft")
	}
}

func TestSearchFindsTheStoredDraftOfTwoTabs(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	staff := s.SignedIn("admins", nil)
	expect(t, v.Post("/api/drafts", draft(form{"name": "Shalini"})), http.StatusOK)
	names := []string{"Shalini", "Kumudini"}
	for range 20 {
		var tabs sync.WaitGroup
		for _, name := range names {
			tabs.Go(func() {
				if a := v.Post("/api/drafts", draft(form{"name": name})); a.Status != http.StatusOK {
					t.Errorf("status = %d, body = %s", a.Status, a.Body)
				}
			})
		}
		tabs.Wait()
		stored := v.Get("/api/drafts/mine").Body
		for _, name := range names {
			want := 0
			if strings.Contains(stored, name) {
				want = 1
			}
			if rows, _ := list(t, staff, "/api/drafts?search="+name); len(rows) != want {
				t.Fatalf("search for %s finds %d drafts, want %d; the stored draft is %s", name, len(rows), want, stored)
			}
		}
	}
}

func TestDraftStoresOnlyFieldsOfTheForm(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	expect(t, v.Post("/api/drafts", form{"email": "half an addr", "formData": form{
		"name":             "Sha\x00li\r\nni",
		"whyInterested":    "One\nTwo\x07",
		"industry":         "",
		"phone":            7,
		"email":            []string{"x"},
		"areasOfExpertise": []any{"finance", "finance", 3, "stranger"},
		"agreeTerms":       "true",
		"password":         "secret",
		"__proto__":        form{"x": 1},
	}}), http.StatusOK)
	mine := v.Get("/api/drafts/mine")
	data, _ := mine.JSON["formData"].(map[string]any)
	if data["name"] != "Shalini" || data["whyInterested"] != "One\nTwo" || data["industry"] != "" {
		t.Errorf("draft = %s, want the answers without control characters", mine.Body)
	}
	if list, _ := data["areasOfExpertise"].([]any); len(list) != 1 || list[0] != "finance" {
		t.Errorf("areasOfExpertise = %v, want finance once", data["areasOfExpertise"])
	}
	if len(data) != 4 || mine.JSON["email"] != nil {
		t.Errorf("draft = %s, want the four valid fields and no email", mine.Body)
	}
	for _, invalid := range []any{nil, "text", []any{}, 3} {
		if a := v.Post("/api/drafts", form{"email": nil, "formData": invalid}); a.Status != http.StatusBadRequest ||
			a.Field("formData") == "" {
			t.Errorf("formData %v: status = %d, body = %s, want 400 with an error for formData", invalid, a.Status, a.Body)
		}
	}
}

func TestADraftIsLimitedTo64KB(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	// A "<" counts as one byte in the request and in storage, although JSON escapes it.
	expect(t, v.Post("/api/drafts", `{"email":null,"formData":{"whyInterested":"`+strings.Repeat("<", 64<<10-30)+`"}}`),
		http.StatusOK)
	for _, field := range []string{"whyInterested", "unknown"} {
		a := v.Post("/api/drafts", `{"email":null,"formData":{"`+field+`":"`+strings.Repeat("x", 64<<10)+`"}}`)
		expect(t, a, http.StatusRequestEntityTooLarge)
		if !strings.Contains(a.Message(), "64 KB") {
			t.Errorf("message = %q", a.Message())
		}
	}
	// This body exceeds the limit of the route. With a much larger body, the server would close the connection before
	// the client can read the response.
	expect(t, v.Post("/api/drafts", draft(form{"whyInterested": strings.Repeat("x", 200<<10)})),
		http.StatusRequestEntityTooLarge)
	if mine := v.Get("/api/drafts/mine"); !strings.Contains(mine.Body, `\u003c`) && !strings.Contains(mine.Body, "<<") {
		t.Errorf("draft = %.200s, want it unchanged by the refused saves", mine.Body)
	}
}

func TestProgressOfADraft(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	filled := func(n int) form {
		data := form{}
		for _, name := range []string{"name", "email", "phone", "city", "state", "country", "linkedinUrl", "currentDesignation",
			"companyName", "industry", "yearsOfExperience", "directorType", "currentBoards", "numberOfBoards", "howDidYouHear", "whyInterested"}[:n] {
			data[name] = "x"
		}
		return data
	}
	blank := form{"name": "", "city": "  ", "areasOfExpertise": []string{}, "agreeTerms": false}
	full := nomination()
	for _, c := range []struct {
		name string
		data form
		want float64
	}{
		{"an empty form", form{}, 0}, {"blank fields", blank, 0}, {"one", filled(1), 7}, {"two", filled(2), 13}, {"seven", filled(7), 47},
		{"eight", filled(8), 53}, {"fourteen", filled(14), 93}, {"fifteen", filled(15), 100}, {"sixteen", filled(16), 100}, {"a complete nomination", full, 100},
		{"a list and the agreement", form{"areasOfExpertise": []string{"finance", "hr"}, "agreeTerms": true}, 13},
	} {
		v := newVisitor(s)
		expect(t, v.Post("/api/drafts", draft(c.data)), http.StatusOK)
		if got := v.Get("/api/drafts/mine").JSON["progress"]; got != c.want {
			t.Errorf("%s: progress = %v %%, want %v %%", c.name, got, c.want)
		}
	}
}

func TestCreateDeletesTheDraft(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v, other := newVisitor(s), newVisitor(s)
	expect(t, v.Post("/api/drafts", draft(form{"name": "Shalini"})), http.StatusOK)
	expect(t, other.Post("/api/drafts", draft(form{"name": "Other"})), http.StatusOK)
	expect(t, v.Post("/api/registrations", nomination(form{"phone": nil})), http.StatusBadRequest)
	expect(t, v.Get("/api/drafts/mine"), http.StatusOK)
	a := v.Post("/api/registrations", nomination())
	expect(t, a, http.StatusCreated)
	if c := cookie(a); c == nil || c.MaxAge >= 0 {
		t.Errorf("cookie = %v, want it deleted", c)
	}
	expect(t, v.Get("/api/drafts/mine"), http.StatusNotFound)
	expect(t, other.Get("/api/drafts/mine"), http.StatusOK)
	if len(records(t, s, "draft_registrations")) != 1 {
		t.Error("the draft still exists after its nomination was sent")
	}
}

func TestADraftCanBeDeleted(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := newVisitor(s)
	expect(t, v.Send(http.MethodDelete, "/api/drafts/mine", nil), http.StatusNoContent)
	expect(t, v.Post("/api/drafts", draft(form{"name": "Shalini"})), http.StatusOK)
	expect(t, newVisitor(s).Send(http.MethodDelete, "/api/drafts/mine", nil), http.StatusNoContent)
	expect(t, v.Get("/api/drafts/mine"), http.StatusOK)
	a := v.Send(http.MethodDelete, "/api/drafts/mine", nil)
	expect(t, a, http.StatusNoContent)
	if c := cookie(a); c == nil || c.MaxAge >= 0 {
		t.Errorf("cookie = %v, want it deleted", c)
	}
	expect(t, v.Get("/api/drafts/mine"), http.StatusNotFound)
}

func TestPurgeDeletesDraftsThirtyDaysAfterTheLastSave(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	abandoned, active := newVisitor(s), newVisitor(s)
	expect(t, abandoned.Post("/api/drafts", draft(form{"name": "Abandoned"})), http.StatusOK)
	expect(t, active.Post("/api/drafts", draft(form{"name": "Active"})), http.StatusOK)
	purge := func() {
		t.Helper()
		if err := s.Drafts.Purge(); err != nil {
			t.Fatal(err)
		}
	}
	s.Clock.Advance(30 * 24 * time.Hour)
	expect(t, active.Post("/api/drafts", draft(form{"name": "Active still"})), http.StatusOK)
	purge()
	expect(t, abandoned.Get("/api/drafts/mine"), http.StatusOK)
	s.Clock.Advance(time.Second)
	purge()
	expect(t, abandoned.Get("/api/drafts/mine"), http.StatusNotFound)
	expect(t, active.Get("/api/drafts/mine"), http.StatusOK)
}

func TestNewDraftsAreRateLimitedButSavesAreNot(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	owner := newVisitor(s)
	expect(t, owner.Post("/api/drafts", draft(form{"name": "Shalini"})), http.StatusOK)
	other := func() testapp.Response {
		v := s.Visitor() // a new browser at the same address
		v.Header = owner.Header.Clone()
		return v.Post("/api/drafts", draft(form{"name": strings.Repeat("x", 60_000)}))
	}
	created := 0
	for other().Status == http.StatusOK {
		if created++; created > 60 {
			t.Fatal("61 new drafts from one address were accepted")
		}
	}
	if a := other(); a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
		t.Errorf("status = %d, Retry-After = %q, want 429 with a time", a.Status, a.Header.Get("Retry-After"))
	}
	expect(t, owner.Post("/api/drafts", draft(form{"name": "Shalini Verma"})), http.StatusOK)
	expect(t, newVisitor(s).Post("/api/drafts", draft(form{"name": "Elsewhere"})), http.StatusOK)
	s.Clock.Advance(time.Minute)
	expect(t, other(), http.StatusOK)
	expect(t, other(), http.StatusTooManyRequests)
}

func TestSignOutDeletesTheDraftCookie(t *testing.T) {
	t.Parallel()
	newApp := testapp.New(t)
	newMember := newApp.SignedIn("users", nil)
	if answer := newMember.Post(
		"/api/drafts", map[string]any{"email": nil, "formData": map[string]any{"name": "Asha Rao"}},
	); answer.Status != 200 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := newMember.Post("/api/logout", nil); answer.Status != 204 {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := newMember.Get("/api/drafts/mine"); answer.Status != 404 {
		t.Errorf("draft after the sign-out = %s, want none", answer.Body)
	}
}

// fill copies the first draft until there are total drafts.
func fill(t *testing.T, s *testapp.App, total int) {
	t.Helper()
	_, err := s.PB.NonconcurrentDB().NewQuery(fmt.Sprintf(`
		INSERT INTO draft_registrations (id, tokenHash, network, email, formData, lastSaved, createdAt, updatedAt)
		WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT printf('filler%%09d', i), printf('%%064d', i), network, email, formData, lastSaved, createdAt, updatedAt FROM n, draft_registrations`, total)).Execute()
	if err == nil {
		err = readmodel.Rebuild(s.PB)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestDraftsOfANetworkAreLimited(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	first := newVisitor(s)
	here := func() *testapp.Visitor {
		v := s.Visitor()
		v.Header.Set("X-Forwarded-For", first.Header.Get("X-Forwarded-For"))
		return v
	}
	expect(t, first.Post("/api/drafts", draft(form{"name": "Asha"})), http.StatusOK)
	fill(t, s, 100)
	refused := here().Post("/api/drafts", draft(form{"name": "Bina"}))
	expect(t, refused, http.StatusTooManyRequests)
	if refused.Header.Get("Retry-After") == "" || !strings.Contains(refused.Message(), "still fill in the form and send it") {
		t.Errorf("body = %s, want Retry-After and a message", refused.Body)
	}
	s.Clock.Advance(25 * time.Hour)
	// A visitor who has a draft can still save it.
	expect(t, first.Post("/api/drafts", draft(form{"name": "Asha Rao"})), http.StatusOK)
	expect(t, newVisitor(s).Post("/api/drafts", draft(form{"name": "Chitra"})), http.StatusOK)
	// After a day, a new draft replaces the oldest one of the network.
	expect(t, here().Post("/api/drafts", draft(form{"name": "Bina"})), http.StatusOK)
	if n := len(records(t, s, "draft_registrations")); n != 101 {
		t.Errorf("%d drafts, want 101", n)
	}
	expect(t, first.Get("/api/drafts/mine"), http.StatusOK)
}

func TestDraftsOfAllNetworksAreLimited(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	expect(t, newVisitor(s).Post("/api/drafts", draft(form{"name": "Asha"})), http.StatusOK)
	fill(t, s, 20_000)
	expect(t, newVisitor(s).Post("/api/drafts", draft(form{"name": "Bina"})), http.StatusServiceUnavailable)
	s.Clock.Advance(25 * time.Hour)
	expect(t, newVisitor(s).Post("/api/drafts", draft(form{"name": "Bina"})), http.StatusOK)
	if n, err := s.PB.CountRecords("draft_registrations"); n != 20_000 || err != nil {
		t.Errorf("%d drafts, want 20000; error = %v", n, err)
	}
}
