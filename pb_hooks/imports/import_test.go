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

	"boardcircle/pb_hooks/imports"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestADryRunTellsOfEachRowAndChangesNothing(t *testing.T) {
	t.Parallel()
	o := open(t)
	before := o.everybody()
	answer := o.staff.Post(check, memberFile(list, true))
	o.expect("the report", answer.JSON, fieldByHeading{
		"rows": 4, "new": 2, "existing": 1, "wrong": 1, "invited": 2, "ignored": []string{"Board seats"}, "asksCode": false,
		"lines": []fieldByHeading{
			{"line": 2, "name": "Asha Rao", "email": "ASHA@Example.com", "outcome": "new", "invited": true},
			{"line": 3, "name": "Bina Das", "email": "bina@example.com", "outcome": "new", "invited": true},
			{"line": 4, "name": "", "email": "nobody@example.com", "outcome": "wrong", "invited": false, "mistakes": []fieldByHeading{
				{"column": "Name", "message": "Name must be at least 2 characters"},
			}},
			{"line": 5, "name": "Known", "email": "known@example.com", "outcome": "exists", "invited": false},
		},
	})
	o.work()
	if !slices.Equal(before, o.everybody()) {
		t.Error("the accounts are others")
	}
	o.expect("imports", o.staff.Get(path).Body, "[]\n")
	o.expect("letters", len(o.Inbox("")), 0)
}

func TestAnImportMakesAccountsThatNoSecretOpens(t *testing.T) {
	t.Parallel()
	o := open(t)
	before := o.known.GetString("password:hash")
	done := o.bring(list, false)
	o.expect("the state", done["state"], "done")
	o.expect("its numbers", numbers(done), []any{4, 2, 1, 1, 0})
	o.expect("its problems", done["problems"], []fieldByHeading{{"line": 4, "email": "nobody@example.com", "reason": "Name: Name must be at least 2 characters"}})

	asha := o.account("asha@example.com")
	for field, want := range map[string]any{
		"name": "Asha Rao", "phone": "+919876543210", "location": "Pune", "source": "legacy", "requestType": "enquiry", "isActive": true,
		"isAdmin": false, "awaitsPassword": true,
	} {
		o.expect(field, asha.Get(field), want)
	}
	known := o.account("known@example.com")
	o.expect("who was there", []any{known.GetString("name"), known.GetString("source"), known.GetString("password:hash") == before},
		[]any{"Her Own Words", "user", true})
	for _, secret := range []string{"", "1234", testapp.Password, asha.GetString("password:hash")} {
		if answer := o.Visitor().Post("/api/login", fieldByHeading{"email": "asha@example.com", "password": secret}); answer.Status < 400 {
			t.Errorf("%q opens the account", secret)
		}
	}
	o.expect("letters", len(o.Inbox("")), 0)
	var left []string
	if err := o.PB.DB().NewQuery("SELECT content FROM legacy_import_files").Column(&left); err != nil || len(left) > 0 {
		t.Errorf("the file is kept: %q, %v", left, err)
	}
	o.expect("the log", o.logged("members.imported"), []fieldByHeading{{
		"by": "office", "label": "members.csv", "after": fieldByHeading{"rows": 4, "created": 2, "existing": 1, "wrong": 1, "invited": 0},
	}})
	o.expect("its beginning", o.logged("import.started"), []fieldByHeading{{"by": "office", "label": "members.csv", "after": fieldByHeading{"rows": 4, "invite": false}}})
	if rows := o.staff.Get("/api/members/registered-users?search=asha").Body; !strings.Contains(rows, `"source":"legacy"`) {
		t.Errorf("the members' list: %s", rows)
	}
}

func TestImportingAgainChangesNothingTwice(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.bring(list, true)
	before := o.everybody()
	again := o.bring(strings.ToUpper(list), true)
	o.expect("its numbers", numbers(again), []any{4, 0, 3, 1, 0})
	if !slices.Equal(before, o.everybody()) {
		t.Error("the accounts are others")
	}
	o.expect("letters", len(o.Inbox("")), 2)
}

