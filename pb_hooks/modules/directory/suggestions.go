package directory

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/rules"
)

// Reason says why a member may want to know a person.
type Reason string

// The reasons.
const (
	SameSector Reason = "sector"
	SameCity   Reason = "city"
	Newcomer   Reason = "newcomer"
	// CanHelp is for a profile that is no longer new and says what the person can help with. The card has the topics.
	CanHelp Reason = "help"
)

// newcomerDays is how long after its publication a profile is new.
const newcomerDays = 30

// Values returns all reasons.
func (Reason) Values() []string { return rules.Options(SameSector, SameCity, Newcomer, CanHelp) }

// Suggestion is a person whom a member may want to know.
type Suggestion struct {
	Card
	Reason Reason `json:"reason"`
	// Common is the sector or the city that both have, or "".
	Common string `json:"common"`
}

// Suggest returns up to limit people whom a member does not know: at most one for each of the member's sectors and one
// for the city, and then new profiles, and older ones that say what the person can help with. Each is chosen at random
// from the newest profiles that match, and the choice changes every week. A reason uses only what the member may see.
// viewer is the member's person, and userID the account.
func (d *Directory) Suggest(app core.App, viewer, userID string, known []string, limit int) ([]Suggestion, error) {
	own, err := findOwn(app, userID)
	if err != nil {
		return nil, err
	}
	used, err := listIDsOf(app, slices.Concat(known, []string{viewer}))
	if err != nil {
		return nil, err
	}
	type source struct {
		Query
		reason Reason
		common string
	}
	var sources []source
	for _, sector := range own.sectors() {
		sources = append(sources, source{Query{Sector: string(sector)}, SameSector, string(sector)})
	}
	if city := own.city(); city != "" {
		sources = append(sources, source{Query{City: city}, SameCity, city})
	}
	year, week := d.now().ISOWeek()
	hash := fnv.New64a()
	hash.Write([]byte(viewer))
	random := rand.New(rand.NewPCG(hash.Sum64(), uint64(year*100+week)))
	random.Shuffle(len(sources), func(i, j int) { sources[i], sources[j] = sources[j], sources[i] })

	var ids []string
	reasons := map[string]source{}
	// choose adds up to n people of a source.
	choose := func(from source, n int) error {
		if n == 0 {
			return nil
		}
		from.Sort, from.Page, from.without = SortNewest, 1, used
		found, err := from.ids(app, viewer, d.now())
		if err == nil && from.reason == CanHelp {
			found, err = withHelp(app, found)
		}
		if err != nil {
			return err
		}
		random.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
		for _, id := range found[:min(n, len(found))] {
			ids, used, reasons[id] = append(ids, id), append(used, id), from
		}
		return nil
	}
	for _, from := range sources {
		if err := choose(from, min(1, limit-len(ids))); err != nil {
			return nil, err
		}
	}
	newSince := d.now().AddDate(0, 0, -newcomerDays)
	for _, from := range []source{
		{Query: Query{publishedSince: newSince}, reason: Newcomer},
		{reason: CanHelp},
	} {
		if err := choose(from, limit-len(ids)); err != nil {
			return nil, err
		}
	}
	if len(ids) == 0 {
		return []Suggestion{}, nil
	}
	profiles, err := listByID(app, ids)
	if err != nil {
		return nil, err
	}
	entries, err := withAccounts(app, profiles)
	if err != nil {
		return nil, err
	}
	suggested := make([]Suggestion, len(entries))
	for i, entry := range entries {
		from := reasons[entry.Id]
		suggested[i] = Suggestion{entry.card(viewer), from.reason, from.common}
	}
	return suggested, nil
}

// withHelp returns the ids of those profiles that tell all members what the person can help with.
func withHelp(app core.App, ids []string) (found []string, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	profiles, err := listByID(app, ids)
	if err != nil {
		return nil, err
	}
	for _, p := range profiles {
		if slices.ContainsFunc(p.choices(), func(c choice) bool { return c.facet == helpSearch }) {
			found = append(found, p.Id)
		}
	}
	return found, nil
}

// IsPublished reports whether a member has published a profile.
func (d *Directory) IsPublished(app core.App, userID string) (bool, error) {
	own, err := findOwn(app, userID)
	if err != nil {
		return false, err
	}
	return own.state() == StatePublished, nil
}
