package hooks_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/settings"
)

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
			on, err := settings.ReadModules(app)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range modules.All {
				if on[m.ID] != c.want[m.ID] {
					t.Errorf("%s is on: %v, want %v", m.ID, on[m.ID], c.want[m.ID])
				}
			}
		})
	}
}
