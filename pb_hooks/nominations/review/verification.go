// Reviewers can check these things independently, in any order, also after the decision:
//
//	board seats   unchecked ──result──> confirmed, doubtful or not found; an unchecked one again without a result
//	conflicts     not looked for ──saved──> what was declared and found, both empty for none
//	referees      not heard ──what they said──> heard
//
//   - A seat's result is attributed to the reviewer who entered it, or who later changed the company, the numbers or
//     the link.
//   - Evidence is a link, or a file that only reviewers can download, through our own route. Each download is
//     recorded in the audit log.
//   - Checks do not block an approval. The console shows what has not been checked.

package review

import (
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
)

const (
	maxSeats    = 30
	maxReferees = 20
)

// SeatResult is the result of checking a seat.
type SeatResult string

// The results of checking a seat.
const (
	seatConfirmed SeatResult = "confirmed"
	seatDoubtful  SeatResult = "doubtful"
	seatNotFound  SeatResult = "not_found"
)

// Values returns all results.
func (SeatResult) Values() []string { return rules.Options(seatConfirmed, seatDoubtful, seatNotFound) }

// SeatForm is what a reviewer enters about a board seat.
type SeatForm struct {
	Company     string     `json:"company"`
	CIN         string     `json:"cin"`
	DIN         string     `json:"din"`
	EvidenceURL string     `json:"evidenceUrl"`
	Result      SeatResult `json:"result"`
	Note        string     `json:"note"`
}

// Rules returns the rules of the form.
func (SeatForm) Rules() rules.Form { return seatRules }

var seatRules = rules.Form{
	{Name: "company", Label: "Company", Kind: rules.Line, Required: true, Max: 200,
		Messages: rules.Messages{Required: "Please enter the company"}},
	{
		Name:    "cin",
		Label:   "CIN",
		Kind:    rules.Line,
		Max:     21,
		Pattern: `^[LUlu][0-9]{5}[A-Za-z]{2}[0-9]{4}[A-Za-z]{3}[0-9]{6}$`,
		Messages: rules.Messages{
			Invalid: "A CIN has 21 letters and digits, such as L17110MH1973PLC019786",
			Long:    "A CIN has 21 letters and digits, such as L17110MH1973PLC019786",
		},
	},
	{Name: "din", Label: "DIN", Kind: rules.Line, Max: 8, Pattern: `^[0-9]{8}$`,
		Messages: rules.Messages{Invalid: "A DIN has eight digits", Long: "A DIN has eight digits"}},
	{Name: "evidenceUrl", Label: "Link to the evidence", Kind: rules.Link, Max: 500,
		Messages: rules.Messages{Invalid: "Please enter a full address that begins with https://"}},
	{Name: "result", Label: "Result", Kind: rules.Choice, Options: SeatResult("").Values()},
	{Name: "note", Label: "Note", Kind: rules.Text, Max: 2000},
}

// ConflictsForm is what a reviewer enters about conflicts of interest.
type ConflictsForm struct {
	Declared string `json:"declared"`
	Found    string `json:"found"`
}

// Rules returns the rules of the form.
func (ConflictsForm) Rules() rules.Form { return conflictsRules }

var conflictsRules = rules.Form{
	{Name: "declared", Label: "Declared by the applicant", Kind: rules.Text, Max: 2000},
	{Name: "found", Label: "Found by us", Kind: rules.Text, Max: 2000},
}

// RefereeForm is what a reviewer enters about a referee.
type RefereeForm struct {
	Name      string `json:"name"`
	Relation  string `json:"relation"`
	Contact   string `json:"contact"`
	Statement string `json:"statement"`
	HeardOn   string `json:"heardOn"`
}

// Rules returns the rules of the form.
func (RefereeForm) Rules() rules.Form { return refereeRules }

var refereeRules = rules.Form{
	{Name: "name", Label: "Name", Kind: rules.Line, Required: true, Max: 120},
	{Name: "relation", Label: "Relation", Kind: rules.Line, Max: 160},
	{Name: "contact", Label: "Contact", Kind: rules.Line, Max: 254},
	{Name: "statement", Label: "What they said", Kind: rules.Text, Max: 4000},
	{Name: "heardOn", Label: "Replied on", Kind: rules.Day},
}

