package invoices

import (
	"bytes"
	"embed"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/harfbuzz"
	"golang.org/x/text/unicode/bidi"

	"boardcircle/pb_hooks/internal/normal"
)

//go:embed fonts/*/*.ttf
var fontFiles embed.FS

// typeface is a font in two weights.
type typeface struct {
	name          string
	blocks        *unicode.RangeTable // the Unicode blocks of a script, nil for a typeface that is not shaped
	regular, bold func() *pdfFont
}

// The site's typefaces. Their characters are drawn as they are; the text of shapedTypefaces is shaped.
var (
	// textTypeface has the rupee sign, tabular figures, and Latin, Greek and Cyrillic letters. Characters that it lacks
	// are drawn in otherTypeface.
	textTypeface  = newTypeface("inter/Inter")
	otherTypeface = newTypeface("dejavu/DejaVuSansCondensed")
	// displayTypeface is for headings, in one weight.
	displayTypeface = newTypeface("fraunces/Fraunces")
)

// shapedTypefaces has a typeface for each official script of India. The Arabic script (Urdu, Kashmiri, Sindhi) is
// written from right to left.
var shapedTypefaces = []*typeface{
	newTypeface("noto/NotoSansArabic", 0x0600, 0x06FF, 0x0750, 0x077F),
	newTypeface("noto/NotoSansDevanagari", 0x0900, 0x097F, 0x1CD0, 0x1CFF, 0xA8E0, 0xA8FF),
	newTypeface("noto/NotoSansBengali", 0x0980, 0x09FF),
	newTypeface("noto/NotoSansGurmukhi", 0x0A00, 0x0A7F),
	newTypeface("noto/NotoSansGujarati", 0x0A80, 0x0AFF),
	newTypeface("noto/NotoSansOriya", 0x0B00, 0x0B7F),
	newTypeface("noto/NotoSansTamil", 0x0B80, 0x0BFF),
	newTypeface("noto/NotoSansTelugu", 0x0C00, 0x0C7F),
	newTypeface("noto/NotoSansKannada", 0x0C80, 0x0CFF),
	newTypeface("noto/NotoSansMalayalam", 0x0D00, 0x0D7F),
	newTypeface("noto/NotoSansMeeteiMayek", 0xAAE0, 0xAAFF, 0xABC0, 0xABFF),
	newTypeface("noto/NotoSansOlChiki", 0x1C50, 0x1C7F),
}

// newTypeface returns a typeface whose fonts are parsed when they are first used. Blocks are pairs of the first and the
// last character.
func newTypeface(name string, blocks ...uint16) *typeface {
	t := &typeface{name: name[strings.IndexByte(name, '/')+1:]}
	if len(blocks) > 0 {
		t.blocks = &unicode.RangeTable{}
		for i := 0; i < len(blocks); i += 2 {
			t.blocks.R16 = append(t.blocks.R16, unicode.Range16{Lo: blocks[i], Hi: blocks[i+1], Stride: 1})
		}
	}
	t.regular = sync.OnceValue(func() *pdfFont { return mustParse("fonts/" + name + "-Regular.ttf") })
	t.bold = sync.OnceValue(func() *pdfFont { return mustParse("fonts/" + name + "-Bold.ttf") })
	return t
}

// font returns the font of a weight of fpdf: "" or, for bold, "B".
func (t *typeface) font(weight string) *pdfFont {
	if weight == "B" {
		return t.bold()
	}
	return t.regular()
}

// isShaped reports whether the typeface's text is shaped.
func (t *typeface) isShaped() bool { return t.blocks != nil }

// supports reports whether both weights have a glyph.
func (t *typeface) supports(r rune) bool { return t.regular().supports(r) && t.bold().supports(r) }

