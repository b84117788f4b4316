package boardseats_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

const path = "/api/board-seats"

// seat returns the form of an opening, with some values.
func seat(app *testapp.App, values form) form {
	body := form{
		"title": "Independent director", "company": "Konkan Steel Ltd", "sector": "manufacturing", "city": "Pune",
		"committee": "audit", "isListed": "true", "isIndependent": "true", "closesOn": day(app, 0, 1, 0),
		"description": "The board looks for a director who can chair the audit committee.",
	}
	maps.Copy(body, values)
	return body
}

// circle is an app with its office, a member who posts, and another member.
type circle struct {
	*testapp.App
	t              *testing.T
	office         *testapp.Visitor
	poster, member *testapp.Visitor
	posterEmail    string
	memberEmail    string
}

func newCircle(t *testing.T) *circle {
	t.Helper()
	app := testapp.New(t)
	poster, member := app.CreateMember(form{"name": "Meera Iyer"}), app.CreateMember(form{"name": "Asha Rao"})
	return &circle{app, t, app.SignedIn("admins", nil), app.SignedInAs(poster), app.SignedInAs(member), poster.Email(),
		member.Email()}
}

// open returns the path of an opening that the office has approved.
func (c *circle) open(values form) string {
	c.t.Helper()
	answer := c.poster.Post(path, seat(c.App, values))
	expect(c.t, answer, http.StatusCreated)
	at := path + "/" + answer.JSON["id"].(string)
	expect(c.t, c.office.Post(at+"/approve", nil), http.StatusOK)
	return at
}

// mail returns the newest email to an address whose subject has some text.
func (c *circle) mail(address, subject string) fakebrevo.Message {
	c.t.Helper()
	for _, mail := range c.Inbox(address) {
		if strings.Contains(mail.Subject, subject) {
			return mail
		}
	}
	c.t.Fatalf("no email about %q", subject)
	return fakebrevo.Message{}
}

func (c *circle) ids(v *testapp.Visitor, query string) (ids []string) {
	c.t.Helper()
	answer := v.Get(path + query)
	expect(c.t, answer, http.StatusOK)
	var rows []struct{ ID string }
	if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil {
		c.t.Fatal(err)
	}
	for _, r := range rows {
		ids = append(ids, path+"/"+r.ID)
	}
	return ids
}

func TestMembersSeeABoardSeatOnceTheOfficeHasCheckedIt(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	posted := c.poster.Post(path, seat(c.App, nil))
	expect(t, posted, http.StatusCreated)
	at := path + "/" + posted.JSON["id"].(string)
	if posted.JSON["state"] != "waiting" || posted.JSON["isOwn"] != true {
		t.Errorf("%s", posted.Body)
	}
	expect(t, c.member.Get(at), http.StatusNotFound)
	expect(t, c.member.Post(at+"/interest", form{}), http.StatusNotFound)
	expect(t, c.poster.Get(at), http.StatusOK)
	if mails := c.Inbox(testapp.AdminEmail); len(mails) != 1 ||
		!strings.Contains(mails[0].Text, "/admin/board-seats/"+posted.JSON["id"].(string)) {
		t.Fatalf("%+v", mails)
	}
	expect(t, c.office.Post(at+"/decline", form{"reason": "Which committee?"}), http.StatusOK)
	if mail := c.mail(c.posterEmail, "was not approved"); !strings.Contains(mail.Text, "Which committee?") {
		t.Errorf("%s", mail.Text)
	}
	if answer := c.poster.Get(at); answer.JSON["reason"] != "Which committee?" {
		t.Errorf("%s", answer.Body)
	}
	expect(t, c.poster.Send(http.MethodPut, at, seat(c.App, form{"committee": "csr"})), http.StatusOK)
	expect(t, c.office.Post(at+"/approve", nil), http.StatusOK)
	expect(t, c.office.Post(at+"/approve", nil), http.StatusConflict)
	c.mail(c.posterEmail, "is open")
	if got := c.ids(c.member, ""); !slices.Equal(got, []string{at}) {
		t.Errorf("%v", got)
	}
	detail := c.member.Get(at)
	if detail.JSON["company"] != "Konkan Steel Ltd" || detail.JSON["postedBy"] != "Meera Iyer" ||
		detail.JSON["committee"] != "csr" || detail.JSON["isOwn"] != false || detail.JSON["reason"] != "" {
		t.Errorf("%s", detail.Body)
	}
	if cache := detail.Header.Get("Cache-Control"); !strings.Contains(cache, "no-store") {
		t.Errorf("Cache-Control: %q", cache)
	}
	// only the poster changes it
	expect(t, c.member.Send(http.MethodPut, at, seat(c.App, nil)), http.StatusForbidden)
	expect(t, c.member.Post(at+"/withdraw", nil), http.StatusForbidden)
	expect(t, c.office.Send(http.MethodPut, "/api/admin"+strings.TrimPrefix(at, "/api"), seat(c.App, nil)),
		http.StatusForbidden)
	expect(t, c.poster.Post(at+"/withdraw", nil), http.StatusOK)
	expect(t, c.member.Get(at), http.StatusNotFound)
}

