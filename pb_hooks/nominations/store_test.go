package nominations_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/nominations"
)

// lookups are the functions of the stores that find one nomination, draft or invitation.
var lookups = []string{
	"nominations.Find", "nominations.findByEmail", "nominations.findLatestOfUser", "nominations.hasApproved",
	"nominations.FindStep",
	"nominations.ListSteps", "nominations.findInvitation", "nominations.findInvitationByTokenHash",
	"nominations.findLatestInvitation", "nominations.hasAccepted",
	"drafts.findDraft", "drafts.updateDraft", "drafts.count", "drafts.findOldest",
	"review.findDetail", "review.findNote", "review.countNotes", "review.listNotes", "review.findVote",
	"review.findVotes",
}

// TestLookupsUseIndexes explains each query with bound parameters, as in production. With a literal, SQLite
// could use a partial index that it cannot use with a parameter.
func TestLookupsUseIndexes(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	if err := loadtest.Fill(o.PB, 3000, true); err != nil {
		t.Fatal(err)
	}
	round := 0
	// runQueries calls every function of lookups at least once.
	runQueries := func() {
		t.Helper()
		round++
		email := fmt.Sprintf("asha%d@example.com", round)
		member, account := newMember(t, o.App, email, false)
		verifyEmail(t, o.App, account)
		if _, err := nominations.IsApproved(o.PB, reread(t, o.PB, account)); err != nil {
			t.Fatal(err)
		}
		member.Get("/api/nominations/mine")

		visitor := newVisitor(o.App)
		expect(t, visitor.Post("/api/drafts", draft(form{"name": "Asha"})), http.StatusOK)
		expect(t, visitor.Post("/api/drafts", draft(form{"name": "Asha"})), http.StatusOK)
		expect(t, visitor.Get("/api/drafts/mine"), http.StatusOK)
		_, err := o.PB.NonconcurrentDB().NewQuery(fmt.Sprintf(`
			INSERT INTO draft_registrations (id, tokenHash, network, email, formData, lastSaved, createdAt, updatedAt)
			WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
			SELECT printf('full%%02d%%09d', %[1]d, i), printf('%%02d%%062d', %[1]d, i), network, email, formData, lastSaved, createdAt, updatedAt
			FROM n, (SELECT * FROM draft_registrations ORDER BY rowid DESC LIMIT 1)`, round)).Execute()
		if err != nil {
			t.Fatal(err)
		}
		o.Clock.Advance(25 * time.Hour)
		other := o.Visitor()
		other.Header.Set("X-Forwarded-For", visitor.Header.Get("X-Forwarded-For"))
		// This draft replaces the oldest draft of the network.
		expect(t, other.Post("/api/drafts", draft(form{"name": "Bina"})), http.StatusOK)

		id, token := o.invite(email)
		expect(t, o.lookUp(token), http.StatusOK)
		path := "/api/nominations/" + id
		expect(t, o.staff.Post(path+"/steps", form{"step": "take", "version": 1}), http.StatusConflict)
		a := o.staff.Post(path+"/notes", form{"text": "She chairs well."})
		expect(t, a, http.StatusOK)
		note := a.JSON["notes"].([]any)[0].(map[string]any)["id"].(string)
		expect(t, o.staff.Send(http.MethodDelete, path+"/notes/"+note, nil), http.StatusOK)
	}
	queryplan.WithAndWithoutStatistics(t, o.PB, func(statistics string) {
		statementsOf := queryplan.CaptureStores(o.PB, runQueries)
		for _, name := range lookups {
			statements := statementsOf[name]
			if len(statements) == 0 {
				t.Errorf("%s ran no query", name)
			}
			for _, statement := range statements {
				for _, step := range explainBound(t, o.PB, statement) {
					if strings.HasPrefix(step, "SCAN ") && step != "SCAN CONSTANT ROW" {
						t.Errorf("%s with %s statistics: %s\n%s", name, statistics, step, statement)
					}
				}
			}
		}
	})
}

func reread(t *testing.T, app core.App, account *core.Record) *core.Record {
	t.Helper()
	found, err := app.FindRecordById(account.Collection(), account.Id)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

var quoted = regexp.MustCompile(`'[^']*'`)

// bind replaces a literal by a parameter if the store binds it: an id, an email, a hash or an actor kind. Literals of
// the query itself, such as a status, are shorter than 15 characters.
func bind(literal string) string {
	if len(literal) < 15 && !strings.Contains(literal, "@") && literal != "'admin'" {
		return literal
	}
	return "{:value}"
}

func explainBound(t *testing.T, app core.App, statement string) []string {
	t.Helper()
	var steps []string
	var rows []struct {
		Detail string `db:"detail"`
	}
	err := app.ConcurrentDB().NewQuery("EXPLAIN QUERY PLAN " + quoted.ReplaceAllStringFunc(statement, bind)).
		Bind(dbx.Params{"value": "a-bound-value"}).All(&rows)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	for _, row := range rows {
		steps = append(steps, row.Detail)
	}
	return steps
}
