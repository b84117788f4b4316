package tiers

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
)

// List is GET /api/membership-tiers.
func (p *Tiers) List() httpx.Endpoint {
	return httpx.CachedOr(p.listTiers, httpx.Doc{
		Tag: "tiers", Summary: "List the active membership tiers in their order",
		Description: "The texts of a tier are in English. In another language, it also has a translation. Admins get " +
			"all tiers, with the translations in all languages.",
		Query: []httpx.Parameter{{
			Name: "lang", Options: languages.Codes(), Description: "The language of the translation. The default is English.",
		}},
	})
}

func (p *Tiers) listTiers(e *core.RequestEvent) ([]Tier, *httpx.JSONAnswer, error) {
	e.Response.Header().Set("Vary", "Authorization, Cookie")
	language := languages.Find(e.Request.URL.Query().Get("lang")).Code
	if httpx.IsAdmin(e) {
		p.fetchUnknownPlans()
		tiers, err := list(p.app, true)
		if err != nil {
			return nil, nil, apperr.Fail(readFailed, err)
		}
		ids := make([]string, len(tiers))
		for i, tier := range tiers {
			ids[i] = tier.ID
		}
		running, err := p.options.CountRunningTerms(p.app, ids, p.options.Clock())
		for i := range tiers {
			terms := running[tiers[i].ID]
			tiers[i].Translation, tiers[i].RunningTerms = tiers[i].in(language), &terms
		}
		return tiers, nil, apperr.Fail(readFailed, err)
	}
	list, err := p.publicList(language)
	return nil, list, apperr.Fail(readFailed, err)
}

const readFailed = "The plans could not be read."

// OnChange registers do, which is called after each commit that changes a tier or the settings. The settings matter
// because the public list contains the GST rate and whether a purchase needs approval.
func (p *Tiers) OnChange(do func()) { p.bindChangeHooks("", do) }

// bindChangeHooks registers do as OnChange does. A second call with the same id replaces the first. An empty id gets a
// unique id.
func (p *Tiers) bindChangeHooks(id string, do func()) {
	for _, name := range []string{collection, "settings"} {
		for _, h := range []*hook.TaggedHook[*core.RecordEvent]{
			p.app.OnRecordAfterCreateSuccess(name), p.app.OnRecordAfterUpdateSuccess(name),
			p.app.OnRecordAfterDeleteSuccess(name),
		} {
			hookID := id
			if hookID != "" {
				hookID += ":" + name
			}
			h.Bind(&hook.Handler[*core.RecordEvent]{Id: hookID, Func: func(e *core.RecordEvent) error {
				do()
				return e.Next()
			}})
		}
	}
}

// publicList returns the list of the active tiers in a language, if possible from the cache.
func (p *Tiers) publicList(language string) (*httpx.JSONAnswer, error) {
	return p.lists[language].Get(func() (any, error) {
		p.fetchUnknownPlans()
		tiers, err := list(p.app, false)
		for i := range tiers {
			tiers[i].Translation, tiers[i].Translations, tiers[i].Version = tiers[i].in(language), nil, ""
		}
		return tiers, err
	})
}
