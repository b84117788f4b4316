package accounts

import (
	"encoding/json"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// What segments of a campaign ask of the accounts. Each is a query of lower-case addresses as person; bind makes a
// placeholder of a value.

// PeopleSQL are the accounts that are open, with what an e-mail says of a person.
func PeopleSQL() string {
	return `SELECT lower(email) AS person, name, '' AS city, '' AS company, '' AS tier FROM users WHERE isActive`
}

// ClosedSQL are the accounts that are closed: nobody writes to them.
func ClosedSQL() string { return `SELECT lower(email) AS person FROM users WHERE NOT isActive` }

// RequestSQL are the accounts with a request, "" being any.
func RequestSQL(request string, bind func(any) string) string {
	if request == "" {
		return `SELECT lower(email) AS person FROM users WHERE isActive`
	}
	return `SELECT lower(email) AS person FROM users WHERE isActive AND requestType = ` + bind(request)
}

// JoinedSQL are the accounts that were opened from one instant on, or before one.
func JoinedSQL(operator, instant string, bind func(any) string) string {
	return `SELECT lower(email) AS person FROM users WHERE isActive AND createdAt ` + operator + ` ` + bind(instant)
}

// CitySQL are the accounts whose location is a city, or begins with it and a comma, whatever the case.
func CitySQL(city string, bind func(any) string) string {
	name, start := bind(city), bind(city+",")
	return `SELECT lower(email) AS person FROM users WHERE isActive AND (trim(location) = ` + name + ` COLLATE NOCASE
		OR substr(ltrim(location), 1, length(` + start + `)) = ` + start + ` COLLATE NOCASE)`
}

// OwnersSQL are the accounts whose ids a query selects.
func OwnersSQL(ids string) string {
	return `SELECT lower(email) AS person FROM users WHERE isActive AND id IN (` + ids + `)`
}

// ClosedAmong are those of some lower-case addresses whose account is closed.
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

// AddressesOf are the lower-case addresses of accounts by their ids.
func AddressesOf(app core.App, ids []string) (map[string]string, error) {
	asked, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		ID    string `db:"id"`
		Email string `db:"email"`
	}
	err = app.DB().NewQuery(`SELECT id, lower(email) AS email FROM users WHERE id IN (SELECT value FROM json_each({:ids})) AND email != ''`).
		Bind(dbx.Params{"ids": string(asked)}).All(&rows)
	addresses := map[string]string{}
	for _, row := range rows {
		addresses[row.ID] = row.Email
	}
	return addresses, err
}
