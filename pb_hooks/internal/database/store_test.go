package database_test

import (
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestCreateRunsTheHooksWithTheGivenDates(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	var created []*core.Record
	app.OnRecordAfterCreateSuccess("sessions").BindFunc(func(e *core.RecordEvent) error {
		created = append(created, e.Record)
		return e.Next()
	})
	at := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	values := map[string]any{
		"collection": "users",
		"account":    "account00000000",
		"lastSeenAt": at,
		"expiresAt":  at.Add(time.Hour),
	}
	if err := database.Create(app, "sessions", values, at); err != nil {
		t.Fatal(err)
	}
	if len(created) != 1 || !created[0].GetDateTime("createdAt").Time().Equal(at) ||
		!created[0].GetDateTime("updatedAt").Time().Equal(at) {
		t.Errorf("created records = %v, want one with the dates %v", created, at)
	}
	if err := database.Create(app, "sessions", map[string]any{"collection": "visitors"}, at); err == nil {
		t.Error("an invalid record was saved")
	}
}
