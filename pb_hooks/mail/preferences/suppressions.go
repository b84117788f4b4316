package preferences

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
)

var errSuppressionNotFound = apperr.NotFound("suppression-not-found", "This address is no longer suppressed.")

// Suppression stops emails to an address. Its reason is the provider's event, or a text that staff have entered in the
// dashboard.
type Suppression struct {
	ID        string     `db:"id" json:"id"`
	Email     string     `db:"email" json:"email"`
	Scope     Scope      `db:"scope" json:"scope"`
	Reason    string     `db:"reason" json:"reason"`
	CreatedAt httpx.Time `db:"createdAt" json:"createdAt"`
}

// ListSuppressions is GET /api/suppressions.
func (p *Preferences) ListSuppressions() httpx.Endpoint {
	return lists.Rows[Suppression](suppressionList, httpx.Doc{
		Tag: "mail", Summary: "List the addresses that get no emails, with the reason",
	})
}

// LiftForm is the body of POST /api/suppressions/{id}/lift.
type LiftForm struct {
	_      struct{} `wire:"liftSuppression"`
	Reason string   `json:"reason"`
}

// Rules returns the rules of the form.
func (LiftForm) Rules() rules.Form {
	return rules.Form{
		{
			Name:     "reason",
			Label:    "Why can we email this address again?",
			Kind:     rules.Line,
			Required: true,
			Min:      3,
			Max:      300,
			Messages: rules.Messages{
				Required: "Please explain why we can email this address again",
				Short:    "Please explain why we can email this address again",
			},
		},
	}
}

// LiftSuppression is POST /api/suppressions/{id}/lift. An admin may only lift a reader's own choice because the
// reader asked for it. The reason is recorded in the audit log, and the choice in the reader's history.
func (p *Preferences) LiftSuppression() httpx.Endpoint {
	return httpx.JSON(p.liftSuppression, httpx.Doc{
		Tag: "mail", Summary: "Write to an address again", Errors: []*apperr.Error{errSuppressionNotFound},
		Example: map[string]any{"reason": "They asked for it"},
	})
}

func (p *Preferences) liftSuppression(e *core.RequestEvent, form LiftForm) (httpx.None, error) {
	err := e.App.RunInTransaction(func(tx core.App) error {
		row, err := findSuppression(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if row == nil {
			return errSuppressionNotFound
		}
		if err := deleteSuppression(tx, row.Email, row.Scope); err != nil {
			return err
		}
		if topic := Topic(row.Scope); topic.Valid() {
			if err := insertChoice(
				tx, choice{email: row.Email, topic: topic, wanted: true, source: FromAdmin}, p.now(),
			); err != nil {
				return err
			}
		}
		subject := audit.Subject{Collection: suppressionsCollection, ID: row.ID, Label: row.Email}
		return p.deps.Audit.Record(tx, audit.RequestActor(e), "suppression.lifted", subject, map[string]any{
			"scope": row.Scope, "was": row.Reason, "reason": form.Reason,
		})
	})
	if err != nil {
		return httpx.None{}, apperr.Fail("The suppression could not be lifted. Please try again.", err)
	}
	return httpx.None{}, nil
}
