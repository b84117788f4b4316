// Package pb_migrations holds the schema: one snapshot, then small edits, oldest first.
//
// A migration is frozen once it has run anywhere: it repeats its limits and option lists
// instead of importing the rules of the features, which go on changing. schema_test.go in pb_hooks
// compares the two.
package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

func init() {
	m.Register(func(app core.App) error {
		for _, create := range []func(core.App) error{
			createUsers, createAdmins, createPasswordResetRequests, createSignInThrottles,
			createRegistrations, createDraftRegistrations,
			createContentSections,
			createMembershipTiers, createTransactions, createWebhookDiagnostics,
			createEmailCampaigns, createEmailBatches, createEmailLogs, createEmailEvents, createSuppressions,
		} {
			if err := create(app); err != nil {
				return err
			}
		}
		return hideSchemaControls(app)
	}, func(app core.App) error {
		for _, name := range []string{
			"suppressions", "email_events", "email_logs", "email_batches", "email_campaigns",
			"webhook_diagnostics", "transactions", "membership_tiers", "content_sections",
			"draft_registrations", "registrations",
			"sign_in_throttles", "password_reset_requests", "admins",
		} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		return nil
	})
}

// hideSchemaControls takes the buttons that change the schema out of the dashboard: code owns it.
func hideSchemaControls(app core.App) error {
	settings := app.Settings()
	settings.Meta.AppName = "Boardcircle"
	settings.Meta.HideControls = true
	return app.Save(settings)
}

// saveCollection stores a collection whose records carry createdAt and updatedAt and whose API rules are
// all closed: the public routes are the program's own.
func saveCollection(app core.App, collection *core.Collection) error {
	collection.ListRule, collection.ViewRule = nil, nil
	collection.CreateRule, collection.UpdateRule, collection.DeleteRule = nil, nil, nil
	collection.Fields.Add(
		&core.AutodateField{Name: "createdAt", OnCreate: true},
		&core.AutodateField{Name: "updatedAt", OnCreate: true, OnUpdate: true},
	)
	if err := app.Save(collection); err != nil {
		return fmt.Errorf("%s: %w", collection.Name, err)
	}
	return nil
}

// lineField is a single line of text with an upper limit in characters.
func lineField(name string, maxLength int, required bool) *core.TextField {
	return &core.TextField{Name: name, Max: maxLength, Required: required, Pattern: `^[^\x00-\x1f\x7f]*$`}
}

// textField is text of several lines with an upper limit in characters.
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
