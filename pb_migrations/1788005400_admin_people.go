package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An admin account belongs to a person. Existing accounts get the person of their address. An account whose address
// belongs to no one, or that has none, gets a person of its own.
func init() {
	m.Register(func(app core.App) error {
		admins, err := app.FindCollectionByNameOrId("admins")
		if err != nil {
			return err
		}
		people, err := app.FindCollectionByNameOrId("people")
		if err != nil {
			return err
		}
		admins.Fields.Add(&core.RelationField{Name: "person", CollectionId: people.Id, MaxSelect: 1})
		admins.AddIndex("idx_admins_person", false, "person", "")
		if err := app.Save(admins); err != nil {
			return fmt.Errorf("add the person to admins: %w", err)
		}
		return run(app, fillAdminPeople)
	}, func(app core.App) error {
		admins, err := app.FindCollectionByNameOrId("admins")
		if err != nil {
			return err
		}
		admins.RemoveIndex("idx_admins_person")
		admins.Fields.RemoveByName("person")
		return app.Save(admins)
	})
}

var fillAdminPeople = []string{
	`UPDATE admins SET person = coalesce(` + personOfAddress("email") + `, '')`,
	`UPDATE admins SET person = ` + newPersonID + ` WHERE person = ''`,
	`INSERT INTO person_emails (id, person, address, normalised, verified, createdAt, updatedAt)
		SELECT ` + newPersonID + `, person, email, lower(email), FALSE, ` + migratedAt + `, ` + migratedAt + `
		FROM admins WHERE email != '' AND lower(email) NOT IN (SELECT normalised FROM person_emails)`,
	`INSERT INTO people (id, createdAt, updatedAt) SELECT DISTINCT person, ` + migratedAt + `, ` + migratedAt + `
		FROM admins WHERE person NOT IN (SELECT id FROM people)`,
}

func run(app core.App, statements []string) error {
	for _, statement := range statements {
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
