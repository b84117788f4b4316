package hooks_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The rules of the layout, which this test checks by reading the code:
//
//   - fields: only store*.go, migrations and tests name a record's field by a literal;
//   - tables: only the feature that owns a table names it;
//   - imports: internal/ imports no feature, only app.go imports demo, and features import each other without cycles.

// owners are the features that own the tables.
var owners = map[string][]string{
	"approvals": {"approvals"},
	"accounts": {"users", "admins", "former_emails", "sign_in_throttles", "passkeys", "passkey_ceremonies",
		"_superusers"},
	"audit":         {"audit_log"},
	"automations":   {"automations"},
	"circle":        {"circle_visits"},
	"pictures":      {"images"},
	"console":       {"person_notes", "person_tags", "account_merges", "bulk_actions", "bulk_items"},
	"texts":         {"texts", "text_versions", "text_previews", "legal_versions", "content_sections"},
	"coupons":       {"coupons", "coupon_uses"},
	"redirects":     {"redirects"},
	"events":        {"events", "event_answers", "event_guests", "calendar_feeds"},
	"directory":     {"profiles", "consents", "blocks", "vouches", "profile_views"},
	"mentors":       {"mentor_offers", "mentorships", "mentor_check_ins"},
	"introductions": {"introductions", "introduction_messages"},
	"restoretests":  {"restore_drills"},
	"imports":       {"legacy_imports", "legacy_import_files"},
	"books":         {"ledger_checks", "settlement_items", "settlements"},
	"campaigns":     {"email_campaigns", "segments"},
	"library": {"library_items", "library_bookmarks", "library_files", "library_index",
		"library_authors", "library_collections", "library_versions"},
	"mail": {"email_batches", "email_choices", "email_events", "email_logs", "email_sent_texts", "email_text_drafts",
		"email_text_versions", "email_texts", "suppressions"},
	"nominations": {"registrations", "draft_registrations", "invitations", "review_notes", "review_steps",
		"review_votes", "board_seats", "review_conflicts", "review_referees"},
	"payments": {"billing_profiles", "closed_months", "exchange_rates", "invoices", "invoice_counters", "invoice_registrations",
		"memberships", "offline_payments", "offline_receipts", "offline_returns", "captured_payments", "payment_cursors", "payment_events",
		"refunds", "seats", "subscriptions", "transaction_notes", "transactions", "webhook_diagnostics"},
	"people":        {"people", "person_emails"},
	"reports":       {"reports"},
	"boardseats":    {"board_openings", "opening_interests"},
	"consultations": {"polls", "poll_comments", "poll_electors", "poll_voters", "poll_boxes", "poll_ballots"},
	"providers":     {"provider_states"},
	"settings":      {"settings"},
	"thisweek":      {"welcomes", "weekly_emails"},
	"tiers":         {"membership_tiers", "tier_prices"},
}

// testSupport packages may import the features, because only tests import them.
var testSupport = []string{"internal/testapp", "internal/loadtest", "internal/crashtest", "internal/wiregen"}

// Methods of core.Record whose first argument is a field name. Other types also have methods such as Get and Set.
var (
	fieldMethods = regexp.MustCompile(
		`^(Get(String|Bool|Int|Float|DateTime|StringSlice|Raw|GeoPoint|UnsavedFiles)|SetRaw|SetIfFieldExists|SetRandomPassword|UnmarshalJSONField|Expanded(One|All))$`,
	)
	getOrSet = regexp.MustCompile(`^(Get|Set)$`)
	// Receivers of Get and Set that are not records.
	notRecords = regexp.MustCompile(
		`(?i)(header|query|form|values|params|cookie|vm|runtime|store|object|exports|tag)(\(\))?$`)
	// Functions that find records of a collection, whose name is their last or only text argument.
	finders = regexp.MustCompile(
		`^(Find(Collection|CachedCollection|Record|FirstRecord|AllRecords|Records|AuthRecord)\w*|RecordQuery|CountRecords|From|InnerJoin|LeftJoin|Insert|Update|Upsert|Delete|TruncateCollection)$`,
	)
	table = regexp.MustCompile("(?i)\\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\\s+[`\"\\[{]*(\\w+)")
)

