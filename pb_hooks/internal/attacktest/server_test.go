// Package attacktest attacks the real binary from outside, over HTTP and raw sockets, as a visitor, a member, an admin
// and a superuser. The tests see only what an attacker would see.
//
//	go test -count=1 ./pb_hooks/internal/attacktest        a sample
//	go test -count=1 ./pb_hooks/internal/attacktest -long  every role at every route, and slow attacks
package attacktest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp/testbinary"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

var long = flag.Bool("long", testdb.IsLong(), "every role at every route, and the attacks that wait for a time-out")

const (
	superuserEmail    = "staff@boardcircle.example"
	superuserPassword = "Monsoon over Pune 7"
	adminName         = "office"
	adminPassword     = "Kaveri delta rice 8"
	memberPassword    = "Arabian Sea at 42"
	paymentSecret     = "payment-secret-of-the-attack-test"
	webhookSecret     = "webhook-secret-of-the-attack-test"
	brevoKey          = "brevo-key-of-the-attack-test"
	brevoToken        = "brevo-token-of-the-attack-test"
	metricsToken      = "metrics-token-of-the-attack-test"
	encryptionKey     = "encryption-key-of-32-characters!"
)

// site is the binary in its own process, with fake providers in the test's process.
type site struct {
	// folder is removed with the site. dir is the data directory in it.
	folder, dir, addr string
	url               string
	// build builds the binary.
	build    func() (string, error)
	env      []string
	mails    *fakebrevo.Server
	payments *fakerazorpay.Server
	closers  []func()
	process  *exec.Cmd
	ended    chan struct{}
	out      testbinary.Output
}

type fields = map[string]any

// newSite creates accounts and starts a server for a test that would disturb other tests. The server has no web app. Its
// clients are behind a proxy, so that each has its own address, unless env says otherwise.
func newSite(t testing.TB, env ...string) *site {
	t.Helper()
	s := prepareSite(t, env...)
	s.start(t)
	return s
}

// newSiteWithPages is newSite with the web app.
func newSiteWithPages(t testing.TB, env ...string) *site {
	t.Helper()
	s := prepareSite(t, env...)
	s.build = buildWithPages
	s.start(t)
	return s
}

// sharedSite returns the server for tests that change only their own accounts and records.
func sharedSite(t testing.TB) *site {
	t.Helper()
	testdb.SkipUnderRace(t)
	s, err := sharedOnce()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.report(t) })
	return s
}

// shared is nil until a test requests it.
var shared *site

var sharedOnce = sync.OnceValues(func() (*site, error) {
	var err error
	if shared, err = openSite(); err != nil {
		return nil, err
	}
	shared.build = buildWithPages
	return shared, shared.launch(http.DefaultClient)
})

// prepareSite does what newSite does, but does not start the server.
func prepareSite(t testing.TB, env ...string) *site {
	t.Helper()
	testdb.SkipUnderRace(t)
	s, err := openSite(env...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.report(t)
		s.close()
	})
	return s
}

func openSite(env ...string) (*site, error) {
	addr, err := freeAddress()
	if err != nil {
		return nil, err
	}
	template, err := templateOnce()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(tempDir, "site-")
	if err != nil {
		return nil, err
	}
	s := &site{folder: folder, dir: filepath.Join(folder, "data"), addr: addr, url: "http://" + addr, build: build}
	if err := os.CopyFS(s.dir, os.DirFS(template)); err != nil {
		return nil, err
	}
	if err := s.addProviders(); err != nil {
		return nil, err
	}
	s.env = append(s.env, "HOME="+folder, "SITE_URL="+s.url, "TRUSTED_PROXIES=127.0.0.1", "METRICS_TOKEN="+metricsToken,
		"PB_ENCRYPTION_KEY="+encryptionKey)
	s.env = append(s.env, env...)
	return s, nil
}

// tempDir contains the binaries and a data directory with staff accounts.
var tempDir string

const root = "../../.."

var build = sync.OnceValues(func() (string, error) { return testbinary.BuildWithoutWebApp(root, tempDir) })

