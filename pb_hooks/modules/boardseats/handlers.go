package boardseats

import (
	"net/http"
	"slices"
	"time"

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
	// Company is "" if the opening is confidential and the caller has not posted it.
	Company        string     `json:"company"`
	IsConfidential bool       `json:"isConfidential"`
	Sector         string     `json:"sector"`
	City           string     `json:"city"`
	Committee      Committee  `json:"committee" wire:"orEmpty"`
	IsListed       bool       `json:"isListed"`
	IsIndependent  bool       `json:"isIndependent"`
	ClosesAt       httpx.Time `json:"closesAt"`
	State          State      `json:"state"`
	// IsOwn is true if the caller has posted the opening.
	IsOwn bool `json:"isOwn"`
}

// summary is the only place that decides what a person sees of an opening.
func (r row) summary(person string) Summary {
	v := Summary{
		ID: r.ID, Title: r.Title, Company: r.Company, IsConfidential: r.IsConfidential, Sector: r.Sector, City: r.City,
		Committee: r.Committee, IsListed: r.IsListed, IsIndependent: r.IsIndependent, ClosesAt: r.ClosesAt,
		State: r.State, IsOwn: person != "" && r.Person == person,
	}
	if r.IsConfidential && !v.IsOwn {
		v.Company = ""
	}
	return v
}

// List is GET /api/board-seats.
func (s *Seats) List() httpx.Endpoint {
	return openList.Describe(httpx.Get(s.list, httpx.Doc{
		Tag: "circle", Summary: "List the open board seats",
		Query: []httpx.Parameter{
			{Name: "city", Description: "Lists the board seats in this city."},
			{Name: "eligibility", Description: "Lists the board seats of listed companies, or of independent " +
				"directors."},
		},
	}))
}

func (s *Seats) list(e *core.RequestEvent) ([]Summary, error) {
	v, err := s.viewer(e.App, httpx.CurrentPersonID(e))
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	rows, err := lists.QueryRows[row](e, memberList(v.blocked))
	summaries := make([]Summary, len(rows))
	for i, r := range rows {
		summaries[i] = r.summary(v.person)
	}
	return summaries, err
}

// viewer is a person who looks at openings.
type viewer struct {
	person string
	// blocked are the people whom the viewer has blocked, and who have blocked the viewer.
	blocked []string
}

func (s *Seats) viewer(app core.App, person string) (viewer, error) {
	blocked, err := s.deps.BlockedWith(app, person)
	return viewer{person, blocked}, err
}

// sees reports whether a viewer may see an opening that a person has posted. It must agree with isSeen.
func (v viewer) sees(person string, isConfidential bool) bool {
	return isConfidential || !slices.Contains(v.blocked, person)
}

// interestIn returns the viewer's interest in an opening, or nil. It returns errNotFound if the viewer may not see the
// opening. Only the poster and interested members see an opening that is not open.
func (v viewer) interestIn(app core.App, o *opening) (*interest, error) {
	if !v.sees(o.personID(), o.isConfidential()) {
		return nil, errNotFound
	}
	own, err := findOwnInterest(app, o.Id, v.person)
	switch {
	case database.IgnoreMissing(err) != nil:
		return nil, err
	case err == nil && own.state() != InterestWithdrawn:
		return own, nil
	case !o.isPostedBy(v.person) && o.state() != Open:
		return nil, errNotFound
	}
	return nil, nil
}

// Announcement is an opening that was opened. It names neither the company nor the poster.
type Announcement struct {
	ID       string     `db:"id"`
	Title    string     `db:"title"`
	ClosesAt httpx.Time `db:"closesAt"`
	At       httpx.Time `db:"openedAt"`
}

// Announced returns the openings that were opened after a time and that a person sees, the newest first.
func (s *Seats) Announced(app core.App, person string, since time.Time, limit int) ([]Announcement, error) {
	blocked, err := s.deps.BlockedWith(app, person)
	if err != nil {
		return nil, err
	}
	return listAnnounced(app, blocked, since, limit)
}

// Own has the openings that a member has posted, and the openings in which the member is interested.
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

