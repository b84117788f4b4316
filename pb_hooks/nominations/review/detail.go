package review

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/settings"
)

// Detail is a nomination with everything that a reviewer needs.
type Detail struct {
	ID     string             `json:"id" db:"id"`
	Status nominations.Status `json:"status" db:"status"`
	nominations.Answers
	CreatedAt httpx.Time `json:"createdAt" db:"createdAt"`
	nominations.Deadline

	// Version is the version of the review. A step has to send the current version.
	Version int `json:"version" db:"reviewVersion"`
	// Next lists the steps that are possible now.
	Next  []nominations.StepName `json:"next"`
	Steps []nominations.StepView `json:"steps"`
	Notes []NoteView             `json:"notes"`
	Votes []VoteView             `json:"votes"`
	// VotesNeeded is the number of yes votes for an approval. OwnVote is the caller's vote, or "".
	VotesNeeded int       `json:"votesNeeded"`
	OwnVote     VoteValue `json:"ownVote" wire:"orEmpty"`
	// Invitation is the newest invitation, or null.
	Invitation   *nominations.InvitationView `json:"invitation"`
	Verification Verification                `json:"verification"`
}

// Get is GET /api/nominations/{id}.
func (r *Review) Get() httpx.Endpoint {
	return httpx.Get(r.get, httpx.Doc{
		Tag: "review", Summary: "Read a nomination with its review",
		Errors: []*apperr.Error{nominations.ErrNotFound},
	})
}

func (r *Review) get(e *core.RequestEvent) (Detail, error) {
	id := e.Request.PathValue("id")
	detail, err := r.readDetail(e.App, id, audit.RequestActor(e))
	if err != nil {
		return Detail{}, nominations.Fail(readFailed, "read nomination", id, err)
	}
	return *detail, nil
}

func (r *Review) readDetail(app core.App, id string, by audit.Actor) (*Detail, error) {
	detail, err := findDetail(app, id)
	if err != nil {
		return nil, err
	}
	detail.Deadline.SetSecondsLeft(r.now())
	detail.Next = detail.Status.NextSteps()
	site, err := settings.Read(app)
	if err != nil {
		return nil, err
	}
	detail.VotesNeeded = site.ReviewVotes
	if detail.Invitation, err = r.nominations.LatestInvitation(app, id); err != nil {
		return nil, err
	}
	if detail.Votes, err = r.listVotes(app, id, detail.IsDecided()); err != nil {
		return nil, err
	}
	if detail.Steps, err = nominations.ListSteps(app, id); err != nil {
		return nil, err
	}
	if detail.Notes, err = listNotes(app, id); err != nil {
		return nil, err
	}
	if detail.Verification, err = r.readVerification(app, id); err != nil {
		return nil, err
	}
	detail.setOwn(by)
	return detail, nil
}

// setOwn marks what the caller has done in the review, and the steps of the applicant.
func (d *Detail) setOwn(by audit.Actor) {
	for i := range d.Steps {
		d.Steps[i].SetIsOwn(by)
		d.Steps[i].IsApplicants = d.Steps[i].ActorKind == nominations.ActorApplicant
	}
	for i := range d.Notes {
		d.Notes[i].SetIsOwn(by)
	}
	for i := range d.Votes {
		d.Votes[i].SetIsOwn(by)
		if d.Votes[i].IsOwn {
			d.OwnVote = d.Votes[i].Vote
		}
	}
	d.Verification.setOwn(by)
}
