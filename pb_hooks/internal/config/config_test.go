package config_test

import (
	"os"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/config"
)

func env(pairs map[string]string) config.Lookup {
	return func(name string) (string, bool) {
		v, ok := pairs[name]
		return v, ok
	}
}

func TestAnEmptyEnvironmentIsAValidConfiguration(t *testing.T) {
	t.Parallel()
	cfg, err := config.FromEnv(env(nil))
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Brevo.Configured() || cfg.Razorpay.Configured() {
		t.Error("a provider is configured without a key")
	}
	if cfg.Brevo.APIURL != "https://api.brevo.com/v3" || cfg.Razorpay.APIURL != "https://api.razorpay.com" {
		t.Errorf("the providers' addresses are %q and %q", cfg.Brevo.APIURL, cfg.Razorpay.APIURL)
	}
}

func TestTheErrorOfAnInvalidVariableNamesIt(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{
		"SITE_URL":              "boardcircle.example",
		"RAZORPAY_KEY_ID":       "key",
		"RAZORPAY_KEY_SECRET":   "alone",
		"RAZORPAY_API_URL":      "ftp://api",
		"RAZORPAY_CHECKOUT_URL": "checkout.js",
		"BREVO_API_URL":         "://",
		"MAIL_FROM":             "Boardcircle <a@b.example>",
		"MAIL_FROM_NAME":        "two\nlines",
		"ADMIN_EMAIL":           "no address",
		"METRICS_TOKEN":         "guessable",
		"TRUSTED_PROXIES":       "10.0.0.0/8, proxy",
		"PB_ENCRYPTION_KEY":     "short",
		"REPLICA_URL":           "ftp://replica",
		"BACKUP_AGE_RECIPIENT":  "age1short",
		"BACKUP_AGE_IDENTITY":   "AGE-SECRET-KEY-1SHORT",
	} {
		_, err := config.FromEnv(env(map[string]string{name: value}))
		want := strings.Replace(name, "_SECRET", "_ID", 1)
		if name != "RAZORPAY_KEY_SECRET" {
			want = name
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s=%q: err = %v, want one that names %s", name, value, err, want)
		}
		if err != nil && name == "RAZORPAY_KEY_SECRET" && strings.Contains(err.Error(), value) {
			t.Errorf("the error shows the secret: %v", err)
		}
	}
}

func TestASiteURLIsAnOriginWithoutAPath(t *testing.T) {
	t.Parallel()
	cfg, err := config.FromEnv(env(map[string]string{"SITE_URL": "https://boardcircle.example/"}))
	if err != nil || cfg.SiteURL != "https://boardcircle.example" || !cfg.HTTPS() {
		t.Errorf("SITE_URL became %q, %v", cfg.SiteURL, err)
	}
	for _, invalid := range []string{"https://boardcircle.example/site", "https://boardcircle.example#top", "https://a:b@c.example", `https://"><script>`} {
		if _, err := config.FromEnv(env(map[string]string{"SITE_URL": invalid})); err == nil {
			t.Errorf("%s was accepted", invalid)
		}
	}
	for _, valid := range []string{"http://127.0.0.1:8090", "http://[::1]:8090", "https://xn--bcher-kva.example", "http://localhost"} {
		if cfg, err := config.FromEnv(env(map[string]string{"SITE_URL": valid})); err != nil || cfg.SiteURL != valid {
			t.Errorf("%s became %q, %v", valid, cfg.SiteURL, err)
		}
	}
}

func TestAReplicaIsAnAbsolutePathOrABucketWithoutAKey(t *testing.T) {
	t.Parallel()
	for _, valid := range []string{
		"file:///var/replica", "s3://bucket", "s3://bucket/site?endpoint=https://s3.example&region=eu-1&forcePathStyle=true",
	} {
		if cfg, err := config.FromEnv(env(map[string]string{"REPLICA_URL": valid})); err != nil ||
			cfg.Replica.URL != valid {
			t.Errorf("%s: Replica = %+v, %v", valid, cfg.Replica, err)
		}
	}
	for _, invalid := range []string{
		"/var/replica", "file://replica", "file:///", "file:///var/replica?x=1", "s3:///site", "s3://key:hidden@bucket", "s3://bucket?secret=hidden", "%",
	} {
		_, err := config.FromEnv(env(map[string]string{"REPLICA_URL": invalid}))
		if err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: err = %v, want one without the key", invalid, err)
		}
	}
}

func TestDemoModeRefusesLiveKeys(t *testing.T) {
	t.Parallel()
	for name, pairs := range map[string]map[string]string{
		"RAZORPAY_KEY_ID": {"RAZORPAY_KEY_ID": "rzp_live_abc", "RAZORPAY_KEY_SECRET": "s"},
		"BREVO_API_KEY":   {"BREVO_API_KEY": "xkeysib-abc"},
	} {
		cfg, err := config.FromEnv(env(pairs))
		if err != nil {
			t.Fatal(err)
		}
		if err := cfg.ValidateDemo(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("a live %s: err = %v, want one that names it", name, err)
		}
	}
	test, err := config.FromEnv(env(map[string]string{"RAZORPAY_KEY_ID": "rzp_test_abc", "RAZORPAY_KEY_SECRET": "s"}))
	if err != nil || test.ValidateDemo() != nil {
		t.Error("a test key is refused")
	}
}

func TestTheReadmeListsEveryVariable(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, err = config.FromEnv(func(name string) (string, bool) {
		if !strings.Contains(string(readme), "`"+name+"`") {
			t.Errorf("the README's configuration does not list %s", name)
		}
		return "", false
	})
	if err != nil {
		t.Fatal(err)
	}
}
