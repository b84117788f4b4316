package tiers

import (
	"database/sql"
	"errors"
	"maps"
	"net/http"
	"strconv"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// Create is POST /api/membership-tiers.
func (p *Plans) Create(e *core.RequestEvent) error {
	tiers, err := e.App.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return refusal(err)
	}
	body, err := httpx.Object(e)
	if err != nil {
		return err
	}
	return p.store(e, http.StatusCreated, core.NewRecord(tiers), body)
}

// Update is PUT /api/membership-tiers/{id}. A field that is left out keeps its value, but the slug
// follows the name.
func (p *Plans) Update(e *core.RequestEvent) error {
	record, err := e.App.FindRecordById(collection, e.Request.PathValue("id"))
	if err != nil {
		return refusal(err)
	}
	body, err := httpx.Object(e)
	if err != nil {
		return err
	}
	whole := stored(record)
	if _, renamed := body["name"]; renamed {
		delete(whole, "slug")
	}
	maps.Copy(whole, body)
	return p.store(e, http.StatusOK, record, whole)
}

// Delete is DELETE /api/membership-tiers/{id}.
func (p *Plans) Delete(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		record, err := tx.FindRecordById(collection, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		return p.audit.Delete(tx, audit.By(e), "tier.deleted", record)
	})
	if err != nil {
		return refusal(err)
	}
	return e.NoContent(http.StatusNoContent)
}

// Reorder is POST /api/membership-tiers/reorder: the ids of all tiers in their new order.
func (p *Plans) Reorder(e *core.RequestEvent) error {
	ids, err := httpx.Order(e)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		standing, err := tx.FindAllRecords(collection)
		if err != nil {
			return err
		}
		moved, err := httpx.Reorder(tx, standing, ids)
		if err != nil || !moved {
			return err
		}
		return p.audit.Note(tx, audit.By(e), "tier.reordered", audit.Subject{Collection: collection}, map[string]any{"ids": ids})
	})
	if err != nil {
		return refusal(err)
	}
	return e.NoContent(http.StatusNoContent)
}

// store checks a body by the form's rules, saves it and answers with the tier.
func (p *Plans) store(e *core.RequestEvent, status int, record *core.Record, body map[string]any) error {
	values, problems := TierForm.Check(body)
	if values != nil && values.Text("slug") == "" && values.Text("name") != "" {
		values["slug"] = Slug(values.Text("name"))
		if values["slug"] == "" {
			problems = append(problems, rules.Problem{Field: "slug", Code: "required", Message: TierForm.Field("slug").Sentences().Required})
		}
	}
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	price, err := money.Parse(values.Text("price"))
	if err != nil {
		return refusal(err)
	}
	record.Load(values)
	record.Set("price", int64(price))
	action := "tier.updated"
	if record.IsNew() {
		action = "tier.created"
	}
	err = e.App.RunInTransaction(func(tx core.App) error { return p.audit.Save(tx, audit.By(e), action, record) })
	if err != nil {
		return refusal(err)
	}
	tier, err := priced(e.App, record)
	if err != nil {
		return refusal(err)
	}
	return e.JSON(status, tier)
}

// stored are a tier's values as a form would send them.
func stored(r *core.Record) map[string]any {
	body := map[string]any{}
	for _, field := range TierForm {
		switch field.Name {
		case "price":
			body["price"] = money.Amount(r.GetInt("price")).String()
		case "features":
			features := []any{}
			for _, feature := range tierOf(r, settings.Settings{}).Features {
				features = append(features, feature)
			}
			body["features"] = features
		case "isActive":
			body["isActive"] = r.GetBool("isActive")
		case "sortOrder":
			body["sortOrder"] = strconv.Itoa(r.GetInt("sortOrder"))
		default:
			body[field.Name] = r.GetString(field.Name)
		}
	}
	return body
}

// refusal turns an error into the answer.
func refusal(err error) error {
	var answer *router.ApiError
	problems := httpx.Unfit(err, TierForm)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return httpx.Refuse(http.StatusNotFound, "This membership tier was not found.", nil)
	case errors.As(err, &answer): // the guard's
		return answer
	case httpx.IsTaken(err, "slug"):
		return httpx.Conflict(rules.Problem{Field: "slug", Code: "taken", Message: "Another membership tier has this slug. Please choose another name or slug."})
	case len(problems) > 0:
		return httpx.Invalid(problems...)
	}
	return httpx.Refuse(http.StatusInternalServerError, "The membership tier could not be saved. Please try again.", err)
}