// SeatView is a board seat, as shown to reviewers.
type SeatView struct {
	nominations.Attribution
	ID      string `json:"id" db:"id"`
	Company string `json:"company" db:"company"`
	CIN     string `json:"cin" db:"cin"`
	DIN     string `json:"din" db:"din"`
	// EvidenceURL is a link, EvidenceName the name of a file. Both can be "".
	EvidenceURL  string `json:"evidenceUrl" db:"evidenceUrl"`
	EvidenceName string `json:"evidenceName" db:"evidenceName"`
	// Result is "" for an unchecked seat.
	Result    SeatResult `json:"result" db:"result" wire:"orEmpty"`
	Note      string     `json:"note" db:"note"`
	CheckedBy string     `json:"checkedBy" db:"checkedBy"`
	CheckedAt httpx.Time `json:"checkedAt" db:"checkedAt"`
}

// ConflictsView has the declared and found conflicts of interest. Both texts are empty if none exist.
type ConflictsView struct {
	nominations.Attribution
	Declared string `json:"declared" db:"declared"`
	Found    string `json:"found" db:"found"`
}

// RefereeView is a person who knows the applicant, and their statement.
type RefereeView struct {
	nominations.Attribution
	ID       string `json:"id" db:"id"`
	Name     string `json:"name" db:"name"`
	Relation string `json:"relation" db:"relation"`
	Contact  string `json:"contact" db:"contact"`
	// Statement is "" until the referee has been heard. HeardOn is the day, such as 2026-08-03.
	Statement string `json:"statement" db:"said"`
	HeardOn   string `json:"heardOn" db:"heardOn"`
}

// Verification has all checks of a nomination.
type Verification struct {
	Seats []SeatView `json:"seats"`
	// Conflicts is null if they were not checked yet.
	Conflicts *ConflictsView `json:"conflicts"`
	Referees  []RefereeView  `json:"referees"`
	// Unchecked lists, in sentences, what has not been checked.
	Unchecked []string `json:"unchecked"`
}

var (
	errSeatNotFound    = apperr.NotFound("seat-not-found", "This board seat was not found.")
	errRefereeNotFound = apperr.NotFound("referee-not-found", "This referee was not found.")
	errTooManySeats    = apperr.Conflict("too-many-seats",
		fmt.Sprintf("A nomination can have at most %d board seats.", maxSeats))
	errTooManyReferees = apperr.Conflict("too-many-referees",
		fmt.Sprintf("A nomination can have at most %d referees.", maxReferees))
)

func (r *Review) readVerification(app core.App, id string) (v Verification, err error) {
	if v.Seats, err = listSeats(app, id); err != nil {
		return v, err
	}
	if v.Conflicts, err = findConflicts(app, id); err != nil {
		return v, err
	}
	if v.Referees, err = listReferees(app, id); err != nil {
		return v, err
	}
	v.Unchecked = v.unchecked()
	return v, nil
}

// unchecked describes the missing checks.
func (v Verification) unchecked() []string {
	left := []string{}
	open, doubtful := 0, 0
	for _, seat := range v.Seats {
		switch seat.Result {
		case "confirmed":
		case "":
			open++
		default:
			doubtful++
		}
	}
	switch {
	case len(v.Seats) == 0:
		left = append(left, "No board seat has been checked.")
	case open > 0:
		left = append(left, fmt.Sprintf("%s not checked.", ofSeats(open, len(v.Seats))))
	}
	if doubtful > 0 {
		left = append(left, fmt.Sprintf("%s not confirmed.", ofSeats(doubtful, len(v.Seats))))
	}
	if v.Conflicts == nil {
		left = append(left, "Conflicts of interest have not been checked.")
	}
	heard := 0
	for _, referee := range v.Referees {
		if referee.Statement != "" {
			heard++
		}
	}
	if heard == 0 {
		left = append(left, "No reference has been received.")
	}
	return left
}

func ofSeats(count, all int) string {
	if all == 1 {
		return "The board seat is"
	}
	if count == 1 {
		return fmt.Sprintf("1 of %d board seats is", all)
	}
	return fmt.Sprintf("%d of %d board seats are", count, all)
}

func (v *Verification) setOwn(by audit.Actor) {
	for i := range v.Seats {
		v.Seats[i].SetIsOwn(by)
	}
	for i := range v.Referees {
		v.Referees[i].SetIsOwn(by)
	}
	if v.Conflicts != nil {
		v.Conflicts.SetIsOwn(by)
	}
}

