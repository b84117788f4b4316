package texts

import (
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	xhtml "golang.org/x/net/html"
)

var sampleDeclaration = Declaration{Fields: []Field{
	Line("name", "Asha Rao"), Line("email", "asha@example.com"), Lines("words", "One.\nTwo."), Time("at"),
	Secret("token", "sample-token"), Link("resetLink", "{{.siteURL}}/reset-password?token={{urlquery .token}}"),
	Facts(Fact("Name", "{{.name}}"), Fact("{{.name}}", "{{.email}}")),
}}

const sampleText = `---
subject: {{name}}, welcome to {{siteName}}
preview: {{email}}
footnote: {{words}}
---
# Welcome, {{name}}

{{if name}}Dear {{name}},{{else}}Hello,{{end}} you sign in with **{{email}}** since {{at}}, ` + "`{{name}}`" + `.

> {{words}}

{{if words}}

1. [{{name}}]({{siteURL}}/{{name}} "{{name}}")
2. [{{email}}](mailto:{{email}}?subject={{words}})

{{end}}

{{facts}}

[Open]({{resetLink}} "button")
`

func compileSample(t testing.TB) *Compiled {
	t.Helper()
	k := Set{
		Files: fstest.MapFS{"sample.md": {Data: []byte(sampleText)}},
		Kinds: map[string]Declaration{"sample": sampleDeclaration},
	}.Kind("sample")
	layout, err := NewLayout(Frame{Accent: "#f99f1b", Link: "#9a4f00"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := k.Compile(k.Texts[0].Wording, layout)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func sampleParams(name, email, words string) map[string]string {
	return map[string]string{
		"name":         name,
		"email":        email,
		"words":        words,
		"at":           "2026-09-01T12:00:00Z",
		"token":        "tok",
		"siteName":     "Boardcircle",
		"siteURL":      "https://boardcircle.example",
		"contactEmail": "info@boardcircle.example",
		"contactPhone": "+91 22 4000 1234",
	}
}

// FuzzValues inserts any values into a text that uses them in every place. The email must have the elements of the
// sample email, and every address must be one of its own.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{
		"", "Asha Rao", hostile, "[x](javascript:alert(1))", "<b>x</b>", "*x* _y_ `z` ~~w~~", "a\n\n# b\n- c\n> d\n1. e", "{{.token}}", "{{token}}",
		"&#123;&#123;.token}}", `\`, `" onclick="x`, "javascript:alert(1)", "//evil.example", "@evil.example", ".evil.example/", "</title></style></td><img src=x>",
		"a\r\nBcc: spy@example.com", "\u202e\u0000\ufeff", "![x](https://evil.example/p.png)", "<https://evil.example>", "--><script>",
	} {
		f.Add(seed, "asha@example.com", "One.\nTwo.")
		f.Add("Asha Rao", seed, seed)
	}
	c := compileSample(f)
	shape := func(t *testing.T, page string) (tags []string) {
		root, err := xhtml.Parse(strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			if n.Type != xhtml.ElementNode || n.Data == "br" {
				continue
			}
			names := n.Data
			for _, a := range n.Attr {
				names += " " + a.Key
				isOurs := strings.HasPrefix(a.Val, "https://boardcircle.example/") ||
					strings.HasPrefix(a.Val, "mailto:")
				if a.Key == "href" && !isOurs {
					t.Fatalf("a link leads to %q", a.Val)
				}
			}
			tags = append(tags, names)
		}
		return tags
	}
	f.Fuzz(func(t *testing.T, name, email, words string) {
		if name == "" || email == "" || words == "" || !utf8.ValidString(name+email+words) {
			return // other conditions, so other elements
		}
		want, err := c.Render(Data{Params: sampleParams("A", "B", "C"), PostalAddress: "Mumbai"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Render(Data{Params: sampleParams(name, email, words), PostalAddress: "Mumbai"})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := strings.Join(shape(t, want.HTML), "\n"), strings.Join(shape(t, got.HTML), "\n"); a != b {
			t.Fatalf("%q %q %q change the elements:\n%s", name, email, words, got.HTML)
		}
		if strings.ContainsAny(got.Subject, "\r\n") || containsAny(got.Subject+got.HTML+got.Text, templateOpeners) {
			t.Fatalf("%q %q %q are live: %q", name, email, words, got.Subject)
		}
	})
}

// FuzzWording compiles any text. A text that is accepted only has links and elements that texts may have, and shows
// its secret only as the address of a link.
func FuzzWording(f *testing.F) {
	for _, seed := range []string{
		"{{name}}", "{{if name}}a{{else}}b{{end}}", "{{if name}}", "{{end}}", "{{else}}", "{{if name}}{{else}}{{else}}{{end}}", "{{{name}}}", "{{.name}}",
		"&#123;&#123;.token}}", `\{\{.token}}`, "{*{*.token}}", "[x](%7B%7B.resetLink%7D%7D)", "[x](https://e.example/%7B%7B.resetLink%7D%7D)",
		"`{{resetLink}}`", "[x]({{resetLink}})", "[x]({{if name}}https://a.example{{end}})", "[x][r]\n\n[r]: {{resetLink}}", "<javascript:alert(1)>",
		"{{template \"page\"}}", "{{range .}}", "{{- name -}}", "{{/* x */}}", "{{name | print}}", "# {{name}}", "1. {{words}}\n2. x", "{{facts}}", "|a|\n|-|\n|{{facts}}|",
	} {
		f.Add(seed)
	}
	k := compileSample(f).kind
	layout, err := NewLayout(Frame{Accent: "#f99f1b", Link: "#9a4f00"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body string) {
		c, err := k.Compile(Wording{Subject: "x", Body: body}, layout)
		if err != nil {
			return
		}
		params := sampleParams("Asha", "asha@example.com", "words")
		params["token"] = "TOKEN"
		rendered, err := c.Render(Data{Params: params, PostalAddress: "Mumbai"})
		if err != nil {
			return // the text in force is used instead
		}
		const link = "https://boardcircle.example/reset-password?token=TOKEN"
		if n := strings.Count(rendered.HTML, "TOKEN"); n != strings.Count(rendered.HTML, `href="`+link+`"`) {
			t.Fatalf("%q shows its secret:\n%s", body, rendered.HTML)
		}
		if strings.Count(rendered.Text, "TOKEN") != strings.Count(rendered.Text, link) {
			t.Fatalf("%q shows its secret:\n%s", body, rendered.Text)
		}
	})
}

func TestAnInvalidDeclarationStopsTheProgram(t *testing.T) {
	t.Parallel()
	declare := func(d Declaration) map[string]Declaration { return map[string]Declaration{"x": d} }
	for why, make := range map[string]func() Set{
		"no declaration": func() Set { return Set{Files: fstest.MapFS{"x.md": {Data: []byte("---\nsubject: x\n---\nx")}}} },
		"no text":        func() Set { return Set{Files: fstest.MapFS{}, Kinds: declare(Declaration{})} },
		"no front matter": func() Set {
			return Set{Files: fstest.MapFS{"x.md": {Data: []byte("subject: x\n\nx")}}, Kinds: declare(Declaration{})}
		},
		"an unknown line": func() Set {
			return Set{Files: fstest.MapFS{"x.md": {Data: []byte("---\ntitle: x\n---\nx")}}, Kinds: declare(Declaration{})}
		},
		"a broken link": func() Set { return Set{Kinds: declare(Declaration{Fields: []Field{Link("x", "{{.y")}})} },
		"no variants": func() Set {
			return Set{Files: fstest.MapFS{"x.md": {Data: []byte("---\nsubject: x\n---\nx")}}, Kinds: declare(Declaration{Choose: "what"})}
		},
		"a variant's text": func() Set {
			return Set{Files: fstest.MapFS{"x.md": {Data: []byte("---\nsubject: x\n---\nx")}}, Kinds: declare(Declaration{Choose: "what", Variants: []Variant{{"a", "A"}}})}
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it is taken", why)
				}
			}()
			make().Kind("x")
		}()
	}
}

// The benchmark compares the compiled text with compiling it for each email.
func BenchmarkRenderCachedAgainstCompiled(b *testing.B) {
	c := compileSample(b)
	w := Wording{
		Subject: "Welcome",
		Body:    "# Welcome\n\n{{if name}}Dear {{name}},{{else}}Hello,{{end}} {{email}}\n\n[Open]({{resetLink}} \"button\")",
	}
	data := Data{Params: sampleParams("Asha Rao", "asha@example.com", "x"), PostalAddress: "Mumbai"}
	compile := func() *Compiled {
		made, err := c.kind.Compile(w, c.layout)
		if err != nil {
			b.Fatal(err)
		}
		return made
	}
	render := func(c *Compiled) {
		if _, err := c.Render(data); err != nil {
			b.Fatal(err)
		}
	}
	compiled := compile()
	once := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			render(compiled)
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
