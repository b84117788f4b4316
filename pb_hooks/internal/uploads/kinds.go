package uploads

import (
	"bytes"
	"encoding/binary"
	"errors"
	"regexp"
	"strconv"
)

// The errors of KindOf.
var (
	ErrKind       = errors.New("the file is no PDF, JPEG or PNG file")
	ErrIncomplete = errors.New("the file is not complete")
)

// Incomplete is the message of ErrIncomplete.
const Incomplete = "This file is not complete. Please save or download it again"

// The ends of a PDF may be preceded and followed by this many other bytes, which readers skip.
const pdfMargin = 1024

var pdfEnd = regexp.MustCompile(`startxref\s+(\d+)\s+%%EOF`)

// KindOf returns the extension of a PDF, JPEG or PNG file by its content. It returns ErrKind for another file, and
// ErrIncomplete for one whose end is missing, because its download or its upload was cut short.
func KindOf(content []byte) (extension string, err error) {
	if bytes.HasPrefix(content, []byte("\xff\xd8\xff")) {
		return ".jpg", completeIf(hasJPEGEnd(content))
	}
	if bytes.HasPrefix(content, []byte("\x89PNG\r\n\x1a\n")) {
		return ".png", completeIf(hasPNGEnd(content))
	}
	start := bytes.Index(content[:min(len(content), pdfMargin)], []byte("%PDF-"))
	if start < 0 {
		return "", ErrKind
	}
	// A PDF ends with the place of its table of objects. A file that was saved in parts has the mark several times.
	content = bytes.TrimRight(content[start:], "\x00 \t\r\n")
	ends := pdfEnd.FindAllSubmatch(content[max(0, len(content)-pdfMargin):], -1)
	if len(ends) == 0 {
		return ".pdf", ErrIncomplete
	}
	table, err := strconv.Atoi(string(ends[len(ends)-1][1]))
	return ".pdf", completeIf(err == nil && table < len(content))
}

// hasJPEGEnd reports whether a JPEG has its end after its image data. The end of a preview, which is inside a segment,
// does not count.
func hasJPEGEnd(file []byte) bool {
	const (
		fill, end, scan        = 0xff, 0xd9, 0xda
		escaped, temporary     = 0x00, 0x01
		firstRestart, lastBare = 0xd0, 0xd8
	)
	hasScan := false
	for at := 2; at+1 < len(file); {
		marker := file[at+1]
		switch {
		case file[at] != 0xff || marker == fill:
			at++
		case marker == end:
			return hasScan
		case marker == escaped || marker == temporary || firstRestart <= marker && marker <= lastBare:
			at += 2 // without a length
		case at+4 > len(file):
			return false
		default:
			hasScan = hasScan || marker == scan
			at += 2 + int(binary.BigEndian.Uint16(file[at+2:]))
		}
	}
	return false
}

// hasPNGEnd reports whether the chunks of a PNG go on until its last one.
func hasPNGEnd(file []byte) bool {
	const signature, frame = 8, 12 // a chunk's frame is its length, name and checksum
	for at := signature; at+frame <= len(file); {
		if string(file[at+4:at+8]) == "IEND" {
			return true
		}
		at += frame + int(binary.BigEndian.Uint32(file[at:]))
	}
	return false
}

func completeIf(isComplete bool) error {
	if isComplete {
		return nil
	}
	return ErrIncomplete
}
