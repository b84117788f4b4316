package routetest

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

// capturedPayment returns a purchase and its event payment.captured, which has not been delivered.
func (s *fixture) capturedPayment() (paymentLifecycle, fakerazorpay.Delivery) {
	s.Helper()
	purchase := s.newLifecycle(false)
	return purchase, purchase.events["payment.captured"]
}

func TestARefusedWebhookIsRecordedAndChangesNothing(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	purchase, genuine := s.capturedPayment()
	respaced := genuine
	respaced.Body = bytes.Replace(bytes.Clone(genuine.Body), []byte(`":`), []byte(`": `), 1)
	forged := genuine
	forged.Signature = strings.Repeat("ab", 32)
	unsigned := genuine
	unsigned.Signature = ""
	large := genuine
	large.Body = bytes.Repeat([]byte(" "), 2<<20)
	for _, c := range []struct {
		name     string
		delivery fakerazorpay.Delivery
		status   int
		problem  string
		signed   bool
	}{
		{"re-spaced JSON", respaced, 400, "the signature is wrong", true},
		{"a wrong signature", forged, 400, "the signature is wrong", true},
		{"no signature", unsigned, 400, "the signature is missing", false},
		{"a body of 2 MB", large, 413, "the body is larger than 1 MiB", true},
	} {
		s.step(c.name, func(s *fixture) {
			s.expect("the status", s.Deliver(c.delivery), c.status)
			diagnostics := s.listRecords("webhook_diagnostics", "rowid", dbx.HashExp{"errorMessage": c.problem})
			if len(diagnostics) == 0 {
				s.Fatal("no diagnostic was stored")
			}
			last := diagnostics[len(diagnostics)-1]
			s.expect("statusCode", last.GetInt("statusCode"), c.status)
			s.expect("contentLength", last.GetInt("contentLength"), len(c.delivery.Body))
			s.expect("hasSignature", last.GetBool("hasSignature"), c.signed)
			s.expect("signatureVerified", last.GetBool("signatureVerified"), false)
		})
	}
	s.Drain()
	s.expect("events", len(s.listAllRecords("payment_events")), 0)
	s.expect("the status of the transaction", s.listRecords("transactions", "id",
		dbx.HashExp{"razorpayOrderId": purchase.order})[0].GetString("status"), "pending")
}

func TestAnInterruptedWebhookIsRefusedAsIncomplete(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	site, err := url.Parse(s.URL)
	s.must(err)
	conn, err := net.Dial("tcp", site.Host)
	s.must(err)
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "POST /api/webhooks/razorpay HTTP/1.1\r\nHost: %s\r\nContent-Length: 100\r\n\r\n{", site.Host)
	s.must(err)
	s.must(conn.(*net.TCPConn).CloseWrite())
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	s.must(err)
	defer response.Body.Close()
	s.expect("the status", response.StatusCode, http.StatusBadRequest)
	s.expect("the diagnostic", s.listAllRecords("webhook_diagnostics")[0].GetString("errorMessage"),
		"the body is incomplete")
}

func TestAnEventIsStoredWithADiagnostic(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	purchase, genuine := s.capturedPayment()
	s.deliver(genuine)
	diagnostic := s.listAllRecords("webhook_diagnostics")[0]
	s.expect("eventType", diagnostic.GetString("eventType"), "payment.captured")
	s.expect("paymentId", diagnostic.GetString("paymentId"), purchase.paid.PaymentID)
	s.expect("signatureVerified", diagnostic.GetBool("signatureVerified"), true)
	s.expect("statusCode", diagnostic.GetInt("statusCode"), 200)
	s.expect("contentType", diagnostic.GetString("contentType"), "application/json")
	s.expect("timestamp", diagnostic.GetString("timestamp"), "2026-08-03 06:30:00.000Z")
	event := s.listAllRecords("payment_events")[0]
	s.expect("the state of the event", event.GetString("state"), "done")
	s.expect("orderId", event.GetString("orderId"), purchase.order)
}

func TestRecordHooksRunForEachDiagnostic(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	_, genuine := s.capturedPayment()
	var created atomic.Int32
	s.PB.OnRecordAfterCreateSuccess("webhook_diagnostics").BindFunc(func(e *core.RecordEvent) error {
		created.Add(1)
		return e.Next()
	})
	s.deliver(genuine)
	s.expect("the status of an unsigned request", s.Deliver(fakerazorpay.Delivery{Body: []byte("{}")}), 400)
	s.expect("calls of the hook that updates the console", int(created.Load()), 2)
}

