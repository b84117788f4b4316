package yardstick

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
)

// yardstickVar names the yardstick that this test binary should run in its own process.
const yardstickVar = "BOARDCIRCLE_YARDSTICK"

var yardsticks = map[string]func(args []string) error{"pocketbase": servePocketBase, "plain": servePlain}

// servePocketBase serves the data directory args[0] at args[1] with an unmodified PocketBase.
func servePocketBase(args []string) error {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: args[0]})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	return apis.Serve(app, apis.ServeConfig{HttpAddr: args[1]})
}

// servePlain answers every request at args[1] with the file args[0], whose first lines are the response header.
func servePlain(args []string) error {
	file, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	head, body, _ := bytes.Cut(file, []byte("\n\n"))
	header := http.Header{}
	for line := range strings.Lines(string(head)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		header.Add(name, value)
	}
	server := http.Server{Addr: args[1], Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, values := range header {
			w.Header()[name] = values
		}
		_, _ = w.Write(body)
	})}
	return server.ListenAndServe()
}

// process is a server in its own process.
type process struct {
	program   string
	args, env []string
	addr      string
	cmd       *exec.Cmd
	ended     chan error
}

// start starts the process and returns the milliseconds until its first response.
func (p *process) start(t *testing.T) float64 {
	t.Helper()
	var out bytes.Buffer
	p.cmd = exec.Command(p.program, p.args...)
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = p.env, &out, &out
	start := time.Now()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	p.ended = ended
	go func(cmd *exec.Cmd) { ended <- cmd.Wait() }(p.cmd)
	for !p.answers() {
		select {
		case err := <-ended:
			t.Fatalf("%s %v ended: %v\n%s", p.program, p.args, err, out.String())
		case <-time.After(2 * time.Millisecond):
		}
	}
	return float64(time.Since(start)) / float64(time.Millisecond)
}

func (p *process) answers() bool {
	response, err := http.Get("http://" + p.addr + "/api/health")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err == nil && response.StatusCode == http.StatusOK
}

func (p *process) stop() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(20 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
	p.cmd = nil
}

func (p *process) restart(t *testing.T) float64 {
	t.Helper()
	p.stop()
	return p.start(t)
}

// memory returns a line of the process's status, in megabytes.
func (p *process) memory(t *testing.T, line string) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(text, line+":"); ok {
			kB, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 64)
			if err != nil {
				t.Fatal(err)
			}
			return kB / 1024
		}
	}
	t.Fatal(errors.New("the status of the process has no " + line))
	return 0
}

// resetPeak resets VmHWM, which would otherwise include the rendering of the pages at the start.
func (p *process) resetPeak(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", p.cmd.Process.Pid), []byte("5"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func newYardstick(t *testing.T, name string, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	addr := freeAddress(t)
	p := &process{program: self, args: append(args, addr), addr: addr, env: append(os.Environ(), yardstickVar+"="+name)}
	t.Cleanup(p.stop)
	return p
}

// startPlain starts the plain server with our server's response to a path.
func (s *sides) startPlain(t *testing.T, path string) *process {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.ours.addr+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set(
		"Accept-Encoding",
		"gzip, br",
	) // with this header set by hand, the client does not unpack the response
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v", path, response.Status, err)
	}
	var file bytes.Buffer
	for name, values := range response.Header {
		for _, value := range values {
			fmt.Fprintf(&file, "%s: %s\n", name, value)
		}
	}
	file.WriteByte('\n')
	file.Write(body)
	name := filepath.Join(t.TempDir(), "answer")
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	plain := newYardstick(t, "plain", name)
	plain.start(t)
	return plain
}
