package pictures_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// deepPNG returns a PNG of a few bytes whose header claims 16 bits per colour, which need twice the memory.
func deepPNG(width, height uint32) []byte {
	file := pngWithSize(width, height)
	file[24], file[25] = 16, 6
	return binary.BigEndian.AppendUint32(file[:29], crc32.ChecksumIEEE(file[12:29]))
}

// jpegWithScans returns the start of a JPEG of three colours, with a given sampling and number of scans.
func jpegWithScans(frame byte, width, height uint16, sampling byte, scans int) []byte {
	// The decoder must skip the bytes that are not part of a marker.
	file := []byte{0xff, 0xd8, 0xff, 0xfe, 0, 2, 1, 1, 0xff, 0xff, frame, 0, 17, 8}
	file = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(file, height), width)
	file = append(file, 3, 1, sampling, 0, 2, 0x11, 0, 3, 0x11, 0)
	return append(file, bytes.Repeat([]byte{0xff, 0xda, 0, 2}, scans)...)
}

func TestCostlyPictureIsRefusedBeforeItIsDecoded(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	const costly, damaged, tooLarge = "This image takes too much memory to read. Please save it in a smaller size or as a plain JPEG",
		"This image is damaged and cannot be read", "This image has too many pixels: at most 25 million"
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"26 MP":                         {pngWithSize(5100, 5100), tooLarge},
		"26 MP, baseline":               {jpegWithScans(0xc0, 5100, 5100, 0x22, 1), tooLarge},
		"13.7 MP in 16 bits":            {deepPNG(3700, 3700), costly},
		"12.3 MP in 16 bits":            {deepPNG(3500, 3500), damaged},
		"24 MP in 8 bits":               {pngWithSize(4900, 4900), damaged},
		"24 MP, progressive":            {jpegWithScans(0xc2, 6000, 4000, 0x22, 1), costly},
		"12.6 MP, progressive, sampled": {jpegWithScans(0xc2, 4200, 3000, 0x22, 1), damaged},
		"24 MP, baseline":               {jpegWithScans(0xc0, 6000, 4000, 0x11, 1), damaged},
		"a small picture in 25 scans":   {jpegWithScans(0xc2, 100, 100, 0x11, 25), costly},
		"a small picture in 20 scans":   {jpegWithScans(0xc2, 100, 100, 0x11, 20), damaged},
		"7 MP in 24 scans":              {jpegWithScans(0xc2, 3500, 2000, 0x22, 24), costly},
		"6 MP in 24 scans":              {jpegWithScans(0xc2, 3000, 2000, 0x22, 24), damaged},
	} {
		if answer := o.upload(c.file, "photo.jpg"); answer.Status != http.StatusBadRequest ||
			answer.Field("image") != c.want {
			t.Errorf("%s: status = %d, body = %s, want 400 with %q", name, answer.Status, answer.Body, c.want)
		}
	}
}

func TestLargePictureIsScaledDown(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	o := newConsoleFixture(t)
	for _, size := range []image.Point{{2600, 1300}, {4100, 90}, {7, 6001}} {
		_, served := o.uploadAndFetch(asPNG(t, twoColourImage(size.X, size.Y)))
		got, err := png.Decode(strings.NewReader(served.Body))
		if err != nil {
			t.Fatal(err)
		}
		width, height := got.Bounds().Dx(), got.Bounds().Dy()
		if max(width, height) != 2000 || !isRed(got.At(0, 0)) || isRed(got.At(width-1, height-1)) {
			t.Errorf("%v was scaled to %v, want 2000 pixels on the longer side and the same colours", size, got.Bounds())
		}
		if _, _, _, a := got.At(width-1, height-1).RGBA(); a != 0xffff {
			t.Errorf("%v: the corner is transparent", size)
		}
	}
}
