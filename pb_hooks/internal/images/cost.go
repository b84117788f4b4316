package images

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"

	"boardcircle/pb_hooks/internal/apperr"
)

// The cost of decoding depends on a file's header, not on its size: a file of 235 kB took more than a gigabyte of
// memory, and one of 121 kB took fifteen seconds. So the cost is estimated before the file is decoded, and all pictures
// that are being decoded share one memory limit. Small pictures do not wait for each other.

const (
	// maxDecodeMemory is the maximum memory for decoding one picture.
	maxDecodeMemory = 100 << 20
	// maxTotalMemory is the maximum memory for all pictures that are being decoded.
	maxTotalMemory = 176 << 20
	// workingMemory is the additional memory for scaling and encoding. Stored pictures are at most 2,000 pixels wide.
	workingMemory = 64 << 20
	// maxScans is the maximum number of scans in a JPEG. Programs that save progressive JPEGs use about ten.
	maxScans = 24
	// maxScannedPixels limits the time, because each scan visits all pixels.
	maxScannedPixels = 150_000_000
	// maxWait is how long a picture waits for memory. Decoding one picture takes at most a second.
	maxWait = 15 * time.Second
)

// ErrBusy is returned if a picture has waited too long for memory.
var ErrBusy = apperr.New("pictures-busy", http.StatusServiceUnavailable,
	"Many images are being uploaded right now. Please try again in a minute.")

var memory = semaphore.NewWeighted(maxTotalMemory)

// reserveMemory waits until there is memory to decode a picture.
func reserveMemory(ctx context.Context, cost int64) (release func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	if err := memory.Acquire(waiting, cost); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, ErrBusy
	}
	return func() { memory.Release(cost) }, nil
}

const (
	baselineFrame    = 0xc0
	progressiveFrame = 0xc2
)

// decodeCost returns the memory in bytes for decoding and encoding a file again. It returns an Error if that takes too
// much memory or time.
func decodeCost(kind string, file []byte, size image.Config) (int64, error) {
	pixels := int64(size.Width) * int64(size.Height)
	perPixel := 0.0
	switch kind {
	case "jpeg":
		perPixel = jpegBytesPerPixel(file)
		// Scans are counted in the whole file, including thumbnails, so that no scan can be hidden.
		scans := int64(bytes.Count(file, []byte{0xff, 0xda}))
		if scans > maxScans || scans*pixels > maxScannedPixels {
			return 0, errDecodeTooCostly
		}
	case "png":
		perPixel = pngBytesPerPixel(file, size.ColorModel)
	case "webp":
		perPixel = 8 // a lossless WebP needs two copies
	}
	decoding := int64(float64(pixels) * perPixel)
	if decoding > maxDecodeMemory {
		return 0, errDecodeTooCostly
	}
	return decoding + min(workingMemory, 16*pixels+1<<16), nil
}

// pngBytesPerPixel returns the bytes per decoded pixel. An interlaced PNG is decoded from seven partial images.
func pngBytesPerPixel(file []byte, model color.Model) float64 {
	perPixel := 4.0
	if model == color.RGBA64Model || model == color.NRGBA64Model {
		perPixel = 8
	}
	const interlaceAt = 28
	if len(file) > interlaceAt && file[interlaceAt] != 0 {
		perPixel *= 1.5
	}
	return perPixel
}

// jpegBytesPerPixel returns the bytes per decoded pixel. A progressive JPEG is held in memory as coefficients of four
// bytes each until its last scan. CMYK and RGB pictures are copied after that, with four bytes per pixel.
func jpegBytesPerPixel(file []byte) float64 {
	marker, frame := jpegFrame(file)
	const header = 6
	if len(frame) < header {
		return 4 // the decoder will refuse the file
	}
	most, sum := 1, 0
	for at := header; at+2 < len(frame); at += 3 {
		share := int(frame[at+1]>>4) * int(frame[at+1]&0x0f)
		most, sum = max(most, share), sum+share
	}
	perPixel := float64(sum) / float64(most)
	if marker == progressiveFrame {
		perPixel *= 5
	}
	const copied = 4
	switch components := frame[header:]; len(components) / 3 {
	case 4:
		perPixel += copied
	case 3:
		if components[0] == 'R' && components[3] == 'G' && components[6] == 'B' || isMarkedRGB(file) {
			perPixel += copied
		}
	}
	return perPixel
}

// isMarkedRGB reports whether Adobe's segment says that the components are not transformed.
func isMarkedRGB(file []byte) bool {
	const transformAt = 15
	at := bytes.Index(file, []byte("\xff\xee\x00\x0eAdobe")) + transformAt
	return at >= transformAt && at < len(file) && file[at] == 0
}

// jpegFrame returns the segment that describes the picture. Like the decoder, it skips bytes that are not markers.
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
