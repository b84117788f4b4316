package people_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/people"
)

type fields = map[string]any

type fixture struct {
	*testapp.App
	testing.TB
}

func open(t testing.TB) *fixture {
	t.Helper()
	return &fixture{testapp.New(t), t}
}

func (f *fixture) save(collection string, values fields) *core.Record {
	f.Helper()
	c, err := f.PB.FindCollectionByNameOrId(collection)
	if err != nil {
		f.Fatal(err)
	}
	record := core.NewRecord(c)
	record.Load(values)
	if err := f.PB.Save(record); err != nil {
		f.Fatal(err)
	}
	return record
}

func (f *fixture) change(record *core.Record, values fields) {
	f.Helper()
	fresh, err := f.PB.FindRecordById(record.Collection(), record.Id)
	if err != nil {
		f.Fatal(err)
	}
	fresh.Load(values)
	if err := f.PB.Save(fresh); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) nomination(email string) *core.Record {
	f.Helper()
	return f.save("registrations", testapp.Nomination(email, nil))
}

func (f *fixture) payment(email string, values fields) *core.Record {
	f.Helper()
	all := fields{
		"kind":          "order",
		"status":        "completed",
		"amount":        100000,
		"currency":      "INR",
		"customerEmail": email,
		"customerName":  "Asha Rao",
	}
	for name, value := range values {
		all[name] = value
	}
	return f.save("transactions", all)
}

// personOf returns the id of a stored record's person.
func (f *fixture) personOf(record *core.Record) string {
	f.Helper()
	fresh, err := f.PB.FindRecordById(record.Collection(), record.Id)
	if err != nil {
		f.Fatal(err)
	}
	return fresh.GetString("person")
}

func (f *fixture) samePerson(what string, records ...*core.Record) {
	f.Helper()
	for _, record := range records[1:] {
		if a, b := f.personOf(records[0]), f.personOf(record); a != b || a == "" {
			f.Errorf("%s: %s has the person %q, but %s has the person %q", what, records[0].Collection().Name, a,
				record.Collection().Name, b)
		}
	}
}

func (f *fixture) differentPeople(what string, a, b *core.Record) {
	f.Helper()
	if f.personOf(a) == f.personOf(b) {
		f.Errorf("%s: %s and %s have the same person", what, a.Collection().Name, b.Collection().Name)
	}
}

// count returns the number of records of a collection.
func (f *fixture) count(collection string) int64 {
	f.Helper()
	n, err := f.PB.CountRecords(collection)
	if err != nil {
		f.Fatal(err)
	}
	return n
}

func TestEveryRecordWithAnAddressRefersToItsPerson(t *testing.T) {
	t.Parallel()
	f := open(t)
	nomination := f.nomination("asha@example.com")
	account := f.CreateAccount("users", fields{"email": "asha@example.com"})
	tier := f.save("membership_tiers", fields{
		"name":     "Founding",
		"slug":     "founding",
		"price":    100,
		"currency": "INR",
		"duration": "lifetime",
		"isActive": true,
	})
	byAddress := f.payment("Asha@Example.com", nil)
	byAccount := f.payment("assistant@example.com", fields{"userId": account.Id})
	byNomination := f.payment("assistant@example.com", fields{"registrationId": nomination.Id})
	term := f.save("memberships", fields{
		"userId":           account.Id,
		"transactionId":    byAccount.Id,
		"membershipTierId": tier.Id,
		"tierName":         "Founding",
		"duration":         "lifetime",
		"startsAt":         f.Clock.Now(),
		"source":           "payment",
	})
	choice := f.save("email_choices", fields{"email": "asha@example.com", "topic": "news", "source": "link"})
	suppression := f.save("suppressions", fields{"email": "ASHA@example.com", "scope": "news"})
	note := f.save("person_notes", fields{"email": "asha@example.com", "text": "Called.", "actorKind": "admin"})
	seat := f.save("seats", fields{"transactionId": byAccount.Id, "number": 1, "state": "invited",
		"email": "asha@example.com"})
	f.samePerson("by address, account or nomination", nomination, account, byAddress, byAccount, byNomination, term,
		choice, suppression, note, seat)
	otherPerson, withoutAddress := f.payment("other@example.com", nil), f.payment("", nil)
	f.differentPeople("a payment of another address", otherPerson, account)
	f.differentPeople("a payment without an address", withoutAddress, otherPerson)
	if f.personOf(withoutAddress) == "" {
		t.Error("a payment without an address has no person")
	}
	if people, emails := f.count("people"), f.count("person_emails"); people != 3 || emails != 2 {
		t.Errorf("%d people with %d addresses, want 3 with 2", people, emails)
	}
}

