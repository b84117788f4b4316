package consultations_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha, banu := f.member("Asha Rao"), f.member("Banu Iyer")
	life := func(ballot string) {
		t.Helper()
		f.must(f.office.Send(http.MethodDelete, f.draft(nil), nil), http.StatusNoContent)
		path := f.discussion(fields{"ballot": ballot})
		for i := range 2 {
			comment := f.must(asha.Post(path+"/comments", fields{"paragraph": 1 + i, "text": "Agreed."}),
				http.StatusCreated)
			of := path + "/comments/" + comment.JSON["id"].(string)
			f.must(asha.Get(path+fmt.Sprintf("/comments?paragraph=%d", i+1)), http.StatusOK)
			f.must(asha.Get(path+"/comments"), http.StatusOK)
			if i == 0 {
				f.must(asha.Send(http.MethodDelete, of, nil), http.StatusNoContent)
			} else {
				f.must(f.office.Post(of+"/remove", fields{"reason": "Off the subject"}), http.StatusNoContent)
			}
		}
		f.Clock.Advance(10 * day)
		ends := f.Clock.Now().Add(4 * day).Format(time.RFC3339)
		f.must(f.office.Post(path+"/open", fields{"votingEndsAt": ends}), http.StatusOK)
		f.cast(asha, path, 1)
		f.Clock.Advance(3 * day) // the reminder
		f.Drain()
		f.must(banu.Get(path), http.StatusOK)
		f.must(banu.Get("/api/polls"), http.StatusOK)
		f.must(f.office.Get("/api/admin/polls"), http.StatusOK)
		f.must(f.office.Post(path+"/close", fields{"reason": "Enough."}), http.StatusOK)
		f.must(f.office.Post(path+"/result", fields{"finalText": "We propose."}), http.StatusOK)
		f.must(banu.Get(path+"/ballots"), http.StatusOK)
	}
	ran := queryplan.CaptureStores(f.PB, func() { life("open"); life("secret") })
	for _, name := range []string{"find", "findComment", "countComments", "findChoice", "addSecretVoter",
		"countVoters", "listVoters", "findElector", "countElectors", "listElectors",
		"listOpenChoices", "listOpenVotes", "findBox", "saveBox", "deleteBox", "insertBallots", "listReceipts"} {
		if ran["consultations."+name] == nil {
			t.Errorf("%s has not run", name)
		}
	}
	for _, name := range []string{"people.NamesOf", "accounts.ListMailboxes"} {
		for _, statement := range ran[name] {
			if slow := queryplan.SlowSteps(t, f.PB, statement); len(slow) > 0 {
				t.Errorf("%s: %v", name, slow)
			}
		}
	}
	// A circle has few consultations, so the lists may count them.
	tables := []string{"poll_comments", "poll_electors", "poll_voters", "poll_boxes", "poll_ballots"}
	check := func() {
		t.Helper()
		statements := queryplan.Capture(f.PB, func() { life("open"); life("secret") })
		if n := queryplan.AssertIndexed(t, f.PB, statements, tables, nil); n < 20 {
			t.Errorf("only %d statements were checked", n)
		}
	}
	check()
	for _, fill := range []string{
		"INSERT INTO polls (id, title, publishedAt, createdAt) SELECT 'poll' || i, 'T', '2020-01-01', '2020-01-01'",
		`INSERT INTO poll_comments (id, poll, paragraph, userId, text, postedAt)
			SELECT 'comment' || i, 'poll' || (i % 50), i % 9, 'user' || i, 'T', '2020-01-01'`,
		`INSERT INTO poll_voters (id, poll, userId, person)
			SELECT 'voter' || i, 'poll' || (i % 50), 'user' || i, 'person' || i`,
		`INSERT INTO poll_electors (id, poll, userId, person, line)
			SELECT 'elector' || i, 'poll' || (i % 50), 'user' || i, 'person' || i, 'user' || i`,
		"INSERT INTO poll_ballots (poll, id, choice) SELECT 'poll' || (i % 50), 'receipt' || i, 1",
	} {
		_, err := f.PB.NonconcurrentDB().
			NewQuery("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) " + fill + " FROM n").
			Execute()
		if err != nil {
			t.Fatal(err)
		}
	}
	check()
	if _, err := f.PB.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
		t.Fatal(err)
	}
	check()
}

// The view shows only how many members there are, so it does not read the list of them.
func TestTheOfficesViewCountsTheMembersWithoutReadingThem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member("Asha Rao")
	f.member("Banu Iyer")
	draft := f.draft(nil)
	ran := queryplan.CaptureStores(f.PB, func() {
		expect(t, "the members", f.office.Get(adminPath(draft)).JSON["members"], 2.0)
	})
	if ran["ledger.CountMembersIn"] == nil || ran["ledger.ListMembersIn"] != nil {
		t.Errorf("the members are read by %v", ran)
	}
}
