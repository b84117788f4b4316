package pages

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/modules/events"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/texts"
)

// PublicConfig is the public part of the configuration. It contains no key except the public one.
type PublicConfig struct {
	SiteName     string `json:"siteName"`
	SiteURL      string `json:"siteUrl"`
	ContactEmail string `json:"contactEmail"`
	ContactPhone string `json:"contactPhone"`
	ContactPlace string `json:"contactPlace"`
	ProviderURL  string `json:"providerUrl"`
	// EventDay is the day of the launch event, "" once it is over.
	EventDay string `json:"eventDay"`
	// NextSession is the next session with a page for visitors, or null.
	NextSession    *events.NextSession `json:"nextSession"`
	FigureMembers  string              `json:"figureMembers"`
	FigureTarget   string              `json:"figureTarget"`
	RazorpayKeyID  string              `json:"razorpayKeyId"`
	CheckoutScript string              `json:"checkoutScript"`
	// PaymentsEnabled reports whether memberships can be bought. With live keys, tax must be settled first.
	PaymentsEnabled bool `json:"paymentsEnabled"`
	// IsTaxCharged is false if the supplier is not registered for GST. Pages then do not mention tax.
	IsTaxCharged bool `json:"isTaxCharged"`
	// HiddenSections are the sections of the landing page that are switched off, so that no link leads to them.
	HiddenSections []texts.SectionName `json:"hiddenSections"`
	// Modules are the modules that are on, so that no link leads to another.
	Modules []modules.ID `json:"modules"`
	// HasCircle reports whether the members have a circle.
	HasCircle bool `json:"hasCircle"`
	// Languages are the languages of the public pages, English first.
	Languages []PageLanguage `json:"languages"`
	Demo      bool           `json:"demo"`
	DemoAdmin *DemoAdmin     `json:"demoAdmin,omitempty"`
}

// PageLanguage is a language of the public pages with its words for dates.
type PageLanguage struct {
	Code texts.Language `json:"code"`
	// Name is the language's name for itself.
	Name     string   `json:"name"`
	Locale   string   `json:"locale"`
	Months   []string `json:"months"`
	Weekdays []string `json:"weekdays"`
	// Session is the pattern of the time of a session.
	Session string `json:"session"`
}

// DemoAdmin is the console account that a demo shows to everyone.
type DemoAdmin struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// publicConfig returns the public values that are constant while the program runs. The demo admin is included only in
// demo mode.
func publicConfig(cfg config.Config, admin *DemoAdmin) PublicConfig {
	if !cfg.Demo {
		admin = nil
	}
	return PublicConfig{
		SiteURL:         cfg.SiteURL,
		RazorpayKeyID:   cfg.Razorpay.KeyID,
		CheckoutScript:  cfg.Razorpay.CheckoutURL,
		PaymentsEnabled: cfg.Razorpay.Configured(),
		Demo:            cfg.Demo,
		DemoAdmin:       admin,
	}
}

// publicSettings returns the public configuration with the admins' settings applied.
func (p *Pages) publicSettings() (PublicConfig, error) {
	current, err := settings.Read(p.app)
	if err != nil {
		return PublicConfig{}, err
	}
	public := p.publicConfig
	named := current.Site(p.siteConfig)
	public.SiteName, public.ContactEmail = named.Name, named.ContactEmail
	public.ContactPhone, public.ProviderURL = named.ContactPhone, named.ProviderURL
	public.ContactPlace, public.EventDay = current.ContactAddress, current.UpcomingEventDay(p.now())
	on, err := current.Modules()
	if err != nil {
		return PublicConfig{}, err
	}
	public.Modules, public.HasCircle = on.IDs(), on.HasAny(modules.Circle()...)
	if on[modules.Sessions] {
		if public.NextSession, err = events.FindNextPublic(p.app, p.now()); err != nil {
			return PublicConfig{}, err
		}
	}
	public.FigureMembers, public.FigureTarget = current.FigureMembers, current.FigureTarget
	public.PaymentsEnabled = public.PaymentsEnabled && current.MaySell(p.isLive)
	if public.HiddenSections, err = p.texts.ListHidden(p.app); err != nil {
		return PublicConfig{}, err
	}
	public.Languages = []PageLanguage{}
	for _, l := range p.texts.Languages() {
		public.Languages = append(public.Languages, PageLanguage{Code: texts.Language(l.Code), Name: l.Name,
			Locale: l.Locale, Months: l.Months[:], Weekdays: l.Weekdays[:], Session: l.Session})
	}
	public.IsTaxCharged = current.TaxStatus != settings.Unregistered
	return public, nil
}

