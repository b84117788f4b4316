package invoices

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
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
	fontNames = regexp.MustCompile(`/F(\w+) (\d+) 0 R`)
	operators = regexp.MustCompile(`BT /F(\w+) ([\d.]+) Tf ET|BT ([\d.-]+) ([\d.-]+) Td \(`)
)

// linesOf parses the texts of a content stream.
func linesOf(t *testing.T, raw []byte, content string) []textLine {
	t.Helper()
	isBold := map[string]bool{}
	for _, font := range fontNames.FindAllSubmatch(raw, -1) {
		_, object, _ := bytes.Cut(raw, fmt.Appendf(nil, "\n%s 0 obj", font[2]))
		object, _, _ = bytes.Cut(object, []byte("endobj"))
		isBold[string(font[1])] = bytes.Contains(object, []byte("dejavuB"))
	}
	s := newTestPage(t)
	f := face{}
	var lines []textLine
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
			f.style, f.size = "", number(t, group(2))
			if isBold[font] {
				f.style = "B"
			}
			rest = rest[found[1]:]
			continue
		}
		l := textLine{x: number(t, group(3)) * mmPerPoint, y: 297 - number(t, group(4))*mmPerPoint}
		l.text, rest = decodeText(rest[found[1]:])
		s.setFace(f)
		l.width = s.pdf.GetStringWidth(l.text)
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
	var codes []uint16
	for j := 0; j+1 < len(units); j += 2 {
		codes = append(codes, uint16(units[j])<<8|uint16(units[j+1]))
	}
	return string(utf16.Decode(codes)), from[i+1:]
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