// normalize requires https of a link, and writes the CIN in capitals.
func (f *SeatForm) normalize() error {
	if f.EvidenceURL != "" && !strings.HasPrefix(f.EvidenceURL, "https://") {
		return httpx.Invalid(rules.Invalid("evidenceUrl", seatRules.Field("evidenceUrl").ErrorMessages().Invalid))
	}
	f.CIN = strings.ToUpper(f.CIN)
	return nil
}

// AddSeat is POST /api/nominations/{id}/seats.
func (r *Review) AddSeat() httpx.Endpoint {
	return httpx.JSON(r.addSeat, httpx.Doc{
		Tag: "review", Summary: "Add a board seat",
		Errors:  []*apperr.Error{nominations.ErrNotFound, errTooManySeats},
		Example: map[string]any{"company": "Port Trust", "din": "01234567"},
	})
}

func (r *Review) addSeat(e *core.RequestEvent, form SeatForm) (Detail, error) {
	if err := form.normalize(); err != nil {
		return Detail{}, err
	}
	return r.update(e, "add seat to", func(tx core.App, nomination *nominations.Nomination) error {
		count, err := countChecks(tx, boardSeats, nomination.Id)
		if err == nil && count >= maxSeats {
			err = errTooManySeats
		}
		if err != nil {
			return err
		}
		by := audit.RequestActor(e)
		seat, err := newSeat(tx, nomination, by, r.now())
		if err != nil {
			return err
		}
		seat.set(form, by, r.now())
		if err := tx.Save(seat); err != nil {
			return err
		}
		return r.recordCheck(tx, by, "seat.added", nomination, seat.Record)
	})
}

// UpdateSeat is PUT /api/nominations/{id}/seats/{seat}.
func (r *Review) UpdateSeat() httpx.Endpoint {
	return httpx.JSON(r.updateSeat, httpx.Doc{
		Tag: "review", Summary: "Correct a board seat, or enter the result of its check",
		Errors:  []*apperr.Error{nominations.ErrNotFound, errSeatNotFound},
		Example: map[string]any{"company": "Port Trust", "result": "confirmed"},
	})
}

func (r *Review) updateSeat(e *core.RequestEvent, form SeatForm) (Detail, error) {
	if err := form.normalize(); err != nil {
		return Detail{}, err
	}
	return r.changeSeat(e, "update seat of", func(tx core.App, nomination *nominations.Nomination, seat *Seat) error {
		by := audit.RequestActor(e)
		seat.set(form, by, r.now())
		if err := tx.Save(seat); err != nil {
			return err
		}
		return r.recordCheck(tx, by, "seat.checked", nomination, seat.Record)
	})
}

// DeleteSeat is DELETE /api/nominations/{id}/seats/{seat}. The audit log keeps the seat's content.
func (r *Review) DeleteSeat() httpx.Endpoint {
	return httpx.DoJSON(r.deleteSeat, httpx.Doc{
		Tag: "review", Summary: "Delete a board seat",
		Errors: []*apperr.Error{nominations.ErrNotFound, errSeatNotFound},
	})
}

func (r *Review) deleteSeat(e *core.RequestEvent) (Detail, error) {
	return r.changeSeat(e, "delete seat of", func(tx core.App, nomination *nominations.Nomination, seat *Seat) error {
		if err := tx.Delete(seat); err != nil {
			return err
		}
		return r.recordCheck(tx, audit.RequestActor(e), "seat.deleted", nomination, seat.Record)
	})
}

func (r *Review) changeSeat(e *core.RequestEvent, operation string,
	change func(tx core.App, nomination *nominations.Nomination, seat *Seat) error) (Detail, error) {
	return r.update(e, operation, func(tx core.App, nomination *nominations.Nomination) error {
		seat, err := findSeat(tx, nomination.Id, e.Request.PathValue("seat"))
		if err != nil {
			return err
		}
		return change(tx, nomination, seat)
	})
}

// recordCheck writes an audit entry. Its subject is the nomination, because reviewers look for it there.
func (r *Review) recordCheck(tx core.App, by audit.Actor, action string, nomination *nominations.Nomination,
	row *core.Record) error {
	return r.audit.Record(tx, by, action, nominations.AuditSubject(nomination), checkDetails(row))
}

// SetConflicts is PUT /api/nominations/{id}/conflicts.
func (r *Review) SetConflicts() httpx.Endpoint {
	return httpx.JSON(r.setConflicts, httpx.Doc{
		Tag: "review", Summary: "Enter which conflicts of interest were declared and found",
		Errors:  []*apperr.Error{nominations.ErrNotFound},
		Example: map[string]any{"declared": "None."},
	})
}

