package queryplan_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestSlowStepsReportsScansAndSorts(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	queryplan.WithAndWithoutStatistics(t, app, func(statistics string) {
		for _, statement := range []string{
			"SELECT count(*) FROM users", "SELECT id FROM users ORDER BY updatedAt LIMIT 50", "SELECT id FROM users WHERE name LIKE '%a%'",
			"SELECT id FROM registrations ORDER BY phone LIMIT 50",
			"SELECT id FROM users WHERE phone = 'x' ORDER BY createdAt, id LIMIT 50",
		} {
			if len(queryplan.SlowSteps(t, app, statement)) == 0 {
				t.Errorf("with %s statistics SlowSteps found nothing in %s", statistics, statement)
			}
		}
		for statement, few := range map[string]string{
			"SELECT id FROM users ORDER BY createdAt, id LIMIT 50":                      "",
			"SELECT id FROM users WHERE id = 'x'":                                       "",
			"SELECT id FROM users WHERE source = 'user' ORDER BY createdAt, id LIMIT 5": "",
			"SELECT n FROM counters ORDER BY n":                                         "counters",
			"SELECT id FROM review_notes WHERE nomination = 'x' ORDER BY id":            "idx_review_notes_nomination",
		} {
			if faults := queryplan.SlowSteps(t, app, statement, few); len(faults) > 0 {
				t.Errorf("with %s statistics %s: %v", statistics, statement, faults)
			}
		}
	})
}
