package hooks

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments/checkout"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// StaffRule says what a superuser may change in the records of a collection, through PocketBase's dashboard or API. The
// program's own saves are not limited by it.
type StaffRule struct {
	// Screen is the place in the console, or the other way, that makes the changes which are refused here.
	Screen string
	// Free are the fields that may be changed. The hooks and the validation of the feature still apply.
	Free []string
	// Owned are the other fields. Only a collection with free fields lists them, so that a test can ask for each new
	// field whether it is free. Hidden fields are in neither list: audit/protected.go guards them.
	Owned []string
	// Form is the feature's form of the records. A free field must follow its rule, if the form has one.
	Form rules.Form
	// Creates allows new records, with the free fields and the fields of OnlyNew. The other fields keep their defaults.
	Creates bool
	OnlyNew []string
	// MustBe are values that a new record must have.
	MustBe map[string]string
	// Deletes allows the deletion of records.
	Deletes bool
	// Defaults are the values of fields that a new record omits: the specification's defaults, and those that a person
	// would expect.
	Defaults map[string]any
	// State is the field with the state of a record, if staff may change it by Moves. Each move runs the console's step.
	State string
	Moves []Move
	// Known returns the values that a field of a new record may have, if the program knows them only at run time.
	Known map[string]func(a *App) []string
	// IsSilent is set if no realtime events are sent, because their times would tell what the records hide.
	IsSilent bool
	// HasOwnGuard is set if the feature's own hooks refuse every change with their own sentence.
	HasOwnGuard bool
}

// Move is a change of a record's state that staff may make. It calls the route of the console, so the checks of the
// caller, the history, the emails and the audit entry are those of the console's button.
type Move struct {
	From []string
	To   string
	// Route is a route that asks for no password, as "POST /api/events/{id}/publish".
	Route string
	// Body is the body of the request, and Fields the fields of the changed record that are added to it.
	Body   map[string]any
	Fields map[string]string
	// ID is the field with the id in the path. "" means that it is the record's own id.
	ID string
}

// step returns a move of a nomination by a step of its review.
func step(name nominations.StepName, from, to nominations.Status) Move {
	return Move{From: []string{string(from)}, To: string(to), Route: "POST /api/nominations/{id}/steps",
		Body: map[string]any{"step": string(name)}, Fields: map[string]string{"version": "reviewVersion"}}
}

// outcome returns a move of a member's interest in a board seat. The path of the route has the id of the board seat.
func outcome(to string, from ...string) Move {
	return Move{From: from, To: to, Route: "POST /api/admin/board-seats/{id}/outcome", ID: "opening",
		Fields: map[string]string{"interestId": core.FieldNameId, "outcome": "state"}}
}

// closed returns the rule of a collection whose records only the program writes.
func closed(screen string) StaffRule { return StaffRule{Screen: screen} }

const (
	useTransactions = "Use Payment Tracking > Transactions in the console."
	useNominations  = "Use Nominations in the console."
	usePerson       = "Use the person’s page in the console."
	useMail         = "Use Emails sent in the console."
	usePolls        = "Use Consultations in the console."
	useSeats        = "Use Board seats in the console."
	useCoupons      = "Use Membership Tiers > Coupons in the console."
	noScreen        = "The program writes these records."
	membersOnly     = "Only the members themselves change these records."

	couponRoute = "PUT /api/coupons/{id}"
)

