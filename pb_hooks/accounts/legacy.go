// The life of an account that an import brings over:
//
//	brought over  BringOver stores it with source legacy and a password that nobody knows: it can
//	              be signed in to by no secret. awaitsPassword says so.
//	invited       Invite writes a letter with a link that sets the password, once for an account
//	              (invitedAt). Its token is a reset token, but lives two weeks; who lets them pass,
//	              or was never invited, asks for a reset mail as everybody does.
//	claimed       The reset sets her password and takes awaitsPassword away (Guard). From here on
//	              it is an account like any other; the source stays, for it tells where it is from.

package accounts

import (
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
)

// invitationLife is how long the link of an invitation works.
const invitationLife = 14 * 24 * time.Hour

// LegacyForm is what is asked of an account that is brought over: less than of one who signs up,
// for old lists have gaps.
var LegacyForm = rules.Form{
	RegisterForm.Field("name"), emailField, optional("phone"), optional("location"), optional("requestType"),
}

func optional(name string) rules.Field {
	field := RegisterForm.Field(name)
	field.Required = false
	return field
}

// Standing is what there is of an address already.
type Standing struct {
	// Waiting is an account that was brought over, without a password and without a letter so far.
	Waiting bool
}

// Standings tells which of some addresses have an account. The addresses are in lower case.
func Standings(app core.App, emails []string) (map[string]Standing, error) {
	known := make(map[string]Standing, len(emails))
	// SQLite takes a limited number of parameters
	const atOnce = 500
	for len(emails) > 0 {
		some := emails[:min(atOnce, len(emails))]
		emails = emails[len(some):]
		params, names := dbx.Params{}, make([]string, len(some))
		for i, email := range some {
			name := fmt.Sprintf("email%d", i)
			params[name], names[i] = email, "{:"+name+"}"
		}
		var rows []struct {
			Email   string `db:"email"`
			Waiting bool   `db:"waiting"`
		}
		err := app.DB().Select("email", "(awaitsPassword AND invitedAt = '' AND isActive) AS waiting").From(httpx.Users).
			Where(dbx.NewExp("[[email]] COLLATE NOCASE IN ("+strings.Join(names, ", ")+")", params)).All(&rows)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			known[strings.ToLower(row.Email)] = Standing{Waiting: row.Waiting}
		}
	}
	return known, nil
}

// BringOver stores an account of a legacy member within a transaction. The values are those of
// LegacyForm. The address must be free.
func (a *Accounts) BringOver(tx core.App, values rules.Values) (*core.Record, error) {
	users, err := tx.FindCachedCollectionByNameOrId(httpx.Users)
	if err != nil {
		return nil, err
	}
	user := core.NewRecord(users)
	user.Load(values)
	user.Load(map[string]any{"source": "legacy", "isActive": true, "awaitsPassword": true})
	// Nobody knows the decoy's secret. With no hash at all, the time of a sign-in would tell.
	user.SetRaw(core.FieldNamePassword, &core.PasswordFieldValue{Hash: a.decoy})
	return user, tx.Save(user)
}

// Invite writes the letter that lets her set her password, unless one was written before or she has
// a password by now. It tells whether it did.
func (a *Accounts) Invite(tx core.App, email string) (bool, error) {
	user, err := activeAccount(tx, httpx.Users, email)
	if err != nil {
		return false, err
	}
	if !user.GetBool("awaitsPassword") || !user.GetDateTime("invitedAt").IsZero() {
		return false, nil
	}
	nonce, expiry := "invitation", a.now().Add(invitationLife)
	// Only these columns, as with a reset link.
	_, err = tx.NonconcurrentDB().Update(httpx.Users, dbx.Params{
		"resetToken": keys.Hash(a.resetToken(user.Id, nonce)), "resetTokenExpiry": stored(expiry), "invitedAt": stored(a.now()),
	}, dbx.HashExp{"id": user.Id}).Execute()
	if err != nil {
		return false, err
	}
	return true, a.letters.Enqueue(tx, mail.LegacyInvitation{
		UserID: user.Id, Nonce: nonce, Name: user.GetString("name"), Email: user.Email(), ExpiresAt: expiry,
	}.Letter())
}
