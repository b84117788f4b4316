package crashtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	fusefs "github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// volatileDisk simulates a disk with a write cache: after a power cut, only synced data is left. Processes use the
// files under mountPoint. FUSE passes their reads and writes to live, which a power cut discards. Fsync copies the
// changed parts of a file to durable, which survives.
//
// Creating a folder, removing and renaming are durable immediately. On a real disk, a power cut may undo them.
//
// The disk runs in its own process (diskProcess). The tests open SQLite databases under mountPoint, which maps their
// index into memory. A page fault there waits for FUSE, and Go's garbage collector waits for the page fault. In one
// process the collector would stop FUSE, and nothing would ever continue.
type volatileDisk struct {
	mountPoint    string
	live, durable string
	server        *fuse.Server

	// mu is held during each change, so a power cut never interrupts a change.
	mu        sync.Mutex
	isPowered bool
	// unsynced holds the parts of each live file, by inode number, that were written since its last Fsync.
	unsynced map[uint64][]span
}

// diskVariable is the environment variable by which a process of this program knows that it is the disk. Its value
// lists the folders of the volatileDisk.
const diskVariable = "BOARDCIRCLE_VOLATILE_DISK"

func init() {
	if folders := filepath.SplitList(os.Getenv(diskVariable)); len(folders) == 3 {
		runDisk(&volatileDisk{mountPoint: folders[0], live: folders[1], durable: folders[2]})
		os.Exit(0)
	}
}

// The commands of the disk's process, and its answers: each command is answered by a line, which is an error unless it
// is diskDone.
const (
	diskOff  = "off"
	diskOn   = "on"
	diskDone = "done"
)

// runDisk mounts the disk and reads commands until the input ends.
func runDisk(d *volatileDisk) {
	answer := func(err error) {
		if err == nil {
			fmt.Println(diskDone)
		} else {
			fmt.Println(err)
		}
	}
	err := d.mount()
	answer(err)
	if err != nil {
		return
	}
	for commands := bufio.NewScanner(os.Stdin); commands.Scan(); {
		switch commands.Text() {
		case diskOff:
			d.powerOff()
			answer(nil)
		case diskOn:
			answer(d.powerOn())
		}
	}
	answer(d.server.Unmount())
}

// diskProcess is the process of a volatileDisk.
type diskProcess struct {
	commands io.WriteCloser
	answers  *bufio.Scanner
}

// newVolatileDisk mounts a disk over the folder of a server. The files in it count as synced. It skips the test on a
// machine that has no FUSE or does not permit mounting.
func newVolatileDisk(t *testing.T, s *server) *diskProcess {
	t.Helper()
	if _, err := os.Stat("/dev/fuse"); err != nil {
		t.Skipf("a power cut needs /dev/fuse: %v", err)
	}
	live, durable := t.TempDir(), t.TempDir()
	if err := os.CopyFS(durable, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(),
		diskVariable+"="+strings.Join([]string{s.dir, live, durable}, string(filepath.ListSeparator)))
	process.Stderr = os.Stderr
	commands, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	disk := &diskProcess{commands, bufio.NewScanner(answers)}
	answer := disk.answer()
	if strings.Contains(answer, fs.ErrPermission.Error()) || strings.Contains(answer, syscall.EPERM.Error()) {
		_ = process.Wait()
		t.Skipf("a power cut needs permission to mount a FUSE file system: %s", answer)
	}
	if answer != diskDone {
		t.Fatalf("mount %s: %s", s.dir, answer)
	}
	t.Cleanup(func() {
		s.kill() // it uses the disk
		_ = commands.Close()
		if answer := disk.answer(); answer != diskDone {
			t.Errorf("unmount %s: %s", s.dir, answer)
		}
		if err := process.Wait(); err != nil {
			t.Errorf("the disk's process: %v", err)
		}
	})
	return disk
}

// answer returns the next line of the process.
func (d *diskProcess) answer() string {
	if !d.answers.Scan() {
		return fmt.Sprintf("the disk's process has ended: %v", d.answers.Err())
	}
	return d.answers.Text()
}

func (d *diskProcess) run(t *testing.T, command string) {
	t.Helper()
	if _, err := fmt.Fprintln(d.commands, command); err != nil {
		t.Fatal(err)
	}
	if answer := d.answer(); answer != diskDone {
		t.Fatalf("%s: %s", command, answer)
	}
}

// powerOff makes every later change fail. Reads still work. The caller must kill the processes that use the disk before
// it calls powerOn.
func (d *diskProcess) powerOff(t *testing.T) {
	t.Helper()
	d.run(t, diskOff)
}

// powerOn discards all unsynced data and mounts the disk again.
func (d *diskProcess) powerOn(t *testing.T) {
	t.Helper()
	d.run(t, diskOn)
}

