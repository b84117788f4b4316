package polls_test

import (
	"net/http"
	"testing"

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
