package introductions

import (
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/directory"
)

const tag = "introductions"

var (
	errNotFound = apperr.NotFound("introduction-not-found", "This introduction was not found.")
	// errNoPerson is the answer about a person whom the caller may not see, whatever the reason.
	errNoPerson = apperr.NotFound("introduction-person", "This person is not in the directory.")
	errYourself = apperr.Conflict("introduction-yourself", "This is your own profile.")
	errUnlisted = apperr.Conflict("introduction-unlisted",
		"Please publish your profile first, so that the other member can see who asks.")
	errTooMany = apperr.Conflict("introduction-limit",
		"You have asked five members who have not answered yet. Please wait for an answer, or withdraw a request.")
	errWaiting = apperr.Conflict("introduction-waiting",
		"You have already asked this member. Your request is waiting.")
	errRequestExists = apperr.Conflict("introduction-asks-you",
		"There is already a request between the two of you. It is on your page “Introductions”.")
	errOpen    = apperr.Conflict("introduction-open", "You are already introduced to this member.")
	errChanged = apperr.Conflict("introduction-over",
		"The introduction has changed since you opened the page. Please reload the page.")
)

// errTooEarly refuses a request to the same person before a time.
func errTooEarly(from time.Time) *apperr.Error {
	return apperr.Conflict("introduction-resting", "You can ask this member again from "+india.DayText(from)+".")
}

// View is an introduction as one of its two people sees it.
type View struct {
	ID     string `json:"id"`
	Status Status `json:"status"`
	// Person is the other person. While the two do not see each other, it has no id and the name "A member".
	Person directory.Card `json:"person"`
	Reason string         `json:"reason"`
	// IsSuggested is true if the office has suggested the introduction, and IsOwn if the caller has asked for it.
	IsSuggested bool       `json:"isSuggested"`
	IsOwn       bool       `json:"isOwn"`
	SentAt      httpx.Time `json:"sentAt"`
	// ExpiresAt is the end of the time for an answer.
	ExpiresAt httpx.Time `json:"expiresAt"`
	// OpenedAt is empty until both have agreed, and LastMessageAt until there is a message.
	OpenedAt      httpx.Time `json:"openedAt"`
	LastMessageAt httpx.Time `json:"lastMessageAt"`
}

// view returns the introduction as the viewer sees it, with the card of the other person or directory.HiddenMember.
func (i *introduction) view(viewer string, card directory.Card, now time.Time) View {
	status := i.status(viewer, now)
	if card.ID == "" {
		status = StatusClosed
	}
	return View{
		ID: i.Id, Status: status, Person: card, Reason: i.reason(), IsSuggested: i.isSuggested(),
		IsOwn: i.isAskedBy(viewer), SentAt: httpx.TimeOf(i.sentAt()), ExpiresAt: httpx.TimeOf(i.expiresAt()),
		OpenedAt: httpx.TimeOf(i.openedAt()), LastMessageAt: httpx.TimeOf(i.lastMessageAt()),
	}
}

func (i *introduction) status(viewer string, now time.Time) Status {
	return status(i.state(), i.answer(viewer), i.expiresAt(), now)
}

// canAskFrom returns when the viewer can ask the other person again. It ignores the other person's answer, so that the
// time does not reveal a decline. After a closed conversation or a suggestion of the office, both must wait. After a
// request only the sender must: the person who was asked can ask once the request has expired or was withdrawn.
func (i *introduction) canAskFrom(viewer string) time.Time {
	switch {
	case i.state() == Closed:
		return i.endedAt().AddDate(0, 0, askAgainDays)
	case i.isSuggested() || i.isAskedBy(viewer):
		return i.expiresAt().AddDate(0, 0, askAgainDays)
	case i.state() == Waiting:
		return i.expiresAt()
	}
	return time.Time{}
}

// findCurrent returns the introduction of two people that waits or is open for the viewer. Without one, it returns when
// the viewer can ask the person, or the zero time if that is now.
func (n *Introductions) findCurrent(app core.App, viewer, person string) (current *introduction, from time.Time,
	err error) {
	list, err := listBetween(app, viewer, person)
	now := n.now()
	for _, i := range list {
		switch i.status(viewer, now) {
		case StatusAsked, StatusWaiting, StatusOpen:
			return i, time.Time{}, err
		}
		if until := i.canAskFrom(viewer); until.After(now) && until.After(from) {
			from = until
		}
	}
	return nil, from, err
}

