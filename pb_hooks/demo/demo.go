// Package demo implements demo mode: fake providers in the same binary, and sample data. It runs only with --demo.
//
// The sample data is created by the features' own services, with the clock set back (history.go).
package demo

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
)

// adminEmail receives the notices of new nominations if ADMIN_EMAIL is not set, so that the inbox shows both emails of
// a nomination.
const adminEmail = "office@boardcircle.example"

// razorpayPath is the path of the fake Razorpay.
const razorpayPath = "/sandbox/razorpay"

// Demo has the fake providers.
type Demo struct {
	brevo    *fakebrevo.Server
	razorpay *fakerazorpay.Server
	// apiKey is the only key that the fake Brevo accepts.
	apiKey string
	// baseURL is the site's address, set by Configure.
	baseURL string
}

// New starts the fake providers. They store their state in a folder of the data directory dir.
func New(dir string) (*Demo, error) {
	d := &Demo{apiKey: rand.Text()}
	dir = filepath.Join(dir, "sandbox")
	var err error
	if d.brevo, err = fakebrevo.New(fakebrevo.Options{Dir: dir, APIKey: d.apiKey}); err != nil {
		return nil, err
	}
	if d.razorpay, err = fakerazorpay.New(fakerazorpay.Options{Dir: dir}); err != nil {
		return nil, errors.Join(err, d.brevo.Close())
	}
	return d, nil
}

// Close stops the fake providers.
func (d *Demo) Close() error { return errors.Join(d.razorpay.Close(), d.brevo.Close()) }

// Configure points the providers that the environment does not configure to the fakes at baseURL.
func (d *Demo) Configure(cfg config.Config, baseURL string) (config.Config, error) {
	d.baseURL = baseURL
	if cfg.Mail.AdminEmail == "" {
		cfg.Mail.AdminEmail = adminEmail
	}
	if !cfg.Brevo.Configured() {
		cfg = d.configureBrevo(cfg, baseURL)
	}
	if !cfg.Razorpay.Configured() {
		return d.configureRazorpay(cfg, baseURL)
	}
	return cfg, nil
}

func (d *Demo) configureBrevo(cfg config.Config, baseURL string) config.Config {
	if cfg.Brevo.WebhookToken == "" {
		cfg.Brevo.WebhookToken = rand.Text()
	}
	cfg.Brevo.APIKey, cfg.Brevo.APIURL = d.apiKey, baseURL+"/sandbox/brevo/v3"
	d.brevo.SetWebhook(baseURL+"/api/webhooks/brevo", cfg.Brevo.WebhookToken)
	return cfg
}

func (d *Demo) configureRazorpay(cfg config.Config, baseURL string) (config.Config, error) {
	keys := d.razorpay.Keys()
	cfg.Razorpay = config.Razorpay{
		KeyID: keys.ID, KeySecret: keys.Secret,
		WebhookSecret: keys.WebhookSecret, WebhookSecretPrevious: keys.WebhookSecretPrevious,
		APIURL: baseURL + razorpayPath,
		// No host: the page may be open under another host name of this machine.
		CheckoutURL: razorpayPath + "/checkout.js",
	}
	return cfg, d.razorpay.SetWebhook(baseURL+"/api/webhooks/razorpay", keys.WebhookSecret)
}

// Mount registers the routes of the fake providers.
func (d *Demo) Mount(r *router.Router[*core.RequestEvent]) {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		for _, path := range []string{"/sandbox/brevo/{path...}", "/sandbox/inbox", "/sandbox/inbox.json", "/sandbox/inbox/{path...}"} {
			r.Route(method, path, apis.WrapStdHandler(d.brevo))
		}
		r.Route(method, razorpayPath+"/{path...}", apis.WrapStdHandler(d.razorpay))
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
