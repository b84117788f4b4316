package invoices

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/gst"

	"github.com/pocketbase/pocketbase/core"
)

func TestATaxInvoiceHasTheRequiredParticulars(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.updateSettings(registeredSupplier)
	t.Run("a buyer in the supplier's state", func(t *testing.T) {
		p := renderPage(t, d.issue(d.issueRequest(), noon))
		p.assertContains(t, "Tax invoice", "BC/26-27/000001", "3 Aug 2026", "Boardcircle Mentoring Private",
			"Nariman Point",
			"GSTIN 27AAPFU0939F1ZV", "Asha Rao", "asha@example.com", "+91 98765 43210", "27 Maharashtra",
			"Place of supply", "Reverse charge", "No", "SAC", "999512", "Founding circle, lifetime membership",
			"Taxable value", "25,000.00", "CGST 9%", "SGST 9%", "2,250.00", "₹29,500.00",
			"Rupees twenty-nine thousand five hundred only", "UPI", "3 Aug 2026, 12:00 IST", "Issued electronically")
		p.assertOmits(t, "IGST", "Receipt")
	})
	t.Run("a buyer in another state", func(t *testing.T) {
		sale := d.issueRequest()
		sale.Place = gst.StateOf("29")
		p := renderPage(t, d.issue(sale, noon))
		p.assertContains(t, "29 Karnataka", "IGST 18%", "4,500.00")
		p.assertOmits(t, "CGST", "SGST")
	})
}

func TestTheInvoiceOfACompanyHasItsGSTINAndAddress(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.updateSettings(registeredSupplier)
	sale := d.issueRequest()
	sale.Recipient = Recipient{
		Name: "Rao Textiles Private Limited", Contact: "Asha Rao", Email: "asha@example.com", Phone: "+919876543210",
		GSTIN: "29AAGCB7383J1Z4", Address: "12 Residency Road\nBengaluru", PIN: "560025", State: gst.StateOf("29"),
	}
	sale.Place, sale.Base, sale.Discount = gst.StateOf("29"), 2250000, 250000
	sale.GST, sale.Total = 405000, 2655000
	p := renderPage(t, d.issue(sale, noon))
	p.assertContains(t, "Rao Textiles Private Limited", "Asha Rao", "12 Residency Road", "560025",
		"GSTIN 29AAGCB7383J1Z4", "29 Karnataka",
		"25,000.00", "Discount", "−2,500.00", "22,500.00", "IGST 18%", "4,050.00", "₹26,550.00")
}

func TestADocumentShowsTheDatesOfIssueAndOfPaymentWhereTheyDiffer(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.updateSettings(registeredSupplier)
	renderPage(t, d.issue(d.issueRequest(), noon)).assertOmits(t, "Issued on")
	renderPage(t, d.issue(d.issueRequest(), noon.AddDate(0, 0, 2))).
		assertContains(t, "Received on", "3 Aug 2026, 12:00 IST", "Issued on 5 Aug 2026")
}

func TestTheInvoiceOfAnExportHasAnEndorsement(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.updateSettings(registeredSupplier)
	sale := d.issueRequest()
	sale.Recipient.State, sale.Recipient.Country, sale.Place = gst.State{}, "United States", gst.Abroad
	renderPage(t, d.issue(sale, noon)).assertContains(t, "United States", "96 Other Countries", "IGST 18%",
		"on payment of integrated tax")

	d.updateSettings(map[string]any{"lutNumber": "AD270426000001X", "lutYear": "2026-27"})
	untaxed := d.issueRequest()
	untaxed.Recipient, untaxed.Place = sale.Recipient, gst.Abroad
	untaxed.GST, untaxed.GSTRate, untaxed.Total = 0, 0, untaxed.Base
	p := renderPage(t, d.issue(untaxed, noon))
	p.assertContains(t, "under letter of undertaking AD270426000001X", "without payment", "₹25,000.00")
	p.assertOmits(t, "IGST")
}

func TestAReceiptHasNoGSTINAndDoesNotSplitTheTax(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	p := renderPage(t, d.issue(d.issueRequest(), noon))
	p.assertContains(t, "Receipt", "BR/26-27/000001", "Price", "GST 18%", "₹29,500.00")
	p.assertOmits(t, "Tax invoice", "GSTIN", "CGST", "IGST", "Place of supply", "Reverse charge")
}

func TestACreditNoteNamesTheDocumentThatItCorrects(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.updateSettings(registeredSupplier)
	sale := d.issueRequest()
	d.issue(sale, noon)
	p := renderPage(t, d.credit(sale.TransactionID, "rfnd_FP8QHiV938haTz", 1000001))
	p.assertContains(t, "Credit note", "BN/26-27/000001", "4 Aug 2026", "Original document", "Tax invoice BC/26-27/000001",
		"rfnd_FP8QHiV938haTz",
		"8,474.58", "762.72", "762.71", "₹10,000.01", "Total credited", "Rupees ten thousand and paise one only",
		"Reason", "Refund", "Credits", "A part of ₹29,500.00")
	p = renderPage(t, d.credit(sale.TransactionID, "rfnd_FP8QHiV938haTy", 1949999))
	p.assertContains(t, "Credits", "The rest of ₹29,500.00")
}

