package console_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

// subjectsTo returns the subjects of the emails to an address, oldest first.
func (f *fixture) subjectsTo(address string) string {
	f.Helper()
	var subjects []string
	for _, message := range f.Inbox(address) {
		subjects = append(subjects, message.Subject)
	}
	return strings.Join(subjects, "\n")
}

// Both addresses are notified, also after an admin has changed the address.
func TestTheOwnerOfAnAccountIsNotifiedOfChangesByTheOffice(t *testing.T) {
	t.Parallel()
	f := open(t)
	account := f.CreateAccount("users", fields{"email": "asha@example.com", "name": "Asha Rao"})
	path := "/api/people/" + account.Id
	change := func(address string) {
		f.want(f.office.Send("PATCH", path, fields{"email": address, "password": testapp.Password}), http.StatusOK)
	}
	change("first@evil.example")
	for _, address := range []string{"asha@example.com", "first@evil.example"} {
		if got := f.subjectsTo(address); got != "We changed your email address" {
			t.Errorf("%s reads: %q", address, got)
		}
	}
	f.Clock.Advance(time.Hour)
	change("second@evil.example")
	if got := f.subjectsTo("asha@example.com"); strings.Count(got, "We changed your email address") != 2 {
		t.Errorf("after a second change the first address reads: %q", got)
	}
	f.Clock.Advance(time.Hour)
	f.enrolMFA(account.Id)
	f.want(f.office.Post(path+"/second-factor/reset", fields{"password": testapp.Password}), http.StatusOK)
	for _, address := range []string{"asha@example.com", "first@evil.example", "second@evil.example"} {
		if got := f.subjectsTo(address); !strings.Contains(got, "Your two-step sign-in was reset") {
			t.Errorf("after the reset %s reads: %q", address, got)
		}
	}
	f.Clock.Advance(31 * 24 * time.Hour)
	f.enrolMFA(account.Id)
	f.want(f.office.Post(path+"/second-factor/reset", fields{"password": testapp.Password}), http.StatusOK)
	if got := f.subjectsTo("asha@example.com"); strings.Count(got, "Your two-step sign-in was reset") != 1 {
		t.Errorf("a month later the former address reads: %q", got)
	}
}

// enrolMFA sets up a second factor for an account.
func (f *fixture) enrolMFA(id string) {
	f.Helper()
	record, err := f.PB.FindRecordById("users", id)
	if err != nil {
		f.Fatal(err)
	}
	record.Load(fields{"totpSecret": "secret", "totpEnabledAt": f.Clock.Now()})
	if err := f.PB.Save(record); err != nil {
		f.Fatal(err)
	}
}

func TestAMergeNeedsThePasswordAndNotifiesBothAccounts(t *testing.T) {
	t.Parallel()
	f := open(t)
	primary := f.CreateAccount("users", fields{"email": "asha@example.com", "name": "Asha Rao"})
	duplicate := f.CreateAccount("users", fields{"email": "asha@work.example", "name": "Asha Rao"})
	path := "/api/people/" + primary.Id + "/merge"
	for name, password := range map[string]any{"none": nil, "a wrong one": "wrong"} {
		answer := f.office.Post(path, fields{"otherId": duplicate.Id, "password": password})
		if answer.Status != http.StatusBadRequest || answer.Field("password") == "" {
			t.Errorf("with the password %s: %d %s", name, answer.Status, answer.Body)
		}
	}
	f.want(f.office.Post(path, fields{"otherId": duplicate.Id, "preview": true}), http.StatusOK)
	if got := f.subjectsTo("asha@work.example"); got != "" {
		t.Errorf("after a preview they read: %q", got)
	}
	made := f.want(f.office.Post(path, fields{"otherId": duplicate.Id, "password": testapp.Password}), http.StatusOK)
	if got := f.subjectsTo("asha@example.com"); got != "Another account was merged into yours" {
		t.Errorf("the one account reads: %q", got)
	}
	if got := f.subjectsTo("asha@work.example"); got != "Your account was merged into another" {
		t.Errorf("the other account reads: %q", got)
	}
	f.want(f.office.Post("/api/people/"+primary.Id+"/merges/"+made.JSON["mergeId"].(string)+"/undo", nil), http.StatusOK)
	for _, address := range []string{"asha@example.com", "asha@work.example"} {
		if got := f.subjectsTo(address); !strings.Contains(got, "A merge of your accounts was undone") {
			t.Errorf("after it is undone %s reads: %q", address, got)
		}
	}
}

