package automations

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/triggers"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/drafts"
	"boardcircle/pb_hooks/payments/ledger"
)

// Consent is the consent that the law requires for an email.
type Consent string

// The kinds of consent.
const (
	// Service is an email about something that its reader has asked for. Readers can't unsubscribe from it.
	Service Consent = "service"
	// OptOut is sent to everyone who has not unsubscribed from its topic.
	OptOut Consent = "opt-out"
	// Agreed is sent only to people who have explicitly chosen its topic.
	Agreed Consent = "agreed"
)

// Values returns all kinds of consent.
func (Consent) Values() []string { return rules.Options(Service, OptOut, Agreed) }

// automation is an entry of the catalogue: an email that an event triggers.
type automation struct {
	// id is used in URLs and in the database.
	id   string
	name string
	// kind is the kind of its emails. The log is found by kind.
	kind string
	// trigger describes the event, and why explains the consent.
	trigger string
	consent Consent
	why     string

	// The following fields are empty for built-in emails.

	find  func(core.App, triggers.Window) ([]triggers.Event, error)
	check checkFunc
	// delay is the time between the event and its email. An admin can set it from minDelay to maxDelay.
	delay, minDelay, maxDelay time.Duration
}

// checkFunc returns the person that an event belongs to, or nil if the event is no longer valid.
type checkFunc func(core.App, triggers.Event) (*triggers.Person, error)

func (a *automation) isBuiltIn() bool { return a.find == nil }

func (a *automation) topic() preferences.Topic {
	switch a.consent {
	case Service:
		return ""
	case Agreed:
		return preferences.TopicOffers
	}
	return preferences.TopicMembership
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

// builtIn lists the emails that the product sends automatically, so that admins do not send them twice.
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
			id:      "payment-completed",
			name:    "Payment completed: the receipt",
			kind:    "payment-confirmed",
			consent: Service,
			trigger: "A payment is captured, or a bank transfer is confirmed.",
			why:     "It is the receipt, with the invoice.",
		},
		{
			id:      "term-reminders",
			name:    "Term ends",
			kind:    "membership-reminder",
			consent: OptOut,
			trigger: "A term ends in 30, 7 or 1 days or has ended, or its grace period ends, and no other " +
				"term follows.",
			why: "It reminds members to renew. Readers can unsubscribe from it.",
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

// nominationTriggers finds and checks the events of nominations.
type nominationTriggers interface {
	UnansweredQuestion(core.App, triggers.Event) (*triggers.Person, error)
	UnusedInvitation(core.App, triggers.Event) (*triggers.Person, error)
}

// draftTriggers checks the events of nomination forms that were not sent.
type draftTriggers interface {
	Unfinished(core.App, triggers.Event) (*triggers.Person, error)
}

// paymentTriggers finds and checks the events of payments.
type paymentTriggers interface {
	UnpaidCheckout(core.App, triggers.Event) (*triggers.Person, error)
	EndedTerm(core.App, triggers.Event) (*triggers.Person, error)
	Birthday(core.App, triggers.Event) (*triggers.Person, error)
	IsMember(app core.App, email string) (bool, error)
}

// unlessMember returns a check that fails for members. An approved applicant may have bought without the invitation.
func unlessMember(p paymentTriggers, check checkFunc) checkFunc {
	return func(app core.App, event triggers.Event) (*triggers.Person, error) {
		person, err := check(app, event)
		if err != nil || person == nil {
			return nil, err
		}
		if isMember, err := p.IsMember(app, person.Email); err != nil || isMember {
			return nil, err
		}
		return person, nil
	}
}

// switched lists the automations that an admin can switch on. All are off at first, because the product promises none
// of them.
func switched(n nominationTriggers, d draftTriggers, p paymentTriggers) []*automation {
	checkout := func(id, name string, delay time.Duration) *automation {
		return &automation{
			id:       id,
			name:     name,
			kind:     id,
			consent:  OptOut,
			trigger:  "A buyer chose a plan, did not pay, and has not started again since.",
			why:      "It helps the reader to finish a purchase that they started. Readers can unsubscribe from it.",
			find:     ledger.FindUnpaidCheckouts,
			check:    p.UnpaidCheckout,
			delay:    delay,
			minDelay: hour,
			maxDelay: 7 * day,
		}
	}
	invitation := func(id, name string, delay time.Duration) *automation {
		return &automation{
			id:       id,
			name:     name,
			kind:     id,
			consent:  OptOut,
			trigger:  "An approved applicant has not accepted the invitation, which is still open.",
			why:      "It reminds the applicant of the invitation. Readers can unsubscribe from it.",
			find:     nominations.FindUnusedInvitations,
			check:    unlessMember(p, n.UnusedInvitation),
			delay:    delay,
			minDelay: day,
			maxDelay: 13 * day,
		}
	}
	winBack := func(id, name string, delay time.Duration) *automation {
		return &automation{
			id:      id,
			name:    name,
			kind:    id,
			consent: Agreed,
			trigger: "A membership has ended, and no other one has followed.",
			why: "The reader is no longer a member, so this email is advertising. It is sent only to people who " +
				"have ticked “Offers to come back” when they signed up or in their account.",
			find:     ledger.FindEndedTerms,
			check:    p.EndedTerm,
			delay:    delay,
			minDelay: 15 * day,
			maxDelay: 365 * day,
		}
	}
	return []*automation{
		{
			id:       "question-unanswered",
			name:     "Question unanswered",
			kind:     "question-unanswered",
			consent:  Service,
			trigger:  "An applicant has not answered the reviewers' question.",
			why:      "The review of the reader's nomination is paused until they answer.",
			find:     nominations.FindQuestions,
			check:    n.UnansweredQuestion,
			delay:    3 * day,
			minDelay: day,
			maxDelay: 30 * day,
		},
		invitation("invitation-unused-3", "Invitation unused", 3*day),
		invitation("invitation-unused-10", "Invitation still unused", 10*day),
		{
			id:      "draft-abandoned",
			name:    "Abandoned nomination",
			kind:    "draft-abandoned",
			consent: OptOut,
			trigger: "A visitor started the nomination form, entered an email address and did not send it. Each " +
				"address gets one email.",
			why: "It helps the reader to finish the form. The address is not verified, so readers can " +
				"unsubscribe from it.",
			find:     drafts.FindUnfinished,
			check:    d.Unfinished,
			delay:    day,
			minDelay: hour,
			maxDelay: 14 * day,
		},
		checkout("checkout-abandoned-1", "Abandoned checkout", hour),
		checkout("checkout-abandoned-24", "Checkout abandoned for a day", day),
		winBack("win-back-30", "Former member, a month after", 30*day),
		winBack("win-back-90", "Former member, three months after", 90*day),
		{
			id: "membership-birthday", name: "Membership anniversary", kind: "membership-birthday", consent: OptOut,
			trigger: "It is the anniversary of the day on which a member joined.",
			why:     "It is a greeting to a member. Readers can unsubscribe from it.",
			find:    ledger.FindBirthdays, check: p.Birthday, delay: 0, minDelay: 0, maxDelay: 3 * day,
		},
	}
}
