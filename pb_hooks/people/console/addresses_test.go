package console_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

// correctEmail changes the address of an account as an admin does.
func (f *fixture) correctEmail(id, email string) {
	f.Helper()
	f.want(f.office.Send("PATCH", "/api/people/"+id, fields{"email": email, "password": testapp.Password}), http.StatusOK)
}

var confirmLink = regexp.MustCompile(`/confirm-email\?token=(\S+)`)

// verifyEmail follows the link that verifies the address of an account.
func (f *fixture) verifyEmail(id string) {
	f.Helper()
	f.post("/api/people/"+id+"/proof-link", nil, http.StatusOK)
	account, err := f.PB.FindRecordById("users", id)
	if err != nil {
		f.Fatal(err)
	}
	for _, message := range f.Inbox(account.Email()) {
		if found := confirmLink.FindStringSubmatch(message.Text); found != nil {
			token, err := url.QueryUnescape(found[1])
			if err != nil {
				f.Fatal(err)
			}
			f.want(f.SignedInAs(account).Post("/api/confirm-email", fields{"token": token}), http.StatusOK)
			return
		}
	}
	f.Fatalf("no link was sent to %s", account.Email())
}

// hasNomination reports whether the page of a person shows a nomination.
func (f *fixture) hasNomination(id string) bool {
	f.Helper()
	return f.person(id)["nomination"] != nil
}

func (f *fixture) nominate(email string) *core.Record {
	f.Helper()
	return f.save("registrations", testapp.Nomination(email, nil))
}

// An admin mistypes an address, and the mistyped address belongs to a nominee.
func TestAMistypedAddressJoinsNoOne(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateAccount("users", fields{"email": "asha@example.com", "name": "Asha Rao", "verified": true})
	stranger := f.nominate("asah@example.com")
	f.save("transactions", sale("asah@example.com", nil))

	f.correctEmail(asha.Id, "asah@example.com")
	separate := func(when string) {
		f.Helper()
		if length(f.person(asha.Id)["transactions"]) != 0 {
			t.Errorf("%s: the account has the nominee's payment", when)
		}
		if page := f.person(stranger.Id); page["nomination"] == nil || length(page["transactions"]) != 1 ||
			page["hasAccount"] == true {
			t.Errorf("%s: the nominee's page: %v", when, page)
		}
	}
	separate("mistyped")
	if f.hasNomination(asha.Id) {
		t.Error("the account has the nominee's nomination")
	}
	f.correctEmail(asha.Id, "asha.rao@example.com")
	separate("corrected")

	own := f.nominate("asha.rao@example.com")
	if f.hasNomination(asha.Id) {
		t.Error("an address that is not verified has joined two people")
	}
	f.verifyEmail(asha.Id)
	if page := f.person(own.Id); !f.hasNomination(asha.Id) || page["id"] != asha.Id {
		t.Errorf("the nomination of the verified address: %v", page)
	}
	separate("verified")
}

// The nomination of a stranger may also come after the mistake.
func TestAMistypedAddressTakesNoLaterNomination(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateAccount("users", fields{"email": "asha@example.com", "verified": true})
	f.correctEmail(asha.Id, "asah@example.com")
	stranger := f.nominate("asah@example.com")
	f.correctEmail(asha.Id, "asha@example.com")
	if f.hasNomination(asha.Id) || f.person(stranger.Id)["nomination"] == nil {
		t.Error("the account has the stranger's nomination")
	}
}

func TestANominationStaysWhenAnAddressIsCorrectedTwice(t *testing.T) {
	t.Parallel()
	f := open(t)
	f.nominate("asha@example.com")
	asha := f.CreateAccount("users", fields{"email": "asha@example.com", "verified": true})
	for _, address := range []string{"asah@example.com", "asha.rao@example.com"} {
		f.correctEmail(asha.Id, address)
		if !f.hasNomination(asha.Id) {
			t.Errorf("after the address was changed to %s, the nomination is missing", address)
		}
	}
}

