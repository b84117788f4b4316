package hooks_test

import (
	"bytes"
	"image"
	"image/png"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func init() { maps.Copy(fixtures, accountFixtures) }

// newPassword is a password that an account gets.
const newPassword = "Monsoon Ledger 7"

// accountFixtures are the fixtures of the accounts of members and admins.
var accountFixtures = map[string]func(*auditFixture) call{
	"GET /api/user/portrait": func(d *auditFixture) call {
		member := d.member()
		d.ok(d.uploadPortrait(member))
		return call{caller: member}
	},
	"PUT /api/user/portrait": func(d *auditFixture) call {
		return call{send: func() testapp.Response { return d.uploadPortrait(d.member()) }}
	},
	"DELETE /api/user/portrait": func(d *auditFixture) call {
		member := d.member()
		d.ok(d.uploadPortrait(member))
		return call{caller: member}
	},
	"POST /api/user/password": func(*auditFixture) call {
		return call{body: fields{"current": testapp.Password, "new": newPassword}}
	},
	"POST /api/user/pin":   func(*auditFixture) call { return call{body: reauthentication} },
	"POST /api/user/email": func(*auditFixture) call { return call{body: reauthentication} },
	"POST /api/confirm-email": func(d *auditFixture) call {
		member := d.app.SignedIn(httpx.Users, fields{"email": "asha@example.com"})
		d.ok(member.Post("/api/user/verification", nil))
		return call{caller: member, body: fields{"token": d.linkToken("asha@example.com", "confirm-email")}}
	},

	"POST /api/user/second-factor/confirm": func(d *auditFixture) call {
		member := d.member()
		return call{caller: member, body: fields{"code": d.totpCode(d.startTOTP(member, "/api/user"), 0)}}
	},
	"POST /api/user/second-factor/remove": enrolsMember,
	"POST /api/user/recovery-codes":       enrolsMember,
	"POST /api/admin/me/second-factor/confirm": func(d *auditFixture) call {
		return call{body: fields{"code": d.totpCode(d.startTOTP(d.admin, "/api/admin/me"), 0)}}
	},
	"POST /api/admin/me/second-factor/remove": enrolsAdmin,
	"POST /api/admin/me/recovery-codes":       enrolsAdmin,

	"POST /api/passkeys/finish": func(d *auditFixture) call {
		member := d.member()
		return call{caller: member, body: newAuthenticator().create(d.T, d.beginPasskey(member, "/api/passkeys"))}
	},
	"PUT /api/admin/modules/{id}": func(*auditFixture) call { return call{parameters: []string{"library"}} },
	"DELETE /api/passkeys/{id}": func(d *auditFixture) call {
		member := d.member()
		d.addPasskey(member, "/api/passkeys")
		return call{caller: member, parameters: []string{d.newest("passkeys")}}
	},
	"POST /api/passkeys/login/finish": func(d *auditFixture) call {
		phone, guest := d.addPasskey(d.member(), "/api/passkeys"), d.app.Visitor()
		return call{caller: guest, body: phone.sign(d.T, d.ok(guest.Post("/api/passkeys/login/begin", nil)))}
	},
	"POST /api/admin/login/passkey/finish": func(d *auditFixture) call {
		phone, guest := d.addPasskey(d.admin, "/api/admin/me/passkeys"), d.app.Visitor()
		return call{caller: guest, body: phone.sign(d.T, d.ok(guest.Post("/api/admin/login/passkey/begin", nil)))}
	},
	"POST /api/admin/me/passkeys/finish": func(d *auditFixture) call {
		return call{body: newAuthenticator().create(d.T, d.beginPasskey(d.admin, "/api/admin/me/passkeys"))}
	},
	"POST /api/admin/me/passkeys/{id}/remove": func(d *auditFixture) call {
		d.addPasskey(d.admin, "/api/admin/me/passkeys")
		return call{parameters: []string{d.newest("passkeys")}}
	},

	"POST /api/login": func(d *auditFixture) call {
		email := d.app.CreateAccount(httpx.Users, nil).Email()
		return call{body: fields{"email": email, "password": testapp.Password}}
	},
	"POST /api/logout": func(d *auditFixture) call { return call{caller: d.member()} },
	"POST /api/reset-password/details": func(d *auditFixture) call {
		return call{body: fields{"token": d.resetToken()}}
	},
	"POST /api/reset-password": func(d *auditFixture) call { return call{body: fields{"token": d.resetToken()}} },
	"POST /api/admin/login": func(*auditFixture) call {
		return call{body: fields{"username": "office", "password": testapp.Password}}
	},
	"POST /api/admin/logout": func(d *auditFixture) call { return call{caller: d.admin} },
	"POST /api/admin/me/sessions/{id}/end": func(d *auditFixture) call {
		return call{parameters: []string{d.newest("sessions")}}
	},

	"POST /api/admins/{id}/invitation": func(d *auditFixture) call {
		id := d.inviteAdmin()
		d.app.Clock.Advance(time.Minute)
		return call{parameters: []string{id}}
	},
	"POST /api/admin/welcome": func(d *auditFixture) call {
		d.inviteAdmin()
		return call{body: fields{"token": d.linkToken("meera@example.com", "admin/welcome")}}
	},
	"POST /api/admins/{id}/deactivate": createsAdmin(nil),
	"POST /api/admins/{id}/reactivate": createsAdmin(fields{"isActive": false}),
	"PUT /api/admins/{id}/role":        createsAdmin(nil),
	"PUT /api/admins/{id}/person": func(d *auditFixture) call {
		c := createsAdmin(nil)(d)
		c.body = fields{"memberEmail": d.app.CreateAccount(httpx.Users, nil).Email()}
		return c
	},
	"POST /api/admin/me/email/confirm": func(d *auditFixture) call {
		d.ok(d.admin.Post("/api/admin/me/email", fields{"email": "meera@example.com", "password": testapp.Password}))
		for _, mail := range d.app.Inbox("meera@example.com") {
			if _, token, found := strings.Cut(mail.Text, "/admin/settings/account?confirm="); found {
				return call{body: fields{"token": strings.Fields(token)[0]}}
			}
		}
		d.Fatal("no link to the new address")
		return call{}
	},
	"POST /api/admins/{id}/second-factor/reset": func(d *auditFixture) call {
		return createsAdmin(fields{"totpSecret": "sealed", "totpSince": d.app.Clock.Now()})(d)
	},
	"POST /api/admins/members": func(d *auditFixture) call {
		return call{body: fields{"email": d.app.CreateAccount(httpx.Users, fields{"verified": true}).Email()}}
	},
	"POST /api/admins/members/{id}/withdraw": func(d *auditFixture) call {
		return call{parameters: []string{d.app.CreateAccount(httpx.Users, fields{"isAdmin": true}).Id}}
	},
	"POST /api/admin/me/password": func(*auditFixture) call {
		return call{body: fields{"currentPassword": testapp.Password, "newPassword": newPassword}}
	},
}

func (d *auditFixture) member() *testapp.Visitor { return d.app.SignedIn(httpx.Users, nil) }

func (d *auditFixture) uploadPortrait(member *testapp.Visitor) testapp.Response {
	d.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 20))); err != nil {
		d.Fatal(err)
	}
	return d.uploadBy(member, http.MethodPut, "/api/user/portrait", "image", picture.Bytes())
}

