package demo_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"boardcircle/pb_hooks/demo"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/modules/consultations"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// base is the base URL of the demo.
const base = "http://127.0.0.1:8270"

var now = time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)

var sampleSite = config.Config{
	Site: config.Site{Name: "Boardcircle"},
	Mail: config.Mail{From: "no-reply@boardcircle.example", FromName: "Boardcircle"},
}

func newApp(t *testing.T) *tests.TestApp {
	t.Helper()
	return testapp.New(t).PB
}

func seed(t *testing.T, app *tests.TestApp) {
	t.Helper()
	seedWith(t, newDemo(t), app, base)
}

// seedWith starts the demo at a base URL.
func seedWith(t *testing.T, d *demo.Demo, app *tests.TestApp, base string) {
	t.Helper()
	if err := d.Seed(app, sampleSite, base, now); err != nil {
		t.Fatal(err)
	}
}

func countRecords(t *testing.T, app *tests.TestApp, collection string) int64 {
	t.Helper()
	total, err := app.CountRecords(collection)
	if err != nil {
		t.Fatal(err)
	}
	return total
}

// One seeding serves all these tests, because it takes seconds.
func TestSampleData(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	if err := demo.RefuseDemoAccounts(app); err != nil {
		t.Errorf("RefuseDemoAccounts of an empty database = %v", err)
	}
	hooks := hookLengths(app)
	var logged strings.Builder
	*app.Logger() = *slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelWarn}))
	seed(t, app)
	t.Run("the seeding leaves no hooks", func(t *testing.T) { checkHooks(t, app, hooks) })
	t.Run("the seeding logs no errors", func(t *testing.T) { checkLog(t, app, &logged) })
	seed(t, app)
	for name, check := range map[string]func(*testing.T, *tests.TestApp){
		"it is seeded once":                                         checkCounts,
		"invitations have the name of the site":                     checkInvitations,
		"nominations are valid":                                     checkNominations,
		"invoices are numbered without gaps in chronological order": checkInvoices,
		"the demo admin can sign in":                                checkAdmin,
		"its accounts are refused outside demo mode":                checkRefusal,
		"only its open secret vote has a key":                       checkBallotKeys,
	} {
		t.Run(name, func(t *testing.T) { check(t, app) })
	}
	t.Run("a database with accounts is not seeded", func(t *testing.T) { checkDatabaseWithAccounts(t, app) })
}

func checkBallotKeys(t *testing.T, app *tests.TestApp) {
	stored, err := os.ReadDir(string(consultations.KeysIn(app.DataDir())))
	if err != nil {
		t.Fatal(err)
	}
	var open []string
	if err := app.DB().Select("ballotKey").From("polls").Where(dbx.NewExp("state = 'voting' AND ballot = 'secret'")).
		Column(&open); err != nil {
		t.Fatal(err)
	}
	if len(stored) != 1 || len(open) != 1 || stored[0].Name() != open[0] {
		t.Errorf("the keys are %v, the open votes have %v", stored, open)
	}
}

func checkCounts(t *testing.T, app *tests.TestApp) {
	for collection, want := range map[string]int64{
		"registrations": 30, "draft_registrations": 2, "users": 50, "admins": 1, "transactions": 28, "memberships": 47,
		"invoices": 24,
	} {
		if got := countRecords(t, app, collection); got != want {
			t.Errorf("%s: %d records, want %d", collection, got, want)
		}
	}
	queued := must(app.CountRecords("email_logs", dbx.In("status", "queued", "sending")))
	if total := countRecords(t, app, "email_logs"); queued > 0 || total < 40 {
		t.Errorf("%d of %d emails are queued, want none of at least 40", queued, total)
	}
}

func checkLog(t *testing.T, app *tests.TestApp, logged *strings.Builder) {
	if logged.String() != "" {
		t.Errorf("log = %s, want no warnings and errors", logged.String())
	}
	if failed := must(app.CountRecords("email_logs", dbx.HashExp{"status": "failed"})); failed == 0 {
		t.Error("no sample email has the status failed")
	}
	app.Logger().Error("a later error")
	if !strings.Contains(logged.String(), "a later error") {
		t.Error("an error after the seeding was not logged")
	}
}

