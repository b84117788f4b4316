package consultations_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// The attacker of these tests reads all files of the databases at any time, and knows the order in which the members
// voted. They do not have the key file.

// files returns the bytes of all databases with their write-ahead logs.
func (f *fixture) files() []byte {
	f.Helper()
	names, err := filepath.Glob(filepath.Join(f.PB.DataDir(), "*.db*"))
	if err != nil || len(names) < 2 {
		f.Fatalf("%v, %v", names, err)
	}
	var all []byte
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, content...)
	}
	return all
}

// dump returns the rows of all tables about a consultation, and of the logs, as text.
func (f *fixture) dump() string {
	f.Helper()
	var text strings.Builder
	tables := []string{}
	if err := f.PB.DB().NewQuery("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' " +
		"AND name NOT LIKE 'search_%' ORDER BY name").Column(&tables); err != nil {
		f.Fatal(err)
	}
	read := func(db dbx.Builder, table string) {
		rows := []dbx.NullStringMap{}
		if err := db.Select("*").From(table).All(&rows); err != nil {
			f.Fatal(err)
		}
		lines := []string{}
		for _, row := range rows {
			values := map[string]string{}
			for name, value := range row {
				values[name] = value.String
			}
			line, _ := json.Marshal(values)
			lines = append(lines, string(line))
		}
		fmt.Fprintf(&text, "%s\n%s\n", table, strings.Join(lines, "\n"))
	}
	for _, table := range tables {
		read(f.PB.DB(), table)
	}
	read(f.PB.AuxDB(), core.LogsTableName)
	return text.String()
}

// ballotRows returns what the tables of the votes have, without what is random: the encrypted text and the receipts.
func (f *fixture) ballotRows() string {
	f.Helper()
	var voters []struct {
		User    string `db:"userId"`
		Choice  int    `db:"choice"`
		Created string `db:"createdAt"`
		Updated string `db:"updatedAt"`
	}
	var boxes, choices []int
	for _, err := range []error{
		f.PB.DB().Select("userId", "choice", "createdAt", "updatedAt").From("poll_voters").OrderBy("userId").All(&voters),
		f.PB.DB().Select("length(ballots)").From("poll_boxes").Column(&boxes),
		f.PB.DB().Select("choice").From("poll_ballots").OrderBy("choice").Column(&choices),
	} {
		if err != nil {
			f.Fatal(err)
		}
	}
	times := map[string]bool{}
	var names []string
	for _, voter := range voters {
		account, err := f.PB.FindRecordById("users", voter.User)
		if err != nil {
			f.Fatal(err)
		}
		names = append(names, fmt.Sprint(account.GetString("name"), voter.Choice))
		times[voter.Created], times[voter.Updated] = true, true
	}
	if len(times) > 1 {
		f.Errorf("the voters have different times: %v", times)
	}
	slices.Sort(names)
	return fmt.Sprint(names, boxes, choices)
}

// Two histories in which the same members vote in the same order with exchanged choices leave the same database, except
// for random values. So nothing in it says who has voted how.
func TestExchangedVotesLeaveTheSameDatabase(t *testing.T) {
	t.Parallel()
	run := func(choices map[string]int) (states []string) {
		f := newFixture(t)
		names := []string{"Asha Rao", "Banu Iyer", "Chitra Nair", "Devi Menon"}
		voters := map[string]member{}
		for _, name := range names {
			voters[name] = f.member(name)
		}
		path := f.vote(nil)
		for _, name := range names {
			f.cast(voters[name], path, choices[name])
			states = append(states, f.ballotRows())
		}
		f.publish(path)
		return append(states, f.ballotRows())
	}
	one := run(map[string]int{"Asha Rao": 1, "Banu Iyer": 2, "Chitra Nair": 2, "Devi Menon": 3})
	other := run(map[string]int{"Asha Rao": 3, "Banu Iyer": 2, "Chitra Nair": 1, "Devi Menon": 2})
	for i := range one {
		if one[i] != other[i] {
			t.Errorf("after step %d:\n%s\n%s", i+1, one[i], other[i])
		}
	}
}

// The receipts are in no file before the close. Afterwards they are in the published list only, and in its order in the
// file, which is not the order of the votes.
func TestReceiptsLeadToNoOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var receipts []string
	var voters []member
	for i := range 24 {
		voters = append(voters, f.member(fmt.Sprintf("Member %d", i)))
	}
	path := f.vote(nil)
	boxes := map[string]bool{}
	for i, voter := range voters {
		receipts = append(receipts, f.cast(voter, path, i%3+1))
		var box string
		if err := f.PB.DB().Select("ballots").From("poll_boxes").Row(&box); err != nil {
			t.Fatal(err)
		}
		if len(box) < 40 || boxes[box[:40]] {
			t.Error("the start of the encrypted text is not new")
		}
		boxes[box[:40]] = true
	}
	content := f.files()
	for _, receipt := range receipts {
		if bytes.Contains(content, []byte(receipt)) {
			t.Fatal("a receipt is in a file before the close")
		}
	}
	f.publish(path)

	var rowIDs []int64
	err := f.PB.DB().NewQuery("SELECT rowid FROM poll_voters").Column(&rowIDs)
	if err != nil || len(rowIDs) != len(voters) {
		t.Fatalf("%d voters, %v", len(rowIDs), err)
	}
	for _, id := range rowIDs {
		if id > -1_000_000 && id < 1_000_000 { // once in 10^13 votes
			t.Errorf("the rowid %d of a voter shows the order of the votes", id)
		}
	}

	sorted := slices.Sorted(slices.Values(receipts))
	if slices.Equal(sorted, receipts) {
		t.Fatal("the receipts are in the order of the votes")
	}
	stored := []string{}
	if err := f.PB.DB().Select("id").From("poll_ballots").Column(&stored); err != nil {
		t.Fatal(err)
	}
	expect(t, "the order of the published votes", stored, sorted)
	if _, err := f.PB.NonconcurrentDB().NewQuery("SELECT rowid FROM poll_ballots").Execute(); err == nil {
		t.Error("the votes have a rowid")
	}
	// SQLite writes the cells of a page from its end to its start, in the order in which they are inserted.
	if _, err := f.PB.NonconcurrentDB().NewQuery("PRAGMA wal_checkpoint(TRUNCATE)").Execute(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(f.PB.DataDir(), "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	positions := map[string]int{}
	for _, receipt := range receipts {
		positions[receipt] = bytes.Index(file, []byte(receipt))
	}
	physical := slices.SortedFunc(slices.Values(receipts), func(a, b string) int { return positions[b] - positions[a] })
	expect(t, "the order in the file", physical, sorted)

	for line := range strings.Lines(f.dump()) {
		for _, receipt := range receipts {
			if !strings.Contains(line, receipt) {
				continue
			}
			for _, voter := range voters {
				if strings.Contains(line, voter.account.Id) || strings.Contains(line, voter.account.Email()) {
					t.Errorf("a receipt beside a member: %s", line)
				}
			}
			if strings.Contains(line, "createdAt") {
				t.Errorf("a receipt beside a time: %s", line)
			}
		}
	}
	expect(t, "a later look at the vote", f.must(voters[0].Get(path), http.StatusOK).JSON["ownChoice"], 0.0)
}
