package accounts

import (
	"encoding/json"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/people"
)

// PeopleByRequest returns the ids of the people whose account has a request type. "" matches any.
func PeopleByRequest(app core.App, request string) (ids []string, err error) {
	query := app.DB().Select("person").From(identity.Users)
	if request != "" {
		query.Where(dbx.HashExp{"requestType": request})
	}
	err = query.Column(&ids)
	return ids, database.Wrap("list people by request type", err)
}

// PeopleJoined returns the ids of the people whose account was created in a period. A zero time leaves it open.
func PeopleJoined(app core.App, from, before time.Time) (ids []string, err error) {
	query := app.DB().Select("person").From(identity.Users).
		Where(dbx.NewExp("createdAt >= {:from}", dbx.Params{"from": database.FormatTime(from)}))
	if !before.IsZero() {
		query.AndWhere(dbx.NewExp("createdAt < {:before}", dbx.Params{"before": database.FormatTime(before)}))
	}
	err = query.Column(&ids)
	return ids, database.Wrap("list people by the time they joined", err)
}

// PersonByAddress returns the id of the person with an address, or "". The address of an account does not belong to the
// account's person before it is verified, if an admin has corrected it.
func PersonByAddress(app core.App, address string) (string, error) {
	person, err := people.FindByAddress(app, address)
	if person != "" || err != nil {
		return person, err
	}
	account, err := ContactByEmail(app, address)
	if account == nil || err != nil {
		return "", err
	}
	return account.Person, nil
}

// ClosedAddresses returns the lower-case addresses of the deactivated accounts, which receive no campaigns.
func ClosedAddresses(app core.App) (addresses []string, err error) {
	err = app.DB().Select("lower(email)").From(identity.Users).Where(dbx.NewExp("isActive = FALSE")).Column(&addresses)
	return addresses, database.Wrap("list addresses of closed accounts", err)
}

// ClosedAmong returns those of the lower-case addresses whose account is deactivated.
func ClosedAmong(app core.App, emails []string) (closed []string, err error) {
	asked, err := json.Marshal(emails)
	if err != nil {
		return nil, err
	}
	err = app.NonconcurrentDB().NewQuery(`SELECT asked.value FROM json_each({:asked}) asked
		CROSS JOIN users ON users.email = asked.value COLLATE NOCASE WHERE NOT users.isActive`).
		Bind(dbx.Params{"asked": string(asked)}).Column(&closed)
	return closed, err
}

// AddressesOf returns the lower-case addresses of accounts by id.
func AddressesOf(app core.App, ids []string) (map[string]string, error) {
	asked, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		ID    string `db:"id"`
		Email string `db:"email"`
	}
	err = app.DB().
		NewQuery(`SELECT id, lower(email) AS email FROM users WHERE id IN (SELECT value FROM json_each({:ids}))
			AND email != ''`).
		Bind(dbx.Params{"ids": string(asked)}).All(&rows)
	addresses := map[string]string{}
	for _, row := range rows {
		addresses[row.ID] = row.Email
	}
	return addresses, err
}

// Mailbox is the address of the active account of a person.
type Mailbox struct {
	Person string `db:"person"`
	Name   string `db:"name"`
	Email  string `db:"email"`
}

// ListMailboxes returns the addresses of those of some people who have an active account, in the order of their ids.
func ListMailboxes(app core.App, people []string) (mailboxes []Mailbox, err error) {
	asked, err := json.Marshal(people)
	if err != nil {
		return nil, err
	}
	err = app.DB().NewQuery(`SELECT person, name, lower(email) AS email FROM users
		WHERE person IN (SELECT value FROM json_each({:people})) AND isActive = TRUE AND email != '' ORDER BY person`).
		Bind(dbx.Params{"people": string(asked)}).All(&mailboxes)
	return mailboxes, database.Wrap("list mailboxes", err)
}
