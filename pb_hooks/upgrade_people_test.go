package hooks_test

import (
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// The migration that creates the people finds the person of every record that was stored before, and moves the records
// of merged accounts so that the merge can still be undone.
func TestAnUpgradeFindsThePeopleOfTheStoredRecords(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788000200") // with the schema of 1.0.0
	save := func(collection string, values map[string]any) string { return addRow(t, app, collection, values) }
	account := func(email string) string {
		return save("users", map[string]any{
			"email":       email,
			"name":        "Asha Rao",
			"requestType": "membership",
			"source":      "user",
			"isActive":    true,
			"verified":    true,
		})
	}
	paid := func(email string, values map[string]any) string {
		values["customerEmail"], values["status"], values["currency"], values["amount"] = email, "completed", "INR", 100
		return save("transactions", values)
	}
	account1, account2 := account("asha@example.com"), account("asha@work.example")
	nominated := save("registrations", map[string]any{"email": "Asha@example.com", "name": "Asha Rao", "phone": "1"})
	other := save("registrations", map[string]any{"email": "asha@work.example", "name": "Asha Rao", "phone": "1"})
	byAddress, byAccount := paid("ASHA@example.com", map[string]any{}), paid("bank@example.com",
		map[string]any{"userId": account1})
	byNomination, withoutEmail := paid("bank@example.com", map[string]any{"registrationId": nominated}), paid("",
		map[string]any{})
	note := save("person_notes", map[string]any{"email": "asha@example.com", "text": "Called."})
	merge := save("account_merges",
		map[string]any{"keptId": account1, "goneId": account2, "goneEmail": "asha@work.example", "at": time.Now()})

	if err := app.RunAllMigrations(); err != nil {
		t.Fatal("the upgrade:", err)
	}
	hooks.RegisterReadModels(app)
	if err := readmodel.RebuildIfStale(app); err != nil {
		t.Fatal(err)
	}
	personOf := func(collection, id string) string {
		t.Helper()
		record, err := app.FindRecordById(collection, id)
		if err != nil {
			t.Fatal(err)
		}
		return record.GetString("person")
	}
	asha := personOf("users", account1)
	for id, collection := range map[string]string{
		nominated: "registrations", other: "registrations", byAddress: "transactions", byAccount: "transactions",
		byNomination: "transactions", note: "person_notes",
	} {
		if got := personOf(collection, id); got != asha || asha == "" {
			t.Errorf("%s %s has the person %q, want %q", collection, id, got, asha)
		}
	}
	if got := personOf("transactions", withoutEmail); got == "" || got == asha {
		t.Errorf("the payment without an address has the person %q", got)
	}
	if got := personOf("users", account2); got == "" || got == asha {
		t.Errorf("the merged account has the person %q", got)
	}
	record, err := app.FindRecordById("account_merges", merge)
	if err != nil {
		t.Fatal(err)
	}
	var moved map[string][]string
	if err := record.UnmarshalJSONField("movedReferences", &moved); err != nil || len(moved["registrations"]) != 1 ||
		moved["registrations"][0] != other {
		t.Errorf("the merge has moved %v, %v", moved, err)
	}
	var row struct {
		Email    string `db:"email"`
		Payments int    `db:"payments"`
		Source   string `db:"source"`
	}
	if err := app.DB().Select("email", "payments", "source").From("people").Where(dbx.HashExp{"id": asha}).
		One(&row); err != nil {
		t.Fatal(err)
	}
	if row.Email != "asha@example.com" || row.Payments != 3 || row.Source != "registration" {
		t.Errorf("the person's row = %+v", row)
	}
	if n, err := app.CountRecords("people"); n != 3 || err != nil {
		t.Errorf("%d people, %v, want 3", n, err)
	}
}
