package hooks_test

import (
	"maps"
	"net/url"
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
	"GET /api/events/{id}":                 func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"POST /api/events/{id}/answer":         func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"GET /api/events/{id}/calendar":        func(d *auditFixture) call { return onPath(d.publishedSession()) },
	"GET /api/site/sessions/{id}":          func(d *auditFixture) call { return d.onPublicSession() },
	"GET /api/site/sessions/{id}/calendar": func(d *auditFixture) call { return d.onPublicSession() },
	"POST /api/site/sessions/{id}/guests":  func(d *auditFixture) call { return d.onPublicSession() },
	"POST /api/site/guests/look":           func(d *auditFixture) call { return call{body: fields{"token": d.guestToken()}} },
	"POST /api/site/guests/answer": func(d *auditFixture) call {
		return call{body: fields{"token": d.guestToken(), "answer": "going"}}
	},
	"POST /api/site/guests/join": func(d *auditFixture) call {
		token := d.guestToken()
		d.ok(d.app.Visitor().Post("/api/site/guests/answer", fields{"token": token, "answer": "going"}))
		d.app.Clock.Advance(24 * time.Hour)
		return call{body: fields{"token": token}}
	},
	"GET /api/events/{id}/guests": func(d *auditFixture) call {
		d.guestToken()
		return call{parameters: []string{d.newest("events")}, query: "?state=asked"}
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
		d.app.Clock.Advance(25 * time.Hour) // the session has begun
		return onPath(path + "/attendees/" + d.newest("event_answers"))
	},
	"PUT /api/events/{id}/guests/{guest}": func(d *auditFixture) call {
		d.guestToken()
		d.app.Clock.Advance(25 * time.Hour)
		return onPath("/api/events/" + d.newest("events") + "/guests/" + d.newest("event_guests"))
	},
	"POST /api/events/{id}/attendance": func(d *auditFixture) call {
		path := d.publishedSession()
		d.app.Clock.Advance(25 * time.Hour)
		return onPath(path)
	},
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

// onPublicSession is a call on a session with a page for visitors.
func (d *auditFixture) onPublicSession() call {
	d.Helper()
	path := d.draftSession()
	d.ok(d.admin.Send("PUT", path, fields{"isPublic": true}))
	d.ok(d.admin.Post(path+"/publish", nil))
	return call{parameters: []string{path[len("/api/events/"):]}}
}

// guestToken returns the token of the link of a visitor who has asked to attend a session.
func (d *auditFixture) guestToken() string {
	d.Helper()
	session := d.onPublicSession().parameters[0]
	d.ok(d.app.Visitor().Post("/api/site/sessions/"+session+"/guests",
		fields{"name": "Vasudha Kelkar", "email": "vasudha@example.com"}))
	_, token, _ := strings.Cut(d.app.Inbox("vasudha@example.com")[0].Text, "?token=")
	token, _, _ = strings.Cut(token, "\n")
	unescaped, err := url.QueryUnescape(strings.Trim(token, " )>"))
	if err != nil {
		d.Fatal(err)
	}
	return unescaped
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
