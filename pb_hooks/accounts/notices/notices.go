// Package notices emails the owner of an account about each change of its credentials, and everyone who may use the
// console about changes that could divert payments or messages (admins.go).
//
// A notice also goes to the addresses that the account had within the last 30 days. Without them, an intruder could
// silence the notices by changing the address.
package notices

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/mail/outbox"
)

// Outbox queues the notices, within the transaction of the change.
type Outbox interface {
	Enqueue(tx core.App, email outbox.Email) error
}

// Notices writes the notices.
type Notices struct {
	app    core.App
	outbox Outbox
	now    clock.Clock
}

// New returns Notices. Its hooks store former addresses and watch PocketBase's own settings.
func New(app core.App, outbox Outbox, now clock.Clock) *Notices {
	n := &Notices{app: app, outbox: outbox, now: now}
	n.watchServerSettings()
	n.keepFormerEmails()
	return n
}

// NotifyOwner emails the owner of a member's or an admin's account about a change of credentials.
func (n *Notices) NotifyOwner(tx core.App, account *core.Record, event emails.UserEvent) error {
	if account.Collection().Name == identity.Users {
		return n.NotifyUser(tx, identity.NewUser(account), event)
	}
	return n.NotifyAdmin(tx, identity.NewAdmin(account), emails.AdminEvent(event))
}

// NotifyUser emails a member about a change of their credentials, at their address and at those of the last 30 days.
func (n *Notices) NotifyUser(tx core.App, user *identity.User, event emails.UserEvent) error {
	addresses, err := listFormerEmails(tx, user.Id, n.now())
	if err != nil {
		return err
	}
	for _, address := range append([]string{user.Email()}, addresses...) {
		if err := n.NotifyUserAt(tx, address, user, event); err != nil {
			return err
		}
	}
	return nil
}

func (n *Notices) NotifyUserAt(tx core.App, address string, user *identity.User, event emails.UserEvent) error {
	return n.outbox.Enqueue(tx, emails.AccountNotice{
		UserID: user.Id, Event: event, Name: user.Name(), Email: address, At: n.now(),
	}.Build())
}

// NotifyAdmin emails an admin about their own account, if it has an address.
func (n *Notices) NotifyAdmin(tx core.App, admin *identity.Admin, event emails.AdminEvent) error {
	return n.NotifyAdminAt(tx, admin.Email(), admin, event)
}

func (n *Notices) NotifyAdminAt(tx core.App, address string, admin *identity.Admin, event emails.AdminEvent) error {
	if address == "" {
		return nil
	}
	return n.outbox.Enqueue(tx, emails.AdminNotice{
		AdminID: admin.Id, Event: event, Username: admin.Username(), Email: address, At: n.now(),
	}.Build())
}

// keepFormerEmails registers a hook that stores the previous address on every change.
func (n *Notices) keepFormerEmails() {
	n.app.OnRecordUpdate(identity.Users).Bind(&hook.Handler[*core.RecordEvent]{
		Id: "boardcircleFormerEmails", // replaces the hook of an earlier instance on the same app
		Func: func(e *core.RecordEvent) error {
			former := e.Record.Original().Email()
			isChanged := identity.EmailKey(former) != identity.EmailKey(e.Record.Email())
			if err := e.Next(); err != nil || !isChanged || former == "" {
				return err
			}
			return saveFormerEmail(e.App, e.Record.Id, former, n.now())
		},
	})
	n.app.OnRecordDeleteExecute(identity.Users).Bind(&hook.Handler[*core.RecordEvent]{
		Id: "boardcircleFormerEmails",
		Func: func(e *core.RecordEvent) error {
			if err := e.Next(); err != nil {
				return err
			}
			return deleteFormerEmailsOf(e.App, e.Record.Id)
		},
	})
}
