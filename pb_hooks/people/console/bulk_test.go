package console_test

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
)

const bulkPath = "/api/bulk-actions"

// bulk previews an action, starts it with the count of the preview, and returns the finished action.
func (f *fixture) bulk(body fields) map[string]any {
	f.Helper()
	body["count"] = f.want(f.office.Post(bulkPath+"/preview", body), http.StatusOK).JSON["count"]
	id := f.want(f.office.Post(bulkPath, body), http.StatusCreated).JSON["id"].(string)
	return f.bulkDone(id)
}

func (f *fixture) bulkDone(id string) map[string]any {
	f.Helper()
	f.Drain()
	done := f.want(f.office.Get(bulkPath+"/"+id), http.StatusOK).JSON
	if done["finishedAt"] == "" || done["waiting"] != 0.0 {
		f.Errorf("not finished: %v", done)
	}
	return done
}

func (f *fixture) user(name, email string, more ...fields) string {
	f.Helper()
	values := fields{"name": name, "email": email}
	for _, m := range more {
		for k, v := range m {
			values[k] = v
		}
	}
	return f.CreateAccount("users", values).Id
}

// applicant sends a nomination and returns its id.
func (f *fixture) applicant(name, email string) string {
	f.Helper()
	return f.want(f.Visitor().Post("/api/registrations", fields{
		"name": name, "email": email, "phone": "+91 22 4000 9876", "currentDesignation": "Independent Director", "companyName": "Port Trust",
		"industry": "infrastructure", "yearsOfExperience": "5-10", "directorType": "independent", "currentBoards": "Port Trust",
		"numberOfBoards": "1", "howDidYouHear": "linkedin", "whyInterested": "To learn.", "preferredMeetingFormat": "hybrid", "agreeTerms": true,
	}), http.StatusCreated).JSON["id"].(string)
}

func counts(view map[string]any) string {
	return fmt.Sprintf("done %v failed %v left out %v", view["done"], view["failed"], view["leftOut"])
}

func leftOut(preview map[string]any) string {
	text := ""
	for _, g := range preview["leftOut"].([]any) {
		group := g.(map[string]any)
		text += fmt.Sprintf("%v: %v %v; ", group["reason"], group["count"], group["names"])
	}
	return text
}

func TestPastBulkActionsAreListedWithTheirResults(t *testing.T) {
	t.Parallel()
	f := open(t)
	listOf := func(path string) (list []map[string]any) {
		t.Helper()
		if err := json.Unmarshal([]byte(f.want(f.office.Get(path), http.StatusOK).Body), &list); err != nil {
			t.Fatal(err)
		}
		return list
	}
	if got := listOf(bulkPath); len(got) != 0 {
		t.Errorf("before any: %v", got)
	}
	asha, beena := f.user("Asha Rao", "asha@example.com"), f.user("Beena Das", "beena@example.com")
	f.bulk(fields{"action": "tag", "tag": "speaker", "ids": []string{asha, beena, "gone00000000000"}})
	f.Clock.Advance(time.Minute)
	f.bulk(fields{"action": "proof_link", "ids": []string{asha}})
	list := listOf(bulkPath)
	if len(list) != 2 || list[0]["action"] != "proof_link" || list[1]["action"] != "tag" {
		t.Fatalf("%v", list)
	}
	if found := listOf(bulkPath + "?search=SPEAK"); len(found) != 1 || found[0]["id"] != list[1]["id"] {
		t.Errorf("found %v", found)
	}
	tagged := list[1]
	if got := fmt.Sprint(
		counts(tagged), " ", tagged["tag"], " ", tagged["canUndo"],
	); got != "done 2 failed 0 left out 1 speaker true" {
		t.Error(got)
	}
	if tagged["actor"] == "" || tagged["startedAt"] == "" || tagged["finishedAt"] == "" || list[0]["canUndo"] != false {
		t.Errorf("%v", list)
	}
	f.Clock.Advance(time.Minute)
	undone := f.want(f.office.Post(bulkPath+"/"+tagged["id"].(string)+"/undo", nil), http.StatusCreated).JSON["id"]
	f.Drain()
	list = listOf(bulkPath + "?page=1&perPage=3")
	if len(list) != 3 || list[2]["undoneBy"] != undone || list[2]["canUndo"] != false || list[0]["action"] != "untag" {
		t.Errorf("after the undoing: %v", list)
	}
}