func (i *interest) view() OwnInterest {
	return OwnInterest{State: i.state(), Note: i.note(), SentAt: httpx.TimeOf(i.sentAt())}
}

// ListOwn is GET /api/board-seats/mine.
func (s *Seats) ListOwn() httpx.Endpoint {
	return httpx.Get(s.listOwn, httpx.Doc{
		Tag: "circle", Summary: "List the board seats that you have posted or are interested in",
	})
}

func (s *Seats) listOwn(e *core.RequestEvent) (Own, error) {
	own, err := s.readOwn(e.App, httpx.CurrentPersonID(e))
	return own, apperr.Fail(readFailed, err)
}

func (s *Seats) readOwn(app core.App, person string) (Own, error) {
	own := Own{Posted: []Posted{}, Interested: []OwnInterested{}}
	v, err := s.viewer(app, person)
	if err != nil {
		return own, err
	}
	posted, err := listPosted(app, v)
	if err != nil {
		return own, err
	}
	for _, r := range posted {
		own.Posted = append(own.Posted, Posted{r.summary(person), r.Interests})
	}
	interests, err := listOwnInterests(app, person)
	if err != nil {
		return own, err
	}
	ids := make([]string, len(interests))
	for n, i := range interests {
		ids[n] = i.openingID()
	}
	rows, err := listRows(app, ids)
	if err != nil {
		return own, err
	}
	for _, i := range interests {
		if r := rows[i.openingID()]; v.sees(r.Person, r.IsConfidential) {
			own.Interested = append(own.Interested, OwnInterested{r.summary(person), i.view()})
		}
	}
	return own, nil
}

// Detail is an opening on its page, for one member.
type Detail struct {
	Summary
	Description string `json:"description"`
	// PostedBy is the name of the member who posted the opening. It is "" if the office posted the opening, or if the
	// opening is confidential.
	PostedBy string `json:"postedBy"`
	// Interest is the caller's own interest, or null.
	Interest *OwnInterest `json:"interest"`
	// IsHandler is true if the caller handles the interests.
	IsHandler bool `json:"isHandler"`
	// Interests are for the handler only. InterestCount is also for the poster of a confidential opening.
	Interests     []InterestView `json:"interests"`
	InterestCount int            `json:"interestCount"`
	// Reason is why the office has declined or closed the opening. It is for the poster only.
	Reason string `json:"reason"`
	// ClosesOn is the last day, as the form has it: 2027-03-31.
	ClosesOn string `json:"closesOn"`
}

// InterestView is an interest as the poster or the office sees it.
type InterestView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// PersonID is the id of the interested person. It is empty if the reader is the poster and does not see the person
	// in the directory.
	PersonID string        `json:"personId"`
	Note     string        `json:"note"`
	State    InterestState `json:"state"`
	SentAt   httpx.Time    `json:"sentAt"`
}

// interestViews returns the interests in an opening as the office sees them.
func interestViews(app core.App, openingID string, blocked []string) ([]InterestView, error) {
	list, err := listInterests(app, openingID, blocked)
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
		views[n] = InterestView{ID: i.Id, Name: names[i.personID()], PersonID: i.personID(), Note: i.note(),
			State: i.state(), SentAt: httpx.TimeOf(i.sentAt())}
	}
	return views, nil
}

// interestViewsForPoster returns the interests in an opening as its poster sees them.
func (s *Seats) interestViewsForPoster(app core.App, openingID string, v viewer) ([]InterestView, error) {
	views, err := interestViews(app, openingID, v.blocked)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(views))
	for n, view := range views {
		ids[n] = view.PersonID
	}
	visible, err := s.deps.AreVisible(app, v.person, ids)
	if err != nil {
		return nil, err
	}
	for n, view := range views {
		if !visible[view.PersonID] {
			views[n].PersonID = ""
		}
	}
	return views, nil
}