// StaffRules has a line for each collection. A collection without a line is closed.
var StaffRules = map[string]StaffRule{
	// Accounts.
	core.CollectionNameSuperusers: {
		Screen: noScreen, Creates: true, Deletes: true, Free: []string{"email", "emailVisibility", "verified", "password"},
	},
	core.CollectionNameAuthOrigins:   {Screen: noScreen, Deletes: true},
	core.CollectionNameExternalAuths: {Screen: noScreen, Deletes: true},
	core.CollectionNameMFAs:          {Screen: noScreen, Deletes: true},
	core.CollectionNameOTPs:          {Screen: noScreen, Deletes: true},
	"users": {
		Screen: usePerson, Creates: true, Deletes: true,
		Form: slices.Concat(accounts.RegisterRules, accounts.ProfileForm{}.Rules()),
		Free: []string{"email", "emailVisibility", "verified", "password", "name", "phone", "location", "requestType",
			"isAdmin", "isActive", "company", "designation", "din", "biography"},
		Owned: []string{"source", "awaitsPassword", "invitedAt", "totpSince", "portrait", "boards",
			"person"},
		Defaults: map[string]any{"requestType": "enquiry", "isActive": true, "source": "user"},
	},
	"admins": {
		Screen: "Use Administrators in the console.", Creates: true, Deletes: true, Form: admins.InviteForm{}.Rules(),
		Free:     []string{"email", "emailVisibility", "verified", "password", "username", "isActive", "role"},
		Owned:    []string{"lastSignIn", "invitedAt", "inviteExpiry", "totpSince", "person"},
		Defaults: map[string]any{"isActive": true},
	},
	"passkeys":           closed(usePerson),
	"passkey_ceremonies": closed(noScreen),
	"former_emails":      closed(noScreen),
	"sessions":           closed(usePerson),
	"sign_in_throttles":  closed(noScreen),

	// People.
	"people":         closed(usePerson),
	"person_emails":  closed(usePerson),
	"person_notes":   closed(usePerson),
	"person_tags":    closed(usePerson),
	"account_merges": closed(usePerson),
	"bulk_actions":   closed("Use Members > Bulk actions in the console."),
	"bulk_items":     closed("Use Members > Bulk actions in the console."),
	"reports": {
		Screen: "Use Reports in the console.", State: "state",
		Moves: []Move{{From: []string{"decided"}, To: "reversed", Route: "POST /api/admin/reports/{id}/reverse"}},
	},

	// Nominations.
	"registrations": {
		Screen: useNominations, Form: nominations.Form,
		Free: []string{"name", "email", "phone", "city", "state", "country", "linkedinUrl", "currentDesignation",
			"companyName", "industry", "yearsOfExperience", "directorType", "currentBoards", "numberOfBoards",
			"previousBoardExperience", "areasOfExpertise", "howDidYouHear", "whyInterested", "preferredMeetingFormat"},
		State: "status",
		Moves: []Move{
			step(nominations.StepTake, nominations.Submitted, nominations.InReview),
			step(nominations.StepResume, nominations.InfoRequested, nominations.InReview),
			step(nominations.StepApprove, nominations.InReview, nominations.Approved),
		},
		Owned: []string{"userId", "agreeTerms", "status", "reviewVersion", "dueAt", "pausedAt", "decidedAt", "person"},
	},
	"draft_registrations": closed("Use Members > Leads in the console."),
	"invitations":         closed(useNominations),
	"review_notes":        closed(useNominations),
	"review_steps":        closed(useNominations),
	"review_votes":        closed(useNominations),
	"review_conflicts":    closed(useNominations),
	"review_referees":     closed(useNominations),
	"board_seats":         closed(useNominations),

	// Payments.
	"transactions": {
		Screen: useTransactions, Creates: true, Form: checkout.OrderForm{}.Rules(),
		Free: []string{"customerName", "customerPhone"}, OnlyNew: []string{"amount", "currency", "customerEmail"},
		Owned: []string{"registrationId", "membershipTierId", "razorpayPaymentId", "razorpayOrderId",
			"razorpaySubscriptionId", "status", "paymentMethod", "webhookData", "processedAt", "userId", "kind",
			"tierName", "duration", "baseAmount", "gstRate", "gstAmount", "refundedAmount", "attention",
			"attentionNote", "disputeStatus", "nextCheckAt", "checks", "billingState", "disputeRespondBy", "billing",
			"discountAmount", "razorpayPaymentLinkId", "paymentLinkUrl", "paymentLinkState", "paymentLinkExpireBy",
			"couponCode", "seats", "person", "paidAt", "bookedAt", "rupeeAmount", "failure", "reversals", "disputes",
			"notified", "isAfterCancellation", "isSecondPayment", "isAwaitingPlace"},
		Defaults: map[string]any{"currency": "INR", "status": "pending", "kind": "order"},
	},
	"transaction_notes": closed(useTransactions),
	"refunds":           closed(useTransactions),
	"memberships":       closed(usePerson),
	"subscriptions":     closed(usePerson),
	"billing_profiles":  closed(usePerson),
	"seats":             closed(useTransactions),
	"captured_payments": closed(useTransactions),
	"offline_payments":  closed(useTransactions),
	"offline_receipts":  closed(useTransactions),
	"offline_returns":   closed(useTransactions),
	"coupons": {
		Screen: useCoupons, State: "isActive",
		Moves: []Move{
			{From: []string{"true"}, To: "false", Route: couponRoute, Fields: map[string]string{"isActive": "isActive"}},
			{From: []string{"false"}, To: "true", Route: couponRoute, Fields: map[string]string{"isActive": "isActive"}},
		},
	},
	"coupon_uses":           closed(useCoupons),
	"invoices":              {Screen: useTransactions, HasOwnGuard: true},
	"invoice_registrations": {Screen: useTransactions, HasOwnGuard: true},
	"payment_cursors":       closed(noScreen),
	"payment_events":        closed(noScreen),
	"webhook_diagnostics":   closed(noScreen),
	"approvals": {
		Screen: "Use Approvals in the console.", State: "state",
		Moves: []Move{{From: []string{"waiting"}, To: "refused", Route: "POST /api/approvals/{id}/refuse"}},
	},
	"membership_tiers": {
		Screen: "Use Membership Tiers in the console.", Creates: true, Deletes: true, Form: tiers.Form{}.Rules(),
		Free: []string{"name", "slug", "description", "price", "currency", "duration", "features", "razorpayPlanId",
			"razorpayPaymentLink", "isActive", "sortOrder", "buttonText", "buttonColor", "graceDays", "planAmount",
			"isRecommended", "translations", "screens", "modules"},
		Defaults: map[string]any{"currency": "INR", "duration": "lifetime", "isActive": true,
			"buttonText": "Choose Plan", "buttonColor": "#0052CC", "modules": modules.Circle()},
	},
	"tier_prices": closed("Use Membership Tiers in the console."),

	// Books.
	"closed_months":    closed("Use Books in the console."),
	"exchange_rates":   closed("Use Books in the console."),
	"settlements":      closed("Use Books in the console."),
	"settlement_items": closed("Use Books in the console."),
	"ledger_checks":    closed(noScreen),

	// Email.
	"email_logs": {
		Screen: useMail, Creates: true, OnlyNew: []string{"emailAddress", "recipientName", "kind", "subject"},
		Defaults: map[string]any{"status": "queued"},
		Known:    map[string]func(*App) []string{"kind": func(a *App) []string { return a.Outbox.Kinds() }},
		State:    "status",
		Moves: []Move{{
			From: []string{"failed", "bounced", "blocked", "suppressed", "cancelled"}, To: "queued",
			Route: "POST /api/emails/{id}/send-again",
		}},
	},
	"email_batches":    closed(noScreen),
	"email_events":     closed(noScreen),
	"email_sent_texts": closed(noScreen),
	"email_choices":    closed(usePerson),
	"suppressions":     closed(useMail),
	"email_campaigns": {
		Screen: "Use Email Campaigns in the console.", State: "status",
		Moves: []Move{
			{From: []string{"sending"}, To: "paused", Route: "POST /api/campaigns/{id}/pause"},
			{From: []string{"paused"}, To: "sending", Route: "POST /api/campaigns/{id}/resume"},
			{From: []string{"sent"}, To: "sending", Route: "POST /api/campaigns/{id}/retry"},
			{From: []string{"awaiting", "scheduled", "preparing", "sending", "paused"}, To: "cancelled",
				Route: "POST /api/campaigns/{id}/cancel"},
		},
	},
	"segments":            closed("Use Email Campaigns in the console."),
	"automations":         closed("Use Emails the site sends in the console."),
	"email_texts":         closed("Use Emails the site sends in the console."),
	"email_text_drafts":   closed("Use Emails the site sends in the console."),
	"email_text_versions": closed("Use Emails the site sends in the console."),
	"weekly_emails":       closed(noScreen),

	// The circle.
	"polls": {
		Screen: usePolls, State: "state",
		Moves: []Move{{From: []string{"draft"}, To: "discussing", Route: "POST /api/polls/{id}/publish"}},
	},
	"poll_comments": closed(usePolls),
	"poll_electors": closed(usePolls),
	"poll_voters":   {Screen: usePolls, IsSilent: true},
	"events": {
		Screen: "Use Sessions in the console.", State: "state",
		Moves: []Move{
			{From: []string{"draft"}, To: "published", Route: "POST /api/events/{id}/publish"},
			{From: []string{"published"}, To: "cancelled", Route: "POST /api/events/{id}/cancel"},
		},
	},
	"event_answers":       closed("Use Sessions in the console."),
	"event_guests":        closed("Use Sessions in the console."),
	"calendar_feeds":      closed(noScreen),
	"library_items":       closed("Use Library in the console."),
	"library_authors":     closed("Use Library in the console."),
	"library_bookmarks":   closed("Use Library in the console."),
	"library_collections": closed("Use Library in the console."),
	"library_files":       closed("Use Library in the console."),
	"library_versions":    closed("Use Library in the console."),
	"board_openings": {
		Screen: useSeats, State: "state",
		Moves: []Move{{From: []string{"waiting"}, To: "open", Route: "POST /api/board-seats/{id}/approve"}},
	},
	"opening_interests": {
		Screen: useSeats, State: "state",
		Moves: []Move{
			outcome("interviewed", "sent", "not-appointed"),
			outcome("not-appointed", "sent", "interviewed"),
			outcome("appointed", "sent", "interviewed", "not-appointed"),
		},
	},
	"mentor_offers":         closed(membersOnly),
	"mentorships":           closed(membersOnly),
	"mentor_check_ins":      closed(membersOnly),
	"introductions":         closed(membersOnly),
	"introduction_messages": closed(membersOnly),
	"profiles":              closed(usePerson),
	"profile_views":         closed(noScreen),
	"vouches":               closed(usePerson),
	"consents":              closed(usePerson),
	"blocks":                closed(usePerson),
	"circle_visits":         closed(noScreen),
	"welcomes":              closed("Use Dashboard in the console."),

	// The site and its operation.
	"settings": {
		Screen: "Use Settings in the console.", Creates: true, Deletes: true, Form: settings.Form{}.Rules(),
		Free: []string{"key", "gstRate", "supplierName", "supplierAddress", "supplierState", "supplierGstin", "sacCode",
			"sacDescription", "siteName", "contactEmail", "contactPhone", "contactPlace", "providerUrl",
			"notificationEmail", "eventDate", "figureMembers", "figureShare", "figureTarget", "reviewVotes",
			"purchaseNeedsApproval", "totpRequired", "taxStatus", "taxAdviser", "taxSettledOn", "lutNumber", "lutYear",
			"offlineSecondAdminAbove", "offlineWriteOffUpTo", "tdsRateLimit", "proformaDays", "bankDetails",
			"campaignApprovalAbove", "emailAccent", "emailLink", "emailLogo", "emailFooter", "emailAddress", "eInvoices",
			"supplierPlace", "supplierPin", "pictureHosts", "isSetupDismissed", "isPurchaseDecided", "reportEmail", "secondReportEmail"},
		Owned: []string{"gstRateChanges", "modulesOn"},
	},
	"texts":               closed("Use Content Management in the console."),
	"text_versions":       closed("Use Content Management in the console."),
	"text_previews":       closed("Use Content Management in the console."),
	"legal_versions":      closed("Use Content Management in the console."),
	"images":              closed("Use Pictures in the console."),
	"redirects":           closed("Use Redirects in the console."),
	"legacy_imports":      closed("Use Members > Import legacy members in the console."),
	"legacy_import_files": closed("Use Members > Import legacy members in the console."),
	"provider_states":     closed(noScreen),
	"restore_drills":      closed("Use Backups in the console."),
	"idempotency_keys":    closed(noScreen),
	"jobs": {
		Screen: "Use Settings > Health in the console.", Creates: true,
		OnlyNew: []string{"type", "key", "state", "priority", "runAt", "attempts", "payload", "error", "failedAt"},
		// A failed job runs only after it has been retried, which is in the audit log.
		MustBe: map[string]string{"state": "failed"},
		Known:  map[string]func(*App) []string{"type": func(a *App) []string { return a.Jobs.Types() }},
		State:  "state",
		Moves:  []Move{{From: []string{"failed"}, To: "queued", Route: "POST /api/jobs/{id}/retry"}},
	},
	// The audit log refuses its changes with its own sentence (audit/superusers.go).
	"audit_log": {Screen: noScreen, HasOwnGuard: true},
}

