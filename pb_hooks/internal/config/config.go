// Package config reads the configuration from the environment and rejects invalid values.
package config

import (
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"filippo.io/age"

	"boardcircle/pb_hooks/internal/normal"
)

// Config is the program's configuration. The zero value of a provider means "not configured": its routes answer 503,
// and mail waits in the outbox.
type Config struct {
	// Demo enables sample data, a demo admin whose password is shown, and the fake providers.
	Demo bool
	// AllowSQL lets superusers run SQL in PocketBase's dashboard and edit the parts of the schema that are SQL.
	AllowSQL bool
	// SiteURL is the origin for absolute links, without a trailing slash. If SITE_URL is not set, it is derived from
	// the address that the server listens on.
	SiteURL string
	// Site holds the contact details that visitors see.
	Site Site
	// Razorpay, Brevo and Mail hold the providers' keys and addresses.
	Razorpay Razorpay
	Brevo    Brevo
	Mail     Mail
	// MetricsToken lets a monitoring system read /metrics. Without a token, only superusers can.
	MetricsToken string
	// TrustedProxies may set the client's address and scheme in X-Forwarded-For and X-Forwarded-Proto.
	TrustedProxies []netip.Prefix
	// Backup has the encryption keys of backups.
	Backup Backup
	// Replica says where the database is replicated to.
	Replica Replica
}

// Backup holds age keys, or "" for none. The public key encrypts backups and the secret key decrypts them.
type Backup struct {
	AgeRecipient, AgeIdentity string
}

// Replica describes the continuous copy of the database.
type Replica struct {
	// URL is file:///path or s3://bucket/prefix; "" switches replication off.
	URL string
	// StartEmpty allows a new database even if the replica already holds one.
	StartEmpty bool
}

// Site holds the public contact details.
type Site struct {
	Name, ContactEmail, ContactPhone, ProviderURL string
}

// Razorpay holds the payment provider's keys.
type Razorpay struct {
	KeyID, KeySecret, WebhookSecret, WebhookSecretPrevious string
	// APIURL is the host without /v1. CheckoutURL is the address of the browser script.
	APIURL, CheckoutURL string
}

// Configured reports whether orders can be created.
func (r Razorpay) Configured() bool { return r.KeyID != "" && r.KeySecret != "" }

// IsLive reports whether payments use real money.
func (r Razorpay) IsLive() bool { return strings.HasPrefix(r.KeyID, "rzp_live_") }

// Brevo holds the mail provider's key.
type Brevo struct {
	APIKey, WebhookToken string
	// APIURL includes /v3.
	APIURL string
}

// Configured reports whether mail can be sent.
func (b Brevo) Configured() bool { return b.APIKey != "" }

// Mail holds the sender and the address that is notified of new nominations.
type Mail struct {
	From, FromName, AdminEmail string
}

// Lookup has the signature of os.LookupEnv. Tests replace it.
type Lookup func(name string) (string, bool)

// FromEnv reads and checks the environment. The error joins one sentence for each invalid variable.
func FromEnv(lookup Lookup) (Config, error) {
	r := envReader{lookup: lookup}
	cfg := Config{
		SiteURL: r.origin("SITE_URL", ""),
		Site: Site{
			Name:         "Boardcircle",
			ContactEmail: "info@boardcircle.example",
			ContactPhone: "+91 22 4000 1234",
			ProviderURL:  "https://mentoring.example",
		},
		Razorpay: Razorpay{
			KeyID: r.pattern("RAZORPAY_KEY_ID", "must start with rzp_test_ or rzp_live_",
				hasPrefix("rzp_test_", "rzp_live_")),
			KeySecret:             r.text("RAZORPAY_KEY_SECRET"),
			WebhookSecret:         r.text("RAZORPAY_WEBHOOK_SECRET"),
			WebhookSecretPrevious: r.text("RAZORPAY_WEBHOOK_SECRET_PREVIOUS"),
			APIURL:                r.url("RAZORPAY_API_URL", "https://api.razorpay.com"),
			CheckoutURL:           r.url("RAZORPAY_CHECKOUT_URL", "https://checkout.razorpay.com/v1/checkout.js"),
		},
		Brevo: Brevo{
			APIKey:       r.text("BREVO_API_KEY"),
			WebhookToken: r.text("BREVO_WEBHOOK_TOKEN"),
			APIURL:       r.url("BREVO_API_URL", "https://api.brevo.com/v3"),
		},
		Mail: Mail{
			From:       r.email("MAIL_FROM", "no-reply@boardcircle.example"),
			FromName:   r.line("MAIL_FROM_NAME", "Boardcircle"),
			AdminEmail: r.email("ADMIN_EMAIL", ""),
		},
		MetricsToken: r.pattern("METRICS_TOKEN", "must have at least 16 characters", func(v string) bool {
			return len(v) >= 16
		}),
		TrustedProxies: r.prefixes("TRUSTED_PROXIES"),
		Backup: Backup{
			AgeRecipient: r.pattern("BACKUP_AGE_RECIPIENT",
				"must be an age public key: age1 and 58 more characters", func(v string) bool {
					_, err := age.ParseX25519Recipient(v)
					return err == nil
				}),
			AgeIdentity: r.pattern("BACKUP_AGE_IDENTITY",
				"must be an age secret key: AGE-SECRET-KEY-1 and 58 more characters", func(v string) bool {
					_, err := age.ParseX25519Identity(v)
					return err == nil
				}),
		},
		Replica: Replica{URL: r.replica("REPLICA_URL")},
	}
	r.pattern("PB_ENCRYPTION_KEY", "must have exactly 32 characters", func(v string) bool { return len(v) == 32 })
	if (cfg.Razorpay.KeyID == "") != (cfg.Razorpay.KeySecret == "") {
		r.addError("RAZORPAY_KEY_ID", "and RAZORPAY_KEY_SECRET must be set together")
	}
	return cfg, errors.Join(r.errs...)
}

