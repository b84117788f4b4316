package scale

// few are tables and partial indexes that have only a few rows, whatever the number of people.
var few = []string{
	// The types of jobs, which a recursive query collects.
	"types",
	// Created by admins.
	"email_campaigns", "automations", "segments", "idx_segments_name", "admins", "idx_users_isAdmin",
	"membership_tiers", "coupons", "redirects", "texts", "text_versions", "idx_texts_key",
	"idx_text_versions_key", "legacy_imports",
	"email_texts", "idx_email_texts_key", "email_text_versions", "idx_email_text_versions_key", "email_text_drafts",
	"idx_email_text_drafts_key",
	// This index is long, but one scan of it counts the current members, which no counter can do: 10 ms for 100,000.
	"idx_memberships_access",
	// This index is long too. The counts of emails by status are read from it and cached until one changes
	// (mail/outbox/store_counts.go).
	"idx_email_logs_counts",
	// Interviews and appointments, which the office records: a few of the interests that members express.
	"idx_opening_interests_interviewedAt", "idx_opening_interests_appointedAt",
	// People who get no emails: a few per cent of all people, in a covering index.
	"suppressions", "idx_suppressions_createdAt", "idx_suppressions_email_scope", "idx_suppressions_scope",
	// Entered by admins by hand, about one a day.
	"settlements", "idx_settlements_razorpaySettlementId", "idx_settlements_settledAt", "idx_settlements_state",
	"closed_months", "idx_closed_months_month", "exchange_rates", "idx_exchange_rates_month", "offline_payments",
	"idx_offline_payments_transactionId", "idx_offline_payments_open",
	"offline_receipts", "idx_offline_receipts_offlinePaymentId", "offline_returns", "idx_offline_returns_offlinePaymentId", "idx_offline_receipts_bankDate", "idx_offline_receipts_uncertified", "idx_offline_receipts_transferId",
	"approvals", "idx_approvals_waiting", "idx_approvals_alone", "idx_approvals_askedAt",
	// the credit notes of one transaction
	"idx_invoices_creditNotes", "idx_invoices_ofTransaction",
	// Waiting for a decision or attention.
	"idx_registrations_open_due", "idx_registrations_open_name", "idx_registrations_open_createdAt",
	"idx_transactions_attention",
	"idx_transactions_ofAttention", "idx_transactions_ofEachAttention", "idx_captured_payments_unsold",
	"idx_captured_payments_open", "idx_captured_payments_seen",
	// The history of one nomination or one email.
	"review_steps", "review_notes", "review_votes", "board_seats", "review_conflicts", "review_referees", "invitations",
	"idx_email_events_letterId", "idx_email_events_brevoMessageId",
	// Never more than 10,000, because the feature deletes the oldest.
	"webhook_diagnostics",
	// The values of a column of the audit log, each found by a search.
	"known",
}

const (
	person      = "u00000000000007"
	transaction = "t00000000000007"
	nomination  = "00000000-0000-4000-8000-000000000007"
)

