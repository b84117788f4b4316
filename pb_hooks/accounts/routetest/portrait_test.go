package routetest

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func uploadPortrait(t *testing.T, v *testapp.Visitor, file []byte) testapp.Response {
	t.Helper()
	var body bytes.Buffer
	upload := multipart.NewWriter(&body)
	part, err := upload.CreateFormFile("image", "me.jpg")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := upload.Close(); err != nil {
		t.Fatal(err)
	}
	v.Header.Set("Content-Type", upload.FormDataContentType())
	defer v.Header.Del("Content-Type")
	return v.Send(http.MethodPut, "/api/user/portrait", body.Bytes())
}

// photo returns a JPEG with location metadata. It is red on its sides and blue in its centre square.
func photo(t *testing.T, width, height int) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	side := min(width, height)
	for y := range height {
		for x := range width {
			c := color.RGBA{R: 255, A: 255}
			if x >= (width-side)/2 && x < (width+side)/2 && y >= (height-side)/2 && y < (height+side)/2 {
				c = color.RGBA{B: 255, A: 255}
			}
			picture.SetRGBA(x, y, c)
		}
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture, nil); err != nil {
		t.Fatal(err)
	}
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x00 taken in Pune"
	header := "\xff\xd8\xff\xe1" + string([]byte{0, byte(len(exif) + 2)}) + exif
	return append([]byte(header), file.Bytes()[2:]...)
}

func TestPortraitIsCroppedReencodedAndShownOnlyToItsOwnerAndAdmins(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	expect(t, v.Get("/api/user/portrait"), http.StatusNotFound)
	a := uploadPortrait(t, v, photo(t, 1200, 800))
	expect(t, a, http.StatusOK)
	address, _ := a.JSON["portrait"].(string)
	if !strings.HasPrefix(address, "/api/user/portrait?v=") {
		t.Fatalf("portrait = %q, want the address of the image", address)
	}
	served := v.Get(address)
	expect(t, served, http.StatusOK)
	picture, err := jpeg.Decode(strings.NewReader(served.Body))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size != image.Pt(640, 640) {
		t.Errorf("size = %v, want 640 x 640", size)
	}
	if r, _, b, _ := picture.At(8, 320).RGBA(); r > b {
		t.Error("the portrait is not the centre of the picture")
	}
	if strings.Contains(served.Body, "Pune") || strings.Contains(served.Body, "Exif") {
		t.Error("the portrait still contains the metadata of the picture")
	}
	if got := served.Header.Get("Cache-Control"); got != "private, no-store" {
		t.Errorf("Cache-Control = %q, want private, no-store", got)
	}

	user := account(t, s, email)
	expect(t, s.Visitor().Get("/api/user/portrait"), http.StatusUnauthorized)
	expect(t, s.SignedIn(httpx.Users, nil).Get("/api/user/portrait"), http.StatusNotFound)
	expect(t, s.SignedIn(httpx.Users, nil).Get("/api/people/"+user.Id+"/portrait"), http.StatusForbidden)
	for _, other := range []*testapp.Visitor{s.Visitor(), v} {
		if a := other.Get("/api/files/users/" + user.Id + "/" + user.GetString("portrait")); a.Status < 400 {
			t.Errorf("status of PocketBase's file route = %d, want an error", a.Status)
		}
	}
	office := s.SignedIn(httpx.Admins, form{"role": "office"})
	expect(t, office.Get("/api/people/"+user.Id+"/portrait"), http.StatusOK)
	if person := office.Get("/api/people/" + user.Id); person.JSON["hasPortrait"] != true {
		t.Errorf("person = %s, want hasPortrait", person.Body)
	}

	// A second portrait replaces the first.
	again := uploadPortrait(t, v, photo(t, 300, 400))
	expect(t, again, http.StatusOK)
	if again.JSON["portrait"] == address {
		t.Error("the second portrait has the address of the first, which browsers may have cached")
	}
	a = v.Send(http.MethodDelete, "/api/user/portrait", nil)
	expect(t, a, http.StatusOK)
	if a.JSON["portrait"] != "" {
		t.Errorf("body after the removal = %s, want an empty portrait", a.Body)
	}
	expect(t, v.Get("/api/user/portrait"), http.StatusNotFound)
}

func TestInvalidPortraitsAreRefused(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	var tiny bytes.Buffer
	if err := png.Encode(&tiny, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	enormous := bytes.Replace(tiny.Bytes(), []byte("\x00\x00\x00\x01\x00\x00\x00\x01"),
		[]byte("\x00\x01\x00\x00\x00\x01\x00\x00"), 1)
	for name, file := range map[string][]byte{
		"an SVG":                               []byte("<svg onload=alert(1)>"),
		"an empty file":                        nil,
		"a truncated picture":                  photo(t, 64, 64)[:200],
		"a header that claims 4000 megapixels": enormous,
	} {
		if a := uploadPortrait(t, v, file); a.Status != http.StatusBadRequest || a.Field("image") == "" {
			t.Errorf("%s: status = %d, body = %s, want 400 with an error for image", name, a.Status, a.Body)
		}
	}
	expect(t, uploadPortrait(t, v, bytes.Repeat([]byte("a"), 5<<20+1)), http.StatusRequestEntityTooLarge)
	expect(t, v.Send(http.MethodPut, "/api/user/portrait", form{"image": "x"}), http.StatusUnsupportedMediaType)
}
