package mail

import "time"

// KindLegacyInvitation is the letter of LegacyInvitation.
const KindLegacyInvitation = "legacy-invitation"

// LegacyInvitation invites a member who was brought over by an import to set her password. Nonce and
// Resolver are as in PasswordReset.
type LegacyInvitation struct {
	UserID, Nonce, Name, Email string
	ExpiresAt                  time.Time
}

// Letter is the letter with these facts.
func (l LegacyInvitation) Letter() Letter {
	return Letter{
		Kind: KindLegacyInvitation, Key: KindLegacyInvitation + ":" + l.UserID,
		To: Address{l.Email, callable(l.Name)},
		Params: map[string]string{
			"name": callable(l.Name), "userId": l.UserID, "nonce": l.Nonce, "until": l.ExpiresAt.UTC().Format(time.RFC3339),
		},
		ExpiresAt: l.ExpiresAt,
	}
}
