package boardseats_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

type form = map[string]any

// day returns a day relative to the one of the test clock.
func day(app *testapp.App, years, months, days int) string {
	return app.Clock.Now().UTC().AddDate(years, months, days).Format("2006-01-02")
}

func expect(t *testing.T, answer testapp.Response, status int) {
	t.Helper()
	if answer.Status != status {
		t.Fatalf("%d, want %d: %s", answer.Status, status, answer.Body)
	}
}

func TestAMemberSeesWhenTheirTermsEnd(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	member := app.SignedInAs(app.CreateMember(nil))
	expect(t, member.Get("/api/tenure"), http.StatusOK)
	expect(t, app.SignedIn("users", nil).Get("/api/tenure"), http.StatusForbidden)

	expect(t, member.Send(http.MethodPatch, "/api/user", form{"boards": []form{
		{"company": "Deccan Steel Ltd", "role": "Independent director", "cin": "L17110MH1973PLC019786",
			"category": "independent", "appointedOn": day(app, -6, 0, 0), "secondTermOn": day(app, -1, 0, 0)},
		{"company": "Sahyadri Foods Ltd"},
	}}), http.StatusOK)
	answer := member.Get("/api/tenure")
	expect(t, answer, http.StatusOK)
	var got struct {
		Terms []struct {
			Company, CompanyType, Status, EndsOn, EligibleOn string
			Number                                           int
			Rules                                            []struct{ Section, Text string }
		}
		Limits  []struct{ Count, Max int }
		Untyped int
	}
	if err := json.Unmarshal([]byte(answer.Body), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Terms) != 2 || got.Terms[0].Company != "Deccan Steel Ltd" || got.Terms[0].CompanyType != "listed" ||
		got.Terms[0].Status != "running" || got.Terms[0].Number != 2 || got.Terms[0].EndsOn != day(app, 4, 0, -1) ||
		got.Terms[0].EligibleOn != day(app, 7, 0, 0) || len(got.Terms[0].Rules) != 3 ||
		got.Terms[1].Status != "incomplete" || got.Limits[0].Count != 1 || got.Limits[0].Max != 7 || got.Untyped != 1 {
		t.Errorf("%s", answer.Body)
	}
	if cache := answer.Header.Get("Cache-Control"); !strings.Contains(cache, "no-store") {
		t.Errorf("Cache-Control: %q", cache)
	}
	// no other account sees the days
	if other := app.SignedInAs(app.CreateMember(nil)).Get("/api/tenure"); strings.Contains(other.Body, "Deccan") {
		t.Errorf("%s", other.Body)
	}
}

func TestTheDaysOfATermAreChecked(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	member := app.SignedInAs(app.CreateMember(nil))
	for field, board := range map[string]form{
		"boards.0.appointedOn":  {"company": "A Ltd", "appointedOn": "2023-02-30"},
		"boards.0.lastDay":      {"company": "A Ltd", "appointedOn": "2023-04-01", "lastDay": "2023-03-31"},
		"boards.0.secondTermOn": {"company": "A Ltd", "appointedOn": "2023-04-01", "secondTermOn": "2023-04-01"},
		"boards.0.category":     {"company": "A Ltd", "category": "chair"},
		"boards.0.companyType":  {"company": "A Ltd", "companyType": "trust"},
	} {
		answer := member.Send(http.MethodPatch, "/api/user", form{"boards": []form{board}})
		expect(t, answer, http.StatusBadRequest)
		if answer.Field(field) == "" {
			t.Errorf("%s: %s", field, answer.Body)
		}
	}
	answer := member.Send(http.MethodPatch, "/api/user",
		form{"boards": []form{{"company": "A Ltd", "secondTermOn": "2023-04-01"}}})
	if answer.Field("boards.0.appointedOn") == "" {
		t.Errorf("a second term without a first: %s", answer.Body)
	}
}

