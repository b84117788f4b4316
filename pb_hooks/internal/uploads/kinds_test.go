package uploads_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"boardcircle/pb_hooks/internal/uploads"
)

func TestFilesThatAreCutShortAreIncomplete(t *testing.T) {
	t.Parallel()
	var pdf, photo, drawing bytes.Buffer
	document := fpdf.New("P", "mm", "A4", "")
	document.SetFont("Helvetica", "", 12)
	for range 20 {
		document.AddPage()
		document.MultiCell(0, 6, strings.Repeat("The audit committee. ", 100), "", "", false)
	}
	picture := image.NewGray(image.Rect(0, 0, 300, 200))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i * i)
	}
	if err := errors.Join(document.Output(&pdf), jpeg.Encode(&photo, picture, nil), png.Encode(&drawing, picture)); err != nil {
		t.Fatal(err)
	}
	for extension, file := range map[string][]byte{".pdf": pdf.Bytes(), ".jpg": photo.Bytes(), ".png": drawing.Bytes()} {
		if kind, err := uploads.KindOf(file); kind != extension || err != nil {
			t.Errorf("%s: %s, %v", extension, kind, err)
		}
		for part := 1; part < 20; part++ {
			cut := file[:len(file)*part/20]
			if kind, err := uploads.KindOf(cut); kind != extension || !errors.Is(err, uploads.ErrIncomplete) {
				t.Errorf("%d bytes of %s: %s, %v", len(cut), extension, kind, err)
			}
		}
	}
	for name, file := range map[string][]byte{
		"a line before it":   append([]byte("\r\nreceived: 1\r\n"), pdf.Bytes()...),
		"blanks after it":    append(bytes.Clone(pdf.Bytes()), strings.Repeat("\x00", 5000)...),
		"a line after it":    append(bytes.Clone(pdf.Bytes()), "<!-- saved -->"...),
		"saved in two parts": append(bytes.Clone(pdf.Bytes()), "1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n"...),
	} {
		if kind, err := uploads.KindOf(file); kind != ".pdf" || err != nil {
			t.Errorf("%s: %s, %v", name, kind, err)
		}
	}
	// A photo or a drawing can have a whole preview in its head.
	preview := func(file []byte, at int, head string) []byte {
		return slices.Concat(file[:at], []byte(head), file, file[at:])
	}
	for extension, file := range map[string][]byte{
		".jpg": preview(photo.Bytes(), 2, "\xff\xe1"+string(binary.BigEndian.AppendUint16(nil, uint16(photo.Len()+2)))),
		".png": preview(drawing.Bytes(), 33, string(binary.BigEndian.AppendUint32(nil, uint32(drawing.Len()-8)))),
	} {
		if kind, err := uploads.KindOf(file); kind != extension || err != nil {
			t.Errorf("%s with a preview: %s, %v", extension, kind, err)
		}
		if _, err := uploads.KindOf(file[:len(file)*3/4]); !errors.Is(err, uploads.ErrIncomplete) {
			t.Errorf("part of %s with a preview: %v", extension, err)
		}
	}
	// The first half of a file that is optimised for the web has such a mark, too.
	web := append([]byte("%PDF-1.7\nstartxref\n0\n%%EOF\n"), pdf.Bytes()[:pdf.Len()/2]...)
	if _, err := uploads.KindOf(web); !errors.Is(err, uploads.ErrIncomplete) {
		t.Errorf("half of a file for the web: %v", err)
	}
	for _, other := range []string{"", "%PDF", "<html>", strings.Repeat(" ", 2000) + pdf.String(), "PK\x03\x04"} {
		if kind, err := uploads.KindOf([]byte(other)); kind != "" || !errors.Is(err, uploads.ErrKind) {
			t.Errorf("%.20q: %s, %v", other, kind, err)
		}
	}
}
