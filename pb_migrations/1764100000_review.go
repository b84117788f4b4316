package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The review of nominations: its status and deadline are fields of the nomination, its history, notes, votes
// and invitations in collections of their own.
//
// dueAt is when the applicant was promised to hear from us: 48 hours after their nomination, and
// later by as long as we waited for them. While we wait, pausedAt is set and the time left stays
// dueAt - pausedAt; the queue sorts paused ones after the others.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{
			addReview, createReviewSteps, createReviewNotes, createReviewVotes, createInvitations, createStatusCounters,
		} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, name := range []string{"invitations", "review_votes", "review_notes", "review_steps"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		return removeReview(app)
	})
}

var reviewStates = []string{"submitted", "in_review", "info_requested", "approved", "declined"}

// reviewIndexes are the orders of the queue: of all nominations, of the open ones, of each state.
// (All of them by name or by date have their index already.)
var reviewIndexes = []struct{ name, columns, where string }{
	{"due", "iif(pausedAt = '', dueAt, '9999'), id", ""},
	{"open_due", "iif(pausedAt = '', dueAt, '9999'), id", "decidedAt = ''"},
	{"open_createdAt", "createdAt, id", "decidedAt = ''"},
	{"open_name", "name COLLATE NOCASE, id", "decidedAt = ''"},
	{"status_due", "status, iif(pausedAt = '', dueAt, '9999'), id", ""},
	{"status_createdAt", "status, createdAt, id", ""},
	{"status_name", "status, name COLLATE NOCASE, id", ""},
}

func addReview(app core.App) error {
	registrations, err := app.FindCollectionByNameOrId("registrations")
	if err != nil {
		return err
	}
	registrations.Fields.Add(
		selectField("status", false, reviewStates...),
		&core.NumberField{Name: "reviewVersion", OnlyInt: true, Help: "How many steps the review has taken."},
		&core.DateField{Name: "dueAt", Help: "When the applicant is to hear from us."},
		&core.DateField{Name: "pausedAt", Help: "Since when we wait for her answer; the clock stands."},
		&core.DateField{Name: "decidedAt"},
	)
	for _, order := range reviewIndexes {
		registrations.AddIndex("idx_registrations_"+order.name, false, order.columns, order.where)
	}
	if err := app.Save(registrations); err != nil {
		return err
	}
	if err := execute(app, beginReview+`status = ''`); err != nil {
		return err
	}
	return createReviewTrigger(app)
}

const beginReview = `UPDATE registrations SET status = 'submitted',
	dueAt = strftime('%Y-%m-%d %H:%M:%fZ', createdAt, '+48 hours') WHERE `

// createReviewTrigger begins the review of each nomination, whoever writes it: the form, an import, staff in
// the dashboard.
func createReviewTrigger(app core.App) error {
	return execute(app, `CREATE TRIGGER review_begins AFTER INSERT ON registrations WHEN NEW.status = '' BEGIN `+beginReview+`id = NEW.id; END`)
}

func removeReview(app core.App) error {
	if err := execute(app, `DROP TRIGGER review_begins`); err != nil {
		return err
	}
	for _, state := range reviewStates {
		for _, event := range []string{"INSERT", "UPDATE", "DELETE"} {
			if err := execute(app, "DROP TRIGGER tally_nominations_"+state+"_"+event); err != nil {
				return err
			}
		}
	}
	registrations, err := app.FindCollectionByNameOrId("registrations")
	if err != nil {
		return err
	}
	for _, order := range reviewIndexes {
		registrations.RemoveIndex("idx_registrations_" + order.name)
	}
	for _, name := range []string{"status", "reviewVersion", "dueAt", "pausedAt", "decidedAt"} {
		registrations.Fields.RemoveByName(name)
	}
	if err := app.Save(registrations); err != nil {
		return err
	}
	return execute(app, `DELETE FROM tallies WHERE name LIKE 'nominations@_%' ESCAPE '@'`)
}

