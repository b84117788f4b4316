package httpx

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	"fmt"
	"io"
	"net"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// testServer has the middlewares and a few routes that return the kind of the caller.
type testServer struct {
	app        *tests.TestApp
	middleware *Middleware
	mux        http.Handler
	now        *clock.Fake
	// member is the id of the only member. membershipErr is returned when a membership is checked.
	member        string
	membershipErr error
}

func newTestServer(t *testing.T, cfg config.Config) *testServer {
	t.Helper()
	app := testdb.New(t)
	now := clock.NewFake(time.Date(2026, 8, 3, 0, 0, 0, 0, time.UTC))
	g := &testServer{app: app, now: now}
	g.middleware = New(cfg, now.Now, WithMembership(func(_ core.App, userID string) (bool, modules.Set, error) {
		return userID == g.member, modules.Set{}, g.membershipErr
	}))
	router, err := apis.NewRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	// Like PocketBase's serve, open to every origin.
	router.Bind(apis.CORS(apis.CORSConfig{AllowOrigins: []string{"*"}}))
	g.middleware.Bind(router)
	g.middleware.Mount(router, []Route{
		{Method: "GET", Path: "/api/test/who", Access: PublicOrAdmin, Body: 0, Endpoint: Endpoint{Handler: writeAccount}},
		{Method: "GET", Path: "/api/test/member", Access: Member, Body: 0, Endpoint: Endpoint{Handler: writeAccount}},
		{Method: "GET", Path: "/api/test/user", Access: User, Body: 0, Endpoint: Endpoint{Handler: writeAccount}},
		{Method: "POST", Path: "/api/test/form", Access: Public, Body: 64, Endpoint: Endpoint{Handler: func(e *core.RequestEvent) error {
			form, err := Decode[nameForm](e)
			if err != nil {
				return err
			}
			return e.String(http.StatusOK, form.Name)
		}}},
		{Method: "POST", Path: "/api/test/reset", Access: Public, Body: 64, Rate: Reset, Endpoint: Endpoint{Handler: writeAccount}},
		{Method: "GET", Path: "/api/test/broken", Access: Public, Body: 0, Endpoint: Endpoint{Handler: func(*core.RequestEvent) error {
			return NewError(http.StatusInternalServerError, "Broken.", errors.New("a bug"))
		}}},
		{Method: "POST", Path: "/api/test/provider", Access: Webhook, Body: 64, Endpoint: Endpoint{Handler: writeAccount}},
		{Method: "GET", Path: "/api/test/address", Access: Public, Body: 0, Endpoint: Endpoint{Handler: func(e *core.RequestEvent) error {
			return e.String(http.StatusOK, e.RealIP()+" "+g.middleware.CookieName("session", e.Request))
		}}},
	})
	if g.mux, err = router.BuildMux(); err != nil {
		t.Fatal(err)
	}
	return g
}

type nameForm struct {
	Name string `json:"name"`
}

func (nameForm) Rules() rules.Form {
	return rules.Form{{Name: "name", Label: "Name", Kind: rules.Line, Required: true}}
}

func writeAccount(e *core.RequestEvent) error {
	if e.Auth == nil {
		return e.String(http.StatusOK, "visitor")
	}
	return e.String(http.StatusOK, e.Auth.Collection().Name)
}

func (g *testServer) call(method, path, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	g.mux.ServeHTTP(w, r)
	return w
}

func (g *testServer) account(t *testing.T, collection string) (*core.Record, string) {
	t.Helper()
	c, err := g.app.FindCollectionByNameOrId(collection)
	if err != nil {
		t.Fatal(err)
	}
	r := core.NewRecord(c)
	r.Load(map[string]any{
		"name": "Asha Rao", "username": "asha", "email": "asha@example.com", "isActive": true, "role": "owner",
		"requestType": "enquiry", "source": "user", "password": "Correct horse 1",
	})
	if err := g.app.Save(r); err != nil {
		t.Fatal(err)
	}
	token, err := sessions.Open(g.app, r, sessions.Client{}, g.now.Now())
	if err != nil {
		t.Fatal(err)
	}
	return r, token
}

func cookie(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: name, Value: value}) }
}

func TestARequestFromAnotherSiteIsRefused(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{SiteURL: "https://boardcircle.example"})
	for name, c := range map[string]struct {
		site, origin string
		want         int
	}{
		"a page of another site":                            {"cross-site", "https://evil.example", 403},
		"a sibling subdomain":                               {"same-site", "https://blog.boardcircle.example", 403},
		"a page of another site in an old browser":          {"", "https://evil.example", 403},
		"our own page":                                      {"same-origin", "http://example.com", 200},
		"our own page behind a proxy that changes the host": {"cross-site", "https://boardcircle.example", 200},
		"a program":                                         {"", "", 200},
		"an address typed in":                               {"none", "", 200},
	} {
		w := g.call("POST", "/api/test/form", `{"name":"a"}`, func(r *http.Request) {
			if c.site != "" {
				r.Header.Set("Sec-Fetch-Site", c.site)
			}
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
		})
		if w.Code != c.want {
			t.Errorf("%s: status = %d, want %d: %s", name, w.Code, c.want, w.Body)
		}
	}
}

