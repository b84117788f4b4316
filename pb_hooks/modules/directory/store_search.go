package directory

import (
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
)

// maxFound is how many profiles a search reads by their ids. If more match, walking the directory in its order finds a
// page of them quickly.
const maxFound = 1000

// page returns the profiles of a page that the viewer may see, and one more if there is a next page.
func (q Query) page(app core.App, viewer string, now time.Time) ([]*profile, error) {
	ids, err := q.ids(app, viewer, now)
	if err != nil {
		return nil, err
	}
	return listByID(app, ids)
}

// ids returns the ids of the profiles of page. The indexes of the two orders have them.
func (q Query) ids(app core.App, viewer string, now time.Time) (ids []string, err error) {
	name, publishedAt := "[[name]]", "[[publishedAt]]"
	query := app.DB().Select("id").From(profilesCollection).Where(visibleTo(viewer, now))
	found, isFound, err := q.find(app)
	if err != nil {
		return nil, err
	}
	if isFound { // the plus keeps SQLite from walking an index in the order of the list
		name, publishedAt = "(+[[name]])", "(+[[publishedAt]])"
		query.AndWhere(isOneOf("id", found))
	}
	if len(q.without) > 0 { // with another parameter than that of isOneOf
		query.AndWhere(dbx.NewExp("id NOT IN (SELECT value FROM json_each({:without}))",
			dbx.Params{"without": types.JSONArray[string](q.without).String()}))
	}
	if !q.publishedSince.IsZero() {
		query.AndWhere(dbx.NewExp("[[publishedAt]] >= {:since}",
			dbx.Params{"since": database.FormatTime(q.publishedSince)}))
	}
	// The index finds more than the search asks for, and nothing if too much matches.
	contains := func(column, param, text string) dbx.Expression {
		return dbx.NewExp("[["+column+"]] LIKE {:"+param+"} ESCAPE '\\'",
			dbx.Params{param: "%" + database.EscapeLike(text) + "%"})
	}
	for i, word := range q.words() {
		query.AndWhere(contains("searchText", fmt.Sprintf("word%d", i), word))
	}
	for _, c := range q.choices() {
		query.AndWhere(c.isShown())
		if c.field == FieldCity {
			query.AndWhere(dbx.NewExp("city = {:city} COLLATE NOCASE", dbx.Params{"city": c.value}))
		} else { // the column has a JSON array
			query.AndWhere(contains(string(c.field), string(c.field), `"`+c.value+`"`))
		}
	}
	order := []string{name + " COLLATE NOCASE ASC", "id ASC"}
	if q.Sort == SortNewest {
		order = []string{publishedAt + " DESC", "id DESC"}
	}
	err = query.OrderBy(order...).Limit(pageSize + 1).Offset(int64(q.Page-1) * pageSize).Column(&ids)
	return ids, database.Wrap("list the directory", err)
}

// facet is a filter of the directory.
type facet struct {
	// field names the column of the values and the term in the search index.
	field   Field
	counter string
}

var (
	citySearch     = facet{FieldCity, countCity}
	sectorSearch   = facet{FieldSectors, countSector}
	languageSearch = facet{FieldLanguages, countLanguage}
	helpSearch     = facet{FieldCanHelpWith, countHelp}
)

// term is the text of a value in the search index.
func (f facet) term(value string) string { return string(f.field) + "=" + value + ";" }

// isShown is true for the profiles that show the field to all members. A filter finds no others.
func (f facet) isShown() dbx.Expression {
	return dbx.HashExp{string(f.field) + "Visibility": []any{"", string(ToMembers)}}
}

// choice is a value by which a query filters.
type choice struct {
	facet
	value string
}

func (q Query) choices() []choice {
	all := []choice{
		{sectorSearch, q.Sector}, {languageSearch, q.Language}, {helpSearch, q.CanHelpWith}, {citySearch, q.City},
	}
	return slices.DeleteFunc(all, func(c choice) bool { return c.value == "" })
}

// find returns the ids of the profiles in which the rarest of the filters may occur. isFound is false if there is no
// filter, or each occurs in too many profiles.
func (q Query) find(app core.App) (ids []string, isFound bool, err error) {
	terms := q.words()
	for _, c := range q.choices() {
		// The counter is one row. The index would read the first maxFound profiles only to find that there are more.
		count, err := readmodel.GetValue(app, c.counter, c.value)
		if err != nil {
			return nil, false, err
		}
		if count <= maxFound {
			terms = append(terms, c.term(c.value))
		}
	}
	for _, term := range terms {
		found, isMany, err := readmodel.Find(app, readmodel.Directory, term, maxFound)
		if err != nil {
			return nil, false, err
		}
		if !isMany && (!isFound || len(found) < len(ids)) {
			ids, isFound = found, true
		}
	}
	if ids == nil {
		ids = []string{}
	}
	return ids, isFound, nil
}

// indexText is the text of a listed profile in the search index.
func indexText(record *core.Record) string {
	p := database.As[profile](record)
	if !p.isListed() {
		return ""
	}
	fields := []string{p.listing().searchText}
	for _, c := range p.choices() {
		fields = append(fields, c.term(c.value))
	}
	return readmodel.Text(fields...)
}

// choices returns the values by which a filter finds a listed profile. All members see them.
func (p *profile) choices() (found []choice) {
	for _, f := range []struct {
		facet
		values []string
	}{
		{citySearch, []string{p.city()}}, {helpSearch, rules.Options(p.canHelpWith()...)},
		{languageSearch, rules.Options(p.languages()...)}, {sectorSearch, rules.Options(p.sectors()...)},
	} {
		if p.visibility(f.field) != ToMembers {
			continue
		}
		for _, value := range f.values {
			if value != "" {
				found = append(found, choice{f.facet, value})
			}
		}
	}
	return found
}

// listByID returns profiles in the order of their ids.
func listByID(app core.App, ids []string) (list []*profile, err error) {
	records, err := app.FindRecordsByIds(profilesCollection, ids)
	if err != nil {
		return nil, database.Wrap("find profiles", err)
	}
	byID := make(map[string]*profile, len(records))
	for _, record := range records {
		byID[record.Id] = database.As[profile](record)
	}
	for _, id := range ids {
		if p := byID[id]; p != nil {
			list = append(list, p)
		}
	}
	return list, nil
}

// The counters of the listed profiles: all, and by the values of the filters.
const (
	countAll      = "directory"
	countSector   = "directory-sector"
	countLanguage = "directory-language"
	countHelp     = "directory-help"
	countCity     = "directory-city"
)

// derivedColumns are what the counters and the search index read.
var derivedColumns = []string{
	"isListed", "sectors", "languages", "canHelpWith", "city", "searchText", "sectorsVisibility", "languagesVisibility",
	"canHelpWithVisibility", "cityVisibility",
}

func countProfile(record *core.Record) []readmodel.Count {
	p := database.As[profile](record)
	if !p.isListed() {
		return nil
	}
	counts := []readmodel.Count{readmodel.One(countAll, "")}
	for _, c := range p.choices() {
		counts = append(counts, readmodel.One(c.counter, c.value))
	}
	return counts
}

// listEnded returns the listed profiles of people whose membership has ended since the daily job.
func listEnded(app core.App, now time.Time) (list []*profile, err error) {
	err = app.RecordQuery(profilesCollection).
		AndWhere(dbx.NewExp("state = 'published' AND listedUntil <= {:now} AND isListed = TRUE",
			dbx.Params{"now": database.FormatTime(now)})).All(&list)
	return list, database.Wrap("list profiles whose membership has ended", err)
}
