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

// SentEmail is an e-mail in the provider's log.
type SentEmail struct {
	MessageID string    `json:"messageId"`
	Subject   string    `json:"subject"`
	Date      time.Time `json:"date"`
	Tags      []string  `json:"tags"`
}

// ErrNoAnswer says that the provider's log could not be read.
var ErrNoAnswer = errors.New("the provider's log could not be read")

// ListSent returns what the provider's log has of the e-mails to an address since a day, the newest first.
func (c *Client) ListSent(ctx context.Context, email string, since, until time.Time) ([]SentEmail, error) {
	query := url.Values{
		"email": {email}, "startDate": {since.UTC().Format(time.DateOnly)}, "endDate": {until.UTC().Format(time.DateOnly)},
		"sort": {"desc"}, "limit": {"100"},
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.cfg.BasePath+"/smtp/emails?"+query.Encode(), nil)
	if err != nil {
		return nil, err
	}
	for name, value := range c.cfg.DefaultHeader {
		request.Header.Set(name, value)
	}
	request.Header.Set("User-Agent", c.cfg.UserAgent)
	response, err := c.cfg.HTTPClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: no answer", ErrNoAnswer) // the address stands in the cause
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: %s", ErrNoAnswer, response.Status)
	}
	var answer struct {
		Emails []SentEmail `json:"transactionalEmails"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	return answer.Emails, nil
}
