package directory_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/people"
)

func TestAMemberPublishesAndWithdrawsTheirProfile(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer, m := f.listed("Viewer"), f.member(fields{"name": "Bina Shah", "location": "Surat, Gujarat"})
	own := f.expect(m.Get("/api/profile"), http.StatusOK)
	if own.JSON["state"] != "draft" || own.JSON["isSaved"] != false || own.JSON["city"] != "Surat" {
		t.Errorf("before anything is saved: %s", own.Body)
	}
	consent := fields{"wording": "directory-2026-11-fields", "agree": true}
	if a := m.Post("/api/profile/publish", consent); a.Status != http.StatusConflict {
		t.Errorf("published without a profile: %d %s", a.Status, a.Body)
	}
	f.expect(m.Send(http.MethodPut, "/api/profile", profile(fields{"city": "Surat"})), http.StatusOK)
	if got := f.names(viewer, ""); slices.Contains(got, "Bina Shah") {
		t.Error("listed without consent")
	}
	for _, refused := range []fields{
		{"wording": "directory-2026-11-fields", "agree": false}, {"wording": "old", "agree": true},
	} {
		if a := m.Post("/api/profile/publish", refused); a.Status != http.StatusBadRequest &&
			a.Status != http.StatusConflict {
			t.Errorf("%v: %d %s", refused, a.Status, a.Body)
		}
	}
	f.publish(m, fields{"city": "Surat"})
	if own = f.expect(m.Get("/api/profile"), http.StatusOK); own.JSON["isVisible"] != true {
		t.Errorf("published: %s", own.Body)
	}
	if got := f.names(viewer, ""); !slices.Equal(got, []string{"Bina Shah", "Viewer"}) {
		t.Errorf("the directory: %v", got)
	}
	if a := m.Send(http.MethodPut, "/api/profile", profile(fields{"city": ""})); a.Status != http.StatusConflict {
		t.Errorf("a published profile without a city: %d %s", a.Status, a.Body)
	}
	own = f.expect(m.Post("/api/profile/withdraw", nil), http.StatusOK)
	if own.JSON["state"] != "draft" || own.JSON["city"] != "Surat" {
		t.Errorf("withdrawn: %s", own.Body)
	}
	if a := viewer.Get("/api/directory/" + m.person); a.Status != http.StatusNotFound {
		t.Errorf("a withdrawn profile: %d", a.Status)
	}
	consents, err := f.PB.FindAllRecords("consents")
	if err != nil {
		t.Fatal(err)
	}
	var given []string
	for _, c := range consents {
		if c.GetString("person") == m.person {
			given = append(given, fmt.Sprint(c.GetString("purpose"), " ", c.GetString("wording"), " ", c.GetBool("isGiven")))
		}
	}
	want := []string{"directory directory-2026-11-fields true", "directory directory-2026-11-fields false"}
	if !slices.Equal(given, want) {
		t.Errorf("consents: %v", given)
	}
	for _, change := range []func() error{
		func() error { consents[0].Set("isGiven", false); return f.PB.Save(consents[0]) },
		func() error { return f.PB.Delete(consents[1]) },
	} {
		if change() == nil {
			t.Error("the proof of a consent can be changed")
		}
	}
}

func TestAProfileIsFilledFromTheNominationThatTheAccountMayRead(t *testing.T) {
	t.Parallel()
	f := open(t)
	f.save("registrations", testapp.Nomination("asha@example.com"))
	m := f.member(fields{"email": "asha@example.com", "location": "", "verified": false})
	if own := f.expect(m.Get("/api/profile"), http.StatusOK); strings.Contains(own.Body, "Arabian Sea") {
		t.Errorf("an account with an unverified address reads the nomination: %s", own.Body)
	}
	f.change(m.account, fields{"verified": true})
	own := f.expect(f.SignedInAs(f.fresh(m.account)).Get("/api/profile"), http.StatusOK)
	filled := fields{
		"designation": "Independent Director", "company": "Arabian Sea Shipping Ltd", "city": "Mumbai",
		"linkedin": "https://www.linkedin.com/in/shalini", "emailVisibility": "introduced",
	}
	for name, want := range filled {
		if own.JSON[name] != want {
			t.Errorf("%s: %v", name, own.JSON[name])
		}
	}
	if fmt.Sprint(own.JSON["sectors"], own.JSON["canHelpWith"]) != "[infrastructure] [finance strategy]" {
		t.Errorf("%v %v", own.JSON["sectors"], own.JSON["canHelpWith"])
	}
	if boards := own.JSON["boards"].([]any); len(boards) != 2 || boards[1].(fields)["company"] != "Port Trust" {
		t.Errorf("boards: %v", boards)
	}
	if n, err := f.PB.CountRecords("profiles"); n != 0 || err != nil {
		t.Errorf("reading stores %d profiles, %v", n, err)
	}
	f.expect(f.SignedInAs(f.fresh(m.account)).Send(http.MethodPut, "/api/profile", profile(nil)), http.StatusOK)
	if boards := f.fresh(m.account).GetString("boards"); !strings.Contains(boards, "Port Trust") {
		t.Errorf("the first save leaves the boards %s", boards)
	}
}

