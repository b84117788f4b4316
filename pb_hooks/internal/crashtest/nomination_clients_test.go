package crashtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

// concurrentClients is the number of clients that post at the same time.
const concurrentClients = 6

// nominationClients post one nomination each and retry until it is acknowledged.
type nominationClients struct {
	t   *testing.T
	url string

	mu           sync.Mutex
	changed      *sync.Cond
	acknowledged int
}

func postAll(ctx context.Context, t *testing.T, url string, nominations int) *nominationClients {
	c := &nominationClients{t: t, url: url}
	c.changed = sync.NewCond(&c.mu)
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for n := range nominations {
			numbers <- n
		}
	}()
	var clients sync.WaitGroup
	for range concurrentClients {
		clients.Go(func() {
			for n := range numbers {
				c.submit(ctx, n)
			}
		})
	}
	t.Cleanup(clients.Wait)
	return c
}

// wait waits until a number of nominations are acknowledged.
func (c *nominationClients) wait(number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.acknowledged < number {
		c.changed.Wait()
	}
}

// submit posts a nomination until there is a response. After a request without a response, the nomination may or may
// not be stored. A conflict at the next attempt confirms that it is.
func (c *nominationClients) submit(ctx context.Context, n int) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.acknowledged++
		c.changed.Broadcast()
	}()
	for attempt := 0; ; attempt++ {
		status, body, err := c.post(ctx, n, attempt)
		switch {
		case ctx.Err() != nil:
			c.t.Errorf("%s was never acknowledged", address(n))
			return
		case err != nil:
			time.Sleep(10 * time.Millisecond)
			continue
		case status == http.StatusCreated, status == http.StatusConflict && attempt > 0:
		default:
			c.t.Errorf("%s: status = %d: %s", address(n), status, body)
		}
		return
	}
}

func (c *nominationClients) post(ctx context.Context, n, attempt int) (int, string, error) {
	form, err := json.Marshal(testapp.Nomination(address(n), map[string]any{"name": fmt.Sprintf("Applicant %d", n)}))
	if err != nil {
		return 0, "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/api/registrations", bytes.NewReader(form))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Content-Type", "application/json")
	// Each attempt uses another network, to stay below the rate limit.
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", attempt&255, n>>8&255, n&255))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, string(body), err
}
