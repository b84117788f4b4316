package hooks_test

import (
	"maps"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func init() { maps.Copy(fixtures, nominationFixtures) }

// applicantEmail is the address of the nomination that createNomination sends.
const applicantEmail = "shalini@example.com"

// nominationFixtures are the fixtures of drafts, and of what applicants do.
var nominationFixtures = map[string]func(*auditFixture) call{
	"POST /api/registrations": func(*auditFixture) call { return call{body: testapp.Nomination(applicantEmail)} },
	"GET /api/drafts": func(d *auditFixture) call {
		d.saveDraft()
		return call{query: "?page=1&perPage=10"}
	},
	"GET /api/drafts/mine":       func(d *auditFixture) call { return call{caller: d.saveDraft()} },
	"POST /api/drafts/mine/link": func(d *auditFixture) call { return call{caller: d.saveDraft()} },
	"DELETE /api/drafts/mine":    func(d *auditFixture) call { return call{caller: d.saveDraft()} },
	"POST /api/drafts/resume": func(d *auditFixture) call {
		d.ok(d.saveDraft().Post("/api/drafts/mine/link", nil))
		return call{body: fields{"token": d.linkToken("tara@example.com", "nomination")}}
	},

	"POST /api/nominations/{id}/steps": createsNomination,
	"POST /api/nominations/mine/details": func(d *auditFixture) call {
		return call{body: fields{"token": d.applicantToken()}}
	},
	"POST /api/nominations/mine/amend": func(d *auditFixture) call {
		body := testapp.Nomination(applicantEmail)
		body["token"], body["version"] = d.applicantToken(), 0
		delete(body, "agreeTerms") // a correction does not require the consent again
		return call{body: body}
	},
	"POST /api/nominations/mine/answer": func(d *auditFixture) call {
		token := d.applicantToken()
		path := "/api/nominations/" + d.newest("registrations") + "/steps"
		d.ok(d.admin.Post(path, fields{"step": "take", "version": 0}))
		d.ok(d.admin.Post(path, fields{"step": "ask", "version": 1, "words": "Which boards?"}))
		return call{body: fields{"token": token, "version": 2, "words": "Two."}}
	},
	"POST /api/nominations/mine/withdraw": func(d *auditFixture) call {
		return call{body: fields{"token": d.applicantToken(), "version": 0}}
	},
	"POST /api/nominations/mine/reopen": func(d *auditFixture) call {
		token := d.applicantToken()
		d.ok(d.app.Visitor().Post("/api/nominations/mine/withdraw", fields{"token": token, "version": 0}))
		return call{body: fields{"token": token, "version": 1}}
	},
	"POST /api/invitations/look": func(d *auditFixture) call { return call{body: fields{"token": d.invitationToken()}} },
	"POST /api/invitations/accept": func(d *auditFixture) call {
		applicant := d.app.SignedIn(httpx.Users, fields{"email": applicantEmail})
		return call{caller: applicant, body: fields{"token": d.invitationToken()}}
	},
}

// saveDraft returns a visitor who has saved a draft with the address tara@example.com.
func (d *auditFixture) saveDraft() *testapp.Visitor {
	d.Helper()
	visitor := d.app.Visitor()
	d.ok(visitor.Post("/api/drafts", fields{"email": "tara@example.com", "formData": fields{"name": "Tara"}}))
	return visitor
}

// applicantToken sends a nomination and returns the token of the link in its applicant's email.
func (d *auditFixture) applicantToken() string {
	d.Helper()
	d.createNomination()
	return d.linkToken(applicantEmail, "nomination")
}

// invitationToken returns the token of the invitation of an approved nomination.
func (d *auditFixture) invitationToken() string {
	d.Helper()
	path := "/api/nominations/" + d.createNomination() + "/steps"
	d.ok(d.admin.Post(path, fields{"step": "take", "version": 0}))
	d.ok(d.admin.Post(path, fields{"step": "approve", "version": 1, "vote": "yes"}))
	return d.linkToken(applicantEmail, "auth")
}
