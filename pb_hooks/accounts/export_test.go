package accounts

// OnCompare calls watch at each comparison of a secret; decoy tells that nothing could match.
func (a *Accounts) OnCompare(watch func(decoy bool)) {
	compare := a.compare
	a.compare = func(hash, secret []byte) error {
		watch(string(hash) == a.decoy)
		return compare(hash, secret)
	}
}
