package invoices

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// The glyphs are those of hb-shape 6.0.0, the C program of HarfBuzz: id=index of the first character of the cluster.
func TestIndianTextIsShaped(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"श्रीमती", "280=0 65=0 47=4 37=5 65=5"},
		{"कृष्णा", "22=0 68=0 210=2 36=4 63=4"},
		{"क्षत्रिय", "175=0 603=3 265=3 48=7"},
		{"प्रार्थना", "270=0 63=0 38=4 177=4 41=7 63=7"},
		{"र्\u200dय", "205=0 48=3"},
		{"दुर्गा", "415=0 24=2 63=2 177=2"},
		{"বন্দ্যোপাধ্যায়", "39=0 58=1 360=1 199=1 51=1 37=7 51=7 35=9 199=9 51=9 67=13"},
		{"ਸ੍ਰੀਮਤੀ", "45=0 107=0 50=0 38=4 29=5 50=5"},
		{"ક્ષત્રિય", "126=0 626=3 216=3 43=7"},
		{"ପଟ୍ଟନାୟକ", "36=0 278=1 35=4 55=4 74=6 16=7"},
		{"கொள்கை", "43=0 15=0 38=0 90=2 45=4 15=4"},
		{"వెంకటేశ్వర", "282=0 3=0 20=3 298=4 52=6 498=6 46=9"},
		{"ರಾಮಕೃಷ್ಣಯ್ಯ", "155=0 57=0 44=2 20=3 62=3 52=5 107=5 45=8 118=8"},
		{"ചന്ദ്രൻ", "25=0 159=1 198=1 114=6"},
		{"ꯁ꯭ꯔꯤ", "28=0 84=0 72=0 47=2 85=2 63=2"},
		{"ᱥᱟᱱᱛᱟᱲᱤ", "22=0 16=1 34=2 12=3 16=4 35=5 21=6"},
	} {
		runs := splitRuns(drawableText(test.text))
		if len(runs) != 1 {
			t.Errorf("%s has %d runs, want 1", test.text, len(runs))
			continue
		}
		var got []string
		at := 0
		for _, c := range runs[0].typeface.regular().shape(runs[0]) {
			for _, g := range c.glyphs {
				got = append(got, fmt.Sprintf("%d=%d", g.id, at))
			}
			at += utf8.RuneCountInString(c.text)
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s is shaped to %s, want %s", test.text, got, test.want)
		}
	}
}

func TestWordsFromRightToLeftAreShapedAndOrdered(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"عائشة", "عائشة<"},
		{"بیگم عائشة", "عائشة<| <|بیگم<"},
		{"Asha بیگم, عائشة Rao", "Asha |عائشة<|, <|بیگم<| Rao"},
		{"شارع 12/3, 4 ممبئی", "ممبئی<| <|4|, <|12/3| <|شارع<"},
		{"شارع ۱۲ Mumbai 400001", "۱۲| <|شارع<| Mumbai 400001"},
		{"12 شارع, Mumbai", "12 |شارع<|, Mumbai"},
		{"عائشة क्षत्रिय", "عائشة<| |क्षत्रिय"},
	} {
		var got []string
		for _, run := range visualRuns(drawableText(test.text)) {
			if run.isReversed {
				run.text += "<"
			}
			got = append(got, run.text)
		}
		if got := strings.Join(got, "|"); got != test.want {
			t.Errorf("%s is drawn as %s, want %s", test.text, got, test.want)
		}
	}
	// The letters of a word are joined: each has another form than alone, and the shaper draws the last one first.
	word := visualRuns("بیگم")[0]
	clusters := word.typeface.regular().shape(word)
	if len(clusters) != 4 || clusters[0].text != "ب" {
		t.Fatalf("the clusters are %v", clusters)
	}
	for _, c := range clusters {
		alone := visualRuns(c.text)[0]
		if single := alone.typeface.regular().shape(alone); single[0].glyphs[0].id == c.glyphs[0].id {
			t.Errorf("%s has the form that it has alone", c.text)
		}
	}
}

func TestAnInvoiceHasAnUrduName(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	sale := d.issueRequest()
	sale.Recipient.Name = "محترمہ عائشہ بیگم"
	p := renderPage(t, d.issue(sale, noon))
	for word := range strings.FieldsSeq(sale.Recipient.Name) {
		p.assertContains(t, word)
	}
	assertWithinMargins(t, p)
}