// typefaceOf returns the typeface of a character, or nil if no typeface has it.
func typefaceOf(r rune) *typeface {
	for _, t := range shapedTypefaces {
		if unicode.Is(t.blocks, r) {
			if t.supports(r) {
				return t
			}
			return nil
		}
	}
	// The PDF writer can't measure characters above the basic plane. Other scripts from right to left need shaping.
	if isRightToLeft(r) || r > 0xFFFF {
		return nil
	}
	for _, t := range []*typeface{textTypeface, otherTypeface} {
		if t.supports(r) {
			return t
		}
	}
	return nil
}

// isRightToLeft reports whether a character is a letter that is written from right to left.
func isRightToLeft(r rune) bool {
	properties, _ := bidi.LookupRune(r)
	return properties.Class() == bidi.R || properties.Class() == bidi.AL
}

// isJoiner reports whether a character is the zero-width joiner or non-joiner, which select the form of an Indian or
// Arabic letter.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// maxMarks is the largest number of combining marks and joiners on a letter. Words need at most five. Without a limit,
// one letter could fill the page.
const maxMarks = 6

// maxGlyphs is an upper bound of the glyphs that a font has for one character.
const maxGlyphs = 8

// missingLetter replaces a letter or a digit that no font has.
const missingLetter = '?'

// drawableText returns the text that the fonts can draw, in one line: every character has a typeface. Control
// characters and line breaks become spaces. Characters that show nothing, and joiners outside shaped words, are
// removed. A letter that no font has becomes a question mark, so that readers see that a letter is missing. A symbol
// that no font has, such as an emoji, is removed.
func drawableText(text string) string {
	var out strings.Builder
	isShaped, marks := false, 0
	for _, r := range strings.ToValidUTF8(text, string(missingLetter)) {
		if !unicode.Is(unicode.M, r) && !isJoiner(r) {
			marks = 0
		} else if marks++; marks > maxMarks {
			continue
		}
		switch t := typefaceOf(r); {
		case isJoiner(r) && isShaped:
			out.WriteRune(r)
		case unicode.IsControl(r), unicode.IsSpace(r):
			isShaped = false
			out.WriteByte(' ')
		case normal.IsIgnorable(r):
		case t != nil:
			isShaped = t.isShaped()
			out.WriteRune(r)
		case unicode.IsLetter(r), unicode.IsNumber(r):
			isShaped = false
			out.WriteRune(missingLetter)
		}
	}
	return out.String()
}

// textRun is a part of a drawable text in one typeface.
type textRun struct {
	typeface *typeface
	text     string
	// isReversed: the text is drawn from right to left.
	isReversed bool
}

// visualRuns divides a drawable text by typeface and direction, in the order in which its runs are drawn from left to
// right. The line as a whole is read from left to right, as the rest of the page.
func visualRuns(text string) []textRun {
	if !strings.ContainsFunc(text, isRightToLeft) {
		return splitRuns(text)
	}
	// Without the mark, a line that begins with such a letter would be read from right to left.
	const leftToRight = "\u200e"
	var paragraph bidi.Paragraph
	var order bidi.Ordering
	_, err := paragraph.SetString(leftToRight + text)
	if err == nil {
		order, err = paragraph.Order()
	}
	if err != nil {
		return splitRuns(text)
	}
	var visual, reversed []textRun
	flush := func() {
		slices.Reverse(reversed)
		visual, reversed = append(visual, reversed...), nil
	}
	for i := range order.NumRuns() {
		part := order.Run(i)
		text := strings.TrimPrefix(part.String(), leftToRight)
		if part.Direction() == bidi.RightToLeft {
			for _, run := range splitRuns(text) {
				run.isReversed = true
				reversed = append(reversed, run)
			}
			continue
		}
		// A number after a word from right to left belongs to it. Its own digits are read from left to right.
		number := leadingNumber.FindString(text)
		if len(reversed) > 0 && number != "" {
			numbers := splitRuns(number)
			slices.Reverse(numbers)
			reversed, text = append(reversed, numbers...), text[len(number):]
		}
		if text != "" {
			flush()
			visual = append(visual, splitRuns(text)...)
		}
	}
	flush()
	return visual
}

