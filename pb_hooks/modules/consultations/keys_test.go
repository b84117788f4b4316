package consultations_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/consultations"
	"boardcircle/pb_hooks/replication"
)

// The test binary is also the replication worker.
func TestMain(m *testing.M) {
	if replication.IsWorker(os.Args) {
		if err := replication.RunWorker(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func (f *fixture) keyFolder() string { return string(consultations.KeysIn(f.PB.DataDir())) }

// keyNames returns the files with the keys of votes.
func (f *fixture) keyNames() (names []string) {
	f.Helper()
	entries, err := os.ReadDir(f.keyFolder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// onlyKey returns the key of the only open vote.
func (f *fixture) onlyKey() []byte {
	f.Helper()
	names := f.keyNames()
	if len(names) != 1 {
		f.Fatalf("the keys are %v, not one", names)
	}
	key, err := os.ReadFile(filepath.Join(f.keyFolder(), names[0]))
	if err != nil {
		f.Fatal(err)
	}
	return key
}

// restart does what a start of the server does with the open votes.
func (f *fixture) restart() {
	f.Helper()
	if err := f.Polls.CheckVotes(); err != nil {
		f.Fatal(err)
	}
}

// loseKeys removes the keys, as on a machine to which a backup was restored.
func (f *fixture) loseKeys() {
	f.Helper()
	if err := os.RemoveAll(f.keyFolder()); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) boxes() (n int) {
	f.Helper()
	if err := f.PB.DB().Select("count(*)").From("poll_boxes").Row(&n); err != nil {
		f.Fatal(err)
	}
	return n
}

// contains reports whether a file below a folder contains bytes.
func contains(t testing.TB, folder string, secret []byte) bool {
	t.Helper()
	found := false
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		found = found || bytes.Contains(content, secret) || strings.Contains(path, "ballots")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// silent is an outbox and a job runner that do nothing.
type silent struct{}

func (silent) Register(...outbox.Kind)              { /* nothing is sent */ }
func (silent) Enqueue(core.App, outbox.Email) error { return nil }

type idle struct{}

func (idle) Register(jobs.Type)                { /* nothing runs */ }
func (idle) Enqueue(core.App, jobs.Job) error  { return nil }
func (idle) Complete(core.App, jobs.Job) error { return nil }

// startOn starts the feature on the data of a folder, and returns the states of the consultations.
func startOn(t testing.TB, dir string) (states []string) {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	key, err := keys.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	started := consultations.New(app, consultations.Deps{Outbox: silent{}, Jobs: idle{}, Audit: audit.New(clock.System),
		Keys: consultations.KeysIn(dir), OldKey: key, Clock: clock.System})
	if err := started.CheckVotes(); err != nil {
		t.Fatal(err)
	}
	if err := app.DB().Select("state").From("polls").Column(&states); err != nil {
		t.Fatal(err)
	}
	return states
}

// The key of an open vote is in no copy that leaves the machine. A machine that starts with such a copy finds that the
// votes are lost, although it also has boardcircle.key.
func TestNoBackupAndNoReplicaOfAnOpenVoteCanBeCounted(t *testing.T) {
	t.Parallel()
	replica := t.TempDir()
	app := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Replica.URL = "file://" + replica }))
	f := &fixture{t, app, app.SignedIn("admins", fields{"role": "office"})}
	if err := f.Replication.Start(); err != nil {
		t.Fatal(err)
	}
	asha := f.member("Asha Rao")
	path := f.vote(nil)
	f.cast(asha, path, 2)
	secret := f.onlyKey()

	if err := f.PB.CreateBackup(t.Context(), "open.zip"); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(f.PB.DataDir(), core.LocalBackupsDirName, "open.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	backup := filepath.Join(t.TempDir(), "backup")
	if err := os.CopyFS(backup, archive); err != nil {
		t.Fatal(err)
	}
	if err := f.Replication.Stop(t.Context()); err != nil { // syncs the last writes
		t.Fatal(err)
	}
	restored := filepath.Join(t.TempDir(), "restored")
	if _, err := replication.Restore(t.Context(), "file://"+replica, restored, time.Time{}); err != nil {
		t.Fatal(err)
	}
	siteKey, err := os.ReadFile(filepath.Join(f.PB.DataDir(), "boardcircle.key"))
	if err == nil {
		err = os.WriteFile(filepath.Join(restored, "boardcircle.key"), siteKey, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !contains(t, f.keyFolder(), secret) {
		t.Fatal("the test does not find the key in its own file")
	}
	for name, folder := range map[string]string{"the backup": backup, "the replica": replica, "its restore": restored} {
		if contains(t, folder, secret) {
			t.Errorf("%s contains the key of an open vote", name)
		}
	}
	expect(t, "the vote of the backup", startOn(t, backup), []string{"lost"})
	expect(t, "the vote of the replica", startOn(t, restored), []string{"lost"})

	f.publish(path)
	expect(t, "the votes here", asha.Get(path).JSON["result"].(fields)["votes"], []any{0.0, 1.0, 0.0})
	expect(t, "the keys after the close", len(f.keyNames()), 0)
}

func TestLostVotesAreReportedAndTheVoteIsRepeated(t *testing.T) {
	t.Parallel()
	const refusal = "The votes of this secret ballot are lost and cannot be counted. The office can repeat the vote."
	for name, notice := range map[string]func(f *fixture, voter member, path string){
		"at the start": func(f *fixture, _ member, _ string) { f.restart() },
		"by the next voter": func(f *fixture, voter member, path string) {
			f.refused(voter.Post(path+"/vote", fields{"choice": 1}), http.StatusConflict, refusal)
		},
		"when the office closes the vote": func(f *fixture, _ member, path string) {
			f.must(f.office.Post(path+"/close", fields{"reason": "All members have voted."}), http.StatusOK)
		},
		"at the end": func(f *fixture, _ member, _ string) { f.Clock.Advance(5 * day) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			asha, banu := f.member("Asha Rao"), f.member("Banu Iyer")
			path := f.vote(nil)
			f.Clock.Advance(time.Minute)
			chitra := f.member("Chitra Nair") // no elector
			f.cast(asha, path, 1)
			f.loseKeys()
			notice(f, banu, path)
			f.Drain()

			seen := asha.Get(path).JSON
			expect(t, "the state for a member", seen["state"], "lost")
			expect(t, "the result", seen["result"], nil)
			expect(t, "a vote", banu.Get(path).JSON["canVote"], false)
			expect(t, "the state for the office", f.office.Get(adminPath(path)).JSON["state"], "lost")
			f.refused(asha.Get(path+"/ballots"), http.StatusConflict, refusal)
			f.refused(banu.Post(path+"/vote", fields{"choice": 1}), http.StatusConflict, "This vote is not open.")
			for action, body := range map[string]fields{"close": {"reason": "R"}, "withdraw": {"reason": "R"},
				"result": {"finalText": "T"}} {
				expect(t, "the status of "+action, f.office.Post(path+"/"+action, body).Status, http.StatusConflict)
			}
			entry, err := f.PB.FindFirstRecordByData("audit_log", "action", "poll.lost")
			if err != nil || entry.GetString("label") != "The draft LODR amendments" {
				t.Errorf("the audit entry is %v, %v", entry, err)
			}
			for _, to := range []member{asha, banu, chitra} {
				subjects := []string{}
				for _, message := range f.Inbox(to.account.Email()) {
					if strings.HasPrefix(message.Subject, "The votes are lost") {
						subjects = append(subjects, message.Subject)
					}
				}
				want := []string{"The votes are lost: The draft LODR amendments"}
				if to.account.Id == chitra.account.Id {
					want = []string{}
				}
				expect(t, "the emails to "+to.account.GetString("name"), subjects, want)
			}
			news := chitra.Get("/api/circle").JSON["news"].([]any)
			kinds := []any{}
			for _, n := range news {
				if n.(fields)["id"] == strings.TrimPrefix(path, "/api/polls/") {
					kinds = append(kinds, n.(fields)["kind"])
				}
			}
			expect(t, "the news", kinds, []any{"lost-votes"})
			expect(t, "the boxes", f.boxes(), 0)

			lost := strings.TrimPrefix(path, "/api/polls/")
			waiting := func() (ids []any) {
				for _, item := range f.office.Get("/api/admin/this-week").JSON["waiting"].([]any) {
					if item.(fields)["kind"] == "lost-vote" {
						ids = append(ids, item.(fields)["id"])
					}
				}
				return ids
			}
			expect(t, "this week", waiting(), []any{lost})
			draft := strings.TrimPrefix(f.draft(nil), "/api/polls/")
			other := f.office.Send(http.MethodPut, f.draft(nil), fields{"repeatOf": draft})
			expect(t, "the repeat of a draft", other.Field("repeatOf"),
				"Only a consultation whose votes are lost can be repeated")
			again := f.vote(fields{"repeatOf": lost})
			expect(t, "this week after the repeat", waiting(), []any(nil))
			f.cast(asha, again, 1)
			f.publish(again)
			expect(t, "the votes of the repeated vote", asha.Get(again).JSON["result"].(fields)["votes"],
				[]any{1.0, 0.0, 0.0})
		})
	}
}

// A process can be killed at any moment. The key is on the disk before the vote is open, and until the close is on the
// disk.
func TestAKillLeavesAVoteWithItsKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha := f.member("Asha Rao")
	var during []int
	fails := true
	f.PB.OnRecordUpdate("polls").BindFunc(func(e *core.RecordEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		during = append(during, len(f.keyNames()))
		if fails { // as if the process was killed before the commit
			return errors.New("the disk is full")
		}
		return nil
	})
	step := func(what string, call func() testapp.Response, keysDuring, keysAfter int) {
		t.Helper()
		during, fails = nil, true
		before := len(f.keyNames())
		expect(t, what+" that fails", call().Status, http.StatusInternalServerError)
		expect(t, "the keys during "+what+" that fails", during, []int{keysDuring})
		f.restart()
		expect(t, "the keys after "+what+" that failed", len(f.keyNames()), before)
		during, fails = nil, false
		f.must(call(), http.StatusOK)
		expect(t, "the keys during "+what, during, []int{keysDuring})
		expect(t, "the keys after "+what, len(f.keyNames()), keysAfter)
		f.restart()
		expect(t, "the keys after a restart", len(f.keyNames()), keysAfter)
	}
	fails = false
	path := f.discussion(nil)
	f.Clock.Advance(10 * day)
	step("an opening", func() testapp.Response {
		return f.office.Post(path+"/open", fields{"votingEndsAt": f.Clock.Now().Add(5 * day).Format(time.RFC3339)})
	}, 1, 1)
	f.cast(asha, path, 3)
	f.restart()
	secret, name := f.onlyKey(), f.keyNames()[0]
	step("a close", func() testapp.Response {
		return f.office.Post(path+"/close", fields{"reason": "All members have voted."})
	}, 1, 0)

	// Killed between the commit and the deletion of the key.
	if err := os.WriteFile(filepath.Join(f.keyFolder(), name), secret, 0o600); err != nil {
		t.Fatal(err)
	}
	f.restart()
	expect(t, "the keys", len(f.keyNames()), 0)
	expect(t, "the votes", f.office.Get(adminPath(path)).JSON["result"].(fields)["votes"], []any{0.0, 0.0, 1.0})
}

func TestAWithdrawalDeletesTheVotesAndTheirKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha := f.member("Asha Rao")
	other, path := f.vote(nil), f.vote(nil)
	f.must(f.office.Post(other+"/close", fields{"reason": "R"}), http.StatusOK) // its vote ended during the discussion
	f.cast(asha, path, 1)
	expect(t, "the keys", len(f.keyNames()), 1)
	f.must(f.office.Post(path+"/withdraw", fields{"reason": "A wrong draft."}), http.StatusOK)
	expect(t, "the keys after the withdrawal", len(f.keyNames()), 0)
	expect(t, "the boxes after the withdrawal", f.boxes(), 0)
	expect(t, "who had voted", asha.Get(path).JSON["hasVoted"], true)
	open := f.vote(fields{"ballot": "open"})
	f.cast(asha, open, 1)
	expect(t, "the keys of an open ballot", len(f.keyNames()), 0)
	f.must(f.office.Post(open+"/withdraw", fields{"reason": "A wrong draft."}), http.StatusOK)
}

// A vote that was open during the upgrade is read with the key of the data directory.
func TestAVoteThatWasOpenDuringTheUpgradeIsCounted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha, banu := f.member("Asha Rao"), f.member("Banu Iyer")
	path := f.vote(nil)
	key, err := keys.Load(f.PB.DataDir())
	if err != nil {
		t.Fatal(err)
	}
	id := strings.TrimPrefix(path, "/api/polls/")
	sealed, err := key.Seal("secret ballot", id, "K7QM-2XPD-WRTL 02\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"UPDATE polls SET ballotKey = ''",
		"INSERT INTO poll_boxes (poll, ballots) VALUES ({:poll}, {:sealed})",
	} {
		if _, err := f.PB.NonconcurrentDB().NewQuery(statement).Bind(dbx.Params{"poll": id, "sealed": sealed}).
			Execute(); err != nil {
			t.Fatal(err)
		}
	}
	f.restart()
	expect(t, "the keys", len(f.keyNames()), 0)
	f.cast(asha, path, 1)
	f.cast(banu, path, 2)
	f.publish(path)
	expect(t, "the votes", asha.Get(path).JSON["result"].(fields)["votes"], []any{1.0, 2.0, 0.0})
}
