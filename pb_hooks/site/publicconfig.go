package site

import (
	"encoding/json"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/config"
)

// PublicConfig is what the web app may know of the configuration: no key but the public one.
type PublicConfig struct {
	SiteName        string     `json:"siteName"`
	SiteURL         string     `json:"siteUrl"`
	ContactEmail    string     `json:"contactEmail"`
	ContactPhone    string     `json:"contactPhone"`
	ProviderURL     string     `json:"providerUrl"`
	RazorpayKeyID   string     `json:"razorpayKeyId"`
	CheckoutScript  string     `json:"checkoutScript"`
	PaymentsEnabled bool       `json:"paymentsEnabled"`
	Demo            bool       `json:"demo"`
	DemoAdmin       *DemoAdmin `json:"demoAdmin,omitempty"`
}

// DemoAdmin is the console's sign-in that a demo shows to everybody.
type DemoAdmin struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// publicConfig picks what is public. A demo admin is shown in a demo only, whoever hands one over.
func publicConfig(cfg config.Config, admin *DemoAdmin) PublicConfig {
	if !cfg.Demo {
		admin = nil
	}
	return PublicConfig{
		SiteName:        cfg.Site.Name,
		SiteURL:         cfg.SiteURL,
		ContactEmail:    cfg.Site.ContactEmail,
		ContactPhone:    cfg.Site.ContactPhone,
		ProviderURL:     cfg.Site.ProviderURL,
		RazorpayKeyID:   cfg.Razorpay.KeyID,
		CheckoutScript:  cfg.Razorpay.CheckoutURL,
		PaymentsEnabled: cfg.Razorpay.Configured(),
		Demo:            cfg.Demo,
		DemoAdmin:       admin,
	}
}

// GetConfig answers GET /api/config.
func (s *Site) GetConfig(e *core.RequestEvent) error {
	return e.JSON(http.StatusOK, s.settings)
}

// pageState is what a page is rendered with, and what the browser starts from: the answers of
// GET /api/config and, where a page shows them, of GET /api/site/landing and of
// GET /api/membership-tiers. The footer's words stand on every page.
type pageState struct {
	Config  PublicConfig    `json:"config"`
	Footer  Row             `json:"footer"`
	Landing *Landing        `json:"landing,omitempty"`
	Tiers   json.RawMessage `json:"tiers,omitempty"`
}

func (s *Site) state(path string) (any, error) {
	landing, err := s.landing()
	if err != nil {
		return nil, err
	}
	state := pageState{Config: s.settings, Footer: landing.Footer}
	switch path {
	case "/":
		state.Landing = &landing
	case "/membership-plans":
		if s.tiers != nil {
			state.Tiers, err = s.tiers()
		}
	}
	return state, err
}
