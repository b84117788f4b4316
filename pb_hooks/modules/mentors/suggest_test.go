package mentors_test

import (
	"slices"
	"testing"

	"boardcircle/pb_hooks/modules/directory"
	"boardcircle/pb_hooks/modules/mentors"
	"boardcircle/pb_hooks/nominations"
)

func TestSuggestionsAreTheBestThree(t *testing.T) {
	t.Parallel()
	mentee := directory.Card{City: "Pune", Sectors: []nominations.Industry{"energy", "technology"}}
	card := func(id, city string, sectors []nominations.Industry, topics ...nominations.Expertise) directory.Card {
		return directory.Card{ID: id, City: city, Sectors: sectors, CanHelpWith: topics}
	}
	energy := []nominations.Industry{"energy"}
	candidates := []mentors.Candidate{
		{card("a", "Kochi", nil), 1}, {card("b", "Kochi", nil), 5}, {card("c", "Pune", nil), 1}, {card("d", "Kochi", energy), 1},
		{card("e", "Kochi", nil, "finance"), 1}, {card("f", "Pune", energy, "finance"), 1},
	}
	order := func(topic nominations.Expertise, count int) (ids []string) {
		for _, s := range mentors.Suggest(mentee, topic, candidates, count) {
			ids = append(ids, s.Person.ID)
		}
		return ids
	}
	for _, c := range []struct {
		topic nominations.Expertise
		count int
		want  []string
	}{
		{"finance", 6, []string{"f", "e", "d", "c", "b", "a"}}, {"", 3, []string{"f", "d", "c"}},
		{"strategy", 3, []string{"f", "d", "c"}},
	} {
		if got := order(c.topic, c.count); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.topic, got, c.want)
		}
		slices.Reverse(candidates)
	}
	best := mentors.Suggest(mentee, "finance", candidates, 1)[0]
	want := []mentors.Because{{mentors.KnowsTopic, "finance"}, {mentors.SameSector, "energy"}, {mentors.SameCity, "Pune"}}
	if !slices.Equal(best.Reasons, want) {
		t.Errorf("%v", best.Reasons)
	}
	if got := mentors.Suggest(mentee, "", nil, 3); len(got) != 0 {
		t.Errorf("without mentors: %v", got)
	}
	if got := mentors.Suggest(mentee, "", []mentors.Candidate{{card("a", "Kochi", nil), 1}}, 3)[0].Reasons; !slices.Equal(got, []mentors.Because{{mentors.HasPlaces, ""}}) {
		t.Errorf("%v", got)
	}
}
