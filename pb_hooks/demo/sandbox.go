// Package sandbox is what demo mode adds: stand-ins for the providers in the same binary, and
// sample data. Nothing here is reached without --demo.
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

// staffEmail is told of new nominations when ADMIN_EMAIL is not set, so that the inbox shows both
// of a nomination's mails.
const staffEmail = "office@boardcircle.example"

// razorpayPath is where the payment provider's stand-in is found.
const razorpayPath = "/sandbox/razorpay"

// Demo holds the stand-ins.
type Demo struct {
	brevo    *fakebrevo.Server
	razorpay *fakerazorpay.Server
	// apiKey lets our own outbox in and nobody else.
	apiKey string
}

// New opens the stand-ins; what they receive is kept in a folder of the data directory dir.
func New(dir string) (*Demo, error) {
	s := &Demo{apiKey: rand.Text()}
	dir = filepath.Join(dir, "sandbox")
	var err error
	if s.brevo, err = fakebrevo.New(fakebrevo.Options{Dir: dir, APIKey: s.apiKey}); err != nil {
		return nil, err
	}
	if s.razorpay, err = fakerazorpay.New(fakerazorpay.Options{Dir: dir}); err != nil {
		return nil, errors.Join(err, s.brevo.Close())
	}
	return s, nil
}

// Close ends the stand-ins' own work.
func (s *Demo) Close() error { return errors.Join(s.razorpay.Close(), s.brevo.Close()) }

// Configure points what the environment left open at the stand-ins, which are reached at baseURL.
func (s *Demo) Configure(cfg config.Config, baseURL string) (config.Config, error) {
	if cfg.Mail.AdminEmail == "" {
		cfg.Mail.AdminEmail = staffEmail
	}
	if !cfg.Brevo.Configured() {
		cfg = s.configureBrevo(cfg, baseURL)
	}
	if !cfg.Razorpay.Configured() {
		return s.configureRazorpay(cfg, baseURL)
	}
	return cfg, nil
}

func (s *Demo) configureBrevo(cfg config.Config, baseURL string) config.Config {
	if cfg.Brevo.WebhookToken == "" {
		cfg.Brevo.WebhookToken = rand.Text()
	}
	cfg.Brevo.APIKey, cfg.Brevo.APIURL = s.apiKey, baseURL+"/sandbox/brevo/v3"
	s.brevo.SetWebhook(baseURL+"/api/webhooks/brevo", cfg.Brevo.WebhookToken)
	return cfg
}

func (s *Demo) configureRazorpay(cfg config.Config, baseURL string) (config.Config, error) {
	keys := s.razorpay.Keys()
	cfg.Razorpay = config.Razorpay{
		KeyID: keys.ID, KeySecret: keys.Secret,
		WebhookSecret: keys.WebhookSecret, WebhookSecretPrevious: keys.WebhookSecretPrevious,
		APIURL: baseURL + razorpayPath,
		// without a host: the page may be open under another name of this machine
		CheckoutURL: razorpayPath + "/checkout.js",
	}
	return cfg, s.razorpay.SetWebhook(baseURL+"/api/webhooks/razorpay", keys.WebhookSecret)
}

// Mount opens the stand-ins' addresses.
func (s *Demo) Mount(r *router.Router[*core.RequestEvent]) {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		for _, path := range []string{"/sandbox/brevo/{path...}", "/sandbox/inbox", "/sandbox/inbox.json", "/sandbox/inbox/{path...}"} {
			r.Route(method, path, apis.WrapStdHandler(s.brevo))
		}
		r.Route(method, razorpayPath+"/{path...}", apis.WrapStdHandler(s.razorpay))
	}
}

// DemoAdmin returns the demo's admin account, which is no secret.
func (s *Demo) DemoAdmin() (username, password string) { return demoUsername, demoPassword }

// PrintAddresses prints what a person who tries the demo needs to know.
func (s *Demo) PrintAddresses(out io.Writer, baseURL string) {
	fmt.Fprintf(out, "  Mail inbox  %s/sandbox/inbox\n", baseURL)
	fmt.Fprintf(out, "  Payments    %s%s/\n\n", baseURL, razorpayPath)
	fmt.Fprintf(out, "  Console     sign in as %s\n", demoUsername)
	fmt.Fprintf(out, "  Dashboard   sign in as %s\n", demoSuperuser)
	fmt.Fprintf(out, "  Members     sign in as %s\n", sampleUsers[0].email)
	fmt.Fprintf(out, "  Password    %s (of all three)\n", demoPassword)
}
