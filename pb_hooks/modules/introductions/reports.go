package introductions

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/modules/reports"
)

var errMessageNotFound = apperr.NotFound("message-not-found", "This message was not found.")

// Reported is how one of the two people of a conversation reports a message.
func (n *Introductions) Reported() reports.Subject {
	return reports.Subject{Read: n.readReported, Remove: n.removeReported}
}

// readReported reads a message of a conversation that is shown to the viewer. It does not require that the two people
// see each other now: the sender of a message could otherwise prevent a report by blocking the reader or by withdrawing
// their own profile.
func (n *Introductions) readReported(app core.App, viewer, id string) (reports.Snapshot, error) {
	m, err := findMessage(app, id)
	if errors.Is(err, sql.ErrNoRows) || err == nil && m.isRemoved() {
		return reports.Snapshot{}, errMessageNotFound
	}
	if err != nil {
		return reports.Snapshot{}, err
	}
	if _, _, err := n.findVisible(app, m.introductionID(), viewer); err != nil {
		return reports.Snapshot{}, err
	}
	return reports.Snapshot{
		Person: m.personID(), Title: "Message of " + india.TimeText(m.sentAt()), Text: m.text(),
	}, nil
}

// removeReported deletes the text of a message. The report has a copy, so the audit log gets none.
func (n *Introductions) removeReported(tx core.App, by audit.Actor, id, _ string) error {
	m, err := findMessage(tx, id)
	if err != nil || m.isRemoved() {
		return database.IgnoreMissing(err)
	}
	m.setRemoved(n.now())
	if err := tx.Save(m); err != nil {
		return database.Wrap("remove message", err)
	}
	return n.deps.Audit.Record(tx, by, "introduction.message-removed", audit.SubjectOf(m.Record), nil)
}
