// Package mail sends emails and tracks their delivery. It constructs the packages below it.
//
// Each line is a package and the packages of mail that it imports, which are above it. A test compares the lines with
// the code.
//
//	brevo        -
//	texts        -
//	preferences  -
//	emails       texts
//	outbox       brevo, emails, preferences, texts
//	delivery     brevo, outbox, preferences, texts
//
// What they do, in the order in which an email passes through them:
//
//	texts        the texts of emails: declarations, rendering, admins' changes
//	preferences  what people want emails about, and suppressed addresses
//	outbox       stores emails in the transaction of the change that they are about, and sends them
//	brevo        the provider's API
//	delivery     the provider's webhook and log, and the health of sending
//	emails       the emails about sending itself
package mail

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail/delivery"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/people"
)

// Options are the dependencies of the feature.
type Options struct {
	Config config.Config
	Clock  clock.Clock
	// Key encrypts the links to the pages where readers choose their topics.
	Key   keys.Key
	Jobs  *jobs.Runner
	Audit *audit.Log
	// Sender and Log are nil if no provider key is configured. Emails then wait in the outbox.
	Sender outbox.Sender
	Log    delivery.SentLog
	Checks delivery.Checks
	// OnChange is called after emails or choices have changed.
	OnChange func()
}

// Mail has the parts of the feature.
type Mail struct {
	Preferences   *preferences.Preferences
	Texts         *texts.Library
	Outbox        *outbox.Outbox
	OutboxConsole *outbox.Console
	Delivery      *delivery.Tracker
}

// New constructs the feature for app and registers its jobs and its own kinds of email.
func New(app core.App, o Options) Mail {
	m := Mail{Texts: texts.New(app, o.Config, o.Clock)}
	m.Preferences = preferences.New(app, preferences.Deps{
		Config: o.Config, Clock: o.Clock, Key: o.Key, Audit: o.Audit, MarkUnsubscribed: outbox.MarkUnsubscribed,
		OnChange: o.OnChange,
	})
	m.Outbox = outbox.New(app, outbox.Options{
		Config: o.Config, Clock: o.Clock, Jobs: o.Jobs, Texts: m.Texts, Preferences: m.Preferences, Sender: o.Sender,
		OnChange: o.OnChange, LanguageOf: people.LanguageOf,
	})
	m.OutboxConsole = outbox.NewConsole(m.Outbox, o.Audit)
	m.Delivery = delivery.New(app, delivery.Deps{
		Config: o.Config, Clock: o.Clock, Jobs: o.Jobs, Outbox: m.Outbox, Texts: m.Texts, Audit: o.Audit, Log: o.Log,
		Checks: o.Checks,
	})
	return m
}
