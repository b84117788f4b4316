package mentors

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// Offer is a member's own offer to mentor.
type Offer struct {
	// Capacity is the number of members whom the caller mentors at a time. It is 0 without an offer.
	Capacity int  `json:"capacity"`
	IsPaused bool `json:"isPaused"`
	// Active is the number of members whom the caller mentors now.
	Active int `json:"active"`
}

func ownOffer(app core.App, person string) (Offer, error) {
	o, err := findOffer(app, person)
	if err != nil {
		return Offer{}, err
	}
	active, err := countActive(app, person)
	return Offer{Capacity: o.capacity(), IsPaused: o.isPaused(), Active: active}, err
}

// OfferForm is the body of PUT /api/mentors/offer.
type OfferForm struct {
	_        struct{} `wire:"mentorOffer"`
	Capacity int      `json:"capacity"`
	IsPaused bool     `json:"isPaused"`
}

// Rules returns the rules of the form.
func (OfferForm) Rules() rules.Form { return offerRules }

var offerRules = rules.Form{
	{Name: "capacity", Label: "Members at a time", Kind: rules.Integer, Required: true, Min: 1, Max: maxCapacity},
	{Name: "isPaused", Label: "Pause", Kind: rules.Flag, Default: "false"},
}

// PutOffer is PUT /api/mentors/offer.
func (m *Mentors) PutOffer() httpx.Endpoint {
	return httpx.JSON(m.putOffer, httpx.Doc{
		Tag: tag, Summary: "Offer to mentor other members", Unaudited: httpx.OwnAction,
		Description: "A paused offer is not suggested. A smaller capacity or a pause ends no mentorship.",
		Errors:      []*apperr.Error{errUnlisted}, Example: map[string]any{"capacity": 2, "isPaused": "false"},
	})
}

func (m *Mentors) putOffer(e *core.RequestEvent, form OfferForm) (answer Offer, err error) {
	httpx.KeepPrivate(e)
	person := httpx.CurrentPersonID(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		own, err := m.deps.Directory.Visible(tx, person, []string{person})
		if err != nil {
			return err
		}
		if len(own) == 0 {
			return errUnlisted
		}
		o, err := findOffer(tx, person)
		if err != nil {
			return err
		}
		o.load(form.Capacity, form.IsPaused)
		if err := tx.Save(o); err != nil {
			return database.Wrap("save offer to mentor", err)
		}
		answer, err = ownOffer(tx, person)
		return err
	})
	return answer, apperr.SaveFailed("save an offer to mentor", err)
}
