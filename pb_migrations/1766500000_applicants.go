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
	if err := setOptions(registrations, "status", states); err != nil {
		return err
	}
	if err := app.Save(registrations); err != nil {
		return err
	}
	history, err := app.FindCollectionByNameOrId("review_steps")
	if err != nil {
		return err
	}
	for name, options := range map[string][]string{"was": states, "becomes": states, "step": steps, "actorKind": actors} {
		if err := setOptions(history, name, options); err != nil {
			return err
		}
	}
	actorID, isText := history.Fields.GetByName("actorId").(*core.TextField)
	if !isText {
		return fmt.Errorf("review_steps has no text field actorId")
	}
	actorID.Required = needsActorID
	return app.Save(history)
}

func setOptions(collection *core.Collection, name string, options []string) error {
	field, isSelect := collection.Fields.GetByName(name).(*core.SelectField)
	if !isSelect {
		return fmt.Errorf("%s has no select field %s", collection.Name, name)
	}
	field.Values = options
	return nil
}
