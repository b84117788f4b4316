package outbox

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail/brevo"
)

func TestEnqueueIsPartOfTheTransaction(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	errRollback := errors.New("roll back")
	err := r.app.RunInTransaction(func(tx core.App) error {
		if err := r.Enqueue(tx, welcome(1)); err != nil {
			t.Fatal(err)
		}
		return errRollback
	})
	if !errors.Is(err, errRollback) {
		t.Fatal(err)
	}
	if n, _ := r.app.CountRecords("email_logs"); n != 0 {
		t.Fatalf("%d emails after the rollback, want none", n)
	}
	r.enqueue(welcome(1))
	row := r.expectStatus(asha, "queued", 0)
	if row.GetString("subject") != "Welcome to Boardcircle" || row.GetString("recipientName") != "Asha Rao" {
		t.Errorf("subject = %q, recipientName = %q", row.GetString("subject"), row.GetString("recipientName"))
	}
}

func TestEnqueueIgnoresAKnownDedupeKey(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(welcome(1), welcome(1))
	r.enqueue(welcome(1))
	r.drain()
	r.enqueue(welcome(1))
	r.drain()
	r.expectStatus(asha, "sent", 1)
}

func TestEnqueueRefusesInvalidEmails(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	for name, l := range map[string]Email{
		"an unknown kind":          {Kind: "unknown", To: Address{Email: "a@example.com"}},
		"no address":               {Kind: kindWelcome},
		"an invalid address":       {Kind: kindWelcome, To: Address{Email: "asha"}},
		"an address with a header": {Kind: kindWelcome, To: Address{Email: "a@example.com\r\nBcc: b@example.com"}},
		"an address with a name":   {Kind: kindWelcome, To: Address{Email: "Asha <a@example.com>"}},
		"a missing param":          {Kind: kindNotice, To: Address{Email: "a@example.com"}},
	} {
		if err := r.Enqueue(r.app, l); err == nil {
			t.Errorf("%s: Enqueue succeeded, want an error", name)
		}
	}
}

func TestRepliesGoToTheReplyToAddressOfTheKind(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.enqueue(noticeEmail("Asha Rao", "Acme"))
	r.enqueue(welcome(1))
	r.drain()
	r.expectStatus("staff@boardcircle.example", "sent", 1)
	if reply := r.provider.Messages("staff@boardcircle.example")[0].ReplyTo.Email; reply != "asha@example.com" {
		t.Errorf("ReplyTo of the notice = %q, want asha@example.com", reply)
	}
	if reply := r.provider.Messages(asha)[0].ReplyTo.Email; reply != "info@boardcircle.example" {
		t.Errorf("ReplyTo of the welcome = %q, want info@boardcircle.example", reply)
	}
}

func TestEmailsWaitWithoutAProviderKey(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.Outbox = r.newOutbox(nil)
	r.enqueue(welcome(1))
	r.Start()
	r.drain()
	r.expectStatus(asha, "queued", 0)
	if r.Health().Configured {
		t.Error("Configured = true, want false without a key")
	}
	r.Outbox = r.newOutbox(brevo.New(r.url, "key"))
	r.drain()
	r.expectStatus(asha, "sent", 1)
}

func TestOutboxStoresNoSecret(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	const secret = "s3cret-token"
	r.changeKind(kindReset, func(k *Kind) {
		k.Params = func(_ core.App, params map[string]string) (map[string]string, error) {
			if params["userId"] != "user1" || params["nonce"] != "nonce1" {
				return nil, errors.New("other params: " + params["userId"])
			}
			return map[string]string{"token": secret}, nil
		}
	})
	r.enqueue(resetEmail(asha))
	r.drain()
	row := r.expectStatus(asha, "sent", 1)
	for name, value := range row.FieldsData() {
		if strings.Contains(stringOf(value), secret) {
			t.Errorf("%s contains the secret", name)
		}
	}
	mail := r.provider.Messages(asha)[0]
	link := "https://boardcircle.example/reset-password?token=" + secret
	if !strings.Contains(mail.HTML, `href="`+link+`"`) || !strings.Contains(mail.Text, link) {
		t.Error("the link is not in the email")
	}
}

func TestAnObsoleteEmailIsCancelled(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.changeKind(kindWelcome, func(k *Kind) {
		k.Params = func(core.App, map[string]string) (map[string]string, error) { return nil, ErrObsolete }
	})
	r.enqueue(welcome(1))
	r.drain()
	r.expectStatus(asha, "cancelled", 0)
}

func stringOf(v any) string {
	if s, ok := v.(interface{ String() string }); ok {
		return s.String()
	}
	s, _ := v.(string)
	return s
}

func TestRateLimiterCountsOnlyAllowedCalls(t *testing.T) {
	t.Parallel()
	p := rateLimiter{times: map[string][]time.Time{}}
	start := time.Date(2026, 11, 22, 6, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		after     time.Duration
		isLimited bool
	}{
		{0, false}, {59*time.Minute + 30*time.Second, false},
		{60*time.Minute + 10*time.Second, true}, {60*time.Minute + 11*time.Second, true},
		{60*time.Minute + 31*time.Second, false},
	} {
		if wait := p.check("invitation asha@example.com", start.Add(c.after)); (wait > 0) != c.isLimited ||
			wait > time.Minute {
			t.Errorf("after %s: wait = %s, want limited: %t", c.after, wait, c.isLimited)
		}
	}
}
