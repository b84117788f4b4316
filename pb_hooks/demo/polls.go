package demo

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/modules/consultations"
)

// samplePoll is a consultation of the sample circle. isOpen and hasResult say which steps have been taken.
type samplePoll struct {
	title, text, question, finalText string
	ballot                           consultations.BallotKind
	quorum                           int
	options                          []string
	isOpen, hasResult                bool
	// How long ago each step was. The end of a running discussion or vote is negative.
	published, discussed, opened, closes, result time.Duration

	comments []sampleComment
	// votes are the choices of some members by name.
	votes map[string]int
}

type sampleComment struct {
	author    string
	paragraph int
	text      string
}

var samplePolls = []*samplePoll{
	{
		title: "Women on the audit committees of listed companies",
		text: "The consultation paper proposes that the audit committee of each listed company has at least one " +
			"woman who is an independent director.\n\nWe welcome the proposal. Of the 500 largest listed companies, " +
			"many have a woman on the board and none on the audit committee.\n\nWe propose that companies have " +
			"eighteen months to comply, because a new member of an audit committee needs a full year of accounts to " +
			"be of use.",
		question: "Shall the circle send this comment on the consultation paper?",
		finalText: "The circle welcomes the proposal that the audit committee of each listed company has at least " +
			"one woman who is an independent director.\n\nOf the 500 largest listed companies, many have a woman on " +
			"the board and none on the audit committee.\n\nWe propose that companies have twelve months to comply. A " +
			"company that appoints a member who is new to audit committees should state how it prepares her.",
		ballot: consultations.Secret, quorum: 6, options: []string{"Yes", "No", "Abstain"},
		published: 60 * day, discussed: 50 * day, opened: 49 * day, closes: 42 * day, result: 40 * day,
		isOpen: true, hasResult: true,
		comments: []sampleComment{
			{"Anjali Saxena", 3, "Eighteen months is too long. Companies have known of this for two years."},
			{"Hema Raghavan", 3, "Twelve months is one full year of accounts. I would support that."},
			{"Zarine Mistry", 2, "Can we name the source of this figure in the letter?"},
			{"Swati Joshi", 3, "I joined an audit committee with three weeks of preparation. Let us ask companies to " +
				"say how they prepare a new member."},
		},
		votes: map[string]int{
			"Meera Krishnan": 1, "Zarine Mistry": 1, "Hema Raghavan": 1, "Sunita Deshmukh": 1, "Prabha Nambiar": 3,
			"Alka Mathur": 1, "Anjali Saxena": 2, "Swati Joshi": 1, "Daksha Patel": 1,
		},
	},
	{
		title: "Disclosure of board evaluations",
		text: "Listed companies evaluate their boards once a year and publish one sentence about it.\n\nWe propose " +
			"that the annual report names the method of the evaluation, whether an outside person has led it, and " +
			"one matter that the board has decided to improve.\n\nThe names and the scores of individual " +
			"directors stay confidential.",
		question: "Which form of disclosure shall the circle propose?",
		ballot:   consultations.Secret, quorum: 8,
		options:   []string{"Method, leader and one improvement", "Method and leader only", "No new disclosure"},
		published: 24 * day, discussed: 10 * day, opened: 4 * day, closes: -5 * day, isOpen: true,
		comments: []sampleComment{
			{"Padma Reddy", 2, "Naming one improvement is the part that changes behaviour. Please keep it."},
			{"Geeta Malhotra", 2, "A board will then choose a harmless matter. I would leave the wording to the " +
				"companies."},
		},
		votes: map[string]int{"Zarine Mistry": 1, "Padma Reddy": 1, "Geeta Malhotra": 2, "Daksha Patel": 1,
			"Neelam Agarwal": 3},
	},
	{
		title: "A code of conduct for the circle",
		text: "What members say in a session stays in the session. We may use what we learn, but we do not say who " +
			"said it.\n\nMembers do not sell to each other without being asked.\n\nA member who introduces another " +
			"to a board says openly whether they have an interest in the appointment.",
		question: "Shall the circle adopt this code of conduct?",
		ballot:   consultations.Open, quorum: 10, options: []string{"Yes", "No"},
		published: 5 * day, discussed: -9 * day,
		comments: []sampleComment{
			{"Kavita Menon", 1, "This is the Chatham House Rule. Shall we call it by its name?"},
			{"Meera Krishnan", 3, "I agree, and would add family members who sit on the board."},
			{"Revathi Iyer", 2, "Please add that offers are welcome in the member directory."},
		},
	},
}

// pollEvents returns the steps of the sample consultations.
func pollEvents(now time.Time) (list []historyEvent) {
	for _, p := range samplePolls {
		var id string
		event := func(ago, after time.Duration, apply func(*history) error) {
			list = append(list, historyEvent{sampleTime(now, ago, after), apply})
		}
		event(p.published, 0, func(h *history) (err error) {
			id, err = h.publishPoll(p, sampleTime(now, p.discussed, 0))
			return err
		})
		for n, c := range p.comments {
			event(p.published-day, time.Duration(n)*5*hour, func(h *history) error {
				return h.callAsMember(c.author, h.polls.Comment().Handler, id,
					map[string]any{"paragraph": c.paragraph, "text": c.text})
			})
		}
		if p.isOpen {
			event(p.opened, 0, func(h *history) error {
				return h.call(h.polls.OpenVote().Handler, request{by: h.admins[demoUsername], id: id,
					body: map[string]any{"votingEndsAt": sampleTime(now, p.closes, 0).UTC().Format(time.RFC3339)}}, nil)
			})
			for name, choice := range p.votes {
				event(p.opened-day, 0, func(h *history) error {
					return h.callAsMember(name, h.polls.Vote().Handler, id, map[string]any{"choice": choice})
				})
			}
		}
		if p.hasResult {
			event(p.closes, hour, func(*history) error { return nil }) // the job counts the votes
			event(p.result, 0, func(h *history) error {
				return h.call(h.polls.PublishResult().Handler, request{by: h.admins[demoUsername], id: id,
					body: map[string]any{"finalText": p.finalText}}, nil)
			})
		}
	}
	return list
}

// publishPoll creates a consultation, opens its discussion and returns its id.
func (h *history) publishPoll(p *samplePoll, discussionEnds time.Time) (id string, err error) {
	var created struct{ ID string }
	r := request{by: h.admins[demoUsername], body: map[string]any{
		"title": p.title, "text": p.text, "question": p.question, "options": p.options, "ballot": p.ballot,
		"quorum": p.quorum, "discussionEndsAt": discussionEnds.UTC().Format(time.RFC3339),
	}}
	if err := h.call(h.polls.Create().Handler, r, &created); err != nil {
		return "", err
	}
	r.id = created.ID
	return created.ID, h.call(h.polls.Publish().Handler, r, nil)
}

// callAsMember calls a handler as a sample member.
func (h *history) callAsMember(name string, handler func(*core.RequestEvent) error, id string,
	body map[string]any) error {
	member, err := identity.FindUserByEmail(h.tx, sampleEmail(name))
	if err != nil {
		return fmt.Errorf("find member %s: %w", name, err)
	}
	return h.call(handler, request{by: member.Record, id: id, body: body}, nil)
}
