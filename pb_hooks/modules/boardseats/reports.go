package boardseats

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/modules/reports"
)

// Reported is how members report an opening.
func (s *Seats) Reported() reports.Subject {
	return reports.Subject{Read: s.readReported, Remove: s.closeReported}
}

func (s *Seats) readReported(app core.App, viewer, id string) (reports.Snapshot, error) {
	o, err := find(app, id)
	if err != nil {
		return reports.Snapshot{}, err
	}
	d, err := s.detail(app, o, viewer)
	if err != nil {
		return reports.Snapshot{}, err
	}
	text := d.Description
	if d.Company != "" {
		text = d.Company + "\n" + text
	}
	return reports.Snapshot{Person: o.personID(), Title: d.Title, Text: text}, nil
}

// closeReported closes an opening, if it is open, and asks the handler for the outcomes.
func (s *Seats) closeReported(tx core.App, by audit.Actor, id, reason string) error {
	o, err := findOpening(tx, id)
	if err != nil || o.state() != Open {
		return database.IgnoreMissing(err)
	}
	if err := s.close(tx, o, reason); err != nil {
		return err
	}
	return s.deps.Audit.Save(tx, by, "boardseat.closed", o.Record)
}
