package content

import (
	"net/http"
	"path"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// previewPage is what the console shows in a frame: a section as visitors will see it.
const previewPage = "/admin/preview"

// Serve answers GET /{path...}: a page, a file of the web app, or a fitting 404.
func (s *Content) Serve(e *core.RequestEvent) error {
	// As a handler's first step this only sets the mark: visits are not logged, failures are.
	if err := apis.SkipSuccessActivityLog().Func(e); err != nil {
		return err
	}
	name := strings.TrimPrefix(e.Request.URL.Path, "/")
	if name == "api" || strings.HasPrefix(name, "api/") {
		return httpx.NewError(http.StatusNotFound, "The requested resource wasn't found.", nil)
	}
	if !s.web.built() {
		return s.webAppMissing(e)
	}
	if file, ok := s.web.files[name]; ok {
		return file.write(e, http.StatusOK)
	}
	if looksLikeFile(name) {
		return writeText(e, http.StatusNotFound, "404: there is no such file here.\n")
	}
	policy := s.web.template.policy
	if normalizePath(e.Request.URL.Path) == previewPage {
		policy = s.web.template.framePolicy
	}
	e.Response.Header().Set("Content-Security-Policy", policy)
	page := s.pages.latest(e.Request.Context()).find(e.Request.URL.Path)
	return page.body.write(e, page.status)
}

// looksLikeFile tells a mistyped or outdated file from a page's path. A missing script must
// never be answered with a page.
func looksLikeFile(name string) bool {
	return strings.HasPrefix(name, "assets/") || path.Ext(name) != ""
}

// webAppMissing is a 503: the address is right and the API works, but what was asked for is not there
// yet, and neither a monitor nor a search engine should take this sentence for the site.
func (s *Content) webAppMissing(e *core.RequestEvent) error {
	return writeText(e, http.StatusServiceUnavailable,
		"This "+s.siteConfig.Name+" was built without its web app. Run `npm run build`, then start it again.\n")
}

func writeText(e *core.RequestEvent, status int, sentence string) error {
	return newDocument("text/plain; charset=utf-8", cacheRevalidate, []byte(sentence)).write(e, status)
}
