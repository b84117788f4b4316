package images

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"testing"
)

// An upload is either refused, or encoded again as a picture that is not too large.
func FuzzProcess(f *testing.F) {
	small := image.NewRGBA(image.Rect(0, 0, 3, 2))
	var asPNG, asJPEG bytes.Buffer
	if err := png.Encode(&asPNG, small); err != nil {
		f.Fatal(err)
	}
	if err := jpeg.Encode(&asJPEG, small, nil); err != nil {
		f.Fatal(err)
	}
	exif := append(
		[]byte(
			"\xff\xd8\xff\xe1\x00\x1eExif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00",
		),
		asJPEG.Bytes()[2:]...)
	for _, seed := range [][]byte{asPNG.Bytes(), asJPEG.Bytes(), exif, []byte("GIF89a\x01\x00\x01\x00"), []byte("RIFF\x00\x00\x00\x00WEBPVP8 "), []byte("<svg/>"), nil, asPNG.Bytes()[:40]} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		picture, err := Process(t.Context(), file, Shape{MaxSide: 100, Square: len(file)%2 == 0})
		if err != nil {
			return
		}
		if picture.Width <= 0 || picture.Width > 100 || picture.Height <= 0 || picture.Extension == "" {
			t.Errorf("%d x %d, %q", picture.Width, picture.Height, picture.Extension)
		}
	})
}
