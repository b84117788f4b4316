package nominations

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/settings"
)

// Vote is PUT /api/nominations/{id}/vote: the caller's own vote, which she may change until the
// nomination is decided.
func (n *Nominations) Vote(e *core.RequestEvent) error {
	values, err := edge.Form(e, VoteForm)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		r, err := tx.FindRecordById(registrations, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if !r.GetDateTime("decidedAt").IsZero() {
			return edge.Refuse(http.StatusConflict, "This nomination is "+r.GetString("status")+". Votes can no longer be cast or changed.", nil)
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

// enoughVotes refuses an approval that has too few yes votes.
func enoughVotes(tx core.App, r *core.Record) error {
	site, err := settings.Read(tx)
	if err != nil {
		return err
	}
	yes, err := tx.CountRecords(reviewVotes, dbx.HashExp{"nomination": r.Id, "vote": "yes"})
	if err != nil {
		return err
	}
	if missing := site.ReviewVotes - int(yes); missing > 0 {
		return edge.Refuse(http.StatusConflict, fmt.Sprintf("An approval needs %s. This nomination has %d: %d more %s missing.",
			counted(site.ReviewVotes, "yes vote"), yes, missing, isOrAre(missing)), nil)
	}
	return nil
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
