// Command wiregen writes what the web app shares with the server: a module with form rules and limits, and the types of
// the API's requests and answers, which openapi-typescript makes from the OpenAPI document. Run it with
// `go generate ./pb_hooks/...` after `npm ci`. A test fails if a file is out of date.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/accounts/mfa"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/automations"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/books"
	"boardcircle/pb_hooks/campaigns"
	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/imports"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/realtime"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/members"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/drafts"
	"boardcircle/pb_hooks/nominations/review"
	"boardcircle/pb_hooks/pages"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/payments/checkout"
	"boardcircle/pb_hooks/payments/companyseats"
	"boardcircle/pb_hooks/payments/complimentary"
	"boardcircle/pb_hooks/payments/documents"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/offline"
	"boardcircle/pb_hooks/payments/orphans"
	"boardcircle/pb_hooks/payments/overview"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/reconcile"
	"boardcircle/pb_hooks/payments/refunds"
	"boardcircle/pb_hooks/payments/renewals"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/people/console"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
	"boardcircle/pb_hooks/views"
)

//go:generate go run . ../../../web/src/lib

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: wiregen FOLDER")
	}
	if err := os.WriteFile(filepath.Join(os.Args[1], "generated.ts"), generate(), 0o644); err != nil {
		log.Fatal(err)
	}
	if err := writeSchema(filepath.Join(os.Args[1], "api-schema.d.ts"), readDocument()); err != nil {
		log.Fatal(err)
	}
}

// namedForm is a form with its name in the web app. "coupon" becomes couponForm.
type namedForm struct {
	name string
	form rules.Form
}

// namedType is a struct that is sent as JSON, with the name of its TypeScript interface.
type namedType struct {
	name  string
	shape reflect.Type
}

// forms are the forms of the routes that are not declared as endpoints yet.
var forms = []namedForm{
	{"register", accounts.SignUpForm},
	{"profile", accounts.ProfileForm},
	{"changePassword", accounts.ChangePasswordForm},
	{"pin", accounts.PINForm},
	{"changeEmail", links.ChangeEmailForm},
	{"login", accounts.LoginForm},
	{"forgotPassword", links.ForgotForm},
	{"resetPassword", links.ResetForm},
	{"adminLogin", admins.LoginForm},
	{"invite", slices.Concat(admins.InviteForm, signin.ReauthenticateForm)},
	{"grant", slices.Concat(admins.GrantForm, signin.ReauthenticateForm)},
	{"role", slices.Concat(admins.RoleForm, signin.ReauthenticateForm)},
	{"reauthenticate", signin.ReauthenticateForm},
	{"ownEmail", slices.Concat(admins.OwnEmailForm, signin.ReauthenticateForm)},
	{"welcome", admins.AcceptInvitationForm},
	{"ownPassword", admins.OwnPasswordForm},
	{"startFactor", mfa.StartForm},
	{"confirmFactor", mfa.ConfirmForm},
	{"reauthenticateMfa", mfa.BothFactorsForm},
	{"person", slices.Concat(console.PatchForm, signin.ReauthenticateForm)},
	{"personNote", console.NoteForm},
	{"personEmail", console.EmailForm},
	{"personInvite", console.InviteForm},
	{"savedView", views.UpdateForm},
	{"bulk", slices.Concat(console.BulkForm, signin.ReauthenticateForm)},
	{"nomination", nominations.Form},
	{"amendment", nominations.AmendmentForm},
	{"ask", review.AskForm},
	{"answer", review.AnswerForm},
	{"approve", review.ApproveForm},
	{"decline", review.DeclineForm},
	{"ownAnswer", nominations.OwnAnswerForm},
	{"withdrawal", nominations.OwnReasonForm},
	{"content", content.ContentForm},
	{"tier", tiers.TierForm},
	{"settings", settings.Form},
	{"testEmail", mail.TestForm},
	{"liftSuppression", preferences.LiftForm},
	{"emailText", texts.WordingForm},
	{"campaign", campaigns.Form},
	{"segment", campaigns.SegmentForm},
	{"testCampaign", campaigns.TestForm},
	{"automation", automations.Form},
	{"campaignWinner", campaigns.WinnerForm},
	{"startCampaign", slices.Concat(campaigns.StartForm, signin.ReauthenticateForm)},
	{"backupSchedule", backups.ScheduleForm},
	{"backupRestore", slices.Concat(backups.RestoreForm, signin.ReauthenticateForm)},
	{"order", checkout.OrderForm},
	{"billing", pricing.BillingForm},
	{"purchase", slices.Concat(checkout.OrderForm, pricing.BillingForm)},
	{"accept", refunds.AcceptForm}, {"verifyLink", checkout.VerifyLinkForm},
	{"attach", slices.Concat(orphans.AttachForm, signin.ReauthenticateForm)},
	{"reopenMonth", slices.Concat(books.ReopenForm, signin.ReauthenticateForm)},
	{"exchangeRate", books.RateForm},
	{"registerEInvoice", books.RegisterForm},
	{"cancelIRN", slices.Concat(documents.CancelIRNForm, signin.ReauthenticateForm)},
	{"correctIRN", documents.CorrectIRNForm},
	{"offline", offline.OfflineForm},
	{"receipt", offline.ReceiptForm},
	{"confirmOffline", slices.Concat(offline.ConfirmForm, signin.ReauthenticateForm)},
	{"bounce", offline.BounceForm},
	{"transactionNote", overview.NoteForm},
	{"seatInvitation", companyseats.SeatInvitationForm},
	{"endSeat", companyseats.EndSeatForm},
	{"cancelOffline", slices.Concat(offline.BounceForm, signin.ReauthenticateForm)},
	{"refundOffline", slices.Concat(offline.OfflineRefundForm, signin.ReauthenticateForm)},
	{"returnOffline", offline.ReturnForm},
	{"complimentary", complimentary.ComplimentaryForm},
	{"termEnd", complimentary.TermEndForm},
	{"endTerm", complimentary.EndTermForm}, {"cancelMandate", subscriptions.CancelMandateForm},
	{"refund", slices.Concat(refunds.RefundForm, signin.ReauthenticateForm)},
}