// GetConfig is GET /api/config.
func (p *Pages) GetConfig() httpx.Endpoint {
	return httpx.Get(func(*core.RequestEvent) (PublicConfig, error) { return p.publicSettings() }, httpx.Doc{
		Tag: "site", Summary: "Get the public configuration",
	})
}

// pageState is the data that a page is rendered with and that the browser starts with: the responses of GET
// /api/config and, if the page needs them, of GET /api/site/texts/{page} and GET /api/membership-tiers. Every page
// needs the texts of the site.
type pageState struct {
	Config PublicConfig                 `json:"config"`
	Texts  map[texts.Page]texts.Content `json:"texts"`
	Tiers  json.RawMessage              `json:"tiers,omitempty"`
	// Session is the session of a page for visitors.
	Session *events.PublicSession `json:"session,omitempty"`
	// Legal has the versions of a legal page.
	Legal *texts.Legal `json:"legal,omitempty"`
	// Editing is true if an editor edits the texts of the page. The page then marks each text with its key.
	Editing bool `json:"editing,omitempty"`
}

// sessionPattern is the address of the page of a session for visitors, as the web app's router has it.
const sessionPattern = events.PublicPath + ":id"

// maxSessionPages is the number of sessions whose pages are rendered, the newest ones.
const maxSessionPages = 100

// expandRoutes replaces the pattern of the sessions by the address of each session, and adds the addresses in the other
// languages. patterns has the pattern of the sessions in each language.
func (p *Pages) expandRoutes(known []webRoute) (routes []webRoute, patterns []string, err error) {
	for _, k := range known {
		if k.Path != sessionPattern {
			routes = append(routes, k)
			continue
		}
		on, err := settings.ReadModules(p.app)
		if err != nil {
			return nil, nil, err
		}
		if !on[modules.Sessions] {
			continue
		}
		patterns = append(patterns, k.Path)
		ids, err := events.ListPublicIDs(p.app, maxSessionPages)
		if err != nil {
			return nil, nil, err
		}
		for _, id := range ids {
			routes = append(routes, webRoute{Path: events.PublicPath + id, Mode: k.Mode, Sitemap: k.Sitemap})
		}
	}
	inEnglish, notFound := routes, webRoute{Path: notFoundPath, Mode: "rendered"}
	for _, language := range p.texts.Languages()[1:] {
		for _, k := range append(slices.Clip(inEnglish), notFound) {
			if p.isTranslated(k.Path) {
				k.Path = languages.AddressIn(language.Code, k.Path)
				routes = append(routes, k)
			}
		}
		for _, pattern := range patterns {
			if pattern == sessionPattern {
				patterns = append(patterns, languages.AddressIn(language.Code, pattern))
			}
		}
	}
	return routes, patterns, nil
}

// isTranslated reports whether the page at a path in English has texts of its own, so that it exists in all languages.
func (p *Pages) isTranslated(path string) bool { return len(p.texts.Of(path)) > 1 }

// pageState returns the state of the page at a path in any language, with the published texts or with the drafts.
func (p *Pages) pageState(path string, shows shownDrafts) (pageState, error) {
	public, err := p.publicSettings()
	if err != nil {
		return pageState{}, err
	}
	language, path := p.texts.SplitAddress(path)
	state := pageState{Config: public, Texts: map[texts.Page]texts.Content{}}
	for _, page := range p.texts.Of(path) {
		if state.Texts[page], err = p.texts.Content(p.app, page, language, shows(page)); err != nil {
			return pageState{}, err
		}
	}
	if state.Legal, err = p.texts.LegalOf(p.app, path); err != nil {
		return pageState{}, err
	}
	switch path {
	case "/", "/membership-plans":
		if p.tiers != nil {
			state.Tiers, err = p.tiers.PublicJSON(string(language))
		}
	default:
		if id, isSession := strings.CutPrefix(path, events.PublicPath); isSession {
			state.Session, err = events.FindPublic(p.app, id)
		}
	}
	return state, err
}
