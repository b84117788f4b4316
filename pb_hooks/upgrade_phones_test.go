package hooks_test

import (
	"testing"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestAnUpgradeStoresPhoneNumbersInOneForm(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788007100")
	account := addRow(t, app, "users", map[string]any{"email": "asha@example.com", "name": "\u00c1sha Rao",
		"phone": "9876543210", "requestType": "membership", "source": "user"})
	nominated := addRow(t, app, "registrations", map[string]any{"email": "bina@example.com", "name": "Bina Das",
		"phone": "(022) 4000-1234"})
	odd := addRow(t, app, "registrations", map[string]any{"email": "cora@example.com", "name": "Cora",
		"phone": "+91 22 2654 3210/11"})
	paid := addRow(t, app, "transactions", map[string]any{"customerEmail": "dina@example.com",
		"customerPhone": "098765 43211", "status": "completed", "currency": "INR", "amount": 100})
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal("the upgrade:", err)
	}
	for id, want := range map[string][3]string{
		account: {"users", "phone", "+919876543210"}, nominated: {"registrations", "phone", "+912240001234"},
		odd: {"registrations", "phone", "+91 22 2654 3210/11"}, paid: {"transactions", "customerPhone", "+919876543211"},
	} {
		record, err := app.FindRecordById(want[0], id)
		if err != nil {
			t.Fatal(err)
		}
		if got := record.GetString(want[1]); got != want[2] {
			t.Errorf("%s of %s = %q, want %q", want[1], want[0], got, want[2])
		}
	}
	hooks.RegisterReadModels(app)
	if err := readmodel.RebuildIfStale(app); err != nil {
		t.Fatal(err)
	}
	for _, term := range []string{"+919876543210", "asha rao", "\u00c1sha"} {
		found, _, err := readmodel.Find(app, readmodel.Users, term, 10)
		if err != nil || len(found) != 1 || found[0] != account {
			t.Errorf("the index finds %v for %q, want the account: %v", found, term, err)
		}
	}
}
