// Package emails defines the emails of the nominations and their parameters. The texts are in the Markdown files of
// this directory.
package emails

import (
	"time"

	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	KindReceived = "nomination-received"
	KindNew      = "nomination-new"
	KindQuestion = "nomination-question"
	KindDeclined = "nomination-declined"
	// KindInvitation contains the link with which an approved applicant signs up.
	KindInvitation = "invitation"
	// KindAnswered notifies the admins that an applicant has answered. KindWithdrawn confirms to the applicant that
	// the nomination is withdrawn.
	KindAnswered  = "nomination-answered"
	KindWithdrawn = "nomination-withdrawn"
	// KindDraftLink contains the link that resumes a draft on another device.
	KindDraftLink = "draft-link"
)

// Received confirms a nomination to its applicant.
func Received(registrationID, name, email string) outbox.Email {
	name = texts.GreetingName(name)
	return outbox.Email{
		Kind:           KindReceived,
		DedupeKey:      KindReceived + ":" + registrationID,
		To:             outbox.Address{Email: email, Name: name},
		Params:         map[string]string{"name": name, "nominationId": registrationID},
		RegistrationID: registrationID,
	}
}

// NewNomination notifies the admins of a nomination. The sender sets the recipient.
type NewNomination struct {
	RegistrationID, Name, Email, Phone string
	Company, Designation, Location     string
	At                                 time.Time
}

func (e NewNomination) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindNew,
		DedupeKey: KindNew + ":" + e.RegistrationID,
		Params: map[string]string{
			"name": e.Name, "email": e.Email, "phone": normal.PhoneText(e.Phone),
			"company": e.Company, "designation": e.Designation, "location": e.Location,
			"at": e.At.UTC().Format(time.RFC3339), "nominationId": e.RegistrationID,
		},
		RegistrationID: e.RegistrationID,
	}
}

// Question sends a reviewer's question to an applicant. StepID is the review step of the question.
type Question struct {
	StepID, RegistrationID, Name, Email string
	// Question is the reviewer's text. It can have several lines.
	Question string
}

func (e Question) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	return outbox.Email{
		Kind: KindQuestion, DedupeKey: KindQuestion + ":" + e.StepID,
		To:             outbox.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "question": e.Question, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// Declined informs an applicant that the nomination was declined.
type Declined struct {
	RegistrationID, Name, Email string
	// Message is the reviewer's text. It can have several lines, and is omitted if empty.
	Message string
}

func (e Declined) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	return outbox.Email{
		Kind: KindDeclined, DedupeKey: KindDeclined + ":" + e.RegistrationID,
		To:             outbox.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "words": e.Message},
		RegistrationID: e.RegistrationID,
	}
}

// Invitation invites an approved applicant. The id is not secret: the kind's Params derives the link's token from it.
type Invitation struct {
	InvitationID, RegistrationID, Name, Email string
	ExpiresAt                                 time.Time
}

func (e Invitation) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	return outbox.Email{
		Kind: KindInvitation, DedupeKey: KindInvitation + ":" + e.InvitationID,
		To: outbox.Address{Email: e.Email, Name: name},
		Params: map[string]string{
			"name": name, "invitationId": e.InvitationID, "expiresAt": e.ExpiresAt.UTC().Format(time.RFC3339),
		},
		RegistrationID: e.RegistrationID,
		ExpiresAt:      e.ExpiresAt,
	}
}

// Answered notifies the admins that an applicant has answered their question. The sender sets the recipient.
type Answered struct {
	StepID, RegistrationID, Name, Email string
	// Answer is the applicant's text. It can have several lines.
	Answer string
}

func (e Answered) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindAnswered,
		DedupeKey: KindAnswered + ":" + e.StepID,
		Params: map[string]string{
			"name":         e.Name,
			"email":        e.Email,
			"answer":       e.Answer,
			"nominationId": e.RegistrationID,
		},
		RegistrationID: e.RegistrationID,
	}
}

// Withdrawn confirms to an applicant that the nomination is withdrawn.
type Withdrawn struct {
	StepID, RegistrationID, Name, Email string
}

func (e Withdrawn) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	return outbox.Email{
		Kind: KindWithdrawn, DedupeKey: KindWithdrawn + ":" + e.StepID,
		To:             outbox.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// DraftLink contains the link to a draft. The id is not secret: the kind's Params derives the link's token from it.
type DraftLink struct {
	DraftID, Name, Email string
	At, ExpiresAt        time.Time
}

func (e DraftLink) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	return outbox.Email{
		Kind: KindDraftLink, DedupeKey: KindDraftLink + ":" + e.DraftID + ":" + e.At.UTC().Format(time.RFC3339),
		To:        outbox.Address{Email: e.Email, Name: name},
		Params:    map[string]string{"draftId": e.DraftID, "applicant": name, "email": e.Email},
		ExpiresAt: e.ExpiresAt,
	}
}
