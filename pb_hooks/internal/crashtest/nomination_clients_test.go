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
)

// abreast is how many applicants post at a time.
const abreast = 6

// applicants post one nomination each and insist until they hear that it is stored.
type applicants struct {
	t   *testing.T
	url string

	mu           sync.Mutex
	heard        *sync.Cond
	acknowledged int
}

func postAll(ctx context.Context, t *testing.T, url string, nominations int) *applicants {
	a := &applicants{t: t, url: url}
	a.heard = sync.NewCond(&a.mu)
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for n := range nominations {
			numbers <- n
		}
	}()
	var all sync.WaitGroup
	for range abreast {
		all.Go(func() {
			for n := range numbers {
				a.insist(ctx, n)
			}
		})
	}
	t.Cleanup(all.Wait)
	return a
}

// wait returns when so many nominations are acknowledged.
func (a *applicants) wait(number int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for a.acknowledged < number {
		a.heard.Wait()
	}
}

// insist posts until there is an answer. After a post without one the nomination may be stored or
// not, and a conflict then says that it is.
func (a *applicants) insist(ctx context.Context, n int) {
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.acknowledged++
		a.heard.Broadcast()
	}()
	for attempt := 0; ; attempt++ {
		status, body, err := a.post(ctx, n, attempt)
		switch {
		case ctx.Err() != nil:
			a.t.Errorf("%s never heard", address(n))
			return
		case err != nil:
			time.Sleep(10 * time.Millisecond)
			continue
		case status == http.StatusCreated, status == http.StatusConflict && attempt > 0:
		default:
			a.t.Errorf("%s was answered %d: %s", address(n), status, body)
		}
		return
	}
}

func (a *applicants) post(ctx context.Context, n, attempt int) (int, string, error) {
	form, err := json.Marshal(map[string]any{
		"name": fmt.Sprintf("Applicant %d", n), "email": address(n), "phone": "+91 22 4000 1234",
		"currentDesignation": "Independent Director", "companyName": "Sample Ltd", "industry": "other",
		"yearsOfExperience": "5-10", "directorType": "independent", "currentBoards": "Sample Ltd", "numberOfBoards": "1",
		"howDidYouHear": "other", "whyInterested": "To learn.", "preferredMeetingFormat": "virtual", "agreeTerms": true,
	})
	if err != nil {
		return 0, "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url+"/api/registrations", bytes.NewReader(form))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Content-Type", "application/json")
	// an address of her own for each try keeps everybody below the rate limit
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", attempt&255, n>>8&255, n&255))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, string(body), err
}
