package mail

import (
	"testing"
)

func TestTheMarkupOfATextIsCompiledOnce(t *testing.T) {
	t.Parallel()
	r := newTestOutbox(t)
	for range 3 {
		r.render(welcomeTo(asha))
	}
	key := textKey{textVersion{kindWelcome, 0}, r.frame()}
	first := r.texts.compiled[key]
	if first == nil || len(r.texts.compiled) != 1 {
		t.Fatalf("%d texts are compiled", len(r.texts.compiled))
	}
	r.render(welcomeTo("other@example.com"))
	if r.texts.compiled[key] != first {
		t.Error("it was compiled again")
	}
}
