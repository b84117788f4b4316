package places_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/states/statestest"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/modules/events/places"
)

var start = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "places.go", places.Transitions, places.NoAnswer)
}

// history is a session with the answers of a few members, and the time.
type history struct {
	places.Places
	now time.Time
}

func (h *history) stateOf(user string) places.AnswerState {
	for _, a := range h.Answers {
		if a.UserID == user {
			return a.State
		}
	}
	return places.NoAnswer
}

func (h *history) queue() (users []string) {
	waiting := slices.DeleteFunc(slices.Clone(h.Answers), func(a places.Answer) bool { return a.State != places.Waiting })
	slices.SortFunc(waiting, func(a, b places.Answer) int { return a.Order - b.Order })
	for _, a := range waiting {
		users = append(users, a.UserID)
	}
	return users
}

func (h *history) count(state places.AnswerState) (n int) {
	for _, a := range h.Answers {
		if a.State == state {
			n++
		}
	}
	return n
}

// TestPlacesOverRandomHistories compares each step of random histories with a model that knows only the queue: 100,000
// histories in the long form.
func TestPlacesOverRandomHistories(t *testing.T) {
	checks := "4000"
	if testdb.IsLong() {
		checks = "100000"
	}
	if !slices.ContainsFunc(os.Args, isChecksFlag) {
		if err := flag.Set("rapid.checks", checks); err != nil {
			t.Fatal(err)
		}
	}
	users := []string{"asha", "bina", "chitra", "devi", "esha", "farah", "gita", "hema"}
	rapid.Check(t, func(t *rapid.T) {
		h := &history{Places: places.Places{
			Capacity: rapid.IntRange(1, 4).Draw(t, "capacity"), StartsAt: start, EndsAt: start.Add(90 * time.Minute),
		}, now: start.Add(-10 * time.Hour)}
		steps := rapid.IntRange(1, 40).Draw(t, "steps")
		for range steps {
			h.now = h.now.Add(time.Duration(rapid.IntRange(0, 40).Draw(t, "minutes")) * time.Minute)
			c := places.Change{At: h.now}
			if rapid.IntRange(0, 9).Draw(t, "kind") == 0 {
				h.Capacity = rapid.IntRange(1, 6).Draw(t, "new capacity")
			} else {
				c.UserID = rapid.SampledFrom(users).Draw(t, "user")
				c.Wish = rapid.SampledFrom([]places.AnswerState{places.Going, places.Declined, places.Cancelled}).Draw(t, "wish")
			}
			checkStep(t, h, c)
		}
	})
}

// isChecksFlag reports whether an argument of the test sets the number of histories.
func isChecksFlag(argument string) bool { return strings.Contains(argument, "rapid.checks") }

// checkStep makes a change and compares the result with the queue before it.
func checkStep(t *rapid.T, h *history, c places.Change) {
	before := *h
	before.Answers = slices.Clone(h.Answers)
	after, changed, err := places.Next(h.Places, c)
	if isOver := !c.At.Before(h.EndsAt); c.UserID != "" && isOver {
		if err != places.ErrOver || len(changed) > 0 {
			t.Fatalf("an answer to a session that is over: %v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(before.Answers, h.Answers) {
		t.Fatal("Next has changed its input")
	}
	h.Places = after
	isLate := !c.At.Before(h.StartsAt.Add(-places.PromotionStop))
	own := before.stateOf(c.UserID)

	// The expected queue and promotions.
	queue, free := before.queue(), max(0, h.Capacity-before.count(places.Going))
	want := own
	switch {
	case c.UserID == "":
	case c.Wish == places.Going && own != places.Going && free > 0 && (isLate || len(queue) == 0):
		want, free = places.Going, free-1
		queue = slices.DeleteFunc(queue, func(user string) bool { return user == c.UserID })
	case c.Wish == places.Going && own != places.Going:
		if want = places.Waiting; own != places.Waiting {
			queue = append(queue, c.UserID)
		}
	case c.Wish == places.Going:
	case own == places.Going:
		want = places.Cancelled
		if before.count(places.Going) <= h.Capacity {
			free++
		}
	case own == places.Waiting:
		want = c.Wish
		queue = slices.DeleteFunc(queue, func(user string) bool { return user == c.UserID })
	case own == places.NoAnswer:
		want = places.Declined
	}
	var promoted []string
	if !isLate {
		n := min(free, len(queue))
		promoted, queue = queue[:n], queue[n:]
	}
	if !slices.Equal(h.queue(), queue) {
		t.Fatalf("the queue is %v, want %v", h.queue(), queue)
	}
	if c.UserID != "" && h.stateOf(c.UserID) != want {
		t.Fatalf("the answer is %s, want %s", h.stateOf(c.UserID), want)
	}
	told := []string{}
	for _, a := range changed {
		from := before.stateOf(a.UserID)
		if err := places.Transitions.Check(from, a.State); err != nil {
			t.Fatal(err)
		}
		if a.UserID != c.UserID {
			if from != places.Waiting || a.State != places.Going {
				t.Fatalf("the answer of another member changes from %s to %s", from, a.State)
			}
			told = append(told, a.UserID)
		}
	}
	if fmt.Sprint(told) != fmt.Sprint(promoted) {
		t.Fatalf("promoted are %v, want %v", told, promoted)
	}
	for _, a := range before.Answers {
		if a.State == places.Going && a.UserID != c.UserID && h.stateOf(a.UserID) != places.Going {
			t.Fatal("a member has lost their place")
		}
	}
	if going := h.count(places.Going); going > h.Capacity && going > before.count(places.Going) {
		t.Fatalf("%d members have %d places", going, h.Capacity)
	}
}
