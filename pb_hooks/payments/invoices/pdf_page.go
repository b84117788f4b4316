package invoices

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/text/unicode/bidi"
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
	// clusters has the shaped clusters of each run, by weight and run. Lines are measured often.
	clusters map[shapedRun][]cluster
}

// shapedRun is a run in a weight.
type shapedRun struct {
	weight string
	run    textRun
}

func newPDFPage(title, author string, at time.Time) (*pdfPage, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(at)
	pdf.SetModificationDate(at)
	pdf.SetCatalogSort(true)
	pdf.SetTitle(drawableText(title), true)
	pdf.SetAuthor(drawableText(author), true)
	pdf.SetLang("en-IN")
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddPage()
	return &pdfPage{pdf, map[shapedRun][]cluster{}}, pdf.Error()
}

func (s *pdfPage) output() ([]byte, error) {
	var out bytes.Buffer
	err := s.pdf.Output(&out)
	return out.Bytes(), err
}

// textStyle is how a text is drawn. Weight is "" or, for bold, "B", or displayWeight; size is in points.
type textStyle struct {
	weight string
	size   float64
	colour colour
}

// displayWeight is the weight of headings. They are in the regular displayTypeface, if it has all their characters.
const displayWeight = "display"

func (style textStyle) lineHeight() float64 { return style.size * mmPerPoint * lineSpacing }

// em returns a thousandth of the font size, in millimetres.
func (style textStyle) em() float64 { return style.size * mmPerPoint / 1000 }

// setColour selects the colour of a style.
func (s *pdfPage) setColour(style textStyle) {
	s.pdf.SetTextColor(style.colour[0], style.colour[1], style.colour[2])
}

// setFont selects the font of a run in a style, and returns the run's own font.
func (s *pdfPage) setFont(style textStyle, run textRun) *pdfFont {
	t, weight := run.typeface, style.weight
	if weight == displayWeight {
		weight = ""
		if t == textTypeface && displayTypeface.regular().supportsAll(run.text) {
			t = displayTypeface
		}
	}
	f := t.font(weight)
	s.pdf.AddUTF8FontFromBytes(t.name, weight, f.file)
	s.pdf.SetFont(t.name, weight, style.size)
	return f
}

// drawText draws one line of text with its baseline at y.
func (s *pdfPage) drawText(x, y float64, style textStyle, text string) {
	s.drawRuns(x, y, style, drawableText(text))
}

// drawTextRight draws one line of text that ends at x.
func (s *pdfPage) drawTextRight(x, y float64, style textStyle, text string) {
	text = drawableText(text)
	s.drawRuns(x-s.width(style, text), y, style, text)
}

// drawRuns draws one line of drawable text.
func (s *pdfPage) drawRuns(x, y float64, style textStyle, text string) {
	s.setColour(style)
	for _, run := range visualRuns(text) {
		switch {
		case run.typeface.isShaped():
			s.drawShaped(x, y, style, run)
		case run.isReversed:
			s.setFont(style, run)
			s.pdf.Text(x, y, bidi.ReverseString(run.text)) // blanks and punctuation
		default:
			s.setFont(style, run)
			s.pdf.Text(x, y, run.text)
		}
		x += s.runWidth(style, run)
	}
}

// drawShaped draws a run of a shaped typeface glyph by glyph. The file has its text beside the glyphs, so that readers
// can search and copy it.
func (s *pdfPage) drawShaped(x, y float64, style textStyle, run textRun) {
	s.setFont(style, run)
	text, _ := binary.Append(nil, binary.BigEndian, utf16.Encode([]rune(run.text)))
	s.pdf.RawWriteStr(fmt.Sprintf("/Span <</ActualText <FEFF%X>>> BDC", text))
	clusters := s.clustersOf(style, run)
	if run.isReversed {
		clusters = slices.Clone(clusters)
		slices.Reverse(clusters)
	}
	for _, c := range clusters {
		for _, g := range c.glyphs {
			s.pdf.Text(x+g.x*style.em(), y-g.y*style.em(), string(g.code))
			x += g.advance * style.em()
		}
	}
	s.pdf.RawWriteStr("EMC")
}

