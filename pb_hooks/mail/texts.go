package mail

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/settings"
)

// texts are the texts of all kinds, compiled, and which of them admins have changed:
//
//	built in ── changed ──> version 1 ── changed, restored ──> version 2 … ── built in again ──> built in, version n
//
// A changed text that can't be used, because a later program has other merge fields or somebody wrote into the
// database, never stops an e-mail: the built-in one goes out, and the admins get an e-mail, once a version.
type texts struct {
	mu       sync.Mutex
	compiled map[textKey]*compiled
	drafts   map[frame]framed
	// changed are the changed texts in force by their id; nil while they are not read.
	changed map[string]changedText
	reading int
	// faults are why a changed text is not used, by its id and version; reported are those that the admins have had an e-mail about.
	faults   map[textVersion]string
	reported map[textVersion]bool
}

type changedText struct {
	Wording
	version int
}

type textVersion struct {
	id      string
	version int
}

// textKey names a compiled text: a version of it in a frame; version 0 is the built-in one.
type textKey struct {
	textVersion
	frame frame
}

// textID is the address of a text: the kind's name, and the variant's behind a dot.
func textID(kind string, v *variant) string {
	if v.name == "" {
		return kind
	}
	return kind + "." + v.name
}

// bindTexts forgets what was read when a text changes.
func (o *Outbox) bindTexts() {
	forget := &hook.Handler[*core.RecordEvent]{Id: "boardcircleEmailTexts", Func: func(e *core.RecordEvent) error {
		o.texts.forget()
		return e.Next()
	}}
	o.app.OnRecordAfterCreateSuccess(textsCollection).Bind(forget)
	o.app.OnRecordAfterUpdateSuccess(textsCollection).Bind(forget)
	o.app.OnRecordAfterDeleteSuccess(textsCollection).Bind(forget)
}

func (t *texts) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changed = nil
	t.reading++
	t.compiled = nil
}

