package nominations

import "boardcircle/pb_hooks/internal/rules"

// What an admin may vote.
var VoteOptions = []string{"yes", "no", "abstain"}

// StepForm is what the body of every POST /api/nominations/{id}/steps names: the step, and the
// version of the review that the admin has seen. The step's own form reads the rest.
var StepForm = rules.Form{
	{Name: "step", Label: "Step", Kind: rules.Choice, Required: true, Options: []string{"take", "ask", "answer", "resume", "approve", "decline"}},
	{Name: "version", Label: "Version", Kind: rules.Integer, Required: true, Max: 1_000_000},
}

// AskForm is what a question to the applicant takes. She reads it as it stands.
var AskForm = rules.Form{
	{Name: "words", Label: "Your question", Kind: rules.Text, Required: true, Max: 2000,
		Messages: rules.Messages{Required: "Please write what you would like to ask"}},
}

// AnswerForm is what may be kept of an applicant's answer.
var AnswerForm = rules.Form{
	{Name: "why", Label: "What she answered", Kind: rules.Text, Max: 2000},
}

// ApproveForm is what an approval takes.
var ApproveForm = rules.Form{
	{Name: "why", Label: "Reason", Kind: rules.Text, Max: 2000},
	{Name: "vote", Label: "Your vote", Kind: rules.Choice, Options: VoteOptions},
}

// DeclineForm is what a refusal takes: a reason for ourselves, and words for the applicant where
// she is written to.
var DeclineForm = rules.Form{
	{Name: "why", Label: "Reason", Kind: rules.Text, Required: true, Max: 2000,
		Messages: rules.Messages{Required: "Please say why, for the record. The applicant does not read it."}},
	{Name: "notify", Label: "Write to the applicant", Kind: rules.Flag, Default: "false"},
	{Name: "words", Label: "Your own words", Kind: rules.Text, Max: 2000},
	{Name: "vote", Label: "Your vote", Kind: rules.Choice, Options: VoteOptions},
}

// PreviewForm is the body of POST /api/nominations/{id}/decline-preview.
var PreviewForm = rules.Form{DeclineForm.Field("words")}

// VoteForm is the body of PUT /api/nominations/{id}/vote.
var VoteForm = rules.Form{
	{Name: "vote", Label: "Your vote", Kind: rules.Choice, Required: true, Options: VoteOptions},
}

// NoteForm is the body of POST /api/nominations/{id}/notes.
var NoteForm = rules.Form{
	{Name: "text", Label: "Note", Kind: rules.Text, Required: true, Max: 4000,
		Messages: rules.Messages{Required: "Please write something first"}},
}

// ResendForm is the body of POST /api/nominations/{id}/invitation: the invitation that the new one
// takes the place of, "" where there is none.
var ResendForm = rules.Form{
	{Name: "replaces", Label: "Invitation", Kind: rules.Line, Max: 15},
}

// TokenForm is the body of the routes that an invitation's link leads to.
var TokenForm = rules.Form{
	{Name: "token", Label: "Invitation", Kind: rules.Secret, Required: true, Max: 200,
		Messages: rules.Messages{Required: invitationNotFoundMessage, Long: invitationNotFoundMessage, Invalid: invitationNotFoundMessage}},
}
