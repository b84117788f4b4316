package demo

import (
	"fmt"
	"time"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
)

// sampleSeat is a board seat that a member has posted, or the office if poster is "".
type sampleSeat struct {
	poster, title, company, sector, city, committee, description string
	isConfidential, isListed, isIndependent                      bool
	posted, closes                                               time.Duration
	// interested are the members who are interested, with their notes. The first is appointed if isFilled is set.
	interested []sampleInterest
	isFilled   bool
	// isWaiting says that the office has not checked it yet.
	isWaiting bool
}

type sampleInterest struct{ name, note string }

var sampleSeats = []*sampleSeat{
	{
		poster: "Hema Raghavan", title: "Independent director, chair of the audit committee",
		company: "Tungabhadra Cements Ltd", sector: "manufacturing", city: "Bengaluru", committee: "audit",
		description: "The chair of our audit committee ends her second term. We look for a chartered accountant who " +
			"has served on an audit committee for at least three years.\n\nThe board meets six times a year, four of " +
			"them in Bengaluru.",
		isListed: true, isIndependent: true, posted: 12 * day, closes: 40 * day,
		interested: []sampleInterest{
			{"Meera Krishnan", "I chair the audit committee of an infrastructure company and have time from April."},
			{"Padma Reddy", "Twenty years as a CFO in cement and steel. I know two of your plants."},
		},
	},
	{
		poster: "Zarine Mistry", title: "Independent director", company: "Gateway Specialty Finance Ltd",
		sector: "financial-services", city: "Mumbai", committee: "risk-management", isConfidential: true,
		description: "A lender in transformation looks for a director with experience in credit risk. The board " +
			"expects two days a month.",
		isListed: true, isIndependent: true, posted: 8 * day, closes: 25 * day,
		interested: []sampleInterest{{"Daksha Patel", "I have led credit risk at a bank for nine years."}},
	},
	{
		title: "Non-executive director", company: "Konkan Fisheries Federation", sector: "agriculture",
		city: "Ratnagiri",
		description: "A federation of 140 cooperatives asks the circle for a director who knows food exports. The " +
			"term is three years, and the board meets each quarter.",
		posted: 20 * day, closes: 55 * day,
		interested: []sampleInterest{{"Sunita Deshmukh", "I have built the export business of a dairy."}},
	},
	{
		poster: "Geeta Malhotra", title: "Independent director", company: "Aravalli Diagnostics Ltd",
		sector: "healthcare", city: "Jaipur", committee: "nomination-remuneration",
		description: "We prepare our listing next year and add two independent directors now. Experience with a " +
			"first public offer is welcome.",
		isIndependent: true, posted: 5 * day, closes: 30 * day,
	},
	{
		poster: "Kavita Menon", title: "Member of the advisory board", company: "Periyar Solar Pvt Ltd",
		sector: "energy", city: "Kochi",
		description: "A founder-led company looks for a first advisor from outside, with a view to " +
			"a seat on the board after a year.",
		posted: 3 * day, closes: 60 * day,
	},
	{
		title: "Independent director, CSR committee", company: "Narmada Textiles Ltd", sector: "manufacturing",
		city: "Ahmedabad", committee: "csr",
		description: "The company spends nine crore a year on schools and water. It looks for a director who can ask " +
			"what the money has changed.",
		isListed: true, isIndependent: true, posted: 2 * day, closes: 45 * day,
	},
	{
		poster: "Prabha Nambiar", title: "Independent director", company: "Malabar Rubber Ltd", sector: "manufacturing",
		city: "Kottayam", committee: "stakeholders",
		description: "The board looked for a director with experience in supply chains and in dealing with small " +
			"shareholders.",
		isListed: true, isIndependent: true, posted: 80 * day, closes: -30 * day, isFilled: true,
		interested: []sampleInterest{
			{"Alka Mathur", "I ran the supply chain of a tyre maker for eleven years."},
			{"Swati Joshi", "I sit on a stakeholders committee and would like to chair one."},
		},
	},
	{
		poster: "Anjali Saxena", title: "Independent director", company: "Satpura Logistics Ltd",
		sector: "infrastructure", city: "Bhopal",
		description: "The board looks for its first woman director, with experience in warehousing " +
			"or rail freight.",
		isListed: true, isIndependent: true, posted: day / 2, closes: 50 * day, isWaiting: true,
	},
}

// seatEvents returns the steps of the sample board seats.
func seatEvents(now time.Time) (list []historyEvent) {
	for _, p := range sampleSeats {
		var id string
		event := func(ago, after time.Duration, apply func(*history) error) {
			list = append(list, historyEvent{sampleTime(now, ago, after), apply})
		}
		event(p.posted, 0, func(h *history) (err error) {
			id, err = h.postSeat(p, now)
			return err
		})
		if p.poster != "" && !p.isWaiting {
			event(p.posted, 3*hour, func(h *history) error {
				return h.call(h.seats.Approve().Handler, request{by: h.admins[demoUsername], id: id}, nil)
			})
		}
		for n, i := range p.interested {
			event(p.posted-day, time.Duration(n)*7*hour, func(h *history) error {
				return h.callAsMember(i.name, h.seats.ShowInterest().Handler, id, map[string]any{"note": i.note})
			})
		}
		if p.isFilled {
			event(p.posted-20*day, 0, func(h *history) error { return h.recordOutcomes(p, id) })
		}
	}
	return list
}

// postSeat posts a board seat and returns its id.
func (h *history) postSeat(p *sampleSeat, now time.Time) (string, error) {
	flag := func(is bool) string { return fmt.Sprint(is) }
	var created struct{ ID string }
	body := map[string]any{
		"title": p.title, "company": p.company, "sector": p.sector, "city": p.city, "committee": p.committee,
		"description": p.description, "isConfidential": flag(p.isConfidential), "isListed": flag(p.isListed),
		"isIndependent": flag(p.isIndependent), "closesOn": india.Day(now.Add(p.closes)),
	}
	if p.poster == "" {
		err := h.call(h.seats.PostForOffice().Handler, request{by: h.admins[demoUsername], body: body}, &created)
		return created.ID, err
	}
	member, err := identity.FindUserByEmail(h.tx, sampleEmail(p.poster))
	if err != nil {
		return "", fmt.Errorf("find member %s: %w", p.poster, err)
	}
	err = h.call(h.seats.Post().Handler, request{by: member.Record, body: body}, &created)
	return created.ID, err
}

// recordOutcomes records that the first member who is interested was interviewed and appointed, and the others not.
func (h *history) recordOutcomes(p *sampleSeat, id string) error {
	member, err := identity.FindUserByEmail(h.tx, sampleEmail(p.poster))
	if err != nil {
		return fmt.Errorf("find member %s: %w", p.poster, err)
	}
	var seen struct{ Interests []struct{ ID string } }
	if err := h.call(h.seats.Get().Handler, request{by: member.Record, id: id}, &seen); err != nil {
		return err
	}
	for n, i := range seen.Interests {
		outcomes := []string{"interviewed", "not-appointed"}
		if n == 0 {
			outcomes[1] = "appointed"
		}
		for _, outcome := range outcomes {
			r := request{by: member.Record, id: id, body: map[string]any{"interestId": i.ID, "outcome": outcome}}
			if err := h.call(h.seats.RecordOutcome().Handler, r, nil); err != nil {
				return err
			}
		}
	}
	return nil
}
