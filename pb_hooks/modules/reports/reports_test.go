package reports_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/states/statestest"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/modules/reports"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "reports.go", reports.Transitions, reports.Open)
}

func TestAReportIsAcknowledgedAtOnceAndSeenByTheOfficeOnly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.Inbox(officeAdmin)
	before := len(f.Inbox(f.meeras.Email()))
	path := f.report("comment", f.comment, "harassment")
	// A later removal does not change the copy.
	f.must(f.meera.Send(http.MethodDelete, "/api/polls/"+f.poll+"/comments/"+f.comment, nil), http.StatusNoContent)
	seen := f.must(f.office.Get(path), http.StatusOK)
	for name, want := range map[string]any{
		"text": "You are fools.", "title": "Comment on paragraph 1 of “The draft”", "details": "Please look at it.",
		"otherName": "Meera Iyer", "reporterName": "Asha Rao", "parentId": f.poll, "otherId": f.person, "state": "open",
		"isOverdue": false,
	} {
		if seen.JSON[name] != want {
			t.Errorf("%s: %v, want %v", name, seen.JSON[name], want)
		}
	}
	mine := f.mail(f.ashas.Email(), "received your report")
	if strings.Contains(mine, "Meera") || strings.Contains(mine, "fools") {
		t.Errorf("%s", mine)
	}
	office := f.mail(officeAdmin, "a comment: harassment")
	if !strings.Contains(office, strings.TrimPrefix(path, "/api")) || strings.Contains(office, "Meera") ||
		strings.Contains(office, "Asha") {
		t.Errorf("%s", office)
	}
	if mails := f.Inbox(f.meeras.Email()); len(mails) != before {
		t.Errorf("the reported member got %q", mails[0].Subject)
	}
	for _, member := range []*testapp.Visitor{f.asha, f.meera} {
		for _, at := range []string{path, "/api/admin/reports"} {
			if answer := member.Get(at); answer.Status < 400 {
				t.Errorf("a member reads %s: %s", at, answer.Body)
			}
		}
	}
}

func TestOnlyWhatAMemberSeesCanBeReported(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	post := func(by *testapp.Visitor, subject, id string) testapp.Response {
		return by.Post("/api/reports", fields{"subject": subject, "subjectId": id, "reason": "spam"})
	}
	for subject, id := range map[string]string{"profile": f.person, "comment": f.comment, "board-seat": f.board} {
		f.must(post(f.meera, subject, id), http.StatusConflict) // her own
		f.must(post(f.asha, subject, "unknown"), http.StatusNotFound)
		f.must(post(f.asha, subject, id), http.StatusCreated)
		f.must(post(f.asha, subject, id), http.StatusConflict) // again
	}
	other := f.SignedInAs(f.CreateMember(nil))
	f.must(f.meera.Post("/api/profile/withdraw", nil), http.StatusOK)
	f.must(post(other, "profile", f.person), http.StatusNotFound)
	f.must(f.meera.Post("/api/board-seats/"+f.board+"/withdraw", nil), http.StatusOK)
	f.must(post(other, "board-seat", f.board), http.StatusNotFound)
	f.must(f.meera.Send(http.MethodDelete, "/api/polls/"+f.poll+"/comments/"+f.comment, nil), http.StatusNoContent)
	f.must(post(other, "comment", f.comment), http.StatusNotFound)
	f.must(f.asha.Post("/api/reports", fields{"subject": "profile", "subjectId": f.person}), http.StatusBadRequest)
}

func TestAMemberCanReportAPersonAfterBlockingThem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other := f.record("users", f.ashas.Id).GetString("person")
	f.must(f.asha.Post("/api/directory/"+f.person+"/block", nil), http.StatusNoContent)
	seen := f.must(f.office.Get(f.report("profile", f.person, "harassment")), http.StatusOK)
	if seen.JSON["otherName"] != "Meera Iyer" || !strings.Contains(seen.JSON["text"].(string), "I sell watches.") {
		t.Errorf("%s", seen.Body)
	}
	// The person who is blocked cannot report in return what they do not see.
	f.must(f.meera.Post("/api/reports", fields{"subject": "profile", "subjectId": other, "reason": "spam"}),
		http.StatusNotFound)

	reporter := f.CreateMember(nil)
	f.asha = f.SignedInAs(reporter)
	f.must(f.asha.Post("/api/directory/"+f.person+"/block", nil), http.StatusNoContent)
	f.must(f.meera.Post("/api/profile/withdraw", nil), http.StatusOK)
	seen = f.must(f.office.Get(f.report("profile", f.person, "harassment")), http.StatusOK)
	if seen.JSON["text"] != "" {
		t.Errorf("the report has a copy of a withdrawn profile: %s", seen.Body)
	}
}