func TestARouteOfMembersRefusesEveryoneElse(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	user, token := g.account(t, "users")
	_, adminToken := g.account(t, "admins")
	expect := func(caller, cookieName, token string, want int) {
		t.Helper()
		w := g.call("GET", "/api/test/member", "", cookie(cookieName, token))
		if w.Code != want {
			t.Errorf("%s: status = %d, want %d: %s", caller, w.Code, want, w.Body)
		}
		if isRefusal := strings.Contains(w.Body.String(), `"membership":{"code":"membership"`); isRefusal != (want == 403) {
			t.Errorf("%s: wrong refusal: %s", caller, w.Body)
		}
	}
	expect("a visitor", "session", "", 401)
	expect("an admin", "admin_session", adminToken, 401)
	expect("a user", "session", token, 403)
	g.member = user.Id
	expect("a member", "session", token, 200)
	g.membershipErr = errors.New("the database is closed")
	expect("a member whose membership cannot be read", "session", token, 500)
}

func TestARouteAcceptsOnlyJSONUpToItsLimit(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	for name, c := range map[string]struct {
		path, body, kind string
		want             int
	}{
		"JSON":                    {"/api/test/form", `{"name":"a"}`, "application/json; charset=utf-8", 200},
		"a form":                  {"/api/test/form", "name=a", "application/x-www-form-urlencoded", 415},
		"JSON sent as plain text": {"/api/test/form", `{"name":"a"}`, "text/plain", 415},
		"no type":                 {"/api/test/form", `{"name":"a"}`, "", 415},
		"an array":                {"/api/test/form", `[1]`, "application/json", 400},
		"null":                    {"/api/test/form", `null`, "application/json", 400},
		"half an object":          {"/api/test/form", `{"name":`, "application/json", 400},
		"two objects":             {"/api/test/form", `{"name":"a"}{}`, "application/json", 400},
		"too much":                {"/api/test/form", `{"name":"` + strings.Repeat("a", 80) + `"}`, "application/json", 413},
		"a provider's raw body":   {"/api/test/provider", "x=1", "text/plain", 200},
	} {
		w := g.call("POST", c.path, c.body, func(r *http.Request) { r.Header.Set("Content-Type", c.kind) })
		if w.Code != c.want {
			t.Errorf("%s: status = %d, want %d: %s", name, w.Code, c.want, w.Body)
		}
	}
	if w := g.call("POST", "/api/test/form", "", nil); w.Code != 400 ||
		!strings.Contains(w.Body.String(), `"name":{"code":"required","message":"Name is required"}`) {
		t.Errorf("an empty body: status = %d, want 400: %s", w.Code, w.Body)
	}
}

func TestASessionCookieWorksOnlyForItsOwnRoutes(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	user, userToken := g.account(t, "users")
	_, adminToken := g.account(t, "admins")
	for name, c := range map[string]struct {
		path   string
		change func(*http.Request)
		want   string
	}{
		"a user's cookie at a user's route":       {"/api/test/user", cookie("session", userToken), "users"},
		"an admin's cookie where admins see more": {"/api/test/who", cookie("admin_session", adminToken), "admins"},
		"both cookies where admins see more": {"/api/test/who", func(r *http.Request) {
			cookie("session", userToken)(r)
			cookie("admin_session", adminToken)(r)
		}, "admins"},
		"an expired admin's cookie and a user's": {"/api/test/who", func(r *http.Request) {
			cookie("session", userToken)(r)
			cookie("admin_session", "an.expired.token")(r)
		}, "users"},
		"an admin's token in the users' cookie": {"/api/test/who", cookie("session", adminToken), "visitor"},
		"the https cookie on plain http":        {"/api/test/who", cookie("__Host-session", userToken), "visitor"},
	} {
		if w := g.call("GET", c.path, "", c.change); w.Body.String() != c.want {
			t.Errorf("%s: status = %d, caller = %s, want %s", name, w.Code, w.Body, c.want)
		}
	}
	if w := g.call("GET", "/api/test/user", "", cookie("admin_session", adminToken)); w.Code != 401 {
		t.Errorf("an admin's cookie on a user's route: status = %d, want 401", w.Code)
	}
	user.Set("isActive", false)
	if err := g.app.Save(user); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*http.Request){
		"cookie": cookie("session", userToken),
		"header": func(r *http.Request) { r.Header.Set("Authorization", userToken) },
	} {
		if w := g.call("GET", "/api/test/user", "", change); w.Code != 401 {
			t.Errorf("an inactive user's %s: status = %d, want 401", name, w.Code)
		}
	}
}

