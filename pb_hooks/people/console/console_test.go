package console_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

// fixture is a running app with an owner and an office admin.
type fixture struct {
	*testapp.App
	*testing.T
	owner, office *testapp.Visitor
}

func open(t *testing.T) *fixture {
	t.Helper()
	app := testapp.New(t)
	return &fixture{
		App:    app,
		T:      t,
		owner:  app.SignedIn("admins", nil),
		office: app.SignedIn("admins", fields{"role": "office", "username": "meera"}),
	}
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

func (f *fixture) want(a testapp.Response, status int) testapp.Response {
	f.Helper()
	if a.Status != status {
		f.Fatalf("answered %d %s, want %d", a.Status, a.Body, status)
	}
	return a
}

func (f *fixture) wantMessage(a testapp.Response, status int, message string) {
	f.Helper()
	if f.want(a, status); a.Message() != message {
		f.Errorf("answered %q, want %q", a.Message(), message)
	}
}

func (f *fixture) person(id string) map[string]any {
	f.Helper()
	return f.want(f.office.Get("/api/people/"+id), http.StatusOK).JSON
}

func (f *fixture) post(path string, body any, status int) testapp.Response {
	f.Helper()
	return f.want(f.office.Post(path, body), status)
}

func length(list any) int {
	rows, _ := list.([]any)
	return len(rows)
}

func sale(email string, more fields) fields {
	values := fields{
		"status":        "completed",
		"kind":          "order",
		"amount":        100000,
		"currency":      "INR",
		"customerEmail": email,
		"customerName":  "Asha Rao",
	}
	for name, value := range more {
		values[name] = value
	}
	return values
}

func TestAPersonIsFoundByAnyOfTheirRecords(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateAccount("users", fields{"email": "asha@example.com"})
	f.SignedInAs(asha)
	bought := f.save("transactions",
		sale("assistant@example.com", fields{"userId": asha.Id, "razorpayPaymentId": "pay_1"}))
	f.save("transactions", sale("Asha@Example.com", fields{"razorpayPaymentId": "pay_2"}))
	draft := f.save("draft_registrations", fields{
		"email":     "asha@example.com",
		"tokenHash": strings.Repeat("a", 64),
		"formData":  fields{"name": "Asha"},
		"lastSaved": f.Clock.Now(),
	})
	f.post("/api/people/"+asha.Id+"/emails", fields{"subject": "Friday", "words": "We have moved it."}, http.StatusOK)
	sent := f.person(asha.Id)["emails"].([]any)[0].(fields)
	for what, id := range map[string]string{"account": asha.Id, "transaction": bought.Id, "draft": draft.Id, "email": sent["id"].(string)} {
		person := f.person(id)
		if person["id"] != asha.Id || person["email"] != "asha@example.com" || person["hasAccount"] != true {
			t.Errorf("by their %s: %v", what, person)
		}
		if length(person["transactions"]) != 2 || length(person["emails"]) != 1 || length(person["sessions"]) != 1 {
			t.Errorf("by their %s: %v", what, person)
		}
	}
	payer := f.save("transactions", sale("stranger@example.com", nil))
	if person := f.person(payer.Id); person["hasAccount"] != false || person["name"] != "Asha Rao" ||
		person["email"] != "stranger@example.com" || length(person["transactions"]) != 1 {
		t.Errorf("who has only paid: %v", person)
	}
	f.want(f.office.Get("/api/people/nobodysrecord00"), http.StatusNotFound)
}

func TestAnAdminCorrectsAPersonsDataAndNeedsThePasswordForTheirAddress(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateAccount("users", fields{"email": "asha@example.com", "phone": ""})
	f.CreateAccount("users", fields{"email": "bina@example.com"})
	path := "/api/people/" + asha.Id
	patch := func(body fields) testapp.Response { return f.office.Send("PATCH", path, body) }

	changed := f.want(patch(fields{"name": "Asha Rao-Iyer", "location": "Pune", "isAdmin": true, "source": "legacy"}),
		http.StatusOK).JSON
	if changed["name"] != "Asha Rao-Iyer" || changed["location"] != "Pune" || changed["isAdmin"] != "false" ||
		changed["source"] != "user" {
		t.Errorf("answered %v", changed)
	}
	if a := f.want(patch(fields{"name": ""}), http.StatusBadRequest); a.Field("name") == "" {
		t.Errorf("an empty name: %s", a.Body)
	}
	if a := f.want(patch(fields{"email": "new@example.com"}), http.StatusBadRequest); a.Field("password") == "" {
		t.Errorf("another address without the password: %s", a.Body)
	}
	if a := f.want(
		patch(fields{"email": "bina@example.com", "password": testapp.Password}), http.StatusConflict,
	); a.Field("email") == "" {
		t.Errorf("a taken address: %s", a.Body)
	}
	f.want(patch(fields{"email": "asha@example.com"}), http.StatusOK)
	if changed := f.want(patch(fields{"email": " New@Example.com", "password": testapp.Password}),
		http.StatusOK).JSON; changed["email"] != "new@example.com" || changed["verified"] != false {
		t.Errorf("answered %v", changed)
	}

	tagged := f.want(patch(fields{"tags": []string{"speaker", "patron", "\u00e9lan"}}), http.StatusOK).JSON
	if got := fmt.Sprint(tagged["tags"]); got != "[\u00e9lan patron speaker]" {
		t.Errorf("the tags: %s", got)
	}
	if tagged = f.want(patch(fields{"tags": []string{"speaker"}}), http.StatusOK).JSON; length(tagged["tags"]) != 1 {
		t.Errorf("the tags: %v", tagged["tags"])
	}
	payer := f.save("transactions", sale("stranger@example.com", nil))
	f.want(f.office.Send("PATCH", "/api/people/"+payer.Id, fields{"tags": []string{"guest"}}), http.StatusOK)
	f.wantMessage(f.office.Send("PATCH", "/api/people/"+payer.Id, fields{"name": "Else"}), http.StatusConflict,
		"This person has no account.")
	if length(f.person(asha.Id)["audit"]) < 3 {
		t.Errorf("the audit: %v", f.person(asha.Id)["audit"])
	}
}

func TestADeactivatedAccountIsSignedOutAndCanBeReactivated(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateAccount("users", nil)
	her := f.SignedInAs(asha)
	path := "/api/people/" + asha.Id
	if a := f.post(path+"/deactivate", nil, http.StatusOK); a.JSON["isActive"] != "false" ||
		length(a.JSON["sessions"]) != 0 {
		t.Errorf("answered %s", a.Body)
	}
	f.want(her.Get("/api/user"), http.StatusUnauthorized)
	f.want(f.Visitor().Post("/api/login", fields{"email": asha.Email(), "password": testapp.Password}),
		http.StatusUnauthorized)
	f.post(path+"/deactivate", nil, http.StatusConflict)
	f.post(path+"/reset-link", nil, http.StatusConflict)
	f.post(path+"/reactivate", nil, http.StatusOK)
	f.post(path+"/reactivate", nil, http.StatusConflict)
	f.want(f.Visitor().Post("/api/login", fields{"email": asha.Email(), "password": testapp.Password}), http.StatusOK)
}

func TestOnlyAnOwnerChangesAnAccountThatMayUseTheConsole(t *testing.T) {
	t.Parallel()
	f := open(t)
	admin := f.CreateAccount("users", fields{"isAdmin": true})
	path := "/api/people/" + admin.Id
	const sentence = "This account can use the console, so only an owner can change it."
	f.wantMessage(f.office.Post(path+"/deactivate", nil), http.StatusForbidden, sentence)
	f.wantMessage(f.office.Post(path+"/reset-link", nil), http.StatusForbidden, sentence)
	f.wantMessage(f.office.Send("PATCH", path, fields{"name": "Else"}), http.StatusForbidden, sentence)
	f.wantMessage(f.office.Send("PATCH", path, fields{"email": "mine@example.com", "password": testapp.Password}),
		http.StatusForbidden, sentence)
	f.want(f.owner.Send("PATCH", path, fields{"name": "Else"}), http.StatusOK)
	own := f.SignedInAs(admin)
	f.want(own.Post(path+"/deactivate", nil), http.StatusConflict)
	f.want(f.owner.Post(path+"/deactivate", nil), http.StatusOK)
}

func TestNotesStayWithThePersonWhenTheySignUpAndWhenTheirAddressChanges(t *testing.T) {
	t.Parallel()
	f := open(t)
	payer := f.save("transactions", sale("asha@example.com", nil))
	note := f.post("/api/people/"+payer.Id+"/notes", fields{"text": "Called them."}, http.StatusCreated).JSON
	if note["actor"] != "meera" || note["text"] != "Called them." {
		t.Errorf("the note: %v", note)
	}
	f.post("/api/people/"+payer.Id+"/notes", fields{"text": " "}, http.StatusBadRequest)
	asha := f.CreateAccount("users", fields{"email": "asha@example.com"})
	f.post("/api/people/"+asha.Id+"/notes", fields{"text": "She has signed up."}, http.StatusCreated)
	f.want(f.office.Send("PATCH", "/api/people/"+asha.Id,
		fields{"email": "new@example.com", "password": testapp.Password}), http.StatusOK)
	notes := f.person(asha.Id)["notes"].([]any)
	if len(notes) != 1 || notes[0].(fields)["text"] != "She has signed up." {
		t.Errorf("the notes with their account: %v", notes)
	}
	other := f.CreateAccount("users", nil)
	id := notes[0].(fields)["id"].(string)
	f.want(f.office.Send("DELETE", "/api/people/"+other.Id+"/notes/"+id, nil), http.StatusNotFound)
	f.want(f.office.Send("DELETE", "/api/people/"+asha.Id+"/notes/"+id, nil), http.StatusNoContent)
	if n := length(f.person(asha.Id)["notes"]); n != 0 {
		t.Errorf("%d notes are left", n)
	}
}

func TestEmailsToManyPeopleOneByOneAreLimited(t *testing.T) {
	t.Parallel()
	f := open(t)
	sent := 0
	for i := range 40 {
		person := f.CreateAccount("users", fields{"email": fmt.Sprintf("person%d@example.com", i)})
		switch answer := f.office.Post("/api/people/"+person.Id+"/emails", fields{"subject": "Friday", "words": "We meet."}); answer.Status {
		case http.StatusOK:
			sent++
		case http.StatusTooManyRequests:
		default:
			t.Fatal(answer.Status, answer.Body)
		}
	}
	if sent == 0 || sent == 40 {
		t.Errorf("%d of 40 emails to as many people were sent", sent)
	}
}

func TestAnAdminWritesInvitesAndSendsALinkForThePassword(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateAccount("users", fields{"email": "asha@example.com"})
	path := "/api/people/" + asha.Id
	f.post(path+"/emails", fields{"subject": "", "words": "x"}, http.StatusBadRequest)
	f.post(path+"/emails", fields{"subject": "Your seat in March", "words": "We have moved it to Friday."},
		http.StatusOK)
	inbox := f.Inbox("asha@example.com")
	if len(inbox) != 1 || inbox[0].Subject != "Your seat in March" ||
		!strings.Contains(inbox[0].Text, "We have moved it to Friday.") {
		t.Errorf("the inbox: %v", inbox)
	}
	f.post(path+"/emails", fields{"subject": "Again", "words": "Again"}, http.StatusTooManyRequests)

	f.post(path+"/reset-link", nil, http.StatusOK)
	if inbox = f.Inbox("asha@example.com"); len(inbox) != 2 ||
		!strings.Contains(inbox[0].Text, "/reset-password?token=") {
		t.Errorf("the inbox: %v", inbox)
	}
	f.post(path+"/reset-link", nil, http.StatusTooManyRequests)

	invited := f.post("/api/people", fields{"name": "Bina Shah", "email": "Bina@example.com"}, http.StatusCreated).JSON
	if invited["email"] != "bina@example.com" || invited["awaitsPassword"] != true || invited["invitedAt"] == "" {
		t.Errorf("the invited: %v", invited)
	}
	if inbox = f.Inbox("bina@example.com"); len(inbox) != 1 ||
		!strings.Contains(inbox[0].Text, "/reset-password?token=") {
		t.Errorf("their inbox: %v", inbox)
	}
	f.post("/api/people", fields{"name": "Bina Shah", "email": "bina@example.com"}, http.StatusConflict)
}

func TestAPersonWithoutRecordsIsDeletedInTheNightAfterTheirLastTag(t *testing.T) {
	t.Parallel()
	f := open(t)
	draft := f.save("draft_registrations", fields{
		"email":     "asha@example.com",
		"tokenHash": strings.Repeat("a", 64),
		"formData":  fields{"name": "Asha"},
		"lastSaved": f.Clock.Now(),
	})
	before, err := f.PB.CountRecords("people") // the admins
	if err != nil {
		t.Fatal(err)
	}
	for i, tags := range [][]string{{"guest"}, {}} {
		f.want(f.office.Send("PATCH", "/api/people/"+draft.Id, fields{"tags": tags}), http.StatusOK)
		f.RunScheduled("boardcirclePurge")
		if n, err := f.PB.CountRecords("people"); n != before+int64(1-i) || err != nil {
			t.Errorf("with the tags %v: %d people, %v", tags, n, err)
		}
	}
}

// The first merge moved records that the second merge moved on.
func TestAMergeIsUndoneAfterTheMergesThatFollowedIt(t *testing.T) {
	t.Parallel()
	f := open(t)
	var accounts, nominations []*core.Record
	for _, email := range []string{"first@example.com", "second@example.com", "third@example.com"} {
		accounts = append(accounts, f.CreateAccount("users", fields{"email": email, "verified": true}))
		nominations = append(nominations, f.save("registrations", testapp.Nomination(email, nil)))
	}
	merge := func(primary, duplicate *core.Record) (undo string) {
		path := "/api/people/" + primary.Id
		made := f.post(path+"/merge", fields{"otherId": duplicate.Id, "password": testapp.Password}, http.StatusOK)
		return path + "/merges/" + made.JSON["mergeId"].(string) + "/undo"
	}
	first := merge(accounts[1], accounts[0])
	second := merge(accounts[2], accounts[1])
	f.wantMessage(f.office.Post(first, nil), http.StatusConflict,
		"This account was merged into another. Undo the merge first.")
	f.post(second, nil, http.StatusOK)
	f.post(first, nil, http.StatusOK)
	for i, account := range accounts {
		nomination, _ := f.person(account.Id)["nomination"].(fields)
		if nomination["id"] != nominations[i].Id {
			t.Errorf("%s has the nomination %v", account.Email(), nomination)
		}
	}
}

func TestAMergeMovesWhatThePersonHasAndCanBeUndoneForThirtyDays(t *testing.T) {
	t.Parallel()
	f := open(t)
	primary := f.CreateAccount("users", fields{"email": "asha@example.com", "name": "Asha Rao"})
	duplicate := f.CreateAccount("users", fields{"email": "asha.rao@example.com"})
	bought := f.save("transactions",
		sale("asha.rao@example.com", fields{"userId": duplicate.Id, "razorpayPaymentId": "pay_1"}))
	f.save("memberships", fields{
		"userId":            duplicate.Id,
		"tierName":          "Founding",
		"transactionId":     bought.Id,
		"razorpayPaymentId": "pay_1",
		"startsAt":          f.Clock.Now(),
	})
	her := f.SignedInAs(duplicate)
	path := "/api/people/" + primary.Id
	merge := func(body fields, status int) testapp.Response {
		body["password"] = testapp.Password
		return f.post(path+"/merge", body, status)
	}

	preview := merge(fields{"otherId": duplicate.Id, "preview": true}, http.StatusOK).JSON
	if moves := preview["movedRecords"].(fields); moves["transactions"] != 1.0 || moves["memberships"] != 1.0 ||
		preview["mergeId"] != "" || preview["duplicate"].(fields)["email"] != "asha.rao@example.com" {
		t.Errorf("the preview: %v", preview)
	}
	f.want(her.Get("/api/user"), http.StatusOK)
	merge(fields{"otherId": primary.Id}, http.StatusBadRequest)
	merge(fields{"otherId": "nobodysrecord00"}, http.StatusBadRequest)
	merge(fields{"otherId": f.CreateAccount("users", fields{"isAdmin": true}).Id}, http.StatusConflict)

	made := merge(fields{"otherId": "Asha.Rao@example.com"}, http.StatusOK).JSON
	f.want(her.Get("/api/user"), http.StatusUnauthorized)
	person := f.person(primary.Id)
	if length(person["memberships"]) != 1 || length(person["transactions"]) != 1 || length(person["merges"]) != 1 {
		t.Errorf("the one account: %v", person)
	}
	if away := f.person(duplicate.Id); away["mergedInto"] != primary.Id || away["isActive"] != "false" ||
		length(away["memberships"]) != 0 {
		t.Errorf("the account that went: %v", away)
	}
	f.post("/api/people/"+duplicate.Id+"/reactivate", nil, http.StatusConflict)
	merge(fields{"otherId": duplicate.Id}, http.StatusConflict)
	// records that are added after the merge belong to the remaining account
	f.save("transactions", sale("asha@example.com", fields{"userId": primary.Id, "razorpayPaymentId": "pay_2"}))

	undo := path + "/merges/" + made["mergeId"].(string) + "/undo"
	f.want(f.office.Post("/api/people/"+duplicate.Id+"/merges/"+made["mergeId"].(string)+"/undo", nil), http.StatusNotFound)
	undone := f.post(undo, nil, http.StatusOK).JSON
	if length(undone["memberships"]) != 0 || length(undone["transactions"]) != 1 {
		t.Errorf("the one account afterwards: %v", undone)
	}
	if back := f.person(duplicate.Id); back["isActive"] != "true" || back["mergedInto"] != "" ||
		length(back["memberships"]) != 1 {
		t.Errorf("the account that came back: %v", back)
	}
	f.post(undo, nil, http.StatusConflict)

	late := merge(fields{"otherId": duplicate.Id}, http.StatusOK).JSON["mergeId"].(string)
	f.Clock.Advance(31 * 24 * time.Hour)
	f.wantMessage(f.office.Post(path+"/merges/"+late+"/undo", nil), http.StatusConflict,
		"This merge is more than 30 days old, so it can no longer be undone.")
}

func TestANoteIsNotOfAPersonWhoseAddressDiffersInAnAccent(t *testing.T) {
	t.Parallel()
	f := open(t)
	upper, lower := f.save("transactions", sale("Élise@example.com", nil)).Id, f.save("transactions",
		sale("élise@example.com", nil)).Id
	f.post("/api/people/"+upper+"/notes", fields{"text": "Met in Pune."}, http.StatusCreated)
	for id, want := range map[string]int{upper: 1, lower: 0} {
		if notes := length(f.person(id)["notes"]); notes != want {
			t.Errorf("%v has %d notes, not %d", f.person(id)["email"], notes, want)
		}
	}
}

func TestAMergeKeepsTheSignInOfOneAccountAndTheEmailChoicesOfBoth(t *testing.T) {
	t.Parallel()
	f := open(t)
	primary := f.CreateAccount("users", fields{"email": "asha@example.com", "verified": true})
	duplicate := f.CreateAccount("users",
		fields{"email": "asha.rao@example.com", "pin": "4826", "totpSecret": "sealed", "verified": true})
	her := f.SignedInAs(duplicate)
	f.want(her.Send("PUT", "/api/user/email-preferences", fields{"topics": []any{"events"}}), http.StatusOK)
	f.want(her.Send("PUT", "/api/billing-profile",
		fields{"kind": "individual", "address": "1 Fort Road", "state": "27", "pin": "400001",
			"country": "IN"}), http.StatusOK)
	f.save("passkeys", fields{
		"collection":   "users",
		"account":      duplicate.Id,
		"name":         "Firefox",
		"handle":       "h",
		"credentialId": "c",
		"credential":   fields{"id": "c"},
	})
	bought := f.save("transactions",
		sale("asha.rao@example.com", fields{"userId": duplicate.Id, "razorpayPaymentId": "pay_1"}))
	coupon := f.save("coupons", fields{"code": "WELCOME", "kind": "percent", "value": 10})
	use := f.save("coupon_uses",
		fields{"couponId": coupon.Id, "userId": duplicate.Id, "transactionId": bought.Id, "state": "consumed"})
	path := "/api/people/" + primary.Id
	topicsOf := func(address string) string {
		preferences, err := f.Preferences.List(f.PB, address)
		if err != nil {
			t.Fatal(err)
		}
		wanted := []string{}
		for _, p := range preferences {
			if p.Wanted {
				wanted = append(wanted, string(p.Topic))
			}
		}
		return strings.Join(wanted, " ")
	}
	ownerOf := func(collection, id string) string {
		record, err := f.PB.FindRecordById(collection, id)
		if err != nil {
			t.Fatal(err)
		}
		return record.GetString("userId")
	}

	preview := f.post(path+"/merge", fields{"otherId": duplicate.Id, "preview": true}, http.StatusOK).JSON
	moves, stays := preview["movedRecords"].(fields), preview["remainingRecords"].(fields)
	if moves["coupon_uses"] != 1.0 || moves["billing_profiles"] != 1.0 || moves["email_choices"] != 2.0 {
		t.Errorf("it moves %v", moves)
	}
	if stays["passkeys"] != 1.0 || stays["sessions"] != 1.0 || stays["secondFactor"] != 1.0 || stays["pin"] != 1.0 {
		t.Errorf("there stay %v", stays)
	}
	if topicsOf("asha@example.com") != "news events membership" {
		t.Error("the preview has changed what they want")
	}

	made := f.post(path+"/merge", fields{"otherId": duplicate.Id, "password": testapp.Password}, http.StatusOK).JSON
	f.want(her.Get("/api/user"), http.StatusUnauthorized)
	f.want(f.Visitor().Post("/api/login", fields{"email": duplicate.Email(), "password": testapp.Password}),
		http.StatusUnauthorized)
	if got := topicsOf("asha@example.com"); got != "events" {
		t.Errorf("the one address wants %q", got)
	}
	if ownerOf("coupon_uses", use.Id) != primary.Id {
		t.Error("the coupon can be used again")
	}
	now := f.SignedInAs(primary)
	if billing := f.want(now.Get("/api/billing-profile"), http.StatusOK); billing.JSON["address"] != "1 Fort Road" {
		t.Errorf("the billing is %s", billing.Body)
	}
	// the person's own choices take precedence, before and after the undo
	f.want(now.Send("PUT", "/api/user/email-preferences", fields{"topics": []any{"events", "news"}}), http.StatusOK)
	f.want(now.Send("PUT", "/api/user/email-preferences", fields{"topics": []any{"events"}}), http.StatusOK)

	f.post(path+"/merges/"+made["mergeId"].(string)+"/undo", nil, http.StatusOK)
	if got := topicsOf("asha@example.com"); got != "events membership" {
		t.Errorf("afterwards the one address wants %q", got)
	}
	if got := topicsOf("asha.rao@example.com"); got != "events" {
		t.Errorf("afterwards the other address wants %q", got)
	}
	if ownerOf("coupon_uses", use.Id) != duplicate.Id {
		t.Error("the use of the coupon did not go back")
	}
	back, err := f.PB.FindRecordById("users", duplicate.Id)
	if err != nil {
		t.Fatal(err)
	}
	if billing := f.want(
		f.SignedInAs(back).Get("/api/billing-profile"), http.StatusOK,
	); billing.JSON["address"] != "1 Fort Road" {
		t.Errorf("the billing that went back is %s", billing.Body)
	}
	// the second factor is required again once the account is back
	if a := f.want(f.Visitor().Post("/api/login", fields{"email": duplicate.Email(), "password": testapp.Password}),
		http.StatusUnauthorized); a.Field("code") == "" {
		t.Errorf("the other account answers %s", a.Body)
	}
	if n := f.post(path+"/merge", fields{"otherId": duplicate.Id, "preview": true}, http.StatusOK).JSON["remainingRecords"].(fields)["passkeys"]; n != 1.0 {
		t.Errorf("%v passkeys are left", n)
	}
}

func TestAMergeDoesNotReplaceBillingDetails(t *testing.T) {
	t.Parallel()
	f := open(t)
	primary, duplicate := f.CreateAccount("users", nil), f.CreateAccount("users", nil)
	for name, account := range map[string]*core.Record{"Primary": primary, "Duplicate": duplicate} {
		f.want(f.SignedInAs(account).Send("PUT", "/api/billing-profile",
			fields{"kind": "individual", "address": name + " Road", "state": "27", "pin": "400001",
				"country": "IN"}), http.StatusOK)
	}
	preview := f.post("/api/people/"+primary.Id+"/merge", fields{"otherId": duplicate.Id, "password": testapp.Password},
		http.StatusOK).JSON
	if stays := preview["remainingRecords"].(fields); stays["billing_profiles"] != 1.0 {
		t.Errorf("there stay %v", stays)
	}
	if billing := f.SignedInAs(primary).Get("/api/billing-profile"); billing.JSON["address"] != "Primary Road" {
		t.Errorf("the billing is %s", billing.Body)
	}
}

// The remaining account takes the billing details of the other account as a whole if its own lack something of the same
// buyer. An undo gives both accounts back what they had.
func TestAMergeCompletesTheBillingDetails(t *testing.T) {
	t.Parallel()
	individual := fields{"kind": "individual", "state": "27", "pin": "400001", "country": "IN"}
	with := func(more fields) fields {
		all := maps.Clone(individual)
		maps.Copy(all, more)
		return all
	}
	company := func(more fields) fields {
		all := with(fields{"kind": "company", "legalName": "Rao Advisers", "address": "1 Fort Road"})
		maps.Copy(all, more)
		return all
	}
	for name, test := range map[string]struct {
		remaining, closed fields
		isTaken           bool
	}{
		"no state":           {fields{"kind": "individual", "country": "IN", "address": "Old Road"}, individual, true},
		"no address":         {individual, with(fields{"address": "2 Hill Road", "pin": "411001"}), true},
		"no GSTIN":           {company(nil), company(fields{"gstin": "27AAPFU0939F1ZV", "address": "9 Sea Road"}), true},
		"nothing is missing": {with(fields{"address": "1 Fort Road"}), with(fields{"address": "2 Hill Road"}), false},
		"another state":      {individual, with(fields{"state": "29", "pin": "560025", "address": "2 Hill Road"}), false},
		"a company":          {individual, company(fields{"gstin": "27AAPFU0939F1ZV"}), false},
		"another company":    {company(nil), company(fields{"legalName": "Sen Advisers", "gstin": "27AAPFU0939F1ZV"}), false},
		"no state either":    {fields{"kind": "individual", "country": "IN", "address": "Old Road"}, fields{"kind": "individual", "country": "IN"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := open(t)
			primary, duplicate := f.CreateAccount("users", nil), f.CreateAccount("users", nil)
			for _, of := range []struct {
				account *core.Record
				billing fields
			}{{primary, test.remaining}, {duplicate, test.closed}} {
				stored := maps.Clone(of.billing)
				stored["pinCode"], stored["userId"] = stored["pin"], of.account.Id
				f.save("billing_profiles", stored)
			}
			before := f.want(f.SignedInAs(primary).Get("/api/billing-profile"), http.StatusOK).Body
			other := f.want(f.SignedInAs(duplicate).Get("/api/billing-profile"), http.StatusOK).Body
			path := "/api/people/" + primary.Id + "/merge"
			merged := f.post(path, fields{"otherId": duplicate.Id, "password": testapp.Password}, http.StatusOK).JSON
			want := before
			if test.isTaken {
				want = other
			}
			if got := f.SignedInAs(primary).Get("/api/billing-profile").Body; got != want {
				t.Errorf("the billing is %s, want %s", got, want)
			}
			if moved := merged["movedRecords"].(fields)["billing_profiles"] == 1.0; moved != test.isTaken {
				t.Errorf("the answer is %v", merged)
			}
			f.post(path+"s/"+merged["mergeId"].(string)+"/undo", nil, http.StatusOK)
			for account, want := range map[*core.Record]string{primary: before, duplicate: other} {
				account, err := f.PB.FindRecordById("users", account.Id)
				if err != nil {
					t.Fatal(err)
				}
				if got := f.want(f.SignedInAs(account).Get("/api/billing-profile"), http.StatusOK).Body; got != want {
					t.Errorf("after the undo the billing is %s, want %s", got, want)
				}
			}
		})
	}
}

func TestTwoMembershipsThatRenewAreNotMerged(t *testing.T) {
	t.Parallel()
	for state, refusal := range map[string]string{
		"active": "Both accounts have a membership that renews automatically. Cancel one of them first.",
		"created": "Both accounts have an unfinished purchase of a membership that renews automatically. The purchases " +
			"expire within a day. Merge the accounts after that.",
	} {
		f := open(t)
		primary, duplicate := f.CreateAccount("users", nil), f.CreateAccount("users", nil)
		for i, account := range []*core.Record{primary, duplicate} {
			provider := []string{"sub_1", "sub_2"}[i]
			bought := f.save("transactions",
				sale(account.Email(), fields{"userId": account.Id, "razorpayPaymentId": "pay_" + provider}))
			f.save("subscriptions", fields{
				"userId":                 account.Id,
				"transactionId":          bought.Id,
				"tierName":               "Annual",
				"duration":               "annual",
				"state":                  state,
				"razorpaySubscriptionId": provider,
			})
		}
		for _, form := range []fields{{"preview": true}, {"password": testapp.Password}} {
			form["otherId"] = duplicate.Id
			f.wantMessage(f.office.Post("/api/people/"+primary.Id+"/merge", form), http.StatusConflict, refusal)
		}
		f.want(f.SignedInAs(duplicate).Get("/api/user"), http.StatusOK)
	}
}

func TestAnAdminSendsALinkThatVerifiesAnAddress(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateAccount("users", fields{"email": "asha@example.com"})
	her, path := f.SignedInAs(asha), "/api/people/"+asha.Id+"/proof-link"
	f.post(path, nil, http.StatusOK)
	f.post(path, nil, http.StatusTooManyRequests)
	inbox := f.Inbox("asha@example.com")
	if len(inbox) != 1 || !strings.Contains(inbox[0].Text, "/confirm-email?token=") {
		t.Fatalf("their inbox: %v", inbox)
	}
	_, rest, _ := strings.Cut(inbox[0].Text, "/confirm-email?token=")
	f.want(f.Visitor().Post("/api/confirm-email", fields{"token": strings.Fields(rest)[0]}), http.StatusConflict)
	f.want(her.Post("/api/confirm-email", fields{"token": strings.Fields(rest)[0]}), http.StatusOK)
	if f.person(asha.Id)["verified"] != true {
		t.Error("their address is not verified")
	}
	f.want(her.Get("/api/user"), http.StatusOK)
	f.wantMessage(f.office.Post(path, nil), http.StatusConflict, "This person's email address is already confirmed.")
	away := f.CreateAccount("users", fields{"isActive": false})
	f.post("/api/people/"+away.Id+"/proof-link", nil, http.StatusConflict)
}

func TestAnAccountHasAnInterest(t *testing.T) {
	t.Parallel()
	f := open(t)
	asha := f.CreateMember(fields{"name": "Asha Rao"})
	f.wantMessage(f.owner.Send(http.MethodPatch, "/api/people/"+asha.Id, fields{"requestType": ""}),
		http.StatusBadRequest, "Please choose an interest")
	indira := fields{"name": "Indira Sen", "email": "indira@example.com", "requestType": ""}
	f.wantMessage(f.owner.Post("/api/people", indira), http.StatusBadRequest, "Please choose an interest")
	delete(indira, "requestType")
	f.want(f.owner.Post("/api/people", indira), http.StatusCreated)
}
