package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Adds what the members' and payments' tabs of the console read: a sort for each column, the counts above
// the lists, and the import of legacy members.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{createConsoleCounters, addConsoleIndexes, addImportFields, createLegacyImports, createMemberViews} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, name := range []string{"members_accounts", "members_nominees", "members_terms", "members_payments"} {
			if err := execute(app, "DROP VIEW "+name); err != nil {
				return err
			}
		}
		for _, name := range []string{"legacy_import_files", "legacy_imports"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		for _, step := range []func(core.App) error{removeImportFields, removeConsoleIndexes, removeConsoleCounters} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	})
}

var consoleCounters = []counter{
	{"completed_transactions", "members_sales", "1"},
	{"attention_transactions", "transactions", "(ROW.attention != '')"},
	{"unknown_payments", "orphan_payments", "(ROW.attachedTo = '' AND ROW.status != 'refunded')"},
}

// createConsoleCounters creates the counts above the lists, and the list of orphan payments.
func createConsoleCounters(app core.App) error {
	for _, t := range consoleCounters {
		if err := execute(app, t.statements()...); err != nil {
			return err
		}
	}
	return execute(app, `CREATE VIEW payments_unknown AS
		SELECT id, razorpayPaymentId, razorpayOrderId, amount, currency, status, email, contact, description, paidAt, createdAt
		FROM orphan_payments WHERE attachedTo = ''`)
}

func removeConsoleCounters(app core.App) error {
	if err := execute(app, "DROP VIEW payments_unknown"); err != nil {
		return err
	}
	for _, t := range consoleCounters {
		err := execute(app, "DELETE FROM tallies WHERE name = '"+t.name+"'", "DROP TRIGGER IF EXISTS tally_"+t.name+"_INSERT",
			"DROP TRIGGER IF EXISTS tally_"+t.name+"_DELETE", "DROP TRIGGER IF EXISTS tally_"+t.name+"_UPDATE")
		if err != nil {
			return err
		}
	}
	return nil
}

// consoleIndexes are more orders of the lists, as in listIndexes.
var consoleIndexes = []listIndex{
	{collection: "users", name: "phone", columns: "phone, id"},
	// the collation keeps those who look for one source off it: they want the newest first
	{collection: "users", name: "source", columns: "source COLLATE NOCASE, id"},
	{collection: "users", name: "requestTypeOrder", columns: "requestType, id"},
	{collection: "transactions", name: "paymentIdOrder", columns: "razorpayPaymentId, id"},
	{collection: "transactions", name: "paymentMethod", columns: "paymentMethod, id"},
	{collection: "transactions", name: "ofStatus", columns: "status, createdAt, id"},
	{collection: "transactions", name: "ofAttention", columns: "createdAt, id", where: "attention != ''"},
	{collection: "transactions", name: "ofEachAttention", columns: "attention, createdAt, id", where: "attention != ''"},
	{collection: "orphan_payments", name: "unattached", columns: "createdAt, id", where: "attachedTo = ''"},
}

// consoleContactIndexes are the same for the people, who are no collection.
var consoleContactIndexes = []struct{ name, columns, which string }{
	{"leads_source", "source, id", "isLead = 1"},
	{"leads_isPaid", "payments > 0, id", "isLead = 1"},
	{"paid_phone", "phone, id", "payments > 0"},
	{"paid_tierName", "tierName COLLATE NOCASE, id", "payments > 0"},
	{"paid_payments", "payments, id", "payments > 0"},
	{"paid_source", "iif(source = 'registration', 'registration', 'direct'), id", "payments > 0"},
}

func addConsoleIndexes(app core.App) error {
	for _, p := range consoleContactIndexes {
		if err := execute(app, "CREATE INDEX members_"+p.name+" ON members_people ("+p.columns+") WHERE "+p.which); err != nil {
			return err
		}
	}
	return changeConsoleIndexes(app, func(c *core.Collection, o listIndex) { c.AddIndex(o.indexName(), false, o.columns, o.where) })
}