func TestABulkTagIsSetAndUndone(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, beena := f.user("Asha Rao", "asha@example.com"), f.user("Beena Das", "beena@example.com")
	f.want(f.office.Send("PATCH", "/api/people/"+beena, fields{"tags": []string{"speaker"}}), http.StatusOK)
	lead := f.applicant("Chitra Sen", "chitra@example.com")
	same := f.applicant("Asha R", "asha@example.com")

	body := fields{"action": "tag", "tag": "speaker", "ids": []string{asha, beena, lead, same, "gone00000000000"}}
	preview := f.want(f.office.Post(bulkPath+"/preview", body), http.StatusOK).JSON
	if got := fmt.Sprint(
		preview["selected"], preview["count"], preview["names"], preview["password"],
	); got != "5 2 [Asha Rao Chitra Sen] false" {
		t.Errorf("the preview: %s", got)
	}
	if got := leftOut(
		preview,
	); got != "Already has this tag: 1 [Beena Das]; Is the same person as another row: 1 [Asha Rao]; No longer exists: 1 [gone00000000000]; " {
		t.Errorf("left out: %s", got)
	}
	done := f.bulk(body)
	if got := counts(done); got != "done 2 failed 0 left out 3" {
		t.Errorf("it came to: %s", got)
	}
	for _, id := range []string{asha, beena, lead} {
		if tags := fmt.Sprint(f.person(id)["tags"]); tags != "[speaker]" {
			t.Errorf("the tags of %s: %s", id, tags)
		}
	}
	rows, err := f.PB.FindRecordsByFilter("audit_log", "action = 'person.tagged' && actor = 'meera'", "", 0, 0)
	if err != nil || len(rows) != 3 { // Beena's own, and the two
		t.Errorf("%d rows of the audit log, %v", len(rows), err)
	}

	path := bulkPath + "/" + done["id"].(string)
	undo := f.want(f.office.Post(path+"/undo", nil), http.StatusCreated)
	if got := counts(f.bulkDone(undo.JSON["id"].(string))); got != "done 2 failed 0 left out 0" {
		t.Errorf("the undoing came to: %s", got)
	}
	if a, b := fmt.Sprint(f.person(asha)["tags"]), fmt.Sprint(f.person(beena)["tags"]); a != "[]" || b != "[speaker]" {
		t.Errorf("after the undoing: %s, %s", a, b)
	}
	f.want(f.office.Post(path+"/undo", nil), http.StatusConflict)
}

func TestABulkActionStartsOnlyAsPreviewed(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.user("Asha Rao", "asha@example.com")
	body := fields{"action": "tag", "tag": "speaker", "list": "users", "query": "search=asha", "count": 1}
	f.user("Asha Two", "asha2@example.com")
	f.want(f.office.Post(bulkPath, body), http.StatusConflict)
	if tags := fmt.Sprint(f.person(asha)["tags"]); tags != "[]" {
		t.Errorf("the tags: %s", tags)
	}
	for field, wrong := range map[string]fields{
		"tag":     {"action": "tag", "ids": []string{asha}, "count": 1},
		"subject": {"action": "write", "words": "Hello.", "ids": []string{asha}, "count": 1},
		"words":   {"action": "write", "subject": "Hello", "ids": []string{asha}, "count": 1},
		"ids":     {"action": "reset_link", "count": 1},
		"action":  {"action": "delete", "ids": []string{asha}, "count": 1},
		"count":   {"action": "reset_link", "ids": []string{asha}},
		"sort":    {"action": "reset_link", "list": "users", "query": "sort=password", "count": 1},
	} {
		wrong["password"] = testapp.Password
		if a := f.office.Post(bulkPath, wrong); a.Status != http.StatusBadRequest || a.Field(field) == "" {
			t.Errorf("%s: %d %s", field, a.Status, a.Body)
		}
	}
	f.want(f.SignedIn("admins", fields{"role": "reviewer", "username": "anil"}).Post(bulkPath+"/preview", body),
		http.StatusForbidden)
}

