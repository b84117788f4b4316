package attacktest

import (
	"archive/zip"
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// hostile are texts that an attacker sends instead of a name or a sentence.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'; alert(1) //`,
	`</title><script>alert(1)</script>`, `{{constructor.constructor('alert(1)')()}}`,
	`[click](javascript:alert(1))`, `<svg/onload=alert(1)>`, `{{ .Secret }} {% include "/etc/passwd" %}`,
	`=HYPERLINK("http://evil.example")`, `+1+cmd|' /C calc'!A0`, `@SUM(1)`, `-2+3`,
}

// executable matches markup that a browser would execute. In a text, it must be escaped.
var executable = regexp.MustCompile(`(?i)<script>alert|<img src=x|<svg/onload|href="?javascript:`)

func nomination(email, text string) fields {
	return testapp.Nomination(email, fields{
		"name":                    text,
		"currentDesignation":      text,
		"companyName":             text,
		"currentBoards":           text,
		"city":                    text,
		"state":                   text,
		"whyInterested":           text,
		"previousBoardExperience": text,
		"country":                 nil,
		"linkedinUrl":             nil,
		"industry":                "other",
		"howDidYouHear":           "other",
	})
}

func TestHostileTextIsNeverExecuted(t *testing.T) {
	s := sharedSite(t)
	admin := s.admin(t)
	for i, text := range hostile {
		s.attacker(t).post("/api/registrations", nomination(fmt.Sprintf("hostile-%d@sample.example", i), text)).want(t,
			text, 201, 400)
		body := signUp(fmt.Sprintf("hostile-member-%d@sample.example", i))
		body["name"], body["location"] = text, text
		a := s.attacker(t)
		a.post("/api/register", body).want(t, text, 201, 400)
		for _, path := range []string{"/", "/auth", "/account", "/" + url.PathEscape(text), "/auth?q=" + url.QueryEscape(text)} {
			if got := a.get(path); executable.MatchString(got.body) {
				t.Errorf("%s is executed at %s", text, path)
			}
		}
	}
	// Wait for the emails to the applicants and the admins.
	s.wait(t, "the emails", func() bool { return len(s.mails.Messages("")) >= len(hostile) })
	for _, mail := range s.mails.Messages("") {
		if executable.MatchString(mail.HTML) || strings.ContainsAny(mail.Subject, "\r\n") {
			t.Errorf("the email %q contains %q or a line break in its subject", mail.Subject,
				executable.FindString(mail.HTML))
		}
		for name, value := range mail.Headers {
			if strings.ContainsAny(name+value, "\r\n") {
				t.Errorf("a header of %s: %q", mail.Subject, value)
			}
		}
	}
	// No response that contains the texts may be an HTML page, and no cell of an export may be a formula.
	for _, path := range []string{"/api/registrations", "/api/nominations", "/api/members/registered-users", "/api/members/leads", "/api/audit", "/api/emails"} {
		if got := admin.get(path); !strings.HasPrefix(got.header.Get("Content-Type"), "application/json") {
			t.Errorf("%s has the content type %s", path, got.header.Get("Content-Type"))
		}
	}
	for _, path := range []string{"/api/registrations/export", "/api/members/registered-users/export", "/api/members/leads/export", "/api/paid-members/export", "/api/transactions/export", "/api/audit/export"} {
		got := admin.get(path).want(t, path, 200)
		if !strings.HasPrefix(got.header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s is not an attachment: %s", path, got.header.Get("Content-Disposition"))
		}
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(got.body, "\ufeff"))).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, "@") || strings.HasPrefix(cell, "+1+") ||
					cell == "-2+3" || strings.HasPrefix(cell, "\t") {
					t.Errorf("%s has the formula %q", path, cell)
				}
			}
		}
	}
}