// changedText returns the text of an admin's that is in force; version 0 says that the built-in one is. What can't be
// read is logged: the built-in texts go out.
func (o *Outbox) changedText(id string) changedText {
	t := &o.texts
	t.mu.Lock()
	changed, reading := t.changed, t.reading
	t.mu.Unlock()
	if changed != nil {
		return changed[id]
	}
	rows, err := listTexts(o.app)
	if err != nil {
		o.app.Logger().Error("The texts of e-mails can't be read: the built-in ones are used", "error", err)
		return changedText{}
	}
	changed = map[string]changedText{}
	for _, row := range rows {
		if !row.isBuiltIn() {
			changed[row.text()] = changedText{row.wording(), row.version()}
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if reading == t.reading {
		t.changed = changed
	}
	return changed[id]
}

func (t *texts) draftLayout(f frame) (framed, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, has := t.drafts[f]; has {
		return known, nil
	}
	made, err := f.compileDraft()
	if err == nil {
		t.drafts = map[frame]framed{f: made}
	}
	return made, err
}

// maxCompiled is more than there are texts; what is no longer used goes when a frame has been changed.
const maxCompiled = 500

// compile returns a compiled text, from the cache if it is there.
func (t *texts) compile(key textKey, d *declaration, w Wording) (*compiled, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.compiled[key]; known != nil {
		return known, nil
	}
	made, err := d.compile(w, key.frame)
	if err != nil {
		return nil, err
	}
	if t.compiled == nil || len(t.compiled) >= maxCompiled {
		t.compiled = map[textKey]*compiled{}
	}
	t.compiled[key] = made
	return made, nil
}

// textInForce is the text of a kind that its e-mails are composed with now.
func (o *Outbox) textInForce(k *kind, v *variant) Wording {
	if changed := o.changedText(textID(k.Name, v)); changed.version != 0 {
		return changed.Wording
	}
	return v.Wording
}

// keepText keeps the text that a claimed e-mail is about to be composed with, and returns its id; "" for a kind whose
// authors keep theirs. It is kept with the batch: each call with one key carries one text. An e-mail that waits has none
// yet; one that is sent again gets a new batch, so it goes out with the text of that day, as a correction should, and is
// shown with it from then on.
func (o *Outbox) keepText(tx core.App, email claimedEmail, now time.Time) (string, error) {
	k, err := o.findKind(email.Kind)
	if err != nil || k.declaration == nil {
		return "", nil // what can't be composed is refused when it is
	}
	var params map[string]string
	if err := json.Unmarshal([]byte(email.Params), &params); err != nil {
		return "", nil
	}
	v, err := k.declaration.find(params)
	if err != nil {
		return "", nil
	}
	return insertSentText(tx, textID(k.Name, v), o.textInForce(k, v), now)
}

// retitleWithText gives a claimed e-mail the subject that its text makes of it now, which may have changed while it waited:
// it is listed as it goes out.
func (o *Outbox) retitleWithText(tx core.App, email claimedEmail) error {
	k, err := o.findKind(email.Kind)
	if err != nil || k.declaration == nil {
		return nil
	}
	var params map[string]string
	if err := json.Unmarshal([]byte(email.Params), &params); err != nil {
		return nil
	}
	subject, err := o.subject(email.Kind, params)
	if err != nil {
		return nil // what can't be composed is refused when it is
	}
	return retitle(tx, []claimedEmail{email}, subject)
}

// withText does something with the text of a kind that is in force, and with the built-in one if that fails.
func withText[T any](o *Outbox, k *kind, v *variant, do func(*compiled) (T, error)) (T, error) {
	id, f := textID(k.Name, v), o.frame()
	use := func(version int, w Wording) (result T, err error) {
		t, err := o.texts.compile(textKey{textVersion{id, version}, f}, k.declaration, w)
		if err != nil {
			return result, errors.Join(errRender, err)
		}
		return do(t)
	}
	changed := o.changedText(id)
	if changed.version == 0 {
		return use(0, v.Wording)
	}
	result, cause := use(changed.version, changed.Wording)
	if cause == nil {
		return result, nil
	}
	result, err := use(0, v.Wording)
	if err == nil { // the built-in text can be used, so the other one is at fault
		o.texts.setFault(textVersion{id, changed.version}, cause)
	}
	return result, err
}

func (t *texts) setFault(text textVersion, cause error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.faults == nil {
		t.faults, t.reported = map[textVersion]string{}, map[textVersion]bool{}
	}
	t.faults[text] = cause.Error()
}

// fault is why a version of a text is not used, "" if nothing is known against it.
func (t *texts) fault(text textVersion) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.faults[text]
}

// takeUnreported returns the faults that the admins have had no e-mail about yet, and marks them as reported.
func (t *texts) takeUnreported() (list []textVersion) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for text := range t.faults {
		if !t.reported[text] {
			t.reported[text] = true
			list = append(list, text)
		}
	}
	return list
}

// countFaults is how many texts could not be used since the start.
func (t *texts) countFaults() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	count := 0
	for text := range t.faults {
		if t.changed[text.id].version == text.version {
			count++
		}
	}
	return count
}

// KindTextFault tells the admins that a changed text is not used.
const KindTextFault = "email-text-fault"

// reportFaults e-mails the admins, once a version, of texts that could not be used. It is called outside of transactions.
func (o *Outbox) reportFaults() {
	for _, text := range o.texts.takeUnreported() {
		o.app.Logger().Error("A changed text of an e-mail can't be used: the built-in one went out", "text", text.id, "version", text.version)
		err := o.enqueueFault(text)
		if err != nil {
			o.app.Logger().Error("The admins' e-mail about a text's fault could not be enqueued", "text", text.id, "error", err)
		}
	}
}

func (o *Outbox) enqueueFault(text textVersion) error {
	to, err := settings.NotificationRecipient(o.app, o.cfg.Mail.AdminEmail)
	if err != nil || to == "" || strings.HasPrefix(text.id, KindTextFault) {
		return err
	}
	return o.Enqueue(o.app, Email{
		Kind: KindTextFault, DedupeKey: KindTextFault + ":" + text.id + ":" + strconv.Itoa(text.version), To: Address{Email: to},
		Params: map[string]string{"text": text.id},
	})
}