// buildWithPages builds the binary with the web app, which takes seconds longer to start.
var buildWithPages = sync.OnceValues(func() (string, error) {
	if _, err := os.Stat(root + "/web/dist/client/index.html"); err != nil {
		return "", fmt.Errorf("the web app, which is attacked too, is not built (npm run build): %w", err)
	}
	return testbinary.Build(root, tempDir)
})

var templateOnce = sync.OnceValues(func() (string, error) {
	binary, err := build()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(tempDir, "template")
	// Cheap hashes are fine, because guesses are stopped by counting, not by their cost.
	if err := testdb.Copy(dir); err != nil {
		return "", err
	}
	for _, args := range [][]string{{"superuser", "upsert", superuserEmail, superuserPassword}, {"admin", "create", adminName, adminPassword}} {
		command := exec.Command(binary, append(args, "--dir="+dir)...)
		command.Env, command.Dir = []string{"HOME=" + tempDir, "PB_ENCRYPTION_KEY=" + encryptionKey}, tempDir
		if out, err := command.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%v: %w\n%s", args, err, out)
		}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	var err error
	if tempDir, err = os.MkdirTemp("", "attacktest-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(tempDir)
	code := m.Run()
	if shared != nil {
		shared.close()
	}
	return code
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

func (s *site) addProviders() (err error) {
	if s.mails, err = fakebrevo.New(
		fakebrevo.Options{APIKey: brevoKey, WebhookURL: s.url + "/api/webhooks/brevo", WebhookToken: brevoToken},
	); err != nil {
		return err
	}
	keys := fakerazorpay.Keys{ID: "rzp_test_AttackTest", Secret: paymentSecret, WebhookSecret: webhookSecret}
	if s.payments, err = fakerazorpay.New(fakerazorpay.Options{Keys: keys}); err != nil {
		return err
	}
	brevo, razorpay := httptest.NewServer(s.mails), httptest.NewServer(s.payments)
	s.closers = append(s.closers, func() {
		_, _ = s.mails.Close(), s.payments.Close()
		brevo.Close()
		razorpay.Close()
	})
	s.env = []string{
		"BREVO_API_KEY=" + brevoKey, "BREVO_WEBHOOK_TOKEN=" + brevoToken,
		"BREVO_API_URL=" + brevo.URL + "/sandbox/brevo/v3",
		"RAZORPAY_KEY_ID=" + keys.ID, "RAZORPAY_KEY_SECRET=" + keys.Secret,
		"RAZORPAY_WEBHOOK_SECRET=" + keys.WebhookSecret,
		"RAZORPAY_API_URL=" + razorpay.URL + "/sandbox/razorpay",
		"RAZORPAY_CHECKOUT_URL=" + razorpay.URL + "/sandbox/razorpay/checkout.js",
	}
	return nil
}

// run runs a command of the binary on the site's directory.
func (s *site) run(t testing.TB, args ...string) (string, error) {
	t.Helper()
	binary, err := s.build()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), binary, append(args, "--dir="+s.dir)...)
	command.Env, command.Dir = s.env, t.TempDir()
	out, err := command.CombinedOutput()
	return string(out), err
}

func (s *site) start(t testing.TB, flags ...string) {
	t.Helper()
	if err := s.launch(http.DefaultClient, flags...); err != nil {
		t.Fatal(err)
	}
}

// launch starts the server and waits until it responds.
func (s *site) launch(client *http.Client, flags ...string) error {
	binary, err := s.build()
	if err != nil {
		return err
	}
	s.process = exec.Command(binary, append([]string{"serve", "--http=" + s.addr, "--dir=" + s.dir}, flags...)...)
	s.process.Env, s.process.Stdout, s.process.Stderr = s.env, &s.out, &s.out
	if err := s.process.Start(); err != nil {
		return err
	}
	s.ended = make(chan struct{})
	go func(process *exec.Cmd, ended chan struct{}) {
		_ = process.Wait()
		close(ended)
	}(s.process, s.ended)
	for until := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		response, err := client.Get(s.url + "/api/config")
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-s.ended:
			return fmt.Errorf("the server exited at its start:\n%s", s.out.String())
		default:
		}
		if time.Now().After(until) {
			return errors.New("the server did not respond")
		}
	}
}

// close kills the server.
func (s *site) close() {
	if s.process != nil && s.process.Process != nil {
		_ = s.process.Process.Kill()
		<-s.ended
	}
	for _, closeProvider := range s.closers {
		closeProvider()
	}
	_ = os.RemoveAll(s.folder)
}

