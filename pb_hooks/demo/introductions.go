package demo

import (
	"fmt"
	"time"

	"boardcircle/pb_hooks/internal/identity"
)

// sampleIntroduction is a request of a member, or a suggestion of the office.
type sampleIntroduction struct {
	from, to, reason string
	isOffices        bool
	isAccepted       bool
	// messages are written in turn, first by the member who asked.
	messages []string
	sent     time.Duration
}

const printedMember = "Meera Krishnan"

var sampleIntroductions = []*sampleIntroduction{
	{
		from: "Padma Reddy", to: printedMember, isAccepted: true, sent: 9 * day,
		reason: "I join my first audit committee in April, after thirty years in laboratories. You chair one, and I " +
			"would like to hear how you prepare the meeting with the auditors.",
		messages: []string{
			"Thank you for accepting. Would half an hour next week suit you? I would bring two questions about the " +
				"agenda.",
			"With pleasure. Wednesday at four works well. We changed auditors two years ago, so I can show you our " +
				"timetable.",
			"Wednesday at four it is. I am looking forward to it.",
		},
	},
	{
		from: printedMember, to: "Lata Bhattacharya", isAccepted: true, sent: 6 * day,
		reason: "You have seen four credit cycles. I join the risk committee of a lender in April and would like to " +
			"know what you would ask first.",
		messages: []string{"How good of you to accept. May I send you three questions before we speak?"},
	},
	{
		from: "Pushpa Chaudhary", to: printedMember, sent: 2 * day,
		reason: "I am looking for a first independent director for a solar company in Jaipur, and would value your " +
			"view of what a founder should expect from her board.",
	},
	{
		from: printedMember, to: "Zarine Mistry", sent: day,
		reason: "We met at the session on succession. I would like to continue the conversation about the notice " +
			"period of a chief executive.",
	},
	{
		from: "Geeta Malhotra", to: "Sunita Deshmukh", isOffices: true, sent: 3 * day,
		reason: "Both of you prepare a company for its first public offer next year. We believe that you should " +
			"compare notes.",
	},
}

// introductionEvents returns the steps of the sample introductions.
func introductionEvents(now time.Time) (list []historyEvent) {
	for _, p := range sampleIntroductions {
		var id string
		event := func(after time.Duration, apply func(*history) error) {
			list = append(list, historyEvent{sampleTime(now, p.sent, after), apply})
		}
		event(0, func(h *history) (err error) {
			id, err = h.introduce(p)
			return err
		})
		if !p.isAccepted {
			continue
		}
		event(5*hour, func(h *history) error {
			return h.callAsMember(p.to, h.introductions.Accept().Handler, id, nil)
		})
		for n, text := range p.messages {
			writer := []string{p.from, p.to}[n%2]
			event(5*hour+time.Duration(n+1)*90*time.Minute, func(h *history) error {
				return h.callAsMember(writer, h.introductions.Write().Handler, id, map[string]any{"text": text})
			})
		}
	}
	return list
}

// introduce asks for an introduction, or suggests it for the office, and returns its id.
func (h *history) introduce(p *sampleIntroduction) (string, error) {
	from, err := identity.FindUserByEmail(h.tx, sampleEmail(p.from))
	if err != nil {
		return "", fmt.Errorf("find member %s: %w", p.from, err)
	}
	to, err := identity.FindUserByEmail(h.tx, sampleEmail(p.to))
	if err != nil {
		return "", fmt.Errorf("find member %s: %w", p.to, err)
	}
	var created struct{ ID string }
	if p.isOffices {
		body := map[string]any{"userId": from.Id, "otherId": to.Id, "reason": p.reason}
		err := h.call(h.introductions.Suggest().Handler, request{by: h.admins[demoUsername], body: body}, &created)
		return created.ID, err
	}
	body := map[string]any{"person": to.PersonID(), "reason": p.reason}
	err = h.call(h.introductions.Ask().Handler, request{by: from.Record, body: body}, &created)
	return created.ID, err
}

// sampleMentors are the members who offer to mentor, with their places.
var sampleMentors = []struct {
	name     string
	capacity int
	ago      time.Duration
}{{"Zarine Mistry", 3, mentorsAgo}, {printedMember, 2, 38 * day}, {"Hansa Trivedi", 1, mentorsAgo}}

// longMentee has a mentorship with the printed member that is so old that both were asked how it goes.
const longMentee = "Aditi Chatterjee"

