package coupons

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/tiers"
)

// Console handles the console's routes for coupons.
type Console struct {
	audit     *audit.Log
	now       clock.Clock
	approvals Approvals
}

func NewConsole(log *audit.Log, now clock.Clock, asked Approvals) *Console {
	c := &Console{log, now, asked}
	asked.Register(c.approvalKind())
	return c
}

// View is a coupon in the console.
type View struct {
	ID   string `json:"id"`
	Code string `json:"code"`
	// Note is for admins, for example to whom the code was given.
	Note string `json:"note"`
	Kind Kind   `json:"kind"`
	// Value is the percentage, or the discount in rupees on the price without GST.
	Value string `json:"value"`
	// MembershipTierIDs are the tiers to which the coupon applies. If it is empty, the coupon applies to all tiers that
	// are paid once.
	MembershipTierIDs []string   `json:"membershipTierIds"`
	StartsAt          httpx.Time `json:"startsAt"`
	EndsAt            httpx.Time `json:"endsAt"`
	// MaxUses and MaxUsesEach limit the total uses and the uses per person. 0 means no limit.
	MaxUses     int `json:"maxUses"`
	MaxUsesEach int `json:"maxUsesEach"`
	// SeatsPerUse is the number of memberships of an order that one use covers.
	SeatsPerUse int `json:"seatsPerUse"`
	// IsForRenewingSeats reports whether the coupon also applies to company seats of tiers that renew.
	IsForRenewingSeats httpx.Bool `json:"isForRenewingSeats"`
	// Reserved counts the uses by unpaid orders, and Consumed those by paid orders.
	Reserved  int        `json:"reserved"`
	Consumed  int        `json:"consumed"`
	IsActive  httpx.Bool `json:"isActive"`
	State     State      `json:"state"`
	CreatedAt httpx.Time `json:"createdAt"`
	// Version is the version of the form.
	Version string `json:"version"`
}

func (r couponRow) view(now time.Time) View {
	v := View{
		ID:                 r.ID,
		Code:               r.Code,
		Note:               r.Note,
		Kind:               r.Kind,
		Value:              strconv.Itoa(r.Value),
		MembershipTierIDs:  slices.Clone([]string(r.TierIDs)),
		StartsAt:           r.StartsAt,
		EndsAt:             r.EndsAt,
		MaxUses:            r.MaxUses,
		MaxUsesEach:        r.MaxUsesEach,
		SeatsPerUse:        r.SeatsPerUse,
		IsForRenewingSeats: httpx.Bool(r.IsForRenewingSeats),
		Reserved:           r.Reserved,
		Consumed:           r.Consumed,
		IsActive:           httpx.Bool(r.IsActive),
		State:              r.state(now),
		CreatedAt:          r.CreatedAt,
		Version:            httpx.VersionOf(r.form()),
	}
	if r.Kind == KindAmount {
		v.Value = money.Amount(r.Value).String()
	}
	if v.MembershipTierIDs == nil {
		v.MembershipTierIDs = []string{}
	}
	return v
}

const (
	// maxDiscount, in rupees, and maxLimit are far above realistic values.
	maxDiscount, maxLimit = 10_000_000, 1_000_000
	// maxSeatsPerUse is the maximum number of seats of an order.
	maxSeatsPerUse = 100
)

const (
	messagePercent = "Please enter a whole percentage from 1 to 100"
)

