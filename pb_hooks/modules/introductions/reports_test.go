package introductions_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

const reportsPath = "/api/reports"

// write writes a message and returns its id.
func (f *fixture) write(m *member, at, text string) string {
	f.Helper()
	return f.ok(m.Post(at+"/messages", fields{"text": text}))["id"].(string)
}

func reportOf(id string) fields {
	return fields{"subject": "message", "subjectId": id, "reason": "harassment", "details": "Please look at it."}
}

// isRemoved returns whether the newest message of a conversation is removed, and its text.
func (f *fixture) isRemoved(m *member, at string) (bool, string) {
	f.Helper()
	answer := m.Get(at + "/messages")
	f.ok(answer)
	var rows []struct {
		Text      string
		IsRemoved bool
	}
	if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil || len(rows) == 0 {
		f.Fatal(answer.Body, err)
	}
	return rows[0].IsRemoved, rows[0].Text
}

func TestOnlyTheReaderOfAMessageReportsIt(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina, third := f.member("Asha Rao"), f.member("Bina Shah"), f.member("Chitra")
	id := f.write(bina, f.introduce(asha, bina), "You are a fool.")
	f.introduce(third, bina)
	unknown := asha.Post(reportsPath, reportOf("unknownmessage0"))
	for who, answer := range map[string]testapp.Response{
		"a member of another conversation": third.Post(reportsPath, reportOf(id)),
		"a member with an unknown id":      unknown,
	} {
		if answer.Status != http.StatusNotFound || answer.Body != unknown.Body {
			t.Errorf("%s: %d %s", who, answer.Status, answer.Body)
		}
	}
	for who, answer := range map[string]testapp.Response{
		"a visitor": f.Visitor().Post(reportsPath, reportOf(id)), "the office": f.office.Post(reportsPath, reportOf(id)),
		"a user without a membership": f.SignedIn("users", nil).Post(reportsPath, reportOf(id)),
	} {
		if answer.Status != http.StatusUnauthorized && answer.Status != http.StatusForbidden {
			t.Errorf("%s: %d %s", who, answer.Status, answer.Body)
		}
	}
	f.expect("its author", bina.Post(reportsPath, reportOf(id)).Status, http.StatusConflict)
	f.expect("its reader", asha.Post(reportsPath, reportOf(id)).Status, http.StatusCreated)
	f.expect("its reader again", asha.Post(reportsPath, reportOf(id)).Status, http.StatusConflict)
}

func TestTheSenderOfAMessageCannotPreventAReport(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	at := f.introduce(asha, bina)
	first, second := f.write(bina, at, "You are a fool."), f.write(bina, at, "And a liar.")
	f.ok(bina.Post(at+"/close", nil))
	f.ok(bina.Post("/api/directory/"+asha.person+"/block", nil))
	f.expect("the messages after a block", len(f.messages(asha, at)), 2)
	f.expect("after a block", asha.Post(reportsPath, reportOf(first)).Status, http.StatusCreated)
	f.ok(bina.Post("/api/profile/withdraw", nil))
	f.expect("after the profile was withdrawn", asha.Post(reportsPath, reportOf(second)).Status, http.StatusCreated)
}

func TestTheOfficeRemovesAReportedMessageForBoth(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	at := f.introduce(asha, bina)
	id := f.write(bina, at, "You are a fool.")
	report := "/api/admin/reports/" + f.ok(asha.Post(reportsPath, reportOf(id)))["id"].(string)
	seen := f.ok(f.office.Get(report))
	for name, want := range map[string]any{
		"subject": "message", "subjectId": id, "text": "You are a fool.", "otherId": bina.person, "otherName": "Bina Shah",
		"reporterId": asha.person, "reporterName": "Asha Rao", "parentId": "",
	} {
		f.expect(name, seen[name], want)
	}
	if title, _ := seen["title"].(string); !strings.HasPrefix(title, "Message of ") || !strings.HasSuffix(title, " IST") {
		t.Errorf("the title is %q", title)
	}
	// A report changes nothing that the sender sees, and sends the sender no email.
	before := len(f.Inbox(bina.account.Email()))
	if isRemoved, text := f.isRemoved(bina, at); isRemoved || text != "You are a fool." {
		t.Errorf("before the decision the sender reads %v %q", isRemoved, text)
	}

	decided := f.ok(f.office.Post(report+"/decide", fields{"decision": "content-removed", "note": "It is an insult.",
		"message": "Please be kind."}))
	f.expect("the copy", decided["text"], "You are a fool.")
	f.expect("whether it can be restored", decided["canReverse"], false)
	for _, m := range []*member{asha, bina} {
		if isRemoved, text := f.isRemoved(m, at); !isRemoved || text != "" {
			t.Errorf("%s reads %v %q", m.name, isRemoved, text)
		}
	}
	record, err := f.PB.FindRecordById("introduction_messages", id)
	if err != nil || record.GetString("text") != "" {
		t.Errorf("stored: %v, %v", record, err)
	}
	mails := f.Inbox(bina.account.Email())
	if len(mails) != before+1 || mails[0].Subject != "A message from the office about your message" ||
		!strings.Contains(mails[0].Text, "Please be kind.") || strings.Contains(mails[0].Text+mails[0].HTML, "Asha") {
		t.Errorf("the sender got %d emails, the last one is %+v", len(mails)-before, mails[0])
	}
	f.expect("the reader's email", f.subjects(asha)[0], "The office has decided about your report")
	audit := f.SignedIn("admins", nil).Get("/api/audit")
	f.ok(audit)
	if !strings.Contains(audit.Body, "introduction.message-removed") || strings.Contains(audit.Body, "fool") {
		t.Errorf("the audit log: %s", audit.Body)
	}
	f.expect("a report of a removed message", asha.Post(reportsPath, reportOf(id)).Status, http.StatusNotFound)
	f.ok(asha.Post(at+"/messages", fields{"text": "The conversation continues."}))
}

func TestAMessageStaysIfTheOfficeFindsNothing(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha, bina := f.member("Asha Rao"), f.member("Bina Shah")
	at := f.introduce(asha, bina)
	id := f.write(bina, at, "Shall we speak on Tuesday?")
	report := "/api/admin/reports/" + f.ok(asha.Post(reportsPath, reportOf(id)))["id"].(string)
	before := len(f.Inbox(bina.account.Email()))
	f.ok(f.office.Post(report+"/decide", fields{"decision": "none", "note": "It is polite."}))
	if isRemoved, text := f.isRemoved(asha, at); isRemoved || text != "Shall we speak on Tuesday?" {
		t.Errorf("the reader sees %v %q", isRemoved, text)
	}
	f.expect("the sender's emails", len(f.Inbox(bina.account.Email())), before)
}
