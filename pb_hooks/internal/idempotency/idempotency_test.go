package idempotency_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

type fields = map[string]any

const table = "idempotency_keys"

// fixture is an app with an admin, and the route of a person's notes. A note is stored each time that it is posted.
type fixture struct {
	*testapp.App
	t     *testing.T
	admin *testapp.Visitor
	notes string
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	app := testapp.New(t)
	person := app.CreateAccount("users", nil)
	return &fixture{App: app, t: t, admin: app.SignedIn("admins", nil), notes: "/api/people/" + person.Id + "/notes"}
}

// post posts a body with the key of a name.
func post(v *testapp.Visitor, name, path string, body any) testapp.Response {
	sent := testapp.Visitor(*v)
	sent.Header = maps.Clone(v.Header)
	sent.Header[idempotency.Header] = []string{"test-key-" + name}
	return sent.Post(path, body)
}

func (f *fixture) rows(name string) []*core.Record {
	f.t.Helper()
	rows, err := f.PB.FindAllRecords(name)
	if err != nil {
		f.t.Fatal(err)
	}
	return rows
}

func (f *fixture) expect(what string, got, want any) {
	f.t.Helper()
	if got != want {
		f.t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func (f *fixture) expectReplayed(what string, got, first testapp.Response) {
	f.t.Helper()
	f.expect(what+": the status", got.Status, first.Status)
	f.expect(what+": the body", got.Body, first.Body)
	f.expect(what+": the header", got.Header.Get(idempotency.ReplayedHeader), "true")
}

var note = fields{"text": "Called her about the dinner."}

func TestARepeatGetsTheAnswerOfTheFirstRequest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := post(f.admin, "one", f.notes, note)
	f.expect("the status", first.Status, http.StatusCreated)
	f.expect("the header of the first answer", first.Header.Get(idempotency.ReplayedHeader), "")
	for range 2 {
		f.expectReplayed("the repeat", post(f.admin, "one", f.notes, note), first)
	}
	f.expect("the notes", len(f.rows("person_notes")), 1)

	other := post(f.admin, "one", f.notes, fields{"text": "Another note."})
	f.expect("other details", other.Status, http.StatusConflict)
	f.expect("the message", strings.HasPrefix(other.Field("idempotencyKey"), "Your earlier attempt has arrived"), true)
	elsewhere := post(f.admin, "one", "/api/people/"+f.CreateAccount("users", nil).Id+"/notes", note)
	f.expect("the same note about another person", elsewhere.Status, http.StatusConflict)
	f.expect("the notes", len(f.rows("person_notes")), 1)

	f.expect("another key", post(f.admin, "two", f.notes, note).Status, http.StatusCreated)
	f.expect("without a key", f.admin.Post(f.notes, note).Status, http.StatusCreated)
	f.expect("another account", post(f.SignedIn("admins", nil), "one", f.notes, note).Status, http.StatusCreated)
	f.expect("the notes", len(f.rows("person_notes")), 4)
}

func TestARepeatDuringTheFirstRequestIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	started, end := make(chan struct{}), make(chan struct{})
	f.PB.OnRecordCreateExecute("person_notes").BindFunc(func(e *core.RecordEvent) error {
		close(started)
		<-end
		return e.Next()
	})
	first := make(chan testapp.Response)
	go func() { first <- post(f.admin, "one", f.notes, note) }()
	<-started
	for range 3 {
		early := post(f.admin, "one", f.notes, note)
		f.expect("the status", early.Status, http.StatusConflict)
		f.expect("the message", early.Field("idempotencyKey"),
			"Your earlier attempt is still in progress. Please wait a moment and try again.")
		f.expect("the header", early.Header.Get("Retry-After"), "1")
	}
	close(end)
	answer := <-first
	f.expect("the first request", answer.Status, http.StatusCreated)
	f.expectReplayed("the repeat", post(f.admin, "one", f.notes, note), answer)
	f.expect("the notes", len(f.rows("person_notes")), 1)
}