func enrolsMember(d *auditFixture) call {
	member := d.member()
	return call{caller: member, body: fields{"code": d.enrolTOTP(member, "/api/user")}}
}

func enrolsAdmin(d *auditFixture) call {
	return call{body: fields{"code": d.enrolTOTP(d.admin, "/api/admin/me")}}
}

func createsAdmin(values fields) func(d *auditFixture) call {
	return func(d *auditFixture) call {
		return call{parameters: []string{d.app.CreateAccount(httpx.Admins, values).Id}}
	}
}

// inviteAdmin invites meera@example.com and returns the id of the account.
func (d *auditFixture) inviteAdmin() string {
	d.Helper()
	return d.createRecord("/api/admins",
		fields{"username": "meera", "email": "meera@example.com", "password": testapp.Password})
}

// resetToken returns the token of a link that sets the password of a new account.
func (d *auditFixture) resetToken() string {
	d.Helper()
	email := d.app.CreateAccount(httpx.Users, nil).Email()
	d.ok(d.app.Visitor().Post("/api/forgot-password", fields{"email": email}))
	return d.linkToken(email, "reset-password")
}

var tokenPattern = regexp.MustCompile(`/([\w/-]+)\?(?:token|invitation|draft)=(\S+)`)

// linkToken returns the token of the newest link to a page in an inbox.
func linkToken(t testing.TB, app *testapp.App, address, page string) string {
	t.Helper()
	for _, message := range app.Inbox(address) {
		if found := tokenPattern.FindStringSubmatch(message.Text); found != nil && strings.HasSuffix(found[1], page) {
			token, err := url.QueryUnescape(found[2])
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
	}
	t.Fatalf("%s has no link to %s", address, page)
	return ""
}

func (d *auditFixture) linkToken(address, page string) string {
	d.Helper()
	return linkToken(d.T, d.app, address, page)
}

// startTOTP starts to set up a second factor of the account whose routes have a prefix.
func (d *auditFixture) startTOTP(caller *testapp.Visitor, prefix string) string {
	d.Helper()
	secret, _ := d.ok(caller.Post(prefix+"/second-factor", reauthentication)).JSON["secret"].(string)
	return secret
}

// enrolTOTP sets up a second factor and returns the next code.
func (d *auditFixture) enrolTOTP(caller *testapp.Visitor, prefix string) string {
	d.Helper()
	secret := d.startTOTP(caller, prefix)
	d.ok(caller.Post(prefix+"/second-factor/confirm", fields{"code": d.totpCode(secret, 0)}))
	return d.totpCode(secret, 1)
}

// beginPasskey starts to add a passkey.
func (d *auditFixture) beginPasskey(caller *testapp.Visitor, prefix string) testapp.Response {
	d.Helper()
	return d.ok(caller.Post(prefix+"/begin", reauthentication))
}

// addPasskey adds a passkey and returns its authenticator.
func (d *auditFixture) addPasskey(caller *testapp.Visitor, prefix string) *authenticator {
	d.Helper()
	phone := newAuthenticator()
	d.ok(caller.Post(prefix+"/finish", phone.create(d.T, d.beginPasskey(caller, prefix))))
	return phone
}
