// Package web carries the built web app inside the binary.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist is what `npm run build` left: client/ for browsers, server/ssr.js for the renderer. A
// binary that was compiled without it holds a .gitkeep only, and the site says so to visitors.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path: the directive above names it
	}
	return dist
}
