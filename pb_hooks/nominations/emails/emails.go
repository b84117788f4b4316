// Package emails has the e-mails of the nominations: what each is made of. Their texts are beside it.
package emails

import (
	"time"

	"boardcircle/pb_hooks/mail"
)

// The e-mails of this package.
const (
	KindReceived = "nomination-received"
	KindNew      = "nomination-new"
	KindQuestion = "nomination-question"
	KindDeclined = "nomination-declined"
	// KindInvitation carries the link by which an approved applicant signs up.
	KindInvitation = "invitation"
	// KindAnswered tells the admins that an applicant has answered, KindWithdrawn the applicant
	// that the nomination is withdrawn.
	KindAnswered  = "nomination-answered"
	KindWithdrawn = "nomination-withdrawn"
	// KindDraftLink carries the link by which a draft is resumed on another device.
	KindDraftLink = "draft-link"
)

// Received confirms a nomination to its applicant.
func Received(registrationID, name, email string) mail.Email {
	name = mail.GreetingName(name)
	return mail.Email{
		Kind:           KindReceived,
		DedupeKey:      KindReceived + ":" + registrationID,
		To:             mail.Address{Email: email, Name: name},
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

func (e NewNomination) Build() mail.Email {
	return mail.Email{
		Kind:      KindNew,
		DedupeKey: KindNew + ":" + e.RegistrationID,
		Params: map[string]string{
			"name": e.Name, "email": e.Email, "phone": e.Phone,
			"company": e.Company, "designation": e.Designation, "location": e.Location,
			"at": e.At.UTC().Format(time.RFC3339), "nominationId": e.RegistrationID,
		},
		RegistrationID: e.RegistrationID,
	}
}

// Question asks an applicant a reviewer's question. StepID is the review step that asks.
type Question struct {
	StepID, RegistrationID, Name, Email string
	// Question is the reviewer's own text, of several lines.
	Question string
}

func (e Question) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: KindQuestion, DedupeKey: KindQuestion + ":" + e.StepID,
		To:             mail.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "question": e.Question, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// Declined tells an applicant that the nomination was declined.
type Declined struct {
	RegistrationID, Name, Email string
	// Message is the reviewer's own text, of several lines; "" leaves it out.
	Message string
}

func (e Declined) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: KindDeclined, DedupeKey: KindDeclined + ":" + e.RegistrationID,
		To:             mail.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "words": e.Message},
		RegistrationID: e.RegistrationID,
	}
}

// Invitation invites an approved applicant. The id is no secret: the kind's Params derives
// the token of the link from it.
type Invitation struct {
	InvitationID, RegistrationID, Name, Email string
	ExpiresAt                                 time.Time
}

func (e Invitation) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: KindInvitation, DedupeKey: KindInvitation + ":" + e.InvitationID,
		To: mail.Address{Email: e.Email, Name: name},
		Params: map[string]string{
			"name": name, "invitationId": e.InvitationID, "expiresAt": e.ExpiresAt.UTC().Format(time.RFC3339),
		},
		RegistrationID: e.RegistrationID,
		ExpiresAt:      e.ExpiresAt,
	}
}

// Answered tells the admins that an applicant has answered their question. The sender sets the recipient.
type Answered struct {
	StepID, RegistrationID, Name, Email string
	// Answer is the applicant's own text, of several lines.
	Answer string
}

func (e Answered) Build() mail.Email {
	return mail.Email{
		Kind: KindAnswered, DedupeKey: KindAnswered + ":" + e.StepID,
		Params:         map[string]string{"name": e.Name, "email": e.Email, "answer": e.Answer, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// Withdrawn confirms to an applicant that the nomination is withdrawn.
type Withdrawn struct {
	StepID, RegistrationID, Name, Email string
}

func (e Withdrawn) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: KindWithdrawn, DedupeKey: KindWithdrawn + ":" + e.StepID,
		To:             mail.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// DraftLink carries the link to a draft. The id is no secret: the kind's Params derives the token from it.
type DraftLink struct {
	DraftID, Email string
	At, ExpiresAt  time.Time
}

func (e DraftLink) Build() mail.Email {
	return mail.Email{
		Kind: KindDraftLink, DedupeKey: KindDraftLink + ":" + e.DraftID + ":" + e.At.UTC().Format(time.RFC3339),
		To:        mail.Address{Email: e.Email},
		Params:    map[string]string{"draftId": e.DraftID, "email": e.Email},
		ExpiresAt: e.ExpiresAt,
	}
}
