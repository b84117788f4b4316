package invoices

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"codeberg.org/go-pdf/fpdf"
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
	// mmPerPoint is the size of a point in millimetres.
	mmPerPoint = 25.4 / 72
	// lineSpacing is the distance of two lines in multiples of the font size.
	lineSpacing = 1.35
)

// pdfPage is one A4 page, measured in millimetres. Its bytes depend only on its content.
type pdfPage struct {
	pdf *fpdf.Fpdf
	// clusters has the shaped clusters of each Indian word, by style and word. Lines are measured often.
	clusters map[[2]string][]cluster
}

func newPDFPage(title, author string, at time.Time) (*pdfPage, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(at)
	pdf.SetModificationDate(at)
	pdf.SetCatalogSort(true)
	pdf.SetTitle(printable(title), true)
	pdf.SetAuthor(printable(author), true)
	pdf.SetLang("en-IN")
	pdf.SetAutoPageBreak(false, 0)
	for _, style := range []string{"", "B"} {
		pdf.AddUTF8FontFromBytes(latinFace.name, style, latinFace.font(style).pdf)
	}
	pdf.AddPage()
	return &pdfPage{pdf, map[[2]string][]cluster{}}, pdf.Error()
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

// em returns a thousandth of the font size, in millimetres.
func (f face) em() float64 { return f.size * mmPerPoint / 1000 }

// setFace selects the style, size and colour of the Latin typeface.
func (s *pdfPage) setFace(f face) {
	s.pdf.SetFont(latinFace.name, f.style, f.size)
	s.pdf.SetTextColor(f.colour[0], f.colour[1], f.colour[2])
}

// drawText draws one line of text with its baseline at y.
func (s *pdfPage) drawText(x, y float64, f face, text string) {
	s.setFace(f)
	s.drawPrintable(x, y, f, printable(text))
}

// drawTextRight draws one line of text that ends at x.
func (s *pdfPage) drawTextRight(x, y float64, f face, text string) {
	s.setFace(f)
	text = printable(text)
	s.drawPrintable(x-s.width(f, text), y, f, text)
}

// drawPrintable draws one line of printable text in the selected face.
func (s *pdfPage) drawPrintable(x, y float64, f face, text string) {
	for _, run := range runsOf(text) {
		if run.typeface == latinFace {
			s.pdf.Text(x, y, run.text)
		} else {
			s.drawShaped(x, y, f, run)
		}
		x += s.width(f, run.text)
	}
}

// drawShaped draws a run of an Indian script glyph by glyph. The file has its text beside the glyphs, so that readers
// can search and copy it.
func (s *pdfPage) drawShaped(x, y float64, f face, run textRun) {
	s.pdf.AddUTF8FontFromBytes(run.typeface.name, f.style, run.typeface.font(f.style).pdf)
	s.pdf.SetFont(run.typeface.name, f.style, f.size)
	text, _ := binary.Append(nil, binary.BigEndian, utf16.Encode([]rune(run.text)))
	s.pdf.RawWriteStr(fmt.Sprintf("/Span <</ActualText <FEFF%X>>> BDC", text))
	for _, c := range s.clustersOf(f, run) {
		for _, g := range c.glyphs {
			s.pdf.Text(x+g.x*f.em(), y-g.y*f.em(), string(g.code))
			x += g.advance * f.em()
		}
	}
	s.pdf.RawWriteStr("EMC")
	s.setFace(f)
}

// width returns the width of a printable text in the selected face.
func (s *pdfPage) width(f face, text string) float64 {
	width := 0.0
	for _, run := range runsOf(text) {
		if run.typeface == latinFace {
			width += s.pdf.GetStringWidth(run.text)
			continue
		}
		for _, c := range s.clustersOf(f, run) {
			width += c.width() * f.em()
		}
	}
	return width
}

// clustersOf shapes a run of an Indian script.
func (s *pdfPage) clustersOf(f face, run textRun) []cluster {
	key := [2]string{f.style, run.text}
	clusters, found := s.clusters[key]
	if !found {
		clusters = run.typeface.font(f.style).shape(run.text)
		s.clusters[key] = clusters
	}
	return clusters
}

// unbreakable returns the parts of a printable text that must stay on one line: the clusters of Indian scripts, and the
// other characters with their combining marks.
func (s *pdfPage) unbreakable(f face, text string) []string {
	var parts []string
	for _, run := range runsOf(text) {
		if run.typeface != latinFace {
			for _, c := range s.clustersOf(f, run) {
				parts = append(parts, c.text)
			}
			continue
		}
		for i, r := range run.text {
			if unicode.Is(unicode.M, r) && i > 0 {
				parts[len(parts)-1] += string(r)
			} else {
				parts = append(parts, string(r))
			}
		}
	}
	return parts
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
		lines[maxLines-1] = s.ellipsize(f, width, lines[maxLines-1])
	}
	return f, lines
}

// minFontSize is the smallest font size, in points.
const minFontSize = 6

// wrapText breaks text into lines of at most width, if possible between words.
func (s *pdfPage) wrapText(f face, width float64, text string) []string {
	s.setFace(f)
	var lines []string
	for paragraph := range strings.SplitSeq(printable(text), "\n") {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			if candidate := strings.TrimSpace(line + " " + word); s.width(f, candidate) <= width {
				line = candidate
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			var pieces []string
			pieces, line = s.breakWord(f, width, word)
			lines = append(lines, pieces...)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// breakWord breaks a word that is wider than a line into full lines and the rest.
func (s *pdfPage) breakWord(f face, width float64, word string) (pieces []string, rest string) {
	restWidth := 0.0
	for _, part := range s.unbreakable(f, word) {
		partWidth := s.width(f, part)
		if rest != "" && restWidth+partWidth > width {
			pieces, rest, restWidth = append(pieces, rest), "", 0
		}
		rest, restWidth = rest+part, restWidth+partWidth
	}
	return pieces, rest
}

// ellipsize shortens a line to the width and ends it with an ellipsis.
func (s *pdfPage) ellipsize(f face, width float64, line string) string {
	parts := s.unbreakable(f, line)
	for len(parts) > 0 && s.width(f, strings.Join(parts, "")+"…") > width {
		parts = parts[:len(parts)-1]
	}
	return strings.TrimSpace(strings.Join(parts, "")) + "…"
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