func TestAListingFollowsTheAccountAndTheMembership(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer := f.listed("Viewer")
	account := f.CreateAccount("users", fields{"name": "Chitra Nair", "verified": true})
	term := f.GrantTerm(account.Id, f.Clock.Now().Add(-time.Hour), f.Clock.Now().AddDate(0, 1, 0))
	m := &member{f.SignedInAs(account), account, f.fresh(account).GetString("person")}
	f.publish(m, nil)
	f.uploadPortrait(m)
	isListed := func(what string, want bool) {
		t.Helper()
		got := slices.ContainsFunc(f.names(viewer, ""), func(name string) bool { return strings.HasPrefix(name, "Chitra") })
		opened := viewer.Get("/api/directory/" + m.person)
		if got != want || (opened.Status == http.StatusOK) != want {
			t.Errorf("%s: on the list %v, opened %d", what, got, opened.Status)
		}
	}
	isListed("published", true)
	f.change(account, fields{"name": "Chitra Menon"})
	if got := f.names(viewer, "?search=menon"); !slices.Equal(got, []string{"Chitra Menon"}) {
		t.Errorf("a new name: %v", got)
	}
	f.change(account, fields{"isActive": false})
	isListed("a deactivated account", false)
	f.change(account, fields{"isActive": true})
	isListed("a reactivated account", true)
	f.change(term, fields{"revokedAt": f.Clock.Now(), "state": "revoked"})
	isListed("a revoked membership", false)
	renewed := f.GrantTerm(account.Id, f.Clock.Now().Add(-time.Hour), f.Clock.Now().AddDate(0, 0, 10))
	isListed("a new membership", true)
	f.change(renewed, fields{"graceUntil": f.Clock.Now().AddDate(0, 0, 20)})
	f.Clock.Advance(15 * 24 * time.Hour)
	isListed("in grace", true)
	f.Clock.Advance(6 * 24 * time.Hour)
	isListed("after grace", false)
	page := viewer.Get("/api/directory")
	f.RunScheduled("boardcirclePurge")
	if again := viewer.Get("/api/directory"); again.Body != page.Body {
		t.Errorf("the daily purge changes the directory: %s\n%s", page.Body, again.Body)
	}
	former := f.SignedInAs(f.fresh(account)) // the deactivation has ended the session
	if own := former.Get("/api/profile"); own.Status != http.StatusOK || own.JSON["state"] != "published" ||
		own.JSON["isVisible"] != false {
		t.Errorf("a former member reads their profile: %d %s", own.Status, own.Body)
	} else if portrait := former.Get(own.JSON["preview"].(fields)["portrait"].(string)); portrait.Status != http.StatusOK {
		t.Errorf("a former member sees their portrait: %d", portrait.Status)
	}
	f.expect(former.Post("/api/profile/withdraw", nil), http.StatusOK)
}

func TestAMemberSearchesAndFilters(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer := f.member(nil)
	for i := range 7 {
		m := f.member(fields{
			"name": fmt.Sprintf("Member %d", i), "boards": []any{fields{"company": "100% Steel_Works", "role": "Chair"}},
		})
		f.publish(m, fields{
			"city": "Pune", "sectors": []string{"technology", "energy"}, "company": fmt.Sprintf("Deccan %d Ltd", i),
		})
	}
	other := f.member(fields{"name": "Zoya Khan"})
	f.Clock.Advance(time.Minute)
	f.publish(other, fields{"city": "Delhi", "company": "Yamuna Power", "sectors": []string{"education"},
		"lookingFor": "A mentee in Delhi"})
	for query, want := range map[string]int{
		"": 8, "?search=deccan": 7, "?search=%00deccan%ff": 7, "?search=deccan+3": 1, "?search=100%25+steel_works": 7, "?search=100_": 0,
		"?city=pune": 7, "?sector=energy": 7, "?sector=education": 1, "?sector=automotive": 0, "?search=mentee&city=Delhi": 1,
		"?language=en": 8, "?language=hi": 0, "?canHelpWith=finance&search=zoya": 1, "?page=2": 0,
	} {
		if got := f.names(viewer, query); len(got) != want {
			t.Errorf("%s: %v, want %d", query, got, want)
		}
	}
	if got := f.names(viewer, "?sort=newest"); got[0] != "Zoya Khan" {
		t.Errorf("the newest first: %v", got)
	}
	for _, query := range []string{"?sector=nonsense", "?page=0", "?sort=email"} {
		if a := viewer.Get("/api/directory" + query); a.Status != http.StatusBadRequest {
			t.Errorf("%s: %d", query, a.Status)
		}
	}
	page := f.expect(viewer.Get("/api/directory"), http.StatusOK)
	if page.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("Cache-Control: %s", page.Header.Get("Cache-Control"))
	}
	facets := page.JSON["facets"].(fields)
	if page.JSON["total"] != 8.0 || fmt.Sprint(facets["city"]) != "map[Pune:7]" ||
		fmt.Sprint(facets["sector"]) != "map[energy:7 technology:7]" {
		t.Errorf("facets: %v %v", page.JSON["total"], facets)
	}
}