// report logs the server's error messages if the test has failed.
func (s *site) report(t testing.TB) {
	if !t.Failed() {
		return
	}
	var failures []string
	for line := range strings.Lines(s.out.String()) {
		if !strings.Contains(line, `"level":"INFO"`) {
			failures = append(failures, line)
		}
	}
	t.Logf("the server's warnings and errors:\n%s", strings.Join(failures[max(0, len(failures)-20):], ""))
}

// attacker is a browser or a program with its own address.
type attacker struct {
	t       testing.TB
	s       *site
	header  http.Header
	cookies map[string]string
}

var addresses atomic.Int64

func (s *site) attacker(t testing.TB) *attacker {
	n := addresses.Add(1)
	a := &attacker{t: t, s: s, header: http.Header{}, cookies: map[string]string{}}
	return a.from(fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
}

func (a *attacker) from(address string) *attacker {
	a.header.Set("X-Forwarded-For", address)
	return a
}

// with returns the attacker with another header. Without a value the header is removed.
func (a *attacker) with(name, value string) *attacker {
	other := *a
	other.header = a.header.Clone()
	if other.header.Del(name); value != "" {
		other.header.Set(name, value)
	}
	return &other
}

type answer struct {
	status int
	header http.Header
	body   string
}

func (r answer) String() string { return fmt.Sprintf("%d %.300s", r.status, r.body) }

func (r answer) json(t testing.TB) fields {
	t.Helper()
	var object fields
	if err := json.Unmarshal([]byte(r.body), &object); err != nil {
		t.Fatalf("%v: %s", err, r)
	}
	return object
}

// want fails the test unless the response has one of the statuses.
func (r answer) want(t testing.TB, what string, statuses ...int) answer {
	t.Helper()
	for _, status := range statuses {
		if r.status == status {
			return r
		}
	}
	t.Errorf("%s: %s, want %v", what, r, statuses)
	return r
}

func (a *attacker) get(path string) answer { a.t.Helper(); return a.send(http.MethodGet, path, nil) }
func (a *attacker) post(path string, body any) answer {
	a.t.Helper()
	return a.send(http.MethodPost, path, body)
}

// send sends JSON and checks that the response reveals no internals.
func (a *attacker) send(method, path string, body any) answer {
	a.t.Helper()
	var encoded []byte
	contentType := ""
	switch body := body.(type) {
	case nil:
	case []byte:
		encoded = body
	default:
		var err error
		if encoded, err = json.Marshal(body); err != nil {
			a.t.Fatal(err)
		}
		contentType = "application/json"
	}
	request, err := http.NewRequestWithContext(a.t.Context(), method, a.s.url+path, bytes.NewReader(encoded))
	if err != nil {
		a.t.Fatal(err)
	}
	request.Header = a.header.Clone()
	if contentType != "" && request.Header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", contentType)
	}
	request.Host = cmp.Or(a.header.Get("Host"), request.Host)
	for name, value := range a.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	response, err := transport.RoundTrip(request) // does not follow redirects
	if err != nil {
		a.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	for _, cookie := range response.Cookies() {
		if cookie.MaxAge < 0 {
			delete(a.cookies, cookie.Name)
		} else {
			a.cookies[cookie.Name] = cookie.Value
		}
	}
	got := answer{response.StatusCode, response.Header, string(text)}
	checkDiscreet(a.t, method+" "+path, got, a.s.dir)
	return got
}

var transport = &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 8}

// internals matches text that reveals the program's internals.
var internals = regexp.MustCompile(
	`goroutine \d+ \[|\.go:\d+|runtime error|panic:|SQL logic error|no such (column|table)|SQLITE_|UNIQUE constraint|` +
		`\bSELECT .+ FROM |INSERT INTO|sql: |/home/|/root/|github\.com/pocketbase/pocketbase/|\$2[aby]\$\d\d\$|"tokenKey":"|"passwordHash"`,
)

