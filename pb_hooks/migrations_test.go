package hooks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestMigrationsAfterTheFirstReleaseCanBeReverted(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := testdb.New(t) // runs all migrations
	runner := core.NewMigrationsRunner(app, core.AppMigrations)
	if later := len(core.AppMigrations.Items()) - 1; later > 0 {
		if _, err := runner.Down(later); err != nil {
			t.Fatal("down:", err)
		}
	}
	first := openUnmigrated(t)
	var released core.MigrationsList
	released.Add(core.AppMigrations.Item(0))
	if _, err := core.NewMigrationsRunner(first, released).Up(); err != nil {
		t.Fatal("up to the first release:", err)
	}
	want, got := schemaOf(t, first), schemaOf(t, app)
	for _, part := range want {
		if !slices.Contains(got, part) {
			t.Errorf("%s is missing after all migrations were reverted", part)
		}
	}
	for _, part := range got {
		if !slices.Contains(want, part) {
			t.Errorf("%s is left after all migrations were reverted", part)
		}
	}
	if _, err := runner.Down(1); err == nil || !strings.Contains(err.Error(), "schema of 1.0.0") {
		t.Errorf("err = %v, want the refusal to revert the schema of 1.0.0", err)
	}
	if _, err := runner.Up(); err != nil {
		t.Fatal("up again:", err)
	}
}

// schemaOf lists the columns, indexes and triggers of a database.
func schemaOf(t *testing.T, app core.App) (parts []string) {
	t.Helper()
	err := app.DB().NewQuery(`
		SELECT 'column ' || t.name || '.' || c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'
		UNION ALL SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('trigger', 'view')
		UNION ALL SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master WHERE type = 'index'`).
		Column(&parts)
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

func TestADataDirectoryOfAnOlderVersionIsRefusedUnchanged(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openUnmigrated(t)
	if err := app.Save(core.NewBaseCollection("registrations")); err != nil {
		t.Fatal(err)
	}
	read := func() (schema []string) {
		t.Helper()
		if err := app.DB().NewQuery("SELECT name FROM sqlite_master UNION ALL SELECT file FROM _migrations").
			Column(&schema); err != nil {
			t.Fatal(err)
		}
		return schema
	}
	before := read()
	if err := app.RunAppMigrations(); err == nil || !strings.Contains(err.Error(), "before release 1.0.0") {
		t.Errorf("err = %v, want a refusal", err)
	}
	if after := read(); !slices.Equal(before, after) {
		t.Errorf("the schema was %v, and is %v", before, after)
	}
}

func TestOurCollectionsHaveNoAPIRulesAndHideTheirSecrets(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	collections, err := app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[string]bool{
		"password":         true,
		"tokenKey":         true,
		"pin":              true,
		"pinFailures":      true,
		"resetToken":       true,
		"resetTokenExpiry": true,
		"newEmail":         true,
		"handle":           true,
		"credentialId":     true,
		"credential":       true,
		"session":          true,
		"newEmailToken":    true,
		"newEmailExpiry":   true,
		"tokenHash":        true,
		"inviteToken":      true,
		"totpSecret":       true,
		"totpPending":      true,
		"totpStep":         true,
		"recoveryCodes":    true,
	}
	owned := map[string]bool{"idempotency_keys": true, "jobs": true, "sessions": true} // of packages in internal/
	for _, tables := range owners {
		for _, name := range tables {
			owned[name] = true
		}
	}
	for _, c := range collections {
		if c.System {
			continue
		}
		if !owned[c.Name] {
			t.Errorf("%s belongs to no feature: add it to owners in layout_test.go", c.Name)
		}
		for name, rule := range map[string]*string{"list": c.ListRule, "view": c.ViewRule, "create": c.CreateRule, "update": c.UpdateRule, "delete": c.DeleteRule} {
			if rule != nil {
				t.Errorf("%s has a %s rule, want none", c.Name, name)
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
