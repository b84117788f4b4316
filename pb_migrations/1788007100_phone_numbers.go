package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Phone numbers are stored in the form of E.164. The next start computes the people and the search index from them.
func init() {
	m.Register(func(app core.App) error {
		for _, statement := range []string{
			`UPDATE users SET phone = phone_number(phone) WHERE phone != phone_number(phone)`,
			`UPDATE registrations SET phone = phone_number(phone) WHERE phone != phone_number(phone)`,
			`UPDATE transactions SET customerPhone = phone_number(customerPhone)
				WHERE customerPhone != phone_number(customerPhone)`,
			`INSERT INTO counters (name, value, n) SELECT 'stale', '', 1 WHERE EXISTS (SELECT 1 FROM users)
				OR EXISTS (SELECT 1 FROM registrations) OR EXISTS (SELECT 1 FROM transactions) ON CONFLICT DO NOTHING`,
		} {
			if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	}, func(core.App) error { return nil })
}
