package pb_migrations

import "strings"

// groupedCounter is a number for each value that an expression has among a table's rows: the sum of another
// expression over them. ROW is replaced by the row. A value whose number is 0 has no row.
type groupedCounter struct{ name, table, value, expression string }

func (c groupedCounter) triggerName(event string) string { return "count_" + c.name + "_" + event }

func (c groupedCounter) statements() []string {
	forRow := func(expression, row string) string { return strings.ReplaceAll(expression, "ROW", row) }
	add := func(row, sign string) string {
		return "INSERT INTO members_counts VALUES ('" + c.name + "', " + forRow(c.value, row) + ", " + sign + forRow(c.expression, row) + ")" +
			" ON CONFLICT (name, value) DO UPDATE SET number = number + excluded.number; " +
			"DELETE FROM members_counts WHERE name = '" + c.name + "' AND value = " + forRow(c.value, row) + " AND number = 0; "
	}
	trigger := func(event, when, change string) string {
		return "CREATE TRIGGER " + c.triggerName(event) + " AFTER " + event + " ON " + c.table + " WHEN " + when + " BEGIN " + change + "END"
	}
	pair := func(row string) string { return "(" + forRow(c.value, row) + ", " + forRow(c.expression, row) + ")" }
	return []string{
		"INSERT INTO members_counts SELECT '" + c.name + "', " + forRow(c.value, c.table) + " AS value, sum(" + forRow(c.expression, c.table) + ") AS number" +
			" FROM " + c.table + " GROUP BY value HAVING sum(" + forRow(c.expression, c.table) + ") != 0",
		trigger("INSERT", forRow(c.expression, "NEW")+" != 0", add("NEW", "")),
		trigger("DELETE", forRow(c.expression, "OLD")+" != 0", add("OLD", "-")),
		trigger("UPDATE", pair("OLD")+" IS NOT "+pair("NEW"), add("OLD", "-")+add("NEW", "")),
	}
}