type violation struct{ rule, pkg, what string }

func TestTheCodeFollowsTheLayout(t *testing.T) {
	t.Parallel()
	found := map[violation][]string{}
	imports := map[string]map[string]bool{} // of features, one level down
	ownerOf := map[string]string{}
	for feature, tables := range owners {
		for _, name := range tables {
			ownerOf[name] = feature
		}
	}
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		syntax, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := path.Dir(file)
		report := func(node ast.Node, rule, what string) {
			v := violation{rule, pkg, what}
			found[v] = append(found[v], files.Position(node.Pos()).String())
		}
		if isBelow(pkg, testSupport...) {
			return nil
		}
		checkImports(syntax, file, pkg, imports, report)
		if pkg != "internal/clock" && !isBelow(pkg, "demo") {
			checkTime(syntax, report)
		}
		checkTables(syntax, layerOf(pkg), ownerOf, report)
		if !strings.HasPrefix(path.Base(file), "store") {
			checkFields(syntax, report)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, cycle := range cycles(imports) {
		v := violation{"imports", "pb_hooks", "cycle:" + cycle}
		found[v] = append(found[v], "a cycle of features")
	}
	for _, v := range sorted(found) {
		t.Errorf("%s: %s: %s:\n\t%s", v.rule, v.pkg, v.what, strings.Join(found[v], "\n\t"))
	}
}

// checkImports checks the rule about imports and collects which features import each other.
func checkImports(file *ast.File, name, pkg string, features map[string]map[string]bool,
	report func(ast.Node, string, string)) {
	from := layerOf(pkg)
	for _, spec := range file.Imports {
		target, isOurs := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "boardcircle/pb_hooks")
		if !isOurs {
			continue
		}
		target = strings.TrimPrefix(target, "/")
		to := layerOf(target)
		switch {
		case isBelow(target, testSupport...) && !isBelow(target, "internal/wiregen"):
			report(spec, "imports", target)
		case to == "demo" && from != "demo" && name != "app.go",
			to == "" && from != "",
			from == "internal" && to != "internal":
			report(spec, "imports", target)
		case from != "" && from != "internal" && from != "demo" && to != "internal" && to != from:
			if features[from] == nil {
				features[from] = map[string]bool{}
			}
			features[from][to] = true
		}
	}
}

// checkTables checks the rule about tables.
func checkTables(file *ast.File, feature string, ownerOf map[string]string, report func(ast.Node, string, string)) {
	reportTable := func(node ast.Node, name string) {
		if owner, isOurs := ownerOf[name]; isOurs && owner != feature {
			report(node, "tables", name)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.CallExpr:
			selector, isMethod := n.Fun.(*ast.SelectorExpr)
			if !isMethod || !finders.MatchString(selector.Sel.Name) {
				break
			}
			for _, arg := range n.Args {
				reportTable(arg, text(arg))
				// A constant or function of another feature may hold the name of its table.
				if other, isSelector := arg.(*ast.SelectorExpr); isSelector {
					if pkg, isName := other.X.(*ast.Ident); isName && owners[pkg.Name] != nil && pkg.Name != feature {
						report(arg, "tables", pkg.Name+"."+other.Sel.Name)
					}
				}
			}
		case *ast.BasicLit:
			for _, match := range table.FindAllStringSubmatch(text(n), -1) {
				reportTable(n, match[1])
			}
		}
		return true
	})
}

// checkFields checks the rule about fields.
func checkFields(file *ast.File, report func(ast.Node, string, string)) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.CallExpr:
			selector, isMethod := n.Fun.(*ast.SelectorExpr)
			if !isMethod || len(n.Args) == 0 || text(n.Args[0]) == "" {
				break
			}
			field, method := text(n.Args[0]), selector.Sel.Name
			isField := fieldMethods.MatchString(method) || getOrSet.MatchString(method) &&
				!notRecords.MatchString(receiver(selector.X)) && regexp.MustCompile(`^[a-z]\w*\+?$`).MatchString(field)
			if isField {
				report(n, "fields", "literals")
			}
		case *ast.CompositeLit:
			if selector, ok := n.Type.(*ast.SelectorExpr); ok && selector.Sel.Name == "HashExp" {
				for range n.Elts {
					report(n, "fields", "literals")
				}
			}
		}
		return true
	})
}

