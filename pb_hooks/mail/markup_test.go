package mail

import (
	"strings"
	"testing"
)

// The benchmark compares the compiled text with inlining the styles for each email.
func BenchmarkRenderCompiledAgainstInlinedAnew(b *testing.B) {
	d := parseDeclaration("welcome", string(testFiles["emails/welcome.md"].Data))
	w, f := d.variants[0].Wording, frame{Accent: "#f99f1b", Link: "#9a4f00"}
	params := map[string]string{"name": "Asha Rao", "email": asha, "siteName": "Boardcircle", "siteURL": "https://boardcircle.example", "contactEmail": "info@boardcircle.example", "contactPhone": "+91 22 4000 1234"}
	render := func(c *compiled) {
		if _, err := c.render(d, emailData{F: d.values(params)}, params); err != nil {
			b.Fatal(err)
		}
	}
	compile := func() *compiled {
		c, err := d.compile(w, f)
		if err != nil {
			b.Fatal(err)
		}
		return c
	}
	once := testing.Benchmark(func(b *testing.B) {
		c := compile()
		for b.Loop() {
			render(c)
		}
	})
	anew := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			render(compile())
		}
	})
	b.ReportMetric(float64(anew.NsPerOp())/float64(once.NsPerOp()), "times-dearer")
	b.ReportMetric(float64(once.NsPerOp())/1000, "µs/email")
	for b.Loop() {
		break
	}
}

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

func TestADeclarationThatIsNoneStopsTheProgram(t *testing.T) {
	t.Parallel()
	for why, source := range map[string]string{
		"no text":            "field name = Asha\n",
		"an unknown word":    "fields name = Asha\n\n===\nsubject: x\n\nx",
		"an unknown line":    "\n===\ntitle: x\n\nx",
		"a broken link":      "link x = {{.y\n\n===\nsubject: x\n\nx",
		"texts without name": "choose what\n\n===\nsubject: x\n\nx",
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it is taken", why)
				}
			}()
			parseDeclaration("x", source)
		}()
	}
	if d := parseDeclaration("x", strings.ReplaceAll("field a = 1\n\n===\nsubject: s\n\nbody", "\r", "")); d.variants[0].Body != "body" {
		t.Errorf("%+v", d.variants)
	}
}
