package demo

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations"
)

// sampleStep is a step of a sample nomination's review, some time after it was sent.
type sampleStep struct {
	after           time.Duration
	step            string
	reason, message string
}

// sampleReviews are how far the reviews of the sample nominations are, by the applicant's e-mail.
// The others have just been sent, or are among the nominees.
var sampleReviews = map[string][]sampleStep{
	"lakshmi.subramaniam@sample.example": {{26 * hour, "take", "", ""}},
	"rukhsana.qureshi@sample.example": {
		{3 * hour, "take", "", ""},
		{20 * hour, "ask", "", "Does Himalaya Grid Corporation have a board of its own, or does it report to its parent's?"},
	},
	"harpreet.gill@sample.example": {
		{5 * hour, "take", "", ""},
		{30 * hour, "decline", "An advisory seat only. She may come back with a statutory one.", ""},
	},
	"nandini.rao@sample.example": {
		{8 * hour, "take", "", ""},
		{22 * hour, "approve", "Two listed boards, both confirmed.", ""},
	},
	"sudeshna.mukherjee@sample.example": {
		{40 * hour, "take", "", ""},
		{53 * hour, "approve", "Known to three of us.", ""},
	},
}

// reviewSteps are the review of the n-th nominee.
func (p nominee) reviewSteps(n int) []sampleStep {
	taken := time.Duration(4+n%5*5) * hour
	switch p.outcome {
	case "approve":
		return []sampleStep{{taken, "take", "", ""}, {taken + 17*hour, "approve", "Her seat is confirmed by the company.", ""}}
	case "decline":
		return []sampleStep{{taken, "take", "", ""}, {taken + 9*hour, "decline", "No seat on a board so far.", ""}}
	}
	return nil
}

// reviewEvents are the happenings of a nomination's review; one reviewer takes all of it.
func reviewEvents(email string, sent time.Time, by string, steps []sampleStep) []historyEvent {
	list := []historyEvent{}
	for _, s := range steps {
		values := rules.Values{"why": s.reason, "words": s.message}
		switch s.step {
		case "approve":
			values["vote"] = "yes"
		case "decline":
			values["vote"] = "no"
		}
		list = append(list,
			historyEvent{sent.Add(s.after - 5*time.Minute), func(p *history) error {
				return p.auditLog.Record(p.tx, p.actors[by], "session.opened", audit.Subject{Label: p.actors[by].Name}, nil)
			}},
			historyEvent{sent.Add(s.after), func(p *history) error {
				nomination, err := nominations.FindByEmail(p.tx, email)
				if err != nil {
					return err
				}
				return p.nominations.TakeStep(p.tx, p.actors[by], nomination, s.step, nomination.Version(), values)
			}})
	}
	return list
}

// decidedAgo is how long ago the n-th nominee's review took its last step.
func (p nominee) decidedAgo(n int) time.Duration {
	steps := p.reviewSteps(n)
	return p.ago - steps[len(steps)-1].after
}

// acceptanceDelay is how soon an approved buyer follows her invitation.
const acceptanceDelay = 8 * hour

func acceptanceEvent(email string, at time.Time) historyEvent {
	return historyEvent{at, func(p *history) error {
		user, err := p.tx.FindAuthRecordByEmail("users", email)
		if err != nil {
			return err
		}
		params, err := p.nominations.InvitationParams(p.tx, map[string]string{"invitationId": p.outbox.invitationIDs[email]})
		if err != nil {
			return err
		}
		return p.nominations.RedeemInvitation(p.tx, params["token"], user)
	}}
}

// recordingOutbox remembers the invitations that it has enqueued, so that their recipients can accept them.
type recordingOutbox struct {
	*mail.Outbox
	invitationIDs map[string]string
}

func (o *recordingOutbox) Enqueue(tx core.App, email mail.Email) error {
	if email.Kind == mail.KindInvitation {
		o.invitationIDs[email.To.Email] = email.Params["invitationId"]
	}
	return o.Outbox.Enqueue(tx, email)
}
