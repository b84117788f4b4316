package texts

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/settings"
)

// Library has the texts of all kinds of email, and knows which of them admins have changed:
//
//	built in ── changed ──> version 1 ── changed, restored ──> version 2 … ── built in again ──> built in, version n
//
// A changed text may be unusable, because the merge fields have changed or someone edited the database. The built-in
// text is then sent, and the admins get one email per version about it.
//
// Safe for concurrent use.
type Library struct {
	app core.App
	cfg config.Config
	now clock.Clock
	// kinds are registered when the features are constructed and are read-only afterwards.
	kinds map[string]registered
	// previews holds emails that are not sent yet.
	previews previews

	mu       sync.Mutex
	compiled map[textKey]*Compiled
	// layouts has the layout of the frame that was used last.
	layouts map[Frame]*Layout
	// changed holds the changed texts in force by id. It is nil until they are read.
	changed map[string]changedText
	reading int
	// faults says why a changed text is not used. reported marks the faults that the admins have been emailed about.
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

// textKey is the cache key of a compiled text: its version and its frame. Version 0 is the built-in text.
type textKey struct {
	textVersion
	frame Frame
}

// textID returns the id of a text: the kind's name, followed by a dot and the variant's name if there are several, and
// by a colon and the language unless it is English.
func textID(kind string, text *Text) string {
	id := kind
	if text.Name != "" {
		id += "." + text.Name
	}
	if text.Language != "" {
		id += ":" + text.Language
	}
	return id
}

// registered is a kind of email in the library.
type registered struct {
	*Kind
	name string
	// isOptional reports whether the reader of an email can unsubscribe from it.
	isOptional func(params map[string]string) bool
	// modules are those of which one must be on for the email to be sent, if any.
	modules []modules.ID
}

// New returns the library of app.
func New(app core.App, cfg config.Config, now clock.Clock) *Library {
	l := &Library{app: app, cfg: cfg, now: now, kinds: map[string]registered{}}
	l.clearOnChange()
	return l
}

// Register adds a kind of email.
func (l *Library) Register(name string, k *Kind, in []modules.ID, isOptional func(params map[string]string) bool) {
	l.kinds[name] = registered{k, name, isOptional, in}
}

// clearOnChange clears the cached texts when a text changes.
func (l *Library) clearOnChange() {
	forget := &hook.Handler[*core.RecordEvent]{Id: "boardcircleEmailTexts", Func: func(e *core.RecordEvent) error {
		l.forget()
		return e.Next()
	}}
	l.app.OnRecordAfterCreateSuccess(textsCollection).Bind(forget)
	l.app.OnRecordAfterUpdateSuccess(textsCollection).Bind(forget)
	l.app.OnRecordAfterDeleteSuccess(textsCollection).Bind(forget)
}

func (l *Library) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changed = nil
	l.reading++
	l.compiled = nil
}

// changedText returns the changed text in force. Version 0 means that the built-in text is in force. Read errors are
// logged, and the built-in texts are used.
func (l *Library) changedText(id string) changedText {
	l.mu.Lock()
	changed, reading := l.changed, l.reading
	l.mu.Unlock()
	if changed != nil {
		return changed[id]
	}
	rows, err := listTexts(l.app)
	if err != nil {
		l.app.Logger().Error("The texts of emails can't be read. The built-in texts are used", "error", err)
		return changedText{}
	}
	changed = map[string]changedText{}
	for _, row := range rows {
		if !row.isBuiltIn() {
			changed[row.text()] = changedText{row.wording(), row.version()}
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if reading == l.reading {
		l.changed = changed
	}
	return changed[id]
}

// layout returns the layout of a frame, from the cache if it is there.
func (l *Library) layout(f Frame) (*Layout, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.layoutOf(f)
}

func (l *Library) layoutOf(f Frame) (*Layout, error) {
	if known := l.layouts[f]; known != nil {
		return known, nil
	}
	made, err := NewLayout(f)
	if err == nil {
		l.layouts = map[Frame]*Layout{f: made}
	}
	return made, err
}

// maxCompiled is more than the number of texts. It only drops texts of earlier frames and versions.
const maxCompiled = 500

// compile returns a compiled text, from the cache if it is there.
func (l *Library) compile(key textKey, k *Kind, w Wording) (*Compiled, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.compiled[key]; known != nil {
		return known, nil
	}
	layout, err := l.layoutOf(key.frame)
	if err != nil {
		return nil, err
	}
	made, err := k.Compile(w, layout)
	if err != nil {
		return nil, err
	}
	if l.compiled == nil || len(l.compiled) >= maxCompiled {
		l.compiled = map[textKey]*Compiled{}
	}
	l.compiled[key] = made
	return made, nil
}

// inForce returns the text that emails of a kind are rendered with now.
func (l *Library) inForce(name string, v *Text) Wording {
	if changed := l.changedText(textID(name, v)); changed.version != 0 {
		return changed.Wording
	}
	return v.Wording
}

// StoreSent stores the text that an email is about to be rendered with, and returns its id. It returns "" for a kind
// without texts, and for params that select none: rendering reports the error.
func (l *Library) StoreSent(tx core.App, kind string, params map[string]string, now time.Time) (string, error) {
	k, isKnown := l.kinds[kind]
	if !isKnown {
		return "", nil
	}
	v, err := k.Find(params)
	if err != nil {
		return "", nil
	}
	return insertSentText(tx, textID(kind, v), l.inForce(kind, v), now)
}

// withText calls do with the text of a kind that is in force. If that fails, it calls do with the built-in text.
func withText[T any](l *Library, k registered, v *Text, do func(*Compiled) (T, error)) (T, error) {
	id, f := textID(k.name, v), l.frame()
	use := func(version int, w Wording) (result T, err error) {
		t, err := l.compile(textKey{textVersion{id, version}, f}, k.Kind, w)
		if err != nil {
			return result, errors.Join(ErrRender, err)
		}
		return do(t)
	}
	changed := l.changedText(id)
	if changed.version == 0 {
		return use(0, v.Wording)
	}
	result, cause := use(changed.version, changed.Wording)
	if cause == nil {
		return result, nil
	}
	result, err := use(0, v.Wording)
	if err == nil { // the built-in text works, so the changed text is at fault
		l.setFault(textVersion{id, changed.version}, cause)
	}
	return result, err
}

func (l *Library) setFault(text textVersion, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.faults == nil {
		l.faults, l.reported = map[textVersion]string{}, map[textVersion]bool{}
	}
	l.faults[text] = cause.Error()
}

// fault returns why a version of a text is not used, or "".
func (l *Library) fault(text textVersion) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.faults[text]
}

// Fault is a version of a text that could not be used, so that the built-in text was sent instead.
type Fault struct {
	Text    string
	Version int
}

// PopFaults returns the faults that the admins have not been emailed about, and marks them as reported.
func (l *Library) PopFaults() (list []Fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for text := range l.faults {
		if !l.reported[text] {
			l.reported[text] = true
			list = append(list, Fault{text.id, text.version})
		}
	}
	return list
}

// CountFaults returns the number of texts in force that could not be used since the start.
func (l *Library) CountFaults() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	count := 0
	for text := range l.faults {
		if l.changed[text.id].version == text.version {
			count++
		}
	}
	return count
}

