package config

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
)

// replicaParameters are those that the address of an S3 bucket may have.
var replicaParameters = []string{"endpoint", "region", "forcePathStyle"}

// CheckReplicaURL returns an error that says what is wrong with a replica's address. Its wording goes on from the
// name of the variable or flag.
func CheckReplicaURL(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("must be an address such as file:///var/backups/boardcircle or s3://bucket/prefix")
	}
	if u.User != nil {
		return fmt.Errorf("must hold no key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead")
	}
	switch u.Scheme {
	case "file":
		if u.Host != "" || !filepath.IsAbs(u.Path) || filepath.Clean(u.Path) == string(filepath.Separator) || u.RawQuery != "" {
			return fmt.Errorf("must have an absolute path, such as file:///var/backups/boardcircle")
		}
	case "s3":
		if u.Host == "" {
			return fmt.Errorf("must name a bucket, such as s3://bucket/prefix")
		}
		for name := range u.Query() {
			if !slices.Contains(replicaParameters, name) {
				return fmt.Errorf("has an unknown parameter %s: endpoint, region and forcePathStyle are known", name)
			}
		}
	default:
		return fmt.Errorf("must begin with file:// or s3://")
	}
	return nil
}