// bindStaffRules enforces StaffRules. The hooks of PocketBase's record routes run for single and for batch requests,
// and not for the program's own saves.
func (a *App) bindStaffRules() {
	app := a.app
	app.OnRecordCreateRequest().Bind(staffGuard(func(e *core.RecordRequestEvent) error {
		if err := setDefaults(e); err != nil {
			return err
		}
		rule := StaffRules[e.Collection.Name]
		if rule.HasOwnGuard {
			return e.Next()
		}
		if !rule.Creates {
			return refuseStaff(rule, "", "Records of "+e.Collection.Name+" can’t be created here.")
		}
		for field, value := range rule.MustBe {
			if e.Record.GetString(field) != value {
				return refuseStaff(rule, field, "A new record of "+e.Collection.Name+" can only be "+value+" here.")
			}
		}
		untouched := core.NewRecord(e.Collection)
		for field, value := range rule.Defaults {
			untouched.Set(field, value)
		}
		if err := checkChanges(e, rule, untouched, slices.Concat(rule.Free, rule.OnlyNew)); err != nil {
			return err
		}
		for field, known := range rule.Known {
			if !slices.Contains(known(a), e.Record.GetString(field)) {
				return httpx.Invalid(rules.Invalid(field, "No "+field+" has this name. Please copy it from another record."))
			}
		}
		return e.Next()
	}))
	app.OnRecordUpdateRequest().Bind(staffGuard(func(e *core.RecordRequestEvent) error {
		rule := StaffRules[e.Collection.Name]
		if rule.HasOwnGuard {
			return e.Next()
		}
		if rule.State != "" && e.Record.GetString(rule.State) != e.Record.Original().GetString(rule.State) {
			return a.move(e, rule)
		}
		if err := checkChanges(e, rule, e.Record.Original(), rule.Free); err != nil {
			return err
		}
		return e.Next()
	}))
	app.OnRecordDeleteRequest().Bind(staffGuard(func(e *core.RecordRequestEvent) error {
		rule := StaffRules[e.Collection.Name]
		if rule.HasOwnGuard || rule.Deletes {
			return e.Next()
		}
		return refuseStaff(rule, "", "Records of "+e.Collection.Name+" can’t be deleted here.")
	}))
	app.OnRealtimeSubscribeRequest().BindFunc(func(e *core.RealtimeSubscribeRequestEvent) error {
		e.Subscriptions = slices.DeleteFunc(e.Subscriptions, func(topic string) bool {
			name, _, _ := strings.Cut(topic, "?")
			name, _, _ = strings.Cut(name, "/")
			collection, err := e.App.FindCachedCollectionByNameOrId(name)
			return err == nil && StaffRules[collection.Name].IsSilent
		})
		return e.Next()
	})
	// The audit log's own guards of its collection, and of secrets, run before these.
	app.OnCollectionDeleteRequest().Bind(afterOtherGuards(func(e *core.CollectionRequestEvent) error {
		if rule, isOurs := StaffRules[e.Collection.Name]; isOurs {
			return refuseStaff(rule, "", "The collection "+e.Collection.Name+" can’t be deleted.")
		}
		return e.Next()
	}))
	app.OnCollectionUpdateRequest().Bind(afterOtherGuards(func(e *core.CollectionRequestEvent) error {
		stored, err := e.App.FindCollectionByNameOrId(e.Collection.Id)
		if err != nil {
			return err
		}
		if rule, isOurs := StaffRules[stored.Name]; isOurs && !sameValue(schemaOf(stored), schemaOf(e.Collection)) {
			return refuseStaff(rule, "", "The name, the fields, the indexes and the rules of "+stored.Name+
				" can’t be changed here.")
		}
		return e.Next()
	}))
}

