package crashtest

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

const metricsToken = "metrics-token-of-the-crash-tests"

// The test destroys the whole machine: the server, its worker and the disk. Only the bucket remains.
func TestARestoreFromTheBucketHasEverythingThatWasReplicated(t *testing.T) {
	testdb.SkipUnderRace(t)
	losses := 1
	if *long {
		losses = 6
	}
	random := rand.New(rand.NewPCG(*seed, 2))
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	backend := s3mem.New()
	if err := backend.CreateBucket("bucket"); err != nil {
		t.Fatal(err)
	}
	bucket := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(bucket.Close)

	s, _ := newServer(t)
	s.env = append(s.env, "REPLICA_URL=s3://bucket/site?endpoint="+bucket.URL+"&region=us-east-1",
		"AWS_ACCESS_KEY_ID=key", "AWS_SECRET_ACCESS_KEY=secret", "METRICS_TOKEN="+metricsToken)
	s.start(ctx)
	var replicated []int
	for loss := range losses {
		clients := s.postUntilFrom(ctx, loss*1_000_000)
		clients.waitForMore(40)
		clients.mu.Lock()
		replicated = append(replicated, clients.acknowledged...)
		clients.mu.Unlock()
		s.waitForReplica(ctx)
		clients.waitForMore(random.IntN(40))
		s.killWithWorkers()
		clients.stop()
		if err := os.RemoveAll(s.dir); err != nil {
			t.Fatal(err)
		}
		s.dir = filepath.Join(t.TempDir(), fmt.Sprintf("machine-%d", loss+2))
		if out, err := s.command("restore"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		s.start(ctx)
		s.checkIntegrity()
		var stored []string
		s.query("SELECT email FROM registrations", &stored)
		for _, n := range replicated {
			if !slices.Contains(stored, address(n)) {
				t.Errorf("%s was in the bucket, but is not restored", address(n))
			}
		}
	}
}

// waitForReplica waits until the replica has everything that was acknowledged.
func (s *server) waitForReplica(ctx context.Context) {
	s.t.Helper()
	for start := time.Now(); ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		requested := time.Now()
		if lag, ok := s.replicaLag(ctx); ok && requested.Sub(start) > lag {
			return
		}
	}
	s.t.Fatal("the replica did not catch up")
}

// replicaLag returns how long ago the replica had everything that was committed.
func (s *server) replicaLag(ctx context.Context) (time.Duration, bool) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/metrics", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+metricsToken)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	values := map[string]string{}
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		values[name] = value
	}
	lag, err := strconv.ParseFloat(values["boardcircle_replication_lag_seconds"], 64)
	if err != nil {
		s.t.Fatalf("the metrics: status = %d, %v", response.StatusCode, err)
	}
	return time.Duration(lag * float64(time.Second)), values["boardcircle_replication_failed"] == "0"
}

// killWithWorkers kills the server and its workers. The workers are killed first, because they would outlive the
// server.
func (s *server) killWithWorkers() {
	s.t.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.process.Process.Pid))
	if err != nil || len(files) == 0 {
		s.t.Fatal("the server's processes cannot be listed", err)
	}
	workers := 0
	for _, file := range files {
		children, _ := os.ReadFile(file) // the thread may have ended
		for _, text := range strings.Fields(string(children)) {
			if pid, err := strconv.Atoi(text); err == nil && syscall.Kill(pid, syscall.SIGKILL) == nil {
				workers++
			}
		}
	}
	if workers == 0 {
		s.t.Fatal("the server has no replication worker")
	}
	s.kill()
}
