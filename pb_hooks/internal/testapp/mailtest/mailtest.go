// Package mailtest checks the emails that a feature declares.
package mailtest

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/testapp/htmltest"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// Noon is a time for samples: 1 Sep 2026, 17:30 IST.
var Noon = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

// Hostile is text that a person might type into a form to manipulate an email.
const Hostile = `<script>alert(1)</script>"'&{{params.secret}}{%if 1%}{#x#}`

// Token replaces the token of a link, and EscapedToken is how a link shows it.
const (
	Token        = "tok+en/&="
	EscapedToken = "tok%2Ben%2F%26%3D"
)

// Sample is an email of one kind.
type Sample struct {
	Email outbox.Email
	// Completed are the params that the kind's Params adds.
	Completed map[string]string
	// Facts must be found in the HTML and in the text, for the name Asha Rao.
	Facts []string
}

// Config returns the configuration of the site for which the samples are rendered.
func Config() config.Config {
	return config.Config{
		SiteURL: "https://boardcircle.example",
		Site: config.Site{
			Name:         "Boardcircle",
			ContactEmail: "info@boardcircle.example",
			ContactPhone: "+91 22 4000 1234",
		},
		Mail: config.Mail{From: "no-reply@boardcircle.example", FromName: "Boardcircle"},
	}
}

// Check renders a sample of each kind, once with an ordinary and once with a hostile name. HTML and text must contain
// the facts, and text that a person typed must not act as code. Each kind needs a sample.
func Check(t *testing.T, set texts.Set, samples func(name string) []Sample) {
	t.Helper()
	checkFiles(t, set)
	CheckTranslations(t, set)
	app := testdb.New(t)
	now := clock.NewFake(Noon).Now
	box := outbox.New(app, outbox.Options{
		Config: Config(),
		Clock:  now,
		Texts:  texts.New(app, Config(), now),
		Jobs:   jobs.New(app, clock.System, jobs.Options{}),
	})
	missing := map[string]bool{}
	for name := range set.Kinds {
		box.Register(outbox.Kind{Name: name, Texts: set})
		missing[name] = true
	}
	for _, s := range samples("Asha Rao") {
		delete(missing, s.Email.Kind)
		for name, value := range s.Completed {
			if strings.Contains(value, Token) && !slices.Contains(set.Kind(s.Email.Kind).Secrets(), name) {
				t.Errorf("%s: the param %s is a secret: declare it with texts.Secret", s.Email.Kind, name)
			}
		}
		checkFacts(t, s, render(t, box, s))
	}
	if len(missing) > 0 {
		t.Errorf("kinds without a sample: %v", slices.Sorted(maps.Keys(missing)))
	}
	for _, s := range samples(Hostile) {
		checkInert(t, s.Email.Kind, render(t, box, s))
	}
	for _, s := range samples("Asha\r\nBcc: spy@example.com") {
		if rendered := render(t, box, s); strings.ContainsAny(rendered.Subject, "\r\n") {
			t.Errorf("%s: the subject has two lines: %q", s.Email.Kind, rendered.Subject)
		}
	}
}

// checkFiles reports files that no kind of a set uses.
func checkFiles(t *testing.T, set texts.Set) {
	t.Helper()
	names, err := fs.Glob(set.Files, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range names {
		kind, variant, _ := strings.Cut(strings.TrimSuffix(translation.ReplaceAllString(file, "$1.md"), ".md"), ".")
		declaration := set.Kinds[kind]
		isVariant := slices.ContainsFunc(declaration.Variants, func(v texts.Variant) bool { return v.Name == variant })
		if declaration.Fields == nil || isVariant != (declaration.Choose != "") {
			t.Errorf("no kind uses %s", file)
		}
	}
}

func render(t *testing.T, box *outbox.Outbox, s Sample) texts.Rendered {
	t.Helper()
	params := maps.Clone(s.Email.Params)
	maps.Copy(params, s.Completed)
	rendered, err := box.Render(s.Email.Kind, params)
	if err != nil {
		t.Fatal(err)
	}
	return rendered
}

func checkFacts(t *testing.T, s Sample, rendered texts.Rendered) {
	t.Helper()
	kind, visible := s.Email.Kind, htmltest.VisibleText(t, rendered.HTML)
	for _, fact := range s.Facts {
		if !strings.Contains(visible, fact) {
			t.Errorf("%s: the HTML does not contain %q", kind, fact)
		}
		if !strings.Contains(rendered.Text, fact) {
			t.Errorf("%s: the text does not contain %q", kind, fact)
		}
	}
	if rendered.Subject == "" || strings.Contains(rendered.HTML+rendered.Text, "<no value>") {
		t.Errorf("%s: a value is missing", kind)
	}
}

func checkInert(t *testing.T, kind string, rendered texts.Rendered) {
	t.Helper()
	for part, s := range map[string]string{"subject": rendered.Subject, "html": rendered.HTML, "text": rendered.Text} {
		if strings.Contains(s, "{{") || strings.Contains(s, "{%") || strings.Contains(s, "{#") {
			t.Errorf("%s: the provider would execute its %s", kind, part)
		}
	}
	if strings.Contains(rendered.HTML, "<script>alert") {
		t.Errorf("%s: the HTML has a script", kind)
	}
}
