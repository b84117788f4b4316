package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What reviewers check of a nomination: its board seats with their evidence, conflicts of interest, and referees.
func init() {
	m.Register(func(app core.App) error {
		seats, err := newReviewCollection(app, "board_seats")
		if err != nil {
			return err
		}
		seats.Fields.Add(actorFields()...)
		seats.Fields.Add(
			lineField("company", 200, true),
			lineField("cin", 21, false),
			lineField("din", 8, false),
			lineField("evidenceUrl", 500, false),
			&core.FileField{Name: "evidence", MaxSelect: 1, MaxSize: 8 << 20, MimeTypes: []string{"application/pdf", "image/jpeg", "image/png"}, Protected: true},
			lineField("evidenceName", 120, false),
			selectField("result", false, "confirmed", "doubtful", "not_found"),
			textField("note", 2000, false),
			lineField("checkedBy", 254, false),
			&core.DateField{Name: "checkedAt"},
		)
		seats.AddIndex("idx_board_seats_nomination", false, "nomination, at, id", "")
		if err := saveCollection(app, seats); err != nil {
			return err
		}

		conflicts, err := newReviewCollection(app, "review_conflicts")
		if err != nil {
			return err
		}
		conflicts.Fields.Add(actorFields()...)
		conflicts.Fields.Add(textField("declared", 2000, false), textField("found", 2000, false))
		conflicts.AddIndex("idx_review_conflicts_nomination", true, "nomination", "")
		if err := saveCollection(app, conflicts); err != nil {
			return err
		}

		referees, err := newReviewCollection(app, "review_referees")
		if err != nil {
			return err
		}
		referees.Fields.Add(actorFields()...)
		referees.Fields.Add(
			lineField("name", 120, true),
			lineField("relation", 160, false),
			lineField("contact", 254, false),
			textField("said", 4000, false),
			lineField("heardOn", 10, false),
		)
		referees.AddIndex("idx_review_referees_nomination", false, "nomination, at, id", "")
		return saveCollection(app, referees)
	}, func(app core.App) error {
		for _, name := range []string{"review_referees", "review_conflicts", "board_seats"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		return nil
	})
}