func TestADecisionRemovesTheContentAndTellsBothSides(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	decide := func(path, decision, message string) testapp.Response {
		return f.office.Post(path+"/decide", fields{"decision": decision, "note": "We have checked it.", "message": message})
	}
	for subject, id := range map[string]string{"profile": f.person, "comment": f.comment, "board-seat": f.board} {
		path := f.report(subject, id, "spam")
		f.must(decide(path, "content-removed", ""), http.StatusBadRequest)
		answer := f.must(decide(path, "content-removed", "It advertises."), http.StatusOK)
		if answer.JSON["state"] != "decided" || answer.JSON["note"] != "We have checked it." ||
			answer.JSON["canReverse"] != (subject == "profile") || answer.JSON["decidedBy"] == "" {
			t.Errorf("%s", answer.Body)
		}
		f.must(decide(path, "none", ""), http.StatusConflict)
		f.must(decide("/api/admin/reports/unknown", "none", ""), http.StatusNotFound)
		mail := f.mail(f.ashas.Email(), "has decided")
		if !strings.Contains(mail, "have acted on") || strings.Contains(mail, "Meera") ||
			strings.Contains(mail, "advertises") {
			t.Errorf("%s", mail)
		}
		warning := f.mail(f.meeras.Email(), "from the office about your "+strings.ReplaceAll(subject, "-", " "))
		if !strings.Contains(warning, "It advertises.") || strings.Contains(warning, "Asha") {
			t.Errorf("%s", warning)
		}
	}
	f.must(f.asha.Get("/api/directory/"+f.person), http.StatusNotFound)
	f.must(f.asha.Get("/api/board-seats/"+f.board), http.StatusNotFound)
	if comments := f.asha.Get("/api/polls/" + f.poll + "/comments"); strings.Contains(comments.Body, "fools") {
		t.Errorf("%s", comments.Body)
	}
	f.must(f.meera.Post("/api/profile/publish", fields{"wording": "directory-2026-11-fields", "agree": true}),
		http.StatusConflict)
}

func TestOpenReportsComeFirstAndAreFoundByName(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	decided := f.report("board-seat", f.board, "intimate-image")
	f.must(f.office.Post(decided+"/decide", fields{"decision": "none", "note": "There is no image."}), http.StatusOK)
	open := f.report("comment", f.comment, "spam")
	for _, query := range []string{"", "?search=meera", "?search=asha"} {
		list := f.must(f.office.Get("/api/admin/reports"+query), http.StatusOK).Body
		first := strings.Index(list, strings.TrimPrefix(open, "/api/admin/reports/"))
		if last := strings.Index(list, strings.TrimPrefix(decided, "/api/admin/reports/")); first < 0 || last < first {
			t.Errorf("%s: %s", query, list)
		}
	}
	if list := f.must(f.office.Get("/api/admin/reports?search=zoya"), http.StatusOK); strings.TrimSpace(list.Body) != "[]" {
		t.Errorf("%s", list.Body)
	}
}

func TestASuspendedProfileCanBeRestored(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.report("profile", f.person, "impersonation")
	f.must(f.office.Post(path+"/reverse", nil), http.StatusConflict)
	f.must(f.office.Post(path+"/decide", fields{"decision": "content-removed", "note": "So it is.", "message": "Who?"}),
		http.StatusOK)
	if answer := f.must(f.office.Post(path+"/reverse", nil), http.StatusOK); answer.JSON["state"] != "reversed" {
		t.Errorf("%s", answer.Body)
	}
	f.must(f.office.Post(path+"/reverse", nil), http.StatusConflict)
	f.mail(f.meeras.Email(), "publish your directory profile again")
	f.must(f.asha.Get("/api/directory/"+f.person), http.StatusNotFound)
	f.publish()
	f.must(f.asha.Get("/api/directory/"+f.person), http.StatusOK)
}

