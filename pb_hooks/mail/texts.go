package mail

import (
	"sync"
)

// texts are the compiled texts of all kinds, and those that admins have changed.
type texts struct {
	mu       sync.Mutex
	compiled map[textKey]*compiled
	drafts   map[frame]framed
}

// textKey names a compiled text: a version of it in a frame; version 0 is the built-in one.
type textKey struct {
	kind, variant string
	version       int
	frame         frame
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
	if t.compiled == nil {
		t.compiled = map[textKey]*compiled{}
	}
	t.compiled[key] = made
	return made, nil
}

// withText does something with the text of a kind that is in force.
func withText[T any](o *Outbox, k *kind, v *variant, do func(*compiled) (T, error)) (result T, err error) {
	t, err := o.texts.compile(textKey{k.Name, v.name, 0, o.frame()}, k.declaration, v.Wording)
	if err != nil {
		return result, err
	}
	return do(t)
}
