package doctor_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/doctor"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// dns has the TXT records of each name. A lookup of a name with the text "fails" fails.
type dns map[string][]string

func (d dns) LookupTXT(_ context.Context, name string) ([]string, error) {
	texts, found := d[name]
	if slices.Contains(texts, "fails") {
		return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
	}
	if !found {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return texts, nil
}

// goodDNS returns the records that Brevo requires.
func goodDNS() dns {
	return dns{
		"circle.org":                   {"google-site-verification=x", "v=spf1 include:spf.brevo.com ~all"},
		"brevo1._domainkey.circle.org": {"k=rsa; p=MIGfMA0"},
		"_dmarc.circle.org":            {"v=DMARC1; p=quarantine"},
	}
}

// patient is a site without problems. Tests change it, and then run the doctor.
type patient struct {
	*testing.T
	env       map[string]string
	opts      doctor.Options
	brevo     *fakebrevo.Server
	siteURL   string
	providers []*httptest.Server
}

func newPatient(t *testing.T) *patient {
	t.Helper()
	brevo, err := fakebrevo.New(fakebrevo.Options{Now: time.Now, APIKey: "brevo-key"})
	if err != nil {
		t.Fatal(err)
	}
	razorpay, err := fakerazorpay.New(fakerazorpay.Options{
		Now:  time.Now,
		Keys: fakerazorpay.Keys{ID: "rzp_test_key", Secret: "razorpay-secret", WebhookSecret: "w"},
	})
	if err != nil {
		t.Fatal(err)
	}
	brevoHTTP, razorpayHTTP := httptest.NewServer(brevo), httptest.NewServer(razorpay)
	site := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/health" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(func() {
		for _, server := range []*httptest.Server{brevoHTTP, razorpayHTTP, site} {
			server.Close()
		}
		brevo.Close()
		razorpay.Close()
	})
	app := testdb.New(t)
	dir := app.DataDir()
	if err := app.ResetBootstrapState(); err != nil { // no server has it open
		t.Fatal(err)
	}
	backup := filepath.Join(dir, "backups", "@auto_pb_backup_x.zip")
	for _, err := range []error{os.MkdirAll(filepath.Dir(backup), 0o700), os.WriteFile(backup, []byte("zip"), 0o600), os.Chmod(dir, 0o700)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	p := &patient{T: t, brevo: brevo, siteURL: site.URL, providers: []*httptest.Server{brevoHTTP, razorpayHTTP}}
	p.env = map[string]string{
		"SITE_URL":                site.URL,
		"MAIL_FROM":               "office@circle.org",
		"ADMIN_EMAIL":             "office@circle.org",
		"BREVO_API_KEY":           "brevo-key",
		"BREVO_API_URL":           brevoHTTP.URL + "/sandbox/brevo/v3",
		"BREVO_WEBHOOK_TOKEN":     "token",
		"RAZORPAY_KEY_ID":         "rzp_test_key",
		"RAZORPAY_KEY_SECRET":     "razorpay-secret",
		"RAZORPAY_WEBHOOK_SECRET": "w",
		"RAZORPAY_API_URL":        razorpayHTTP.URL + "/sandbox/razorpay",
		"PB_ENCRYPTION_KEY":       strings.Repeat("k", 32),
		"PATH":                    "/bin",
	}
	var migrations []string
	for _, list := range []core.MigrationsList{core.SystemMigrations, core.AppMigrations} {
		for _, m := range list.Items() {
			migrations = append(migrations, m.File)
		}
	}
	p.opts = doctor.Options{
		DataDir:    dir,
		Address:    "127.0.0.1:1",
		Migrations: migrations,
		Client:     site.Client(),
		Resolver:   goodDNS(),
		Clock:      time.Now,
		DiskFree:   func(string) (uint64, uint64, error) { return 10 << 30, 20 << 30, nil },
	}
	return p
}

func (p *patient) run() []doctor.Finding {
	p.Helper()
	p.opts.Environ = nil
	for name, value := range p.env {
		p.opts.Environ = append(p.opts.Environ, name+"="+value)
	}
	return doctor.Run(p.Context(), p.opts)
}

