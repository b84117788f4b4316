package directory

import (
	"errors"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/modules/reports"
)

// Reported is how members report a profile. Its id is that of the person.
func (d *Directory) Reported() reports.Subject {
	return reports.Subject{Read: d.readReported, Remove: d.suspend, Restore: d.restore}
}

// readReported reads a profile that the viewer sees. Members often block first and report then, so it also reads the
// profile of a person whom the viewer has blocked.
func (d *Directory) readReported(app core.App, viewer, person string) (reports.Snapshot, error) {
	n, err := find(app, viewer, person, d.now())
	if errors.Is(err, errNotFound) {
		n, err = findBlocked(app, viewer, person)
	}
	if err != nil {
		return reports.Snapshot{}, err
	}
	snapshot := reports.Snapshot{Person: n.personID(), Title: n.account.Name()}
	// A withdrawn profile is not copied. The answer is the same, so it does not tell that the profile was withdrawn.
	if n.isListed() {
		isIntroduced, err := d.areIntroduced(app, viewer, n.personID())
		if err != nil {
			return reports.Snapshot{}, err
		}
		snapshot.Text = profileText(n.person(viewer, isIntroduced))
	}
	return snapshot, nil
}

// findBlocked returns a person whom the viewer has blocked, or errNotFound.
func findBlocked(app core.App, viewer, person string) (entry, error) {
	blocks, err := listBlocks(app, viewer)
	if err != nil {
		return entry{}, err
	}
	if !slices.ContainsFunc(blocks, func(b BlockView) bool { return b.ID == person }) {
		return entry{}, errNotFound
	}
	p, err := findByPerson(app, person)
	if err != nil {
		return entry{}, database.IfMissing(err, errNotFound)
	}
	found, err := withAccounts(app, []*profile{p})
	if err != nil {
		return entry{}, err
	}
	if len(found) == 0 {
		return entry{}, errNotFound
	}
	return found[0], nil
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