func TestAMemberIsRemindedOnceBeforeATermEnds(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	boards := []form{
		{"company": "Deccan Steel Ltd", "category": "independent", "appointedOn": day(app, -5, 5, 0)},
		{"company": "Sahyadri Foods Ltd", "category": "independent", "appointedOn": day(app, -2, 0, 0)},
	}
	join := func(values form) (*testapp.Visitor, string) {
		account := app.CreateMember(values)
		v := app.SignedInAs(account)
		expect(t, v.Send(http.MethodPatch, "/api/user", form{"boards": boards}), http.StatusOK)
		return v, account.Email()
	}
	member, address := join(nil)
	former := app.CreateAccount("users", nil)
	expect(t, app.SignedInAs(former).Send(http.MethodPatch, "/api/user", form{"boards": boards}), http.StatusOK)
	closed := app.CreateMember(nil)
	expect(t, app.SignedInAs(closed).Send(http.MethodPatch, "/api/user", form{"boards": boards}), http.StatusOK)
	closed.Set("isActive", false)
	if err := app.PB.Save(closed); err != nil {
		t.Fatal(err)
	}
	remind := func() { app.RunScheduled("boardcircleTerms") }
	remind()
	remind()
	mails := app.Inbox(address)
	if len(mails) != 1 || !strings.Contains(mails[0].Subject, "Your term at Deccan Steel Ltd ends on") ||
		!strings.Contains(mails[0].Text, "special resolution") {
		t.Fatalf("%d emails: %+v", len(mails), mails)
	}
	for _, other := range []string{former.Email(), closed.Email()} {
		if mails := app.Inbox(other); len(mails) != 0 {
			t.Errorf("%s gets %s", other, mails[0].Subject)
		}
	}
	// A corrected end is reminded again; an email about the former end is not sent any more.
	boards[0]["lastDay"] = day(app, 0, 4, 0)
	expect(t, member.Send(http.MethodPatch, "/api/user", form{"boards": boards}), http.StatusOK)
	remind()
	if mails := app.Inbox(address); len(mails) != 2 {
		t.Errorf("%d emails", len(mails))
	}
	boards[0]["lastDay"] = day(app, 0, 3, 0)
	expect(t, member.Send(http.MethodPatch, "/api/user", form{"boards": boards}), http.StatusOK)
	remind()
	expect(t, member.Send(http.MethodPatch, "/api/user", form{"boards": []form{}}), http.StatusOK)
	if mails := app.Inbox(address); len(mails) != 2 {
		t.Errorf("%d emails after the board is removed", len(mails))
	}
}

// writtenDay matches a day as emails write it, such as 31 Mar 2027.
var writtenDay = regexp.MustCompile(`\d [A-Z][a-z]{2} 20\d\d`)

// The days of a term are for the member alone, so the office does not read them in the reminder either.
func TestTheOfficeDoesNotReadTheDaysOfATermInTheReminder(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	account := app.CreateMember(nil)
	expect(t, app.SignedInAs(account).Send(http.MethodPatch, "/api/user", form{"boards": []form{
		{"company": "Deccan Steel Ltd", "category": "independent", "appointedOn": day(app, -8, 4, 0),
			"secondTermOn": day(app, -5, 4, 0)},
	}}), http.StatusOK)
	app.RunScheduled("boardcircleTerms")
	office := app.SignedIn("admins", form{"role": "office"})
	// The queued subject and the subject that is stored when the email is sent.
	for range 2 {
		list := office.Get("/api/emails?kind=term-ending")
		expect(t, list, http.StatusOK)
		var rows []struct{ ID, Subject string }
		if err := json.Unmarshal([]byte(list.Body), &rows); err != nil || len(rows) != 1 {
			t.Fatalf("%v: %s", err, list.Body)
		}
		at := "/api/emails/" + rows[0].ID
		for what, answer := range map[string]testapp.Response{
			"the list": list, "the email": office.Get(at), "its HTML": office.Get(at + "/html"),
		} {
			if strings.Contains(answer.Body, "Deccan") || writtenDay.MatchString(answer.Body) {
				t.Errorf("%s shows %s", what, answer.Body)
			}
		}
		if found := office.Get("/api/emails?search=deccan"); found.Body != "[]" && !strings.Contains(found.Body, "[]") {
			t.Errorf("the search finds %s", found.Body)
		}
		mails := app.Inbox(account.Email())
		if len(mails) != 1 || !strings.Contains(mails[0].Subject, "Deccan Steel Ltd ends on ") ||
			!strings.Contains(mails[0].Text, "can appoint you again from ") ||
			strings.Contains(mails[0].Text, "hidden") {
			t.Fatalf("%+v", mails)
		}
	}
}

func TestAFailingReminderDoesNotEndTheOthers(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	boards := []form{{"company": "Deccan Steel Ltd", "category": "independent", "appointedOn": day(app, -5, 5, 0)}}
	var addresses []string
	for range 3 {
		account := app.CreateMember(nil)
		expect(t, app.SignedInAs(account).Send(http.MethodPatch, "/api/user", form{"boards": boards}), http.StatusOK)
		addresses = append(addresses, account.Email())
	}
	// The job reads the accounts in the order of their ids, which are random.
	for _, failing := range addresses {
		trigger := "CREATE TRIGGER refuse BEFORE INSERT ON email_logs WHEN NEW.emailAddress = '" + failing +
			"' BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
		for _, statement := range []string{"DELETE FROM email_logs", trigger} {
			if _, err := app.PB.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
				t.Fatal(err)
			}
		}
		app.RunScheduled("boardcircleTerms")
		if _, err := app.PB.NonconcurrentDB().NewQuery("DROP TRIGGER refuse").Execute(); err != nil {
			t.Fatal(err)
		}
		if n, err := app.PB.CountRecords("email_logs"); n != 2 || err != nil {
			t.Errorf("%d reminders are queued, %v", n, err)
		}
	}
}