func TestABoardSeatNeedsALastDayInTheFuture(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	for closesOn, want := range map[string]int{
		"": http.StatusBadRequest, "2027-02-30": http.StatusBadRequest, day(c.App, 0, 0, -1): http.StatusBadRequest,
		day(c.App, 1, 0, 5): http.StatusBadRequest, day(c.App, 0, 0, 0): http.StatusCreated,
	} {
		answer := c.poster.Post(path, seat(c.App, form{"closesOn": closesOn}))
		expect(t, answer, want)
		if want != http.StatusCreated && answer.Field("closesOn") == "" {
			t.Errorf("%s: %s", closesOn, answer.Body)
		}
	}
	for range 4 {
		expect(t, c.poster.Post(path, seat(c.App, nil)), http.StatusCreated)
	}
	expect(t, c.poster.Post(path, seat(c.App, nil)), http.StatusConflict) // five wait already
}

func TestInterestGoesToThePosterThroughUs(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	at := c.open(nil)
	answer := c.member.Post(at+"/interest", form{"note": "I chaired two audit committees."})
	expect(t, answer, http.StatusOK)
	expect(t, c.member.Post(at+"/interest", form{"note": "Again."}), http.StatusConflict)
	expect(t, c.poster.Post(at+"/interest", form{}), http.StatusConflict)
	mail := c.mail(c.posterEmail, "Asha Rao is interested")
	if strings.Contains(mail.Text+mail.HTML, "chaired") ||
		strings.Contains(mail.Text+mail.HTML, c.memberEmail) || mail.ReplyTo.Email == c.memberEmail {
		t.Errorf("%+v", mail)
	}
	detail := c.poster.Get(at)
	if !strings.Contains(detail.Body, `"name":"Asha Rao"`) || !strings.Contains(detail.Body, "chaired two") ||
		strings.Contains(detail.Body, c.memberEmail) {
		t.Errorf("%s", detail.Body)
	}
	third := c.SignedInAs(c.CreateMember(nil))
	if seen := third.Get(at); strings.Contains(seen.Body, "Asha") || strings.Contains(seen.Body, "chaired") {
		t.Errorf("another member sees %s", seen.Body)
	}
	expect(t, third.Post(at+"/outcome", form{"interestId": "x", "outcome": "appointed"}), http.StatusForbidden)
	// withdrawn, and shown again
	expect(t, c.member.Send(http.MethodDelete, at+"/interest", nil), http.StatusNoContent)
	expect(t, c.member.Send(http.MethodDelete, at+"/interest", nil), http.StatusNotFound)
	if detail := c.poster.Get(at); strings.Contains(detail.Body, "Asha Rao") {
		t.Errorf("%s", detail.Body)
	}
	expect(t, c.member.Post(at+"/interest", form{"note": "After all."}), http.StatusOK)
	own := c.member.Get(path + "/mine")
	if !strings.Contains(own.Body, "After all.") || !strings.Contains(own.Body, `"posted":[]`) {
		t.Errorf("%s", own.Body)
	}
	if own := c.poster.Get(path + "/mine"); !strings.Contains(own.Body, `"interests":1`) ||
		!strings.Contains(own.Body, `"interested":[]`) {
		t.Errorf("%s", own.Body)
	}
}

