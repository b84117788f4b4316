package nominations

import (
	"embed"
	"time"

	"boardcircle/pb_hooks/mail"
)

// The e-mails of this package.
const (
	kindNominationReceived = "nomination-received"
	kindNominationNew      = "nomination-new"
	kindNominationQuestion = "nomination-question"
	kindNominationDeclined = "nomination-declined"
	// kindInvitation carries the link by which an approved applicant signs up.
	kindInvitation = "invitation"
	// kindNominationAnswered tells the admins that an applicant has answered, kindNominationWithdrawn the applicant
	// that the nomination is withdrawn.
	kindNominationAnswered  = "nomination-answered"
	kindNominationWithdrawn = "nomination-withdrawn"
	// kindDraftLink carries the link by which a draft is resumed on another device.
	kindDraftLink = "draft-link"
)

//go:embed emails
var emailFiles embed.FS

func (n *Nominations) emailKinds() []mail.Kind {
	return []mail.Kind{
		{Name: kindNominationReceived, Templates: emailFiles, Params: n.ownLinkParams},
		{Name: kindNominationNew, Templates: emailFiles, ReplyTo: replyToApplicant},
		{Name: kindNominationQuestion, Templates: emailFiles, Params: n.ownLinkParams},
		{Name: kindNominationDeclined, Templates: emailFiles},
		{Name: kindInvitation, Templates: emailFiles, Params: n.invitationParams},
		{Name: kindNominationAnswered, Templates: emailFiles, ReplyTo: replyToApplicant},
		{Name: kindNominationWithdrawn, Templates: emailFiles, Params: n.ownLinkParams},
		{Name: kindDraftLink, Templates: emailFiles, Params: n.draftLinkParams},
	}
}

// replyToApplicant sends the admins' reply to a notice to the applicant.
func replyToApplicant(params map[string]string) mail.Address {
	return mail.Address{Email: params["email"], Name: params["name"]}
}

// receivedEmail confirms a nomination to its applicant.
func receivedEmail(registrationID, name, email string) mail.Email {
	name = mail.GreetingName(name)
	return mail.Email{
		Kind:           kindNominationReceived,
		DedupeKey:      kindNominationReceived + ":" + registrationID,
		To:             mail.Address{Email: email, Name: name},
		Params:         map[string]string{"name": name, "nominationId": registrationID},
		RegistrationID: registrationID,
	}
}

// nominationNewEmail notifies the admins of a nomination. The sender sets the recipient.
type nominationNewEmail struct {
	RegistrationID, Name, Email, Phone string
	Company, Designation, Location     string
	At                                 time.Time
}

func (e nominationNewEmail) Build() mail.Email {
	return mail.Email{
		Kind:      kindNominationNew,
		DedupeKey: kindNominationNew + ":" + e.RegistrationID,
		Params: map[string]string{
			"name": e.Name, "email": e.Email, "phone": e.Phone,
			"company": e.Company, "designation": e.Designation, "location": e.Location,
			"at": e.At.UTC().Format(time.RFC3339), "nominationId": e.RegistrationID,
		},
		RegistrationID: e.RegistrationID,
	}
}

// nominationQuestionEmail asks an applicant a reviewer's question. StepID is the review step that asks.
type nominationQuestionEmail struct {
	StepID, RegistrationID, Name, Email string
	// Question is the reviewer's own text, of several lines.
	Question string
}

func (e nominationQuestionEmail) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: kindNominationQuestion, DedupeKey: kindNominationQuestion + ":" + e.StepID,
		To:             mail.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "question": e.Question, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// nominationDeclinedEmail tells an applicant that the nomination was declined.
type nominationDeclinedEmail struct {
	RegistrationID, Name, Email string
	// Message is the reviewer's own text, of several lines; "" leaves it out.
	Message string
}

func (e nominationDeclinedEmail) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: kindNominationDeclined, DedupeKey: kindNominationDeclined + ":" + e.RegistrationID,
		To:             mail.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "words": e.Message},
		RegistrationID: e.RegistrationID,
	}
}

// nominationInvitationEmail invites an approved applicant. The id is no secret: the kind's Params derives
// the token of the link from it.
type nominationInvitationEmail struct {
	InvitationID, RegistrationID, Name, Email string
	ExpiresAt                                 time.Time
}

func (e nominationInvitationEmail) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: kindInvitation, DedupeKey: kindInvitation + ":" + e.InvitationID,
		To: mail.Address{Email: e.Email, Name: name},
		Params: map[string]string{
			"name": name, "invitationId": e.InvitationID, "expiresAt": e.ExpiresAt.UTC().Format(time.RFC3339),
		},
		RegistrationID: e.RegistrationID,
		ExpiresAt:      e.ExpiresAt,
	}
}

// nominationAnsweredEmail tells the admins that an applicant has answered their question. The sender sets the recipient.
type nominationAnsweredEmail struct {
	StepID, RegistrationID, Name, Email string
	// Answer is the applicant's own text, of several lines.
	Answer string
}

func (e nominationAnsweredEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindNominationAnswered, DedupeKey: kindNominationAnswered + ":" + e.StepID,
		Params:         map[string]string{"name": e.Name, "email": e.Email, "answer": e.Answer, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// nominationWithdrawnEmail confirms to an applicant that the nomination is withdrawn.
type nominationWithdrawnEmail struct {
	StepID, RegistrationID, Name, Email string
}

func (e nominationWithdrawnEmail) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: kindNominationWithdrawn, DedupeKey: kindNominationWithdrawn + ":" + e.StepID,
		To:             mail.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// draftLinkEmail carries the link to a draft. The id is no secret: the kind's Params derives the token from it.
type draftLinkEmail struct {
	DraftID, Email string
	At             time.Time
}

func (e draftLinkEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindDraftLink, DedupeKey: kindDraftLink + ":" + e.DraftID + ":" + e.At.UTC().Format(time.RFC3339),
		To:        mail.Address{Email: e.Email},
		Params:    map[string]string{"draftId": e.DraftID, "email": e.Email},
		ExpiresAt: e.At.Add(draftTTL),
	}
}