// wireTypes are the answers of the routes that are not declared as endpoints yet.
var wireTypes = []struct {
	name  string
	shape any
}{
	{"Board", identity.Board{}},
	{"EmailPreference", preferences.Preference{}},
	{"OwnEmailPreferences", preferences.OwnPreferences{}},
	{"FactorState", mfa.FactorState{}},
	{"ConfirmedEmail", links.ConfirmedEmail{}},
	{"ResetDetails", links.ResetDetails{}},
	{"QR", mfa.QR{}},
	{"Enrolment", mfa.Enrolment{}},
	{"RecoveryCodes", mfa.RecoveryCodes{}},
	{"Message", httpx.Message{}},
	{"DemoAdmin", pages.DemoAdmin{}},
	{"Config", pages.PublicConfig{}},
	{"Row", content.TextBlock{}},
	{"Stat", content.Stat{}},
	{"Section", content.CardSection{}},
	{"Landing", content.Landing{}},
	{"ContentSection", content.Section{}},
	{"BuiltInText", content.BuiltInText{}},
	{"ContentVersion", content.Version{}},
	{"Image", content.Image{}},
	{"SavedView", views.View{}},
	{"BulkGroup", console.BulkGroup{}},
	{"BulkPreview", console.BulkPreview{}},
	{"BulkProblem", console.BulkItem{}},
	{"BulkAction", console.BulkAction{}},
	{"Draft", drafts.View{}},
	{"ReviewStep", nominations.StepView{}},
	{"Invitation", nominations.InvitationView{}},
	{"OpenInvitation", nominations.InvitationInfo{}},
	{"OwnNomination", nominations.OwnNomination{}},
	{"NominationAnswers", nominations.Answers{}},
	{"OwnStep", nominations.OwnStep{}},
	{"OwnNominationDetail", nominations.OwnNominationDetail{}},
	{"RegisteredUser", accounts.RegisteredUser{}},
	{"Lead", members.Lead{}},
	{"PaidMember", members.PaidMember{}},
	{"Transaction", ledger.LedgerRow{}},
	{"TransactionDetail", overview.TransactionDetail{}},
	{"TransactionUser", overview.TransactionUser{}},
	{"TransactionLink", overview.TransactionLink{}},
	{"TransactionSubscription", overview.TransactionSubscription{}},
	{"TransactionDifference", overview.TransactionDiff{}},
	{"Refund", refunds.RefundRow{}},
	{"Reversal", overview.ReversalRow{}},
	{"Dispute", overview.DisputeRow{}},
	{"InvoiceDocument", documents.DocumentRow{}},
	{"TransactionEvent", reconcile.EventRow{}},
	{"AuditHistory", audit.HistoryRow{}},
	{"RegisterRow", books.Row{}},
	{"RegisterSum", books.RegisterSum{}},
	{"TaxSum", books.TaxSum{}},
	{"RegisterCurrency", books.Currency{}},
	{"Registers", books.Registers{}},
	{"BooksMonth", books.MonthRow{}},
	{"EInvoices", books.EInvoices{}},
	{"Settlement", books.SettlementRow{}},
	{"SettlementItem", books.SettlementItemRow{}},
	{"SettlementDetail", books.SettlementDetail{}},
	{"OfflineReceipt", offline.ReceiptView{}},
	{"OfflinePayment", offline.OfflineRow{}},
	{"WaitingApproval", approvals.Waiting{}},
	{"RegisteredReceipt", offline.ReceiptRow{}},
	{"DashboardStats", members.Stats{}},
	{"RecentActivity", members.Activity{}},
	{"MemberStats", members.ListStats{}},
	{"MemberNomination", nominations.Summary{}},
	{"MemberTerm", ledger.MembershipTerm{}},
	{"Member", members.Member{}},
	{"AccountSession", accounts.AccountSession{}},
	{"PersonNote", console.NoteView{}},
	{"PersonMerge", console.MergeView{}},
	{"MergeSide", console.MergeSide{}},
	{"MergePreview", console.MergePreview{}},
	{"ImportProblem", imports.Problem{}},
	{"MemberImport", imports.View{}},
	{"ImportColumn", imports.Column{}},
	{"ImportRowError", imports.RowError{}},
	{"ImportLine", imports.RowReport{}},
	{"ImportReport", imports.Report{}},
	{"OrphanPayment", orphans.OrphanPaymentRow{}},
	{"OrphanDetail", orphans.OrphanDetail{}},
	{"OrphanSuggestion", orphans.OrphanSuggestion{}},
	{"ChartWeek", members.Week{}},
	{"ChartMonth", members.Month{}},
	{"ChartShare", members.Share{}},
	{"ChartSplit", members.Distribution{}},
	{"Charts", members.Charts{}},
	{"Settings", settings.View{}},
	{"Email", mail.EmailSummary{}},
	{"PersonDocument", overview.PersonDocument{}},
	{"PersonBilling", overview.PersonBilling{}},
	{"Person", console.Person{}},
	{"EmailCounts", mail.EmailCounts{}},
	{"EmailEvent", mail.EmailEvent{}},
	{"EmailResendCheck", mail.ResendCheck{}},
	{"EmailDetail", mail.EmailDetail{}},
	{"Resent", mail.ResendResult{}},
	{"TestEmail", texts.TestEmail{}},
	{"Suppression", preferences.Suppression{}},
	{"DomainCheck", mail.DomainCheck{}},
	{"DeliveryRate", mail.Rate{}},
	{"EmailCredits", mail.Credits{}},
	{"SendingHealth", mail.SendingHealth{}},
	{"Wording", texts.Wording{}},
	{"TextProblem", texts.Problem{}},
	{"EmailText", texts.Summary{}},
	{"EmailTextField", texts.FieldInfo{}},
	{"EmailTextDetail", texts.Detail{}},
	{"EmailTextVersion", texts.Version{}},
	{"EmailTextPreview", texts.Preview{}},
	{"Segment", campaigns.Segment{}},
	{"SegmentCondition", campaigns.Condition{}},
	{"SavedSegment", campaigns.SavedSegment{}},
	{"SegmentChoices", campaigns.SegmentChoices{}},
	{"SegmentExample", campaigns.Example{}},
	{"SegmentCount", campaigns.SegmentCount{}},
	{"Campaign", campaigns.Summary{}},
	{"CampaignResults", mail.CampaignResults{}},
	{"LinkClicks", mail.LinkClicks{}},
	{"VariantResult", mail.VariantResult{}},
	{"SubjectTest", campaigns.SubjectTest{}},
	{"CampaignProblem", campaigns.Problem{}},
	{"CheckedLink", campaigns.CheckedLink{}},
	{"CampaignCheck", campaigns.Check{}},
	{"CampaignDetail", campaigns.Detail{}},
	{"CampaignPreview", campaigns.Preview{}},
	{"CampaignTest", campaigns.TestResult{}},
	{"Automation", automations.View{}},
	{"WebhookDiagnostic", reconcile.Diagnostic{}},
	{"Backup", backups.Backup{}},
	{"BackupSchedule", backups.Schedule{}},
	{"BackupTicket", backups.Ticket{}},
	{"Backups", backups.View{}},
	{"Country", gst.Country{}},
	{"GSTState", gst.State{}},
	{"TierBreakdown", tiers.Breakdown{}},
	{"Breakdown", pricing.Breakdown{}},
	{"Billing", pricing.Billing{}},
	{"QuoteTax", pricing.QuoteTax{}},
	{"OpenSales", overview.OpenSales{}},
	{"Quote", checkout.Quote{}},
	{"TransactionNote", ledger.TransactionNote{}},
	{"Renewal", renewals.Renewal{}},
	{"Seat", companyseats.SeatView{}},
	{"SeatPurchase", companyseats.SeatPurchase{}},
	{"SeatInvitation", companyseats.SeatInvitationView{}},
	{"RenewalPayment", renewals.RenewalPayment{}},
	{"Tier", tiers.Tier{}},
	{"Customer", pricing.Customer{}},
	{"Checkout", checkout.Checkout{}},
	{"Membership", overview.MembershipSummary{}},
	{"Entitlement", overview.EntitlementSummary{}},
	{"Mandate", subscriptions.SubscriptionSummary{}},
	{"PersonMandate", subscriptions.PersonMandate{}},
	{"CardChange", subscriptions.CardChange{}},
	{"Purchase", overview.MemberTransaction{}},
	{"Mine", overview.MembershipOverview{}},
}