func TestALetterInvitesHerToSetAPasswordOnce(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.expect("without letters", numbers(o.bring(list, false)), []any{4, 2, 1, 1, 0})
	o.expect("letters", len(o.Inbox("")), 0)
	// the letters can follow
	report := o.staff.Post(check, memberFile(list, true)).JSON
	o.expect("the dry run", []any{report["new"], report["existing"], report["invited"]}, []any{0, 3, 2})
	o.expect("with letters", numbers(o.bring(list, true)), []any{4, 0, 3, 1, 2})

	letters := o.Inbox("asha@example.com")
	o.expect("letters", len(letters), 1)
	o.expect("all of them", len(o.Inbox("")), 2)
	_, link, found := strings.Cut(letters[0].Text, "/reset-password?token=")
	if !found || letters[0].Subject != "Choose a password for your Boardcircle account" {
		t.Fatalf("%s\n%s", letters[0].Subject, letters[0].Text)
	}
	token, _, _ := strings.Cut(link, "\n")
	o.Clock.Advance(13 * 24 * time.Hour)
	set := fieldByHeading{"token": token, "newPassword": "Arabian Sea 42"}
	o.expect("the password is set", o.Visitor().Post("/api/reset-password", set).Status, http.StatusOK)
	o.expect("but once", o.Visitor().Post("/api/reset-password", set).Status, http.StatusBadRequest)
	o.expect("she signs in", o.Visitor().Post("/api/login", fieldByHeading{"email": "asha@example.com", "password": "Arabian Sea 42"}).Status, http.StatusOK)
	asha := o.account("asha@example.com")
	o.expect("she waits for nothing", []any{asha.GetBool("awaitsPassword"), asha.GetString("source")}, []any{false, "legacy"})

	// whose link has run out asks for one as everybody does
	o.Clock.Advance(2 * 24 * time.Hour)
	_, link, _ = strings.Cut(o.Inbox("bina@example.com")[0].Text, "/reset-password?token=")
	token, _, _ = strings.Cut(link, "\n")
	o.expect("two weeks later", o.Visitor().Post("/api/reset-password", fieldByHeading{"token": token, "newPassword": "Arabian Sea 42"}).Status, http.StatusBadRequest)
	o.Visitor().Post("/api/forgot-password", fieldByHeading{"email": "bina@example.com"})
	o.expect("her letters", len(o.Inbox("bina@example.com")), 2)
}

func TestLettersToAWholeListTakeMoreThanASession(t *testing.T) {
	t.Parallel()
	o := open(t)
	for password, want := range map[string]string{"": "Please enter your current password", "Wrong one 1": "This is not your current password"} {
		body := memberFile(list, true)
		body["password"] = password
		refused := o.staff.Post(path, body)
		o.expect("the status", refused.Status, http.StatusBadRequest)
		o.expect("the sentence", refused.Field("password"), want)
	}
	o.expect("imports", o.staff.Get(path).Body, "[]\n")
	o.expect("with the password", o.staff.Post(path, memberFile(list, true)).Status, http.StatusCreated)
	o.expect("without letters", o.staff.Post(path, memberFile(members(2), false)).Status, http.StatusCreated)
}

func TestAFileThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	o := open(t)
	for content, want := range map[string]string{
		"":                      "The file is empty",
		"Asha,asha@example.com": "The first line must name the columns, and there is none for the name. It should be like: name,email,phone,location,state,requestType",
		"name,email\nRen\ufffde,rene@example.com": "The file has lost characters: “\ufffd” stands where they were, first on line 2. Please save the list again as “CSV UTF-8”",
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

// members is a file of many.
func members(n int) string {
	var text strings.Builder
	text.WriteString("name,email\n")
	for i := range n {
		fmt.Fprintf(&text, "Member %d,member%d@example.com\n", i, i)
	}
	return text.String()
}

func TestABrokenOffImportGoesOnWhereItStood(t *testing.T) {
	t.Parallel()
	o := open(t)
	begun := o.staff.Post(path, memberFile(members(170), true)).JSON
	ctx, stop := context.WithCancel(t.Context())
	err := o.Imports.Run(ctx, begun["id"].(string), func(i imports.Import) {
		if i.Handled >= 100 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	half := o.staff.Get(path + "/" + begun["id"].(string)).JSON
	o.expect("half of it", []any{half["state"], half["handled"], half["created"]}, []any{"running", 100, 100})

	// a second press on the same file is the same import
	o.expect("pressed again", o.staff.Post(path, memberFile(members(170), true)).JSON["id"], begun["id"])
	done := o.bring(members(170), true)
	o.expect("the rest", append(numbers(done), done["state"]), []any{170, 170, 0, 0, 170, "done"})
	o.expect("accounts", len(o.everybody()), 171)
	o.expect("the log", len(o.logged("members.imported")), 1)
}

func TestTheCommandDoesTheSame(t *testing.T) {
	t.Parallel()
	o := open(t)
	name := writeFile(t, list+"Ren\x1b[31me;rene@example.com;12;;\n")
	said, err := o.command("import", name, "--dry-run", "--invite")
	o.expect("a dry run", []any{said, err}, []any{`line 2  Asha Rao  ASHA@Example.com  will be created, will be invited
line 3  Bina Das  bina@example.com  will be created, will be invited
line 4    nobody@example.com  wrong  Name: Name must be at least 2 characters
line 5  Known  known@example.com  already there
line 6  Ren [31me  rene@example.com  wrong  Name: Has a line break or another control character in it; Mobile: Phone number must be at least 10 digits
Columns that are not read: Board seats
5 rows: 2 will be created, 1 already there, 2 wrong, 2 letters. Nothing was changed.`, nil})
	o.expect("accounts", len(o.everybody()), 1)

	said, err = o.command("import", name)
	o.expect("the import", []any{said, err}, []any{`line 4  nobody@example.com  wrong  Name: Name must be at least 2 characters
line 6  rene@example.com  wrong  Name: Has a line break or another control character in it; Mobile: Phone number must be at least 10 digits
5 rows: 2 created, 1 already there, 2 wrong, 0 letters`, nil})
	o.expect("the log", o.logged("members.imported")[0]["by"], "command line")

	if _, err = o.command("import", name+".none"); err == nil {
		t.Error("a file that is not there is imported")
	}
	if _, err = o.command("import", writeFile(t, "x")); err == nil {
		t.Error("a file without headings is imported")
	}
}

func TestTheCommandReadsWhatSpreadsheetsWrite(t *testing.T) {
	t.Parallel()
	const windows = "The file is not in UTF-8; it was read as Windows text. Look at a few names: --dry-run shows them.\n"
	for content, notice := range map[string]string{
		"name,email\nRen\xc3\xa9e D\xe2\x80\x99Souza,rene@example.com\n":             "",
		"\xef\xbb\xbfname,email\nRen\xc3\xa9e D\xe2\x80\x99Souza,rene@example.com\n": "",
		"name,email\r\nRen\xe9e D\x92Souza,rene@example.com\r\n":                     windows,
		utf16LE("\ufeffname\temail\r\nRenée D’Souza\trene@example.com\r\n"):          "",
	} {
		o := open(t)
		name := writeFile(t, content)
		said, err := o.command("import", name, "--dry-run")
		o.expect("a dry run", []any{said, err}, []any{notice + "line 2  Renée D’Souza  rene@example.com  will be created\n" +
			"1 rows: 1 will be created, 0 already there, 0 wrong, 0 letters. Nothing was changed.", nil})
		said, err = o.command("import", name)
		o.expect("the import", []any{said, err}, []any{notice + "1 rows: 1 created, 0 already there, 0 wrong, 0 letters", nil})
		o.expect("her name", o.account("rene@example.com").GetString("name"), "Renée D’Souza")
	}

	o := open(t)
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
