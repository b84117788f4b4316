package seats

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/people"
)

// Summary is an opening in a member's list.
type Summary struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Company is "" in a confidential opening of another person.
	Company        string     `json:"company"`
	IsConfidential bool       `json:"isConfidential"`
	Sector         string     `json:"sector"`
	City           string     `json:"city"`
	Committee      Committee  `json:"committee" wire:"orEmpty"`
	IsListed       bool       `json:"isListed"`
	IsIndependent  bool       `json:"isIndependent"`
	ClosesAt       httpx.Time `json:"closesAt"`
	State          State      `json:"state"`
	// IsYours is true if the caller has posted it.
	IsYours bool `json:"isYours"`
}

// summary is the only place that decides what a person sees of an opening.
func (r row) summary(person string) Summary {
	v := Summary{
		ID: r.ID, Title: r.Title, Company: r.Company, IsConfidential: r.IsConfidential, Sector: r.Sector, City: r.City,
		Committee: r.Committee, IsListed: r.IsListed, IsIndependent: r.IsIndependent, ClosesAt: r.ClosesAt,
		State: r.State, IsYours: person != "" && r.Person == person,
	}
	if r.IsConfidential && !v.IsYours {
		v.Company = ""
	}
	return v
}

// List is GET /api/board-seats.
func (s *Seats) List() httpx.Endpoint {
	endpoint := lists.MappedRows(memberList, func(_ *core.RequestEvent, r row) Summary { return r.summary("") }, httpx.Doc{
		Tag: "circle", Summary: "List the open board seats",
		Query: []httpx.Parameter{
			{Name: "city", Description: "Lists the board seats in this city."},
			{Name: "eligibility", Description: "Lists the board seats of listed companies, or of independent directors."},
		},
	})
	endpoint.Handler = s.list
	return endpoint
}

// list leaves out the openings of people who are blocked. A page may therefore have fewer rows than asked for.
func (s *Seats) list(e *core.RequestEvent) error {
	rows, err := lists.QueryRows[row](e, memberList)
	if err != nil {
		return err
	}
	person, summaries := httpx.CurrentPersonID(e), []Summary{}
	for _, r := range rows {
		isBlocked, err := s.isBlocked(e.App, person, r.Person)
		if err != nil {
			return apperr.Fail(readFailed, err)
		}
		if !isBlocked {
			summaries = append(summaries, r.summary(person))
		}
	}
	return e.JSON(http.StatusOK, summaries)
}

// isBlocked reports whether a viewer and the poster of an opening do not see each other.
func (s *Seats) isBlocked(app core.App, viewer, poster string) (bool, error) {
	if viewer == "" || poster == "" || viewer == poster {
		return false, nil
	}
	return s.deps.AreBlocked(app, viewer, poster)
}

// Own are the openings that a member has posted, and those in which they are interested.
type Own struct {
	Posted     []Posted        `json:"posted"`
	Interested []OwnInterested `json:"interested"`
}

// Posted is an opening that the caller has posted.
type Posted struct {
	Summary
	// Interests is the number of members who are interested.
	Interests int `json:"interests"`
}

// OwnInterested is an opening in which the caller is interested.
type OwnInterested struct {
	Summary
	Interest OwnInterest `json:"interest"`
}

// OwnInterest is the caller's interest in an opening.
type OwnInterest struct {
	State  InterestState `json:"state"`
	Note   string        `json:"note"`
	SentAt httpx.Time    `json:"sentAt"`
}

func (i *interest) own() OwnInterest {
	return OwnInterest{State: i.state(), Note: i.note(), SentAt: httpx.TimeOf(i.sentAt())}
}

// ListOwn is GET /api/board-seats/mine.
func (s *Seats) ListOwn() httpx.Endpoint {
	return httpx.Get(s.listOwn, httpx.Doc{
		Tag: "circle", Summary: "List the board seats that you have posted, and those that interest you",
	})
}

func (s *Seats) listOwn(e *core.RequestEvent) (Own, error) {
	own, person := Own{Posted: []Posted{}, Interested: []OwnInterested{}}, httpx.CurrentPersonID(e)
	posted, err := listPosted(e.App, person)
	if err != nil {
		return own, apperr.Fail(readFailed, err)
	}
	for _, r := range posted {
		own.Posted = append(own.Posted, Posted{r.summary(person), r.Interests})
	}
	interests, err := listOwnInterests(e.App, person)
	if err != nil {
		return own, apperr.Fail(readFailed, err)
	}
	ids := make([]string, len(interests))
	for n, i := range interests {
		ids[n] = i.openingID()
	}
	rows, err := listRows(e.App, ids)
	if err != nil {
		return own, apperr.Fail(readFailed, err)
	}
	for _, i := range interests {
		own.Interested = append(own.Interested, OwnInterested{rows[i.openingID()].summary(person), i.own()})
	}
	return own, nil
}