// move changes the state of a record by the console's step, and answers with the changed record. A state that needs
// more than its name, such as a reason, has no move.
func (a *App) move(e *core.RecordRequestEvent, rule StaffRule) error {
	before := e.Record.Original()
	from, to := before.GetString(rule.State), e.Record.GetString(rule.State)
	var targets []string
	var move *Move
	for _, m := range rule.Moves {
		if slices.Contains(m.From, from) {
			targets = append(targets, m.To)
			if m.To == to {
				move = &m
			}
		}
	}
	if move == nil {
		what := fmt.Sprintf("The field %s of %s can’t change from %q to %q here.", rule.State, e.Collection.Name, from, to)
		if len(targets) > 0 {
			what += " It can change to " + strings.Join(targets, " or ") + "."
		}
		return refuseStaff(rule, rule.State, what)
	}
	for _, field := range e.Collection.Fields {
		name := field.GetName()
		if name != rule.State && isGuarded(field) && !sameValue(before.Get(name), e.Record.Get(name)) {
			return refuseStaff(rule, name, "Please save the field "+rule.State+" without other changes.")
		}
	}
	if e.App.IsTransactional() { // the step opens its own transaction
		return refuseStaff(rule, rule.State, "The field "+rule.State+" can’t be changed in a batch.")
	}
	body := map[string]any{}
	maps.Copy(body, move.Body)
	for key, field := range move.Fields {
		body[key] = e.Record.Get(field)
	}
	id := e.Record.GetString(cmp.Or(move.ID, core.FieldNameId))
	if err := a.middleware.Call(e.RequestEvent, move.Route, id, body); err != nil {
		return err
	}
	moved, err := e.App.FindRecordById(e.Collection, e.Record.Id)
	if err != nil {
		return err
	}
	if err := apis.EnrichRecord(e.RequestEvent, moved); err != nil {
		return err
	}
	return e.JSON(http.StatusOK, moved)
}

