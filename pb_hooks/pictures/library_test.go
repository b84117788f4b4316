package pictures_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

type object = map[string]any

// library is a picture library with one described portrait.
type library struct {
	consoleFixture
	id, address string
}

func newLibrary(t *testing.T, picture image.Image) library {
	t.Helper()
	l := library{consoleFixture: newConsoleFixture(t)}
	l.id, l.address = l.add(asJPEG(t, picture))
	return l
}

// add uploads a picture and describes it.
func (l library) add(file []byte) (id, address string) {
	l.t.Helper()
	uploaded := l.want(http.StatusCreated, l.upload(file, "Meera Rao.jpg")).JSON
	id, address = uploaded["id"].(string), uploaded["url"].(string)
	l.describe(id, object{"alt": "Meera Rao", "focusX": 20, "focusY": 25})
	return id, address
}

func (l library) describe(id string, form object) testapp.Response {
	l.t.Helper()
	return l.want(http.StatusOK, l.admin.Send(http.MethodPut, "/api/pictures/"+id, form))
}

func (l library) want(status int, answer testapp.Response) testapp.Response {
	l.t.Helper()
	if answer.Status != status {
		l.t.Fatalf("status = %d, want %d; body: %s", answer.Status, status, answer.Body)
	}
	return answer
}

func (l library) get(id string) object {
	l.t.Helper()
	return l.want(http.StatusOK, l.admin.Get("/api/pictures/"+id)).JSON
}

// replace replaces the file of the picture.
func (l library) replace(file []byte) testapp.Response {
	l.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("image", "other.jpg")
	if err == nil {
		_, err = part.Write(file)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		l.t.Fatal(err)
	}
	l.admin.Header.Set("Content-Type", form.FormDataContentType())
	defer l.admin.Header.Del("Content-Type")
	return l.admin.Post("/api/pictures/"+l.id+"/file", body.Bytes())
}

// show makes the picture the one of the hero, and publishes it.
func (l library) show(address, alt string) {
	l.t.Helper()
	l.want(http.StatusOK, l.admin.Send(http.MethodPut, "/api/texts/landing", object{
		"key": "landing.hero.image", "version": l.heroVersion(), "value": object{"image": address, "alt": alt}}))
	l.want(http.StatusOK, l.admin.Post("/api/texts/landing/publish",
		object{"keys": []string{"landing.hero.image"}}))
}

func (l library) heroVersion() any {
	l.t.Helper()
	for _, text := range l.want(http.StatusOK, l.admin.Get("/api/texts/landing")).JSON["texts"].([]any) {
		if text := text.(object); text["key"] == "landing.hero.image" {
			return text["version"]
		}
	}
	l.t.Fatal("the hero has no picture")
	return nil
}

// shown returns the hero's picture as visitors get it.
func (l library) shown() object {
	l.t.Helper()
	images := l.want(http.StatusOK, l.Visitor().Get("/api/site/texts/landing")).JSON["images"].(object)
	hero, _ := images["hero.image"].(object)
	return hero
}

func (l library) fetch(address string) image.Image {
	l.t.Helper()
	served := l.want(http.StatusOK, l.Visitor().Get(address))
	if got := served.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
		l.t.Errorf("Cache-Control of %s = %q", address, got)
	}
	picture, err := jpeg.Decode(strings.NewReader(served.Body))
	if err != nil {
		l.t.Fatalf("%s: %v", address, err)
	}
	return picture
}

func TestAPageShowsThePictureInSizes(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, twoColourImage(1500, 1000))
	l.show(l.address, "")
	hero := l.shown()
	if hero["image"] != l.address || hero["alt"] != "Meera Rao" || hero["position"] != "20% 25%" ||
		hero["width"] != 1500.0 || hero["height"] != 1000.0 {
		t.Errorf("the hero's picture = %v", hero)
	}
	for i, candidate := range strings.Split(hero["srcset"].(string), ", ") {
		address, width, _ := strings.Cut(candidate, " ")
		for range 2 { // it is made once and then stored
			size := l.fetch(address).Bounds().Size()
			want := []image.Point{{320, 213}, {640, 427}, {1280, 853}, {1500, 1000}}[i]
			if size != want || width != fmt.Sprintf("%dw", want.X) {
				t.Errorf("%s is %v and announced as %s, want %v", address, size, width, want)
			}
		}
	}
	if src := hero["src"].(string); !strings.HasSuffix(src, "-1280.jpg") {
		t.Errorf("src = %s, want the size of 1280 pixels", src)
	}
	for _, unknown := range []string{"-641.jpg", "-0.jpg", "-3000.jpg", "-1280.png", "-share-200-25.jpg.html"} {
		address := strings.Replace(hero["src"].(string), "-1280.jpg", unknown, 1)
		if answer := l.Visitor().Get(address); answer.Status == http.StatusOK {
			t.Errorf("%s: status = %d, want none of the sizes", address, answer.Status)
		}
	}
}

