package pages

import (
	"encoding/json"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/settings"
)

// PublicConfig is what the web app may know of the configuration: no key but the public one.
type PublicConfig struct {
	SiteName     string `json:"siteName"`
	SiteURL      string `json:"siteUrl"`
	ContactEmail string `json:"contactEmail"`
	ContactPhone string `json:"contactPhone"`
	ContactPlace string `json:"contactPlace"`
	ProviderURL  string `json:"providerUrl"`
	// EventDay is the day of the launch event, "" once it is over.
	EventDay       string `json:"eventDay"`
	FigureMembers  string `json:"figureMembers"`
	FigureTarget   string `json:"figureTarget"`
	RazorpayKeyID  string `json:"razorpayKeyId"`
	CheckoutScript string `json:"checkoutScript"`
	// PaymentsEnabled tells whether memberships can be bought: not with live keys before tax is settled.
	PaymentsEnabled bool `json:"paymentsEnabled"`
	// ChargesTax is false for a supplier who is not registered for GST: then no page has a word of tax.
	ChargesTax bool       `json:"chargesTax"`
	Demo       bool       `json:"demo"`
	DemoAdmin  *DemoAdmin `json:"demoAdmin,omitempty"`
}

// DemoAdmin is the console's sign-in that a demo shows to everybody.
type DemoAdmin struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// publicConfig picks what is public and constant while the program runs. A demo admin is shown in demo mode only.
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

// publicSettings is the public configuration with the admins' settings over it.
func (p *Pages) publicSettings() (PublicConfig, error) {
	current, err := settings.Read(p.app)
	if err != nil {
		return PublicConfig{}, err
	}
	public := p.publicConfig
	named := current.Site(p.siteConfig)
	public.SiteName, public.ContactEmail = named.Name, named.ContactEmail
	public.ContactPhone, public.ProviderURL = named.ContactPhone, named.ProviderURL
	public.ContactPlace, public.EventDay = current.ContactPlace, current.UpcomingEventDay(p.now())
	public.FigureMembers, public.FigureTarget = current.FigureMembers, current.FigureTarget
	public.PaymentsEnabled = public.PaymentsEnabled && current.MaySell(p.isLive)
	public.ChargesTax = current.TaxStatus != settings.Unregistered
	return public, nil
}

// GetConfig answers GET /api/config.
func (p *Pages) GetConfig(e *core.RequestEvent) error {
	public, err := p.publicSettings()
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.JSON(http.StatusOK, public)
}

// pageState is what a page is rendered with, and what the browser starts from: the answers of
// GET /api/config and, where a page shows them, of GET /api/site/landing and of
// GET /api/membership-tiers. Every page shows the footer.
type pageState struct {
	Config  PublicConfig      `json:"config"`
	Footer  content.TextBlock `json:"footer"`
	Landing *content.Landing  `json:"landing,omitempty"`
	Tiers   json.RawMessage   `json:"tiers,omitempty"`
}

func (p *Pages) pageState(path string) (any, error) {
	landing, err := p.content.Landing()
	if err != nil {
		return nil, err
	}
	public, err := p.publicSettings()
	if err != nil {
		return nil, err
	}
	state := pageState{Config: public, Footer: landing.Footer}
	switch path {
	case "/":
		state.Landing = &landing
	case "/membership-plans":
		if p.tiers != nil {
			state.Tiers, err = p.tiers.PublicJSON()
		}
	}
	return state, err
}
