package nominations

import (
	"database/sql"
	"errors"
	"net/url"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/triggers"
	"boardcircle/pb_hooks/mail/texts"
)

// The automations call the functions below to recheck a trigger that store_contacts.go has found. Each returns nil if
// the trigger no longer applies.

// UnansweredQuestion returns the applicant who has not answered a question.
func (n *Nominations) UnansweredQuestion(app core.App, event triggers.Event) (*triggers.Person, error) {
	nomination, err := Find(app, event.ID)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil || nomination.Status() != InfoRequested || !nomination.PausedAt().Equal(event.At) {
		return nil, err
	}
	return n.applicant(nomination, nomination.Id+":"+event.At.String()), nil
}

func (n *Nominations) applicant(nomination *Nomination, key string) *triggers.Person {
	return &triggers.Person{
		Key:            key,
		Email:          nomination.Email(),
		Name:           nomination.Name(),
		RegistrationID: nomination.Id,
		Facts: map[string]string{
			"city":    texts.PlainFact(nomination.City()),
			"company": texts.PlainFact(nomination.Company()),
		},
		Path: "/nomination?token=" + url.QueryEscape(n.ownToken(nomination.Id)),
	}
}

// UnusedInvitation returns the approved applicant who has not accepted an open invitation.
func (n *Nominations) UnusedInvitation(app core.App, event triggers.Event) (*triggers.Person, error) {
	invitation, err := findInvitation(app, event.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil || invitation.Status(n.now()) != InvitationOpen {
		return nil, err
	}
	nomination, err := Find(app, invitation.NominationID())
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil || nomination.Status() != Approved {
		return nil, err
	}
	p := n.applicant(nomination, invitation.Id)
	p.Email, p.Path = invitation.Email(), "/auth?invitation="+url.QueryEscape(n.invitationToken(invitation.Id))
	p.Facts["expires"] = india.DayText(invitation.ExpiresAt().Time())
	return p, nil
}