// questions are the queries that the console makes to each of its routes. All other routes that an admin reads are in
// unasked. Searches are not included, because a substring cannot be found with an index.
var questions = map[string][]string{
	"/api/admin/session":         {""},
	"/api/admin/access":          {""},
	"/api/admin/me/sessions":     {""},
	"/api/admin/stats":           {""},
	"/api/admin/recent-activity": {""},
	"/api/admin/charts":          {""},
	"/api/admin/settings":        {""},
	"/api/admin/modules":         {""},
	"/api/admin/setup":           {""},
	"/api/admin/backups":         {""},
	"/api/admin/restore-drills":  {""},
	"/api/admin/replication":     {""},
	"/api/providers":             {""},
	"/api/members/figures":       {""},

	"/api/members/registered-users": ordered("name", "email", "phone", "location", "source", "requestType",
		"createdAt"),
	"/api/people/{id}":   {person, nomination},
	"/api/members/leads": ordered("name", "email", "location", "source", "isPaid", "createdAt"),
	"/api/paid-members": ordered("name", "email", "phone", "companyName", "membershipTierName", "totalAmount",
		"transactionCount", "source", "createdAt"),
	"/api/members/imports":         ordered("createdAt"),
	"/api/members/imports/example": {""},
	"/api/members/imports/{id}":    {legacyImport},

	"/api/transactions": append(
		ordered("customerName", "customerEmail", "razorpayPaymentId", "amount", "status", "paymentMethod", "createdAt"),
		filtered("status=completed", "status=pending", "status=failed", "status=authorized", "status=refunded",
			"attention=any",
			"attention=second-payment", "attention=wrong-amount", "attention=orphan", "attention=dispute",
			"attention=refund-failed")...),
	"/api/transactions/{id}":           {transaction},
	"/api/transactions/{id}/documents": {transaction},
	"/api/payments/unknown":            append(ordered("createdAt"), filtered("attention=any", "attention=seen")...),
	"/api/payments/orphans/{id}":       {"o00000000000007"},
	"/api/billing-profiles/{id}":       {person},
	"/api/webhook-diagnostics":         append(ordered("timestamp"), filtered("outcome=verified", "outcome=failed")...),
	"/api/offline-payments": append(ordered("createdAt"),
		filtered("state=open", "state=proforma", "state=lapsed", "state=awaiting", "state=part-paid",
			"state=cleared", "state=bounced", "state=cancelled")...),
	"/api/approvals": append(ordered("askedAt"), filtered("state=waiting", "state=confirmed", "state=refused")...),
	"/api/offline-receipts": append(ordered("bankDate"),
		filtered("mode=neft", "mode=cash", "state=received", "state=cleared", "state=bounced", "month=2026-08", "certificate=missing")...),
	"/api/books/registers":  {"", "?month=2026-08&page=1&perPage=50"},
	"/api/books/e-invoices": {""},
	"/api/books/months":     {""},
	"/api/books/settlements": append(ordered("settledAt"),
		filtered("state=awaiting", "state=matched", "state=unmatched", "state=differs")...),
	"/api/coupons": append(ordered("createdAt", "code"), filtered("active=true", "active=false")...),

	"/api/registrations": ordered("name", "email", "companyName", "directorType", "yearsOfExperience", "createdAt"),
	"/api/drafts":        ordered("email", "lastSaved"),
	"/api/nominations": queue(
		"state=open", "state=all", "state=submitted", "state=in_review", "state=info_requested", "state=approved",
		"state=declined"),
	"/api/nominations/counts": {""},
	"/api/nominations/{id}":   {nomination},
	"/api/nominations/{id}/neighbours": under(nomination, queue(
		"state=open", "state=all", "state=submitted", "state=in_review", "state=info_requested", "state=approved",
		"state=declined")),

	"/api/emails": append(ordered("createdAt"),
		filtered("status=failed", "status=delivered", "status=queued", "kind=welcome",
			"kind=welcome&status=failed&sort=createdAt")...),
	"/api/campaigns":                 append(ordered("createdAt", "name", "status"), "?page=1&search=news"),
	"/api/segments":                  append(ordered("createdAt", "name"), "?page=1&search=news"),
	"/api/segments/choices":          {""},
	"/api/suppressions":              append(ordered("createdAt", "email"), "?page=1&scope=campaigns", "?page=1&search=u777"),
	"/api/emails/summary":            {""},
	"/api/email-texts":               append(ordered("name", "subject"), "?page=1&search=welcome"),
	"/api/email-texts/{id}":          {"welcome"},
	"/api/email-texts/{id}/versions": {"welcome"},
	"/api/emails/{id}":               {"l00000000000007"},
	"/api/automations":               {""},
	"/api/automations/{id}":          {"welcome", "draft-abandoned"},
	"/api/automations/{id}/log": {"welcome?page=1", "welcome?page=1&sort=createdAt",
		"welcome?perPage=500&status=failed"},

	"/api/audit": append(ordered("at"),
		filtered("actor=admin3", "action=tier.4", "subject=subject2", "from=2026-03-01", "to=2026-03-01",
			"from=2026-03-01&to=2026-03-02", "actor=admin3&action=tier.4&from=2026-03-01", "actor=admin3&sort=at",
			"to=2026-03-01&sort=at")...),
	"/api/audit/choices": {""},
	"/api/jobs":          {""},
	"/api/jobs/failed":   {"", "type=mail.send"},
	"/api/audit/{id}":    {"a00000000000007"},

	"/api/admins":               ordered("username"),
	"/api/admins/members":       {""},
	"/api/membership-tiers":     {""},
	"/api/cms/images":           {""},
	"/api/redirects":            {""},
	"/api/texts/coverage":       {""},
	"/api/texts/facts":          {""},
	"/api/texts/translations":   {"?lang=hi"},
	"/api/texts/{page}":         {"landing"},
	"/api/texts/{page}/history": {"landing?key=landing.hero.title"},
}

