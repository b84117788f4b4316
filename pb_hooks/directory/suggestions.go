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

// Suggest returns people whom a member may want to know: at most one for each of the member's sectors and one for the
// city, in random order, and then the newest profiles. The order is random for each member and week. A reason uses only
// what the member may see. viewer is the member's person, and userID the account.
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
	year, week := d.now().ISOWeek()
	hash := fnv.New64a()
	hash.Write([]byte(viewer))
	random := rand.New(rand.NewPCG(hash.Sum64(), uint64(year*100+week)))
	random.Shuffle(len(sources), func(i, j int) { sources[i], sources[j] = sources[j], sources[i] })

	suggested := []Suggestion{}
	isUsed := map[string]bool{own.Id: true}
	// suggest adds up to n people of a source. It loads only the profiles that it adds, unless an account is inactive.
	suggest := func(from source, n int) error {
		from.Sort, from.Page = SortNewest, 1
		ids, err := from.ids(app, viewer, d.now())
		if err != nil {
			return err
		}
		random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		ids = slices.DeleteFunc(ids, func(id string) bool { return isUsed[id] })
		for some := range slices.Chunk(ids, n) {
			profiles, err := listByID(app, some)
			if err != nil {
				return err
			}
			found, err := withAccounts(app, profiles)
			if err != nil {
				return err
			}
			for _, entry := range found[:min(n, len(found))] {
				isUsed[entry.Id] = true
				suggested = append(suggested, Suggestion{entry.card(viewer), from.reason, from.common})
			}
			if n -= len(found); n <= 0 {
				break
			}
		}
		return nil
	}
	for _, from := range sources {
		if len(suggested) == limit {
			break
		}
		if err := suggest(from, 1); err != nil {
			return nil, err
		}
	}
	if len(suggested) < limit {
		err = suggest(source{reason: Newcomer}, limit-len(suggested))
	}
	return suggested, err
}

// IsPublished reports whether a member has published a profile.
func (d *Directory) IsPublished(app core.App, userID string) (bool, error) {
	own, err := findOwn(app, userID)
	if err != nil {
		return false, err
	}
	return own.state() == StatePublished, nil
}