func TestTheQueryOfAListSelectsAllItsRows(t *testing.T) {
	t.Parallel()
	f := open(t)
	for i := range 60 { // more than a page
		f.user(fmt.Sprintf("Many %d", i), fmt.Sprintf("many%d@example.com", i))
	}
	f.user("Other", "other@example.com")
	if got := counts(
		f.bulk(fields{"action": "tag", "tag": "monsoon", "list": "users", "query": "search=many&sort=name&page=2"}),
	); got != "done 60 failed 0 left out 0" {
		t.Errorf("users: %s", got)
	}
	f.applicant("Chitra Sen", "chitra@example.com")
	declined, err := f.PB.FindRecordById("registrations", f.applicant("Devi Nair", "devi@example.com"))
	if err != nil {
		t.Fatal(err)
	}
	declined.Load(fields{"status": "declined", "decidedAt": f.Clock.Now()})
	if err := f.PB.Save(declined); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{"": "1", "state=declined": "1", "state=all": "2"} {
		preview := f.want(f.office.Post(bulkPath+"/preview",
			fields{"action": "tag", "tag": "x", "list": "nominations", "query": query}), http.StatusOK).JSON
		if got := fmt.Sprint(preview["count"]); got != want {
			t.Errorf("nominations %q: %s, want %s", query, got, want)
		}
	}
}

func TestABulkDeactivationNeedsThePasswordAndSkipsProtectedAccounts(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, off := f.user("Asha Rao", "asha@example.com"), f.user("Beena Das", "beena@example.com",
		fields{"isActive": false})
	chief := f.user("Chitra Sen", "chitra@example.com", fields{"isAdmin": true})
	lead := f.applicant("Devi Nair", "devi@example.com")
	body := fields{"action": "deactivate", "ids": []string{asha, off, chief, lead}}
	preview := f.want(f.office.Post(bulkPath+"/preview", body), http.StatusOK).JSON
	if preview["password"] != true || fmt.Sprint(preview["names"]) != "[Asha Rao]" {
		t.Errorf("the preview: %v", preview)
	}
	for _, reason := range []string{"This account is already deactivated.", "This account can use the console, so only an owner can change it.", "This person has no account."} {
		if !slices.ContainsFunc(preview["leftOut"].([]any), func(g any) bool {
			return g.(map[string]any)["reason"] == reason
		}) {
			t.Errorf("nobody is left out for %q: %v", reason, preview["leftOut"])
		}
	}
	body["count"] = 1
	if a := f.office.Post(bulkPath, body); a.Status < 400 || f.person(asha)["isActive"] != "true" {
		t.Errorf("without the password: %d %s", a.Status, a.Body)
	}
	body["password"] = testapp.Password
	if got := counts(f.bulk(body)); got != "done 1 failed 0 left out 3" {
		t.Errorf("it came to: %s", got)
	}
	if f.person(asha)["isActive"] != "false" || f.person(chief)["isActive"] != "true" {
		t.Error("the wrong account is deactivated")
	}
	f.want(f.office.Post(bulkPath+"/"+f.newestBulk()+"/undo", nil), http.StatusConflict)
}

