package invoices

import (
	"bytes"
	_ "embed"
	"strings"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
)

type colour [3]int

var (
	inkColour    = colour{0x24, 0x15, 0x22}
	mutedColour  = colour{0x6b, 0x5a, 0x66}
	paperColour  = colour{0xf8, 0xf2, 0xe8}
	ruleColour   = colour{0xe4, 0xd9, 0xc9}
	orangeColour = colour{0xf9, 0x9f, 0x1b}
	whiteColour  = colour{0xff, 0xff, 0xff}
)

const (
	fontFamily = "DejaVu"
	// mmPerPoint is the size of a point in millimetres.
	mmPerPoint = 25.4 / 72
	// lineSpacing is the distance of two lines in multiples of the font size.
	lineSpacing = 1.35
)

// pdfPage is one A4 page, measured in millimetres. Its bytes depend only on its content.
type pdfPage struct {
	pdf     *fpdf.Fpdf
	charset *charset
}

func newPDFPage(title, author string, at time.Time) (*pdfPage, error) {
	charset, err := newCharset()
	if err != nil {
		return nil, err
	}
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(at)
	pdf.SetModificationDate(at)
	pdf.SetCatalogSort(true)
	pdf.SetTitle(charset.printable(title), true)
	pdf.SetAuthor(charset.printable(author), true)
	pdf.SetLang("en-IN")
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes(fontFamily, "", regularFont)
	pdf.AddUTF8FontFromBytes(fontFamily, "B", boldFont)
	pdf.AddPage()
	return &pdfPage{pdf, charset}, pdf.Error()
}

func (s *pdfPage) output() ([]byte, error) {
	var out bytes.Buffer
	err := s.pdf.Output(&out)
	return out.Bytes(), err
}

// face is a font style, size and colour. Style is "" or "B"; size is in points.
type face struct {
	style  string
	size   float64
	colour colour
}

func (f face) lineHeight() float64 { return f.size * mmPerPoint * lineSpacing }

func (s *pdfPage) setFace(f face) {
	s.pdf.SetFont(fontFamily, f.style, f.size)
	s.pdf.SetTextColor(f.colour[0], f.colour[1], f.colour[2])
}

// drawText draws one line of text with its baseline at y.
func (s *pdfPage) drawText(x, y float64, f face, text string) {
	s.setFace(f)
	s.pdf.Text(x, y, s.charset.printable(text))
}

// drawTextRight draws one line of text that ends at x.
func (s *pdfPage) drawTextRight(x, y float64, f face, text string) {
	s.setFace(f)
	text = s.charset.printable(text)
	s.pdf.Text(x-s.pdf.GetStringWidth(text), y, text)
}

// drawTextBlock draws text in a box with its upper edge at y, and returns the lower edge of the text.
func (s *pdfPage) drawTextBlock(x, y, width, height float64, f face, text string) float64 {
	f, lines := s.fitText(width, height, f, text)
	for _, line := range lines {
		y += f.lineHeight()
		s.drawText(x, y-f.lineHeight()*0.25, f, line)
	}
	return y
}

// fitText breaks text into the lines of a box. Text that is too long is drawn smaller, down to minFontSize, and then
// truncated.
func (s *pdfPage) fitText(width, height float64, f face, text string) (face, []string) {
	lines := s.wrapText(f, width, text)
	for float64(len(lines))*f.lineHeight() > height && f.size > minFontSize {
		f.size = max(minFontSize, f.size-0.5)
		lines = s.wrapText(f, width, text)
	}
	if maxLines := max(1, int(height/f.lineHeight())); len(lines) > maxLines {
		lines = lines[:maxLines]
		lines[maxLines-1] = s.ellipsize(width, lines[maxLines-1])
	}
	return f, lines
}

// minFontSize is the smallest font size, in points.
const minFontSize = 6

// wrapText breaks text into lines of at most width, if possible between words.
func (s *pdfPage) wrapText(f face, width float64, text string) []string {
	s.setFace(f)
	var lines []string
	for paragraph := range strings.SplitSeq(s.charset.printable(text), "\n") {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			if candidate := strings.TrimSpace(line + " " + word); s.pdf.GetStringWidth(candidate) <= width {
				line = candidate
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			var pieces []string
			pieces, line = s.breakWord(width, word)
			lines = append(lines, pieces...)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// breakWord breaks a word that is wider than a line into full lines and the rest.
func (s *pdfPage) breakWord(width float64, word string) (pieces []string, rest string) {
	for _, r := range word {
		if rest != "" && s.pdf.GetStringWidth(rest+string(r)) > width {
			pieces, rest = append(pieces, rest), ""
		}
		rest += string(r)
	}
	return pieces, rest
}

// ellipsize shortens a line to the width and ends it with an ellipsis.
func (s *pdfPage) ellipsize(width float64, line string) string {
	runes := []rune(line)
	for len(runes) > 0 && s.pdf.GetStringWidth(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}

// drawRule draws a thin horizontal line.
func (s *pdfPage) drawRule(x, y, width float64, c colour, thickness float64) {
	s.pdf.SetDrawColor(c[0], c[1], c[2])
	s.pdf.SetLineWidth(thickness)
	s.pdf.Line(x, y, x+width, y)
}

func (s *pdfPage) fillRect(x, y, width, height float64, c colour) {
	s.pdf.SetFillColor(c[0], c[1], c[2])
	s.pdf.Rect(x, y, width, height, "F")
}

func (s *pdfPage) fillCircle(x, y, radius float64, c colour) {
	s.pdf.SetFillColor(c[0], c[1], c[2])
	s.pdf.Circle(x, y, radius, "F")
}

// DejaVu Sans Condensed has the rupee sign, tabular figures, and Latin, Greek and Cyrillic letters.
var (
	//go:embed fonts/DejaVuSansCondensed.ttf
	regularFont []byte
	//go:embed fonts/DejaVuSansCondensed-Bold.ttf
	boldFont []byte
)

// missingGlyph replaces a character that the fonts lack.
const missingGlyph = '□'

// charset is the set of characters that both fonts have.
type charset struct {
	fonts  [2]*sfnt.Font
	buffer sfnt.Buffer
}

func newCharset() (*charset, error) {
	var c charset
	for i, file := range [][]byte{regularFont, boldFont} {
		font, err := sfnt.Parse(file)
		if err != nil {
			return nil, err
		}
		c.fonts[i] = font
	}
	return &c, nil
}

// supports reports whether both fonts have a glyph. It excludes characters above the basic plane, which the
// PDF writer cannot measure.
func (c *charset) supports(r rune) bool {
	for _, font := range c.fonts {
		if glyph, err := font.GlyphIndex(&c.buffer, r); err != nil || glyph == 0 {
			return false
		}
	}
	return r <= 0xFFFF
}

// printable removes control and invisible direction characters, and replaces characters that the fonts
// lack. Line breaks stay.
func (c *charset) printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
			return -1
		case !c.supports(r):
			return missingGlyph
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}
