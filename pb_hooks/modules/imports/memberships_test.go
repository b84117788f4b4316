package imports_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/testapp"
)

// withTiers adds an annual tier of ₹25,000 and a lifetime tier to the fixture. The test's clock starts on 3 Aug 2026.
func (o *fixture) withTiers(limit string) {
	o.Helper()
	for _, tier := range []fields{
		{"name": "Annual Circle", "slug": "annual", "price": 2500000, "duration": "annual", "graceDays": 15},
		{"name": "Life 2", "slug": "life-2", "price": 9000000, "duration": "lifetime"},
	} {
		tier["currency"], tier["isActive"], tier["modules"] = "INR", true, modules.Circle()
		collection, err := o.PB.FindCollectionByNameOrId("membership_tiers")
		if err != nil {
			o.Fatal(err)
		}
		record := core.NewRecord(collection)
		record.Load(tier)
		if err := o.PB.Save(record); err != nil {
			o.Fatal(err)
		}
	}
	if answer := o.staff.Send(
		"PUT", "/api/admin/settings", fields{"offlineSecondAdminAbove": limit, "password": testapp.Password},
	); answer.Status != http.StatusOK {
		o.Fatalf("%d %s", answer.Status, answer.Body)
	}
}

const membershipList = "Name,Email,Plan,Valid from,Valid until\n" +
	"Asha Rao,asha@example.com,ANNUAL circle,,31-03-2027\n" +
	"Bina Das,bina@example.com,Life 2,2019-04-01,\n" +
	"Chitra Sen,chitra@example.com,,,\n" +
	"Known,known@example.com,annual-circle,15/07/2026,\n"

func TestAnImportGrantsTheMembershipsOfTheList(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	report := o.staff.Post(check, memberFile(membershipList, false)).JSON
	o.expect("the report", []any{report["memberships"], report["alreadyMembers"], report["isSecondAdminRequired"],
		report["dayFirst"]}, []any{3, 0, false, ""})
	lines := report["lines"].([]any)
	o.expect("a membership with an end", lines[0].(fields)["membership"], fields{
		"tierName": "Annual Circle", "startsAt": o.Clock.Now().UTC().Format("2006-01-02T15:04:05.000Z"),
		"endsAt": "2027-03-31T18:29:59.000Z", "outcome": "granted",
	})
	o.expect("a membership for life", lines[1].(fields)["membership"].(fields)["endsAt"], nil)
	o.expect("no membership", lines[2].(fields)["membership"], nil)
	o.expect("a membership as long as a bought one", lines[3].(fields)["membership"].(fields)["endsAt"],
		"2027-07-15T18:29:59.000Z")

	done := o.importFile(membershipList, false)
	o.expect("the import", []any{done["state"], done["created"], done["existing"], done["memberships"],
		done["alreadyMembers"]}, []any{"done", 3, 1, 3, 0})
	o.expect("the terms", o.terms(), []string{
		"asha@example.com Annual Circle import active 2027-03-31 2027-04-15 members.csv office",
		"bina@example.com Life 2 import active   members.csv office",
		"known@example.com Annual Circle import active 2027-07-15 2027-07-30 members.csv office",
	})
	o.expect("the emails", len(o.Inbox("asha@example.com"))+len(o.Inbox("known@example.com")), 0)
	o.expect("the kind of account", []any{o.account("asha@example.com").GetString("requestType"),
		o.account("chitra@example.com").GetString("requestType")}, []any{"membership", "enquiry"})
	o.expect("the log", o.auditEntries("members.imported")[0]["after"].(fields)["memberships"], 3)
	o.expect("the log of a member", len(o.auditEntries("membership.imported")), 3)
	if n := o.count("transactions"); n != 0 {
		t.Errorf("%d transactions were created", n)
	}

	again := o.importFile(membershipList, false)
	o.expect("imported again", []any{again["memberships"], again["alreadyMembers"], len(o.terms())}, []any{0, 3, 3})
	held := o.staff.Post(check, memberFile(membershipList, false)).JSON["lines"].([]any)[0].(fields)
	o.expect("a member already", held["membership"].(fields)["outcome"], "held")
}

func TestATermThatTheOfficeHasEndedIsNotImportedAgain(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	o.importFile(membershipList, false)
	asha := o.account("asha@example.com").Id
	term := o.staff.Get("/api/people/" + asha).JSON["memberships"].([]any)[0].(fields)["id"].(string)
	ended := o.staff.Post("/api/members/"+asha+"/memberships/"+term+"/end", fields{"reason": "A mistake in the list"})
	o.expect("ended", ended.Status, http.StatusOK)
	again := o.importFile(membershipList, false)
	o.expect("imported again", []any{again["memberships"], again["alreadyMembers"], len(o.terms())}, []any{0, 3, 3})
}

