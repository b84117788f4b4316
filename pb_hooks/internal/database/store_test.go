package database_test

import (
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestHooksHearOfACreatedRecordWithTheDatesOfTheClock(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	var heard []*core.Record
	app.OnRecordAfterCreateSuccess("sessions").BindFunc(func(e *core.RecordEvent) error {
		heard = append(heard, e.Record)
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
	if len(heard) != 1 || !heard[0].GetDateTime("createdAt").Time().Equal(at) ||
		!heard[0].GetDateTime("updatedAt").Time().Equal(at) {
		t.Errorf("%v", heard)
	}
	if err := database.Create(app, "sessions", map[string]any{"collection": "visitors"}, at); err == nil {
		t.Error("an invalid record is saved")
	}
}
