// The route table decides who may vote (PUT /api/nominations/{id}/vote and the steps, which can include a vote):
// owners, the office and reviewers. While a nomination is open, a vote counts only if its admin may still vote: the
// vote of an admin who was deactivated or has lost the role does not count. Votes do not change after the decision.

package review

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/settings"
)

// voterRoles are the roles that may vote, besides the owners.
var voterRoles = []identity.Role{identity.RoleOffice, identity.RoleReviewer}

// VoteValue is how a reviewer votes.
type VoteValue string

// The possible votes.
const (
	voteYes     VoteValue = "yes"
	voteNo      VoteValue = "no"
	voteAbstain VoteValue = "abstain"
)

// Values returns all votes.
func (VoteValue) Values() []string { return rules.Options(voteYes, voteNo, voteAbstain) }

// VoteForm is the caller's vote.
type VoteForm struct {
	_    struct{}  `wire:"-"`
	Vote VoteValue `json:"vote"`
}

// Rules returns the rules of the form.
func (VoteForm) Rules() rules.Form { return voteRules }

var voteRules = rules.Form{
	{Name: "vote", Label: "Your vote", Kind: rules.Choice, Required: true, Options: VoteValue("").Values(),
		Messages: rules.Messages{Required: "Please choose your vote"}},
}

// CastVote is PUT /api/nominations/{id}/vote. The caller can change their vote until the nomination is decided.
func (r *Review) CastVote() httpx.Endpoint {
	return httpx.JSON(r.castVote, httpx.Doc{
		Tag: "review", Summary: "Vote, or change your vote",
		Errors:   []*apperr.Error{nominations.ErrNotFound},
		Statuses: []int{http.StatusConflict},
		Example:  map[string]any{"vote": voteYes},
	})
}

func (r *Review) castVote(e *core.RequestEvent, form VoteForm) (Detail, error) {
	return r.update(e, "vote on", func(tx core.App, nomination *nominations.Nomination) error {
		return r.saveVote(tx, audit.RequestActor(e), nomination, form.Vote)
	})
}

// saveVote stores or replaces a reviewer's vote, unless the nomination is decided.
func (r *Review) saveVote(tx core.App, by audit.Actor, nomination *nominations.Nomination, value VoteValue) error {
	if nomination.Status().IsDecided() {
		return apperr.Conflict("nomination-decided",
			"This nomination is "+statusLabels[nomination.Status()]+". Votes can no longer be cast or changed.")
	}
	self, err := people.SelfOf(tx, by)
	if err != nil {
		return err
	}
	vote, err := findVote(tx, nomination.Id, self)
	if errors.Is(err, sql.ErrNoRows) {
		vote, err = newVote(tx, nomination, by, r.now())
	}
	if err != nil {
		return err
	}
	before := vote.Value()
	if before == value {
		return nil
	}
	vote.set(value, by, r.now())
	if err := tx.Save(vote); err != nil {
		return err
	}
	return r.audit.Record(tx, by, "vote.cast", nominations.AuditSubject(nomination),
		map[string]any{"vote": value, "before": before})
}

// VoteView is one reviewer's vote, as shown in the console.
type VoteView struct {
	nominations.Attribution
	Vote VoteValue `json:"vote" db:"vote"`
	// Counts is false if the nomination is open and the reviewer may no longer vote, or is counted already. After the
	// decision it is true for all votes.
	Counts bool `json:"counts"`
}

// listVotes returns the votes on a nomination, oldest first.
func (r *Review) listVotes(app core.App, nominationID string, isDecided bool) ([]VoteView, error) {
	votes, err := findVotes(app, nominationID)
	if err != nil {
		return nil, err
	}
	voters := make([]audit.Actor, len(votes))
	for i, vote := range votes {
		votes[i].Counts = isDecided
		voters[i] = audit.Actor{Kind: vote.ActorKind, ID: vote.ActorID}
	}
	if isDecided {
		return votes, nil
	}
	isAdmin, err := admins.Active(app, r.middleware, voters, voterRoles...)
	if err != nil {
		return nil, err
	}
	counted := map[string]bool{}
	for i, voter := range voters {
		// Two accounts may turn out to be of one person later.
		self, err := people.SelfOf(app, voter)
		if err != nil {
			return nil, err
		}
		isOwn, err := self.IsAbout(app, audit.Subject{Collection: nominations.Collection, ID: nominationID})
		if err != nil {
			return nil, err
		}
		votes[i].Counts = isAdmin(voter) && !isOwn &&
			!slices.ContainsFunc(self.Accounts(), func(account string) bool { return counted[account] })
		if votes[i].Counts {
			counted[voter.Key()] = true
		}
	}
	return votes, nil
}

// checkVotes casts the vote in a step, and refuses an approval with too few yes votes. The message does not count the
// caller's vote, because the refusal rolls it back.
func (r *Review) checkVotes(tx core.App, by audit.Actor, nomination *nominations.Nomination, s nominations.Step,
	vote VoteValue) error {
	yesBefore, err := r.countYesVotes(tx, nomination.Id)
	if err == nil && vote != "" {
		err = r.saveVote(tx, by, nomination, vote)
	}
	if err != nil || s.To != nominations.Approved {
		return err
	}
	yes, err := r.countYesVotes(tx, nomination.Id)
	if err != nil {
		return err
	}
	site, err := settings.Read(tx)
	if err != nil || yes >= site.ReviewVotes {
		return err
	}
	return tooFewVotesError(site.ReviewVotes, min(yesBefore, yes))
}

// countYesVotes returns the number of yes votes on an open nomination that count.
func (r *Review) countYesVotes(app core.App, nominationID string) (int, error) {
	votes, err := r.listVotes(app, nominationID, false)
	yes := 0
	for _, vote := range votes {
		if vote.Counts && vote.Vote == voteYes {
			yes++
		}
	}
	return yes, err
}

func tooFewVotesError(needed, present int) error {
	votes, are := "yes votes", "are"
	if needed == 1 {
		votes = "yes vote"
	}
	missing := needed - present
	if missing == 1 {
		are = "is"
	}
	return apperr.Conflict("too-few-votes",
		fmt.Sprintf("An approval needs %d %s. This nomination has %d: %d more %s missing.",
			needed, votes, present, missing, are))
}
