package hooks_test

import (
	"maps"
	"net/http"

	"boardcircle/pb_hooks/internal/testapp"
)

func init() { maps.Copy(fixtures, seatFixtures) }

// seatFixtures are the fixtures of the endpoints of board seats.
var seatFixtures = map[string]func(*auditFixture) call{
	"GET /api/tenure": func(d *auditFixture) call {
		member := d.app.SignedInAs(d.app.CreateMember(nil))
		d.ok(member.Send(http.MethodPatch, "/api/user", fields{"boards": []any{
			fields{"company": "Deccan Steel Ltd", "category": "independent", "appointedOn": "2024-04-01"},
		}}))
		return call{caller: member}
	},
	"GET /api/board-seats": func(d *auditFixture) call {
		d.boardSeat("approve")
		return call{query: "?perPage=5&eligibility=listed&city=Pune"}
	},
	"GET /api/board-seats/mine": func(d *auditFixture) call {
		seat := d.boardSeat("approve", "interest")
		d.ok(seat.member.Post("/api/board-seats", d.seatForm()))
		return call{caller: seat.member}
	},
	"GET /api/board-seats/{id}":             func(d *auditFixture) call { return d.boardSeat("approve", "interest").by(poster) },
	"POST /api/board-seats":                 func(d *auditFixture) call { return call{body: d.seatForm()} },
	"PUT /api/board-seats/{id}":             func(d *auditFixture) call { return d.boardSeat().by(poster).with(d.seatForm()) },
	"POST /api/board-seats/{id}/withdraw":   func(d *auditFixture) call { return d.boardSeat().by(poster) },
	"POST /api/board-seats/{id}/interest":   func(d *auditFixture) call { return d.boardSeat("approve").by(member) },
	"DELETE /api/board-seats/{id}/interest": func(d *auditFixture) call { return d.boardSeat("approve", "interest").by(member) },
	"POST /api/board-seats/{id}/outcome":    func(d *auditFixture) call { return d.boardSeat("approve", "interest").outcome(poster) },
	"POST /api/board-seats/{id}/approve":    func(d *auditFixture) call { return d.boardSeat().by(office) },
	"POST /api/board-seats/{id}/decline":    func(d *auditFixture) call { return d.boardSeat().by(office) },
	"POST /api/board-seats/{id}/close":      func(d *auditFixture) call { return d.boardSeat("approve", "interest").by(office) },
	"GET /api/admin/board-seats/{id}":       func(d *auditFixture) call { return d.boardSeat("approve", "interest").by(office) },
	"POST /api/admin/board-seats":           func(d *auditFixture) call { return call{body: d.seatForm()} },
	"POST /api/admin/board-seats/{id}/outcome": func(d *auditFixture) call {
		return d.boardSeat("approve", "interest").outcome(office)
	},
	"GET /api/admin/board-seats": func(d *auditFixture) call {
		d.boardSeat()
		return call{query: "?state=waiting"}
	},
	"PUT /api/admin/board-seats/{id}": func(d *auditFixture) call {
		id := d.createRecord("/api/admin/board-seats", d.seatForm())
		return call{parameters: []string{id}, body: d.seatForm()}
	},
}

// boardSeat is a posted board seat with its poster and a member who may be interested.
type boardSeat struct {
	id, interest   string
	poster, member *testapp.Visitor
}

// seatCaller chooses the caller of an endpoint. nil is the admin.
type seatCaller func(boardSeat) *testapp.Visitor

func poster(s boardSeat) *testapp.Visitor { return s.poster }
func member(s boardSeat) *testapp.Visitor { return s.member }
func office(boardSeat) *testapp.Visitor   { return nil }

func (s boardSeat) by(caller seatCaller) call {
	return call{parameters: []string{s.id}, caller: caller(s)}
}

func (s boardSeat) outcome(caller seatCaller) call {
	return s.by(caller).with(fields{"interestId": s.interest})
}

func (c call) with(body fields) call {
	c.body = body
	return c
}

func (d *auditFixture) seatForm() fields {
	return fields{
		"title": "Independent director", "company": "Konkan Steel Ltd", "sector": "manufacturing", "city": "Pune",
		"isListed": "true", "closesOn": d.app.Clock.Now().AddDate(0, 1, 0).Format("2006-01-02"),
		"description": "The board looks for a director who can chair the audit committee.",
	}
}

// boardSeat posts a board seat and takes it through some steps.
func (d *auditFixture) boardSeat(steps ...string) boardSeat {
	s := boardSeat{poster: d.app.SignedInAs(d.app.CreateMember(nil)), member: d.app.SignedInAs(d.app.CreateMember(nil))}
	s.id, _ = d.ok(s.poster.Post("/api/board-seats", d.seatForm())).JSON["id"].(string)
	for _, step := range steps {
		switch step {
		case "approve":
			d.ok(d.admin.Post("/api/board-seats/"+s.id+"/approve", nil))
		case "interest":
			d.ok(s.member.Post("/api/board-seats/"+s.id+"/interest", fields{"note": "I have chaired two."}))
			s.interest = d.newest("opening_interests")
		}
	}
	return s
}