// schemaOf returns what the program's migrations decide about a collection. The rest are the options of sign-ins.
func schemaOf(c *core.Collection) any {
	return []any{c.Name, c.Type, c.Fields, c.Indexes, c.ListRule, c.ViewRule, c.CreateRule, c.UpdateRule, c.DeleteRule}
}

func afterOtherGuards(check func(e *core.CollectionRequestEvent) error) *hook.Handler[*core.CollectionRequestEvent] {
	return &hook.Handler[*core.CollectionRequestEvent]{Func: check, Priority: 1000}
}

var truncatePath = regexp.MustCompile(`^/api/collections/([^/]+)/truncate$`)

// guardTruncate is the middleware that refuses to delete all records of a collection, unless each could be deleted
// alone. PocketBase has no hook for this route.
func (a *App) guardTruncate(e *core.RequestEvent) error {
	match := truncatePath.FindStringSubmatch(e.Request.URL.Path)
	if match == nil || e.Request.Method != http.MethodDelete || !e.HasSuperuserAuth() {
		return e.Next()
	}
	collection, err := e.App.FindCachedCollectionByNameOrId(match[1])
	if err != nil {
		return e.Next() // PocketBase answers 404
	}
	rule := StaffRules[collection.Name]
	// Truncation runs no hooks of requests, so the accounts' own guards would not see it.
	if rule.HasOwnGuard || rule.Deletes && !collection.IsAuth() {
		return e.Next()
	}
	return refuseStaff(rule, "", "Records of "+collection.Name+" can’t be deleted all at once.")
}

