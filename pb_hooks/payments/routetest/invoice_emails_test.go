package routetest

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/invoices"
)

const buyerEmail = "asha@example.com"

// completePurchase returns an app in which a buyer has paid for a lifetime membership.
func completePurchase(t *testing.T) (s *testapp.App, buyer *testapp.Visitor, paymentID string) {
	t.Helper()
	s = testapp.New(t)
	tiers, err := s.PB.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		t.Fatal(err)
	}
	tier := core.NewRecord(tiers)
	tier.Load(map[string]any{
		"name":     "Founding circle",
		"slug":     "founding",
		"price":    2500000,
		"currency": "INR",
		"duration": "lifetime",
		"isActive": true,
		"modules":  modules.Circle(),
	})
	if err := s.PB.Save(tier); err != nil {
		t.Fatal(err)
	}
	buyer = s.SignedIn("users", map[string]any{"email": buyerEmail})
	order := buyer.Post("/api/payments/create-order", map[string]any{
		"customerName":     "Asha Rao",
		"customerEmail":    buyerEmail,
		"customerPhone":    "+919876543210",
		"membershipTierId": tier.Id,
	})
	orderID, _ := order.JSON["orderId"].(string)
	paid, err := s.Razorpay.Pay(orderID, fakerazorpay.Success)
	if err != nil {
		t.Fatalf("%s: %v", order.Body, err)
	}
	if answer := buyer.Post("/api/payments/verify", paid.Fields); answer.Status != 200 {
		t.Fatal(answer.Body)
	}
	return s, buyer, paid.PaymentID
}

// onlyEmail returns the only email of a kind in an inbox.
func onlyEmail(t *testing.T, s *testapp.App, to, kind string) fakebrevo.Message {
	t.Helper()
	var found []fakebrevo.Message
	for _, m := range s.Inbox(to) {
		if len(m.Tags) == 1 && m.Tags[0] == kind {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d emails of the kind %s to %s, want 1", len(found), kind, to)
	}
	return found[0]
}

// document returns the document of a kind.
func document(t *testing.T, s *testapp.App, kind invoices.Kind) *invoices.Invoice {
	t.Helper()
	record, err := s.PB.FindFirstRecordByFilter("invoices", "kind = {:kind}", dbx.Params{"kind": string(kind)})
	if err != nil {
		t.Fatal(err)
	}
	invoice, err := invoices.Find(s.PB, record.Id)
	if err != nil {
		t.Fatal(err)
	}
	return invoice
}

// assertAttachment checks that the only attachment of the email is the PDF of the document.
func assertAttachment(t *testing.T, app *testapp.App, m fakebrevo.Message, record *invoices.Invoice) {
	t.Helper()
	pdf, err := invoices.PDF(app.PB, record)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Attachments) != 1 || m.Attachments[0].Name != record.FileName() ||
		!bytes.Equal(m.Attachments[0].Content, pdf) {
		t.Errorf("%s has %d attachments, want only %s", m.Subject, len(m.Attachments), record.FileName())
	}
}

func assertContains(t *testing.T, m fakebrevo.Message, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(m.Text, text) {
			t.Errorf("%s does not contain %q:\n%s", m.Subject, text, m.Text)
		}
	}
}

func TestAPaymentIsConfirmedByEmailWithItsReceipt(t *testing.T) {
	t.Parallel()
	s, _, paymentID := completePurchase(t)
	m := onlyEmail(t, s, buyerEmail, "payment-confirmed")
	assertContains(t, m, "Dear Asha Rao", "Founding circle", "₹29,500", "₹4,500", "for life", paymentID,
		"BR/26-27/000001",
		"Your receipt is attached as a PDF", "http://boardcircle.test/account")
	assertAttachment(t, s, m, document(t, s, invoices.Receipt))
	row, err := s.PB.FindFirstRecordByData("email_logs", "kind", "payment-confirmed")
	if err != nil || len(row.GetString("params")) > 200 {
		t.Errorf("params of the outbox row = %s, %v; want only ids", row.GetString("params"), err)
	}
}

