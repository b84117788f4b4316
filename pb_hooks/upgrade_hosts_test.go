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

// Earlier releases stored only that the report of a meeting names a guest.
func TestAnUpgradeStoresTheAttendanceOfGuests(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788007230")
	session := addRow(t, app, "events", map[string]any{"title": "Reading", "host": "Asha Rao", "state": "published"})
	guest := func(email string, attended bool) string {
		return addRow(t, app, "event_guests", map[string]any{"event": session, "email": email, "hasAttended": attended})
	}
	want := map[string]string{guest("asha@example.com", true): "attended", guest("bina@example.com", false): ""}
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	for id, attendance := range want {
		record, err := app.FindRecordById("event_guests", id)
		if err != nil || record.GetString("attendance") != attendance {
			t.Errorf("%s: %q (%v), want %q", record.GetString("email"), record.GetString("attendance"), err, attendance)
		}
	}
	reverted := 0
	for _, migration := range core.AppMigrations.Items() {
		if filepath.Base(migration.File) >= "1788007230" {
			reverted++
		}
	}
	if _, err := core.NewMigrationsRunner(app, core.AppMigrations).Down(reverted); err != nil {
		t.Fatal(err)
	}
	for id, attendance := range want {
		record, err := app.FindRecordById("event_guests", id)
		if err != nil || record.GetBool("hasAttended") != (attendance == "attended") {
			t.Errorf("reverted: %v (%v), want %q", record, err, attendance)
		}
	}
}
