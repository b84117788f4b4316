package brevo

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	sandbox "boardcircle/pb_hooks/demo/fakebrevo"
)

const path = "/sandbox/brevo/v3"

// provider starts a fake Brevo and a client for it with short timeouts.
func provider(t *testing.T, opts sandbox.Options) (*sandbox.Server, *Client) {
	t.Helper()
	b, err := sandbox.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b)
	t.Cleanup(func() {
		_ = b.Close()
		server.Close()
	})
	return b, newClient(server.URL+path, "key", 300*time.Millisecond)
}

func testMessage() Message {
	return Message{
		From: Address{"no-reply@boardcircle.example", "Boardcircle"}, To: Address{"asha@example.com", "Asha Rao"},
		ReplyTo: Address{"info@boardcircle.example", ""},
		Subject: "Hello", HTML: "<p>Hello</p>", Text: "Hello",
		CorrelationID: "row1", IdempotencyKey: uuid.NewString(), Tags: []string{"welcome"},
	}
}

func TestStatusOfEachResponse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault    sandbox.Fault
		want     Status
		accepted int
	}{
		{sandbox.NoFault, Accepted, 1},
		{sandbox.TooMany, RateLimited, 0},
		{sandbox.ServerError, Uncertain, 0},
		{sandbox.BadGateway, Uncertain, 0},
		{sandbox.Unauthorised, Unauthorised, 0},
		{sandbox.NoCredits, Unauthorised, 0},
		{sandbox.Forbidden, Unauthorised, 0},
		{sandbox.Invalid, Rejected, 0},
		{sandbox.Hang, Uncertain, 0},
		{sandbox.Drop, Uncertain, 0},
		{sandbox.AcceptThenDrop, Uncertain, 1},
		{sandbox.AcceptThenHang, Uncertain, 1},
		{sandbox.AcceptThenError, Uncertain, 1},
		{sandbox.AcceptThenText, Uncertain, 1},
	} {
		t.Run("fault "+string(c.fault), func(t *testing.T) {
			t.Parallel()
			b, client := provider(t, sandbox.Options{})
			b.SetSwitches(sandbox.Switches{Fault: c.fault, Reset: 7})
			got := client.Send(context.Background(), testMessage())
			if got.Status != c.want {
				t.Fatalf("status = %v (%s), want %v", got.Status, got.Reason, c.want)
			}
			if (got.MessageID != "") != (c.want == Accepted) {
				t.Errorf("MessageID = %q", got.MessageID)
			}
			if (got.Reason == "") != (c.want == Accepted) {
				t.Errorf("Reason = %q", got.Reason)
			}
			if c.want == RateLimited && got.RetryAfter != 7*time.Second {
				t.Errorf("RetryAfter = %v, want 7s", got.RetryAfter)
			}
			if n := len(b.Messages("")); n != c.accepted {
				t.Errorf("%d emails were accepted, want %d", n, c.accepted)
			}
		})
	}
}

func TestSecondCallWithTheSameKeyIsADuplicate(t *testing.T) {
	t.Parallel()
	b, client := provider(t, sandbox.Options{})
	m := testMessage()
	b.SetSwitches(sandbox.Switches{Fault: sandbox.AcceptThenDrop, Times: 1})
	if got := client.Send(context.Background(), m); got.Status != Uncertain {
		t.Fatalf("status of a dropped response = %v, want Uncertain", got.Status)
	}
	if got := client.Send(context.Background(), m); got.Status != Duplicate {
		t.Fatalf("status of the second call = %v (%s), want Duplicate", got.Status, got.Reason)
	}
	if n := len(b.Messages("")); n != 1 {
		t.Fatalf("%d emails were accepted, want 1", n)
	}
}