func TestAnAdminDoesNotWorkOnAReportAboutThemselves(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.report("comment", f.comment, "harassment")
	reported := f.SignedIn("admins", fields{"role": "office", "email": f.meeras.Email()})
	f.report("profile", f.person, "spam")
	if mails := f.Inbox(f.meeras.Email()); strings.Contains(mails[0].Subject, "reported") {
		t.Errorf("the reported admin got %q", mails[0].Subject)
	}
	f.mail(officeAdmin, "a profile: spam")
	if mails := f.Inbox(testapp.AdminEmail); len(mails) > 0 {
		t.Errorf("the office's address got %q", mails[0].Subject)
	}
	f.must(reported.Get(path), http.StatusNotFound)
	f.must(reported.Post(path+"/decide", fields{"decision": "none", "note": "Nothing here."}), http.StatusNotFound)
	f.must(reported.Post(path+"/reverse", nil), http.StatusNotFound)
	if list := f.must(reported.Get("/api/admin/reports"), http.StatusOK); strings.TrimSpace(list.Body) != "[]" ||
		list.Header.Get("X-Total-Count") != "0" {
		t.Errorf("%s", list.Body)
	}
	f.must(f.office.Post(path+"/decide", fields{"decision": "membership-review", "note": "Meera insults members."}),
		http.StatusOK)
	entries := f.must(reported.Get("/api/audit"), http.StatusOK)
	if !strings.Contains(entries.Body, "report.decided") {
		t.Errorf("the audit log has no decision: %s", entries.Body)
	}
	for _, secret := range []string{"insults", "fools", "Please look", "Meera Iyer"} {
		if strings.Contains(entries.Body, secret) {
			t.Errorf("the audit log has %q: %s", secret, entries.Body)
		}
	}
}

// allowed are the times to decide.
var allowed = map[string]time.Duration{
	"intimate-image": 2 * time.Hour, "danger": 36 * time.Hour, "harassment": 36 * time.Hour,
	"impersonation": 36 * time.Hour, "spam": 7 * 24 * time.Hour, "false-information": 7 * 24 * time.Hour,
	"other": 7 * 24 * time.Hour,
}

// TestReportsAreDecidedOnceInTheOrderOfTheirTime plays random histories of reports and compares the list, the reminder
// and each answer with a model.
func TestReportsAreDecidedOnceInTheOrderOfTheirTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	type report struct {
		id       string
		due      time.Time
		state    reports.State
		reporter *testapp.Visitor
	}
	var model []*report
	var reporters [4]*testapp.Visitor
	for n := range reporters {
		reporters[n] = f.SignedInAs(f.CreateMember(nil))
	}
	rapid.Check(t, func(r *rapid.T) {
		for range rapid.IntRange(1, 8).Draw(r, "steps") {
			f.Clock.Advance(time.Duration(rapid.IntRange(1, 20).Draw(r, "hours")) * time.Hour)
			var open []*report
			for _, known := range model {
				if known.state == reports.Open {
					open = append(open, known)
				}
			}
			if len(open) == 0 || len(open) < 4 && rapid.Bool().Draw(r, "reports") {
				reason := rapid.SampledFrom([]string{"intimate-image", "danger", "harassment", "impersonation", "spam",
					"false-information", "other"}).Draw(r, "reason")
				// A member has one open report about something.
				reporter := reporters[slices.IndexFunc(reporters[:], func(v *testapp.Visitor) bool {
					return !slices.ContainsFunc(open, func(m *report) bool { return m.reporter == v })
				})]
				answer := reporter.Post("/api/reports", fields{"subject": "comment", "subjectId": f.comment, "reason": reason})
				if answer.Status != http.StatusCreated {
					r.Fatalf("%d %s", answer.Status, answer.Body)
				}
				due := f.Clock.Now().Add(allowed[reason])
				model = append(model, &report{answer.JSON["id"].(string), due, reports.Open, reporter})
			} else {
				chosen := rapid.SampledFrom(model).Draw(r, "report")
				answer := f.office.Post("/api/admin/reports/"+chosen.id+"/decide",
					fields{"decision": rapid.SampledFrom([]string{"none", "membership-review"}).Draw(r, "decision"), "note": "So."})
				if succeeds := chosen.state == reports.Open; succeeds != (answer.Status == http.StatusOK) {
					r.Fatalf("%v: %d %s", chosen, answer.Status, answer.Body)
				}
				chosen.state = reports.Decided
			}
			open = slices.DeleteFunc(slices.Clone(model), func(m *report) bool { return m.state != reports.Open })
			slices.SortStableFunc(open, func(a, b *report) int { return a.due.Compare(b.due) })
			var listed []struct {
				ID        string
				IsOverdue bool
			}
			answer := f.office.Get("/api/admin/reports?state=open")
			if err := json.Unmarshal([]byte(answer.Body), &listed); err != nil || len(listed) != len(open) {
				r.Fatalf("%v, %s", err, answer.Body)
			}
			overdue := 0
			for i, want := range open {
				isOverdue := !want.due.After(f.Clock.Now())
				// Two reports can be due at the same time.
				if listed[i].IsOverdue != isOverdue || !slices.ContainsFunc(open, func(m *report) bool {
					return m.id == listed[i].ID && m.due.Equal(want.due)
				}) {
					r.Fatalf("row %d is %v, want %v", i, listed[i], want)
				}
				if isOverdue {
					overdue++
				}
			}
		}
	})
}

