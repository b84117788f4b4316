package testapp

import (
	"context"
	"errors"
	"net"
	"sync"
)

// memoryListener accepts connections within the process. Unlike a socket, it lets a testing/synctest bubble be idle.
type memoryListener struct {
	connections chan net.Conn
	closed      chan struct{}
	close       func()
}

func newMemoryListener() *memoryListener {
	l := &memoryListener{connections: make(chan net.Conn), closed: make(chan struct{})}
	l.close = sync.OnceFunc(func() { close(l.closed) })
	return l
}

// Accept waits for the next connection.
func (l *memoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.connections:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close stops accepting connections.
func (l *memoryListener) Close() error {
	l.close()
	return nil
}

// Addr returns the address of a local server.
func (l *memoryListener) Addr() net.Addr { return localAddress }

var localAddress = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8090}

// dial connects to the listener, whatever the address.
func (l *memoryListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.connections <- memoryConn{server}:
		return client, nil
	case <-l.closed:
		return nil, errors.New("the server is closed")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// memoryConn is a connection from the local machine.
type memoryConn struct{ net.Conn }

func (memoryConn) RemoteAddr() net.Addr { return localAddress }
