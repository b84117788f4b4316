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

	"boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/settings"
)

// textCache has the compiled texts of all kinds, and knows which texts admins have changed:
//
//	built in ── changed ──> version 1 ── changed, restored ──> version 2 … ── built in again ──> built in, version n
//
// A changed text may be unusable, because the merge fields have changed or someone edited the database. The built-in
// text is then sent, and the admins get one email per version about it.
type textCache struct {
	mu       sync.Mutex
	compiled map[textKey]*texts.Compiled
	// layouts has the layout of the frame that was used last.
	layouts map[texts.Frame]*texts.Layout
	// changed holds the changed texts in force by id. It is nil until they are read.
	changed map[string]changedText
	reading int
	// faults says why a changed text is not used. reported marks the faults that the admins have been emailed about.
	faults   map[textVersion]string
	reported map[textVersion]bool
}

type changedText struct {
	texts.Wording
	version int
}

type textVersion struct {
	id      string
	version int
}

// textKey is the cache key of a compiled text: its version and its frame. Version 0 is the built-in text.
type textKey struct {
	textVersion
	frame texts.Frame
}

// textID returns the id of a text: the kind's name, followed by a dot and the variant's name if there are several.
func textID(kind string, text *texts.Text) string {
	if text.Name == "" {
		return kind
	}
	return kind + "." + text.Name
}

// bindTexts clears the cached texts when a text changes.
func (o *Outbox) bindTexts() {
	forget := &hook.Handler[*core.RecordEvent]{Id: "boardcircleEmailTexts", Func: func(e *core.RecordEvent) error {
		o.texts.forget()
		return e.Next()
	}}
	o.app.OnRecordAfterCreateSuccess(textsCollection).Bind(forget)
	o.app.OnRecordAfterUpdateSuccess(textsCollection).Bind(forget)
	o.app.OnRecordAfterDeleteSuccess(textsCollection).Bind(forget)
}

func (t *textCache) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changed = nil
	t.reading++
	t.compiled = nil
}

// changedText returns the changed text in force. Version 0 means that the built-in text is in force. Read errors are
// logged, and the built-in texts are used.
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

// layout returns the layout of a frame, from the cache if it is there.
func (t *textCache) layout(f texts.Frame) (*texts.Layout, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.layoutOf(f)
}

func (t *textCache) layoutOf(f texts.Frame) (*texts.Layout, error) {
	if known := t.layouts[f]; known != nil {
		return known, nil
	}
	made, err := texts.NewLayout(f)
	if err == nil {
		t.layouts = map[texts.Frame]*texts.Layout{f: made}
	}
	return made, err
}

// maxCompiled is more than the number of texts. It only drops texts of earlier frames and versions.
const maxCompiled = 500

// compile returns a compiled text, from the cache if it is there.
func (t *textCache) compile(key textKey, k *texts.Kind, w texts.Wording) (*texts.Compiled, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.compiled[key]; known != nil {
		return known, nil
	}
	layout, err := t.layoutOf(key.frame)
	if err != nil {
		return nil, err
	}
	made, err := k.Compile(w, layout)
	if err != nil {
		return nil, err
	}
	if t.compiled == nil || len(t.compiled) >= maxCompiled {
		t.compiled = map[textKey]*texts.Compiled{}
	}
	t.compiled[key] = made
	return made, nil
}

// textInForce returns the text that emails of a kind are rendered with now.
func (o *Outbox) textInForce(k *kind, v *texts.Text) texts.Wording {
	if changed := o.changedText(textID(k.Name, v)); changed.version != 0 {
		return changed.Wording
	}
	return v.Wording
}

// keepText stores the text that a claimed email is about to be rendered with, and returns its id. It returns "" for a
// kind whose authors store their texts. The text belongs to the batch, because all calls with one key must send the
// same text. A resent email gets a new batch and so the current text.
func (o *Outbox) keepText(tx core.App, email claimedEmail, now time.Time) (string, error) {
	k, err := o.findKind(email.Kind)
	if err != nil || k.text == nil {
		return "", nil // compose reports the error
	}
	var params map[string]string
	if err := json.Unmarshal([]byte(email.Params), &params); err != nil {
		return "", nil
	}
	v, err := k.text.Find(params)
	if err != nil {
		return "", nil
	}
	return insertSentText(tx, textID(k.Name, v), o.textInForce(k, v), now)
}

// updateSubject updates the subject of a claimed email, because its text may have changed while it waited. The list then
// shows the subject that was sent.
func (o *Outbox) updateSubject(tx core.App, email claimedEmail) error {
	k, err := o.findKind(email.Kind)
	if err != nil || k.text == nil {
		return nil
	}
	var params map[string]string
	if err := json.Unmarshal([]byte(email.Params), &params); err != nil {
		return nil
	}
	subject, err := o.subject(email.Kind, params)
	if err != nil {
		return nil // compose reports the error
	}
	return storeSubject(tx, []claimedEmail{email}, subject)
}

// withText calls do with the text of a kind that is in force. If that fails, it calls do with the built-in text.
func withText[T any](o *Outbox, k *kind, v *texts.Text, do func(*texts.Compiled) (T, error)) (T, error) {
	id, f := textID(k.Name, v), o.frame()
	use := func(version int, w texts.Wording) (result T, err error) {
		t, err := o.texts.compile(textKey{textVersion{id, version}, f}, k.text, w)
		if err != nil {
			return result, errors.Join(texts.ErrRender, err)
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
	if err == nil { // the built-in text works, so the changed text is at fault
		o.texts.setFault(textVersion{id, changed.version}, cause)
	}
	return result, err
}

func (t *textCache) setFault(text textVersion, cause error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.faults == nil {
		t.faults, t.reported = map[textVersion]string{}, map[textVersion]bool{}
	}
	t.faults[text] = cause.Error()
}

// fault returns why a version of a text is not used, or "".
func (t *textCache) fault(text textVersion) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.faults[text]
}

// takeUnreported returns the faults that the admins have not been emailed about, and marks them as reported.
func (t *textCache) takeUnreported() (list []textVersion) {
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

// countFaults returns the number of texts in force that could not be used since the start.
func (t *textCache) countFaults() int {
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

// reportFaults emails the admins about texts that could not be used, once per version. It must be called outside of
// transactions.
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
	if err != nil || to == "" || strings.HasPrefix(text.id, emails.KindTextFault) {
		return err
	}
	return o.Enqueue(o.app, Email{
		Kind: emails.KindTextFault, DedupeKey: emails.KindTextFault + ":" + text.id + ":" + strconv.Itoa(text.version), To: Address{Email: to},
		Params: map[string]string{"text": text.id},
	})
}
