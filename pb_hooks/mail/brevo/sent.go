package brevo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// SentEmail is an email in Brevo's log.
type SentEmail struct {
	MessageID string    `json:"messageId"`
	Subject   string    `json:"subject"`
	Date      time.Time `json:"date"`
	Tags      []string  `json:"tags"`
}

// ErrNoAnswer is returned if Brevo's log could not be read.
var ErrNoAnswer = errors.New("the provider could not be asked")

// ListSent returns the emails to an address in Brevo's log between two days, newest first.
func (c *Client) ListSent(ctx context.Context, email string, since, until time.Time) ([]SentEmail, error) {
	query := url.Values{
		"email":     {email},
		"startDate": {since.UTC().Format(time.DateOnly)},
		"endDate":   {until.UTC().Format(time.DateOnly)},
		"sort":      {"desc"},
		"limit":     {"100"},
	}
	var answer struct {
		Emails []SentEmail `json:"transactionalEmails"`
	}
	err := c.get(ctx, "/smtp/emails?"+query.Encode(), &answer)
	return answer.Emails, err
}

// get reads a response of the API.
func (c *Client) get(ctx context.Context, path string, answer any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.cfg.BasePath+path, nil)
	if err != nil {
		return err
	}
	for name, value := range c.cfg.DefaultHeader {
		request.Header.Set(name, value)
	}
	request.Header.Set("User-Agent", c.cfg.UserAgent)
	response, err := c.cfg.HTTPClient.Do(request)
	if err != nil {
		return fmt.Errorf("%w: no answer", ErrNoAnswer) // the wrapped error would contain an address
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: %s", ErrNoAnswer, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		return fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	return nil
}
