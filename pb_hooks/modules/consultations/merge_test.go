package consultations_test

import (
	"net/http"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

// merge makes the second account part of the first.
func (f *fixture) merge(into, from member) {
	f.Helper()
	f.must(f.SignedIn("admins", nil).Post("/api/people/"+into.account.Id+"/merge",
		fields{"otherId": from.account.Id, "password": testapp.Password}), http.StatusOK)
}

func TestAMergeOfTwoAccountsGivesNoSecondVote(t *testing.T) {
	t.Parallel()
	for _, ballot := range []string{"secret", "open"} {
		f := newFixture(t)
		asha, second := f.member("Asha Rao"), f.member("Asha R.")
		path := f.vote(fields{"ballot": ballot})
		f.cast(second, path, 1)
		f.merge(asha, second)
		f.refused(asha.Post(path+"/vote", fields{"choice": 2}), http.StatusConflict,
			"You have already voted. A vote cannot be changed, and each member has one.")
	}
}

// A person who joins after the opening may vote with the membership of an account that is merged into theirs. The vote
// stays with that membership when the merge is undone.
func TestAnUndoneMergeGivesNoSecondVote(t *testing.T) {
	t.Parallel()
	for _, ballot := range []string{"secret", "open"} {
		f := newFixture(t)
		second := f.member("Asha R.")
		path := f.vote(fields{"ballot": ballot})
		f.Clock.Advance(time.Minute)
		asha := f.member("Asha Rao")
		owner := f.SignedIn("admins", nil)
		merged := f.must(owner.Post("/api/people/"+asha.account.Id+"/merge",
			fields{"otherId": second.account.Id, "password": testapp.Password}), http.StatusOK)
		f.cast(asha, path, 1)
		f.must(owner.Post("/api/people/"+asha.account.Id+"/merges/"+merged.JSON["mergeId"].(string)+"/undo", nil),
			http.StatusOK)
		account, err := f.PB.FindRecordById("users", second.account.Id)
		if err != nil {
			t.Fatal(err)
		}
		f.refused(f.SignedInAs(account).Post(path+"/vote", fields{"choice": 2}), http.StatusConflict,
			"You have already voted. A vote cannot be changed, and each member has one.")
		f.refused(asha.Post(path+"/vote", fields{"choice": 2}), http.StatusForbidden,
			"This vote had opened before your membership began, so you cannot vote in it.")
		expect(t, "the voters", f.office.Get(adminPath(path)).JSON["voters"], 1.0)
	}
}

func TestTwoVotesFromBeforeAMerge(t *testing.T) {
	t.Parallel()
	for ballot, want := range map[string]fields{
		"open":   {"votes": []any{0.0, 1.0, 0.0}, "total": 1.0, "members": 1.0, "twice": 0.0, "outcome": "decided"},
		"secret": {"votes": []any{1.0, 1.0, 0.0}, "total": 2.0, "members": 1.0, "twice": 1.0, "outcome": "tied"},
	} {
		f := newFixture(t)
		asha, second := f.member("Asha Rao"), f.member("Asha R.")
		path := f.vote(fields{"ballot": ballot})
		f.cast(second, path, 1)
		f.Clock.Advance(day)
		f.cast(asha, path, 2)
		f.merge(asha, second)
		expect(t, "the voters", asha.Get(path).JSON["voters"], 1.0)
		f.publish(path)
		expect(t, "the result of the "+ballot+" ballot", asha.Get(path).JSON["result"], want)
	}
}
