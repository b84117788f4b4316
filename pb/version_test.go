package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestDescribeVersion(t *testing.T) {
	t.Parallel()
	platform := runtime.GOOS + "/" + runtime.GOARCH
	info := &debug.BuildInfo{GoVersion: "go1.26.1", Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"},
	}}
	for _, c := range []struct {
		name, version, commit string
		info                  *debug.BuildInfo
		want                  string
	}{
		{"a release", "1.2.3", "def", info, "1.2.3 (commit def, go1.26.1, " + platform + ")"},
		{"a build with local changes", "", "", info, "development (commit abc, modified, go1.26.1, " + platform + ")"},
		{"a build without version control", "", "", &debug.BuildInfo{}, "development (commit unknown, " + runtime.Version() + ", " + platform + ")"},
	} {
		if got := describeVersion(c.version, c.commit, c.info); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
