package nominations

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/settings"
)

// CastVote is PUT /api/nominations/{id}/vote: the caller's own vote, which she may change until the
// nomination is decided.
func (n *Nominations) CastVote(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, VoteForm)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		r, err := tx.FindRecordById(registrations, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if !r.GetDateTime("decidedAt").IsZero() {
			return httpx.NewError(http.StatusConflict, "This nomination is "+r.GetString("status")+". Votes can no longer be cast or changed.", nil)
		}
		return n.saveVote(tx, audit.RequestActor(e), r, values.Text("vote"))
	})
	if err != nil {
		return reviewError(err)
	}
	return n.Get(e)
}

// saveVote stores a reviewer's vote, in the place of her earlier one.
func (n *Nominations) saveVote(tx core.App, by audit.Actor, r *core.Record, vote string) error {
	existing := &core.Record{}
	err := tx.RecordQuery(reviewVotes).AndWhere(dbx.HashExp{"nomination": r.Id, "actorKind": by.Kind, "actorId": by.ID}).One(existing)
	before := ""
	switch {
	case errors.Is(err, sql.ErrNoRows):
		_, err = n.createReviewRecord(tx, reviewVotes, r, by, map[string]any{"vote": vote})
	case err == nil && existing.GetString("vote") == vote:
		return nil
	case err == nil:
		before = existing.GetString("vote")
		existing.Load(map[string]any{"vote": vote, "actor": by.Name, "at": n.now()})
		err = tx.Save(existing)
	}
	if err != nil {
		return err
	}
	return n.audit.Record(tx, by, "vote.cast", auditSubject(r), map[string]any{"vote": vote, "before": before})
}

// ReviewVote is one reviewer's vote.
type ReviewVote struct {
	Attribution
	Vote string `json:"vote" db:"vote"`
	// CountByStatus is false as long as the nomination is open and the reviewer may not use the console any
	// more. The votes of a decision stay as they were counted.
	Counts bool `json:"counts"`
}

// listVotes lists the votes on a nomination, oldest first.
func (n *Nominations) listVotes(app core.App, nomination string, isDecided bool) ([]ReviewVote, error) {
	votes := []ReviewVote{}
	err := app.DB().Select("*").From(reviewVotes).Where(dbx.HashExp{"nomination": nomination}).OrderBy("at", "id").All(&votes)
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
	isAdmin, err := accounts.ActiveAdmins(app, n.edge, voters)
	if err != nil {
		return nil, err
	}
	for i, voter := range voters {
		votes[i].Counts = isAdmin(voter)
	}
	return votes, nil
}

// checkVotes casts the vote that comes with a step, and refuses an approval that has too few yes votes.
// Its sentence counts the votes that stay: the refusal takes the caller's own back.
func (n *Nominations) checkVotes(tx core.App, by audit.Actor, r *core.Record, s step, vote string) error {
	yesBefore, err := n.countYesVotes(tx, r.Id)
	if err == nil && vote != "" {
		err = n.saveVote(tx, by, r, vote)
	}
	if err != nil || s.to != Approved {
		return err
	}
	yesCount, err := n.countYesVotes(tx, r.Id)
	if err != nil {
		return err
	}
	site, err := settings.Read(tx)
	if err != nil || yesCount >= site.ReviewVotes {
		return err
	}
	remaining := min(yesBefore, yesCount)
	missing := site.ReviewVotes - remaining
	return httpx.NewError(http.StatusConflict, fmt.Sprintf("An approval needs %s. This nomination has %d: %d more %s missing.",
		pluralize(site.ReviewVotes, "yes vote"), remaining, missing, isOrAre(missing)), nil)
}

// countYesVotes is how many yes votes an open nomination has that count.
func (n *Nominations) countYesVotes(app core.App, nomination string) (int, error) {
	votes, err := n.listVotes(app, nomination, false)
	yes := 0
	for _, vote := range votes {
		if vote.Counts && vote.Vote == "yes" {
			yes++
		}
	}
	return yes, err
}

func pluralize(number int, noun string) string {
	if number == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", number, noun)
}

func isOrAre(number int) string {
	if number == 1 {
		return "is"
	}
	return "are"
}
