// Package polls has the consultations of the circle. A consultation is a text in numbered paragraphs that members
// discuss and then vote about. It moves between these states:
//
//	draft       -> discussing
//	discussing  -> voting, withdrawn
//	voting      -> closed, withdrawn
//	withdrawn   is final
//	closed      -> published
//	published   is final
//
// The office writes a draft and publishes it. While it is discussing, members comment on its paragraphs until the
// announced end. The office then opens the vote with its end, and a job closes it at that time. The office can close it
// earlier with a reason, which members see. At last the office publishes the result with the final text. Before the
// end of the vote, the office can withdraw the consultation with a reason. Members then see the text and the reason.
// The votes are kept but not counted.
//
// What is always true:
//
//   - The text, the question, the options, the kind of ballot and the quorum never change after the publication.
//   - A person has one vote, and only while they are a member. A vote cannot be changed. A merge of two accounts makes
//     the votes of both those of one person, who then cannot vote again. If both have voted, an open ballot counts the
//     later vote. A secret ballot cannot find the two votes; its result says that it counts them.
//   - No person sees how many votes an option has before the close. That includes the office.
//   - An open ballot shows the names with the votes after the result is published.
//   - A secret ballot stores who has voted (poll_voters) apart from the votes. The votes of a ballot are one encrypted
//     text (poll_boxes), which each vote writes again in the order of the receipts. Nothing in the database links a
//     vote to a person or shows the order of the votes: see ballots.go and decision record 30.
//   - A poll without enough votes for its quorum has no result. Its votes are published all the same.
package polls

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
)

// State is the state of a consultation.
type State string

// The states of a consultation.
const (
	Draft      State = "draft"
	Discussing State = "discussing"
	Voting     State = "voting"
	Closed     State = "closed"
	Published  State = "published"
	// Withdrawn is the state of a consultation that the office has ended without a result.
	Withdrawn State = "withdrawn"
)

// Values returns all states.
func (State) Values() []string {
	return rules.Options(Draft, Discussing, Voting, Closed, Published, Withdrawn)
}

// Transitions lists the states that may follow each state.
var Transitions = states.Table[State]{
	Draft:      {Discussing},
	Discussing: {Voting, Withdrawn},
	Voting:     {Closed, Withdrawn},
	Closed:     {Published},
	Published:  {},
	Withdrawn:  {},
}

// Outbox queues the emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
}

// Jobs runs the background work.
type Jobs interface {
	Register(t jobs.Type)
	Enqueue(tx core.App, job jobs.Job) error
	Complete(tx core.App, job jobs.Job) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Outbox Outbox
	Jobs   Jobs
	Audit  *audit.Log
	// Key encrypts the votes of secret ballots.
	Key   keys.Key
	Clock clock.Clock
	// BlockedWith returns the people whom a person has blocked, and who have blocked the person.
	BlockedWith func(app core.App, person string) ([]string, error)
}

// Polls is the feature. Its methods are the handlers of the route table.
type Polls struct {
	app core.App
	Deps
	now clock.Clock
}

// New returns the feature and registers its jobs and its kinds of email.
func New(app core.App, deps Deps) *Polls {
	p := &Polls{app: app, Deps: deps, now: deps.Clock}
	deps.Outbox.Register(p.emailKinds()...)
	deps.Jobs.Register(jobs.Type{Name: CloseJob, Handle: p.handleClose})
	deps.Jobs.Register(jobs.Type{Name: AnnounceJob, Handle: p.handleAnnounce})
	return p
}

// RegisterPeople gives the comments and the voters the person of their account.
func RegisterPeople(app core.App) {
	links := []people.Link{{Field: userField, Collection: people.Accounts}}
	people.Register(app, people.Source{Collection: commentsCollection, Links: links},
		people.Source{Collection: votersCollection, Links: links})
}

const readFailed = "The consultation could not be read."