func TestTextWithoutAFontIsReplaced(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"Latin, Greek, Cyrillic", "Zoë Ωμέγα Ольга №1 ₹5", "Zoë Ωμέγα Ольга №1 ₹5"},
		{"joiners in an Indian word", "र्\u200dय क्\u200cष", "र्\u200dय क्\u200cष"},
		{"joiners elsewhere", "a\u200db\u200c \u200dक", "ab क"},
		{"emoji", "Asha 👩‍💼😀", "Asha "},
		{"Chinese", "王小明", "???"},
		{"Hebrew", "שרה", "???"},
		{"above the basic plane", "𐀀", "?"},
		{"invalid UTF-8", "a\xffb", "a?b"},
		{"control characters and line breaks", "a\x00b\tc\u2028d\ne", "a b c d e"},
		{"direction characters", "a\u202eb\u2066c\u200fd", "abcd"},
		{"characters that show nothing", "a\u3164b\u115fc\u034fd\u00ade", "abcde"},
		{"marks without an end", "क" + strings.Repeat("्", 50), "क" + strings.Repeat("्", maxMarks)},
	} {
		if got := drawableText(test.text); got != test.want {
			t.Errorf("%s: %q is printed as %q, want %q", test.name, test.text, got, test.want)
		}
	}
}

func TestAMixedLineHasItsText(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	sale := d.issueRequest()
	sale.Recipient.Name = "श्रीमती क्षत्रिय-देशपांडे (Asha), கொள்கை"
	p := renderPage(t, d.issue(sale, noon))
	p.assertContains(t, sale.Recipient.Name)
	assertWithinMargins(t, p)
	if n := len(p.raw); n > 80_000 {
		t.Errorf("the file has %d bytes", n)
	}
}

func TestLinesBreakBetweenClusters(t *testing.T) {
	t.Parallel()
	s := newTestPage(t)
	f := textStyle{"", 10, inkColour}
	word := strings.Repeat("क्षत्रि", 20)
	lines := s.wrapText(f, 20, word)
	if len(lines) < 3 || strings.Join(lines, "") != word {
		t.Fatalf("lines %q", lines)
	}
	for _, line := range append(lines, strings.TrimSuffix(s.ellipsize(f, 20, word), "…")) {
		if !strings.HasPrefix(line, "क्ष") && !strings.HasPrefix(line, "त्रि") ||
			!strings.HasSuffix(line, "क्ष") && !strings.HasSuffix(line, "त्रि") {
			t.Errorf("the line %q begins or ends within a cluster", line)
		}
		if width := s.width(f, line); width > 20 {
			t.Errorf("the line %q is %.2f mm wide, want at most 20", line, width)
		}
	}
}

func FuzzTextIsShaped(f *testing.F) {
	for _, text := range []string{
		"श्रीमती कृष्णा", "ि्\u200dक्", "ন্দ্র ਸ੍ਰੀ ક્ષ ଟ୍ଟ ஸ்ரீ శ్వ ಷ್ಣ ന്റെ", "a\u202e्\u25cc)\\", "क\u1cd5\u1cf5्र",
		"عائشة 12-3 شرّه (Asha) ٢٣", "لا\u200cلا ۱۲ی",
		"ଫ୍୍୍ଚସେୋ",             // more glyphs than characters
		"ோ்\u200d்\u200cா்ந்்", // glyphs that are not in the order of their characters
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		drawn := drawableText(text)
		if again := drawableText(drawn); again != drawn {
			t.Errorf("%q is printed as %q", drawn, again)
		}
		for _, run := range visualRuns(drawn) {
			if run.typeface == nil || !run.typeface.isShaped() {
				continue
			}
			for _, style := range []string{"", "B"} {
				joined := ""
				for _, c := range run.typeface.font(style).shape(run) {
					joined += c.text
					for _, g := range c.glyphs {
						if g.id == 0 {
							t.Errorf("%q is drawn with a missing glyph", c.text)
						}
					}
				}
				if joined != run.text {
					t.Errorf("the clusters of %q have the text %q", run.text, joined)
				}
			}
		}
	})
}