// findVisible returns an introduction of the viewer and what the viewer sees of it, or errNotFound.
func (n *Introductions) findVisible(app core.App, id, viewer string) (*introduction, View, error) {
	i, err := find(app, id)
	if err != nil {
		return nil, View{}, database.IfMissing(err, errNotFound)
	}
	if other := i.counterpart(viewer); viewer == "" || other == "" || other == viewer {
		return nil, View{}, errNotFound
	}
	views, err := n.views(app, viewer, []*introduction{i})
	if err != nil {
		return nil, View{}, err
	}
	if len(views) == 0 || views[0].Status == StatusWithdrawn && !views[0].IsOwn {
		return nil, View{}, errNotFound
	}
	return i, views[0], nil
}

// OwnIntroductions are the introductions of a member.
type OwnIntroductions struct {
	// IsListed reports whether other members can see the caller. If not, the caller's requests are not listed.
	IsListed bool `json:"isListed"`
	// Asked are the requests that wait for the caller's answer. Sent are requests of the caller, and suggestions of the
	// office to which the caller has agreed. Conversations are open or closed.
	Asked         []View `json:"asked"`
	Sent          []View `json:"sent"`
	Conversations []View `json:"conversations"`
}

// List is GET /api/introductions.
func (n *Introductions) List() httpx.Endpoint {
	return httpx.Get(n.list, httpx.Doc{
		Tag: tag, Summary: "List your introductions",
		Description: "A request that was declined is listed like one without an answer.",
	})
}

func (n *Introductions) list(e *core.RequestEvent) (OwnIntroductions, error) {
	httpx.KeepPrivate(e)
	own, err := n.own(e.App, httpx.CurrentPersonID(e))
	return own, apperr.Fail(readFailed, err)
}

func (n *Introductions) own(app core.App, viewer string) (OwnIntroductions, error) {
	own := OwnIntroductions{Asked: []View{}, Sent: []View{}, Conversations: []View{}}
	cards, err := n.deps.Directory.Visible(app, viewer, []string{viewer})
	if err != nil {
		return own, err
	}
	own.IsListed = len(cards) > 0
	list, err := listOf(app, viewer)
	if err != nil {
		return own, err
	}
	views, err := n.views(app, viewer, list)
	for _, v := range views {
		switch v.Status {
		case StatusAsked:
			own.Asked = append(own.Asked, v)
		case StatusOpen, StatusClosed:
			own.Conversations = append(own.Conversations, v)
		case StatusWaiting, StatusUnanswered:
			if v.IsOwn || v.Status == StatusWaiting {
				own.Sent = append(own.Sent, v)
			}
		}
	}
	return own, err
}

// views returns what the viewer sees of introductions. It leaves out requests between people who do not see each other,
// and conversations that have been shown as closed for too long (closedDays).
func (n *Introductions) views(app core.App, viewer string, list []*introduction) ([]View, error) {
	var people []string
	for _, i := range list {
		people = append(people, i.counterpart(viewer))
	}
	views := []View{}
	if len(list) == 0 {
		return views, nil
	}
	cards, err := n.deps.Directory.VisibleMutually(app, viewer, people...)
	for _, i := range list {
		card, isSeen := cards[i.counterpart(viewer)]
		if !isSeen && !i.isConversation() {
			continue
		}
		if !isSeen {
			card = directory.HiddenMember
		}
		v := i.view(viewer, card, n.now())
		if v.Status == StatusClosed && n.now().After(i.lastActiveAt().AddDate(0, 0, closedDays)) {
			continue
		}
		views = append(views, v)
	}
	return views, err
}

// WaitingFor returns the introductions that wait for the answer of a person.
func (n *Introductions) WaitingFor(app core.App, person string) ([]View, error) {
	list, err := listWaitingFor(app, person, n.now())
	if err != nil {
		return nil, err
	}
	return n.views(app, person, list)
}

// Known returns the people with whom a person has or had an introduction or a request, whatever the answers were.
func (n *Introductions) Known(app core.App, person string) ([]string, error) {
	return listKnown(app, person)
}

// CountConversations counts the open and closed conversations that are shown to a person.
func (n *Introductions) CountConversations(app core.App, person string) (int, error) {
	own, err := n.own(app, person)
	return len(own.Conversations), err
}

// Get is GET /api/introductions/{id}.
func (n *Introductions) Get() httpx.Endpoint {
	return httpx.Get(n.get, httpx.Doc{
		Tag: tag, Summary: "Read an introduction", Errors: []*apperr.Error{errNotFound},
		Description: "A request to a person who is hidden or blocked gets the same 404 as an unknown one. " +
			"A conversation with them looks like a closed one with a member who has no name.",
	})
}

func (n *Introductions) get(e *core.RequestEvent) (View, error) {
	httpx.KeepPrivate(e)
	viewer := httpx.CurrentPersonID(e)
	_, v, err := n.findVisible(e.App, e.Request.PathValue("id"), viewer)
	return v, apperr.Fail(readFailed, err)
}