func TestTheOfficeIsRemindedOfOverdueReportsOnceADay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.report("comment", f.comment, "spam")
	remind := func() (reminders int) {
		f.RunScheduled("boardcircleReports")
		for _, mail := range f.Inbox(officeAdmin) {
			if strings.Contains(mail.Subject, "1 report is overdue") {
				reminders++
			}
		}
		return reminders
	}
	if n := remind(); n != 0 {
		t.Errorf("%d reminders before the time is over", n)
	}
	f.Clock.Advance(8 * 24 * time.Hour)
	remind()
	if n := remind(); n != 1 {
		t.Errorf("%d reminders on one day", n)
	}
	f.Clock.Advance(24 * time.Hour)
	if n := remind(); n != 2 {
		t.Errorf("%d reminders on two days", n)
	}
	f.must(f.office.Post(path+"/decide", fields{"decision": "none", "note": "Fine."}), http.StatusOK)
	f.Clock.Advance(24 * time.Hour)
	if n := remind(); n != 2 {
		t.Errorf("%d reminders after the decision", n)
	}
}

func TestTheOfficesAddressIsToldIfNoAdminMayDecide(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	office, err := f.PB.FindAuthRecordByEmail("admins", officeAdmin)
	if err != nil {
		t.Fatal(err)
	}
	// The only admin with an address is the reported person.
	office.SetEmail(f.meeras.Email())
	if err := f.PB.Save(office); err != nil {
		t.Fatal(err)
	}
	f.report("comment", f.comment, "harassment")
	f.mail(testapp.AdminEmail, "a comment: harassment")
	f.Clock.Advance(37 * time.Hour)
	f.RunScheduled("boardcircleReports")
	f.mail(testapp.AdminEmail, "1 report is overdue")
	for _, mail := range f.Inbox(f.meeras.Email()) {
		if strings.Contains(mail.Subject, "report") {
			t.Errorf("the reported admin got %q", mail.Subject)
		}
	}
}

// nameAdmins sends the addresses of the two admins for reports to the settings.
func (f *fixture) nameAdmins(first, second string) testapp.Response {
	f.Helper()
	owner := f.SignedIn("admins", fields{"role": "owner"})
	return owner.Send(http.MethodPut, "/api/admin/settings", fields{"reportEmail": first, "secondReportEmail": second,
		"password": testapp.Password})
}

func TestOnlyTheNamedAdminsGetEmailsAboutReports(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const first, second = "first@example.com", "second@example.com"
	firsts := f.SignedIn("admins", fields{"role": "office", "email": first})
	seconds := f.SignedIn("admins", fields{"role": "owner", "email": second})
	f.CreateAccount("admins", fields{"role": "editor", "email": "editor@example.com"})
	for addresses, field := range map[[2]string]string{
		{first, ""}:                   "secondReportEmail",
		{"", second}:                  "reportEmail",
		{first, first}:                "secondReportEmail",
		{"editor@example.com", first}: "reportEmail",
		{first, "no.one@example.com"}: "secondReportEmail",
	} {
		if answer := f.nameAdmins(addresses[0], addresses[1]); answer.Status != http.StatusBadRequest || answer.Field(field) == "" {
			t.Errorf("%q: %d %s", addresses, answer.Status, answer.Body)
		}
	}
	withoutPassword := f.SignedIn("admins", fields{"role": "owner"}).Send(http.MethodPut, "/api/admin/settings",
		fields{"reportEmail": first, "secondReportEmail": second})
	if withoutPassword.Status != http.StatusBadRequest || withoutPassword.Field("password") == "" {
		t.Errorf("without a password: %d %s", withoutPassword.Status, withoutPassword.Body)
	}
	f.must(f.nameAdmins("First@example.com", second), http.StatusOK)
	recipients := func(subject string) (addresses []string) {
		t.Helper()
		for _, address := range []string{officeAdmin, first, second, testapp.AdminEmail} {
			for _, mail := range f.Inbox(address) {
				if strings.Contains(mail.Subject, subject) {
					addresses = append(addresses, address)
				}
			}
		}
		return addresses
	}
	expect := func(subject string, want ...string) {
		t.Helper()
		if got := recipients(subject); !slices.Equal(got, want) {
			t.Errorf("%q went to %q, want %q", subject, got, want)
		}
	}
	comment := f.report("comment", f.comment, "harassment")
	expect("a comment: harassment", first, second)
	profile := f.report("profile", f.person, "spam")
	f.must(firsts.Post(comment+"/decide", fields{"decision": "none", "note": "It is polite."}), http.StatusOK)
	f.must(seconds.Post(profile+"/decide", fields{"decision": "none", "note": "It is true."}), http.StatusOK)

	// The first admin is the reported person.
	f.changeAdmin(first, "email", f.meeras.Email())
	f.must(f.nameAdmins(f.meeras.Email(), second), http.StatusOK)
	f.report("comment", f.comment, "impersonation")
	expect("a comment: impersonation", second)

	// The second admin may no longer decide, so all other admins who may decide get the email.
	f.changeAdmin(second, "email", "")
	f.report("profile", f.person, "impersonation")
	expect("a profile: impersonation", officeAdmin)
	for _, mail := range f.Inbox(f.meeras.Email()) {
		if strings.Contains(mail.Subject, "impersonation") {
			t.Errorf("the reported admin got %q", mail.Subject)
		}
	}
}

