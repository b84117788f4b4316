package consultations

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/modules/consultations/emails"
	"boardcircle/pb_hooks/payments/ledger"
)

// announcement is an email to members about one step of a consultation. Those about the vote are sent to the members
// who can vote.
type announcement string

const (
	discussionOpened announcement = "discussion"
	voteOpened       announcement = "vote"
	// voteClosing is sent only to members who have not voted.
	voteClosing     announcement = "closing"
	resultPublished announcement = "result"
	pollWithdrawn   announcement = "withdrawn"
	votesLost       announcement = "lost"
)

// stateOf has the state in which an announcement is true. An email that was not sent before the next state is obsolete.
var stateOf = map[announcement]State{
	discussionOpened: Discussing, voteOpened: Voting, voteClosing: Voting, resultPublished: Published,
	pollWithdrawn: Withdrawn, votesLost: Lost,
}

func (p *Polls) emailKinds() []outbox.Kind {
	kind := func(name string, about announcement) outbox.Kind {
		return outbox.Kind{
			Name: name, Texts: emails.Texts, Priority: jobs.Low, Topic: preferences.About(preferences.TopicNews),
			Params: func(app core.App, params map[string]string) (map[string]string, error) {
				return nil, p.checkCurrent(app, about, params)
			},
		}
	}
	return []outbox.Kind{
		kind(emails.KindDiscussion, discussionOpened), kind(emails.KindVote, voteOpened),
		kind(emails.KindClosing, voteClosing), kind(emails.KindResult, resultPublished),
		kind(emails.KindWithdrawn, pollWithdrawn), kind(emails.KindLost, votesLost),
	}
}

// checkCurrent returns outbox.ErrObsolete for an email that no longer applies.
func (p *Polls) checkCurrent(app core.App, about announcement, params map[string]string) error {
	record, err := find(app, params["pollId"])
	if errors.Is(err, errNotFound) || err == nil && record.state() != stateOf[about] {
		return outbox.ErrObsolete
	}
	if err != nil || about != voteClosing {
		return err
	}
	_, hasVoted, err := findChoice(app, record.Id, params["personId"])
	if err == nil && hasVoted {
		return outbox.ErrObsolete
	}
	return err
}

func (p *Polls) enqueueAnnouncement(tx core.App, record *poll, about announcement, at time.Time) error {
	return p.Jobs.Enqueue(tx, jobs.Job{
		Type: AnnounceJob, Key: record.Id + ":" + string(about), Priority: jobs.Low, RunAt: at,
	})
}

// emailsPerTransaction limits the time for which a transaction locks out other writers.
const emailsPerTransaction = 200

// handleAnnounce enqueues an email to each member, or to each member who can vote. If it is interrupted it starts
// again, and the dedupe keys prevent a second email.
func (p *Polls) handleAnnounce(ctx context.Context, job jobs.Job) error {
	id, name, _ := strings.Cut(job.Key, ":")
	about := announcement(name)
	record, err := find(p.app, id)
	if errors.Is(err, errNotFound) || err == nil && record.state() != stateOf[about] {
		return nil
	}
	if err != nil {
		return err
	}
	members, err := ledger.ListMembersIn(p.app, modules.Consultations, p.now())
	if err != nil {
		return err
	}
	if about == voteOpened || about == voteClosing || about == votesLost {
		electors, err := listElectors(p.app, id)
		if err != nil {
			return err
		}
		slices.Sort(electors)
		members = slices.DeleteFunc(members, func(member string) bool {
			_, isElector := slices.BinarySearch(electors, member)
			return !isElector
		})
	}
	if about == voteClosing {
		voters, err := listVoters(p.app, id)
		if err != nil {
			return err
		}
		slices.Sort(voters)
		members = slices.DeleteFunc(members, func(member string) bool {
			_, hasVoted := slices.BinarySearch(voters, member)
			return hasVoted
		})
	}
	mailboxes, err := accounts.ListMailboxes(p.app, members)
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(mailboxes, emailsPerTransaction) {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := p.app.RunInTransaction(func(tx core.App) error {
			for _, mailbox := range batch {
				if err := p.Outbox.Enqueue(tx, record.email(about, mailbox)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// email returns an announcement to one member.
func (p *poll) email(about announcement, to accounts.Mailbox) outbox.Email {
	of := emails.Poll{PollID: p.Id, PersonID: to.Person, Name: to.Name, Email: to.Email, Title: p.title()}
	switch about {
	case discussionOpened:
		return of.Discussion(p.discussionEndsAt())
	case voteOpened:
		return of.Vote(p.question(), p.ballot() == Secret, p.votingEndsAt())
	case voteClosing:
		return of.Closing(p.question(), p.votingEndsAt())
	case pollWithdrawn:
		return of.Withdrawn(p.withdrawReason())
	case votesLost:
		return of.Lost(p.question())
	}
	return of.Result(p.question(), p.outcomeText())
}

// outcomeText says in a sentence what the vote has decided.
func (p *poll) outcomeText() string {
	result := p.result()
	if result == nil {
		return ""
	}
	switch result.Outcome {
	case Decided:
		return "The circle has decided: " + p.options()[result.Winner()-1] + "."
	case Tied:
		return "The vote is tied, so it has decided nothing."
	case NoQuorum:
		return "Too few members have voted for a decision."
	}
	return "No member has voted."
}
