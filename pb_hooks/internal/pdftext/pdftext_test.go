package pdftext_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"boardcircle/pb_hooks/internal/pdftext"
)

// The binary of the test is also the worker.
func TestMain(m *testing.M) {
	if pdftext.IsWorker(os.Args) {
		if err := pdftext.RunWorker(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// extract returns the words of a file.
func extract(t *testing.T, file []byte) string {
	t.Helper()
	text, err := pdftext.Extract(t.Context(), file)
	if err != nil {
		t.Error(err)
	}
	return text
}

// file returns a PDF with a text on each page.
func file(t testing.TB, pages ...string) []byte {
	t.Helper()
	document := fpdf.New("P", "mm", "A4", "")
	document.SetFont("Helvetica", "", 12)
	for _, text := range pages {
		document.AddPage()
		document.MultiCell(0, 6, text, "", "", false)
	}
	var out bytes.Buffer
	if err := document.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestTheWordsOfAllPagesAreRead(t *testing.T) {
	t.Parallel()
	got := extract(t, file(t, "The audit committee", "approves transactions"))
	for _, word := range []string{"audit", "committee", "approves", "transactions"} {
		if !strings.Contains(got, word) {
			t.Errorf("%s is not in %q", word, got)
		}
	}
}

func TestABrokenFileHasNoWords(t *testing.T) {
	t.Parallel()
	whole := file(t, "The audit committee")
	for _, broken := range [][]byte{nil, []byte("%PDF-"), []byte("%PDF-1.7\n%%EOF"), whole[:len(whole)/2], whole[100:]} {
		if got := extract(t, broken); got != "" {
			t.Errorf("%d bytes: %q", len(broken), got)
		}
	}
}

func FuzzExtract(f *testing.F) {
	whole := file(f, "The audit committee", "approves transactions")
	f.Add(whole)
	f.Add(whole[:len(whole)-200])
	f.Add([]byte("%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 9>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if text := extract(t, content); strings.ContainsRune(text, 0) || len(text) > 1<<20 {
			t.Errorf("%d bytes of text", len(text))
		}
	})
}
