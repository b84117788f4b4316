package imports_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/modules/imports"
)

func TestCheckReportsEachRowAndChangesNothing(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	before := o.accounts()
	answer := o.staff.Post(check, memberFile(list, true))
	o.expect("the report", answer.JSON, fields{
		"rows":                  4,
		"new":                   2,
		"existing":              1,
		"wrong":                 1,
		"invited":               2,
		"ignored":               []string{"Board seats"},
		"isPasswordRequired":    true,
		"isCodeRequired":        false,
		"memberships":           0,
		"alreadyMembers":        0,
		"value":                 "0",
		"isSecondAdminRequired": false,
		"dayFirst":              "",
		"lines": []fields{
			{"line": 2, "name": "Asha Rao", "email": "ASHA@Example.com", "outcome": "new", "invited": true, "membership": nil},
			{"line": 3, "name": "Bina Das", "email": "bina@example.com", "outcome": "new", "invited": true, "membership": nil},
			{
				"line":    4,
				"name":    "",
				"email":   "nobody@example.com",
				"outcome": "wrong",
				"invited": false, "membership": nil,
				"errors": []fields{
					{"column": "Name", "message": "Name must be at least 2 characters"},
				},
			},
			{"line": 5, "name": "Known", "email": "known@example.com", "outcome": "exists", "invited": false, "membership": nil},
		},
	})
	o.runJobs()
	if !slices.Equal(before, o.accounts()) {
		t.Error("the accounts have changed")
	}
	o.expect("imports", o.staff.Get(path).Body, "[]\n")
	o.expect("emails", len(o.Inbox("")), 0)
}

func TestAnImportCreatesAccountsWithoutAPassword(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	before := o.known.GetString("password:hash")
	done := o.importFile(list, false)
	o.expect("the state", done["state"], "done")
	o.expect("its numbers", numbers(done), []any{4, 2, 1, 1, 0})
	o.expect("its problems", done["problems"],
		[]fields{{"line": 4, "email": "nobody@example.com", "reason": "Name: Name must be at least 2 characters"}})

	asha := o.account("asha@example.com")
	for field, want := range map[string]any{
		"name": "Asha Rao", "phone": "+919876543210", "location": "Pune", "source": "legacy", "requestType": "enquiry", "isActive": true,
		"isAdmin": false, "awaitsPassword": true,
	} {
		o.expect(field, asha.Get(field), want)
	}
	known := o.account("known@example.com")
	o.expect("the existing account",
		[]any{known.GetString("name"), known.GetString("source"), known.GetString("password:hash") == before},
		[]any{"Her Own Words", "user", true})
	for _, secret := range []string{"", "1234", testapp.Password, asha.GetString("password:hash")} {
		if answer := o.Visitor().
			Post("/api/login", fields{"email": "asha@example.com", "password": secret}); answer.Status < 400 {
			t.Errorf("%q signs in", secret)
		}
	}
	o.expect("emails", len(o.Inbox("")), 0)
	var left []string
	if err := o.PB.DB().NewQuery("SELECT content FROM legacy_import_files").Column(&left); err != nil || len(left) > 0 {
		t.Errorf("the file was not deleted: %q, %v", left, err)
	}
	o.expect("the log", o.auditEntries("members.imported"), []fields{{
		"by":    "office",
		"label": "members.csv",
		"after": fields{"rows": 4, "created": 2, "existing": 1, "wrong": 1, "invited": 0},
	}})
	o.expect("the start in the log", o.auditEntries("import.started"),
		[]fields{{"by": "office", "label": "members.csv", "after": fields{"rows": 4, "invite": false}}})
	if rows := o.staff.Get("/api/members/registered-users?search=asha").Body; !strings.Contains(rows,
		`"source":"legacy"`) {
		t.Errorf("the members' list: %s", rows)
	}
}

func TestImportingAgainChangesNoAccount(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.importFile(list, true)
	before := o.accounts()
	again := o.importFile(strings.ToUpper(list), true)
	o.expect("its numbers", numbers(again), []any{4, 0, 3, 1, 0})
	if !slices.Equal(before, o.accounts()) {
		t.Error("the accounts have changed")
	}
	o.expect("emails", len(o.Inbox("")), 2)
}