// undepended declares the routes without the dependencies that their handlers need.
var undepended = &hooks.App{Accounts: &accounts.Accounts{}, Payments: &payments.Payments{}}

func generate() []byte {
	var out bytes.Buffer
	all := collect(undepended.Routes())
	fmt.Fprintln(&out, "// Generated from the Go rules and wire types by `go generate ./pb_hooks/...`. Do not edit.")
	fmt.Fprintf(&out, "\nexport const patterns = %s as const\n", toJSON(map[string]string{
		"email": rules.EmailPattern, "phone": rules.PhonePattern, "pin": rules.PINPattern,
		"amount": money.Pattern, "whole": rules.IntegerPattern,
	}))
	fmt.Fprintf(&out, "\nexport const trivialPins: readonly string[] = %s\n", toJSON(rules.TrivialPINs))
	fmt.Fprintf(&out, "\nexport const trivialPin = %s\n", toJSON(rules.TrivialPINMessage))
	fmt.Fprintf(&out, "\nexport const longestLine = %d\n", rules.MaxLineLength)
	fmt.Fprintf(&out, "\n/** What a hint of the server can be about. */\nexport type Topic = '%s'\n", strings.Join(realtime.Topics(), "' | '"))
	fmt.Fprintf(&out, "\nexport type NominationStatus = %s\n", union(nominations.Statuses))
	fmt.Fprintf(&out, "\nexport type CampaignStep = %s\n", union(campaigns.Steps))
	fmt.Fprintf(&out, "\n/** What an e-mail that its reader can do without is about. */\nexport type EmailTopic = %s\n", union(preferences.Topics))
	fmt.Fprint(&out, "\n/** What people read for each of them. */\nexport const emailTopicNames: Readonly<Record<EmailTopic, string>> = {\n")
	for _, topic := range preferences.Topics {
		fmt.Fprintf(&out, "  %s: %s,\n", topic, toJSON(topic.Name()))
	}
	fmt.Fprintln(&out, "}")
	fmt.Fprintf(&out, "\n/** How many groups deep a segment may be. */\nexport const maxSegmentDepth = %d\n", campaigns.MaxSegmentDepth)
	fmt.Fprintf(&out, "\n/** The largest image that can be uploaded, in bytes. */\nexport const maxImageBytes = %d\n", content.MaxImageSize)
	fmt.Fprintf(&out, "\n/** The states of India by their GST codes. */\nexport const gstStates: readonly GSTState[] = %s\n", toJSON(gst.States))
	fmt.Fprintf(&out, "\n/** All countries by their ISO codes. */\nexport const countries: readonly Country[] = %s\n", toJSON(gst.Countries))
	fmt.Fprintf(&out, "\n/** The columns of a file of members. */\nexport const importColumns: readonly ImportColumn[] = %s\n", toJSON(imports.Columns))
	fmt.Fprintf(&out, "\nexport const importLimits = %s\n", toJSON(map[string]int{"bytes": imports.MaxFileBytes, "rows": imports.MaxRows}))
	fmt.Fprintf(&out, "\n/** The fields of answers that hold a boolean as text. */\nexport const booleanFields: readonly string[] = %s\n",
		toJSON(booleanFields(readDocument())))
	fmt.Fprint(&out, fieldType)
	for _, f := range all.forms {
		fmt.Fprintf(&out, "\nexport const %sForm = [\n", f.name)
		for _, field := range f.form {
			fmt.Fprintf(&out, " %s,\n", toJSON(fieldView(field)))
		}
		fmt.Fprintln(&out, "] as const satisfies readonly FieldRule[]")
	}
	for _, w := range all.types {
		fmt.Fprintf(&out, "\nexport interface %s {\n", w.name)
		all.writeFields(&out, w.shape)
		fmt.Fprintln(&out, "}")
	}
	return out.Bytes()
}