func TestTheInvitationNamesTheMembership(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	o.importFile(membershipList, true)
	for email, want := range map[string]string{
		// an account that has a password needs no invitation
		"known@example.com":  "we have added your membership to your account: Annual Circle",
		"asha@example.com":   "Your membership, Annual Circle, is valid until 31 Mar 2027.",
		"bina@example.com":   "Your membership, Life 2, is valid for life.",
		"chitra@example.com": "",
	} {
		emails := o.Inbox(email)
		if len(emails) != 1 || want == "" && strings.Contains(emails[0].Text, "Your membership") ||
			!strings.Contains(strings.ReplaceAll(emails[0].Text, "**", ""), want) {
			t.Errorf("%s: %d emails, %q", email, len(emails), emails[0].Text)
		}
	}
}

func TestTheInvitationOfAMemberNamesTheNextSession(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	created := o.staff.Post("/api/events", fields{
		"title": "Reading the audit report", "host": "Meera Krishnan", "capacity": 20,
		"meetingUrl": "https://meet.example.com/j/1", "startsAt": "2026-08-27T18:00",
	})
	o.expect("the status of the session",
		o.staff.Post("/api/events/"+created.JSON["id"].(string)+"/publish", nil).Status, 200)
	o.importFile(membershipList, true)
	const session = "The next session is Reading the audit report, on Thursday, 27 Aug 2026, 18:00 IST, hosted by Meera Krishnan."
	for email, want := range map[string]bool{"asha@example.com": true, "chitra@example.com": false} {
		text := o.Inbox(email)[0].Text
		o.expect(email+": the session", strings.Contains(text, session), want)
		o.expect(email+": the circle", strings.Contains(text, "http://boardcircle.test/circle"), want)
	}
}

func TestAnInvalidMembershipIsAnErrorOfItsRow(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	for cells, want := range map[string]string{
		"Gold,,":                          "tier: There is no membership tier “Gold”. The tiers are “Annual Circle”, “Life 2”",
		"Life,,":                          "tier: There is no membership tier “Life”. The tiers are “Annual Circle”, “Life 2”",
		"Annual Circle,,31-03-2026":       "end: The membership ended on 31 Mar 2026. Please give a later end, or delete the membership tier",
		"Annual Circle,01-04-2024,":       "start: The membership ended on 1 Apr 2025. Please give a later end, or delete the membership tier",
		"Annual Circle,,31-03-27":         "end: “31-03-27” is not a day. Please write it as 31-03-2027, with all four digits of the year",
		"Annual Circle,,46477":            "end: “46477” is not a day. Please write it as 31-03-2027, with all four digits of the year",
		"Annual Circle,,31-02-2027":       "end: “31-02-2027” is not a day. Please write it as 31-03-2027, with all four digits of the year",
		"Annual Circle,,03/31/2027":       "end: “03/31/2027” has the month first. Please write the day first, such as 31-03-2027",
		"Annual Circle,1-5-2027,1-4-2027": "end: The membership ends before it starts",
		",,31-03-2027":                    "end: The row has no membership tier. Please name it, or delete the day",
	} {
		report := o.staff.Post(check, memberFile("name,email,tier,start,end\nAsha,asha@example.com,"+cells+"\n", false)).JSON
		line := report["lines"].([]any)[0].(fields)
		got := ""
		for _, e := range line["errors"].([]any) {
			got += e.(fields)["column"].(string) + ": " + e.(fields)["message"].(string)
		}
		if got != want || line["outcome"] != "wrong" {
			t.Errorf("%s: %q, want %q", cells, got, want)
		}
	}
}

func TestEachFormOfADayIsRead(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	for _, day := range []string{"31-03-2027", "31/03/2027", "31.3.2027", "2027-03-31", "31-Mar-2027", "31 March 2027"} {
		report := o.staff.Post(check, memberFile("name,email,tier,end\nAsha,asha@example.com,Life 2,"+day+"\n", false)).JSON
		o.expect(day, report["lines"].([]any)[0].(fields)["membership"].(fields)["endsAt"], "2027-03-31T18:29:59.000Z")
	}
}

