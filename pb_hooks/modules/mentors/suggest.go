package mentors

import (
	"cmp"
	"slices"

	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/directory"
	"boardcircle/pb_hooks/nominations"
)

// Reason says why a mentor is suggested.
type Reason string

// The reasons.
const (
	KnowsTopic Reason = "topic"
	SameSector Reason = "sector"
	SameCity   Reason = "city"
	HasPlaces  Reason = "places"
)

// Values returns all reasons.
func (Reason) Values() []string { return rules.Options(KnowsTopic, SameSector, SameCity, HasPlaces) }

// Because is a reason with what the two people have in common: the topic, the sector or the city.
type Because struct {
	Reason Reason `json:"reason"`
	Common string `json:"common"`
}

// Suggestion is a mentor whom a member can ask.
type Suggestion struct {
	Person  directory.Card `json:"person"`
	Reasons []Because      `json:"reasons"`
}

// Candidate is a mentor with free places.
type Candidate struct {
	Card directory.Card
	Free int
}

// Suggest returns up to count mentors, the best first. A mentor who knows the topic comes before one with the same
// sector, and that one before one in the same city. Among equals, mentors with more free places come first. topic may
// be "". It uses only what the mentee sees of the mentors.
func Suggest(mentee directory.Card, topic nominations.Expertise, candidates []Candidate, count int) []Suggestion {
	type scored struct {
		Suggestion
		score, free int
	}
	list := []scored{}
	for _, c := range candidates {
		s := scored{Suggestion{c.Card, []Because{}}, 0, c.Free}
		add := func(reason Reason, common string, score int) {
			s.Reasons = append(s.Reasons, Because{reason, common})
			s.score += score
		}
		if topic != "" && slices.Contains(c.Card.CanHelpWith, topic) {
			add(KnowsTopic, string(topic), 4)
		}
		for _, sector := range c.Card.Sectors {
			if slices.Contains(mentee.Sectors, sector) {
				add(SameSector, string(sector), 2)
				break
			}
		}
		if c.Card.City != "" && c.Card.City == mentee.City {
			add(SameCity, c.Card.City, 1)
		}
		if len(s.Reasons) == 0 {
			add(HasPlaces, "", 0)
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.free, a.free), cmp.Compare(a.Person.ID, b.Person.ID))
	})
	suggested := []Suggestion{}
	for _, s := range list[:min(len(list), count)] {
		suggested = append(suggested, s.Suggestion)
	}
	return suggested
}
