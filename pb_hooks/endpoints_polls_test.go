package hooks_test

import (
	"maps"
	"path"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

func init() { maps.Copy(fixtures, pollFixtures) }

// pollFixtures are the fixtures of the endpoints of polls.
var pollFixtures = map[string]func(*auditFixture) call{
	"GET /api/polls": func(d *auditFixture) call {
		d.poll("publish")
		return call{query: "?perPage=5"}
	},
	"GET /api/polls/{id}": func(d *auditFixture) call {
		return onPath(d.poll("publish", "open", "vote", "close", "result"))
	},
	"PUT /api/polls/{id}":          func(d *auditFixture) call { return onPath(d.poll()) },
	"DELETE /api/polls/{id}":       func(d *auditFixture) call { return onPath(d.poll()) },
	"POST /api/polls/{id}/publish": func(d *auditFixture) call { return onPath(d.poll()) },
	"POST /api/polls/{id}/open": func(d *auditFixture) call {
		path := d.poll("publish")
		d.app.Clock.Advance(25 * time.Hour)
		return onPath(path)
	},
	"POST /api/polls/{id}/close": func(d *auditFixture) call { return onPath(d.poll("publish", "open")) },
	"POST /api/polls/{id}/withdraw": func(d *auditFixture) call {
		return onPath(d.poll("publish", "open", "vote"))
	},
	"POST /api/polls/{id}/result": func(d *auditFixture) call { return onPath(d.poll("publish", "open", "close")) },
	"POST /api/polls/{id}/vote": func(d *auditFixture) call {
		voter := d.app.SignedInAs(d.app.CreateMember(nil)) // before the vote opens
		c := onPath(d.poll("publish", "open"))
		c.caller = voter
		return c
	},
	"GET /api/polls/{id}/ballots": func(d *auditFixture) call {
		return onPath(d.poll("publish", "open", "vote", "close", "result"))
	},
	"GET /api/polls/{id}/comments": func(d *auditFixture) call {
		comment, _ := d.comment()
		return onPath(path.Dir(path.Dir(comment)))
	},
	"POST /api/polls/{id}/comments": func(d *auditFixture) call { return onPath(d.poll("publish")) },
	"DELETE /api/polls/{id}/comments/{comment}": func(d *auditFixture) call {
		comment, author := d.comment()
		c := onPath(comment)
		c.caller = author
		return c
	},
	"POST /api/polls/{id}/comments/{comment}/remove": func(d *auditFixture) call {
		comment, _ := d.comment()
		return onPath(comment)
	},
	"GET /api/admin/polls": func(d *auditFixture) call {
		d.poll()
		return call{query: "?state=draft"}
	},
	"GET /api/admin/polls/{id}": func(d *auditFixture) call {
		return call{parameters: []string{path.Base(d.poll("publish", "open", "close"))}}
	},
	"GET /api/admin/polls/{id}/comments": func(d *auditFixture) call {
		comment, _ := d.comment()
		return call{parameters: []string{path.Base(path.Dir(path.Dir(comment)))}}
	},
	"GET /api/admin/polls/{id}/ballots": func(d *auditFixture) call {
		return call{parameters: []string{path.Base(d.poll("publish", "open", "vote", "close", "result"))}}
	},
}

// poll creates a consultation, takes it through some steps and returns its path.
func (d *auditFixture) poll(steps ...string) string {
	voter := d.app.SignedInAs(d.app.CreateMember(nil)) // the vote opens later
	path := "/api/polls/" + d.createRecord("/api/polls", fields{
		"title": "The draft rules", "text": "The regulator proposes.", "question": "Shall we send it?",
		"options": []any{"Yes", "No"}, "discussionEndsAt": d.app.Clock.Now().Add(24 * time.Hour).Format(time.RFC3339),
	})
	for _, step := range steps {
		switch step {
		case "open":
			d.app.Clock.Advance(25 * time.Hour)
			d.ok(d.admin.Post(path+"/open", fields{"votingEndsAt": "2099-12-31"}))
		case "vote":
			d.ok(voter.Post(path+"/vote", fields{"choice": 1}))
		default:
			d.ok(d.admin.Post(path+"/"+step, fields{"reason": "All have voted.", "finalText": "We propose."}))
		}
	}
	return path
}

// comment creates a comment on a consultation and returns its path and its author.
func (d *auditFixture) comment() (string, *testapp.Visitor) {
	path, author := d.poll("publish")+"/comments", d.app.SignedInAs(d.app.CreateMember(nil))
	id, _ := d.ok(author.Post(path, fields{"paragraph": 1, "text": "Agreed."})).JSON["id"].(string)
	return path + "/" + id, author
}
