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

// Whole is a nomination with everything that a reviewer needs.
type Whole struct {
	Waiting
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

// Trace is who did something, and when.
type Trace struct {
	ActorKind string      `json:"-" db:"actorKind"`
	ActorID   string      `json:"-" db:"actorId"`
	Actor     string      `json:"actor" db:"actor"`
	At        httpx.Stamp `json:"at" db:"at"`
	// IsOwn tells whether it was the caller.
	IsOwn bool `json:"isOwn"`
}

func (t *Trace) own(by audit.Actor) *Trace {
	t.IsOwn = t.ActorKind == by.Kind && t.ActorID == by.ID
	return t
}

// ReviewStep is a row of the history.
type ReviewStep struct {
	Trace
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
	Trace
	ID   string `json:"id" db:"id"`
	Text string `json:"text" db:"text"`
}

// Nomination is GET /api/nominations/{id}; the review's other routes answer the same.
func (n *Nominations) Nomination(e *core.RequestEvent) error {
	whole, err := n.whole(e.App, e.Request.PathValue("id"), audit.By(e))
	if err != nil {
		return reviewRefusal(err)
	}
	return e.JSON(http.StatusOK, whole)
}

func (n *Nominations) whole(app core.App, id string, by audit.Actor) (*Whole, error) {
	w := &Whole{Next: []string{}, Steps: []ReviewStep{}, Notes: []ReviewNote{}}
	if err := app.DB().Select("*").From(registrations).Where(dbx.HashExp{"id": id}).One(w); err != nil {
		return nil, err
	}
	w.Clock.read(n.now())
	for _, s := range steps {
		if s.from == w.Status {
			w.Next = append(w.Next, s.name)
		}
	}
	site, err := settings.Read(app)
	if err != nil {
		return nil, err
	}
	w.VotesNeeded = site.ReviewVotes
	if w.Invitation, err = n.invitation(app, id); err != nil {
		return nil, err
	}
	if w.Votes, err = n.votesOn(app, id, !types.DateTime(w.DecidedAt).IsZero()); err != nil {
		return nil, err
	}
	return w, w.readReview(app, id, by)
}

// readReview reads the history and the notes, and tells what of it and of the votes is the caller's own.
func (w *Whole) readReview(app core.App, id string, by audit.Actor) error {
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
		w.Steps[i].own(by)
	}
	for i := range w.Notes {
		w.Notes[i].own(by)
	}
	for i := range w.Votes {
		if w.Votes[i].own(by).IsOwn {
			w.OwnVote = w.Votes[i].Vote
		}
	}
	return nil
}

// invitation is what the console shows of a nomination's newest invitation; nil without one.
func (n *Nominations) invitation(app core.App, nomination string) (*Invitation, error) {
	newest, err := newestInvitation(app, nomination)
	if newest == nil || err != nil {
		return nil, err
	}
	return &Invitation{
		ID: newest.Id, Email: newest.Email(), Status: n.standing(newest),
		SentAt: httpx.Stamp(newest.GetDateTime("sentAt")), ExpiresAt: httpx.Stamp(newest.GetDateTime("expiresAt")),
		UsedAt: httpx.Stamp(newest.GetDateTime("usedAt")),
	}, nil
}
