package directory

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/people"
)

const (
	profilesCollection = "profiles"
	consentsCollection = "consents"
	blocksCollection   = "blocks"
	viewsCollection    = "profile_views"
)

// references are the fields that name people, which a merge moves. A profile itself moves with its account.
var references = []people.Reference{
	{Collection: consentsCollection, Field: "person"},
	{Collection: blocksCollection, Field: "person"}, {Collection: blocksCollection, Field: "other"},
	{Collection: vouchesCollection, Field: "person"}, {Collection: vouchesCollection, Field: "other"},
	{Collection: viewsCollection, Field: "person"}, {Collection: viewsCollection, Field: "other"},
}

// profile is the record of a profile.
type profile struct{ core.BaseRecordProxy }

func (p *profile) userID() string                  { return p.GetString("userId") }
func (p *profile) personID() string                { return p.GetString("person") }
func (p *profile) state() State                    { return State(p.GetString("state")) }
func (p *profile) city() string                    { return p.GetString("city") }
func (p *profile) sectors() []nominations.Industry { return named[nominations.Industry](p, "sectors") }
func (p *profile) languages() []Language           { return named[Language](p, "languages") }
func (p *profile) canHelpWith() []nominations.Expertise {
	return named[nominations.Expertise](p, "canHelpWith")
}
func (p *profile) lookingFor() string          { return p.GetString("lookingFor") }
func (p *profile) linkedin() string            { return p.GetString("linkedin") }
func (p *profile) publishedAt() types.DateTime { return p.GetDateTime("publishedAt") }
func (p *profile) isListed() bool              { return p.GetBool("isListed") }

// named returns the values of a field as a named type.
func named[T ~string](p *profile, field string) []T {
	values := []T{}
	for _, value := range p.GetStringSlice(field) {
		values = append(values, T(value))
	}
	return values
}

// visibility returns who sees a field. Contacts always have a stored choice. Any other field without one, for example
// of a profile that was saved before members could choose, is shown to members.
func (p *profile) visibility(of Field) Visibility {
	return cmp.Or(Visibility(p.GetString(string(of)+"Visibility")), ToMembers)
}

func (p *profile) setState(to State) error {
	if err := transitions.Check(p.state(), to); err != nil {
		return fmt.Errorf("profile %s: %w", p.Id, err)
	}
	p.Set("state", string(to))
	return nil
}

func (p *profile) setPublishedAt(at time.Time) { p.Set("publishedAt", database.DateTime(at)) }

// listing is what the directory searches and sorts by.
type listing struct {
	name, searchText string
	isListed         bool
	until            time.Time
}

func (p *profile) listing() listing {
	return listing{p.GetString("name"), p.GetString("searchText"), p.isListed(), p.GetDateTime("listedUntil").Time()}
}

func (p *profile) setListing(l listing) {
	p.Load(map[string]any{
		"name": l.name, "searchText": l.searchText, "isListed": l.isListed, "listedUntil": database.DateTime(l.until),
	})
}

func (p *profile) equals(l listing) bool {
	stored := p.listing()
	return stored.name == l.name && stored.searchText == l.searchText && stored.isListed == l.isListed &&
		database.DateTime(stored.until) == database.DateTime(l.until)
}

// values returns the fields that the member edits and the profile owns.
func (p *profile) values() Values {
	return Values{
		City: p.city(), Sectors: p.sectors(), Languages: p.languages(), CanHelpWith: p.canHelpWith(),
		LookingFor: p.lookingFor(), LinkedIn: p.linkedin(),

		PortraitVisibility: p.visibility(FieldPortrait), WorkVisibility: p.visibility(FieldWork),
		BoardsVisibility: p.visibility(FieldBoards), BiographyVisibility: p.visibility(FieldBiography),
		CityVisibility: p.visibility(FieldCity), SectorsVisibility: p.visibility(FieldSectors),
		LanguagesVisibility: p.visibility(FieldLanguages), CanHelpWithVisibility: p.visibility(FieldCanHelpWith),
		LookingForVisibility: p.visibility(FieldLookingFor), EmailVisibility: p.visibility(Field(ContactEmail)),
		PhoneVisibility: p.visibility(Field(ContactPhone)), LinkedInVisibility: p.visibility(Field(ContactLinkedIn)),
	}
}

