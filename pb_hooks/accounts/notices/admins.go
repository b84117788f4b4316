package notices

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/keys"
)

// NotifyAdmins emails everyone who may use the console, and the superusers, about changes that could divert payments or
// messages. It queues the emails in the transaction of the change. Each element of changes is a sentence without
// secrets. If changes is empty, NotifyAdmins does nothing.
func (n *Notices) NotifyAdmins(tx core.App, record *core.Record, changes []string) error {
	return n.notifyOfChanges(tx, audit.PendingChangeOf(record).Actor, changes)
}

func (n *Notices) notifyOfChanges(tx core.App, by audit.Actor, changes []string) error {
	if len(changes) == 0 {
		return nil
	}
	addresses, err := adminAddresses(tx)
	if err != nil {
		return fmt.Errorf("find the admins' addresses: %w", err)
	}
	event, now := keys.Random(), n.now()
	for _, address := range addresses {
		alert := emails.AdminAlert{Event: event, Email: address, Changes: changes, By: actorInWords(by), At: now}
		if err := n.outbox.Enqueue(tx, alert.Build()); err != nil {
			return fmt.Errorf("notify the admins: %w", err)
		}
	}
	return nil
}

// actorInWords describes the actor for the email.
func actorInWords(by audit.Actor) string {
	switch by.Kind {
	case audit.ActorAdmin:
		return "the administrator " + by.Name
	case audit.ActorMember:
		return "the member " + by.Name + ", who has admin rights"
	case audit.ActorSuperuser:
		return "the superuser " + by.Name + " in PocketBase’s dashboard"
	}
	return "someone at the server’s command line"
}

// watchServerSettings emails the admins when a superuser saves PocketBase's own settings, such as the mail server or
// the storage of files and backups. The email names the changed parts but not their values, which can be secrets.
func (n *Notices) watchServerSettings() {
	// The fixed id replaces the hook of an earlier instance on the same app. The demo creates several.
	n.app.OnSettingsUpdateRequest().Bind(&hook.Handler[*core.SettingsUpdateRequestEvent]{
		Id: "boardcircleServerSettings",
		Func: func(e *core.SettingsUpdateRequestEvent) error {
			parts := changedParts(e.OldSettings, e.NewSettings)
			if err := e.Next(); err != nil || len(parts) == 0 {
				return err
			}
			by := audit.AccountActor(e.RequestEvent, e.Auth)
			return e.App.RunInTransaction(func(tx core.App) error {
				return n.notifyOfChanges(tx, by, []string{"The server’s settings: " + strings.Join(parts, ", ")})
			})
		},
	})
}

// changedParts returns the names of the parts of PocketBase's settings that differ.
func changedParts(before, after *core.Settings) (changed []string) {
	for _, part := range []struct {
		name    string
		was, is any
	}{
		{"the mail server", before.SMTP, after.SMTP},
		{"the backups", before.Backups, after.Backups},
		{"the file storage", before.S3, after.S3},
		{"the name, the address and the sender", before.Meta, after.Meta},
		{"the rate limits", before.RateLimits, after.RateLimits},
		{"the trusted proxies", before.TrustedProxy, after.TrustedProxy},
		{"the batch requests", before.Batch, after.Batch},
		{"the request log", before.Logs, after.Logs},
		{"the superusers’ addresses", before.SuperuserIPs, after.SuperuserIPs},
	} {
		if !reflect.DeepEqual(part.was, part.is) {
			changed = append(changed, part.name)
		}
	}
	return changed
}
