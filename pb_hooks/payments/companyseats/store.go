package companyseats

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/payments/ledger"
)

// Collection is the collection of the seats.
const Collection = "seats"

// State is the state of a company's seat.
type State string

const (
	Open    State = "open"
	Invited State = "invited"
	Taken   State = "taken"
	Ended   State = "ended"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Open, Invited, Taken, Ended) }

// transitions are documented in seats.go, where a test compares them.
var transitions = states.Table[State]{
	"":      {Open},
	Open:    {Invited, Ended},
	Invited: {Open, Taken, Ended},
	Taken:   {Open, Ended},
	Ended:   {Open, Taken},
}

// Seat is the record of one of the memberships that a company has bought together.
type Seat struct{ core.BaseRecordProxy }

func (s *Seat) TransactionID() string { return s.GetString("transactionId") }

func (s *Seat) Number() int { return s.GetInt("number") }

func (s *Seat) State() State { return State(s.GetString("state")) }

func (s *Seat) inviteeName() string { return s.GetString("name") }

func (s *Seat) inviteeEmail() string { return s.GetString("email") }

// Round counts the invitations of a seat. The links of earlier invitations are invalid.
func (s *Seat) Round() int { return s.GetInt("round") }

func (s *Seat) InvitedAt() time.Time { return s.GetDateTime("invitedAt").Time() }

func (s *Seat) ExpiresAt() time.Time { return s.GetDateTime("expiresAt").Time() }

func (s *Seat) takenAt() time.Time { return s.GetDateTime("takenAt").Time() }

// UserID and MembershipID are those of the person who has accepted the seat, or "".
func (s *Seat) UserID() string { return s.GetString("userId") }

func (s *Seat) MembershipID() string { return s.GetString("membershipId") }

// restEndsAt returns when the term of an earlier holder would have ended, or zero if no term has started.
func (s *Seat) restEndsAt() time.Time { return s.GetDateTime("restEndsAt").Time() }

// keptModules are the modules that the seat opens although its plan no longer does.
func (s *Seat) keptModules() []modules.ID {
	return database.ReadList[modules.ID](s.Record, "keptModules")
}

// KeepModules stores that the seats of a plan keep the modules that the plan has lost.
func KeepModules(tx core.App, tierID string, lost []modules.ID) error {
	_, err := tx.NonconcurrentDB().NewQuery(`UPDATE seats SET keptModules = ` + database.UnionOfLists("keptModules") + `
		WHERE transactionId IN (SELECT id FROM transactions WHERE membershipTierId = {:tier})`).
		Bind(dbx.Params{"tier": tierID, "added": database.JSONList(lost)}).Execute()
	return database.Wrap("keep the modules of seats", err)
}

// EndReason is why the seat ended, or "" if it has not ended.
func (s *Seat) EndReason() string { return s.GetString("endReason") }

func (s *Seat) setState(to State) error {
	if from := s.State(); !transitions.Allows(from, to) {
		return fmt.Errorf("seat %s cannot move from %q to %q", s.Id, from, to)
	}
	s.Set("state", string(to))
	return nil
}

// invitationsSince returns when invitations to the seat were sent since a time, earliest first.
func (s *Seat) invitationsSince(since time.Time) ([]time.Time, error) {
	var stored []int64
	if text := s.GetString("recentInvitations"); text != "" && text != "null" {
		if err := s.UnmarshalJSONField("recentInvitations", &stored); err != nil {
			return nil, fmt.Errorf("read invitations of seat %s: %w", s.Id, err)
		}
	}
	var times []time.Time
	for _, seconds := range stored {
		if at := time.Unix(seconds, 0); at.After(since) {
			times = append(times, at)
		}
	}
	return times, nil
}

func (s *Seat) setInvitations(times []time.Time) {
	stored := []int64{}
	for _, at := range times {
		stored = append(stored, at.Unix())
	}
	s.Set("recentInvitations", stored)
}

// setInvited stores a new invitation. The links of earlier invitations become invalid.
func (s *Seat) setInvited(name, email string, at, expiresAt time.Time) {
	s.Load(map[string]any{
		"name":      name,
		"email":     email,
		"round":     s.Round() + 1,
		"invitedAt": database.DateTime(at),
		"expiresAt": database.DateTime(expiresAt),
	})
}

func (s *Seat) setTaken(userID, membershipID string, at time.Time) {
	s.Load(map[string]any{"userId": userID, "membershipId": membershipID, "takenAt": database.DateTime(at)})
}

// clear removes the invited person and the holder of the seat. If restEndsAt is zero, the next holder gets a full term.
func (s *Seat) clear(restEndsAt time.Time) {
	s.Load(map[string]any{
		"name":         "",
		"email":        "",
		"invitedAt":    "",
		"expiresAt":    "",
		"userId":       "",
		"membershipId": "",
		"takenAt":      "",
		"restEndsAt":   database.DateTime(restEndsAt),
	})
}

func (s *Seat) setEnded(at time.Time, reason, by string) {
	s.Load(map[string]any{"endedAt": database.DateTime(at), "endReason": reason, "endedBy": by})
}

// clearEnded takes back that the seat has ended.
func (s *Seat) clearEnded() { s.Load(map[string]any{"endedAt": "", "endReason": "", "endedBy": ""}) }

// createSeats stores the open seats of a transaction.
func createSeats(tx core.App, t *ledger.Transaction) error {
	collection, err := tx.FindCachedCollectionByNameOrId(Collection)
	if err != nil {
		return err
	}
	for number := range t.Seats() {
		s := database.As[Seat](core.NewRecord(collection))
		s.Load(map[string]any{"transactionId": t.Id, "number": number + 1, "state": string(Open)})
		if err := saveSeat(tx, s); err != nil {
			return err
		}
	}
	return nil
}

func saveSeat(tx core.App, s *Seat) error {
	if err := tx.Save(s); err != nil {
		return fmt.Errorf("save seat %d of transaction %s: %w", s.Number(), s.TransactionID(), err)
	}
	return nil
}

// Find returns sql.ErrNoRows for an unknown id.
func Find(app core.App, id string) (*Seat, error) {
	return database.Find[Seat](app, Collection, id)
}

// List returns the seats of a transaction, sorted by number.
func List(app core.App, transactionID string) ([]*Seat, error) {
	var list []*Seat
	err := app.RecordQuery(Collection).AndWhere(dbx.HashExp{"transactionId": transactionID}).OrderBy("number").All(
		&list)
	if err != nil {
		return nil, fmt.Errorf("list seats of transaction %s: %w", transactionID, err)
	}
	return list, nil
}
