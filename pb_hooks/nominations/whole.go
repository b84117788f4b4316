package nominations

import (
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/settings"
)

// NominationDetail is a nomination with everything that a reviewer needs.
type NominationDetail struct {
	QueueItem
	Phone                   string                  `json:"phone" db:"phone"`
	City                    string                  `json:"city" db:"city"`
	State                   string                  `json:"state" db:"state"`
	Country                 string                  `json:"country" db:"country"`
	LinkedinURL             string                  `json:"linkedinUrl" db:"linkedinUrl"`
	Industry                string                  `json:"industry" db:"industry"`
	YearsOfExperience       string                  `json:"yearsOfExperience" db:"yearsOfExperience"`
	DirectorType            string                  `json:"directorType" db:"directorType"`
	CurrentBoards           string                  `json:"currentBoards" db:"currentBoards"`
	NumberOfBoards          string                  `json:"numberOfBoards" db:"numberOfBoards"`
	PreviousBoardExperience string                  `json:"previousBoardExperience" db:"previousBoardExperience"`
	AreasOfExpertise        types.JSONArray[string] `json:"areasOfExpertise" db:"areasOfExpertise"`
	HowDidYouHear           string                  `json:"howDidYouHear" db:"howDidYouHear"`
	WhyInterested           string                  `json:"whyInterested" db:"whyInterested"`
	PreferredMeetingFormat  string                  `json:"preferredMeetingFormat" db:"preferredMeetingFormat"`

	// Version is what a step must name.
	Version int `json:"version" db:"reviewVersion"`
	// Next are the steps that can be taken now.
	Next  []string     `json:"next"`
	Steps []ReviewStep `json:"steps"`
	Notes []ReviewNote `json:"notes"`
	Votes []ReviewVote `json:"votes"`
	// VotesNeeded is how many yes votes an approval needs; OwnVote is the caller's, "" without one.
	VotesNeeded int    `json:"votesNeeded"`
	OwnVote     string `json:"ownVote"`
	// Invitation is the newest one.
	Invitation *Invitation `json:"invitation"`
}

// Attribution is who did something, and when.
type Attribution struct {
	ActorKind string     `json:"-" db:"actorKind"`
	ActorID   string     `json:"-" db:"actorId"`
	Actor     string     `json:"actor" db:"actor"`
	At        httpx.Time `json:"at" db:"at"`
	// IsOwn tells whether it was the caller.
	IsOwn bool `json:"isOwn"`
}

func (t *Attribution) setIsOwn(by audit.Actor) *Attribution {
	t.IsOwn = t.ActorKind == by.Kind && t.ActorID == by.ID
	return t
}

// ReviewStep is a row of the history.
type ReviewStep struct {
	Attribution
	Version int    `json:"version" db:"version"`
	Step    string `json:"step" db:"step"`
	Becomes string `json:"becomes" db:"becomes"`
	// Why is for ourselves, Words is what the applicant read.
	Why    string `json:"why" db:"why"`
	Words  string `json:"words" db:"words"`
	Mailed bool   `json:"mailed" db:"mailed"`
}

// ReviewNote is a note among reviewers.
type ReviewNote struct {
	Attribution
	ID   string `json:"id" db:"id"`
	Text string `json:"text" db:"text"`
}

// Get is GET /api/nominations/{id}; the review's other routes answer the same.
func (n *Nominations) Get(e *core.RequestEvent) error {
	detail, err := n.findDetail(e.App, e.Request.PathValue("id"), audit.RequestActor(e))
	if err != nil {
		return reviewError(err)
	}
	return e.JSON(http.StatusOK, detail)
}

func (n *Nominations) findDetail(app core.App, id string, by audit.Actor) (*NominationDetail, error) {
	detail := &NominationDetail{Next: []string{}, Steps: []ReviewStep{}, Notes: []ReviewNote{}}
	if err := app.DB().Select("*").From(registrations).Where(dbx.HashExp{"id": id}).One(detail); err != nil {
		return nil, err
	}
	detail.Deadline.setSecondsLeft(n.now())
	for _, s := range steps {
		if s.from == detail.Status {
			detail.Next = append(detail.Next, s.name)
		}
	}
	site, err := settings.Read(app)
	if err != nil {
		return nil, err
	}
	detail.VotesNeeded = site.ReviewVotes
	if detail.Invitation, err = n.findInvitationView(app, id); err != nil {
		return nil, err
	}
	if detail.Votes, err = n.listVotes(app, id, !types.DateTime(detail.DecidedAt).IsZero()); err != nil {
		return nil, err
	}
	return detail, detail.loadReview(app, id, by)
}

// loadReview reads the history and the notes, and tells what of it and of the votes is the caller's own.
func (w *NominationDetail) loadReview(app core.App, id string, by audit.Actor) error {
	read := func(collection, order string, rows any) error {
		return app.DB().Select("*").From(collection).Where(dbx.HashExp{"nomination": id}).OrderBy(order, "id").All(rows)
	}
	if err := read(reviewSteps, "version", &w.Steps); err != nil {
		return err
	}
	if err := read(reviewNotes, "at", &w.Notes); err != nil {
		return err
	}
	for i := range w.Steps {
		w.Steps[i].setIsOwn(by)
	}
	for i := range w.Notes {
		w.Notes[i].setIsOwn(by)
	}
	for i := range w.Votes {
		if w.Votes[i].setIsOwn(by).IsOwn {
			w.OwnVote = w.Votes[i].Vote
		}
	}
	return nil
}

// findInvitationView is what the console shows of a nomination's newest invitation; nil without one.
func (n *Nominations) findInvitationView(app core.App, nomination string) (*Invitation, error) {
	newest, err := findLatestInvitation(app, nomination)
	if newest == nil || err != nil {
		return nil, err
	}
	return &Invitation{
		ID: newest.Id, Email: newest.Email(), Status: n.invitationStatus(newest),
		SentAt: httpx.Time(newest.GetDateTime("sentAt")), ExpiresAt: httpx.Time(newest.GetDateTime("expiresAt")),
		UsedAt: httpx.Time(newest.GetDateTime("usedAt")),
	}, nil
}