// createStatusCounters keeps how many nominations are in each state.
func createStatusCounters(app core.App) error {
	for _, state := range reviewStates {
		t := counter{"nominations_" + state, "registrations", fmt.Sprintf("(ROW.status = '%s')", state)}
		if err := execute(app, t.statements()...); err != nil {
			return err
		}
	}
	return nil
}

// newReviewCollection is a collection whose rows belong to a nomination and go with it.
func newReviewCollection(app core.App, name string) (*core.Collection, error) {
	registrations, err := app.FindCollectionByNameOrId("registrations")
	if err != nil {
		return nil, err
	}
	collection := core.NewBaseCollection(name)
	collection.Fields.Add(&core.RelationField{
		Name: "nomination", CollectionId: registrations.Id, MaxSelect: 1, Required: true, CascadeDelete: true,
	})
	return collection, nil
}

// actorFields are the fields that say which admin it was.
func actorFields() []core.Field {
	return []core.Field{
		selectField("actorKind", true, "admin", "member", "staff"),
		lineField("actorId", 15, true),
		lineField("actor", 254, true),
		&core.DateField{Name: "at", Required: true},
	}
}

func createReviewSteps(app core.App) error {
	steps, err := newReviewCollection(app, "review_steps")
	if err != nil {
		return err
	}
	steps.Fields.Add(actorFields()...)
	steps.Fields.Add(
		selectField("step", true, "take", "ask", "answer", "resume", "approve", "decline"),
		selectField("was", true, reviewStates...),
		selectField("becomes", true, reviewStates...),
		&core.NumberField{Name: "version", OnlyInt: true, Required: true},
		textField("why", 2000, false),
		textField("words", 2000, false),
		&core.BoolField{Name: "mailed", Help: "The applicant was written to."},
	)
	// of two concurrent steps only one can be the next
	steps.AddIndex("idx_review_steps_version", true, "nomination, version", "")
	return saveCollection(app, steps)
}

func createReviewNotes(app core.App) error {
	notes, err := newReviewCollection(app, "review_notes")
	if err != nil {
		return err
	}
	notes.Fields.Add(actorFields()...)
	notes.Fields.Add(textField("text", 4000, true))
	notes.AddIndex("idx_review_notes_nomination", false, "nomination, at, id", "")
	return saveCollection(app, notes)
}

func createReviewVotes(app core.App) error {
	votes, err := newReviewCollection(app, "review_votes")
	if err != nil {
		return err
	}
	votes.Fields.Add(actorFields()...)
	votes.Fields.Add(selectField("vote", true, "yes", "no", "abstain"))
	votes.AddIndex("idx_review_votes_voter", true, "nomination, actorKind, actorId", "")
	return saveCollection(app, votes)
}

// createInvitations: the token itself is not stored; the one in the email is derived when it is sent.
func createInvitations(app core.App) error {
	invitations, err := newReviewCollection(app, "invitations")
	if err != nil {
		return err
	}
	invitations.Fields.Add(
		&core.EmailField{Name: "email", Required: true},
		&core.TextField{Name: "tokenHash", Max: 64, Hidden: true, Required: true, Help: "SHA-256 of the invitation's token."},
		&core.DateField{Name: "sentAt", Required: true},
		&core.DateField{Name: "expiresAt", Required: true},
		&core.DateField{Name: "voidAt", Help: "When a newer invitation took its place."},
		&core.DateField{Name: "usedAt"},
		&core.RelationField{Name: "usedBy", CollectionId: "_pb_users_auth_", MaxSelect: 1},
	)
	invitations.AddIndex("idx_invitations_tokenHash", true, "tokenHash", "")
	invitations.AddIndex("idx_invitations_nomination", false, "nomination, sentAt, id", "")
	// at most one is open
	invitations.AddIndex("idx_invitations_standing", true, "nomination", "voidAt = ''")
	invitations.AddIndex("idx_invitations_usedBy", false, "usedBy", "usedBy != ''")
	return saveCollection(app, invitations)
}
