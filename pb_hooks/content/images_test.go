package content_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// upload sends a file as the console's form does.
func (o consoleFixture) upload(file []byte, name string) testapp.Response {
	o.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("image", name)
	if err != nil {
		o.t.Fatal(err)
	}
	if _, err := part.Write(file); err != nil {
		o.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		o.t.Fatal(err)
	}
	o.admin.Header.Set("Content-Type", form.FormDataContentType())
	defer o.admin.Header.Del("Content-Type")
	return o.admin.Post("/api/cms/images", body.Bytes())
}

// uploadAndFetch uploads a file and fetches it as a visitor.
func (o consoleFixture) uploadAndFetch(file []byte) (address string, seen testapp.Response) {
	o.t.Helper()
	answer := o.upload(file, "picture.jpg")
	if answer.Status != http.StatusCreated {
		o.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	address = answer.JSON["url"].(string)
	return address, o.Visitor().Get(address)
}

// twoColourImage returns a picture with a red left half and a blue right half.
func twoColourImage(width, height int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{R: 255, A: 255}
			if x >= width/2 {
				c = color.RGBA{B: 255, A: 255}
			}
			picture.SetRGBA(x, y, c)
		}
	}
	return picture
}

func asJPEG(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func asPNG(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// withExif adds an Exif header to a JPEG: an orientation, and a location that must not be published.
func withExif(file []byte, turn uint16) []byte {
	var tiff bytes.Buffer
	tiff.WriteString("Exif\x00\x00MM\x00*")
	for _, v := range []any{uint32(8), uint16(1), uint16(0x0112), uint16(3), uint32(1), turn, uint16(0), uint32(0)} {
		_ = binary.Write(&tiff, binary.BigEndian, v) // writing to a bytes.Buffer never fails
	}
	tiff.WriteString("GPS 18.9647 N 72.8258 E")
	header := []byte{0xff, 0xd8, 0xff, 0xe1, 0, 0}
	binary.BigEndian.PutUint16(header[4:], uint16(tiff.Len()+2))
	return append(append(header, tiff.Bytes()...), file[2:]...)
}

// pngWithSize returns a PNG of a few bytes whose header claims a large size.
func pngWithSize(width, height uint32) []byte {
	chunk := []byte("IHDR\x00\x00\x00\x00\x00\x00\x00\x00\x08\x02\x00\x00\x00")
	binary.BigEndian.PutUint32(chunk[4:], width)
	binary.BigEndian.PutUint32(chunk[8:], height)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
}

func isRed(c color.Color) bool {
	r, _, b, _ := c.RGBA()
	return r > b
}

func TestAnUploadedPictureIsServedForGood(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	address, seen := o.uploadAndFetch(asJPEG(t, twoColourImage(300, 200)))
	if seen.Status != http.StatusOK || !strings.HasPrefix(address, "/images/") || !strings.HasSuffix(address, ".jpg") {
		t.Fatalf("%s: %d", address, seen.Status)
	}
	for name, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=31536000, immutable",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
	} {
		if got := seen.Header.Get(name); got != want {
			t.Errorf("%s is %q, expected %q", name, got, want)
		}
	}
	again, _ := o.uploadAndFetch(asJPEG(t, twoColourImage(300, 200)))
	if count, err := o.PB.CountRecords("images"); again != address || count != 1 || err != nil {
		t.Errorf("the same picture twice is %d pictures, %s and %s", count, address, again)
	}
	if missing := o.Visitor().Get("/images/nothing.jpg"); missing.Status != http.StatusNotFound {
		t.Errorf("a picture that is not there: %d", missing.Status)
	}
	if got := strings.Join(o.auditActions(), " "); got != "image.uploaded" {
		t.Errorf("the audit log has %s", got)
	}
}

func TestOnlyPicturesAreTaken(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	var animated bytes.Buffer
	if err := gif.Encode(&animated, twoColourImage(4, 4), nil); err != nil {
		t.Fatal(err)
	}
	whole := asJPEG(t, twoColourImage(400, 400))
	const wrongKind, damaged = "Please choose a JPEG, PNG or WebP image", "This image is damaged and cannot be read"
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"a script":            {[]byte("<script>alert(1)</script>"), wrongKind},
		"an SVG":              {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), wrongKind},
		"a GIF":               {animated.Bytes(), wrongKind},
		"a PDF":               {[]byte("%PDF-1.7 and so on"), wrongKind},
		"nothing":             {nil, wrongKind},
		"the first bytes":     {[]byte("\xff\xd8\xff\xe0"), damaged},
		"a truncated JPEG":    {whole[:len(whole)/2], damaged},
		"a truncated PNG":     {asPNG(t, twoColourImage(400, 400))[:200], damaged},
		"an empty WebP":       {[]byte("RIFF\x04\x00\x00\x00WEBPVP8 "), damaged},
		"a page as a WebP":    {[]byte("RIFF<!--WEBP--><script>alert(1)</script>"), damaged},
		"a bomb of 400 MP":    {pngWithSize(20_000, 20_000), "This image has too many pixels: at most 25 million"},
		"a bomb that is wide": {pngWithSize(1<<31-1, 1<<31-1), "This image has too many pixels: at most 25 million"},
	} {
		answer := o.upload(c.file, "photo.jpg")
		if answer.Status != http.StatusBadRequest ||
			(answer.Field("image") != c.says && !strings.Contains(name, "wide")) {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	if answer := o.upload(append(whole, make([]byte, 5<<20)...),
		"photo.jpg"); answer.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("a file of more than 5 MB: %d %s", answer.Status, answer.Body)
	}
	if answer := o.admin.Post("/api/cms/images",
		map[string]any{"image": "base64"}); answer.Status != http.StatusUnsupportedMediaType {
		t.Errorf("JSON: %d %s", answer.Status, answer.Body)
	}
	if count, err := o.PB.CountRecords("images"); count != 0 || err != nil {
		t.Errorf("%d pictures were stored", count)
	}
}