// Sizes are made when they are missing, as after a process was killed, once for all requests that wait for one.
func TestAMissingSizeIsMadeAgain(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, twoColourImage(700, 400))
	record, err := l.PB.FindRecordById("images", l.id)
	if err != nil {
		t.Fatal(err)
	}
	address := strings.Replace(l.get(l.id)["src"].(string), "-700.", "-320.", 1)
	files, err := l.PB.NewFilesystem()
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	for range 2 {
		visitor := l.Visitor()
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				if answer := visitor.Get(address); answer.Status != http.StatusOK || answer.Body == "" {
					t.Errorf("%s: status = %d, %d bytes", address, answer.Status, len(answer.Body))
				}
			})
		}
		group.Wait()
		folder := record.BaseFilesPath() + "/thumbs_" + record.GetString("file")
		if stored, err := files.List(folder); err != nil || len(stored) != 1 {
			t.Errorf("%d sizes are stored, want 1; error: %v", len(stored), err)
		}
		files.DeletePrefix(folder)
	}
}

func TestTheShareCutIsAroundTheFocalPoint(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, twoColourImage(1600, 400)) // red on the left, blue on the right
	l.show(l.address, "")
	before := l.shown()["share"].(string)
	cut := l.fetch(before)
	if cut.Bounds().Size() != image.Pt(1200, 630) || !isRed(cut.At(1190, 300)) {
		t.Errorf("the cut is %v, its right edge %v, want 1200 x 630, all red", cut.Bounds(), cut.At(1190, 300))
	}
	l.describe(l.id, object{"alt": "Meera Rao", "focusX": 90, "focusY": 25})
	after := l.shown()["share"].(string)
	if cut := l.fetch(after); isRed(cut.At(10, 300)) {
		t.Error("with the focal point on the right, the cut has the left part")
	}
	if moved := l.Visitor().Get(before); moved.Status != http.StatusFound || moved.Header.Get("Location") != after {
		t.Errorf("the earlier cut: status = %d to %q, want a redirect to %q", moved.Status,
			moved.Header.Get("Location"), after)
	}
}

func TestAReplacedPictureKeepsItsAddress(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, twoColourImage(700, 400))
	l.show(l.address, "Our chair")
	before := l.shown()
	l.fetch(before["src"].(string))
	blue := image.NewRGBA(image.Rect(0, 0, 800, 800))
	for i := range blue.Pix {
		blue.Pix[i] = []uint8{0, 0, 255, 255}[i%4]
	}
	l.want(http.StatusOK, l.replace(asJPEG(t, blue)))
	after := l.shown()
	if after["image"] != l.address || after["alt"] != "Our chair" || after["width"] != 800.0 ||
		after["src"] == before["src"] {
		t.Errorf("the hero's picture after the replacement = %v", after)
	}
	if isRed(l.fetch(after["src"].(string)).At(2, 2)) {
		t.Error("the page shows the earlier file")
	}
	if moved := l.Visitor().Get(before["src"].(string)); moved.Status != http.StatusFound {
		t.Errorf("a size of the earlier file: status = %d, want a redirect", moved.Status)
	}
	plain := l.Visitor().Get(l.address)
	if got, err := jpeg.Decode(strings.NewReader(plain.Body)); err != nil || isRed(got.At(2, 2)) ||
		plain.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("%s has the earlier file or may be cached: %v, %v", l.address, err, plain.Header)
	}

	// The first file can be uploaded again as another picture.
	_, again := l.add(asJPEG(t, twoColourImage(700, 400)))
	if again == l.address {
		t.Error("the first file has the address of the replaced picture")
	}
	if answer := l.replace(asJPEG(t, twoColourImage(700, 400))); answer.Status != http.StatusConflict {
		t.Errorf("a replacement by a file that the library has: status = %d, want 409", answer.Status)
	}
	if answer := l.replace([]byte("<svg onload=alert(1)>")); answer.Status != http.StatusBadRequest {
		t.Errorf("a replacement by an SVG: status = %d, want 400", answer.Status)
	}
}