// setDefaults sets the default of each field that a request to create a record omits. An empty text counts as omitted,
// because the dashboard sends one for every untouched field. An explicit false is stored.
func setDefaults(e *core.RecordRequestEvent) error {
	request, err := e.RequestInfo()
	if err != nil {
		return err
	}
	for field, value := range StaffRules[e.Collection.Name].Defaults {
		if sent, has := request.Body[field]; !has || sent == "" || sent == nil {
			e.Record.Set(field, value)
		}
	}
	return nil
}

// checkChanges refuses the change of a field that is not in allowed. The dashboard sends all fields of its form, so
// only fields with another value than before count.
func checkChanges(e *core.RecordRequestEvent, rule StaffRule, before *core.Record, allowed []string) error {
	for _, field := range e.Collection.Fields {
		name := field.GetName()
		if !isGuarded(field) || sameValue(before.Get(name), e.Record.Get(name)) {
			continue
		}
		if !slices.Contains(allowed, name) {
			return refuseStaff(rule, name, "The field "+name+" of "+e.Collection.Name+" can’t be set here.")
		}
		value, problem := rule.checkValue(name, e.Record.Get(name))
		if problem != nil {
			return httpx.Invalid(*problem)
		}
		e.Record.Set(name, value)
	}
	return nil
}