// detail returns what a person sees of an opening.
func (s *Seats) detail(app core.App, o *opening, person string) (Detail, error) {
	v, err := s.viewer(app, person)
	if err != nil {
		return Detail{}, err
	}
	interest, err := v.interestIn(app, o)
	if err != nil {
		return Detail{}, err
	}
	r, err := o.row(app, v.blocked)
	if err != nil {
		return Detail{}, err
	}
	d := Detail{Summary: r.summary(person), Description: r.Description, Interests: []InterestView{},
		IsHandler: o.isHandledBy(person), ClosesOn: india.Day(o.closesAt())}
	if interest != nil {
		own := interest.view()
		d.Interest = &own
	}
	if d.IsOwn {
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
		if d.Interests, err = s.interestViewsForPoster(app, o.Id, v); err != nil {
			return Detail{}, err
		}
	}
	return d, nil
}

// Get is GET /api/board-seats/{id}.
func (s *Seats) Get() httpx.Endpoint {
	return httpx.Get(s.get, httpx.Doc{
		Tag: "circle", Summary: "Read a board seat", Errors: []*apperr.Error{errNotFound},
		Description: "The member who posted a board seat also gets the members who are interested, unless the board " +
			"seat is confidential.",
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

var example = map[string]any{
	"title": "Independent director", "company": "Konkan Steel Ltd", "sector": "manufacturing", "city": "Pune",
	"isListed": "true", "isIndependent": "true", "closesOn": "2027-03-31",
	"description": "The board looks for an independent director who can chair the audit committee.",
}

// Post is POST /api/board-seats.
func (s *Seats) Post() httpx.Endpoint {
	return httpx.JSON(s.create, httpx.Doc{
		Tag: "circle", Summary: "Post a board seat",
		Description: "Members see the board seat once the office has approved it.",
		Status:      http.StatusCreated, Errors: []*apperr.Error{errTooMany}, Example: example, Unaudited: httpx.OwnAction,
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
		Description: "Members see the changed board seat once the office has approved it.",
		Errors:      []*apperr.Error{errNotFound, errNotPoster, errState, errStaysConfidential, errTooMany},
		Example:     example, Unaudited: httpx.OwnAction,
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
		v, err := s.viewer(tx, user.PersonID())
		if err != nil {
			return err
		}
		if _, err := v.interestIn(tx, o); err != nil {
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
		Errors: []*apperr.Error{errNotFound, errNotPoster, errState}, Unaudited: httpx.OwnAction,
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
		Description: "The member who posted the board seat gets your name and your note. If the office posted it, or " +
			"if it is confidential, the office gets them instead.",
		Errors:  []*apperr.Error{errNotFound, errNotOpen, errOwn, errAlready},
		Example: map[string]any{"note": "I chaired two audit committees."}, Unaudited: httpx.OwnAction,
	})
}

// WithdrawInterest is DELETE /api/board-seats/{id}/interest.
func (s *Seats) WithdrawInterest() httpx.Endpoint {
	return httpx.Do(s.deleteInterest, httpx.Doc{
		Tag: "circle", Summary: "Withdraw your interest in a board seat",
		Errors: []*apperr.Error{errNotFound, errNoInterest, errDecided}, Unaudited: httpx.OwnAction,
	})
}

func (s *Seats) deleteInterest(e *core.RequestEvent) error {
	person := httpx.CurrentPersonID(e)
	err := e.App.RunInTransaction(func(tx core.App) error {
		o, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		v, err := s.viewer(tx, person)
		if err != nil {
			return err
		}
		if _, err := v.interestIn(tx, o); err != nil {
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
			blocked, err := s.deps.BlockedWith(tx, user.PersonID())
			if err != nil {
				return err
			}
			return s.recordOutcome(tx, o, form, blocked, func(record *core.Record) error {
				return database.Wrap("save outcome", tx.Save(record))
			})
		})
	}, httpx.Doc{
		Tag: "circle", Summary: "Record the outcome of a member's interest",
		Description: "An appointment fills the board seat.",
		Errors: []*apperr.Error{errNotFound, errNotPoster, errConfidence, errUnknownMember, errInterestsState,
			errNotOpen, errState},
		Example: map[string]any{"outcome": "interviewed"}, Unaudited: httpx.OwnAction,
	})
}