// mount turns the power on. The live files start as copies of the durable ones.
func (d *volatileDisk) mount() error {
	if err := os.RemoveAll(d.live); err != nil {
		return err
	}
	if err := os.CopyFS(d.live, os.DirFS(d.durable)); err != nil {
		return err
	}
	root, err := fusefs.NewLoopbackRoot(d.live)
	if err != nil {
		return err
	}
	options := &fusefs.Options{MountOptions: fuse.MountOptions{DirectMountStrict: true, FsName: "volatile"}}
	d.mu.Lock()
	d.isPowered, d.unsynced = true, map[uint64][]span{}
	d.mu.Unlock()
	server, err := fusefs.Mount(d.mountPoint, d.wrap(root), options)
	if err != nil {
		return err
	}
	d.server = server
	return nil
}

func (d *volatileDisk) wrap(node fusefs.InodeEmbedder) *volatileNode {
	return &volatileNode{LoopbackNode: node.(*fusefs.LoopbackNode), disk: d}
}

func (d *volatileDisk) powerOff() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.isPowered = false
}

func (d *volatileDisk) powerOn() error {
	if err := d.server.Unmount(); err != nil {
		return fmt.Errorf("unmount: %w", err)
	}
	return d.mount()
}

// change runs an operation that changes the disk. Without power it fails.
func (d *volatileDisk) change(operation func() syscall.Errno) syscall.Errno {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.isPowered {
		return syscall.EIO
	}
	return operation()
}

// span is a part of a file.
type span struct{ offset, length int64 }

// restOfFile is longer than any file.
const restOfFile = 1 << 40

// volatileNode is a file or a folder.
type volatileNode struct {
	*fusefs.LoopbackNode
	disk *volatileDisk
}

// WrapChild makes the files and folders below n volatile too.
func (n *volatileNode) WrapChild(_ context.Context, child fusefs.InodeEmbedder) fusefs.InodeEmbedder {
	return n.disk.wrap(child)
}

func (n *volatileNode) livePath() string    { return filepath.Join(n.disk.live, n.Path(n.Root())) }
func (n *volatileNode) durablePath() string { return filepath.Join(n.disk.durable, n.Path(n.Root())) }

// markUnsynced records that a part of the file differs from its durable copy. The caller holds disk.mu.
func (n *volatileNode) markUnsynced(offset, length int64) {
	inode := n.StableAttr().Ino
	n.disk.unsynced[inode] = append(n.disk.unsynced[inode], span{offset, length})
}

// Open opens a file. It counts as a change, because O_TRUNC empties the file.
func (n *volatileNode) Open(
	ctx context.Context, flags uint32,
) (handle fusefs.FileHandle, fuseFlags uint32, errno syscall.Errno) {
	errno = n.disk.change(func() syscall.Errno {
		handle, fuseFlags, errno = n.LoopbackNode.Open(ctx, flags)
		if errno == 0 && flags&syscall.O_TRUNC != 0 {
			n.markUnsynced(0, restOfFile)
		}
		return errno
	})
	return withoutPassthrough(handle), fuseFlags, errno
}

// Create creates a file. A power cut before its first Fsync removes it.
func (n *volatileNode) Create(
	ctx context.Context, name string, flags, mode uint32, out *fuse.EntryOut,
) (inode *fusefs.Inode, handle fusefs.FileHandle, fuseFlags uint32, errno syscall.Errno) {
	errno = n.disk.change(func() syscall.Errno {
		inode, handle, fuseFlags, errno = n.LoopbackNode.Create(ctx, name, flags, mode, out)
		return errno
	})
	return inode, withoutPassthrough(handle), fuseFlags, errno
}

// volatileFile hides the descriptor of the live file. With it, the kernel would write past volatileNode.
type volatileFile struct{ *fusefs.LoopbackFile }

// PassthroughFd reports that there is no descriptor for the kernel.
func (volatileFile) PassthroughFd() (int, bool) { return 0, false }

func withoutPassthrough(handle fusefs.FileHandle) fusefs.FileHandle {
	if file, ok := handle.(*fusefs.LoopbackFile); ok {
		return volatileFile{file}
	}
	return handle
}

// Write changes the live file.
func (n *volatileNode) Write(
	ctx context.Context, handle fusefs.FileHandle, data []byte, offset int64,
) (length uint32, errno syscall.Errno) {
	errno = n.disk.change(func() syscall.Errno {
		length, errno = handle.(fusefs.FileWriter).Write(ctx, data, offset)
		n.markUnsynced(offset, int64(length))
		return errno
	})
	return length, errno
}

// Setattr changes the attributes of the live file. SQLite truncates its files with it.
func (n *volatileNode) Setattr(
	ctx context.Context, handle fusefs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut,
) syscall.Errno {
	return n.disk.change(func() syscall.Errno {
		errno := n.LoopbackNode.Setattr(ctx, handle, in, out)
		if size, hasSize := in.GetSize(); hasSize && errno == 0 {
			n.markUnsynced(int64(size), restOfFile) // if the file grows again, the old bytes must not come back
		}
		return errno
	})
}

