//go:build unix

package disk

import "golang.org/x/sys/unix"

// Free returns how many bytes this user can still write at path, and the size of the disk in bytes.
func Free(path string) (free, total uint64, err error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return 0, 0, err
	}
	size := uint64(stat.Bsize) // the type differs between systems
	return uint64(stat.Bavail) * size, uint64(stat.Blocks) * size, nil
}