func TestAPersonWithoutRecordsIsDeletedWithTheirAddresses(t *testing.T) {
	t.Parallel()
	f := open(t)
	nomination, choice := f.nomination("asha@example.com"), f.save("email_choices",
		fields{"email": "asha@example.com", "topic": "news", "source": "link"})
	for i, record := range []*core.Record{nomination, choice} {
		if err := f.PB.Delete(record); err != nil {
			t.Fatal(err)
		}
		if got, want := f.count("people"), int64(1-i); got != want {
			t.Errorf("after deleting %s: %d people, want %d", record.Collection().Name, got, want)
		}
	}
	if n := f.count("person_emails"); n != 0 {
		t.Errorf("%d addresses are left", n)
	}
}

func TestAVerifiedAccountKeepsItsPersonWhenItsAddressChanges(t *testing.T) {
	t.Parallel()
	f := open(t)
	account := f.CreateAccount("users", fields{"email": "asha@example.com", "verified": true})
	earlier, later := f.nomination("asha@example.com"), f.nomination("asha.rao@example.com")
	before := f.personOf(account)
	f.differentPeople("before the change", earlier, later)
	f.change(account, fields{"email": "asha.rao@example.com"})
	f.samePerson("after the change", account, earlier)
	f.differentPeople("before the new address is verified", account, later)
	f.change(account, fields{"verified": true})
	f.samePerson("the person of the new address joined", account, earlier, later)
	if f.personOf(account) != before {
		t.Error("the person of the account has changed")
	}
	addresses, err := people.Addresses(f.PB, before)
	slices.Sort(addresses)
	if got := strings.Join(addresses, " "); got != "asha.rao@example.com asha@example.com" || err != nil {
		t.Errorf("addresses = %s, %v", got, err)
	}
	if n := f.count("people"); n != 1 {
		t.Errorf("%d people, want one", n)
	}
}

// An account that was created with the address of another person gets none of that person's records.
func TestAnUnverifiedAccountLeavesThePersonWhenItsAddressChanges(t *testing.T) {
	t.Parallel()
	f := open(t)
	nomination := f.nomination("victim@example.com")
	paid := f.payment("victim@example.com", nil)
	note := f.save("person_notes", fields{"email": "victim@example.com", "text": "Called.", "actorKind": "admin"})
	account := f.CreateAccount("users", fields{"email": "victim@example.com"})
	own := f.payment("victim@example.com", fields{"userId": account.Id})
	f.samePerson("the office's view", nomination, paid, note, account, own)
	victim := f.personOf(nomination)
	f.change(account, fields{"email": "attacker@example.com"})
	f.samePerson("the account's own records", account, own)
	f.samePerson("the victim's records", nomination, paid, note)
	if f.personOf(nomination) != victim || f.personOf(account) == victim {
		t.Error("the account still has the victim's person")
	}
	if person, err := people.FindByAddress(f.PB, "victim@example.com"); person != victim || err != nil {
		t.Errorf("the person of the address is %s, %v", person, err)
	}
}