func sorted(found map[violation][]string) []violation {
	return slices.SortedFunc(maps.Keys(found), func(a, b violation) int {
		return cmp.Or(cmp.Compare(a.rule, b.rule), cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.what, b.what))
	})
}

// cycles returns the groups of features that import each other, each as its joined names.
func cycles(imports map[string]map[string]bool) []string {
	groups := map[string]bool{}
	for a := range imports {
		if !reaches(imports, a, a) {
			continue
		}
		group := []string{a}
		for b := range imports {
			if a != b && reaches(imports, a, b) && reaches(imports, b, a) {
				group = append(group, b)
			}
		}
		slices.Sort(group)
		groups[strings.Join(group, "+")] = true
	}
	return slices.Sorted(maps.Keys(groups))
}

// documented are the features whose head comment has a line for each of their packages with its imports.
var documented = []string{"mail", "payments"}

// TestPackagesImportWhatTheHeadCommentLists compares the imports of the packages below a feature with the lines in the
// feature's head comment. It also finds a package that has no line.
func TestPackagesImportWhatTheHeadCommentLists(t *testing.T) {
	t.Parallel()
	imports, _, _ := testImports(t)
	for _, feature := range documented {
		head, err := os.ReadFile(path.Join(feature, feature+".go"))
		if err != nil {
			t.Fatal(err)
		}
		above := packages{}
		for _, line := range regexp.MustCompile(`(?m)^//\t(\w+) +(-|\w+(?:, \w+)*)$`).FindAllStringSubmatch(string(head), -1) {
			pkg, want := line[1], []string{}
			if line[2] != "-" {
				want = strings.Split(line[2], ", ")
			}
			got := []string{}
			for target := range imports[feature+"/"+pkg] {
				if name, isSibling := strings.CutPrefix(target, feature+"/"); isSibling {
					got = append(got, name)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s/%s imports %s, but the head comment lists %s", feature, pkg, strings.Join(got, ", "),
					line[2])
			}
			for _, name := range got {
				if !above[name] {
					t.Errorf("%s/%s imports %s, which is not above it in the head comment", feature, pkg, name)
				}
			}
			above[pkg] = true
		}
		for pkg := range imports {
			if name, isBelow := strings.CutPrefix(pkg, feature+"/"); isBelow && !above[name] {
				t.Errorf("the head comment of %s does not list %s", feature, name)
			}
		}
	}
}

// compiledTwice are the packages that may be compiled a second time for their tests, with the reason.
var compiledTwice = map[string]string{
	"modules/imports": "the tests of its parser use unexported names",
	"pages":           "the tests of its renderer use unexported names",
}

// TestNoPackageIsCompiledTwiceForTheTestsOfAnother limits the time for compiling the tests. A package with internal
// tests is compiled once more for them. If it also has external tests that import the application (testapp), every
// package in between is compiled again too. Instead, write external tests, move the tested code to a package below, or
// move the tests of the routes to their own package, as in mail/routetest.
func TestNoPackageIsCompiledTwiceForTheTestsOfAnother(t *testing.T) {
	t.Parallel()
	imports, externalTests, hasInternalTests := testImports(t)
	for pkg := range hasInternalTests {
		between := false
		for target := range externalTests[pkg] {
			between = between || target != pkg && reaches(imports, target, pkg)
		}
		switch reason := compiledTwice[pkg]; {
		case between && reason == "":
			t.Errorf("%s has internal tests, and external tests that import the application", pkg)
		case !between && reason != "":
			t.Errorf("%s is not compiled twice: remove it from the list", pkg)
		}
	}
	for pkg := range compiledTwice {
		if !hasInternalTests[pkg] {
			t.Errorf("%s has no internal tests: remove it from the list", pkg)
		}
	}
}

type packages = map[string]bool

