package hooks_test

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestTheMigrationsRunForthAndBackAndForthAgain(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := testdb.New(t) // it has gone forth
	runner := core.NewMigrationsRunner(app, core.AppMigrations)
	back := len(core.AppMigrations.Items()) - 1 // all but the snapshot
	isWhole := testdb.IsLong()
	if !isWhole {
		back = 8
	}
	if _, err := runner.Down(back); err != nil {
		t.Fatal("back:", err)
	}
	if isWhole {
		checkOnlySnapshotIsLeft(t, app)
	}
	if _, err := runner.Up(); err != nil {
		t.Fatal("forth again:", err)
	}
}

// checkOnlySnapshotIsLeft tells what of the later migrations a way back has left.
func checkOnlySnapshotIsLeft(t *testing.T, app core.App) {
	t.Helper()
	if _, err := app.FindCollectionByNameOrId("memberships"); err == nil {
		t.Error("memberships is still there after going back")
	}
	var left []string
	err := app.DB().NewQuery(`SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view') OR name LIKE 'members\_%' ESCAPE '\' OR name = 'tallies'`).Column(&left)
	if err != nil || len(left) > 0 {
		t.Errorf("left after going back: %v, %v", left, err)
	}
}

func TestEveryCollectionOfOursIsClosedToTheAPIAndHidesItsSecrets(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	collections, err := app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[string]bool{"password": true, "tokenKey": true, "pin": true, "pinFailures": true, "resetToken": true, "resetTokenExpiry": true, "newEmail": true, "handle": true, "credentialId": true, "credential": true, "session": true, "newEmailToken": true, "newEmailExpiry": true, "tokenHash": true, "inviteToken": true, "totpSecret": true, "totpPending": true, "totpStep": true, "recoveryCodes": true}
	for _, c := range collections {
		if c.System {
			continue
		}
		for name, rule := range map[string]*string{"list": c.ListRule, "view": c.ViewRule, "create": c.CreateRule, "update": c.UpdateRule, "delete": c.DeleteRule} {
			if rule != nil {
				t.Errorf("%s may be reached by %s", c.Name, name)
			}
		}
		for _, field := range c.Fields {
			if secrets[field.GetName()] && !field.GetHidden() {
				t.Errorf("%s.%s is not hidden", c.Name, field.GetName())
			}
		}
		if c.Fields.GetByName("createdAt") == nil || c.Fields.GetByName("updatedAt") == nil {
			t.Errorf("%s has no createdAt or updatedAt", c.Name)
		}
	}
	if !app.Settings().Meta.HideControls {
		t.Error("the dashboard offers to change the schema")
	}
}
