// Package loadtest fills a database with many people using plain SQL and rebuilds the read models, for tests with a
// hundred thousand people.
package loadtest

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/readmodel"
)

// Fill adds users accounts. If full, it also adds the data that the console shows: as many nominations (half of them by
// people with an account), twice as many transactions, a draft for every tenth account, and as many emails and audit
// entries. The addresses are u1@sample.example and so on. Call it once per database.
func Fill(app core.App, users int, full bool) error {
	return app.RunInTransaction(func(tx core.App) error {
		createIndexes, err := dropIndexes(tx)
		if err != nil {
			return err
		}
		statements := []string{insertAddresses(1, users), insertUsers(users)}
		if full {
			statements = append(
				statements,
				insertAddresses(users+1, 2*users),
				insertNominations(users),
				insertTransactions(users),
				insertDrafts(users),
				insertEmails(users),
				insertEmailEvents(users),
				insertOrphanPayments(users),
				insertWebhookDiagnostics(users),
				insertAuditLog(users),
			)
		}
		if err := execute(tx, append(statements, createIndexes...)...); err != nil {
			return err
		}
		return readmodel.Rebuild(tx)
	})
}

// FillDirectory adds a published profile for each account of Fill, and the members who are going to a session.
func FillDirectory(app core.App, users, going int, sessionID string) error {
	return app.RunInTransaction(func(tx core.App) error {
		err := execute(tx, insertProfiles(users), insertAnswers(going, sessionID))
		if err != nil {
			return err
		}
		return readmodel.Rebuild(tx)
	})
}

func execute(app core.App, statements ...string) error {
	for _, statement := range statements {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%.60s: %w", statement, err)
		}
	}
	return nil
}

// dropIndexes drops the indexes that no insert searches and returns the statements that create them again. Sorting all
// rows once takes a third of the time of keeping them sorted.
func dropIndexes(app core.App) ([]string, error) {
	var indexes []struct{ Name, SQL string }
	err := app.DB().NewQuery(`
		SELECT name, sql FROM sqlite_master
		WHERE type = 'index' AND sql NOT LIKE 'CREATE UNIQUE %'
			AND tbl_name IN ('users', 'people', 'person_emails', 'registrations', 'transactions', 'email_logs',
			'email_events', 'audit_log')`).
		All(&indexes)
	var statements []string
	for _, index := range indexes {
		if err := execute(app, "DROP INDEX [["+index.Name+"]]"); err != nil {
			return nil, err
		}
		statements = append(statements, index.SQL)
	}
	return statements, err
}

func sequence(count int) string {
	return fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", count)
}

const (
	// One row every five minutes, the newest last: about a year for 100,000 rows.
	rowTime = "strftime('%Y-%m-%d %H:%M:%fZ', '2025-09-01', '+' || (i * 5) || ' minutes')"
	rowCity = "CASE i % 5 WHEN 0 THEN 'Mumbai' WHEN 1 THEN 'Pune' WHEN 2 THEN 'Delhi' WHEN 3 THEN 'Chennai' " +
		"ELSE 'Kochi' END"
)

// Phone numbers and provider ids look random, as in real data. So a search for a whole number finds few similar ones.
const (
	rowPhone     = "printf('+9198%08d', i * 48271 % 100000000)"
	rowPaymentID = "printf('pay_%07X%07X', i * 2654435761 % 268435399, i * 1597334677 % 268435399)"
)

// Phone returns the phone number of the i-th account, without +9198.
func Phone(i int) string { return fmt.Sprintf("%08d", i*48271%100000000) }

// PaymentID returns the provider's id of the i-th transaction's payment.
func PaymentID(i int) string {
	return fmt.Sprintf("pay_%07X%07X", i*2654435761%268435399, i*1597334677%268435399)
}

// rowPerson returns the id of the person whose address starts with u and a number.
func rowPerson(number string) string { return "printf('p%014d', " + number + ")" }

// insertAddresses inserts the addresses of some people. Their rows are computed with the read models.
func insertAddresses(first, last int) string {
	return fmt.Sprintf(`INSERT INTO person_emails (id, person, address, normalised, createdAt, updatedAt)
		WITH RECURSIVE n(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT printf('a%%014d', i), %s, 'u' || i || '@sample.example', 'u' || i || '@sample.example', %s, %s FROM n`,
		first, last, rowPerson("i"), rowTime, rowTime)
}

func insertUsers(people int) string {
	return `INSERT INTO users (id, email, name, phone, location, password, tokenKey, requestType, source, isActive,
		verified, person, createdAt, updatedAt) ` + sequence(
		people,
	) +
		`SELECT printf('u%014d', i), 'u' || i || '@sample.example', 'Person ' || i, ` + rowPhone + `, ` + rowCity +
		` || ', India', '',
			'key of user ' || i, iif(i % 2, 'enquiry', 'membership'), iif(i % 3, 'user', 'legacy'), TRUE, TRUE, ` + rowPerson(
		"i",
	) + `, ` + rowTime + `, ` + rowTime + ` FROM n`
}

func insertProfiles(people int) string {
	return `INSERT INTO profiles (id, userId, person, state, name, city, sectors, languages, canHelpWith, searchText,
		emailVisibility, phoneVisibility, linkedinVisibility, isListed, listedUntil, publishedAt, createdAt,
		updatedAt) ` +
		sequence(people) + `SELECT printf('f%014d', i), printf('u%014d', i), ` + rowPerson("i") + `, 'published',
			'Person ' || i, ` + rowCity + `, iif(i % 2, '["technology"]', '["healthcare"]'), '["en"]', '["finance"]',
			'person ' || i, 'introduced', 'introduced', 'introduced', TRUE, '2099-12-31 00:00:00.000Z', ` + rowTime +
		`, ` + rowTime + `, ` + rowTime + ` FROM n`
}

func insertAnswers(people int, sessionID string) string {
	return `INSERT INTO event_answers (id, event, userId, person, state, queue, answeredAt, createdAt, updatedAt) ` +
		sequence(people) + `SELECT printf('w%014d', i), '` + sessionID + `', printf('u%014d', i), ` + rowPerson("i") +
		`, 'going', i, ` + rowTime + `, ` + rowTime + `, ` + rowTime + ` FROM n`
}
