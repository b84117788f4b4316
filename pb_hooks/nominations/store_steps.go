package nominations

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
)

// reviewSteps is the history of the reviews. Its rows belong to a nomination and are deleted with it.
const reviewSteps = "review_steps"

// ReviewRecord is a row that belongs to a nomination and has the admin who wrote it.
type ReviewRecord struct{ core.BaseRecordProxy }

func (r *ReviewRecord) IsBy(actor audit.Actor) bool {
	return r.GetString("actorKind") == string(actor.Kind) && r.GetString("actorId") == actor.ID
}

// Actor is the name of the admin.
func (r *ReviewRecord) Actor() string { return r.GetString("actor") }

// NewReviewRecord returns a row of a review's table. It is not stored yet.
func NewReviewRecord[T any, P database.Typed[T]](app core.App, table string, n *Nomination, by audit.Actor,
	at time.Time) (P, error) {
	row, err := database.New[T, P](app, table)
	if err != nil {
		return nil, err
	}
	row.ProxyRecord().Load(map[string]any{"nomination": n.Id, "actorKind": string(by.Kind), "actorId": by.ID,
		"actor": by.Name, "at": at})
	return row, nil
}

// ReviewStep is a row of review_steps, the history of a review.
type ReviewStep struct{ ReviewRecord }

// NewReviewStep returns the history row of a step. It is not stored yet.
func NewReviewStep(app core.App, n *Nomination, by audit.Actor, at time.Time, s Step, reason, message string,
	isMailed bool) (*ReviewStep, error) {
	row, err := NewReviewRecord[ReviewStep](app, reviewSteps, n, by, at)
	if err != nil {
		return nil, err
	}
	row.Load(map[string]any{
		"step": string(s.Name), "was": string(s.From), "becomes": string(s.To), "version": n.Version(),
		"why": reason, "words": message, "mailed": isMailed,
	})
	return row, nil
}

// FindStep returns the step that created a version of a review, or sql.ErrNoRows.
func FindStep(app core.App, nominationID string, version int) (*ReviewStep, error) {
	return database.First[ReviewStep](app, reviewSteps, dbx.HashExp{"nomination": nominationID, "version": version})
}

// ListSteps returns the history of a review, oldest first.
func ListSteps(app core.App, nominationID string) ([]StepView, error) {
	steps := []StepView{}
	err := app.DB().Select("*").From(reviewSteps).Where(dbx.HashExp{"nomination": nominationID}).OrderBy("version").All(
		&steps)
	return steps, err
}