// No route lets the office change how an owner signs in.
func TestTheOfficeChangesNothingThatOpensAnOwnersAccount(t *testing.T) {
	t.Parallel()
	f := open(t)
	owner := f.CreateAccount("users", fields{"email": "owner@example.com", "isAdmin": true})
	other := f.CreateAccount("users", fields{"email": "other@example.com"})
	admin := f.CreateAccount("admins", fields{"email": "root@example.com", "role": "owner"})
	path, password := "/api/people/"+owner.Id, testapp.Password
	for name, answer := range map[string]testapp.Response{
		"the email":             f.office.Send("PATCH", path, fields{"email": "mine@evil.example", "password": password}),
		"the phone":             f.office.Send("PATCH", path, fields{"phone": "+919800000000"}),
		"the second factor":     f.office.Post(path+"/second-factor/reset", fields{"password": password}),
		"a reset link":          f.office.Post(path+"/reset-link", nil),
		"a confirmation link":   f.office.Post(path+"/proof-link", nil),
		"deactivation":          f.office.Post(path+"/deactivate", nil),
		"a merge":               f.office.Post(path+"/merge", fields{"otherId": other.Id, "password": password}),
		"an owner's factor":     f.office.Post("/api/admins/"+admin.Id+"/second-factor/reset", fields{"password": password}),
		"an owner's role":       f.office.Send("PUT", "/api/admins/"+admin.Id+"/role", fields{"role": "editor", "password": password}),
		"an owner's invitation": f.office.Post("/api/admins/"+admin.Id+"/invitation", fields{"password": password}),
		"rights":                f.office.Post("/api/admins/members", fields{"email": "other@example.com", "password": password}),
	} {
		if answer.Status != http.StatusForbidden {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	merged := f.office.Post("/api/people/"+other.Id+"/merge", fields{"otherId": owner.Id, "password": password})
	f.want(merged, http.StatusConflict)
}

// A merge makes one person of two, on the lists too, until it is undone.
func TestMergedPeopleAreOneRowOfTheLists(t *testing.T) {
	t.Parallel()
	f := open(t)
	primary := f.CreateAccount("users", fields{"email": "asha@example.com"})
	duplicate := f.CreateAccount("users", fields{"email": "asha@work.example"})
	f.save("registrations", testapp.Nomination("asha@work.example", nil))
	f.save("transactions", sale("asha@example.com", nil))
	lists := func(leads, paid int, when string) {
		f.Helper()
		for path, want := range map[string]int{"/api/members/leads": leads, "/api/paid-members": paid} {
			var rows []fields
			if a := f.want(f.office.Get(path), http.StatusOK); json.Unmarshal([]byte(a.Body), &rows) != nil ||
				len(rows) != want {
				f.Errorf("%s: %s has %d rows, not %d", when, path, len(rows), want)
			}
		}
	}
	lists(1, 1, "before")
	made := f.post("/api/people/"+primary.Id+"/merge", fields{"otherId": duplicate.Id, "password": testapp.Password},
		http.StatusOK).JSON
	lists(0, 1, "merged")
	if person := f.person(primary.Id); person["nomination"] == nil || length(person["transactions"]) != 1 {
		t.Errorf("the person: %v", person)
	}
	f.post("/api/people/"+primary.Id+"/merges/"+made["mergeId"].(string)+"/undo", nil, http.StatusOK)
	lists(1, 1, "undone")
	if person := f.person(primary.Id); person["nomination"] != nil {
		t.Errorf("the person after the undo: %v", person)
	}
}
