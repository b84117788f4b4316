package pb_migrations

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// People get a table. Every record that names a person refers to their row.
func init() {
	m.Register(createPeople, deletePeople)
}

// ofPerson are the collections whose records name a person, before those that refer to them.
var ofPerson = []string{
	"users", "registrations", "transactions", "memberships", "subscriptions", "offline_payments", "seats",
	"email_choices", "suppressions", "person_notes", "person_tags",
}

func createPeople(app core.App) error {
	for _, c := range peopleTables() {
		if err := c.create(app); err != nil {
			return fmt.Errorf("create %s: %w", c.name, err)
		}
	}
	people, err := app.FindCollectionByNameOrId("people")
	if err != nil {
		return err
	}
	for _, name := range ofPerson {
		c, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		c.Fields.Add(&core.RelationField{Name: "person", CollectionId: people.Id, MaxSelect: 1})
		switch name {
		case "registrations":
			c.AddIndex("idx_registrations_person", false, "person, createdAt, id", "")
		case "transactions":
			c.AddIndex("idx_transactions_person", false, "person, createdAt, id", "")
			c.AddIndex("idx_transactions_paidAt", false, "status, iif(processedAt = '', createdAt, processedAt), id",
				"")
		default:
			c.AddIndex("idx_"+name+"_person", false, "person", "")
		}
		if err := app.Save(c); err != nil {
			return fmt.Errorf("add the person to %s: %w", name, err)
		}
	}
	merges, err := app.FindCollectionByNameOrId("account_merges")
	if err != nil {
		return err
	}
	merges.Fields.Add(&core.JSONField{
		Name: "movedReferences", MaxSize: 1048576,
		Help: "The ids of the records that were moved to the other person, by collection.",
	})
	if err := app.Save(merges); err != nil {
		return err
	}
	for _, statement := range fillPeople {
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return movePeopleOfMerges(app)
}

func peopleTables() []collection {
	return []collection{
		{
			name: "people",
			fields: []core.Field{
				lineField("name", 120, false),
				lineField("email", 254, false),
				lineField("phone", 32, false),
				lineField("location", 200, false),
				lineField("city", 80, false),
				lineField("state", 80, false),
				lineField("companyName", 200, false),
				lineField("industry", 80, false),
				&core.BoolField{Name: "isLead", Help: "Has asked and not paid, or has an account for an enquiry."},
				&core.NumberField{Name: "payments", Help: "The number of completed transactions.", OnlyInt: true},
				&core.NumberField{Name: "amount", Help: "The rupees paid, in paise.", OnlyInt: true},
				&core.NumberField{Name: "amountUSD", Help: "The dollars paid, in cents.", OnlyInt: true},
				lineField("tierName", 120, false),
				selectField("source", false, "registration", "user", "payment"),
				&core.TextField{
					Name: "recordId", Max: 36,
					Help: "The id of the nomination, else of the account, else of the newest transaction.",
				},
				&core.DateField{Name: "knownSince", Help: "When that record was created or paid."},
				&core.TextField{Name: "mergedInto", Max: 15, Help: "The person into whom an admin merged this one."},
			},
			indexes: []index{
				{"idx_people_leads_knownSince", false, "knownSince, recordId", "isLead = 1"},
				{"idx_people_leads_name", false, "name COLLATE NOCASE, recordId", "isLead = 1"},
				{"idx_people_leads_email", false, "email COLLATE NOCASE, recordId", "isLead = 1"},
				{"idx_people_leads_location", false, "location COLLATE NOCASE, recordId", "isLead = 1"},
				{"idx_people_leads_source", false, "source, recordId", "isLead = 1"},
				{"idx_people_leads_isPaid", false, "payments > 0, recordId", "isLead = 1"},
				{"idx_people_paid_knownSince", false, "knownSince, recordId", "payments > 0"},
				{"idx_people_paid_name", false, "name COLLATE NOCASE, recordId", "payments > 0"},
				{"idx_people_paid_email", false, "email COLLATE NOCASE, recordId", "payments > 0"},
				{"idx_people_paid_companyName", false, "companyName COLLATE NOCASE, recordId", "payments > 0"},
				{"idx_people_paid_amount", false, "amount, recordId", "payments > 0"},
				{"idx_people_paid_phone", false, "phone, recordId", "payments > 0"},
				{"idx_people_paid_tierName", false, "tierName COLLATE NOCASE, recordId", "payments > 0"},
				{"idx_people_paid_payments", false, "payments, recordId", "payments > 0"},
				{"idx_people_paid_source", false, "iif(source = 'registration', 'registration', 'direct'), recordId",
					"payments > 0"},
			},
		},
		{
			name: "person_emails",
			fields: []core.Field{
				&core.RelationField{
					Name: "person", CascadeDelete: true, CollectionId: "people", MaxSelect: 1, Required: true,
				},
				lineField("address", 254, true),
				&core.TextField{Name: "normalised", Help: "The address in lower case.", Max: 254, Required: true},
				&core.BoolField{Name: "verified", Help: "The person has followed a link that was mailed to it."},
			},
			indexes: []index{
				{"idx_person_emails_normalised", true, "normalised", ""},
				{"idx_person_emails_person", false, "person, createdAt, normalised", ""},
			},
		},
	}
}

const (
	newPersonID  = "substr(lower(hex(randomblob(8))), 1, 15)"
	migratedAt   = "strftime('%Y-%m-%d %H:%M:%fZ', 'now')"
	accountOf    = "(SELECT person FROM users WHERE users.id = userId)"
	nominationOf = "(SELECT person FROM registrations WHERE registrations.id = registrationId)"
)

func personOfAddress(column string) string {
	return "(SELECT person FROM person_emails WHERE normalised = lower(" + column + "))"
}

// fillPeople finds the person of every record by its nomination, else its account, else its address. A transaction
// without any of these has a person of its own. What the rows say about the people is computed when the program
// starts, because it depends on rules that may change.
var fillPeople = []string{
	`INSERT INTO person_emails (id, person, address, normalised, verified, createdAt, updatedAt)
		SELECT ` + newPersonID + `, ` + newPersonID + `, min(address), lower(address), max(verified),
			` + migratedAt + `, ` + migratedAt + ` FROM (
			SELECT email AS address, verified FROM users
			UNION ALL SELECT email, FALSE FROM registrations
			UNION ALL SELECT customerEmail, FALSE FROM transactions WHERE userId NOT IN (SELECT id FROM users)
				AND registrationId NOT IN (SELECT id FROM registrations)
			UNION ALL SELECT customerEmail, FALSE FROM offline_payments WHERE userId NOT IN (SELECT id FROM users)
			UNION ALL SELECT email, FALSE FROM seats WHERE userId NOT IN (SELECT id FROM users)
			UNION ALL SELECT email, FALSE FROM email_choices
			UNION ALL SELECT email, FALSE FROM suppressions
			UNION ALL SELECT email, FALSE FROM person_notes WHERE userId NOT IN (SELECT id FROM users)
			UNION ALL SELECT email, FALSE FROM person_tags WHERE userId NOT IN (SELECT id FROM users))
		WHERE address != '' GROUP BY lower(address)`,
	`UPDATE users SET person = coalesce(` + personOfAddress("email") + `, '')`,
	`UPDATE registrations SET person = coalesce(` + personOfAddress("email") + `, '')`,
	`UPDATE transactions SET person = coalesce(` + nominationOf + `, ` + accountOf + `, ` +
		personOfAddress("customerEmail") + `, ` + newPersonID + `)`,
	`UPDATE memberships SET person = coalesce(` + accountOf + `, '')`,
	`UPDATE subscriptions SET person = coalesce(` + accountOf + `, '')`,
	`UPDATE offline_payments SET person = coalesce(` + accountOf + `, ` + personOfAddress("customerEmail") + `, '')`,
	`UPDATE seats SET person = coalesce(` + accountOf + `, ` + personOfAddress("email") + `, '')`,
	`UPDATE email_choices SET person = coalesce(` + personOfAddress("email") + `, '')`,
	`UPDATE suppressions SET person = coalesce(` + personOfAddress("email") + `, '')`,
	`UPDATE person_notes SET person = coalesce(` + accountOf + `, ` + personOfAddress("email") + `, '')`,
	`UPDATE person_tags SET person = coalesce(` + accountOf + `, ` + personOfAddress("email") + `, '')`,
	`INSERT INTO people (id, createdAt, updatedAt)
		SELECT person, ` + migratedAt + `, ` + migratedAt + ` FROM person_emails
		UNION SELECT person, ` + migratedAt + `, ` + migratedAt + ` FROM transactions`,
	`DROP TABLE members_people`,
	`DROP TABLE members_payments`,
	// readmodel.RebuildIfStale computes the rest at the next start.
	`INSERT INTO counters (name, value, n) SELECT 'stale', '', 1 WHERE EXISTS (SELECT 1 FROM people)
		ON CONFLICT DO NOTHING`,
}

// movePeopleOfMerges moves the records of merged accounts to the person that they were merged into, and stores which
// they are, for the undo.
func movePeopleOfMerges(app core.App) error {
	var merges []struct {
		ID   string `db:"id"`
		Gone string `db:"gone"`
		Kept string `db:"kept"`
	}
	err := app.NonconcurrentDB().NewQuery(`SELECT m.id, gone.person AS gone, kept.person AS kept FROM account_merges m
		JOIN users gone ON gone.id = m.goneId JOIN users kept ON kept.id = m.keptId
		WHERE m.undoneAt = '' AND gone.person != kept.person ORDER BY m.at, m.id`).All(&merges)
	if err != nil {
		return err
	}
	for _, merge := range merges {
		moved := map[string][]string{}
		for _, name := range append([]string{"person_emails"}, ofPerson[1:]...) {
			ids := []string{}
			if err := app.NonconcurrentDB().Select("id").From(name).Where(dbx.HashExp{"person": merge.Gone}).
				Column(&ids); err != nil {
				return err
			}
			if len(ids) == 0 {
				continue
			}
			moved[name] = ids
			if _, err := app.NonconcurrentDB().Update(name, dbx.Params{"person": merge.Kept},
				dbx.HashExp{"person": merge.Gone}).Execute(); err != nil {
				return err
			}
		}
		references, err := json.Marshal(moved)
		if err != nil {
			return err
		}
		_, err = app.NonconcurrentDB().Update("account_merges", dbx.Params{"movedReferences": string(references)},
			dbx.HashExp{"id": merge.ID}).Execute()
		if err == nil {
			_, err = app.NonconcurrentDB().Update("people", dbx.Params{"mergedInto": merge.Kept},
				dbx.HashExp{"id": merge.Gone}).Execute()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// deletePeople restores the schema of before. The old tables of people are rebuilt at the next start.
func deletePeople(app core.App) error {
	for _, name := range append([]string{"account_merges"}, ofPerson...) {
		c, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		for _, index := range []string{"person", "paidAt"} {
			c.RemoveIndex("idx_" + name + "_" + index)
		}
		c.Fields.RemoveByName("person")
		c.Fields.RemoveByName("movedReferences")
		if err := app.Save(c); err != nil {
			return err
		}
	}
	for _, c := range slices.Backward(peopleTables()) {
		stored, err := app.FindCollectionByNameOrId(c.name)
		if err != nil {
			return err
		}
		if err := app.Delete(stored); err != nil {
			return err
		}
	}
	for _, statement := range append(slices.Clone(statements),
		`INSERT INTO counters (name, value, n) VALUES ('stale', '', 1) ON CONFLICT DO NOTHING`) {
		if !strings.Contains(statement, " members_") && !strings.Contains(statement, "'stale'") {
			continue
		}
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