func TestNoPathLeavesItsFolder(t *testing.T) {
	s := sharedSite(t)
	admin, staff := s.admin(t), s.superuser(t)
	if err := os.WriteFile(
		filepath.Join(filepath.Dir(s.dir), "outside.txt"), []byte("OUTSIDE-THE-FOLDER"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	for _, traversal := range []string{"../data.db", "../../outside.txt", "..%2f..%2foutside.txt", "%2e%2e/%2e%2e/outside.txt", "..%5c..%5coutside.txt", "....//....//outside.txt", "%252e%252e%252foutside.txt", "/etc/passwd", "data.db", "..%00.png",
		"../boardcircle.key", "..%2fboardcircle.key", ".%2e/data.db", "C:%5cWindows"} {
		for _, prefix := range []string{"/images/", "/assets/", "/", "/api/files/users/x/", "/api/admin/backups/", "/api/backups/", "/_/", "/.well-known/"} {
			for _, suffix := range []string{"", "/download"} {
				got, _ := s.raw(
					t,
					fmt.Sprintf(
						"GET %s%s%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nCookie: admin_session=%s\r\nAuthorization: %s\r\n\r\n",
						prefix,
						traversal,
						suffix,
						s.addr,
						admin.cookies["admin_session"],
						staff.header.Get("Authorization"),
					),
					5*time.Second,
				)
				if strings.Contains(got, "OUTSIDE-THE-FOLDER") || strings.Contains(got, "SQLite format 3") ||
					strings.Contains(got, "root:x:0") {
					t.Errorf("%s%s%s returns a file outside its folder", prefix, traversal, suffix)
				}
				response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(got)), nil)
				if err == nil && response.StatusCode >= 500 {
					t.Errorf("%s%s%s: status = %d", prefix, traversal, suffix, response.StatusCode)
				}
			}
		}
	}
	for _, name := range []string{"../x.zip", "..%2fx.zip", "x/../../y.zip", "%2e%2e%2fx.zip", "x.zip%00"} {
		for _, action := range []string{"delete", "ticket", "restore"} {
			if got := admin.post(
				"/api/admin/backups/"+name+"/"+action, fields{"password": adminPassword, "confirm": name},
			); got.status < 300 {
				t.Errorf("%s of %s: %s", action, name, got)
			}
		}
	}
	if got := staff.post("/api/backups", fields{"name": "../../escaped.zip"}); got.status < 400 {
		t.Errorf("a backup outside the folder: %s", got)
	}
	// The source, the environment and version control must not be files of the site.
	for _, path := range []string{"/.git/config", "/.env", "/go.mod", "/package.json", "/pb_data/data.db", "/data.db", "/assets/", "/images/", "/.well-known/", "/debug/pprof/", "/server-status"} {
		if got := s.attacker(t).get(path); got.status == 200 {
			t.Errorf("%s is served: %s", path, got)
		}
	}
}

func TestAFileThatIsNotAPictureIsRefused(t *testing.T) {
	s := sharedSite(t)
	admin := s.admin(t)
	header := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	var small bytes.Buffer
	if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		t.Fatal(err)
	}
	uploaded := admin.upload("/api/cms/images", "image", "x.png", small.Bytes())
	uploaded.want(t, "a small picture", 201)
	id, _ := uploaded.json(t)["id"].(string)
	for name, content := range map[string]string{
		"x.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "x.png": "<script>alert(1)</script>", "x.html": header + "<script>", "bomb.png": header + "\x00\xff\xff\xff\x00\xff\xff\xff\x08\x06\x00\x00\x00",
		"x.php": "<?php system('id');", "empty.png": "", "x.gif": "GIF89a/*<script>*/=1;", "polyglot.jpg": "\xff\xd8\xff\xe0<script>alert(1)</script>",
	} {
		admin.upload("/api/cms/images", "image", name, []byte(content)).want(t, name, 400, 413, 415, 422)
		admin.upload("/api/pictures/"+id+"/file", "image", name, []byte(content)).want(t, name+" as a replacement", 400, 413, 415, 422)
	}
	member, _, _ := s.member(t)
	member.upload("/api/cms/images", "image", "x.png", []byte(header)).want(t, "a member's picture", 403)
}

