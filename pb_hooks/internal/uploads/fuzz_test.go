package uploads_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"testing"

	"boardcircle/pb_hooks/internal/uploads"
)

// A picture that a decoder reads to its end is complete.
func FuzzKindOf(f *testing.F) {
	small := image.NewRGBA(image.Rect(0, 0, 3, 2))
	var photo, drawing bytes.Buffer
	if err := jpeg.Encode(&photo, small, nil); err != nil {
		f.Fatal(err)
	}
	if err := png.Encode(&drawing, small); err != nil {
		f.Fatal(err)
	}
	preview := append([]byte("\xff\xd8\xff\xe1\x00\x08\xff\xd8\xff\xda\xff\xd9"), photo.Bytes()[2:]...)
	for _, seed := range [][]byte{photo.Bytes(), drawing.Bytes(), preview, preview[:len(preview)/2], drawing.Bytes()[:40],
		[]byte("%PDF-1.7\nstartxref\n9\n%%EOF\n"), []byte("\xff\xd8\xff\xda\x00"), nil} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		_, err := uploads.KindOf(file)
		_, ofJPEG := jpeg.Decode(bytes.NewReader(file))
		_, ofPNG := png.Decode(bytes.NewReader(file))
		if err != nil && (ofJPEG == nil || ofPNG == nil) {
			t.Errorf("a whole picture: %v", err)
		}
	})
}