func TestADocumentHasTheDatesOfTheMembership(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	year := noon.AddDate(1, 0, 0)
	for want, term := range map[string]*Term{
		"3 Aug 2026 to 3 Aug 2027":  {From: noon, Until: &year},
		"From 3 Aug 2026, for life": {From: noon},
	} {
		sale := d.issueRequest()
		sale.Term = term
		renderPage(t, d.issue(sale, noon)).assertContains(t, "Membership", want)
		renderPage(t, d.credit(sale.TransactionID, "rfnd_"+sale.TransactionID, sale.Total)).
			assertContains(t, "The whole amount")
	}
}

// The fonts in the file are subsets, so that it stays small.
func TestADocumentIsInTheTypefacesOfTheSite(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	fonts := func(name string) (found []string) {
		sale := d.issueRequest()
		sale.Recipient.Name = name
		raw := renderPage(t, d.issue(sale, noon)).raw
		for _, font := range baseFont.FindAllSubmatch(raw, -1) {
			if !slices.Contains(found, string(font[1])) {
				found = append(found, string(font[1]))
			}
		}
		if len(raw) > 100<<10 {
			t.Errorf("the invoice of %s has %d bytes", name, len(raw))
		}
		slices.Sort(found)
		return found
	}
	if found, want := fonts("Élodie Ştefănescu"), []string{"fraunces", "inter", "interB"}; !slices.Equal(found, want) {
		t.Errorf("fonts = %q, want %q", found, want)
	}
	if found := fonts("ნინო"); !slices.Contains(found, "dejavusanscondensedB") {
		t.Errorf("fonts = %q, want another one for letters that these lack", found)
	}
	for _, style := range []textStyle{bodyStyle, totalStyle} {
		s := newTestPage(t)
		for _, figure := range "123456789" {
			if got, want := s.width(style, string(figure)), s.width(style, "0"); got != want {
				t.Errorf("%c is %v wide, want %v as each figure", figure, got, want)
			}
		}
	}
}

func TestRenderingADocumentAgainGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	record := d.issue(d.issueRequest(), noon)
	first := renderPage(t, record).raw
	for range 5 {
		found, err := Find(d.app, record.Id)
		d.must(err)
		if !bytes.Equal(first, renderPage(t, found).raw) {
			t.Fatal("the PDF has changed")
		}
	}
}

func TestTheLongestTextsFitOnThePage(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]func(n int) string{
		"one word":                func(n int) string { return strings.Repeat("W", n) },
		"many words":              func(n int) string { return strings.Repeat("Wilhelmina ", n/11) },
		"many lines":              func(n int) string { return strings.Repeat("W\n", n/2) },
		"Greek letters":           func(n int) string { return strings.Repeat("Ω", n) },
		"letters without a glyph": func(n int) string { return strings.Repeat("明", n) },
		"Devanagari":              func(n int) string { return strings.Repeat("क्षत्रि", n/7) },
		"Tamil words":             func(n int) string { return strings.Repeat("ஸ்ரீமதி ", n/8) },
		"marks without letters":   func(n int) string { return strings.Repeat("्", n) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			d.updateSettings(registeredSupplier)
			d.updateSettings(map[string]any{"supplierAddress": text(1000)})
			if name != "many lines" {
				d.updateSettings(map[string]any{"supplierName": text(200), "sacDescription": text(200)})
			}
			sale := d.issueRequest()
			sale.Place = gst.StateOf("26")
			sale.Recipient = Recipient{
				Name:    text(200),
				Contact: text(120),
				Email:   text(254),
				Phone:   text(40),
				Address: text(500),
				PIN:     text(12),
				Country: text(56),
				GSTIN:   text(15),
				State:   sale.Place,
			}
			sale.Description, sale.Method, sale.PaymentID = text(160), text(40), text(64)
			sale.Base, sale.GST, sale.Total = 99_99_99_99_999_99, 18_00_00_00_000_00, 117_99_99_99_999_99
			d.issue(sale, noon)
			note := d.credit(sale.TransactionID, strings.ReplaceAll(text(64), "\n", ""), sale.Total)
			assertWithinMargins(t, renderPage(t, note))

			raw, err := draw(note, d.registration(strings.Repeat("f", 64)))
			d.must(err)
			pages := 2 // the QR code is on the second page, unless it fits on the first
			if name == "marks without letters" {
				pages = 1
			}
			if n := bytes.Count(raw, []byte("/Type /Page\n")); n != pages {
				t.Errorf("registered document: %d pages, want %d", n, pages)
			}
		})
	}
}

