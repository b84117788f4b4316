package pb_migrations

import (
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// createContacts makes two tables that no feature writes to; triggers do.
//
// members_sales are the completed transactions, each with the person who paid: by the e-mail of
// the registration that it names, else of the account, else of the customer; a payment without
// any is a person of its own, keyed by its id. A transaction that is refunded in full leaves the
// state completed, and so this table; a partial refund does not change the state.
//
// members_people are those who are a lead or have paid, one row a person. Where a person has a
// registration and an account, the registration's details are shown.
func createContacts(app core.App) error {
	return execute(app,
		`CREATE TABLE members_sales (
			id TEXT PRIMARY KEY NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, phone TEXT NOT NULL,
			tierName TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL, paidAt TEXT NOT NULL)`,
		`CREATE INDEX members_sales_person ON members_sales (person, paidAt, id)`,
		`CREATE INDEX members_sales_paidAt ON members_sales (paidAt, id)`,
		`CREATE INDEX members_sales_revenue ON members_sales (currency, paidAt, amount)`,
		`CREATE TABLE members_people (
			person TEXT PRIMARY KEY NOT NULL, id TEXT NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL,
			phone TEXT NOT NULL, location TEXT NOT NULL, city TEXT NOT NULL, state TEXT NOT NULL,
			companyName TEXT NOT NULL, tierName TEXT NOT NULL, source TEXT NOT NULL, isLead INTEGER NOT NULL,
			payments INTEGER NOT NULL, amount INTEGER NOT NULL, amountUSD INTEGER NOT NULL, createdAt TEXT NOT NULL)`,
		insertCompletedTransactions("TRUE"),
		insertContacts(`SELECT lower(email) AS person FROM registrations
			UNION SELECT lower(email) FROM users UNION SELECT person FROM members_sales`),

		`CREATE TRIGGER people_sale_made AFTER INSERT ON members_sales BEGIN `+refreshContacts("NEW.person")+` END`,
		`CREATE TRIGGER people_sale_gone AFTER DELETE ON members_sales BEGIN `+refreshContacts("OLD.person")+` END`,

		`CREATE TRIGGER people_transaction_insert AFTER INSERT ON transactions WHEN NEW.status = 'completed' BEGIN `+
			insertCompletedTransactions("t.id = NEW.id")+`; END`,
		`CREATE TRIGGER people_transaction_update AFTER UPDATE ON transactions
			WHEN (OLD.status = 'completed' OR NEW.status = 'completed') AND `+anyColumnChanged("status", "amount", "currency",
			"registrationId", "userId", "membershipTierId", "tierName", "customerEmail", "customerName", "customerPhone",
			"processedAt", "createdAt")+` BEGIN `+refreshCompletedTransactions("t.id = NEW.id")+` END`,
		`CREATE TRIGGER people_transaction_delete AFTER DELETE ON transactions BEGIN
			DELETE FROM members_sales WHERE id = OLD.id; END`,

		`CREATE TRIGGER people_user_insert AFTER INSERT ON users BEGIN `+refreshContacts("lower(NEW.email)")+` END`,
		`CREATE TRIGGER people_user_update AFTER UPDATE ON users
			WHEN `+anyColumnChanged("email", "name", "phone", "location", "requestType", "createdAt")+` BEGIN `+
			refreshCompletedTransactions("t.userId = NEW.id AND t.userId != ''")+refreshContacts("lower(OLD.email)", "lower(NEW.email)")+` END`,
		`CREATE TRIGGER people_user_delete AFTER DELETE ON users BEGIN `+
			refreshCompletedTransactions("t.userId = OLD.id AND t.userId != ''")+refreshContacts("lower(OLD.email)")+` END`,

		`CREATE TRIGGER people_registration_insert AFTER INSERT ON registrations BEGIN `+refreshContacts("lower(NEW.email)")+` END`,
		`CREATE TRIGGER people_registration_update AFTER UPDATE ON registrations
			WHEN `+anyColumnChanged("email", "name", "phone", "city", "state", "companyName", "createdAt")+` BEGIN `+
			refreshCompletedTransactions("t.registrationId = NEW.id AND t.registrationId != ''")+refreshContacts("lower(OLD.email)", "lower(NEW.email)")+` END`,
		`CREATE TRIGGER people_registration_delete AFTER DELETE ON registrations BEGIN `+
			refreshCompletedTransactions("t.registrationId = OLD.id AND t.registrationId != ''")+refreshContacts("lower(OLD.email)")+` END`,
	)
}

// anyColumnChanged is true when an update has changed one of the columns: PocketBase writes them all.
func anyColumnChanged(columns ...string) string {
	return "(OLD." + strings.Join(columns, ", OLD.") + ") IS NOT (NEW." + strings.Join(columns, ", NEW.") + ")"
}

// refreshCompletedTransactions computes the rows of some transactions again.
func refreshCompletedTransactions(condition string) string {
	return "DELETE FROM members_sales WHERE id IN (SELECT t.id FROM transactions t WHERE " + condition + ");\n" +
		insertCompletedTransactions(condition) + ";\n"
}

// The plus keeps SQLite from looking through all completed transactions for the few that are meant.
func insertCompletedTransactions(condition string) string {
	return `INSERT INTO members_sales (id, person, name, phone, tierName, amount, currency, paidAt)
		SELECT t.id, lower(coalesce(r.email, u.email, nullif(t.customerEmail, ''), t.id)), t.customerName, t.customerPhone,
			coalesce(nullif(t.tierName, ''), m.name, ''), t.amount, t.currency,
			CASE t.processedAt WHEN '' THEN t.createdAt ELSE t.processedAt END
		FROM transactions t
		LEFT JOIN registrations r ON r.id = t.registrationId
		LEFT JOIN users u ON u.id = t.userId
		LEFT JOIN membership_tiers m ON m.id = t.membershipTierId
		WHERE +t.status = 'completed' AND ` + condition
}

// refreshContacts computes the rows of some people again.
func refreshContacts(persons ...string) string {
	return "DELETE FROM members_people WHERE person IN (" + strings.Join(persons, ", ") + ");\n" +
		insertContacts("SELECT "+strings.Join(persons, " AS person UNION SELECT ")+" AS person") + ";\n"
}

func insertContacts(personQuery string) string {
	return fmt.Sprintf(`INSERT INTO members_people (person, id, email, name, phone, location, city, state, companyName,
			tierName, source, isLead, payments, amount, amountUSD, createdAt)
		SELECT p.person, coalesce(r.id, u.id, s.id), iif(instr(p.person, '@'), p.person, ''),
			coalesce(r.name, nullif(u.name, ''), s.name, ''),
			coalesce(nullif(r.phone, ''), nullif(u.phone, ''), s.phone, ''),
			coalesce(nullif(trim(r.city || ', ' || r.state, ', '), ''), u.location, ''),
			coalesce(r.city, ''), coalesce(r.state, ''), coalesce(r.companyName, ''), coalesce(s.tierName, ''),
			CASE WHEN r.id IS NOT NULL THEN 'registration' WHEN u.id IS NOT NULL THEN 'user' ELSE 'payment' END,
			(r.id IS NOT NULL AND p.payments = 0) OR coalesce(u.requestType, '') = 'enquiry',
			p.payments, p.amount, p.amountUSD, coalesce(r.createdAt, u.createdAt, s.paidAt)
		FROM (SELECT person,
				(SELECT count(*) FROM members_sales WHERE person = known.person) AS payments,
				(SELECT coalesce(sum(iif(currency = 'INR', amount, 0)), 0) FROM members_sales WHERE person = known.person) AS amount,
				(SELECT coalesce(sum(iif(currency = 'USD', amount, 0)), 0) FROM members_sales WHERE person = known.person) AS amountUSD
			FROM (%s) known WHERE person != '') p
		LEFT JOIN registrations r ON r.email = p.person COLLATE NOCASE
		LEFT JOIN users u ON u.email = p.person COLLATE NOCASE
		LEFT JOIN members_sales s ON s.id = (SELECT id FROM members_sales WHERE person = p.person ORDER BY paidAt DESC, id DESC LIMIT 1)
		WHERE p.payments > 0 OR r.id IS NOT NULL OR coalesce(u.requestType, '') = 'enquiry'`, personQuery)
}
