// Package consultations has the consultations of the circle. A consultation is a text in numbered paragraphs that members
// discuss and then vote about. It moves between these states:
//
//	draft       -> discussing
//	discussing  -> voting, withdrawn
//	voting      -> closed, withdrawn, lost
//	withdrawn   is final
//	closed      -> published
//	lost        is final
//	published   is final
//
// The office writes a draft and publishes it. While it is discussing, members comment on its paragraphs until the
// announced end. The office then opens the vote with its end, and a job closes it at that time. The office can close it
// earlier with a reason, which members see. At last the office publishes the result with the final text. Before the
// end of the vote, the office can withdraw the consultation with a reason. Members then see the text and the reason,
// and who had voted stays stored. The votes are not counted, and those of a secret ballot are deleted.
//
// The votes of a secret ballot are lost if the file with its key is missing before the close, for example because the
// server was replaced. The office can then repeat the consultation as a new one.
//
// What is always true:
//
//   - The text, the question, the options, the kind of ballot and the quorum never change after the publication.
//   - The electorate is fixed when the vote opens (poll_electors): the accounts with a membership at that time. Each
//     takes one membership, which is its own or a company's seat. A membership that begins later gives no vote, and a
//     seat that is passed on gives its new holder none. So there are never more votes than memberships at the opening.
//   - A person has one vote, even with several memberships, and only while they are a member. A vote cannot be changed.
//   - A vote is stored with the account whose membership gives it. After a merge a member may vote with the membership of
//     their other account. If the merge is undone, the vote stays with that account, which cannot vote again.
//   - A merge of two accounts makes the votes of both those of one person, who then cannot vote again. If both have
//     voted, an open ballot counts the later vote. A secret ballot cannot find the two votes; its result says that it
//     counts them.
//   - No person sees how many votes an option has before the close. That includes the office, and anyone who has all
//     backups and the replica of a secret vote: they do not contain its key. Only the server's own data directory has
//     it, and only until the close.
//   - An open ballot shows the names with the votes after the result is published.
//   - A secret ballot stores who has voted (poll_voters) apart from the votes. The votes of a ballot are one encrypted
//     text (poll_boxes), which each vote writes again in the order of the receipts. Nothing in the database links a
//     vote to a person or shows the order of the votes: see ballots.go and decision record 30.
//   - A poll without enough votes for its quorum has no result. Its votes are published all the same.
package consultations

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/datadir"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/modules"
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
	// Lost is the state of a secret vote whose votes can no longer be read.
	Lost State = "lost"
)

// Values returns all states.
func (State) Values() []string {
	return rules.Options(Draft, Discussing, Voting, Closed, Published, Withdrawn, Lost)
}

// Transitions lists the states that may follow each state.
var Transitions = states.Table[State]{
	Draft:      {Discussing},
	Discussing: {Voting, Withdrawn},
	Voting:     {Closed, Withdrawn, Lost},
	Closed:     {Published},
	Published:  {},
	Withdrawn:  {},
	Lost:       {},
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
	// Keys has a key for each open vote of a secret ballot. No backup and no replica may contain it.
	Keys keys.Folder
	// OldKey opens the votes of secret ballots that were opened before a ballot had its own key.
	OldKey keys.Key
	Clock  clock.Clock
	// BlockedBy returns the people whom a person has blocked. Their comments are hidden from this person, and from no one
	// else: a comment that disappears would tell its readers of a block.
	BlockedBy func(app core.App, person string) ([]string, error)
}

// KeysIn returns the folder of the keys of open votes in a data directory. It is in the working folder, which backups
// exclude and restores leave alone. The replica has only the databases.
func KeysIn(dataDir string) keys.Folder {
	return keys.Folder(filepath.Join(dataDir, datadir.WorkDir, "ballots"))
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
	deps.Outbox.Register(outbox.In([]modules.ID{modules.Consultations}, p.emailKinds()...)...)
	deps.Jobs.Register(jobs.Type{Name: CloseJob, Handle: p.handleClose})
	deps.Jobs.Register(jobs.Type{Name: AnnounceJob, Handle: p.handleAnnounce})
	return p
}