// ValidateDemo returns an error if demo mode is combined with a live provider key: sample data and fake payments must
// never reach real people.
func (c Config) ValidateDemo() error {
	switch {
	case c.Razorpay.IsLive():
		return errors.New("RAZORPAY_KEY_ID is a live key, and --demo refuses live keys")
	case strings.HasPrefix(c.Brevo.APIKey, "xkeysib-"):
		return errors.New("BREVO_API_KEY is a live key, and --demo refuses live keys")
	}
	return nil
}

// Secrets returns the configured keys that must never be shown.
func (c Config) Secrets() []string {
	var secrets []string
	for _, secret := range []string{
		c.Razorpay.KeySecret, c.Razorpay.WebhookSecret, c.Razorpay.WebhookSecretPrevious, c.Brevo.APIKey,
		c.Brevo.WebhookToken,
		c.MetricsToken,
		c.Backup.AgeIdentity,
	} {
		if secret != "" {
			secrets = append(secrets, secret)
		}
	}
	return secrets
}

// HTTPS reports whether visitors reach the site over https.
func (c Config) HTTPS() bool { return strings.HasPrefix(c.SiteURL, "https://") }

// originRegexp allows no path, user or fragment, and no character that must be escaped in a page.
var originRegexp = regexp.MustCompile(`^https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?$`)

type envReader struct {
	lookup Lookup
	errs   []error
}

func (r *envReader) addError(name, why string) {
	r.errs = append(r.errs, fmt.Errorf("%s %s", name, why))
}

func (r *envReader) text(name string) string {
	v, _ := r.lookup(name)
	return strings.TrimSpace(v)
}

func (r *envReader) pattern(name, why string, ok func(string) bool) string {
	v := r.text(name)
	if v != "" && !ok(v) {
		r.addError(name, why)
	}
	return v
}

func (r *envReader) line(name, fallback string) string {
	v := r.pattern(name, "must be one line", func(v string) bool { return !strings.ContainsAny(v, "\r\n") })
	if v == "" {
		return fallback
	}
	return normal.Line(v)
}

func (r *envReader) email(name, fallback string) string {
	v := r.pattern(name, "must be an email address such as name@example.com", func(v string) bool {
		a, err := mail.ParseAddress(v)
		return err == nil && a.Address == v
	})
	if v == "" {
		return fallback
	}
	return normal.Email(v)
}

func (r *envReader) url(name, fallback string) string {
	v := r.pattern(name, "must be a full http or https address", func(v string) bool {
		u, err := url.Parse(v)
		return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
	})
	if v == "" {
		return fallback
	}
	return strings.TrimRight(v, "/")
}

func (r *envReader) origin(name, fallback string) string {
	v := r.url(name, fallback)
	if v != "" && !originRegexp.MatchString(v) {
		r.addError(name, "must be an origin such as https://boardcircle.example, without a path")
	}
	return v
}

func (r *envReader) replica(name string) string {
	v := r.text(name)
	if v == "" {
		return ""
	}
	if err := CheckReplicaURL(v); err != nil {
		r.addError(name, err.Error())
	}
	return v
}

func (r *envReader) prefixes(name string) []netip.Prefix {
	var out []netip.Prefix
	for field := range strings.SplitSeq(r.text(name), ",") {
		field = strings.TrimSpace(field)
		if field == "" {
			continue
		}
		if prefix, err := netip.ParsePrefix(field); err == nil {
			out = append(out, prefix.Masked())
		} else if addr, err := netip.ParseAddr(field); err == nil {
			out = append(out, netip.PrefixFrom(addr, addr.BitLen()))
		} else {
			r.addError(name, "must be addresses or networks such as 127.0.0.1, 10.0.0.0/8")
		}
	}
	return out
}

func hasPrefix(prefixes ...string) func(string) bool {
	return func(v string) bool {
		for _, p := range prefixes {
			if strings.HasPrefix(v, p) {
				return true
			}
		}
		return false
	}
}

// replicaParameters are the allowed query parameters of an S3 address.
var replicaParameters = []string{"endpoint", "region", "forcePathStyle"}

// CheckReplicaURL returns an error that explains why a replica's address is invalid. The text follows the name of the
// variable or flag, so it starts in lower case.
func CheckReplicaURL(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return errors.New("must be an address such as file:///var/backups/boardcircle or s3://bucket/prefix")
	}
	if u.User != nil {
		return errors.New("must not contain a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead")
	}
	switch u.Scheme {
	case "file":
		if u.Host != "" || !filepath.IsAbs(u.Path) || filepath.Clean(u.Path) == string(filepath.Separator) ||
			u.RawQuery != "" {
			return errors.New("must have an absolute path, such as file:///var/backups/boardcircle")
		}
	case "s3":
		if u.Host == "" {
			return errors.New("must name a bucket, such as s3://bucket/prefix")
		}
		for name := range u.Query() {
			if !slices.Contains(replicaParameters, name) {
				return fmt.Errorf("has an unknown parameter %s; the known ones are endpoint, region and "+
					"forcePathStyle", name)
			}
		}
	default:
		return errors.New("must start with file:// or s3://")
	}
	return nil
}
