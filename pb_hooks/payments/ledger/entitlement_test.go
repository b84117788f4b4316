package ledger

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// The SQL statements of the lists and figures decide who is a member as EntitlementOf does, at each boundary of a term.
func TestEveryListOfMembersAgreesWithTheEntitlement(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	now := time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)
	offsets := []time.Duration{-60 * Day, -30 * Day, -time.Millisecond, 0, time.Millisecond, 30 * Day, 60 * Day}
	random := rand.New(rand.NewPCG(1, 1))
	people := make([]string, 400)
	for i := range people {
		people[i] = fmt.Sprintf("person%09d", i)
		for n := range random.IntN(4) {
			start := offsets[random.IntN(len(offsets))]
			var end, grace, revoked time.Time
			if random.IntN(4) > 0 { // or else it is for life
				length := offsets[3+random.IntN(4)] + time.Duration(random.IntN(2))*30*Day + time.Millisecond
				end = now.Add(start + length)
				grace = end.Add(time.Duration(random.IntN(2)) * 14 * Day)
			}
			if random.IntN(4) == 0 {
				revoked = now.Add(-time.Duration(random.IntN(2)) * Day)
			}
			_, err := app.NonconcurrentDB().Insert(Memberships, dbx.Params{
				"id": fmt.Sprintf("term%09d%02d", i, n), "userId": people[i], "person": people[i],
				"membershipTierId": fmt.Sprint("tier", random.IntN(2)), "startsAt": database.FormatTime(now.Add(start)),
				"endsAt": database.DateTime(end).String(), "graceUntil": database.DateTime(grace).String(),
				"revokedAt": database.DateTime(revoked).String(),
			}).Execute()
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	want, withTier := map[EntitlementState][]string{}, map[string][]string{}
	members := 0
	for _, person := range people {
		terms, err := ListTerms(app, person)
		if err != nil {
			t.Fatal(err)
		}
		state := NewEntitlement(terms, now).State
		want[state] = append(want[state], person)
		if state.HasAccess() {
			members++
		}
		for _, m := range terms {
			if m.StateAt(now).HasAccess() && !slices.Contains(withTier[m.TierID()], person) {
				withTier[m.TierID()] = append(withTier[m.TierID()], person)
			}
		}
	}
	expect := func(what string, got []string, err error, want []string) {
		t.Helper()
		slices.Sort(got)
		if got = slices.Compact(got); err != nil || !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s: %v (%v), want %v", what, got, err, want)
		}
	}
	for state := range entitlementRank {
		got, err := PeopleByEntitlement(app, state, now)
		expect(string(state), got, err, want[state])
	}
	for tier, people := range withTier {
		got, err := PeopleWithTier(app, tier, now)
		expect("members with "+tier, got, err, people)
	}
	got, err := ListMembers(app, now)
	expect("members", got, err, slices.Sorted(slices.Values(append(want[Active], want[InGrace]...))))
	if n, err := CountMembers(app, now); err != nil || n != int64(members) {
		t.Errorf("CountMembers = %d, %v, want %d", n, err, members)
	}
}
