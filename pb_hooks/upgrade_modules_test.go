package hooks_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/settings"
)

// An upgrade keeps the parts of the office, which were not modules before, at a site that has chosen its modules.
func TestAnUpgradeKeepsThePartsOfTheOffice(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	for name, c := range map[string]struct {
		chosen any
		want   modules.Set
	}{
		"not chosen":  {nil, modules.NewSet()},
		"none":        {[]string{}, modules.Without(modules.Circle()...)},
		"the library": {[]string{"library"}, modules.Without(without(modules.Circle(), modules.Library)...)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := openBefore(t, "1788007250")
			addRow(t, app, "settings", fields{"key": "site", "siteName": "The Circle", "modulesOn": c.chosen})
			if err := app.RunAllMigrations(); err != nil {
				t.Fatal("the upgrade:", err)
			}
			expectModules(t, app, c.want)
		})
	}
}

func without(ids []modules.ID, id modules.ID) []modules.ID {
	return slices.DeleteFunc(ids, func(other modules.ID) bool { return other == id })
}

func expectModules(t *testing.T, app core.App, want modules.Set) {
	t.Helper()
	on, err := settings.ReadModules(app)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules.All {
		if on[m.ID] != want[m.ID] {
			t.Errorf("%s is on: %v, want %v", m.ID, on[m.ID], want[m.ID])
		}
	}
}

// An upgrade keeps the modules of a site that has settings, an admin or a person. A new server has none.
func TestAnUpgradeKeepsTheModules(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	for name, c := range map[string]struct {
		table  string
		values map[string]any
		want   modules.Set
	}{
		"a new server":          {want: modules.NewSet()},
		"settings":              {"settings", fields{"key": "site", "siteName": "The Circle"}, modules.Without()},
		"a module that is off":  {"settings", fields{"key": "site", "modulesOff": []string{"library"}}, modules.Without(modules.Library)},
		"an admin, no settings": {"admins", fields{"username": "owner", "email": "owner@example.com"}, modules.Without()},
		"a person, no settings": {"people", fields{"email": "asha@example.com"}, modules.Without()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := openBefore(t, "1788007240")
			if c.table != "" {
				addRow(t, app, c.table, c.values)
			}
			if err := app.RunAllMigrations(); err != nil {
				t.Fatal("the upgrade:", err)
			}
			expectModules(t, app, c.want)
		})
	}
}
