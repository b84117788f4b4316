package accounts

// OnCompare calls watch at each comparison of a secret; isDummy tells that nothing could match.
func (a *Accounts) OnCompare(watch func(isDummy bool)) {
	compare := a.compare
	a.compare = func(hash, secret []byte) error {
		watch(string(hash) == a.dummyHash())
		return compare(hash, secret)
	}
}
