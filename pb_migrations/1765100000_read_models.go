package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What lists and the dashboard read but no record states is kept in Go from here on, by record hooks in the
// transaction of the write (pb_hooks/internal/readmodel): SQLite compiled some ninety triggers anew for every
// insert. Triggers guard append-only tables alone.
//
// The tables are made empty and marked stale; the app fills them from the records when it starts.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{dropDerivingTriggers, dropMembersSchema, createReadModels, indexReadModels} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		if err := removeReadModelIndexes(app); err != nil {
			return err
		}
		err := execute(app, "DROP TABLE counters", "DROP TABLE search_terms", "DROP TABLE search_index", "DROP TABLE search_documents",
			"DROP TABLE members_payments", "DROP TABLE members_people")
		if err != nil {
			return err
		}
		return restoreDerivingTriggers(app)
	})
}

// dropDerivingTriggers drops the triggers that keep something; those that refuse something stay.
func dropDerivingTriggers(app core.App) error {
	var names []string
	err := app.DB().NewQuery(`SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql NOT LIKE '%RAISE(ABORT%'`).Column(&names)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := execute(app, fmt.Sprintf("DROP TRIGGER [[%s]]", name)); err != nil {
			return err
		}
	}
	return nil
}

func dropMembersSchema(app core.App) error {
	return execute(app,
		"DROP VIEW members_users", "DROP VIEW members_signups", "DROP VIEW members_nominations", "DROP VIEW members_transactions",
		"DROP VIEW members_leads", "DROP VIEW members_paid", "DROP VIEW members_accounts", "DROP VIEW members_nominees",
		"DROP VIEW members_terms", "DROP VIEW members_payments",
		"DROP TABLE members_people", "DROP TABLE members_sales", "DROP TABLE members_traits", "DROP TABLE members_counts", "DROP TABLE tallies",
	)
}

func createReadModels(app core.App) error {
	err := execute(app,
		`CREATE TABLE counters (
			name TEXT NOT NULL, value TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (name, value)) WITHOUT ROWID`,
		// the largest first
		`CREATE INDEX counters_largest ON counters (name, n DESC, value)`,

		// A document's number begins with its kind. The text is in the index alone.
		`CREATE TABLE search_documents (doc INTEGER PRIMARY KEY, record TEXT NOT NULL, kind INTEGER NOT NULL)`,
		`CREATE UNIQUE INDEX search_documents_record ON search_documents (record, kind)`,
		`CREATE VIRTUAL TABLE search_index USING fts5(text, content='', contentless_delete=1, tokenize='trigram')`,
		`CREATE VIRTUAL TABLE search_terms USING fts5vocab(search_index, instance)`,

		// the completed transactions, each with the person who paid
		`CREATE TABLE members_payments (
			id TEXT PRIMARY KEY NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, phone TEXT NOT NULL,
			tierName TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL, paidAt TEXT NOT NULL) WITHOUT ROWID`,
		`CREATE INDEX members_payments_person ON members_payments (person, paidAt, id)`,
		`CREATE INDEX members_payments_paidAt ON members_payments (paidAt, id)`,
		// those who are a lead or have paid, one row a person
		`CREATE TABLE members_people (
			person TEXT PRIMARY KEY NOT NULL, id TEXT NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL,
			phone TEXT NOT NULL, location TEXT NOT NULL, city TEXT NOT NULL, state TEXT NOT NULL, industry TEXT NOT NULL,
			companyName TEXT NOT NULL, tierName TEXT NOT NULL, source TEXT NOT NULL, isLead INTEGER NOT NULL,
			payments INTEGER NOT NULL, amount INTEGER NOT NULL, amountUSD INTEGER NOT NULL, createdAt TEXT NOT NULL)`,
	)
	if err != nil {
		return err
	}
	if err := createContactIndexes(app); err != nil {
		return err
	}
	return execute(app, `INSERT INTO counters SELECT 'stale', '', 1 WHERE EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM registrations)
		OR EXISTS (SELECT 1 FROM draft_registrations) OR EXISTS (SELECT 1 FROM transactions) OR EXISTS (SELECT 1 FROM email_logs)
		OR EXISTS (SELECT 1 FROM audit_log)`)
}

// readModelIndexes are what is counted, and what was looked up by a scan of the table.
var readModelIndexes = map[string]struct{ name, columns string }{
	// all that is counted of the e-mails
	"email_logs": {"idx_email_logs_counts", "status, kind, (sentAt != '')"},
	// PocketBase looks for an account by its exact address, for which its own index is a partial one
	"users": {"idx_users_email_exact", "email, id"},
}

func indexReadModels(app core.App) error {
	return changeReadModelIndexes(app, func(c *core.Collection, name, columns string) { c.AddIndex(name, false, columns, "") })
}

func removeReadModelIndexes(app core.App) error {
	return changeReadModelIndexes(app, func(c *core.Collection, name, _ string) { c.RemoveIndex(name) })
}

func changeReadModelIndexes(app core.App, change func(c *core.Collection, name, columns string)) error {
	changes := map[string]func(*core.Collection){}
	for collection, index := range readModelIndexes {
		changes[collection] = func(c *core.Collection) { change(c, index.name, index.columns) }
	}
	return changeCollections(app, changes)
}

func restoreDerivingTriggers(app core.App) error {
	for _, step := range []func(core.App) error{
		createContacts, createCounters, createMembersViews, createContactIndexes, createStatusCounters, createReviewTrigger, createOutboxCounters,
		restoreConsoleCounters, createMemberViews, createDimensions, createGroupedCounters,
	} {
		if err := step(app); err != nil {
			return err
		}
	}
	return execute(app, counter{"audit_log", "audit_log", "1"}.statements()[:2]...)
}

// restoreConsoleCounters creates the counts above the lists as the migrations before this one left them.
func restoreConsoleCounters(app core.App) error {
	for _, t := range consoleCounters {
		if t.name == "unknown_payments" {
			t.expression = "(ROW.attachedTo = '' AND ROW.seenAt = '' AND ROW.status != 'refunded')"
		}
		if err := execute(app, t.statements()...); err != nil {
			return err
		}
	}
	return nil
}

// createContactIndexes makes the orders of the people lists.
func createContactIndexes(app core.App) error {
	for _, p := range contactIndexes {
		if err := execute(app, "CREATE INDEX members_"+p.list+"_"+p.name+" ON members_people ("+p.columns+") WHERE "+p.which); err != nil {
			return err
		}
	}
	for _, p := range consoleContactIndexes {
		if err := execute(app, "CREATE INDEX members_"+p.name+" ON members_people ("+p.columns+") WHERE "+p.which); err != nil {
			return err
		}
	}
	return nil
}
