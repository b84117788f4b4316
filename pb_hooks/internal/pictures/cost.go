package pictures

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

// What decoding costs is in a file's header, not in its size: 235 kB have taken more than a gigabyte of memory, and
// 121 kB fifteen seconds. So the cost is estimated before the file is decoded, and the memory of all pictures that are
// being decoded has one bound. Small pictures do not wait for each other.

const (
	// maxDecodeMemory is what decoding one picture may take.
	maxDecodeMemory = 100 << 20
	// maxTotalMemory is what decoding all pictures of a moment may take.
	maxTotalMemory = 176 << 20
	// workingMemory is what scaling and encoding take besides: pictures are made at most 2,000 pixels wide.
	workingMemory = 64 << 20
	// maxScans is how often a JPEG may go over its picture. Programs that save progressive ones make about ten.
	maxScans = 24
	// maxScannedPixels bounds the time: each scan goes over all pixels.
	maxScannedPixels = 150_000_000
	// maxWait is how long a picture waits for the memory. Decoding one takes a second at most.
	maxWait = 15 * time.Second
)

// ErrBusy is the error of a picture that has waited too long for others.
var ErrBusy = apperr.New("pictures-busy", http.StatusServiceUnavailable, "Many pictures are being uploaded right now. Please try again in a minute.")

var memory = semaphore.NewWeighted(maxTotalMemory)

// reserveMemory waits until a picture may be decoded.
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

// decodeCost is the memory, in bytes, that a file takes while it is made anew. The error of one that would take too
// much memory or time is an Error.
func decodeCost(kind string, file []byte, size image.Config) (int64, error) {
	pixels := int64(size.Width) * int64(size.Height)
	perPixel := 0.0
	switch kind {
	case "jpeg":
		perPixel = jpegBytesPerPixel(file)
		// Counted in all of the file, so that nothing hides a scan from the count: a thumbnail's counts, too.
		scans := int64(bytes.Count(file, []byte{0xff, 0xda}))
		if scans > maxScans || scans*pixels > maxScannedPixels {
			return 0, errDecodeTooCostly
		}
	case "png":
		perPixel = pngBytesPerPixel(file, size.ColorModel)
	case "webp":
		perPixel = 8 // the lossless kind keeps two copies
	}
	decoding := int64(float64(pixels) * perPixel)
	if decoding > maxDecodeMemory {
		return 0, errDecodeTooCostly
	}
	return decoding + min(workingMemory, 16*pixels+1<<16), nil
}

// pngBytesPerPixel is how many bytes a decoded pixel takes. An interlaced picture is put together from seven.
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