func TestTheOfficeHandlesAConfidentialBoardSeat(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	at := c.open(form{"isConfidential": "true", "company": "Secret Motors Ltd"})
	c.Inbox(testapp.AdminEmail)
	expect(t, c.member.Post(at+"/interest", form{"note": "A private note."}), http.StatusOK)
	for what, answer := range map[string]testapp.Response{
		"the page": c.member.Get(at), "the list": c.member.Get(path), "the own list": c.member.Get(path + "/mine"),
	} {
		if strings.Contains(answer.Body, "Secret Motors") || strings.Contains(answer.Body, "Meera") {
			t.Errorf("%s shows %s", what, answer.Body)
		}
	}
	for _, query := range []string{"?search=Secret", "?search=Motors", "?search=Meera"} {
		if got := c.ids(c.member, query); len(got) != 0 {
			t.Errorf("%s finds %v", query, got)
		}
	}
	detail := c.poster.Get(at)
	if strings.Contains(detail.Body, "Asha") || strings.Contains(detail.Body, "private note") ||
		detail.JSON["interestCount"] != float64(1) || detail.JSON["isHandler"] != false ||
		detail.JSON["company"] != "Secret Motors Ltd" {
		t.Errorf("%s", detail.Body)
	}
	if mail := c.mail(testapp.AdminEmail, "Asha Rao is interested"); !strings.Contains(mail.Text, "/admin/board-seats/") {
		t.Errorf("%+v", mail)
	}
	for _, mail := range c.Inbox(c.posterEmail) {
		if strings.Contains(mail.Subject, "interested") {
			t.Errorf("the poster gets %s", mail.Subject)
		}
		if strings.Contains(mail.Text, "We email you when a member is interested") {
			t.Errorf("the poster of a confidential board seat reads %s", mail.Text)
		}
	}
	console := "/api/admin" + strings.TrimPrefix(at, "/api")
	seen := c.office.Get(console)
	interest := seen.JSON["people"].([]any)[0].(form)
	if interest["note"] != "A private note." || seen.JSON["company"] != "Secret Motors Ltd" ||
		seen.JSON["postedBy"] != "Meera Iyer" {
		t.Errorf("%s", seen.Body)
	}
	body := form{"interestId": interest["id"], "outcome": "interviewed"}
	expect(t, c.poster.Post(at+"/outcome", body), http.StatusForbidden)
	expect(t, c.office.Post(console+"/outcome", body), http.StatusOK)
}

