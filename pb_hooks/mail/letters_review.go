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

// Letter is the letter with these facts.
func (q NominationQuestion) Letter() Letter {
	return Letter{
		Kind: KindNominationQuestion, Key: KindNominationQuestion + ":" + q.StepID,
		To:             Address{q.Email, callable(q.Name)},
		Params:         map[string]string{"name": callable(q.Name), "question": q.Question},
		RegistrationID: q.RegistrationID,
	}
}

// NominationDeclined tells an applicant that her nomination was not taken up.
type NominationDeclined struct {
	RegistrationID, Name, Email string
	// Words are the reviewer's own, of several lines; "" leaves them out.
	Words string
}

// Letter is the letter with these facts.
func (d NominationDeclined) Letter() Letter {
	return Letter{
		Kind: KindNominationDeclined, Key: KindNominationDeclined + ":" + d.RegistrationID,
		To:             Address{d.Email, callable(d.Name)},
		Params:         map[string]string{"name": callable(d.Name), "words": d.Words},
		RegistrationID: d.RegistrationID,
	}
}

// Invitation carries the link by which an approved applicant comes in. The id is no secret: the
// kind's Resolver turns it into the "token" of the link when the letter is written.
type Invitation struct {
	InvitationID, RegistrationID, Name, Email string
	ExpiresAt                                 time.Time
}

// Letter is the letter with these facts.
func (i Invitation) Letter() Letter {
	return Letter{
		Kind: KindInvitation, Key: KindInvitation + ":" + i.InvitationID,
		To: Address{i.Email, callable(i.Name)},
		Params: map[string]string{
			"name": callable(i.Name), "invitationId": i.InvitationID, "expiresAt": i.ExpiresAt.UTC().Format(time.RFC3339),
		},
		RegistrationID: i.RegistrationID,
		ExpiresAt:      i.ExpiresAt,
	}
}
