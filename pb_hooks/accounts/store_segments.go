package accounts

import (
	"encoding/json"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// The queries below are for campaign segments. Each returns lower-case addresses in the column person. bind turns a
// value into a placeholder.

// PeopleSQL returns a query for the active accounts, with the fields that an email can insert.
func PeopleSQL() string {
	return `SELECT lower(email) AS person, name, '' AS city, '' AS company, '' AS tier FROM users WHERE isActive`
}

// ClosedSQL returns a query for the deactivated accounts, which receive no campaigns.
func ClosedSQL() string { return `SELECT lower(email) AS person FROM users WHERE NOT isActive` }

// RequestSQL returns a query for the accounts with a request type. "" matches any.
func RequestSQL(request string, bind func(any) string) string {
	if request == "" {
		return `SELECT lower(email) AS person FROM users WHERE isActive`
	}
	return `SELECT lower(email) AS person FROM users WHERE isActive AND requestType = ` + bind(request)
}

// JoinedSQL returns a query for the accounts that were created after or before an instant, depending on operator.
func JoinedSQL(operator, instant string, bind func(any) string) string {
	return `SELECT lower(email) AS person FROM users WHERE isActive AND createdAt ` + operator + ` ` + bind(instant)
}

// CitySQL returns a query for the accounts whose location is a city, or starts with the city and a comma. It ignores
// case.
func CitySQL(city string, bind func(any) string) string {
	name, start := bind(city), bind(city+",")
	return `SELECT lower(email) AS person FROM users WHERE isActive AND (trim(location) = ` + name + ` COLLATE NOCASE
		OR substr(ltrim(location), 1, length(` + start + `)) = ` + start + ` COLLATE NOCASE)`
}

// OwnersSQL returns a query for the accounts whose ids another query selects.
func OwnersSQL(ids string) string {
	return `SELECT lower(email) AS person FROM users WHERE isActive AND id IN (` + ids + `)`
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
		NewQuery(`SELECT id, lower(email) AS email FROM users WHERE id IN (SELECT value FROM json_each({:ids})) AND email != ''`).
		Bind(dbx.Params{"ids": string(asked)}).All(&rows)
	addresses := map[string]string{}
	for _, row := range rows {
		addresses[row.ID] = row.Email
	}
	return addresses, err
}
