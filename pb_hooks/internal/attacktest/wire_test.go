package attacktest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// raw sends bytes and returns everything that the server sends until it closes the connection or stops sending for a
// while.
func (s *site) raw(t *testing.T, text string, wait time.Duration) (answer string, closed bool) {
	t.Helper()
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, text); err != nil {
		return "", true
	}
	if err := conn.SetReadDeadline(time.Now().Add(wait)); err != nil {
		t.Fatal(err)
	}
	read, err := io.ReadAll(conn)
	timeout, isTimeout := err.(net.Error)
	return string(read), !isTimeout || !timeout.Timeout()
}

// A page of another site makes the browser of a member or an admin send requests with their cookies.
func TestPagesOfOtherSitesCannotChangeAnything(t *testing.T) {
	s := sharedSite(t)
	member, _, _ := s.member(t)
	admin := s.admin(t)
	for name, change := range map[string]func(*attacker) *attacker{
		"another origin":     func(a *attacker) *attacker { return a.with("Origin", "https://evil.example") },
		"no origin":          func(a *attacker) *attacker { return a.with("Origin", "null") },
		"a look-alike":       func(a *attacker) *attacker { return a.with("Origin", s.url+".evil.example") },
		"another port":       func(a *attacker) *attacker { return a.with("Origin", "http://127.0.0.1:1") },
		"a cross-site fetch": func(a *attacker) *attacker { return a.with("Sec-Fetch-Site", "cross-site") },
		"a same-site fetch":  func(a *attacker) *attacker { return a.with("Sec-Fetch-Site", "same-site") },
	} {
		for path, a := range map[string]*attacker{
			"/api/logout": member, "/api/payments/create-order": member, "/api/login": s.attacker(t), "/api/admin/login": s.attacker(t), "/api/register": s.attacker(t),
			"/api/membership-tiers": admin, "/api/admin/logout": admin, "/api/admin/backups": admin, "/api/registrations": s.attacker(t),
			staffPath + "auth-with-password": s.attacker(t),
		} {
			got := change(a).post(path, fields{"name": "x", "price": "1"})
			got.want(t, name+" at "+path, http.StatusForbidden)
		}
		if got := change(admin).get("/api/admin/stats"); got.header.Get("Access-Control-Allow-Origin") != "" ||
			got.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s may read the response: %v", name, got.header)
		}
		preflight := change(admin).with("Access-Control-Request-Method", "POST").
			send(http.MethodOptions, "/api/membership-tiers", nil)
		for header := range preflight.header {
			if strings.HasPrefix(header, "Access-Control-Allow") {
				t.Errorf("%s is allowed by %s", name, header)
			}
		}
	}
	// A form of another site cannot send JSON without a preflight request.
	for _, contentType := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain; application/json", "application/json, text/plain", ""} {
		a := admin.with("Content-Type", contentType)
		got := a.send(http.MethodPost, "/api/membership-tiers", []byte(`{"name":"Forged","price":"1"}`))
		got.want(t, "a body of "+contentType, http.StatusUnsupportedMediaType)
	}
	// Neither GET nor a header nor a field can turn the request into a change.
	for _, a := range []*attacker{admin.with("X-HTTP-Method-Override", "DELETE"), admin.with("X-Method-Override", "PUT"), admin.with("X-HTTP-Method", "PATCH")} {
		a.get("/api/membership-tiers?_method=DELETE").want(t, "an overridden method", 200)
	}
	for _, method := range []string{"TRACE", "CONNECT", "DEBUG", "PROPFIND", "TRACK"} {
		if method == "CONNECT" {
			continue // Go's client sends this only to a proxy
		}
		if got := s.attacker(t).send(method, "/api/config", nil); got.status < 400 {
			t.Errorf("%s: %s, want a refusal", method, got)
		}
	}
	for _, path := range []string{"/api/logout", "/api/admin/logout", "/api/admin/backups"} {
		if admin.get(path); path != "/api/admin/backups" {
			admin.get("/api/admin/stats").want(t, "the session after a GET of "+path, 200)
		}
	}
	// A link on another site must not start an export in an admin's name.
	admin.with("Sec-Fetch-Site", "cross-site").get("/api/registrations/export").want(t,
		"an export by another site's link", 403)
	admin.with("Sec-Fetch-Dest", "image").get("/api/registrations/export").want(t, "an export as a picture", 403)
}

