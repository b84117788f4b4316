package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// The release build sets these: go build -ldflags "-X main.version=1.2.3 -X main.commit=0123abc".
var (
	version = ""
	commit  = ""
)

// versionText returns the output of --version: the version, the commit and the Go version.
func versionText() string { return describeVersion(version, commit, buildInfo()) }

func buildInfo() *debug.BuildInfo {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return info
}

// resolveVersion falls back to the build information of the go command for values that the release build did not set.
func resolveVersion(version, commit string, info *debug.BuildInfo) (string, string) {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if version == "" {
		version = "development"
	}
	if commit == "" {
		commit = settings["vcs.revision"]
		if commit != "" && settings["vcs.modified"] == "true" {
			commit += ", modified"
		}
	}
	if commit == "" {
		commit = "unknown"
	}
	return version, commit
}

func describeVersion(version, commit string, info *debug.BuildInfo) string {
	version, commit = resolveVersion(version, commit, info)
	goVersion := info.GoVersion
	if goVersion == "" {
		goVersion = runtime.Version()
	}
	return fmt.Sprintf("%s (commit %s, %s, %s/%s)", version, commit, goVersion, runtime.GOOS, runtime.GOARCH)
}