// testImports returns which of our packages each package imports, which ones its external tests import, and whether it
// has internal tests.
func testImports(t *testing.T) (imports, externalTests map[string]packages, hasInternalTests packages) {
	t.Helper()
	imports, externalTests, hasInternalTests = map[string]packages{}, map[string]packages{}, packages{}
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg, of := path.Dir(file), imports
		switch isTest := strings.HasSuffix(file, "_test.go"); {
		case isTest && strings.HasSuffix(syntax.Name.Name, "_test"):
			of = externalTests
		case isTest:
			hasInternalTests[pkg] = true
			return nil
		}
		if of[pkg] == nil {
			of[pkg] = packages{}
		}
		for _, spec := range syntax.Imports {
			if target, isOurs := strings.CutPrefix(text(spec.Path), "boardcircle/pb_hooks"); isOurs {
				of[pkg][cmp.Or(strings.TrimPrefix(target, "/"), ".")] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports, externalTests, hasInternalTests
}

// reaches reports whether one package imports another, directly or indirectly.
func reaches(imports map[string]packages, from, to string) bool {
	seen := packages{}
	var visit func(name string) bool
	visit = func(name string) bool {
		for next := range imports[name] {
			if next == to {
				return true
			}
			if !seen[next] {
				seen[next] = true
				if visit(next) {
					return true
				}
			}
		}
		return false
	}
	return visit(from)
}

// layerOf returns the layer of a package: "" for pb_hooks itself, "internal", "demo", or the name of a feature. The
// console's page of a person counts as a separate feature: it is above the others, and package people is below them.
func layerOf(pkg string) string {
	if isBelow(pkg, "people/console") {
		return "console"
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(pkg, "modules/"), "/")
	if first == "." {
		return ""
	}
	return first
}

func isBelow(pkg string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return pkg == folder || strings.HasPrefix(pkg, folder+"/")
	})
}

// text returns the value of a literal, or "" for any other expression.
func text(expr ast.Expr) string {
	literal, ok := expr.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return ""
	}
	value, _ := strconv.Unquote(literal.Value)
	return value
}

// receiver returns the last name of an expression: "Header" for r.Header().
func receiver(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.CallExpr:
		return receiver(e.Fun)
	}
	return ""
}

// divided are the features that consist of several packages. The head comment of the feature lists them, each with the
// siblings that it may import in parentheses at the end of its line.
var divided = []string{"accounts", "nominations"}

var part = regexp.MustCompile(`^\t(\w+) .*?(?:\(([\w, ]+)\))?$`)

// TestPartsImportOnlyTheSiblingsThatTheHeadCommentLists also finds a part that the head comment does not list.
func TestPartsImportOnlyTheSiblingsThatTheHeadCommentLists(t *testing.T) {
	t.Parallel()
	for _, feature := range divided {
		syntax, err := parser.ParseFile(token.NewFileSet(), path.Join(feature, feature+".go"), nil,
			parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		listed := map[string][]string{}
		for line := range strings.Lines(syntax.Doc.Text()) {
			if match := part.FindStringSubmatch(strings.TrimRight(line, "\n")); match != nil &&
				listed[match[1]] == nil {
				listed[match[1]] = append(strings.Split(match[2], ", "), match[1], "emails")
			}
		}
		files, err := filepath.Glob(feature + "/*/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := path.Base(path.Dir(file))
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			if listed[name] == nil {
				t.Errorf("the head comment of %s does not list %s", feature, name)
				continue
			}
			syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range syntax.Imports {
				sibling, isSibling := strings.CutPrefix(text(spec.Path), "boardcircle/pb_hooks/"+feature+"/")
				if isSibling && !slices.Contains(listed[name], sibling) {
					t.Errorf("%s imports %s, which the head comment of %s does not list", file, sibling, feature)
				}
			}
		}
	}
}

// checkTime reports the calls that read the system's time. A clock that is passed in, a clock.Stopwatch or, where
// another program dictates the clock, clock.System takes their place.
func checkTime(syntax *ast.File, report func(node ast.Node, rule, what string)) {
	ast.Inspect(syntax, func(node ast.Node) bool {
		call, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if pkg, ok := call.X.(*ast.Ident); ok && pkg.Name == "time" && slices.Contains([]string{"Now", "Since", "Until"},
			call.Sel.Name) {
			report(node, "the time comes from the clock", "time."+call.Sel.Name)
		}
		return true
	})
}
