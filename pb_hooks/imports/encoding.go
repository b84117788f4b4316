package imports

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// byteOrderMarks are what a file may begin with to tell how its text is written.
var byteOrderMarks = []struct {
	mark     string
	encoding encoding.Encoding
}{
	{"\xef\xbb\xbf", unicode.UTF8BOM},
	{"\xff\xfe", unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)},
	{"\xfe\xff", unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)},
}

// decodeText is the text of a file's bytes, by its mark; without one it is UTF-8, and what cannot be
// that is taken for Windows-1252, which is a guess. The console's page reads its files by the same
// rule (import-text.ts).
func decodeText(data []byte) (text string, isGuess bool, err error) {
	for _, m := range byteOrderMarks {
		if bytes.HasPrefix(data, []byte(m.mark)) {
			decoded, err := m.encoding.NewDecoder().Bytes(data)
			return string(decoded), false, err
		}
	}
	if utf8.Valid(data) {
		return string(data), false, nil
	}
	decoded, err := charmap.Windows1252.NewDecoder().Bytes(data)
	return string(decoded), true, err
}