func TestTheDirectoryComparesNamesAsReadersDo(t *testing.T) {
	t.Parallel()
	f := open(t)
	const elodie = "\u00c9lodie \u00c5ngstr\u00f6m"
	viewer := f.listed("Zoya")
	f.listed(elodie)
	f.listed("Elan  Rao")
	for query, want := range map[string][]string{
		"": {"Elan  Rao", elodie, "Zoya"}, "?search=ELODIE+angstr%C3%B6m": {elodie}, "?search=e%CC%81lo": {elodie},
		"?search=Rao+elan": {"Elan  Rao"}, "?search=elodia": nil,
	} {
		if got := f.names(viewer, query); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

func TestABlockIsSilentAndWorksBothWays(t *testing.T) {
	t.Parallel()
	f := open(t)
	a, b, c := f.listed("Asha"), f.listed("Bina"), f.listed("Chitra")
	unknown := a.Get("/api/directory/nobodysperson00")
	f.expect(a.Post("/api/directory/"+b.person+"/block", nil), http.StatusNoContent)
	for who, want := range map[*member][]string{a: {"Asha", "Chitra"}, b: {"Bina", "Chitra"},
		c: {"Asha", "Bina", "Chitra"}} {
		if got := f.names(who, ""); !slices.Equal(got, want) {
			t.Errorf("%s sees %v", who.account.GetString("name"), got)
		}
	}
	for _, request := range []testapp.Response{
		a.Get("/api/directory/" + b.person), b.Get("/api/directory/" + a.person),
		b.Post("/api/directory/"+a.person+"/contact", nil), b.Post("/api/directory/"+a.person+"/block", nil),
		b.Get("/api/directory/" + a.person + "/portrait"),
	} {
		if request.Status != http.StatusNotFound || request.Body != unknown.Body {
			t.Errorf("%d %s", request.Status, request.Body)
		}
	}
	if list := a.Get("/api/blocks"); !strings.Contains(list.Body, "Bina") {
		t.Errorf("whom Asha has blocked: %s", list.Body)
	}
	if list := b.Get("/api/blocks"); list.Body != "[]\n" {
		t.Errorf("Bina is told: %s", list.Body)
	}
	if got := f.Inbox(b.account.Email()); len(got) != 0 {
		t.Errorf("%d emails", len(got))
	}
	f.expect(b.Send(http.MethodDelete, "/api/directory/"+a.person+"/block", nil), http.StatusNoContent)
	if got := f.names(b, ""); slices.Contains(got, "Asha") {
		t.Error("the blocked person lifts the block")
	}
	f.expect(a.Send(http.MethodDelete, "/api/directory/"+b.person+"/block", nil), http.StatusNoContent)
	if got := f.names(b, ""); !slices.Contains(got, "Asha") {
		t.Errorf("after the block is lifted: %v", got)
	}
	if self := a.Post("/api/directory/"+a.person+"/block", nil); self.Status != http.StatusConflict {
		t.Errorf("a block of oneself: %d", self.Status)
	}
}

func TestTheNumbersAreTheSameForEveryMember(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer, other := f.listed("Viewer"), f.listed("Other")
	for i := range 3 {
		f.listed(fmt.Sprintf("Member %d", i))
	}
	account := f.CreateAccount("users", fields{"name": "Bina", "verified": true})
	f.GrantTerm(account.Id, f.Clock.Now().Add(-time.Hour), f.Clock.Now().Add(24*time.Hour))
	blocked := &member{f.SignedInAs(account), account, f.fresh(account).GetString("person")}
	f.publish(blocked, nil)
	f.expect(viewer.Post("/api/directory/"+blocked.person+"/block", nil), http.StatusNoContent)
	for _, want := range []float64{6, 5} { // before and after the end of Bina's membership
		for name, v := range map[string]*member{"blocking": viewer, "blocked": blocked, "other": other} {
			if v == blocked && want == 5 {
				continue // is no member any more
			}
			page := f.expect(v.Get("/api/directory"), http.StatusOK).JSON
			sectors := page["facets"].(fields)["sector"].(fields)["technology"]
			if page["total"] != want || sectors != want {
				t.Errorf("the %s member reads %v in total and %v in a sector, want %v", name, page["total"], sectors, want)
			}
			listed := want
			if want == 6 && v != other {
				listed-- // the other of the two
			}
			if people := page["people"].([]any); float64(len(people)) != listed {
				t.Errorf("the %s member reads %d people, want %v", name, len(people), listed)
			}
		}
		f.Clock.Advance(48 * time.Hour) // before the daily job has run
	}
}

func TestABlockStaysWhenPeopleAreMerged(t *testing.T) {
	t.Parallel()
	f := open(t)
	a, b, twin := f.listed("Asha"), f.listed("Bina"), f.listed("Bina's other account")
	f.expect(a.Post("/api/directory/"+twin.person+"/block", nil), http.StatusNoContent)
	var moved people.Moved
	merge := func(do func(tx core.App) error) {
		t.Helper()
		if err := f.PB.RunInTransaction(do); err != nil {
			t.Fatal(err)
		}
	}
	merge(func(tx core.App) (err error) {
		moved, err = people.Move(tx, twin.person, b.person)
		return err
	})
	f.change(twin.account, fields{"isActive": false})
	if got := f.names(b, ""); slices.Contains(got, "Asha") {
		t.Errorf("after the merge: %v", got)
	}
	merge(func(tx core.App) error { return people.MoveBack(tx, moved, twin.person, b.person) })
	if got := f.names(b, ""); !slices.Contains(got, "Asha") {
		t.Errorf("after the merge is undone: %v", got)
	}
}

func TestContactsAreShownOnRequestAndStored(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer, m := f.listed("Viewer"), f.member(fields{"phone": "+919812345678"})
	f.publish(m, fields{
		"linkedin": "https://www.linkedin.com/in/bina", "emailVisibility": "nobody", "phoneVisibility": "members",
	})
	opened := f.expect(viewer.Get("/api/directory/"+m.person), http.StatusOK)
	if got := fmt.Sprint(opened.JSON["contacts"]); got != "[phone]" || strings.Contains(opened.Body, "+919812345678") {
		t.Errorf("before the request: %s", opened.Body)
	}
	shown := f.expect(viewer.Post("/api/directory/"+m.person+"/contact", nil), http.StatusOK)
	if shown.JSON["phone"] != "+919812345678" || shown.JSON["email"] != "" || shown.JSON["linkedin"] != "" {
		t.Errorf("%s", shown.Body)
	}
	views, err := f.PB.FindAllRecords("profile_views")
	if err != nil || len(views) != 1 || views[0].GetString("other") != m.person ||
		views[0].GetDateTime("contactsAt").IsZero() {
		t.Errorf("%v, %v", views, err)
	}
	f.Clock.Advance(40 * 24 * time.Hour)
	f.RunScheduled("boardcirclePurge")
	if n, _ := f.PB.CountRecords("profile_views"); n != 1 {
		t.Errorf("%d views after 40 days", n)
	}
	f.Clock.Advance(365 * 24 * time.Hour)
	f.RunScheduled("boardcirclePurge")
	if n, _ := f.PB.CountRecords("profile_views"); n != 0 {
		t.Errorf("%d views after a year", n)
	}
}

func TestAMemberOpensALimitedNumberOfProfilesADay(t *testing.T) {
	t.Parallel()
	f := open(t)
	viewer, m := f.listed("Viewer"), f.listed("Bina")
	day := f.Clock.Now().In(time.FixedZone("IST", 19800)).Format(time.DateOnly)
	for range 80 {
		other := f.save("people", fields{"name": "Somebody"})
		f.save("profile_views", fields{"person": viewer.person, "other": other.Id, "day": day})
	}
	a := viewer.Get("/api/directory/" + m.person)
	if a.Status != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if own := viewer.Get("/api/directory/" + viewer.person); own.Status != http.StatusOK || own.JSON["isYou"] != true {
		t.Errorf("the own profile: %d %s", own.Status, own.Body)
	}
	f.Clock.Advance(24 * time.Hour)
	f.expect(viewer.Get("/api/directory/"+m.person), http.StatusOK)
}
