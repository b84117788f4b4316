package audit_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/testapp"
)

// record stores an entry with the time of the app's clock.
func record(t *testing.T, h *testapp.App, actor, action, label string) {
	t.Helper()
	by := audit.Actor{Kind: audit.ActorAdmin, ID: "admin", Name: actor, Address: "203.0.113.7"}
	subject := audit.Subject{Collection: "membership_tiers", ID: "tier", Label: label}
	if err := h.Audit.Record(h.PB, by, action, subject, map[string]any{"rows": 3}); err != nil {
		t.Fatal(err)
	}
}

// labels returns the labels of the entries that a query returns, in order.
func labels(t *testing.T, v *testapp.Visitor, query string) string {
	t.Helper()
	a := v.Get("/api/audit?perPage=50&" + query)
	if a.Status != http.StatusOK {
		t.Fatalf("%s: status = %d, want 200; body: %s", query, a.Status, a.Body)
	}
	var found []string
	for _, match := range regexp.MustCompile(`"label":"([^"]*)"`).FindAllStringSubmatch(a.Body, -1) {
		found = append(found, match[1])
	}
	if total := a.Header.Get("X-Total-Count"); total != fmt.Sprint(len(found)) {
		t.Errorf("%s: %d entries, total = %s", query, len(found), total)
	}
	return strings.Join(found, " ")
}

func TestEntriesAreFilteredByActorActionSubjectAndDate(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	v := h.SignedIn(core.CollectionNameSuperusers, nil)
	// The entries have the times 3 August 12:00, 3 August 23:30 and 4 August 00:30 in India.
	record(t, h, "asha", "tier.created", "one")
	h.Clock.Advance(11*time.Hour + 30*time.Minute)
	record(t, h, "meera", "tier.updated", "two")
	h.Clock.Advance(time.Hour)
	record(t, h, "asha", "tier.updated", "three%")
	for query, want := range map[string]string{
		"":                               "three% two one",
		"sort=at":                        "one two three%",
		"actor=asha":                     "three% one",
		"action=tier.updated":            "three% two",
		"actor=asha&action=tier.updated": "three%",
		"subject=membership_tiers":       "three% two one",
		"subject=users":                  "",
		"from=2026-08-04":                "three%",
		"to=2026-08-03":                  "two one",
		"from=2026-08-03&to=2026-08-03":  "two one",
		"from=2026-08-05":                "",
		"search=T%25":                    "",
		"search=E%25":                    "three%",
	} {
		if got := labels(t, v, query); got != want {
			t.Errorf("%q: labels = %q, want %q", query, got, want)
		}
	}
	for _, query := range []string{"from=yesterday", "to=2026-13-01", "sort=actor", "actor=" + strings.Repeat("a", 300)} {
		if a := v.Get("/api/audit?" + query); a.Status != http.StatusBadRequest {
			t.Errorf("%s: status = %d, want 400; body: %s", query, a.Status, a.Body)
		}
	}
	if a := v.Get(
		"/api/audit/choices",
	); a.Body != `{"actors":["asha","meera"],"actions":["tier.created","tier.updated"],"subjects":["membership_tiers"]}`+"\n" {
		t.Errorf("choices = %s", a.Body)
	}
}

func TestEntryHasTheValuesBeforeAndAfter(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	v := h.SignedIn("admins", nil)
	record(t, h, "asha", "members.exported", "leads.csv")
	row, err := h.PB.FindFirstRecordByData("audit_log", "label", "leads.csv")
	if err != nil {
		t.Fatal(err)
	}
	if a := v.Get("/api/audit/" + row.Id); a.Status != http.StatusOK ||
		strings.TrimSpace(a.Body) != `{"before":{},"after":{"rows":3}}` {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
	if a := v.Get("/api/audit/unknown"); a.Status != http.StatusNotFound {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
}

func TestExportHasTheFilteredEntriesAndIsAudited(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	v := h.SignedIn("admins", map[string]any{"username": "auditor"})
	record(t, h, "asha", "tier.updated", "=cmd|one")
	record(t, h, "meera", "tier.updated", "two")
	a := v.Get("/api/audit/export?actor=asha")
	if a.Status != http.StatusOK || !strings.Contains(a.Body, "cmd|one") || strings.Contains(a.Body, "two") ||
		strings.Contains(a.Body, ",=cmd") {
		t.Errorf("status = %d, body = %s", a.Status, a.Body)
	}
	if got := a.Header.Get("Content-Disposition"); got != `attachment; filename="audit-log-2026-08-03.csv"` {
		t.Errorf("Content-Disposition = %s", got)
	}
	if a := v.Get("/api/audit/export?format=xlsx"); a.Status != http.StatusOK || !strings.HasPrefix(a.Body, "PK") {
		t.Errorf("workbook: status = %d, body does not start with PK", a.Status)
	}
	if got := labels(t, v,
		"actor=auditor&action=audit.exported"); got != "audit-log-2026-08-03.xlsx audit-log-2026-08-03.csv" &&
		got != "audit-log-2026-08-03.csv audit-log-2026-08-03.xlsx" {
		t.Errorf("entries of the exports = %q, want one for each", got)
	}
}