func checkInvitations(t *testing.T, app *tests.TestApp) {
	for _, email := range must(app.FindAllRecords("email_logs", dbx.HashExp{"kind": "invitation"})) {
		if subject := email.GetString("subject"); subject != "Your invitation to Boardcircle" {
			t.Errorf("subject = %q, want Your invitation to Boardcircle", subject)
		}
	}
}

func checkNominations(t *testing.T, app *tests.TestApp) {
	records, err := app.FindAllRecords("registrations")
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records {
		var body map[string]any
		content, err := json.Marshal(record.FieldsData())
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(content, &body); err != nil {
			t.Fatal(err)
		}
		if _, problems := nominations.Form.Check(body); len(problems) > 0 {
			t.Errorf("nomination of %s: problems = %v, want none", record.GetString("name"), problems)
		}
		created := record.GetDateTime("createdAt").Time()
		if created.After(now) || created.Before(now.AddDate(0, 0, -26*7)) {
			t.Errorf("nomination of %s: createdAt = %v, want a time in the 26 weeks before %v", record.GetString("name"),
				created, now)
		}
	}
}

// checkDatabaseWithAccounts deletes sample data, so it is the last check.
func checkDatabaseWithAccounts(t *testing.T, app *tests.TestApp) {
	if err := app.TruncateCollection(must(app.FindCollectionByNameOrId("registrations"))); err != nil {
		t.Fatal(err)
	}
	// This bypasses the hooks, which protect the last owner.
	if _, err := app.NonconcurrentDB().Delete("admins", nil).Execute(); err != nil {
		t.Fatal(err)
	}
	seed(t, app)
	if countRecords(t, app, "registrations") != 0 || countRecords(t, app, "admins") != 0 {
		t.Error("sample data was added to a database that had accounts")
	}
}

func checkRefusal(t *testing.T, app *tests.TestApp) {
	if err := demo.RefuseDemoAccounts(app); err == nil || !strings.Contains(err.Error(), "--demo") {
		t.Errorf("error = %v, want one that mentions --demo", err)
	}
}

func TestDemoIsRefusedOnRealData(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	users := must(app.FindCollectionByNameOrId("users"))
	member := core.NewRecord(users)
	member.Load(map[string]any{
		"name": "Asha Rao", "email": "asha@example.com", "requestType": "enquiry", "source": "user",
		"isActive": true, "password": "Correct horse 1",
	})
	if err := app.Save(member); err != nil {
		t.Fatal(err)
	}
	if err := newDemo(t).Seed(app, sampleSite, base, now); err == nil || !strings.Contains(err.Error(), "--demo") {
		t.Errorf("error = %v, want one that mentions --demo", err)
	}
	if countRecords(t, app, "users") != 1 {
		t.Error("sample accounts were added to a database with real accounts")
	}
}

func checkAdmin(t *testing.T, app *tests.TestApp) {
	d := newDemo(t)
	username, password := d.DemoAdmin()
	admin, err := app.FindFirstRecordByData("admins", "username", username)
	if err != nil {
		t.Fatal(err)
	}
	if !admin.ValidatePassword(password) || !admin.GetBool("isActive") {
		t.Error("the printed password does not sign in to the demo admin, or the account is inactive")
	}
}

func TestConfigurationOverridesTheFakeProviders(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	given := config.Config{
		Brevo: config.Brevo{APIKey: "a-test-key", APIURL: "http://127.0.0.1:9/v3", WebhookToken: "a-test-token"},
		Mail:  config.Mail{AdminEmail: "admin@example.com"},
		Razorpay: config.Razorpay{
			KeyID:       "rzp_test_given",
			KeySecret:   "given",
			APIURL:      "http://127.0.0.1:9",
			CheckoutURL: "http://127.0.0.1:9/checkout.js",
		},
	}
	got := d.Configure(given, "http://127.0.0.1:8270")
	if got.Brevo != given.Brevo || got.Mail != given.Mail || got.Razorpay != given.Razorpay {
		t.Errorf("configuration = %+v %+v %+v, want the given one", got.Brevo, got.Mail, got.Razorpay)
	}
	got = d.Configure(config.Config{}, "http://127.0.0.1:8270")
	if !got.Razorpay.Configured() || got.Razorpay.WebhookSecret == "" ||
		got.Razorpay.APIURL != "http://127.0.0.1:8270/sandbox/razorpay" {
		t.Errorf("default configuration of Razorpay = %+v, want the fake Razorpay", got.Razorpay)
	}
	if got.Brevo.APIURL != "http://127.0.0.1:8270/sandbox/brevo/v3" || got.Brevo.APIKey == "" ||
		got.Brevo.WebhookToken == "" || got.Mail.AdminEmail == "" {
		t.Errorf("default configuration of Brevo = %+v %+v, want the fake Brevo", got.Brevo, got.Mail)
	}
}

