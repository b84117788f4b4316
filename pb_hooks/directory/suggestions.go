package directory

import (
	"hash/fnv"
	"math/rand/v2"

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
)

// Values returns all reasons.
func (Reason) Values() []string { return rules.Options(SameSector, SameCity, Newcomer) }

// Suggestion is a person whom a member may want to know.
type Suggestion struct {
	Card
	Reason Reason `json:"reason"`
	// Common is the sector or the city that both have, or "".
	Common string `json:"common"`
}

// Suggest returns people whom a member may want to know, with different reasons if possible. The people change every
// week. A reason uses only what the viewer may see of the person.
func (d *Directory) Suggest(app core.App, viewer, userID string, limit int) ([]Suggestion, error) {
	own, err := findOwn(app, userID)
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
	sources = append(sources, source{Query{}, Newcomer, ""})
	year, week := d.now().ISOWeek()
	hash := fnv.New64a()
	hash.Write([]byte(viewer))
	random := rand.New(rand.NewPCG(hash.Sum64(), uint64(year*100+week)))
	random.Shuffle(len(sources)-1, func(i, j int) { sources[i], sources[j] = sources[j], sources[i] })

	suggested := []Suggestion{}
	isUsed := map[string]bool{viewer: true}
	for _, from := range sources {
		from.Sort, from.Page = SortNewest, 1
		page, err := from.page(app, viewer, d.now())
		if err != nil {
			return nil, err
		}
		entries, err := withAccounts(app, page)
		if err != nil {
			return nil, err
		}
		random.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		taken := 0
		for _, n := range entries {
			// The last source fills the rest.
			if len(suggested) == limit || taken == 1 && from.reason != Newcomer {
				break
			}
			if person := n.personID(); !isUsed[person] {
				isUsed[person] = true
				taken++
				suggested = append(suggested, Suggestion{n.card(viewer), from.reason, from.common})
			}
		}
	}
	return suggested, nil
}

// IsPublished reports whether a member has published a profile.
func (d *Directory) IsPublished(app core.App, userID string) (bool, error) {
	own, err := findOwn(app, userID)
	if err != nil {
		return false, err
	}
	return own.state() == StatePublished, nil
}
