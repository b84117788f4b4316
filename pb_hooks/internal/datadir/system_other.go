//go:build !unix

package datadir

// HideNewFiles does nothing: on this system, a file inherits the permissions of its folder.
func HideNewFiles() {}

// syncFile does nothing: on this system, a running program does not replace its data.
func syncFile(string) error { return nil }
