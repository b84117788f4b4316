package demo_test

import (
	"net/http/httptest"
	"testing"

	"github.com/pocketbase/pocketbase/apis"

	"boardcircle/pb_hooks/demo"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestSampleInvoicesAreNumberedWithoutGapsInChronologicalOrder(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	seed(t, app)
	last := map[string]int{}
	for _, d := range must(app.FindRecordsByFilter("invoices", "id != ''", "issuedAt", 0, 0)) {
		series := d.GetString("kind") + " " + d.GetString("financialYear")
		last[series]++
		if d.GetInt("sequence") != last[series] || d.GetDateTime("issuedAt").Time().After(now) {
			t.Errorf("%s of %v is number %d of its series", d.GetString("number"), d.GetDateTime("issuedAt"), last[series])
		}
	}
}

func TestReconcilingFindsTheSampleTransactionsUnchanged(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	provider := serve(t, d)
	cfg := must(d.Configure(config.Config{}, provider))
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = cfg.Razorpay }))
	// at each start
	for range 2 {
		if err := d.Seed(h.PB, sampleSite, provider, testapp.StartTime); err != nil {
			t.Fatal(err)
		}
	}
	found, err := h.Payments.Reconcile(t.Context(), 400)
	if err != nil || found.Checked == 0 || found.Scanned == 0 || found.Updated+found.Failed+found.Orphans > 0 {
		t.Errorf("found %+v, %v; want all as it was", found, err)
	}
	if h.Drain(); len(h.Brevo.Messages("")) > 0 {
		t.Errorf("%d e-mails were sent", len(h.Brevo.Messages("")))
	}
}

// serve serves the fake providers and returns their URL.
func serve(t *testing.T, d *demo.Demo) string {
	t.Helper()
	router := must(apis.NewRouter(newApp(t)))
	d.Mount(router)
	server := httptest.NewServer(must(router.BuildMux()))
	t.Cleanup(server.Close)
	return server.URL
}
