package outbox

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/settings"
)

// Kind declares a kind of email. The feature that sends it registers it in its constructor.
type Kind struct {
	// Name is stored with each email, so it must not change.
	Name string
	// Texts has the kind's declaration and its texts. It is empty for a kind whose authors write each email.
	Texts texts.Set
	// Modules are those of which one must be on for the email to be sent. It is empty for an email that is always sent.
	Modules []modules.ID
	// Priority is Normal unless set.
	Priority jobs.Priority
	// Params completes the stored params when the email is sent; nil leaves them unchanged.
	Params ParamsFunc
	// Attachments creates the attached files; nil attaches no files.
	Attachments AttachmentFunc
	// Topic returns the topic that a reader can unsubscribe from, given the stored params. preferences.About returns
	// such a function. A nil Topic means that the email is always sent, for example a receipt, a security email or the
	// review of a nomination.
	Topic func(params map[string]string) preferences.Topic
	// ReplyTo returns the reply address; nil uses the site's contact address.
	ReplyTo func(params map[string]string) Address
}

// In returns kinds of emails that are sent only while one of some modules is on.
func In(ids []modules.ID, kinds ...Kind) []Kind {
	for i := range kinds {
		kinds[i].Modules = ids
	}
	return kinds
}

// ParamsFunc turns the stored params of an email into those that its template needs. It is called when the email is
// sent, so that secrets such as the token of a link are never stored in the outbox. It returns ErrObsolete if the
// email should no longer be sent. The param preferencesURL of an email with a topic is the link to its reader's
// preferences; it is missing when an admin reads the email.
type ParamsFunc func(app core.App, params map[string]string) (map[string]string, error)

// AttachmentFunc creates the attached files from the stored params when the email is sent. The same params must give
// the same bytes, so that a repeated call sends the same email.
type AttachmentFunc func(app core.App, params map[string]string) ([]Attachment, error)

// Address is a mailbox and the name shown for it.
type Address struct {
	Email, Name string
}

// Attachment is a file attached to an email.
type Attachment struct {
	Name    string
	Content []byte
}

// Email is an email that a feature enqueues. It holds ids and facts. The template has the sentences, and the kind's
// Params adds secrets when the email is sent.
type Email struct {
	// Kind is the name of a registered kind.
	Kind string
	// DedupeKey names the occasion, such as "welcome:<userId>". An email whose key exists already is not stored
	// again. Emails with the key "" are never duplicates.
	DedupeKey string
	To        Address
	// Params are stored with the email. They must not hold secrets.
	Params map[string]string
	// RegistrationID is the id of the nomination that the email is about, if any.
	RegistrationID string
	// Concerns is the id of a person who must not read the email in the console, or "": the person whom a report is about.
	Concerns string
	// IsToOffice is true for an email to the office.
	IsToOffice bool
	// ExpiresAt is the time after which the email is not sent any more; zero means never.
	ExpiresAt time.Time
}

// KindPocketBase is the kind of the emails that PocketBase writes. It has no texts.
const KindPocketBase = "pocketbase"

func ownKinds() []Kind {
	return []Kind{
		{Name: emails.KindTest, Texts: emails.Texts, Priority: jobs.High},
		{Name: KindPocketBase},
		{Name: texts.KindSample, Priority: jobs.High},
		{Name: emails.KindTextFault, Texts: emails.Texts},
	}
}

// kind is a registered kind with its texts. text is nil if the kind has none.
type kind struct {
	Kind
	text *texts.Kind
}

// Register adds kinds of email. It panics if a kind is registered twice or a text is missing, so that the program does
// not start.
func (o *Outbox) Register(kinds ...Kind) {
	for _, k := range kinds {
		if o.kinds[k.Name] != nil {
			panic("outbox: kind " + k.Name + " is registered twice")
		}
		k.Params = k.paramsWhileOn()
		parsed := &kind{Kind: k}
		if k.Texts.Kinds != nil {
			parsed.text = k.Texts.Kind(k.Name)
			o.texts.Register(k.Name, parsed.text, k.Modules, func(params map[string]string) bool {
				return o.topic(k.Name, params).Valid()
			})
		}
		o.kinds[k.Name] = parsed
	}
}

// paramsWhileOn returns Params, for which an email is also obsolete while the modules of its kind are all off.
func (k Kind) paramsWhileOn() ParamsFunc {
	if len(k.Modules) == 0 {
		return k.Params
	}
	return func(app core.App, params map[string]string) (completed map[string]string, err error) {
		if k.Params != nil {
			if completed, err = k.Params(app, params); err != nil {
				return completed, err
			}
		}
		on, err := settings.ReadModules(app)
		if err == nil && !on.HasAny(k.Modules...) {
			err = ErrObsolete
		}
		return completed, err
	}
}

// topic returns the topic of an email, or "" if the email is always sent.
func (o *Outbox) topic(kind string, params map[string]string) preferences.Topic {
	if k := o.kinds[kind]; k != nil && k.Topic != nil {
		return k.Topic(params)
	}
	return ""
}

func (o *Outbox) findKind(name string) (*kind, error) {
	if k := o.kinds[name]; k != nil {
		return k, nil
	}
	return nil, fmt.Errorf("%w: unknown kind %q", texts.ErrRender, name)
}

// Kinds lists the names of the registered kinds.
func (o *Outbox) Kinds() []string { return slices.Sorted(maps.Keys(o.kinds)) }

// priority returns the priority of a kind. It is Normal for a kind that is not registered.
func (o *Outbox) priority(kind string) jobs.Priority {
	if k := o.kinds[kind]; k != nil {
		return k.Priority
	}
	return jobs.Normal
}
