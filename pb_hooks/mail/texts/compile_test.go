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

// FuzzValues inserts random values into a text that uses them in every place. The email must have the same elements as
// with other values, and may only link to our site.
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
	elements := func(t *testing.T, page string) (tags []string) {
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
					t.Fatalf("href = %q, want an address of our site", a.Val)
				}
			}
			tags = append(tags, names)
		}
		return tags
	}
	f.Fuzz(func(t *testing.T, name, email, words string) {
		if name == "" || email == "" || words == "" || !utf8.ValidString(name+email+words) {
			return // An empty value changes the result of a condition, and so the elements.
		}
		want, err := c.Render(Data{Params: sampleParams("A", "B", "C"), PostalAddress: "Mumbai"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Render(Data{Params: sampleParams(name, email, words), PostalAddress: "Mumbai"})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := strings.Join(elements(t, want.HTML), "\n"), strings.Join(elements(t, got.HTML), "\n"); a != b {
			t.Fatalf("the values %q, %q, %q change the elements:\n%s", name, email, words, got.HTML)
		}
		if strings.ContainsAny(got.Subject, "\r\n") || containsAny(got.Subject+got.HTML+got.Text, templateOpeners) {
			t.Fatalf("the values %q, %q, %q leave a placeholder or a line break; subject = %q", name, email, words, got.Subject)
		}
	})
}

// FuzzWording compiles random texts. A text that is accepted shows its secret only as the address of a link.
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
			return // The previous text is used instead.
		}
		const link = "https://boardcircle.example/reset-password?token=TOKEN"
		if n := strings.Count(rendered.HTML, "TOKEN"); n != strings.Count(rendered.HTML, `href="`+link+`"`) {
			t.Fatalf("%q shows its secret outside a link:\n%s", body, rendered.HTML)
		}
		if strings.Count(rendered.Text, "TOKEN") != strings.Count(rendered.Text, link) {
			t.Fatalf("%q shows its secret outside a link:\n%s", body, rendered.Text)
		}
	})
}

func TestAHeadingIsInCapitalsAndItsAddressIsNot(t *testing.T) {
	t.Parallel()
	c := compileSample(t)
	c, err := c.kind.Compile(Wording{
		Subject: "x",
		Body: "# See [our plans](https://circle.example/Plans?id=aB) and <https://circle.example/Go>, {{name}}\n\n" +
			"[Open]({{resetLink}})",
	}, c.layout)
	if err != nil {
		t.Fatal(err)
	}
	rendered, err := c.Render(Data{Params: sampleParams("Asha", "asha@example.com", "x"), PostalAddress: "Mumbai"})
	if err != nil {
		t.Fatal(err)
	}
	const want = "SEE OUR PLANS (https://circle.example/Plans?id=aB) AND https://circle.example/Go, Asha"
	if !strings.Contains(rendered.Text, want) {
		t.Errorf("text = %s, want %s", rendered.Text, want)
	}
}

func TestALinkStartsWithAnAddressOrALinkField(t *testing.T) {
	t.Parallel()
	c := compileSample(t)
	for address, isValid := range map[string]bool{
		"https://circle.example/{{name}}": true, "{{siteURL}}/about": true, "{{siteURL}}": true,
		"mailto:{{email}}": true, "{{name}}": false, "{{words}}/about": false, "{{if name}}/about{{end}}": false,
	} {
		body := "[Open]({{resetLink}}) [here](" + address + ")"
		if _, err := c.kind.Compile(Wording{Subject: "x", Body: body}, c.layout); (err == nil) != isValid {
			t.Errorf("%s: error = %v, want valid: %t", address, err, isValid)
		}
	}
}

func TestInvalidDeclarationPanics(t *testing.T) {
	t.Parallel()
	declare := func(d Declaration) map[string]Declaration { return map[string]Declaration{"x": d} }
	for name, newSet := range map[string]func() Set{
		"no declaration": func() Set { return Set{Files: fstest.MapFS{"x.md": {Data: []byte("---\nsubject: x\n---\nx")}}} },
		"no text":        func() Set { return Set{Files: fstest.MapFS{}, Kinds: declare(Declaration{})} },
		"no front matter": func() Set {
			return Set{Files: fstest.MapFS{"x.md": {Data: []byte("subject: x\n\nx")}}, Kinds: declare(Declaration{})}
		},
		"an unknown key": func() Set {
			return Set{Files: fstest.MapFS{"x.md": {Data: []byte("---\ntitle: x\n---\nx")}}, Kinds: declare(Declaration{})}
		},
		"an invalid link": func() Set { return Set{Kinds: declare(Declaration{Fields: []Field{Link("x", "{{.y")}})} },
		"no variants": func() Set {
			return Set{Files: fstest.MapFS{"x.md": {Data: []byte("---\nsubject: x\n---\nx")}}, Kinds: declare(Declaration{Choose: "what"})}
		},
		"no text of a variant": func() Set {
			return Set{Files: fstest.MapFS{"x.md": {Data: []byte("---\nsubject: x\n---\nx")}}, Kinds: declare(Declaration{Choose: "what", Variants: []Variant{{"a", "A"}}})}
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: Kind did not panic", name)
				}
			}()
			newSet().Kind("x")
		}()
	}
}

// The benchmark compares rendering a compiled text with compiling the text for each email.
func BenchmarkRenderCachedAgainstCompiled(b *testing.B) {
	c := compileSample(b)
	w := Wording{
		Subject: "Welcome",
		Body:    "# Welcome\n\n{{if name}}Dear {{name}},{{else}}Hello,{{end}} {{email}}\n\n[Open]({{resetLink}} \"button\")",
	}
	data := Data{Params: sampleParams("Asha Rao", "asha@example.com", "x"), PostalAddress: "Mumbai"}
	compile := func() *Compiled {
		compiled, err := c.kind.Compile(w, c.layout)
		if err != nil {
			b.Fatal(err)
		}
		return compiled
	}
	render := func(c *Compiled) {
		if _, err := c.Render(data); err != nil {
			b.Fatal(err)
		}
	}
	compiled := compile()
	cached := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			render(compiled)
		}
	})
	recompiled := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			render(compile())
		}
	})
	b.ReportMetric(float64(recompiled.NsPerOp())/float64(cached.NsPerOp()), "times-slower")
	b.ReportMetric(float64(cached.NsPerOp())/1000, "µs/email")
	for b.Loop() {
		break
	}
}
