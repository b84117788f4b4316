package pictures_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// consoleFixture is a running app with a signed-in admin.
type consoleFixture struct {
	*testapp.App
	admin *testapp.Visitor
	t     *testing.T
}

func newConsoleFixture(t *testing.T, options ...testapp.Option) consoleFixture {
	t.Helper()
	h := testapp.New(t, options...)
	return consoleFixture{h, h.SignedIn("admins", map[string]any{"username": "meera"}), t}
}

// auditActions returns the audit actions about content, oldest first.
func (o consoleFixture) auditActions() []string {
	o.t.Helper()
	var rows []*core.Record
	if err := o.PB.RecordQuery("audit_log").OrderBy("rowid").All(&rows); err != nil {
		o.t.Fatal(err)
	}
	actions := []string{}
	for _, row := range rows {
		if row.GetString("actor") == "meera" {
			actions = append(actions, row.GetString("action"))
		}
	}
	return actions
}

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
func (o consoleFixture) uploadAndFetch(file []byte) (address string, served testapp.Response) {
	o.t.Helper()
	answer := o.upload(file, "picture.jpg")
	if answer.Status != http.StatusCreated {
		o.t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
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
func withExif(file []byte, orientation uint16) []byte {
	var tiff bytes.Buffer
	tiff.WriteString("Exif\x00\x00MM\x00*")
	for _, v := range []any{uint32(8), uint16(1), uint16(0x0112), uint16(3), uint32(1), orientation, uint16(0), uint32(0)} {
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

func TestUploadedPictureIsServedWithALongCacheLifetime(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	address, served := o.uploadAndFetch(asJPEG(t, twoColourImage(300, 200)))
	if served.Status != http.StatusOK || !strings.HasPrefix(address, "/images/") || !strings.HasSuffix(address, ".jpg") {
		t.Fatalf("picture at %s: status = %d, want 200", address, served.Status)
	}
	for name, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=31536000, immutable",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
	} {
		if got := served.Header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	again, _ := o.uploadAndFetch(asJPEG(t, twoColourImage(300, 200)))
	if count, err := o.PB.CountRecords("images"); again != address || count != 1 || err != nil {
		t.Errorf("the second upload of a picture: %d pictures, address %s, want one picture at %s", count, again, address)
	}
	if missing := o.Visitor().Get("/images/unknown.jpg"); missing.Status != http.StatusNotFound {
		t.Errorf("unknown picture: status = %d, want 404", missing.Status)
	}
	if got := strings.Join(o.auditActions(), " "); got != "image.uploaded" {
		t.Errorf("audit actions = %s", got)
	}
}

func TestOnlyValidPicturesAreAccepted(t *testing.T) {
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
		want string
	}{
		"a script":           {[]byte("<script>alert(1)</script>"), wrongKind},
		"an SVG":             {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), wrongKind},
		"a GIF":              {animated.Bytes(), wrongKind},
		"a PDF":              {[]byte("%PDF-1.7 and so on"), wrongKind},
		"an empty file":      {nil, wrongKind},
		"the first bytes":    {[]byte("\xff\xd8\xff\xe0"), damaged},
		"a truncated JPEG":   {whole[:len(whole)/2], damaged},
		"a truncated PNG":    {asPNG(t, twoColourImage(400, 400))[:200], damaged},
		"an empty WebP":      {[]byte("RIFF\x04\x00\x00\x00WEBPVP8 "), damaged},
		"HTML as a WebP":     {[]byte("RIFF<!--WEBP--><script>alert(1)</script>"), damaged},
		"400 MP":             {pngWithSize(20_000, 20_000), "This image has too many pixels: at most 25 million"},
		"extreme dimensions": {pngWithSize(1<<31-1, 1<<31-1), "This image has too many pixels: at most 25 million"},
	} {
		answer := o.upload(c.file, "photo.jpg")
		if answer.Status != http.StatusBadRequest ||
			(answer.Field("image") != c.want && name != "extreme dimensions") {
			t.Errorf("%s: status = %d, body = %s, want 400 with %q", name, answer.Status, answer.Body, c.want)
		}
	}
	if answer := o.upload(
		append(whole, make([]byte, 5<<20)...), "photo.jpg",
	); answer.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("a file of more than 5 MB: status = %d, want 413; body: %s", answer.Status, answer.Body)
	}
	if answer := o.admin.Post(
		"/api/cms/images", map[string]any{"image": "base64"},
	); answer.Status != http.StatusUnsupportedMediaType {
		t.Errorf("JSON: status = %d, want 415; body: %s", answer.Status, answer.Body)
	}
	if count, err := o.PB.CountRecords("images"); count != 0 || err != nil {
		t.Errorf("%d pictures were stored, want none", count)
	}
}

func TestUploadedPicturesAreReencoded(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	o := newConsoleFixture(t)
	polyglot := append(withExif(asJPEG(t, twoColourImage(300, 200)), 1), "<script>alert(1)</script>PK\x03\x04"...)
	_, served := o.uploadAndFetch(polyglot)
	for _, secret := range []string{"Exif", "GPS", "<script>", "PK\x03\x04"} {
		if strings.Contains(served.Body, secret) {
			t.Errorf("the served picture contains %q", secret)
		}
	}

	transparent := image.NewNRGBA(image.Rect(0, 0, 50, 50))
	transparent.SetNRGBA(10, 10, color.NRGBA{R: 200, A: 90})
	address, served := o.uploadAndFetch(asPNG(t, transparent))
	if served.Header.Get("Content-Type") != "image/png" || !strings.HasSuffix(address, ".png") {
		t.Errorf("Content-Type of a transparent picture = %s, want image/png", served.Header.Get("Content-Type"))
	}

	_, served = o.uploadAndFetch(asPNG(t, twoColourImage(2600, 1300)))
	if size, _, err := image.DecodeConfig(strings.NewReader(served.Body)); err != nil || size.Width != 2000 ||
		size.Height != 1000 {
		t.Errorf("size of a large picture = %+v, error = %v, want 2000 x 1000", size, err)
	}
}

func TestPictureIsRotatedByItsExifOrientation(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	file := asJPEG(t, twoColourImage(80, 40))
	for orientation, want := range map[uint16]struct {
		tall       bool
		topLeftRed bool
	}{1: {false, true}, 2: {false, false}, 3: {false, false}, 4: {false, true}, 5: {true, true}, 6: {true, true},
		7: {true, false}, 8: {true, false}, 9: {false, true}} {
		_, served := o.uploadAndFetch(withExif(file, orientation))
		got, err := jpeg.Decode(strings.NewReader(served.Body))
		if err != nil {
			t.Fatal(err)
		}
		if tall := got.Bounds().Dy() > got.Bounds().Dx(); tall != want.tall || isRed(got.At(2, 2)) != want.topLeftRed {
			t.Errorf("orientation %d: bounds = %v, red at the top left = %t, want %+v", orientation, got.Bounds(),
				isRed(got.At(2, 2)), want)
		}
	}
}

func TestPNGIsRotatedByItsOrientationAsInBrowsers(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	plain := asPNG(t, twoColourImage(80, 40))
	// signature and IHDR, the other chunks, IEND
	head, rest, end := plain[:33], plain[33:len(plain)-12], plain[len(plain)-12:]
	turned := pngChunk("eXIf", []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"))
	for name, c := range map[string]struct {
		file []byte
		tall bool
	}{
		"before the pixels": {slices.Concat(head, turned, rest, end), true},
		"after the pixels":  {slices.Concat(head, rest, turned, end), false},
		"none":              {plain, false},
	} {
		_, served := o.uploadAndFetch(c.file)
		got, err := png.Decode(strings.NewReader(served.Body))
		if err != nil {
			t.Fatal(err)
		}
		if tall := got.Bounds().Dy() > got.Bounds().Dx(); tall != c.tall || !isRed(got.At(2, 2)) {
			t.Errorf("%s: bounds = %v, red at the top left = %t", name, got.Bounds(), isRed(got.At(2, 2)))
		}
	}
}

// pngChunk returns a chunk of a PNG.
func pngChunk(name string, content []byte) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	chunk = append(append(chunk, name...), content...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}

func TestUnusedPictureIsDeletedAfterAWeek(t *testing.T) {
	t.Parallel()
	o := newConsoleFixture(t)
	shown, _ := o.uploadAndFetch(asPNG(t, twoColourImage(20, 10)))
	inText, _ := o.uploadAndFetch(asPNG(t, twoColourImage(20, 12)))
	inVersion, _ := o.uploadAndFetch(asPNG(t, twoColourImage(20, 14)))
	unused, _ := o.uploadAndFetch(asPNG(t, twoColourImage(20, 16)))
	created := o.admin.Post("/api/cms/content", map[string]any{"section": "hero", "title": "T", "imageUrl": inVersion})
	o.admin.Send(http.MethodPut, fmt.Sprint("/api/cms/content/", created.JSON["id"]),
		map[string]any{"imageUrl": shown, "content": "![A picture](" + inText + ")"})

	// purge advances the clock, deletes old pictures and returns the remaining ones.
	purge := func(wait time.Duration) (remaining []string) {
		t.Helper()
		o.Clock.Advance(wait)
		if err := o.Pictures.Purge(); err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{shown, inText, inVersion, unused} {
			if o.Visitor().Get(address).Status == http.StatusOK {
				remaining = append(remaining, address)
			}
		}
		return remaining
	}
	if got := purge(6 * 24 * time.Hour); len(got) != 4 {
		t.Errorf("pictures after six days = %v, want all four", got)
	}
	if got := purge(2 * 24 * time.Hour); strings.Join(got, " ") != strings.Join([]string{shown, inText, inVersion}, " ") {
		t.Errorf("pictures after eight days = %v, want all but the unused one", got)
	}
}