func TestBulkLinksAndEmailsListTheFailures(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, beena := f.user("Asha Rao", "asha@example.com", fields{"verified": true}), f.user("Beena Das",
		"beena@example.com", fields{"verified": false})
	if got := counts(
		f.bulk(fields{"action": "proof_link", "ids": []string{asha, beena}}),
	); got != "done 1 failed 0 left out 1" {
		t.Errorf("proof links: %s", got)
	}
	f.want(f.office.Post("/api/people/"+asha+"/reset-link", nil), http.StatusOK)
	done := f.bulk(fields{"action": "reset_link", "ids": []string{asha, beena}})
	if got := counts(done); got != "done 1 failed 1 left out 0" {
		t.Errorf("reset links: %s", got)
	}
	failed := done["problems"].([]any)[0].(map[string]any)
	if got := fmt.Sprint(
		failed["name"],
		" ",
		failed["status"],
		" ",
		failed["reason"],
	); got != "Asha Rao failed We sent a link to this address less than a minute ago, or five links in the last hour. Please wait." {
		t.Errorf("who failed: %s", got)
	}
	written := f.bulk(fields{
		"action":   "write",
		"subject":  "Your seat",
		"words":    "We have kept it.",
		"ids":      []string{asha, beena},
		"password": testapp.Password,
	})
	if got := counts(written); got != "done 2 failed 0 left out 0" {
		t.Errorf("emails: %s", got)
	}
	for email, want := range map[string][]string{"asha@example.com": {"Your seat"}, "beena@example.com": {"Your seat"}} {
		for _, subject := range want {
			if !slices.ContainsFunc(f.Inbox(email), func(m fakebrevo.Message) bool { return m.Subject == subject }) {
				t.Errorf("%s has no email %q", email, subject)
			}
		}
	}
}

// newestBulk returns the id of the latest action.
func (f *fixture) newestBulk() string {
	f.Helper()
	rows, err := f.PB.FindRecordsByFilter("bulk_actions", "", "-@rowid", 1, 0)
	if err != nil || len(rows) == 0 {
		f.Fatal(err)
	}
	return rows[0].Id
}

// Bulk emails and campaigns share one limit, however the recipients are split.
func TestABulkEmailNeedsASecondAdminAsACampaignDoes(t *testing.T) {
	t.Parallel()
	f := open(t)
	f.want(f.owner.Send("PUT", "/api/admin/settings",
		fields{"campaignApprovalAbove": "3", "password": testapp.Password}), http.StatusOK)
	ids := make([]string, 8)
	for i := range ids {
		ids[i] = f.user(fmt.Sprintf("Reader %d", i), fmt.Sprintf("reader%d@example.com", i))
	}
	write := func(ids ...string) testapp.Response {
		body := fields{
			"action":   "write",
			"subject":  "News",
			"words":    "Dear all",
			"ids":      ids,
			"count":    len(ids),
			"password": testapp.Password,
		}
		return f.office.Post(bulkPath, body)
	}
	preview := f.want(f.office.Post(bulkPath+"/preview",
		fields{"action": "write", "subject": "News", "words": "Dear all", "ids": ids[:4]}), http.StatusOK)
	if preview.JSON["isSecondAdminRequired"] != true {
		t.Errorf("the preview: %s", preview.Body)
	}
	waiting := f.want(write(ids[:4]...), http.StatusAccepted).JSON["approval"].(fields)["id"].(string)
	f.Drain()
	if n := len(f.Inbox("reader0@example.com")); n != 0 {
		t.Fatalf("%d emails without an approval", n)
	}
	f.want(f.office.Post("/api/approvals/"+waiting+"/confirm", fields{"password": testapp.Password}),
		http.StatusForbidden)
	f.want(f.owner.Post("/api/approvals/"+waiting+"/confirm", fields{"password": testapp.Password}), http.StatusOK)
	if n := len(f.Inbox("reader0@example.com")); n != 1 {
		t.Errorf("%d emails after the approval", n)
	}

	f.Clock.Advance(25 * time.Hour)
	f.want(write(ids[4:6]...), http.StatusCreated)
	refused := f.want(write(ids[6:]...), http.StatusAccepted).JSON["approval"].(fields)["id"].(string) // four in a day
	f.want(f.owner.Post("/api/approvals/"+refused+"/refuse", nil), http.StatusOK)
	if n := len(f.Inbox("reader7@example.com")); n != 0 {
		t.Errorf("%d emails after a refusal", n)
	}
	f.want(f.office.Post(bulkPath, fields{"action": "tag", "tag": "x", "ids": ids, "count": len(ids)}),
		http.StatusCreated)
}