func TestPocketBasesOwnSignInRoutesAreHidden(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	g.account(t, "users")
	for _, collection := range []string{"users", "_pb_users_auth_", "admins"} {
		for _, action := range []string{"auth-with-password", "auth-refresh", "request-password-reset", "confirm-password-reset",
			"request-verification", "confirm-verification", "request-email-change", "confirm-email-change", "request-otp", "auth-with-otp", "auth-with-oauth2"} {
			w := g.call("POST", "/api/collections/"+collection+"/"+action,
				`{"identity":"asha@example.com","password":"Correct horse 1","email":"asha@example.com"}`, nil)
			if w.Code != 404 {
				t.Errorf("%s/%s: status = %d, want 404", collection, action, w.Code)
			}
		}
		if w := g.call("GET", "/api/collections/"+collection+"/auth-methods", "", nil); w.Code != 404 {
			t.Errorf("%s/auth-methods: status = %d, want 404", collection, w.Code)
		}
	}
	last := 0
	for range rateBudgets[StaffSignIn].burst + 1 {
		last = g.call("POST", "/api/collections/_superusers/auth-with-password", `{"identity":"a@b.co","password":"x"}`,
			nil).Code
	}
	if last != 429 {
		t.Errorf("many guesses of a superuser's password: status = %d, want 429", last)
	}
}

func TestVisitorsAreRefusedPocketBasesOwnCollections(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	collections, err := g.app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range collections {
		for _, path := range []string{c.Name + "/records", c.Id + "/records", c.Name + "/records/abc"} {
			if w := g.call("GET", "/api/collections/"+path, "", nil); c.System && w.Code != 403 {
				t.Errorf("%s: status = %d, want 403", path, w.Code)
			}
		}
	}
}

func TestEveryResponseHasTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{SiteURL: "https://boardcircle.example"})
	for name, w := range map[string]*httptest.ResponseRecorder{
		"a success":        g.call("GET", "/api/test/who", "", nil),
		"a refusal":        g.call("GET", "/api/test/user", "", nil),
		"an unknown path":  g.call("GET", "/api/nope", "", nil),
		"a foreign origin": g.call("POST", "/api/test/form", "{}", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }),
	} {
		for _, header := range []string{"X-Content-Type-Options", "Referrer-Policy", "Content-Security-Policy", "Strict-Transport-Security", "Permissions-Policy"} {
			if w.Header().Get(header) == "" {
				t.Errorf("%s has no %s", name, header)
			}
		}
		if w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be cached: %q", name, w.Header().Get("Cache-Control"))
		}
	}
	if w := g.call("GET", "/api/nope", "", nil); w.Code != 404 ||
		!strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
		t.Errorf("an unknown path: status = %d, content type %s", w.Code, w.Header().Get("Content-Type"))
	}
}

func TestAnUnreadBodyIsNotReadAsTheNextRequest(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	server := httptest.NewServer(g.mux)
	defer server.Close()
	const inner = "GET /api/test/who HTTP/1.1\r\nHost: x\r\n\r\n"
	rest := strings.Repeat("\r\n", 128<<10+1) + strings.Repeat(inner, 200)
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(rest), rest)
	for _, request := range []string{
		fmt.Sprintf("POST /api/test/form HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(rest), rest),
		fmt.Sprintf("GET /api/test/who HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(rest), rest),
		fmt.Sprintf("POST /api/nope HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(rest), rest),
		"POST /api/test/form HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked,
	} {
		line, _, _ := strings.Cut(request, "\r\n")
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		// The server may close the connection while the rest is still being written.
		go func() { _, _ = io.WriteString(conn, request) }()
		answer, _ := io.ReadAll(conn)
		if n := strings.Count(string(answer), "HTTP/1.1 "); n != 1 {
			t.Errorf("%s: %d responses to one request:\n%.600s", line, n, answer)
		}
		_ = conn.Close()
	}
}

func TestPagesOfOtherSitesCannotReadResponses(t *testing.T) {
	t.Parallel()
	g := newTestServer(t, config.Config{})
	for _, method := range []string{"GET", "OPTIONS"} {
		w := g.call(method, "/api/test/who", "", func(r *http.Request) {
			r.Header.Set("Origin", "https://evil.example")
			r.Header.Set("Access-Control-Request-Method", "GET")
		})
		if allowed := w.Header().Get("Access-Control-Allow-Origin"); allowed != "" {
			t.Errorf("%s: Access-Control-Allow-Origin = %q, want none", method, allowed)
		}
	}
}
