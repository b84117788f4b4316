package automations

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/causes"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
)

// Consent is what the law asks for before an e-mail is sent.
type Consent string

// The kinds of consent.
const (
	// Service is an e-mail that belongs to what its reader has asked for: nobody unsubscribes from it.
	Service Consent = "service"
	// OptOut goes to everybody but those who have unsubscribed from its topic.
	OptOut Consent = "opt-out"
	// Agreed goes to those alone who have chosen its topic by a clear act.
	Agreed Consent = "agreed"
)

// automation is an entry of the catalogue: an e-mail that follows from something that has happened.
type automation struct {
	// id names it in addresses and in the database.
	id   string
	name string
	// kind is the kind of its e-mails; it is the key of their log.
	kind string
	// trigger says what it follows, and why its consent is what it is.
	trigger string
	consent Consent
	why     string

	// What follows is for those that are no part of the product itself.

	find  func(core.App, causes.Window) ([]causes.Cause, error)
	check checkFunc
	// delay is how long after the cause, minDelay and maxDelay are what an admin may choose.
	delay, minDelay, maxDelay time.Duration
}

// checkFunc says to whom a cause belongs, nil once it holds no longer.
type checkFunc func(core.App, causes.Cause) (*causes.Person, error)

func (a *automation) isBuiltIn() bool { return a.find == nil }

func (a *automation) topic() mail.Topic {
	switch a.consent {
	case Service:
		return ""
	case Agreed:
		return mail.TopicOffers
	}
	return mail.TopicMembership
}

func (a *automation) priority() jobs.Priority {
	if a.consent == Service {
		return jobs.Normal
	}
	return jobs.Low
}

const (
	hour = time.Hour
	day  = 24 * time.Hour
)

// builtIn are the e-mails that the product sends by itself, so that nobody sends them a second time.
func builtIn() []*automation {
	return []*automation{
		{
			id: "welcome", name: "Welcome", kind: "welcome", consent: OptOut,
			trigger: "A visitor creates an account.",
			why:     "It welcomes a new account holder and names the next steps. Readers can unsubscribe from it.",
		},
		{
			id: "nomination-received", name: "Nomination received", kind: "nomination-received", consent: Service,
			trigger: "An applicant sends a nomination.",
			why:     "It confirms the nomination and says when the applicant gets an answer.",
		},
		{
			id: "nomination-question", name: "Reviewers' question", kind: "nomination-question", consent: Service,
			trigger: "A reviewer asks the applicant a question.",
			why:     "The review is paused until the applicant answers.",
		},
		{
			id: "nomination-approved", name: "Approved: the invitation", kind: "invitation", consent: Service,
			trigger: "A nomination is approved, or an admin sends the invitation again.",
			why:     "It contains the link that accepts the invitation.",
		},
		{
			id: "payment-completed", name: "Payment completed: the receipt", kind: "payment-confirmed", consent: Service,
			trigger: "A payment is captured, or a bank transfer is confirmed.",
			why:     "It is the receipt, with the invoice.",
		},
		{
			id: "term-reminders", name: "Term ends", kind: "membership-reminder", consent: OptOut,
			trigger: "A term ends in 30, 7 or 1 days or has ended, or its grace period ends, and no other term follows.",
			why:     "It reminds members to renew. Readers can unsubscribe from it.",
		},
		{
			id: "seat-reminders", name: "A company's seats end", kind: "seat-reminder", consent: OptOut,
			trigger: "Terms of a company's seats end in 30, 7 or 1 days or have ended, and no other terms follow.",
			why:     "It reminds the company to buy again. Readers can unsubscribe from it.",
		},
		{
			id: "subscription-events", name: "Renewals by mandate", kind: "subscription-update", consent: Service,
			trigger: "A charge fails, or a mandate is paused, resumed or ended.",
			why:     "It is about a payment of the member.",
		},
	}
}

// nominationCauses are what the automations ask of the nominations.
type nominationCauses interface {
	UnansweredQuestion(core.App, causes.Cause) (*causes.Person, error)
	UnusedInvitation(core.App, causes.Cause) (*causes.Person, error)
	LeftDraft(core.App, causes.Cause) (*causes.Person, error)
}

