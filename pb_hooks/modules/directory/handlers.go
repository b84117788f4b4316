package directory

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
)

const (
	// pageSize is the number of people on a page. There is no larger page and no export.
	pageSize = 24
	// maxPage bounds the page number. 10,000 members have 417 pages.
	maxPage = 1000
	// maxWords is how many words of a search are used.
	maxWords = 6
	// minFacet is the smallest number of people that a filter shows, so that a number never points to one person.
	minFacet = 5
	// maxOpened and maxContacts limit the profiles that a member opens on a day in India, and the contacts shown.
	maxOpened   = 80
	maxContacts = 30
)

// Sort is the order of the directory.
type Sort string

// The orders.
const (
	SortName   Sort = "name"
	SortNewest Sort = "newest"
)

// Values returns all orders.
func (Sort) Values() []string { return rules.Options(SortName, SortNewest) }

// Query is what a member looks for.
type Query struct {
	Search, City                  string
	Sector, Language, CanHelpWith string
	Sort                          Sort
	Page                          int
	// without are ids of profiles that are left out.
	without []string
	// publishedSince leaves out the profiles that were published earlier.
	publishedSince time.Time
}

// words returns the words of the search, each of which must occur in a profile.
func (q Query) words() []string {
	words := strings.Fields(normal.Fold(q.Search))
	return words[:min(len(words), maxWords)]
}

var queryParameters = []httpx.Parameter{
	{Name: "search", Description: "Words that occur in what every member sees of a profile."},
	{Name: "city", Description: "Lists the people of this city."},
	{Name: "sector", Description: "Lists the people with this sector.", Options: nominations.Industry("").Values()},
	{Name: "language", Description: "Lists the people who speak this language.", Options: Language("").Values()},
	{Name: "canHelpWith", Description: "Lists the people who can help with this.",
		Options: nominations.Expertise("").Values()},
	{Name: "sort", Description: "The order: by name, or the newest profiles first.", Options: Sort("").Values()},
	{Name: "page", Description: "The page, from 1."},
}

func parseQuery(r *http.Request) (Query, error) {
	values := r.URL.Query()
	q := Query{
		Search: strings.TrimSpace(values.Get("search")), City: strings.TrimSpace(values.Get("city")),
		Sector: values.Get("sector"), Language: values.Get("language"), CanHelpWith: values.Get("canHelpWith"),
		Sort: Sort(values.Get("sort")), Page: 1,
	}
	var problems []rules.Problem
	for _, p := range queryParameters {
		value := values.Get(p.Name)
		if len(value) > 200 || value != "" && p.Options != nil && !slices.Contains(p.Options, value) {
			problems = append(problems, rules.Invalid(p.Name, "The directory cannot be searched by that value"))
		}
	}
	if text := values.Get("page"); text != "" {
		var err error
		if q.Page, err = strconv.Atoi(text); err != nil || q.Page < 1 || q.Page > maxPage {
			problems = append(problems, rules.Invalid("page", "page must be a whole number from 1"))
		}
	}
	if len(problems) > 0 {
		return Query{}, httpx.Invalid(problems...)
	}
	return q, nil
}

// Page is a page of the directory.
type Page struct {
	People []Card `json:"people"`
	// Total is the number of all people in the directory, or 0 if it is below the smallest number that is shown.
	Total   int64 `json:"total"`
	HasNext bool  `json:"hasNext"`
	// Facets count the people for each value of a filter. A value with a smaller number is left out.
	Facets Facets `json:"facets"`
}

// Facets are the numbers of people by filter and value.
type Facets struct {
	City        map[string]int64 `json:"city"`
	Sector      map[string]int64 `json:"sector"`
	Language    map[string]int64 `json:"language"`
	CanHelpWith map[string]int64 `json:"canHelpWith"`
}

// List is GET /api/directory.
func (d *Directory) List() httpx.Endpoint {
	return httpx.Get(d.list, httpx.Doc{
		Tag: "directory", Summary: "Search the members' directory", Description: "A page has 24 people.",
		Query: queryParameters, Statuses: []int{http.StatusBadRequest},
	})
}

func (d *Directory) list(e *core.RequestEvent) (Page, error) {
	q, err := parseQuery(e.Request)
	if err != nil {
		return Page{}, err
	}
	viewer, now := httpx.CurrentPersonID(e), d.now()
	rows, err := q.page(e.App, viewer, now)
	if err != nil {
		return Page{}, readFailed(err)
	}
	page := Page{People: []Card{}, HasNext: len(rows) > pageSize}
	entries, err := withAccounts(e.App, rows[:min(len(rows), pageSize)])
	if err != nil {
		return Page{}, readFailed(err)
	}
	for _, n := range entries {
		page.People = append(page.People, n.card(viewer))
	}
	if err := page.count(e.App, now); err != nil {
		return Page{}, readFailed(err)
	}
	httpx.KeepPrivate(e)
	return page, nil
}

// count adds the numbers of the directory. They are the same for every member: a number without the people whom the
// viewer may not see would tell the viewer of a block.
func (p *Page) count(app core.App, now time.Time) error {
	ended, err := listEnded(app, now)
	if err != nil {
		return err
	}
	minus := map[readmodel.Count]int64{}
	for _, profile := range ended {
		for _, count := range countProfile(profile.Record) {
			minus[count]++
		}
	}
	read := func(counter string) (map[string]int64, error) {
		numbers, err := readmodel.ValuesFrom(app, counter, "")
		for value := range numbers {
			numbers[value] -= minus[readmodel.One(counter, value)]
			if numbers[value] < minFacet {
				delete(numbers, value)
			}
		}
		return numbers, err
	}
	all, err := read(countAll)
	if err != nil {
		return err
	}
	p.Total = all[""]
	for counter, facet := range map[string]*map[string]int64{
		countCity: &p.Facets.City, countSector: &p.Facets.Sector, countLanguage: &p.Facets.Language,
		countHelp: &p.Facets.CanHelpWith,
	} {
		if *facet, err = read(counter); err != nil {
			return err
		}
	}
	return nil
}