func TestAnEventSignedWithThePreviousSecretIsAccepted(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Webhooks: fakerazorpay.WebhookFaults{Secret: "old"}})
	purchase, genuine := s.capturedPayment()
	s.deliver(genuine)
	s.expect("the ledger", s.ledgerAfter(purchase), completed)
}

func TestEventsWithoutAnIDAreDistinguishedByTheirBody(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Webhooks: fakerazorpay.WebhookFaults{NoEventID: true}})
	purchase := s.newLifecycle(false)
	for _, event := range purchase.events {
		s.deliver(event, event)
	}
	s.expect("the ledger", s.ledgerAfter(purchase), completed)
	s.expect("events", len(s.listAllRecords("payment_events")), len(purchase.events))
}

func TestAnUnknownOrMalformedEventIsStoredAndAnswered(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Webhooks: fakerazorpay.WebhookFaults{Unknown: true}})
	purchase := s.newLifecycle(false)
	s.deliver(purchase.events["payment.pondered"])
	s.expect("the state of the event", s.listAllRecords("payment_events")[0].GetString("state"), "unmatched")
	for _, body := range []string{"", "null", "[]", "{", `{"event":7}`, `{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","amount":"much"}}}}`} {
		s.expect("the status for the body "+body, s.sendSigned([]byte(body)), 200)
	}
	s.Drain()
	s.expect("waiting events", len(s.listRecords("payment_events", "id", dbx.HashExp{"state": "waiting"})), 0)
	s.expect("orphan payments", len(s.unsoldPayments()), 0)
}

// sendSigned sends a body with a valid signature and returns the status.
func (s *fixture) sendSigned(body []byte) int {
	s.Helper()
	return s.Deliver(fakerazorpay.Delivery{Body: body, Signature: signature(body)})
}

func TestTenCopiesOfAnEventAtOnceAndTheCallbackCreateOneTransaction(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	purchase, genuine := s.capturedPayment()
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if status := s.Deliver(genuine); status != 200 {
				s.Errorf("status of the webhook = %d, want 200", status)
			}
			if err := s.Jobs.Drain(t.Context()); err != nil {
				s.Error(err)
			}
		})
	}
	all.Go(func() {
		if answer := s.callback(purchase.buyer, purchase.paid); answer.Status != 200 {
			s.Errorf("status of the callback = %d, want 200: %s", answer.Status, answer.Body)
		}
	})
	all.Wait()
	s.Drain()
	s.expect("the ledger", s.ledgerAfter(purchase), completed)
	s.expect("events", len(s.listAllRecords("payment_events")), 1)
	s.expect("emails", len(s.Brevo.Messages(purchase.buyer.Get("/api/user").JSON["email"].(string))), 1)
}

func TestFiftyPaymentsAtOnceGetFiftyConsecutiveNumbers(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	purchases := make([]paymentLifecycle, 50)
	for i := range purchases {
		purchases[i] = s.newLifecycle(false)
	}
	var all sync.WaitGroup
	for _, purchase := range purchases {
		all.Go(func() {
			if answer := s.callback(purchase.buyer, purchase.paid); answer.JSON["status"] != "completed" {
				s.Errorf("callback: %d %s, want the status completed", answer.Status, answer.Body)
			}
		})
	}
	all.Wait()
	documents := s.listRecords("invoices", "sequence", dbx.HashExp{"kind": "receipt", "financialYear": "26-27"})
	s.expect("documents", len(documents), 50)
	for i, document := range documents {
		s.expect("the sequence of a document", document.GetInt("sequence"), i+1)
	}
}