func TestABulkGrantIsCountedGrantedOnceAndUndone(t *testing.T) {
	t.Parallel()
	f := open(t)
	tier := f.tier(500000)
	asha, beena := f.user("Asha Rao", "asha@example.com"), f.user("Beena Das", "beena@example.com")
	lead := f.applicant("Chitra Sen", "chitra@example.com")
	body := fields{
		"action": "grant", "membershipTierId": tier, "endsAt": "2027-03-31", "reason": "Speakers of the launch",
		"ids": []string{asha, beena, lead}, "password": testapp.Password,
	}
	preview := f.want(f.office.Post(bulkPath+"/preview", body), http.StatusOK).JSON
	if got := fmt.Sprint(
		preview["count"], preview["password"], preview["isSecondAdminRequired"], " ", leftOut(preview),
	); got != "2 true false This person has no account.: 1 [Chitra Sen]; " {
		t.Error(got)
	}
	for missing, field := range map[string]string{"membershipTierId": "membershipTierId", "reason": "reason"} {
		without := maps.Clone(body)
		delete(without, missing)
		if f.want(f.office.Post(bulkPath+"/preview", without), http.StatusBadRequest).Field(field) == "" {
			t.Errorf("without %s", missing)
		}
	}
	done := f.bulk(body)
	if got := counts(done); got != "done 2 failed 0 left out 1" || done["tierName"] != "Circle" {
		t.Error(got, done["tierName"])
	}
	if got := f.termsOf(); got != "asha@example.com complimentary active 2027-03-31, "+
		"beena@example.com complimentary active 2027-03-31" {
		t.Error(got)
	}
	if n := len(f.Inbox("asha@example.com")); n != 1 {
		t.Errorf("%d emails", n)
	}
	again := f.want(f.office.Post(bulkPath+"/preview", body), http.StatusOK).JSON
	if again["count"] != 0.0 {
		t.Errorf("again: %v", again)
	}
	undone := f.want(f.office.Post(bulkPath+"/"+done["id"].(string)+"/undo", nil), http.StatusCreated).JSON
	if got := counts(f.bulkDone(undone["id"].(string))); got != "done 2 failed 0 left out 0" {
		t.Error(got)
	}
	if got := f.termsOf(); got != "asha@example.com complimentary revoked 2027-03-31, "+
		"beena@example.com complimentary revoked 2027-03-31" {
		t.Error(got)
	}
	body["action"] = "end_grant"
	f.want(f.office.Post(bulkPath+"/preview", body), http.StatusBadRequest)
}

func TestABulkGrantAboveTheLimitWaitsForASecondAdmin(t *testing.T) {
	t.Parallel()
	f := open(t)
	tier := f.tier(9000000)
	asha := f.user("Asha Rao", "asha@example.com")
	body := fields{
		"action": "grant", "membershipTierId": tier, "reason": "A founder", "ids": []string{asha}, "count": 1,
		"password": testapp.Password,
	}
	second := f.SignedIn("admins", fields{"username": "second"})
	for _, decision := range []string{"refuse", "confirm"} {
		waiting := f.want(f.office.Post(bulkPath, body), http.StatusAccepted).JSON["approval"].(map[string]any)
		f.Drain()
		if got := f.termsOf(); got != "" {
			t.Fatal(got)
		}
		f.want(second.Post("/api/approvals/"+waiting["id"].(string)+"/"+decision,
			fields{"password": testapp.Password}), http.StatusOK)
		f.Drain()
	}
	if got := f.termsOf(); !strings.HasPrefix(got, "asha@example.com complimentary active ") {
		t.Error(got)
	}
}