// paymentCauses are what the automations ask of the ledger.
type paymentCauses interface {
	UnpaidCheckout(core.App, causes.Cause) (*causes.Person, error)
	EndedTerm(core.App, causes.Cause) (*causes.Person, error)
	Birthday(core.App, causes.Cause) (*causes.Person, error)
	IsMember(app core.App, email string) (bool, error)
}

// unlessMember asks of a cause that a membership ends: an approved applicant may have bought without the invitation.
func unlessMember(p paymentCauses, check checkFunc) checkFunc {
	return func(app core.App, cause causes.Cause) (*causes.Person, error) {
		person, err := check(app, cause)
		if err != nil || person == nil {
			return nil, err
		}
		if isMember, err := p.IsMember(app, person.Email); err != nil || isMember {
			return nil, err
		}
		return person, nil
	}
}

// switched are the automations that an admin switches on. All are off until then: the product has promised none of them.
func switched(n nominationCauses, p paymentCauses) []*automation {
	checkout := func(id, name string, delay time.Duration) *automation {
		return &automation{
			id: id, name: name, kind: id, consent: OptOut,
			trigger: "A buyer chose a plan, did not pay, and has not started again since.",
			why:     "It helps the reader to finish a purchase that they started. Readers can unsubscribe from it.",
			find:    payments.FindUnpaidCheckouts, check: p.UnpaidCheckout, delay: delay, minDelay: hour, maxDelay: 7 * day,
		}
	}
	invitation := func(id, name string, delay time.Duration) *automation {
		return &automation{
			id: id, name: name, kind: id, consent: OptOut,
			trigger: "An approved applicant has not accepted the invitation, which is still open.",
			why:     "It reminds the applicant of the invitation. Readers can unsubscribe from it.",
			find:    nominations.FindUnusedInvitations, check: unlessMember(p, n.UnusedInvitation), delay: delay, minDelay: day, maxDelay: 13 * day,
		}
	}
	winBack := func(id, name string, delay time.Duration) *automation {
		return &automation{
			id: id, name: name, kind: id, consent: Agreed,
			trigger: "A membership has ended, and no other one has followed.",
			why:     "The reader is no longer a member, so this email is advertising. It is sent only to people who have ticked “Offers to come back” when they signed up or in their account.",
			find:    payments.FindEndedTerms, check: p.EndedTerm, delay: delay, minDelay: 15 * day, maxDelay: 365 * day,
		}
	}
	return []*automation{
		{
			id: "question-unanswered", name: "Question unanswered", kind: "question-unanswered", consent: Service,
			trigger: "An applicant has not answered the reviewers' question.",
			why:     "The review of the reader's nomination is paused until they answer.",
			find:    nominations.FindQuestions, check: n.UnansweredQuestion, delay: 3 * day, minDelay: day, maxDelay: 30 * day,
		},
		invitation("invitation-unused-3", "Invitation unused", 3*day),
		invitation("invitation-unused-10", "Invitation still unused", 10*day),
		{
			id: "draft-abandoned", name: "Abandoned nomination", kind: "draft-abandoned", consent: OptOut,
			trigger: "A visitor started the nomination form, entered an email address and did not send it. Each address gets one email.",
			why:     "It helps the reader to finish the form. The address is not verified, so readers can unsubscribe from it.",
			find:    nominations.FindLeftDrafts, check: n.LeftDraft, delay: day, minDelay: hour, maxDelay: 14 * day,
		},
		checkout("checkout-abandoned-1", "Abandoned checkout", hour),
		checkout("checkout-abandoned-24", "Checkout abandoned for a day", day),
		winBack("win-back-30", "Former member, a month after", 30*day),
		winBack("win-back-90", "Former member, three months after", 90*day),
		{
			id: "membership-birthday", name: "Membership anniversary", kind: "membership-birthday", consent: OptOut,
			trigger: "It is the anniversary of the day on which a member joined.",
			why:     "It is a greeting to a member. Readers can unsubscribe from it.",
			find:    payments.FindBirthdays, check: p.Birthday, delay: 0, minDelay: 0, maxDelay: 3 * day,
		},
	}
}