// unasked are routes that an admin reads and that need not use indexes.
var unasked = map[string]string{
	"/api/pictures":                               "the library has some hundred pictures, and the office searches all of them",
	"/api/pictures/{id}":                          "it reads the picture by its id, and searches the texts, sessions and campaigns, which are few",
	"/{path...}":                                  "an editor's pages with drafts read the texts of a page by their keys, as /api/texts/{page} does",
	"/api/cms/content":                            "it groups the texts, of which editors have changed a few hundred at most",
	"/api/admin/mentors":                          "the filled database has no rows of package mentors, whose own test holds its plan",
	"/api/admin/introductions":                    "the filled database has no rows of package introductions, whose own test holds its plan",
	"/api/admin/library":                          "the filled database has no rows of package library, whose own test holds its plan",
	"/api/admin/library-collections":              "the filled database has no rows of package library, whose own test holds its plan",
	"/api/admin/library-collections/{id}":         "the filled database has no rows of package library, whose own test holds its plan",
	"/api/admin/library/{id}/versions":            "the filled database has no rows of package library, whose own test holds its plan",
	"/api/admin/library/{id}/file":                "it reads two rows by their ids, and sends a file",
	"/api/admin/library/{id}":                     "the filled database has no rows of package library, whose own test holds its plan",
	"/api/admin/polls":                            "the filled database has no rows of package consultations, whose own test holds its plan",
	"/api/admin/polls/{id}":                       "the filled database has no rows of package consultations, whose own test holds its plan",
	"/api/admin/polls/{id}/comments":              "the filled database has no rows of package consultations, whose own test holds its plan",
	"/api/admin/polls/{id}/ballots":               "the filled database has no rows of package consultations, whose own test holds its plan",
	"/api/admin/reports":                          "the filled database has no rows of package reports, whose own test holds its plan",
	"/api/admin/reports/{id}":                     "the filled database has no rows of package reports, whose own test holds its plan",
	"/api/admin/board-seats":                      "the filled database has no rows of package boardseats, whose own test holds its plan",
	"/api/admin/board-seats/figures":              "the filled database has no rows of package boardseats, whose own test holds its plan",
	"/api/admin/board-seats/{id}":                 "the filled database has no rows of package boardseats, whose own test holds its plan",
	"/api/admin/this-week":                        "a test of the package thisweek holds its plan",
	"/api/admin/events":                           "the filled database has no session; a test of the package events holds its plan",
	"/api/admin/events/{id}":                      "the filled database has no session; a test of the package events holds its plan",
	"/api/events/{id}/guests":                     "the filled database has no session; a test of the package events holds its plan",
	"/api/events/{id}/attendees":                  "the filled database has no session; a test of the package events holds its plan",
	"/api/payments/open":                          "it is read only before an admin changes the tax settings, and counts all open sales",
	"/api/campaigns/{id}":                         "the filled database has no campaign; its queries run in the test of the paths",
	"/api/nominations/{id}/seats/{seat}/evidence": "it reads two rows by their ids, and sends a file",
	"/api/bulk-actions":                           "the filled database has none; it has ninety days of actions, and counts the people of a page with an index",
	"/api/bulk-actions/{id}":                      "the filled database has none; it reads one row, and its people by an index",
	"/api/emails/{id}/html":                       "it reads the one row that /api/emails/{id} reads",
	"/api/books/gstr1":                            "it reads the documents that /api/books/registers reads, and writes a file",
	"/api/books/e-invoices/file":                  "it reads the documents that /api/books/e-invoices reads, and writes a file",
	"/api/books/settlements/{id}":                 "the filled database has no settlement; its queries run in the test of the paths",
	"/api/offline-payments/{id}/proforma":         "it reads two rows by their ids, and draws a file",
	"/api/emails/health":                          "it is cached for ten minutes, and counts the emails of thirty days with an index",
	"/api/people/{id}/portrait":                   "it finds a person as /api/people/{id} does, and sends a file",
	"/api/email-previews/{key}":                   "it returns a preview from memory",
	"/api/admin/backups/{name}/download":          "it sends a file, and runs no query",
}

// ordered returns the first pages of a list: in its default order, and in each order in both directions.
func ordered(orders ...string) []string {
	queries := []string{"?page=1"}
	for _, order := range orders {
		queries = append(queries, "?page=1&sort="+order, "?perPage=500&sort=-"+order)
	}
	return queries
}

// filtered returns the first pages of a list with each filter.
func filtered(filters ...string) []string {
	queries := make([]string, len(filters))
	for i, filter := range filters {
		queries[i] = "?page=1&" + filter
	}
	return queries
}

// queue returns the first pages of each tab of the queue in every order.
func queue(tabs ...string) []string {
	var queries []string
	for _, tab := range tabs {
		queries = append(queries, "?page=1&"+tab)
		for _, order := range []string{"due", "name", "createdAt"} {
			queries = append(queries, "?page=1&"+tab+"&sort="+order, "?page=1&"+tab+"&sort=-"+order)
		}
	}
	return queries
}

// under prefixes each query with an id.
func under(id string, queries []string) []string {
	of := make([]string, len(queries))
	for i, query := range queries {
		of[i] = id + query
	}
	return of
}
