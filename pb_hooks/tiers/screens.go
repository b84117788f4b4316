package tiers

import (
	"fmt"
	"slices"

	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
)

// Screen is a page of the circle to which a feature of a tier or a benefit on the landing page links. The web app has
// the addresses (web/src/ui/promise-link.tsx).
type Screen string

// The screens.
const (
	sessionsScreen      Screen = "sessions"
	introductionsScreen Screen = "introductions"
	mentorsScreen       Screen = "mentors"
	directoryScreen     Screen = "directory"
	libraryScreen       Screen = "library"
	pollsScreen         Screen = "polls"
	boardSeatsScreen    Screen = "board-seats"
)

// Values returns all screens.
func (Screen) Values() []string {
	return rules.Options(sessionsScreen, introductionsScreen, mentorsScreen, directoryScreen, libraryScreen, pollsScreen,
		boardSeatsScreen)
}

// moduleOf has the module to which each screen belongs.
var moduleOf = map[Screen]modules.ID{
	sessionsScreen: modules.Sessions, introductionsScreen: modules.Directory, mentorsScreen: modules.Directory,
	directoryScreen: modules.Directory, libraryScreen: modules.Library, pollsScreen: modules.Consultations,
	boardSeatsScreen: modules.BoardSeats,
}

// FeatureScreen is the screen to which a feature of a tier leads. As in a translation, the English words identify the
// feature.
type FeatureScreen struct {
	Feature string `json:"feature"`
	Screen  Screen `json:"screen"`
}

// maxScreens is twice maxFeatures, because the console also sends the rows of features that were just removed.
const maxScreens = 2 * maxFeatures

var screenRules = rules.Form{
	{Name: "feature", Label: "Feature", Kind: rules.Line, Required: true, Max: rules.MaxLineLength},
	{Name: "screen", Label: "Leads to", Kind: rules.Choice, Required: true, Options: Screen("").Values(),
		Messages: rules.Messages{Required: "Please choose the screen to which the feature leads"}},
}

// usedScreens returns the rows of the features that the tier has. If a feature has several rows, it returns the last.
func (f *Form) usedScreens() []FeatureScreen {
	rows := lastOfEach(f.Screens, func(row FeatureScreen) string { return row.Feature })
	return slices.DeleteFunc(rows, func(row FeatureScreen) bool { return !slices.Contains(f.Features, row.Feature) })
}

// checkScreens refuses a feature that leads to a page which the plan does not open.
func (f *Form) checkScreens() (problems []rules.Problem) {
	for _, row := range f.usedScreens() {
		if module, _ := modules.Find(moduleOf[row.Screen]); !slices.Contains(f.Modules, module.ID) {
			return []rules.Problem{{Field: "modules", Code: "feature", Message: fmt.Sprintf("“%s” leads to %s, which "+
				"this plan does not open. Open it, or choose “No page” for the feature.", row.Feature, module.Phrase)}}
		}
	}
	return nil
}

// lastOfEach returns the last row for each key, in the order of the rows.
func lastOfEach[Row any, Key comparable](rows []Row, key func(Row) Key) []Row {
	last := map[Key]int{}
	for i, row := range rows {
		last[key(row)] = i
	}
	list := []Row{}
	for i, row := range rows {
		if last[key(row)] == i {
			list = append(list, row)
		}
	}
	return list
}
