// Command typescript writes what the web app shares with the server: option lists, form rules,
// limits and wire types. Run it with `go generate ./pb_hooks/...`; a test fails when it was not.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"reflect"
	"slices"
	"strings"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit/auditlog"
	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/imports"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/realtime"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/members"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/providers"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

//go:generate go run . ../../../web/src/lib/generated.ts

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: typescript FILE")
	}
	if err := os.WriteFile(os.Args[1], generate(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// forms are the forms that the web app shows, by the name that it knows them by.
var forms = []struct {
	name string
	form rules.Form
}{
	{"register", accounts.RegisterForm},
	{"login", accounts.LoginForm},
	{"forgotPassword", accounts.ForgotForm},
	{"resetPassword", accounts.ResetForm},
	{"adminLogin", accounts.AdminLoginForm},
	{"invite", accounts.InviteForm},
	{"grant", accounts.GrantForm},
	{"proof", accounts.ProofForm},
	{"ownEmail", accounts.OwnEmailForm},
	{"welcome", accounts.WelcomeForm},
	{"ownPassword", accounts.OwnPasswordForm},
	{"startFactor", accounts.StartFactorForm},
	{"confirmFactor", accounts.ConfirmFactorForm},
	{"proveFactors", accounts.ProveForm},
	{"nomination", nominations.Form},
	{"ask", nominations.AskForm},
	{"answer", nominations.AnswerForm},
	{"approve", nominations.ApproveForm},
	{"decline", nominations.DeclineForm},
	{"note", nominations.NoteForm},
	{"content", content.ContentForm},
	{"tier", tiers.TierForm},
	{"settings", settings.Form},
	{"testLetter", mail.TestForm},
	{"backupSchedule", backups.ScheduleForm},
	{"backupRestore", backups.RestoreForm},
	{"order", payments.OrderForm},
}

// wire are the shapes that travel, each written as a TypeScript interface.
var wire = []struct {
	name  string
	shape any
}{
	{"SessionUser", accounts.User{}},
	{"AdminSession", accounts.AdminSession{}},
	{"AuditEntry", auditlog.Entry{}},
	{"AuditChange", auditlog.Change{}},
	{"AuditChoices", auditlog.Choices{}},
	{"AdminAccount", accounts.AdminAccount{}},
	{"AdminMember", accounts.AdminMember{}},
	{"OwnAdmin", accounts.OwnAdmin{}},
	{"QR", accounts.QR{}},
	{"Enrolment", accounts.Enrolment{}},
	{"RecoveryCodes", accounts.RecoveryCodes{}},
	{"Message", accounts.Message{}},
	{"DemoAdmin", content.DemoAdmin{}},
	{"Config", content.PublicConfig{}},
	{"Row", content.Row{}},
	{"Stat", content.Stat{}},
	{"Section", content.Block{}},
	{"Landing", content.Landing{}},
	{"ContentSection", content.Section{}},
	{"ContentVersion", content.Version{}},
	{"Image", content.Image{}},
	{"Registration", nominations.Registration{}},
	{"Draft", nominations.Draft{}},
	{"QueuedNomination", nominations.Waiting{}},
	{"NominationNeighbours", nominations.Neighbours{}},
	{"NominationStates", nominations.States{}},
	{"ReviewStep", nominations.ReviewStep{}},
	{"ReviewNote", nominations.ReviewNote{}},
	{"ReviewVote", nominations.ReviewVote{}},
	{"Invitation", nominations.Invitation{}},
	{"ReviewedNomination", nominations.Whole{}},
	{"LetterPreview", nominations.LetterPreview{}},
	{"OpenInvitation", nominations.OpenInvitation{}},
	{"OwnNomination", nominations.Own{}},
	{"RegisteredUser", members.RegisteredUser{}},
	{"Lead", members.Lead{}},
	{"PaidMember", members.PaidMember{}},
	{"Transaction", members.Transaction{}},
	{"DashboardStats", members.Stats{}},
	{"RecentActivity", members.Activity{}},
	{"MemberFigures", members.Figures{}},
	{"MemberNomination", members.Nominee{}},
	{"MemberTerm", members.Term{}},
	{"Member", members.Member{}},
	{"ImportProblem", imports.Problem{}},
	{"MemberImport", imports.Import{}},
	{"ImportColumn", imports.Column{}},
	{"ImportMistake", imports.Mistake{}},
	{"ImportLine", imports.Line{}},
	{"ImportReport", imports.Report{}},
	{"UnknownPayment", payments.Unknown{}},
	{"ChartWeek", members.Week{}},
	{"ChartMonth", members.Month{}},
	{"ChartShare", members.Share{}},
	{"ChartSplit", members.Split{}},
	{"Charts", members.Charts{}},
	{"Settings", settings.View{}},
	{"Email", mail.Email{}},
	{"EmailCounts", mail.EmailCounts{}},
	{"EmailEvent", mail.EmailEvent{}},
	{"SendingAgain", mail.Again{}},
	{"EmailDetail", mail.EmailDetail{}},
	{"Resent", mail.Resent{}},
	{"TestLetter", mail.TestLetter{}},
	{"ProviderState", providers.State{}},
	{"ProviderTried", providers.Tried{}},
	{"WebhookDiagnostic", payments.Diagnostic{}},
	{"Backup", backups.Backup{}},
	{"BackupSchedule", backups.Schedule{}},
	{"BackupTicket", backups.Ticket{}},
	{"Backups", backups.View{}},
	{"GSTState", gst.State{}},
	{"Breakdown", tiers.Breakdown{}},
	{"Tier", tiers.Tier{}},
	{"Customer", payments.Customer{}},
	{"Checkout", payments.Checkout{}},
	{"Membership", payments.Membership{}},
	{"Purchase", payments.Purchase{}},
	{"Mine", payments.Mine{}},
}

func generate() []byte {
	var out bytes.Buffer
	fmt.Fprintln(&out, "// Generated from the Go rules and wire types by `go generate ./pb_hooks/...`. Do not edit.")
	fmt.Fprintf(&out, "\nexport const patterns = %s as const\n", object(map[string]string{
		"email": rules.EmailPattern, "phone": rules.PhonePattern, "pin": rules.PINPattern,
		"amount": money.Pattern, "whole": rules.WholePattern,
	}))
	fmt.Fprintf(&out, "\nexport const trivialPins: readonly string[] = %s\n", object(rules.TrivialPINs))
	fmt.Fprintf(&out, "\nexport const trivialPin = %s\n", object(rules.TrivialPIN))
	fmt.Fprintf(&out, "\nexport const longestLine = %d\n", rules.LongestLine)
	fmt.Fprintf(&out, "\n/** What a hint of the server can be about. */\nexport type Topic = '%s'\n", strings.Join(realtime.Topics(), "' | '"))
	fmt.Fprintf(&out, "\n/** The states of India by their GST codes. */\nexport const gstStates: readonly GSTState[] = %s\n", object(gst.States))
	fmt.Fprintf(&out, "\n/** The columns of a file of members. */\nexport const importColumns: readonly ImportColumn[] = %s\n", object(imports.Columns))
	fmt.Fprintf(&out, "\nexport const importLimits = %s\n", object(map[string]int{"bytes": imports.LargestFile, "rows": imports.MostRows}))
	fmt.Fprint(&out, fieldType)
	for _, f := range forms {
		fmt.Fprintf(&out, "\nexport const %sForm = [\n", f.name)
		for _, field := range f.form {
			fmt.Fprintf(&out, "  %s,\n", object(fieldView(field)))
		}
		fmt.Fprintln(&out, "] as const satisfies readonly FieldRule[]")
	}
	for _, w := range wire {
		fmt.Fprintf(&out, "\nexport interface %s {\n", w.name)
		writeFields(&out, reflect.TypeOf(w.shape))
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
    | 'amount' | 'whole' | 'flag' | 'list'
  readonly required: boolean
  readonly min: number
  readonly max: number
  readonly options: readonly string[]
  /** What stands in for a value that was left out. */
  readonly initial?: string
  readonly pattern?: string
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
	Messages rules.Messages `json:"messages"`
}

func fieldView(f rules.Field) field {
	options := f.Options
	if options == nil {
		options = []string{}
	}
	return field{f.Name, f.Label, f.Kind, f.Required, f.Min, f.Max, options, f.Default, f.Pattern, f.Sentences()}
}

func writeFields(out *bytes.Buffer, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			writeFields(out, f.Type)
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		optional, shape := "", f.Type
		if strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero") {
			optional = "?"
			if shape.Kind() == reflect.Pointer { // left out, never null
				shape = shape.Elem()
			}
		}
		travels := typeName(shape)
		if slices.Contains(strings.Split(options, ","), "string") { // a number that travels as text
			travels = "string"
		}
		fmt.Fprintf(out, "  %s%s: %s\n", name, optional, travels)
	}
}

func typeName(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[httpx.Flag]():
		return "'true' | 'false'"
	case reflect.TypeFor[httpx.Stamp](), reflect.TypeFor[money.Amount]():
		return "string"
	}
	for _, w := range wire {
		if t == reflect.TypeOf(w.shape) {
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
		return typeName(t.Elem()) + "[]"
	case reflect.Pointer:
		return typeName(t.Elem()) + " | null"
	case reflect.Map:
		return "Record<string, " + typeName(t.Elem()) + ">"
	case reflect.Interface:
		return "unknown"
	}
	panic("typescript: no type for " + t.String() + "; add it to wire")
}

// object writes a value as JSON, which is TypeScript too.
func object(v any) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSpace(out.String())
}