// leadingNumber matches a number at the start of a text.
var leadingNumber = regexp.MustCompile(`^\p{Nd}+([.,:/-]\p{Nd}+)*`)

// splitRuns divides a drawable text by typeface.
func splitRuns(text string) []textRun {
	var runs []textRun
	start := 0
	var current *typeface
	for i, r := range text {
		next := typefaceOf(r)
		if isJoiner(r) {
			next = current
		}
		if next != current && i > start {
			runs = append(runs, textRun{typeface: current, text: text[start:i]})
			start = i
		}
		current = next
	}
	if start < len(text) {
		runs = append(runs, textRun{typeface: current, text: text[start:]})
	}
	return runs
}

// pdfFont is a font file that can be drawn with. It selects and positions the glyphs of a text.
type pdfFont struct {
	// face caches what NominalGlyph finds, so NominalGlyph is called only while mutex is locked.
	face *font.Face
	// file is for the PDF writer. In a font that is shaped, glyphCodes has a character for each glyph.
	file   []byte
	mutex  sync.Mutex
	shaped *harfbuzz.Font // guarded by mutex
}

// glyphCodes is the first of the characters by which the PDF writer finds the glyphs. Some glyphs, such as conjuncts,
// have no character of their own. The characters are in the private use area, which the Noto fonts do not use.
const glyphCodes = 0xE000

// glyph is a glyph of a shaped text. Lengths are in thousandths of the font size.
type glyph struct {
	id      font.GID
	code    rune // its character in the font for the PDF writer
	advance float64
	x, y    float64 // distance from the current position, to the right and upwards
}

// cluster is a part of a text that can't be broken, such as a conjunct with its vowel signs.
type cluster struct {
	text   string
	glyphs []glyph
}

// width returns the width in thousandths of the font size.
func (c cluster) width() float64 {
	width := 0.0
	for _, g := range c.glyphs {
		width += g.advance
	}
	return width
}

// shape returns the clusters of a run in the order of its text. The glyphs of a cluster are in the order of drawing,
// from left to right.
func (f *pdfFont) shape(run textRun) []cluster {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	runes := []rune(run.text)
	buffer := harfbuzz.NewBuffer()
	buffer.AddRunes(runes, 0, len(runes))
	// The shaper reorders the positions together with the glyphs, but does not grow them when it adds a glyph, such as
	// a dotted circle, and panics when it has no more room.
	buffer.Pos = append(make([]harfbuzz.GlyphPosition, 0, maxGlyphs*len(runes)), buffer.Pos...)
	buffer.GuessSegmentProperties()
	buffer.Props.Direction = harfbuzz.LeftToRight
	if run.isReversed {
		buffer.Props.Direction = harfbuzz.RightToLeft
	}
	buffer.Shape(f.shaped, nil)
	if run.isReversed { // the shaper returns the glyphs in the order of drawing
		slices.Reverse(buffer.Info)
		slices.Reverse(buffer.Pos)
	}

	scale := 1000 / float64(f.face.Upem())
	var clusters []cluster
	from := 0 // the first character of the cluster
	var glyphs []glyph
	for i, info := range buffer.Info {
		position := buffer.Pos[i]
		glyphs = append(glyphs, glyph{info.Glyph, glyphCodes + rune(info.Glyph), float64(position.XAdvance) * scale,
			float64(position.XOffset) * scale, float64(position.YOffset) * scale})
		to := firstOf(buffer.Info[i+1:], len(runes))
		if to <= lastOf(buffer.Info[:i+1]) {
			continue
		}
		// A glyph that is the usual glyph of one character keeps that character, for programs that copy text by the
		// characters of the glyphs.
		if nominal, found := f.face.NominalGlyph(runes[from]); to == from+1 && len(glyphs) == 1 && found &&
			nominal == info.Glyph {
			glyphs[0].code = runes[from]
		}
		if run.isReversed {
			slices.Reverse(glyphs)
		}
		clusters = append(clusters, cluster{string(runes[from:to]), glyphs})
		from, glyphs = to, nil
	}
	return clusters
}