// A purchase is an occasion: its email leads to the circle and names the next session.
func TestThePaymentEmailNamesTheNextSession(t *testing.T) {
	t.Parallel()
	s, _, _ := completePurchase(t)
	m := onlyEmail(t, s, buyerEmail, "payment-confirmed")
	assertContains(t, m, "http://boardcircle.test/circle")
	if strings.Contains(m.Text, "next session") {
		t.Errorf("names a session although none is planned:\n%s", m.Text)
	}

	s, _, _ = completePurchase(t) // its email is sent when the inbox is read
	office := s.SignedIn("admins", nil)
	created := office.Post("/api/events", map[string]any{
		"title": "Reading the audit report", "host": "Meera Krishnan", "capacity": 20,
		"meetingUrl": "https://meet.example.com/j/1", "startsAt": "2026-08-27T18:00",
	})
	if published := office.Post("/api/events/"+created.JSON["id"].(string)+"/publish", nil); published.Status != 200 {
		t.Fatal(published.Body)
	}
	assertContains(t, onlyEmail(t, s, buyerEmail, "payment-confirmed"),
		"The next session is Reading the audit report, on Thursday, 27 Aug 2026, 18:00 IST")
}

func TestARefundIsConfirmedByEmailWithItsCreditNote(t *testing.T) {
	t.Parallel()
	s, _, paymentID := completePurchase(t)
	if _, err := s.Razorpay.Refund(paymentID, 1000001); err != nil {
		t.Fatal(err)
	}
	for _, event := range s.Razorpay.Events(paymentID) {
		if status := s.Deliver(event); status != 200 {
			t.Fatalf("%s: status = %d, want 200", event.Event, status)
		}
	}
	m := onlyEmail(t, s, buyerEmail, "refund-recorded")
	assertContains(t, m, "Dear Asha Rao", "₹10,000.01", "₹29,500", "BN/26-27/000001", "The credit note is attached")
	assertAttachment(t, s, m, document(t, s, invoices.CreditNote))
}

func TestTheInboxOfTheFakeProviderOffersAttachmentsForDownload(t *testing.T) {
	t.Parallel()
	s, _, _ := completePurchase(t)
	m := onlyEmail(t, s, buyerEmail, "payment-confirmed")
	get := func(path string) (*http.Response, []byte) {
		answer := httptest.NewRecorder()
		s.Brevo.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/sandbox/inbox/"+m.ID+path, nil))
		return answer.Result(), answer.Body.Bytes()
	}
	if _, page := get(""); !bytes.Contains(page, []byte("receipt-BR-26-27-000001.pdf")) {
		t.Error("the page of the email does not show the attachment")
	}
	response, body := get("/attachments/0")
	for name, want := range map[string]string{
		"Content-Type": "application/pdf", "X-Content-Type-Options": "nosniff", "Content-Disposition": "attachment; filename=receipt-BR-26-27-000001.pdf",
	} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if !bytes.HasPrefix(body, []byte("%PDF-")) {
		t.Error("the attachment is not a PDF")
	}
	if response, _ := get("/attachments/1"); response.StatusCode != http.StatusNotFound {
		t.Errorf("unknown attachment: status = %d, want 404", response.StatusCode)
	}
}

func TestStaffCannotChangeDocumentsInTheDashboard(t *testing.T) {
	t.Parallel()
	s, _, _ := completePurchase(t)
	record := document(t, s, invoices.Receipt)
	staff := s.SignedIn(core.CollectionNameSuperusers, nil)
	const records = "/api/collections/invoices/records"
	for _, c := range []struct{ method, path, want string }{
		{http.MethodPatch, records + "/" + record.Id, "An issued document can be neither changed nor deleted. Refund the payment instead, which issues a credit note."},
		{http.MethodDelete, records + "/" + record.Id, "An issued document can be neither changed nor deleted. Refund the payment instead, which issues a credit note."},
		{http.MethodPost, records, "Documents are issued by the ledger when a payment is completed or refunded."},
	} {
		answer := staff.Send(c.method, c.path, map[string]any{"number": "BR/26-27/000009"})
		if answer.Status != http.StatusForbidden || answer.Message() != c.want {
			t.Errorf("%s: status = %d, want 403 and %q: %s", c.method, answer.Status, c.want, answer.Body)
		}
	}
	if again := document(t, s, invoices.Receipt); again.GetString("number") != record.GetString("number") {
		t.Errorf("the number has changed to %s", again.GetString("number"))
	}
}
