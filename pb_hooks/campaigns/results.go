package campaigns

import (
	"cmp"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/ledger"
)

// Export is GET /api/campaigns/{id}/export.
func (c *Campaigns) Export() httpx.Endpoint {
	return exports.Sheet[outbox.CampaignEmail]{List: outbox.CampaignEmails("")}.Endpoint(c.export, httpx.Doc{
		Tag: "campaigns", Summary: "Export the result of each email of a campaign",
		Errors: []*apperr.Error{errNotFound},
	})
}

func (c *Campaigns) export(e *core.RequestEvent) error {
	campaign, err := findCampaign(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	bought, err := c.buyers(e.App, campaign)
	if err != nil {
		return apperr.Fail("The campaign could not be read.", err)
	}
	contents, err := c.contents(campaign)
	if err != nil {
		return apperr.Fail("The campaign could not be read.", err)
	}
	sheet := exports.Sheet[outbox.CampaignEmail]{
		File:   "campaign",
		Title:  "Campaign",
		Action: "campaign.exported",
		List:   outbox.CampaignEmails(campaign.Id),
		Headings: []string{"Email", "Name", "Status", "Reason", "Sent at (IST)", "Delivered at (IST)",
			"Opened at (IST)", "Opened by a mail program (IST)", "Clicked at (IST)", "Unsubscribed at (IST)",
			"Bought within seven days at (IST)", "Subject"},
		Cells: func(m outbox.CampaignEmail) []any {
			facts := m.Facts()
			subject := cmp.Or(contents[facts["variant"]].For(facts).Subject, m.Subject)
			at := func(t httpx.Time) any {
				if instant := types.DateTime(t); !instant.IsZero() {
					return instant.Time()
				}
				return ""
			}
			return []any{m.EmailAddress, m.RecipientName, string(m.Status), m.ErrorMessage, at(m.SentAt),
				at(m.DeliveredAt), at(m.OpenedAt), at(m.ProxyOpenedAt), at(m.ClickedAt), at(m.UnsubscribedAt),
				at(httpx.Time(bought[m.EmailAddress])), subject}
		},
	}
	return sheet.WriteResponse(e, c.Audit, c.now)
}

// buyWithin is how long after a campaign's email a purchase is shown in the results. It does not prove that the email
// was the reason.
const buyWithin = 7 * 24 * time.Hour

// buyers returns the recipients who bought within buyWithin of their email, with the time of their first purchase.
func (c *Campaigns) buyers(app core.App, campaign *Campaign) (map[string]types.DateTime, error) {
	first := map[string]types.DateTime{}
	if campaign.StartedAt().IsZero() || campaign.LastSentAt().IsZero() {
		return first, nil
	}
	purchases, err := ledger.PurchasesBetween(app, campaign.StartedAt().Time(),
		campaign.LastSentAt().Time().Add(buyWithin))
	if err != nil || len(purchases) == 0 {
		return first, err
	}
	ids := make([]string, len(purchases))
	for i, p := range purchases {
		ids[i] = p.UserID
	}
	addresses, err := accounts.AddressesOf(app, ids)
	if err != nil {
		return nil, err
	}
	emails := make([]string, len(purchases))
	for i, p := range purchases {
		// the campaign was sent to the account's address, which may differ from the address typed at the checkout
		purchases[i].Email = cmp.Or(addresses[p.UserID], p.Email)
		emails[i] = purchases[i].Email
	}
	sent, err := c.Outbox.SentTimes(app, campaign.Id, emails)
	if err != nil {
		return nil, err
	}
	for _, p := range purchases { // earliest first
		at, known := sent[p.Email]
		if _, counted := first[p.Email]; counted || !known || p.At.Before(at) ||
			p.At.Time().After(at.Time().Add(buyWithin)) {
			continue
		}
		first[p.Email] = p.At
	}
	return first, nil
}