// changeAdmin changes a field of the admin with an email address.
func (f *fixture) changeAdmin(email, field, value string) {
	f.Helper()
	admin, err := f.PB.FindAuthRecordByEmail("admins", email)
	if err != nil {
		f.Fatal(err)
	}
	admin.Set(field, value)
	if err := f.PB.Save(admin); err != nil {
		f.Fatal(err)
	}
}

func TestAllAdminsWhoMayDecideGetTheEmailIfOneNamedAdminMayNot(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const first, second = "first@example.com", "second@example.com"
	f.CreateAccount("admins", fields{"role": "office", "email": first})
	f.CreateAccount("admins", fields{"role": "office", "email": second})
	f.must(f.nameAdmins(first, second), http.StatusOK)
	f.changeAdmin(second, "role", "editor")
	f.report("comment", f.comment, "harassment")
	for address, want := range map[string]int{first: 1, officeAdmin: 1, second: 0} {
		got := 0
		for _, mail := range f.Inbox(address) {
			if strings.Contains(mail.Subject, "a comment: harassment") {
				got++
			}
		}
		if got != want {
			t.Errorf("%s got %d emails about the report, want %d", address, got, want)
		}
	}
}

func TestTheOfficesAddressGetsNoEmailAboutAReportOfItsOwner(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.changeAdmin(officeAdmin, "email", f.meeras.Email())
	owner := f.SignedIn("admins", fields{"role": "owner"})
	f.must(owner.Send(http.MethodPut, "/api/admin/settings", fields{"notificationEmail": f.meeras.Email(),
		"password": testapp.Password}), http.StatusOK)
	f.report("comment", f.comment, "harassment")
	for _, mail := range f.Inbox(f.meeras.Email()) {
		if strings.Contains(mail.Subject, "a comment") {
			t.Errorf("the reported person got %q", mail.Subject)
		}
	}
}

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	life := func() {
		reporter := f.SignedInAs(f.CreateMember(nil))
		id := f.id(reporter.Post("/api/reports", fields{"subject": "comment", "subjectId": f.comment, "reason": "spam"}))
		f.must(f.office.Get("/api/admin/reports?state=open"), http.StatusOK)
		f.must(f.office.Get("/api/admin/reports/"+id), http.StatusOK)
		f.must(f.office.Post("/api/admin/reports/"+id+"/decide", fields{"decision": "none", "note": "Fine."}),
			http.StatusOK)
		f.RunScheduled("boardcircleReports")
	}
	fill := "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO reports (id, " +
		"person, other, userId, subject, subjectId, reason, state, decideBy, createdAt) SELECT 'fill' || i, 'p' || i, " +
		"'o' || i, 'u' || i, 'comment', 'c' || i, 'spam', 'decided', '2020-01-01', '2020-01-01' FROM n"
	for _, statement := range []string{fill, "ANALYZE"} {
		statements := queryplan.Capture(f.PB, life)
		if n := queryplan.AssertIndexed(t, f.PB, statements, []string{"reports"}, nil); n < 4 {
			t.Errorf("only %d statements were checked", n)
		}
		if _, err := f.PB.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	queryplan.AssertIndexed(t, f.PB, queryplan.Capture(f.PB, life), []string{"reports"}, nil)
}
