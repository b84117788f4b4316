package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Adds what the console shows of the outbox and the providers: the outbox's sorts and counts, the email that
// an event is about, and each provider's state, which survives a restart.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{indexOutbox, createOutboxCounters, addEventEmailID, indexDiagnostics, createProviderStates} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		states, err := app.FindCollectionByNameOrId("provider_states")
		if err != nil {
			return err
		}
		if err := app.Delete(states); err != nil {
			return err
		}
		err = execute(app,
			`DROP TRIGGER tally_emails_INSERT`, `DROP TRIGGER tally_emails_DELETE`, `DROP TRIGGER tally_emails_UPDATE`,
			`DELETE FROM tallies WHERE name = 'emails' OR name LIKE 'emails:%'`,
		)
		if err != nil {
			return err
		}
		return changeCollections(app, map[string]func(*core.Collection){
			"email_logs": func(c *core.Collection) {
				c.RemoveIndex("idx_email_logs_order")
				c.RemoveIndex("idx_email_logs_status")
				c.RemoveIndex("idx_email_logs_kind")
				c.RemoveIndex("idx_email_logs_kind_status")
				c.AddIndex("idx_email_logs_createdAt", false, "createdAt", "")
			},
			"email_events": func(c *core.Collection) {
				c.RemoveIndex("idx_email_events_letterId")
				c.Fields.RemoveByName("letterId")
			},
			"webhook_diagnostics": func(c *core.Collection) {
				c.RemoveIndex("idx_webhook_diagnostics_order")
				c.AddIndex("idx_webhook_diagnostics_timestamp", false, "timestamp", "")
			},
		})
	})
}

func changeCollections(app core.App, changes map[string]func(*core.Collection)) error {
	for name, apply := range changes {
		collection, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		apply(collection)
		if err := app.Save(collection); err != nil {
			return err
		}
	}
	return nil
}

func indexOutbox(app core.App) error {
	return changeCollections(app, map[string]func(*core.Collection){"email_logs": func(c *core.Collection) {
		c.RemoveIndex("idx_email_logs_createdAt")
		c.AddIndex("idx_email_logs_order", false, "createdAt, id", "")
		c.AddIndex("idx_email_logs_status", false, "status, createdAt, id", "")
		c.AddIndex("idx_email_logs_kind", false, "kind, createdAt, id", "")
		c.AddIndex("idx_email_logs_kind_status", false, "kind, status, createdAt, id", "")
	}})
}

// createOutboxCounters keeps the number of emails, and of those in each state: emails:queued and so on.
func createOutboxCounters(app core.App) error {
	statements := []string{
		`INSERT INTO tallies SELECT 'emails', count(*) FROM email_logs`,
		`CREATE TRIGGER tally_emails_INSERT AFTER INSERT ON email_logs BEGIN
			UPDATE tallies SET number = number + 1 WHERE name = 'emails';
			UPDATE tallies SET number = number + 1 WHERE name = 'emails:' || NEW.status; END`,
		`CREATE TRIGGER tally_emails_DELETE AFTER DELETE ON email_logs BEGIN
			UPDATE tallies SET number = number - 1 WHERE name = 'emails';
			UPDATE tallies SET number = number - 1 WHERE name = 'emails:' || OLD.status; END`,
		`CREATE TRIGGER tally_emails_UPDATE AFTER UPDATE OF status ON email_logs WHEN NEW.status != OLD.status BEGIN
			UPDATE tallies SET number = number - 1 WHERE name = 'emails:' || OLD.status;
			UPDATE tallies SET number = number + 1 WHERE name = 'emails:' || NEW.status; END`,
	}
	for _, status := range []string{"queued", "sending", "sent", "delivered", "opened", "clicked",
		"uncertain", "failed", "suppressed", "cancelled", "bounced", "blocked", "spam"} {
		statements = append(statements,
			`INSERT INTO tallies SELECT 'emails:`+status+`', count(*) FROM email_logs WHERE status = '`+status+`'`)
	}
	return execute(app, statements...)
}

func addEventEmailID(app core.App) error {
	return changeCollections(app, map[string]func(*core.Collection){"email_events": func(c *core.Collection) {
		c.Fields.Add(lineField("letterId", 15, false))
		c.AddIndex("idx_email_events_letterId", false, "letterId, occurredAt", "letterId != ''")
	}})
}

func indexDiagnostics(app core.App) error {
	return changeCollections(app, map[string]func(*core.Collection){"webhook_diagnostics": func(c *core.Collection) {
		c.RemoveIndex("idx_webhook_diagnostics_timestamp")
		c.AddIndex("idx_webhook_diagnostics_order", false, "timestamp, id", "")
	}})
}

func createProviderStates(app core.App) error {
	states := core.NewBaseCollection("provider_states")
	states.Fields.Add(
		selectField("provider", true, "razorpay", "brevo"),
		&core.DateField{Name: "lastSuccessAt"},
		&core.DateField{Name: "lastErrorAt"},
		textField("lastError", 500, false),
	)
	states.AddIndex("idx_provider_states_provider", true, "provider", "")
	return saveCollection(app, states)
}