// Render renders an email of a kind. The params must be complete.
func (l *Library) Render(kind string, params map[string]string) (Rendered, error) {
	k, v, err := l.find(kind, params)
	if err != nil {
		return Rendered{}, err
	}
	return withText(l, k, v, func(c *Compiled) (Rendered, error) {
		return c.Render(l.data(settings.ReadOrDefaults(l.app), v.withLanguage(params)))
	})
}

// find returns a kind and the text that the params select.
func (l *Library) find(kind string, params map[string]string) (registered, *Text, error) {
	k, isKnown := l.kinds[kind]
	if !isKnown {
		return k, nil, fmt.Errorf("%w: there are no texts of the kind %q", ErrRender, kind)
	}
	v, err := k.Find(params)
	return k, v, err
}

// RenderSent renders an email with the text that StoreSent has stored. If that text is not stored or can't be used, it
// uses the text in force.
func (l *Library) RenderSent(kind, sentTextID string, params map[string]string) (Rendered, error) {
	if sentTextID == "" {
		return l.Render(kind, params)
	}
	k, v, err := l.find(kind, params)
	if err != nil {
		return Rendered{}, err
	}
	stored, err := findSentText(l.app, sentTextID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && stored == l.inForce(kind, v) {
		return l.Render(kind, params)
	}
	if err != nil {
		return Rendered{}, err
	}
	c, err := l.compile(textKey{textVersion{id: "sent:" + sentTextID}, l.frame()}, k.Kind, stored)
	if err == nil {
		if rendered, err := c.Render(l.data(settings.ReadOrDefaults(l.app), v.withLanguage(params))); err == nil {
			return rendered, nil
		}
	}
	return l.Render(kind, params) // the fields have changed since
}

// Subject renders only the subject, from the stored params.
func (l *Library) Subject(kind string, params map[string]string) (string, error) {
	k, v, err := l.find(kind, params)
	if err != nil {
		return "", err
	}
	return withText(l, k, v, func(c *Compiled) (string, error) { return c.Subject(l.withSite(v.withLanguage(params))) })
}

// RenderDraft renders an email that a person has written. The address of the reader's preferences is added to it.
func (l *Library) RenderDraft(d Draft, preferencesURL string) (Rendered, error) {
	layout, err := l.layout(l.frame())
	if err != nil {
		return Rendered{}, err
	}
	return layout.RenderDraft(d,
		l.data(settings.ReadOrDefaults(l.app), map[string]string{"preferencesURL": preferencesURL}))
}

// data returns what a text is rendered with.
func (l *Library) data(s settings.Settings, params map[string]string) Data {
	return Data{
		Params: l.withSite(params), SiteURL: l.cfg.SiteURL, PreferencesURL: params["preferencesURL"],
		FooterLine: s.EmailFooter, PostalAddress: cmp.Or(s.EmailAddress, s.ContactAddress), dictionary: dictionaryOf(params),
	}
}

// withSite adds the site's facts to the params. siteURL leads to the pages in the language of the email.
func (l *Library) withSite(params map[string]string) map[string]string {
	current := settings.ReadOrDefaults(l.app)
	site := current.Site(l.cfg.Site)
	data := map[string]string{}
	maps.Copy(data, params)
	maps.Copy(data, map[string]string{
		"siteName":         site.Name,
		"siteURL":          l.cfg.SiteURL + languages.AddressIn(params[ParamLanguage], ""),
		"contactEmail":     site.ContactEmail,
		"contactPhone":     site.ContactPhone,
		"contactPlace":     current.ContactAddress,
		"eventDay":         current.EventDay(),
		"upcomingEventDay": current.UpcomingEventDay(l.now()),
	})
	return data
}
