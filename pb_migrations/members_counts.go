package pb_migrations

import "strings"

// count is a number for each value that an expression has among a table's rows: the sum of another
// expression over them. ROW stands for the row. A value whose number is 0 has no row.
type count struct{ name, table, value, of string }

func (c count) trigger(event string) string { return "count_" + c.name + "_" + event }

func (c count) statements() []string {
	in := func(expression, row string) string { return strings.ReplaceAll(expression, "ROW", row) }
	add := func(row, sign string) string {
		return "INSERT INTO members_counts VALUES ('" + c.name + "', " + in(c.value, row) + ", " + sign + in(c.of, row) + ")" +
			" ON CONFLICT (name, value) DO UPDATE SET number = number + excluded.number; " +
			"DELETE FROM members_counts WHERE name = '" + c.name + "' AND value = " + in(c.value, row) + " AND number = 0; "
	}
	trigger := func(event, when, change string) string {
		return "CREATE TRIGGER " + c.trigger(event) + " AFTER " + event + " ON " + c.table + " WHEN " + when + " BEGIN " + change + "END"
	}
	both := func(row string) string { return "(" + in(c.value, row) + ", " + in(c.of, row) + ")" }
	return []string{
		"INSERT INTO members_counts SELECT '" + c.name + "', " + in(c.value, c.table) + " AS value, sum(" + in(c.of, c.table) + ") AS number" +
			" FROM " + c.table + " GROUP BY value HAVING sum(" + in(c.of, c.table) + ") != 0",
		trigger("INSERT", in(c.of, "NEW")+" != 0", add("NEW", "")),
		trigger("DELETE", in(c.of, "OLD")+" != 0", add("OLD", "-")),
		trigger("UPDATE", both("OLD")+" IS NOT "+both("NEW"), add("OLD", "-")+add("NEW", "")),
	}
}
