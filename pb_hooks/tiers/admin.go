package tiers

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// Create is POST /api/membership-tiers.
func (p *Tiers) Create() httpx.Endpoint {
	return httpx.Patch(p.create, httpx.Doc{
		Tag:     "tiers",
		Summary: "Create a membership tier",
		Description: "A tier with a payment link requires the caller's password, and so does a tier that goes on sale " +
			"for less than the others. A lower price counts as 1,000 sales: above the limit the tier waits for a " +
			"second admin. Without modules, the plan opens the whole circle.",
		Status:   http.StatusCreated,
		Errors:   []*apperr.Error{errPlanNoProvider, errPlanUnchecked},
		Statuses: []int{http.StatusConflict},
		Example:  map[string]any{"name": "Gold", "price": "100"},
	})
}

func (p *Tiers) create(e *core.RequestEvent, change httpx.Change[Form]) (approvals.Outcome[Tier], error) {
	record, err := createRecord(e.App)
	if err != nil {
		return approvals.Outcome[Tier]{}, toAPIError(err)
	}
	if !change.Has("modules") {
		opened := []any{}
		for _, id := range modules.Circle() {
			opened = append(opened, string(id))
		}
		change.Body["modules"] = opened
	}
	return p.save(e, record, change, change.Body)
}

// Update is PUT /api/membership-tiers/{id}.
func (p *Tiers) Update() httpx.Endpoint {
	return httpx.Patch(p.update, httpx.Doc{
		Tag:     "tiers",
		Summary: "Change a membership tier",
		Description: "A field that is missing keeps its value, but a new name also changes the slug. A change of the " +
			"price, the currency, the duration or the payment link requires the caller's password, and so does a " +
			"tier that goes on sale for less than the others. A lower price counts as 1,000 sales: above the limit " +
			"the change waits for a second admin.",
		Errors:      []*apperr.Error{errPlanNoProvider, errPlanUnchecked},
		Statuses:    []int{http.StatusConflict},
		Example:     map[string]any{"name": "Silver"},
		IsVersioned: true,
	})
}

func (p *Tiers) update(e *core.RequestEvent, change httpx.Change[Form]) (approvals.Outcome[Tier], error) {
	record, err := findRecord(e.App, e.Request.PathValue("id"))
	if err != nil {
		return approvals.Outcome[Tier]{}, toAPIError(err)
	}
	stored := record.form()
	if change.Has("name") {
		stored.Slug = ""
	}
	merged, err := change.Over(stored)
	if err != nil {
		return approvals.Outcome[Tier]{}, toAPIError(err)
	}
	return p.save(e, record, change, merged)
}

// Delete is DELETE /api/membership-tiers/{id}.
func (p *Tiers) Delete() httpx.Endpoint {
	return httpx.Do(p.delete, httpx.Doc{
		Tag: "tiers", Summary: "Delete a membership tier", Description: "A tier with transactions cannot be deleted.",
		Statuses: []int{http.StatusConflict},
	})
}

func (p *Tiers) delete(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		record, err := findRecord(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		return p.audit.Delete(tx, audit.RequestActor(e), "tier.deleted", record.Record)
	})
	if err != nil {
		return toAPIError(err)
	}
	return nil
}

// Reorder is POST /api/membership-tiers/reorder.
func (p *Tiers) Reorder() httpx.Endpoint {
	return httpx.JSON(p.reorder, httpx.Doc{
		Tag:         "tiers",
		Summary:     "Sort the membership tiers",
		Description: "The body has the ids of all tiers in their new order.",
		Statuses:    []int{http.StatusConflict},
	})
}