// Detail is an opening on its page, for one member.
type Detail struct {
	Summary
	Description string `json:"description"`
	// PostedBy is the name of the member who posted it, or "" for the office and for a confidential opening.
	PostedBy string `json:"postedBy"`
	// Interest is the caller's own, if there is one.
	Interest *OwnInterest `json:"interest"`
	// IsHandler is true if the caller handles the interests.
	IsHandler bool `json:"isHandler"`
	// Interests are for the handler only, InterestCount is also for the poster of a confidential opening.
	Interests     []InterestView `json:"interests"`
	InterestCount int            `json:"interestCount"`
	// Reason is why the office has declined or closed it. It is for the poster only.
	Reason string `json:"reason"`
	// ClosesOn is the last day in the format of the form.
	ClosesOn string `json:"closesOn"`
}

// InterestView is an interest as its handler sees it.
type InterestView struct {
	ID     string        `json:"id"`
	Name   string        `json:"name"`
	Note   string        `json:"note"`
	State  InterestState `json:"state"`
	SentAt httpx.Time    `json:"sentAt"`
}

func interestViews(app core.App, openingID string) ([]InterestView, error) {
	list, err := listInterests(app, openingID)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for n, i := range list {
		ids[n] = i.personID()
	}
	names, err := people.NamesOf(app, ids)
	if err != nil {
		return nil, err
	}
	views := make([]InterestView, len(list))
	for n, i := range list {
		views[n] = InterestView{ID: i.Id, Name: names[i.personID()], Note: i.note(), State: i.state(),
			SentAt: httpx.TimeOf(i.sentAt())}
	}
	return views, nil
}

// detail returns what a person sees of an opening. Only its poster and people who are interested see one that is not
// open.
func (s *Seats) detail(app core.App, o *opening, person string) (Detail, error) {
	r, err := o.row(app)
	if err != nil {
		return Detail{}, err
	}
	d := Detail{Summary: r.summary(person), Description: r.Description, Interests: []InterestView{},
		IsHandler: o.isHandledBy(person), ClosesOn: india.Day(o.closesAt())}
	switch i, err := findOwnInterest(app, o.Id, person); {
	case err == nil && i.state() != InterestWithdrawn:
		own := i.own()
		d.Interest = &own
	case database.IgnoreMissing(err) != nil:
		return Detail{}, err
	}
	isBlocked, err := s.isBlocked(app, person, o.personID())
	if err != nil {
		return Detail{}, err
	}
	if d.Interest == nil && !d.IsYours && (isBlocked || o.state() != Open) {
		return Detail{}, errNotFound
	}
	if d.IsYours {
		d.Reason, d.InterestCount = r.Reason, r.Interests
	}
	if !o.isConfidential() && !o.isOffices() {
		names, err := people.NamesOf(app, []string{o.personID()})
		if err != nil {
			return Detail{}, err
		}
		d.PostedBy = names[o.personID()]
	}
	if d.IsHandler {
		if d.Interests, err = interestViews(app, o.Id); err != nil {
			return Detail{}, err
		}
	}
	return d, nil
}

// Get is GET /api/board-seats/{id}.
func (s *Seats) Get() httpx.Endpoint {
	return httpx.Get(s.get, httpx.Doc{
		Tag: "circle", Summary: "Read a board seat", Errors: []*apperr.Error{errNotFound},
		Description: "The member who posted a board seat also gets the members who are interested, unless the board seat " +
			"is confidential.",
	})
}

func (s *Seats) get(e *core.RequestEvent) (Detail, error) {
	o, err := find(e.App, e.Request.PathValue("id"))
	if err != nil {
		return Detail{}, err
	}
	d, err := s.detail(e.App, o, httpx.CurrentPersonID(e))
	return d, apperr.Fail(readFailed, err)
}

const byMembers = "members do this for themselves"

var example = map[string]any{
	"title": "Independent director", "company": "Konkan Steel Ltd", "sector": "manufacturing", "city": "Pune",
	"isListed": "true", "isIndependent": "true", "closesOn": "2027-03-31",
	"description": "The board looks for an independent director who can chair the audit committee.",
}

// Post is POST /api/board-seats.
func (s *Seats) Post() httpx.Endpoint {
	return httpx.JSON(s.create, httpx.Doc{
		Tag: "circle", Summary: "Post a board seat", Description: "Members see it once the office has checked it.",
		Status: http.StatusCreated, Errors: []*apperr.Error{errTooMany}, Example: example, Unaudited: byMembers,
	})
}

func (s *Seats) create(e *core.RequestEvent, form Form) (d Detail, err error) {
	user := identity.NewUser(e.Auth)
	err = e.App.RunInTransaction(func(tx core.App) error {
		o, err := s.post(tx, user, form)
		if err != nil {
			return err
		}
		d, err = s.detail(tx, o, user.PersonID())
		return err
	})
	return d, apperr.SaveFailed("post a board seat", err)
}