// RegisterPeople gives the comments, the electors and the voters the person of their account.
func RegisterPeople(app core.App) {
	links := []people.Link{{Field: userField, Collection: people.Accounts}}
	people.Register(app, people.Source{Collection: commentsCollection, Links: links},
		people.Source{Collection: electorsCollection, Links: links},
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
	errNotElector = apperr.Forbidden("poll-not-elector",
		"This vote had opened before your membership began, so you cannot vote in it.")
	errCommentNotFound = apperr.NotFound("poll-comment-not-found", "This comment was not found.")
	errNotPublished    = apperr.Conflict("poll-not-published", "The result of this vote is not published yet.")
	errWithdrawn       = apperr.Conflict("poll-withdrawn", "This consultation was withdrawn, so it has no result.")
	errLost            = apperr.Conflict("poll-lost",
		"The votes of this secret ballot are lost and cannot be counted. The office can repeat the vote.")
	errNoParagraph = apperr.Invalid("no-paragraph", "paragraph", "This consultation has no such paragraph")
	errNotLost     = apperr.Invalid("not-lost", "repeatOf", "Only a consultation whose votes are lost can be repeated")
	errNoOption    = apperr.Invalid("no-option", "choice", "Please choose one of the options")
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

// close ends a vote and counts its votes, or finds that they are lost. The caller saves the consultation.
func (p *Polls) close(tx core.App, record *poll, reason string) error {
	if err := Transitions.Check(record.state(), Closed); err != nil {
		return errWrongState
	}
	electors, err := countElectors(tx, record.Id)
	if err != nil {
		return err
	}
	result, err := p.count(tx, record)
	if errors.Is(err, errUnreadable) {
		return p.lose(tx, record)
	}
	if err != nil {
		return fmt.Errorf("count the votes of %s: %w", record.Id, err)
	}
	result.Members = electors
	if err := record.move(Closed); err != nil {
		return err
	}
	record.setClosed(result, p.now(), reason)
	return p.deleteBox(tx, record)
}

// lose ends a secret vote whose votes cannot be read. The caller saves the consultation.
func (p *Polls) lose(tx core.App, record *poll) error {
	if err := record.move(Lost); err != nil {
		return err
	}
	record.setLost(p.now())
	return errors.Join(
		p.deleteBox(tx, record),
		p.Audit.Record(tx, audit.Actor{Kind: audit.ActorNone}, "poll.lost", audit.SubjectOf(record.Record), nil),
		p.enqueueAnnouncement(tx, record, votesLost, time.Time{}),
	)
}

// CheckVotes runs at the start. It finds the open secret votes whose votes cannot be read, which happens when the data
// comes from a backup or a replica. It deletes the keys of no open vote: the process may have been killed between the
// commit of a close and the deletion of the key, or between the creation of a key and the commit of the opening.
func (p *Polls) CheckVotes() error {
	if err := p.loseUnreadable(); err != nil {
		return fmt.Errorf("check the open votes: %w", err)
	}
	open, err := listKeys(p.app)
	if err == nil {
		err = p.Keys.DeleteExcept(open)
	}
	if err != nil {
		return fmt.Errorf("delete the keys of closed votes: %w", err)
	}
	return nil
}

// loseUnreadable ends the open secret votes whose votes cannot be read.
func (p *Polls) loseUnreadable() error {
	return p.app.RunInTransaction(func(tx core.App) error {
		open, err := listSecretVotes(tx)
		if err != nil {
			return err
		}
		for _, record := range open {
			_, err := p.openBox(tx, record)
			if err == nil {
				continue
			}
			if !errors.Is(err, errUnreadable) {
				return err
			}
			if err := errors.Join(p.lose(tx, record), save(tx, record)); err != nil {
				return err
			}
		}
		return nil
	})
}

// addElectors stores who can vote: the holders of the memberships that open the consultations at a time. An account takes one membership, and a
// membership gives one account a vote.
func addElectors(tx core.App, record *poll, at time.Time) error {
	holders, err := ledger.ListHolders(tx, modules.Consultations, at)
	if err != nil {
		return err
	}
	accounts, lines := map[string]bool{}, map[string]bool{}
	for _, holder := range holders {
		line := cmp.Or(holder.SeatID, holder.UserID)
		if accounts[holder.UserID] || lines[line] {
			continue
		}
		accounts[holder.UserID], lines[line] = true, true
		if err := addElector(tx, record.Id, holder.UserID, line, at); err != nil {
			return err
		}
	}
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
