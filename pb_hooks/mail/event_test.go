package mail

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestSecondsAndMillisecondsAreTheSameInstant(t *testing.T) {
	t.Parallel()
	for epoch, want := range map[string]time.Time{
		"1693000000": time.Unix(1693000000, 0), "1693000000123": time.UnixMilli(1693000000123),
		"": noon, "soon": noon, "-5": noon, "99999999999999999": noon, "1.5": noon,
	} {
		if got := parseEpoch(epoch, noon); !got.Equal(want) {
			t.Errorf("%q is %v, not %v", epoch, got, want)
		}
	}
}

func FuzzTheWebhooksParser(f *testing.F) {
	for _, seed := range []string{
		`{"event":"delivered","email":"a@example.com","ts_epoch":1693000000000,"message-id":"<x>","tags":["a"]}`,
		`[{"event":"click","link":"https://x/","ts_epoch":"1"},{"event":1}]`, `[]`, `null`, `{"event":{"a":1}}`, "\x00", `[[[]]]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		events, err := parseEvents(body, noon)
		if err != nil && len(events) > 0 {
			t.Fatal("events and an error")
		}
		for _, ev := range events {
			switch {
			case ev.name == "" || len(ev.hash) != 64:
				t.Fatalf("%+v", ev)
			case len([]rune(ev.name)) > 60 || len(ev.email) > 254 || len([]rune(ev.link)) > 2000 || len(ev.payload) > maxPayload:
				t.Fatalf("too long: %+v", ev)
			case strings.ContainsAny(ev.name+ev.email+ev.messageID+ev.link+ev.reason, "\r\n\x00"):
				t.Fatalf("a control character: %+v", ev)
			case !json.Valid([]byte(ev.payload)):
				t.Fatalf("the payload is no JSON: %q", ev.payload)
			case ev.at.IsZero():
				t.Fatal("no time")
			}
			again := deliveryStatus{Status: "sent"}
			again.applyEvent(ev)
			once := again
			again.applyEvent(ev)
			if again != once {
				t.Fatalf("a second time it ends in %+v, not %+v", again, once)
			}
		}
	})
}
