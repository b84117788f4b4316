package mail

import (
	"testing"
	"time"
)

func TestARefusedLetterDoesNotMakeRoomForAnother(t *testing.T) {
	t.Parallel()
	p := rateLimiter{times: map[string][]time.Time{}}
	began := time.Date(2026, 11, 22, 6, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		after time.Duration
		just  bool
	}{
		{0, false}, {59*time.Minute + 30*time.Second, false},
		{60*time.Minute + 10*time.Second, true}, {60*time.Minute + 11*time.Second, true},
		{60*time.Minute + 31*time.Second, false},
	} {
		if just, many := p.check("invitation asha@example.com", began.Add(c.after)); just != c.just || many {
			t.Errorf("after %s: %v, %v", c.after, just, many)
		}
	}
}
