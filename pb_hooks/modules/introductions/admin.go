package introductions

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people"
)

// OfficeView is an introduction in the console. It has no text of a member, and does not tell a decline.
type OfficeView struct {
	ID string `json:"id"`
	// Status is that of a person who has agreed: waiting, unanswered, withdrawn, open or closed.
	Status      Status       `json:"status"`
	Person      people.Named `json:"person"`
	Other       people.Named `json:"other"`
	IsSuggested bool         `json:"isSuggested"`
	// Messages is the number of messages.
	Messages  int        `json:"messages"`
	SentAt    httpx.Time `json:"sentAt"`
	ExpiresAt httpx.Time `json:"expiresAt"`
}

// ListAll is GET /api/admin/introductions.
func (n *Introductions) ListAll() httpx.Endpoint {
	endpoint := httpx.Get(n.listAll, httpx.Doc{
		Tag: tag, Summary: "List all introductions",
		Description: "The list has no reasons and no messages, and it does not show that a request was declined.",
	})
	return officeList.Describe(endpoint)
}

func (n *Introductions) listAll(e *core.RequestEvent) ([]OfficeView, error) {
	rows, err := lists.QueryRows[officeRow](e, officeList)
	if err != nil {
		return nil, err
	}
	ids := []string{}
	for _, r := range rows {
		ids = append(ids, r.Person, r.Other)
	}
	names, err := people.NamesOf(e.App, ids)
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	list := make([]OfficeView, len(rows))
	for i, r := range rows {
		list[i] = OfficeView{
			ID: r.ID, Status: status(r.State, Agreed, types.DateTime(r.ExpiresAt).Time(), n.now()),
			Person: people.Named{ID: r.Person, Name: names[r.Person]},
			Other:  people.Named{ID: r.Other, Name: names[r.Other]}, IsSuggested: r.IsSuggested, Messages: r.Messages,
			SentAt:    r.SentAt,
			ExpiresAt: r.ExpiresAt,
		}
	}
	return list, nil
}

var (
	errNoMember = apperr.NotFound("introduction-no-member", "One of the two accounts was not found.")
	errNoPair   = apperr.Conflict("introduction-no-pair",
		"These two cannot be introduced. Both must have published a profile in the directory, and see each other "+
			"there.")
	errExists = apperr.Conflict("introduction-exists",
		"There is already a request or a conversation between these two members.")
)

// SuggestForm is the body of POST /api/admin/introductions.
type SuggestForm struct {
	_ struct{} `wire:"introductionSuggestion"`
	// UserID and OtherID are the ids of the two accounts.
	UserID  string `json:"userId"`
	OtherID string `json:"otherId"`
	Reason  string `json:"reason"`
}

// Rules returns the rules of the form.
func (SuggestForm) Rules() rules.Form { return suggestRules }

var suggestRules = rules.Form{
	{Name: "userId", Label: "First member", Kind: rules.Line, Required: true, Max: 15},
	{Name: "otherId", Label: "Second member", Kind: rules.Line, Required: true, Max: 15},
	reasonRule,
}

// Suggest is POST /api/admin/introductions.
func (n *Introductions) Suggest() httpx.Endpoint {
	return httpx.JSON(n.suggest, httpx.Doc{
		Tag: tag, Summary: "Suggest that two members meet", Status: http.StatusCreated,
		Description: "Both get an email. The introduction opens once both have accepted, and neither learns of a " +
			"decline.",
		Errors:  []*apperr.Error{errNoMember, errNoPair, errExists},
		Example: map[string]any{"reason": "You both prepare a company for its listing next year."},
	})
}

func (n *Introductions) suggest(e *core.RequestEvent, form SuggestForm) (v OfficeView, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		users, err := identity.FindUsers(tx, []string{form.UserID, form.OtherID})
		if err != nil {
			return err
		}
		one, two := users[form.UserID], users[form.OtherID]
		if one == nil || two == nil {
			return errNoMember
		}
		person, other := one.PersonID(), two.PersonID()
		if person == other {
			return errNoPair
		}
		cards, err := n.deps.Directory.VisibleMutually(tx, person, other)
		if err != nil {
			return err
		}
		if _, isSeen := cards[other]; !isSeen {
			return errNoPair
		}
		between, err := listBetween(tx, person, other)
		if err != nil {
			return err
		}
		now := n.now()
		for _, i := range between {
			if state := i.state(); state == Open || state == Waiting && now.Before(i.expiresAt()) {
				return errExists
			}
		}
		i, err := newIntroduction(tx, person, other, form.Reason, true, now)
		if err != nil {
			return err
		}
		if err := n.deps.Audit.Save(tx, audit.RequestActor(e), "introduction.suggested", i.Record); err != nil {
			return err
		}
		v = OfficeView{
			ID: i.Id, Status: StatusWaiting, Person: people.Named{ID: person, Name: one.Name()},
			Other:       people.Named{ID: other, Name: two.Name()},
			IsSuggested: true, SentAt: httpx.TimeOf(i.sentAt()), ExpiresAt: httpx.TimeOf(i.expiresAt()),
		}
		if err := n.enqueue(tx, i, person, other, emailSuggested); err != nil {
			return err
		}
		return n.enqueue(tx, i, other, person, emailSuggested)
	})
	return v, apperr.SaveFailed("suggest an introduction", err)
}
