package nominations

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/causes"
)

// What the automations ask of the nominations: each finds its causes through the index of their time.

// FindQuestions are the questions that applicants have not answered, by when they were asked.
func FindQuestions(app core.App, w causes.Window) ([]causes.Cause, error) {
	// pausedAt != '' lets SQLite use the partial index
	return causes.Find(app, w, `SELECT id, pausedAt AS at FROM registrations WHERE pausedAt != '' AND +status = 'info_requested' AND `, "pausedAt", nil)
}

// FindUnusedInvitations are the invitations that were neither accepted nor replaced, by when they were sent.
func FindUnusedInvitations(app core.App, w causes.Window) ([]causes.Cause, error) {
	return causes.Find(app, w, `SELECT id, sentAt AS at FROM invitations WHERE usedAt = '' AND voidAt = '' AND `, "sentAt", nil)
}

// FindLeftDrafts are the drafts with an address, by when they were saved last.
func FindLeftDrafts(app core.App, w causes.Window) ([]causes.Cause, error) {
	return causes.Find(app, w, `SELECT id, lastSaved AS at FROM draft_registrations WHERE email != '' AND `, "lastSaved", nil)
}