func (p *profile) setValues(v Values) {
	p.Load(map[string]any{ // PocketBase ignores values of named types
		"city":                  v.City,
		"sectors":               rules.Options(v.Sectors...),
		"languages":             rules.Options(v.Languages...),
		"canHelpWith":           rules.Options(v.CanHelpWith...),
		"lookingFor":            v.LookingFor,
		"linkedin":              v.LinkedIn,
		"portraitVisibility":    string(v.PortraitVisibility),
		"workVisibility":        string(v.WorkVisibility),
		"boardsVisibility":      string(v.BoardsVisibility),
		"biographyVisibility":   string(v.BiographyVisibility),
		"cityVisibility":        string(v.CityVisibility),
		"sectorsVisibility":     string(v.SectorsVisibility),
		"languagesVisibility":   string(v.LanguagesVisibility),
		"canHelpWithVisibility": string(v.CanHelpWithVisibility),
		"lookingForVisibility":  string(v.LookingForVisibility),
		"emailVisibility":       string(v.EmailVisibility),
		"phoneVisibility":       string(v.PhoneVisibility),
		"linkedinVisibility":    string(v.LinkedInVisibility),
	})
}

// findOwn returns the profile of an account. A new one has no id and no state.
func findOwn(app core.App, userID string) (*profile, error) {
	p, err := database.FirstOrNew[profile](app, profilesCollection, dbx.HashExp{"userId": userID})
	if err != nil || !p.IsNew() {
		return p, err
	}
	p.setValues(Values{
		EmailVisibility: ToIntroduced, PhoneVisibility: ToIntroduced, LinkedInVisibility: ToIntroduced,
	})
	return p, nil
}

// A profile is visible to a member if it is listed, its membership has not ended, and neither has blocked the other.
const visibleSQL = `isListed = TRUE AND listedUntil > {:now}
	AND person NOT IN (SELECT other FROM blocks WHERE person = {:viewer} AND other != {:viewer})
	AND person NOT IN (SELECT person FROM blocks WHERE other = {:viewer} AND person != {:viewer})`

func visibleTo(viewer string, now time.Time) dbx.Expression {
	return dbx.NewExp(visibleSQL, dbx.Params{"now": database.FormatTime(now), "viewer": viewer})
}

// findVisible returns the profile of a person if the viewer may see it, or sql.ErrNoRows.
func findVisible(app core.App, viewer, person string, now time.Time) (*profile, error) {
	return database.First[profile](app, profilesCollection,
		dbx.And(dbx.HashExp{"person": person}, visibleTo(viewer, now)))
}

// findByPerson returns the profile of a person, or sql.ErrNoRows.
func findByPerson(app core.App, person string) (*profile, error) {
	return database.First[profile](app, profilesCollection, dbx.HashExp{"person": person})
}

// listVisible returns those of the people's profiles that the viewer may see.
func listVisible(app core.App, viewer string, ids []string, now time.Time) (list []*profile, err error) {
	err = app.RecordQuery(profilesCollection).AndWhere(dbx.HashExp{"person": database.ToAny(ids)}).
		AndWhere(visibleTo(viewer, now)).All(&list)
	return list, database.Wrap("list visible profiles", err)
}

// listVisiblePeople returns those of the people whom the viewer may see, without reading their profiles.
func listVisiblePeople(app core.App, viewer string, ids []string, now time.Time) (people []string, err error) {
	err = app.DB().Select("person").From(profilesCollection).Where(isOneOf("person", ids)).
		AndWhere(visibleTo(viewer, now)).Column(&people)
	return people, database.Wrap("list visible people", err)
}

// listIDsOf returns the ids of the profiles of people.
func listIDsOf(app core.App, people []string) (ids []string, err error) {
	err = app.DB().Select("id").From(profilesCollection).Where(isOneOf("person", people)).Column(&ids)
	return ids, database.Wrap("list the profiles of people", err)
}

// isOneOf binds the values as one parameter, because SQLite limits the number of parameters.
func isOneOf(column string, values []string) dbx.Expression {
	return dbx.NewExp("[["+column+"]] IN (SELECT value FROM json_each({:values}))",
		dbx.Params{"values": types.JSONArray[string](values).String()})
}

// listDue returns the accounts of the published profiles whose listing may have changed with time.
func listDue(app core.App, now time.Time) (userIDs []string, err error) {
	err = app.DB().Select("userId").From(profilesCollection).
		Where(dbx.NewExp("state = 'published' AND listedUntil <= {:now}", dbx.Params{"now": database.FormatTime(now)})).
		Column(&userIDs)
	return userIDs, database.Wrap("list profiles whose membership has ended", err)
}

