package pb_migrations

import "github.com/pocketbase/pocketbase/core"

// createMembersViews makes the views that the members feature reads other features' records through.
// They are its contract with those features: who changes one of their columns finds it named here, and
// the members feature queries no other table.
func createMembersViews(app core.App) error {
	return execute(app,
		`CREATE VIEW members_users AS
			SELECT id, name, email, phone, location, source, requestType, createdAt FROM users`,
		// an account that was imported has not signed up
		`CREATE VIEW members_signups AS SELECT id, name, createdAt FROM users WHERE source = 'user'`,
		`CREATE VIEW members_nominations AS SELECT id, name, createdAt FROM registrations`,
		`CREATE VIEW members_transactions AS
			SELECT id, registrationId, membershipTierId, tierName, razorpayPaymentId, razorpayOrderId, razorpaySubscriptionId,
				amount, refundedAmount, currency, status, paymentMethod, customerEmail, customerName, customerPhone,
				attention, attentionNote, disputeStatus, webhookData, processedAt, createdAt FROM transactions`,
		`CREATE VIEW members_leads AS
			SELECT id, name, email, phone, location, city, state, source, payments > 0 AS isPaid, createdAt
			FROM members_people WHERE isLead = 1`,
		`CREATE VIEW members_paid AS
			SELECT id, name, email, phone, tierName AS membershipTierName, companyName, createdAt, amount AS totalAmount,
				amountUSD AS totalAmountUSD, payments AS transactionCount,
				iif(source = 'registration', 'registration', 'direct') AS source
			FROM members_people WHERE payments > 0`,
	)
}

// listIndex is a sort that a list offers: an index with the id, which orders equal
// values. (An e-mail that is unique has its index already.)
//
// before is the index that it stands in for, where is for a part of the rows only.
type listIndex struct{ collection, name, columns, replaces, where string }

var listIndexes = []listIndex{
	{"users", "createdAt", "createdAt, id", "createdAt", ""},
	{"users", "signups", "createdAt, id", "", "source = 'user'"},
	{"users", "name", "name COLLATE NOCASE, id", "", ""},
	{"users", "location", "location COLLATE NOCASE, id", "", ""},
	{"registrations", "createdAt", "createdAt, id", "createdAt", ""},
	{"registrations", "name", "name COLLATE NOCASE, id", "", ""},
	{"registrations", "companyName", "companyName COLLATE NOCASE, id", "", ""},
	{"registrations", "directorType", "directorType, id", "", ""},
	{"registrations", "yearsOfExperience", "yearsOfExperience, id", "", ""},
	{"draft_registrations", "lastSaved", "lastSaved, id", "lastSaved", ""},
	{"draft_registrations", "email", "email COLLATE NOCASE, id", "", ""},
	{"transactions", "createdAt", "createdAt, id", "createdAt", ""},
	{"transactions", "customerEmail", "customerEmail COLLATE NOCASE, id", "customerEmail", ""},
	{"transactions", "customerName", "customerName COLLATE NOCASE, id", "", ""},
	{"transactions", "amount", "amount, id", "", ""},
	{"transactions", "statusOrder", "status, id", "", ""},
	{"transactions", "registrationId", "registrationId", "", "registrationId != ''"},
}

// contactIndexes are the same for the people, who are no collection.
var contactIndexes = []struct{ list, which, name, columns string }{
	{"leads", "isLead = 1", "createdAt", "createdAt, id"},
	{"leads", "isLead = 1", "name", "name COLLATE NOCASE, id"},
	{"leads", "isLead = 1", "email", "email COLLATE NOCASE, id"},
	{"leads", "isLead = 1", "location", "location COLLATE NOCASE, id"},
	{"paid", "payments > 0", "createdAt", "createdAt, id"},
	{"paid", "payments > 0", "name", "name COLLATE NOCASE, id"},
	{"paid", "payments > 0", "email", "email COLLATE NOCASE, id"},
	{"paid", "payments > 0", "companyName", "companyName COLLATE NOCASE, id"},
	{"paid", "payments > 0", "amount", "amount, id"},
}

func addListIndexes(app core.App) error {
	for _, p := range contactIndexes {
		err := execute(app, "CREATE INDEX members_"+p.list+"_"+p.name+" ON members_people ("+p.columns+") WHERE "+p.which)
		if err != nil {
			return err
		}
	}
	return changeListIndexes(app, func(c *core.Collection, o listIndex) { c.AddIndex(o.indexName(), false, o.columns, o.where) })
}

func removeListIndexes(app core.App) error {
	return changeListIndexes(app, func(c *core.Collection, o listIndex) {
		c.RemoveIndex(o.indexName())
		if o.replaces != "" {
			c.AddIndex(o.indexName(), false, o.replaces, "")
		}
	})
}

func (o listIndex) indexName() string { return "idx_" + o.collection + "_" + o.name }

// changeListIndexes changes the indexes of the listed collections.
func changeListIndexes(app core.App, change func(*core.Collection, listIndex)) error {
	for _, name := range []string{"users", "registrations", "draft_registrations", "transactions"} {
		collection, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		for _, order := range listIndexes {
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
