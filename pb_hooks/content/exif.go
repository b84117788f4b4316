package content

import (
	"bytes"
	"encoding/binary"
)

// orientationNormal is the orientation of a picture that is stored the way it is looked at.
const orientationNormal = 1

// orientation reads how a JPEG is to be turned, 1 to 8, from its Exif header. A camera stores the
// picture as the sensor lay and writes the turn beside it, so it must be read before the header goes.
func orientation(jpeg []byte) int {
	for at := 2; at+4 <= len(jpeg) && jpeg[at] == 0xff; {
		marker, size := jpeg[at+1], int(binary.BigEndian.Uint16(jpeg[at+2:]))
		if marker == 0xda || size < 2 || at+2+size > len(jpeg) { // the picture itself begins
			return orientationNormal
		}
		if exif, ok := bytes.CutPrefix(jpeg[at+4:at+2+size], []byte("Exif\x00\x00")); marker == 0xe1 && ok {
			return orientationTag(exif)
		}
		at += 2 + size
	}
	return orientationNormal
}

// orientationTag looks the orientation up in the first directory of a TIFF block.
func orientationTag(tiff []byte) int {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	}
	if order == nil || len(tiff) < 8 {
		return orientationNormal
	}
	first := uint64(order.Uint32(tiff[4:]))
	if first+2 > uint64(len(tiff)) {
		return orientationNormal
	}
	directory := tiff[first:]
	entries := int(order.Uint16(directory))
	for i := range entries {
		entry := 2 + 12*i
		if entry+12 > len(directory) {
			return orientationNormal
		}
		const tag, short = 0x0112, 3
		if order.Uint16(directory[entry:]) == tag && order.Uint16(directory[entry+2:]) == short {
			if turn := int(order.Uint16(directory[entry+8:])); turn >= 1 && turn <= 8 {
				return turn
			}
		}
	}
	return orientationNormal
}