// A person may have had an account with a verified address. A stranger who opens another one with the address takes
// nothing along when that address changes.
func TestAnAddressThatAFormerAccountVerifiedIsNotVerifiedForTheNext(t *testing.T) {
	t.Parallel()
	f := open(t)
	nomination := f.nominate("asha@example.com")
	former := f.CreateAccount("users", fields{"email": "asha@example.com", "verified": true})
	if err := f.PB.Delete(former); err != nil {
		t.Fatal(err)
	}
	stranger := f.CreateAccount("users", fields{"email": "asha@example.com"})
	f.correctEmail(stranger.Id, "stranger@example.com")
	if f.hasNomination(stranger.Id) || f.person(nomination.Id)["hasAccount"] == true {
		t.Error("the stranger has taken the nomination along")
	}
}

// An admin may remove the last record that names a person and still sees their page. The purge deletes the person.
func TestAPersonsPageOpensAfterTheLastTagAndNoteAreRemoved(t *testing.T) {
	t.Parallel()
	f := open(t)
	for name, remove := range map[string]func(id string){
		"tag": func(id string) {
			f.want(f.office.Send("PATCH", "/api/people/"+id, fields{"tags": []string{}}), http.StatusOK)
		},
		"note": func(id string) {
			note := f.person(id)["notes"].([]any)[0].(fields)["id"].(string)
			f.want(f.office.Send("DELETE", "/api/people/"+id+"/notes/"+note, nil), http.StatusNoContent)
		},
	} {
		var record *core.Record
		if name == "tag" {
			record = f.save("person_tags", fields{"email": name + "@example.com", "tag": "speaker"})
		} else {
			record = f.save("person_notes", fields{"email": name + "@example.com", "text": "Called.", "actorKind": "admin"})
		}
		id := record.GetString("person")
		remove(id)
		if page := f.person(id); page["email"] != name+"@example.com" {
			t.Errorf("without their last %s: %v", name, page)
		}
		f.RunScheduled("boardcirclePurge")
		f.want(f.office.Get("/api/people/"+id), http.StatusNotFound)
	}
}

// The choices of a former address may be those of another person. The opt-outs hold for the new address too, whether
// or not the owner of the account has verified one.
func TestAChangedAddressStaysOptedOut(t *testing.T) {
	t.Parallel()
	f := open(t)
	for _, isVerified := range []bool{true, false} {
		former, now := fmt.Sprintf("former-%v@example.com", isVerified), fmt.Sprintf("now-%v@example.com", isVerified)
		account := f.CreateAccount("users", fields{"email": former, "verified": isVerified})
		put := f.SignedInAs(account).Send("PUT", "/api/user/email-preferences", fields{"topics": []string{"events"}})
		f.want(put, http.StatusOK)
		f.correctEmail(account.Id, now)
		fresh, err := f.PB.FindRecordById("users", account.Id)
		if err != nil {
			t.Fatal(err)
		}
		own := f.want(f.SignedInAs(fresh).Get("/api/user/email-preferences"), http.StatusOK).JSON
		for _, topic := range own["topics"].([]any) {
			topic := topic.(fields)
			if wanted := topic["topic"] == "events"; topic["wanted"] != wanted {
				t.Errorf("verified %v: the topic %v is wanted: %v", isVerified, topic["topic"], topic["wanted"])
			}
		}
		if n, err := f.PB.CountRecords("suppressions", dbx.HashExp{"email": former}); n == 0 || err != nil {
			t.Errorf("the former address has %d suppressions, %v", n, err)
		}
	}
}

// An account that has verified no address gets the person of the new address. The person of the old one is gone, if the
// account was its only record.
func TestAnAccountThatLeavesItsPersonIsReturned(t *testing.T) {
	t.Parallel()
	f := open(t)
	for _, verified := range []bool{false, true} {
		email := fmt.Sprintf("asha-%t@example.com", verified)
		account := f.CreateAccount("users", fields{"email": email, "verified": verified})
		person := account.GetString("person")
		answer := f.office.Send("PATCH", "/api/people/"+person,
			fields{"email": "new-" + email, "location": "Kolkata", "password": testapp.Password})
		f.want(answer, http.StatusOK)
		if answer.JSON["id"] != account.Id || answer.JSON["email"] != "new-"+email ||
			answer.JSON["location"] != "Kolkata" {
			t.Errorf("verified: %t: %s", verified, answer.Body)
		}
		f.want(f.office.Get("/api/people/"+account.Id), http.StatusOK)
	}
}