// Form is what an admin enters for a coupon.
type Form struct {
	_                  struct{}     `wire:"coupon"`
	Code               string       `json:"code"`
	Note               string       `json:"note"`
	Kind               Kind         `json:"kind"`
	Value              money.Amount `json:"value"`
	MembershipTierIDs  []string     `json:"membershipTierIds"`
	StartsAt           string       `json:"startsAt"`
	EndsAt             string       `json:"endsAt"`
	MaxUses            int          `json:"maxUses"`
	MaxUsesEach        int          `json:"maxUsesEach"`
	SeatsPerUse        int          `json:"seatsPerUse"`
	IsForRenewingSeats bool         `json:"isForRenewingSeats"`
	IsActive           bool         `json:"isActive"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return formRules }

var formRules = rules.Form{
	{
		Name:     "code",
		Label:    "Code",
		Kind:     rules.Line,
		Required: true,
		Max:      MaxCodeLength,
		Pattern:  `^[A-Za-z0-9][A-Za-z0-9-]{2,39}$`,
		Messages: rules.Messages{Invalid: "A code has 3 to 40 letters, digits and hyphens, such as FRIENDS-2027"},
	},
	{Name: "note", Label: "Note", Kind: rules.Line, Max: 200},
	{
		Name:     "kind",
		Label:    "Kind of discount",
		Kind:     rules.Choice,
		Required: true,
		Options:  Kind.Values(""),
		Default:  string(KindPercent),
	},
	{
		Name: "value", Label: "Discount", Kind: rules.Amount, Required: true, Max: maxDiscount,
		Messages: rules.Messages{Invalid: "Please enter a number such as 20 or 2500"},
	},
	{Name: "membershipTierIds", Label: "Membership tiers", Kind: rules.List, Max: 100},
	{
		Name:     "startsAt",
		Label:    "From",
		Kind:     rules.Line,
		Max:      40,
		Pattern:  india.DayOrTimePattern,
		Messages: rules.Messages{Invalid: india.NoSuchDay},
	},
	{
		Name:     "endsAt",
		Label:    "Until",
		Kind:     rules.Line,
		Max:      40,
		Pattern:  india.DayOrTimePattern,
		Messages: rules.Messages{Invalid: india.NoSuchDay},
	},
	{Name: "maxUses", Label: "Total uses", Kind: rules.Integer, Min: 0, Max: maxLimit, Default: "0"},
	{Name: "maxUsesEach", Label: "Uses per person", Kind: rules.Integer, Min: 0, Max: maxLimit, Default: "1"},
	{Name: "seatsPerUse", Label: "Seats per use", Kind: rules.Integer, Min: 1, Max: maxSeatsPerUse, Default: "1"},
	{Name: "isForRenewingSeats", Label: "Company seats of renewing tiers", Kind: rules.Flag, Default: "false"},
	{Name: "isActive", Label: "Active", Kind: rules.Flag, Default: "true"},
}

var (
	errNotFound = apperr.NotFound("coupon-not-found", "This coupon was not found.")
	errTaken    = &apperr.Error{
		Code:    "coupon-taken",
		Status:  http.StatusConflict,
		Field:   "code",
		Message: "A coupon with this code already exists.",
	}
)

// List is GET /api/coupons.
func (c *Console) List() httpx.Endpoint {
	return lists.MappedRows(couponList, func(_ *core.RequestEvent, row couponRow) View {
		return row.view(c.now())
	}, httpx.Doc{
		Tag:     "payments",
		Summary: "List the coupons",
		Query: []httpx.Parameter{{Name: "active",
			Description: "Lists the coupons that are turned on (true) or off (false)."},
			{Name: "id", Description: "Lists only the coupon with this id."}},
	})
}

// Create is POST /api/coupons.
func (c *Console) Create() httpx.Endpoint {
	return httpx.JSON(c.create, httpx.Doc{
		Tag: "payments", Summary: "Create a coupon",
		Description: "A coupon above the limit of one admin applies only after a second admin has confirmed it.",
		Status:      http.StatusCreated, Errors: []*apperr.Error{errTaken},
		Example: map[string]any{"code": "FRIENDS", "kind": "percent", "value": "20"},
	})
}

func (c *Console) create(e *core.RequestEvent, form Form) (View, error) {
	coupon, err := newCoupon(e.App)
	if err != nil {
		return View{}, apperr.Fail("The coupon could not be saved. Please try again.", err)
	}
	return c.save(e, "coupon.created", coupon, form, httpx.Change[Form]{})
}

// Update is PUT /api/coupons/{id}.
func (c *Console) Update() httpx.Endpoint {
	return httpx.Patch(c.update, httpx.Doc{
		Tag: "payments", Summary: "Change a coupon", Description: "A field that is missing keeps its value.",
		Errors:  []*apperr.Error{errNotFound, errTaken},
		Example: map[string]any{"value": "30"}, IsVersioned: true,
	})
}

func (c *Console) update(e *core.RequestEvent, change httpx.Change[Form]) (View, error) {
	coupon, err := c.find(e)
	if err != nil {
		return View{}, err
	}
	form, err := change.Apply(coupon.row().form())
	if err != nil {
		return View{}, err
	}
	return c.save(e, "coupon.updated", coupon, form, change)
}

// find returns the coupon of the request's path.
func (c *Console) find(e *core.RequestEvent) (*Coupon, error) {
	coupon, err := find(e.App, e.Request.PathValue("id"))
	return coupon, apperr.Fail("The coupon could not be read.", database.IfMissing(err, errNotFound))
}

// Delete is DELETE /api/coupons/{id}.
func (c *Console) Delete() httpx.Endpoint {
	return httpx.Do(c.delete, httpx.Doc{
		Tag: "payments", Summary: "Delete a coupon", Description: "A coupon that an order has used cannot be deleted.",
		Errors: []*apperr.Error{errNotFound, errHasUses},
	})
}

func (c *Console) delete(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		coupon, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		used, err := hasBeenUsed(tx, coupon.Id)
		if err != nil {
			return err
		}
		if used {
			return errHasUses
		}
		return c.audit.Delete(tx, audit.RequestActor(e), "coupon.deleted", coupon.Record)
	})
	return apperr.Fail("The coupon could not be deleted. Please try again.", database.IfMissing(err, errNotFound))
}

func (c *Console) save(e *core.RequestEvent, action string, coupon *Coupon, form Form, change httpx.Change[Form]) (
	View, error) {
	values, problems, err := parse(e.App, form)
	if err != nil {
		return View{}, apperr.Fail("The coupon could not be checked.", err)
	}
	if len(problems) > 0 {
		return View{}, httpx.Invalid(problems...)
	}
	id := coupon.Id
	err = e.App.RunInTransaction(func(tx core.App) error {
		if !coupon.IsNew() { // with its current counters
			if coupon, err = find(tx, id); err != nil {
				return err
			}
			if err := change.CheckVersion(coupon.row().form(), "coupon"); err != nil {
				return err
			}
		}
		coupon.load(values, c.now())
		return c.saveApproved(tx, coupon, action, audit.RequestActor(e))
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return View{}, errNotFound
	case httpx.IsUniqueViolation(err, "code"):
		return View{}, errTaken
	case err != nil:
		return View{}, apperr.Fail("The coupon could not be saved. Please try again.", err)
	}
	return coupon.view(c.now()), nil
}

// parse converts a form to the values of a record, and checks the rules that involve several fields.
func parse(app core.App, form Form) (couponValues, []rules.Problem, error) {
	var problems []rules.Problem
	refuse := func(field, message string) {
		problems = append(problems, rules.Invalid(field, message))
	}
	parsed := couponValues{Form: form, value: int(form.Value)}
	parsed.Code = Normalize(form.Code)
	switch isPercent := form.Kind == KindPercent; {
	case form.Value <= 0:
		refuse("value", "Please enter the discount")
	case isPercent && (form.Value%100 != 0 || form.Value > 100_00):
		refuse("value", messagePercent)
	case isPercent:
		parsed.value = int(form.Value / 100)
	}
	var err error
	if parsed.startsAt, err = india.ParseStart(form.StartsAt); err != nil {
		refuse("startsAt", india.NoSuchDay)
	}
	if parsed.endsAt, err = india.ParseEnd(form.EndsAt); err != nil {
		refuse("endsAt", india.NoSuchDay)
	}
	if !parsed.endsAt.IsZero() && !parsed.endsAt.After(parsed.startsAt) {
		refuse("endsAt", "The end must be after the start")
	}
	for _, id := range form.MembershipTierIDs {
		tier, err := tiers.Find(app, id)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			refuse("membershipTierIds", "This membership tier does not exist")
		case err != nil:
			return parsed, nil, err
		case tier.Renews && !form.IsForRenewingSeats:
			refuse("membershipTierIds", tier.Name+" renews automatically, so the code must apply to company seats "+
				"of renewing tiers")
		}
	}
	return parsed, problems, nil
}