func removeConsoleIndexes(app core.App) error {
	for _, p := range consoleContactIndexes {
		if err := execute(app, "DROP INDEX members_"+p.name); err != nil {
			return err
		}
	}
	return changeConsoleIndexes(app, func(c *core.Collection, o listIndex) { c.RemoveIndex(o.indexName()) })
}

func changeConsoleIndexes(app core.App, change func(*core.Collection, listIndex)) error {
	for _, name := range []string{"users", "transactions", "orphan_payments"} {
		collection, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		for _, order := range consoleIndexes {
			if order.collection == name {
				change(collection, order)
			}
		}
		if err := app.Save(collection); err != nil {
			return err
		}
	}
	return nil
}

func addImportFields(app core.App) error {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	users.Fields.Add(
		&core.BoolField{Name: "awaitsPassword", Help: "Brought over by an import; no password was ever set."},
		&core.DateField{Name: "invitedAt", Help: "When an email invited the member to set a password."},
	)
	return app.Save(users)
}

func removeImportFields(app core.App) error {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	users.Fields.RemoveByName("awaitsPassword")
	users.Fields.RemoveByName("invitedAt")
	return app.Save(users)
}

// createLegacyImports: an import and its progress, which is updated with each batch of rows. The
// file has its own table, so that the progress is a short write; it is deleted when the import is done.
func createLegacyImports(app core.App) error {
	imports := core.NewBaseCollection("legacy_imports")
	imports.Fields.Add(
		lineField("fileName", 200, true),
		&core.TextField{Name: "fileHash", Max: 64, Required: true, Help: "SHA-256 of the file."},
		&core.BoolField{Name: "invite", Help: "Each new account is sent an email to set a password."},
		selectField("state", true, "running", "done"),
		integerField("rows"),
		integerField("handled"),
		integerField("created"),
		integerField("existing"),
		integerField("invited"),
		integerField("wrong"),
		&core.JSONField{Name: "problems", MaxSize: 1 << 20},
		selectField("actorKind", true, "admin", "member", "staff", "command", "nobody"),
		lineField("actorId", 15, false),
		lineField("actor", 254, false),
		lineField("address", 64, false),
		&core.DateField{Name: "finishedAt"},
	)
	imports.AddIndex("idx_legacy_imports_createdAt", false, "createdAt, id", "")
	imports.AddIndex("idx_legacy_imports_running", false, "createdAt, id", "state = 'running'")
	imports.AddIndex("idx_legacy_imports_fileHash", false, "fileHash, state", "")
	if err := saveCollection(app, imports); err != nil {
		return err
	}
	files := core.NewBaseCollection("legacy_import_files")
	files.Fields.Add(
		&core.RelationField{Name: "importId", CollectionId: imports.Id, MaxSelect: 1, Required: true, CascadeDelete: true},
		&core.TextField{Name: "content", Max: 6 << 20, Hidden: true},
	)
	files.AddIndex("idx_legacy_import_files_importId", true, "importId", "")
	return saveCollection(app, files)
}

// createMemberViews makes the views behind one member's page, as createMembersViews does for the lists.
func createMemberViews(app core.App) error {
	return execute(app,
		`CREATE VIEW members_accounts AS
			SELECT id, name, email, phone, location, source, requestType, isActive, isAdmin, awaitsPassword, invitedAt, createdAt FROM users`,
		`CREATE VIEW members_nominees AS SELECT id, email, companyName, status, createdAt FROM registrations`,
		`CREATE VIEW members_terms AS SELECT id, userId, tierName, startsAt, endsAt, revokedAt FROM memberships`,
		`CREATE VIEW members_payments AS
			SELECT id, userId, registrationId, membershipTierId, tierName, razorpayPaymentId, razorpayOrderId, razorpaySubscriptionId,
				amount, refundedAmount, currency, status, paymentMethod, customerEmail, customerName, customerPhone,
				attention, attentionNote, disputeStatus, webhookData, processedAt, createdAt FROM transactions`,
	)
}
