package demo

import (
	"bytes"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// samplePDF returns a PDF file with a title and some paragraphs. Its bytes depend only on these and the time.
func samplePDF(title string, paragraphs []string, at time.Time) ([]byte, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(at)
	pdf.SetModificationDate(at)
	pdf.SetCatalogSort(true)
	pdf.SetTitle(title, true)
	pdf.SetLang("en-IN")
	pdf.SetMargins(25, 30, 25)
	pdf.AddPage()
	pdf.SetFont("Times", "B", 20)
	pdf.MultiCell(0, 9, title, "", "L", false)
	pdf.SetFont("Times", "", 12)
	for _, paragraph := range paragraphs {
		pdf.Ln(4)
		pdf.MultiCell(0, 6, paragraph, "", "L", false)
	}
	var out bytes.Buffer
	err := pdf.Output(&out)
	return out.Bytes(), err
}
