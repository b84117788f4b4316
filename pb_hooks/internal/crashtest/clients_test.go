package crashtest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
)

// client is a browser or a program with a session.
type client struct {
	t      *testing.T
	url    string
	header http.Header
	http   http.Client
}

func (s *server) client(t *testing.T) *client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &client{t: t, url: s.url, header: http.Header{}, http: http.Client{Jar: jar}}
}

func (c *client) send(method, path string, body any) (int, string) {
	c.t.Helper()
	status, text, err := c.try(context.Background(), method, path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	return status, text
}

// try sends a request to a server that may be killed during it.
func (c *client) try(ctx context.Context, method, path string, body any) (int, string, error) {
	encoded := []byte{}
	if body != nil {
		var err error
		if encoded, err = json.Marshal(body); err != nil {
			return 0, "", err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, c.url+path, bytes.NewReader(encoded))
	if err != nil {
		return 0, "", err
	}
	request.Header = c.header.Clone()
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

// console signs in to the admins' console.
func (s *server) console(t *testing.T) *client {
	t.Helper()
	c := s.client(t)
	if status, body := c.send(
		http.MethodPost, "/api/admin/login", map[string]any{"username": adminName, "password": adminPassword},
	); status != http.StatusOK {
		t.Fatalf("status = %d, want 200: %s", status, body)
	}
	return c
}

// otpID and otpCode match the one-time password in the output of its command.
var otpID, otpCode = regexp.MustCompile(`Id:\s+(\S+)`), regexp.MustCompile(`Pass:\s+(\S+)`)

// dashboard signs in as a superuser.
func (s *server) dashboard(t *testing.T) *client {
	t.Helper()
	c := s.client(t)
	// The second factor comes from the command that an operator uses if the mailbox is lost.
	status, body := c.send(http.MethodPost, "/api/collections/_superusers/auth-with-password",
		map[string]any{"identity": superuserEmail, "password": superuserPassword})
	var answer struct{ MFAID, Token string }
	if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.MFAID == "" {
		t.Fatalf("the password alone: status = %d, want an MFA id: %s", status, body)
	}
	out, err := s.run(t.Context(), "superuser", "otp", superuserEmail)
	id, code := otpID.FindStringSubmatch(out), otpCode.FindStringSubmatch(out)
	if err != nil || id == nil || code == nil {
		t.Fatalf("%v\n%s", err, out)
	}
	status, body = c.send(http.MethodPost, "/api/collections/_superusers/auth-with-otp",
		map[string]any{"otpId": id[1], "password": code[1], "mfaId": answer.MFAID})
	if err := json.Unmarshal([]byte(body), &answer); err != nil || status != http.StatusOK {
		t.Fatalf("the one-time password: status = %d, want 200: %s", status, body)
	}
	c.header.Set("Authorization", answer.Token)
	return c
}

// run runs a command while the server runs.
func (s *server) run(ctx context.Context, args ...string) (string, error) {
	command := exec.CommandContext(ctx, s.binary, append(args, "--dir="+s.dir)...)
	command.Dir, command.Env = s.work, s.env
	if args[0] == "health" {
		command.Args = append([]string{s.binary}, "health", "--http="+s.addr)
	}
	out, err := command.CombinedOutput()
	return string(out), err
}

// prepare creates the accounts of the console and the dashboard, and the file for a members' import.
func (s *server) prepare(ctx context.Context) {
	s.t.Helper()
	for _, args := range [][]string{{"superuser", "upsert", superuserEmail, superuserPassword}, {"admin", "create", adminName, adminPassword}} {
		if out, err := s.run(ctx, args...); err != nil {
			s.t.Fatalf("%v\n%s", err, out)
		}
	}
	writeFile(s.t, filepath.Join(s.work, "MEMBERS.csv"), "name,email\nAsha Rao,asha@sample.example\n")
}

// thinkTime returns the pause of a client before its next write. Clients pause only in the sample, to leave processor
// time to the other tests.
func thinkTime() time.Duration {
	if *long {
		return 0
	}
	return 50 * time.Millisecond
}

// steadyClients post nominations one after another until they are stopped.
type steadyClients struct {
	t    *testing.T
	s    *server
	end  chan struct{}
	done sync.WaitGroup

	mu           sync.Mutex
	acknowledged []int
}

func (s *server) postUntil(ctx context.Context) *steadyClients { return s.postUntilFrom(ctx, 0) }

// postUntilFrom posts nominations, starting with a number.
func (s *server) postUntilFrom(ctx context.Context, first int) *steadyClients {
	c := &steadyClients{t: s.t, s: s, end: make(chan struct{})}
	poster := &nominationClients{t: s.t, url: s.url}
	for worker := range concurrentClients {
		c.done.Go(func() {
			for n := first + worker; ctx.Err() == nil && !c.stopped(); n += concurrentClients {
				status, body, err := poster.post(ctx, n, 0)
				switch {
				case err != nil,
					status == http.StatusServiceUnavailable,
					status == http.StatusInternalServerError && s.diskFails.Load():
					time.Sleep(10 * time.Millisecond) // the server was killed, or restarts soon
				case status == http.StatusCreated:
					c.mu.Lock()
					c.acknowledged = append(c.acknowledged, n)
					c.mu.Unlock()
					time.Sleep(thinkTime())
				default:
					c.t.Errorf("%s: status = %d: %s", address(n), status, body)
				}
			}
		})
	}
	s.t.Cleanup(c.stop)
	return c
}

func (c *steadyClients) stopped() bool {
	select {
	case <-c.end:
		return true
	default:
		return false
	}
}

// stop lets the running requests finish.
func (c *steadyClients) stop() {
	if !c.stopped() {
		close(c.end)
	}
	c.done.Wait()
}

func (c *steadyClients) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.acknowledged)
}

// waitForMore waits until more further nominations are acknowledged.
func (c *steadyClients) waitForMore(more int) {
	c.t.Helper()
	want, until := c.count()+more, time.Now().Add(time.Minute)
	for c.count() < want {
		if time.Now().After(until) {
			c.t.Fatal("no nomination has been acknowledged for a minute")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// check checks that each acknowledged nomination is stored once.
func (c *steadyClients) check() {
	c.t.Helper()
	var stored []string
	c.s.query("SELECT email FROM registrations", &stored)
	found := map[string]int{}
	for _, email := range stored {
		found[email]++
	}
	lost := 0
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.acknowledged {
		if found[address(n)] != 1 {
			lost++
		}
	}
	if lost > 0 {
		c.t.Errorf("%d of %d acknowledged nominations are not stored exactly once", lost, len(c.acknowledged))
	}
	c.t.Logf("%d nominations were acknowledged, %d are stored", len(c.acknowledged), len(stored))
}

// openKeepingMode opens a database without changing its journal mode.
func openKeepingMode(path string) (*dbx.DB, error) {
	return dbx.Open("sqlite", path+"?_pragma=busy_timeout(200)")
}
