package members_test

import (
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Not parallel: it looks at the memory of the whole process, which the race detector would have
// grow; npm test runs it without.
func TestTheMemoryOfAnExportDoesNotGrowWithItsRows(t *testing.T) {
	if underRaceDetector {
		t.Skip("the race detector's own memory is in the way")
	}
	o := open(t)
	const rows, width = 16_000, 4_000
	_, err := o.App.NonconcurrentDB().NewQuery(`INSERT INTO users (id, email, name, tokenKey, requestType, source, location, createdAt)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 16000)
		SELECT printf('u%014d', i), 'u' || i || '@example.com', 'User', 'k' || i, 'enquiry', 'user', hex(randomblob(2000)), '2026-08-01 00:00:00.000Z' FROM n`).Execute()
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"csv", "xlsx"} {
		runtime.GC()
		start := heap()
		var most atomic.Int64
		done := make(chan struct{})
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			for {
				select {
				case <-done:
					return
				case <-time.After(250 * time.Millisecond):
					runtime.GC() // what is left is held
					most.Store(max(most.Load(), heap()-start))
				}
			}
		}()
		got := o.download(users + "/export?format=" + format)
		close(done)
		<-watched
		if got < rows*width/4 {
			t.Errorf("%s: only %d bytes have come", format, got)
		}
		// a workbook is gathered in pieces of some 16 MB; whoever gathered the rows would hold all of them
		if most.Load() > rows*width {
			t.Errorf("%s: %d bytes are held for %d bytes of rows", format, most.Load(), rows*width)
		}
		t.Logf("%s: %d bytes came, %d were held at most", format, got, most.Load())
	}
}

func heap() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// download reads an answer to its end and keeps nothing of it.
func (o *office) download(path string) int64 {
	o.Helper()
	request, err := http.NewRequest(http.MethodGet, o.URL+path, strings.NewReader(""))
	if err != nil {
		o.Fatal(err)
	}
	response, err := o.staff.Client.Do(request)
	if err != nil {
		o.Fatal(err)
	}
	defer response.Body.Close()
	n, err := io.Copy(io.Discard, response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		o.Fatalf("%d, %v", response.StatusCode, err)
	}
	return n
}
