// The life of an account that an import brings over:
//
//	brought over  CreateImported stores it with source legacy and a password that nobody knows: it can
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
)

// importInvitationTTL is how long the link of an invitation works.
const importInvitationTTL = 14 * 24 * time.Hour

// ImportForm is what is asked of an account that is brought over: less than of one who signs up,
// for old lists have gaps.
var ImportForm = rules.Form{
	RegisterForm.Field("name"), emailField, optionalField("phone"), optionalField("location"), optionalField("requestType"),
}

func optionalField(name string) rules.Field {
	field := RegisterForm.Field(name)
	field.Required = false
	return field
}

// ExistingAccount is what there is of an address already.
type ExistingAccount struct {
	// AwaitsInvitation is an account that was brought over, without a password and without a letter so far.
	AwaitsInvitation bool
}

// FindExisting tells which of some addresses have an account. The addresses are in lower case.
func FindExisting(app core.App, emails []string) (map[string]ExistingAccount, error) {
	existing := make(map[string]ExistingAccount, len(emails))
	// SQLite takes a limited number of parameters
	const batchSize = 500
	for len(emails) > 0 {
		batch := emails[:min(batchSize, len(emails))]
		emails = emails[len(batch):]
		params, names := dbx.Params{}, make([]string, len(batch))
		for i, email := range batch {
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
			existing[strings.ToLower(row.Email)] = ExistingAccount{AwaitsInvitation: row.Waiting}
		}
	}
	return existing, nil
}

// CreateImported stores an account of a legacy member within a transaction. The values are those of
// ImportForm. The address must be free.
func (a *Accounts) CreateImported(tx core.App, values rules.Values) (*core.Record, error) {
	users, err := tx.FindCachedCollectionByNameOrId(httpx.Users)
	if err != nil {
		return nil, err
	}
	user := core.NewRecord(users)
	user.Load(values)
	user.Load(map[string]any{"source": "legacy", "isActive": true, "awaitsPassword": true})
	// Nobody knows the decoy's secret. With no hash at all, the time of a sign-in would tell.
	user.SetRaw(core.FieldNamePassword, &core.PasswordFieldValue{Hash: a.dummyHash})
	return user, tx.Save(user)
}

// InviteImported writes the letter that lets her set her password, unless one was written before or she has
// a password by now. It tells whether it did.
func (a *Accounts) InviteImported(tx core.App, email string) (bool, error) {
	user, err := activeAccount(tx, httpx.Users, email)
	if err != nil {
		return false, err
	}
	if !user.GetBool("awaitsPassword") || !user.GetDateTime("invitedAt").IsZero() {
		return false, nil
	}
	nonce, expiry := "invitation", a.now().Add(importInvitationTTL)
	// Only these columns, as with a reset link.
	_, err = tx.NonconcurrentDB().Update(httpx.Users, dbx.Params{
		"resetToken": keys.Hash(a.resetToken(user.Id, nonce)), "resetTokenExpiry": formatTime(expiry), "invitedAt": formatTime(a.now()),
	}, dbx.HashExp{"id": user.Id}).Execute()
	if err != nil {
		return false, err
	}
	return true, a.outbox.Enqueue(tx, importInvitationEmail{
		UserID: user.Id, Nonce: nonce, Name: user.GetString("name"), Email: user.Email(), ExpiresAt: expiry,
	}.Build())
}
