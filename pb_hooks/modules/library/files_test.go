package library_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp"
)

// pdf returns a PDF file with a text.
func pdf(t testing.TB, text string) []byte {
	t.Helper()
	document := fpdf.New("P", "mm", "A4", "")
	document.SetFont("Helvetica", "", 12)
	document.AddPage()
	document.MultiCell(0, 6, text, "", "", false)
	var out bytes.Buffer
	if err := document.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func (f *fixture) upload(id, name string, content []byte) testapp.Response {
	f.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		f.Fatal(err)
	}
	f.editor.Header.Set("Content-Type", form.FormDataContentType())
	defer f.editor.Header.Del("Content-Type")
	return f.editor.Post(path+"/"+id+"/file", body.Bytes())
}

func TestMembersOpenAndSearchTheFileOfAnItem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.add(fields{"title": "The amendments"})
	f.add(fields{"title": "Another note"})
	at := path + "/" + id + "/file"
	if answer := f.member.Get(at); answer.Status != http.StatusNotFound {
		t.Errorf("without a file: %d %s", answer.Status, answer.Body)
	}
	content := pdf(t, "The whistleblower policy covers subsidiaries.")
	saved := f.upload(id, `C:\papers\रिपोर्ट "final".html.pdf`, content)
	if saved.Status != http.StatusOK {
		t.Fatalf("%d %s", saved.Status, saved.Body)
	}
	want := fields{"name": "रिपोर्ट -final--html.pdf", "size": float64(len(content)), "isSearchable": true}
	for who, answer := range map[string]testapp.Response{"editor": saved, "member": f.member.Get(path + "/" + id)} {
		got, _ := answer.JSON["file"].(fields)
		if len(got) != 3 || got["name"] != want["name"] || got["size"] != want["size"] || got["isSearchable"] != true {
			t.Errorf("the %s sees %v", who, answer.JSON["file"])
		}
	}
	opened := f.member.Get(at)
	if opened.Status != http.StatusOK || opened.Body != string(content) {
		t.Fatalf("%d, %d bytes", opened.Status, len(opened.Body))
	}
	for header, want := range map[string]string{
		"Content-Type": "application/pdf", "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff",
	} {
		if got := opened.Header.Get(header); got != want {
			t.Errorf("%s: %q", header, got)
		}
	}
	if got := opened.Header.Get("Content-Disposition"); !strings.HasPrefix(got, "inline; filename*=utf-8''") {
		t.Errorf("Content-Disposition: %q", got)
	}
	if got := opened.Header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'") {
		t.Errorf("Content-Security-Policy: %q", got)
	}
	f.expect("the words of the file", f.titles("?words=whistle"), "The amendments")
	f.editor.Send(http.MethodPut, path+"/"+id, fields{"abstract": "Of boards."})
	f.expect("after a change of the item", f.titles("?words=whistleblower+boards"), "The amendments")
	if err := readmodel.Rebuild(f.PB); err != nil {
		t.Fatal(err)
	}
	f.expect("after a rebuild", f.titles("?words=whistleblower"), "The amendments")

	f.upload(id, "second.pdf", pdf(t, "Remuneration of directors"))
	f.expect("the words of the former file", f.titles("?words=whistleblower"))
	f.expect("the words of the new file", f.titles("?words=remuneration"), "The amendments")
	if answer := f.editor.Send(http.MethodDelete, at, nil); answer.Status != http.StatusOK || answer.JSON["file"] != nil {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	f.expect("the words of a deleted file", f.titles("?words=remuneration"))

	f.upload(id, "third.pdf", content)
	if answer := f.editor.Send(http.MethodDelete, path+"/"+id, nil); answer.Status != http.StatusNoContent {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	f.expect("the words of a deleted item", f.titles("?words=whistleblower"))
	if rows, err := f.PB.CountRecords("library_files"); rows != 0 || err != nil {
		t.Errorf("%d files remain: %v", rows, err)
	}
}

func TestTheFileOfADraftIsPrivate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.add(fields{"publishAt": ""})
	f.upload(id, "draft.pdf", pdf(t, "Secret"))
	if answer := f.member.Get(path + "/" + id + "/file"); answer.Status != http.StatusNotFound {
		t.Errorf("a member: %d", answer.Status)
	}
	if answer := f.editor.Get("/api/admin/library/" + id + "/file"); answer.Status != http.StatusOK {
		t.Errorf("an editor: %d %s", answer.Status, answer.Body)
	}
	var file struct{ ID, File string }
	if err := f.PB.DB().Select("id", "file").From("library_files").One(&file); err != nil {
		t.Fatal(err)
	}
	for _, visitor := range []*testapp.Visitor{f.member, f.editor} {
		answer := visitor.Get("/api/files/library_files/" + file.ID + "/" + file.File)
		if answer.Status < http.StatusBadRequest {
			t.Errorf("PocketBase's own route: %d", answer.Status)
		}
	}
}

func TestAFileThatIsNoPDFIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.add(nil)
	for name, content := range map[string][]byte{
		"page.pdf": []byte("<html><script>alert(1)</script>"), "empty.pdf": nil, "picture.png": []byte("\x89PNG\r\n\x1a\n"),
	} {
		if answer := f.upload(id, name, content); answer.Field("file") != "Please choose a PDF file" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	large := append(pdf(t, "Large"), make([]byte, 20<<20)...)
	if answer := f.upload(id, "large.pdf", large); answer.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large file: %d %s", answer.Status, answer.Body)
	}
	whole := pdf(t, "A page")
	for name, cut := range map[string][]byte{"half": whole[:len(whole)/2], "the start": []byte("%PDF-1.7\n\x00garbage")} {
		if answer := f.upload(id, "page.pdf", cut); answer.Status != http.StatusBadRequest ||
			answer.Field("file") != "This file is not complete. Please save or download it again" {
			t.Errorf("%s of a file: %d %s", name, answer.Status, answer.Body)
		}
	}
	broken := f.upload(id, "broken.pdf", []byte(testapp.PDF("broken")))
	var saved struct{ File struct{ IsSearchable bool } }
	if err := json.Unmarshal([]byte(broken.Body), &saved); err != nil || saved.File.IsSearchable {
		t.Errorf("a broken file: %d %s", broken.Status, broken.Body)
	}
	if answer := f.upload("unknown", "page.pdf", pdf(t, "A page")); answer.Status != http.StatusNotFound {
		t.Errorf("an unknown item: %d %s", answer.Status, answer.Body)
	}
}