// checkDiscreet checks that a response is not a server error and reveals no internals.
func checkDiscreet(t testing.TB, what string, got answer, dir string) {
	t.Helper()
	if got.status >= 500 && got.status != http.StatusServiceUnavailable && got.status != http.StatusBadGateway {
		t.Errorf("%s fails: %s", what, got)
	}
	// The dashboard's SQL console shows SQLite's messages to superusers, and the list of collections the query of the
	// view content_sections.
	isForSuperusers := strings.HasSuffix(what, " /api/sql") ||
		strings.HasPrefix(what, "GET /api/collections?") && got.status == http.StatusOK
	if found := internals.FindString(got.body); found != "" && !isForSuperusers {
		t.Errorf("%s reveals internals: %q in %s", what, found, got)
	}
	for _, secret := range []string{paymentSecret, webhookSecret, brevoKey, brevoToken, metricsToken, encryptionKey, superuserPassword, adminPassword, memberPassword, dir} {
		if strings.Contains(got.body, secret) {
			t.Errorf("%s reveals a secret: %s", what, secret)
		}
	}
}

// mustID returns the id of what a request created.
func (a *attacker) mustID(path string, body any) string {
	a.t.Helper()
	created := a.post(path, body)
	id, _ := created.json(a.t)["id"].(string)
	if id == "" {
		a.t.Fatalf("%s returned no id: %s", path, created)
	}
	return id
}

var members atomic.Int64

// member signs up a new member.
func (s *site) member(t testing.TB) (a *attacker, email, id string) {
	t.Helper()
	a, email = s.attacker(t), fmt.Sprintf("member-%d@sample.example", members.Add(1))
	created := a.post("/api/register", signUp(email))
	if created.status != http.StatusCreated {
		t.Fatal(created)
	}
	id, _ = created.json(t)["id"].(string)
	return a, email, id
}

func signUp(email string) fields {
	return fields{
		"name":        "Asha Rao",
		"email":       email,
		"phone":       "+919876543210",
		"location":    "Mumbai",
		"password":    memberPassword,
		"requestType": "membership",
	}
}

// memberAdmin creates a member account with admin rights.
func (s *site) memberAdmin(t testing.TB, superuser *attacker) *attacker {
	t.Helper()
	_, email, id := s.member(t)
	superuser.send(http.MethodPatch, "/api/collections/users/records/"+id, fields{"isAdmin": true, "verified": true}).
		want(t, "granting rights", 200)
	a := s.attacker(t)
	if got := a.post("/api/login", fields{"email": email, "password": memberPassword}); got.status != http.StatusOK {
		t.Fatal(got)
	}
	return a
}

// admin signs in to the console.
func (s *site) admin(t testing.TB) *attacker {
	t.Helper()
	a := s.attacker(t)
	if got := a.post(
		"/api/admin/login", fields{"username": adminName, "password": adminPassword},
	); got.status != http.StatusOK {
		t.Fatal(got)
	}
	return a
}

const staffPath = "/api/collections/_superusers/"

var otpCode = regexp.MustCompile(`\b\d{8}\b`)

// superuser signs in to the dashboard with password and code.
func (s *site) superuser(t testing.TB) *attacker {
	t.Helper()
	known := len(s.mails.Messages(superuserEmail))
	a := s.attacker(t)
	response := a.post(staffPath+"auth-with-password", fields{"identity": superuserEmail, "password": superuserPassword})
	response.want(t, "the password alone", http.StatusUnauthorized)
	otp := a.post(staffPath+"request-otp", fields{"email": superuserEmail}).json(t)
	code := ""
	for until := time.Now().Add(time.Minute); code == ""; time.Sleep(20 * time.Millisecond) {
		if mails := s.mails.Messages(superuserEmail); len(mails) > known {
			code = otpCode.FindString(mails[0].Text + mails[0].HTML)
		}
		if time.Now().After(until) {
			t.Fatal("no code was emailed")
		}
	}
	entered := a.post(staffPath+"auth-with-otp",
		fields{"otpId": otp["otpId"], "password": code, "mfaId": response.json(t)["mfaId"]})
	token, _ := entered.json(t)["token"].(string)
	if token == "" {
		t.Fatal(entered)
	}
	a.header.Set("Authorization", token)
	return a
}

// wait waits until a condition holds.
func (s *site) wait(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for until := time.Now().Add(time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%s: not within a minute", what)
		}
	}
}