// Of requests that arrive together, one runs.
func TestOneOfEqualRequestsRuns(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	answers := make([]testapp.Response, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = post(f.admin, "one", f.notes, note) })
	}
	all.Wait()
	ran := 0
	for _, a := range answers {
		if a.Status == http.StatusCreated && a.Header.Get(idempotency.ReplayedHeader) == "" {
			ran++
		} else if a.Status != http.StatusCreated && a.Status != http.StatusConflict {
			t.Errorf("status = %d: %s", a.Status, a.Body)
		}
	}
	f.expect("the requests that ran", ran, 1)
	f.expect("the notes", len(f.rows("person_notes")), 1)
}

func TestARefusalReleasesTheKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	coupon := fields{"code": "FRIENDS", "kind": "percent", "value": "20"}
	f.expect("an invalid form", post(f.admin, "one", "/api/coupons", fields{"code": ""}).Status, http.StatusBadRequest)
	f.expect("the keys", len(f.rows(table)), 0)
	f.expect("the corrected form", post(f.admin, "one", "/api/coupons", coupon).Status, http.StatusCreated)
	f.expect("a code that is taken", post(f.admin, "two", "/api/coupons", coupon).Status, http.StatusConflict)
	coupon["code"] = "OTHERS"
	f.expect("another code", post(f.admin, "two", "/api/coupons", coupon).Status, http.StatusCreated)
	f.expect("the coupons", len(f.rows("coupons")), 2)
}

// A failure may come after the effect, so the request must not run again.
func TestAfterAFailureARepeatDoesNotRun(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	fails := true
	f.PB.OnRecordAfterCreateSuccess("person_notes").BindFunc(func(e *core.RecordEvent) error {
		if fails {
			return errors.New("a failure after the note is stored")
		}
		return e.Next()
	})
	f.expect("the failure", post(f.admin, "one", f.notes, note).Status, http.StatusInternalServerError)
	fails = false
	for range 2 {
		answer := post(f.admin, "one", f.notes, note)
		f.expect("the repeat", answer.Status, http.StatusConflict)
		f.expect("the message", strings.Contains(answer.Field("idempotencyKey"), "we do not know whether it took effect"), true)
	}
	f.expect("other details", post(f.admin, "one", f.notes, fields{"text": "x"}).Status, http.StatusConflict)
	f.expect("another key", post(f.admin, "two", f.notes, note).Status, http.StatusCreated)
}

func TestAKeyIsStoredForADay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	post(f.admin, "one", f.notes, note)
	f.Clock.Advance(23 * time.Hour)
	f.admin = f.SignedInAs(f.rows("admins")[0])
	f.RunScheduled("boardcirclePurge")
	f.expect("after 23 hours", post(f.admin, "one", f.notes, note).Header.Get(idempotency.ReplayedHeader), "true")
	f.Clock.Advance(2 * time.Hour)
	f.admin = f.SignedInAs(f.rows("admins")[0])
	again := post(f.admin, "one", f.notes, fields{"text": "A day later."})
	f.expect("after 25 hours", again.Status, http.StatusCreated)
	f.expect("the keys", len(f.rows(table)), 1)
	f.Clock.Advance(25 * time.Hour)
	f.RunScheduled("boardcirclePurge")
	f.expect("the keys after the purge", len(f.rows(table)), 0)
}

func TestAnInvalidKeyIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, values := range map[string][]string{
		"empty": {""}, "a space": {"a key of mine"}, "too short": {"a-key-7"}, "too long": {strings.Repeat("a", 101)},
		"two keys": {"the-first-key", "the-second-key"}, "no ASCII": {"schlüssel-eins"}, "a dot": {"a.key.of.mine"},
	} {
		f.admin.Header[idempotency.Header] = values
		answer := f.admin.Post(f.notes, note)
		f.expect(name, answer.Status, http.StatusBadRequest)
		f.expect(name+": the message", answer.Field("idempotencyKey"),
			"The Idempotency-Key must have 8 to 100 letters without accents, digits, hyphens or underscores.")
	}
	f.expect("the longest key", post(f.admin, strings.Repeat("_", 91), f.notes, note).Status, http.StatusCreated)
	f.admin.Header[idempotency.Header] = []string{"a b"}
	f.expect("a GET", f.admin.Get("/api/coupons").Status, http.StatusOK)
}

// A repeat needs neither the password nor another code: what it asks for has happened. A wrong password releases the key.
func TestThePasswordIsNotPartOfTheContent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	body := fields{"username": "second", "email": "second@example.com", "role": "office", "password": "wrong"}
	f.expect("a wrong password", post(f.admin, "one", "/api/admins", body).Status, http.StatusBadRequest)
	body["password"] = testapp.Password
	first := post(f.admin, "one", "/api/admins", body)
	f.expect("the status", first.Status, http.StatusCreated)
	body["code"] = "123456"
	f.expectReplayed("with a code", post(f.admin, "one", "/api/admins", body), first)
}

func TestTheRowsOfKeysAreUnreadable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	key := "a-key-of-the-office"
	answer := post(f.admin, key, f.notes, note)
	row := f.rows(table)[0]
	stored := fmt.Sprint(row.FieldsData())
	for _, secret := range []string{key, "dinner", answer.Body, f.notes, f.rows("admins")[0].Id} {
		if strings.Contains(stored, secret) {
			t.Errorf("the row has %q in the clear: %s", secret, stored)
		}
	}
}

// The boundary of an upload is random, so it must not be part of the content.
func TestARepeatedUploadIsRecognised(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.upload(testapp.PDF("one"))
	f.expect("the status", first.Status, http.StatusOK)
	f.expectReplayed("the repeat", f.upload(testapp.PDF("one")), first)
	f.expect("another file", f.upload(testapp.PDF("two")).Status, http.StatusConflict)
	f.expect("the files", len(f.rows("library_files")), 1)
}

// upload sends a file to an item of the library, always with the same key.
func (f *fixture) upload(content string) testapp.Response {
	f.t.Helper()
	if len(f.rows("library_items")) == 0 {
		f.expect("the item", f.admin.Post("/api/library", fields{
			"kind": "note", "title": "The amendments", "abstract": "What changes.", "body": "The limit falls.",
			"tags": []any{"LODR"}, "publishAt": "2026-01-01",
		}).Status, http.StatusCreated)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "notes.pdf")
	if err != nil {
		f.t.Fatal(err)
	}
	_, _ = part.Write([]byte(content))
	_ = form.Close()
	f.admin.Header["Content-Type"] = []string{form.FormDataContentType()}
	defer f.admin.Header.Del("Content-Type")
	return post(f.admin, "upload", "/api/library/"+f.rows("library_items")[0].Id+"/file", body.Bytes())
}

func TestEveryQueryUsesAnIndex(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	queryplan.WithAndWithoutStatistics(t, f.PB, func(statistics string) {
		ran := queryplan.CaptureStores(f.PB, func() {
			post(f.admin, "one"+statistics, f.notes, note)
			post(f.admin, "one"+statistics, f.notes, note)
			post(f.admin, "two"+statistics, f.notes, fields{})
			if err := idempotency.Purge(f.PB, f.Clock.Now()); err != nil {
				t.Error(err)
			}
		})
		for _, name := range []string{"claim", "find", "complete", "release", "deleteBefore"} {
			statements := ran["idempotency."+name]
			if len(statements) == 0 {
				t.Errorf("%s has not run: %v", name, slices.Collect(maps.Keys(ran)))
			}
			queryplan.AssertIndexed(t, f.PB, statements, []string{table}, nil)
		}
	})
}
