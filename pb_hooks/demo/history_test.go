package demo_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/tests"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

func checkInvoices(t *testing.T, app *tests.TestApp) {
	last := map[string]int{}
	for _, d := range must(app.FindRecordsByFilter("invoices", "id != ''", "issuedAt", 0, 0)) {
		series := d.GetString("kind") + " " + d.GetString("financialYear")
		last[series]++
		if d.GetInt("sequence") != last[series] || d.GetDateTime("issuedAt").Time().After(now) {
			t.Errorf("invoice %s of %v is number %d of its series in chronological order", d.GetString("number"),
				d.GetDateTime("issuedAt"), last[series])
		}
	}
}

func TestReconcileLeavesTheSampleTransactionsUnchanged(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	provider := serve(t, d)
	cfg := d.Configure(config.Config{}, provider)
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = cfg.Razorpay }))
	h.Clock.Advance(time.Since(testapp.StartTime)) // The fake providers use the system clock.
	// Seed runs at each start.
	for range 2 {
		if err := d.Seed(h.PB, sampleSite, provider, h.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	found, err := h.Payments.Reconciler.Reconcile(t.Context(), 400)
	if err != nil || found.Checked == 0 || found.Scanned == 0 || found.Updated+found.Failed > 0 || found.Orphans != 1 {
		t.Errorf("Reconcile = %+v, error = %v, want no changes and one orphan payment", found, err)
	}
	if h.Drain(); len(h.Brevo.Messages("")) > 0 {
		t.Errorf("%d emails were sent, such as %q, want none", len(h.Brevo.Messages("")),
			h.Brevo.Messages("")[0].Subject)
	}
	if checked, err := h.Books.CheckLedger(t.Context()); err != nil || checked.Transactions == 0 ||
		len(checked.Discrepancies) > 0 {
		t.Errorf("CheckLedger: %d transactions, discrepancies = %v, error = %v, want no discrepancies",
			checked.Transactions, checked.Discrepancies, err)
	}
}

func TestSampleOrphanPaymentCanBeAttached(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	provider := serve(t, d)
	cfg := d.Configure(config.Config{}, provider)
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = cfg.Razorpay }))
	if err := d.Seed(h.PB, sampleSite, provider, testapp.StartTime); err != nil {
		t.Fatal(err)
	}
	admin := h.SignedIn("admins", nil)
	orphans := must(h.PB.FindAllRecords("captured_payments", dbx.HashExp{"isSold": false}))
	if len(orphans) != 1 {
		t.Fatalf("%d orphan payments, want 1", len(orphans))
	}
	path := "/api/payments/orphans/" + orphans[0].Id
	suggestion, _ := admin.Get(path).JSON["suggestion"].(map[string]any)
	if suggestion["email"] != "sarojini.pillai@sample.example" || suggestion["tierName"] != "Patron Membership" {
		t.Fatalf("suggestion = %v, want the patron membership of sarojini.pillai@sample.example", suggestion)
	}
	// An amount of ₹1,18,000 requires a second admin by the default limit.
	requested := admin.Post(path+"/attach", map[string]any{
		"userId": suggestion["userId"], "membershipTierId": suggestion["membershipTierId"],
		"reason": "They paid on the page after their card was declined", "password": testapp.Password,
	})
	if requested.Status != http.StatusAccepted {
		t.Fatalf("attach: status = %d, want 202; message: %s", requested.Status, requested.Message())
	}
	approval, _ := requested.JSON["approval"].(map[string]any)
	second := h.SignedIn("admins", nil)
	confirmed := second.Post(fmt.Sprintf("/api/approvals/%s/confirm", approval["id"]),
		map[string]any{"password": testapp.Password})
	if confirmed.Status != http.StatusOK {
		t.Errorf("confirm: status = %d, want 200; message: %s", confirmed.Status, confirmed.Message())
	}
}

// serve starts a server with the fake providers and returns its URL.
func serve(t *testing.T, d *demo.Demo) string {
	t.Helper()
	router := must(apis.NewRouter(newApp(t)))
	d.Mount(router)
	server := httptest.NewServer(must(router.BuildMux()))
	t.Cleanup(server.Close)
	return server.URL
}
