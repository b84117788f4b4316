package content

import (
	"encoding/xml"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// GetRobots answers GET /robots.txt.
func (s *Content) GetRobots(e *core.RequestEvent) error {
	return e.String(http.StatusOK, strings.Join([]string{
		"User-agent: *",
		"Disallow: /admin",
		"Disallow: /api/",
		"Disallow: /sandbox",
		"Disallow: /_/",
		"",
		"Sitemap: " + s.publicConfig.SiteURL + "/sitemap.xml",
		"",
	}, "\n"))
}

type sitemapXML struct {
	XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []struct {
		Location string `xml:"loc"`
	} `xml:"url"`
}

// GetSitemap answers GET /sitemap.xml with the pages that the web app wants found.
func (s *Content) GetSitemap(e *core.RequestEvent) error {
	if !s.web.built() {
		return s.webAppMissing(e)
	}
	var found sitemapXML
	for _, k := range s.pages.latest(e.Request.Context()).routes {
		if k.Sitemap {
			found.URLs = append(found.URLs, struct {
				Location string `xml:"loc"`
			}{s.publicConfig.SiteURL + k.Path})
		}
	}
	text, err := xml.MarshalIndent(found, "", "  ")
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.Blob(http.StatusOK, "application/xml; charset=utf-8", append([]byte(xml.Header), text...))
}

// GetSecurity answers GET /.well-known/security.txt (RFC 9116). Expires is always ahead: as long
// as the program answers, somebody reads that mailbox.
func (s *Content) GetSecurity(e *core.RequestEvent) error {
	public, err := s.publicSettings()
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.String(http.StatusOK, strings.Join([]string{
		"Contact: mailto:" + public.ContactEmail,
		"Expires: " + s.now().AddDate(0, 6, 0).UTC().Format(time.RFC3339),
		"Preferred-Languages: en",
		"Canonical: " + s.publicConfig.SiteURL + "/.well-known/security.txt",
		"",
	}, "\n"))
}