// Fsync copies the parts of a file that were written since the last Fsync.
func (n *volatileNode) Fsync(context.Context, fusefs.FileHandle, uint32) syscall.Errno {
	return n.disk.change(func() syscall.Errno {
		if n.IsDir() {
			return 0
		}
		inode := n.StableAttr().Ino
		if err := copyParts(n.durablePath(), n.livePath(), n.disk.unsynced[inode]); err != nil {
			return fusefs.ToErrno(err)
		}
		delete(n.disk.unsynced, inode)
		return 0
	})
}

// copyParts copies parts of one file to another, and its length.
func copyParts(to, from string, parts []span) error {
	source, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // The file was removed while it was open, so it would not survive a power cut.
	}
	if err != nil {
		return err
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		return err
	}
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, info.Mode().Perm())
	if err != nil {
		return err
	}
	defer target.Close()
	for _, part := range parts {
		section := io.NewSectionReader(source, part.offset, part.length)
		if _, err := io.Copy(io.NewOffsetWriter(target, part.offset), section); err != nil {
			return err
		}
	}
	return target.Truncate(info.Size())
}

// Mkdir creates a folder.
func (n *volatileNode) Mkdir(
	ctx context.Context, name string, mode uint32, out *fuse.EntryOut,
) (inode *fusefs.Inode, errno syscall.Errno) {
	errno = n.disk.change(func() syscall.Errno {
		if inode, errno = n.LoopbackNode.Mkdir(ctx, name, mode, out); errno != 0 {
			return errno
		}
		return fusefs.ToErrno(os.MkdirAll(filepath.Join(n.durablePath(), name), fs.FileMode(mode)))
	})
	return inode, errno
}

// Unlink removes a file.
func (n *volatileNode) Unlink(ctx context.Context, name string) syscall.Errno {
	return n.remove(name, func() syscall.Errno { return n.LoopbackNode.Unlink(ctx, name) })
}

// Rmdir removes a folder.
func (n *volatileNode) Rmdir(ctx context.Context, name string) syscall.Errno {
	return n.remove(name, func() syscall.Errno { return n.LoopbackNode.Rmdir(ctx, name) })
}

func (n *volatileNode) remove(name string, removeLive func() syscall.Errno) syscall.Errno {
	return n.disk.change(func() syscall.Errno {
		if errno := removeLive(); errno != 0 {
			return errno
		}
		return fusefs.ToErrno(os.RemoveAll(filepath.Join(n.durablePath(), name)))
	})
}

// Rename renames a file or folder. The new name is durable immediately, unsynced content is not: a file that was never
// synced is empty after a power cut.
func (n *volatileNode) Rename(
	ctx context.Context, name string, parent fusefs.InodeEmbedder, newName string, flags uint32,
) syscall.Errno {
	if flags != 0 {
		return syscall.EINVAL // no rename flags are supported
	}
	return n.disk.change(func() syscall.Errno {
		if errno := n.LoopbackNode.Rename(ctx, name, parent, newName, flags); errno != 0 {
			return errno
		}
		to := filepath.Join(parent.(*volatileNode).durablePath(), newName)
		return nameDurably(os.Rename, filepath.Join(n.durablePath(), name), to)
	})
}

// Link gives a file a second name. As with Rename, the name is durable immediately and unsynced content is not.
func (n *volatileNode) Link(
	ctx context.Context, target fusefs.InodeEmbedder, name string, out *fuse.EntryOut,
) (inode *fusefs.Inode, errno syscall.Errno) {
	errno = n.disk.change(func() syscall.Errno {
		from := target.(*volatileNode).durablePath()
		if inode, errno = n.LoopbackNode.Link(ctx, target, name, out); errno != 0 {
			return errno
		}
		return nameDurably(os.Link, from, filepath.Join(n.durablePath(), name))
	})
	return inode, errno
}

// nameDurably renames or links a durable file. A file that was never synced is empty under its new name.
func nameDurably(operation func(from, to string) error, from, to string) syscall.Errno {
	err := operation(from, to)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.WriteFile(to, nil, 0o600)
	}
	return fusefs.ToErrno(err)
}

// The operations below are not supported. Allocate and CopyFileRange would change a live file without an entry in
// unsynced. Symlink would create a name that durable does not have.

// Allocate reports ENOTSUP.
func (n *volatileNode) Allocate(context.Context, fusefs.FileHandle, uint64, uint64, uint32) syscall.Errno {
	return syscall.ENOTSUP
}

// CopyFileRange reports ENOTSUP.
func (n *volatileNode) CopyFileRange(
	context.Context, fusefs.FileHandle, uint64, *fusefs.Inode, fusefs.FileHandle, uint64, uint64, uint64,
) (uint32, syscall.Errno) {
	return 0, syscall.ENOTSUP
}

// Symlink reports ENOTSUP.
func (n *volatileNode) Symlink(
	context.Context, string, string, *fuse.EntryOut,
) (*fusefs.Inode, syscall.Errno) {
	return nil, syscall.ENOTSUP
}
