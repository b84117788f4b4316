package mail

import "time"

// The letters of a nomination's review.
const (
	KindNominationQuestion = "nomination-question"
	KindNominationDeclined = "nomination-declined"
	KindInvitation         = "invitation"
)

// NominationQuestion asks an applicant something. StepID names the step of the review that asks.
type NominationQuestion struct {
	StepID, RegistrationID, Name, Email string
	// Question is the reviewer's own text, of several lines.
	Question string
}

// Build is the letter with these facts.
func (q NominationQuestion) Build() Email {
	return Email{
		Kind: KindNominationQuestion, DedupeKey: KindNominationQuestion + ":" + q.StepID,
		To:             Address{q.Email, greetingName(q.Name)},
		Params:         map[string]string{"name": greetingName(q.Name), "question": q.Question},
		RegistrationID: q.RegistrationID,
	}
}

// NominationDeclined tells an applicant that her nomination was not taken up.
type NominationDeclined struct {
	RegistrationID, Name, Email string
	// Message are the reviewer's own, of several lines; "" leaves them out.
	Message string
}

// Build is the letter with these facts.
func (d NominationDeclined) Build() Email {
	return Email{
		Kind: KindNominationDeclined, DedupeKey: KindNominationDeclined + ":" + d.RegistrationID,
		To:             Address{d.Email, greetingName(d.Name)},
		Params:         map[string]string{"name": greetingName(d.Name), "words": d.Message},
		RegistrationID: d.RegistrationID,
	}
}

// Invitation carries the link by which an approved applicant comes in. The id is no secret: the
// kind's Resolver turns it into the "token" of the link when the letter is written.
type Invitation struct {
	InvitationID, RegistrationID, Name, Email string
	ExpiresAt                                 time.Time
}

// Build is the letter with these facts.
func (i Invitation) Build() Email {
	return Email{
		Kind: KindInvitation, DedupeKey: KindInvitation + ":" + i.InvitationID,
		To: Address{i.Email, greetingName(i.Name)},
		Params: map[string]string{
			"name": greetingName(i.Name), "invitationId": i.InvitationID, "expiresAt": i.ExpiresAt.UTC().Format(time.RFC3339),
		},
		RegistrationID: i.RegistrationID,
		ExpiresAt:      i.ExpiresAt,
	}
}
