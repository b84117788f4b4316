package outbox

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail/brevo"
)

func TestEnqueueStoresAnEmailWithItsTransactionOrNotAtAll(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	undone := errors.New("undone")
	err := r.app.RunInTransaction(func(tx core.App) error {
		if err := r.Enqueue(tx, welcome(1)); err != nil {
			t.Fatal(err)
		}
		return undone
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	if n, _ := r.app.CountRecords("email_logs"); n != 0 {
		t.Fatalf("%d emails of an undone change", n)
	}
	r.enqueue(welcome(1))
	row := r.expectStatus(asha, "queued", 0)
	if row.GetString("subject") != "Welcome to Boardcircle" || row.GetString("recipientName") != "Asha Rao" {
		t.Errorf("the row reads %q to %q", row.GetString("subject"), row.GetString("recipientName"))
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

func TestEnqueueRefusesWhatCannotBeSent(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	for name, l := range map[string]Email{
		"an unknown kind":   {Kind: "praise", To: Address{Email: "a@example.com"}},
		"no address":        {Kind: kindWelcome},
		"a broken address":  {Kind: kindWelcome, To: Address{Email: "asha"}},
		"a header in it":    {Kind: kindWelcome, To: Address{Email: "a@example.com\r\nBcc: b@example.com"}},
		"a name around it":  {Kind: kindWelcome, To: Address{Email: "Asha <a@example.com>"}},
		"a missing subject": {Kind: kindNotice, To: Address{Email: "a@example.com"}},
	} {
		if err := r.Enqueue(r.app, l); err == nil {
			t.Errorf("%s was taken", name)
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
		t.Errorf("a reply to the notice goes to %q", reply)
	}
	if reply := r.provider.Messages(asha)[0].ReplyTo.Email; reply != "info@boardcircle.example" {
		t.Errorf("a reply to the welcome goes to %q", reply)
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
		t.Error("it says that it is configured")
	}
	r.Outbox = r.newOutbox(brevo.New(r.url, "key"))
	r.drain()
	r.expectStatus(asha, "sent", 1)
}

func TestTheOutboxStoresNoSecret(t *testing.T) {
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
			t.Errorf("%s holds the secret", name)
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

func TestThrottleCountsOnlyWhatItAllowed(t *testing.T) {
	t.Parallel()
	p := rateLimiter{times: map[string][]time.Time{}}
	began := time.Date(2026, 11, 22, 6, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		after time.Duration
		just  bool
	}{
		{0, false}, {59*time.Minute + 30*time.Second, false},
		{60*time.Minute + 10*time.Second, true}, {60*time.Minute + 11*time.Second, true},
		{60*time.Minute + 31*time.Second, false},
	} {
		if wait := p.check("invitation asha@example.com", began.Add(c.after)); (wait > 0) != c.just ||
			wait > time.Minute {
			t.Errorf("after %s: wait %s", c.after, wait)
		}
	}
}
