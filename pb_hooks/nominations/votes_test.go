package nominations_test

import (
	"net/http"
	"testing"
)

func TestAnApprovalNeedsItsVotes(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	o.set(form{"reviewVotes": 3})
	id := o.nominee("asha@example.com")
	second, third := o.SignedIn("admins", nil), o.SignedIn("users", map[string]any{"isAdmin": true})
	vote := "/api/nominations/" + id + "/vote"
	expect(t, second.Send("PUT", vote, form{"vote": "yes"}), http.StatusOK)
	o.walk(id, "take")

	a := o.step(o.staff, id, "approve")
	expect(t, a, http.StatusConflict)
	o.expect("the sentence", a.Message(), "An approval needs 3 yes votes. This nomination has 1: 2 more are missing.")
	a = o.step(o.staff, id, "approve", form{"vote": "yes"})
	expect(t, a, http.StatusConflict)
	o.expect("the sentence", a.Message(), "An approval needs 3 yes votes. This nomination has 2: 1 more is missing.")
	o.expect("the vote in a refused act", o.nomination(id)["ownVote"], "")

	for _, opinion := range []string{"no", "abstain"} {
		expect(t, third.Send("PUT", vote, form{"vote": opinion}), http.StatusOK)
		expect(t, o.step(o.staff, id, "approve", form{"vote": "yes"}), http.StatusConflict)
	}
	a = third.Send("PUT", vote, form{"vote": "yes"})
	expect(t, a, http.StatusOK)
	o.expect("her vote", a.JSON["ownVote"], "yes")
	o.expect("one vote a reviewer", len(a.JSON["votes"].([]any)), 2)
	o.expect("needed", a.JSON["votesNeeded"], 3)
	expect(t, o.step(o.staff, id, "approve", form{"vote": "yes"}), http.StatusOK)

	a = third.Send("PUT", vote, form{"vote": "no"})
	expect(t, a, http.StatusConflict)
	o.expect("after the decision", a.Message(), "This nomination is approved. Votes can no longer be cast or changed.")
	o.expect("the audit log", o.actions(id),
		"vote.cast nomination.taken vote.cast vote.cast vote.cast vote.cast nomination.approved letter.queued")
}

func TestAVoteIsOneOfThree(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id := o.nominee("asha@example.com")
	for _, vote := range []any{"", nil, "perhaps", 1} {
		o.expect("a vote of another kind", o.staff.Send("PUT", "/api/nominations/"+id+"/vote", form{"vote": vote}).Status, 400)
	}
	expect(t, o.staff.Send("PUT", "/api/nominations/"+id+"/vote", form{"vote": "no"}), http.StatusOK)
	o.walk(id, "take")
	a := o.step(o.staff, id, "approve")
	o.expect("the default of one", a.Message(), "An approval needs 1 yes vote. This nomination has 0: 1 more is missing.")
}