// WithMember is the caller's introduction to one member, and when the caller can ask for a new one.
type WithMember struct {
	// Introduction is the introduction that waits or is open, or null.
	Introduction *View `json:"introduction"`
	// IsListed reports whether other members see the caller, who otherwise cannot ask.
	IsListed bool `json:"isListed"`
	// CanAskFrom is when the caller can ask the person again. It is empty if the caller can ask now.
	CanAskFrom httpx.Time `json:"canAskFrom"`
}

// GetWith is GET /api/directory/{person}/introduction.
func (n *Introductions) GetWith() httpx.Endpoint {
	return httpx.Get(n.getWith, httpx.Doc{
		Tag: tag, Summary: "Read your introduction to a member", Errors: []*apperr.Error{errNoPerson, errYourself},
	})
}

func (n *Introductions) getWith(e *core.RequestEvent) (WithMember, error) {
	httpx.KeepPrivate(e)
	viewer, person := httpx.CurrentPersonID(e), e.Request.PathValue("person")
	if person == viewer {
		return WithMember{}, errYourself
	}
	cards, err := n.deps.Directory.Visible(e.App, viewer, []string{person, viewer})
	if err != nil {
		return WithMember{}, apperr.Fail(readFailed, err)
	}
	card, isSeen := cards[person]
	if !isSeen {
		return WithMember{}, errNoPerson
	}
	var with WithMember
	if _, with.IsListed = cards[viewer]; !with.IsListed {
		return with, nil
	}
	current, from, err := n.findCurrent(e.App, viewer, person)
	if err != nil {
		return WithMember{}, apperr.Fail(readFailed, err)
	}
	if current != nil {
		v := current.view(viewer, card, n.now())
		with.Introduction = &v
	}
	with.CanAskFrom = httpx.TimeOf(from)
	return with, nil
}

// AskForm is the body of POST /api/introductions.
type AskForm struct {
	_ struct{} `wire:"introduction"`
	// Person is the id of the person in the directory.
	Person string `json:"person"`
	Reason string `json:"reason"`
}

// Rules returns the rules of the form.
func (AskForm) Rules() rules.Form { return askRules }

var askRules = rules.Form{
	{Name: "person", Label: "Person", Kind: rules.Line, Required: true, Max: 15},
	withoutLinks(reasonRule),
}

func withoutLinks(field rules.Field) rules.Field {
	field.NoLinks = true
	return field
}

var reasonRule = rules.Field{Name: "reason", Label: "Reason", Kind: rules.Text, Required: true, Min: 20, Max: 1000,
	Messages: rules.Messages{
		Required: "Please say why you would like to be introduced",
		Short:    "Please say a little more: at least 20 characters",
	}}

// Ask is POST /api/introductions.
func (n *Introductions) Ask() httpx.Endpoint {
	return httpx.JSON(n.ask, httpx.Doc{
		Tag: tag, Summary: "Ask a member for an introduction", Status: http.StatusCreated,
		Description: "The member gets an email. A decline is not shown: the request waits until it expires after 14 " +
			"days. You can ask the same member again 90 days after that. At most five requests can wait.",
		Errors: []*apperr.Error{errNoPerson, errYourself, errUnlisted, errTooMany, errWaiting, errRequestExists,
			errOpen, errTooEarly(time.Time{})},
		Example: map[string]any{"reason": "You have chaired an audit committee through a listing. Ours is next " +
			"year."},
		Unaudited: httpx.OwnAction,
	})
}

func (n *Introductions) ask(e *core.RequestEvent, form AskForm) (v View, err error) {
	httpx.KeepPrivate(e)
	viewer := httpx.CurrentPersonID(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		i, card, err := n.request(tx, viewer, form)
		if err != nil {
			return err
		}
		v = i.view(viewer, card, n.now())
		return n.enqueue(tx, i, form.Person, viewer, emailAsked)
	})
	return v, apperr.SaveFailed("ask for an introduction", err)
}

// request stores a request of a member.
func (n *Introductions) request(tx core.App, viewer string, form AskForm) (*introduction, directory.Card, error) {
	none := directory.Card{}
	if form.Person == viewer {
		return nil, none, errYourself
	}
	cards, err := n.deps.Directory.Visible(tx, viewer, []string{form.Person, viewer})
	if err != nil {
		return nil, none, err
	}
	card, isSeen := cards[form.Person]
	if !isSeen {
		return nil, none, errNoPerson
	}
	if _, isListed := cards[viewer]; !isListed {
		return nil, none, errUnlisted
	}
	current, from, err := n.findCurrent(tx, viewer, form.Person)
	switch {
	case err != nil:
		return nil, none, err
	case current != nil && current.state() == Open:
		return nil, none, errOpen
	case current != nil && current.isAskedBy(viewer):
		return nil, none, errWaiting
	case current != nil:
		return nil, none, errRequestExists
	case !from.IsZero():
		return nil, none, errTooEarly(from)
	}
	if err := n.makeRoom(tx, viewer); err != nil {
		return nil, none, err
	}
	i, err := newIntroduction(tx, viewer, form.Person, form.Reason, false, n.now())
	if err != nil {
		return nil, none, err
	}
	if err := i.setAnswer(viewer, Agreed); err != nil {
		return nil, none, err
	}
	return i, card, save(tx, i)
}

