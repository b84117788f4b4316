package disk

import "golang.org/x/sys/windows"

// Free returns how many bytes this user can still write at path, and the size of the disk in bytes.
func Free(path string) (free, total uint64, err error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return 0, 0, err
	}
	err = windows.GetDiskFreeSpaceEx(name, &free, &total, nil)
	return free, total, err
}