const fieldType = `
/** The rule of one form field, as the server checks it. */
export interface FieldRule {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'text' | 'email' | 'phone' | 'link' | 'secret' | 'password' | 'pin' | 'choice' | 'choices' | 'consent'
    | 'amount' | 'whole' | 'flag' | 'list' | 'rows'
  readonly required: boolean
  readonly min: number
  readonly max: number
  readonly options: readonly string[]
  /** What stands in for a value that was left out. */
  readonly initial?: string
  readonly pattern?: string
  /** The fields of a row. */
  readonly row?: readonly FieldRule[]
  /** The hosts that a link may lead to, over https; ".example.com" is a domain with its subdomains. */
  readonly hosts?: readonly string[]
  readonly messages: { readonly required: string; readonly short: string; readonly long: string; readonly invalid: string }
}
`

type field struct {
	Name     string         `json:"name"`
	Label    string         `json:"label"`
	Kind     rules.Kind     `json:"kind"`
	Required bool           `json:"required"`
	Min      int            `json:"min"`
	Max      int            `json:"max"`
	Options  []string       `json:"options"`
	Initial  string         `json:"initial,omitempty"`
	Pattern  string         `json:"pattern,omitempty"`
	Row      []field        `json:"row,omitempty"`
	Hosts    []string       `json:"hosts,omitempty"`
	Messages rules.Messages `json:"messages"`
}

