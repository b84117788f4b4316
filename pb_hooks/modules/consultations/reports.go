package consultations

import (
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/modules/reports"
)

// Reported is how members report a comment on a consultation.
func (p *Polls) Reported() reports.Subject {
	return reports.Subject{Read: p.readReported, Remove: p.removeReported}
}

func (p *Polls) readReported(app core.App, viewer, id string) (reports.Snapshot, error) {
	c, err := findCommentByID(app, id)
	if err != nil {
		return reports.Snapshot{}, err
	}
	blocked, err := p.BlockedBy(app, viewer)
	if err != nil {
		return reports.Snapshot{}, err
	}
	if c.isRemoved() || slices.Contains(blocked, c.person()) {
		return reports.Snapshot{}, errCommentNotFound
	}
	record, err := findVisible(app, c.pollID())
	if err != nil {
		return reports.Snapshot{}, err
	}
	return reports.Snapshot{
		Person: c.person(), Parent: c.pollID(), Text: c.text(),
		Title: fmt.Sprintf("Comment on paragraph %d of “%s”", c.paragraph(), record.title()),
	}, nil
}

// removeReported removes a comment for the office, unless it was removed.
func (p *Polls) removeReported(tx core.App, by audit.Actor, id, reason string) error {
	c, err := findCommentByID(tx, id)
	if err != nil || c.isRemoved() {
		return err
	}
	return p.removeForOffice(tx, by, c, reason)
}
