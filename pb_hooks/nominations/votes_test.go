package nominations_test

import (
	"net/http"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

func TestApprovalNeedsEnoughVotes(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	o.set(form{"reviewVotes": 3})
	id := o.nominate("asha@example.com")
	second, third := o.SignedIn("admins", nil), o.SignedIn("users", map[string]any{"isAdmin": true})
	vote := "/api/nominations/" + id + "/vote"
	expect(t, second.Send("PUT", vote, form{"vote": "yes"}), http.StatusOK)
	o.takeSteps(id, "take")

	a := o.step(o.staff, id, "approve")
	expect(t, a, http.StatusConflict)
	o.expect("the message", a.Message(), "An approval needs 3 yes votes. This nomination has 1: 2 more are missing.")
	a = o.step(o.staff, id, "approve", form{"vote": "yes"})
	expect(t, a, http.StatusConflict)
	o.expect("the message", a.Message(), "An approval needs 3 yes votes. This nomination has 1: 2 more are missing.")
	o.expect("the vote of the refused approval", o.nomination(id)["ownVote"], "")

	for _, opinion := range []string{"no", "abstain"} {
		expect(t, third.Send("PUT", vote, form{"vote": opinion}), http.StatusOK)
		expect(t, o.step(o.staff, id, "approve", form{"vote": "yes"}), http.StatusConflict)
	}
	a = third.Send("PUT", vote, form{"vote": "yes"})
	expect(t, a, http.StatusOK)
	o.expect("the vote", a.JSON["ownVote"], "yes")
	o.expect("the number of votes, one for each reviewer", len(a.JSON["votes"].([]any)), 2)
	o.expect("the needed votes", a.JSON["votesNeeded"], 3)
	expect(t, o.step(o.staff, id, "approve", form{"vote": "yes"}), http.StatusOK)

	a = third.Send("PUT", vote, form{"vote": "no"})
	expect(t, a, http.StatusConflict)
	o.expect("the message after the decision", a.Message(), "This nomination is approved. Votes can no longer be cast or changed.")
	o.expect("the audit log", o.actions(id),
		"vote.cast nomination.taken vote.cast vote.cast vote.cast vote.cast nomination.approved letter.queued")
}

func TestAVoteOfAFormerAdminDoesNotCount(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	o.set(form{"reviewVotes": 2})
	id := o.nominate("asha@example.com")
	o.takeSteps(id, "take")
	member := o.CreateAccount("users", form{"isAdmin": true})
	without := func(right string) func(*core.Record) error {
		return func(r *core.Record) error {
			r.Set(right, false)
			return o.PB.Save(r)
		}
	}
	o.CreateAccount(core.CollectionNameSuperusers, nil) // A second superuser, because the last one cannot be deleted.
	remove := func(r *core.Record) error { return o.PB.Delete(r) }
	for name, c := range map[string]struct {
		voter       *core.Record
		removeRight func(*core.Record) error
	}{
		"a deactivated admin":        {o.CreateAccount("admins", nil), without("isActive")},
		"a deleted admin":            {o.CreateAccount("admins", nil), remove},
		"a deactivated member":       {o.CreateAccount("users", form{"isAdmin": true}), without("isActive")},
		"a member without the right": {member, without("isAdmin")},
		"a deleted superuser":        {o.CreateAccount(core.CollectionNameSuperusers, nil), remove},
	} {
		voter := o.SignedInAs(c.voter)
		expect(t, voter.Send("PUT", "/api/nominations/"+id+"/vote", form{"vote": "yes"}), http.StatusOK)
		o.expect("counted votes of "+name+" before the change", o.countedVotes(id), 1)
		if err := c.removeRight(c.voter); err != nil {
			t.Fatal(err)
		}
		o.expect("counted votes of "+name+" after the change", o.countedVotes(id), 0)
	}
	o.expect("the number of listed votes", len(o.nomination(id)["votes"].([]any)), 5)
	a := o.step(o.staff, id, "approve", form{"vote": "yes"})
	expect(t, a, http.StatusConflict)
	o.expect("the message", a.Message(), "An approval needs 2 yes votes. This nomination has 0: 2 more are missing.")

	member.Set("isAdmin", true)
	if err := o.PB.Save(member); err != nil {
		t.Fatal(err)
	}
	expect(t, o.step(o.staff, id, "approve", form{"vote": "yes"}), http.StatusOK)
	if err := without("isAdmin")(member); err != nil {
		t.Fatal(err)
	}
	o.expect("the counted votes after the decision", o.countedVotes(id), 6)
}

func TestAVoteWithoutTheRequiredSecondFactorDoesNotCount(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	enrolled := o.SignedIn("admins", form{"totpSecret": "sealed"})
	for _, voter := range []*testapp.Visitor{o.SignedIn("admins", nil), o.SignedIn("users", form{"isAdmin": true}), enrolled} {
		expect(t, voter.Send("PUT", "/api/nominations/"+id+"/vote", form{"vote": "yes"}), http.StatusOK)
	}
	o.expect("the counted votes while the second factor is optional", o.countedVotes(id), 3)
	o.set(form{"totpRequired": true, "reviewVotes": 2})
	o.staff = enrolled
	o.expect("the counted votes while the second factor is required", o.countedVotes(id), 1)
	o.takeSteps(id, "take")
	a := o.step(enrolled, id, "approve")
	o.expect("the message", a.Message(), "An approval needs 2 yes votes. This nomination has 1: 1 more is missing.")
	o.set(form{"totpRequired": false})
	expect(t, o.step(enrolled, id, "approve"), http.StatusOK)
}

// countedVotes returns the number of valid votes on a nomination.
func (o *reviewFixture) countedVotes(id string) int {
	o.Helper()
	count := 0
	for _, vote := range o.nomination(id)["votes"].([]any) {
		if vote.(map[string]any)["counts"] == true {
			count++
		}
	}
	return count
}

func TestARefusedApprovalCountsOnlyStoredVotes(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	o.set(form{"reviewVotes": 2})
	id := o.nominate("asha@example.com")
	o.takeSteps(id, "take")
	a := o.step(o.staff, id, "approve", form{"vote": "yes"})
	expect(t, a, http.StatusConflict)
	o.expect("the message", a.Message(), "An approval needs 2 yes votes. This nomination has 0: 2 more are missing.")
	o.expect("the number of votes", len(o.nomination(id)["votes"].([]any)), 0)

	expect(t, o.staff.Send("PUT", "/api/nominations/"+id+"/vote", form{"vote": "yes"}), http.StatusOK)
	a = o.step(o.staff, id, "approve", form{"vote": "yes"})
	o.expect("the message after an earlier yes vote", a.Message(),
		"An approval needs 2 yes votes. This nomination has 1: 1 more is missing.")
	expect(t, o.step(o.SignedIn("admins", nil), id, "approve", form{"vote": "yes"}), http.StatusOK)
}

func TestAVoteIsYesNoOrAbstain(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id := o.nominate("asha@example.com")
	for _, vote := range []any{"", nil, "perhaps", 1} {
		o.expect("the status for an invalid vote",
			o.staff.Send("PUT", "/api/nominations/"+id+"/vote", form{"vote": vote}).Status, 400)
	}
	expect(t, o.staff.Send("PUT", "/api/nominations/"+id+"/vote", form{"vote": "no"}), http.StatusOK)
	o.takeSteps(id, "take")
	a := o.step(o.staff, id, "approve")
	o.expect("the message with the default of one vote", a.Message(),
		"An approval needs 1 yes vote. This nomination has 0: 1 more is missing.")
}

func TestNominationHasAtMostTwoHundredNotes(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, other := o.nominate("asha@example.com"), o.nominate("bina@example.com")
	_, err := o.PB.NonconcurrentDB().NewQuery(`
		WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 199)
		INSERT INTO review_notes (id, nomination, actorKind, actorId, actor, at, text)
		SELECT printf('note%011d', i), {:id}, 'admin', 'otheradmin', 'Other admin', '2026-08-01 10:00:00.000Z', 'A note' FROM numbers`).
		Bind(dbx.Params{"id": id}).Execute()
	if err != nil {
		t.Fatal(err)
	}
	path := "/api/nominations/" + id + "/notes"
	a := o.staff.Post(path, form{"text": "The last one"})
	expect(t, a, http.StatusOK)
	last := a.JSON["notes"].([]any)[199].(map[string]any)["id"].(string)

	a = o.staff.Post(path, form{"text": "One too many"})
	expect(t, a, http.StatusConflict)
	o.expect("the message", a.Message(),
		"This nomination has 200 notes, which is the maximum. Delete one of your notes to write another.")
	o.expect("the number of notes", len(o.nomination(id)["notes"].([]any)), 200)
	expect(t, o.staff.Post("/api/nominations/"+other+"/notes", form{"text": "Another nomination's"}), http.StatusOK)

	expect(t, o.staff.Send("DELETE", path+"/"+last, nil), http.StatusOK)
	expect(t, o.staff.Post(path, form{"text": "In its place"}), http.StatusOK)
}