// longMentorshipAgo is the age of that mentorship.
const longMentorshipAgo = 35 * day

// mentorEvents returns the steps of the sample mentors: their offers, two active mentorships, and a request that waits.
func mentorEvents(now time.Time) (list []historyEvent) {
	event := func(ago time.Duration, apply func(*history) error) {
		list = append(list, historyEvent{sampleTime(now, ago, 0), apply})
	}
	for _, p := range sampleMentors {
		event(p.ago, func(h *history) error {
			return h.callAsMember(p.name, h.mentors.PutOffer().Handler, "", map[string]any{"capacity": p.capacity})
		})
	}
	var longID string
	event(longMentorshipAgo+day, func(h *history) (err error) {
		longID, err = h.askMentor(longMentee, printedMember, "governance",
			"My family's company gets its first independent directors this year. I would like to learn how to chair "+
				"a board that does not always agree with me.")
		return err
	})
	event(longMentorshipAgo, func(h *history) error {
		return h.callAsMember(printedMember, h.mentors.Accept().Handler, longID, nil)
	})
	event(longMentorshipAgo-day, func(h *history) error {
		return h.writeTo(printedMember, longMentee,
			"Welcome, Aditi. Shall we meet on the first Thursday of each month? "+
				"Please bring your agenda to the first one.")
	})
	// The reminders ask both after 30 days. The mentee has answered, and the printed member has not.
	event(longMentorshipAgo-31*day, func(h *history) error { return h.mentors.Remind() })
	event(longMentorshipAgo-32*day, func(h *history) error {
		return h.callAsMember(longMentee, h.mentors.CheckIn().Handler, longID, map[string]any{
			"answer": "well", "note": "We have met twice. I have changed the order of our agenda after the first time.",
		})
	})
	var id string
	event(10*day, func(h *history) (err error) {
		id, err = h.askMentor("Swati Joshi", "Zarine Mistry", "legal-compliance",
			"I chair a stakeholders committee for the first time and would like to learn how you run a difficult "+
				"meeting.")
		return err
	})
	event(9*day, func(h *history) error {
		return h.callAsMember("Zarine Mistry", h.mentors.Accept().Handler, id, nil)
	})
	event(day, func(h *history) error {
		return h.callAsMember("Swati Joshi", h.mentors.CheckIn().Handler, id, map[string]any{
			"answer": "not-well", "note": "We have met once, and three dates were moved since. Could you help us to " +
				"find a rhythm?",
		})
	})
	event(3*day, func(h *history) error {
		_, err := h.askMentor("Ambika Pai", printedMember, "governance",
			"I help founders to build their first board, and would like to learn how an audit committee grows with a "+
				"company.")
		return err
	})
	return list
}

// mentorsAgo is the age of the sample offers.
const mentorsAgo = 11 * day

// askMentor asks a mentor and returns the id of the mentorship.
func (h *history) askMentor(mentee, mentor, topic, note string) (string, error) {
	from, err := identity.FindUserByEmail(h.tx, sampleEmail(mentee))
	if err != nil {
		return "", fmt.Errorf("find member %s: %w", mentee, err)
	}
	to, err := identity.FindUserByEmail(h.tx, sampleEmail(mentor))
	if err != nil {
		return "", fmt.Errorf("find member %s: %w", mentor, err)
	}
	var created struct{ ID string }
	body := map[string]any{"mentor": to.PersonID(), "topic": topic, "note": note}
	err = h.call(h.mentors.Ask().Handler, request{by: from.Record, body: body}, &created)
	return created.ID, err
}

// writeTo writes a message to a member to whom the writer is introduced.
func (h *history) writeTo(writer, reader, text string) error {
	member, err := identity.FindUserByEmail(h.tx, sampleEmail(writer))
	if err != nil {
		return fmt.Errorf("find member %s: %w", writer, err)
	}
	var own struct {
		Conversations []struct {
			ID     string
			Person struct{ Name string }
		}
	}
	if err := h.call(h.introductions.List().Handler, request{by: member.Record}, &own); err != nil {
		return err
	}
	for _, conversation := range own.Conversations {
		if conversation.Person.Name == reader {
			return h.callAsMember(writer, h.introductions.Write().Handler, conversation.ID,
				map[string]any{"text": text})
		}
	}
	return fmt.Errorf("%s has no conversation with %s", writer, reader)
}
