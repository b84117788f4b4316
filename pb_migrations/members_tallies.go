package pb_migrations

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// counter is a number that is read with every page or dashboard, and would take reading
// a whole table: the sum of an expression over a table's rows. ROW is replaced by the row.
type counter struct{ name, table, expression string }

// createCounters makes the table of the numbers. A list's number bears the name of what it lists.
func createCounters(app core.App) error {
	statements := []string{`CREATE TABLE tallies (name TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL)`}
	for _, t := range []counter{
		{"users", "users", "1"},
		{"registrations", "registrations", "1"},
		{"draft_registrations", "draft_registrations", "1"},
		{"transactions", "transactions", "1"},
		{"pending_transactions", "transactions", "(ROW.status = 'pending')"},
		{"leads", "members_people", "ROW.isLead"},
		{"paid_members", "members_people", "(ROW.payments > 0)"},
		{"revenue_INR", "members_sales", "iif(ROW.currency = 'INR', ROW.amount, 0)"},
		{"revenue_USD", "members_sales", "iif(ROW.currency = 'USD', ROW.amount, 0)"},
		{"emails_sent", "email_logs", "(ROW.sentAt != '')"},
		{"active_campaigns", "email_campaigns", "(ROW.isActive != 0)"},
	} {
		statements = append(statements, t.statements()...)
	}
	return execute(app, statements...)
}

func (t counter) statements() []string {
	row := func(row string) string { return strings.ReplaceAll(t.expression, "ROW", row) }
	trigger := func(event, when, change string) string {
		return "CREATE TRIGGER tally_" + t.name + "_" + event + " AFTER " + event + " ON " + t.table + " WHEN " + when +
			" BEGIN UPDATE tallies SET number = number + " + change + " WHERE name = '" + t.name + "'; END"
	}
	return []string{
		"INSERT INTO tallies SELECT '" + t.name + "', coalesce(sum(" + row(t.table) + "), 0) FROM " + t.table,
		trigger("INSERT", row("NEW"), row("NEW")),
		trigger("DELETE", row("OLD"), "-"+row("OLD")),
		trigger("UPDATE", row("NEW")+" != "+row("OLD"), row("NEW")+" - "+row("OLD")),
	}
}
