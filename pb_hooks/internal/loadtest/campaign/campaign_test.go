// Package campaign measures a campaign to many people. The binary sends it in its own process.
//
//	npm run bench:campaign                    100,000 recipients, at the provider's limit of 100 batches a minute
//	npm run bench:campaign -- -latency 0      to a fake that responds immediately: the cost of our own work
//
// It prints how long storing the recipients takes, the speed of sending compared with a bare loop that posts the same
// bodies to the same fake, the server's memory, how late the progress is shown, how many batches are sent after a
// pause, and how long a password reset takes meanwhile. All figures except the ratios depend on the machine. The
// package campaigns tests what must hold on every machine.
package campaign

import (
	"bytes"
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
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testbinary"
)

var (
	people  = flag.Int("people", 0, "number of recipients; without it nothing is measured")
	latency = flag.Int("latency", 600, "milliseconds that the fake takes for a call")
)

// The ratios that the benchmark requires.
const (
	wantedSpeed  = 0.7
	wantedMemory = 1.5
)

const password = "Arabian Sea 42 circle"

func TestBenchCampaign(t *testing.T) {
	if *people == 0 {
		t.Skip("only in npm run bench:campaign")
	}
	p := newProvider(t)
	s := start(t, p)
	admin := testapp.NewVisitor(t, s.url)
	ok := func(what string, a testapp.Response) testapp.Response {
		t.Helper()
		if a.Status >= 300 {
			t.Fatalf("%s: status = %d: %s", what, a.Status, a.Body)
		}
		return a
	}
	ok("sign in", admin.Post("/api/admin/login", map[string]any{"username": "office", "password": password}))
	path := "/api/campaigns/" + ok("draft", admin.Post("/api/campaigns", map[string]any{
		"name": "Monsoon", "subject": "News for {{firstName|you}}",
		"content": "# The circle meets\n\nDear {{firstName|friend}} of {{city|the circle}},\n\n" + strings.Repeat("The **circle** meets on Friday, and there is much to say. ", 40),
	})).JSON["id"].(string)
	start := time.Now()
	count := ok("count", admin.Post("/api/segments/count", map[string]any{"match": "all"})).JSON["count"].(float64)
	t.Logf("counted %.0f people in %s", count, since(start))

	start = time.Now()
	ok("start", admin.Post(path+"/start", map[string]any{"count": int(count), "password": password}))
	for p.firstCall.Load() == nil {
		time.Sleep(5 * time.Millisecond)
	}
	stored := p.firstCall.Load().Sub(start)
	t.Logf("recipients stored in %s (%.0f a second)", stored.Round(time.Millisecond), count/stored.Seconds())

	var memory []float64
	var slowest, reset time.Duration
	var seen []string
	hasAskedReset, hasPaused := false, false
	for loopStart := time.Now(); ; time.Sleep(300 * time.Millisecond) {
		if time.Since(loopStart) > 10*time.Minute {
			t.Fatal("the campaign has not ended after 10 minutes")
		}
		memory = append(memory, s.memory(t))
		at := time.Now()
		detail := ok("progress", admin.Get(path)).JSON
		slowest = max(slowest, time.Since(at))
		if sent := detail["sentCount"].(string); len(seen) == 0 || seen[len(seen)-1] != sent {
			seen = append(seen, sent)
		}
		sentCount, _ := strconv.ParseFloat(detail["sentCount"].(string), 64)
		if !hasAskedReset && sentCount > count/4 {
			hasAskedReset = true
			at := time.Now()
			ok("reset", testapp.NewVisitor(t, s.url).Post("/api/forgot-password",
				map[string]any{"email": "u7@sample.example"}))
			for p.resets.Load() == 0 && time.Since(at) < 30*time.Second {
				time.Sleep(2 * time.Millisecond)
			}
			reset = time.Since(at)
		}
		if !hasPaused && sentCount > count/2 {
			hasPaused = true
			ok("pause", admin.Post(path+"/pause", nil))
			calls := p.batches.Load()
			time.Sleep(2 * time.Second)
			t.Logf("%d batches started after the pause (at most 1 was running)", p.batches.Load()-calls)
			p.waited += 2 * time.Second
			ok("resume", admin.Post(path+"/resume", nil))
		}
		if detail["status"] == "sent" {
			break
		}
	}
	drained := p.lastCall.Load().Sub(*p.firstCall.Load()) - p.waited
	speed := count / drained.Seconds()
	batches := int(p.batches.Load())
	if got := p.recipients(); got != int(count) {
		t.Errorf("%d people got the campaign once, want %.0f", got, count)
	}
	bare := p.bareLoop(t, batches)
	first, last := average(memory[:len(memory)/4+1]), average(memory[len(memory)*3/4:])
	t.Logf("sent in %s in %d batches: %.0f a second; a bare loop %.0f a second: ratio %.2f (wanted %.1f)",
		drained.Round(time.Millisecond), batches, speed, bare, speed/bare, wantedSpeed)
	t.Logf("memory: %.0f MB in the first quarter, %.0f MB in the last: ratio %.2f (wanted at most %.1f)", first, last,
		last/first, wantedMemory)
	t.Logf("progress: %d different counts, the slowest response took %s", len(seen), slowest.Round(time.Millisecond))
	t.Logf("password reset meanwhile: with the provider after %s (wanted 2 s)", reset.Round(time.Millisecond))
	if speed/bare < wantedSpeed || last/first > wantedMemory || reset > 2*time.Second || reset == 0 {
		t.Error("a required ratio is missed")
	}
}