func TestUnreachableProviderIsNotReached(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + listener.Addr().String()
	_ = listener.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	for name, url := range map[string]string{
		"a closed port":        closed,
		"an unknown host":      "http://brevo.invalid",
		"a server without TLS": strings.Replace(plain.URL, "http:", "https:", 1),
		"a URL without a host": "http://",
	} {
		if got := New(url, "key").Send(context.Background(), testMessage()); got.Status != NotReached {
			t.Errorf("%s: status = %v (%s)", name, got.Status, got.Reason)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := New(plain.URL, "key").Send(ctx, testMessage()); got.Status != NotReached {
		t.Errorf("status of a call with a cancelled context = %v, want NotReached", got.Status)
	}
}

func TestWrongKeyOrURLIsUnauthorised(t *testing.T) {
	t.Parallel()
	b, err := sandbox.New(sandbox.Options{APIKey: "right"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = b.Close() }()
	server := httptest.NewServer(b)
	defer server.Close()
	redirect := httptest.NewServer(http.RedirectHandler(server.URL+path+"/smtp/email", http.StatusTemporaryRedirect))
	defer redirect.Close()
	for name, client := range map[string]*Client{
		"a wrong key":  New(server.URL+path, "wrong"),
		"a wrong path": New(server.URL+"/sandbox/brevo/v9", "right"),
		"a redirect":   New(redirect.URL, "right"),
	} {
		if got := client.Send(context.Background(), testMessage()); got.Status != Unauthorised {
			t.Errorf("%s: status = %v (%s)", name, got.Status, got.Reason)
		}
	}
	if len(b.Messages("")) != 0 {
		t.Error("the client followed a redirect with the key")
	}
}

func TestErrorCodesOfTheAccountAreUnauthorised(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"unauthorized", "permission_denied", "not_enough_credits", "account_under_validation"} {
		server := respond(t, http.StatusBadRequest, `{"code":"`+code+`","message":"no"}`)
		if got := New(server, "key").Send(context.Background(), testMessage()); got.Status != Unauthorised {
			t.Errorf("%s: status = %v, want Unauthorised", code, got.Status)
		}
	}
	for _, status := range []int{http.StatusUnprocessableEntity, http.StatusRequestEntityTooLarge} {
		server := respond(t, status, `{"code":"invalid_parameter","message":"no"}`)
		if got := New(server, "key").Send(context.Background(), testMessage()); got.Status != Rejected {
			t.Errorf("HTTP status %d: status = %v, want Rejected", status, got.Status)
		}
	}
}

func TestTooLongResponseIsUncertain(t *testing.T) {
	t.Parallel()
	server := respond(t, http.StatusCreated, `{"messageId":"`+strings.Repeat("x", 2*maxResponse)+`"}`)
	if got := New(server, "key").Send(context.Background(), testMessage()); got.Status != Uncertain {
		t.Errorf("status of a too long response = %v, want Uncertain", got.Status)
	}
}

func TestRetryAfterIsBounded(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"": defaultRetryAfter, "soon": defaultRetryAfter, "-4": defaultRetryAfter, "30": 30 * time.Second, "999999999": maxRetryAfter,
	} {
		header := http.Header{}
		header.Set("x-sib-ratelimit-reset", value)
		if got := retryAfter(header); got != want {
			t.Errorf("retryAfter with a reset of %q = %v, want %v", value, got, want)
		}
	}
}

func TestMessagesArriveAsSent(t *testing.T) {
	t.Parallel()
	b, client := provider(t, sandbox.Options{})
	m := testMessage()
	m.To.Name = strings.Repeat("ā", 90)
	got := client.Send(context.Background(), m)
	if got.Status != Accepted {
		t.Fatalf("status = %v (%s), want Accepted", got.Status, got.Reason)
	}
	mail := b.Messages("asha@example.com")[0]
	switch {
	case mail.MessageID != got.MessageID:
		t.Errorf("MessageID = %q, want %q", mail.MessageID, got.MessageID)
	case mail.Subject != m.Subject || mail.HTML != m.HTML || mail.Text != m.Text:
		t.Errorf("content = %+v, want that of the sent message", mail)
	case mail.Headers["X-Mailin-custom"] != "row1":
		t.Errorf("headers = %v, want the correlation id", mail.Headers)
	case mail.IdempotencyKey != m.IdempotencyKey:
		t.Errorf("IdempotencyKey = %q, want %q", mail.IdempotencyKey, m.IdempotencyKey)
	case mail.ReplyTo.Email != m.ReplyTo.Email:
		t.Errorf("ReplyTo = %q, want %q", mail.ReplyTo.Email, m.ReplyTo.Email)
	case mail.To[0].Name != strings.Repeat("ā", maxName):
		t.Errorf("name = %q, want %d characters", mail.To[0].Name, maxName)
	}
}

// respond starts a server that sends the same response to each request, and returns its URL.
func respond(t *testing.T, status int, body string) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestAttachmentsArriveAsSent(t *testing.T) {
	t.Parallel()
	b, client := provider(t, sandbox.Options{})
	m := testMessage()
	m.Attachments = []Attachment{{Name: "receipt.pdf", Content: []byte("%PDF-\x00\xff{{x}}")}}
	if got := client.Send(t.Context(), m); got.Status != Accepted {
		t.Fatalf("status = %v (%s), want Accepted", got.Status, got.Reason)
	}
	files := b.Messages("")[0].Attachments
	if len(files) != 1 || files[0].Name != "receipt.pdf" ||
		string(files[0].Content) != string(m.Attachments[0].Content) {
		t.Errorf("attachments = %+v, want receipt.pdf unchanged", files)
	}
}