func TestAnInvitationSetsAPasswordOnce(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.expect("without invitations", numbers(o.importFile(list, false)), []any{4, 2, 1, 1, 0})
	o.expect("emails", len(o.Inbox("")), 0)
	// the invitations can be sent later
	report := o.staff.Post(check, memberFile(list, true)).JSON
	o.expect("the dry run", []any{report["new"], report["existing"], report["invited"]}, []any{0, 3, 2})
	o.expect("with invitations", numbers(o.importFile(list, true)), []any{4, 0, 3, 1, 2})

	emails := o.Inbox("asha@example.com")
	o.expect("emails", len(emails), 1)
	o.expect("all emails", len(o.Inbox("")), 2)
	_, link, found := strings.Cut(emails[0].Text, "/reset-password?token=")
	if !found || emails[0].Subject != "Choose a password for your Boardcircle account" {
		t.Fatalf("%s\n%s", emails[0].Subject, emails[0].Text)
	}
	token, _, _ := strings.Cut(link, "\n")
	o.Clock.Advance(13 * 24 * time.Hour)
	details := o.Visitor().Post("/api/reset-password/details", fields{"token": token}).JSON
	o.expect("the page of the link names no earlier password", details["hasPassword"], false)
	set := fields{"token": token, "newPassword": "Arabian Sea 42"}
	o.expect("the password is set", o.Visitor().Post("/api/reset-password", set).Status, http.StatusOK)
	o.expect("only once", o.Visitor().Post("/api/reset-password", set).Status, http.StatusBadRequest)
	o.expect("signing in", o.Visitor().Post("/api/login",
		fields{"email": "asha@example.com", "password": "Arabian Sea 42"}).Status, http.StatusOK)
	asha := o.account("asha@example.com")
	o.expect("the account", []any{asha.GetBool("awaitsPassword"), asha.GetString("source")}, []any{false, "legacy"})

	// after the link has expired, forgot-password sends a new one
	o.Clock.Advance(2 * 24 * time.Hour)
	_, link, _ = strings.Cut(o.Inbox("bina@example.com")[0].Text, "/reset-password?token=")
	token, _, _ = strings.Cut(link, "\n")
	o.expect("two weeks later", o.Visitor().Post("/api/reset-password",
		fields{"token": token, "newPassword": "Arabian Sea 42"}).Status, http.StatusBadRequest)
	o.Visitor().Post("/api/forgot-password", fields{"email": "bina@example.com"})
	o.expect("the emails", len(o.Inbox("bina@example.com")), 2)
}

func TestAnImportWithInvitationsOrMembershipsNeedsReauthentication(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	o.withTiers("500000")
	for password, want := range map[string]string{"": "Please enter your current password", "Wrong one 1": "This is not your current password"} {
		for _, body := range []fields{memberFile(list, true), memberFile(membershipList, false)} {
			o.expect("the check", o.staff.Post(check, body).JSON["isPasswordRequired"], true)
			body["password"] = password
			refused := o.staff.Post(path, body)
			o.expect("the status", refused.Status, http.StatusBadRequest)
			o.expect("the message", refused.Field("password"), want)
		}
	}
	o.expect("imports", o.staff.Get(path).Body, "[]\n")
	o.expect("with the password", o.staff.Post(path, memberFile(list, true)).Status, http.StatusCreated)
	o.expect("with the password", o.staff.Post(path, memberFile(membershipList, false)).Status, http.StatusCreated)
	accountsOnly := memberFile(members(2), false)
	delete(accountsOnly, "password")
	o.expect("the check", o.staff.Post(check, accountsOnly).JSON["isPasswordRequired"], false)
	o.expect("accounts only", o.staff.Post(path, accountsOnly).Status, http.StatusCreated)
}

func TestAnInvalidFileIsRefused(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	for content, want := range map[string]string{
		"":                      "The file is empty",
		"Asha,asha@example.com": "The first line must name the columns. It has no column for the name. Example: name,email,phone,location,state,requestType,tier,start,end",
		"name,email\nRen\ufffde,rene@example.com": "The file has lost characters: “\ufffd” is in their place, first on line 2. Please save the list again as “CSV UTF-8”",
		"name,email\x00\n":                        "This is not a CSV file in UTF-8. In a spreadsheet, save it as “CSV UTF-8”",
		strings.Repeat("x", 5<<20+1):              "The file is larger than 5 MB. Please split it",
	} {
		for _, route := range []string{check, path, path + "/wrong-rows"} {
			answer := o.staff.Post(route, memberFile(content, false))
			if answer.Status != http.StatusBadRequest || answer.Field("content") != want {
				t.Errorf("%s of %.30q: %d %.200s", route, content, answer.Status, answer.Body)
			}
		}
	}
	o.expect("an unknown import", o.staff.Get(path+"/nobodysrecord00").Status, http.StatusNotFound)
	o.expect("imports", o.staff.Get(path).Body, "[]\n")
}

