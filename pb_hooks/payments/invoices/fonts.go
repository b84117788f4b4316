package invoices

import (
	_ "embed"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
)

// DejaVu Sans Condensed has the rupee sign, figures of one width, and Latin, Greek and Cyrillic.
var (
	//go:embed fonts/DejaVuSansCondensed.ttf
	regularFont []byte
	//go:embed fonts/DejaVuSansCondensed-Bold.ttf
	boldFont []byte
)

// missingGlyph stands for a character that the font has no glyph for.
const missingGlyph = '□'

// charset tells which characters can be printed: those that both fonts have.
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

// supports leaves out what lies above the basic plane: the PDF writer cannot measure it.
func (c *charset) supports(r rune) bool {
	for _, font := range c.fonts {
		if glyph, err := font.GlyphIndex(&c.buffer, r); err != nil || glyph == 0 {
			return false
		}
	}
	return r <= 0xFFFF
}

// printable makes people's text fit to print: no control or invisible direction characters, and
// nothing that the font lacks. Line breaks stay.
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