// A superuser uploads and restores a backup whose files have paths outside their folder.
func TestABackupWithPathsOutsideItsFolderIsNotRestored(t *testing.T) {
	s := newSite(t)
	staff, admin := s.superuser(t), s.admin(t)
	outside := filepath.Join(filepath.Dir(s.dir), "escaped.txt")
	for i, name := range []string{"../escaped.txt", "../../escaped.txt", outside, "storage/../../escaped.txt", `..\escaped.txt`} {
		var content bytes.Buffer
		archive := zip.NewWriter(&content)
		for _, file := range []string{name, "data.db"} {
			w, err := archive.Create(file)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = w.Write([]byte("escaped"))
		}
		if err := archive.Close(); err != nil {
			t.Fatal(err)
		}
		file := fmt.Sprintf("traversal%d.zip", i)
		staff.upload("/api/backups/upload", "file", file, content.Bytes())
		admin.from(fmt.Sprintf("192.0.2.%d", i)).
			post("/api/admin/backups/"+file+"/restore", fields{"password": adminPassword, "confirm": file})
	}
	time.Sleep(time.Second) // a restore would run now
	s.wait(t, "the server after the restores", func() bool {
		response, err := http.Get(s.url + "/api/config")
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
	err := filepath.WalkDir(filepath.Dir(s.dir), func(path string, entry fs.DirEntry, err error) error {
		// A backslash is an ordinary character in a name here. Files that are unpacked to the staging folder are
		// checked there and are not outside it.
		isStaged := strings.Contains(path, "/.boardcircle/staging-")
		if err == nil && strings.Contains(entry.Name(), "escaped.txt") && !isStaged {
			t.Errorf("%s was written", path)
		}
		if isStaged && errors.Is(err, fs.ErrNotExist) {
			return nil // it is being removed
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	admin.get("/api/admin/stats").want(t, "the site after the restores", 200)
}

func TestOnlyTheOwnerAndOneServerCanUseTheData(t *testing.T) {
	s := prepareSite(t)
	if err := filepath.WalkDir(s.dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			err = os.Chmod(path, 0o644)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	s.start(t)
	s.member(t)
	if err := filepath.WalkDir(s.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", path, info.Mode())
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	other, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := s.run(t, "serve", "--http="+other); err == nil {
		t.Errorf("a second server started: %s", out)
	}
	s.attacker(t).get("/api/config").want(t, "the first server", 200)
}

func TestAForgedPaymentCompletesNothing(t *testing.T) {
	s := sharedSite(t)
	admin := s.admin(t)
	tier := admin.mustID("/api/membership-tiers",
		fields{"name": "The founding circle", "price": "25000", "duration": "lifetime", "isActive": true})
	buyer, email, _ := s.member(t)
	other, _, _ := s.member(t)
	order, _ := buyer.post("/api/payments/create-order", fields{"customerName": "Asha Rao", "customerEmail": email, "customerPhone": "+919876543210", "membershipTierId": tier, "amount": 1, "price": "1"}).json(t)["orderId"].(string)
	memberships := func() string {
		return buyer.get("/api/memberships/mine").body
	}
	before := memberships()
	payload := fmt.Sprintf(
		`{"entity":"event","event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_Forged00000001","order_id":%q,"amount":2950000,"currency":"INR","status":"captured"}}}}`,
		order,
	)
	sign := func(secret, text string) string {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(text))
		return hex.EncodeToString(mac.Sum(nil))
	}
	for name, signature := range map[string]string{
		"an empty": "", "an empty secret's": sign("", payload), "another secret's": sign("guess", payload), "the key's": sign(paymentSecret, payload), "another body's": sign(webhookSecret, payload+" "),
		"half a": sign(webhookSecret, payload)[:32], "an upper-case wrong": strings.ToUpper(sign("x", payload)), "a long": strings.Repeat("a", 4000),
	} {
		a := s.attacker(t).with("X-Razorpay-Signature", signature).with("Content-Type", "application/json")
		a.send(http.MethodPost, "/api/webhooks/razorpay", []byte(payload)).want(t, name+" signature", 400, 401)
	}
	for name, body := range map[string]fields{
		"no signature":      {"razorpay_order_id": order, "razorpay_payment_id": "pay_Forged00000001", "razorpay_signature": ""},
		"another signature": {"razorpay_order_id": order, "razorpay_payment_id": "pay_Forged00000001", "razorpay_signature": sign("guess", order+"|pay_Forged00000001")},
		"a list":            {"razorpay_order_id": []string{order}, "razorpay_payment_id": true, "razorpay_signature": nil},
	} {
		if got := buyer.post("/api/payments/verify", body); got.status < 400 {
			t.Errorf("a callback with %s: %s", name, got)
		}
	}
	if got := memberships(); got != before {
		t.Errorf("a forged payment changed the memberships: %s", got)
	}
	// The genuine event, delivered many times.
	paid, err := s.payments.Pay(order, fakerazorpay.Success)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		for _, event := range s.payments.Events(paid.PaymentID) {
			request, err := event.Request(t.Context(), s.url+"/api/webhooks/razorpay")
			if err != nil {
				t.Fatal(err)
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("a genuine event: status = %d, want 200", response.StatusCode)
			}
		}
	}
	s.wait(t, "the payment", func() bool { return memberships() != before })
	if n := strings.Count(admin.get("/api/transactions").body, `"completed"`); n != 1 {
		t.Errorf("%d payments are completed, want one", n)
	}
	// The order is visible only to its buyer.
	if got := other.get("/api/memberships/mine").body; strings.Contains(got, order) {
		t.Errorf("another member sees %s", got)
	}
	for _, token := range []string{"", "Bearer ", "Bearer guess", brevoToken + "x", "Basic " + brevoToken} {
		a := s.attacker(t).with("Authorization", token).with("Content-Type", "application/json")
		a.send(http.MethodPost, "/api/webhooks/brevo", []byte(`{"event":"delivered","email":"x@sample.example"}`)).
			want(t, "Brevo's webhook with "+token, 401)
	}
}

func TestAMemberCannotReadTheRecordsOfAnotherMember(t *testing.T) {
	s := sharedSite(t)
	admin := s.admin(t)
	_, _, victim := s.member(t)
	thief, _, _ := s.member(t)
	nomination := s.attacker(t).post("/api/registrations", nomination("victim@sample.example", "Victim")).json(t)["id"]
	draftOwner := s.attacker(t)
	draftOwner.post("/api/drafts", fields{"email": "victim@sample.example", "formData": fields{"name": "Victim of a draft"}}).
		want(t, "a draft", 200)
	for _, path := range []string{"/api/nominations/" + fmt.Sprint(nomination), "/api/people/" + victim, "/api/transactions/" + victim + "/invoice", "/api/collections/users/records/" + victim, "/api/admin/me/sessions"} {
		if got := thief.get(path); got.status < 400 {
			t.Errorf("%s: %s, want a refusal", path, got)
		}
	}
	for _, path := range []string{"/api/drafts/mine", "/api/drafts/mine?email=victim@sample.example"} {
		thief.get(path).want(t, path, 404)
	}
	thief.with("Cookie", "draft=x").get("/api/drafts/mine").want(t, "a guessed draft", 404)
	if got := thief.get("/api/nominations/mine"); strings.Contains(got.body, "Victim") {
		t.Errorf("the nomination of another person is shown: %s", got)
	}
	admin.get("/api/nominations/"+fmt.Sprint(nomination)).want(t, "the admin", 200)
}