// makeRoom refuses another request of a member who has five that wait. It withdraws the requests to people whom the
// member does not see: the member could not withdraw them, and they would otherwise tell a block, which ends a request,
// from a withdrawn profile.
func (n *Introductions) makeRoom(tx core.App, viewer string) error {
	waiting, err := listRequests(tx, viewer, n.now())
	if err != nil || len(waiting) < maxWaiting {
		return err
	}
	others := make([]string, len(waiting))
	for at, i := range waiting {
		others[at] = i.counterpart(viewer)
	}
	cards, err := n.deps.Directory.Visible(tx, viewer, others)
	if err != nil {
		return err
	}
	seen := 0
	for _, i := range waiting {
		if _, isSeen := cards[i.counterpart(viewer)]; isSeen {
			seen++
		} else if err := errors.Join(i.setState(Withdrawn, n.now()), save(tx, i)); err != nil {
			return err
		}
	}
	if seen >= maxWaiting {
		return errTooMany
	}
	return nil
}

// Accept is POST /api/introductions/{id}/accept.
func (n *Introductions) Accept() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (View, error) {
		return n.change(e, func(tx core.App, i *introduction, seen View, viewer string) error {
			if seen.Status != StatusAsked {
				return errChanged
			}
			if err := i.setAnswer(viewer, Agreed); err != nil {
				return err
			}
			other := i.counterpart(viewer)
			if i.answer(other) != Agreed {
				return nil
			}
			if err := i.setState(Open, n.now()); err != nil {
				return err
			}
			return n.enqueue(tx, i, other, viewer, emailOpened)
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Accept an introduction", Unaudited: httpx.OwnAction,
		Description: "Once both have agreed, both see the contacts that the other shares after an introduction, and " +
			"can write messages.",
		Errors: []*apperr.Error{errNotFound, errChanged},
	})
}

// Decline is POST /api/introductions/{id}/decline.
func (n *Introductions) Decline() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (View, error) {
		return n.change(e, func(_ core.App, i *introduction, seen View, viewer string) error {
			if seen.Status != StatusAsked {
				return errChanged
			}
			return i.setAnswer(viewer, Declined)
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Decline an introduction", Description: "The other person is not told.",
		Unaudited: httpx.OwnAction,
		Errors:    []*apperr.Error{errNotFound, errChanged},
	})
}

// Withdraw is POST /api/introductions/{id}/withdraw.
func (n *Introductions) Withdraw() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (View, error) {
		return n.change(e, func(_ core.App, i *introduction, seen View, _ string) error {
			if !seen.IsOwn || seen.Status != StatusWaiting {
				return errChanged
			}
			return i.setState(Withdrawn, n.now())
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Withdraw a request", Unaudited: httpx.OwnAction,
		Errors: []*apperr.Error{errNotFound, errChanged},
	})
}

// Close is POST /api/introductions/{id}/close.
func (n *Introductions) Close() httpx.Endpoint {
	return httpx.DoJSON(func(e *core.RequestEvent) (View, error) {
		return n.change(e, func(_ core.App, i *introduction, seen View, _ string) error {
			if seen.Status != StatusOpen {
				return errChanged
			}
			return i.setState(Closed, n.now())
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Close a conversation", Unaudited: httpx.OwnAction,
		Errors:      []*apperr.Error{errNotFound, errChanged},
		Description: "Neither can write messages, and contacts that are shared after an introduction are hidden again.",
	})
}

// change changes an introduction of the caller, of which the caller has seen a view, in a transaction.
func (n *Introductions) change(e *core.RequestEvent,
	change func(tx core.App, i *introduction, seen View, viewer string) error) (v View, err error) {
	httpx.KeepPrivate(e)
	viewer := httpx.CurrentPersonID(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		i, seen, err := n.findVisible(tx, e.Request.PathValue("id"), viewer)
		if err != nil {
			return err
		}
		if err := change(tx, i, seen, viewer); err != nil {
			return err
		}
		v = i.view(viewer, seen.Person, n.now())
		return save(tx, i)
	})
	return v, apperr.SaveFailed("change an introduction", err)
}
