package invoices

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
)

// textLine is a text on a page. Its position, in millimetres from the upper left corner, is that of its start.
type textLine struct {
	x, y, width float64
	text        string
}

// page is the parsed first page of a PDF.
type page struct {
	raw   []byte
	lines []textLine
}

// String returns the texts of the page, one line each.
func (p page) String() string {
	var out strings.Builder
	for _, l := range p.lines {
		out.WriteString(l.text + "\n")
	}
	return out.String()
}

func (p page) assertContains(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(p.String(), text) {
			t.Errorf("the page does not contain %q:\n%s", text, p)
		}
	}
}

func (p page) assertOmits(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(p.String(), text) {
			t.Errorf("the page contains %q:\n%s", text, p)
		}
	}
}

// renderPage draws a document of one page and parses the PDF.
func renderPage(t *testing.T, record *Invoice) page {
	t.Helper()
	return renderRegistered(t, record, nil)
}

// renderRegistered is renderPage for a document with a registration.
func renderRegistered(t *testing.T, record *Invoice, registration *Registration) page {
	t.Helper()
	raw, err := draw(record, registration)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(raw, []byte("/Type /Page\n")); n != 1 {
		t.Fatalf("%d pages, want 1", n)
	}
	return page{raw, linesOf(t, raw, content(t, raw))}
}

// content returns the decompressed content stream of the page.
func content(t *testing.T, raw []byte) string {
	t.Helper()
	id := regexp.MustCompile(`/Contents (\d+) 0 R`).FindSubmatch(raw)
	_, object, found := bytes.Cut(raw, fmt.Appendf(nil, "\n%s 0 obj", id[1]))
	_, stream, inside := bytes.Cut(object, []byte("stream\n"))
	if !found || !inside {
		t.Fatal("the page has no content")
	}
	inflated, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(inflated)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var (
	baseFont  = regexp.MustCompile(`/BaseFont /utf8(\w+)\n`)
	fontNames = regexp.MustCompile(`/F(\w+) (\d+) 0 R`)
	operators = regexp.MustCompile(`BT /F(\w+) ([\d.]+) Tf ET|BT ([\d.-]+) ([\d.-]+) Td \(|<FEFF(\w+)>>> BDC|EMC`)
)

// linesOf parses the texts of a content stream. Texts that touch each other, in different scripts, are one text. The
// text of an Indian script is the one beside its glyphs.
func linesOf(t *testing.T, raw []byte, content string) []textLine {
	t.Helper()
	weights := map[string]string{} // of textStyle
	for _, font := range fontNames.FindAllSubmatch(raw, -1) {
		_, object, _ := bytes.Cut(raw, fmt.Appendf(nil, "\n%s 0 obj", font[2]))
		object, _, _ = bytes.Cut(object, []byte("endobj"))
		switch name := baseFont.FindSubmatch(object); {
		case name == nil:
		case string(name[1]) == "fraunces":
			weights[string(font[1])] = displayWeight
		case bytes.HasSuffix(name[1], []byte("B")):
			weights[string(font[1])] = "B"
		}
	}
	s := newTestPage(t)
	f := textStyle{}
	var lines []textLine
	actual := "" // the text of the glyphs until EMC
	isDrawn := false
	for rest := content; ; {
		found := operators.FindStringSubmatchIndex(rest)
		if found == nil {
			return lines
		}
		group := func(n int) string {
			if found[2*n] < 0 {
				return ""
			}
			return rest[found[2*n]:found[2*n+1]]
		}
		if font := group(1); font != "" {
			f.weight, f.size = weights[font], number(t, group(2))
			rest = rest[found[1]:]
			continue
		}
		if text := group(5); text != "" {
			units, err := hex.DecodeString(text)
			if err != nil {
				t.Fatal(err)
			}
			actual, isDrawn = decodeUnits(units), false
		}
		if group(3) == "" {
			if rest[found[0]:found[1]] == "EMC" {
				actual = ""
			}
			rest = rest[found[1]:]
			continue
		}
		l := textLine{x: number(t, group(3)) * mmPerPoint, y: 297 - number(t, group(4))*mmPerPoint}
		l.text, rest = decodeText(rest[found[1]:])
		if actual != "" {
			if isDrawn {
				continue
			}
			l.text, isDrawn = actual, true
		}
		l.width = s.width(f, l.text)
		if n := len(lines); n > 0 && lines[n-1].y == l.y && math.Abs(lines[n-1].x+lines[n-1].width-l.x) < 0.05 {
			lines[n-1].text += l.text
			lines[n-1].width += l.width
			continue
		}
		lines = append(lines, l)
	}
}

// decodeText decodes a string of two bytes per character up to its closing parenthesis, and returns the rest.
func decodeText(from string) (text, rest string) {
	var units []byte
	i := 0
	for ; from[i] != ')'; i++ {
		if from[i] == '\\' {
			i++
			if from[i] == 'r' {
				units = append(units, '\r')
				continue
			}
		}
		units = append(units, from[i])
	}
	return decodeUnits(units), from[i+1:]
}

func decodeUnits(units []byte) string {
	var codes []uint16
	for j := 0; j+1 < len(units); j += 2 {
		codes = append(codes, uint16(units[j])<<8|uint16(units[j+1]))
	}
	return string(utf16.Decode(codes))
}

func newTestPage(t *testing.T) *pdfPage {
	t.Helper()
	s, err := newPDFPage("", "", noon)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func number(t *testing.T, text string) (value float64) {
	t.Helper()
	if _, err := fmt.Sscanf(text, "%g", &value); err != nil {
		t.Fatalf("number %q: %v", text, err)
	}
	return value
}
