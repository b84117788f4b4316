package hooks_test

import (
	"maps"
	"net/http"

	"boardcircle/pb_hooks/internal/testapp"
)

func init() { maps.Copy(fixtures, reportFixtures) }

// reportFixtures are the fixtures of the endpoints of reports.
var reportFixtures = map[string]func(*auditFixture) call{
	"POST /api/reports": func(d *auditFixture) call {
		body, reporter := d.reportForm()
		return call{body: body, caller: reporter}
	},
	"GET /api/admin/reports": func(d *auditFixture) call {
		d.createReport()
		return call{query: "?state=open"}
	},
	"GET /api/admin/reports/{id}":         func(d *auditFixture) call { return call{parameters: []string{d.createReport()}} },
	"POST /api/admin/reports/{id}/decide": func(d *auditFixture) call { return call{parameters: []string{d.createReport()}} },
	"POST /api/admin/reports/{id}/reverse": func(d *auditFixture) call {
		id := d.createReport()
		d.ok(d.admin.Post("/api/admin/reports/"+id+"/decide",
			fields{"decision": "content-removed", "note": "It is so.", "message": "It advertises."}))
		return call{parameters: []string{id}}
	},
}

// reportForm returns a report of a published profile, and the member who may send it.
func (d *auditFixture) reportForm() (fields, *testapp.Visitor) {
	account := d.app.CreateMember(nil)
	owner := d.app.SignedInAs(account)
	d.ok(owner.Send(http.MethodPut, "/api/profile", fields{
		"designation": "Chair", "city": "Pune", "sectors": []string{"energy"}, "emailVisibility": "nobody",
		"phoneVisibility": "nobody", "linkedinVisibility": "nobody",
	}))
	published := d.ok(owner.Post("/api/profile/publish", fields{"wording": "directory-2026-11-fields", "agree": true}))
	id := published.JSON["preview"].(fields)["id"]
	return fields{"subject": "profile", "subjectId": id, "reason": "spam", "details": "It advertises."},
		d.app.SignedInAs(d.app.CreateMember(nil))
}

func (d *auditFixture) createReport() string {
	body, reporter := d.reportForm()
	id, _ := d.ok(reporter.Post("/api/reports", body)).JSON["id"].(string)
	return id
}
