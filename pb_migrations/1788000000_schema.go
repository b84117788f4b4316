// Package pb_migrations holds the schema of release 1.0.0 and, from then on, one file for each change of it.
//
// A migration never changes once it is released. It therefore repeats the limits and options of the forms instead of
// importing them. A test in pb_hooks compares the two.
package pb_migrations

import (
	"errors"
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(createSchema, func(core.App) error {
		return errors.New("the schema of 1.0.0 cannot be reverted: start with an empty data directory instead")
	})
}

// errOldSchema is returned for a data directory of a version before 1.0.0. PocketBase runs each migration in a
// transaction, so nothing is changed.
var errOldSchema = errors.New("the data directory has a schema from before release 1.0.0, which this version cannot " +
	"upgrade. Nothing was changed. Use the version that wrote it, or start with an empty data directory")

func createSchema(app core.App) error {
	if app.HasTable("registrations") {
		return errOldSchema
	}
	for _, topic := range [][]collection{
		accountsSchema(), nominationsSchema(), peopleSchema(), paymentsSchema(), booksSchema(), mailSchema(),
		siteSchema(),
	} {
		for _, c := range topic {
			if err := c.create(app); err != nil {
				return fmt.Errorf("create %s: %w", c.name, err)
			}
		}
	}
	for _, statement := range statements {
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	// Code owns the schema, so the dashboard does not offer to change it.
	settings := app.Settings()
	settings.Meta.AppName = "Boardcircle"
	settings.Meta.HideControls = true
	return app.Save(settings)
}

// collection describes a PocketBase collection. All its API rules are closed, because only the program's own routes are
// public.
type collection struct {
	name string
	// idPattern is the pattern of ids. "" means PocketBase's own pattern.
	idPattern string
	fields    []core.Field
	indexes   []index
	// configure sets the options of an auth collection. It is nil for other collections.
	configure func(c *core.Collection)
}

type index struct {
	name     string
	isUnique bool
	columns  string
	where    string
}

// createTables and deleteTables create and delete the collections of a migration. A collection may name earlier ones.

func createTables(app core.App, tables []collection) error {
	for _, c := range tables {
		if err := c.create(app); err != nil {
			return fmt.Errorf("create %s: %w", c.name, err)
		}
	}
	return nil
}

func deleteTables(app core.App, tables []collection) error {
	for _, table := range slices.Backward(tables) {
		c, err := app.FindCollectionByNameOrId(table.name)
		if err != nil {
			return err
		}
		if err := app.Delete(c); err != nil {
			return err
		}
	}
	return nil
}

func (c collection) create(app core.App) error {
	created := core.NewBaseCollection(c.name)
	if c.configure != nil {
		created = core.NewAuthCollection(c.name)
		if existing, err := app.FindCollectionByNameOrId(c.name); err == nil {
			created = existing
		}
		c.configure(created)
	}
	if id, ok := created.Fields.GetByName(core.FieldNameId).(*core.TextField); ok && c.idPattern != "" {
		id.AutogeneratePattern, id.Pattern, id.Min, id.Max = c.idPattern, "^"+c.idPattern+"$", 36, 36
	}
	for _, field := range c.fields {
		if relation, ok := field.(*core.RelationField); ok {
			related, err := app.FindCollectionByNameOrId(relation.CollectionId)
			if err != nil {
				return fmt.Errorf("find %s: %w", relation.CollectionId, err)
			}
			relation.CollectionId = related.Id
		}
	}
	created.Fields.Add(c.fields...)
	created.Fields.Add(
		&core.AutodateField{Name: "createdAt", OnCreate: true},
		&core.AutodateField{Name: "updatedAt", OnCreate: true, OnUpdate: true},
	)
	for _, i := range c.indexes {
		created.AddIndex(i.name, i.isUnique, i.columns, i.where)
	}
	return app.Save(created)
}

// lineField is a single line of text with an upper limit in characters.
func lineField(name string, maxLength int, required bool) *core.TextField {
	return &core.TextField{Name: name, Max: maxLength, Required: required, Pattern: `^[^\x00-\x1f\x7f]*$`}
}

// textField is multi-line text with an upper limit in characters.
func textField(name string, maxLength int, required bool) *core.TextField {
	return &core.TextField{Name: name, Max: maxLength, Required: required}
}

// selectField is one value of a fixed list.
func selectField(name string, required bool, values ...string) *core.SelectField {
	return &core.SelectField{Name: name, MaxSelect: 1, Required: required, Values: values}
}

// integerField is a whole number.
func integerField(name string) *core.NumberField {
	return &core.NumberField{Name: name, OnlyInt: true}
}

const daySeconds = 24 * 60 * 60

// configureUsers changes PocketBase's built-in users collection. The program's routes sign members in, so PocketBase's
// own sign-in methods are off.
func configureUsers(users *core.Collection) {
	for _, name := range []string{"name", "avatar", "created", "updated"} {
		users.Fields.RemoveByName(name)
	}
	users.PasswordAuth.Enabled = false
	users.PasswordAuth.IdentityFields = []string{core.FieldNameEmail}
	users.OAuth2.Enabled = false
	users.OTP.Enabled = false
	users.MFA.Enabled = false
	users.AuthAlert.Enabled = false
	users.ManageRule = nil
	users.ListRule, users.ViewRule = nil, nil
	users.CreateRule, users.UpdateRule, users.DeleteRule = nil, nil, nil
	users.AuthToken.Duration = 30 * daySeconds
}

// configureAdmins makes the username the identity of an admin. An admin may have no email address.
func configureAdmins(admins *core.Collection) {
	admins.PasswordAuth.Enabled = false
	admins.PasswordAuth.IdentityFields = []string{"username"}
	admins.AuthAlert.Enabled = false
	admins.AuthToken.Duration = daySeconds / 2
	if email, ok := admins.Fields.GetByName(core.FieldNameEmail).(*core.EmailField); ok {
		email.Required = false
	}
}