// errEnough and errEnoughContacts refuse a member who opens more profiles than a person reads.
func errEnough(until time.Duration) *apperr.Error {
	return apperr.TooMany("profiles-of-the-day",
		"You have reached the daily limit of profiles. Please continue tomorrow.", until)
}

func errEnoughContacts(until time.Duration) *apperr.Error {
	return apperr.TooMany("contacts-of-the-day",
		"You have reached the daily limit of contact details. Please continue tomorrow.", until)
}

// Get is GET /api/directory/{person}.
func (d *Directory) Get() httpx.Endpoint {
	return httpx.Get(d.get, httpx.Doc{
		Tag: "directory", Summary: "Read a member's profile",
		Description: "A person who is hidden, blocked or unknown gets the same 404.",
		Errors:      []*apperr.Error{errNotFound, errNotOwnVisit}, Statuses: []int{http.StatusTooManyRequests},
	})
}

func (d *Directory) get(e *core.RequestEvent) (Person, error) {
	if !httpx.IsOwnVisit(e.Request) {
		return Person{}, errNotOwnVisit
	}
	n, err := d.open(e, false)
	if err != nil {
		return Person{}, err
	}
	viewer := httpx.CurrentPersonID(e)
	isIntroduced, err := d.areIntroduced(e.App, viewer, n.personID())
	if err != nil {
		return Person{}, apperr.Fail("The profile could not be read.", err)
	}
	person := n.person(viewer, isIntroduced)
	vouches, err := listApproved(e.App, n.personID())
	if err == nil {
		person.Vouches, err = d.visibleVouches(e.App, viewer, vouches, (*vouch).author)
	}
	return person, apperr.Fail("The profile could not be read.", err)
}

// open finds the person of the request's path and counts the view.
func (d *Directory) open(e *core.RequestEvent, showsContacts bool) (n entry, err error) {
	viewer, now := httpx.CurrentPersonID(e), d.now()
	err = e.App.RunInTransaction(func(tx core.App) error {
		if n, err = find(tx, viewer, e.Request.PathValue("person"), now); err != nil || n.personID() == viewer {
			return err
		}
		day := india.Day(now)
		used, err := countViews(tx, viewer, day, n.personID())
		tomorrow := india.EndOfDay(now).Add(time.Second).Sub(now)
		switch {
		case err != nil:
			return err
		case used.opened >= maxOpened:
			return errEnough(tomorrow)
		case showsContacts && used.contacts >= maxContacts:
			return errEnoughContacts(tomorrow)
		}
		return saveView(tx, viewer, n.personID(), day, showsContacts, now)
	})
	return n, apperr.Fail("The profile could not be read.", err)
}

// Contacts are what a member has agreed to show. A contact that is not shown is "".
type Contacts struct {
	Email    string `json:"email"`
	Phone    string `json:"phone"`
	LinkedIn string `json:"linkedin"`
}

// ShowContacts is POST /api/directory/{person}/contact.
func (d *Directory) ShowContacts() httpx.Endpoint {
	return httpx.DoJSON(d.showContacts, httpx.Doc{
		Tag: "directory", Summary: "Read a member's contacts", Description: "The request is stored.",
		Errors: []*apperr.Error{errNotFound}, Statuses: []int{http.StatusTooManyRequests},
	})
}

func (d *Directory) showContacts(e *core.RequestEvent) (Contacts, error) {
	n, err := d.open(e, true)
	if err != nil {
		return Contacts{}, err
	}
	isIntroduced, err := d.areIntroduced(e.App, httpx.CurrentPersonID(e), n.personID())
	if err != nil {
		return Contacts{}, apperr.Fail("The profile could not be read.", err)
	}
	shown := Contacts{}
	for contact, field := range map[Contact]*string{
		ContactEmail: &shown.Email, ContactPhone: &shown.Phone, ContactLinkedIn: &shown.LinkedIn,
	} {
		if n.shows(Field(contact), isIntroduced) {
			*field = n.contact(contact)
		}
	}
	return shown, nil
}

// GetPortrait is GET /api/directory/{person}/portrait.
func (d *Directory) GetPortrait() httpx.Endpoint {
	return httpx.File(d.getPortrait, accounts.PortraitMedia, httpx.Doc{
		Tag: "directory", Summary: "Read a member's portrait", Errors: []*apperr.Error{errNotFound},
	})
}

func (d *Directory) getPortrait(e *core.RequestEvent) error {
	viewer := httpx.CurrentPersonID(e)
	n, err := find(e.App, viewer, e.Request.PathValue("person"), d.now())
	if err != nil {
		return err
	}
	isIntroduced := false
	if n.visibility(FieldPortrait) == ToIntroduced {
		if isIntroduced, err = d.areIntroduced(e.App, viewer, n.personID()); err != nil {
			return readFailed(err)
		}
	}
	if n.account.Portrait() == "" || !n.shows(FieldPortrait, isIntroduced) {
		return errNotFound
	}
	return accounts.ServePortrait(e, n.userID())
}
