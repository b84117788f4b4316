package attacktest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"maps"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// pngOf returns a PNG of a few bytes that declares a size, a depth and a storage method.
func pngOf(t *testing.T, width, height uint32, depth, colour, interlaced byte) []byte {
	t.Helper()
	var tiny bytes.Buffer
	if err := png.Encode(&tiny, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	file := tiny.Bytes()
	binary.BigEndian.PutUint32(file[16:], width)
	binary.BigEndian.PutUint32(file[20:], height)
	file[24], file[25], file[28] = depth, colour, interlaced
	binary.BigEndian.PutUint32(file[29:], crc32.ChecksumIEEE(file[12:29]))
	return file
}

// jpegOf returns a JPEG of three colours with a number of scans. Its data is empty: the decoder reads missing data as
// zero, or fails after it has reserved the memory.
func jpegOf(frame byte, width, height uint16, scans int) []byte {
	file := []byte{0xff, 0xd8, 0xff, frame, 0, 17, 8}
	file = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(file, height), width)
	file = append(file, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0)
	scan := append([]byte{0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0x10}, bytes.Repeat([]byte{0}, 64)...)
	return append(file, bytes.Repeat(scan, scans)...)
}

// webpOf returns a lossless WebP that declares a size.
func webpOf(width, height uint32) []byte {
	bits := (width - 1) | (height-1)<<14
	chunk := binary.LittleEndian.AppendUint32([]byte{0x2f}, bits)
	chunk = append(chunk, bytes.Repeat([]byte{0}, 59)...)
	file := binary.LittleEndian.AppendUint32([]byte("WEBPVP8L"), uint32(len(chunk)))
	file = append(file, chunk...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(file))), file...)
}

func (a *attacker) uploadAs(method, path, part string, file []byte) answer {
	a.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	w, err := form.CreateFormFile(part, "photo.jpg")
	if err != nil {
		a.t.Fatal(err)
	}
	if _, err := w.Write(file); err != nil {
		a.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		a.t.Fatal(err)
	}
	return a.with("Content-Type", form.FormDataContentType()).send(method, path, body.Bytes())
}

// atNewAddress returns the attacker at an unused address.
func (a *attacker) atNewAddress() *attacker {
	n := addresses.Add(1)
	other := a.with("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
	other.cookies = maps.Clone(a.cookies)
	return other
}

// The test uploads files that are cheap to send but expensive to decode, in each way to upload a picture.
func TestCostlyUploadsAreRefusedQuickly(t *testing.T) {
	s := sharedSite(t)
	member, _, _ := s.member(t)
	admin := s.admin(t)
	bombs := map[string][]byte{
		"99 scans":                  jpegOf(0xc2, 1600, 1200, 99),
		"40 scans":                  jpegOf(0xc2, 3000, 2000, 40),
		"a progressive photograph":  jpegOf(0xc2, 6000, 4000, 1),
		"65,000 by 65,000":          jpegOf(0xc0, 65000, 65000, 1),
		"a large PNG":               pngOf(t, 6300, 6300, 8, 6, 0),
		"a PNG of 16 bits":          pngOf(t, 4000, 4000, 16, 6, 0),
		"an interlaced PNG":         pngOf(t, 4500, 4500, 8, 6, 1),
		"a PNG of 4,000 megapixels": pngOf(t, 65536, 65536, 8, 6, 0),
		"a large WebP":              webpOf(16000, 16000),
	}
	var small bytes.Buffer
	if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		t.Fatal(err)
	}
	uploads := 1
	if *long {
		uploads = 4
	}
	for name, file := range bombs {
		for path, put := range map[string]func([]byte) answer{
			"a portrait": func(f []byte) answer {
				return member.atNewAddress().uploadAs(http.MethodPut, "/api/user/portrait", "image", f)
			},
			"a picture": func(f []byte) answer {
				return admin.atNewAddress().uploadAs(http.MethodPost, "/api/cms/images", "image", f)
			},
		} {
			start := time.Now()
			var group sync.WaitGroup
			for range uploads {
				group.Go(func() {
					if got := put(file); got.status != http.StatusBadRequest {
						t.Errorf("%s as %s: %s", name, path, got)
					}
				})
			}
			group.Wait()
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%d of %s as %s take %v", uploads, name, path, took)
			}
		}
	}
	member.uploadAs(http.MethodPut, "/api/user/portrait", "image", small.Bytes()).
		want(t, "a small portrait", http.StatusOK)
}

// secretPlaces are positions in an email that send a secret link to another site, or show it where it is not needed.
var secretPlaces = []string{
	"[Go](https://elsewhere.example/?t={{LINK}})", "[Go](https://elsewhere.example/{{LINK}} \"button\")",
	"<https://elsewhere.example/{{LINK}}>",
	"[Go][1]\n\n[1]: https://elsewhere.example/?t={{ LINK }}",
	"[Go]({{if siteName}}https://elsewhere.example/?t={{end}}{{LINK}})", "[Go]({{LINK}}@elsewhere.example)",
	"https://elsewhere.example/?t={{LINK}}", "![x](https://elsewhere.example/{{LINK}})",
	"[{{LINK}}](https://elsewhere.example)", "[Go](https://elsewhere.example \"{{LINK}}\")",
	"`{{LINK}}`", "{{LINK}}",
}

// The test puts each of these positions into every email that has a secret link.
func TestNoEmailTextLeaksASecretLink(t *testing.T) {
	s := sharedSite(t)
	owner := s.admin(t)
	attempts := 0
	var emails []fields
	if err := json.Unmarshal([]byte(owner.get("/api/email-texts?perPage=500").body), &emails); err != nil {
		t.Fatal(err)
	}
	var texts []any
	for _, email := range emails {
		id, _ := email["id"].(string)
		texts = append(texts, owner.get("/api/email-texts/" + id).json(t)["texts"].([]any)...)
	}
	for _, text := range texts {
		listed := text.(fields)
		if listed["hasSecretLink"] != true {
			continue
		}
		id, _ := listed["id"].(string)
		path := "/api/email-texts/" + id
		detail := owner.get(path).json(t)
		builtIn, _ := detail["builtIn"].(fields)
		for _, field := range detail["fields"].([]any) {
			link, _ := field.(fields)["name"].(string)
			if field.(fields)["isSecret"] != true {
				continue
			}
			for i, place := range secretPlaces {
				attempts++
				words := fields{
					"subject": builtIn["subject"],
					"body":    builtIn["body"].(string) + "\n\n" + strings.ReplaceAll(place, "LINK", link),
					"version": 0,
				}
				got := owner.atNewAddress().post(path+"/preview", words).json(t)
				if problems, _ := got["problems"].([]any); len(problems) == 0 {
					t.Errorf("%s accepts %s", id, place)
				}
				if i == 0 {
					words["password"] = adminPassword
					owner.atNewAddress().send(http.MethodPut, path, words).want(t, id+" saved with "+place,
						http.StatusBadRequest)
					delete(words, "password")
				}
			}
			owner.atNewAddress().
				send(http.MethodPut, path, fields{"subject": "Hello", "body": "[Go]({{" + link + "}})", "version": 0}).
				want(t, id+" saved without a password", 400, 401, 403)
		}
	}
	if attempts < 100 {
		t.Errorf("only %d attempts, want at least 100", attempts)
	}
}
