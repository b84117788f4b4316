package hooks_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// Earlier releases stored no account of a host. A host with the name of a speaker was taken for that speaker.
func TestAnUpgradeFindsTheHostsOfTheStoredSessions(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788003800")
	create := func(table string, values map[string]any) string { return addRow(t, app, table, values) }
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
