package restoretests

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/plural"
)

// findings describe the content of a restored database.
type findings struct {
	rows, tables, pendingMigrations int
}

// sentence describes the findings for the admins.
func (f findings) sentence() string {
	text := fmt.Sprintf("The database is intact, and nothing is missing: %s rows in %d tables.", grouped(f.rows),
		f.tables)
	if f.pendingMigrations > 0 {
		text += " It belongs to an older release: " + plural.Count(f.pendingMigrations, "migration", "migrations") +
			" would run at the first start."
	}
	return text
}

// grouped formats a number for people: 12,345.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// maxListedTables is how many tables with missing rows a message lists, so that it fits into its column.
const maxListedTables = 10

// inspect checks a restored database.
func (r *RestoreTests) inspect(ctx context.Context, path string) (findings, error) {
	var found findings
	if _, err := os.Stat(path); err != nil { // opening a missing file would create an empty database
		return found, &problem{"There is no database in it.", err}
	}
	db, err := database.Connect(path)
	if err != nil {
		return found, &problem{"The restored file is not a database.", err}
	}
	defer db.Close()
	if err := checkIntegrity(ctx, db); err != nil {
		return found, &problem{"The restored database is damaged.", err}
	}
	pending, err := countPendingMigrations(r.app, db)
	if err != nil {
		return found, err
	}
	found.pendingMigrations = pending
	tables, err := liveTables(r.app)
	if err != nil {
		return found, err
	}
	var missing []string
	for _, table := range tables {
		restored, err := countRestored(ctx, db, table)
		if err != nil && pending > 0 {
			continue // a pending migration adds the table
		}
		if err != nil {
			return found, &problem{fmt.Sprintf("The table %s is missing from the restored database.", table.name), err}
		}
		found.tables++
		found.rows += restored.rows
		older, err := countOlder(r.app.DB(), table, restored.settled)
		if err != nil {
			return found, err
		}
		if lost := older - restored.older; lost > 0 {
			missing = append(missing, fmt.Sprintf("%s (%s of %s)", table.name, grouped(lost), grouped(older)))
		}
	}
	if len(missing) > 0 {
		listed := strings.Join(missing[:min(len(missing), maxListedTables)], ", ")
		if more := len(missing) - maxListedTables; more > 0 {
			listed += ", and " + plural.Count(more, "more table", "more tables")
		}
		return found, &problem{"Rows are missing from the restored database: " + listed + ".",
			errors.New("rows are missing")}
	}
	return found, nil
}
