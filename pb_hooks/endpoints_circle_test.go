package hooks_test

import (
	"maps"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

func init() { maps.Copy(fixtures, circleFixtures) }

// circleFixtures are the fixtures of the endpoints of the circle.
var circleFixtures = map[string]func(*auditFixture) call{
	"GET /api/events": func(d *auditFixture) call {
		d.publishedSession()
		return call{query: "?from=2026-08-01T00:00:00Z&to=2027-01-01T00:00:00Z"}
	},
	"GET /api/events/{id}":          func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"POST /api/events/{id}/answer":  func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"GET /api/events/{id}/calendar": func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"GET /api/site/sessions/{id}": func(d *auditFixture) call {
		path := d.draftSession()
		d.ok(d.admin.Send("PUT", path, fields{"isPublic": true}))
		d.ok(d.admin.Post(path+"/publish", nil))
		return call{parameters: []string{path[len("/api/events/"):]}}
	},
	"GET /cal/{file}": func(d *auditFixture) call {
		member := d.goingMember(d.publishedSession())
		address, _ := d.ok(member.Post("/api/calendar-feed", nil)).JSON["url"].(string)
		return call{parameters: []string{address[strings.LastIndex(address, "/")+1:]}}
	},
	"GET /api/admin/events": func(d *auditFixture) call {
		d.publishedSession()
		return call{query: "?search=audit&state=published"}
	},
	"GET /api/admin/events/{id}":    func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"PUT /api/events/{id}":          func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"DELETE /api/events/{id}":       func(d *auditFixture) call { return onPath(d.draftSession()) },
	"POST /api/events/{id}/publish": func(d *auditFixture) call { return onPath(d.draftSession()) },
	"POST /api/events/{id}/cancel":  func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"POST /api/events/{id}/repeat":  func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"PUT /api/events/{id}/tasks":    func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"GET /api/events/{id}/attendees": func(d *auditFixture) call {
		path := d.publishedSession()
		d.goingMember(path)
		c := onPath(path)
		c.query = "?state=going"
		return c
	},
	"GET /api/events/{id}/attendees/export": func(d *auditFixture) call {
		path := d.publishedSession()
		d.goingMember(path)
		return onPath(path)
	},
	"PUT /api/events/{id}/attendees/{answer}": func(d *auditFixture) call {
		path := d.publishedSession()
		d.goingMember(path)
		return onPath(path + "/attendees/" + d.newest("event_answers"))
	},
	"POST /api/events/{id}/attendance": func(d *auditFixture) call { return onPath(d.publishedSession()) },
}

// draftSession creates a session that starts in 24 hours and returns its path.
func (d *auditFixture) draftSession() string {
	d.Helper()
	return "/api/events/" + d.createRecord("/api/events", fields{
		"title": "Reading the audit report", "host": "Meera Krishnan",
		"startsAt":   d.app.Clock.Now().Add(24*time.Hour + 330*time.Minute).UTC().Format("2006-01-02T15:04"),
		"meetingUrl": "https://meet.example.com/secret-room",
	})
}

func (d *auditFixture) publishedSession() string {
	d.Helper()
	path := d.draftSession()
	d.ok(d.admin.Post(path+"/publish", nil))
	return path
}

// goingMember returns a member who is going to the session of a path.
func (d *auditFixture) goingMember(path string) *testapp.Visitor {
	d.Helper()
	member := d.app.SignedInAs(d.app.CreateMember(nil))
	d.ok(member.Post(path+"/answer", fields{"answer": "going"}))
	return member
}

func init() {
	maps.Copy(fixtures, map[string]func(*auditFixture) call{
		"GET /api/admin/this-week": func(d *auditFixture) call {
			d.publishedSession()
			d.newMember()
			return call{}
		},
		"POST /api/people/{id}/welcome": func(d *auditFixture) call {
			return call{parameters: []string{d.newMember()}}
		},
		"DELETE /api/people/{id}/welcome": func(d *auditFixture) call {
			person := d.newMember()
			d.ok(d.admin.Post("/api/people/"+person+"/welcome", nil))
			return call{parameters: []string{person}}
		},
	})
}

// newMember adds a member whose first term has started, and returns the id of their person.
func (d *auditFixture) newMember() string {
	d.Helper()
	return d.app.CreateMember(fields{"name": "Asha Rao"}).GetString("person")
}