// members returns a file with n members.
func members(n int) string {
	var text strings.Builder
	text.WriteString("name,email\n")
	for i := range n {
		fmt.Fprintf(&text, "Member %d,member%d@example.com\n", i, i)
	}
	return text.String()
}

func TestAnInterruptedImportContinues(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	started := o.staff.Post(path, memberFile(members(170), true)).JSON
	ctx, stop := context.WithCancel(t.Context())
	err := o.Imports.Run(ctx, started["id"].(string), func(p imports.Progress) {
		if p.Handled >= 100 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	half := o.staff.Get(path + "/" + started["id"].(string)).JSON
	o.expect("half of it", []any{half["state"], half["handled"], half["created"]}, []any{"running", 100, 100})

	// a running import of the same file is returned again
	o.expect("imported again", o.staff.Post(path, memberFile(members(170), true)).JSON["id"], started["id"])
	done := o.importFile(members(170), true)
	o.expect("the rest", append(numbers(done), done["state"]), []any{170, 170, 0, 0, 170, "done"})
	o.expect("accounts", len(o.accounts()), 171)
	o.expect("the log", len(o.auditEntries("members.imported")), 1)
}

func TestTheCommandChecksAndImports(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	name := writeFile(t, list+"Ren\x1b[31me;rene@example.com;12;;\n")
	output, err := o.command("import", name, "--dry-run", "--invite")
	o.expect("a dry run", []any{output, err},
		[]any{`line 2  Asha Rao  ASHA@Example.com  will be created, will be invited
line 3  Bina Das  bina@example.com  will be created, will be invited
line 4    nobody@example.com  invalid  Name: Name must be at least 2 characters
line 5  Known  known@example.com  already exists
line 6  Ren [31me  rene@example.com  invalid  Name: Contains a line break or another control character; Mobile: Phone number must be at least 10 digits
Columns that are not read: Board seats
Rows: 5. To create: 2. Existing: 1. Invalid: 2. Invitations: 2. Nothing was changed.`, nil})
	o.expect("accounts", len(o.accounts()), 1)

	output, err = o.command("import", name)
	o.expect("the import", []any{output, err},
		[]any{`line 4  nobody@example.com  invalid  Name: Name must be at least 2 characters
line 6  rene@example.com  invalid  Name: Contains a line break or another control character; Mobile: Phone number must be at least 10 digits
Rows: 5. Created: 2. Existing: 1. Invalid: 2. Invitations: 0.`, nil})
	o.expect("the log", o.auditEntries("members.imported")[0]["by"], "command line")

	if _, err = o.command("import", name+".none"); err == nil {
		t.Error("a missing file was imported")
	}
	if _, err = o.command("import", writeFile(t, "x")); err == nil {
		t.Error("a file without headings was imported")
	}
}

func TestTheCommandReadsEveryEncoding(t *testing.T) {
	t.Parallel()
	const windows = "The file is not in UTF-8 and was read as Windows text. Check a few names with --dry-run.\n"
	for content, notice := range map[string]string{
		"name,email\nRen\xc3\xa9e D\xe2\x80\x99Souza,rene@example.com\n":             "",
		"\xef\xbb\xbfname,email\nRen\xc3\xa9e D\xe2\x80\x99Souza,rene@example.com\n": "",
		"name,email\r\nRen\xe9e D\x92Souza,rene@example.com\r\n":                     windows,
		utf16LE("\ufeffname\temail\r\nRenée D’Souza\trene@example.com\r\n"):          "",
	} {
		o := newFixture(t)
		name := writeFile(t, content)
		output, err := o.command("import", name, "--dry-run")
		o.expect("a dry run", []any{output, err},
			[]any{notice + "line 2  Renée D’Souza  rene@example.com  will be created\n" +
				"Rows: 1. To create: 1. Existing: 0. Invalid: 0. Invitations: 0. Nothing was changed.", nil})
		output, err = o.command("import", name)
		o.expect("the import", []any{output, err},
			[]any{notice + "Rows: 1. Created: 1. Existing: 0. Invalid: 0. Invitations: 0.", nil})
		o.expect("the name", o.account("rene@example.com").GetString("name"), "Renée D’Souza")
	}

	o := newFixture(t)
	_, err := o.command("import", writeFile(t, "\ufeffname,email\nRen\xe9e,rene@example.com\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "The file has lost characters") {
		t.Errorf("marked as UTF-8 and broken: %v", err)
	}
	_, err = o.command("import", writeFile(t, utf16LE("\ufeffname,email\n"+strings.Repeat("x", 3<<20))))
	if err == nil || err.Error() != "The file is larger than 5 MB. Please split it" {
		t.Errorf("too large before it is read: %.200v", err)
	}
}

func utf16LE(text string) string {
	var bytes []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		bytes = append(bytes, byte(unit), byte(unit>>8))
	}
	return string(bytes)
}

func TestTheExampleIsAValidFile(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	example := o.staff.Get(path + "/example")
	if example.Status != http.StatusOK ||
		example.Header.Get("Content-Disposition") != `attachment; filename="members-example.csv"` {
		t.Fatalf("%d %v", example.Status, example.Header)
	}
	head, _, _ := strings.Cut(example.Body, "\r\n")
	if head != "\ufeffname,email,phone,location,state,requestType,tier,start,end" {
		t.Errorf("the headings are %q", head)
	}
	report := o.staff.Post(check, memberFile(example.Body, false)).JSON
	o.expect("the report", []any{report["rows"], report["new"], report["wrong"], report["ignored"]},
		[]any{2, 2, 0, []string{}})
	for _, column := range imports.Columns {
		for _, heading := range column.Aliases {
			renamed := strings.Replace(example.Body, column.Name, strings.ToUpper(heading), 1)
			report := o.staff.Post(check, memberFile(renamed, false)).JSON
			o.expect(heading, []any{report["new"], report["ignored"]}, []any{2, []string{}})
		}
	}
}

func TestInvalidRowsAreAFileToCorrectAndImport(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	content := "Name;E-Mail;Notes;Phone\n" +
		"Asha Rao;asha@example.com;first;\n" +
		"=1+1;bina@example.com;a, b;12\n" +
		"Chitra;chitra@example.com;;;;too far\n" +
		"\"Devi;devi@example.com;;\n"
	wrong := o.staff.Post(path+"/wrong-rows", memberFile(content, false))
	if wrong.Header.Get("Content-Disposition") != `attachment; filename="members-to-mend.csv"` {
		t.Errorf("%v", wrong.Header)
	}
	want := "\ufeffWhat is wrong,Name,E-Mail,Notes,Phone,,\r\n" +
		"Name: Starts like a formula; Phone: Phone number must be at least 10 digits,'=1+1,bina@example.com,\"a, b\",12,,\r\n" +
		"\"The row has 6 values, but there are 4 columns\",Chitra,chitra@example.com,,,,too far\r\n" +
		"A quotation mark is opened and not closed within 8 kB,\"\"\"Devi;devi@example.com;;\",,,,,\r\n"
	if wrong.Status != http.StatusOK || wrong.Body != want {
		t.Errorf("%d %q", wrong.Status, wrong.Body)
	}

	corrected := strings.NewReplacer("'=1+1", "Bina", ",12,", ",,").Replace(wrong.Body)
	report := o.staff.Post(check, memberFile(corrected, false)).JSON
	o.expect("the report", []any{report["new"], report["wrong"], report["ignored"]},
		[]any{1, 2, []string{"What is wrong", "Notes"}})
	again := o.staff.Post(path+"/wrong-rows", memberFile(corrected, false)).Body
	if head, _, _ := strings.Cut(again, "\r\n"); head != "\ufeffWhat is wrong,Name,E-Mail,Notes,Phone,," {
		t.Errorf("the earlier errors are repeated: %q", head)
	}
	refused := o.staff.Post(path+"/wrong-rows", memberFile("x", false))
	o.expect("a file that cannot be read", refused.Status, http.StatusBadRequest)
}

func TestAnImportIsRunByOneJob(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	jobKeys := func() []string {
		keys := []string{}
		if err := o.PB.DB().NewQuery("SELECT key FROM jobs WHERE type = 'imports.run'").Column(&keys); err != nil {
			t.Fatal(err)
		}
		return keys
	}
	id := o.staff.Post(path, memberFile(members(60), false)).JSON["id"]
	o.expect("the same file again", o.staff.Post(path, memberFile(members(60), false)).JSON["id"], id)
	o.expect("jobs", jobKeys(), []any{id})
	o.runJobs()
	o.expect("jobs afterwards", jobKeys(), []string{})
	o.expect("the import", o.staff.Get(path + "/" + id.(string)).JSON["state"], "done")

	_, err := o.command("import", writeFile(t, members(70)))
	o.expect("the command", err, nil)
	o.expect("jobs after the command", jobKeys(), []string{})
}
