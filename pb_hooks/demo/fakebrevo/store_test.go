package fakebrevo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestAnIdempotencyKeyIsAHeaderOfTheBodyAndExpires(t *testing.T) {
	t.Parallel()
	b := newTestServer(t, Options{})
	key := uuid.NewString()
	withKey := emailJSON("a@example.com", `,"headers":{"idempotencyKey":"`+key+`"}`)
	if status, _ := b.send(withKey); status != 201 {
		t.Fatal(status)
	}
	b.clock.Advance(14 * time.Minute)
	if status, body := b.send(withKey); status != 400 || !strings.Contains(body, "duplicate_parameter") {
		t.Errorf("the second call is %d %s", status, body)
	}
	b.clock.Advance(17 * time.Minute)
	if status, _ := b.send(withKey); status != 201 {
		t.Errorf("after half an hour it is %d", status)
	}
	misplaced := emailJSON("b@example.com", `,"idempotencyKey":"`+key+`"`)
	for range 2 {
		if status, _ := b.send(misplaced, "Idempotency-Key", key); status != 201 {
			t.Errorf("a key in another place is used: %d", status)
		}
	}
	if n := len(b.Messages("b@example.com")); n != 2 {
		t.Errorf("%d emails", n)
	}
}

func TestMessagesSurviveAKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := newTestServer(t, Options{Dir: dir})
	key := emailJSON("a@example.com", `,"headers":{"idempotencyKey":"`+uuid.NewString()+`"}`)
	first.send(key)
	first.send(emailJSON("b@example.com", ""))
	if err := first.SimulateEvent("1", "open", ""); err != nil {
		t.Fatal(err)
	}
	journal := filepath.Join(dir, "messages.jsonl")
	file, err := os.OpenFile(journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"message":{"id":"3","mess`); err != nil { // killed while writing a line
		t.Fatal(err)
	}
	_ = file.Close()

	second := newTestServer(t, Options{Dir: dir})
	if status, _ := second.send(key); status != 400 {
		t.Errorf("the key is lost: %d", status)
	}
	second.send(emailJSON("c@example.com", ""))

	third := newTestServer(t, Options{Dir: dir})
	want, got := second.Messages(""), third.Messages("")
	if len(got) != 3 || len(want) != 3 {
		t.Fatalf("%d and %d messages", len(want), len(got))
	}
	if a := third.Messages("a@example.com"); len(a[0].Events) != 4 {
		t.Errorf("%d events", len(a[0].Events))
	}
}
