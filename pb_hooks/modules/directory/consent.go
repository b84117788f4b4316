package directory

// The consent to be listed. A change of its text needs a new wording, so that the stored rows still say what each
// member has read. The membership does not depend on it.
const (
	consentPurpose  = "directory"
	consentWording  = "directory-2026-11-fields"
	consentLanguage = "en"

	consentText = "I agree that members of the circle see my profile in the directory, as long as I am a member. " +
		"I can withdraw this at any time on this page. My membership and its price do not depend on it."
)

// consentItems are what members see of a published profile.
var consentItems = []string{
	"Your name",
	"Your portrait, designation, company, boards and biography, your city, sectors and languages, what you can help " +
		"with and what you are looking for, as you have chosen for each of them",
	"Your email, phone and LinkedIn address, as you have chosen for each of them",
	"Your name among the members who are going, when you have said that you come to a session, with the portrait, " +
		"designation and company that you show to members",
}

// Consent is the text to which a member agrees.
type Consent struct {
	Wording string   `json:"wording"`
	Text    string   `json:"text"`
	Items   []string `json:"items"`
}

var currentConsent = Consent{Wording: consentWording, Text: consentText, Items: consentItems}