func since(at time.Time) time.Duration { return time.Since(at).Round(time.Millisecond) }

func average(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// provider is a fake Brevo that records when batches arrive.
type provider struct {
	*httptest.Server
	fake                *fakebrevo.Server
	firstCall, lastCall atomic.Pointer[time.Time]
	batches, resets     atomic.Int64
	waited              time.Duration

	mu   sync.Mutex
	body []byte
	to   map[string]int
}

var recipient = regexp.MustCompile(`"to":\[\{"email":"([^"]+)"`)

func newProvider(t *testing.T) *provider {
	p := &provider{to: map[string]int{}}
	p.renew(t)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if !bytes.Contains(body, []byte(`"messageVersions"`)) {
			p.resets.Add(1)
			p.fake.ServeHTTP(w, r)
			return
		}
		now := time.Now()
		p.firstCall.CompareAndSwap(nil, &now)
		p.batches.Add(1)
		p.fake.ServeHTTP(w, r)
		done := time.Now()
		p.lastCall.Store(&done)
		p.mu.Lock()
		if len(p.body) < len(body) {
			p.body = body
		}
		for _, found := range recipient.FindAllSubmatch(body, -1) {
			p.to[string(found[1])]++
		}
		p.mu.Unlock()
	}))
	t.Cleanup(p.Close)
	return p
}

// renew replaces the fake, which deletes its messages.
func (p *provider) renew(t *testing.T) {
	t.Helper()
	fake, err := fakebrevo.New(fakebrevo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fake.SetSwitches(fakebrevo.Switches{LatencyMS: *latency})
	t.Cleanup(func() { _ = fake.Close() })
	p.fake = fake
}

// recipients returns how many people were in exactly one batch.
func (p *provider) recipients() (once int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.to {
		if n == 1 {
			once++
		}
	}
	return once
}

var idempotencyKey = regexp.MustCompile(`"idempotencyKey":"[^"]+"`)

// bareLoop posts one of the campaign's bodies repeatedly and returns how many messages per second the fake accepts.
func (p *provider) bareLoop(t *testing.T, calls int) float64 {
	t.Helper()
	p.renew(t)
	versions := bytes.Count(p.body, []byte(`"to":[`))
	start := time.Now()
	for range calls {
		body := idempotencyKey.ReplaceAll(p.body, []byte(`"idempotencyKey":"`+uuid.NewString()+`"`))
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.URL+"/sandbox/brevo/v3/smtp/email",
			bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Api-Key", "bench")
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		if response.StatusCode != http.StatusCreated {
			t.Fatal(response.Status)
		}
	}
	return float64(calls*versions) / time.Since(start).Seconds()
}

// server is the binary in its own process, with a filled database.
type server struct {
	url     string
	process *exec.Cmd
}

func start(t *testing.T, p *provider) *server {
	t.Helper()
	work := t.TempDir()
	binary, err := testbinary.Build("../../../..", work)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(work, "data")
	command := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
	}
	command(binary, "migrate", "up", "--dir="+dir)
	command("go", "run", "../fill", "-dir", dir, "-people", strconv.Itoa(*people))
	command(binary, "admin", "create", "office", password, "--dir="+dir)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	_ = listener.Close()
	s := &server{url: "http://" + addr}
	s.process = exec.Command(binary, "serve", "--http="+addr, "--dir="+dir)
	s.process.Env = append(os.Environ(), "SITE_URL="+s.url, "BREVO_API_KEY=bench",
		"BREVO_API_URL="+p.URL+"/sandbox/brevo/v3",
		"BREVO_WEBHOOK_TOKEN=bench-webhook-token-of-the-campaign", "MAIL_FROM=no-reply@boardcircle.example")
	var out bytes.Buffer
	s.process.Stdout, s.process.Stderr = &out, &out
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
		if t.Failed() {
			t.Logf("the server's output:\n%.4000s", out.String())
		}
	})
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if response, err := http.Get(s.url + "/api/config"); err == nil {
			_ = response.Body.Close()
			return s
		}
		if time.Since(start) > 2*time.Minute {
			t.Fatalf("the server does not respond:\n%s", out.String())
		}
	}
}

// memory returns the memory of the process in megabytes.
func (s *server) memory(t *testing.T) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "VmRSS:"); found {
			kB, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 64)
			if err != nil {
				t.Fatal(err)
			}
			return kB / 1024
		}
	}
	t.Fatal("the status of the process has no VmRSS")
	return 0
}
