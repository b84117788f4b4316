package hooks_test

import (
	"maps"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func init() { maps.Copy(fixtures, introductionFixtures) }

// introductionFixtures are the fixtures of the endpoints of introductions.
var introductionFixtures = map[string]func(*auditFixture) call{
	"GET /api/introductions": func(d *auditFixture) call { return call{caller: d.introduction("accept").asker.Visitor} },
	"POST /api/introductions": func(d *auditFixture) call {
		asker, asked := d.listed(), d.listed()
		return call{caller: asker.Visitor, body: fields{"person": asked.person}}
	},
	"GET /api/introductions/{id}":           func(d *auditFixture) call { return d.introduction().by(asked) },
	"POST /api/introductions/{id}/accept":   func(d *auditFixture) call { return d.introduction().by(asked) },
	"POST /api/introductions/{id}/decline":  func(d *auditFixture) call { return d.introduction().by(asked) },
	"POST /api/introductions/{id}/withdraw": func(d *auditFixture) call { return d.introduction().by(asker) },
	"POST /api/introductions/{id}/close":    func(d *auditFixture) call { return d.introduction("accept").by(asker) },
	"GET /api/introductions/{id}/messages": func(d *auditFixture) call {
		return d.introduction("accept", "write").by(asked)
	},
	"POST /api/introductions/{id}/messages": func(d *auditFixture) call { return d.introduction("accept").by(asker) },
	"GET /api/directory/{person}/introduction": func(d *auditFixture) call {
		i := d.introduction()
		return call{parameters: []string{i.asked.person}, caller: i.asker.Visitor}
	},
	"GET /api/admin/introductions": func(d *auditFixture) call {
		d.introduction("accept", "write")
		return call{query: "?state=open&perPage=5"}
	},
	"POST /api/admin/introductions": func(d *auditFixture) call {
		return call{body: fields{"userId": d.listed().account, "otherId": d.listed().account}}
	},
}

// listedPerson is a signed-in member with a published profile.
type listedPerson struct {
	*testapp.Visitor
	account, person string
}

func (d *auditFixture) listed() listedPerson {
	d.Helper()
	account := d.app.CreateMember(nil)
	member := d.app.SignedInAs(account)
	d.ok(member.Send("PUT", "/api/profile", directoryProfile))
	d.ok(member.Post("/api/profile/publish", fields{"wording": "directory-2026-11-fields", "agree": true}))
	record, err := d.app.PB.FindRecordById(httpx.Users, account.Id)
	if err != nil {
		d.Fatal(err)
	}
	return listedPerson{member, account.Id, record.GetString("person")}
}

// introduced is an introduction with its two people.
type introduced struct {
	id           string
	asker, asked listedPerson
}

func asker(i introduced) *testapp.Visitor { return i.asker.Visitor }
func asked(i introduced) *testapp.Visitor { return i.asked.Visitor }

func (i introduced) by(caller func(introduced) *testapp.Visitor) call {
	return call{parameters: []string{i.id}, caller: caller(i)}
}

// introduction asks for an introduction and takes it through some steps.
func (d *auditFixture) introduction(steps ...string) introduced {
	d.Helper()
	i := introduced{asker: d.listed(), asked: d.listed()}
	i.id, _ = d.ok(i.asker.Post("/api/introductions", fields{
		"person": i.asked.person, "reason": "You have chaired an audit committee.",
	})).JSON["id"].(string)
	for _, step := range steps {
		switch step {
		case "accept":
			d.ok(i.asked.Post("/api/introductions/"+i.id+"/accept", nil))
		case "write":
			d.ok(i.asker.Post("/api/introductions/"+i.id+"/messages", fields{"text": "Thank you."}))
		}
	}
	return i
}
