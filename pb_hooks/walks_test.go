package hooks_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// walkLengths are the maximum numbers of files in the walks of docs/following.md.
var walkLengths = map[string]int{"Following an order": 45, "Following a nomination": 20, "Following a sign-in": 16}

var (
	walkStep = regexp.MustCompile("^([0-9]+)\\. `([^`]+)`(?: \\(([^)]*)\\))?: .+\\.$")
	walkName = regexp.MustCompile("`([^`]+)`")
)

func TestTheWalksLeadThroughTheCode(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/following.md")
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string][]string{}
	walk := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if title, isTitle := strings.CutPrefix(line, "## "); isTitle {
			walk = title
			continue
		}
		if line == "" || line[0] < '0' || line[0] > '9' {
			continue
		}
		step := walkStep.FindStringSubmatch(line)
		if step == nil {
			t.Errorf("%s: %q is not a step with number, file, functions and sentence", walk, line)
			continue
		}
		for _, earlier := range steps[walk] {
			if earlier == step[2] {
				t.Errorf("%s: %s is listed twice", walk, step[2])
			}
		}
		steps[walk] = append(steps[walk], step[2])
		if step[1] != strconv.Itoa(len(steps[walk])) {
			t.Errorf("%s: the number of step %s should be %d", walk, step[1], len(steps[walk]))
		}
		code, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(step[2])))
		if err != nil {
			t.Errorf("%s, step %s: %v", walk, step[1], err)
			continue
		}
		for _, name := range walkName.FindAllStringSubmatch(step[3], -1) {
			if !declares(string(code), name[1]) {
				t.Errorf("%s, step %s: %s does not declare %s", walk, step[1], step[2], name[1])
			}
		}
	}
	for walk, most := range walkLengths {
		switch n := len(steps[walk]); {
		case n == 0:
			t.Errorf("there is no walk %q", walk)
		case n > most:
			t.Errorf("%s: %d files, want at most %d", walk, n, most)
		}
	}
}

// declares reports whether a Go or TypeScript file declares a name at its top level.
func declares(code, name string) bool {
	name = regexp.QuoteMeta(name)
	return regexp.MustCompile(`(?m)^((func (\([^)]*\) )?|type |var |(export )?((async )?function|const|type) )` + name + `\b|\t` + name + ` +=)`).
		MatchString(code)
}

// manyFiles is how many files a reader can look through without a guide.
const manyFiles = 15

func TestTheHeadCommentOfALargePackageNamesEachOfItsFiles(t *testing.T) {
	t.Parallel()
	packages := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	guided := 0
	for dir, files := range packages {
		main := filepath.Base(dir) + ".go"
		text, err := os.ReadFile(filepath.Join(dir, main))
		if err != nil && len(files) > manyFiles {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(text), "\npackage ")
		named := regexp.MustCompile(`\b[a-z_]+\.go\b`).FindAllString(head, -1)
		if len(files) <= manyFiles && len(named) <= manyFiles/2 { // a smaller package may have a guide, too
			continue
		}
		guided++
		for _, file := range files {
			if file != main && !strings.HasPrefix(file, "store") && !slices.Contains(named, file) {
				t.Errorf("%s/%s is not named in the head comment of %s", dir, file, main)
			}
		}
		for _, name := range named {
			if !slices.Contains(files, name) {
				t.Errorf("the head comment of %s/%s names %s, which does not exist", dir, main, name)
			}
		}
	}
	if guided == 0 {
		t.Error("no package is large enough to need a guide: the test reads nothing")
	}
}
