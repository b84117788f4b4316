package hooks_test

import "boardcircle/pb_hooks/internal/httpx"

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
	d.ok(member.Post("/api/profile/publish", fields{"wording": "directory-2026-11", "agree": true}))
	record, err := d.app.PB.FindRecordById(httpx.Users, account.Id)
	if err != nil {
		d.Fatal(err)
	}
	return record.GetString("person")
}

func opensProfile(d *auditFixture) call { return call{parameters: []string{d.listedMember()}} }