// Update is PUT /api/board-seats/{id}.
func (s *Seats) Update() httpx.Endpoint {
	return httpx.JSON(s.update, httpx.Doc{
		Tag: "circle", Summary: "Change a board seat that you have posted",
		Description: "The office checks it again before members see it.",
		Errors:      []*apperr.Error{errNotFound, errNotPoster, errState, errStaysConfidential, errTooMany},
		Example:     example, Unaudited: byMembers,
	})
}

func (s *Seats) update(e *core.RequestEvent, form Form) (Detail, error) {
	return s.change(e, func(tx core.App, o *opening, user *identity.User) error {
		if !o.isPostedBy(user.PersonID()) {
			return errNotPoster
		}
		return s.submit(tx, o, user, form)
	})
}

// change changes an opening that the caller may see, in a transaction.
func (s *Seats) change(e *core.RequestEvent,
	change func(tx core.App, o *opening, user *identity.User) error) (d Detail, err error) {
	user := identity.NewUser(e.Auth)
	err = e.App.RunInTransaction(func(tx core.App) error {
		o, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if _, err := s.detail(tx, o, user.PersonID()); err != nil { // whether the caller may see it
			return err
		}
		if err := change(tx, o, user); err != nil {
			return err
		}
		d, err = s.detail(tx, o, user.PersonID())
		return err
	})
	return d, apperr.SaveFailed("change a board seat", err)
}

// Withdraw is POST /api/board-seats/{id}/withdraw.
func (s *Seats) Withdraw() httpx.Endpoint {
	return httpx.DoJSON(s.withdraw, httpx.Doc{
		Tag: "circle", Summary: "Withdraw a board seat that you have posted",
		Errors: []*apperr.Error{errNotFound, errNotPoster, errState}, Unaudited: byMembers,
	})
}

func (s *Seats) withdraw(e *core.RequestEvent) (Detail, error) {
	return s.change(e, func(tx core.App, o *opening, user *identity.User) error {
		if !o.isPostedBy(user.PersonID()) {
			return errNotPoster
		}
		if err := s.transition(o, Withdrawn); err != nil {
			return err
		}
		return database.Wrap("withdraw opening", tx.Save(o))
	})
}

// ShowInterest is POST /api/board-seats/{id}/interest.
func (s *Seats) ShowInterest() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form InterestForm) (Detail, error) {
		return s.change(e, func(tx core.App, o *opening, user *identity.User) error {
			return s.showInterest(tx, o, user, form.Note)
		})
	}, httpx.Doc{
		Tag: "circle", Summary: "Show interest in a board seat",
		Description: "The member who posted the board seat gets your name and your note. If the office posted it, or if it " +
			"is confidential, the office gets them instead.",
		Errors:  []*apperr.Error{errNotFound, errNotOpen, errOwn, errAlready},
		Example: map[string]any{"note": "I chaired two audit committees."}, Unaudited: byMembers,
	})
}

// WithdrawInterest is DELETE /api/board-seats/{id}/interest.
func (s *Seats) WithdrawInterest() httpx.Endpoint {
	return httpx.Do(s.deleteInterest, httpx.Doc{
		Tag: "circle", Summary: "Withdraw your interest in a board seat",
		Errors: []*apperr.Error{errNotFound, errNoInterest, errDecided}, Unaudited: byMembers,
	})
}

func (s *Seats) deleteInterest(e *core.RequestEvent) error {
	person := httpx.CurrentPersonID(e)
	err := e.App.RunInTransaction(func(tx core.App) error {
		o, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if _, err := s.detail(tx, o, person); err != nil {
			return err
		}
		return s.withdrawInterest(tx, o, person)
	})
	return apperr.SaveFailed("withdraw interest in a board seat", err)
}

// RecordOutcome is POST /api/board-seats/{id}/outcome.
func (s *Seats) RecordOutcome() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form OutcomeForm) (Detail, error) {
		return s.change(e, func(tx core.App, o *opening, user *identity.User) error {
			switch {
			case !o.isPostedBy(user.PersonID()):
				return errNotPoster
			case o.isConfidential():
				return errConfidence
			}
			return s.recordOutcome(tx, o, form, func(record *core.Record) error {
				return database.Wrap("save outcome", tx.Save(record))
			})
		})
	}, httpx.Doc{
		Tag: "circle", Summary: "Record the outcome of a member's interest",
		Description: "An appointment fills the board seat.",
		Errors: []*apperr.Error{errNotFound, errNotPoster, errConfidence, errUnknownMember, errInterestsState,
			errNotOpen, errState},
		Example: map[string]any{"outcome": "interviewed"}, Unaudited: byMembers,
	})
}
