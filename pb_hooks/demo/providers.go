package demo

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/keys"
)

// pastProviders serves the fake providers and the payments webhook while the history is replayed. The site's own server
// does not listen yet.
type pastProviders struct {
	demo   *Demo
	url    string
	server *http.Server
}

// serveProviders starts to serve the fake providers on a free port.
func (h *history) serveProviders() (*pastProviders, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("serve the fake providers: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/sandbox/brevo/", h.demo.brevo)
	mux.Handle(razorpayPath+"/", h.demo.razorpay)
	mux.HandleFunc("POST "+razorpayWebhook, h.receiveWebhook)
	p := &pastProviders{h.demo, "http://" + listener.Addr().String(), &http.Server{Handler: mux}}
	go func() { _ = p.server.Serve(listener) }() // it ends with close
	return p, h.demo.razorpay.SetWebhook(p.url+razorpayWebhook, h.demo.razorpay.Keys().WebhookSecret)
}

// configure returns the configuration of the replayed features. They call the fakes even if the environment configures
// other providers.
func (p *pastProviders) configure(cfg config.Config) config.Config {
	cfg.Razorpay = p.demo.razorpayConfig(p.url)
	cfg.Brevo = config.Brevo{APIURL: p.url + brevoPath, APIKey: p.demo.apiKey, WebhookToken: keys.Random()}
	return cfg
}

func (p *pastProviders) close() error { return p.server.Close() }

// receiveWebhook passes a call of the fake Razorpay to the payments webhook. The body is read before the lock, because
// the fake closes the connection after five seconds and repeats the call.
func (h *history) receiveWebhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	h.mu.Lock()
	defer h.mu.Unlock()
	h.webhooks++
	e := &core.RequestEvent{App: h.tx}
	e.Request, e.Response = r, w
	if err := h.payments.Reconciler.ReceiveWebhook().Handler(e); err != nil {
		h.webhookErr = cmp.Or(h.webhookErr, err)
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// deliverWebhooks waits until the webhook has accepted every event of the fake Razorpay, and returns how often it was
// called so far.
func (h *history) deliverWebhooks() (calls int, err error) {
	const atMost = time.Minute // a busy machine may freeze for seconds
	isDone := h.demo.razorpay.WaitForWebhooks(atMost)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.webhookErr == nil && !isDone {
		return 0, errors.New("the payments webhook did not accept an event in time")
	}
	return h.webhooks, h.webhookErr
}

var (
	invitationLink = regexp.MustCompile(`/auth\?invitation=([^\s"&]+)`)
	webLink        = regexp.MustCompile(`https?://[^\s)>]+`)
)

// invitation returns the token of the invitation that was mailed to an address.
func (h *history) invitation(email string) (string, error) {
	for _, m := range h.demo.brevo.Messages(email) {
		if match := invitationLink.FindStringSubmatch(m.Text); match != nil {
			return url.QueryUnescape(match[1])
		}
	}
	return "", fmt.Errorf("%s has received no invitation", email)
}

// readAfter is the time from the sending of an email to its reading.
const readAfter = 3 * time.Hour

// readings are what recipients do with their emails, in turn: events of fakebrevo.SimulateEvent.
var readings = [][]string{
	{"open"}, {}, {"open", "click"}, {}, {"open"}, {"open"}, {}, {"open", "click"}, {"proxy-open"},
}

// campaignReadings are what some recipients do with the email of the sample campaign instead.
var campaignReadings = map[string]string{
	sampleEmail("Hema Raghavan"): "hard-bounce",
	sampleEmail("Alka Mathur"):   "unsubscribe",
}

// readEmails lets the recipients read the emails that were sent before now.
func (h *history) readEmails(now time.Time) error {
	messages := h.demo.brevo.Messages("")
	slices.Reverse(messages)
	for n, m := range messages {
		at := m.ReceivedAt.Add(readAfter + time.Duration(n%7)*11*time.Minute)
		if at.After(now) {
			continue
		}
		h.clock.Advance(at.Sub(h.clock.Now()))
		events := readings[n%len(readings)]
		if own := campaignReadings[m.To[0].Email]; own != "" && m.Subject == campaignSubject {
			events = []string{own}
		}
		for _, event := range events {
			link := ""
			if event == "click" {
				link = webLink.FindString(m.Text)
			}
			if err := h.demo.brevo.SimulateEvent(m.ID, event, link); err != nil {
				return err
			}
		}
	}
	return nil
}

// reportDeliveries sends the events of each email to the webhook at the time of the last one, and counts the results of
// the campaign.
func (h *history) reportDeliveries(now time.Time) error {
	messages := h.demo.brevo.Messages("")
	last := func(m fakebrevo.Message) time.Time { return time.UnixMilli(m.Events[len(m.Events)-1].TSEpoch) }
	slices.SortStableFunc(messages, func(a, b fakebrevo.Message) int { return last(a).Compare(last(b)) })
	for _, m := range messages {
		h.clock.Advance(last(m).Add(time.Second).Sub(h.clock.Now()))
		r := request{token: h.webhookToken, body: m.Events}
		if err := h.call(h.Delivery.Webhook().Handler, r, nil); err != nil {
			return err
		}
	}
	h.advance(now)
	return h.campaigns.Refresh()
}