func TestAPictureIsMadeAnewFromItsPixels(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	o := newConsoleFixture(t)
	polyglot := append(withExif(asJPEG(t, twoColourImage(300, 200)), 1), "<script>alert(1)</script>PK\x03\x04"...)
	_, seen := o.uploadAndFetch(polyglot)
	for _, secret := range []string{"Exif", "GPS", "<script>", "PK\x03\x04"} {
		if strings.Contains(seen.Body, secret) {
			t.Errorf("%q has come through", secret)
		}
	}

	seeThrough := image.NewNRGBA(image.Rect(0, 0, 50, 50))
	seeThrough.SetNRGBA(10, 10, color.NRGBA{R: 200, A: 90})
	address, seen := o.uploadAndFetch(asPNG(t, seeThrough))
	if seen.Header.Get("Content-Type") != "image/png" || !strings.HasSuffix(address, ".png") {
		t.Errorf("a see-through picture became %s", seen.Header.Get("Content-Type"))
	}

	_, seen = o.uploadAndFetch(asPNG(t, twoColourImage(2600, 1300)))
	if size, _, err := image.DecodeConfig(strings.NewReader(seen.Body)); err != nil || size.Width != 2000 ||
		size.Height != 1000 {
		t.Errorf("a large picture became %+v %v", size, err)
	}
}

func TestAPictureIsTurnedAsItsCameraSays(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	file := asJPEG(t, twoColourImage(80, 40))
	for turn, want := range map[uint16]struct {
		tall     bool
		firstRed bool // the pixel at the top left
	}{1: {false, true}, 2: {false, false}, 3: {false, false}, 4: {false, true}, 5: {true, true}, 6: {true, true}, 7: {true, false}, 8: {true, false}, 9: {false, true}} {
		_, seen := o.uploadAndFetch(withExif(file, turn))
		got, err := jpeg.Decode(strings.NewReader(seen.Body))
		if err != nil {
			t.Fatal(err)
		}
		if tall := got.Bounds().Dy() > got.Bounds().Dx(); tall != want.tall || isRed(got.At(2, 2)) != want.firstRed {
			t.Errorf("orientation %d: %v, red at the top left: %v", turn, got.Bounds(), isRed(got.At(2, 2)))
		}
	}
}

func TestAPictureThatNothingShowsIsDeletedAfterAWeek(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	shown, _ := o.uploadAndFetch(asPNG(t, twoColourImage(20, 10)))
	inText, _ := o.uploadAndFetch(asPNG(t, twoColourImage(20, 12)))
	once, _ := o.uploadAndFetch(asPNG(t, twoColourImage(20, 14)))
	never, _ := o.uploadAndFetch(asPNG(t, twoColourImage(20, 16)))
	id := o.createSection(map[string]any{"section": "hero", "title": "T", "imageUrl": once})
	o.updateSection(id, map[string]any{"imageUrl": shown, "content": "![A picture](" + inText + ")"})

	purged := func(wait time.Duration) (left []string) {
		t.Helper()
		o.Clock.Advance(wait)
		if err := o.Content.Purge(); err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{shown, inText, once, never} {
			if o.Visitor().Get(address).Status == http.StatusOK {
				left = append(left, address)
			}
		}
		return left
	}
	if left := purged(6 * 24 * time.Hour); len(left) != 4 {
		t.Errorf("too early: %v", left)
	}
	if left := purged(2 * 24 * time.Hour); strings.Join(left, " ") != strings.Join([]string{shown, inText, once}, " ") {
		t.Errorf("left are %v", left)
	}
	o.admin.Send(http.MethodDelete, "/api/cms/content/"+id, nil)
	if left := purged(60 * 24 * time.Hour); len(left) != 3 {
		t.Errorf("a deleted section that can come back has lost its pictures: %v", left)
	}
	if left := purged(60 * 24 * time.Hour); len(left) != 0 {
		t.Errorf("left for ever: %v", left)
	}
}