// A spreadsheet that was edited in another country may have the month first.
func TestADayThatCanBeReadInTwoWaysIsNotReadSilently(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	const list = "name,email,tier,end\nAsha,asha@example.com,Life 2,03/04/2027\nBina,bina@example.com,Life 2,"
	report := o.staff.Post(check, memberFile(list+"31/03/2027\n", false)).JSON
	o.expect("with the day first", []any{report["wrong"], report["dayFirst"]},
		[]any{0, "03/04/2027 is read as 3 Apr 2027"})
	report = o.staff.Post(check, memberFile(list+"03/31/2027\n", false)).JSON
	o.expect("with the month first in another row", []any{report["wrong"], report["dayFirst"]}, []any{2, ""})
	o.expect("the error", report["lines"].([]any)[0].(fields)["errors"], []fields{{"column": "end",
		"message": "“03/04/2027” can be read in two ways, because line 3 has the month first. Please write the day first in all rows"}})
}

func TestMembershipsAboveTheLimitWaitForASecondAdmin(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("50000")
	second := o.SignedIn("admins", fields{"username": "second"})
	report := o.staff.Post(check, memberFile(membershipList, false)).JSON
	o.expect("the check", report["isSecondAdminRequired"], true)

	waits := func() string {
		answer := o.staff.Post(path, memberFile(membershipList, false))
		o.expect("the answer", answer.Status, http.StatusAccepted)
		o.runJobs()
		o.expect("accounts", len(o.accounts()), 1)
		o.expect("the state", o.imports()[0]["state"], "waiting")
		o.expect("the same file again", o.staff.Post(path, memberFile(membershipList, false)).Status, http.StatusConflict)
		return answer.JSON["approval"].(fields)["id"].(string)
	}
	id := waits()
	o.expect("refused", second.Post("/api/approvals/"+id+"/refuse", nil).Status, http.StatusOK)
	o.expect("the state", o.imports()[0]["state"], "refused")
	o.expect("the files", o.count("legacy_import_files"), 0)

	waits()
	o.Clock.Advance(15 * 24 * time.Hour)
	o.Drain()
	o.expect("after two weeks", []any{o.imports()[0]["state"], o.count("legacy_import_files")}, []any{"refused", 0})

	id = waits()
	password := fields{"password": testapp.Password}
	o.expect("their own", o.staff.Post("/api/approvals/"+id+"/confirm", password).Status, http.StatusForbidden)
	o.expect("confirmed", second.Post("/api/approvals/"+id+"/confirm", password).Status, http.StatusOK)
	o.runJobs()
	done := o.imports()[0]
	o.expect("the import", []any{done["state"], done["created"], done["memberships"], done["decidedBy"]},
		[]any{"done", 3, 3, "second"})
	o.expect("a term", o.terms()[0],
		"asha@example.com Annual Circle import active 2027-03-31 2027-04-15 members.csv office, confirmed by second")
}

// The second admin confirms what the first one has seen, whatever the tiers are called afterwards.
func TestAWaitingImportGrantsTheTiersThatItNamed(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("50000")
	second := o.SignedIn("admins", fields{"username": "second"})
	answer := o.staff.Post(path, memberFile(membershipList, false))
	o.expect("the answer", answer.Status, http.StatusAccepted)
	records, err := o.PB.FindAllRecords("membership_tiers")
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range records { // all names move to another tier
		from.Set("name", "Former "+from.GetString("name"))
		if err := o.PB.Save(from); err != nil {
			t.Fatal(err)
		}
	}
	id := answer.JSON["approval"].(fields)["id"].(string)
	confirmed := second.Post("/api/approvals/"+id+"/confirm", fields{"password": testapp.Password})
	o.expect("confirmed", confirmed.Status, http.StatusOK)
	o.runJobs()
	done := o.imports()[0]
	o.expect("the import", []any{done["state"], done["created"], done["memberships"], done["wrong"]},
		[]any{"done", 3, 3, 0})
	o.expect("the term", strings.Contains(o.terms()[0], "Former Annual Circle"), true)
}

// The report of the run has the same errors as the check, also for a tier that only an invalid row names.
func TestAnInvalidRowHasTheSameErrorsInTheRun(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	const list = "name,email,tier\nAsha,no address,Life 2\nBina,bina@example.com,Annual Circle\n"
	checked := o.staff.Post(check, memberFile(list, false)).JSON["lines"].([]any)[0].(fields)["errors"].([]any)
	done := o.importFile(list, false)
	o.expect("the errors of the check", len(checked), 1)
	o.expect("the problem of the run", done["problems"].([]any)[0].(fields)["reason"],
		"email: "+checked[0].(fields)["message"].(string))
}

