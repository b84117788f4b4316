package crashtest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// If the server is killed while a secret vote is opened, closed or withdrawn, the next start has a key for each open vote
// and no other key, and no vote is lost.
func TestAKilledServerHasTheKeysOfItsOpenVotes(t *testing.T) {
	testdb.SkipUnderRace(t)
	rounds := 3
	if *long {
		rounds = 40
	}
	t.Logf("seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 6))
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	s, _ := newServer(t)
	s.prepare(ctx)
	for round := range rounds {
		s.addDiscussion(round)
	}
	s.start(ctx)
	for round := range rounds {
		poll := fmt.Sprintf("/api/polls/discussion%05d", round)
		end := "close"
		if round%3 == 2 {
			end = "withdraw"
		}
		for _, step := range []struct {
			action string
			body   map[string]any
			next   []string
		}{
			{"open", map[string]any{"votingEndsAt": "2099-04-30"}, []string{"voting"}},
			{end, map[string]any{"reason": "A test."}, []string{"closed", "withdrawn"}},
		} {
			console := s.console(t)
			console.header.Set("Idempotency-Key", fmt.Sprintf("killed-%d-%s", round, step.action))
			sent := make(chan struct{})
			go func() {
				defer close(sent)
				_, _, _ = console.try(ctx, http.MethodPost, poll+"/"+step.action, step.body)
			}()
			time.Sleep(time.Duration(random.IntN(30_000)) * time.Microsecond)
			s.kill()
			<-sent
			s.start(ctx)
			s.checkBallotKeys()
			var states []string
			s.query(fmt.Sprintf("SELECT state FROM polls WHERE id = 'discussion%05d'", round), &states)
			t.Logf("%s: %s", step.action, states)
			if slices.Contains(step.next, states[0]) {
				continue
			}
			console = s.console(t)
			console.header.Set("Idempotency-Key", fmt.Sprintf("again-%d-%s", round, step.action))
			if status, body := console.send(http.MethodPost, poll+"/"+step.action, step.body); status != http.StatusOK {
				t.Fatalf("%s again: status = %d, want 200: %s", step.action, status, body)
			}
			s.checkBallotKeys()
		}
	}
	s.checkIntegrity()
}

// addDiscussion adds a consultation whose discussion has ended to the stopped server.
func (s *server) addDiscussion(number int) {
	s.t.Helper()
	db := s.open()
	defer db.Close()
	const past = "2020-01-01 00:00:00.000Z"
	_, err := db.Insert("polls", dbx.Params{"id": fmt.Sprintf("discussion%05d", number), "title": "A draft",
		"text": "A text.", "question": "Yes?", "options": `["Yes","No"]`, "ballot": "secret", "state": "discussing",
		"votes": "[]", "publishedAt": past, "discussionEndsAt": past, "createdAt": past, "updatedAt": past}).Execute()
	if err != nil {
		s.t.Fatal(err)
	}
}

// checkBallotKeys compares the files of keys with the open votes.
func (s *server) checkBallotKeys() {
	s.t.Helper()
	entries, err := os.ReadDir(filepath.Join(s.dir, ".boardcircle", "ballots"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.t.Fatal(err)
	}
	stored := []string{}
	for _, entry := range entries {
		stored = append(stored, entry.Name())
	}
	db := s.open()
	defer db.Close()
	open := []string{}
	if err := db.NewQuery("SELECT ballotKey FROM polls WHERE state = 'voting' ORDER BY ballotKey").
		Column(&open); err != nil {
		s.t.Fatal(err)
	}
	if !slices.Equal(stored, open) {
		s.t.Errorf("the keys are %v, the open votes have %v", stored, open)
	}
	if lost := s.number("SELECT count(*) FROM polls WHERE state = 'lost'"); lost > 0 {
		s.t.Errorf("%d votes are lost", lost)
	}
}
