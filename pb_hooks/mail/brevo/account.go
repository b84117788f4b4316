package brevo

import "context"

// Plan is a part of what the account pays for.
type Plan struct {
	// Type is free, payAsYouGo, subscription or sms.
	Type string `json:"type"`
	// Credits are how many e-mails are left, where the plan counts them.
	Credits float64 `json:"credits"`
	// CreditsType is sendLimit where the plan counts e-mails.
	CreditsType string `json:"creditsType"`
}

// Account returns what the account pays for.
func (c *Client) Account(ctx context.Context) ([]Plan, error) {
	var answer struct {
		Plan []Plan `json:"plan"`
	}
	err := c.get(ctx, "/account", &answer)
	return answer.Plan, err
}