// An imported term starts after the grace of an earlier one, so it can start later than in the list.
func TestATermAfterTheGraceOfAnotherIsNotImportedAgain(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	row := func(start, end string) string {
		return "name,email,tier,start,end\nKnown,known@example.com,Annual Circle," + start + "," + end + "\n"
	}
	o.importFile(row("04/08/2025", "10/08/2026"), false)
	o.Clock.Advance(30 * 24 * time.Hour) // the first term is over, and so is its grace of 15 days
	renewed := row("11/08/2026", "10/08/2027")
	o.expect("renewed", o.importFile(renewed, false)["memberships"], 1)
	person := o.staff.Get("/api/people/" + o.known.Id).JSON
	for _, term := range person["memberships"].([]any) {
		if term.(fields)["state"] == "active" {
			ended := o.staff.Post("/api/members/"+o.known.Id+"/memberships/"+term.(fields)["id"].(string)+"/end",
				fields{"reason": "A mistake in the list"})
			o.expect("ended", ended.Status, http.StatusOK)
		}
	}
	again := o.importFile(renewed, false)
	o.expect("imported again", []any{again["memberships"], again["alreadyMembers"]}, []any{0, 1})
}

func TestTheCommandWaitsForASecondAdminToo(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("50000")
	name := writeFile(t, membershipList)
	output, err := o.command("import", name, "--dry-run")
	if err != nil || !strings.Contains(output, "gets “Annual Circle” until 31 Mar 2027") ||
		!strings.Contains(output, "A second administrator must confirm this import.") {
		t.Errorf("%v %s", err, output)
	}
	output, err = o.command("import", name)
	if err != nil || !strings.HasSuffix(output, "Nothing was created.") || o.imports()[0]["state"] != "waiting" {
		t.Errorf("%v %s", err, output)
	}
}

func TestTheCommandImportsMembershipsBelowTheLimit(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	output, err := o.command("import", writeFile(t, membershipList))
	if err != nil || o.imports()[0]["state"] != "done" || len(o.terms()) != 3 {
		t.Errorf("%v %s", err, output)
	}
}

// The limit for one person counts what the same admin gave them before.
func TestAnImportCountsTowardsTheYearlyLimitOfEachPerson(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("40000")
	const heading, row = "name,email,tier\n", "Known,known@example.com,Annual Circle\n"
	o.importFile(heading+row, false)
	person := "/api/people/" + o.known.Id
	term := o.staff.Get(person).JSON["memberships"].([]any)[0].(fields)["id"].(string)
	ended := o.staff.Post("/api/members/"+o.known.Id+"/memberships/"+term+"/end", fields{"reason": "A mistake"})
	o.expect("ended", ended.Status, http.StatusOK)
	o.Clock.Advance(48 * time.Hour)
	o.importFile(heading+"Asha,asha@example.com,Annual Circle\n", false)
	o.Clock.Advance(48 * time.Hour)
	renewed := memberFile("name,email,tier,end\nKnown,known@example.com,Annual Circle,31-08-2027\n", false)
	o.expect("the check", o.staff.Post(check, renewed).JSON["isSecondAdminRequired"], true)
	o.expect("the import", o.staff.Post(path, renewed).Status, http.StatusAccepted)
}

// imports returns the imports, newest first.
func (o *fixture) imports() []fields {
	o.Helper()
	var list []fields
	if err := json.Unmarshal([]byte(o.staff.Get(path).Body), &list); err != nil {
		o.Fatal(err)
	}
	return list
}

// terms returns the stored terms, by the address of their members.
func (o *fixture) terms() (terms []string) {
	o.Helper()
	err := o.PB.DB().NewQuery(`SELECT email || ' ' || tierName || ' ' || m.source || ' ' || state || ' ' ||
		substr(endsAt, 1, 10) || ' ' || substr(graceUntil, 1, 10) || ' ' || reason || ' ' || grantedBy
		FROM memberships m JOIN users ON users.id = userId ORDER BY email`).Column(&terms)
	if err != nil {
		o.Fatal(err)
	}
	return terms
}

func (o *fixture) count(table string) (n int) {
	o.Helper()
	if err := o.PB.DB().NewQuery("SELECT count(*) FROM " + table).Row(&n); err != nil {
		o.Fatal(err)
	}
	return n
}
