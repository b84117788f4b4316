// Package routetest tests the routes of mail, and properties of all kinds of email, in the whole application. It is
// separate from mail's own tests, so that those compile without the application.
package routetest

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
)

// The reasons why a kind has no unsubscribe link.
const (
	receipt  = "a receipt, or a notice that the contract with the reader requires"
	security = "security, or a link that the reader has just requested"
	review   = "the review of a nomination"
	staff    = "it is sent to the admins"
	answer   = "the reader takes part, or has requested an answer"
	personal = "an admin, or a company that has bought seats, sends it to one person"
)

var withoutUnsubscribeLink = map[string]string{
	"payment-confirmed":         receipt,
	"refund-recorded":           receipt,
	"offline-payment":           receipt,
	"subscription-update":       receipt,
	"mandate-cancelled":         receipt,
	"membership-notice":         receipt,
	"payment-difference":        receipt,
	"document-ready":            receipt,
	"document-replaced":         receipt,
	"charge-after-cancellation": receipt,
	"dispute-lost":              receipt,
	"approval-requested":        staff,
	"password-reset":            security,
	"password-changed":          security,
	"pin-disabled":              security,
	"account-notice":            security,
	"email-change":              security,
	"email-verification":        security,
	"admin-invited":             security,
	"admin-email-change":        security,
	"admin-notice":              security,
	"admin-alert":               security,
	"draft-link":                security,
	"pocketbase":                security,
	"nomination-received":       review,
	"nomination-question":       review,
	"nomination-declined":       review,
	"nomination-answered":       review,
	"nomination-withdrawn":      review,
	"invitation":                review,
	"question-unanswered":       review,
	"nomination-new":            staff,
	"payment-attention":         staff,
	"restore-drill-failed":      staff,
	"office-week":               staff,
	"test":                      staff,
	"offline-confirmation":      staff,
	"email-text-fault":          staff,
	"settlement-attention":      staff,
	"settlement-unstored":       staff,
	"ledger-discrepancies":      staff,
	"text-sample":               staff,
	"office-message":            personal,
	"seat-invitation":           personal,
	"seat-accepted":             personal,
	"seat-taken":                personal,
	"session-promoted":          answer,
	"session-changed":           answer,
	"session-cancelled":         answer,
	"session-guest":             answer,
	"introduction-asked":        answer,
	"introduction-suggested":    personal,
	"introduction-opened":       answer,
	"introduction-message":      answer,
	"vouch-received":            answer,
	"report-received":           answer,
	"report-decided":            answer,
	"report-warning":            personal,
	"report-reversed":           personal,
	"report-new":                staff,
	"reports-overdue":           staff,
	"mentor-asked":              answer,
	"mentor-nudge":              answer,
	"mentor-started":            answer,
	"mentor-unanswered":         answer,
	"mentor-check-in":           answer,
	"board-seat-waiting":        staff,
	"board-seat-decided":        answer,
	"board-seat-interest":       answer,
	"board-seat-closed":         answer,
}

func TestEachKindOfEmailHasATopicOrAReasonForNone(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	suppressions, err := h.PB.FindCollectionByNameOrId("suppressions")
	if err != nil {
		t.Fatal(err)
	}
	const reader = "reader@example.com"
	suppression := core.NewRecord(suppressions)
	suppression.Load(map[string]any{"email": reader, "scope": "campaigns", "reason": "asked"})
	if err := h.PB.Save(suppression); err != nil {
		t.Fatal(err)
	}
	rowOf := map[string]string{}
	for i, kind := range h.Outbox.Kinds() {
		rowOf[kind] = welcome(t, h, fmt.Sprintf("reader%d@example.com", i))
		set(t, h, rowOf[kind], map[string]any{
			"kind":         kind,
			"emailAddress": reader,
			"params":       map[string]any{"topic": preferences.TopicNews},
		})
	}
	h.Drain()
	for _, kind := range h.Outbox.Kinds() {
		row, err := h.PB.FindRecordById("email_logs", rowOf[kind])
		if err != nil {
			t.Fatal(kind, err)
		}
		hasTopic, reason := row.GetString("status") == string(outbox.Suppressed), withoutUnsubscribeLink[kind]
		switch {
		case !hasTopic && reason == "":
			t.Errorf("%s has no topic, so readers cannot unsubscribe; give it a topic, or add a reason here", kind)
		case hasTopic && reason != "":
			t.Errorf("%s has a topic, and also a reason why it has none", kind)
		}
		delete(withoutUnsubscribeLink, kind)
	}
	for kind := range withoutUnsubscribeLink {
		t.Errorf("withoutUnsubscribeLink has the unknown kind %s", kind)
	}
}

var siteLink = regexp.MustCompile(`href="http://boardcircle\.test([^"]*)"`)

// Link scanners open the links of an email. TestFollowingTheLinksOfAnEmailChangesNothing opens them all.
func TestFollowingTheLinksOfAnEmailChangesNothing(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	const reader = "asha@example.com"
	account := map[string]any{
		"name":        "Asha Rao",
		"email":       reader,
		"phone":       "+919876543210",
		"location":    "Mumbai",
		"password":    "Arabian Sea 42",
		"requestType": "membership",
	}
	if a := h.Visitor().Post("/api/register", account); a.Status != http.StatusCreated {
		t.Fatalf("status = %d, body = %s", a.Status, a.Body)
	}
	h.Visitor().Post("/api/forgot-password", map[string]any{"email": reader})
	links := map[string]bool{}
	for _, m := range h.Inbox(reader) {
		for _, found := range siteLink.FindAllStringSubmatch(m.HTML, -1) {
			path, _, _ := strings.Cut(html.UnescapeString(found[1]), "#")
			links[path] = true
		}
		if header := m.Headers["List-Unsubscribe"]; header != "" {
			links[unsubscribePath(t, m)] = true
		}
	}
	if len(links) < 4 {
		t.Fatalf("links of the emails = %v, want at least 4", links)
	}
	changes := func() (n int64) {
		t.Helper()
		if err := h.PB.NonconcurrentDB().NewQuery("SELECT total_changes()").Row(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := changes()
	for path := range links {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodGet} {
			h.Visitor().Send(method, path, nil)
		}
	}
	if after := changes(); after != before {
		t.Errorf("following %v changed %d rows, want none", links, after-before)
	}
	expectWants(t, h, reader, "news events membership")
}
