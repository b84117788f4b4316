package content

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
)

// What a file costs to be read stands in its header and not in its size: 235 kB have taken more
// than a gigabyte of memory, and 300 kB half a minute. So the cost is told before it is paid.
const (
	maxDecodeMemory = 200 << 20
	// maxScans bounds how often a JPEG goes over its picture; a usual one does so ten times.
	maxScans = 100
)

const (
	baselineFrame    = 0xc0
	progressiveFrame = 0xc2
)

// exceedsDecodeBudget tells a file that would take too much memory or time to decode.
func exceedsDecodeBudget(kind string, file []byte, size image.Config) bool {
	pixels := int64(size.Width) * int64(size.Height)
	if kind != "jpeg" {
		return pixels*bytesPerPixel(size.ColorModel) > maxDecodeMemory
	}
	return int64(float64(pixels)*jpegBytesPerPixel(file)) > maxDecodeMemory || bytes.Count(file, []byte{0xff, 0xda}) > maxScans
}

// bytesPerPixel is how many bytes a decoded pixel takes.
func bytesPerPixel(model color.Model) int64 {
	switch model {
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	return 4
}

// jpegBytesPerPixel is the same for a JPEG. A progressive one is kept whole as coefficients of four bytes
// each, until its last scan has come.
func jpegBytesPerPixel(file []byte) float64 {
	marker, frame := jpegFrame(file)
	const header = 6
	if len(frame) < header {
		return 4 // the decoder refuses it
	}
	most, sum := 1, 0
	for at := header; at+2 < len(frame); at += 3 {
		share := int(frame[at+1]>>4) * int(frame[at+1]&0x0f)
		most, sum = max(most, share), sum+share
	}
	samples := float64(sum) / float64(most)
	if marker == progressiveFrame {
		return 5 * samples
	}
	return samples
}

// jpegFrame returns the segment that describes the picture, found the way the decoder finds it: it
// passes over what is no marker.
func jpegFrame(file []byte) (marker byte, frame []byte) {
	for at := 2; at+1 < len(file); {
		if file[at] != 0xff {
			at++
			continue
		}
		for at+1 < len(file) && file[at+1] == 0xff {
			at++
		}
		if at+4 > len(file) {
			break
		}
		marker = file[at+1]
		if isBare := marker == 0 || (marker >= 0xd0 && marker <= 0xd7); isBare {
			at += 2
			continue
		}
		end := at + 2 + int(binary.BigEndian.Uint16(file[at+2:]))
		if end > len(file) || end < at+4 {
			break
		}
		if marker >= baselineFrame && marker <= progressiveFrame {
			return marker, file[at+4 : end]
		}
		at = end
	}
	return 0, nil
}