// width returns the width of a drawable text.
func (s *pdfPage) width(style textStyle, text string) float64 {
	width := 0.0
	for _, run := range visualRuns(text) {
		width += s.runWidth(style, run)
	}
	return width
}

// runWidth returns the width of a run.
func (s *pdfPage) runWidth(style textStyle, run textRun) float64 {
	if !run.typeface.isShaped() {
		s.setFont(style, run)
		return s.pdf.GetStringWidth(run.text)
	}
	width := 0.0
	for _, c := range s.clustersOf(style, run) {
		width += c.width() * style.em()
	}
	return width
}

// clustersOf shapes a run of a typeface that is shaped.
func (s *pdfPage) clustersOf(style textStyle, run textRun) []cluster {
	key := shapedRun{style.weight, run}
	clusters, found := s.clusters[key]
	if !found {
		clusters = s.setFont(style, run).shape(run)
		s.clusters[key] = clusters
	}
	return clusters
}

// unbreakable returns the parts of a drawable text that must stay on one line: the clusters of shaped scripts, and the
// other characters with their combining marks.
func (s *pdfPage) unbreakable(style textStyle, text string) []string {
	var parts []string
	for _, run := range splitRuns(text) {
		run.isReversed = strings.ContainsFunc(run.text, isRightToLeft)
		if run.typeface.isShaped() {
			for _, c := range s.clustersOf(style, run) {
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
func (s *pdfPage) drawTextBlock(x, y, width, height float64, style textStyle, text string) float64 {
	style, lines := s.fitText(width, height, style, text)
	for _, line := range lines {
		y += style.lineHeight()
		s.drawText(x, y-style.lineHeight()*0.25, style, line)
	}
	return y
}

// fitText breaks text into the lines of a box. Text that is too long is drawn smaller, down to minFontSize, and then
// truncated.
func (s *pdfPage) fitText(width, height float64, style textStyle, text string) (textStyle, []string) {
	lines := s.wrapText(style, width, text)
	for float64(len(lines))*style.lineHeight() > height && style.size > minFontSize {
		style.size = max(minFontSize, style.size-0.5)
		lines = s.wrapText(style, width, text)
	}
	if maxLines := max(1, int(height/style.lineHeight())); len(lines) > maxLines {
		lines = lines[:maxLines]
		lines[maxLines-1] = s.ellipsize(style, width, lines[maxLines-1])
	}
	return style, lines
}

// minFontSize is the smallest font size, in points.
const minFontSize = 6

// wrapText breaks text into lines of at most width, if possible between words.
func (s *pdfPage) wrapText(style textStyle, width float64, text string) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for word := range strings.FieldsSeq(drawableText(paragraph)) {
			if candidate := strings.TrimSpace(line + " " + word); s.width(style, candidate) <= width {
				line = candidate
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			var pieces []string
			pieces, line = s.breakWord(style, width, word)
			lines = append(lines, pieces...)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// breakWord breaks a word that is wider than a line into full lines and the rest.
func (s *pdfPage) breakWord(style textStyle, width float64, word string) (pieces []string, rest string) {
	restWidth := 0.0
	for _, part := range s.unbreakable(style, word) {
		partWidth := s.width(style, part)
		if rest != "" && restWidth+partWidth > width {
			pieces, rest, restWidth = append(pieces, rest), "", 0
		}
		rest, restWidth = rest+part, restWidth+partWidth
	}
	return pieces, rest
}

// ellipsize shortens a line to the width and ends it with an ellipsis.
func (s *pdfPage) ellipsize(style textStyle, width float64, line string) string {
	parts := s.unbreakable(style, line)
	for len(parts) > 0 && s.width(style, strings.Join(parts, "")+"…") > width {
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
