package pages

import (
	"context"
	"encoding/xml"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/settings"
)

// Serve is GET /{path...}: a page, a file of the web app, or a suitable 404.
func (p *Pages) Serve() httpx.Endpoint {
	return httpx.File(p.serve, []string{"text/html", "*/*"},
		httpx.Doc{Tag: "site", Summary: "Get a page or a file of the web app"})
}

func (p *Pages) serve(e *core.RequestEvent) error {
	// Called as the first step of a handler, this only sets a flag. Successful visits are then not logged; failures
	// are.
	if err := apis.SkipSuccessActivityLog().Func(e); err != nil {
		return err
	}
	name := strings.TrimPrefix(e.Request.URL.Path, "/")
	if name == "api" || strings.HasPrefix(name, "api/") {
		return httpx.NewError(http.StatusNotFound, "The requested resource wasn't found.", nil)
	}
	if !p.web.built() {
		return p.webAppMissing(e)
	}
	if file, ok := p.web.files[name]; ok {
		return file.write(e, http.StatusOK)
	}
	if looksLikeFile(name) {
		return writeText(e, http.StatusNotFound, "404: there is no such file here.\n")
	}
	current, err := settings.Read(e.App)
	if err != nil {
		return err
	}
	if p.showsDrafts(e) {
		return p.serveDrafts(e, current.PictureHostList())
	}
	page := p.pages.latest(e.Request.Context()).find(e.Request.URL.Path)
	e.Response.Header().
		Set("Content-Security-Policy", p.web.template.policy(kindOf(e.Request.URL.Path), page.styles,
			current.PictureHostList()))
	return page.body.write(e, page.status)
}

// HasPage reports whether the site has a page or a file at a path. It returns true if it can't tell.
func (p *Pages) HasPage(ctx context.Context, path string) bool {
	name := strings.TrimPrefix(path, "/")
	if strings.HasPrefix(name, "api/") || !p.web.built() || looksLikeFile(name) {
		return true
	}
	return p.pages.latest(ctx).find(path).status != http.StatusNotFound
}

// looksLikeFile tells a file name from the path of a page. A missing script must never be answered with a page. The
// console has no files, and some of its records have an id with a dot.
func looksLikeFile(name string) bool {
	return strings.HasPrefix(name, "assets/") || path.Ext(name) != "" && !strings.HasPrefix(name, "admin/")
}

// webAppMissing answers 503: the URL is correct and the API works, but the web app is not built. With a 503, monitors
// and search engines do not take the message for the site.
func (p *Pages) webAppMissing(e *core.RequestEvent) error {
	return writeText(e, http.StatusServiceUnavailable,
		"This "+p.siteConfig.Name+" was built without its web app. Run `npm run build`, then start it again.\n")
}

func writeText(e *core.RequestEvent, status int, sentence string) error {
	return newDocument("text/plain; charset=utf-8", cacheRevalidate, []byte(sentence)).write(e, status)
}

// GetRobots is GET /robots.txt.
func (p *Pages) GetRobots() httpx.Endpoint {
	return httpx.File(p.getRobots, []string{"text/plain"},
		httpx.Doc{Tag: "site", Summary: "Get the rules for web crawlers"})
}

func (p *Pages) getRobots(e *core.RequestEvent) error {
	return e.String(http.StatusOK, strings.Join([]string{
		"User-agent: *",
		"Disallow: /admin",
		"Disallow: /api/",
		"Disallow: /sandbox",
		"Disallow: /_/",
		"",
		"Sitemap: " + p.publicConfig.SiteURL + "/sitemap.xml",
		"",
	}, "\n"))
}

type sitemapXML struct {
	XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []struct {
		Location string `xml:"loc"`
	} `xml:"url"`
}

// GetSitemap is GET /sitemap.xml: the pages that the web app wants search engines to index.
func (p *Pages) GetSitemap() httpx.Endpoint {
	return httpx.File(p.getSitemap, []string{"application/xml"},
		httpx.Doc{Tag: "site", Summary: "Get the pages for search engines"})
}

func (p *Pages) getSitemap(e *core.RequestEvent) error {
	if !p.web.built() {
		return p.webAppMissing(e)
	}
	var found sitemapXML
	for _, k := range p.pages.latest(e.Request.Context()).routes {
		if k.Sitemap {
			found.URLs = append(found.URLs, struct {
				Location string `xml:"loc"`
			}{p.publicConfig.SiteURL + k.Path})
		}
	}
	text, err := xml.MarshalIndent(found, "", "  ")
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.Blob(http.StatusOK, "application/xml; charset=utf-8", append([]byte(xml.Header), text...))
}

// GetSecurity is GET /.well-known/security.txt (RFC 9116). Expires is always in the future, because the mailbox is
// read as long as the site runs.
func (p *Pages) GetSecurity() httpx.Endpoint {
	return httpx.File(p.getSecurity, []string{"text/plain"},
		httpx.Doc{Tag: "site", Summary: "Get the contact for reports of vulnerabilities"})
}

func (p *Pages) getSecurity(e *core.RequestEvent) error {
	public, err := p.publicSettings()
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.String(http.StatusOK, strings.Join([]string{
		"Contact: mailto:" + public.ContactEmail,
		"Expires: " + p.now().AddDate(0, 6, 0).UTC().Format(time.RFC3339),
		"Preferred-Languages: en",
		"Canonical: " + p.publicConfig.SiteURL + "/.well-known/security.txt",
		"",
	}, "\n"))
}
