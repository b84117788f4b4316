//go:build unix

package disk

import "golang.org/x/sys/unix"

// Free is how many bytes this user can still write where path is, and how many the disk has.
func Free(path string) (free, total uint64, err error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return 0, 0, err
	}
	size := uint64(stat.Bsize) // of another type on each system
	return uint64(stat.Bavail) * size, uint64(stat.Blocks) * size, nil
}