func TestFakeBrevoRequiresItsKey(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	d := newDemo(t)
	cfg := d.Configure(config.Config{}, "")
	router, err := apis.NewRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	d.Mount(router)
	mux, err := router.BuildMux()
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]int{cfg.Brevo.APIKey: http.StatusOK, "another": http.StatusUnauthorized, "": http.StatusUnauthorized} {
		request := httptest.NewRequest(http.MethodGet, cfg.Brevo.APIURL+"/account", nil)
		request.Header.Set("api-key", key)
		recorder := httptest.NewRecorder()
		mux.ServeHTTP(recorder, request)
		if recorder.Code != want {
			t.Errorf("key %q: status = %d, want %d", key, recorder.Code, want)
		}
	}
	recorder := httptest.NewRecorder()
	mux.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/sandbox/inbox", nil))
	if recorder.Code != http.StatusOK || !strings.Contains(recorder.Header().Get("Content-Type"), "text/html") {
		t.Errorf("inbox: status = %d, Content-Type = %s, want an HTML page", recorder.Code,
			recorder.Header().Get("Content-Type"))
	}
}

func TestSampleTiersAreValid(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	app, d := h.PB, newDemo(t)
	for _, base := range []string{"http://127.0.0.1:8320", "http://127.0.0.1:8321"} {
		d.Configure(config.Config{}, base)
		seedWith(t, d, app, base)
		features := demo.Features{Backups: h.Backups, Texts: h.SiteTexts, Tiers: tiers.New(app, h.Audit, tiers.Options{
			SandboxLinks: d.PaymentLinks(), NotifyAdmins: h.Accounts.Notices.NotifyAdmins, Approvals: h.Approvals,
			CountRunningTerms: ledger.CountRunningTerms, Clock: h.Clock.Now,
		})}
		if err := d.Complete(app, features); err != nil {
			t.Fatal(err)
		}
		patron := must(app.FindFirstRecordByData("membership_tiers", "slug", "patron-membership"))
		if link := patron.GetString("razorpayPaymentLink"); !strings.HasPrefix(link, base+"/sandbox/razorpay/pages/") {
			t.Errorf("payment link of the patron tier = %s, want one at %s", link, base)
		}
	}
	for _, record := range must(app.FindAllRecords("membership_tiers")) {
		tier := must(tiers.Find(app, record.Id))
		var body map[string]any
		if err := json.Unmarshal(must(json.Marshal(tier)), &body); err != nil {
			t.Fatal(err)
		}
		if tier.Slug == "patron-membership" {
			delete(body, "razorpayPaymentLink") // Only the demo accepts a link of the fake Razorpay.
		}
		if _, problems := (tiers.Form{}).Rules().Check(body); len(problems) > 0 || tiers.Slug(tier.Name) != tier.Slug {
			t.Errorf("tier %s: problems = %v, want none and the slug of its name", tier.Name, problems)
		}
	}
}

func newDemo(t *testing.T) *demo.Demo {
	t.Helper()
	d := must(demo.New(newApp(t)))
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Seed creates features in a transaction to replay the sample history. If one of their hooks remained bound, it would
// use the transaction after its commit, and duplicate the work of the server's features.
func checkHooks(t *testing.T, app *tests.TestApp, before map[string]int) {
	for name, length := range hookLengths(app) {
		if length != before[name] {
			t.Errorf("%s has %d handlers after the seeding, want %d", name, length, before[name])
		}
	}
}

// hookLengths returns the number of handlers of each hook of PocketBase, by the name of its method.
func hookLengths(app core.App) map[string]int {
	lengths := map[string]int{}
	value := reflect.ValueOf(app)
	for i := range value.NumMethod() {
		name := value.Type().Method(i).Name
		if !strings.HasPrefix(name, "On") || value.Method(i).Type().NumOut() != 1 {
			continue
		}
		if h, is := value.Method(i).Call(nil)[0].Interface().(interface{ Length() int }); is {
			lengths[name] = h.Length()
		}
	}
	return lengths
}