func TestACookieIsSentOnlyToThisSite(t *testing.T) {
	s := sharedSite(t)
	for _, c := range []struct{ scheme, path, session, flag string }{
		{"http", "/api/register", "session", "signed_in"},
		{"https", "/api/register", "__Host-session", "signed_in"},
		{"http", "/api/admin/login", "admin_session", "admin_signed_in"},
		{"https", "/api/admin/login", "__Host-admin", "admin_signed_in"},
	} {
		body, status := signUp(c.scheme+"@sample.example"), http.StatusCreated
		if c.path == "/api/admin/login" {
			body, status = fields{"username": adminName, "password": adminPassword}, http.StatusOK
		}
		got := s.attacker(t).with("X-Forwarded-Proto", c.scheme).post(c.path, body).want(t, "signing in", status)
		var names []string
		for _, line := range got.header.Values("Set-Cookie") {
			name, _, _ := strings.Cut(line, "=")
			names = append(names, name)
			isFlag := name == c.flag // it grants nothing, and the page's script reads it
			if isFlag == strings.Contains(line, "HttpOnly") || !strings.Contains(line, "SameSite=Lax") ||
				!strings.Contains(line, "Path=/") || strings.Contains(line, "Domain=") {
				t.Errorf("%v: the cookie has wrong attributes: %s", c, line)
			}
			if isSecure := strings.Contains(line, "; Secure"); isSecure != (c.scheme == "https") {
				t.Errorf("%v: Secure = %v: %s", c, isSecure, line)
			}
		}
		if !slices.Equal(names, []string{c.session, c.flag}) {
			t.Errorf("%v sets %v", c, names)
		}
		if hsts := got.header.Get("Strict-Transport-Security"); (hsts != "") != (c.scheme == "https") {
			t.Errorf("%v: Strict-Transport-Security = %q", c, hsts)
		}
		if strings.Contains(got.body, "eyJ") {
			t.Errorf("the response contains the token: %s", got)
		}
	}
}

func TestEachResponseHasTheHeadersOfItsKind(t *testing.T) {
	s := sharedSite(t)
	a := s.attacker(t)
	inline := regexp.MustCompile(`'unsafe-inline'|'unsafe-eval'`)
	for path, kind := range map[string]string{
		"/": "site", "/auth": "site", "/registration": "site", "/no-such-page": "site", "/membership-plans": "pays", "/membership-plans/": "pays",
		"/admin": "console", "/admin/members": "console", "/admin/login": "console", "/api/config": "api", "/api/nothing": "api", "/api/collections/users/records": "api",
		"/images/none.png": "api", "/assets/none.js": "api", "/robots.txt": "api", "/.well-known/security.txt": "api",
	} {
		got := a.get(path)
		policy := got.header.Get("Content-Security-Policy")
		directives := map[string]string{}
		for directive := range strings.SplitSeq(policy, ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(directive), " ")
			directives[name] = value
		}
		if kind == "api" && !strings.HasPrefix(policy, "default-src 'none'") {
			t.Errorf("%s: the policy is not default-src 'none': %s", path, policy)
		}
		if kind != "api" {
			if directives["object-src"] != "'none'" || directives["base-uri"] != "'none'" ||
				directives["form-action"] != "'self'" {
				t.Errorf("%s: object-src, base-uri or form-action is too wide: %s", path, policy)
			}
			if inline.MatchString(directives["script-src"]) || inline.MatchString(directives["style-src"]) ||
				kind != "console" && inline.MatchString(policy) {
				t.Errorf("%s allows inline code: %s", path, policy)
			}
			if strings.Contains(policy, "razorpay") != (kind == "pays") {
				t.Errorf("%s wrongly allows or refuses Razorpay: %s", path, policy)
			}
		}
		if ancestors := directives["frame-ancestors"]; ancestors != "'none'" {
			t.Errorf("%s may be framed: %s", path, policy)
		}
		for header, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin", "Permissions-Policy": "camera=()"} {
			if !strings.HasPrefix(got.header.Get(header), want) {
				t.Errorf("%s: %s is %q", path, header, got.header.Get(header))
			}
		}
		if strings.HasPrefix(path, "/api/") && got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be cached: %s", path, got.header.Get("Cache-Control"))
		}
		for _, header := range []string{"Server", "X-Powered-By"} {
			if got.header.Get(header) != "" {
				t.Errorf("%s reveals %s", path, got.header.Get(header))
			}
		}
		if contentType := got.header.Get("Content-Type"); got.body != "" && contentType == "" {
			t.Errorf("%s has no Content-Type", path)
		}
	}
}