func TestARegisteredDocumentHasItsIRNAndQRCode(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.updateSettings(registeredSupplier)
	sale := d.issueRequest()
	sale.Recipient = Recipient{
		Name:    "Rao Textiles Private Limited",
		Contact: "Asha Rao",
		Email:   "asha@example.com",
		Phone:   "+919876543210",
		GSTIN:   "27AAPFU0939F1ZV",
		Address: "12 Residency Road\nMumbai\nMaharashtra",
		PIN:     "400001",
		State:   gst.StateOf("27"),
	}
	sale.Base, sale.Discount, sale.GST, sale.Total = 2250000, 250000, 405000, 2655000
	sale.Quantity, sale.Part = 5, &PartPayment{Received: 1000000, TDS: 100000, Left: 1555000}
	invoice := d.issue(sale, noon)
	p := renderRegistered(t, invoice, d.registration(strings.Repeat("f", 64)))
	assertWithinMargins(t, p)
	p.assertContains(t, "Invoice reference number (IRN)", strings.Repeat("f", 64), "Acknowledgement number",
		"112610036563310", "3 Aug 2026, 12:00 IST")
	for _, l := range p.lines {
		if l.y > registrationTop-2 && l.y < registrationTop+qrWidth+2 && l.x < marginLeft+qrWidth+2 {
			t.Errorf("%q at %.1f, %.1f overlaps the QR code", l.text, l.x, l.y)
		}
	}
	renderPage(t, invoice).assertOmits(t, "IRN")
}

// registration returns a registration whose QR code has the maximum length of the portal.
func (d *fixture) registration(irn string) *Registration {
	d.Helper()
	c, err := d.app.FindCollectionByNameOrId(registrationsCollection)
	d.must(err)
	r := database.As[Registration](core.NewRecord(c))
	r.Load(map[string]any{
		"state":     "registered",
		"irn":       irn,
		"ackNumber": "112610036563310",
		"ackAt":     noon,
		"signedQr":  strings.Repeat("eyJhbGci", 140),
	})
	return r
}

// assertWithinMargins checks that all texts are within the margins and do not overlap.
func assertWithinMargins(t *testing.T, p page) {
	t.Helper()
	for i, l := range p.lines {
		if l.x < marginLeft-0.1 || l.x+l.width > marginRight+0.1 || l.y < 15 || l.y > 290 {
			t.Errorf("%q at %.1f, %.1f with the width %.1f is outside the margins", l.text, l.x, l.y, l.width)
		}
		for _, other := range p.lines[:i] {
			if distance := l.y - other.y; distance > -1.5 && distance < 1.5 && l.x < other.x+other.width &&
				other.x < l.x+l.width {
				t.Errorf("%q and %q overlap at %.1f, %.1f", l.text, other.text, l.x, l.y)
			}
		}
	}
}

func TestPDFSyntaxInTextIsPrintedAsText(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	hostile := `) Tj ET /JS (app.alert) \) {nb} %PDF <script>`
	sale := d.issueRequest()
	sale.Recipient.Name, sale.Description = hostile, "a\u202eb\u200bc\x00d 😀 \U00010000 \xff आशा"
	d.updateSettings(map[string]any{"supplierName": hostile})
	p := renderPage(t, d.issue(sale, noon))
	p.assertContains(t, "/JS (app.alert)", "{nb}", "<script>", "abc d ? � आशा")
	for _, action := range []string{"/JS (app", "/JavaScript", "/OpenAction /", "/AA", "/Launch", "/URI"} {
		if bytes.Contains(p.raw, []byte(action)) {
			t.Errorf("the file contains %s", action)
		}
	}
}

func TestAFileHasItsTitleAndName(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	record := d.issue(d.issueRequest(), noon)
	p := renderPage(t, record)
	title := "\xfe\xff"
	for _, r := range "Receipt BR/26-27/000001" {
		title += "\x00" + string(r)
	}
	if !bytes.Contains(p.raw, []byte("/Title ("+title+")")) {
		t.Error("the PDF does not have the title")
	}
	if !bytes.Contains(p.raw, []byte("/CreationDate (D:20260803")) {
		t.Error("the creation date of the PDF is not the day of issue")
	}
	if got, want := record.FileName(), "receipt-BR-26-27-000001.pdf"; got != want {
		t.Errorf("FileName() = %q, want %q", got, want)
	}
}

func TestEachMethodOfPaymentHasAName(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]string{
		"": "", "neft": "NEFT", "cheque": "Cheque", "netbanking": "Net banking", "bank_transfer": "Bank transfer",
		"coupon": "Coupon",
	} {
		if got := MethodLabel(method); got != want {
			t.Errorf("MethodLabel(%q) = %q, want %q", method, got, want)
		}
	}
}
