#!/bin/sh
# npm run release: static binaries of the version in package.json for every platform in release/, with SHA256SUMS.
set -eu
rm -rf release
mkdir release
version="-X main.version=$npm_package_version -X main.commit=$(git rev-parse --short=12 HEAD)"
for platform in linux_amd64 linux_arm64 darwin_amd64 darwin_arm64 windows_amd64 windows_arm64; do
  name="boardcircle_${npm_package_version}_$platform"
  case $platform in windows*) name="$name.exe" ;; esac
  GOOS=${platform%_*} GOARCH=${platform#*_} .ci/go build -ldflags="-s -w $version" -o "release/$name" ./pb
done
cd release
sha256sum boardcircle_* | tee SHA256SUMS
