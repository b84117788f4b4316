package review

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/nominations"
)

// The collections of the reviewers' checks. Their rows belong to a nomination and are deleted with it.
const (
	boardSeats      = "board_seats"
	reviewConflicts = "review_conflicts"
	reviewReferees  = "review_referees"
)

// Seat is a row of board_seats, a board seat of the applicant with the result of its check.
type Seat struct{ nominations.ReviewRecord }

// Company is the name of the board's company.
func (s *Seat) Company() string { return s.GetString("company") }

// evidencePath returns the file's path in the storage, or "".
func (s *Seat) evidencePath() string {
	if s.GetString("evidence") == "" {
		return ""
	}
	return s.BaseFilesPath() + "/" + s.GetString("evidence")
}

// evidenceName returns the file's name at upload.
func (s *Seat) evidenceName() string { return s.GetString("evidenceName") }

// set applies a form's values. It records the admin as the author of the result if the result, or the data that was
// checked, has changed.
func (s *Seat) set(form SeatForm, by audit.Actor, at time.Time) {
	var before SeatForm
	database.ReadFields(s.Record, &before)
	database.SetFields(s.Record, form, nil)
	before.Note = form.Note // the note is not part of the result
	switch {
	case form.Result == "":
		s.Load(map[string]any{"checkedBy": "", "checkedAt": ""})
	case s.IsNew() || form != before:
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

// newSeat returns a seat. It is not stored yet.
func newSeat(app core.App, n *nominations.Nomination, by audit.Actor, at time.Time) (*Seat, error) {
	return nominations.NewReviewRecord[Seat](app, boardSeats, n, by, at)
}

// findSeat returns errSeatNotFound if the nomination has no seat with this id.
func findSeat(app core.App, nominationID, id string) (*Seat, error) {
	found, err := database.First[Seat](app, boardSeats, dbx.HashExp{"id": id, "nomination": nominationID})
	return found, database.IfMissing(err, errSeatNotFound)
}

// listSeats returns a nomination's board seats in the order of creation.
func listSeats(app core.App, nominationID string) ([]SeatView, error) {
	seats := []SeatView{}
	err := app.DB().Select("*").From(boardSeats).Where(dbx.HashExp{"nomination": nominationID}).OrderBy("at",
		"id").All(&seats)
	return seats, err
}

// Conflicts is a row of review_conflicts. A nomination has at most one.
type Conflicts struct{ nominations.ReviewRecord }

func (c *Conflicts) set(form ConflictsForm, by audit.Actor, at time.Time) error {
	now, err := types.ParseDateTime(at)
	if err == nil {
		database.SetFields(c.Record, form, nil)
		c.Load(map[string]any{"actorKind": string(by.Kind), "actorId": by.ID, "actor": by.Name, "at": now})
	}
	return err
}

// conflictsOf returns a nomination's row about conflicts of interest. If none exists, it returns a new row that is
// not stored yet.
func conflictsOf(app core.App, n *nominations.Nomination, by audit.Actor, at time.Time) (*Conflicts, error) {
	c, err := database.First[Conflicts](app, reviewConflicts, dbx.HashExp{"nomination": n.Id})
	if errors.Is(err, sql.ErrNoRows) {
		return nominations.NewReviewRecord[Conflicts](app, reviewConflicts, n, by, at)
	}
	return c, err
}

// findConflicts returns nil if conflicts of interest were not checked yet.
func findConflicts(app core.App, nominationID string) (*ConflictsView, error) {
	view := &ConflictsView{}
	err := app.DB().Select("*").From(reviewConflicts).Where(dbx.HashExp{"nomination": nominationID}).One(view)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return view, err
}

// Referee is a row of review_referees.
type Referee struct{ nominations.ReviewRecord }

func (r *Referee) set(form RefereeForm) {
	r.Load(map[string]any{
		"name":     form.Name,
		"relation": form.Relation,
		"contact":  form.Contact,
		"said":     form.Statement,
		"heardOn":  form.HeardOn,
	})
}

func (r *Referee) Name() string { return r.GetString("name") }

// newReferee returns a referee. It is not stored yet.
func newReferee(app core.App, n *nominations.Nomination, by audit.Actor, at time.Time) (*Referee, error) {
	return nominations.NewReviewRecord[Referee](app, reviewReferees, n, by, at)
}

// findReferee returns errRefereeNotFound if the nomination has no referee with this id.
func findReferee(app core.App, nominationID, id string) (*Referee, error) {
	found, err := database.First[Referee](app, reviewReferees, dbx.HashExp{"id": id, "nomination": nominationID})
	return found, database.IfMissing(err, errRefereeNotFound)
}

// listReferees returns a nomination's referees in the order of creation.
func listReferees(app core.App, nominationID string) ([]RefereeView, error) {
	referees := []RefereeView{}
	err := app.DB().Select("*").From(reviewReferees).Where(dbx.HashExp{"nomination": nominationID}).OrderBy("at",
		"id").All(&referees)
	return referees, err
}

// countChecks counts a nomination's rows of one of the tables above.
func countChecks(app core.App, table, nominationID string) (int64, error) {
	return app.CountRecords(table, dbx.HashExp{"nomination": nominationID})
}

// checkDetails returns the content of a row for the audit log.
func checkDetails(row *core.Record) map[string]any {
	details := map[string]any{}
	for _, name := range []string{"company", "cin", "din", "evidenceUrl", "result", "note", "declared", "found",
		"name", "relation", "contact", "said", "heardOn"} {
		if row.Collection().Fields.GetByName(name) != nil && row.GetString(name) != "" {
			details[name] = row.GetString(name)
		}
	}
	return details
}
