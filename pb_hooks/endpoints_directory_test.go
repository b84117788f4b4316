package hooks_test

import (
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// directoryProfile is a profile that can be published.
var directoryProfile = fields{
	"designation": "Independent Director", "company": "Deccan Capital", "city": "Pune", "sectors": []string{"technology"},
	"linkedin": "https://www.linkedin.com/in/asha", "linkedinVisibility": "members",
}

// listedMember creates a member with a portrait and a published profile, and returns the id of their person.
func (d *auditFixture) listedMember() (person string) {
	d.Helper()
	account := d.app.CreateMember(nil)
	member := d.app.SignedInAs(account)
	d.uploadPortrait(member)
	d.ok(member.Send("PUT", "/api/profile", directoryProfile))
	d.ok(member.Post("/api/profile/publish", fields{"wording": "directory-2026-11-fields", "agree": true}))
	record, err := d.app.PB.FindRecordById(httpx.Users, account.Id)
	if err != nil {
		d.Fatal(err)
	}
	return record.GetString("person")
}

// vouch lets a listed member vouch for another, and returns both and the id.
func (d *auditFixture) vouch() (author, about *testapp.Visitor, id string) {
	d.Helper()
	by, other := d.listed(), d.listed()
	answer := d.ok(by.Post("/api/directory/"+other.person+"/vouch", fields{"text": "I have learned much from her."}))
	id, _ = answer.JSON["id"].(string)
	return by.Visitor, other.Visitor, id
}

// answersVouch calls an endpoint as the person whom a vouch is about.
func answersVouch(d *auditFixture) call {
	_, about, id := d.vouch()
	return call{parameters: []string{id}, caller: about}
}

func opensProfile(d *auditFixture) call { return call{parameters: []string{d.listedMember()}} }
