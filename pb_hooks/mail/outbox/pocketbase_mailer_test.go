package outbox

import (
	"net/mail"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/mails"
	"github.com/pocketbase/pocketbase/tools/mailer"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/mail/brevo"
)

// newServedOutbox returns an outbox of an app that is not a test app, because a test app has its own mailer. It also
// returns a superuser.
func newServedOutbox(t *testing.T) (*testOutbox, *core.Record) {
	t.Helper()
	r := newTestOutbox(t)
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: r.app.DataDir()})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	r.Outbox = newOutboxOver(app, r.clock.Now, brevo.New(r.url, "key"))
	r.bindPocketBaseMailer()
	superusers, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	root := core.NewRecord(superusers)
	root.SetEmail("root@example.com")
	root.SetPassword("Correct-horse-1")
	if err := app.Save(root); err != nil {
		t.Fatal(err)
	}
	return r, root
}

func TestPocketBaseResetEmailIsSentDirectlyAndNotStored(t *testing.T) {
	t.Parallel()
	r, root := newServedOutbox(t)
	r.provider.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.AcceptThenDrop, Times: 1})
	if err := mails.SendRecordPasswordReset(r.Outbox.app, root); err != nil {
		t.Fatal(err)
	}
	if n := len(r.provider.Messages("root@example.com")); n != 1 {
		t.Fatalf("%d emails arrived, want 1", n)
	}
	if n, _ := r.app.CountRecords("email_logs"); n != 0 {
		t.Errorf("%d emails in the outbox, want none with a secret", n)
	}
}

func TestPocketBaseResetEmailFailsWithoutAProvider(t *testing.T) {
	t.Parallel()
	r, root := newServedOutbox(t)
	r.sender = nil
	if err := mails.SendRecordPasswordReset(r.Outbox.app, root); err == nil {
		t.Error("sending without a key succeeded")
	}
	r.sender = brevo.New("http://127.0.0.1:1", "key")
	if err := mails.SendRecordPasswordReset(r.Outbox.app, root); err == nil {
		t.Error("sending to an unreachable provider succeeded")
	}
}

func TestPocketBaseSignInAlertGoesThroughTheOutbox(t *testing.T) {
	t.Parallel()
	r, root := newServedOutbox(t)
	if err := mails.SendRecordAuthAlert(r.Outbox.app, root, "from a new place {{x}}"); err != nil {
		t.Fatal(err)
	}
	r.expectStatus("root@example.com", "queued", 0)
	r.drain()
	r.expectStatus("root@example.com", "sent", 1)
}

func TestATestAppKeepsItsOwnMailer(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	r.bindPocketBaseMailer()
	err := r.app.NewMailClient().
		Send(&mailer.Message{To: []mail.Address{{Address: "a@example.com"}}, Subject: "x", Text: "x"})
	if err != nil || r.app.TestMailer.TotalSend() != 1 || len(r.provider.Messages("")) != 0 {
		t.Errorf("%d emails of the test mailer, %d of Brevo, want 1 and 0; error = %v", r.app.TestMailer.TotalSend(),
			len(r.provider.Messages("")), err)
	}
}