func TestUnsignedRequestsNeverDisplaceTheDiagnosticsOfSignedOnes(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	insert := func(verified bool, name string, rows int) {
		_, err := s.PB.NonconcurrentDB().NewQuery(`
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {:rows})
			INSERT INTO webhook_diagnostics (id, timestamp, signatureVerified)
				SELECT {:name} || i, strftime('%Y-%m-%d %H:%M:%S.000Z', '2026-07-20', '+' || i || ' seconds'), {:verified} FROM n`).
			Bind(dbx.Params{"verified": verified, "name": name, "rows": rows}).Execute()
		s.must(err)
	}
	insert(true, "genuine", 10_050)
	insert(false, "flood", 1_050)
	count := func(verified bool) int {
		return len(s.listRecords("webhook_diagnostics", "timestamp", dbx.HashExp{"signatureVerified": verified}))
	}
	// Every hundredth request deletes the oldest diagnostics.
	for range 100 {
		s.expect("the status of an unsigned request", s.Deliver(fakerazorpay.Delivery{Body: []byte("{}")}), 400)
	}
	if n := count(false); n < 1_000 || n >= 1_100 {
		s.Errorf("%d diagnostics of unsigned requests, want 1000 to 1099", n)
	}
	s.expect("diagnostics of signed requests", count(true), 10_050)
	_, genuine := s.capturedPayment()
	for range 100 {
		s.expect("the status of a signed request", s.Deliver(genuine), http.StatusOK)
	}
	if n := count(true); n < 10_000 || n >= 10_100 {
		s.Errorf("%d diagnostics of signed requests, want 10000 to 10099", n)
	}
	s.Clock.Advance(20 * day)
	s.must(s.Payments.Reconciler.Purge())
	s.expect("diagnostics of the last 30 days", len(s.listAllRecords("webhook_diagnostics")), 200)
}

func TestAWebhookWithoutASecretIsUnavailable(t *testing.T) {
	t.Parallel()
	s := newFixture(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay.WebhookSecret = "" }))
	_, genuine := s.capturedPayment()
	s.expect("the status", s.Deliver(genuine), http.StatusServiceUnavailable)
	s.expect("statusCode of the diagnostic", s.listAllRecords("webhook_diagnostics")[0].GetInt("statusCode"), 503)
}

// FuzzAnEvent checks that no signed body makes the webhook fail or stops the jobs.
func FuzzAnEvent(f *testing.F) {
	s := newFixture(f)
	for _, event := range s.newLifecycle(true).events {
		f.Add(event.Body)
	}
	f.Add(
		[]byte(
			`{"event":"payment.dispute.created","payload":{"dispute":{"entity":{"payment_id":"pay_00000000000000","status":"open"}}}}`,
		),
	)
	f.Add(
		[]byte(
			`{"event":"subscription.charged","payload":{"subscription":{"entity":{"id":"sub_x","notes":{"transactionId":"x"}}}}}`,
		),
	)
	url := s.URL + "/api/webhooks/razorpay"
	f.Fuzz(func(t *testing.T, body []byte) {
		request, err := fakerazorpay.Delivery{Body: body, Signature: signature(body)}.Request(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != 200 {
			t.Errorf("status = %d, want 200", response.StatusCode)
		}
		if err := s.Jobs.Drain(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// signature signs a body as the provider does.
func signature(body []byte) string {
	mac := hmac.New(sha256.New, []byte(testapp.RazorpayKeys.WebhookSecret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

func TestAnEventThatCannotBeProcessedIsRetriedForSixDays(t *testing.T) {
	t.Parallel()
	for name, recovers := range map[string]bool{"the provider recovers": true, "the provider stays down": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			paid, err := s.Razorpay.Pay(s.order(s.buyer, s.tier), fakerazorpay.Orphan)
			s.must(err)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
			for _, event := range s.Razorpay.Events(paid.PaymentID) {
				if event.Event == "payment.captured" {
					s.deliver(event)
				}
			}
			state := func() string { return s.listAllRecords("payment_events")[0].GetString("state") }
			s.expect("the state", state(), "waiting")
			job := s.listRecords("jobs", "runAt", dbx.HashExp{"type": "payments.event"})[0]
			s.expect("attempts of the job", job.GetInt("attempts"), 1)
			if job.GetString("error") == "" {
				t.Error("the job has no error")
			}
			if recovers {
				s.Razorpay.SetSwitches(fakerazorpay.Switches{})
				s.Clock.Advance(2 * time.Minute)
			} else {
				s.Clock.Advance(7 * day)
			}
			s.must(s.Jobs.Drain(s.Context()))
			s.expect("the state", state(), "unmatched")
			s.expect("an orphan payment was found", len(s.unsoldPayments()) == 1, recovers)
			s.expect("jobs", len(s.listRecords("jobs", "runAt", dbx.HashExp{"type": "payments.event"})), 0)
		})
	}
}