func TestAnUnverifiedAccountCannotTakeAPersonByChangingToTheirAddress(t *testing.T) {
	t.Parallel()
	f := open(t)
	victim := f.CreateAccount("users", fields{"email": "victim@example.com", "verified": true})
	nomination := f.nomination("victim@example.com")
	f.change(victim, fields{"email": "victim@new.example"})
	f.change(victim, fields{"verified": true})
	f.samePerson("after the victim's change", victim, nomination)
	before := f.personOf(victim)

	// The victim's former address is free. An account that is opened with it, or changes to it, has its own person.
	signedUp := f.CreateAccount("users", fields{"email": "victim@example.com"})
	f.differentPeople("a sign-up with a former address", signedUp, victim)
	f.change(signedUp, fields{"email": "elsewhere@example.com"})
	changed := f.CreateAccount("users", fields{"email": "attacker@example.com", "verified": true})
	f.change(changed, fields{"email": "victim@example.com", "verified": false})
	f.differentPeople("a change to a former address", changed, victim)
	f.samePerson("the victim", victim, nomination)
	if f.personOf(victim) != before {
		t.Error("the person of the victim has changed")
	}
}

func TestMoveBackRestoresThePeopleOfAMove(t *testing.T) {
	t.Parallel()
	f := open(t)
	primary, duplicate := f.CreateAccount("users", fields{"email": "primary@example.com"}), f.CreateAccount("users",
		fields{"email": "duplicate@example.com"})
	nomination, paid := f.nomination("duplicate@example.com"), f.payment("duplicate@example.com", nil)
	before := []string{f.personOf(primary), f.personOf(duplicate)}
	var moved people.Moved
	err := f.PB.RunInTransaction(func(tx core.App) (err error) {
		moved, err = people.Move(tx, before[1], before[0])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	later := f.payment("duplicate@example.com", nil)
	f.samePerson("after the move", primary, nomination, paid, later)
	f.differentPeople("the closed account", primary, duplicate)
	err = f.PB.RunInTransaction(func(tx core.App) error { return people.MoveBack(tx, moved, before[1], before[0]) })
	if err != nil {
		t.Fatal(err)
	}
	f.samePerson("after the undo", duplicate, nomination, paid)
	f.samePerson("a payment after the move", primary, later)
	if after := []string{f.personOf(primary), f.personOf(duplicate)}; !slices.Equal(before, after) {
		t.Errorf("people of the accounts = %v, want %v", after, before)
	}
}

// These calls save and delete records as PocketBase's dashboard does.
func TestTheDashboardCannotRemoveAPersonOrShareThemBetweenAccounts(t *testing.T) {
	t.Parallel()
	f := open(t)
	account, other := f.CreateAccount("users", fields{"email": "asha@example.com"}), f.CreateAccount("users",
		fields{"email": "bina@example.com"})
	nomination, paid := f.nomination("asha@example.com"), f.payment("asha@example.com", nil)
	for _, of := range []*core.Record{other, account} {
		row, err := f.PB.FindRecordById("people", f.personOf(of))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.PB.Delete(row); err == nil {
			t.Errorf("the person of %s was deleted", of.Email())
		}
	}
	f.samePerson("after the deletion failed", account, nomination, paid)
	f.change(paid, fields{"person": ""})
	f.samePerson("an empty person", account, paid)
	f.change(paid, fields{"person": f.personOf(other)})
	f.samePerson("a payment of another person", other, paid)
	f.change(other, fields{"person": f.personOf(account)})
	f.differentPeople("the person of another account", account, other)
}

// A record that was read or created before a merge may be saved after it.
func TestSavingAnOlderCopyDoesNotUndoAMove(t *testing.T) {
	t.Parallel()
	f := open(t)
	primary, duplicate := f.CreateAccount("users", fields{"email": "primary@example.com"}), f.CreateAccount("users",
		fields{"email": "duplicate@example.com"})
	created := f.payment("duplicate@example.com", fields{"status": "pending"})
	read, err := f.PB.FindRecordById("transactions", f.payment("duplicate@example.com", nil).Id)
	if err != nil {
		t.Fatal(err)
	}
	err = f.PB.RunInTransaction(func(tx core.App) error {
		_, err := people.Move(tx, f.personOf(duplicate), f.personOf(primary))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range []*core.Record{created, read} {
		record.Set("status", "completed")
		if err := f.PB.Save(record); err != nil {
			t.Fatal(err)
		}
	}
	f.samePerson("saved after the move", primary, created, read)
}

func TestAPayerWithoutAnAccountHasTheirNewestAddress(t *testing.T) {
	t.Parallel()
	f := open(t)
	account := f.CreateAccount("users", fields{"email": "former@example.com", "verified": true})
	f.change(account, fields{"email": "asha@example.com"})
	f.change(account, fields{"verified": true})
	paid := f.payment("asha@example.com", fields{"userId": account.Id})
	person := f.personOf(paid)
	fresh, err := f.PB.FindRecordById("users", account.Id)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.PB.Delete(fresh); err != nil {
		t.Fatal(err)
	}
	row, err := f.PB.FindRecordById("people", person)
	if err != nil {
		t.Fatal(err)
	}
	if got := row.GetString("email"); got != "asha@example.com" {
		t.Errorf("the payer's address = %q, want asha@example.com", got)
	}
}

func TestASuppressionRefersToThePersonWithTheAddress(t *testing.T) {
	t.Parallel()
	f := open(t)
	account := f.CreateAccount("users", fields{"email": "asha@example.com", "verified": true})
	visitor := f.SignedInAs(account)
	for _, wantsEmails := range []bool{false, true} {
		topics := []string{}
		if wantsEmails {
			topics = []string{"news", "events", "membership"}
		}
		if answer := visitor.Send(
			"PUT", "/api/user/email-preferences", fields{"topics": topics},
		); answer.Status != 200 {
			t.Fatal(answer.Status, answer.Body)
		}
		suppressions, err := f.PB.FindAllRecords("suppressions")
		if err != nil {
			t.Fatal(err)
		}
		if hasNone := len(suppressions) == 0; hasNone != wantsEmails {
			t.Errorf("with emails = %v: %d suppressions", wantsEmails, len(suppressions))
		}
		for _, suppression := range suppressions {
			f.samePerson("suppressed", account, suppression)
		}
	}
}

func TestPeopleAreFoundAndMovedWithIndexes(t *testing.T) {
	t.Parallel()
	f := open(t)
	primary, duplicate := f.CreateAccount("users",
		fields{"email": "primary@example.com", "verified": true}), f.CreateAccount("users",
		fields{"email": "duplicate@example.com"})
	f.nomination("new@example.com")
	for i := range 30 {
		f.payment(fmt.Sprintf("payer%d@example.com", i), nil)
	}
	statements := queryplan.Capture(f.PB, func() {
		f.change(primary, fields{"email": "new@example.com"})
		f.change(primary, fields{"verified": true})
		f.change(duplicate, fields{"email": "other@example.com"})
		f.CreateAccount("users", fields{"email": "primary@example.com"})
		err := f.PB.RunInTransaction(func(tx core.App) error {
			moved, err := people.Move(tx, f.personOf(duplicate), f.personOf(primary))
			if err != nil {
				return err
			}
			return people.MoveBack(tx, moved, f.personOf(duplicate), f.personOf(primary))
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	var checked []string
	for _, statement := range statements {
		// dbx logs a null as <nil>, which is not SQL.
		if strings.Contains(statement, "person") && !strings.Contains(statement, "<nil>") {
			checked = append(checked, statement)
		}
	}
	queryplan.WithAndWithoutStatistics(t, f.PB, func(statistics string) {
		for _, statement := range checked {
			if steps := queryplan.Walks(t, f.PB, statement); len(steps) > 0 {
				t.Errorf("with %s statistics: %v in\n%s", statistics, steps, statement)
			}
		}
	})
	if len(checked) < 50 {
		t.Errorf("only %d statements, want at least 50", len(checked))
	}
	if _, err := f.PB.FindFirstRecordByData("person_emails", "normalised", "other@example.com"); err != nil {
		t.Error(err)
	}
}

// The office sees the records with the address of an account as those of its owner. The account itself gets none of
// them, whatever the way in which it got the address of another person.
func TestAnAccountSeesNothingOfAnotherPersonWithItsAddress(t *testing.T) {
	t.Parallel()
	f := open(t)
	const secret = "Victim Holdings"
	tier := f.save("membership_tiers", fields{
		"name":     secret,
		"slug":     "victim",
		"price":    100,
		"currency": "INR",
		"duration": "lifetime",
		"isActive": false,
	})
	victimOf := func(email string) *core.Record {
		account := f.CreateAccount("users", fields{"email": "account-of-" + email, "name": secret, "verified": true})
		f.save("registrations", testapp.Nomination(email, fields{"companyName": secret, "name": secret}))
		paid := f.payment(email, fields{"customerName": secret, "tierName": secret, "userId": account.Id})
		f.payment(email, fields{"customerName": secret, "tierName": secret})
		f.save("memberships", fields{
			"userId":           account.Id,
			"transactionId":    paid.Id,
			"membershipTierId": tier.Id,
			"tierName":         secret,
			"duration":         "lifetime",
			"startsAt":         f.Clock.Now(),
			"source":           "payment",
		})
		f.save("seats", fields{"transactionId": paid.Id, "number": 1, "state": "invited", "email": email,
			"name": secret})
		return account
	}
	expectNothing := func(way string, account *core.Record) {
		f.Helper()
		fresh, err := f.PB.FindRecordById("users", account.Id) // a change of address ends the sessions
		if err != nil {
			t.Fatal(err)
		}
		visitor := f.SignedInAs(fresh)
		for _, path := range []string{
			"/api/user", "/api/user/profile", "/api/user/security", "/api/user/email-preferences", "/api/user/sessions", "/api/nominations/mine",
			"/api/memberships/mine", "/api/billing-profile", "/api/seats",
		} {
			if answer := visitor.Get(path); strings.Contains(answer.Body, secret) {
				t.Errorf("%s: %s shows %s", way, path, answer.Body)
			}
		}
		if answer := visitor.Get("/api/memberships/mine"); answer.Status != 200 ||
			strings.Contains(answer.Body, `"active"`) {
			t.Errorf("%s: the memberships: status = %d, want 200: %s", way, answer.Status, answer.Body)
		}
	}

	victimOf("nominated@example.com")
	signedUp := f.CreateAccount("users", fields{"email": "nominated@example.com"})
	expectNothing("a sign-up with the address", signedUp)
	f.change(signedUp, fields{"email": "attacker@example.com"})
	expectNothing("a sign-up with the address, after it has changed its address", signedUp)

	victimOf("paid@example.com")
	attacker := f.CreateAccount("users", fields{"email": "second@example.com", "verified": true})
	f.change(attacker, fields{"email": "paid@example.com", "verified": false})
	expectNothing("a verified account to which an admin gives the address", attacker)

	primary, duplicate := victimOf("primary@example.com"), f.CreateAccount("users",
		fields{"email": "duplicate@example.com", "verified": true})
	err := f.PB.RunInTransaction(func(tx core.App) error {
		_, err := people.Move(tx, f.personOf(duplicate), f.personOf(primary))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.PB.Delete(duplicate); err != nil {
		t.Fatal(err)
	}
	newAccount := f.CreateAccount("users", fields{"email": "duplicate@example.com"})
	f.differentPeople("a sign-up with a merged address", newAccount, primary)
	expectNothing("a sign-up with a merged address", newAccount)
}
