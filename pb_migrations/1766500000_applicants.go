package pb_migrations

import (
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What applicants do with their own nomination: amend it, answer, withdraw it, send it again.
func init() {
	steps := []string{"take", "ask", "answer", "resume", "approve", "decline"}
	actors := []string{"admin", "member", "staff"}
	m.Register(func(app core.App) error {
		return setReviewOptions(app, slices.Concat(reviewStates, []string{"withdrawn"}),
			slices.Concat(steps, []string{"amend", "withdraw", "reopen"}), slices.Concat(actors, []string{"applicant"}), false)
	}, func(app core.App) error {
		if err := execute(app, `DELETE FROM review_steps WHERE actorKind = 'applicant'`,
			`UPDATE registrations SET status = 'declined' WHERE status = 'withdrawn'`); err != nil {
			return err
		}
		return setReviewOptions(app, reviewStates, steps, actors, true)
	})
}

func setReviewOptions(app core.App, states, steps, actors []string, needsActorID bool) error {
	registrations, err := app.FindCollectionByNameOrId("registrations")
	if err != nil {
		return err
	}
	setOptions(registrations, "status", states...)
	if err := app.Save(registrations); err != nil {
		return err
	}
	history, err := app.FindCollectionByNameOrId("review_steps")
	if err != nil {
		return err
	}
	for name, options := range map[string][]string{"was": states, "becomes": states, "step": steps, "actorKind": actors} {
		setOptions(history, name, options...)
	}
	actorID, isText := history.Fields.GetByName("actorId").(*core.TextField)
	if !isText {
		return fmt.Errorf("review_steps has no text field actorId")
	}
	actorID.Required = needsActorID
	return app.Save(history)
}
