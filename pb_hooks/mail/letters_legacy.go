package mail

import "time"

// KindImportInvitation is the letter of ImportInvitation.
const KindImportInvitation = "legacy-invitation"

// ImportInvitation invites a member who was brought over by an import to set her password. Nonce and
// Resolver are as in PasswordReset.
type ImportInvitation struct {
	UserID, Nonce, Name, Email string
	ExpiresAt                  time.Time
}

// Build is the letter with these facts.
func (l ImportInvitation) Build() Email {
	return Email{
		Kind: KindImportInvitation, DedupeKey: KindImportInvitation + ":" + l.UserID,
		To: Address{l.Email, greetingName(l.Name)},
		Params: map[string]string{
			"name": greetingName(l.Name), "userId": l.UserID, "nonce": l.Nonce, "until": l.ExpiresAt.UTC().Format(time.RFC3339),
		},
		ExpiresAt: l.ExpiresAt,
	}
}