// checkValue checks the value of a free field by the rule of the form, and returns the clean value of a text or a
// list. Amounts are stored in minor units, while a form has them in major units. Features check passwords themselves.
func (r StaffRule) checkValue(name string, value any) (any, *rules.Problem) {
	i := slices.IndexFunc(r.Form, func(field rules.Field) bool { return field.Name == name })
	if i < 0 || r.Form[i].Kind == rules.Password {
		return value, nil
	}
	plain, err := normalised(value)
	if err != nil {
		problem := rules.Invalid(name, r.Form[i].ErrorMessages().Invalid)
		return nil, &problem
	}
	if minor, isNumber := plain.(float64); isNumber && r.Form[i].Kind == rules.Amount {
		plain = money.Amount(minor).String()
	}
	clean, problem := r.Form[i].Check(plain)
	switch clean.(type) {
	case []string, []rules.Values:
		return clean, problem
	}
	if _, isText := value.(string); isText {
		return clean, problem
	}
	return value, problem
}

// isGuarded reports whether StaffRules decides about a field. PocketBase sets ids and dates itself, and
// audit/protected.go guards hidden fields.
func isGuarded(field core.Field) bool {
	isPassword := field.Type() == core.FieldTypePassword
	return field.GetName() != core.FieldNameId && field.Type() != core.FieldTypeAutodate &&
		(!field.GetHidden() || isPassword && field.GetName() == core.FieldNamePassword)
}

// sameValue compares values as JSON, because the dashboard writes JSON fields with other spaces.
func sameValue(a, b any) bool {
	x, errX := normalised(a)
	y, errY := normalised(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}

func normalised(value any) (any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("encode the value of a field: %w", err)
	}
	var plain any
	err = json.Unmarshal(text, &plain)
	return plain, err
}

// refuseStaff returns the answer to a refused change. field is empty if the whole record is refused.
func refuseStaff(rule StaffRule, field, what string) error {
	if rule.Screen == "" {
		rule.Screen = noScreen
	}
	message := what + " " + rule.Screen
	if field == "" {
		return httpx.NewError(http.StatusBadRequest, message, nil)
	}
	return httpx.Invalid(rules.Problem{Field: field, Code: "staff_field", Message: message})
}

// staffGuard runs before the other hooks of a request, which change the record: the rules are about what was sent.
func staffGuard(check func(e *core.RecordRequestEvent) error) *hook.Handler[*core.RecordRequestEvent] {
	return &hook.Handler[*core.RecordRequestEvent]{Func: check, Priority: -1000}
}