// tier adds an annual tier with a price in paise, and returns its id.
func (f *fixture) tier(price int) string {
	f.Helper()
	collection, err := f.PB.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		f.Fatal(err)
	}
	record := core.NewRecord(collection)
	record.Load(fields{
		"name": "Circle", "slug": "circle", "price": price, "currency": "INR", "duration": "annual", "isActive": true,
	})
	if err := f.PB.Save(record); err != nil {
		f.Fatal(err)
	}
	return record.Id
}

// termsOf returns the stored terms, by the address of their members.
func (f *fixture) termsOf() string {
	f.Helper()
	var terms []string
	err := f.PB.DB().NewQuery(`SELECT email || ' ' || m.source || ' ' || state || ' ' || substr(endsAt, 1, 10)
		FROM memberships m JOIN users ON users.id = userId ORDER BY email`).Column(&terms)
	if err != nil {
		f.Fatal(err)
	}
	return strings.Join(terms, ", ")
}

// The limit for one person counts what the same admin gave them before, in a single grant or in a grant to many.
func TestABulkGrantCountsTowardsTheYearlyLimitOfEachPerson(t *testing.T) {
	t.Parallel()
	f := open(t)
	f.want(f.owner.Send("PUT", "/api/admin/settings",
		fields{"offlineSecondAdminAbove": "50000", "password": testapp.Password}), http.StatusOK)
	tier := f.tier(4000000)
	asha, beena := f.user("Asha Rao", "asha@example.com"), f.user("Beena Das", "beena@example.com")
	grant := func(id string, status int) {
		t.Helper()
		f.want(f.office.Post(bulkPath, fields{
			"action": "grant", "membershipTierId": tier, "reason": "A speaker", "ids": []string{id}, "count": 1,
			"password": testapp.Password,
		}), status)
		f.Drain()
		f.Clock.Advance(48 * time.Hour)
	}
	single := fields{"membershipTierId": tier, "reason": "A speaker"}
	f.post("/api/members/"+asha+"/memberships", single, http.StatusCreated)
	f.Clock.Advance(48 * time.Hour)
	preview := f.want(f.office.Post(bulkPath+"/preview", fields{"action": "grant", "membershipTierId": tier,
		"reason": "A speaker", "ids": []string{asha}}), http.StatusOK).JSON
	if preview["isSecondAdminRequired"] != true {
		t.Errorf("the preview: %v", preview)
	}
	grant(asha, http.StatusAccepted)
	grant(beena, http.StatusCreated)
	f.post("/api/members/"+beena+"/memberships", single, http.StatusAccepted)
}

func TestUndoingAGrantEndsTheTermsOfPeopleWhoWereMergedSince(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, same := f.user("Asha Rao", "asha@example.com"), f.user("Asha R", "asha.rao@example.com")
	done := f.bulk(fields{
		"action": "grant", "membershipTierId": f.tier(500000), "reason": "Speakers", "ids": []string{asha, same},
		"password": testapp.Password,
	})
	f.want(f.owner.Post("/api/people/"+asha+"/merge",
		fields{"otherId": same, "preview": false, "password": testapp.Password}), http.StatusOK)
	undone := f.want(f.office.Post(bulkPath+"/"+done["id"].(string)+"/undo", nil), http.StatusCreated).JSON
	if got := counts(f.bulkDone(undone["id"].(string))); got != "done 2 failed 0 left out 0" {
		t.Error(got)
	}
	if got := f.termsOf(); strings.Count(got, "revoked") != 2 {
		t.Error(got)
	}
}
