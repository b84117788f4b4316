package hooks_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// auditFixture is a running app with a signed-in admin.
type auditFixture struct {
	*testing.T
	app   *testapp.App
	admin *testapp.Visitor
}

type request = func() testapp.Response

var campaign = fields{"name": "Monsoon", "subject": "News", "content": "The circle meets."}

// campaignToStart returns the path of a draft for one recipient, and the body that starts it.
func (d *auditFixture) campaignToStart() (path string, body fields) {
	d.app.CreateAccount(httpx.Users, nil)
	return "/api/campaigns/" + d.createRecord("/api/campaigns", campaign), fields{"count": 1,
		"password": testapp.Password}
}

// sendingCampaign returns the path of a campaign whose first call the provider has delayed.
func (d *auditFixture) sendingCampaign() string {
	path, body := d.campaignToStart()
	d.ok(d.admin.Post(path+"/start", body))
	d.app.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.TooMany, Reset: 600})
	d.app.Drain()
	return path
}

// testingCampaign returns the path of a campaign that waits for the result of its subject test.
func (d *auditFixture) testingCampaign() string {
	path, body := d.campaignToStart()
	d.ok(d.admin.Send("PUT", path, fields{"subjectB": "Other news"}))
	d.ok(d.admin.Post(path+"/start", body))
	d.app.Drain()
	return path
}

var (
	reauthentication = fields{"password": testapp.Password}
	tier             = fields{"name": "Gold", "price": "100"}
	section          = fields{"section": "hero", "title": "A line"}
	savedSegment     = fields{"name": "Mumbai"}
	// isDownload matches the path of a route that exports many people's data, or a whole database.
	isDownload = regexp.MustCompile(`/export$|/download$|^/api/books/(?:gstr1|e-invoices/file)$`)
	isKnown    = regexp.MustCompile(`(?m)^\s+'?([a-z-]+\.[a-z0-9_-]+)'?:`)
)

// needsAuditEntry reports whether each success of a route must leave an audit entry: an admin's write, an export or a
// download.
func needsAuditEntry(route httpx.Route) bool {
	isOfAdmin := route.Access == httpx.Admin || route.Access == httpx.AdminAccount
	return isOfAdmin && (route.Method != http.MethodGet || isDownload.MatchString(route.Path))
}

// readSentences returns the actions for which the console has a sentence.
func readSentences(t *testing.T) map[string]bool {
	t.Helper()
	words, err := os.ReadFile("../web/src/features/audit/console/sentences.ts")
	if err != nil {
		t.Fatal(err)
	}
	sentences := map[string]bool{}
	for _, match := range isKnown.FindAllStringSubmatch(string(words), -1) {
		sentences[match[1]] = true
	}
	return sentences
}

func newAuditFixture(t *testing.T, app *testapp.App) *auditFixture {
	t.Helper()
	return &auditFixture{
		T:     t,
		app:   app,
		admin: app.SignedIn(httpx.Admins, fields{"username": "office", "email": "office@example.com"}),
	}
}

// requireAuditEntry checks the entries after the first ones.
func (d *auditFixture) requireAuditEntry(before int, sentences map[string]bool) {
	d.Helper()
	rows := d.auditRows()[before:]
	if len(rows) == 0 {
		d.Fatal("the route left no entry in the audit log: record one, or set Doc.Unaudited")
	}
	for _, row := range rows {
		if row.GetString("actor") != "office" || row.GetString("actorKind") != "admin" ||
			row.GetString("address") == "" {
			d.Errorf("the row has a wrong actor or no address: %v", row.PublicExport())
		}
		if action := row.GetString("action"); !sentences[action] {
			d.Errorf("%s has no sentence in sentences.ts", action)
		}
	}
}

func (d *auditFixture) auditRows() []*core.Record {
	d.Helper()
	var rows []*core.Record
	if err := d.app.PB.RecordQuery("audit_log").OrderBy("rowid").All(&rows); err != nil {
		d.Fatal(err)
	}
	return rows
}

func (d *auditFixture) ok(a testapp.Response) testapp.Response {
	d.Helper()
	if a.Status < 200 || a.Status > 299 {
		d.Fatalf("status = %d: %s", a.Status, fmt.Sprintf("%.300s", a.Body))
	}
	return a
}

