package hooks_test

import (
	"path/filepath"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// Earlier releases stored no account of a host. A host with the name of a speaker was taken for that speaker.
func TestAnUpgradeFindsTheHostsOfTheStoredSessions(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir()})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = app.ResetBootstrapState() }()
	var old core.MigrationsList
	for _, migration := range core.AppMigrations.Items() {
		if filepath.Base(migration.File) < "1788003800" {
			old.Add(migration)
		}
	}
	if _, err := core.NewMigrationsRunner(app, old).Up(); err != nil {
		t.Fatal(err)
	}
	create := func(table string, values map[string]any) string {
		t.Helper()
		collection, err := app.FindCollectionByNameOrId(table)
		if err != nil {
			t.Fatal(err)
		}
		record := core.NewRecord(collection)
		record.Load(values)
		if err := app.SaveNoValidate(record); err != nil {
			t.Fatal(err)
		}
		return record.Id
	}
	asha := create("users", map[string]any{"email": "asha@example.com", "name": "Asha Rao", "isActive": true})
	session := func(host string) string {
		return create("events", map[string]any{"title": "Reading", "host": host, "state": "draft", "speakers": []any{
			map[string]any{"name": "Bina Shah", "userId": ""}, map[string]any{"name": "Dr Asha Rao", "userId": asha},
		}})
	}
	want := map[string]string{session("dr asha rao"): asha, session("Asha Rao"): asha, session("Bina Shah"): "",
		session("Meera"): ""}
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	for id, host := range want {
		record, err := app.FindRecordById("events", id)
		if err != nil || record.GetString("hostUserId") != host {
			t.Errorf("%s is hosted by %q (%v), want %q", record.GetString("host"), record.GetString("hostUserId"), err, host)
		}
	}
}
