// Package demo implements demo mode: fake providers in the same binary, and sample data. It runs only with --demo.
//
// The sample data is created by the features' own services, with the clock set back (history.go). Where to find what:
//
//	seed.go          when the data is created, and the accounts; history.go: the events in their order,
//	                 and how they call a handler; providers.go: the fake providers of the history
//	nominations.go   nominations and the people; transactions.go: tiers, their translations, and sales
//	office.go        coupons, offline payments, imports, campaigns, automations, and texts of the landing page
//	pictures.go      the picture library and portraits, drawn by the package drawings
//	sessions.go      sessions; library.go: the library of the circle; polls.go: consultations; seats.go: board seats
//	directory.go     profiles and vouches; introductions.go: introductions and mentors; reports.go: reports
package demo

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
)

// adminEmail receives the notices of new nominations if ADMIN_EMAIL is not set, so that the inbox shows both emails of
// a nomination.
const adminEmail = "office@boardcircle.example"

// The paths of the fake providers' APIs, and of the site's webhooks that they call.
const (
	brevoPath, brevoWebhook       = "/sandbox/brevo/v3", "/api/webhooks/brevo"
	razorpayPath, razorpayWebhook = "/sandbox/razorpay", "/api/webhooks/razorpay"
)

// Demo has the fake providers.
type Demo struct {
	brevo    *fakebrevo.Server
	razorpay *fakerazorpay.Server
	// apiKey is the only key that the fake Brevo accepts.
	apiKey string
	// baseURL is the site's address. brevoToken is the bearer token of the site's webhook. hasBrevo and hasRazorpay
	// report whether the site uses the fakes. Configure sets them.
	baseURL, brevoToken   string
	hasBrevo, hasRazorpay bool
	// past is the providers' clock while the sample history is replayed, and nil afterwards.
	past atomic.Pointer[clock.Fake]
	// pictures are the addresses of the pictures of the library that are described, by name. Seed fills it.
	pictures map[string]string
	// isNew reports whether Seed has filled the database.
	isNew bool
}

// New starts the fake providers. They store their state in a folder of app's data directory. If app has no data yet,
// the folder is deleted first, because an interrupted first start has left it.
func New(app core.App) (*Demo, error) {
	dir := filepath.Join(app.DataDir(), "sandbox")
	empty, err := isEmpty(app)
	if err == nil && empty {
		err = os.RemoveAll(dir)
	}
	if err != nil {
		return nil, err
	}
	d := &Demo{apiKey: rand.Text(), pictures: map[string]string{}}
	if d.brevo, err = fakebrevo.New(fakebrevo.Options{Dir: dir, APIKey: d.apiKey, Now: d.now}); err != nil {
		return nil, err
	}
	if d.razorpay, err = fakerazorpay.New(fakerazorpay.Options{Dir: dir, Now: d.now}); err != nil {
		return nil, errors.Join(err, d.brevo.Close())
	}
	return d, nil
}

// now returns the time of the fake providers.
func (d *Demo) now() time.Time {
	if past := d.past.Load(); past != nil {
		return past.Now()
	}
	return clock.System()
}

// Close stops the fake providers.
func (d *Demo) Close() error { return errors.Join(d.razorpay.Close(), d.brevo.Close()) }

// Configure points the providers that the environment does not configure to the fakes at baseURL.
func (d *Demo) Configure(cfg config.Config, baseURL string) config.Config {
	d.baseURL, d.hasBrevo, d.hasRazorpay = baseURL, !cfg.Brevo.Configured(), !cfg.Razorpay.Configured()
	cfg.Mail.AdminEmail = cmp.Or(cfg.Mail.AdminEmail, adminEmail)
	if d.hasBrevo {
		d.brevoToken = cmp.Or(cfg.Brevo.WebhookToken, rand.Text())
		cfg.Brevo = config.Brevo{APIURL: baseURL + brevoPath, APIKey: d.apiKey, WebhookToken: d.brevoToken}
	}
	if d.hasRazorpay {
		cfg.Razorpay = d.razorpayConfig(baseURL)
	}
	return cfg
}

func (d *Demo) razorpayConfig(baseURL string) config.Razorpay {
	keys := d.razorpay.Keys()
	return config.Razorpay{
		KeyID: keys.ID, KeySecret: keys.Secret,
		WebhookSecret: keys.WebhookSecret, WebhookSecretPrevious: keys.WebhookSecretPrevious,
		APIURL: baseURL + razorpayPath,
		// No host: the page may be open under another host name of this machine.
		CheckoutURL: razorpayPath + "/checkout.js",
	}
}

// setWebhooks makes the fake providers call the webhooks of the site, if it uses them.
func (d *Demo) setWebhooks() error {
	if d.hasBrevo {
		d.brevo.SetWebhook(d.baseURL+brevoWebhook, d.brevoToken)
	}
	webhook := ""
	if d.hasRazorpay {
		webhook = d.baseURL + razorpayWebhook
	}
	return d.razorpay.SetWebhook(webhook, "")
}

// Mount registers the routes of the fake providers.
func (d *Demo) Mount(r *router.Router[*core.RequestEvent]) {
	brevo, razorpay := apis.WrapStdHandler(d.brevo), apis.WrapStdHandler(d.razorpay)
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		r.Route(method, "/sandbox/brevo/{path...}", brevo)
		r.Route(method, "/sandbox/inbox", brevo)
		r.Route(method, "/sandbox/inbox.json", brevo)
		r.Route(method, "/sandbox/inbox/{path...}", brevo)
		r.Route(method, razorpayPath+"/{path...}", razorpay)
	}
}

// PaymentLinks returns the prefix of the addresses of the fake Razorpay's payment pages.
func (d *Demo) PaymentLinks() string { return d.baseURL + razorpayPath + "/pages/" }

// DemoAdmin returns the user name and password of the demo's admin, which are public.
func (d *Demo) DemoAdmin() (username, password string) { return demoUsername, demoPassword }

// PrintAddresses prints the addresses and accounts of the demo.
func (d *Demo) PrintAddresses(out io.Writer, baseURL string) {
	fmt.Fprintf(out, "  Mail inbox  %s/sandbox/inbox\n", baseURL)
	fmt.Fprintf(out, "  Payments    %s%s/\n\n", baseURL, razorpayPath)
	fmt.Fprintf(out, "  Console     sign in as %s\n", demoUsername)
	fmt.Fprintf(out, "  Dashboard   sign in as %s\n", demoSuperuser)
	fmt.Fprintf(out, "  Members     sign in as %s\n", sampleUsers[0].email)
	fmt.Fprintf(out, "  Password    %s (of all three)\n", demoPassword)
}
