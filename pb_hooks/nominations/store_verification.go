package nominations

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/rules"
)

// The collections of what reviewers check. Their rows belong to a nomination and are deleted with it.
const (
	boardSeats      = "board_seats"
	reviewConflicts = "review_conflicts"
	reviewReferees  = "review_referees"
)

// Seat is a row of board_seats: a seat that an applicant names, and what became of checking it.
type Seat struct{ reviewRecord }

// Company is the name of the board's company.
func (s *Seat) Company() string { return s.GetString("company") }

// evidencePath is the file's path in the storage, "" without one.
func (s *Seat) evidencePath() string {
	if s.GetString("evidence") == "" {
		return ""
	}
	return s.BaseFilesPath() + "/" + s.GetString("evidence")
}

// evidenceName is what the file was called when it was uploaded.
func (s *Seat) evidenceName() string { return s.GetString("evidenceName") }

// set takes a form's values. A result is by whom it was given, or who changed what it is about.
func (s *Seat) set(values rules.Values, by audit.Actor, at time.Time) {
	isNews := s.IsNew()
	for _, name := range []string{"company", "cin", "din", "evidenceUrl", "result"} {
		isNews = isNews || s.GetString(name) != values.Text(name)
	}
	s.Load(values)
	switch {
	case values.Text("result") == "":
		s.Load(map[string]any{"checkedBy": "", "checkedAt": ""})
	case isNews:
		s.Load(map[string]any{"checkedBy": by.Name, "checkedAt": at})
	}
}

func (s *Seat) setEvidence(content []byte, name string) error {
	file, err := filesystem.NewFileFromBytes(content, name)
	if err != nil {
		return err
	}
	s.Load(map[string]any{"evidence": file, "evidenceName": name})
	return nil
}

func (s *Seat) removeEvidence() { s.Load(map[string]any{"evidence": "", "evidenceName": ""}) }

// newSeat returns a seat that is not stored yet.
func newSeat(app core.App, n *Nomination, by audit.Actor, at time.Time) (*Seat, error) {
	row, err := newReviewRecord(app, boardSeats, n, by, at)
	if err != nil {
		return nil, err
	}
	s := &Seat{}
	s.SetProxyRecord(row)
	return s, nil
}

// findSeat returns errSeatNotFound if the nomination has no seat with the id.
func findSeat(app core.App, nominationID, id string) (*Seat, error) {
	s := &Seat{}
	err := app.RecordQuery(boardSeats).AndWhere(dbx.HashExp{"id": id, "nomination": nominationID}).Limit(1).One(s)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errSeatNotFound
	}
	return s, err
}

// listSeats lists a nomination's board seats in the order in which they were written down.
func listSeats(app core.App, nominationID string) ([]SeatView, error) {
	seats := []SeatView{}
	err := app.DB().Select("*").From(boardSeats).Where(dbx.HashExp{"nomination": nominationID}).OrderBy("at", "id").All(&seats)
	return seats, err
}

// Conflicts is a row of review_conflicts: one for a nomination.
type Conflicts struct{ reviewRecord }

func (c *Conflicts) set(values rules.Values, by audit.Actor, at time.Time) error {
	now, err := types.ParseDateTime(at)
	if err == nil {
		c.Load(values)
		c.Load(map[string]any{"actorKind": by.Kind, "actorId": by.ID, "actor": by.Name, "at": now})
	}
	return err
}

// conflictsOf returns what a nomination's reviewers know of conflicts of interest: a new row if they have not looked.
func conflictsOf(app core.App, n *Nomination, by audit.Actor, at time.Time) (*Conflicts, error) {
	c := &Conflicts{}
	err := app.RecordQuery(reviewConflicts).AndWhere(dbx.HashExp{"nomination": n.Id}).Limit(1).One(c)
	if !errors.Is(err, sql.ErrNoRows) {
		return c, err
	}
	row, err := newReviewRecord(app, reviewConflicts, n, by, at)
	if err != nil {
		return nil, err
	}
	c.SetProxyRecord(row)
	return c, nil
}

// findConflicts returns nil if nobody has looked for conflicts of interest.
func findConflicts(app core.App, nominationID string) (*ConflictsView, error) {
	view := &ConflictsView{}
	err := app.DB().Select("*").From(reviewConflicts).Where(dbx.HashExp{"nomination": nominationID}).One(view)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return view, err
}

// Referee is a row of review_referees.
type Referee struct{ reviewRecord }

// Name is the referee's name.
func (r *Referee) Name() string { return r.GetString("name") }

// newReferee returns a referee that is not stored yet.
func newReferee(app core.App, n *Nomination, by audit.Actor, at time.Time) (*Referee, error) {
	row, err := newReviewRecord(app, reviewReferees, n, by, at)
	if err != nil {
		return nil, err
	}
	r := &Referee{}
	r.SetProxyRecord(row)
	return r, nil
}

// findReferee returns errRefereeNotFound if the nomination has no referee with the id.
func findReferee(app core.App, nominationID, id string) (*Referee, error) {
	r := &Referee{}
	err := app.RecordQuery(reviewReferees).AndWhere(dbx.HashExp{"id": id, "nomination": nominationID}).Limit(1).One(r)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errRefereeNotFound
	}
	return r, err
}

// listReferees lists a nomination's referees in the order in which they were written down.
func listReferees(app core.App, nominationID string) ([]RefereeView, error) {
	referees := []RefereeView{}
	err := app.DB().Select("*").From(reviewReferees).Where(dbx.HashExp{"nomination": nominationID}).OrderBy("at", "id").All(&referees)
	return referees, err
}

// countChecks counts a nomination's rows of one of the tables above.
func countChecks(app core.App, table, nominationID string) (int64, error) {
	return app.CountRecords(table, dbx.HashExp{"nomination": nominationID})
}

// checkDetails are what a row says, for the audit log.
func checkDetails(row *core.Record) map[string]any {
	details := map[string]any{}
	for _, name := range []string{"company", "cin", "din", "evidenceUrl", "result", "note", "declared", "found", "name", "relation", "contact", "said", "heardOn"} {
		if row.Collection().Fields.GetByName(name) != nil && row.GetString(name) != "" {
			details[name] = row.GetString(name)
		}
	}
	return details
}