// registerForGST sets up the tax settings.
func (d *auditFixture) registerForGST() {
	d.Helper()
	d.ok(d.admin.Send("PUT", "/api/admin/settings", fields{
		"taxStatus":     "registered",
		"supplierGstin": "27AAPFU0939F1ZV",
		"supplierState": "27",
		"taxAdviser":    "S. Iyer, FCA",
		"taxSettledOn":  "2026-08-01",
		"password":      testapp.Password,
	}))
}

// awaitIRN sells to a company while documents wait for their registration. It returns the invoice's number.
func (d *auditFixture) awaitIRN() string {
	d.Helper()
	d.registerForGST()
	d.ok(d.admin.Send("PUT", "/api/admin/settings", fields{
		"eInvoices":     "true",
		"supplierPlace": "Mumbai",
		"supplierPin":   "400001",
		"password":      testapp.Password,
	}))
	buyer := d.app.SignedIn("users", nil)
	order := buyer.Post("/api/payments/create-order", fields{
		"customerName": "Asha Rao", "customerEmail": "asha@example.com", "customerPhone": "+919876543210",
		"membershipTierId": d.createRecord("/api/membership-tiers", fields{"name": "Company circle", "price": "25000"}),
		"billing": fields{
			"kind":      "company",
			"legalName": "Rao Textiles",
			"gstin":     "29AAGCB7383J1Z4",
			"address":   "12 Residency Road, Bengaluru",
			"state":     "29",
			"pin":       "560025",
		},
	})
	paid, err := d.app.Razorpay.Pay(order.JSON["orderId"].(string), fakerazorpay.Success)
	if err != nil {
		d.Fatal(err)
	}
	buyer.Post("/api/payments/verify", paid.Fields)
	return d.admin.Get("/api/books/e-invoices").JSON["documents"].([]any)[0].(map[string]any)["number"].(string)
}

// approval returns a request that waits for a second admin. The signed-in admin or another admin has made it.
func (d *auditFixture) approval(isOwn bool) string {
	d.Helper()
	member, expensive := d.app.CreateAccount("users", nil).Id, d.createRecord("/api/membership-tiers",
		fields{"name": "Dear circle", "price": "90000"})
	requester := d.admin
	if !isOwn {
		requester = d.app.SignedIn("admins", nil)
	}
	response := requester.Post("/api/members/"+member+"/memberships",
		fields{"membershipTierId": expensive, "reason": "A guest"})
	d.ok(response)
	return response.JSON["approval"].(map[string]any)["id"].(string)
}

// registeredInvoice returns the id of an invoice with an IRN.
func (d *auditFixture) registeredInvoice() string {
	number := d.awaitIRN()
	document := d.admin.Get("/api/books/e-invoices").JSON["documents"].([]any)[0].(map[string]any)
	d.ok(d.admin.Post("/api/books/e-invoices", fields{
		"irn":       testapp.IRN,
		"ackNumber": "112610036563310",
		"ackDate":   "2026-08-03 12:00:00",
		"signedQr":  testapp.SignedQR(fields{"DocNo": number}),
	}))
	return document["id"].(string)
}

// payShort lets a buyer pay an order one rupee less than its amount, and returns the transaction.
func (d *auditFixture) payShort() string { return d.pay(fakerazorpay.WrongAmount) }

// pay lets a buyer pay an order with a result, and returns the transaction.
func (d *auditFixture) pay(result fakerazorpay.Lifecycle) string {
	d.Helper()
	buyer := d.app.SignedIn("users", nil)
	tier := d.createRecord("/api/membership-tiers", fields{"name": "Short circle", "price": "25000"})
	order := buyer.Post("/api/payments/create-order", fields{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": tier,
	})
	paid, err := d.app.Razorpay.Pay(order.JSON["orderId"].(string), result)
	if err != nil {
		d.Fatal(err)
	}
	buyer.Post("/api/payments/verify", paid.Fields)
	return order.JSON["notes"].(map[string]any)["transactionId"].(string)
}