func (p *Tiers) reorder(e *core.RequestEvent, order httpx.Order) (httpx.None, error) {
	if err := order.Check(); err != nil {
		return httpx.None{}, err
	}
	ids := order.IDs
	err := e.App.RunInTransaction(func(tx core.App) error {
		existing, err := findAll(tx)
		if err != nil {
			return err
		}
		moved, err := httpx.Reorder(tx, existing, ids)
		if err != nil || !moved {
			return err
		}
		return p.audit.Record(tx, audit.RequestActor(e), "tier.reordered", audit.Subject{Collection: collection},
			map[string]any{"ids": ids})
	})
	if err != nil {
		return httpx.None{}, toAPIError(err)
	}
	return httpx.None{}, nil
}

// checkVersion returns a conflict if a change is based on another version of a tier than the stored one.
func checkVersion(app core.App, id string, change httpx.Change[Form]) error {
	stored, err := findRecord(app, id)
	if err != nil {
		return err
	}
	return change.CheckVersion(stored.form(), "plan")
}

// save checks the values of a tier after a change, and saves them. It returns the tier, or the request that waits for a
// second admin.
func (p *Tiers) save(e *core.RequestEvent, record *tierRecord, change httpx.Change[Form], body map[string]any) (
	outcome approvals.Outcome[Tier], err error) {
	before := record.paymentLink()
	action, err := p.prepare(e, record, body)
	if err != nil {
		return outcome, err
	}
	isProtected, err := p.isProtected(e.App, record)
	if err != nil {
		return outcome, toAPIError(err)
	}
	if (record.paymentLink() != before || isProtected) && !httpx.IsReauthenticated(e) {
		return outcome, errTierChanged // the form was sent unchanged, but the tier has changed since it was loaded
	}
	by := audit.RequestActor(e)
	apply := func(tx core.App) error {
		if !record.IsNew() {
			if err := checkVersion(tx, record.Id, change); err != nil {
				return err
			}
		}
		return p.audit.Save(tx, by, action, record.Record)
	}
	waiting, err := p.options.Approvals.Run(by, func(tx core.App) (approvals.Request, error) {
		return p.describeSave(tx, record)
	}, apply)
	if err != nil {
		return outcome, toAPIError(err)
	}
	if waiting != nil {
		outcome.Waiting = &approvals.Waiting{Approval: *waiting}
		return outcome, nil
	}
	site, err := settings.Read(e.App)
	if err != nil {
		return outcome, toAPIError(err)
	}
	outcome.Answer = record.tier(site)
	return outcome, nil
}

// prepare checks a body against the form and the plan at the provider, and loads it into the record. It returns the
// action for the audit log.
func (p *Tiers) prepare(e *core.RequestEvent, record *tierRecord, body map[string]any) (action string, err error) {
	form, problems := p.bind(body)
	if form.Slug == "" && form.Name != "" {
		if form.Slug = Slug(form.Name); form.Slug == "" {
			problems = append(problems, rules.Missing("slug", formRules.Field("slug").ErrorMessages().Required))
		}
	}
	problems = append(problems, form.checkScreens()...)
	if len(problems) > 0 {
		return "", httpx.Invalid(problems...)
	}
	record.setForm(form)
	if problems, err = p.checkPlan(e, record); err != nil {
		return "", err
	}
	if len(problems) > 0 {
		return "", httpx.Invalid(problems...)
	}
	if record.IsNew() {
		return "tier.created", nil
	}
	return "tier.updated", nil
}

// toAPIError converts an error to the answer.
func toAPIError(err error) error {
	var answer *router.ApiError
	problems := httpx.SchemaProblems(err, formRules)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return httpx.NewError(http.StatusNotFound, "This membership tier was not found.", nil)
	case errors.As(err, &answer): // from a record hook
		return answer
	case httpx.IsUniqueViolation(err, "slug"):
		return httpx.Conflict(rules.Problem{
			Field:   "slug",
			Code:    "taken",
			Message: "Another membership tier has this slug. Please choose another name or slug.",
		})
	case len(problems) > 0:
		return httpx.Invalid(problems...)
	}
	return apperr.Fail("The membership tier could not be saved. Please try again.", err)
}
