package yardstick

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// connections is how many visitors ask at once where throughput is counted.
const connections = 16

// perSecond asks for a path over open connections, one request after the other on each, and returns how many
// answers came a second. It writes the bytes of the requests itself: a client that costs as much as the server
// would hide half of the difference.
func perSecond(t *testing.T, addr, path string) float64 {
	t.Helper()
	request := fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip, br\r\n\r\n", path, addr)
	var wg sync.WaitGroup
	counts, errs := make([]int, connections), make([]error, connections)
	began := time.Now()
	for i := range connections {
		wg.Go(func() { counts[i], errs[i] = askUntil(addr, request, began.Add(*span)) })
	}
	wg.Wait()
	elapsed := time.Since(began).Seconds()
	total := 0
	for i := range connections {
		if errs[i] != nil {
			t.Fatalf("%s%s: %v", addr, path, errs[i])
		}
		total += counts[i]
	}
	return float64(total) / elapsed
}

func askUntil(addr string, request []byte, end time.Time) (int, error) {
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