func TestAConfidentialBoardSeatStaysConfidentialOnceItWasOpen(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	at := c.open(form{"isConfidential": "true"})
	expect(t, c.member.Post(at+"/interest", form{"note": "A private note."}), http.StatusOK)
	public := seat(c.App, form{"isConfidential": "false"})
	refused := func() {
		t.Helper()
		if answer := c.poster.Send(http.MethodPut, at, public); answer.Status != http.StatusConflict ||
			!strings.Contains(answer.Body, "stays confidential") {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		if seen := c.poster.Get(at); strings.Contains(seen.Body, "private note") || strings.Contains(seen.Body, "Asha") {
			t.Errorf("the poster sees %s", seen.Body)
		}
	}
	refused()
	expect(t, c.poster.Send(http.MethodPut, at, seat(c.App, form{"isConfidential": "true"})), http.StatusOK)
	refused() // while it waits again
	expect(t, c.office.Post(at+"/decline", form{"reason": "Which committee?"}), http.StatusOK)
	refused()
	// Before it was open, no one has sent a note.
	posted := c.poster.Post(path, seat(c.App, form{"isConfidential": "true"}))
	expect(t, posted, http.StatusCreated)
	expect(t, c.poster.Send(http.MethodPut, path+"/"+posted.JSON["id"].(string), public), http.StatusOK)
}

func TestAnEditCannotExceedTheNumberOfBoardSeats(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	declined, closed := c.open(nil), c.open(nil)
	expect(t, c.poster.Send(http.MethodPut, declined, seat(c.App, nil)), http.StatusOK)
	expect(t, c.office.Post(declined+"/decline", form{"reason": "Which committee?"}), http.StatusOK)
	expect(t, c.office.Post(closed+"/close", form{"reason": "Enough."}), http.StatusOK)
	last := ""
	for range 5 {
		posted := c.poster.Post(path, seat(c.App, nil))
		expect(t, posted, http.StatusCreated)
		last = path + "/" + posted.JSON["id"].(string)
	}
	for _, at := range []string{declined, closed} {
		if answer := c.poster.Send(http.MethodPut, at, seat(c.App, nil)); answer.Status != http.StatusConflict ||
			!strings.Contains(answer.Body, "five board seats") {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	}
	expect(t, c.poster.Send(http.MethodPut, last, seat(c.App, nil)), http.StatusOK) // it is one of the five
	expect(t, c.poster.Post(last+"/withdraw", nil), http.StatusOK)
	expect(t, c.poster.Send(http.MethodPut, declined, seat(c.App, nil)), http.StatusOK)
}

func TestTheOfficePostsAndCountsOutcomes(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	created := c.office.Post("/api/admin/board-seats", seat(c.App, form{"title": "Chair"}))
	expect(t, created, http.StatusCreated)
	console, at := "/api/admin/board-seats/"+created.JSON["id"].(string), path+"/"+created.JSON["id"].(string)
	if detail := c.member.Get(at); detail.JSON["postedBy"] != "" || detail.JSON["state"] != "open" {
		t.Errorf("%s", detail.Body)
	}
	expect(t, c.member.Post(at+"/interest", form{"note": "Yes."}), http.StatusOK)
	expect(t, c.poster.Post(at+"/interest", form{"note": "Me too."}), http.StatusOK)
	expect(t, c.office.Post(at+"/close", form{"reason": "Enough."}), http.StatusOK)
	expect(t, c.SignedInAs(c.CreateMember(nil)).Get(at), http.StatusNotFound)
	expect(t, c.member.Get(at), http.StatusOK) // she is interested
	mail := c.mail(testapp.AdminEmail, "record the outcome")
	if !strings.Contains(mail.Text, "2 members were interested") {
		t.Errorf("%s", mail.Text)
	}
	for n, outcome := range []string{"interviewed", "appointed"} {
		interest := c.office.Get(console).JSON["people"].([]any)[n].(form)
		body := form{"interestId": interest["id"], "outcome": outcome}
		expect(t, c.office.Post(console+"/outcome", body), http.StatusOK)
		expect(t, c.office.Post(console+"/outcome", body), http.StatusConflict)
	}
	if detail := c.office.Get(console); detail.JSON["state"] != "filled" {
		t.Errorf("%s", detail.Body)
	}
	c.Clock.Advance(time.Minute)
	figures := c.office.Get("/api/admin/board-seats/figures")
	expect(t, figures, http.StatusOK)
	want := `"year":{"openings":1,"interests":2,"interviews":1,"appointments":1,"invited":2}`
	if !strings.Contains(figures.Body, want) || !strings.Contains(figures.Body, `"previous":{"openings":0`) {
		t.Errorf("%s", figures.Body)
	}
	c.Clock.Advance(400 * 24 * time.Hour)
	if figures := c.office.Get("/api/admin/board-seats/figures"); !strings.Contains(figures.Body,
		strings.Replace(want, "year", "previous", 1)) {
		t.Errorf("a year later: %s", figures.Body)
	}
}

func TestABoardSeatClosesAfterItsLastDay(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	at, without := c.open(nil), c.open(nil)
	expect(t, c.member.Post(at+"/interest", form{}), http.StatusOK)
	c.Clock.Advance(40 * 24 * time.Hour)
	late := c.SignedInAs(c.CreateMember(nil))
	expect(t, late.Post(at+"/interest", form{}), http.StatusConflict) // before the hourly job has run
	before := len(c.Inbox(c.posterEmail))
	c.RunScheduled("boardcircleBoardSeats")
	c.RunScheduled("boardcircleBoardSeats")
	c.mail(c.posterEmail, "record the outcome")
	if mails := c.Inbox(c.posterEmail); len(mails) != before+1 {
		t.Errorf("%d emails", len(mails)-before)
	}
	for _, closed := range []string{at, without} {
		if detail := c.poster.Get(closed); detail.JSON["state"] != "closed" {
			t.Errorf("%s", detail.Body)
		}
	}
	// The poster may offer it again with another day.
	expect(t, c.poster.Send(http.MethodPut, at, seat(c.App, nil)), http.StatusOK)
	if detail := c.poster.Get(at); detail.JSON["state"] != "waiting" {
		t.Errorf("%s", detail.Body)
	}
}

func TestFiltersFindBoardSeats(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	steel := c.open(nil)
	bank := c.open(form{"title": "Non-executive director", "sector": "financial-services", "city": "Mumbai",
		"isListed": "false", "isIndependent": "false", "closesOn": day(c.App, 0, 0, 5)})
	for query, want := range map[string][]string{
		"":                                       {bank, steel},
		"?sector=manufacturing":                  {steel},
		"?city=mumbai":                           {bank},
		"?eligibility=listed":                    {steel},
		"?eligibility=independent&city=Mumbai":   nil,
		"?search=audit":                          {bank, steel},
		"?search=non-exec":                       {bank},
		"?sector=financial-services&city=MUMBAI": {bank},
		"?perPage=1&page=2":                      {steel},
	} {
		if got := c.ids(c.member, query); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	expect(t, c.member.Get(path+"?sector=space"), http.StatusBadRequest)
}

func TestAClosedAccountLeavesTheBoardSeats(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	at := c.open(nil)
	expect(t, c.member.Post(at+"/interest", form{}), http.StatusOK)
	closeAccount := func(email string) {
		t.Helper()
		account, err := c.PB.FindAuthRecordByEmail("users", email)
		if err != nil {
			t.Fatal(err)
		}
		account.Set("isActive", false)
		if err := c.PB.Save(account); err != nil {
			t.Fatal(err)
		}
	}
	closeAccount(c.memberEmail)
	if detail := c.poster.Get(at); detail.JSON["interestCount"] != float64(0) {
		t.Errorf("%s", detail.Body)
	}
	closeAccount(c.posterEmail)
	expect(t, c.SignedInAs(c.CreateMember(nil)).Get(at), http.StatusNotFound)
}

func TestABlockHidesTheBoardSeatsOfAPerson(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	at := c.open(nil)
	blocked := c.CreateMember(nil)
	viewer := c.SignedInAs(blocked)
	if got := c.ids(viewer, ""); len(got) != 1 {
		t.Fatalf("before: %v", got)
	}
	c.block(c.person(c.account(c.posterEmail)), c.person(blocked.Id))
	if got := c.ids(viewer, ""); len(got) != 0 {
		t.Errorf("the list has %v", got)
	}
	expect(t, viewer.Get(at), http.StatusNotFound)
	expect(t, viewer.Post(at+"/interest", form{}), http.StatusNotFound)
}

func TestThePosterOpensTheProfileOfAnInterestedMemberInTheDirectory(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	at := c.open(nil)
	expect(t, c.member.Post(at+"/interest", form{"note": "I chaired two audit committees."}), http.StatusOK)
	member := c.person(c.account(c.memberEmail))
	expectPerson := func(when, want string) {
		t.Helper()
		if got := c.poster.Get(at).JSON["interests"].([]any)[0].(form)["personId"]; got != want {
			t.Errorf("%s, the poster opens the profile of %q", when, got)
		}
		seen := c.office.Get("/api/admin" + strings.TrimPrefix(at, "/api")).JSON
		if got := seen["people"].([]any)[0].(form)["personId"]; got != member {
			t.Errorf("%s, the office opens the page of %q", when, got)
		}
	}
	expectPerson("without a profile", "")
	saved := c.member.Send(http.MethodPut, "/api/profile", form{
		"designation": "Independent Director", "company": "Deccan Capital", "city": "Pune", "boards": []any{},
		"sectors": []string{"technology"}, "languages": []string{"en"}, "canHelpWith": []string{"finance"},
	})
	expect(t, saved, http.StatusOK)
	wording := saved.JSON["consent"].(form)["wording"]
	expect(t, c.member.Post("/api/profile/publish", form{"wording": wording, "agree": true}), http.StatusOK)
	expectPerson("with a profile", member)
	expect(t, c.member.Post("/api/profile/withdraw", nil), http.StatusOK)
	expectPerson("after it was withdrawn", "")
}

func TestABlockHidesInterestsAndCountsTheListRightly(t *testing.T) {
	t.Parallel()
	for _, isPosterBlocked := range []bool{true, false} {
		c := newCircle(t)
		at := c.open(nil)
		secret := c.open(form{"isConfidential": "true", "title": "Chair"})
		for _, opening := range []string{at, secret} {
			expect(t, c.member.Post(opening+"/interest", form{"note": "I chaired two audit committees."}), http.StatusOK)
		}
		interest := c.poster.Get(at).JSON["interests"].([]any)[0].(form)["id"]
		a, b := c.person(c.account(c.posterEmail)), c.person(c.account(c.memberEmail))
		if isPosterBlocked {
			a, b = b, a
		}
		c.block(a, b)
		// the poster
		if seen := c.poster.Get(at); strings.Contains(seen.Body, "Asha") || strings.Contains(seen.Body, "chaired two") ||
			seen.JSON["interestCount"] != 0.0 {
			t.Errorf("the poster sees %s", seen.Body)
		}
		expect(t, c.poster.Post(at+"/outcome", form{"interestId": interest, "outcome": "appointed"}), http.StatusNotFound)
		// the member
		expect(t, c.member.Get(at), http.StatusNotFound)
		expect(t, c.member.Send(http.MethodDelete, at+"/interest", nil), http.StatusNotFound)
		if own := c.member.Get(path + "/mine"); strings.Contains(own.Body, strings.TrimPrefix(at, path+"/")) {
			t.Errorf("the member sees %s", own.Body)
		}
		list := c.member.Get(path + "?perPage=1")
		if total := list.Header.Get("X-Total-Count"); total != "1" || !strings.Contains(list.Body, `"title":"Chair"`) {
			t.Errorf("%s rows: %s", total, list.Body)
		}
		// A block must not reveal who posted the confidential one, or who is interested in it.
		expect(t, c.member.Get(secret), http.StatusOK)
		mine := c.poster.Get(path + "/mine").JSON["posted"].([]any)
		for _, row := range mine {
			want := map[any]float64{"Independent director": 0, "Chair": 1}[row.(form)["title"]]
			if row.(form)["interests"] != want {
				t.Errorf("%v", row)
			}
		}
		if seen := c.poster.Get(secret); seen.JSON["interestCount"] != 1.0 {
			t.Errorf("%s", seen.Body)
		}
		console := "/api/admin" + strings.TrimPrefix(at, "/api")
		if seen := c.office.Get(console); !strings.Contains(seen.Body, "chaired two") {
			t.Errorf("the office sees %s", seen.Body)
		}
	}
}

func (c *circle) account(email string) string {
	c.t.Helper()
	record, err := c.PB.FindAuthRecordByEmail("users", email)
	if err != nil {
		c.t.Fatal(err)
	}
	return record.Id
}

func (c *circle) person(accountID string) string {
	c.t.Helper()
	record, err := c.PB.FindRecordById("users", accountID)
	if err != nil {
		c.t.Fatal(err)
	}
	return record.GetString("person")
}

func (c *circle) block(person, other string) {
	c.t.Helper()
	collection, err := c.PB.FindCollectionByNameOrId("blocks")
	if err != nil {
		c.t.Fatal(err)
	}
	record := core.NewRecord(collection)
	record.Load(form{"person": person, "other": other})
	if err := c.PB.Save(record); err != nil {
		c.t.Fatal(err)
	}
}

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	c := newCircle(t)
	// life takes openings through their states, with the lists of members and of the office in between.
	life := func() {
		at, confidential := c.open(nil), c.open(form{"isConfidential": "true"})
		expect(t, c.member.Post(at+"/interest", form{}), http.StatusOK)
		expect(t, c.member.Get(at), http.StatusOK)
		expect(t, c.member.Get(path), http.StatusOK)
		expect(t, c.member.Get(path+"/mine"), http.StatusOK)
		expect(t, c.poster.Get(path+"/mine"), http.StatusOK)
		expect(t, c.office.Get("/api/admin/board-seats"), http.StatusOK)
		expect(t, c.office.Get("/api/admin/board-seats?state=waiting"), http.StatusOK)
		expect(t, c.office.Get("/api/admin/board-seats/figures"), http.StatusOK)
		seen := c.office.Get("/api/admin" + strings.TrimPrefix(at, "/api"))
		interest := seen.JSON["people"].([]any)[0].(form)["id"]
		expect(t, c.poster.Post(at+"/outcome", form{"interestId": interest, "outcome": "appointed"}), http.StatusOK)
		expect(t, c.poster.Post(confidential+"/withdraw", nil), http.StatusOK)
		c.RunScheduled("boardcircleBoardSeats")
		leaving := c.CreateMember(nil)
		leaving.Set("isActive", false)
		if err := c.PB.Save(leaving); err != nil {
			t.Fatal(err)
		}
		c.Clock.Advance(time.Hour)
	}
	check := func() {
		t.Helper()
		statements := queryplan.Capture(c.PB, life)
		// The office's list reads all rows in the order of an index, and counts them.
		statements = slices.DeleteFunc(statements, func(s string) bool {
			return strings.HasPrefix(s, "SELECT count(*) FROM `board_openings`") ||
				strings.Contains(s, "FROM `board_openings` ORDER BY `createdAt` DESC")
		})
		if n := queryplan.AssertIndexed(t, c.PB, statements, []string{"board_openings", "opening_interests"}, nil); n < 20 {
			t.Errorf("only %d statements were checked", n)
		}
	}
	check()
	for _, fill := range []string{
		"INSERT INTO board_openings (id, userId, person, state, title, company, sector, city, closesAt, createdAt) " +
			"SELECT 'fill' || i, 'user' || i, 'person' || i, 'filled', 'Director', 'Company ' || i, 'energy', 'Pune', " +
			"'2020-01-01 00:00:00.000Z', '2020-01-01 00:00:00.000Z'",
		"INSERT INTO opening_interests (id, opening, userId, person, state, sentAt) " +
			"SELECT 'fill' || i, 'fill' || (i % 1000), 'user' || i, 'person' || i, 'not-appointed', '2020-01-01 00:00:00.000Z'",
	} {
		query := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) %s FROM n", fill)
		if _, err := c.PB.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.PB.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
		t.Fatal(err)
	}
	check()
}
