package nominations_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// The benchmarks compare a handler with PocketBase's own save of the same record, in an app with the collection and
// its indexes but without hooks and triggers.

func BenchmarkCreate(b *testing.B) {
	s := newApp(b)
	dropDerivingTriggers(b, s.PB)
	for i := range b.N {
		body := encode(b, nomination(form{"email": fmt.Sprintf("n%d@example.com", i)}))
		serve(b, s.PB, s.Nominations.Create().Handler, "/api/registrations", body, nil)
	}
}

func BenchmarkBareCreate(b *testing.B) {
	app := newBareApp(b)
	collection := collectionOf(b, app, "registrations")
	for i := range b.N {
		record := core.NewRecord(collection)
		record.Load(nomination(form{"email": fmt.Sprintf("n%d@example.com", i)}))
		if err := app.Save(record); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSaveDraft(b *testing.B) {
	s := newApp(b)
	dropDerivingTriggers(b, s.PB)
	draftCookie := cookie(newVisitor(s).Post("/api/drafts", draft(nomination())))
	for i := range b.N {
		body := encode(b, draft(nomination(form{"whyInterested": fmt.Sprintf("Reason %d", i)})))
		serve(b, s.PB, s.Drafts.Save().Handler, "/api/drafts", body, draftCookie)
	}
}

func BenchmarkBareUpdateDraft(b *testing.B) {
	app := newBareApp(b)
	record := core.NewRecord(collectionOf(b, app, "draft_registrations"))
	record.Load(form{"tokenHash": "hash", "lastSaved": "2026-08-03 06:30:00.000Z", "formData": nomination()})
	if err := app.Save(record); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for i := range b.N {
		found, err := app.FindRecordById("draft_registrations", record.Id)
		if err != nil {
			b.Fatal(err)
		}
		found.Load(form{
			"lastSaved": "2026-08-03 06:31:00.000Z",
			"formData":  nomination(form{"whyInterested": fmt.Sprintf("Reason %d", i)}),
		})
		if err := app.Save(found); err != nil {
			b.Fatal(err)
		}
	}
}

func newBareApp(b *testing.B) *tests.TestApp {
	b.Helper()
	app := testdb.New(b)
	dropDerivingTriggers(b, app)
	return app
}

// dropDerivingTriggers drops the triggers that update counters and lists.
func dropDerivingTriggers(b *testing.B, app core.App) {
	b.Helper()
	var names []string
	err := app.DB().NewQuery(
		"SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql NOT LIKE '%RAISE(ABORT%'").Column(&names)
	for _, name := range names {
		if err == nil {
			_, err = app.NonconcurrentDB().NewQuery("DROP TRIGGER [[" + name + "]]").Execute()
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
}

func collectionOf(b *testing.B, app core.App, name string) *core.Collection {
	b.Helper()
	collection, err := app.FindCollectionByNameOrId(name)
	if err != nil {
		b.Fatal(err)
	}
	return collection
}

func encode(b *testing.B, body form) []byte {
	b.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		b.Fatal(err)
	}
	return data
}

func serve(b *testing.B, app core.App, handler func(*core.RequestEvent) error, path string, body []byte,
	draftCookie *http.Cookie) {
	b.Helper()
	event := new(core.RequestEvent)
	event.App = app
	event.Request = httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body))
	if draftCookie != nil {
		event.Request.AddCookie(draftCookie)
	}
	event.Response = httptest.NewRecorder()
	if err := handler(event); err != nil {
		b.Fatal(err)
	}
}
