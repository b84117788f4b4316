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

// Vote is PUT /api/nominations/{id}/vote: the caller's own vote, which she may change until the
// nomination is decided.
func (n *Nominations) Vote(e *core.RequestEvent) error {
	values, err := httpx.Form(e, VoteForm)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		r, err := tx.FindRecordById(registrations, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if !r.GetDateTime("decidedAt").IsZero() {
			return httpx.Refuse(http.StatusConflict, "This nomination is "+r.GetString("status")+". Votes can no longer be cast or changed.", nil)
		}
		return n.cast(tx, audit.By(e), r, values.Text("vote"))
	})
	if err != nil {
		return reviewRefusal(err)
	}
	return n.Nomination(e)
}

// cast stores a reviewer's vote, in the place of her earlier one.
func (n *Nominations) cast(tx core.App, by audit.Actor, r *core.Record, vote string) error {
	own := &core.Record{}
	err := tx.RecordQuery(reviewVotes).AndWhere(dbx.HashExp{"nomination": r.Id, "actorKind": by.Kind, "actorId": by.ID}).One(own)
	before := ""
	switch {
	case errors.Is(err, sql.ErrNoRows):
		_, err = n.record(tx, reviewVotes, r, by, map[string]any{"vote": vote})
	case err == nil && own.GetString("vote") == vote:
		return nil
	case err == nil:
		before = own.GetString("vote")
		own.Load(map[string]any{"vote": vote, "actor": by.Name, "at": n.now()})
		err = tx.Save(own)
	}
	if err != nil {
		return err
	}
	return n.audit.Note(tx, by, "vote.cast", subject(r), map[string]any{"vote": vote, "before": before})
}

// ReviewVote is one reviewer's vote.
type ReviewVote struct {
	Trace
	Vote string `json:"vote" db:"vote"`
	// Counts is false as long as the nomination is open and the reviewer may not use the console any
	// more. The votes of a decision stay as they were counted.
	Counts bool `json:"counts"`
}

// votesOn lists the votes on a nomination, oldest first.
func (n *Nominations) votesOn(app core.App, nomination string, isDecided bool) ([]ReviewVote, error) {
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
	isStillAdmin, err := accounts.StillAdmins(app, n.edge, voters)
	if err != nil {
		return nil, err
	}
	for i, voter := range voters {
		votes[i].Counts = isStillAdmin(voter)
	}
	return votes, nil
}

// carry casts the vote that comes with a step, and refuses an approval that has too few yes votes.
// Its sentence counts the votes that stay: the refusal takes the caller's own back.
func (n *Nominations) carry(tx core.App, by audit.Actor, r *core.Record, s step, vote string) error {
	before, err := n.yesVotes(tx, r.Id)
	if err == nil && vote != "" {
		err = n.cast(tx, by, r, vote)
	}
	if err != nil || s.to != Approved {
		return err
	}
	yes, err := n.yesVotes(tx, r.Id)
	if err != nil {
		return err
	}
	site, err := settings.Read(tx)
	if err != nil || yes >= site.ReviewVotes {
		return err
	}
	stay := min(before, yes)
	missing := site.ReviewVotes - stay
	return httpx.Refuse(http.StatusConflict, fmt.Sprintf("An approval needs %s. This nomination has %d: %d more %s missing.",
		counted(site.ReviewVotes, "yes vote"), stay, missing, isOrAre(missing)), nil)
}

// yesVotes is how many yes votes an open nomination has that count.
func (n *Nominations) yesVotes(app core.App, nomination string) (int, error) {
	votes, err := n.votesOn(app, nomination, false)
	yes := 0
	for _, vote := range votes {
		if vote.Counts && vote.Vote == "yes" {
			yes++
		}
	}
	return yes, err
}

func counted(number int, thing string) string {
	if number == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", number, thing)
}

func isOrAre(number int) string {
	if number == 1 {
		return "is"
	}
	return "are"
}
