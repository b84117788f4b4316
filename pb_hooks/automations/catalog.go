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
	text                      wording
	// fields are the merge fields, with what an example shows in them.
	fields map[string]string
	// footnote says why its reader gets it.
	footnote string
}

// checkFunc says to whom a cause belongs, nil once it holds no longer.
type checkFunc func(core.App, causes.Cause) (*causes.Person, error)

// wording is what an e-mail says.
type wording struct {
	Subject, Preheader, Content string
}

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
			trigger: "Somebody has opened an account.",
			why:     "It greets a new member and tells where to go on; a reader can do without it, so it can be unsubscribed from.",
		},
		{
			id: "nomination-received", name: "Nomination received", kind: "nomination-received", consent: Service,
			trigger: "A nomination has been sent.",
			why:     "It confirms what the applicant has sent, and until when they are answered.",
		},
		{
			id: "nomination-question", name: "Question of the reviewers", kind: "nomination-question", consent: Service,
			trigger: "A reviewer has asked the applicant something.",
			why:     "The nomination waits for the answer.",
		},
		{
			id: "nomination-approved", name: "Approved: the invitation", kind: "invitation", consent: Service,
			trigger: "A nomination was approved, or the invitation was sent anew.",
			why:     "It carries the link with which the applicant accepts.",
		},
		{
			id: "payment-completed", name: "Payment completed: the receipt", kind: "payment-confirmed", consent: Service,
			trigger: "A payment was captured, or a transfer confirmed.",
			why:     "It is the receipt, with the invoice.",
		},
		{
			id: "term-reminders", name: "Term ends", kind: "membership-reminder", consent: OptOut,
			trigger: "A term ends in 30, 7 or 1 days, has ended, or its grace ends, and nothing follows it.",
			why:     "Members rely on it, and can do without: it can be unsubscribed from.",
		},
		{
			id: "seat-reminders", name: "A company's seats end", kind: "seat-reminder", consent: OptOut,
			trigger: "Terms of seats that a company has bought end in 30, 7 or 1 days, or have ended, and nothing follows them.",
			why:     "The company relies on it, and can do without: it can be unsubscribed from.",
		},
		{
			id: "subscription-events", name: "Renewals by mandate", kind: "subscription-update", consent: Service,
			trigger: "A charge has failed, or a mandate was paused, resumed or ended.",
			why:     "It tells of the member's own money.",
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

const signature = "\n\nWith warm regards,\\\nThe team"

// switched are the automations that an admin switches on. All are off until then: the product has promised none of them.
func switched(n nominationCauses, p paymentCauses) []*automation {
	person := map[string]string{"firstName": "Asha", "name": "Asha Rao"}
	applicant := with(person, map[string]string{"city": "Pune", "company": "Sahyadri Mills Ltd"})
	invited := with(applicant, map[string]string{"expires": "22 December 2026"})
	buyer := with(applicant, map[string]string{"tier": "Annual Membership"})
	checkout := func(id, name string, delay time.Duration, text wording) *automation {
		return &automation{
			id: id, name: name, kind: id, consent: OptOut, fields: buyer, text: text,
			trigger:  "Somebody has chosen a plan and not paid, nor begun anew since.",
			why:      "It goes on with a purchase that its reader has begun; a reader can do without it, so it can be unsubscribed from.",
			footnote: "You receive this email because you have begun to buy a membership with this account.",
			find:     payments.FindUnpaidCheckouts, check: p.UnpaidCheckout, delay: delay, minDelay: hour, maxDelay: 7 * day,
		}
	}
	invitation := func(id, name string, delay time.Duration, text wording) *automation {
		return &automation{
			id: id, name: name, kind: id, consent: OptOut, fields: invited, text: text,
			trigger:  "An approved applicant has not accepted the invitation, which is still open.",
			why:      "It reminds of what the invitation has said already; a reader can do without it, so it can be unsubscribed from.",
			footnote: "You receive this email because a nomination was sent with this e-mail address, and was approved. The link is for you alone: please do not pass it on.",
			find:     nominations.FindUnusedInvitations, check: unlessMember(p, n.UnusedInvitation), delay: delay, minDelay: day, maxDelay: 13 * day,
		}
	}
	winBack := func(id, name string, delay time.Duration, text wording) *automation {
		return &automation{
			id: id, name: name, kind: id, consent: Agreed, fields: buyer, text: text,
			trigger:  "A membership has ended, and nothing has followed it.",
			why:      "Its reader is no member any more, so it is advertising: it goes to those alone who have ticked “Offers to come back”, when they signed up or in their account.",
			footnote: "You receive this email because you were a member, and have agreed to offers to come back.",
			find:     payments.FindEndedTerms, check: p.EndedTerm, delay: delay, minDelay: 15 * day, maxDelay: 365 * day,
		}
	}
	return []*automation{
		{
			id: "question-unanswered", name: "Question unanswered", kind: "question-unanswered", consent: Service, fields: applicant,
			trigger: "An applicant has not answered the reviewers' question.",
			why:     "The nomination that its reader has sent stands still without the answer.",
			find:    nominations.FindQuestions, check: n.UnansweredQuestion, delay: 3 * day, minDelay: day, maxDelay: 30 * day,
			footnote: "You receive this email because a nomination was sent with this e-mail address. If that was not you, please reply to it and we will remove the nomination.",
			text: wording{
				"Our question about your nomination is still open", "Your nomination waits for your answer.",
				"Dear {{firstName|applicant}},\n\nsome days ago our reviewers asked you something about your nomination. It waits for your answer, and nothing else is needed from you.\n\n" +
					"[Answer the question]({{link}} \"button\")\n\nOr simply reply to this email." + signature,
			},
		},
		invitation("invitation-unused-3", "Invitation unused", 3*day, wording{
			"Your invitation waits for you", "Your nomination was approved, and your seat is kept.",
			"Dear {{firstName|applicant}},\n\nyour nomination was approved, and your invitation is not accepted yet. It leads you to your account, and from there to the membership plans.\n\n" +
				"[Accept your invitation]({{link}} \"button\")\n\nThe link works once, for this address, until {{expires|its end}}." + signature,
		}),
		invitation("invitation-unused-10", "Invitation still unused", 10*day, wording{
			"Your invitation ends soon", "It can be accepted until {{expires|its end}}.",
			"Dear {{firstName|applicant}},\n\nyour invitation can be accepted until {{expires|its end}}. If you would rather not join, you need do nothing.\n\n" +
				"[Accept your invitation]({{link}} \"button\")\n\nIs something in the way? Simply reply to this email." + signature,
		}),
		{
			id: "draft-abandoned", name: "Nomination begun and left", kind: "draft-abandoned", consent: OptOut, fields: person,
			trigger:  "Somebody has begun the nomination form, given an address, and gone away. One email an address, whatever they begin.",
			why:      "It goes on with what its reader has begun; the address was typed by somebody unknown, so it can be unsubscribed from.",
			footnote: "You receive this email because somebody has begun a nomination with this e-mail address. If that was not you, you need do nothing: the draft is deleted by itself.",
			find:     nominations.FindLeftDrafts, check: n.LeftDraft, delay: day, minDelay: hour, maxDelay: 14 * day,
			text: wording{
				"Go on with your nomination", "What you have filled in is kept for thirty days.",
				"Dear {{firstName|applicant}},\n\nyou have begun a nomination. What you have filled in is kept, and with this link you go on with it on any device.\n\n" +
					"[Go on with the form]({{link}} \"button\")\n\nA draft is deleted thirty days after it was saved last." + signature,
			},
		},
		checkout("checkout-abandoned-1", "Checkout left", hour, wording{
			"Your membership is not paid yet", "You can go on where you left off.",
			"Dear {{firstName|member}},\n\nyou have chosen {{tier|a membership}}, and no payment for it has reached us.\n\n" +
				"[Go on with the payment]({{link}} \"button\")\n\nDid something not work? Simply reply to this email." + signature,
		}),
		checkout("checkout-abandoned-24", "Checkout left for a day", day, wording{
			"Do you have a question about the membership?", "We are glad to help.",
			"Dear {{firstName|member}},\n\nyou have looked at {{tier|a membership}} and not bought it. If you have a question, simply reply to this email: a person reads it.\n\n" +
				"[See the plan again]({{link}} \"button\")\n\nThis is the last time that we write to you about it." + signature,
		}),
		winBack("win-back-30", "Former member, a month after", 30*day, wording{
			"You are welcome back", "Your membership ended a month ago.",
			"Dear {{firstName|friend}},\n\nyour membership, {{tier|of the circle}}, ended some weeks ago. If you would like to be with us again, your account is still there.\n\n" +
				"[See the plans]({{link}} \"button\")\n\nWe would also like to know what you have missed: simply reply to this email." + signature,
		}),
		winBack("win-back-90", "Former member, three months after", 90*day, wording{
			"The circle goes on, and your place with it", "A word from us, and the last one about this.",
			"Dear {{firstName|friend}},\n\nit is some months that you were a member. Should you wish to return, you are welcome at any time.\n\n" +
				"[See the plans]({{link}} \"button\")\n\nThis is the last time that we write to you about it." + signature,
		}),
		{
			id: "membership-birthday", name: "Birthday of the membership", kind: "membership-birthday", consent: OptOut,
			fields:   with(buyer, map[string]string{"years": "3 years"}),
			trigger:  "The day on which somebody became a member has come again, and they are one.",
			why:      "It greets somebody who is a member; a reader can do without it, so it can be unsubscribed from.",
			footnote: "You receive this email because you are a member.",
			find:     payments.FindBirthdays, check: p.Birthday, delay: 0, minDelay: 0, maxDelay: 3 * day,
			text: wording{
				"Thank you for {{years|another year}} in the circle", "A word of thanks on the day on which you joined.",
				"Dear {{firstName|member}},\n\n{{years|another year}} ago on this day you joined the circle. Thank you for what you have brought to it.\n\n" +
					"[Your membership]({{link}} \"button\")" + signature,
			},
		},
	}
}

func with(fields, more map[string]string) map[string]string {
	all := map[string]string{}
	for _, some := range []map[string]string{fields, more} {
		for name, example := range some {
			all[name] = example
		}
	}
	return all
}
