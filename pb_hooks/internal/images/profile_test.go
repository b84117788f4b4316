package images

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

// displayP3 is a profile with the colours of phones and laptops, and the curve of sRGB.
func displayP3() []byte {
	xyz := func(x, y, z float64) []byte {
		tag := []byte("XYZ \x00\x00\x00\x00")
		for _, value := range []float64{x, y, z} {
			tag = binary.BigEndian.AppendUint32(tag, uint32(int32(value*65536)))
		}
		return tag
	}
	curve := []byte("para\x00\x00\x00\x00\x00\x03\x00\x00")
	for _, value := range []float64{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045} {
		curve = binary.BigEndian.AppendUint32(curve, uint32(int32(value*65536)))
	}
	tags := []struct {
		name    string
		content []byte
	}{
		{"rXYZ", xyz(0.51512, 0.24120, -0.00105)}, {"gXYZ", xyz(0.29198, 0.69225, 0.04189)},
		{"bXYZ", xyz(0.15710, 0.06657, 0.78407)}, {"rTRC", curve}, {"gTRC", curve}, {"bTRC", curve},
	}
	file := make([]byte, 128)
	copy(file[16:], "RGB XYZ ")
	file = binary.BigEndian.AppendUint32(file, uint32(len(tags)))
	start := len(file) + 12*len(tags)
	var contents []byte
	for _, tag := range tags {
		file = append(file, tag.name...)
		file = binary.BigEndian.AppendUint32(file, uint32(start+len(contents)))
		file = binary.BigEndian.AppendUint32(file, uint32(len(tag.content)))
		contents = append(contents, tag.content...)
	}
	return append(file, contents...)
}

func withJPEGProfile(file, profile []byte) []byte {
	segment := append([]byte("ICC_PROFILE\x00\x01\x01"), profile...)
	header := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe2}, uint16(len(segment)+2))
	return append(append(header, segment...), file[2:]...)
}

func withPNGProfile(file, profile []byte) []byte {
	var packed bytes.Buffer
	packer := zlib.NewWriter(&packed)
	_, _ = packer.Write(profile) // writing to a bytes.Buffer never fails
	_ = packer.Close()
	chunk := append([]byte("iCCPP3\x00\x00"), packed.Bytes()...)
	const header = 8 + 25 // the signature and IHDR
	out := append([]byte{}, file[:header]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, file[header:]...)
}

func uniform(c color.Color) image.Image {
	picture := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			picture.Set(x, y, c)
		}
	}
	return picture
}

// A colour of Display P3 becomes the colour of sRGB that looks the same, and the profile is not stored.
func TestAColourProfileIsApplied(t *testing.T) {
	from := uniform(color.RGBA{R: 204, G: 102, B: 102, A: 255})
	want := color.RGBA{R: 219, G: 94, B: 99, A: 255} // color(display-p3 0.8 0.4 0.4) in a browser
	unchanged := color.RGBA{R: 204, G: 102, B: 102, A: 255}
	plain := encodeJPEG(t, from)
	for name, c := range map[string]struct {
		file []byte
		want color.RGBA
	}{
		"a JPEG with a profile":         {withJPEGProfile(plain, displayP3()), want},
		"a PNG with a profile":          {withPNGProfile(encodePNG(t, from), displayP3()), want},
		"a JPEG without a profile":      {plain, unchanged},
		"a JPEG with a damaged profile": {withJPEGProfile(plain, displayP3()[:150]), unchanged},
	} {
		processed, err := Process(t.Context(), c.file, Shape{MaxSide: 100})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if bytes.Contains(processed.File, []byte("ICC_PROFILE")) || bytes.Contains(processed.File, []byte("iCCP")) {
			t.Errorf("%s: the profile is stored", name)
		}
		decode := jpeg.Decode
		if processed.Extension == "png" {
			decode = png.Decode
		}
		picture, err := decode(bytes.NewReader(processed.File))
		if err != nil {
			t.Fatal(err)
		}
		r, g, b, _ := picture.At(30, 30).RGBA()
		want := []uint8{c.want.R, c.want.G, c.want.B}
		for i, got := range []uint32{r >> 8, g >> 8, b >> 8} {
			if difference := int(got) - int(want[i]); difference < -4 || difference > 4 {
				t.Errorf("%s: channel %d is %d, want %d", name, i, got, want[i])
			}
		}
	}
}

// A packed profile of many megabytes is not unpacked.
func TestAProfileIsLimited(t *testing.T) {
	bomb := withPNGProfile(encodePNG(t, uniform(color.White)), make([]byte, 100<<20))
	if raw := pngProfile(bomb); len(raw) > maxProfile {
		t.Errorf("%d bytes were unpacked", len(raw))
	}
	if _, err := Process(t.Context(), bomb, Shape{MaxSide: 100}); err != nil {
		t.Errorf("the picture is refused: %v", err)
	}
}

func FuzzProfile(f *testing.F) {
	f.Add(displayP3())
	f.Fuzz(func(_ *testing.T, raw []byte) {
		if p := parseProfile(raw); p != nil {
			p.apply(image.NewRGBA(image.Rect(0, 0, 2, 2)))
		}
	})
}