// firstOf returns the index of the first character of the glyphs, or end if there are no glyphs. The glyphs of misspelt
// words may be in another order than their characters.
func firstOf(glyphs []harfbuzz.GlyphInfo, end int) int {
	for _, g := range glyphs {
		end = min(end, g.Cluster)
	}
	return end
}

// lastOf returns the index of the last character at which a cluster of the glyphs begins.
func lastOf(glyphs []harfbuzz.GlyphInfo) int {
	last := 0
	for _, g := range glyphs {
		last = max(last, g.Cluster)
	}
	return last
}

func (f *pdfFont) supports(r rune) bool {
	_, found := f.face.Cmap.Lookup(r)
	return found
}

func (f *pdfFont) supportsAll(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !f.supports(r) })
}

// mustParse parses an embedded font.
func mustParse(name string) *pdfFont {
	f, err := parseFont(name)
	if err != nil {
		panic(fmt.Sprintf("parse %s: %v", name, err))
	}
	return f
}

func parseFont(name string) (*pdfFont, error) {
	data, err := fontFiles.ReadFile(name)
	if err != nil {
		return nil, err
	}
	loader, err := opentype.NewLoader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	parsed, err := font.NewFont(loader)
	if err != nil {
		return nil, err
	}
	f := &pdfFont{face: font.NewFace(parsed), file: data}
	if strings.HasPrefix(name, "fonts/noto/") {
		f.shaped = harfbuzz.NewFont(f.face)
		f.file, err = withGlyphCodes(loader, parsed.Cmap)
	}
	return f, err
}

// withGlyphCodes returns the tables of a font that the PDF writer reads, with a character for each glyph in addition to
// the characters of cmap.
func withGlyphCodes(loader *opentype.Loader, cmap font.Cmap) ([]byte, error) {
	maxp, err := loader.RawTable(opentype.MustNewTag("maxp"))
	if err != nil {
		return nil, fmt.Errorf("maxp: %w", err)
	}
	glyphs := binary.BigEndian.Uint16(maxp[4:])
	var tables []opentype.Table // sorted by tag
	for _, name := range []string{"OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"} {
		tag := opentype.MustNewTag(name)
		content, err := loader.RawTable(tag)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if name == "cmap" {
			content = newCmap(cmap, glyphs)
		}
		tables = append(tables, opentype.Table{Tag: tag, Content: content})
	}
	return opentype.WriteTTF(tables), nil
}

// newCmap returns a cmap table in format 4, which the PDF writer reads. It has the characters of cmap, sorted as cmap
// is, and those of glyphCodes.
func newCmap(cmap font.Cmap, glyphs uint16) []byte {
	var ends, starts, deltas []uint16
	add := func(start, end, glyph uint16) {
		starts, ends, deltas = append(starts, start), append(ends, end), append(deltas, glyph-start)
	}
	for each := cmap.Iter(); each.Next(); {
		r, id := each.Char()
		add(uint16(r), uint16(r), uint16(id))
	}
	add(glyphCodes, glyphCodes+glyphs-1, 0)
	add(0xFFFF, 0xFFFF, 0)

	segments := uint16(len(ends))
	fields := []uint16{0, 1, 3, 1, 0, 12} // version, one table: Windows, Unicode, at byte 12
	// Format, length, language, twice the number of segments, and three fields for a binary search, which the PDF
	// writer does not use.
	fields = append(fields, 4, 16+8*segments, 0, 2*segments, 0, 0, 0)
	fields = append(append(append(append(fields, ends...), 0), starts...), deltas...)
	fields = append(fields, make([]uint16, segments)...)
	table, _ := binary.Append(nil, binary.BigEndian, fields)
	return table
}
