package hooks_test

import "maps"

func init() { maps.Copy(fixtures, mentorFixtures) }

// mentorFixtures are the fixtures of the endpoints of mentors.
var mentorFixtures = map[string]func(*auditFixture) call{
	"GET /api/mentors": func(d *auditFixture) call {
		d.mentor()
		return call{caller: d.listed().Visitor, query: "?topic=finance"}
	},
	"POST /api/mentors": func(d *auditFixture) call {
		return call{caller: d.listed().Visitor, body: fields{"mentor": d.mentor().person}}
	},
	"PUT /api/mentors/offer":          func(d *auditFixture) call { return call{caller: d.listed().Visitor} },
	"POST /api/mentors/{id}/accept":   func(d *auditFixture) call { return d.mentorship().by(asked) },
	"POST /api/mentors/{id}/decline":  func(d *auditFixture) call { return d.mentorship().by(asked) },
	"POST /api/mentors/{id}/withdraw": func(d *auditFixture) call { return d.mentorship().by(asker) },
	"POST /api/mentors/{id}/end":      func(d *auditFixture) call { return d.mentorship("accept").by(asker) },
	"POST /api/mentors/{id}/check-in": func(d *auditFixture) call { return d.mentorship("accept").by(asker) },
	"GET /api/admin/mentors": func(d *auditFixture) call {
		d.mentorship("accept", "check-in")
		d.mentorship()
		return call{}
	},
}

// mentor is a member who offers to mentor.
func (d *auditFixture) mentor() listedPerson {
	d.Helper()
	mentor := d.listed()
	d.ok(mentor.Send("PUT", "/api/mentors/offer", fields{"capacity": 2, "isPaused": "false"}))
	return mentor
}

// mentorship asks a mentor and takes the request through some steps.
func (d *auditFixture) mentorship(steps ...string) introduced {
	d.Helper()
	i := introduced{asker: d.listed(), asked: d.mentor()}
	i.id, _ = d.ok(i.asker.Post("/api/mentors", fields{
		"mentor": i.asked.person, "topic": "finance", "note": "I chair my first audit committee.",
	})).JSON["id"].(string)
	for _, step := range steps {
		switch step {
		case "accept":
			d.ok(i.asked.Post("/api/mentors/"+i.id+"/accept", nil))
		case "check-in":
			d.ok(i.asker.Post("/api/mentors/"+i.id+"/check-in", fields{"answer": "not-well", "note": "We have not met."}))
		}
	}
	return i
}
