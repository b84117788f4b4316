package images

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"io"
	"math"
)

// Phones and cameras save pictures in a wider range of colours than sRGB, with an ICC profile that describes the range.
// Such a picture looks pale without its profile, so the profile is applied to the pixels before it is dropped. Only
// profiles with three primaries and three curves are supported, as screens and cameras have. Others are dropped.

// maxProfile is the maximum length of a profile. Profiles of cameras have a few kilobytes.
const maxProfile = 1 << 20

// profile converts the colours of a picture to sRGB.
type profile struct {
	// linear has the linear value of each of the 256 values of red, green and blue.
	linear [3][256]float64
	// toSRGB converts linear colours to linear sRGB.
	toSRGB [3][3]float64
}

// fromD50 converts XYZ colours relative to the white point D50, as profiles have them, to linear sRGB.
var fromD50 = [3][3]float64{
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

// profileOf returns the profile of a file. It returns nil if the file has none, or one that
// is not supported or is sRGB.
func profileOf(kind string, file []byte) *profile {
	var raw []byte
	switch kind {
	case "jpeg":
		raw = jpegProfile(file)
	case "png":
		raw = pngProfile(file)
	case "webp":
		raw = webpProfile(file)
	}
	return parseProfile(raw)
}

// jpegProfile joins the segments of a profile, which may be longer than one segment.
func jpegProfile(file []byte) (raw []byte) {
	const header = 2 // the number of the segment, and how many there are
	for marker, content := range jpegSegments(file) {
		part, isProfile := bytes.CutPrefix(content, []byte("ICC_PROFILE\x00"))
		if marker == 0xe2 && isProfile && len(part) > header {
			raw = append(raw, part[header:]...)
		}
		if len(raw) > maxProfile {
			break
		}
	}
	return raw
}

func pngProfile(file []byte) []byte {
	for name, content := range pngChunks(file) {
		if name != "iCCP" {
			continue
		}
		_, packed, _ := bytes.Cut(content, []byte{0})
		if len(packed) == 0 || packed[0] != 0 {
			return nil
		}
		unpacked, err := zlib.NewReader(bytes.NewReader(packed[1:]))
		if err != nil {
			return nil
		}
		raw, _ := io.ReadAll(io.LimitReader(unpacked, maxProfile)) // a damaged profile is refused by its length
		return raw
	}
	return nil
}

func webpProfile(file []byte) []byte {
	for at := 12; at+8 <= len(file); {
		size := int(binary.LittleEndian.Uint32(file[at+4:]))
		if size < 0 || size > len(file)-at-8 {
			return nil
		}
		if string(file[at:at+4]) == "ICCP" {
			return file[at+8 : at+8+size]
		}
		at += 8 + size + size%2
	}
	return nil
}

func parseProfile(raw []byte) *profile {
	const header, entry = 128, 12
	if len(raw) < header+4 || len(raw) > maxProfile || string(raw[16:24]) != "RGB XYZ " {
		return nil
	}
	tags := map[string][]byte{}
	for i := range min(int(binary.BigEndian.Uint32(raw[header:])), 100) {
		at := header + 4 + i*entry
		if at+entry > len(raw) {
			return nil
		}
		start, size := uint64(binary.BigEndian.Uint32(raw[at+4:])), uint64(binary.BigEndian.Uint32(raw[at+8:]))
		if start+size > uint64(len(raw)) {
			return nil
		}
		tags[string(raw[at:at+4])] = raw[start : start+size]
	}
	p := &profile{}
	var toXYZ [3][3]float64
	for i, name := range []string{"r", "g", "b"} {
		primary, curve := tags[name+"XYZ"], parseCurve(tags[name+"TRC"])
		if len(primary) < 20 || curve == nil {
			return nil
		}
		for row := range 3 {
			toXYZ[row][i] = fixed(primary[8+4*row:])
		}
		for value := range 256 {
			p.linear[i][value] = curve(float64(value) / 255)
		}
	}
	for row := range 3 {
		for column := range 3 {
			for k := range 3 {
				p.toSRGB[row][column] += fromD50[row][k] * toXYZ[k][column]
			}
		}
	}
	if p.isSRGB() {
		return nil
	}
	return p
}

// isSRGB reports whether the profile changes no colour visibly.
func (p *profile) isSRGB() bool {
	for _, sample := range [][3]uint8{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {128, 128, 128}, {60, 120, 180}} {
		for i, value := range p.convert(sample[0], sample[1], sample[2]) {
			if difference := int(value) - int(sample[i]); difference < -2 || difference > 2 {
				return false
			}
		}
	}
	return true
}

// fixed reads a number of the type s15Fixed16.
func fixed(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 }

// parseCurve returns the function from a value to its linear value, from 0 to 1, or nil if the curve is not supported.
func parseCurve(tag []byte) func(float64) float64 {
	if len(tag) < 12 {
		return nil
	}
	switch string(tag[:4]) {
	case "curv":
		return parseTable(int(binary.BigEndian.Uint32(tag[8:])), tag[12:])
	case "para":
		return parseFormula(int(binary.BigEndian.Uint16(tag[8:])), tag[12:])
	}
	return nil
}

func parseTable(count int, points []byte) func(float64) float64 {
	if count < 0 || count > len(points)/2 {
		return nil
	}
	point := func(i int) float64 { return float64(binary.BigEndian.Uint16(points[2*i:])) }
	switch count {
	case 0:
		return func(x float64) float64 { return x }
	case 1:
		return func(x float64) float64 { return math.Pow(x, point(0)/256) }
	}
	return func(x float64) float64 {
		at := x * float64(count-1)
		i := min(int(at), count-2)
		return (point(i) + (point(i+1)-point(i))*(at-float64(i))) / 65535
	}
}

// parseFormula reads a formula such as that of sRGB: a power above a limit, and a line below it.
func parseFormula(kind int, parameters []byte) func(float64) float64 {
	counts := []int{1, 3, 4, 5, 7}
	if kind >= len(counts) || len(parameters) < 4*counts[kind] {
		return nil
	}
	v := [7]float64{1, 1}
	for i := range counts[kind] {
		v[i] = fixed(parameters[4*i:])
	}
	gamma, a, b, c, limit, above, below := v[0], v[1], v[2], v[3], v[4], v[5], v[6]
	switch kind {
	case 0:
		a, limit = 1, -1
	case 1, 2:
		if a == 0 {
			return nil
		}
		limit, above, below, c = -b/a, c, c, 0
	}
	return func(x float64) float64 {
		if x < limit {
			return c*x + below
		}
		return math.Pow(max(a*x+b, 0), gamma) + above
	}
}

// apply converts the colours of a picture.
func (p *profile) apply(picture *image.RGBA) {
	for i := 0; i+3 < len(picture.Pix); i += 4 {
		pixel := picture.Pix[i : i+4 : i+4]
		alpha := int(pixel[3])
		if alpha == 0 {
			continue
		}
		// The pixels are stored multiplied by their alpha.
		divided := func(value uint8) uint8 { return uint8(min(int(value)*255/alpha, 255)) }
		for channel, value := range p.convert(divided(pixel[0]), divided(pixel[1]), divided(pixel[2])) {
			pixel[channel] = uint8(int(value) * alpha / 255)
		}
	}
}

func (p *profile) convert(red, green, blue uint8) (converted [3]uint8) {
	r, g, b := p.linear[0][red], p.linear[1][green], p.linear[2][blue]
	for i, row := range p.toSRGB {
		converted[i] = encodeSRGB(row[0]*r + row[1]*g + row[2]*b)
	}
	return converted
}

// encoded is a table of the sRGB values for linear values from 0 to 1.
var encoded = func() (values [4096]uint8) {
	for i := range values {
		linear := float64(i) / float64(len(values)-1)
		value := 12.92 * linear
		if linear > 0.0031308 {
			value = 1.055*math.Pow(linear, 1/2.4) - 0.055
		}
		values[i] = uint8(math.Round(value * 255))
	}
	return values
}()

func encodeSRGB(linear float64) uint8 {
	last := float64(len(encoded) - 1)
	if !(linear > 0) { // or not a number
		return 0
	}
	return encoded[int(math.Round(min(linear, 1)*last))]
}