func TestABodyThatIsTooLargeOrInvalidIsRefused(t *testing.T) {
	s := sharedSite(t)
	member, _, _ := s.member(t)
	admin := s.admin(t)
	large := []byte(`{"email":"` + strings.Repeat("a", 200<<10) + `"}`)
	for path, a := range map[string]*attacker{
		"/api/login": s.attacker(t), "/api/registrations": s.attacker(t), "/api/drafts": s.attacker(t), "/api/payments/create-order": member,
		"/api/cms/content": admin,
	} {
		a.with("Content-Type", "application/json").send(http.MethodPost, path, large).want(t, "200 kB to "+path,
			http.StatusRequestEntityTooLarge)
	}
	deep := strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000)
	for _, body := range []string{"", "{", "[]", "null", "1", `"x"`, "{}{}", `{"email":}`, "\xff\xfe", "{\"email\":\"\x00\"}", `{"email":{"$ne":""},"password":["a"]}`, `{"email":true,"password":1e999}`, `{"__proto__":{"isAdmin":true}}`, deep} {
		for _, path := range []string{"/api/login", "/api/admin/login", "/api/register", "/api/registrations", "/api/drafts", "/api/forgot-password", "/api/reset-password", "/api/invitations/look"} {
			got := s.attacker(t).with("Content-Type", "application/json").send(http.MethodPost, path, []byte(body))
			if got.status < 400 {
				t.Errorf("%.20q to %s: %s", body, path, got)
			}
		}
	}
	// Fields that the caller may not set are ignored.
	body := signUp("mass@sample.example")
	for key, value := range map[string]any{"isAdmin": true, "isActive": true, "id": "attackerchosen0", "verified": true, "tokenKey": "x", "source": "legacy", "createdAt": "2000-01-01"} {
		body[key] = value
	}
	created := s.attacker(t).post("/api/register", body).json(t)
	if created["isAdmin"] != "false" && created["isAdmin"] != false || created["id"] == "attackerchosen0" {
		t.Errorf("the caller has set protected fields: %v", created)
	}
}

func TestHeadersCannotSmuggleRequests(t *testing.T) {
	s := sharedSite(t)
	host := "Host: " + s.addr + "\r\n"
	for name, text := range map[string]string{
		"two lengths":            "POST /api/login HTTP/1.1\r\n" + host + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
		"an invalid length":      "POST /api/login HTTP/1.1\r\n" + host + "Content-Length: +5\r\n\r\nhello",
		"an unknown encoding":    "POST /api/login HTTP/1.1\r\n" + host + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
		"two hosts":              "GET /api/config HTTP/1.1\r\n" + host + "Host: evil.example\r\n\r\n",
		"no host":                "GET /api/config HTTP/1.1\r\n\r\n",
		"a space before a colon": "GET /api/config HTTP/1.1\r\n" + host + "X-Header : x\r\n\r\n",
		"a line feed in a name":  "GET /api/config HTTP/1.1\r\n" + host + "X-\x00: x\r\n\r\n",
		"a huge header":          "GET /api/config HTTP/1.1\r\n" + host + "X-Large: " + strings.Repeat("a", 2<<20) + "\r\n\r\n",
	} {
		got, _ := s.raw(t, text, 3*time.Second)
		if response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(got)), nil); err == nil &&
			response.StatusCode < 400 {
			t.Errorf("%s: %.80s", name, got)
		}
	}
	// The unread rest of a body must never be read as the next request.
	smuggled := "GET /api/openapi.json HTTP/1.1\r\n" + host + "\r\n"
	got, _ := s.raw(t, fmt.Sprintf(
		"POST /api/login HTTP/1.1\r\n%sContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s",
		host, len(smuggled), smuggled,
	), 3*time.Second)
	if strings.Count(got, "HTTP/1.1 ") != 1 || strings.Contains(got, "openapi") {
		t.Errorf("the body became a request: %.200s", got)
	}
	// A value from a caller must not end up in a header of the response.
	for _, path := range []string{"/%0d%0aX-Injected:%20yes", "/auth?next=%0d%0aX-Injected:%20yes", "/images/%0d%0aX-Injected:%20yes", "/api/registrations/export?format=csv%0d%0aX-Injected:%20yes"} {
		if got := s.attacker(t).get(path); got.header.Get("X-Injected") != "" {
			t.Errorf("%s: a header was injected: %v", path, got.header)
		}
	}
	if got := s.attacker(t).with("X-Request-Id", "<script>alert(1)</script>").
		get("/api/config"); strings.Contains(got.header.Get("X-Request-Id"), "<") {
		t.Errorf("the request's id is %q", got.header.Get("X-Request-Id"))
	}
}