func (r *Review) setConflicts(e *core.RequestEvent, form ConflictsForm) (Detail, error) {
	return r.update(e, "set conflicts of", func(tx core.App, nomination *nominations.Nomination) error {
		by := audit.RequestActor(e)
		conflicts, err := conflictsOf(tx, nomination, by, r.now())
		if err != nil {
			return err
		}
		if err := conflicts.set(form, by, r.now()); err != nil {
			return err
		}
		if err := tx.Save(conflicts); err != nil {
			return err
		}
		return r.recordCheck(tx, by, "conflicts.checked", nomination, conflicts.Record)
	})
}

// completeDay sets the day of a statement to today, unless the form has another day up to today.
func (r *Review) completeDay(form *RefereeForm) error {
	today := india.Day(r.now())
	switch {
	case form.HeardOn == "" && form.Statement != "":
		form.HeardOn = today
	case form.HeardOn > today:
		return httpx.Invalid(rules.Invalid("heardOn", "Please enter a day up to today"))
	}
	return nil
}

// AddReferee is POST /api/nominations/{id}/referees.
func (r *Review) AddReferee() httpx.Endpoint {
	return httpx.JSON(r.addReferee, httpx.Doc{
		Tag: "review", Summary: "Add a referee",
		Errors:  []*apperr.Error{nominations.ErrNotFound, errTooManyReferees},
		Example: map[string]any{"name": "Leela Rao"},
	})
}

func (r *Review) addReferee(e *core.RequestEvent, form RefereeForm) (Detail, error) {
	if err := r.completeDay(&form); err != nil {
		return Detail{}, err
	}
	return r.update(e, "add referee to", func(tx core.App, nomination *nominations.Nomination) error {
		count, err := countChecks(tx, reviewReferees, nomination.Id)
		if err == nil && count >= maxReferees {
			err = errTooManyReferees
		}
		if err != nil {
			return err
		}
		by := audit.RequestActor(e)
		referee, err := newReferee(tx, nomination, by, r.now())
		if err != nil {
			return err
		}
		referee.set(form)
		if err := tx.Save(referee); err != nil {
			return err
		}
		return r.recordCheck(tx, by, "referee.added", nomination, referee.Record)
	})
}

// UpdateReferee is PUT /api/nominations/{id}/referees/{referee}.
func (r *Review) UpdateReferee() httpx.Endpoint {
	return httpx.JSON(r.updateReferee, httpx.Doc{
		Tag: "review", Summary: "Correct a referee, or enter what they said",
		Errors:  []*apperr.Error{nominations.ErrNotFound, errRefereeNotFound},
		Example: map[string]any{"name": "Leela Rao", "statement": "A good choice."},
	})
}

func (r *Review) updateReferee(e *core.RequestEvent, form RefereeForm) (Detail, error) {
	if err := r.completeDay(&form); err != nil {
		return Detail{}, err
	}
	return r.update(e, "update referee of", func(tx core.App, nomination *nominations.Nomination) error {
		referee, err := findReferee(tx, nomination.Id, e.Request.PathValue("referee"))
		if err != nil {
			return err
		}
		referee.set(form)
		if err := tx.Save(referee); err != nil {
			return err
		}
		return r.recordCheck(tx, audit.RequestActor(e), "referee.updated", nomination, referee.Record)
	})
}

// DeleteReferee is DELETE /api/nominations/{id}/referees/{referee}. The audit log keeps the statement.
func (r *Review) DeleteReferee() httpx.Endpoint {
	return httpx.DoJSON(r.deleteReferee, httpx.Doc{
		Tag: "review", Summary: "Delete a referee",
		Errors: []*apperr.Error{nominations.ErrNotFound, errRefereeNotFound},
	})
}

func (r *Review) deleteReferee(e *core.RequestEvent) (Detail, error) {
	return r.update(e, "delete referee of", func(tx core.App, nomination *nominations.Nomination) error {
		referee, err := findReferee(tx, nomination.Id, e.Request.PathValue("referee"))
		if err != nil {
			return err
		}
		if err := tx.Delete(referee); err != nil {
			return err
		}
		return r.recordCheck(tx, audit.RequestActor(e), "referee.deleted", nomination, referee.Record)
	})
}
