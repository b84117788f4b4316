package nominations

import (
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// value stands for every value that the queries bind.
const value = "a-bound-value"

// TestQueriesSearchByIndexes explains each look-up with its values bound, as it is run: a literal would let
// SQLite use a partial index that a parameter can't.
func TestQueriesSearchByIndexes(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	if err := loadtest.Fill(app, 3000, true); err != nil {
		t.Fatal(err)
	}
	lookups := map[string]func() error{
		"findNomination":   func() error { _, err := findNomination(app, value); return err },
		"findByEmail":      func() error { _, err := findByEmail(app, value); return err },
		"findLatestOfUser": func() error { _, err := findLatestOfUser(app, value); return err },
		"hasApproved":      func() error { _, err := hasApproved(app, value, value); return err },
		"findDetail":       func() error { _, err := findDetail(app, value); return err },
		"findDraft":        func() error { _, err := findDraft(app, value); return err },
		"updateDraft": func() error {
			_, _, err := updateDraft(app, value, value, []byte("{}"), types.NowDateTime())
			return err
		},
		"countDrafts":               func() error { _, err := countDrafts(app, value); return err },
		"findOldestDraft":           func() error { _, err := findOldestDraft(app, value); return err },
		"findStep":                  func() error { _, err := findStep(app, value, 1); return err },
		"listSteps":                 func() error { _, err := listSteps(app, value); return err },
		"findNote":                  func() error { _, err := findNote(app, value, value); return err },
		"countNotes":                func() error { _, err := countNotes(app, value); return err },
		"listNotes":                 func() error { _, err := listNotes(app, value); return err },
		"findVote":                  func() error { _, err := findVote(app, value, audit.Actor{Kind: value, ID: value}); return err },
		"findVotes":                 func() error { _, err := findVotes(app, value); return err },
		"findInvitation":            func() error { _, err := findInvitation(app, value); return err },
		"findInvitationByTokenHash": func() error { _, err := findInvitationByTokenHash(app, value); return err },
		"findLatestInvitation":      func() error { _, err := findLatestInvitation(app, value); return err },
		"hasAccepted":               func() error { _, err := hasAccepted(app, value); return err },
	}
	queryplan.WithAndWithoutStatistics(t, app, func(statistics string) {
		for name, lookUp := range lookups {
			statements := queryplan.CaptureQueries(app, func() { _ = lookUp() })
			if len(statements) == 0 {
				t.Errorf("%s runs no query", name)
			}
			for _, statement := range statements {
				for _, step := range explainBound(t, app, statement) {
					if strings.HasPrefix(step, "SCAN ") && step != "SCAN CONSTANT ROW" {
						t.Errorf("%s with %s statistics: %s\n%s", name, statistics, step, statement)
					}
				}
			}
		}
	})
}

func explainBound(t *testing.T, app core.App, statement string) []string {
	t.Helper()
	var steps []string
	var rows []struct {
		Detail string `db:"detail"`
	}
	err := app.ConcurrentDB().NewQuery("EXPLAIN QUERY PLAN " + strings.NewReplacer("'"+value+"'", "{:value}", "'"+keys.Hash(value)+"'", "{:value}").Replace(statement)).
		Bind(dbx.Params{"value": value}).All(&rows)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	for _, row := range rows {
		steps = append(steps, row.Detail)
	}
	return steps
}