func TestAPictureNeedsADescription(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, twoColourImage(30, 20))
	uploaded := l.upload(asJPEG(t, twoColourImage(40, 20)), "x.jpg").JSON
	id, address := uploaded["id"].(string), uploaded["url"].(string)
	const want = "Please describe what the picture shows, or mark it as decorative"
	if answer := l.admin.Send(http.MethodPut, "/api/pictures/"+id, object{"alt": " "}); answer.Status !=
		http.StatusBadRequest || answer.Field("alt") != want {
		t.Errorf("without a description: status = %d, body = %s", answer.Status, answer.Body)
	}
	save := func() int {
		return l.admin.Send(http.MethodPut, "/api/texts/landing", object{"key": "landing.hero.image",
			"version": l.heroVersion(), "value": object{"image": address, "alt": ""}}).Status
	}
	if status := save(); status != http.StatusBadRequest {
		t.Errorf("a page with a picture without a description: status = %d, want 400", status)
	}
	l.describe(id, object{"alt": "forgotten", "isDecorative": true})
	if picture := l.get(id); picture["alt"] != "" || picture["isDecorative"] != true {
		t.Errorf("a decorative picture = %v", picture)
	}
	if status := save(); status != http.StatusOK {
		t.Errorf("a page with a decorative picture: status = %d, want 200", status)
	}
	if answer := l.admin.Send(http.MethodPut, "/api/pictures/"+id, object{"alt": "A", "focusX": 101}); answer.Status !=
		http.StatusBadRequest {
		t.Errorf("a focal point outside the picture: status = %d, want 400", answer.Status)
	}
}

func TestAUsedPictureCannotBeDeleted(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, twoColourImage(30, 20))
	_, other := l.add(asJPEG(t, twoColourImage(44, 20)))
	uses := func() string { return fmt.Sprint(l.get(l.id)["uses"]) }
	if got := uses(); got != "[]" {
		t.Errorf("uses of a new picture = %s", got)
	}
	l.show(l.address, "")
	want := "[map[label:Landing page: Hero › Image path:/?edit#landing.hero.image state:shown]]"
	if got := uses(); got != want {
		t.Errorf("uses = %s, want %s", got, want)
	}
	refused := l.want(http.StatusConflict, l.admin.Send(http.MethodDelete, "/api/pictures/"+l.id, nil))
	data := refused.JSON["data"].(object)["uses"].(object)
	if fmt.Sprint(data["places"]) != want || data["message"] !=
		"This picture is used in 1 place. Choose another picture there first." {
		t.Errorf("the refusal = %s", refused.Body)
	}
	l.show(other, "")
	if got := uses(); got != "[map[label:Earlier versions of texts path:/admin/content state:earlier]]" {
		t.Errorf("uses after the text shows another picture = %s", got)
	}
	size := l.get(l.id)["src"].(string)
	l.want(http.StatusNoContent, l.admin.Send(http.MethodDelete, "/api/pictures/"+l.id, nil))
	for _, address := range []string{l.address, size} {
		l.want(http.StatusNotFound, l.Visitor().Get(address))
	}
	l.want(http.StatusNotFound, l.admin.Get("/api/pictures/"+l.id))
}

func TestTheLibraryIsSearched(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, twoColourImage(30, 20))
	id, _ := l.add(asJPEG(t, twoColourImage(31, 20)))
	l.describe(id, object{"alt": "A meeting in Pune", "credit": "Photograph: Leela Shah"})
	l.upload(asJPEG(t, twoColourImage(32, 20)), "stage.jpg")
	for query, want := range map[string]int{"": 3, "search=pune": 1, "search=Leela": 1, "search=stage": 1,
		"search=nothing": 0, "described=false": 1, "described=true": 2} {
		list := l.want(http.StatusOK, l.admin.Get("/api/pictures?page=1&"+query))
		if got := list.Header.Get("X-Total-Count"); got != fmt.Sprint(want) {
			t.Errorf("%q finds %s pictures, want %d", query, got, want)
		}
	}
}
