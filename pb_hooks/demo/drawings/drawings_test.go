package drawings

import (
	"bytes"
	"image"
	"image/png"
	"testing"
)

func TestEachDrawingIsAnotherPicture(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	check := func(file []byte, width, height int) image.Image {
		t.Helper()
		picture, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size != image.Pt(width, height) || seen[string(file)] {
			t.Errorf("size = %v, want %d × %d; drawn before: %t", size, width, height, seen[string(file)])
		}
		seen[string(file)] = true
		return picture
	}
	for n := range 15 {
		check(Portrait(n), portraitSide, portraitSide)
	}
	check(RoundTable(), sceneWidth, sceneHeight)
	check(Ring(), sceneWidth, sceneHeight)
	picture := check(Skyline(), sceneWidth, sceneHeight)
	if top, sea := picture.At(10, 10), picture.At(10, sceneHeight-10); top != image.Image(picture).ColorModel().Convert(sand) ||
		sea != picture.ColorModel().Convert(night) {
		t.Errorf("the sky is %v and the sea %v", top, sea)
	}
}
