package invoices

import (
	"bytes"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// colour is one of the house's colours.
type colour [3]int

var (
	ink    = colour{0x24, 0x15, 0x22}
	quiet  = colour{0x6b, 0x5a, 0x66}
	paper  = colour{0xf8, 0xf2, 0xe8}
	rule   = colour{0xe4, 0xd9, 0xc9}
	orange = colour{0xf9, 0x9f, 0x1b}
)

const (
	family = "DejaVu"
	// points is how many millimetres a point has.
	points = 25.4 / 72
	// leading is the distance of two lines, in their size.
	leading = 1.35
)

// sheet is one A4 page that is written on by millimetres. Its bytes depend on nothing but what is
// written on it.
type sheet struct {
	pdf     *fpdf.Fpdf
	charset *charset
}

func newSheet(title, author string, at time.Time) (*sheet, error) {
	charset, err := newCharset()
	if err != nil {
		return nil, err
	}
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(at)
	pdf.SetModificationDate(at)
	pdf.SetCatalogSort(true)
	pdf.SetTitle(charset.legible(title), true)
	pdf.SetAuthor(charset.legible(author), true)
	pdf.SetLang("en-IN")
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes(family, "", regular)
	pdf.AddUTF8FontFromBytes(family, "B", bold)
	pdf.AddPage()
	return &sheet{pdf, charset}, pdf.Error()
}

func (s *sheet) bytes() ([]byte, error) {
	var out bytes.Buffer
	err := s.pdf.Output(&out)
	return out.Bytes(), err
}

// face is how text looks. Style is "" or "B"; size is in points.
type face struct {
	style  string
	size   float64
	colour colour
}

func (f face) line() float64 { return f.size * points * leading }

func (s *sheet) use(f face) {
	s.pdf.SetFont(family, f.style, f.size)
	s.pdf.SetTextColor(f.colour[0], f.colour[1], f.colour[2])
}

// at writes one line whose baseline is at y.
func (s *sheet) at(x, y float64, f face, text string) {
	s.use(f)
	s.pdf.Text(x, y, s.charset.legible(text))
}

// endingAt writes one line that ends at x.
func (s *sheet) endingAt(x, y float64, f face, text string) {
	s.use(f)
	text = s.charset.legible(text)
	s.pdf.Text(x-s.pdf.GetStringWidth(text), y, text)
}

// block writes text into a box whose upper edge is at y, and returns the text's lower edge.
func (s *sheet) block(x, y, width, height float64, f face, text string) float64 {
	f, lines := s.fit(width, height, f, text)
	for _, line := range lines {
		y += f.line()
		s.at(x, y-f.line()*0.25, f, line)
	}
	return y
}

// fit breaks text into the lines of a box. Text that is too long is set smaller, down to smallest,
// and then cut.
func (s *sheet) fit(width, height float64, f face, text string) (face, []string) {
	lines := s.wrap(f, width, text)
	for float64(len(lines))*f.line() > height && f.size > smallest {
		f.size = max(smallest, f.size-0.5)
		lines = s.wrap(f, width, text)
	}
	if most := max(1, int(height/f.line())); len(lines) > most {
		lines = lines[:most]
		lines[most-1] = s.shortened(width, lines[most-1])
	}
	return f, lines
}

// smallest is the size below which nothing is set, in points.
const smallest = 6

// wrap breaks text into lines of at most width, between words where it can.
func (s *sheet) wrap(f face, width float64, text string) []string {
	s.use(f)
	var lines []string
	for _, paragraph := range strings.Split(s.charset.legible(text), "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if together := strings.TrimSpace(line + " " + word); s.pdf.GetStringWidth(together) <= width {
				line = together
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			var pieces []string
			pieces, line = s.broken(width, word)
			lines = append(lines, pieces...)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// broken breaks a word that is wider than a line into full lines and a rest.
func (s *sheet) broken(width float64, word string) (pieces []string, rest string) {
	for _, r := range word {
		if rest != "" && s.pdf.GetStringWidth(rest+string(r)) > width {
			pieces, rest = append(pieces, rest), ""
		}
		rest += string(r)
	}
	return pieces, rest
}

// shortened ends a line with an ellipsis within the width.
func (s *sheet) shortened(width float64, line string) string {
	runes := []rune(line)
	for len(runes) > 0 && s.pdf.GetStringWidth(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}

// rule draws a thin line across.
func (s *sheet) rule(x, y, width float64, c colour, thickness float64) {
	s.pdf.SetDrawColor(c[0], c[1], c[2])
	s.pdf.SetLineWidth(thickness)
	s.pdf.Line(x, y, x+width, y)
}

func (s *sheet) fill(x, y, width, height float64, c colour) {
	s.pdf.SetFillColor(c[0], c[1], c[2])
	s.pdf.Rect(x, y, width, height, "F")
}

func (s *sheet) dot(x, y, radius float64, c colour) {
	s.pdf.SetFillColor(c[0], c[1], c[2])
	s.pdf.Circle(x, y, radius, "F")
}