var (
	errNotFound = apperr.NotFound("poll-not-found", "This consultation was not found.")
	errNotDraft = apperr.Conflict("poll-not-draft",
		"This consultation has been published. Only a draft can be changed or deleted.")
	errWrongState = apperr.Conflict("poll-state",
		"This consultation is no longer in the state that you see. Please load the page again.")
	errDiscussionOver = apperr.Conflict("poll-discussion-over", "The discussion of this consultation has ended.")
	errDiscussing     = apperr.Conflict("poll-discussing",
		"The discussion runs until the time that members were told. Open the vote after that.")
	errNotVoting    = apperr.Conflict("poll-not-voting", "This vote is not open.")
	errAlreadyVoted = apperr.Conflict("poll-already-voted",
		"You have already voted. A vote cannot be changed, and each member has one.")
	errNotMember = apperr.Forbidden("poll-not-member",
		"Your membership has ended, so your vote was not counted. You can renew on your account page.")
	errCommentNotFound = apperr.NotFound("poll-comment-not-found", "This comment was not found.")
	errNotPublished    = apperr.Conflict("poll-not-published", "The result of this vote is not published yet.")
	errWithdrawn       = apperr.Conflict("poll-withdrawn", "This consultation was withdrawn, so it has no result.")
	errNoParagraph     = apperr.Invalid("no-paragraph", "paragraph", "This consultation has no such paragraph")
	errNoOption        = apperr.Invalid("no-option", "choice", "Please choose one of the options")
)

// move changes the state of a consultation that was read in the transaction.
func (p *poll) move(to State) error {
	if Transitions.Check(p.state(), to) != nil || p.state() == to {
		return errWrongState
	}
	p.setState(to)
	return nil
}

// isDiscussionOpen reports whether members can comment.
func (p *poll) isDiscussionOpen(now time.Time) bool {
	return p.state() == Discussing && now.Before(p.discussionEndsAt())
}

// isVoteOpen reports whether members can vote. The vote ends at its time, even if the job closes it later.
func (p *poll) isVoteOpen(now time.Time) bool {
	return p.state() == Voting && now.Before(p.votingEndsAt())
}

// --- background work

// The jobs of the feature. The key of CloseJob is a consultation's id, and that of AnnounceJob also has the
// announcement.
const (
	CloseJob    = "polls.close"
	AnnounceJob = "polls.announce"
)

func (p *Polls) handleClose(_ context.Context, job jobs.Job) error {
	now := p.now()
	return p.app.RunInTransaction(func(tx core.App) error {
		record, err := find(tx, job.Key)
		switch {
		case errors.Is(err, errNotFound):
			return p.Jobs.Complete(tx, job)
		case err != nil:
			return err
		case record.state() == Voting && now.Before(record.votingEndsAt()):
			return jobs.RetryAt(record.votingEndsAt(), "the vote is open")
		case record.state() == Voting:
			if err := p.close(tx, record, ""); err != nil {
				return err
			}
			if err := save(tx, record); err != nil {
				return err
			}
		}
		return p.Jobs.Complete(tx, job)
	})
}

// close counts the votes of a consultation whose vote ends now. The caller saves it.
func (p *Polls) close(tx core.App, record *poll, reason string) error {
	if err := record.move(Closed); err != nil {
		return err
	}
	members, err := ledger.CountMembers(tx, p.now())
	if err != nil {
		return err
	}
	result, err := p.count(tx, record)
	if err != nil {
		return fmt.Errorf("count the votes of %s: %w", record.Id, err)
	}
	result.Members = int(members)
	record.setClosed(result, p.now(), reason)
	return nil
}

// reminderBefore is how long before the end of a vote the members who have not voted get a reminder. A vote that is
// open for less than twice this time has none.
const reminderBefore = 24 * time.Hour

// enqueueVote enqueues the work of a vote that was opened.
func (p *Polls) enqueueVote(tx core.App, record *poll) error {
	ends := record.votingEndsAt()
	err := errors.Join(
		p.Jobs.Enqueue(tx, jobs.Job{Type: CloseJob, Key: record.Id, RunAt: ends}),
		p.enqueueAnnouncement(tx, record, voteOpened, time.Time{}),
	)
	if err == nil && ends.Sub(p.now()) >= 2*reminderBefore {
		err = p.enqueueAnnouncement(tx, record, voteClosing, ends.Add(-reminderBefore))
	}
	return err
}