func TestNoPathRedirectsToAnotherSite(t *testing.T) {
	s := sharedSite(t)
	for _, path := range []string{"//evil.example", "//evil.example/", "/\\evil.example", "/%2f%2fevil.example", "/%5cevil.example", "//evil.example/%2e%2e", "/auth?next=https://evil.example", "/auth?redirect=//evil.example",
		"/_/..//evil.example", "/_//evil.example", "/.//evil.example", "/admin//evil.example", "/api//evil.example", "/https://evil.example"} {
		got, _ := s.raw(t, "GET "+path+" HTTP/1.1\r\nHost: "+s.addr+"\r\nConnection: close\r\n\r\n", 5*time.Second)
		response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(got)), nil)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		location := response.Header.Get("Location")
		if strings.HasPrefix(location, "//") || strings.HasPrefix(location, "http") ||
			strings.HasPrefix(location, "/\\") {
			t.Errorf("%s redirects to %s", path, location)
		}
	}
}

// The demo signs in everyone as an admin, so it responds only to names of this machine, even if other names resolve to
// it.
func TestAForeignHostNameIsRefused(t *testing.T) {
	s := newSiteWithPages(t, "TRUSTED_PROXIES=", "SITE_URL=https://circle.example")
	demo := prepareDemo(t)
	for name, site := range map[string]*site{"a site": s, "a demo": demo} {
		for _, host := range []string{"evil.example", "evil.example:" + strings.Split(site.addr, ":")[1], "127.0.0.1.evil.example", "circle.example.evil.example", "localhost.evil.example"} {
			for _, path := range []string{"/", "/api/config", "/_/", "/sandbox/inbox", "/api/collections", "/api/health"} {
				if got := site.attacker(t).with("Host", host).get(path); got.status != http.StatusMisdirectedRequest {
					t.Errorf("%s: %s at %s: %s, want 421", name, path, host, got)
				}
			}
		}
		if got := site.attacker(t).get("/api/config"); got.status != 200 {
			t.Errorf("%s with its own host name: %s, want status 200", name, got)
		}
	}
}

func prepareDemo(t *testing.T) *site {
	t.Helper()
	demo := prepareSite(t)
	demo.build = buildWithPages
	// Inside the folder, which is removed once the server has ended.
	demo.dir = filepath.Join(demo.folder, "demo")
	demo.env = []string{"HOME=" + demo.folder}
	demo.start(t, "--demo")
	return demo
}

// A client that sends slowly, or stops sending, holds a connection that others need. The test uses limits of seconds.
func TestAStalledConnectionIsClosed(t *testing.T) {
	if !*long {
		t.Skip("it waits for half a minute: -long")
	}
	t.Parallel()
	s := sharedSite(t)
	start := "POST /api/login HTTP/1.1\r\nHost: " + s.addr + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
	for name, text := range map[string]string{
		"nothing": "", "half a header": "GET / HTTP/1.1\r\nHost: x\r\nX-Sl", "half a body": start,
		"a visitor's import": strings.Replace(start, "/api/login", "/api/members/imports", 1), "a webhook": strings.Replace(start, "/api/login", "/api/webhooks/razorpay", 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, closed := s.raw(t, text, 2*time.Minute); !closed {
				t.Error("the connection stays open")
			}
		})
	}
}

// A stream without a subscription by an admin is closed, and a network may have only a few of them.
func TestAStreamWithoutASubscriptionIsClosed(t *testing.T) {
	s := sharedSite(t)
	a := s.attacker(t)
	request := "GET /api/realtime HTTP/1.1\r\nHost: " + s.addr + "\r\nX-Forwarded-For: " +
		a.header.Get("X-Forwarded-For") + "\r\nConnection: close\r\n\r\n"
	conns := make([]net.Conn, 25)
	refused := 0
	for i := range conns {
		conn, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conns[i] = conn
		if _, err := io.WriteString(conn, request); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(line, " 200 ") {
			refused++
		}
	}
	if refused < 5 {
		t.Errorf("a network can open %d streams, want at most 20", len(conns)-refused)
	}
	for _, subscription := range []string{"users/*", "registrations", "*", "@console", "users/x?options={}"} {
		got := a.post("/api/realtime", fields{"clientId": "x", "subscriptions": []string{subscription}})
		if got.status < 400 {
			t.Errorf("a visitor can subscribe to %s: %s", subscription, got)
		}
	}
	if !*long {
		return
	}
	if err := conns[0].SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	_, err := io.Copy(io.Discard, conns[0])
	if timeout, isTimeout := err.(net.Error); isTimeout && timeout.Timeout() {
		t.Error("the stream stays open")
	}
}

// upload sends a file in a form.
func (a *attacker) upload(path, field, name string, content []byte) answer {
	a.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(field, name)
	if err != nil {
		a.t.Fatal(err)
	}
	_, _ = part.Write(content)
	if err := form.Close(); err != nil {
		a.t.Fatal(err)
	}
	return a.with("Content-Type", form.FormDataContentType()).send(http.MethodPost, path, body.Bytes())
}
