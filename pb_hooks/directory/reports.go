package directory

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/reports"
)

// Reported is how members report a profile. Its id is that of the person.
func (d *Directory) Reported() reports.Subject {
	return reports.Subject{Read: d.readReported, Remove: d.suspend, Restore: d.restore}
}

func (d *Directory) readReported(app core.App, viewer, person string) (reports.Snapshot, error) {
	n, err := find(app, viewer, person, d.now())
	if err != nil {
		return reports.Snapshot{}, err
	}
	return reports.Snapshot{Person: n.personID(), Title: n.account.Name(),
		Text: profileText(n.person(viewer, false))}, nil
}

// profileText is what a page shows of a person, without what the person cannot write.
func profileText(p Person) string {
	lines := []string{p.Name, p.Designation, p.Company, p.City, p.Biography, p.LookingFor}
	for _, board := range p.Boards {
		lines = append(lines, strings.TrimSuffix(board.Company+", "+board.Role, ", "))
	}
	text := ""
	for _, line := range lines {
		if line != "" {
			text += line + "\n"
		}
	}
	return strings.TrimSuffix(text, "\n")
}

// suspend takes a person's profile off the directory, so that it cannot be published again. The consent ends with it.
func (d *Directory) suspend(tx core.App, by audit.Actor, person, _ string) error {
	p, err := findByPerson(tx, person)
	if err != nil || p.state() == StateSuspended {
		return database.IgnoreMissing(err)
	}
	if err := p.setState(StateSuspended); err != nil {
		return err
	}
	return d.audit.Save(tx, by, "profile.suspended", p.Record)
}

// restore lets a person publish a suspended profile again.
func (d *Directory) restore(tx core.App, by audit.Actor, person string) error {
	p, err := findByPerson(tx, person)
	if err != nil || p.state() != StateSuspended {
		return database.IgnoreMissing(err)
	}
	if err := p.setState(StateDraft); err != nil {
		return err
	}
	return d.audit.Save(tx, by, "profile.restored", p.Record)
}
