package fakebrevo

import (
	"mime"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestInboxShowsAnEmailWithoutRunningItsScripts(t *testing.T) {
	t.Parallel()
	b := newTestServer(t, Options{})
	b.send(
		`{"sender":{"email":"s@example.com","name":"S"},"to":[{"email":"a@example.com","name":"<b>Asha</b>"}],"subject":"Hi <script>","htmlContent":"<p>Look \"here\"</p><script>x()</script><a href='https://boardcircle.example/?a=1&amp;b=2'>go</a><a href='javascript:x()'>no</a>","textContent":"Look"}`,
	)
	status, list := b.call("GET", "/sandbox/inbox", "")
	if status != 200 || !strings.Contains(list, "&lt;b&gt;Asha") || strings.Contains(list, "<script>") {
		t.Errorf("list: status = %d, body = %s, want escaped HTML", status, list)
	}
	_, page := b.call("GET", "/sandbox/inbox/1", "")
	for _, want := range []string{
		`sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"`,
		`srcdoc="&lt;base target=&#34;_blank&#34;&gt;&lt;p&gt;Look`,
		`href="https://boardcircle.example/?a=1&amp;b=2"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("page = %s, want it to contain %s", page, want)
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, `href="javascript`) {
		t.Error("the page contains a script")
	}
	if status, _ := b.call("GET", "/sandbox/inbox/77", ""); status != 404 {
		t.Errorf("unknown email: status = %d, want 404", status)
	}
	if _, found := b.call("GET", "/sandbox/inbox?q=ASHA", ""); !strings.Contains(found, "/sandbox/inbox/1") {
		t.Error("the search does not find the recipient")
	}
	if _, found := b.call("GET", "/sandbox/inbox?q=unknown", ""); strings.Contains(found, "/sandbox/inbox/1") {
		t.Error("the search for another recipient finds the email")
	}
}

func TestInboxButtonsSimulateEventsOfTheRecipient(t *testing.T) {
	t.Parallel()
	b, l := newTestServerWithWebhook(t, nil)
	b.send(emailJSON("a@example.com", ""))
	post := func(form url.Values, header ...string) int {
		status, _ := b.call("POST", "/sandbox/inbox/1/events", form.Encode(),
			append([]string{"Content-Type", "application/x-www-form-urlencoded"}, header...)...)
		return status
	}
	for _, event := range []string{"open", "open", "proxy-open", "hard-bounce", "soft-bounce", "spam", "unsubscribe"} {
		if status := post(url.Values{"event": {event}}); status != 303 {
			t.Errorf("%s: status = %d, want 303", event, status)
		}
	}
	post(url.Values{"event": {"click"}, "link": {"https://boardcircle.example/"}})
	if status := post(url.Values{"event": {"unknown"}}); status != 400 {
		t.Errorf("unknown event: status = %d, want 400", status)
	}
	if status := post(url.Values{"event": {"open"}}, "Sec-Fetch-Site", "cross-site"); status != 403 {
		t.Errorf("form of another site: status = %d, want 403", status)
	}
	b.WaitForWebhooks(10 * time.Second)
	got := l.names()
	if got["opened"] != 2 || got["unique_opened"] != 1 || got["click"] != 1 || got["unsubscribed"] != 1 {
		t.Errorf("received events = %v", got)
	}
}

func TestAttachmentIsDownloadedAndNeverShownInline(t *testing.T) {
	t.Parallel()
	b := newTestServer(t, Options{})
	b.send(emailJSON("a@example.com", `,"attachment":[{"name":"naïve \"x\".html","content":"PHNjcmlwdD4="}]`))
	response, err := http.Get(b.url + "/sandbox/inbox/1/attachments/0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	kind, params, err := mime.ParseMediaType(response.Header.Get("Content-Disposition"))
	if err != nil || kind != "attachment" || params["filename"] != `naïve "x".html` {
		t.Errorf("Content-Disposition = %s, want an attachment with the file name",
			response.Header.Get("Content-Disposition"))
	}
	if response.Header.Get("X-Content-Type-Options") != "nosniff" ||
		!strings.Contains(response.Header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("headers = %v, want nosniff and a sandbox", response.Header)
	}
	for _, path := range []string{"1/attachments/1", "1/attachments/-1", "1/attachments/x", "2/attachments/0"} {
		if status, _ := b.call("GET", "/sandbox/inbox/"+path, ""); status != 404 {
			t.Errorf("%s: status = %d, want 404", path, status)
		}
	}
}
