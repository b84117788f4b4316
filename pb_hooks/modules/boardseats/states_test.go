package boardseats_test

import (
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/states/statestest"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/modules/boardseats"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "seats.go", boardseats.Transitions, boardseats.Waiting)
	statestest.CheckDrawing(t, "seats.go", boardseats.InterestTransitions, boardseats.Sent)
}

// model is what an opening and the interests of three members should be.
type model struct {
	state     boardseats.State
	interests [3]boardseats.InterestState
}

// apply returns whether an action succeeds, and changes the model if it does.
func (m *model) apply(action string, n int) bool {
	move := func(to boardseats.State) bool {
		if !boardseats.Transitions.Allows(m.state, to) {
			return false
		}
		m.state = to
		return true
	}
	isLive := m.state == boardseats.Open || m.state == boardseats.Closed || m.state == boardseats.Filled
	interest := &m.interests[n]
	outcome := func(to boardseats.InterestState) bool {
		if !isLive || !boardseats.InterestTransitions.Allows(*interest, to) || *interest == boardseats.InterestWithdrawn ||
			*interest == "" || to == boardseats.Appointed && m.state == boardseats.Filled {
			return false
		}
		*interest = to
		if to == boardseats.Appointed {
			m.state = boardseats.Filled
		}
		return true
	}
	switch action {
	case "approve":
		return m.state == boardseats.Waiting && move(boardseats.Open)
	case "decline":
		return move(boardseats.Declined)
	case "close":
		return move(boardseats.Closed)
	case "withdraw":
		return move(boardseats.Withdrawn)
	case "edit":
		return m.state == boardseats.Waiting || move(boardseats.Waiting)
	case "interest":
		if m.state != boardseats.Open || !boardseats.InterestTransitions.Allows(*interest, boardseats.Sent) {
			return false
		}
		*interest = boardseats.Sent
		return true
	case "retract":
		if !boardseats.InterestTransitions.Allows(*interest, boardseats.InterestWithdrawn) {
			return false
		}
		*interest = boardseats.InterestWithdrawn
		return true
	case "interviewed":
		return outcome(boardseats.Interviewed)
	case "appointed":
		return outcome(boardseats.Appointed)
	}
	return outcome(boardseats.NotAppointed)
}

// TestAnOpeningMovesAsItsStatesAllow plays random histories of openings through the routes and compares each answer and
// the stored states with the model.
func TestAnOpeningMovesAsItsStatesAllow(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	office := app.SignedIn("admins", nil)
	poster := app.SignedInAs(app.CreateMember(form{"name": "Meera Iyer"}))
	var members [3]*testapp.Visitor
	var ids [3]string
	for n := range members {
		account := app.CreateMember(nil)
		members[n], ids[n] = app.SignedInAs(account), account.Id
	}
	actions := []string{"approve", "decline", "close", "withdraw", "edit", "interest", "retract", "interviewed",
		"appointed",
		"not-appointed"}
	rapid.Check(t, func(r *rapid.T) {
		created := poster.Post(path, seat(app, nil))
		if created.Status != http.StatusCreated {
			r.Fatalf("%d %s", created.Status, created.Body)
		}
		id, _ := created.JSON["id"].(string)
		at, m := path+"/"+id, model{state: boardseats.Waiting}
		interestOf := func(n int) (id, state string) {
			records, err := app.PB.FindRecordsByFilter("opening_interests", "opening = {:o} && userId = {:u}", "", 1, 0,
				form{"o": created.JSON["id"], "u": ids[n]})
			if err != nil || len(records) == 0 {
				return "", ""
			}
			return records[0].Id, records[0].GetString("state")
		}
		if rapid.Bool().Draw(r, "isApproved") {
			expect(t, office.Post(at+"/approve", nil), http.StatusOK)
			m.state = boardseats.Open
		}
		for range rapid.IntRange(1, 16).Draw(r, "steps") {
			app.Clock.Advance(time.Hour)
			n := rapid.IntRange(0, 2).Draw(r, "member")
			action := rapid.SampledFrom(actions).Draw(r, "action")
			was := m
			var answer testapp.Response
			switch action {
			case "approve":
				answer = office.Post(at+"/approve", nil)
			case "decline", "close":
				answer = office.Post(at+"/"+action, form{"reason": "It is so."})
			case "withdraw":
				answer = poster.Post(at+"/withdraw", nil)
			case "edit":
				answer = poster.Send(http.MethodPut, at, seat(app, nil))
			case "interest":
				answer = members[n].Post(at+"/interest", form{"note": "Yes."})
			case "retract":
				answer = members[n].Send(http.MethodDelete, at+"/interest", nil)
			default:
				interest, _ := interestOf(n)
				body := form{"interestId": interest, "outcome": action}
				if rapid.Bool().Draw(r, "office") {
					answer = office.Post("/api/admin/board-seats/"+id+"/outcome", body)
				} else {
					answer = poster.Post(at+"/outcome", body)
				}
			}
			if succeeds := m.apply(action, n); succeeds != (answer.Status < 300) {
				r.Fatalf("%s of %d from %v: %d %s", action, n, was, answer.Status, answer.Body)
			}
			record, err := app.PB.FindRecordById("board_openings", id)
			if err != nil || record.GetString("state") != string(m.state) {
				r.Fatalf("%s from %v: %v, %v", action, was, record.GetString("state"), err)
			}
			for n, want := range m.interests {
				if _, state := interestOf(n); state != string(want) {
					r.Fatalf("%s from %v: interest %d is %q", action, was, n, state)
				}
			}
		}
		if m.state == boardseats.Waiting || m.state == boardseats.Open { // a member may have five
			expect(t, poster.Post(at+"/withdraw", nil), http.StatusOK)
		}
	})
}
