package pages

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/modules/events"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/texts"
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
		if isRedirected, err := p.redirect(e); isRedirected || err != nil {
			return err
		}
		return writeText(e, http.StatusNotFound, "404: there is no such file here.\n")
	}
	current, err := settings.Read(e.App)
	if err != nil {
		return err
	}
	if shows, err := p.draftsFor(e); err != nil {
		return apperr.Fail("The page could not be rendered.", err)
	} else if shows != nil {
		return p.serveDrafts(e, shows, current.PictureHostList())
	}
	page := p.pages.latest(e.Request.Context()).find(e.Request.URL.Path)
	if to := p.redirectToLanguage(e, page.status); to != "" {
		e.Response.Header().Set("Cache-Control", cacheRevalidate)
		return e.Redirect(http.StatusFound, to)
	}
	if page.status == http.StatusNotFound {
		if isRedirected, err := p.redirect(e); isRedirected || err != nil {
			return err
		}
	}
	_, inEnglish := p.texts.SplitAddress(e.Request.URL.Path)
	e.Response.Header().Set("Content-Security-Policy",
		p.web.template.policy(kindOf(inEnglish), page.styles, current.PictureHostList()))
	return page.body.write(e, page.status)
}

// redirectToLanguage returns the address to redirect to if the page should be shown in another language than that of
// the request, or "". There are two cases: the page exists only in English, or the address is English and the visitor
// has chosen another language. An address in another language is never redirected to English otherwise, so that a link
// shows what its sender saw.
func (p *Pages) redirectToLanguage(e *core.RequestEvent, status int) string {
	language, path := p.texts.SplitAddress(e.Request.URL.Path)
	isTranslated := p.isTranslated(NormalizePath(path))
	switch {
	case language != texts.English:
		// An address has one language at most: there is no page at /hi/mr/account.
		if nested, _ := p.texts.SplitAddress(path); nested != texts.English || isTranslated ||
			!p.HasPage(e.Request.Context(), path) {
			return ""
		}
		language = texts.English
	case isTranslated && status == http.StatusOK && len(p.texts.Languages()) > 1:
		e.Response.Header().Add("Vary", "Cookie")
		if language = p.chosenLanguage(e); language == texts.English {
			return ""
		}
	default:
		return ""
	}
	to := url.URL{Path: languages.AddressIn(string(language), "/"+strings.Trim(path, "/"))}
	// Request.URL has no query, because the query may have the token of a link.
	if original, err := url.ParseRequestURI(e.Request.RequestURI); err == nil {
		to.RawQuery = original.RawQuery
	}
	return to.String()
}

// chosenLanguage returns the language of the visitor's cookie. It returns English if there is no cookie, and for
// editors and previews, because their address has the language of the texts.
func (p *Pages) chosenLanguage(e *core.RequestEvent) texts.Language {
	cookie, err := e.Request.Cookie(languages.Cookie)
	isEdit := e.Request.URL.Query().Has(editParameter) || httpx.PreviewToken(e) != ""
	if err != nil || e.Request.Method != http.MethodGet || isEdit {
		return texts.English
	}
	return p.texts.Chosen(cookie.Value)
}

// redirect answers 301 if an editor has set a redirect for the path of the request, and reports whether it did. The new
// address is in the language of the path. Browsers remember the redirect for an hour only, because an editor may
// correct it.
func (p *Pages) redirect(e *core.RequestEvent) (bool, error) {
	if p.redirectOf == nil {
		return false, nil
	}
	language, inEnglish := p.texts.SplitAddress(e.Request.URL.Path)
	to, err := p.redirectOf(e.App, inEnglish)
	if to == "" || err != nil {
		return false, err
	}
	target, err := url.Parse(to)
	if err == nil && p.isTranslated(NormalizePath(target.Path)) {
		target.Path = languages.AddressIn(string(language), target.Path)
		to = target.String()
	}
	e.Response.Header().Set("Cache-Control", cacheOneHour)
	return true, e.Redirect(http.StatusMovedPermanently, to)
}

// Serves reports whether the site has a page or a file at a path. It returns false if the web app is missing.
func (p *Pages) Serves(ctx context.Context, path string) bool {
	_, isFile := p.web.files[strings.TrimPrefix(path, "/")]
	return isFile || p.web.built() && p.pages.latest(ctx).find(path).status != http.StatusNotFound
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
	XMLName xml.Name `xml:"urlset"`
	// encoding/xml writes the prefix of a namespace only if it is part of the name.
	Sitemap string       `xml:"xmlns,attr"`
	XHTML   string       `xml:"xmlns:xhtml,attr"`
	URLs    []sitemapURL `xml:"url"`
}

type sitemapURL struct {
	Location string `xml:"loc"`
	// LastModified is when a text of the page was last published, or its session was changed. It is empty for the
	// built-in texts.
	LastModified string `xml:"lastmod,omitempty"`
	// Alternates are the same page in all languages.
	Alternates []alternateXML `xml:"xhtml:link"`
}

type alternateXML struct {
	Relation string `xml:"rel,attr"`
	Language string `xml:"hreflang,attr"`
	Address  string `xml:"href,attr"`
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
	found := sitemapXML{Sitemap: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml"}
	changedAt, err := p.readChanges()
	if err != nil {
		return e.InternalServerError("", err)
	}
	for _, k := range p.pages.latest(e.Request.Context()).routes {
		if k.Sitemap {
			found.URLs = append(found.URLs, sitemapURL{p.publicConfig.SiteURL + k.Path, changedAt(k.Path),
				p.alternates(k.Path)})
		}
	}
	text, err := xml.MarshalIndent(found, "", "  ")
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.Blob(http.StatusOK, "application/xml; charset=utf-8", append([]byte(xml.Header), text...))
}

// readChanges reads when texts and sessions were changed. changedAt returns the time of the last change of the page at
// a path, or "" if it was never changed.
func (p *Pages) readChanges() (changedAt func(path string) string, err error) {
	publications, err := p.texts.ListPublications(p.app)
	if err != nil {
		return nil, err
	}
	sessions, err := events.ListPublicChanges(p.app, maxSessionPages)
	if err != nil {
		return nil, err
	}
	return func(path string) string {
		language, inEnglish := p.texts.SplitAddress(path)
		shown := p.texts.Of(inEnglish)[1:] // without the header and the footer, which are on all pages
		latest := time.Time{}
		note := func(at types.DateTime) {
			if at.Time().After(latest) {
				latest = at.Time()
			}
		}
		for _, publication := range publications {
			// A text without a translation is shown in English.
			isInLanguage := publication.Language == language || publication.Language == texts.English
			if isInLanguage && slices.Contains(shown, publication.Page) {
				note(publication.At)
			}
		}
		for _, session := range sessions {
			if inEnglish == events.PublicPath+session.ID {
				note(session.At)
			}
		}
		if latest.IsZero() {
			return ""
		}
		return latest.UTC().Format(time.RFC3339)
	}, nil
}

// alternates returns the addresses of a page in all languages. Search engines show the English page (x-default) to
// readers of other languages.
func (p *Pages) alternates(path string) (alternates []alternateXML) {
	_, path = p.texts.SplitAddress(path)
	offered := p.texts.Languages()
	if len(offered) == 1 || !p.isTranslated(path) {
		return nil
	}
	for _, l := range offered {
		address := p.publicConfig.SiteURL + languages.AddressIn(l.Code, path)
		alternates = append(alternates, alternateXML{"alternate", l.Code, address})
	}
	return append(alternates, alternateXML{"alternate", "x-default", p.publicConfig.SiteURL + path})
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
