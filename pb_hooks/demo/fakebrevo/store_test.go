package fakebrevo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestIdempotencyKeyIsReadFromTheBodyAndExpires(t *testing.T) {
	t.Parallel()
	b := newTestServer(t, Options{})
	key := uuid.NewString()
	withKey := emailJSON("a@example.com", `,"headers":{"idempotencyKey":"`+key+`"}`)
	if status, _ := b.send(withKey); status != 201 {
		t.Fatalf("first call: status = %d, want 201", status)
	}
	b.clock.Advance(14 * time.Minute)
	if status, body := b.send(withKey); status != 400 || !strings.Contains(body, "duplicate_parameter") {
		t.Errorf("second call: status = %d, body = %s, want 400 with duplicate_parameter", status, body)
	}
	b.clock.Advance(17 * time.Minute)
	if status, _ := b.send(withKey); status != 201 {
		t.Errorf("call after half an hour: status = %d, want 201", status)
	}
	misplaced := emailJSON("b@example.com", `,"idempotencyKey":"`+key+`"`)
	for range 2 {
		if status, _ := b.send(misplaced, "Idempotency-Key", key); status != 201 {
			t.Errorf("key in another place: status = %d, want 201, because Brevo ignores it", status)
		}
	}
	if n := len(b.Messages("b@example.com")); n != 2 {
		t.Errorf("%d emails, want 2", n)
	}
}

func TestMessagesSurviveAKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := newTestServer(t, Options{Dir: dir})
	withKey := emailJSON("a@example.com", `,"headers":{"idempotencyKey":"`+uuid.NewString()+`"}`)
	first.send(withKey)
	first.send(emailJSON("b@example.com", ""))
	if err := first.SimulateEvent("1", "open", ""); err != nil {
		t.Fatal(err)
	}
	journal := filepath.Join(dir, "messages.jsonl")
	file, err := os.OpenFile(journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	// The process was killed while it wrote a line.
	if _, err := file.WriteString(`{"message":{"id":"3","mess`); err != nil {
		t.Fatal(err)
	}
	_ = file.Close()

	second := newTestServer(t, Options{Dir: dir})
	if status, _ := second.send(withKey); status != 400 {
		t.Errorf("call with a used key after the restart: status = %d, want 400", status)
	}
	second.send(emailJSON("c@example.com", ""))

	third := newTestServer(t, Options{Dir: dir})
	want, got := second.Messages(""), third.Messages("")
	if len(got) != 3 || len(want) != 3 {
		t.Fatalf("%d messages before the second restart and %d after it, want 3", len(want), len(got))
	}
	if a := third.Messages("a@example.com"); len(a[0].Events) != 4 {
		t.Errorf("%d events, want 4", len(a[0].Events))
	}
}
