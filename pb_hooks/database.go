package hooks

import "github.com/pocketbase/dbx"

// ConnectDB opens a database as PocketBase does, but for one thing: a transaction waits for the write
// lock when it begins. One that has read first, while another process wrote, fails at its own first
// write, and no waiting helps: so a command beside the server would cost both of them errors.
func ConnectDB(path string) (*dbx.DB, error) {
	return dbx.Open("sqlite", path+"?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)"+
		"&_pragma=journal_size_limit(200000000)&_pragma=synchronous(NORMAL)&_pragma=foreign_keys(ON)"+
		"&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)")
}
