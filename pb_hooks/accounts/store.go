package accounts

import (
	"fmt"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/sessions"
)

// The typed records are in package identity. Several functions update single columns, because saving a whole record
// would overwrite changes since it was read.

func newUserRecord(app core.App) (*identity.User, error) {
	record, err := database.NewRecord(app, identity.Users)
	if err != nil {
		return nil, database.Wrap("find the collection of users", err)
	}
	return identity.NewUser(record), nil
}

// loadForm sets the fields of a new account. It hashes the password and the PIN.
func loadForm(user *identity.User, form RegisterForm) {
	user.Load(map[string]any{
		"name": form.Name, "email": form.Email, "phone": form.Phone, "location": form.Location,
		"password": form.Password, "pin": form.PIN, "requestType": string(form.RequestType),
	})
}

// EndAllSessions gives every account of every collection a new token key and deletes their sessions. It uses one
// statement per collection, because there may be 100,000 accounts.
func EndAllSessions(tx core.App) error {
	collections, err := tx.FindAllCollections(core.CollectionTypeAuth)
	if err != nil {
		return fmt.Errorf("end all sessions: %w", err)
	}
	for _, c := range collections {
		_, err := tx.NonconcurrentDB().NewQuery("UPDATE {{" + c.Name +
			"}} SET tokenKey = lower(hex(randomblob(25)))").Execute()
		if err != nil {
			return fmt.Errorf("end all sessions of %s: %w", c.Name, err)
		}
	}
	if err := sessions.DeleteAll(tx); err != nil {
		return fmt.Errorf("end all sessions: %w", err)
	}
	return nil
}

// emailBatchSize limits the number of parameters in one statement.
const emailBatchSize = 500

// findAccountsByEmail returns the accounts with one of the lower-case emails, by their email.
func findAccountsByEmail(app core.App, emails []string) (map[string]ExistingAccount, error) {
	found := make(map[string]ExistingAccount, len(emails))
	for len(emails) > 0 {
		batch := emails[:min(emailBatchSize, len(emails))]
		emails = emails[len(batch):]
		params, names := dbx.Params{}, make([]string, len(batch))
		for i, email := range batch {
			name := fmt.Sprintf("email%d", i)
			params[name], names[i] = email, "{:"+name+"}"
		}
		var rows []struct {
			ExistingAccount
			Email string `db:"email"`
		}
		err := app.DB().Select("id", "email", "isActive",
			"(awaitsPassword AND invitedAt = '' AND isActive) AS awaitsInvitation").From(identity.Users).
			Where(dbx.NewExp("[[email]] COLLATE NOCASE IN ("+strings.Join(names, ", ")+")", params)).All(&rows)
		if err != nil {
			return nil, database.Wrap("find accounts by address", err)
		}
		for _, row := range rows {
			found[strings.ToLower(row.Email)] = row.ExistingAccount
		}
	}
	return found, nil
}