func fieldView(f rules.Field) field {
	options := f.Options
	if options == nil {
		options = []string{}
	}
	var row []field
	for _, inner := range f.Row {
		row = append(row, fieldView(inner))
	}
	return field{f.Name, f.Label, f.Kind, f.Required, f.Min, f.Max, options, f.Default, f.Pattern, row, f.Hosts, f.ErrorMessages()}
}

func (c *collection) writeFields(out *bytes.Buffer, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			c.writeFields(out, f.Type)
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		optional, shape := "", f.Type
		if strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero") {
			optional = "?"
			if shape.Kind() == reflect.Pointer { // omitted, never null
				shape = shape.Elem()
			}
		}
		wireType := c.typeName(shape)
		if slices.Contains(strings.Split(options, ","), "string") { // a number that is sent as text
			wireType = "string"
		}
		fmt.Fprintf(out, " %s%s: %s\n", name, optional, wireType)
	}
}

func (c *collection) typeName(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[httpx.Bool]():
		return "boolean" // decoded by the web app
	case reflect.TypeFor[httpx.Time](), reflect.TypeFor[money.Amount]():
		return "string"
	}
	for _, w := range c.types {
		if t == w.shape {
			return w.name
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number"
	case reflect.Slice:
		return c.typeName(t.Elem()) + "[]"
	case reflect.Pointer:
		return c.typeName(t.Elem()) + " | null"
	case reflect.Map:
		return "Record<string, " + c.typeName(t.Elem()) + ">"
	case reflect.Interface:
		return "unknown"
	}
	panic("wiregen: no TypeScript type for " + t.String() + "; add it to wireTypes")
}

// union returns the TypeScript union type of a list of values.
func union[T ~string](values []T) string {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = "'" + string(value) + "'"
	}
	return strings.Join(quoted, " | ")
}

// toJSON returns a value as JSON, which is also valid TypeScript.
func toJSON(v any) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSpace(out.String())
}
