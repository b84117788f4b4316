package hooks_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/payments"
)

// englishRoutes are the starts of the routes that only pages in English call: the console, the account and the circle.
// The pages of the links in emails are in English too.
var englishRoutes = []string{
	"/api/admin/", "/api/user", "/api/passkeys", "/api/profile", "/api/directory", "/api/vouches", "/api/blocks",
	"/api/seats/{id}", "/api/subscriptions", "/api/billing-profile", "/api/introductions", "/api/mentors",
	"/unsubscribe", "/preferences",
}

func isCalledInEnglish(route httpx.Route) bool {
	if strings.HasPrefix(route.Path, "/api/passkeys/login") {
		return false
	}
	for _, start := range englishRoutes {
		if strings.HasPrefix(route.Path, start) {
			return true
		}
	}
	return route.Access != httpx.Public && route.Access != httpx.PublicOrAdmin && route.Access != httpx.User
}

func TestTheErrorsOfTranslatedPagesAreTranslated(t *testing.T) {
	t.Parallel()
	app := &hooks.App{Accounts: &accounts.Accounts{}, Payments: &payments.Payments{}}
	for _, route := range app.Routes() {
		if isCalledInEnglish(route) {
			continue
		}
		for _, language := range languages.Codes()[1:] {
			request := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
			request.Header.Set("Content-Language", language)
			errs := route.Endpoint.Errors
			if route.TakesKey() {
				errs = slices.Concat(errs, idempotency.Errors)
			}
			for _, err := range errs {
				if httpx.Translate(request, err.Message) == err.Message {
					t.Errorf("%s %s: %s lacks %q", route.Method, route.Path, language, err.Message)
				}
			}
		}
	}
}

// phraseFolders have the translations of the texts in Go, a file for each language.
var phraseFolders = []string{"internal/httpx/messages", "mail/preferences/pages", "mail/texts/words"}

func readPhrases(t *testing.T, folder, language string) []string {
	t.Helper()
	content, err := os.ReadFile(folder + "/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var translations map[string]string
	if err := json.Unmarshal(content, &translations); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(translations))
}

func TestAllLanguagesHaveTheSamePhrases(t *testing.T) {
	t.Parallel()
	for _, folder := range phraseFolders {
		first := readPhrases(t, folder, languages.Codes()[1])
		for _, language := range languages.Codes()[2:] {
			other := readPhrases(t, folder, language)
			for _, phrase := range slices.Concat(first, other) {
				if !slices.Contains(first, phrase) || !slices.Contains(other, phrase) {
					t.Errorf("%s: not all languages have %q", folder, phrase)
				}
			}
		}
	}
}

// A message that is changed in the code needs a new translation.
func TestEachTranslatedMessageIsInTheCode(t *testing.T) {
	t.Parallel()
	texts, err := textsInCode(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range readPhrases(t, "internal/httpx/messages", "hi") {
		// A composed message starts with a text that ends in a space.
		isComposed := func(text string) bool { return strings.HasSuffix(text, " ") && strings.HasPrefix(message, text) }
		if !texts[message] && !slices.ContainsFunc(slices.Collect(maps.Keys(texts)), isComposed) {
			t.Errorf("no code has the message %q", message)
		}
	}
}

// textsInCode returns the texts of the Go files below a folder. Literals that are joined with + are one text.
func textsInCode(folder string) (map[string]bool, error) {
	texts := map[string]bool{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if expression, isExpression := n.(ast.Expr); isExpression {
				texts[textOf(expression)] = true
			}
			return true
		})
		return nil
	})
	return texts, err
}

// textOf returns the text of a literal or of joined literals, and "" for anything else.
func textOf(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value) // it fails for a number
		return text
	case *ast.BinaryExpr:
		if left, right := textOf(e.X), textOf(e.Y); left != "" && right != "" {
			return left + right
		}
	}
	return ""
}