// expect fails the test unless the check has a finding with the status, with the text in its message, and with advice
// unless the status is ok.
func (p *patient) expect(check string, status doctor.Status, message string) {
	p.Helper()
	findings := p.run()
	for _, f := range findings {
		if f.Check == check && f.Status == status && strings.Contains(f.Message, message) {
			if (f.Advice == "") != (status == doctor.OK) {
				p.Errorf("%s: the advice is %q", f.Message, f.Advice)
			}
			return
		}
	}
	p.Errorf("no %s of %s with %q in %+v", status, check, message, findings)
}

func TestAHealthySiteHasNoProblem(t *testing.T) {
	t.Parallel()
	p := newPatient(t)
	findings := p.run()
	var seen []string
	for _, f := range findings {
		seen = append(seen, f.Check)
		if f.Status == doctor.Problem ||
			f.Status == doctor.Warning && f.Check != "server" && !strings.Contains(f.Message, "test key") {
			t.Errorf("%+v", f)
		}
	}
	for _, check := range []string{"configuration", "server", "razorpay", "brevo", "clock", "site", "SPF", "DKIM", "DMARC", "data", "disk", "database", "backups"} {
		if !slices.Contains(seen, check) {
			t.Errorf("%s was not checked: %v", check, seen)
		}
	}
	var out bytes.Buffer
	if err := doctor.Print(&out, findings); err != nil || !strings.Contains(out.String(), " 0 problems") {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, secret := range []string{"brevo-key", "razorpay-secret", strings.Repeat("k", 32)} {
		if strings.Contains(fmt.Sprint(findings), secret) {
			t.Errorf("the findings show %s", secret)
		}
	}
}

func TestEachProblemIsReportedWithAdvice(t *testing.T) {
	t.Parallel()
	tempered := func(change func(p *patient)) *patient {
		p := newPatient(t)
		change(p)
		return p
	}
	set := func(name, value string) func(*patient) { return func(p *patient) { p.env[name] = value } }
	without := func(name string) func(*patient) { return func(p *patient) { delete(p.env, name) } }
	records := func(name string, texts ...string) func(*patient) {
		return func(p *patient) { p.opts.Resolver.(dns)[name] = texts }
	}
	noRecord := func(name string) func(*patient) { return func(p *patient) { delete(p.opts.Resolver.(dns), name) } }
	free := func(bytes uint64) func(*patient) {
		return func(p *patient) {
			p.opts.DiskFree = func(string) (uint64, uint64, error) { return bytes, 20 << 30, nil }
		}
	}
	for name, c := range map[string]struct {
		change  func(*patient)
		check   string
		status  doctor.Status
		message string
	}{
		"a wrong variable":                {set("SITE_URL", "boardcircle"), "configuration", doctor.Problem, "SITE_URL must be"},
		"a missing variable":              {without("SITE_URL"), "configuration", doctor.Problem, "SITE_URL is not set"},
		"no mail key":                     {without("BREVO_API_KEY"), "configuration", doctor.Warning, "emails wait"},
		"no webhook secret":               {without("RAZORPAY_WEBHOOK_SECRET"), "configuration", doctor.Problem, "RAZORPAY_WEBHOOK_SECRET"},
		"live keys before tax is settled": {set("RAZORPAY_KEY_ID", "rzp_live_key"), "tax", doctor.Problem, "nothing can be bought"},
		"live keys and settled tax": {func(p *patient) {
			p.env["RAZORPAY_KEY_ID"] = "rzp_live_key"
			db, err := sql.Open("sqlite", filepath.Join(p.opts.DataDir, "data.db"))
			p.must(err)
			_, err = db.Exec("UPDATE settings SET taxStatus = 'unregistered'")
			p.must(err, db.Close())
		}, "tax", doctor.OK, "can be bought"},
		"a misspelt name":        {set("RAZORPAY_KEYID", "x"), "configuration", doctor.Warning, "RAZORPAY_KEYID is set, but the program does not read it"},
		"another misspelt name":  {set("SITEURL", "x"), "configuration", doctor.Warning, "SITEURL is set"},
		"a wrong Brevo key":      {set("BREVO_API_KEY", "wrong"), "brevo", doctor.Problem, "refuses the key"},
		"a wrong Razorpay key":   {set("RAZORPAY_KEY_SECRET", "wrong"), "razorpay", doctor.Problem, "refuses the key"},
		"a wrong Brevo address":  {func(p *patient) { p.env["BREVO_API_URL"] += "/v4" }, "brevo", doctor.Problem, "answers 404"},
		"a provider that is off": {set("RAZORPAY_API_URL", "http://127.0.0.1:1"), "razorpay", doctor.Problem, "can't be reached"},
		"a clock that is wrong": {func(p *patient) { p.opts.Clock = func() time.Time { return time.Now().Add(time.Minute) } },
			"clock", doctor.Problem, "clock differs from"},
		"no provider to ask the time": {func(p *patient) {
			delete(p.env, "BREVO_API_KEY")
			delete(p.env, "RAZORPAY_KEY_ID")
			delete(p.env, "RAZORPAY_KEY_SECRET")
		},
			"clock", doctor.Warning, "not checked"},
		"no https":                 {set("SITE_URL", "http://circle.org"), "site", doctor.Problem, "no https"},
		"a site that is off":       {set("SITE_URL", "https://127.0.0.1:1"), "site", doctor.Problem, "does not answer"},
		"an unknown authority":     {func(p *patient) { p.opts.Client = &http.Client{} }, "site", doctor.Problem, "certificate"},
		"no SPF":                   {records("circle.org", "else"), "SPF", doctor.Problem, "has no SPF record"},
		"two SPF":                  {records("circle.org", "v=spf1 -all", "v=spf1 include:spf.brevo.com ~all"), "SPF", doctor.Problem, "more than one"},
		"an open SPF":              {records("circle.org", "v=spf1 include:spf.brevo.com +all"), "SPF", doctor.Problem, "every server"},
		"an SPF without Brevo":     {records("circle.org", "v=spf1 mx -all"), "SPF", doctor.Warning, "does not include Brevo"},
		"an SPF lookup that fails": {records("circle.org", "fails"), "SPF", doctor.Warning, "not checked"},
		"no DKIM":                  {noRecord("brevo1._domainkey.circle.org"), "DKIM", doctor.Problem, "no key"},
		"a revoked DKIM":           {records("brevo1._domainkey.circle.org", "v=DKIM1; p="), "DKIM", doctor.Problem, "no key"},
		"an old DKIM": {func(p *patient) {
			noRecord("brevo1._domainkey.circle.org")(p)
			records("mail._domainkey.circle.org", "k=rsa;p=MIG")(p)
		}, "DKIM", doctor.OK, "mail"},
		"no DMARC":               {noRecord("_dmarc.circle.org"), "DMARC", doctor.Problem, "has no DMARC record"},
		"a DMARC without effect": {records("_dmarc.circle.org", "v=DMARC1; p=none"), "DMARC", doctor.Warning, "only reports"},
		"a sender's subdomain":   {set("MAIL_FROM", "office@mail.circle.org"), "DMARC", doctor.OK, "circle.org"},
		"an example's domain":    {without("MAIL_FROM"), "mail domain", doctor.Warning, "no real domain"},
		"a full disk":            {free(100 << 20), "disk", doctor.Problem, "100 MB of"},
		"a disk that gets full":  {free(900 << 20), "disk", doctor.Warning, "900 MB of"},
		"no data directory":      {func(p *patient) { p.opts.DataDir += "/none" }, "data", doctor.Warning, "does not exist"},
		"an open directory": {func(p *patient) {
			p.must(os.Chmod(p.opts.DataDir, 0o755), os.Chmod(filepath.Join(p.opts.DataDir, "data.db"), 0o644))
		}, "data", doctor.Problem, "data.db"},
		"no backup":      {func(p *patient) { p.must(os.RemoveAll(filepath.Join(p.opts.DataDir, "backups"))) }, "backups", doctor.Problem, "none on this disk"},
		"an old backup":  {func(p *patient) { p.opts.Clock = func() time.Time { return time.Now().Add(80 * time.Hour) } }, "backups", doctor.Problem, "3 days old"},
		"a new program":  {func(p *patient) { p.opts.Migrations = append(p.opts.Migrations, "9999999999_more.go") }, "database", doctor.Warning, "1 migrations will run"},
		"an old program": {func(p *patient) { p.opts.Migrations = p.opts.Migrations[:len(p.opts.Migrations)-2] }, "database", doctor.Problem, "2 migrations are unknown"},
		"no database at all": {func(p *patient) {
			p.must(os.WriteFile(filepath.Join(p.opts.DataDir, "data.db"), bytes.Repeat([]byte("x"), 4096), 0o600))
		}, "database", doctor.Problem, "can't be read"},
	} {
		t.Run(name, func(t *testing.T) {
			p := tempered(c.change)
			p.T = t
			p.expect(c.check, c.status, c.message)
		})
	}
}

func (p *patient) must(errs ...error) {
	p.Helper()
	if err := errors.Join(errs...); err != nil {
		p.Fatal(err)
	}
}

func TestACertificateThatExpiresSoonIsReported(t *testing.T) {
	t.Parallel()
	p := newPatient(t)
	roots := p.opts.Client.Transport.(*http.Transport).TLSClientConfig.RootCAs
	connection, err := tls.Dial("tcp", strings.TrimPrefix(p.siteURL, "https://"),
		&tls.Config{RootCAs: roots, ServerName: "example.com"})
	p.must(err)
	leaf := connection.ConnectionState().PeerCertificates[0]
	p.must(connection.Close())
	left := time.Until(leaf.NotAfter) - 5*24*time.Hour
	p.opts.Clock = func() time.Time { return time.Now().Add(left) }
	p.expect("site", doctor.Warning, "expires in 4 days")
}

func TestTheDatabaseIsNotOpenedWhileAServerAnswers(t *testing.T) {
	t.Parallel()
	p := newPatient(t)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	p.opts.Address = strings.TrimPrefix(server.URL, "http://")
	p.must(os.WriteFile(filepath.Join(p.opts.DataDir, "data.db"), []byte("no database"), 0o600))
	p.expect("database", doctor.OK, "not opened")
	p.expect("server", doctor.OK, "answers")
	redirect := httptest.NewServer(http.RedirectHandler("https://circle.org", http.StatusFound))
	defer redirect.Close()
	p.opts.Address = strings.TrimPrefix(redirect.URL, "http://")
	p.opts.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	p.expect("server", doctor.OK, "redirects to https")
}

func TestARunningServerSaysWhetherMembershipsCanBeBought(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]doctor.Status{
		`{"paymentsEnabled":true}`: doctor.OK, `{"paymentsEnabled":false}`: doctor.Problem, `{}`: doctor.Warning,
	} {
		p := newPatient(t)
		p.env["RAZORPAY_KEY_ID"] = "rzp_live_key"
		server := httptest.NewServer(
			http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, answer) }),
		)
		defer server.Close()
		p.opts.Address = strings.TrimPrefix(server.URL, "http://")
		p.expect("tax", want, "")
	}
}

func TestTheDoctorDoesNotChangeTheDatabase(t *testing.T) {
	t.Parallel()
	p := newPatient(t)
	read := func() map[string]string {
		files := map[string]string{}
		entries, err := os.ReadDir(p.opts.DataDir)
		p.must(err)
		for _, entry := range entries {
			if !entry.IsDir() {
				content, err := os.ReadFile(filepath.Join(p.opts.DataDir, entry.Name()))
				p.must(err)
				files[entry.Name()] = string(content)
			}
		}
		return files
	}
	before := read()
	p.run()
	after := read()
	for name, content := range before {
		if after[name] != content {
			t.Errorf("%s has changed", name)
		}
	}
}
