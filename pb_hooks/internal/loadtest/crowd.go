// Package crowd fills a database with many people at once, by bare SQL, for tests that ask how the
// product does with a hundred thousand of them. The triggers keep the tallies as they always do.
package loadtest

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
)

// Fill adds so many accounts. With an office it adds what an office has of them: as many
// nominations (half of them by people who have an account), twice as many transactions, a draft for
// every tenth, and as many letters and rows of the audit log. Addresses are sample addresses:
// u1@sample.example and on. Fill it once.
func Fill(app core.App, people int, office bool) error {
	return app.RunInTransaction(func(tx core.App) error {
		made, err := dropOrders(tx)
		if err != nil {
			return err
		}
		statements := []string{accounts(people)}
		if office {
			statements = append(statements, nominations(people), transactions(people), drafts(people), letters(people), events(people),
				unknownPayments(people), calls(people), auditLog(people))
		}
		return run(tx, append(statements, made...)...)
	})
}

func run(app core.App, statements ...string) error {
	for _, statement := range statements {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%.60s: %w", statement, err)
		}
	}
	return nil
}

// dropOrders drops the indexes that no insert looks anything up in, and returns the statements that
// make them again: to sort all rows once takes a third of the time of keeping them sorted.
func dropOrders(app core.App) ([]string, error) {
	var indexes []struct{ Name, SQL string }
	err := app.DB().NewQuery(`
		SELECT name, sql FROM sqlite_master
		WHERE type = 'index' AND sql NOT LIKE 'CREATE UNIQUE %' AND name != 'members_sales_person'
			AND tbl_name IN ('users', 'registrations', 'transactions', 'members_people', 'members_sales', 'email_logs', 'email_events', 'audit_log')`).
		All(&indexes)
	var made []string
	for _, index := range indexes {
		if err := run(app, "DROP INDEX [["+index.Name+"]]"); err != nil {
			return nil, err
		}
		made = append(made, index.SQL)
	}
	return made, err
}

func many(count int) string {
	return fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", count)
}

const (
	// one every five minutes, the newest last, over about a year for 100,000
	at   = "strftime('%Y-%m-%d %H:%M:%fZ', '2025-09-01', '+' || (i * 5) || ' minutes')"
	city = "CASE i % 5 WHEN 0 THEN 'Mumbai' WHEN 1 THEN 'Pune' WHEN 2 THEN 'Delhi' WHEN 3 THEN 'Chennai' ELSE 'Kochi' END"
)

func accounts(people int) string {
	return `INSERT INTO users (id, email, name, phone, location, password, tokenKey, requestType, source, isActive, createdAt, updatedAt) ` + many(people) +
		`SELECT printf('u%014d', i), 'u' || i || '@sample.example', 'Person ' || i, '+9198' || printf('%08d', i), ` + city + ` || ', India', '',
			'key of user ' || i, iif(i % 2, 'enquiry', 'membership'), iif(i % 3, 'user', 'legacy'), TRUE, ` + at + `, ` + at + ` FROM n`
}
