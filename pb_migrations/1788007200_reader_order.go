package pb_migrations

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/dbutils"
)

// The lists are sorted by names, titles and places as their readers expect: with the collation folded.
func init() {
	m.Register(func(app core.App) error {
		return changeCollation(app, "COLLATE NOCASE", "COLLATE folded")
	}, func(app core.App) error {
		return changeCollation(app, "COLLATE folded", "COLLATE NOCASE")
	})
}

func changeCollation(app core.App, from, to string) error {
	for _, changed := range []struct {
		collection string
		indexes    []string
	}{
		{"users", []string{"idx_users_name", "idx_users_location"}},
		{"registrations", []string{"idx_registrations_name", "idx_registrations_companyName",
			"idx_registrations_open_name", "idx_registrations_status_name"}},
		{"transactions", []string{"idx_transactions_customerName"}},
		{"people", []string{"idx_people_leads_name", "idx_people_leads_location", "idx_people_paid_name",
			"idx_people_paid_companyName", "idx_people_paid_tierName"}},
		{"events", []string{"idx_events_title"}},
	} {
		c, err := app.FindCollectionByNameOrId(changed.collection)
		if err != nil {
			return err
		}
		for i, index := range c.Indexes {
			if slices.Contains(changed.indexes, dbutils.ParseIndex(index).IndexName) {
				c.Indexes[i] = strings.Replace(index, from, to, 1)
			}
		}
		if err := app.Save(c); err != nil {
			return fmt.Errorf("change the indexes of %s: %w", changed.collection, err)
		}
	}
	return nil
}
