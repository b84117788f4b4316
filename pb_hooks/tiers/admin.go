package tiers

import (
	"database/sql"
	"errors"
	"maps"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// Create is POST /api/membership-tiers.
func (p *Tiers) Create(e *core.RequestEvent) error {
	record, err := createRecord(e.App)
	if err != nil {
		return toAPIError(err)
	}
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	return p.save(e, http.StatusCreated, record, body)
}

// Update is PUT /api/membership-tiers/{id}. A missing field keeps its value, but the slug is derived from the name.
func (p *Tiers) Update(e *core.RequestEvent) error {
	record, err := findRecord(e.App, e.Request.PathValue("id"))
	if err != nil {
		return toAPIError(err)
	}
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	merged := record.formValues()
	if _, renamed := body["name"]; renamed {
		delete(merged, "slug")
	}
	maps.Copy(merged, body)
	return p.save(e, http.StatusOK, record, merged)
}

// Delete is DELETE /api/membership-tiers/{id}.
func (p *Tiers) Delete(e *core.RequestEvent) error {
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
	return e.NoContent(http.StatusNoContent)
}

// Reorder is POST /api/membership-tiers/reorder: the ids of all tiers in their new order.
func (p *Tiers) Reorder(e *core.RequestEvent) error {
	ids, err := httpx.DecodeOrder(e)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		existing, err := findAll(tx)
		if err != nil {
			return err
		}
		moved, err := httpx.Reorder(tx, existing, ids)
		if err != nil || !moved {
			return err
		}
		return p.audit.Record(tx, audit.RequestActor(e), "tier.reordered", audit.Subject{Collection: collection}, map[string]any{"ids": ids})
	})
	if err != nil {
		return toAPIError(err)
	}
	return e.NoContent(http.StatusNoContent)
}

// save checks a body against the form and saves it. It answers the tier, or the request that waits for a second admin.
func (p *Tiers) save(e *core.RequestEvent, status int, record *tierRecord, body map[string]any) error {
	before := record.paymentLink()
	action, err := p.prepare(e, record, body)
	if err != nil {
		return err
	}
	if (record.paymentLink() != before || !record.IsNew() && record.changesPrice()) && !httpx.IsReauthenticated(e) {
		return errTierChanged // the form was sent unchanged, but the tier has changed since it was loaded
	}
	by := audit.RequestActor(e)
	apply := func(tx core.App) error { return p.audit.Save(tx, by, action, record.Record) }
	waiting, err := p.options.Approvals.Run(by, func(tx core.App) (approvals.Request, error) { return p.describeSave(tx, record, body) }, apply)
	if err != nil {
		return toAPIError(err)
	}
	if waiting != nil {
		return approvals.Respond(e, waiting)
	}
	site, err := settings.Read(e.App)
	if err != nil {
		return toAPIError(err)
	}
	return e.JSON(status, record.tier(site))
}

// prepare checks a body against the form and the plan at the provider, and loads it into the record. It returns the
// action for the audit log.
func (p *Tiers) prepare(e *core.RequestEvent, record *tierRecord, body map[string]any) (action string, err error) {
	values, problems := p.checkForm(body)
	if values != nil && values.Text("slug") == "" && values.Text("name") != "" {
		values["slug"] = Slug(values.Text("name"))
		if values["slug"] == "" {
			problems = append(problems, rules.Problem{Field: "slug", Code: "required", Message: TierForm.Field("slug").ErrorMessages().Required})
		}
	}
	if len(problems) > 0 {
		return "", httpx.Invalid(problems...)
	}
	price, err := money.Parse(values.Text("price"))
	if err != nil {
		return "", toAPIError(err)
	}
	record.load(values, price)
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
	problems := httpx.SchemaProblems(err, TierForm)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return httpx.NewError(http.StatusNotFound, "This membership tier was not found.", nil)
	case errors.As(err, &answer): // from a record hook
		return answer
	case httpx.IsUniqueViolation(err, "slug"):
		return httpx.Conflict(rules.Problem{Field: "slug", Code: "taken", Message: "Another membership tier has this slug. Please choose another name or slug."})
	case len(problems) > 0:
		return httpx.Invalid(problems...)
	}
	return apperr.Fail("The membership tier could not be saved. Please try again.", err)
}
