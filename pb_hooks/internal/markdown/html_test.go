package markdown

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestRender(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ markdown, want string }{
		{"", ""},
		{"Plain text & quotes “as ever”.", "<p>Plain text &amp; quotes “as ever”.</p>"},
		{"two\nlines\n\nand a paragraph", "<p>two<br>\nlines</p>\n<p>and a paragraph</p>"},
		{"**bold** *slanted* ~~gone~~ `code`", "<p><strong>bold</strong> <em>slanted</em> <del>gone</del> <code>code</code></p>"},
		{"- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"},
		{"3. a", "<ol start=\"3\">\n<li>a</li>\n</ol>"},
		{"# A\n\n### B", "<h4>A</h4>\n<h6>B</h6>"},
		{"## Only", "<h4>Only</h4>"},
		{"[plans](/membership-plans)", `<p><a href="/membership-plans" rel="nofollow">plans</a></p>`},
		{"[out](https://a.example/x)", `<p><a href="https://a.example/x" rel="nofollow noopener" target="_blank">out</a></p>`},
		{"[mail](mailto:info@circle.example)", `<p><a href="mailto:info@circle.example" rel="nofollow">mail</a></p>`},
		{"![A ring](/images/abc.png)", `<p><img src="/images/abc.png" alt="A ring" loading="lazy"></p>`},
		{"![A ring](https://a.example/ring.png)", `<p><img src="https://a.example/ring.png" alt="A ring" loading="lazy"></p>`},
	} {
		if got := Render(c.markdown, 4, allowPicture); got != c.want {
			t.Errorf("Render(%q) = %q, want %q", c.markdown, got, c.want)
		}
	}
}

// unsafeTexts is Markdown that tries to inject markup or scripts.
var unsafeTexts = []string{
	"<script>alert(1)</script>",
	"<img src=x onerror=alert(1)>",
	"<svg/onload=alert(1)>",
	"<scr<script>ipt>alert(1)</scr</script>ipt>",
	"<a href=\"javascript:alert(1)\">x</a>",
	"<iframe src=https://elsewhere.example></iframe>",
	"<style>*{display:none}</style>",
	"<form action=https://elsewhere.example><input name=password></form>",
	"<p style=\"position:fixed;inset:0\">x</p>",
	"<p onclick=alert(1) class=btn id=content>x</p>",
	"[x](javascript:alert(1))",
	"[x](JaVaScRiPt:alert(1))",
	"[x](java\tscript:alert(1))",
	"[x](&#106;avascript:alert(1))",
	"[x](javascript&colon;alert(1))",
	"[x](\x01javascript:alert(1))",
	"[x](vbscript:msgbox(1))",
	"[x](data:text/html;base64,PHNjcmlwdD4=)",
	"[x](file:///etc/passwd)",
	"<javascript:alert(1)>",
	"[x]: javascript:alert(1)\n\n[x]",
	"![x](javascript:alert(1))",
	"![x](data:image/svg+xml;base64,PHN2Zz4=)",
	"![x](data:image/png;base64,AAAA)",
	"![x](http://a.example/x.png)",
	"![x](//a.example/x.png)",
	"![x](https://a.example/x.png \"\\\" onerror=alert(1)\")",
	"![\" onerror=alert(1) x=\"](https://a.example/x.png)",
	"[x](https://a.example/\"onmouseover=alert(1)//)",
	"[![x](javascript:1)](javascript:2)",
	"`<script>alert(1)</script>`",
	"```html\n<script>alert(1)</script>\n```",
	"<!-- --><script>alert(1)</script>",
	"<![CDATA[<script>alert(1)</script>]]>",
	"&lt;script&gt;alert(1)&lt;/script&gt;",
	"# <script>alert(1)</script>",
	"</div></main><script>alert(1)</script>",
	strings.Repeat("> ", 10_000),
	strings.Repeat("- ", 10_000),
	strings.Repeat("[", 20_000),
	strings.Repeat("[a](", 5_000),
	strings.Repeat("<b>", 6_000),
	strings.Repeat("*a _", 5_000),
	"\xff\xfe not UTF-8 \x00",
}

func TestHostileMarkdownIsSanitised(t *testing.T) {
	t.Parallel()
	for _, markdown := range unsafeTexts {
		expectSanitised(t, markdown)
	}
}

func FuzzMarkdownIsSanitised(f *testing.F) {
	const maxLength = 2_000 // Longer texts, such as some of the table above, would slow down the fuzzing.
	for _, markdown := range unsafeTexts {
		if len(markdown) <= maxLength {
			f.Add(markdown)
		}
	}
	f.Fuzz(func(t *testing.T, markdown string) {
		if len(markdown) <= maxLength && utf8.ValidString(markdown) {
			expectSanitised(t, markdown)
		}
	})
}

var (
	tag       = regexp.MustCompile(`<(/?)([a-zA-Z0-9]*)((?:[^>"]|"[^"]*")*)>`)
	attribute = regexp.MustCompile(`([a-zA-Z-]+)(?:="([^"]*)")?`)
	elements  = " p br hr strong em del code pre blockquote ul ol li h2 h3 h4 h5 h6 a img "
	// allowed values of each attribute
	values = map[string]*regexp.Regexp{
		"href":    regexp.MustCompile(`^(?i:https?:|mailto:|tel:|[^:]*$|[^:]*[/?#])`),
		"src":     regexp.MustCompile(`^(https://|/[^/])`),
		"alt":     regexp.MustCompile(`.*`),
		"loading": regexp.MustCompile(`^lazy$`),
		"rel":     regexp.MustCompile(`^nofollow( noopener)?$`),
		"target":  regexp.MustCompile(`^_blank$`),
		"start":   regexp.MustCompile(`^\d+$`),
	}
)

// expectSanitised checks that the HTML has only allowed elements and attributes. It does not use the sanitiser.
func expectSanitised(t *testing.T, markdown string) {
	t.Helper()
	got := Render(markdown, 4, allowPicture)
	for _, found := range tag.FindAllStringSubmatch(got, -1) {
		if !strings.Contains(elements, " "+found[2]+" ") {
			t.Errorf("Render(%.80q) has the element <%s>", markdown, found[2])
		}
		for _, a := range attribute.FindAllStringSubmatch(found[3], -1) {
			if rule := values[a[1]]; rule == nil || !rule.MatchString(a[2]) {
				t.Errorf("Render(%.80q) has the attribute %s=%q", markdown, a[1], a[2])
			}
		}
	}
	if rest := tag.ReplaceAllString(got, ""); strings.ContainsAny(rest, "<") {
		t.Errorf("Render(%.80q) has a < outside a tag: %.200q", markdown, rest)
	}
}

func allowPicture(string) bool { return true }

func TestRefusedPictureIsReplacedByItsDescription(t *testing.T) {
	t.Parallel()
	got := Render("![The circle in Goa](https://elsewhere.example/pixel.png) ![Ours](/images/a.png)", 4,
		func(address string) bool {
			return address[0] == '/'
		})
	if strings.Contains(got, "elsewhere") || !strings.Contains(got, "The circle in Goa") ||
		!strings.Contains(got, `src="/images/a.png"`) {
		t.Errorf("Render = %q, want the description of the first picture and the second picture", got)
	}
}