// insertConsent stores that a member has given or withdrawn a consent.
func insertConsent(tx core.App, person string, isGiven bool, now time.Time) error {
	return database.Create(tx, consentsCollection, map[string]any{
		"person": person, "purpose": consentPurpose, "wording": consentWording, "language": consentLanguage,
		"isGiven": isGiven, "at": now, "source": "member",
	}, now)
}

// --- blocks

// BlockedWith returns the people whom a person has blocked, and who have blocked the person.
func BlockedWith(app core.App, person string) (people []string, err error) {
	err = app.DB().NewQuery(`SELECT other FROM blocks WHERE person = {:person} AND other != {:person}
		UNION ALL SELECT person FROM blocks WHERE other = {:person} AND person != {:person}`).
		Bind(dbx.Params{"person": person}).Column(&people)
	return people, database.Wrap("list blocked people", err)
}

// BlockedBy returns the people whom a person has blocked.
func BlockedBy(app core.App, person string) (people []string, err error) {
	err = app.DB().Select("other").From(blocksCollection).
		Where(dbx.NewExp("person = {:person} AND other != {:person}", dbx.Params{"person": person})).Column(&people)
	return people, database.Wrap("list people whom a person has blocked", err)
}

// peopleOfBlock returns the person who has blocked another, and the other.
func peopleOfBlock(record *core.Record) (person, other string) {
	return record.GetString("person"), record.GetString("other")
}

func insertBlock(tx core.App, person, other, name string, now time.Time) error {
	return database.Create(tx, blocksCollection, map[string]any{"person": person, "other": other, "name": name}, now)
}

func deleteBlock(tx core.App, person, other string) error {
	_, err := tx.NonconcurrentDB().Delete(blocksCollection, dbx.HashExp{"person": person, "other": other}).Execute()
	return database.Wrap("delete block", err)
}

// listBlocks returns whom a person has blocked, newest first.
func listBlocks(app core.App, person string) ([]BlockView, error) {
	list := []BlockView{}
	err := app.DB().Select("other", "name", "createdAt").From(blocksCollection).Where(dbx.HashExp{"person": person}).
		OrderBy("createdAt DESC", "id DESC").All(&list)
	return list, database.Wrap("list blocks", err)
}

// --- which profiles a member has opened

// viewCounts are the profiles that a person has opened on a day, and those whose contacts were shown.
type viewCounts struct{ opened, contacts int }

// countViews counts the views of a day. It leaves out one person, whose profile may be opened again.
func countViews(app core.App, person, day, except string) (n viewCounts, err error) {
	err = app.DB().NewQuery(`SELECT count(*), coalesce(sum(contactsAt != ''), 0) FROM profile_views
		WHERE person = {:person} AND day = {:day} AND other != {:except}`).
		Bind(dbx.Params{"person": person, "day": day, "except": except}).Row(&n.opened, &n.contacts)
	return n, database.Wrap("count profile views", err)
}

// saveView stores that a person has opened a profile on a day, or was shown its contacts.
func saveView(tx core.App, person, other, day string, showsContacts bool, now time.Time) error {
	view, err := tx.FindFirstRecordByFilter(viewsCollection, "person = {:person} && day = {:day} && other = {:other}",
		dbx.Params{"person": person, "day": day, "other": other})
	if errors.Is(err, sql.ErrNoRows) {
		values := map[string]any{"person": person, "other": other, "day": day}
		if showsContacts {
			values["contactsAt"] = database.DateTime(now)
		}
		return database.Create(tx, viewsCollection, values, now)
	}
	if err != nil || !showsContacts || !view.GetDateTime("contactsAt").IsZero() {
		return database.Wrap("find profile view", err)
	}
	view.Set("contactsAt", database.DateTime(now))
	return tx.Save(view)
}

// purgeViews deletes the views before a day, and of those with contacts only the ones before an earlier day.
func purgeViews(tx core.App, before, withContactsBefore string) error {
	_, err := tx.NonconcurrentDB().
		Delete(viewsCollection, dbx.NewExp("day < {:before} AND (contactsAt = '' OR day < {:contacts})",
			dbx.Params{"before": before, "contacts": withContactsBefore})).
		Execute()
	return database.Wrap("purge profile views", err)
}
