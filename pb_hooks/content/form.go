package content

import "boardcircle/pb_hooks/internal/rules"

// sectionNames are the parts of the site whose words the office writes, in the order of the page.
var sectionNames = []string{"hero", "about", "features", "membership", "testimonials", "footer"}

// ContentForm is the body of POST and PUT /api/cms/content, and of a preview.
var ContentForm = rules.Form{
	{
		Name: "section", Label: "Section", Kind: rules.Choice, Required: true, Options: sectionNames,
		Messages: rules.Messages{Required: "Please choose a section"},
	},
	{Name: "title", Label: "Title", Kind: rules.Line, Max: 200},
	{Name: "subtitle", Label: "Subtitle", Kind: rules.Line, Max: 400},
	{Name: "content", Label: "Content", Kind: rules.Text, Max: 20_000},
	{
		// a picture of another site over https, or a path of our own; never two slashes, which lead elsewhere
		Name: "imageUrl", Label: "Image", Kind: rules.Line, Max: 2000, Pattern: `^(https://[^\s/?#"'<>\\]+\.[^\s/?#"'<>\\]+([/?#][^\s"'<>\\]*)?|/[^\s/"'<>\\][^\s"'<>\\]*)$`,
		Messages: rules.Messages{Invalid: "Please enter an address that begins with https://, or upload an image"},
	},
	{Name: "isActive", Label: "Active", Kind: rules.Flag, Default: "true"},
	{Name: "sortOrder", Label: "Sort order", Kind: rules.Integer, Min: -100_000, Max: 100_000, Default: "0"},
}

// emptySectionProblem is what is wrong with a section that says nothing.
var emptySectionProblem = rules.Problem{Field: "title", Code: "required", Message: "Please write a title or some content, or choose an image"}

// checkContent reads a section's values; one without any word or picture would be an empty place.
func checkContent(body map[string]any) (rules.Values, []rules.Problem) {
	values, problems := ContentForm.Check(body)
	if len(problems) == 0 && values.Text("title")+values.Text("subtitle")+values.Text("content")+values.Text("imageUrl") == "" {
		problems = append(problems, emptySectionProblem)
	}
	return values, problems
}
