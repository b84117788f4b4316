package demo

import (
	"errors"
	"time"

	"boardcircle/pb_hooks/internal/identity"
)

// reportEvents return the steps of the sample reports: one about a board seat that is decided, and an open one about a
// profile.
func reportEvents(now time.Time) []historyEvent {
	var id string
	return []historyEvent{
		{sampleTime(now, 3*day+hour, 0), func(h *history) (err error) {
			var seats []struct{ ID string }
			id, err = h.report("Meera Krishnan", "board-seat", "false-information",
				"The board seat says that the term is three years. Their articles say two.",
				func(reporter request) (string, error) {
					err := h.call(h.seats.List().Handler, reporter, &seats)
					if err == nil && len(seats) == 0 {
						err = errors.New("no sample board seat is open")
					}
					if err != nil {
						return "", err
					}
					return seats[len(seats)-1].ID, nil
				})
			return err
		}},
		{sampleTime(now, 3*day+hour, 20*hour), func(h *history) error {
			return h.call(h.reports.Decide().Handler, request{by: h.admins[demoUsername], id: id, body: map[string]any{
				"decision": "none", "note": "We asked the company. The articles were changed in June.",
			}}, nil)
		}},
		{sampleTime(now, 3*hour, 0), func(h *history) error {
			var page struct {
				People []struct {
					ID    string
					IsYou bool
				}
			}
			_, err := h.report("Kavita Menon", "profile", "spam", "The profile offers paid coaching.",
				func(reporter request) (string, error) {
					if err := h.call(h.directory.List().Handler, reporter, &page); err != nil {
						return "", err
					}
					for _, person := range page.People {
						if !person.IsYou {
							return person.ID, nil
						}
					}
					return "", errors.New("no sample profile is published")
				})
			return err
		}},
	}
}

// report reports something that find returns, and returns the id of the report.
func (h *history) report(name, subject, reason, details string, find func(reporter request) (string, error)) (string,
	error) {
	member, err := identity.FindUserByEmail(h.tx, sampleEmail(name))
	if err != nil {
		return "", err
	}
	id, err := find(request{by: member.Record})
	if err != nil {
		return "", err
	}
	var created struct{ ID string }
	err = h.call(h.reports.Report().Handler, request{by: member.Record, body: map[string]any{
		"subject": subject, "subjectId": id, "reason": reason, "details": details,
	}}, &created)
	return created.ID, err
}
