package yardstick

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// connections is the number of visitors that send requests at the same time when throughput is measured.
const connections = 16

// perSecond sends a request over open connections, one after another on each, and returns the number of responses per
// second. It writes the bytes of the requests itself, because a client that costs as much as the server would hide half
// of the difference.
func perSecond(t *testing.T, addr string, request []byte) float64 {
	t.Helper()
	var wg sync.WaitGroup
	counts, errs := make([]int, connections), make([]error, connections)
	start := time.Now()
	for i := range connections {
		wg.Go(func() { counts[i], errs[i] = countResponses(addr, request, start.Add(*span)) })
	}
	wg.Wait()
	elapsed := time.Since(start).Seconds()
	total := 0
	for i := range connections {
		if errs[i] != nil {
			t.Fatalf("%.60s: %v", request, errs[i])
		}
		total += counts[i]
	}
	return float64(total) / elapsed
}

// requestText returns the bytes of a request without a body.
func requestText(addr, method, path string, header ...string) []byte {
	lines := append([]string{method + " " + path + " HTTP/1.1", "Host: " + addr, "Content-Length: 0"}, header...)
	return []byte(strings.Join(lines, "\r\n") + "\r\n\r\n")
}

func countResponses(addr string, request []byte, end time.Time) (int, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	reader := bufio.NewReaderSize(conn, 64<<10)
	count := 0
	for time.Now().Before(end) {
		if _, err := conn.Write(request); err != nil {
			return count, err
		}
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			return count, err
		}
		if response.StatusCode != http.StatusOK {
			return count, fmt.Errorf("answered with %s", response.Status)
		}
		if _, err := io.Copy(io.Discard, response.Body); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}
